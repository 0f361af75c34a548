//! [`Strategies`]: named ways to play one game, to be tested against best play.

use crate::game::Alternating;
use crate::notation::InputError;

/// A strategy's name, as typed, and what it does in a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StrategyCard<'c> {
    /// The name, with its parameter if it takes one: `leave-multiple:k`.
    pub name: &'c str,
    /// What it plays, in a sentence.
    pub plays: &'c str,
}

/// The positions that a strategy is tried at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Trial {
    /// The usual ones for its kind: heaps, rows, or the reachable positions.
    #[default]
    Usual,
    /// Two rows of as many numbers, written with a slash between them.
    TwoRows,
}

/// A game with named ways to play it.
pub trait Strategies: Alternating {
    /// A strategy with its parameters read.
    type Strategy: Clone + Send + Sync;
    /// All that are known, in the order to list them.
    const STRATEGIES: &'static [StrategyCard<'static>];
    /// The positions that they are tried at.
    const TRIAL: Trial = Trial::Usual;
    /// The same, for a game that learns them at run time.
    fn cards(&self) -> Vec<StrategyCard<'_>> {
        Self::STRATEGIES.to_vec()
    }
    /// The strategy of that name.
    ///
    /// # Errors
    /// A name or parameter that is not known.
    fn strategy(&self, name: &str) -> Result<Self::Strategy, InputError>;
    /// The moves that it allows at a position where play is not over; none if it does not apply.
    fn allowed(&self, strategy: &Self::Strategy, at: &Self::Position) -> Vec<Self::Move>;
}
