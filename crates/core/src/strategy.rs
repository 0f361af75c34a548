//! [`Strategies`]: named ways to play one game, to be tested against best play.

use crate::game::Alternating;
use crate::notation::InputError;

/// A strategy's name, as typed, and what it does in a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StrategyCard<'c> {
    /// The name, with its parameter if it takes one: `leave-multiple:k`.
    pub name: &'c str,
    /// A sentence about how it plays.
    pub plays: &'c str,
}

/// The positions at which a strategy is tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Trial {
    /// The usual positions for the kind of game: heaps, rows, or the reachable positions.
    #[default]
    Usual,
    /// Two rows of equal length, written with a slash between them.
    TwoRows,
}

/// A game with named ways to play it.
pub trait Strategies: Alternating {
    /// A strategy with its parameters read.
    type Strategy: Clone + Send + Sync;
    /// All known strategies, in the order in which they are listed.
    const STRATEGIES: &'static [StrategyCard<'static>];
    /// The positions at which the strategies are tried.
    const TRIAL: Trial = Trial::Usual;
    /// The same, for a game that learns them at run time.
    fn cards(&self) -> Vec<StrategyCard<'_>> {
        Self::STRATEGIES.to_vec()
    }
    /// The strategy of that name.
    ///
    /// # Errors
    /// If the name or a parameter is not known.
    fn strategy(&self, name: &str) -> Result<Self::Strategy, InputError>;
    /// The moves that the strategy allows at a position where play is not over; none if it does not apply.
    fn allowed(&self, strategy: &Self::Strategy, at: &Self::Position) -> Vec<Self::Move>;
}
