//! [`Through`]: a solver that needs the type of a game, as one of games of words.

use std::sync::Arc;

use bouton_core::erased::Place;
use bouton_core::rules::Listed;
use bouton_core::solver::{About, Best, Evaluated, Evaluation, Solution, Solved, Solver};
use bouton_core::{Alternating, Erased, Game, Limits, Reason};

/// A solver, with the game that it solves.
pub(crate) struct Through<G: Alternating> {
    pub(crate) game: Arc<G>,
    pub(crate) solver: Box<dyn Solver<G>>,
    /// A move on words.
    pub(crate) listed: ListedOf<G>,
}

type ListedOf<G> =
    fn(&G, &<G as Game>::Position, &<G as Game>::Move) -> Listed<<G as Alternating>::Score>;

impl<G: Alternating> Solver<Erased<G::Score>> for Through<G> {
    fn about(&self) -> &'static About {
        self.solver.about()
    }

    fn accepts(&self, _: &Erased<G::Score>, at: &Place, limits: &Limits) -> Result<(), String> {
        self.solver.accepts(&self.game, &at.position(), limits)
    }

    fn offers_itself(&self, _: &Erased<G::Score>, at: &Place, limits: &Limits) -> bool {
        self.solver
            .offers_itself(&self.game, &at.position(), limits)
    }

    fn leads(&self, _: &Erased<G::Score>, at: &Place) -> bool {
        self.solver.leads(&self.game, &at.position())
    }

    fn would_fit(&self, _: &Erased<G::Score>, at: &Place, limits: &Limits) -> Option<String> {
        self.solver.would_fit(&self.game, &at.position(), limits)
    }

    fn evaluate(
        &mut self,
        _: &Erased<G::Score>,
        at: &Place,
        limits: &Limits,
    ) -> Evaluated<Erased<G::Score>> {
        self.solver.evaluate(&self.game, &at.position(), limits)
    }

    fn visited(&self) -> u64 {
        self.solver.visited()
    }

    fn solve(
        &mut self,
        _: &Erased<G::Score>,
        at: &Place,
        limits: &Limits,
    ) -> Solved<Erased<G::Score>> {
        let game = &*self.game;
        let at = at.position();
        let Solution {
            value,
            best,
            line,
            reason,
        } = self.solver.solve(game, &at, limits)?;
        let Best {
            moves,
            preferred,
            count,
            stopped,
        } = best;
        let listed = |mv: &G::Move| (self.listed)(game, &at, mv);
        let best = Best {
            moves: moves.iter().map(listed).collect(),
            preferred: preferred.as_ref().map(listed),
            count,
            stopped,
        };
        let line = line.map(|line| {
            let mut here = at.clone();
            let mut listed = Vec::with_capacity(line.len());
            for mv in &line {
                listed.push((self.listed)(game, &here, mv));
                here = game.play(&here, mv);
            }
            listed
        });
        Ok(Solution {
            value,
            best,
            line,
            reason,
        })
    }

    fn why(
        &mut self,
        _: &Erased<G::Score>,
        at: &Place,
        value: &Evaluation<G::Score>,
        limits: &Limits,
    ) -> Reason {
        self.solver.why(&self.game, &at.position(), value, limits)
    }
}
