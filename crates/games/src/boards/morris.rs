//! Six and nine men's morris: players put their pieces (men) on the points of two or three squares, one inside the other,
//! joined at the midpoints of their sides. Then a move takes one piece along a line to the next point. Three in a row along
//! a line are a mill. A player who closes a mill takes one piece of the other player; a piece in a mill only if all are in
//! mills, and only one if two mills are closed at once. In nine men's morris a player with three pieces left may move one
//! to any empty point. A player with two pieces left, or with no move, loses.
//!
//! A position is the board row by row from the top, `X` for the pieces of the player to move, and the number of pieces that
//! this player and the other have in hand, if there are any: `X.O/.../.../....../.../.../... 7,7`. Columns are letters,
//! rows numbers from below. A piece is put on `a1`, moved by `a1-d1`, and takes another by `a1-d1xg7`.
//!
//! Positions without pieces in hand are numbered, in slices by the pieces of both players: play leads from a slice to those
//! with one piece less. A number represents all positions that are equal up to symmetry (turns, mirror images, and the
//! exchange of the inner and the outer square).
//!
//! Nobody can force a win in nine men's morris.
//!
//! Sources: R. Gasser, Solving Nine Men's Morris, Games of No Chance (1996), whose rules these are; H. J. R. Murray, A History of
//! Board-Games Other Than Chess (1952), 3.4 (six men; without moves to any point).

mod hints;
mod notation;
mod numbers;
mod plan;

use bouton_core::entry::{Card, Entry, Example, Kind, OpenError, Opened, no_parameters};
use bouton_core::scene::{
    Cell, Deed, Drawn, Edge, EdgeKind, Figure, InHand, Owner, Point, Scene, Seat, Set,
};
use bouton_core::{Alternating, Game, Notation, Outcome, WinDrawLoss, declares};
use bouton_texts::text;

use super::subsets::{Cells, cells};
use plan::{NINE, Plan, SIX};

/// The fewest pieces of a player who has not lost.
const FEWEST: u32 = 3;

/// Morris on one of the boards.
#[derive(Clone, Copy, Debug)]
pub struct Morris {
    plan: &'static Plan,
}

impl PartialEq for Morris {
    fn eq(&self, other: &Self) -> bool {
        self.plan.men == other.plan.men
    }
}

/// The pieces of both players, on the board and in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placed {
    /// The pieces of the player to move.
    mover: Cells,
    /// The pieces of the other player.
    other: Cells,
    /// The number of pieces in hand, the player to move first.
    hand: [u8; 2],
}

bouton_core::packs!(Placed { mover, other, hand });

/// A piece put on the board, or moved, and the piece that it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    from: Option<u32>,
    to: u32,
    takes: Option<u32>,
}

bouton_core::packs!(Step { from, to, takes });

impl Morris {
    /// Six pieces each on sixteen points.
    pub fn six() -> Self {
        Self { plan: &SIX }
    }

    /// Nine pieces each on twenty-four points.
    pub fn nine() -> Self {
        Self { plan: &NINE }
    }

    fn start(self) -> Placed {
        Placed {
            mover: 0,
            other: 0,
            hand: [self.plan.men as u8; 2],
        }
    }

    fn empty(self, at: &Placed) -> Cells {
        self.plan.board() & !(at.mover | at.other)
    }

    /// The points that the piece on a point can move to.
    #[inline]
    fn targets(self, at: &Placed, from: u32) -> Cells {
        let flies = self.plan.flies && at.mover.count_ones() == FEWEST;
        let near = self.plan.tables().near[from as usize];
        self.empty(at) & if flies { Cells::MAX } else { near }
    }

    /// Every way to put down or to move a piece, regardless of captures.
    #[inline]
    fn ways(self, at: Placed) -> impl Iterator<Item = (Option<u32>, u32)> {
        let puts = if at.hand[0] > 0 { self.empty(&at) } else { 0 };
        let movers = if at.hand[0] > 0 { 0 } else { at.mover };
        let moved = cells(movers)
            .flat_map(move |from| cells(self.targets(&at, from)).map(move |to| (Some(from), to)));
        cells(puts).map(|to| (None, to)).chain(moved)
    }

    /// Whether a piece that is put on a point, or moved there, closes a mill.
    #[inline]
    fn closes(self, at: &Placed, from: Option<u32>, to: u32) -> bool {
        let men = at.mover & !from.map_or(0, |from| 1 << from);
        self.is_in_mill(men, to)
    }

    /// Whether a piece on a point is in a mill with these.
    #[inline]
    fn is_in_mill(self, men: Cells, point: u32) -> bool {
        let mills = &self.plan.tables().mills[point as usize];
        mills.iter().any(|others| men & others == *others)
    }

    /// The pieces among these that may be taken.
    #[inline]
    fn takeable(self, men: Cells) -> Cells {
        let free = cells(men).filter(|point| !self.is_in_mill(men, *point));
        match free.map(|point| 1 << point).sum() {
            0 => men,
            free => free,
        }
    }

    fn has_lost(self, at: &Placed) -> bool {
        at.mover.count_ones() + u32::from(at.hand[0]) < FEWEST || self.ways(*at).next().is_none()
    }

    #[inline]
    fn after(at: &Placed, step: &Step) -> Placed {
        let left = step.from.map_or(0, |from| 1 << from);
        let put = u8::from(step.from.is_none());
        Placed {
            mover: at.other & !step.takes.map_or(0, |taken| 1 << taken),
            other: at.mover & !left | 1 << step.to,
            hand: [at.hand[1], at.hand[0] - put],
        }
    }
}

impl Game for Morris {
    type Position = Placed;
    type Move = Step;
    fn canonical(&self, at: Placed) -> Placed {
        let images = (0..self.plan.tables().images()).map(|symmetry| {
            let image = |set| self.plan.tables().image(symmetry, set);
            Placed {
                mover: image(at.mover),
                other: image(at.other),
                ..at
            }
        });
        images.min().unwrap_or(at)
    }
    fn key(&self, at: &Placed) -> Option<u64> {
        let [mine, others] = at.hand.map(u64::from);
        let men = u64::from(at.mover) | u64::from(at.other) << 24;
        Some(men | mine << 48 | others << 52)
    }
}

impl Alternating for Morris {
    type Score = WinDrawLoss;
    fn moves<'g>(&'g self, at: &Placed) -> impl Iterator<Item = Step> + use<'g> {
        let (game, at) = (*self, *at);
        let is_over = at.mover.count_ones() + u32::from(at.hand[0]) < FEWEST;
        let ways = game.ways(at).filter(move |_| !is_over);
        ways.flat_map(move |(from, to)| {
            let takes = match game.closes(&at, from, to) {
                true => game.takeable(at.other),
                false => 0,
            };
            // A mill that is closed while the other player has no piece on the board takes nothing.
            let none = (takes == 0).then_some(None);
            let steps = none.into_iter().chain(cells(takes).map(Some));
            steps.map(move |takes| Step { from, to, takes })
        })
    }
    fn play(&self, at: &Placed, step: &Step) -> Placed {
        Self::after(at, step)
    }
    fn score(&self, at: &Placed) -> Option<WinDrawLoss> {
        self.has_lost(at).then_some(Outcome::Loss.into())
    }
}

impl Drawn for Morris {
    fn scene(&self, at: &Placed) -> Scene {
        let man = |point: usize| match (at.mover >> point & 1, at.other >> point & 1) {
            (1, _) => Cell::Piece(Owner::First, "X".into()),
            (_, 1) => Cell::Piece(Owner::Second, "O".into()),
            _ => Cell::Empty,
        };
        let side = self.plan.reach();
        let part = |place: i32| ((place + side) * 1000 / (2 * side)) as u16;
        let points = self.plan.places.iter().enumerate();
        let points = points.map(|(point, [x, y])| Point {
            x: part(*x),
            y: part(-y),
            label: self.plan.name(point as u32),
            cell: man(point),
        });
        let edge = |(from, to): (u32, u32)| Edge {
            from: from as usize,
            to: to as usize,
            kind: EdgeKind::Of(Owner::Neutral),
            label: String::new(),
        };
        let figure = Figure::Net {
            points: points.collect(),
            edges: self.plan.edges().map(edge).collect(),
        };
        let mut scene = Scene::of(figure)
            .to_move("X: the player to move")
            .with(Set::Stones)
            .seen(Seat::Mover)
            .taking();
        if at.hand != [0; 2] {
            let held = |side: usize| InHand {
                mark: ["X", "O"][side].into(),
                count: usize::from(at.hand[side]),
            };
            scene.hands = [0, 1].map(|side| vec![held(side)]);
        }
        scene
    }
    fn deed(&self, _at: &Placed, step: &Step) -> Option<Deed> {
        let first = self.plan.edges().count();
        let place = |point: u32| first + point as usize;
        // Beyond the points comes the hand.
        let from = step.from.map_or(first + self.plan.places.len(), place);
        Some(Deed {
            leaves: step.takes.map(place).into_iter().collect(),
            ..Deed::moving(from, place(step.to))
        })
    }
}

declares!(Morris: loopy, sliced, look);

/// Six men's morris, in the catalogue.
#[derive(Clone, Copy, Debug)]
pub struct SixMensMorris;

/// Nine men's morris, in the catalogue.
#[derive(Clone, Copy, Debug)]
pub struct NineMensMorris;

fn open(
    game: Morris,
    parameters: Option<&str>,
    position: Option<&str>,
) -> Result<Opened<Morris>, OpenError> {
    no_parameters(parameters)?;
    let at = position.map_or_else(|| Ok(game.start()), |text| game.parse(text));
    Ok((game, at.map_err(OpenError::Position)?))
}

impl Entry for SixMensMorris {
    type Game = Morris;
    const CARD: Card = Card {
        name: "six-mens-morris",
        kind: Kind::Boards,
        aliases: &[],
        parameters: "",
        text: text("six-mens-morris"),
        notation: "the board by rows from the top: X for the player to move, O for the other, . for an empty point; then the men that each has in hand, where there are any: .../.../..../.../... 6,6",
        example: Example::at("X.O/.X./O..X/.O./X.O"),
        sources: &["H. J. R. Murray, A History of Board-Games Other Than Chess (1952)"],
    };
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Morris>, OpenError> {
        open(Morris::six(), parameters, position)
    }
    fn start(&self) -> Option<Placed> {
        Some(Morris::six().start())
    }
}

impl Entry for NineMensMorris {
    type Game = Morris;
    const CARD: Card = Card {
        name: "nine-mens-morris",
        kind: Kind::Boards,
        aliases: &[("mill", ""), ("merels", "")],
        parameters: "",
        text: text("nine-mens-morris"),
        notation: "the board by rows from the top: X for the player to move, O for the other, . for an empty point; then the men that each has in hand, where there are any: .../.../.../....../.../.../... 9,9",
        example: Example::at("X.X/.../.../OO..O./.../.../X.."),
        sources: &["R. Gasser, Solving Nine Men's Morris, Games of No Chance (1996)"],
    };
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Morris>, OpenError> {
        open(Morris::nine(), parameters, position)
    }
    fn start(&self) -> Option<Placed> {
        Some(Morris::nine().start())
    }
}
