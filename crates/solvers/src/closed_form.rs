//! `closed-form`: answers by a theorem of the game, without search.
//!
//! For games with the property [`ClosedForm`]; the theorem is in the game's own file. The cost is that of the theorem,
//! mostly a few operations on the sizes. Not for plies to the end, which theorems seldom give.

use bouton_core::Limits;
use bouton_core::game::{ClosedBest, ClosedForm};
use bouton_core::solver::{About, Best, Evaluated, Evaluation, Field, Solution, Solved, Solver};

/// Answers by a theorem.
#[derive(Debug, Default)]
pub struct ByTheorem;

static ABOUT: About = About {
    id: "closed-form",
    rank: 20,
    endless: false,
    proves: true,
    method: "a theorem of the game, without search",
    cost: "a few operations on numbers of the size of the heaps",
    source: "the theorem is named in the game's own file",
    fills: &[Field::Value, Field::Grundy],
};

impl<G: ClosedForm> Solver<G> for ByTheorem {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn accepts(&self, game: &G, at: &G::Position, _limits: &Limits) -> Result<(), String> {
        game.covers(at)
    }

    fn visited(&self) -> u64 {
        0
    }

    fn evaluate(&mut self, game: &G, at: &G::Position, _limits: &Limits) -> Evaluated<G> {
        let closed = game.closed_form(at);
        Ok(Evaluation {
            grundy: closed.grundy,
            ..Evaluation::of(closed.score)
        })
    }

    fn solve(&mut self, game: &G, at: &G::Position, _limits: &Limits) -> Solved<G> {
        let closed = game.closed_form(at);
        let best = match closed.best {
            ClosedBest::Only(moves) => Best::among(game, at, closed.score, moves),
            ClosedBest::Every(count) => Best::every(game, at, closed.score, count),
            ClosedBest::One(mv) => Best::unlisted(Some(mv), None),
        };
        let line = best
            .preferred
            .clone()
            .map(|mv| vec![mv])
            .unwrap_or_default();
        let value = Evaluation {
            grundy: closed.grundy,
            ..Evaluation::of(closed.score)
        };
        Ok(Solution {
            value,
            best,
            line: Some(line),
            reason: closed.reason,
        })
    }
}
