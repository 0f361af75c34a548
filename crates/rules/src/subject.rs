//! [`Subject`]: rules, however they are written, that can be looked through for mistakes.

use std::hash::Hash;

use bouton_core::{Margin, Score, Side, WinDrawLoss};

use crate::function::Function;
use crate::growth::Extent;
use crate::kind::Kind;
use crate::notation::{Shape, literal};
use crate::plain::Plain;
use crate::ruled::Worth;
use crate::rules::Rules;

/// Rules that somebody wrote. What goes wrong is thrown ([`bouton_core::fail`]).
pub trait Subject {
    /// Where play can be.
    type Position: Clone + Eq + Hash + Ord;

    /// What kind of game it is.
    fn kind(&self) -> Kind;
    /// Whether something vouches for the end of play.
    fn is_loopfree(&self) -> bool;
    /// Whether the end itself is worth points.
    fn scores_the_end(&self) -> bool;
    /// The usual start.
    fn start(&self) -> Option<Self::Position>;
    /// The names that are there and mean nothing, and those that would mean something and are not there.
    fn names(&self) -> (Vec<String>, Vec<String>);

    /// The end of play and the moves, whatever is told of the plies left.
    fn look(&self, at: &Self::Position, side: Side) -> Look<Self::Position>;
    /// What it is worth to be without a move.
    fn stuck(&self) -> i64;
    /// How many plies are left at most; asked where something vouches for the end.
    fn plies_left(&self, at: &Self::Position) -> i128;
    /// The position that stands for all that are the same by symmetry, where the rules say so.
    fn canonical(&self, at: &Self::Position) -> Option<Self::Position>;
    /// The independent parts, where the rules say so.
    fn summands(&self, at: &Self::Position) -> Option<Vec<Self::Position>>;
    /// Left and Right exchanged, where the rules say so.
    fn negative(&self, at: &Self::Position) -> Option<Self::Position>;
    /// Whether one of these three is told.
    fn simplifies(&self) -> bool;

    /// A position as the rules write it.
    fn show(&self, at: &Self::Position) -> String;
    /// A position as the language of the rules writes it.
    fn literal(&self, at: &Self::Position) -> String;
    /// The position that a text is, or why it is none.
    fn parse(&self, text: &str) -> Result<Self::Position, String>;
    /// What a move is called.
    fn label(&self, at: &Self::Position, side: Side, mv: &Step<Self::Position>) -> String;
    /// How far the numbers and lengths in a position reach.
    fn extent(&self, at: &Self::Position) -> Extent;
    /// Whether two positions are written in the same way.
    fn same_look(&self, one: &Self::Position, other: &Self::Position) -> bool;
    /// Asks whatever else can be asked of a position: its picture, and strategies where play goes on.
    fn try_the_rest(&self, at: &Self::Position, is_open: bool);
}

/// A move.
#[derive(Clone, Debug)]
pub struct Step<P> {
    /// Its place among the moves of the position.
    pub nth: u32,
    /// The position after it.
    pub to: P,
    /// What the mover earns.
    pub gain: i64,
    /// Whether the same player moves again.
    pub keeps_turn: bool,
}

/// A position as the rules see it.
#[derive(Clone, Debug)]
pub struct Look<P> {
    /// What the player to move has, if the rules say that play is over: points, or 1, 0 or -1.
    pub end: Option<i64>,
    /// The moves, if play is not over.
    pub moves: Vec<Step<P>>,
}

impl Subject for Rules {
    type Position = Plain;

    fn kind(&self) -> Kind {
        self.0.kind()
    }
    fn is_loopfree(&self) -> bool {
        self.0.is_loopfree()
    }
    fn scores_the_end(&self) -> bool {
        self.0.scores_the_end()
    }
    fn start(&self) -> Option<Plain> {
        self.0.start().cloned()
    }
    fn names(&self) -> (Vec<String>, Vec<String>) {
        let (others, missing) = self.0.names();
        let owned = |names: Vec<&str>| names.into_iter().map(str::to_owned).collect();
        (owned(others), owned(missing))
    }

    fn look(&self, at: &Plain, side: Side) -> Look<Plain> {
        let look = self.unchecked(at, side);
        let end = look.end.map(|end| match self.0.kind() {
            Kind::Points => Margin::<i64>::told(&end).0,
            _ => WinDrawLoss::told(&end).rank() as i64,
        });
        let moves = look.moves.into_iter().map(|mv| Step {
            nth: mv.nth,
            to: mv.to,
            gain: mv.gain,
            keeps_turn: mv.keeps_turn,
        });
        Look {
            end,
            moves: moves.collect(),
        }
    }
    fn stuck(&self) -> i64 {
        match self.0.kind() {
            Kind::Points => 0,
            _ => WinDrawLoss::stuck(self.0.last_wins()).rank() as i64,
        }
    }
    fn plies_left(&self, at: &Plain) -> i128 {
        Self::plies_left(self, at)
    }
    fn canonical(&self, at: &Plain) -> Option<Plain> {
        let tells = self.0.has(Function::Canonical);
        tells.then(|| Self::canonical(self, at.clone()))
    }
    fn summands(&self, at: &Plain) -> Option<Vec<Plain>> {
        let tells = self.0.has(Function::Summands);
        tells.then(|| Self::summands(self, at).to_vec())
    }
    fn negative(&self, at: &Plain) -> Option<Plain> {
        Self::negative(self, at)
    }
    fn simplifies(&self) -> bool {
        let told = [Function::Canonical, Function::Summands, Function::Negative];
        told.into_iter().any(|function| self.0.has(function))
    }

    fn show(&self, at: &Plain) -> String {
        Self::show(self, at)
    }
    fn literal(&self, at: &Plain) -> String {
        literal(at)
    }
    fn parse(&self, text: &str) -> Result<Plain, String> {
        Self::parse(self, text).map_err(|error| error.message().to_owned())
    }
    fn label(&self, at: &Plain, side: Side, mv: &Step<Plain>) -> String {
        let mv = crate::request::Move {
            nth: mv.nth,
            to: mv.to.clone(),
            gain: mv.gain,
            keeps_turn: mv.keeps_turn,
        };
        self.show_move(at, side, &mv)
    }
    fn extent(&self, at: &Plain) -> Extent {
        at.extent()
    }
    fn same_look(&self, one: &Plain, other: &Plain) -> bool {
        let kind = |at: &Plain| match (Shape::of(at), at.items()) {
            (Shape::Int, _) => 0,
            (Shape::Str, _) => 1,
            (_, Some(_)) => 2,
            _ => 3,
        };
        kind(one) == kind(other)
    }
    fn try_the_rest(&self, at: &Plain, is_open: bool) {
        self.rows(at);
        for strategy in 0..self.0.strategies().len() {
            if is_open {
                self.allowed(Function::Strategy(strategy as u8), at);
            }
        }
    }
}
