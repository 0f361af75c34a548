//! Properties of every game of the catalogue, along random play from its example, with a fixed seed.

use std::collections::{BTreeSet, HashMap};
use std::marker::PhantomData;

use bouton_core::entry::{Entry, OpenError, Opened};
use bouton_core::notation::parse_move;
use bouton_core::{
    Alternating, Declares, Disjunctive, Game, Loopfree, Notation, Powers, Score, Side, Sides as _,
    Summands, Timed,
};
use bouton_games::catalogue::{Visitor, each};

/// Random play to look at, for each game.
const WALKS: u64 = 6;
/// Positions of a walk.
const STEPS: usize = 12;
/// If there are more moves, only the first of them are checked.
const MOVES: usize = 60;
/// The greatest number of positions below one for which values are compared.
const SMALL: usize = 1500;

/// The positions of random play from the example of `E`.
fn walks<E: Entry<Game: Alternating>>() -> Vec<Opened<E::Game>> {
    (1..=WALKS).flat_map(walk::<E>).collect()
}

/// One line of random play; each position comes with the game it is of.
fn walk<E: Entry<Game: Alternating>>(seed: u64) -> Vec<Opened<E::Game>> {
    let mut random = fastrand::Rng::with_seed(seed);
    let (game, mut at) = start::<E>();
    let mut walk = Vec::new();
    while walk.len() < STEPS {
        walk.push((start::<E>().0, at.clone()));
        let moves: Vec<_> = game.moves(&at).take(5000).collect();
        if moves.is_empty() {
            break;
        }
        at = game.play(&at, &moves[random.usize(..moves.len())]);
    }
    walk
}

/// The game of the example, at its position.
fn start<E: Entry>() -> Opened<E::Game> {
    let example = E::CARD.example;
    let parameters = Some(example.parameters).filter(|p| !p.is_empty());
    E::open(parameters, Some(example.position)).expect("the example is a position")
}

struct Examples;

impl Visitor for Examples {
    fn game<E: Entry<Game: Alternating>>(&mut self) {
        let (game, at) = start::<E>();
        let move_of_it = game.moves(&at).next();
        assert!(move_of_it.is_some(), "{}: nothing to play", E::CARD.name);
    }
}

#[test]
fn there_is_something_to_play_in_every_example() {
    each(&mut Examples);
}

struct Notations;

impl Visitor for Notations {
    fn game<E: Entry<Game: Alternating>>(&mut self) {
        let name = E::CARD.name;
        let parameters = Some(E::CARD.example.parameters).filter(|p| !p.is_empty());
        for (game, at) in walks::<E>() {
            let text = game.show(&at);
            let (again, read) = match E::open(parameters, Some(&text)) {
                Ok(opened) => opened,
                Err(OpenError::Position(e) | OpenError::Parameters(e)) => {
                    panic!("{name} {text}: {e}")
                }
            };
            assert_eq!(again.show(&read), text, "{name}: show undoes parse");
            assert!(
                again != game || read == at,
                "{name} {text}: parse undoes show"
            );
        }
    }
}

#[test]
fn a_position_is_read_as_it_was_written() {
    each(&mut Notations);
}

struct MoveNames;

impl Visitor for MoveNames {
    fn game<E: Entry<Game: Alternating>>(&mut self) {
        for (game, at) in walks::<E>() {
            let moves: Vec<_> = game.moves(&at).take(MOVES).collect();
            let shown: Vec<_> = moves.iter().map(|mv| game.show_move(&at, mv)).collect();
            let distinct: BTreeSet<_> = shown.iter().collect();
            let place = || format!("{} {}", E::CARD.name, game.show(&at));
            assert_eq!(distinct.len(), moves.len(), "{}: {shown:?}", place());
            for (mv, name) in moves.iter().zip(&shown) {
                assert_eq!(
                    parse_move(&game, &at, name).as_ref(),
                    Some(mv),
                    "{}: {name}",
                    place()
                );
            }
        }
    }
}

#[test]
fn moves_have_names_of_their_own() {
    each(&mut MoveNames);
}

struct Ends;

impl Visitor for Ends {
    fn game<E: Entry<Game: Alternating>>(&mut self) {
        for (game, at) in walks::<E>() {
            let over = game.moves(&at).next().is_none();
            assert_eq!(
                game.score(&at).is_some(),
                over,
                "{} {}",
                E::CARD.name,
                game.show(&at)
            );
        }
    }
}

#[test]
fn play_is_over_exactly_when_no_move_is_left() {
    each(&mut Ends);
}

struct Keys;

impl Visitor for Keys {
    fn game<E: Entry<Game: Alternating>>(&mut self) {
        for seed in 1..=WALKS {
            let mut known = HashMap::new();
            for (game, at) in walk::<E>(seed) {
                let options: Vec<_> = game.moves(&at).take(MOVES).collect();
                let options = options.iter().map(|mv| game.play(&at, mv));
                let reached: Vec<_> = options.chain([at.clone()]).collect();
                for to in reached {
                    for to in [game.canonical(to.clone()), to] {
                        let place = || format!("{} {}", E::CARD.name, game.show(&to));
                        let key = game.key(&to);
                        assert!(key.is_some() || game.key(&at).is_none(), "{}", place());
                        if let Some(other) = key.and_then(|key| known.insert(key, to.clone())) {
                            assert_eq!(other, to, "{}", place());
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn no_two_positions_have_one_key() {
    each(&mut Keys);
}

/// The properties of games without cycles.
struct WithoutCycles<E>(PhantomData<E>);

impl<E: Entry<Game: Alternating>> WithoutCycles<E> {
    fn check()
    where
        E::Game: Loopfree,
    {
        for (game, at) in walks::<E>() {
            let place = || format!("{} {}", E::CARD.name, game.show(&at));
            for mv in game.moves(&at).take(MOVES) {
                assert!(
                    game.height(&game.play(&at, &mv)) < game.height(&at),
                    "{}: {mv:?}",
                    place()
                );
            }
            if let Some(values) = values_below(&game, &at) {
                let canonical = game.canonical(at.clone());
                let same = values_below(&game, &canonical)
                    .expect("symmetry keeps the number of positions small");
                assert_eq!(values[&at], same[&canonical], "{}", place());
                assert_eq!(game.canonical(canonical.clone()), canonical, "{}", place());
            }
        }
    }
}

impl<E: Entry<Game: Alternating>> Powers<E::Game> for WithoutCycles<E> {
    fn loopfree(&mut self)
    where
        E::Game: Loopfree,
    {
        Self::check();
    }
    fn points(&mut self)
    where
        E::Game: Loopfree,
    {
        Self::check();
    }
    fn summands(&mut self)
    where
        E::Game: Summands,
    {
        for (game, at) in walks::<E>() {
            let place = || format!("{} {}", E::CARD.name, game.show(&at));
            for side in Side::BOTH {
                let here = game.with_side(&at, side);
                let negative = game.negative(&here);
                let turned = negative.map(|at| game.with_side(&at, side.other()));
                let values = turned.and_then(|turned| {
                    let values = values_below(&game, &here)?;
                    Some((values[&here], values_below(&game, &turned)?[&turned]))
                });
                if let Some((value, same)) = values {
                    assert_eq!(value, same, "{}", place());
                }
            }
        }
    }
}

type Value<G> = <<G as Alternating>::Score as Score>::Timed;

/// The values of all positions that can be reached, without symmetry, if they are few.
fn values_below<G: Alternating + Loopfree>(
    game: &G,
    at: &G::Position,
) -> Option<HashMap<G::Position, Value<G>>> {
    fn value<G: Alternating>(
        game: &G,
        at: &G::Position,
        known: &mut HashMap<G::Position, Value<G>>,
    ) -> Option<Value<G>> {
        if let Some(value) = known.get(at) {
            return Some(*value);
        }
        if known.len() > 2 * SMALL || game.moves(at).nth(SMALL).is_some() {
            return None;
        }
        let mut best = game.score(at).map(Timed::over);
        for mv in game.moves(at) {
            let to = value(game, &game.play(at, &mv), known)?;
            let option = to.before(game.gain(at, &mv), game.keeps_turn(at, &mv));
            best = Some(best.map_or(option, |best: Value<G>| best.max(option)));
        }
        let best = best.expect("a position is over or has a move");
        known.insert(at.clone(), best);
        Some(best)
    }
    let mut known = HashMap::new();
    value(game, at, &mut known)?;
    Some(known)
}

struct Cycles;

impl Visitor for Cycles {
    fn game<E: Entry<Game: Alternating>>(&mut self) {
        start::<E>().0.declare(&mut WithoutCycles::<E>(PhantomData));
    }
}

#[test]
fn height_falls_and_symmetry_and_the_negative_keep_the_value() {
    each(&mut Cycles);
}
