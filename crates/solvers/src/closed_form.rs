//! `closed-form`: answers by a theorem of the game, without search.
//!
//! For games with the power [`ClosedForm`]; the theorem stands in the game's own file. Takes what the theorem takes,
//! mostly a few operations on the sizes. Not for plies to the end, which theorems seldom give.

use bouton_core::Limits;
use bouton_core::game::{Alternating, ClosedBest, ClosedForm};
use bouton_core::solver::{About, Best, Chooser, Evaluation, Field, Solution, Solver, Stopped};
use num_bigint::BigUint;

/// Answers by a theorem.
#[derive(Debug, Default)]
pub struct ByTheorem;

static ABOUT: About = About {
    id: "closed-form",
    method: "a theorem of the game, without search",
    cost: "a few operations on numbers of the size of the heaps",
    source: "the theorem is named in the game's own file",
    fills: &[Field::Value, Field::Grundy],
};

impl<G: ClosedForm> Solver<G> for ByTheorem {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn visited(&self) -> u64 {
        0
    }

    fn evaluate(
        &mut self,
        game: &G,
        at: &G::Position,
        _limits: &Limits,
    ) -> Result<Evaluation<G::Score>, Stopped<G::Score>> {
        let closed = game.closed_form(at);
        Ok(Evaluation {
            score: closed.score,
            remoteness: None,
            grundy: closed.grundy,
        })
    }

    fn solve(
        &mut self,
        game: &G,
        at: &G::Position,
        _limits: &Limits,
    ) -> Result<Solution<G>, Stopped<G::Score>> {
        let closed = game.closed_form(at);
        let best = match closed.best {
            ClosedBest::Only(moves) => prefer(game, at, closed.score, moves),
            ClosedBest::Every(count) => every(game, at, closed.score, count),
        };
        let line = best
            .preferred
            .clone()
            .map(|mv| vec![mv])
            .unwrap_or_default();
        let value = Evaluation {
            score: closed.score,
            remoteness: None,
            grundy: closed.grundy,
        };
        Ok(Solution {
            value,
            best,
            line: Some(line),
            reason: closed.reason,
        })
    }
}

/// The preferred one of the moves of a theorem.
fn prefer<G: Alternating>(
    game: &G,
    at: &G::Position,
    score: G::Score,
    moves: Vec<G::Move>,
) -> Best<G::Move> {
    let mut chooser = Chooser::new(score);
    for mv in moves {
        let to = game.play(at, &mv);
        chooser.take(game, mv, &to, None);
    }
    chooser.best()
}

/// Every legal move is best. Beyond the number that is listed, the first is taken for the one that removes least,
/// since games list their moves from the smallest.
fn every<G: Alternating>(
    game: &G,
    at: &G::Position,
    score: G::Score,
    count: Option<BigUint>,
) -> Best<G::Move> {
    let listed: Vec<_> = game.moves(at).take(Best::<G::Move>::LISTED + 1).collect();
    if listed.len() > Best::<G::Move>::LISTED {
        return Best {
            moves: Vec::new(),
            preferred: listed.into_iter().next(),
            count,
        };
    }
    prefer(game, at, score, listed)
}
