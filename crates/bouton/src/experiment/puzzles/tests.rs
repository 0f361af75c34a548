//! Puzzles, compared with the answers of the solvers.

use std::collections::HashSet;

use bouton_answers::{Aim, Puzzle, Puzzles as PuzzlesFound};
use bouton_core::Outcome;

use super::judge::WIDEST;
use crate::play::greed::pieces;
use crate::questions::Puzzles;
use crate::session::{How, Session};

fn hunted(game: &str, position: &str, date: Option<&str>) -> PuzzlesFound {
    let mut session = crate::open(game, position).unwrap();
    let asked = Puzzles {
        count: Some(8),
        date: date.map(String::from),
        ..Puzzles::default()
    };
    asked.answer(&mut session, false, &How::default()).unwrap()
}

/// Compared with the solver's own answer: one best move by outcome, and all others worse.
#[test]
fn every_puzzle_has_one_move_that_holds_and_stands_for_its_symmetries() {
    for (game, position) in [
        ("tic-tac-toe", ".../.../..."),
        ("kayles", "7,9"),
        ("wythoff", "9,12"),
        ("hexapawn:3,3", "OOO/.../XXX"),
        ("domineering:4,3", ".../.../.../..."),
        ("row-ends", "4,5,3,1,2,7"),
    ] {
        let found = hunted(game, position, None);
        assert!(!found.puzzles.is_empty(), "{game}");
        let mut session = crate::open(game, position).unwrap();
        let mut classes = HashSet::new();
        for puzzle in &found.puzzles {
            session.go(&puzzle.position).unwrap();
            let moves = session.moves(&How::default()).unwrap().moves;
            let holding: Vec<_> = moves
                .iter()
                .filter(|mv| mv.outcome == puzzle.outcome)
                .collect();
            assert_eq!(holding.len(), 1, "{game} {}", puzzle.position);
            assert_eq!(holding[0].name, puzzle.name);
            assert!(moves.iter().all(|mv| mv.outcome <= puzzle.outcome));
            assert!(classes.insert(session.canonical().unwrap()));
            assert!(
                puzzle
                    .moves
                    .is_none_or(|own| own == puzzle.remoteness.unwrap().div_ceil(2))
            );
        }
        let order = found.puzzles.windows(2);
        assert!(
            order
                .into_iter()
                .all(|two| two[0].difficulty >= two[1].difficulty)
        );
    }
}

/// "No positions of two coins among the hardest."
#[test]
fn nothing_that_is_seen_at_a_glance_is_a_puzzle() {
    let coins = hunted("row-ends", "4,5,3,1,2,7,8", None).puzzles;
    assert!(!coins.is_empty());
    let lengths = coins
        .iter()
        .map(|puzzle| puzzle.position.split(',').count());
    let lengths: Vec<_> = lengths.collect();
    assert!(lengths.iter().all(|length| *length > 2), "{lengths:?}");
    assert_eq!(lengths[0], *lengths.iter().max().unwrap(), "{lengths:?}");
    for (game, position) in [("nim", "3,4,5"), ("krk", "Kc3 Rh2 ka1 b")] {
        let mut session = crate::open(game, position).unwrap();
        for puzzle in hunted(game, position, None).puzzles {
            session.go(&puzzle.position).unwrap();
            session.play(&puzzle.name).unwrap();
            assert!(!session.is_over().unwrap(), "{}", puzzle.position);
        }
    }
}

/// Nim and Wythoff's game are answered by closed forms, whose line of best play is a single move.
#[test]
fn the_games_the_project_started_from_have_puzzles() {
    for (game, position) in [
        ("nim", "3,4,5"),
        ("wythoff", "10,12"),
        ("kayles", "12"),
        ("subtraction:1,2,3", "21"),
        ("row-ends", "4,5,3,1,2,7,8"),
        ("tic-tac-toe", ".../.../..."),
        ("domineering:4,3", ".../.../.../..."),
    ] {
        assert!(!hunted(game, position, None).puzzles.is_empty(), "{game}");
    }
}

/// Taking an undefended rook is too easy.
#[test]
fn no_puzzle_is_solved_by_the_one_capture_there_is() {
    for (game, position) in [
        ("krk", "Kc3 Rh2 ka1 b"),
        ("hexapawn:4,4", "OOOO/..../..../XXXX"),
    ] {
        let mut session = crate::open(game, position).unwrap();
        for puzzle in hunted(game, position, None).puzzles {
            session.go(&puzzle.position).unwrap();
            let men = |session: &Session| pieces(&session.scene().unwrap());
            let before = men(&session);
            session.play(&puzzle.name).unwrap();
            if men(&session) == before {
                continue;
            }
            session.go(&puzzle.position).unwrap();
            for choice in session.choices(WIDEST).unwrap() {
                session.go(&choice.to).unwrap();
                assert!(
                    men(&session) < before,
                    "{}: {}",
                    puzzle.position,
                    puzzle.name
                );
            }
        }
    }
}

/// "I asked for puzzles of nim and got the message to give a position."
#[test]
fn games_without_a_usual_start_choose_starts_of_a_sensible_size() {
    for game in "nim wythoff row-ends kayles subtraction:1,2,3 two-values".split(' ') {
        let mut session = crate::Open::game(game).to_play().unwrap();
        let start = session.position().unwrap();
        let asked = Puzzles::default();
        let found = asked.answer(&mut session, true, &How::default()).unwrap();
        assert!(found.puzzles.len() >= 5, "{game}: {found}");
        assert_eq!(session.position().unwrap(), start);
        let sizes = |position: &str| -> u64 {
            let sizes = position.split([',', '/']);
            sizes
                .map(|size| size.parse::<u64>().unwrap())
                .max()
                .unwrap()
        };
        let largest = sizes(&start).max(9);
        let most = largest + largest / 2;
        assert!(found.puzzles.iter().all(|p| sizes(&p.position) <= most));
    }
}

fn to_play(game: &str) -> Session {
    crate::Open::game(game).to_play().unwrap()
}

fn ten(session: &mut Session, varied: bool) -> Vec<Puzzle> {
    let asked = Puzzles::default();
    let found = asked.answer(session, varied, &How::default()).unwrap();
    assert_eq!(found.stopped, None);
    found.puzzles
}

/// Their example positions have five to forty positions.
#[test]
fn games_with_small_examples_have_a_series_from_other_starts() {
    for game in "\
        node-kayles geography poset hackenbush toppling-dominoes elephants-and-rhinos \
        backsliding-toads-and-frogs push shove"
        .split(' ')
    {
        let found = ten(&mut to_play(game), true);
        assert_eq!(found.len(), 10, "{game}");
        let distinct: HashSet<_> = found.iter().map(|puzzle| &puzzle.position).collect();
        assert_eq!(distinct.len(), 10, "{game}");
    }
}

/// Whether the player to move wins within so many plies, by the moves alone.
fn wins_within(session: &mut Session, plies: u32) -> bool {
    let here = session.position().unwrap();
    let choices = session.choices(WIDEST).unwrap();
    let wins = plies > 0
        && choices
            .iter()
            .any(|choice| succeeds(session, &choice.to, plies));
    session.go(&here).unwrap();
    wins
}

/// Whether a move to this position wins within so many plies, with itself.
fn succeeds(session: &mut Session, to: &str, plies: u32) -> bool {
    session.go(to).unwrap();
    if session.is_over().unwrap() {
        return session.value(&How::default()).unwrap().outcome == Outcome::Loss;
    }
    let replies = session.choices(WIDEST).unwrap();
    plies > 2
        && replies.iter().all(|reply| {
            session.go(&reply.to).unwrap();
            !session.is_over().unwrap() && wins_within(session, plies - 2)
        })
}

#[test]
fn a_game_too_large_to_solve_asks_for_the_quickest_win() {
    let mut session = to_play("dobutsu-shogi");
    session.go("gle/.c./.C./ELG").unwrap();
    let found = ten(&mut session, false);
    assert_eq!(found.len(), 10);
    let of_three = |puzzle: &&Puzzle| puzzle.aim == Aim::Soonest && puzzle.remoteness == Some(3);
    let short: Vec<_> = found.iter().filter(of_three).collect();
    assert!(!short.is_empty());
    for puzzle in short {
        session.go(&puzzle.position).unwrap();
        for choice in session.choices(WIDEST).unwrap() {
            let is_right =
                choice.played.name == puzzle.name || puzzle.alike.contains(&choice.played.name);
            let wins = succeeds(&mut session, &choice.to, 3);
            assert_eq!(
                wins, is_right,
                "{}: {}",
                puzzle.position, choice.played.name
            );
        }
    }
}

#[test]
fn a_day_has_puzzles_of_its_own() {
    let day = |date| hunted("tic-tac-toe", ".../.../...", Some(date));
    assert_eq!(day("2026-11-22"), day("2026-11-22"));
    let wide = |date| hunted("nim", "13,14,15", Some(date)).puzzles;
    assert_ne!(wide("2026-11-22"), wide("2026-11-23"));
}

/// Taking the larger end is a trap if it loses.
#[test]
fn strategies_that_miss_the_move_are_named() {
    let found = hunted("row-ends", "3,9,1,2", None);
    let fooled = found
        .puzzles
        .iter()
        .find(|p| p.fools.contains(&"larger-end".to_owned()));
    let puzzle = fooled.expect("some row has a snare");
    let mut session = crate::open("row-ends", &puzzle.position).unwrap();
    let allowed = session.allowed("larger-end").unwrap();
    assert!(!allowed.contains(&puzzle.name));
    assert_eq!(session.play(&puzzle.name).unwrap().name, puzzle.name);
}
