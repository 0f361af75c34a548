//! [`OnGraph`]: the solvers that treat a game as a graph of numbered positions and are compiled once for all games:
//! `minimax`, `retrograde` and `proof-number`.
//!
//! The code compiled for each type of game only passes a query on, as numbers and ranks (see [`crate::interned`]), and
//! converts the places in the answer to moves.

use bouton_core::game::{Alternating, Loopfree};
use bouton_core::packed::unpacked;
use bouton_core::solver::{About, Best, Evaluation, Solution, Solver, Stopped};
use bouton_core::{Limits, Score, StopReason};
use bouton_tables::{Name, Naming};

use crate::bounds::Bounds;
use crate::interned::{Interned, Namer, Positions, View};
use crate::minimax::Minimax;
use crate::proof_number::ProofNumber;
use crate::questions::{Prover, picked, solution};
use crate::retrograde::Retrograde;
use crate::searcher::{Answer, Play, Searcher};
use crate::table_file::{TableFile, Tables};

/// A solver of numbered positions, with the positions that it knows.
pub struct OnGraph<G: Alternating> {
    positions: Positions,
    searcher: Box<dyn Searcher>,
    /// None: no position has a name.
    namer: Option<Namer<G>>,
}

impl<G: Alternating> OnGraph<G> {
    fn new(searcher: Box<dyn Searcher>) -> Self {
        Self {
            positions: Positions::default(),
            searcher,
            namer: None,
        }
    }

    /// The solver `table-file`, with the names of positions in tables; see its module.
    pub fn table_file(tables: Tables, namer: Namer<G>) -> Self {
        Self {
            namer: Some(namer),
            ..Self::new(Box::new(TableFile::new(tables)))
        }
    }

    /// The same for games of which the caller knows that they end.
    pub fn minimax_unproved() -> Self {
        Self::new(Box::new(Minimax::default()))
    }

    /// The solver `retrograde` for all reachable positions: see [`crate::retrograde`].
    pub fn retrograde() -> Self {
        Self::new(Box::new(Retrograde::default()))
    }

    /// The solver `proof-number`: see [`crate::proof_number`].
    pub fn proof_number() -> Self {
        Self::new(Box::new(ProofNumber::default()))
    }
}

impl<G: Alternating + Loopfree> OnGraph<G> {
    /// The solver `minimax`: see [`crate::minimax`].
    pub fn minimax() -> Self {
        Self::minimax_unproved()
    }
}

impl<G: Alternating> Solver<G> for OnGraph<G> {
    fn about(&self) -> &'static About {
        self.searcher.about()
    }

    fn accepts(&self, game: &G, at: &G::Position, _limits: &Limits) -> Result<(), String> {
        let mut positions = Positions::default();
        let names = names(game, &self.namer);
        let mut view = View::new(game.words(), &mut positions).named(&names);
        let at = view.stack(at);
        self.searcher.accepts(&mut view, at)
    }

    fn visited(&self) -> u64 {
        self.searcher.visited()
    }

    fn evaluate(
        &mut self,
        game: &G,
        at: &G::Position,
        limits: &Limits,
    ) -> Result<Evaluation<G::Score>, Stopped<G::Score>> {
        let names = names(game, &self.namer);
        let mut view = View::new(game.words(), &mut self.positions).named(&names);
        view.forget(0);
        let at = view.stack(at);
        let found = self.searcher.evaluate(&mut view, at, limits);
        found.map(evaluation).map_err(stopped)
    }

    fn solve(
        &mut self,
        game: &G,
        at: &G::Position,
        limits: &Limits,
    ) -> Result<Solution<G>, Stopped<G::Score>> {
        let found = {
            let names = names(game, &self.namer);
            let mut view = View::new(game.words(), &mut self.positions).named(&names);
            view.forget(0);
            let at = view.stack(at);
            self.searcher.solve(&mut view, at, limits)
        };
        let Answer { value, play } = found.map_err(stopped)?;
        let value = evaluation::<G::Score>(value);
        match play {
            Some(play) => Ok(played(game, at, value, play)),
            None => Ok(solution(self, game, at, value.score, limits)),
        }
    }
}

impl<G: Alternating> Prover<G> for OnGraph<G> {
    fn ask(
        &mut self,
        game: &G,
        at: &G::Position,
        window: Bounds<G::Score>,
        limits: &Limits,
    ) -> Result<Bounds<G::Score>, StopReason> {
        let names = names(game, &self.namer);
        let mut view = View::new(game.words(), &mut self.positions).named(&names);
        view.forget(0);
        let at = view.stack(at);
        let (low, high) = (window.low.rank(), window.high.rank());
        let Bounds { low, high } =
            (self.searcher).ask(&mut view, at, Bounds { low, high }, limits)?;
        let (low, high) = (Score::from_rank(low), Score::from_rank(high));
        Ok(Bounds { low, high })
    }

    fn known(
        &mut self,
        game: &G,
        at: &G::Position,
        window: Bounds<G::Score>,
        limits: &Limits,
    ) -> Option<Bounds<G::Score>> {
        let none = Limits {
            nodes: Some(0),
            ..limits.clone()
        };
        self.ask(game, at, window, &none).ok()
    }
}

fn names<G: Alternating>(
    game: &G,
    namer: &Option<Namer<G>>,
) -> impl Fn(&[u64], Naming) -> Option<Name> {
    move |at, naming| namer.as_ref()?(game, &unpacked(at), naming)
}

fn evaluation<S: Score>(value: Evaluation<i128>) -> Evaluation<S> {
    Evaluation {
        score: S::from_rank(value.score),
        remoteness: value.remoteness,
        grundy: value.grundy,
        loony: false,
    }
}

fn stopped<S: Score>(stopped: Stopped<i128>) -> Stopped<S> {
    let typed = |(low, high)| (S::from_rank(low), S::from_rank(high));
    Stopped {
        reason: stopped.reason,
        bounds: stopped.bounds.map(typed),
    }
}

/// The moves of an answer, by their places among the moves of their positions.
fn played<G: Alternating>(
    game: &G,
    at: &G::Position,
    value: Evaluation<G::Score>,
    play: Play,
) -> Solution<G> {
    let Best {
        moves,
        preferred,
        count,
        stopped,
    } = play.best;
    let mut here = at.clone();
    let line = play.line.into_iter().map(|place| {
        let mv = nth(game, &here, place);
        here = game.play(&here, &mv);
        mv
    });
    Solution {
        value,
        line: Some(line.collect()),
        best: Best {
            moves: picked(game, at, &moves),
            preferred: preferred.map(|place| nth(game, at, place)),
            count,
            stopped,
        },
        reason: play.reason,
    }
}

fn nth<G: Alternating>(game: &G, at: &G::Position, place: u32) -> G::Move {
    let mv = game.moves(at).nth(place as usize);
    mv.expect("invariant: a position has the moves that were found there")
}
