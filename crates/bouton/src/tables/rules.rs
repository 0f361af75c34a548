//! What tells the rules of a table, and how it names positions, from others: a hash over what they say of some thousand positions.

use bouton_core::Limits;
use bouton_engine::{Error, Explored};
use bouton_solvers::interned::Number;
use bouton_solvers::layers::{Layers, NONE};
use bouton_solvers::whole::{Lead, Reached, Seen, Whole};
use bouton_tables::{Contents, Fingerprint, Naming, Rules};

use crate::session::Session;

/// So many positions are looked at, of those that are numbered.
const SAMPLE: u64 = 4096;
/// And of those that are reached, whose rules may be interpreted.
const REACHED: usize = 1024;
/// And in a layer so many.
const IN_LAYER: usize = 128;

/// The hash of the rules for a table of this kind, which begins where the session is if it is one of what can be reached; `None` where
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

/// The same for a table that is there, to which the session goes and comes back.
pub(super) fn rules_of(
    session: &mut Session,
    contents: &Contents,
    limits: &Limits,
) -> Result<Option<Rules>, Error> {
    if contents.naming == Naming::Numbers {
        return rules(session, contents.naming, contents.total, limits);
    }
    let here = session.position()?;
    if session.go(&contents.position).is_err() {
        return Ok(None);
    }
    let found = rules(session, contents.naming, contents.total, limits);
    session.go(&here)?;
    found
}

fn add(print: &mut Fingerprint, seen: Seen, leads: &mut Vec<Lead>) {
    match seen {
        Seen::Hole => print.number(-1),
        Seen::Over(rank) => print.number(-2).number(rank),
        Seen::Open => print.number(leads.len() as i128),
    };
    for lead in leads.drain(..) {
        print.number(lead.to.into()).number(lead.gain);
        print.number(lead.keeps_turn.into());
    }
}

/// Numbers that are spread over the space.
fn of_numbers(space: &dyn Whole, print: &mut Fingerprint) {
    let (count, mut leads) = (space.count(), Vec::new());
    print.number(count.into());
    let sample = SAMPLE.min(count);
    for nth in 0..sample {
        let number = (u128::from(nth) * u128::from(count) / u128::from(sample)) as u64;
        print.number(number.into());
        print.text(space.show(number).as_deref().unwrap_or(""));
        let seen = space.see(number, &mut |lead| leads.push(lead));
        add(print, seen, &mut leads);
    }
}

/// The positions that are reached first.
fn of_texts(
    game: &mut dyn Explored,
    print: &mut Fingerprint,
    limits: &Limits,
) -> Result<(), Error> {
    let first = begin(game);
    let reached = Reached::from(game.positions(), first, REACHED, limits)?;
    let mut leads = Vec::new();
    for number in 0..reached.count() {
        print.text(&game.show(number as Number));
        let seen = reached.see(number, &mut |lead| leads.push(lead));
        add(print, seen, &mut leads);
    }
    Ok(())
}

/// Stacks the position that play begins from, and nothing is stored any more.
pub(super) fn begin(game: &mut dyn Explored) -> Number {
    let positions = game.positions();
    let first = positions.stack_folded(0);
    positions.clear();
    first
}

/// The first keys of each layer that are reached from those of the one before.
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
