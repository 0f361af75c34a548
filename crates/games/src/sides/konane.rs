//! Konane: a stone jumps vertically or horizontally over a neighbouring stone of the other player onto the free cell behind
//! it. The jumped stone is removed, and the stone may continue in the same direction. A player who cannot jump loses.
//!
//! A position is the board row by row from the top, after the opening: `X` for Left's stones, `O` for Right's, `.` for free
//! cells, `#` for no cell: `XO.O/OXOX`; a move names the cells it leads from and to: `b1-d1`.
//!
//! `xo.` is worth 1, `.ox.` *.
//!
//! Source: M. D. Ernst, Playing Konane mathematically: a combinatorial game-theoretic analysis, UMAP Journal 16 (1995).

use bouton_core::Side;
use bouton_core::entry::{Card, Entry, Example, Kind, OpenError, Opened};
use bouton_core::scene::Set;
use bouton_texts::text;

use super::marked::{Marked, Symmetry};
use super::steps::{DOWN, LEFT, Pattern, RIGHT, Steps, UP};

const JUMPS: [Pattern; 2] = [
    jump(Side::Left, "lr.", "..l"),
    jump(Side::Right, "rl.", "..r"),
];

const fn jump(side: Side, before: &'static str, after: &'static str) -> Pattern {
    Pattern {
        side,
        directions: &[RIGHT, LEFT, DOWN, UP],
        before,
        after,
        goes_on: true,
    }
}

/// Konane.
#[derive(Debug)]
pub struct Konane;

impl Entry for Konane {
    type Game = Marked;
    const CARD: Card = Card {
        name: "konane",
        kind: Kind::Sides,
        aliases: &[],
        parameters: "rows and columns, like konane:4,4; without them the board is as large as the position",
        text: text("konane"),
        notation: "the board by rows from the top: X for Left's stones, O for Right's, . for free, # for no cell; R after it if Right is to move",
        example: Example::new("4,5", "OXOXO/X..OX/OXOXO/XOXOX"),
        sources: &[
            "M. D. Ernst, Playing Konane mathematically: a combinatorial game-theoretic analysis, UMAP Journal 16 (1995)",
        ],
    };
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Marked>, OpenError> {
        let (notation, signs) = (Self::CARD.notation, (['X', 'O', '.', '#'], Set::Stones));
        Marked::on_board(parameters, position, notation, signs, |size| {
            Steps::new(size, &JUMPS, Symmetry::Turned, |_, at| {
                (at.all() & !at.both()).count_ones()
            })
            .taking()
            .worded(|from, to| format!("jump from {from} to {to}"))
        })
    }
}
