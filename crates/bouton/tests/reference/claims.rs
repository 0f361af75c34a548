//! The claims of texts about themselves, on which proofs rest: positions with one `canonical` have the same moves up to that, and a
//! position has the moves of its `summands`. If this holds at every position, it holds in all play.

use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};

use bouton::Open;
use bouton_verify::position::Played;
use bouton_verify::reference::{Position, Reference};

use crate::support::positions;
use crate::texts::SMALL;

/// The most positions of a size.
const POSITIONS: usize = 300;

/// The end of play and the moves as far as they matter: the representatives that they lead to, what they earn, who goes on.
type Local = (Option<i64>, BTreeSet<(Position, i64, bool)>);

fn local(rules: &Reference, at: &[i64]) -> Local {
    let steps = rules.steps(at).unwrap();
    let told = steps
        .iter()
        .map(|step| (rules.key(&step.to).unwrap(), step.gain, step.again));
    let end = rules.end(at).unwrap();
    (
        end,
        if end.is_some() {
            BTreeSet::new()
        } else {
            told.collect()
        },
    )
}

/// The parts that have a move, by their representatives, in order.
fn parts(rules: &Reference, at: &[i64]) -> Vec<Position> {
    let live = |part: &Position| {
        let sides: &[i64] = if rules.has_sides() { &[0, 1] } else { &[0] };
        let moves = |side: &i64| !rules.steps(&of_side(part, *side)).unwrap().is_empty();
        sides.iter().any(moves)
    };
    let parts = rules.parts(at).unwrap().into_iter().filter(live);
    reduced(rules, parts.map(|part| rules.key(&part).unwrap()))
}

/// Parts in order; of an impartial game without pairs, since G + G = 0.
fn reduced(rules: &Reference, parts: impl Iterator<Item = Position>) -> Vec<Position> {
    let mut parts: Vec<Position> = parts.collect();
    parts.sort_unstable();
    if !rules.is_impartial() {
        return parts;
    }
    let pairs = parts.chunk_by(|one, other| one == other);
    let odd = pairs.filter(|equal| equal.len() % 2 == 1);
    odd.map(|equal| equal[0].clone()).collect()
}

fn of_side(at: &[i64], side: i64) -> Position {
    [&[side], &at[1..]].concat()
}

/// The parts after each move of a position; and after each move of one of its parts, beside the others.
fn moves_of_parts(rules: &Reference, at: &[i64]) -> [BTreeSet<Vec<Position>>; 2] {
    let whole = rules.steps(at).unwrap().into_iter();
    let whole = whole.map(|step| parts(rules, &step.to)).collect();
    let apart = rules.parts(at).unwrap();
    let mut moved = BTreeSet::new();
    for n in 0..apart.len() {
        let others = apart.iter().enumerate().filter(|(other, _)| *other != n);
        let others: Vec<Position> = others.flat_map(|(_, part)| parts(rules, part)).collect();
        for step in rules.steps(&of_side(&apart[n], at[0])).unwrap() {
            let after = [others.clone(), parts(rules, &step.to)].concat();
            moved.insert(reduced(rules, after.into_iter()));
        }
    }
    [whole, moved]
}

/// Checks a game at positions that play can reach; false if it has no such play.
fn check(game: &str, position: &str, misere: bool) -> bool {
    let start = Open::game(game).position(Some(position).filter(|text| !text.is_empty()));
    let start = start.session().unwrap().position().unwrap();
    let played = Played {
        misere,
        ..Played::normal(game)
    };
    let Ok(rules) = Reference::open(&played, &start) else {
        return false;
    };
    let here = rules.read(&start).unwrap();
    let mut same: BTreeMap<Position, Local> = BTreeMap::new();
    let (mut seen, mut left) = (HashSet::from([here.clone()]), VecDeque::from([here]));
    while let Some(at) = left.pop_front() {
        let told = || format!("{game} at {}, misère {misere}", rules.show(&at));
        let (key, moves) = (rules.key(&at).unwrap(), local(&rules, &at));
        assert_eq!(
            *same.entry(key).or_insert_with(|| moves.clone()),
            moves,
            "{}",
            told()
        );
        let is_sum = !misere && (rules.is_impartial() || rules.has_sides() && !rules.has_points());
        if is_sum {
            let [whole, moved] = moves_of_parts(&rules, &at);
            assert_eq!(whole, moved, "{}", told());
        }
        for step in rules.steps(&at).unwrap() {
            if seen.len() < POSITIONS && moves.0.is_none() && seen.insert(step.to.clone()) {
                left.push_back(step.to);
            }
        }
    }
    true
}

#[test]
fn texts_are_right_about_themselves() {
    for (game, position) in positions(SMALL) {
        assert!(check(game, position, false), "{game}");
        check(game, position, true);
    }
}
