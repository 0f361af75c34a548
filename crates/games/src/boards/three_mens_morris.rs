//! Three men's morris: on a board of 3 × 3 each player puts three pieces in turn, then moves one of them along a line
//! (rows, columns and the two diagonals) to the next point, if that is empty. Three pieces in a line win; a player who
//! cannot move loses.
//!
//! A position is the board row by row from the top, `X` for the pieces of the player to move: `X.O/.O./..X`. A piece is put
//! on `b2` and moved from `b2` to `c3` by `b2-c3`.
//!
//! Source: H. J. R. Murray, A History of Board-Games Other Than Chess (1952), 3.3; there the first piece may be put in the
//! middle, which wins.

use bouton_core::entry::{Card, Example, Kind};
use bouton_texts::text;

use super::grid::cell_name;
use super::men::{Board, Cells, Men, MenBoard, symmetry};

/// The rules of three men's morris.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MorrisBoard;

/// The rules of three men's morris.
pub type ThreeMensMorris = MenBoard<MorrisBoard>;

/// Rows, columns and diagonals.
const LINES: [Cells; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

impl Board for MorrisBoard {
    const CARD: Card = Card {
        name: "three-mens-morris",
        kind: Kind::Boards,
        aliases: &[("tapatan", ""), ("nine-holes", "")],
        parameters: "",
        text: text("three-mens-morris"),
        notation: "the board by rows from the top: X for the player to move, O for the other, . for an empty point",
        example: Example::at("X.O/.O./..X"),
        sources: &["H. J. R. Murray, A History of Board-Games Other Than Chess (1952)"],
    };
    const CELLS: u32 = 9;
    const MEN: u32 = 3;
    const DROPS: bool = true;
    const START: Men = Men { mover: 0, other: 0 };
    const LINES: &'static [u32] = &[3; 3];
    const NEIGHBOURS: &'static [Cells] = &[
        0b000_011_010,
        0b000_010_101,
        0b000_110_010,
        0b001_010_001,
        0b111_101_111,
        0b100_010_100,
        0b010_011_000,
        0b101_010_000,
        0b010_110_000,
    ];
    const PLACES: Option<&'static [(u16, u16)]> = Some(&[
        (0, 0),
        (500, 0),
        (1000, 0),
        (0, 500),
        (500, 500),
        (1000, 500),
        (0, 1000),
        (500, 1000),
        (1000, 1000),
    ]);
    const SYMMETRIES: &'static [&'static [u32]] = &[
        &symmetry::<9>(3, 1),
        &symmetry::<9>(3, 2),
        &symmetry::<9>(3, 3),
        &symmetry::<9>(3, 4),
        &symmetry::<9>(3, 5),
        &symmetry::<9>(3, 6),
        &symmetry::<9>(3, 7),
    ];
    fn name(cell: u32) -> String {
        cell_name(cell as usize / 3, cell as usize % 3)
    }
    fn won(men: Cells) -> bool {
        LINES.contains(&men)
    }
}
