//! [`Session`]: an opened game, spoken to in text.

use std::sync::Arc;

use bouton_answers::{Answer, Move, Whole};
use bouton_core::scene::{Scene, Slope};
use bouton_core::solver::About;
use bouton_core::strategy::StrategyCard;
use bouton_core::{Limits, Outcome, Side, StopReason};
use bouton_laws::Player;
use bouton_solvers::retrograde::Symmetric;

use crate::error::Error;
use crate::menu::RowStrategy;

/// How a question is to be answered.
#[derive(Clone, Debug, Default)]
pub struct How {
    /// The solver to use; `None`: the best one that accepts the position.
    pub solver: Option<String>,
    /// How far it may go.
    pub limits: Limits,
}

/// The value of a position in words and numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// `win`, `loss` or `draw`.
    pub outcome: Outcome,
    /// Mover's points minus the other's.
    pub margin: Option<i128>,
    /// Plies to the end.
    pub remoteness: Option<u32>,
    /// The Grundy value.
    pub grundy: Option<Whole>,
}

/// A move that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The move as the game writes it.
    pub name: String,
    /// The points that it earned, in a game of points.
    pub gain: Option<i128>,
    /// Whether the same player moves again.
    pub keeps_turn: bool,
}

/// A legal move, not valued.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// What the move is called and what it earns.
    pub played: Played,
    /// The position as the next player faces it.
    pub to: String,
    /// The parts of this position's scene that it changes, counted from 0.
    pub changes: Vec<usize>,
}

/// An opened game with a position in it. What its solvers learn is kept as long as the session.
pub trait Session: Send {
    /// The game, as it was named.
    fn game(&self) -> &str;
    /// Whether it is played for the opposite aim.
    fn is_misere(&self) -> bool;
    /// The position in the game's notation.
    fn position(&self) -> String;
    /// The solvers that serve the game, best first.
    fn solvers(&self) -> Vec<&'static About>;
    /// Whether the solver of that name serves the position; one that must work to know does so within the limits.
    ///
    /// # Errors
    /// A sentence that says why not.
    fn accepts(&self, solver: &str, limits: &Limits) -> Result<(), Error>;
    /// The answer to the position.
    ///
    /// # Errors
    /// A solver that does not serve the game or the position.
    fn solve(&mut self, how: &How) -> Result<Answer, Error>;
    /// Every legal move with the value it leads to, best first. The reason for stopping, if a limit was reached.
    ///
    /// # Errors
    /// As for [`Session::solve`].
    fn moves(&mut self, how: &How) -> Result<Result<Vec<Move>, StopReason>, Error>;
    /// The value alone.
    ///
    /// # Errors
    /// As for [`Session::solve`].
    fn value(&mut self, how: &How) -> Result<Result<Value, StopReason>, Error>;
    /// The proved law of the game's family.
    ///
    /// # Errors
    /// A game without formulas, or of which no law was proved within ten seconds.
    fn law(&self) -> Result<Arc<Player>, Error>;
    /// All positions that can be reached from here, counted; the reason for stopping, if a limit was reached.
    ///
    /// # Errors
    /// A game of points, where positions are not only won, lost or drawn.
    fn census(&self, limits: &Limits) -> Result<Result<Symmetric, StopReason>, Error>;
    /// Goes to another position. What the solvers learned is kept where the rules stay the same.
    ///
    /// # Errors
    /// A position that the game does not have.
    fn go(&mut self, position: &str) -> Result<(), Error>;
    /// Lets Right move first here, in a game that Left and Right play differently.
    ///
    /// # Errors
    /// A game that both play alike.
    fn right_first(&mut self) -> Result<(), Error>;
    /// Who moves here, in a game that Left and Right play differently.
    fn side(&self) -> Option<Side>;
    /// Makes a move, named as in answers or by the position it leads to.
    ///
    /// # Errors
    /// No such move.
    fn play(&mut self, text: &str) -> Result<Played, Error>;
    /// In a game of points: the sum of both players' points still to come, where play cannot change it.
    fn at_stake(&self) -> Option<i128>;
    /// The strategies that are known for the game.
    fn strategies(&self) -> Vec<StrategyCard<'_>>;
    /// The moves that a strategy allows here.
    ///
    /// # Errors
    /// A strategy that the game does not have.
    fn allowed(&self, strategy: &str) -> Result<Vec<String>, Error>;
    /// The ends that a strategy allows to take from any row of two values or more, where the game's strategies look at
    /// nothing else.
    ///
    /// # Errors
    /// A strategy that the game does not have.
    fn row_strategy(&self, strategy: &str) -> Result<Option<RowStrategy>, Error>;
    /// Whether all that was told since the last question can be relied on: the rules of a game may be wrong.
    ///
    /// # Errors
    /// What is wrong with them.
    fn check(&self) -> Result<(), Error>;
    /// Whether play is over.
    fn is_over(&self) -> bool;
    /// Legal moves in the game's own order, at most so many.
    fn choices(&self, most: usize) -> Vec<Choice>;
    /// What the position looks like.
    fn scene(&self) -> Scene;
    /// The position that stands for all that are the same by symmetry, in the game's notation.
    fn canonical(&self) -> String;
    /// The name of a family of positions that play alike, where the game names one.
    fn family(&self) -> Option<String>;
    /// The lines along which lost pairs of heaps lie, where the game knows them.
    fn slopes(&self) -> Vec<Slope>;
    /// For a game of heaps: how many, if fixed, and whether their order matters not.
    fn heaps(&self) -> Option<(Option<usize>, bool)>;
    /// Goes to the position with these heaps; false if there is none.
    fn set_heaps(&mut self, heaps: &[u64]) -> bool;
    /// How many positions up to a bound there are, in a game that lists them itself.
    ///
    /// # Errors
    /// Rules that are wrong.
    fn list(&mut self, up_to: u64) -> Result<Option<usize>, Error>;
    /// Goes to one of the positions that were listed last, counted from 0; false if there is none.
    fn set_listed(&mut self, nth: usize) -> bool;
}
