//! Texts at random, of every game: those that its notation takes are positions that its rules allow, and all others are refused.
//!
//! The text of the game, which the checker evaluates, decides which texts are legal. The texts are positions (the example, the start,
//! those of random play, those below) with signs changed, put in, left out and exchanged.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use bouton_core::{Alternating, Entry, Notation, Score};
use bouton_games::catalogue::{Visitor, each};
use bouton_verify::Refusal;
use bouton_verify::position::Played;
use bouton_verify::reference::{Reference, Step};

/// Texts for each game. A game of which a text has another form for each of this many signs needs as many.
const TEXTS: usize = 3000;
/// Positions of random play that texts are made of.
const PLIES: usize = 12;
/// Positions with more moves are only read and written.
const MOVES: usize = 200;
/// Of this many texts some at least are taken, and some refused.
const SOME: usize = TEXTS / 100;

/// The checker's message for a cake that a move cuts into more pieces than it handles.
const TOO_MANY: &str = "expected at most 64 pieces";

/// Further positions than the catalogue shows.
const FURTHER: &str = include_str!("further.txt");

/// The games of a list, one a line, with parameters and positions.
fn listed(list: &'static str) -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    list.lines().map(|line| {
        let (game, position) = line.split_once(' ').unwrap_or((line, ""));
        let (name, parameters) = game.split_once(':').unwrap_or((game, ""));
        (name, parameters, position)
    })
}

/// The position that is so written, by the rules of the game.
fn opened<E: Entry<Game: Alternating>>(
    parameters: &str,
    text: &str,
) -> Result<(E::Game, <E::Game as bouton_core::Game>::Position), String> {
    let parameters = Some(parameters).filter(|parameters| !parameters.is_empty());
    E::open(parameters, Some(text)).map_err(|error| error.to_string())
}

/// The rules of the game by its text.
fn reference<E: Entry<Game: Alternating>>(parameters: &str) -> Result<Rc<Reference>, Refusal> {
    thread_local! {
        static OPENED: RefCell<HashMap<String, Rc<Reference>>> = RefCell::default();
    }
    let name = E::CARD.name;
    let game = match parameters {
        "" => name.to_owned(),
        parameters => format!("{name}:{parameters}"),
    };
    if let Some(known) = OPENED.with_borrow(|opened| opened.get(&game).cloned()) {
        return Ok(known);
    }
    let rules = Rc::new(Reference::of(&Played::normal(game.as_str()))?);
    OPENED.with_borrow_mut(|opened| opened.insert(game, rules.clone()));
    Ok(rules)
}

/// How a position is written where a text is read by one of the two and written by it, then by the game.
fn shown<E: Entry<Game: Alternating>>(parameters: &str, text: &str) -> Result<String, String> {
    let (game, at) = opened::<E>(parameters, text)?;
    Ok(game.show(&at))
}

fn shown_by_checker<E: Entry<Game: Alternating>>(
    parameters: &str,
    text: &str,
) -> Result<String, Refusal> {
    let rules = reference::<E>(parameters)?;
    Ok(rules.show(&rules.read(text)?))
}

/// A move as both tell it: where it leads, what it earns, who goes on.
type Told = (String, i128, bool);

/// The moves at a position, as the game tells them; none where there are too many to look at.
fn moves<G: Alternating + Notation>(game: &G, at: &G::Position) -> Option<BTreeSet<Told>> {
    let moves: Vec<_> = game.moves(at).take(MOVES + 1).collect();
    let told = |mv: &G::Move| {
        let gain = <G::Score as Score>::points(game.gain(at, mv)).unwrap_or(0);
        let to = game.show(&game.play(at, mv));
        (to, gain, game.keeps_turn(at, mv))
    };
    (moves.len() <= MOVES).then(|| moves.iter().map(told).collect())
}

/// Checks that both agree on a position: whether play ends there, and its moves.
fn agree<E: Entry<Game: Alternating>>(parameters: &str, text: &str) -> Result<(), String> {
    let (game, at) = opened::<E>(parameters, text)?;
    let Some(own) = moves(&game, &at) else {
        return Ok(());
    };
    let look = || {
        let rules = reference::<E>(parameters)?;
        let at = rules.read(text)?;
        Ok::<_, Refusal>((rules.end(&at)?, rules.steps(&at)?, rules))
    };
    let (end, steps, rules) = look().map_err(|why| why.to_string())?;
    let score = game.score(&at).map(Score::rank);
    if score != end.map(i128::from) {
        return Err(format!("ends with {score:?} and {end:?}"));
    }
    if end.is_some() {
        return Ok(());
    }
    let theirs = |step: &Step| {
        let to = game
            .parse(&rules.show(&step.to))
            .map_err(|e| e.to_string())?;
        Ok((game.show(&to), step.gain.into(), step.again))
    };
    let theirs: BTreeSet<Told> = steps.iter().map(theirs).collect::<Result<_, String>>()?;
    if own != theirs {
        return Err(format!("moves {own:?} and {theirs:?}"));
    }
    for (to, ..) in &own {
        shown::<E>(parameters, to).map_err(|why| format!("the move to {to:?}: {why}"))?;
        match shown_by_checker::<E>(parameters, to) {
            Err(why) if !why.to_string().contains(TOO_MANY) => {
                return Err(format!("the move to {to:?}: {why}"));
            }
            _ => {}
        }
    }
    Ok(())
}

/// A position of a game with its parts in order where that has no meaning: the points of a graph that have no edge left.
fn in_order(game: &str, position: &str) -> String {
    if ![
        "node-kayles",
        "arc-kayles",
        "geography",
        "poset",
        "snort",
        "col",
    ]
    .contains(&game)
    {
        return position.to_owned();
    }
    let (position, turn) = match position.strip_suffix(" R") {
        Some(position) => (position, " R"),
        None => (position, ""),
    };
    let sorted = |part: &str| {
        let mut items: Vec<_> = part.split(',').collect();
        items.sort_unstable();
        items.join(",")
    };
    position
        .split('/')
        .map(sorted)
        .collect::<Vec<_>>()
        .join("/")
        + turn
}

/// Whether a text is taken; by both, and for the same position, or by neither.
fn held<E: Entry<Game: Alternating>>(parameters: &str, text: &str) -> Result<bool, String> {
    let (own, theirs) = (
        shown::<E>(parameters, text),
        shown_by_checker::<E>(parameters, text),
    );
    // One of them may read more spellings; texts that it writes are read by both.
    if let Ok(own) = &own {
        let seen = shown_by_checker::<E>(parameters, own);
        let seen = seen.map_err(|why| format!("the game takes it, and the checker says {why}"))?;
        let again = shown::<E>(parameters, &seen);
        let in_order = |text: &String| in_order(E::CARD.name, text);
        if again.as_ref().ok().map(in_order) != Some(in_order(own)) {
            return Err(format!("the game writes {own}, the checker {seen}"));
        }
        agree::<E>(parameters, own)?;
    }
    if let Ok(theirs) = &theirs {
        let seen = shown::<E>(parameters, theirs);
        let seen = seen.map_err(|why| format!("the checker takes it, and the game says {why}"))?;
        let in_order = |text: &str| in_order(E::CARD.name, text);
        if own
            .as_ref()
            .is_ok_and(|own| in_order(own) != in_order(&seen))
        {
            return Err(format!("the game reads {own:?}, the checker {theirs}"));
        }
    }
    Ok(own.is_ok())
}

/// Positions that texts are made of, with the parameters of their game.
fn positions<E: Entry<Game: Alternating>>(
    random: &mut fastrand::Rng,
) -> Vec<(&'static str, String)> {
    let example = E::CARD.example;
    let further = listed(FURTHER).filter(|(name, ..)| *name == E::CARD.name);
    let further = further.map(|(_, parameters, position)| (parameters, position));
    let mut found = Vec::new();
    for (parameters, position) in further.chain([(example.parameters, example.position)]) {
        found.push((parameters, position.to_owned()));
        let Ok((game, mut at)) = opened::<E>(parameters, position) else {
            continue;
        };
        for _ in 0..PLIES {
            let moves: Vec<_> = game.moves(&at).take(MOVES).collect();
            if moves.is_empty() {
                break;
            }
            at = game.play(&at, &moves[random.usize(..moves.len())]);
            found.push((parameters, game.show(&at)));
        }
    }
    found
}

/// The longest row of digits in a text: longer ones are numbers that the checker does not go through.
fn digits(text: &str) -> usize {
    let numbers = text.split(|sign: char| !sign.is_ascii_digit());
    numbers.map(str::len).max().unwrap_or(0)
}

/// A text with some signs changed, put in, left out or exchanged, or with another's end.
fn spoilt(random: &mut fastrand::Rng, text: &str, other: &str, signs: &[char]) -> String {
    let mut text: Vec<char> = text.chars().collect();
    for _ in 0..=random.u64(..3) {
        let mut place = |count: usize| random.usize(..count);
        let (at, with) = (place(text.len() + 1), place(text.len() + 1));
        let sign = signs[place(signs.len())];
        match place(5) {
            0 if at < text.len() => text[at] = sign,
            1 if at < text.len() => drop(text.remove(at)),
            2 => text.insert(at, sign),
            3 => {
                text = text
                    .into_iter()
                    .take(at)
                    .chain(other.chars().skip(at))
                    .collect()
            }
            _ if at.max(with) < text.len() => text.swap(at, with),
            _ => {}
        }
    }
    text.into_iter().collect()
}

/// Texts of positions that no play of the game, with its parameters, can come to. (Where both the game and the checker took them, the
/// texts at random would not tell.)
const FORBIDDEN: &str = include_str!("forbidden.txt");

struct Forbidden;

impl Visitor for Forbidden {
    fn game<E: Entry<Game: Alternating>>(&mut self) {
        for (name, parameters, text) in listed(FORBIDDEN) {
            if name == E::CARD.name {
                let taken = shown::<E>(parameters, text);
                assert!(taken.is_err(), "{name}:{parameters} {text}: {taken:?}");
                let taken = shown_by_checker::<E>(parameters, text);
                assert!(taken.is_err(), "{name}:{parameters} {text}: {taken:?}");
            }
        }
    }
}

#[test]
fn what_the_rules_forbid_is_refused_by_both() {
    each(&mut Forbidden);
}

#[derive(Default)]
struct Texts(Vec<String>);

impl Visitor for Texts {
    fn game<E: Entry<Game: Alternating>>(&mut self) {
        let (name, mut random) = (E::CARD.name, fastrand::Rng::with_seed(0x9e37));
        let positions = positions::<E>(&mut random);
        let signs = positions.iter().flat_map(|(_, text)| text.chars());
        let signs: BTreeSet<char> = signs.chain(" ,/0.".chars()).collect();
        let signs: Vec<char> = signs.into_iter().collect();
        let longest = positions.iter().map(|(_, text)| digits(text)).max();
        let longest = longest.unwrap_or(0).max(2);
        let (mut taken, mut refused, mut faults) = (0, 0, Vec::new());
        for n in 0..TEXTS + positions.len() {
            let (parameters, position) = &positions[n % positions.len()];
            let (_, other) = &positions[random.usize(..positions.len())];
            let text = match n < positions.len() {
                true => position.clone(),
                false => spoilt(&mut random, position, other, &signs),
            };
            if digits(&text) > longest {
                continue;
            }
            match held::<E>(parameters, &text) {
                Ok(true) => taken += 1,
                Ok(false) => refused += 1,
                Err(why) => faults.push(format!("{name}:{parameters} {text:?}: {why}")),
            }
        }
        if faults.is_empty() && (taken < SOME || refused < SOME) {
            faults.push(format!("{name}: {taken} taken, {refused} refused"));
        }
        if std::env::var_os("TEXTS").is_none() {
            faults.truncate(5);
        }
        self.0.extend(faults);
    }
}

#[test]
fn texts_at_random_are_positions_or_refused() {
    let mut texts = Texts::default();
    each(&mut texts);
    assert!(texts.0.is_empty(), "{}", texts.0.join("\n"));
}
