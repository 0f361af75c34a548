//! Which solver answers where none is named: questions that people asked in public (`testdata/choice`), where the first in rank
//! does not end.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use bouton::{Answer, How, Limits, Outcome, Whole};

use crate::support::losing;

const FOLDER: &str = "../../testdata/choice";

fn solved(game: &str, at: Option<&str>, limits: Limits) -> Answer {
    let file = format!("{FOLDER}/{game}");
    let name = if game.contains(".star") { &file } else { game };
    let solver = None;
    let mut session = bouton::Open::game(name).position(at).session().unwrap();
    session.solve(&How { solver, limits }).unwrap()
}

fn answer(game: &str, at: Option<&str>) -> Answer {
    let answer = solved(game, at, Limits::default());
    assert_eq!(answer.stopped, None, "{game}");
    answer
}

#[test]
fn another_solver_answers_where_the_first_does_not_end() {
    let piles = answer("strange_nim.star", Some("((2000, 20),)"));
    assert_eq!(piles.solver, "grundy");
    assert_eq!(piles.grundy, Some(Whole::from(100)));
}

/// The heaps split so often that the sums of three are too many to list.
#[test]
fn a_position_that_splits_is_solved_by_its_parts_without_plies_left() {
    let heaps = answer("halving.star", Some("12,12,12"));
    assert_eq!(heaps.solver, "grundy");
    assert_eq!(
        (heaps.outcome, heaps.grundy),
        (Some(Outcome::Win), Some(Whole::from(1)))
    );
    let board = answer("flipping.star", None);
    assert_eq!(
        (board.solver.as_str(), board.outcome),
        ("grundy", Some(Outcome::Win))
    );
}

/// A heap that grows again: no Grundy values, but other solvers see a draw.
#[test]
fn parts_in_which_a_position_comes_back_are_left_to_other_solvers() {
    let ring = answer("ring.star", Some("2,2"));
    assert_eq!(
        (ring.solver.as_str(), ring.outcome),
        ("retrograde", Some(Outcome::Draw))
    );
}

#[test]
fn the_first_in_rank_answers_what_is_easy() {
    for (game, at, solver) in [
        ("mnk:3,3,3", None, "memo"),
        ("wythoff", Some("75,90"), "closed-form"),
        ("strange_nim.star", Some("((20, 3),)"), "nimber"),
        ("clobber:4,4", None, "components"),
    ] {
        assert_eq!(answer(game, at).solver, solver, "{game}");
    }
}

/// Budgets are counted in work: a machine with more to do takes longer, and does the same.
#[test]
fn the_same_solver_answers_on_a_busy_machine() {
    let all = || {
        let answer = solved("strange_nim.star", None, Limits::default());
        (answer.solver, answer.visited, answer.outcome)
    };
    let idle = all();
    let over = AtomicBool::new(false);
    let busy = std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while !over.load(Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let busy = all();
        over.store(true, Relaxed);
        busy
    });
    assert_eq!(idle, busy);
}

/// Other solvers are asked within what is left.
#[test]
fn a_limit_of_positions_is_that_of_all() {
    let limits = Limits::of_nodes(1000);
    let stopped = solved("strange_nim.star", None, limits);
    assert_eq!(stopped.solver, "nimber");
    assert!(stopped.visited <= 1000);
    assert_eq!(stopped.outcome, None);
}

/// The file's own position has three heaps.
#[test]
fn any_number_of_heaps_is_listed_where_each_is_a_part() {
    let file = format!("{FOLDER}/halving.star");
    let mut session = bouton::Open::game(&file).session().unwrap();
    let bound = [("up_to", "3".into()), ("piles", "2".into())];
    let lost = losing(&mut session, &bound, &How::default()).unwrap();
    // Heaps of 0 to 3 have the values 0, 1, 2 and 0.
    let pairs = ["0,0", "0,3", "1,1", "2,2", "3,0", "3,3"];
    assert_eq!(lost.column("position"), pairs);
}

/// A stopped answer says what to try; a finished one does not.
#[test]
fn a_stopped_answer_says_what_would_help() {
    let limits = Limits::of_nodes(10);
    let mut session = bouton::Open::game("mnk:4,4,4").session().unwrap();
    let solver = Some("memo".to_owned());
    let stopped = session.solve(&How { solver, limits }).unwrap();
    let progress = stopped.progress.unwrap();
    assert_eq!(progress.share, None);
    assert_eq!(progress.tries.len(), 1, "{progress:?}");
    assert_eq!(answer("mnk:3,3,3", None).progress, None);
}
