//! `alpha-beta`: who wins, or by how much, looking only at what can still change the answer.
//!
//! For games without cycles. A question carries a window, through gains and kept turns; what lies outside it is cut.
//! What is proved of a position, bounds and best move, is kept in a transposition table within the memory given, which
//! starts small and grows with the question. Positions that are the same by symmetry are one. Where the range
//! of values is narrow, the value is closed in by questions with a window of one step (MTD, Plaat 1996), the ends of the
//! range first; else by one open window. Moves are tried in the order of the game's own hints, or without them: best move
//! of an earlier search, killers, history; then the search deepens by and by. Several threads ask the same
//! question and share the table, leaving moves to each other that one is at (Kerrigan's simplified ABDADA).
//!
//! Every bound is proved: what lies beyond the horizon counts as unknown, and there is no heuristic value.
//! Time: between the square root of the tree and all of it, less what is found in the table; memory: what is given.
//! The wrong tool for plies to the end, which it does not count, and for games of few positions and many lines, where
//! `memo` looks at each position once.
//!
//! Sources: Knuth and Moore, An analysis of alpha-beta pruning (1975); Plaat et al., Best-first fixed-depth minimax
//! algorithms (1996); Hyatt and Mann, A lock-less transposition table implementation (2002).

mod bounds;
mod order;
mod search;
mod sight;

use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use bouton_core::game::{Alternating, Loopfree};
use bouton_core::solver::{About, Best, Chooser, Evaluation, Field, Solution, Solver, Stopped};
use bouton_core::{Limits, Reason, Score, StopReason};

use crate::table::Table;
use bounds::{Bounds, WHOLE, after, before, below, turn};
use search::{Halt, Question, Searcher, Shared};
pub use sight::{Hints, Plain, Sight};

/// Searches with windows and a transposition table.
pub struct AlphaBeta<V = Plain> {
    table: Table,
    /// Entries of the table that gave way to others.
    lost: u64,
    visited: u64,
    /// How many of them before the question at hand.
    visited_before: u64,
    sight: PhantomData<V>,
}

/// The first table: small questions are answered at once.
const FIRST_TABLE: u64 = 1 << 20;
/// Each table is so many times the one before; what was in it is found again in a fraction of the time to come.
const GROWTH: u64 = 8;
/// The largest table where no memory is given.
const LARGEST_TABLE: u64 = 1 << 30;
/// A range of values up to this is closed in step by step.
const NARROW: i128 = 1 << 12;
/// The plies of the first search without hints.
const FIRST_DEPTH: u32 = 4;

impl<V> Default for AlphaBeta<V> {
    fn default() -> Self {
        Self {
            table: Table::with_bytes(FIRST_TABLE),
            lost: 0,
            visited: 0,
            visited_before: 0,
            sight: PhantomData,
        }
    }
}

static ABOUT: About = About {
    id: "alpha-beta",
    method: "depth-first search with windows, a transposition table, ordered moves and several threads",
    cost: "time: from the square root of the tree to all of it; memory: what is given, half of it for the table",
    source: "Knuth and Moore 1975; Plaat et al. 1996; Hyatt and Mann 2002",
    fills: &[Field::Value, Field::Line],
};

/// The answer to a question about a game.
type Proved<G> = Result<Bounds<<G as Alternating>::Score>, StopReason>;

impl<V> AlphaBeta<V> {
    /// The largest table that the limits allow.
    fn allowed(limits: &Limits) -> u64 {
        limits.memory.map_or(LARGEST_TABLE, |memory| memory / 2)
    }

    /// The next table, if memory allows one that is worth having.
    fn next_table(&self, limits: &Limits) -> Option<u64> {
        let bytes = Self::allowed(limits).min(self.table.bytes() * GROWTH);
        (bytes >= 2 * self.table.bytes()).then_some(bytes)
    }

    /// Threads to use: one while the table is small.
    fn threads(&self, limits: &Limits) -> usize {
        let available = || std::thread::available_parallelism().map_or(1, |n| n.get());
        match self.table.bytes() {
            ..=FIRST_TABLE => 1,
            _ => limits.threads.unwrap_or_else(available).max(1),
        }
    }

    /// Asks one question to its end, with larger tables as they are needed.
    fn ask<G: Alternating>(
        &mut self,
        game: &G,
        question: &Question<G::Position, G::Score>,
        limits: &Limits,
    ) -> Proved<G>
    where
        V: Sight<G>,
    {
        if Self::allowed(limits) < self.table.bytes() {
            self.table = Table::with_bytes(Self::allowed(limits));
        }
        let mut question = question.clone();
        question.depth = if V::HINTED { WHOLE } else { question.depth };
        loop {
            match self.crew(game, &question, limits) {
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
                Err(Halt::Full | Halt::Halted) => {
                    if let Some(bytes) = self.next_table(limits) {
                        self.table = Table::with_bytes(bytes);
                    }
                    self.lost = 0;
                }
            }
        }
    }

    /// One search by all threads: the bounds, and whether anything was left at the horizon.
    fn crew<G: Alternating>(
        &mut self,
        game: &G,
        question: &Question<G::Position, G::Score>,
        limits: &Limits,
    ) -> Result<(Bounds<G::Score>, bool), Halt>
    where
        V: Sight<G>,
    {
        let threads = self.threads(limits);
        let shared = Shared {
            table: &self.table,
            halt: AtomicBool::new(false),
            lost: AtomicU64::new(self.lost),
            bearable: self.next_table(limits).map(|_| self.table.entries() / 2),
            busy: if threads > 1 {
                (0..BUSY).map(|_| AtomicU64::new(0)).collect()
            } else {
                Vec::new()
            },
        };
        let mut share = limits.clone();
        share.nodes = limits.nodes.map(|nodes| {
            nodes
                .saturating_sub(self.visited - self.visited_before)
                .div_ceil(threads as u64)
        });
        let work = || {
            let mut searcher = Searcher::<G, V>::new(game, &shared, &share);
            let found = searcher.ask(question);
            if found != Err(Halt::Halted) {
                shared.halt.store(true, Relaxed);
            }
            (
                found.map(|bounds| (bounds, searcher.beyond)),
                searcher.visited(),
            )
        };
        let found = if threads == 1 {
            vec![work()]
        } else {
            std::thread::scope(|scope| {
                let crew: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
                crew.into_iter()
                    .map(|thread| thread.join().expect("invariant: a search does not panic"))
                    .collect()
            })
        };
        self.lost = shared.lost.load(Relaxed);
        self.visited += found.iter().map(|(_, visited)| visited).sum::<u64>();
        let answers = found.into_iter().map(|(answer, _)| answer);
        answers
            .reduce(|a, b| if rank(&a) <= rank(&b) { a } else { b })
            .unwrap_or(Err(Halt::Halted))
    }

    /// Closes the value in.
    fn value<G: Alternating>(
        &mut self,
        game: &G,
        at: &G::Position,
        limits: &Limits,
    ) -> Result<G::Score, Stopped<G::Score>>
    where
        V: Sight<G>,
    {
        if let Some(score) = game.score(at) {
            return Ok(score);
        }
        let glance = V::glance(game, at);
        let mut known = Bounds {
            low: glance.low,
            high: glance.high,
        };
        let mut depth = FIRST_DEPTH;
        while !known.is_exact() {
            let question = Question {
                at: at.clone(),
                window: window(known),
                depth,
            };
            match self.ask(game, &question, limits) {
                Ok(bounds) => known = known.and(bounds),
                Err(reason) => {
                    let bounds = Some((known.low, known.high));
                    return Err(Stopped { reason, bounds });
                }
            }
            depth = WHOLE;
        }
        Ok(known.low)
    }

    /// Whether a move reaches `score`, the value of the position.
    fn reaches<G: Alternating>(
        &mut self,
        game: &G,
        at: &G::Position,
        mv: &G::Move,
        score: G::Score,
        limits: &Limits,
    ) -> Result<bool, StopReason>
    where
        V: Sight<G>,
    {
        if score == G::Score::worst() {
            return Ok(true);
        }
        let turn = turn(game, at, mv);
        let window = after(
            Bounds {
                low: below(score),
                high: score,
            },
            turn,
        );
        let question = Question {
            at: game.play(at, mv),
            window,
            depth: FIRST_DEPTH,
        };
        let bounds = match game.score(&question.at) {
            Some(score) => Bounds::exactly(score),
            None => self.ask(game, &question, limits)?,
        };
        Ok(before(bounds, turn).low >= score)
    }

    /// Every move that reaches `score`, and the one to prefer.
    fn best<G: Alternating>(
        &mut self,
        game: &G,
        at: &G::Position,
        score: G::Score,
        limits: &Limits,
    ) -> Result<Best<G::Move>, StopReason>
    where
        V: Sight<G>,
    {
        let mut chooser = Chooser::new(score);
        for mv in game.moves(at) {
            if self.reaches(game, at, &mv, score, limits)? {
                let to = game.play(at, &mv);
                chooser.take(game, mv, &to, None);
            }
        }
        Ok(chooser.best())
    }

    /// Best play from a position of value `score`, of which `first` is the first move.
    fn line<G: Alternating>(
        &mut self,
        game: &G,
        at: &G::Position,
        mut score: G::Score,
        first: Option<G::Move>,
        limits: &Limits,
    ) -> Option<Vec<G::Move>>
    where
        V: Sight<G>,
    {
        let (mut line, mut here, mut next) = (Vec::new(), at.clone(), first);
        while let Some(mv) = next {
            if line.len() == LONGEST_LINE {
                return None;
            }
            let (gain, keeps) = turn(game, &here, &mv);
            score = score.minus(gain);
            score = if keeps { score } else { -score };
            here = game.play(&here, &mv);
            line.push(mv);
            next = None;
            for mv in game.moves(&here) {
                if self.reaches(game, &here, &mv, score, limits).ok()? {
                    next = Some(mv);
                    break;
                }
            }
        }
        Some(line)
    }
}

/// Longer principal lines are not listed.
const LONGEST_LINE: usize = 10_000;
/// Places where threads say what they are searching.
const BUSY: usize = 1 << 15;

/// Of the answers of several threads: a proof, then a limit, then a table too small.
fn rank<S>(answer: &Result<(Bounds<S>, bool), Halt>) -> u8 {
    match answer {
        Ok(_) => 0,
        Err(Halt::Limit(_)) => 1,
        Err(Halt::Full) => 2,
        Err(Halt::Halted) => 3,
    }
}

/// The next window to ask about: one step of a narrow range, from the ends inwards, or all of a wide one.
fn window<S: Score>(known: Bounds<S>) -> Bounds<S> {
    let (low, high) = (known.low.rank(), known.high.rank());
    if high.saturating_sub(low) > NARROW {
        return known;
    }
    let middle = low + (high - low) / 2;
    let step = if middle <= 0 && low / 2 < middle {
        low / 2
    } else if middle >= 0 && high / 2 > middle {
        high / 2
    } else {
        middle
    };
    let high = S::from_rank(step + 1);
    Bounds {
        low: below(high),
        high,
    }
}

impl<G: Alternating + Loopfree, V: Sight<G>> Solver<G> for AlphaBeta<V> {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn visited(&self) -> u64 {
        self.visited
    }

    fn evaluate(
        &mut self,
        game: &G,
        at: &G::Position,
        limits: &Limits,
    ) -> Result<Evaluation<G::Score>, Stopped<G::Score>> {
        (self.visited_before, self.lost) = (self.visited, 0);
        self.value(game, at, limits).map(Evaluation::of)
    }

    fn solve(
        &mut self,
        game: &G,
        at: &G::Position,
        limits: &Limits,
    ) -> Result<Solution<G>, Stopped<G::Score>> {
        (self.visited_before, self.lost) = (self.visited, 0);
        let score = self.value(game, at, limits)?;
        let best = self
            .best(game, at, score, limits)
            .map_err(|reason| Stopped {
                reason,
                bounds: Some((score, score)),
            })?;
        let line = self.line(game, at, score, best.preferred.clone(), limits);
        Ok(Solution {
            value: Evaluation::of(score),
            best,
            line,
            reason: Reason::Searched,
        })
    }
}
