//! NoGo: put a stone on a free cell so that no block of stones, of either colour, is left without a free neighbour. A player
//! who cannot move loses.
//!
//! A position is the board row by row from the top: `X` for Left's stones, `O` for Right's, `.` for free, `#` for no cell:
//! `X.O/...`; a move names the cell.
//!
//! `..` is worth *, `.x..` {1|0}.
//!
//! Parts of the board that `#` separates are independent; parts in which no player can move are removed.
//!
//! Source: C.-W. Chou, O. Teytaud, S.-J. Yen, Revisiting Monte-Carlo tree search on a normal form game: NoGo, Applications
//! of Evolutionary Computation, LNCS 6624 (2011).

use bouton_core::Side;
use bouton_core::entry::{Card, Entry, Example, Kind, OpenError, Opened};
use bouton_core::scene;
use smallvec::SmallVec;

use super::marked::{Marked, Marks, Move, Rules, Symmetry};
use crate::boards::free::{Set, Size, members};

/// The rules on a board of one size.
#[derive(Debug)]
struct Board(Size);

impl Board {
    /// Whether each block of these stones that touches `near` has a free neighbour.
    fn breathe(&self, stones: Set, near: Set, free: Set) -> bool {
        let mut blocks = self.0.parts(stones);
        blocks.all(|block| block & near == 0 || self.0.around(block) & free != 0)
    }

    /// The position after `side` put a stone on a cell, if that is legal.
    fn put(&self, at: Marks, side: Side, cell: usize) -> Option<Marks> {
        let own = at.only(side) | 1 << cell;
        let other = at.only(side.other());
        let free = at.both() & !(1 << cell);
        let near = self.0.around(1 << cell) | 1 << cell;
        let breathe = [own, other].map(|stones| self.breathe(stones, near, free));
        (breathe == [true, true]).then(|| Marks::pieces([own, other], free).seen_by(side))
    }

    fn options(&self, at: Marks, side: Side) -> impl Iterator<Item = Move> {
        let cells = members(at.both());
        cells.filter_map(move |cell| Some(Move::at(cell, self.put(at, side, cell)?)))
    }

    /// The parts that may have a move.
    fn live(&self, at: Marks) -> impl Iterator<Item = Marks> {
        let parts = self.0.parts(at.all()).map(move |part| at.within(part));
        let has_move = |at: &Marks, side| self.options(*at, side).next().is_some();
        parts.filter(move |part| Side::BOTH.iter().any(|side| has_move(part, *side)))
    }
}

impl Rules for Board {
    fn moves(&self, at: Marks, side: Side) -> Vec<Move> {
        self.options(at, side).collect()
    }
    fn lacks(&self, at: Marks) -> Option<&'static str> {
        let breathes = |side: &Side| self.breathe(at.only(*side), self.0.all(), at.both());
        let all = Side::BOTH.iter().all(breathes);
        (!all).then_some("expected every block of stones to have a free neighbour")
    }
    fn height(&self, at: Marks) -> u32 {
        at.both().count_ones()
    }
    fn canonical(&self, at: Marks) -> Marks {
        let live = self.live(at).map(Marks::all).sum();
        Symmetry::Turned.canonical(self.0, at.within(live))
    }
    fn summands(&self, at: Marks) -> SmallVec<[Marks; 2]> {
        self.live(at).collect()
    }
    fn negative(&self, at: Marks) -> Option<Marks> {
        Some(at.turned())
    }
}

/// NoGo.
#[derive(Debug)]
pub struct NoGo;

impl Entry for NoGo {
    type Game = Marked;
    const CARD: Card = Card {
        name: "nogo",
        kind: Kind::Sides,
        aliases: &[],
        parameters: "rows and columns, like nogo:3,3; without them the board is as large as the position",
        rules: "Put a stone of yours on a free cell so that every block of stones has a free neighbour; a player with no move loses.",
        notation: "the board by rows from the top: X for Left's stones, O for Right's, . for free, # for no cell; R after it if Right is to move",
        example: Example {
            parameters: "3,3",
            position: "X../.../..O",
        },
        sources: &[
            "Chou, Teytaud, Yen, Revisiting Monte-Carlo tree search on a normal form game: NoGo, LNCS 6624 (2011)",
        ],
    };
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Marked>, OpenError> {
        let (notation, signs) = (Self::CARD.notation, (['X', 'O', '.', '#'], scene::Set::Go));
        let empty = match position {
            None => Some(Size::read(parameters)?.show(|_| '.')),
            Some(_) => None,
        };
        let position = position.or(empty.as_deref());
        Marked::on_board(parameters, position, notation, signs, Board)
    }
}
