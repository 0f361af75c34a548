//! Teeko: on a board of 5 × 5 each player puts four pieces in turn, then moves one of them to a neighbouring empty cell (in
//! all eight directions). Four pieces in a row, vertical, horizontal or diagonal, or in a square of 2 × 2, win.
//!
//! A position is the board row by row from the top, `X` for the pieces of the player to move, `O` for the other's:
//! `...../..O../..X../...../.....`. A piece is put on `c3` and moved from `c3` to `d4` by `c3-d4`.
//!
//! With best play the game is a draw.
//!
//! Sources: J. Scarne, Scarne on Teeko (1955); G. L. Steele, in K. Cowell's survey of solved games (1998): a draw.

use bouton_core::entry::{Card, Example, Kind};
use bouton_texts::text;

use super::grid::cell_name;
use super::men::{Board, Cells, Men, MenBoard, neighbours, symmetry};

/// The rules of teeko.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TeekoBoard;

/// The rules of teeko.
pub type Teeko = MenBoard<TeekoBoard>;

/// The two columns in which a horizontal four may start, in every row; below, the four in which a pair may start.
const FOURS: Cells = 0b00011_00011_00011_00011_00011;
const PAIRS: Cells = 0b01111_01111_01111_01111_01111;
/// The two columns in which a falling diagonal of four may end.
const RIGHT: Cells = 0b11000_11000_11000_11000_11000;

impl Board for TeekoBoard {
    const CARD: Card = Card {
        name: "teeko",
        kind: Kind::Boards,
        aliases: &[],
        parameters: "",
        text: text("teeko"),
        notation: "the board by rows from the top: X for the player to move, O for the other, . for an empty cell",
        example: Example::at("...../.XO../..OX./.OX../..XO."),
        sources: &[
            "J. Scarne, Scarne on Teeko (1955)",
            "G. L. Steele (1998): a draw with best play",
        ],
    };
    const TO_PLAY: Option<Example> = Some(Example::at("...../.XO../..OX./.OX../..XO."));
    const CELLS: u32 = 25;
    const MEN: u32 = 4;
    const DROPS: bool = true;
    const START: Men = Men { mover: 0, other: 0 };
    const LINES: &'static [u32] = &[5; 5];
    const NEIGHBOURS: &'static [Cells] = &neighbours::<25>(5, true);
    const SYMMETRIES: &'static [&'static [u32]] = &[
        &symmetry::<25>(5, 1),
        &symmetry::<25>(5, 2),
        &symmetry::<25>(5, 3),
        &symmetry::<25>(5, 4),
        &symmetry::<25>(5, 5),
        &symmetry::<25>(5, 6),
        &symmetry::<25>(5, 7),
    ];
    fn name(cell: u32) -> String {
        cell_name(cell as usize / 5, cell as usize % 5)
    }
    #[inline]
    fn won(men: Cells) -> bool {
        let line = |step: u32| men & men >> step & men >> (2 * step) & men >> (3 * step);
        let pair = men & men >> 1 & PAIRS;
        let level = line(1) & FOURS;
        let diagonal = (line(6) & FOURS) | (line(4) & RIGHT);
        (level | line(5) | diagonal | (pair & pair >> 5)) != 0
    }
}
