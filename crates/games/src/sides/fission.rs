//! Fission: take a stone off the board and put two in its place, Left on the cells above and below it, Right on those to
//! the left and right; both cells must be free. A player who cannot move loses.
//!
//! A position is the board row by row from the top: `X` a stone, `.` a free cell, `#` none: `.../.X./...`; a move names the
//! cells where stones are put: `b1-b3`.
//!
//! `...../..X../.....` is worth −1, a stone in the middle of a 5 × 5 board 0.
//!
//! Source: the game of Fission in CGSuite 2.2 (A. Siegel, cgsuite.org).

use bouton_core::Side;
use bouton_core::entry::{Card, Entry, Example, Kind, OpenError, Opened};
use bouton_core::scene::Set;
use bouton_texts::text;

use super::marked::{Marked, Symmetry};
use super::steps::{DOWN, Direction, Pattern, RIGHT, Steps};

/// Stones belong to no player; they are marked as Left's.
const fn split(side: Side, directions: &'static [Direction]) -> Pattern {
    Pattern {
        side,
        directions,
        before: ".l.",
        after: "l.l",
        goes_on: false,
    }
}

const SPLITS: [Pattern; 2] = [split(Side::Left, &[DOWN]), split(Side::Right, &[RIGHT])];

/// Fission.
#[derive(Debug)]
pub struct Fission;

impl Entry for Fission {
    type Game = Marked;
    const CARD: Card = Card {
        name: "fission",
        kind: Kind::Sides,
        aliases: &[],
        parameters: "rows and columns, like fission:5,5; without them the board is as large as the position",
        text: text("fission"),
        notation: "the board by rows from the top: X for a stone, . for free, # for no cell; R after it if Right is to move",
        example: Example::new("5,5", "...../...../..X../...../....."),
        sources: &["Fission as in CGSuite 2.2, cgsuite.org"],
    };
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Marked>, OpenError> {
        let (notation, signs) = (Self::CARD.notation, (['X', '#', '.', '#'], Set::Stones));
        Marked::on_board(parameters, position, notation, signs, |size| {
            Steps::new(size, &SPLITS, Symmetry::Mirrored, |_, at| {
                at.both().count_ones()
            })
            .worded(|one, other| format!("split onto {one} and {other}"))
        })
    }
}
