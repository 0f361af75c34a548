//! NoGo: put a stone on a free cell so that no block of stones, of either colour, is left without a free neighbour. A player
//! who cannot move loses.
//!
//! A position is the board row by row from the top: `X` for Left's stones, `O` for Right's, `.` for free, `#` for no cell:
//! `X.O/...`; a move names the cell.
//!
//! `..` is worth *, `.x..` {1|0}.
//!
//! A stone of the other player is for a block what the edge of the board is: never free again. So parts of the board that hang
//! together only by neighbours of two colours, or not at all, are independent. Parts in which no player can move are removed.
//! On a board of one row a block is as good as a single stone: only its two ends matter.
//!
//! Source: C.-W. Chou, O. Teytaud, S.-J. Yen, Revisiting Monte-Carlo tree search on a normal form game: NoGo, Applications
//! of Evolutionary Computation, LNCS 6624 (2011).

use bouton_core::Side;
use bouton_core::entry::{Card, Entry, Example, Kind, OpenError, Opened};
use bouton_core::scene;
use bouton_texts::text;
use smallvec::SmallVec;

use super::marked::{Marked, Marks, Move, Rules, Symmetry};
use crate::boards::free::{Set, Size, grown, members};

/// The rules on a board of one size.
#[derive(Debug)]
struct Board(Size);

impl Board {
    /// Whether the block of the stone at a cell has a free neighbour.
    fn breathes(&self, cell: usize, stones: Set, free: Set) -> bool {
        let mut block = 1 << cell;
        loop {
            let around = self.0.around(block);
            let grown = block | around & stones;
            if around & free != 0 || grown == block {
                return around & free != 0;
            }
            block = grown;
        }
    }

    /// The position after `side` put a stone on a cell, if that is legal.
    fn put(&self, at: Marks, side: Side, cell: usize) -> Option<Marks> {
        let own = at.only(side) | 1 << cell;
        let other = at.only(side.other());
        let free = at.both() & !(1 << cell);
        let mut met = members(self.0.around(1 << cell) & other);
        (self.breathes(cell, own, free) && met.all(|cell| self.breathes(cell, other, free)))
            .then(|| Marks::pieces([own, other], free).seen_by(side))
    }

    fn options(&self, at: Marks, side: Side) -> impl Iterator<Item = Move> {
        let cells = members(at.both());
        cells.filter_map(move |cell| Some(Move::at(cell, self.put(at, side, cell)?)))
    }

    /// The parts that may have a move.
    fn live(&self, at: Marks) -> impl Iterator<Item = Marks> {
        // A free cell is in both sets, a stone in one: neighbours of two colours do not join parts.
        let around = move |part| {
            let through = |set| self.0.around(part & set) & set;
            through(at.left) | through(at.right)
        };
        let parts = grown(at.all(), around).map(move |part| at.within(part));
        let has_move = |at: &Marks, side| self.options(*at, side).next().is_some();
        parts.filter(move |part| Side::BOTH.iter().any(|side| has_move(part, *side)))
    }

    /// The same part with blocks of one stone, if the board is a row.
    fn short(&self, at: Marks) -> Marks {
        let doubled = |stones: Set| stones & stones >> 1;
        let doubled = Side::BOTH.iter().map(|side| doubled(at.only(*side))).sum();
        match self.0.rows {
            1 => Marks {
                left: without(at.left, doubled),
                right: without(at.right, doubled),
            },
            _ => at,
        }
    }
}

/// The set on a row from which these cells were taken out: the cells after them move up.
fn without(mut set: Set, cells: Set) -> Set {
    for (taken, cell) in members(cells).enumerate() {
        let before = (1 << (cell - taken)) - 1;
        set = set & before | set >> 1 & !before;
    }
    set
}

impl Rules for Board {
    fn moves(&self, at: Marks, side: Side) -> Vec<Move> {
        self.options(at, side).collect()
    }
    fn lacks(&self, at: Marks) -> Option<&'static str> {
        let all = |stones| members(stones).all(|cell| self.breathes(cell, stones, at.both()));
        let all = Side::BOTH.iter().all(|side| all(at.only(*side)));
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
        self.live(at).map(|part| self.short(part)).collect()
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
        text: text("nogo"),
        notation: "the board by rows from the top: X for Left's stones, O for Right's, . for free, # for no cell; R after it if Right is to move",
        example: Example::new("3,3", "X../.../..O"),
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
