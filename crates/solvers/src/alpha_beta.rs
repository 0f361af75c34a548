//! `alpha-beta`: the winner, or the margin, by a search that skips everything that cannot change the answer.
//!
//! For games without cycles. A query has a window, which is carried through gains and kept turns; values outside it are
//! cut. The proved bounds and the best move of a position are stored in a transposition table within the memory limit; the
//! table starts small and grows with the query. Positions that are equal up to symmetry share an entry. If the range of
//! values is narrow, the value is found by queries with a window of one step (MTD, Plaat 1996), from zero outwards;
//! otherwise by one open window. Moves are tried in the order of the game's hints. Without hints the order is: best
//! move of an earlier search, killers, history; and the search deepens step by step. Several threads work on the same query
//! and share the table; each postpones moves that another is searching (Kerrigan's simplified ABDADA).
//!
//! Every bound is proved: a position beyond the horizon counts as unknown, and there is no heuristic value. Time: between
//! the square root of the tree and the full tree, less the positions found in the table. Memory: up to the limit. Not for
//! plies to the end, which it does not count, and not for games with few positions and many lines, where `memo` visits each
//! position once.
//!
//! Sources: Knuth and Moore, An analysis of alpha-beta pruning (1975); Plaat et al., Best-first fixed-depth minimax
//! algorithms (1996).

mod known;
mod opening;
mod order;
mod packed_table;
mod search;
mod sight;
mod stored;

use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use bouton_core::game::{Alternating, Loopfree};
use bouton_core::solver::{About, Evaluated, Evaluation, Field, Solved, Solver, Stopped};
use bouton_core::{Limits, Score, StopReason};

use crate::bounds::{Bounds, below};
use crate::interned::Namer;
use crate::parallel::{self, par_each};
use crate::questions::{Prover, solution};
use crate::table::{Key, Table, allowed, next_size};
use crate::table_file::Tables;
use known::TableLookups;
pub use opening::Opening;
use search::{Halt, Question, Searcher, Shared};
pub use sight::{Hints, Plain, Sight};
use stored::{NO_MOVE, Stored, WHOLE};

/// Searches with windows and a transposition table.
pub struct AlphaBeta<G: Alternating, V = Plain> {
    table: Option<Table<G::Position>>,
    /// Entries of the table that were replaced by others.
    lost: u64,
    visited: u64,
    /// The positions visited before the current query.
    visited_before: u64,
    /// Values from tables.
    known: Option<TableLookups<G>>,
    sight: PhantomData<V>,
}

/// A range of at most this many values is searched step by step.
const NARROW: i128 = 1 << 12;
/// The depth of the first search without hints, in plies.
const FIRST_DEPTH: u32 = 4;
/// The positions that one thread visits before others are started, in all for a query and in each part of it. Starting a
/// thread takes as long as a hundred positions, but most parts take only a few.
const ALONE: u64 = 1 << 16;
const ALONE_LATER: u64 = 1 << 12;

impl<G: Alternating + Loopfree, V> Default for AlphaBeta<G, V> {
    fn default() -> Self {
        Self::unproved()
    }
}

impl<G: Alternating, V> AlphaBeta<G, V> {
    /// A search for games of which the caller knows that they end.
    #[must_use]
    pub fn unproved() -> Self {
        Self {
            table: None,
            lost: 0,
            visited: 0,
            visited_before: 0,
            known: None,
            sight: PhantomData,
        }
    }

    /// The same search, which looks in tables of numbers and keys before it searches a position.
    #[must_use]
    pub fn knowing(mut self, tables: Tables, namer: Namer<G>) -> Self {
        self.known = TableLookups::of(tables, namer);
        self
    }
}

static ABOUT: About = About {
    id: "alpha-beta",
    rank: 120,
    endless: false,
    proves: true,
    method: "depth-first search with windows, a transposition table, ordered moves and several threads",
    cost: "time: from the square root of the tree to all of it; memory: what is given, half of it for the table",
    source: "Knuth and Moore 1975; Plaat et al. 1996",
    fills: &[Field::Value, Field::Line],
};

/// A value from a table is trusted, not proved here.
static WITH_TABLES: About = About {
    proves: false,
    method: "depth-first search with windows down to what tables say, a transposition table, ordered moves and several threads",
    ..ABOUT
};

/// The answer to a question about a game.
type Proved<G> = Result<Bounds<<G as Alternating>::Score>, StopReason>;

impl<G: Alternating, V: Sight<G>> AlphaBeta<G, V> {
    /// Searches deeper and deeper until the query is answered.
    fn deepen(
        &mut self,
        game: &G,
        mut question: Question<G::Position, G::Score>,
        limits: &Limits,
        table: &mut Table<G::Position>,
    ) -> Proved<G> {
        let mut alone = true;
        loop {
            match self.crew(game, &question, limits, table, alone) {
                Ok((bounds, beyond)) => {
                    let window = question.window;
                    if !beyond
                        || bounds.low >= window.high
                        || bounds.high <= window.low
                        || bounds.is_exact()
                    {
                        return Ok(bounds);
                    }
                    question.depth = question.depth.saturating_add(question.depth / 2);
                    if question.depth >= 255 {
                        question.depth = WHOLE;
                    }
                }
                Err(Halt::Limit(reason)) => return Err(reason),
                Err(Halt::Long) => alone = false,
                Err(Halt::Full | Halt::Halted) => {
                    if let Some(bytes) = next_size(table.bytes(), limits) {
                        table.resize(bytes, Key::hashed, drop);
                    }
                    self.lost = 0;
                }
            }
        }
    }

    /// The number of entries that may be lost before a larger table pays. With good hints few lost entries are needed
    /// again, and a small table stays in the cache: Connect Four takes a quarter less time than with half this number.
    /// Without hints `cram:4,7` takes a tenth more time with eight times its number.
    fn bearable(entries: u64) -> u64 {
        if V::HINTED { 8 * entries } else { entries / 2 }
    }

    /// One search by all threads: the bounds, and whether anything was cut at the horizon.
    fn crew(
        &mut self,
        game: &G,
        question: &Question<G::Position, G::Score>,
        limits: &Limits,
        table: &Table<G::Position>,
        alone: bool,
    ) -> Result<(Bounds<G::Score>, bool), Halt> {
        // The positions that several threads visit depend on the load of the machine: no measure for a budget.
        let all = match limits.work {
            Some(_) => 1,
            None => parallel::threads(limits),
        };
        let threads = if alone { 1 } else { all };
        let visited = self.visited - self.visited_before;
        let shared = Shared {
            table,
            halt: AtomicBool::new(false),
            lost: AtomicU64::new(self.lost),
            bearable: next_size(table.bytes(), limits).map(|_| Self::bearable(table.entries())),
            alone: (threads < all).then(|| ALONE.saturating_sub(visited).max(ALONE_LATER)),
            busy: if threads > 1 {
                (0..BUSY).map(|_| AtomicU64::new(0)).collect()
            } else {
                Vec::new()
            },
        };
        let mut share = limits.less(visited);
        share.nodes = share.nodes.map(|nodes| nodes.div_ceil(threads as u64));
        let found = Mutex::new(Vec::new());
        let known = self.known.as_ref();
        par_each(threads, threads, &|_| {
            if shared.halt.load(Relaxed) {
                return;
            }
            let _others_stop = HaltOnDrop(&shared.halt);
            let mut searcher = Searcher::<G, V>::new(game, &shared, known, &share);
            let answer = searcher.ask(question);
            let answer = answer.map(|bounds| (bounds, searcher.beyond));
            let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
            found.push((answer, searcher.visited()));
        });
        let found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.lost = shared.lost.load(Relaxed);
        self.visited += found.iter().map(|(_, visited)| visited).sum::<u64>();
        let answers = found.into_iter().map(|(answer, _)| answer);
        answers
            .reduce(|a, b| if rank(&a) <= rank(&b) { a } else { b })
            .unwrap_or(Err(Halt::Halted))
    }

    /// The table's entry for a position in canonical form.
    fn stored(&self, game: &G, at: &G::Position) -> Option<Stored<G::Score>> {
        let table = self.table.as_ref()?;
        let word = table.get(table.key(game, at), at)?;
        Some(Stored::from_word(word))
    }

    /// Narrows the bounds down to the value.
    fn value(
        &mut self,
        game: &G,
        at: &G::Position,
        limits: &Limits,
    ) -> Result<G::Score, Stopped<G::Score>> {
        if let Some(score) = game.score(at) {
            return Ok(score);
        }
        let glance = V::glance(game, at);
        let mut known = Bounds {
            low: glance.low,
            high: glance.high,
        };
        while !known.is_exact() {
            match self.ask(game, at, window(known), limits) {
                Ok(bounds) => known = known.and(bounds),
                Err(reason) => return Err(Stopped::between((known.low, known.high), reason)),
            }
        }
        Ok(known.low)
    }
}

impl<G: Alternating, V: Sight<G>> AlphaBeta<G, V> {
    fn evaluation(&mut self, game: &G, at: &G::Position, limits: &Limits) -> Evaluated<G> {
        (self.visited_before, self.lost) = (self.visited, 0);
        self.value(game, at, limits).map(Evaluation::of)
    }

    fn solution(&mut self, game: &G, at: &G::Position, limits: &Limits) -> Solved<G> {
        (self.visited_before, self.lost) = (self.visited, 0);
        let score = self.value(game, at, limits)?;
        Ok(solution(self, game, at, score, limits))
    }
}

impl<G: Alternating, V: Sight<G>> Prover<G> for AlphaBeta<G, V> {
    /// Answers one query completely, with larger tables as they are needed.
    fn ask(
        &mut self,
        game: &G,
        at: &G::Position,
        window: Bounds<G::Score>,
        limits: &Limits,
    ) -> Proved<G> {
        if let Some(known) = &mut self.known {
            known.hold(limits);
        }
        let (numbered, allowed) = (game.key(at).is_some(), allowed(limits));
        let old = self.table.take();
        let old = old.filter(|table| table.serves(numbered, allowed));
        let mut table = old.unwrap_or_else(|| Table::first(numbered, allowed));
        let question = Question {
            at: at.clone(),
            window,
            depth: if V::HINTED { WHOLE } else { FIRST_DEPTH },
        };
        let answer = self.deepen(game, question, limits, &mut table);
        self.table = Some(table);
        answer
    }

    fn known(
        &mut self,
        game: &G,
        at: &G::Position,
        _window: Bounds<G::Score>,
        _limits: &Limits,
    ) -> Option<Bounds<G::Score>> {
        self.stored(game, &game.canonical(at.clone()))
            .map(|stored| stored.bounds)
    }

    fn likely(&mut self, game: &G, at: &G::Position, _limits: &Limits) -> Option<G::Position> {
        let soonest = self
            .known
            .as_ref()
            .and_then(|known| known.soonest(game, at));
        if soonest.is_some() {
            return soonest;
        }
        let at = game.canonical(at.clone());
        let best = self.stored(game, &at)?.best;
        let (mv, _) = V::glance(game, &at)
            .moves
            .nth(best.into())
            .filter(|_| best != NO_MOVE)?;
        Some(game.after(&at, &mv))
    }
}

/// Stops the other threads when the search of one ends, also if it ends by an error that its game throws.
struct HaltOnDrop<'h>(&'h AtomicBool);

impl Drop for HaltOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

/// Slots in which threads note what they are searching.
const BUSY: usize = 1 << 15;

/// The priority among the answers of several threads: a proof, then a limit, then a full table, then a search too long for
/// one thread.
fn rank<S>(answer: &Result<(Bounds<S>, bool), Halt>) -> u8 {
    match answer {
        Ok(_) => 0,
        Err(Halt::Limit(_)) => 1,
        Err(Halt::Full) => 2,
        Err(Halt::Long) => 3,
        Err(Halt::Halted) => 4,
    }
}

/// The next window: one step of a narrow range, or all of a wide one. First which side of zero the value lies on, then from
/// zero outwards: many bounds say only that a player cannot win, and quick wins are found on the way to slow ones. Connect
/// Four needs a tenth fewer positions than from the ends inwards.
fn window<S: Score>(known: Bounds<S>) -> Bounds<S> {
    let (low, high) = (known.low.rank(), known.high.rank());
    let width = high.saturating_sub(low);
    if width > NARROW {
        return known;
    }
    let step = if low > 0 {
        low + width / SHORT
    } else if high <= 0 {
        high - 1 - width / SHORT
    } else {
        0
    };
    let high = S::from_rank(step + 1);
    Bounds {
        low: below(high),
        high,
    }
}

/// A step outwards is this part of the range.
const SHORT: i128 = 16;

impl<G: Alternating, V: Sight<G>> Solver<G> for AlphaBeta<G, V> {
    fn about(&self) -> &'static About {
        match self.known {
            Some(_) => &WITH_TABLES,
            None => &ABOUT,
        }
    }

    fn visited(&self) -> u64 {
        self.visited
    }

    fn evaluate(&mut self, game: &G, at: &G::Position, limits: &Limits) -> Evaluated<G> {
        self.evaluation(game, at, limits)
    }

    fn solve(&mut self, game: &G, at: &G::Position, limits: &Limits) -> Solved<G> {
        self.solution(game, at, limits)
    }
}

#[cfg(test)]
mod tests {
    use bouton_core::{Margin, WinDrawLoss};

    use super::*;

    /// The windows until the value is known, if each answer says no more than it must.
    fn asked<S: Score>(value: S, mut known: Bounds<S>) -> Vec<i128> {
        let mut asked = Vec::new();
        while !known.is_exact() {
            let Bounds { low, high } = window(known);
            assert_eq!(high.rank() - low.rank(), 1, "{known:?}");
            assert!(known.low <= low && high <= known.high, "{known:?}");
            asked.push(low.rank());
            if value >= high {
                known.low = high;
            } else {
                known.high = low;
            }
        }
        assert_eq!(known.low, value);
        asked
    }

    #[test]
    fn windows_go_outwards_to_every_value() {
        let within = |most: i16| Bounds {
            low: Margin(-most),
            high: Margin(most),
        };
        assert_eq!(asked(Margin(3), within(9)), [0, 1, 2, 3]);
        assert_eq!(asked(Margin(-2), within(9)), [0, -1, -2, -3]);
        for value in -2000..=2000 {
            // A sixteenth of what is left at a time.
            assert!(asked(Margin(value), within(2000)).len() < 100);
        }
        for value in [WinDrawLoss::Loss, WinDrawLoss::Draw, WinDrawLoss::Win] {
            let known = Bounds {
                low: WinDrawLoss::Loss,
                high: WinDrawLoss::Win,
            };
            assert!(asked(value, known).len() <= 2);
        }
    }
}
