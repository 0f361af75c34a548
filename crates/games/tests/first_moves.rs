//! The outcome comes with a winning move, without a further search.

use bouton_core::entry::Entry;
use bouton_core::solver::Best;
use bouton_core::{Alternating, Limits, Sided, Solver, StopReason};
use bouton_games::boards::{Connect, Cram, Domineering};
use bouton_solvers::alpha_beta::{AlphaBeta, Hints};
use bouton_solvers::{Components, Nimber, OnGraph};

/// The best moves of the start that are found within a few positions more than its value took; each is a best move.
fn told<G: Entry<Game = G> + Alternating>(
    size: &str,
    solver: &mut impl Solver<G>,
    few: u64,
) -> Best<G::Move> {
    let (game, at) = G::open(Some(size), None).expect("a board");
    let all = Limits::default();
    let value = solver.evaluate(&game, &at, &all).expect("no limit").score;
    let limits = Limits::of_nodes(few);
    let best = solver.solve(&game, &at, &limits).expect("it is known").best;
    assert_eq!(best.stopped, Some(StopReason::Nodes), "{size}");
    for mv in &best.moves {
        let after = solver.evaluate(&game, &game.play(&at, mv), &all);
        assert_eq!(after.expect("no limit").score, -value, "{size} {mv:?}");
    }
    best
}

#[test]
fn a_won_position_has_a_winning_move() {
    // 4 × 7 is won by bounds, so that parts after its moves are valued only now; elsewhere the move is the one that was searched last.
    for (size, few) in [("4,7", 100), ("6,5", 4), ("6,6", 4), ("6,7", 4)] {
        let best = told::<Sided<Domineering>>(size, &mut Components::apart(), few);
        assert!(best.preferred.is_some(), "{size}");
    }
    let solver = &mut OnGraph::<Sided<Domineering>>::proof_number();
    assert!(
        told::<Sided<Domineering>>("4,4", solver, 0)
            .preferred
            .is_some()
    );
}

#[test]
fn a_grundy_value_has_a_winning_move() {
    for size in ["3,4", "3,6", "4,5"] {
        let best = told::<Cram>(size, &mut Nimber::default(), 0);
        assert!(best.preferred.is_some(), "{size}");
    }
}

#[test]
fn a_drawn_position_has_the_moves_that_are_known() {
    let best = told::<Connect>("4,4,4", &mut AlphaBeta::<Connect, Hints>::default(), 3);
    assert!(best.preferred.is_some());
}
