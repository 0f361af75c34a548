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
use bouton_core::{InputError, Shape, Side};
use smallvec::SmallVec;

use super::marked::{Board, Marked, Marks, Move, Place, Rules, Symmetry};
use super::net::Net;
use crate::boards::cells::Cells;
use crate::boards::free::{Size, grown, members};

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
struct Colouring<S> {
    taken: Taken,
    /// The neighbours of each point.
    next: Vec<S>,
    /// The board, if there is one.
    size: Option<Size>,
}

impl<S: Cells> Colouring<S> {
    fn on_board(taken: Taken, size: Size) -> Self {
        let cells = 0..size.rows * size.columns;
        Self {
            taken,
            next: cells.map(|cell| size.around(S::one(cell))).collect(),
            size: Some(size),
        }
    }

    fn on_net(taken: Taken, net: &Net<S>) -> Self {
        let points = members(net.graph.all());
        Self {
            taken,
            next: points.map(|point| net.graph.next(point)).collect(),
            size: None,
        }
    }

    /// The player who can no longer colour the neighbours of a point that `side` colours.
    fn taken_from(&self, side: Side) -> Side {
        match self.taken {
            Taken::FromOneself => side,
            Taken::FromTheOther => side.other(),
        }
    }

    /// The position after `side` coloured a point, which either player may have been allowed to colour.
    fn coloured(&self, at: Marks<S>, side: Side, point: usize) -> Marks<S> {
        let mut to = at.within(!S::one(point));
        match self.taken_from(side) {
            Side::Left => to.left = to.left & !self.next[point],
            Side::Right => to.right = to.right & !self.next[point],
        }
        to
    }

    /// The neighbours that a point can affect, or that can affect it.
    fn touched(&self, at: Marks<S>, point: usize) -> S {
        let lost = |side: Side| match at.of(side).has(point) {
            true => at.of(self.taken_from(side)),
            false => S::NONE,
        };
        self.next[point] & (lost(Side::Left) | lost(Side::Right))
    }
}

impl<S: Cells> Rules<S> for Colouring<S> {
    fn moves(&self, at: Marks<S>, side: Side) -> Vec<Move<S>> {
        let own = members(at.of(side));
        own.map(|point| Move::at(point, self.coloured(at, side, point)))
            .collect()
    }
    fn height(&self, at: Marks<S>) -> u32 {
        at.left.count() + at.right.count()
    }
    fn canonical(&self, at: Marks<S>) -> Marks<S> {
        match self.size {
            Some(size) => Symmetry::Turned.canonical(size, at),
            None => at,
        }
    }
    fn summands(&self, at: Marks<S>) -> SmallVec<[Marks<S>; 2]> {
        let around = |part| S::union(members(part).map(|point| self.touched(at, point)));
        grown(at.all(), around)
            .map(|part| at.within(part))
            .collect()
    }
    fn negative(&self, at: Marks<S>) -> Option<Marks<S>> {
        Some(at.turned())
    }
    /// A vertex for each point and each player who may colour it. Colouring takes the vertex and its neighbours: that of the
    /// other player at the point, and those that it takes from the points beside. On a board turning it does nearly as well.
    fn shape(&self, at: Marks<S>) -> Option<Shape> {
        let is_small = at.left.count() + at.right.count() <= Shape::MOST;
        if self.size.is_some() || !is_small {
            return None;
        }
        let of = |side| members(at.of(side)).map(move |point| (side, point));
        let vertices: SmallVec<[_; 64]> = Side::BOTH.into_iter().flat_map(of).collect();
        let mut shape = Shape {
            vertices: vertices.len(),
            ..Shape::default()
        };
        for (v, &(side, point)) in vertices.iter().enumerate() {
            shape.right |= u64::from(side == Side::Right) << v;
            let taken = self.taken_from(side);
            for (w, &(other, beside)) in vertices.iter().enumerate().take(v) {
                let is_taken = other == taken && self.next[point].has(beside);
                if is_taken || other != side && beside == point {
                    shape.edges.push([w as u8, v as u8]);
                }
            }
        }
        Some(shape)
    }
}

/// Opens one of the two games: on a board if there are parameters, or the position is one.
pub(crate) fn open<S: Cells>(
    taken: Taken,
    parameters: Option<&str>,
    position: Option<&str>,
    card: &Card,
) -> Result<Opened<Marked<S>>, OpenError> {
    let grid = position.and_then(grid);
    let position = grid.as_deref().or(position);
    if parameters.is_none() && !position.is_some_and(is_board) {
        let text = needed(position, card.notation)?;
        let (net, at) = Net::read(text).map_err(OpenError::Position)?;
        let rules = Colouring::on_net(taken, &net);
        return Ok((Marked::new(Place::Net(net), Box::new(rules)), at));
    }
    let size = Size::read_or_seen_for::<S>(parameters, position)?;
    let rules = Colouring::on_board(taken, size);
    let at = match position {
        None => Marks::pieces([S::NONE; 2], size.all()),
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
fn with_stones<S: Cells>(
    rules: &Colouring<S>,
    size: Size,
    text: &str,
) -> Result<Marks<S>, InputError> {
    let [left, right, both, _, x, o] = size.parse(text, ['L', 'R', '.', '#', 'X', 'O'])?;
    let at = Marks::pieces([left, right], both);
    let barred = match rules.taken {
        Taken::FromOneself => size.around(x) & x | size.around(o) & o,
        Taken::FromTheOther => size.around(x) & o,
    };
    if barred != S::NONE {
        let message = "expected stones of which no two neighbours are against the rules";
        return Err(InputError::whole(message, text));
    }
    let stones = [(x, Side::Left), (o, Side::Right)];
    Ok(stones.into_iter().fold(at, |at, (stones, side)| {
        members(stones).fold(at, |at, stone| rules.coloured(at, side, stone))
    }))
}
