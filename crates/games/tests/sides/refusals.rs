//! Texts that are not positions, and positions that are too large.

use bouton_core::partizan::Turn;
use bouton_core::{Disjunctive, Entry, Limits, Partizan, Side, Sided, Solver, StopReason};
use bouton_games::sides::*;
use bouton_solvers::Components;

#[test]
fn what_is_no_position_is_told() {
    fn error<E: Entry>(parameters: Option<&str>, position: Option<&str>) -> String {
        match E::open(parameters, position) {
            Ok(_) => panic!("{position:?} was read"),
            Err(error) => error.to_string(),
        }
    }
    let long = ".".repeat(65);
    for (error, expected) in [
        (
            error::<ToadsAndFrogs>(None, Some("t.g")),
            "expected one of the signs tf.#, found 'g'",
        ),
        (
            error::<ToadsAndFrogs>(None, None),
            "this game has no usual start",
        ),
        (
            error::<ToadsAndFrogs>(Some("5"), Some("t.f")),
            "this game takes no parameters",
        ),
        (
            error::<NoGo>(None, Some(&long)),
            "expected a board of 1 to 64 cells, found 65",
        ),
        (
            error::<NoGo>(None, Some("../.")),
            "expected 2 cells in each row, found 1",
        ),
        (error::<NoGo>(Some("2,2"), Some("...")), "expected 2 rows"),
        (
            error::<NoGo>(None, Some("OO./#.O/O#.")),
            "expected every block of stones to have a free neighbour",
        ),
        (
            error::<TopplingDominoes>(None, Some("lr/lr")),
            "expected one row, found 2",
        ),
        (
            error::<Snort>(None, Some("a-b/c")),
            "expected a point of the graph, found \"c\"",
        ),
        (
            error::<Snort>(None, Some("a-b/a/a")),
            "expected each point to be given to one player",
        ),
        (error::<Snort>(None, Some("a>b")), "expected edges like a-b"),
        (
            error::<Snort>(None, Some("XO.")),
            "expected stones of which no two neighbours",
        ),
        (
            error::<Snort>(None, Some("path 65")),
            "expected a point like 3 or b",
        ),
        (
            error::<Col>(None, Some("X.X/XOX")),
            "expected stones of which no two neighbours",
        ),
        (
            error::<Cutcake>(None, Some("2x0")),
            "expected rows and columns of a cake like 2x5",
        ),
        (
            error::<Cutcake>(None, Some("2x100001")),
            "of numbers up to 100000",
        ),
        (
            error::<PartizanSubtraction>(Some("1,2"), Some("5")),
            "expected the numbers that Left may take",
        ),
        (
            error::<PartizanSubtraction>(Some("1/x"), Some("5")),
            "expected a number to take",
        ),
        (
            error::<PartizanOctal>(Some("0.7/0.9"), Some("5")),
            "expected",
        ),
    ] {
        assert!(
            error.starts_with(expected) || error.contains(expected),
            "{error}"
        );
    }
}

/// A piece with more moves than there is memory for.
#[test]
fn large_pieces_stop_at_their_limits() {
    fn stops<E: Entry<Game: Disjunctive + Partizan>>(parameters: Option<&str>, position: &str) {
        let (game, at) = E::open(parameters, Some(position)).unwrap();
        let turn = Turn {
            side: Side::Left,
            at,
        };
        let limits = Limits {
            memory: Some(1 << 21),
            ..Limits::default()
        };
        let found = Components::apart().evaluate(&Sided::of(game), &turn, &limits);
        assert_eq!(found.unwrap_err().reason, StopReason::Memory, "{position}");
    }
    stops::<Cutcake>(None, "100000x100000");
    stops::<Eatcake>(None, "99999x100000");
    stops::<PartizanOctal>(Some("0.[7]/0.[7]"), "100000");
}
