//! Pong hau k'i: four corners and the middle, joined by the two diagonals and three of the four sides, without the upper
//! one; two pieces each. A piece moves along a line to the empty point; a player who cannot move loses.
//!
//! A position is the upper corners, the middle, the lower corners: `OO/./XX`, `X` for the pieces of the player to move.
//! Points are called `a1 b1 m a2 b2`; a move is `a2-m`.
//!
//! Nobody can force a win from the start.
//!
//! Source: S. Culin, Games of the Orient (1895), 101 (also called umul-gonu).

use bouton_core::entry::{Card, Example, Kind};
use bouton_texts::text;

use super::men::{Board, Cells, Men, MenBoard};

/// The rules of pong hau k'i. Cell 2 is the middle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PongHauKiBoard;

/// The rules of pong hau k'i.
pub type PongHauKi = MenBoard<PongHauKiBoard>;

impl Board for PongHauKiBoard {
    const CARD: Card = Card {
        name: "pong-hau-k-i",
        kind: Kind::Boards,
        aliases: &[("umul-gonu", "")],
        parameters: "",
        text: text("pong-hau-k-i"),
        notation: "upper corners, middle, lower corners: X for the player to move, O for the other, . for the empty point",
        example: Example::at("OO/./XX"),
        sources: &["S. Culin, Games of the Orient (1895)"],
    };
    const CELLS: u32 = 5;
    const MEN: u32 = 2;
    const DROPS: bool = false;
    const START: Men = Men {
        mover: 0b11000,
        other: 0b00011,
    };
    const LINES: &'static [u32] = &[2, 1, 2];
    const NEIGHBOURS: &'static [Cells] = &[0b01100, 0b10100, 0b11011, 0b10101, 0b01110];
    const SYMMETRIES: &'static [&'static [u32]] = &[&[1, 0, 2, 4, 3]];
    const PLACES: Option<&'static [(u16, u16)]> =
        Some(&[(0, 0), (1000, 0), (500, 500), (0, 1000), (1000, 1000)]);
    fn name(cell: u32) -> String {
        ["a1", "b1", "m", "a2", "b2"][cell as usize].into()
    }
}
