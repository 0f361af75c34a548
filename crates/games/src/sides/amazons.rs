//! Amazons: an amazon moves like a queen of chess over free cells. From its new cell it shoots, also like a queen, at a
//! free cell, which is burnt permanently. A player who cannot move loses.
//!
//! A position is the board row by row from the top: `X` for Left's amazons, `O` for Right's, `.` for free, `#` for burnt
//! cells: `X..#/...O`; a move names the cells it leads from and to, and the target of the shot: `a1-c1/b1`.
//!
//! `x..o` is worth ±1, `.x./...` 5.
//!
//! Parts that do not touch, even at a corner, are independent. Parts without a free cell or an amazon have no move.
//!
//! Sources: W. Zamkauskas's game (1988); E. R. Berlekamp, Sums of N × 2 Amazons, Lecture Notes – Monograph Series 35 (2000).

use bouton_core::Side;
use bouton_core::entry::{Card, Entry, Example, Kind, OpenError, Opened};
use bouton_core::scene;
use bouton_texts::text;
use smallvec::SmallVec;

use super::marked::{Marked, Marks, Move, Rules, Symmetry};
use crate::boards::free::{Set, Size, members};

/// The rules on a board of one size.
#[derive(Debug)]
struct Board {
    size: Size,
    /// The cells on the path from each cell in each of the eight directions, the nearest first.
    rays: Vec<[Vec<usize>; 8]>,
}

const DIRECTIONS: [(isize, isize); 8] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
];

impl Board {
    fn new(size: Size) -> Self {
        let ray = |cell: usize, direction| {
            let reached = (2..=size.rows.max(size.columns))
                .map_while(|count| size.line(cell, direction, count)?.last().copied());
            reached.collect()
        };
        let rays = |cell| DIRECTIONS.map(|direction| ray(cell, direction));
        Self {
            size,
            rays: (0..size.rows * size.columns).map(rays).collect(),
        }
    }

    /// The cells that a queen can reach.
    fn reached(&self, from: usize, free: Set) -> Set {
        let rays = self.rays[from].iter();
        let open = |ray: &[usize]| -> Set {
            let cells = ray.iter().take_while(|cell| free >> **cell & 1 == 1);
            cells.map(|cell| 1 << cell).sum()
        };
        rays.map(|ray| open(ray)).sum()
    }

    /// The parts that may have a move.
    fn live(&self, at: Marks) -> impl Iterator<Item = Marks> {
        let parts = self.size.parts_by_corners(at.all());
        let parts = parts.map(move |part| at.within(part));
        parts.filter(|part| part.both() != 0 && part.left != part.right)
    }
}

impl Rules for Board {
    fn moves(&self, at: Marks, side: Side) -> Vec<Move> {
        let mut moves = Vec::new();
        let (own, free) = (at.only(side), at.both());
        for from in members(own) {
            for to in members(self.reached(from, free)) {
                let own = own & !(1 << from) | 1 << to;
                let free = free & !(1 << to) | 1 << from;
                for shot in members(self.reached(to, free)) {
                    let pieces = [own, at.only(side.other())];
                    let after = Marks::pieces(pieces, free & !(1 << shot)).seen_by(side);
                    moves.push(Move::called([Some(from), Some(to), Some(shot)], after));
                }
            }
        }
        moves
    }
    fn height(&self, at: Marks) -> u32 {
        at.both().count_ones()
    }
    fn canonical(&self, at: Marks) -> Marks {
        let live = self.live(at).map(Marks::all).sum();
        Symmetry::Turned.canonical(self.size, at.within(live))
    }
    fn summands(&self, at: Marks) -> SmallVec<[Marks; 2]> {
        self.live(at).collect()
    }
    fn negative(&self, at: Marks) -> Option<Marks> {
        Some(at.turned())
    }
    fn words(&self, cells: &[String]) -> Option<String> {
        let [from, to, shot] = cells else { return None };
        Some(format!("{from} to {to}, shooting at {shot}"))
    }
}

/// Amazons.
#[derive(Debug)]
pub struct Amazons;

impl Entry for Amazons {
    type Game = Marked;
    const CARD: Card = Card {
        name: "amazons",
        kind: Kind::Sides,
        aliases: &[],
        parameters: "rows and columns, like amazons:3,4; without them the board is as large as the position",
        text: text("amazons"),
        notation: "the board by rows from the top: X for Left's amazons, O for Right's, . for free, # for burnt; R after it if Right is to move",
        example: Example::at("X../..O"),
        sources: &[
            "E. R. Berlekamp, Sums of N × 2 Amazons, Lecture Notes – Monograph Series 35 (2000)",
        ],
    };
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Marked>, OpenError> {
        let (notation, signs) = (
            Self::CARD.notation,
            (['X', 'O', '.', '#'], scene::Set::Amazons),
        );
        Marked::on_board(parameters, position, notation, signs, Board::new)
    }
}
