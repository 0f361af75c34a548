//! The common part of the solvers of rows taken from the ends: from the game to coins, and back to an answer.
//!
//! If the rest of the row is scored, let D be the margin of a row, S its sum and E = 2D − S. Taking v leaves a row with sum
//! S − v and margin D', so that D = (S − v) − D' becomes E = −v − E': the same game in which the coin −v is taken and
//! scored. The coins used are !v = −v − 1, which never overflow. Subtracting 1 from every coin costs the mover of an odd
//! row one point, and changes nothing in an even one.

use std::borrow::Cow;

use bouton_core::Margin;
use bouton_core::rows::{Earned, End, Span};
use bouton_core::solver::{Best, Evaluation};

use super::fold::Ends;

/// The coins of the equivalent row in which the taken coin is scored.
pub(super) fn coins(row: &[i64], earned: Earned) -> Cow<'_, [i64]> {
    match earned {
        Earned::Taken => row.into(),
        Earned::Rest => row.iter().map(|value| !value).collect(),
    }
}

/// The values of the two first moves in `row`, given their values in its [`coins`].
pub(super) fn in_the_game(row: &[i64], earned: Earned, ends: Ends) -> Ends {
    match earned {
        Earned::Taken => ends,
        Earned::Rest => {
            let sum: i128 = row.iter().map(|&value| i128::from(value)).sum();
            let odd = (row.len() % 2) as i128;
            let in_the_game = |margin: i128| (sum + margin + odd) / 2;
            Ends {
                left: in_the_game(ends.left),
                right: in_the_game(ends.right),
            }
        }
    }
}

/// The margin of a position from its two first moves, if there are any.
pub(super) fn value(ends: Option<Ends>) -> Evaluation<Margin> {
    Evaluation::of(Margin(ends.map_or(0, Ends::margin)))
}

/// The ends that reach the margin, the left one first; a single value is the left end alone.
pub(super) fn best(at: Span, ends: Option<Ends>) -> Best<End> {
    let Some(ends) = ends else {
        return Best::none();
    };
    let moves: Vec<End> = [(End::Left, ends.left), (End::Right, ends.right)]
        .into_iter()
        .take(at.len())
        .filter_map(|(end, value)| (value == ends.margin()).then_some(end))
        .collect();
    Best {
        preferred: moves.first().copied(),
        count: Some(moves.len().into()),
        moves,
        stopped: None,
    }
}
