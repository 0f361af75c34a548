//! Mū tōrere: eight points in a ring and one in the middle, four pieces each. A piece moves to the empty point if it is
//! next to it in the ring, or from the middle to any point, or to the middle from a point next to an enemy in the ring. A
//! player who cannot move loses.
//!
//! A position is the middle, then the ring: `./XXXXOOOO`, `X` for the pieces of the player to move. Points are called `m`
//! (middle) and 1 to 8; a move is `4-m`.
//!
//! There are 46 positions up to turns and mirror images, and no player can force a win from the start (Ascher).
//!
//! Source: M. Ascher, Mu Torere: an analysis of a Maori game, Mathematics Magazine 60 (1987).

use bouton_core::entry::{Card, Example, Kind};
use bouton_texts::text;

use super::men::{Board, Cells, Men, MenBoard};

/// The rules of mū tōrere. Cell 0 is the middle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MuTorereBoard;

/// The rules of mū tōrere.
pub type MuTorere = MenBoard<MuTorereBoard>;

/// The neighbours in the ring; the middle is next to all points.
const fn ring() -> [Cells; 9] {
    let mut table = [0b1_1111_1110; 9];
    let mut point = 0;
    while point < 8 {
        table[point + 1] = 1 | 2 << ((point + 1) % 8) | 2 << ((point + 7) % 8);
        point += 1;
    }
    table
}

/// The ring turned by `turn` points, and mirrored first if `over`.
const fn turned(turn: u32, over: bool) -> [u32; 9] {
    let mut table = [0; 9];
    let mut point = 0;
    while point < 8 {
        let place = if over { 7 - point } else { point };
        table[point as usize + 1] = (place + turn) % 8 + 1;
        point += 1;
    }
    table
}

static RING: [Cells; 9] = ring();

impl Board for MuTorereBoard {
    const CARD: Card = Card {
        name: "mu-torere",
        kind: Kind::Boards,
        aliases: &[],
        parameters: "",
        text: text("mu-torere"),
        notation: "the middle, then the ring: X for the player to move, O for the other, . for the empty point",
        example: Example::at("./XXXXOOOO"),
        sources: &[
            "M. Ascher, Mu Torere: an analysis of a Maori game, Mathematics Magazine 60 (1987)",
        ],
    };
    const CELLS: u32 = 9;
    const MEN: u32 = 4;
    const DROPS: bool = false;
    const START: Men = Men {
        mover: 0b0_0001_1110,
        other: 0b1_1110_0000,
    };
    const LINES: &'static [u32] = &[1, 8];
    const NEIGHBOURS: &'static [Cells] = &ring();
    const SYMMETRIES: &'static [&'static [u32]] = &[
        &turned(1, false),
        &turned(2, false),
        &turned(3, false),
        &turned(4, false),
        &turned(5, false),
        &turned(6, false),
        &turned(7, false),
        &turned(0, true),
        &turned(1, true),
        &turned(2, true),
        &turned(3, true),
        &turned(4, true),
        &turned(5, true),
        &turned(6, true),
        &turned(7, true),
    ];
    const PLACES: Option<&'static [(u16, u16)]> = Some(&[
        (500, 500),
        (500, 0),
        (854, 146),
        (1000, 500),
        (854, 854),
        (500, 1000),
        (146, 854),
        (0, 500),
        (146, 146),
    ]);
    fn name(cell: u32) -> String {
        match cell {
            0 => "m".into(),
            point => point.to_string(),
        }
    }
    fn forbids(at: &Men, from: u32, to: u32) -> bool {
        to == 0 && RING[from as usize] & at.other & !1 == 0
    }
}
