//! `table` for rows taken from the ends: the interval table by increasing width.
//!
//! n²/2 cells, no recursion. A single answer keeps one diagonal ([`diagonal`](super::diagonal)). For small rows, and for
//! rows with queries about many parts, the full [`triangle`](super::triangle) is filled if the memory allows it, and then
//! answers every part at once. Not for one long row, which folding answers in O(n).

use bouton_core::rows::{End, EndTaking, Span};
use bouton_core::solver::{About, Best, Evaluated, Field, Solution, Solved, Solver};
use bouton_core::{Limits, Reason, StopReason};

use super::cell::stop_reason;
use super::ends::{best, coins, in_the_game, value};
use super::fold::Ends;
use super::triangle::{Triangle, bytes_needed};
use super::{diagonal, ends};

/// Fills interval tables.
#[derive(Debug, Default)]
pub struct IntervalTable {
    triangle: Option<Triangle>,
    /// Answers given by a diagonal alone.
    diagonals: u32,
    visited: u64,
}

static ABOUT: About = About {
    id: "table",
    rank: 40,
    endless: false,
    proves: true,
    method: "the interval table: every sub-row by increasing length",
    cost: "time: n²/2 cells, some 10⁹ to 10¹⁰ a second; memory: a few numbers a value, or all cells when many sub-rows are asked",
    source: "Bellman, Dynamic Programming (1957)",
    fills: &[Field::Value, Field::Line],
};

/// Triangles up to this size, in bytes, are filled at the first query.
const SMALL: u128 = 1 << 24;

/// Filling a triangle costs about as much as this many diagonals.
const MANY_DIAGONALS: u32 = 8;

/// Lines of longer rows are not given.
const LONGEST_LINE: usize = 10_000;

impl<G: EndTaking> Solver<G> for IntervalTable {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn visited(&self) -> u64 {
        self.visited
    }

    fn evaluate(&mut self, game: &G, at: &Span, limits: &Limits) -> Evaluated<G> {
        Ok(value(self.ends(game, *at, limits)?))
    }

    fn solve(&mut self, game: &G, at: &Span, limits: &Limits) -> Solved<G> {
        let ends = self.ends(game, *at, limits)?;
        let best = best(*at, ends);
        let line = self.line(*at);
        Ok(Solution {
            value: value(ends),
            best,
            line,
            reason: Reason::Searched,
        })
    }
}

impl IntervalTable {
    /// The values of the two first moves at a position in the game.
    fn ends<G: EndTaking>(
        &mut self,
        game: &G,
        at: Span,
        limits: &Limits,
    ) -> Result<Option<Ends>, StopReason> {
        let row = at.of(game.values());
        let ends = self.coin_ends(game, at, limits)?;
        Ok(ends.map(|ends| in_the_game(row, G::EARNED, ends)))
    }

    /// Their values in coins.
    fn coin_ends<G: EndTaking>(
        &mut self,
        game: &G,
        at: Span,
        limits: &Limits,
    ) -> Result<Option<Ends>, StopReason> {
        if self.triangle.is_none() {
            let all = coins(game.values(), G::EARNED);
            if !self.is_worth_a_triangle(&all, limits) {
                return self.by_diagonal(at.of(&all), limits);
            }
            let cells = permitted_cells(all.len(), limits)?;
            let memory = limits.memory.unwrap_or(u64::MAX);
            let filled = Triangle::fill(&all, memory, || limits.check().is_ok());
            self.triangle = Some(filled.map_err(|error| stop_reason(error, limits))?);
            self.visited += cells;
        }
        Ok(self
            .triangle
            .as_ref()
            .and_then(|triangle| triangle.ends(at.start..at.end)))
    }

    fn by_diagonal(&mut self, coins: &[i64], limits: &Limits) -> Result<Option<Ends>, StopReason> {
        limits.afford(diagonal::bytes_needed(coins).try_into().unwrap_or(u64::MAX))?;
        let cells = permitted_cells(coins.len(), limits)?;
        let ends = diagonal::ends(coins, || limits.check().is_ok());
        let ends = ends.map_err(|error| stop_reason(error, limits))?;
        self.diagonals += 1;
        self.visited += cells;
        Ok(ends)
    }

    fn is_worth_a_triangle(&self, coins: &[i64], limits: &Limits) -> bool {
        let bytes = bytes_needed(coins);
        let affordable = limits.memory.is_none_or(|memory| bytes <= memory.into());
        affordable && (bytes <= SMALL || self.diagonals >= MANY_DIAGONALS)
    }

    /// Best play from `at`, read off the triangle if there is one.
    fn line(&self, mut at: Span) -> Option<Vec<End>> {
        let triangle = self
            .triangle
            .as_ref()
            .filter(|_| at.len() <= LONGEST_LINE)?;
        let mut line = Vec::with_capacity(at.len());
        while let Best {
            preferred: Some(end),
            ..
        } = ends::best(at, triangle.ends(at.start..at.end))
        {
            line.push(end);
            match end {
                End::Left => at.start += 1,
                End::Right => at.end -= 1,
            }
        }
        Some(line)
    }
}

/// The cells of a table for `length` values; an error if they are too many, or a limit is already reached.
fn permitted_cells(length: usize, limits: &Limits) -> Result<u64, StopReason> {
    limits.check()?;
    let cells = length as u128 * (length as u128 + 1) / 2;
    let most = limits.nodes.unwrap_or(u64::MAX);
    u64::try_from(cells)
        .ok()
        .filter(|cells| *cells <= most)
        .ok_or(StopReason::Nodes)
}
