//! [`Strategies`]: named ways to play one game, to be tested against best play.

use crate::game::Alternating;
use crate::notation::InputError;

/// A strategy's name, as typed, and what it does in a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StrategyCard {
    /// The name, with its parameter if it takes one: `leave-multiple:k`.
    pub name: &'static str,
    /// What it plays, in a sentence.
    pub plays: &'static str,
}

/// A game with named ways to play it.
pub trait Strategies: Alternating {
    /// A strategy with its parameters read.
    type Strategy: Clone + Send + Sync;
    /// All that are known, in the order to list them.
    const STRATEGIES: &'static [StrategyCard];
    /// The strategy of that name.
    ///
    /// # Errors
    /// A name or parameter that is not known.
    fn strategy(&self, name: &str) -> Result<Self::Strategy, InputError>;
    /// The moves that it allows at a position where play is not over; none if it has nothing to say there.
    fn allowed(&self, strategy: &Self::Strategy, at: &Self::Position) -> Vec<Self::Move>;
}
