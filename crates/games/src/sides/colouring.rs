//! The common part of Snort and Col: players colour points of a graph or cells of a board. A coloured point is no longer
//! available to either player, and its neighbours are no longer available to one of them.
//!
//! A position says which player may still colour each point. On a board: `.` both, `L` only Left, `R` only Right, `#`
//! nobody; stones on the board can be written too, `X` for Left's and `O` for Right's. For graphs see [`Net`].
//!
//! Two neighbours affect each other only if colouring one can take the other from a player who still has it: such pairs
//! connect the parts of a position. Points that neither player may colour are removed.

use bouton_core::entry::{Card, OpenError, Opened, needed};
use bouton_core::scene;
use bouton_core::{InputError, Side};
use smallvec::SmallVec;

use super::marked::{Board, Marked, Marks, Move, Place, Rules, Symmetry};
use super::net::Net;
use crate::boards::free::{Set, Size, members};

/// The player who can no longer colour the neighbours of a coloured point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Taken {
    /// The player who coloured it: Col.
    FromOneself,
    /// The other player: Snort.
    FromTheOther,
}

/// The rules on one graph or board.
#[derive(Debug)]
struct Colouring {
    taken: Taken,
    /// The neighbours of each point.
    next: Vec<Set>,
    /// The board, if there is one.
    size: Option<Size>,
}

impl Colouring {
    fn on_board(taken: Taken, size: Size) -> Self {
        let cells = 0..size.rows * size.columns;
        Self {
            taken,
            next: cells.map(|cell| size.around(1 << cell)).collect(),
            size: Some(size),
        }
    }

    fn on_net(taken: Taken, net: &Net) -> Self {
        let points = members(net.graph.all());
        Self {
            taken,
            next: points.map(|point| net.graph.next(point)).collect(),
            size: None,
        }
    }

    /// The position after `side` coloured a point, which either player may have been allowed to colour.
    fn coloured(&self, at: Marks, side: Side, point: usize) -> Marks {
        let from = match self.taken {
            Taken::FromOneself => side,
            Taken::FromTheOther => side.other(),
        };
        let mut to = at.within(!(1 << point));
        match from {
            Side::Left => to.left &= !self.next[point],
            Side::Right => to.right &= !self.next[point],
        }
        to
    }

    /// The neighbours that a point can affect, or that can affect it.
    fn touched(&self, at: Marks, point: usize) -> Set {
        let lost = |side: Side| match (at.of(side) >> point & 1, self.taken) {
            (0, _) => 0,
            (_, Taken::FromOneself) => at.of(side),
            (_, Taken::FromTheOther) => at.of(side.other()),
        };
        self.next[point] & (lost(Side::Left) | lost(Side::Right))
    }

    fn part(&self, at: Marks, first: Set) -> Set {
        let (mut part, mut new) = (first, first);
        while new != 0 {
            let touched = members(new).fold(0, |set, point| set | self.touched(at, point));
            new = touched & !part;
            part |= new;
        }
        part
    }
}

impl Rules for Colouring {
    fn moves(&self, at: Marks, side: Side) -> Vec<Move> {
        let own = members(at.of(side));
        own.map(|point| Move::at(point, self.coloured(at, side, point)))
            .collect()
    }
    fn height(&self, at: Marks) -> u32 {
        at.left.count_ones() + at.right.count_ones()
    }
    fn canonical(&self, at: Marks) -> Marks {
        match self.size {
            Some(size) => Symmetry::Turned.canonical(size, at),
            None => at,
        }
    }
    fn summands(&self, at: Marks) -> SmallVec<[Marks; 2]> {
        let mut left = at.all();
        let mut parts = SmallVec::new();
        while left != 0 {
            let part = self.part(at, left & left.wrapping_neg());
            parts.push(at.within(part));
            left &= !part;
        }
        parts
    }
    fn negative(&self, at: Marks) -> Option<Marks> {
        Some(at.turned())
    }
}

/// Opens one of the two games: on a board if there are parameters, or the position is one.
pub(crate) fn open(
    taken: Taken,
    parameters: Option<&str>,
    position: Option<&str>,
    card: &Card,
) -> Result<Opened<Marked>, OpenError> {
    let grid = position.and_then(grid);
    let position = grid.as_deref().or(position);
    if parameters.is_none() && !position.is_some_and(is_board) {
        let text = needed(position, card.notation)?;
        let (net, at) = Net::read(text).map_err(OpenError::Position)?;
        let rules = Colouring::on_net(taken, &net);
        return Ok((Marked::new(Place::Net(net), Box::new(rules)), at));
    }
    let size = Size::read_or_seen(parameters, position)?;
    let rules = Colouring::on_board(taken, size);
    let at = match position {
        None => Marks::pieces([0, 0], size.all()),
        Some(text) => with_stones(&rules, size, text).map_err(OpenError::Position)?,
    };
    let signs = ['L', 'R', '.', '#'];
    let place = Place::Board(Board {
        size,
        signs,
        set: scene::Set::Letters,
    });
    Ok((Marked::new(place, Box::new(rules)), at))
}

/// Whether a position is written as a board rather than as a graph; the empty text is a graph without points.
fn is_board(text: &str) -> bool {
    let mut signs = text.trim().chars().peekable();
    signs.peek().is_some() && signs.all(|sign| ".#LRXOlrxo/|".contains(sign))
}

/// The board named by `grid 2x3`.
fn grid(text: &str) -> Option<String> {
    let (rows, columns) = text.trim().strip_prefix("grid ")?.split_once('x')?;
    let number = |text: &str| text.trim().parse().ok().filter(|n| (1..=64).contains(n));
    Some(vec![".".repeat(number(columns)?); number(rows)?].join("/"))
}

/// A board with stones, which count as coloured.
fn with_stones(rules: &Colouring, size: Size, text: &str) -> Result<Marks, InputError> {
    let [left, right, both, _, x, o] = size.parse(text, ['L', 'R', '.', '#', 'X', 'O'])?;
    let at = Marks::pieces([left, right], both);
    let barred = match rules.taken {
        Taken::FromOneself => size.around(x) & x | size.around(o) & o,
        Taken::FromTheOther => size.around(x) & o,
    };
    if barred != 0 {
        let message = "expected stones of which no two neighbours are against the rules";
        return Err(InputError::whole(message, text));
    }
    let stones = [(x, Side::Left), (o, Side::Right)];
    Ok(stones.into_iter().fold(at, |at, (stones, side)| {
        members(stones).fold(at, |at, stone| rules.coloured(at, side, stone))
    }))
}
