//! Push and Shove: pieces of Left's and Right's are on a strip. A player moves one of their own one cell to the left. In
//! Push it pushes the unbroken line of pieces in front of it; in Shove all pieces to its left move along, over any gaps. A
//! piece that leaves the strip at its left end is removed. A player with no piece left loses.
//!
//! A position is the strip: `l` a piece of Left's, `r` one of Right's, `.` a free cell: `.lr`. A move names the cell of the
//! moved piece.
//!
//! Every value is a number: `.lr` is worth −7/4 in Push and −2 in Shove.
//!
//! Source: M. H. Albert, R. J. Nowakowski, D. Wolfe, Lessons in Play (2007).

use bouton_core::Side;
use bouton_core::entry::{Card, Entry, Example, Kind, OpenError, Opened};
use bouton_core::scene;
use bouton_texts::text;
use smallvec::{SmallVec, smallvec};

use super::marked::{Marked, Marks, Move, Rules};
use crate::boards::free::{Set, members};

/// The pieces that move along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Along {
    /// Those in an unbroken line in front of it.
    Line,
    /// All in front of it.
    All,
}

impl Along {
    /// The cells from the last piece that moves along to `piece`.
    fn cells(self, pieces: Set, piece: usize) -> Set {
        let to = Set::MAX >> (63 - piece);
        let gaps = !pieces & to;
        match (self, gaps.checked_ilog2()) {
            (Self::Line, Some(gap)) => to & Set::MAX << gap & !(1 << gap),
            _ => to,
        }
    }
}

impl Rules for Along {
    fn moves(&self, at: Marks, side: Side) -> Vec<Move> {
        let moved = |piece| {
            let along = self.cells(at.all(), piece);
            let shift = |set: Set| set & !along | (set & along) >> 1;
            let (left, right) = (shift(at.left), shift(at.right));
            Move::at(piece, Marks { left, right })
        };
        members(at.of(side)).map(moved).collect()
    }
    fn height(&self, at: Marks) -> u32 {
        members(at.all()).map(|cell| cell as u32 + 1).sum()
    }
    fn canonical(&self, at: Marks) -> Marks {
        at
    }
    fn summands(&self, at: Marks) -> SmallVec<[Marks; 2]> {
        smallvec![at]
    }
    fn negative(&self, at: Marks) -> Option<Marks> {
        Some(at.turned())
    }
    /// Pieces are pushed off the strip.
    fn takes(&self) -> bool {
        true
    }
    fn words(&self, cells: &[String]) -> Option<String> {
        Some(format!("move {} to the left", cells.first()?))
    }
}

const NOTATION: &str = "the strip: l for Left's pieces, r for Right's, . for free cells: .lr; R after it if Right is to move";

fn open(
    along: Along,
    parameters: Option<&str>,
    position: Option<&str>,
) -> Result<Opened<Marked>, OpenError> {
    Marked::on_row(
        parameters,
        position,
        NOTATION,
        (['l', 'r', '.', '.'], scene::Set::Coins),
        |_| along,
    )
}

const fn card(name: &'static str, text: &'static str) -> Card {
    Card {
        name,
        kind: Kind::Sides,
        aliases: &[],
        parameters: "",
        text,
        notation: NOTATION,
        example: Example::at(".lr.rl"),
        sources: &["Albert, Nowakowski, Wolfe, Lessons in Play (2007)"],
    }
}

/// Push.
#[derive(Debug)]
pub struct Push;

impl Entry for Push {
    type Game = Marked;
    const CARD: Card = card("push", text("push"));
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Marked>, OpenError> {
        open(Along::Line, parameters, position)
    }
}

/// Shove.
#[derive(Debug)]
pub struct Shove;

impl Entry for Shove {
    type Game = Marked;
    const CARD: Card = card("shove", text("shove"));
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Marked>, OpenError> {
        open(Along::All, parameters, position)
    }
}
