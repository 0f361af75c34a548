//! [`Opening`]: the same search, from positions without a number down to those in tables.

use bouton_core::game::Hinted;
use bouton_core::solver::{About, Evaluated, Solved, Solver};
use bouton_core::{Limits, Sliced};

use super::{AlphaBeta, Hints, WITH_TABLES};
use crate::interned::Namer;
use crate::table_file::Tables;

static ABOUT: About = About {
    rank: 105,
    endless: true,
    ..WITH_TABLES
};

/// For games that may go on forever. No move leads from a position with a number to one without, and play among positions
/// without a number ends (pieces are put on the board). So a table of all positions that such play leads to covers every
/// cycle.
pub struct Opening<G: Sliced + Hinted>(AlphaBeta<G, Hints>);

impl<G: Sliced + Hinted> Opening<G> {
    /// The search down to the positions in these tables.
    pub fn knowing(tables: Tables, namer: Namer<G>) -> Self {
        let mut search = AlphaBeta::unproved().knowing(tables, namer);
        if let Some(known) = &mut search.known {
            known.has_all = Some(|game, at| game.index(at).is_some());
        }
        Self(search)
    }
}

impl<G: Sliced + Hinted> Solver<G> for Opening<G> {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn visited(&self) -> u64 {
        self.0.visited
    }

    fn accepts(&self, game: &G, at: &G::Position, _limits: &Limits) -> Result<(), String> {
        if game.index(at).is_some() {
            return Err("no table that was given has this position".into());
        }
        let known = self.0.known.as_ref();
        match known.is_some_and(|known| known.reach(game.total(at))) {
            true => Ok(()),
            false => Err("no table that was given has all positions that play comes to".into()),
        }
    }

    fn evaluate(&mut self, game: &G, at: &G::Position, limits: &Limits) -> Evaluated<G> {
        self.0.evaluation(game, at, limits)
    }

    fn solve(&mut self, game: &G, at: &G::Position, limits: &Limits) -> Solved<G> {
        self.0.solution(game, at, limits)
    }
}
