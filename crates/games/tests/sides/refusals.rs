//! Positions that are too large.

use bouton_core::partizan::Turn;
use bouton_core::{Disjunctive, Entry, Limits, Partizan, Side, Sided, Solver, StopReason};
use bouton_games::sides::*;
use bouton_solvers::Components;

/// A piece with more moves than there is memory for.
#[test]
fn large_pieces_stop_at_their_limits() {
    fn stops<E: Entry<Game: Disjunctive + Partizan>>(parameters: Option<&str>, position: &str) {
        let (game, at) = E::open(parameters, Some(position)).unwrap();
        let turn = Turn {
            side: Side::Left,
            at,
        };
        let limits = Limits::of_memory(1 << 21);
        let found = Components::apart().evaluate(&Sided::of(game), &turn, &limits);
        assert_eq!(found.unwrap_err().reason, StopReason::Memory, "{position}");
    }
    stops::<Cutcake>(None, "100000x100000");
    stops::<Eatcake>(None, "99999x100000");
    stops::<PartizanOctal>(Some("0.[7]/0.[7]"), "100000");
}
