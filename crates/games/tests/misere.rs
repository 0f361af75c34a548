//! Misère play by quotients and by genus, against plain search.

use std::collections::HashMap;
use std::fmt::Debug;

use bouton_core::game::MisereParts;
use bouton_core::{Alternating, Entry, Game, Limits, Misere, Notation, Solver, WinLoss};
use bouton_games::boards::Cram;

use bouton_games::heaps::{Crosses, Hex, Nim, Octal, SubtractionGame, TakeAndBreakGame, Wythoff};
use bouton_solvers::{ByGenus, ByQuotient, atoms};

/// Who wins, by going through all of play, each position once.
fn searched<G: Alternating<Score = WinLoss>>(
    game: &G,
    at: &G::Position,
    known: &mut HashMap<G::Position, WinLoss>,
) -> WinLoss {
    let at = game.canonical(at.clone());
    if let Some(score) = known.get(&at) {
        return *score;
    }
    let lost = |to: &G::Position, known: &mut _| searched(game, to, known) == WinLoss::Loss;
    let is_won = match game.score(&at) {
        Some(score) => score == WinLoss::Win,
        None => game.moves(&at).any(|mv| lost(&game.play(&at, &mv), known)),
    };
    let score = if is_won { WinLoss::Win } else { WinLoss::Loss };
    known.insert(at, score);
    score
}

/// A solver tells the outcome and the best moves that search finds; whether it accepts the position.
fn agree<G: Alternating<Score = WinLoss> + Notation>(
    game: &G,
    at: &G::Position,
    solver: &mut dyn Solver<G>,
    known: &mut HashMap<G::Position, WinLoss>,
) -> bool
where
    G::Move: Debug,
{
    let shown = game.show(at);
    if solver.accepts(game, at, &Limits::default()).is_err() {
        return false;
    }
    let value = searched(game, at, known);
    let found = solver.solve(game, at, &Limits::default()).unwrap();
    assert_eq!(found.value.score, value, "{shown}");
    let mut best: Vec<String> = game
        .moves(at)
        .filter(|mv| {
            value == WinLoss::Loss || searched(game, &game.play(at, mv), known) == WinLoss::Loss
        })
        .map(|mv| game.show_move(at, &mv))
        .collect();
    let mut told: Vec<String> = found
        .best
        .moves
        .iter()
        .map(|mv| game.show_move(at, mv))
        .collect();
    assert_eq!(found.best.count, Some(best.len().into()), "{shown}");
    let preferred = found.best.preferred.map(|mv| game.show_move(at, &mv));
    assert_eq!(preferred.is_some(), !best.is_empty(), "{shown}");
    assert!(preferred.iter().all(|mv| best.contains(mv)), "{shown}");
    best.sort_unstable();
    told.sort_unstable();
    assert_eq!(told, best, "{shown}");
    true
}

/// All positions of at most three heaps of at most `largest`, and some with many that are equal.
fn positions(largest: u64) -> Vec<String> {
    let mut positions: Vec<String> = ["0", "1,1,1,1,1,1", "3,3,3,2,2,2", "2,5,2,5,2,1"]
        .map(String::from)
        .into();
    for a in 1..=largest {
        positions.push(a.to_string());
        for b in 1..=largest {
            positions.push(format!("{a},{b}"));
            positions.extend((b..=largest).map(|c| format!("{a},{b},{c}")));
        }
    }
    positions
}

fn misere<E: Entry>(
    parameters: Option<&str>,
    position: &str,
) -> (Misere<E::Game>, <E::Game as Game>::Position)
where
    E::Game: Game,
{
    let (game, at) = E::open(parameters, Some(position)).unwrap();
    (Misere(game), at)
}

/// Every position by the quotient, whose best moves are looked for in each size of heap once.
macro_rules! by_quotient {
    ($game:ty, $parameters:expr) => {{
        let (mut solver, mut known) = (ByQuotient::default(), HashMap::new());
        for position in positions(5) {
            let (game, at) = misere::<$game>($parameters, &position);
            assert!(agree(&game, &at, &mut solver, &mut known), "{position}");
        }
    }};
}

#[test]
fn best_moves_by_quotient_are_those_of_search() {
    by_quotient!(Octal, Some("0.77"));
    by_quotient!(Octal, Some("0.75"));
    by_quotient!(Octal, Some("4.07"));
    by_quotient!(Hex, Some("0.3F"));
    by_quotient!(Crosses, None);
    by_quotient!(SubtractionGame, Some("1,3,4"));
    by_quotient!(TakeAndBreakGame, Some("4!.0"));
}

/// The same for heaps of one kind, however many: what is best in each of them depends only on whether they are even in number.
#[test]
fn best_moves_of_very_many_heaps_are_counted() {
    let found = |threes: usize| {
        let mut heaps = vec!["3"; threes];
        heaps.extend(["5", "2"]);
        let (game, at) = misere::<Octal>(Some("0.77"), &heaps.join(","));
        let found = ByQuotient::default()
            .solve(&game, &at, &Limits::default())
            .unwrap();
        let count = u64::try_from(found.best.count.unwrap()).unwrap();
        assert!(found.best.preferred.is_some());
        (found.value.score, count)
    };
    let ([ten, twelve], many) = ([10, 12].map(found), found(200_000));
    let of_two_more = twelve.1 - ten.1;
    assert_eq!(many, (ten.0, ten.1 + of_two_more * (200_000 - 10) / 2));
}

/// All positions that play can reach from some by genus; how many of them it tells, and refuses.
fn by_genus<G: MisereParts + Notation>(opened: Vec<(G, G::Position)>) -> [u32; 2]
where
    G::Move: Debug,
{
    let (mut told, mut refused, mut seen) = (0, 0, HashMap::new());
    for (game, start) in opened {
        let (mut solver, mut known, mut open) = (ByGenus::default(), HashMap::new(), vec![start]);
        while let Some(at) = open.pop() {
            if seen.insert(game.canonical(at.clone()), ()).is_some() {
                continue;
            }
            match agree(&game, &at, &mut solver, &mut known) {
                true => told += 1,
                false => refused += 1,
            }
            open.extend(game.moves(&at).map(|mv| game.play(&at, &mv)));
        }
    }
    [told, refused]
}

macro_rules! opened {
    ($game:ty, $parameters:expr, $positions:expr) => {
        $positions
            .iter()
            .map(|position| misere::<$game>($parameters, position))
            .collect::<Vec<_>>()
    };
}

#[test]
fn sums_of_tame_games_are_won_as_search_says() {
    assert_eq!(by_genus(opened!(Nim, None, ["3,4,5", "2,2,2,1"]))[1], 0);
    assert_eq!(
        by_genus(opened!(SubtractionGame, Some("1,2,3"), ["7,6,5"]))[1],
        0
    );
    assert_eq!(by_genus(opened!(Wythoff, None, ["6,7"]))[1], 0);
    let [told, _] = by_genus(opened!(
        Cram,
        None,
        ["..../....", ".../.../...", "....#/#...."]
    ));
    assert!(told > 30, "{told}");
    let [told, refused] = by_genus(opened!(Octal, Some("0.77"), ["9,4", "6,6"]));
    assert!(told > 20 && refused > 20, "{told} {refused}");
    let [told, _] = by_genus(opened!(Octal, Some("0.26"), ["9,4", "6,5"]));
    assert!(told > 20, "{told}");
}

/// Heaps of Kayles are the parts of a heap of Kayles.
#[test]
fn parts_of_a_heap_are_the_smaller_heaps() {
    let (game, at) = misere::<Octal>(Some("0.77"), "9");
    let listed = atoms::listed(&game, &at, &[], &Limits::default()).unwrap();
    let mut names = listed.names.clone();
    names.sort_unstable();
    assert_eq!(names, ["", "1", "2", "3", "4", "5", "6", "7", "8", "9"]);
    for (number, options) in listed.options.iter().enumerate() {
        assert!(
            options
                .iter()
                .flatten()
                .all(|part| (*part as usize) < number)
        );
    }
}
