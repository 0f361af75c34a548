//! The identification of a table's rules and names of positions. Rules from files are identified by the hashes of the
//! files, games of the catalogue by name and parameters; both, and games of your own, also by a hash over the rules at some
//! thousand positions.

use bouton_core::Limits;
use bouton_core::space::{NumberState, Numbered};
use bouton_engine::{Error, Explored};
use bouton_names::Terms;
#[cfg(feature = "rules")]
use bouton_names::{Aim, Name};
use bouton_solvers::interned::{Fold, Number, Reached};
use bouton_solvers::layers::{Layers, NONE};
use bouton_solvers::whole::Whole;
use bouton_tables::{Contents, Fingerprint, Naming, Rules};

use crate::open::Open;
use crate::session::Session;

/// The number of numbered positions that are hashed.
const SAMPLE: u64 = 4096;
/// The number of reachable positions that are hashed; their rules may be interpreted.
const REACHED: usize = 1024;
/// The number of positions of a layer that are hashed.
const IN_LAYER: usize = 128;

/// The hash of the rules for a table of this kind, from the session's position for a table of reachable positions; `None` if
/// the game has no such tables.
pub(super) fn rules(
    session: &Session,
    naming: Naming,
    total: Option<u64>,
    limits: &Limits,
) -> Result<Option<Rules>, Error> {
    let (mut print, mut stopped) = (Fingerprint::default(), Ok(()));
    print.text(naming.word());
    let is_there = match naming {
        Naming::Numbers => {
            session.whole(total, limits, &mut |space| of_numbers(space, &mut print))?
        }
        Naming::Keys => session.layers(limits, &mut |layers| of_layers(layers, &mut print))?,
        Naming::Texts => {
            session.explore(limits, &mut |game| {
                stopped = of_texts(game, &mut print, limits);
            })?;
            session.is_countable()
        }
    };
    stopped?;
    Ok(is_there.then(|| print.rules()))
}

/// The files that the rules of a session were read from, as listed in a table.
pub(super) fn origins(session: &Session) -> Vec<String> {
    let origins = session.origins();
    origins.iter().map(ToString::to_string).collect()
}

/// The options of a table's files besides their names: the objective of a GDL game.
pub(super) fn terms(contents: &Contents, limits: &Limits) -> Terms {
    let terms = Terms {
        only_files: true,
        ..Terms::within(limits)
    };
    // Without rules in files there is no objective.
    #[cfg(not(feature = "rules"))]
    let _ = contents;
    #[cfg(feature = "rules")]
    {
        // The text after the hash.
        let told = contents.origins.first().and_then(|origin| origin.get(64..));
        let aim = match told.and_then(|told| told.strip_prefix(" aim ")) {
            Some("more") => Some(Aim::More),
            other => other.map(|_| Aim::Own),
        };
        let aimed = Terms {
            aim,
            ..terms.clone()
        };
        // For a rule file the same text would be its parameters, and it has no objective.
        if Name::read_for(&contents.game, &aimed).is_ok() {
            return aimed;
        }
    }
    terms
}

/// The reason why a table does not belong to the rules of a session.
pub(super) enum Foreign {
    /// The session's rules were read from other files: these.
    Files(Vec<String>),
    /// The rules differ, or the names of positions do.
    Rules,
}

/// The reason why an existing table does not belong to the rules of a session; the session visits the start of the table
/// and returns.
pub(super) fn foreign(
    session: &mut Session,
    contents: &Contents,
    limits: &Limits,
) -> Result<Option<Foreign>, Error> {
    if contents.misere != session.is_misere() {
        return Ok(Some(Foreign::Rules));
    }
    if contents.naming == Naming::Numbers {
        return compared(session, contents, limits);
    }
    let here = session.position()?;
    if session.go(&contents.position).is_err() {
        return Ok(Some(Foreign::Rules));
    }
    let found = compared(session, contents, limits);
    session.go(&here)?;
    found
}

fn compared(
    session: &Session,
    contents: &Contents,
    limits: &Limits,
) -> Result<Option<Foreign>, Error> {
    let origins = origins(session);
    if origins != contents.origins {
        return Ok(Some(Foreign::Files(origins)));
    }
    let is_same = is_same_game(session, contents)
        && rules(session, contents.naming, contents.total, limits)? == Some(contents.rules);
    Ok((!is_same).then_some(Foreign::Rules))
}

/// Whether the session's game is that of the table, with equivalent parameters: others might differ only in positions that
/// are not hashed. Files are identified by their hash, whatever their names.
fn is_same_game(session: &Session, contents: &Contents) -> bool {
    let named = bouton_names::full_name(&contents.game);
    match (named, contents.naming) {
        _ if !contents.origins.is_empty() => true,
        (None, _) => contents.game == session.game(),
        // A numbered space is identified by its size and its notation; parameters that only set the start do not count.
        (Some(named), Naming::Numbers) => {
            let name = |full: &str| full.split(':').next().map(str::to_owned);
            let here = bouton_names::full_name(session.game());
            here.is_some_and(|here| name(&here) == name(&named))
        }
        (Some(_), Naming::Keys | Naming::Texts) => {
            let open = Open::game(contents.game.as_str()).misere(contents.misere);
            let named = open
                .on(terms(contents, &Limits::default()))
                .at(contents.position.as_str())
                .session();
            named.is_ok_and(|named| session.has_rules_of(&named))
        }
    }
}

/// Adds the state of a number and its moves.
fn add(print: &mut Fingerprint, space: &dyn Numbered, number: u64) {
    let mut steps = Vec::new();
    match space.look(number, &mut |step| steps.push(step)) {
        NumberState::Hole => print.number(-1),
        NumberState::Over(rank) => print.number(-2).number(rank),
        NumberState::Open => print.number(steps.len() as i128),
    };
    for step in steps {
        print.number(step.to.into()).number(step.gain);
        print.number(step.keeps_turn.into());
    }
}

/// Numbers that are spread over the space.
fn of_numbers(space: &dyn Whole, print: &mut Fingerprint) {
    let count = space.count();
    print.number(count.into());
    let sample = SAMPLE.min(count);
    for nth in 0..sample {
        let number = (u128::from(nth) * u128::from(count) / u128::from(sample)) as u64;
        print.number(number.into());
        print.text(space.show(number).as_deref().unwrap_or(""));
        add(print, space, number);
    }
}

/// The positions that are reached first.
fn of_texts(
    game: &mut dyn Explored,
    print: &mut Fingerprint,
    limits: &Limits,
) -> Result<(), Error> {
    let first = begin(game);
    let limits = Limits {
        nodes: None,
        ..limits.clone()
    };
    let reached = Reached::from(game.positions(), first, Fold::Symmetric, REACHED, &limits)?;
    for number in 0..reached.count() {
        print.text(&game.show(number));
        add(print, &reached, number);
    }
    Ok(())
}

/// Stacks the position where play begins; nothing is stored afterwards.
pub(super) fn begin(game: &mut dyn Explored) -> Number {
    let positions = game.positions();
    let first = positions.stack_folded(0);
    positions.clear();
    first
}

/// The first keys of each layer that the previous layer's moves reach.
fn of_layers(layers: &dyn Layers, print: &mut Fingerprint) {
    let (first, key) = layers.first();
    let (mut keys, mut ranks, mut to) = (vec![key], Vec::new(), Vec::new());
    for layer in first..layers.layers() {
        keys.truncate(IN_LAYER);
        ranks.clear();
        layers.ranks(layer, &keys, &mut ranks);
        print.number(layer.into());
        for (key, rank) in keys.iter().zip(&ranks) {
            print.number((*key).into());
            print.number(rank.map_or(i128::MAX, i128::from));
        }
        let open: Vec<_> = keys
            .iter()
            .zip(&ranks)
            .filter_map(|(key, rank)| rank.is_none().then_some(*key))
            .collect();
        keys.clear();
        for kind in 0..layers.kinds() {
            to.clear();
            layers.onwards(layer, kind, &open, &mut to);
            for key in &to {
                print.number((*key).into());
            }
            keys.extend(to.iter().filter(|key| **key != NONE));
        }
        keys.sort_unstable();
        keys.dedup();
    }
}
