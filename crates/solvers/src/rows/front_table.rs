//! `table` for rows taken from the left end: the points that the player to move gets of every end of the row, from the last
//! value back.
//!
//! O(n) with a fixed limit on a taking ([`front`](super::front)), O(1) amortised for each of n²/4 states if the limit
//! doubles with the largest taking ([`doubling`](super::doubling)). The table of the full row is filled at the first query
//! and answers all later ones.

use bouton_core::rows::{FrontLimit, FrontTaking, Taken};
use bouton_core::solver::{About, Best, Evaluated, Evaluation, Field, Solution, Solved, Solver};
use bouton_core::{Limits, Margin, Reason, StopReason};

use super::cell::stop_reason;
use super::doubling::{self, DoublingTable};
use super::front::FrontTable;

/// Fills tables of the rest of a row.
#[derive(Debug, Default)]
pub struct FrontTables {
    known: Option<FrontKind>,
    visited: u64,
}

#[derive(Debug)]
enum FrontKind {
    Fixed(FrontTable),
    Doubling(DoublingTable),
}

static ABOUT: About = About {
    id: "table",
    rank: 40,
    endless: false,
    proves: true,
    method: "the table of every end of the row, filled from the right with sliding-window minima",
    cost: "time and memory: O(n), or O(n²) where the limit on a taking doubles",
    source: "Bellman, Dynamic Programming (1957)",
    fills: &[Field::Value, Field::Line],
};

/// Lines of longer rows are not given: each step examines every taking.
const LONGEST_LINE: usize = 3000;

impl<G: FrontTaking> Solver<G> for FrontTables {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn visited(&self) -> u64 {
        self.visited
    }

    fn would_fit(&self, game: &G, at: &G::Position, limits: &Limits) -> Option<String> {
        let (row, memory) = (game.values(), limits.memory?);
        match game.limit(at) {
            FrontLimit::Doubling(_) => doubling::would_fit(row, memory),
            FrontLimit::Fixed(_) => None,
        }
    }

    fn evaluate(&mut self, game: &G, at: &G::Position, limits: &Limits) -> Evaluated<G> {
        let table = self.table(game, at, limits)?;
        Ok(Evaluation::of(Margin(
            table.margin(game.start(at), game.limit(at)),
        )))
    }

    fn solve(&mut self, game: &G, at: &G::Position, limits: &Limits) -> Solved<G> {
        let value = self.evaluate(game, at, limits)?;
        let table = self.table(game, at, limits)?;
        let best = table.best(game.start(at), game.limit(at));
        let left = game.values().len() - game.start(at);
        let line = (left <= LONGEST_LINE).then(|| table.line(game, at));
        Ok(Solution {
            value,
            best,
            line,
            reason: Reason::Searched,
        })
    }
}

impl FrontTables {
    /// The table of the full row, filled at the first call.
    fn table<G: FrontTaking>(
        &mut self,
        game: &G,
        at: &G::Position,
        limits: &Limits,
    ) -> Result<&FrontKind, StopReason> {
        if self.known.is_none() {
            limits.check()?;
            self.known = Some(FrontKind::fill(game.values(), game.limit(at), limits)?);
            self.visited += states(game.values().len() as u64, game.limit(at));
        }
        Ok(self.known.as_ref().expect("invariant: filled just now"))
    }
}

/// The number of states of a row.
fn states(length: u64, limit: FrontLimit) -> u64 {
    match limit {
        FrontLimit::Fixed(_) => length,
        FrontLimit::Doubling(_) => length * (length + 2) / 4,
    }
}

impl FrontKind {
    fn fill(row: &[i64], limit: FrontLimit, limits: &Limits) -> Result<Self, StopReason> {
        if limits
            .nodes
            .is_some_and(|nodes| states(row.len() as u64, limit) > nodes)
        {
            return Err(StopReason::Nodes);
        }
        let memory = limits.memory.unwrap_or(u64::MAX);
        let go_on = || limits.check().is_ok();
        let filled = match limit {
            FrontLimit::Fixed(most) => FrontTable::fill(row, most, memory, go_on).map(Self::Fixed),
            FrontLimit::Doubling(_) => DoublingTable::fill(row, memory, go_on).map(Self::Doubling),
        };
        filled.map_err(|error| stop_reason(error, limits))
    }

    fn margin(&self, start: usize, limit: FrontLimit) -> i128 {
        match (self, limit) {
            (Self::Fixed(table), _) => table.margin(start),
            (Self::Doubling(table), FrontLimit::Doubling(largest)) => table.margin(start, largest),
            (Self::Doubling(_), FrontLimit::Fixed(_)) => {
                unreachable!("invariant: a game keeps its kind of limit")
            }
        }
    }

    fn best(&self, start: usize, limit: FrontLimit) -> Best<Taken> {
        match (self, limit) {
            (Self::Fixed(table), _) => best(table.best(start)),
            (Self::Doubling(table), FrontLimit::Doubling(largest)) => {
                best(table.best(start, largest))
            }
            (Self::Doubling(_), FrontLimit::Fixed(_)) => {
                unreachable!("invariant: a game keeps its kind of limit")
            }
        }
    }

    /// Best play, with the smallest taking if several are best.
    fn line<G: FrontTaking>(&self, game: &G, at: &G::Position) -> Vec<Taken> {
        let mut at = at.clone();
        let mut line = Vec::new();
        while let Some(taken) = self.best(game.start(&at), game.limit(&at)).preferred {
            at = game.play(&at, &taken);
            line.push(taken);
        }
        line
    }
}

/// The best takings; at most this many are listed.
fn best(takings: impl Iterator<Item = usize>) -> Best<Taken> {
    let mut moves = Vec::new();
    let mut count = 0_u64;
    for taken in takings {
        count += 1;
        if moves.len() <= Best::<Taken>::LISTED {
            moves.push(Taken(taken));
        }
    }
    let preferred = moves.first().copied();
    if moves.len() > Best::<Taken>::LISTED {
        moves.clear();
    }
    Best {
        moves,
        preferred,
        count: Some(count.into()),
        stopped: None,
    }
}
