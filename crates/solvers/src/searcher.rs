//! [`Searcher`]: the interface of a solver of numbered positions, and its answers.

use bouton_core::solver::{About, Best, Evaluation, Stopped};
use bouton_core::{Limits, Reason, StopReason};

use crate::bounds::Bounds;
use crate::interned::{Interned, Number};

/// An answer to one position, complete. Scores are ranks.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) value: Evaluation<i128>,
    /// `None`: the moves are to be found by queries.
    pub(crate) play: Option<Play>,
}

/// Best play. A move is its place in the game's own order.
#[derive(Debug)]
pub(crate) struct Play {
    pub(crate) best: Best<u32>,
    pub(crate) line: Vec<u32>,
    pub(crate) reason: Reason,
}

/// A solver of numbered positions. The position asked about is the only one that is stacked.
pub(crate) trait Searcher: Send {
    /// As for a [`Solver`](bouton_core::Solver).
    fn about(&self) -> &'static About;

    /// As for a [`Solver`](bouton_core::Solver).
    fn visited(&self) -> u64;

    /// As for a [`Solver`](bouton_core::Solver); nothing is stored yet.
    fn accepts(&self, _game: &mut dyn Interned, _at: Number) -> Result<(), String> {
        Ok(())
    }

    /// As for a [`Solver`](bouton_core::Solver).
    fn evaluate(
        &mut self,
        game: &mut dyn Interned,
        at: Number,
        limits: &Limits,
    ) -> Result<Evaluation<i128>, Stopped<i128>>;

    /// As for a [`Solver`](bouton_core::Solver).
    fn solve(
        &mut self,
        game: &mut dyn Interned,
        at: Number,
        limits: &Limits,
    ) -> Result<Answer, Stopped<i128>>;

    /// As for a [`Prover`](crate::questions::Prover).
    fn ask(
        &mut self,
        game: &mut dyn Interned,
        at: Number,
        _window: Bounds<i128>,
        limits: &Limits,
    ) -> Result<Bounds<i128>, StopReason> {
        let value = self.evaluate(game, at, limits);
        let score = value.map_err(|stopped| stopped.reason)?.score;
        let (low, high) = (score, score);
        Ok(Bounds { low, high })
    }
}
