//! `closed-form` for rows taken from the ends: peaks are folded, and taking the larger end of a folded row is best.
//!
//! O(n) time and memory; the theorem, the idea of its proof and its limits are in [`fold`](super::fold). Rows in which the
//! rest is scored are first converted to rows of coins. Not for many sub-rows of the same long row: the table answers them
//! all.

use bouton_core::rows::{Earned, End, EndTaking, Span};
use bouton_core::solver::{About, Evaluated, Field, Solution, Solved, Solver};
use bouton_core::{Limits, Reason};

use super::ends::{best, coins, in_the_game, value};
use super::fold::{Ends, FoldedRow, fold_row};

/// Solves rows by folding peaks.
#[derive(Debug, Default)]
pub struct PeakFolding;

static ABOUT: About = About {
    id: "closed-form",
    rank: 20,
    endless: false,
    proves: true,
    method: "peak folding: neighbours a ≤ b ≥ c become a − b + c until the row falls and then rises",
    cost: "time: some nanoseconds a value; memory: the folded row",
    source: "this project, tested exhaustively against search on small rows",
    fills: &[Field::Value, Field::Line],
};

/// Bytes of a value, and of its coin.
const VALUE: u64 = 8;

/// In rows up to this length a line of best play is found by folding again after each move: under a millisecond.
const LONGEST_LINE: usize = 512;

/// Longer valleys are distinguished by their length alone.
const LONGEST_VALLEY: usize = 1000;

impl<G: EndTaking> Solver<G> for PeakFolding {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn visited(&self) -> u64 {
        0
    }

    fn evaluate(&mut self, game: &G, at: &Span, limits: &Limits) -> Evaluated<G> {
        limits.check()?;
        limits.afford(VALUE * at.len() as u64)?;
        Ok(value(folded(game, *at).map(|(ends, _)| ends)))
    }

    fn solve(&mut self, game: &G, at: &Span, limits: &Limits) -> Solved<G> {
        limits.check()?;
        limits.afford(VALUE * at.len() as u64)?;
        let folded = folded(game, *at);
        let ends = folded.as_ref().map(|(ends, _)| *ends);
        let reason = folded.map_or(Reason::Law("nothing is left".into()), |(_, row)| {
            reason::<G>(&row, at.of(game.values()))
        });
        let line =
            (at.len() <= LONGEST_LINE).then(|| line(&coins(at.of(game.values()), G::EARNED)));
        Ok(Solution {
            value: value(ends),
            best: best(*at, ends),
            line,
            reason,
        })
    }
}

/// The values of the first moves, and the folded coins.
fn folded<G: EndTaking>(game: &G, at: Span) -> Option<(Ends, FoldedRow)> {
    let row = at.of(game.values());
    let folded = fold_row(&coins(row, G::EARNED))?;
    Some((in_the_game(row, G::EARNED, folded.ends), folded))
}

/// Best play of a row of coins; the left end if both are best.
fn line(mut coins: &[i64]) -> Vec<End> {
    let mut line = Vec::with_capacity(coins.len());
    while let Some(FoldedRow {
        ends: Ends { left, right },
        ..
    }) = fold_row(coins)
    {
        let end = if left >= right { End::Left } else { End::Right };
        coins = match end {
            End::Left => &coins[1..],
            End::Right => &coins[..coins.len() - 1],
        };
        line.push(end);
    }
    line
}

/// The reason: the folded row and its length.
fn reason<G: EndTaking>(row: &FoldedRow, values: &[i64]) -> Reason {
    let (valley, length) = (&row.valley, values.len());
    match G::EARNED {
        Earned::Taken if valley.len() <= LONGEST_VALLEY => Reason::Valley {
            folded: valley.values().map(Into::into).collect(),
            length,
        },
        Earned::Taken => Reason::Law(format!(
            "each peak a ≤ b ≥ c folds to a - b + c, which leaves {} of {length} values; largest first, added and subtracted in turn, \
             they give the margin {}",
            valley.len(),
            row.ends.margin()
        )),
        Earned::Rest => {
            let sum: i128 = values.iter().map(|&value| i128::from(value)).sum();
            let flipped = row.ends.margin() + (length % 2) as i128;
            let sign = if flipped < 0 { '-' } else { '+' };
            Reason::Law(format!(
                "({sum} {sign} {}) / 2 = {} is the margin: the sum of the row is {sum}, and `row-ends` with every sign flipped has the \
                 margin {flipped}",
                flipped.unsigned_abs(),
                (sum + flipped) / 2
            ))
        }
    }
}
