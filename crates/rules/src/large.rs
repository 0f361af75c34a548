//! [`Samples`]: the moves at some positions of a question. If they take from heaps what a rule in formulas can say, a question
//! about large heaps that stops at a limit gets the lines of a file that has a law for heaps of any size.

use std::collections::BTreeSet;

use bouton_external::Step;

use crate::growth::grouped;
use crate::plain::Plain;

/// The positions that are kept, and the most moves of each.
const MOST: usize = 48;
const MOST_MOVES: usize = 64;
/// The most lines of moves in a message.
const MOST_LINES: usize = 8;
/// Below this number a search is no reason to write another file.
const LARGE: i128 = 10_000;
/// The names of heaps in formulas.
const NAMES: [&str; 4] = ["a", "b", "c", "d"];

/// The heaps of positions, and what their moves take from each heap.
#[derive(Clone, Debug, Default)]
pub(crate) struct Samples(Vec<(Vec<i128>, Vec<Vec<i128>>)>);

/// The heaps of a position: it is a number, or a tuple of them.
fn heaps(at: &Plain) -> Option<Vec<i128>> {
    at.as_int().map(|n| vec![n]).or_else(|| at.as_ints())
}

impl Samples {
    /// Keeps a position with its moves, if there is room.
    pub(crate) fn keep(&mut self, at: &Plain, moves: &[Step<Plain>]) {
        if self.0.len() == MOST || moves.len() > MOST_MOVES {
            return;
        }
        let Some(from) = heaps(at).filter(|from| (1..=NAMES.len()).contains(&from.len())) else {
            return;
        };
        let taken = |to: &Plain| -> Option<Vec<i128>> {
            let to = heaps(to).filter(|to| to.len() == from.len())?;
            from.iter().zip(to).map(|(a, b)| a.checked_sub(b)).collect()
        };
        let moves = moves.iter().map(|step| taken(&step.to));
        // A move to another kind of position takes nothing, and so fits no rule.
        let moves = moves.map(|taken| taken.unwrap_or_else(|| vec![0; from.len()]));
        let moves = moves.collect();
        self.0.push((from, moves));
    }

    /// The way to a law, with its lines where all moves are of this kind.
    pub(crate) fn way_to_law(&self, largest: i128, is_misere: bool) -> Option<String> {
        let is_of_heaps =
            !self.0.is_empty() && self.0.iter().all(|(at, _)| at.iter().all(|n| *n >= 0));
        if largest < LARGE || !is_of_heaps {
            return None;
        }
        let way = format!(
            "heaps of {} are for a law, which holds for all sizes: `bouton law FILE.game` looks for one (docs/laws.md), and `bouton sequence` for a period",
            grouped(largest)
        );
        Some(match self.lines(is_misere) {
            Some(lines) => format!(
                "{way}; here FILE.game would be these lines: `{}`",
                lines.join("`, `")
            ),
            None => way,
        })
    }

    /// The lines of a file of formulas with the same moves at every position that is kept.
    fn lines(&self, is_misere: bool) -> Option<Vec<String>> {
        let all: BTreeSet<&Vec<i128>> = self.0.iter().flat_map(|(_, moves)| moves).collect();
        let takes =
            |taken: &Vec<i128>| taken.iter().all(|n| *n >= 0) && taken.iter().any(|n| *n > 0);
        if all.is_empty() || all.len() > MOST_LINES || !all.iter().all(|taken| takes(taken)) {
            return None;
        }
        let is_as_told = |(at, moves): &(Vec<i128>, Vec<Vec<i128>>)| {
            let fits = |taken: &&&Vec<i128>| taken.iter().zip(at).all(|(n, heap)| n <= heap);
            let told: BTreeSet<&Vec<i128>> = all.iter().filter(fits).copied().collect();
            told == moves.iter().collect()
        };
        if !self.0.iter().all(is_as_told) {
            return None;
        }
        let names = &NAMES[..self.0[0].0.len()];
        let mut lines = vec![
            "game My game".to_owned(),
            format!("variables {}", names.join(", ")),
            format!("rank {}", names.join(" + ")),
        ];
        lines.extend(is_misere.then(|| "mode misere".to_owned()));
        lines.extend(all.iter().map(|taken| line(names, taken)));
        Some(lines)
    }
}

/// The line of a move that takes these numbers.
fn line(names: &[&str], taken: &[i128]) -> String {
    let pairs = || names.iter().zip(taken);
    let guard = pairs().filter(|(_, n)| **n > 0);
    let guard: Vec<String> = guard.map(|(name, n)| format!("{name} >= {n}")).collect();
    let after = pairs().map(|(name, n)| match n {
        0 => (*name).to_owned(),
        n => format!("{name} - {n}"),
    });
    let after: Vec<String> = after.collect();
    format!("move | {} -> {}", guard.join(" & "), after.join(", "))
}

#[cfg(test)]
mod tests {
    use bouton_core::Side;

    use super::*;

    fn told(positions: &[&[i64]], moves: impl Fn(&[i64]) -> Vec<Vec<i64>>) -> Option<String> {
        let plain = |at: &[i64]| match at {
            [n] => Plain::int(*n),
            at => Plain::ints(at),
        };
        let mut samples = Samples::default();
        for at in positions {
            let steps = moves(at).into_iter().map(|to| Step {
                place: 0,
                side: Side::Left,
                to: plain(&to),
                gain: 0,
                keeps_turn: false,
            });
            samples.keep(&plain(at), &steps.collect::<Vec<_>>());
        }
        samples.way_to_law(1_000_000, false)
    }

    #[test]
    fn moves_that_take_are_lines_of_a_law() {
        let take = |at: &[i64]| {
            [1, 3]
                .iter()
                .filter(|k| **k <= at[0])
                .map(|k| vec![at[0] - k])
                .collect()
        };
        let lines = told(&[&[9], &[8], &[2], &[0]], take).unwrap();
        assert!(lines.ends_with("`game My game`, `variables a`, `rank a`, `move | a >= 1 -> a - 1`, `move | a >= 3 -> a - 3`"), "{lines}");
        let pairs = |at: &[i64]| match at {
            [a, b] if *a >= 1 && *b >= 2 => vec![vec![a - 1, b - 2]],
            _ => vec![],
        };
        let lines = told(&[&[5, 5], &[4, 3], &[1, 1]], pairs).unwrap();
        assert!(
            lines.ends_with("`move | a >= 1 & b >= 2 -> a - 1, b - 2`"),
            "{lines}"
        );
    }

    #[test]
    fn other_moves_are_not() {
        let doubled = |at: &[i64]| vec![vec![at[0] / 2]];
        let even = |at: &[i64]| {
            if at[0] % 2 == 0 {
                vec![vec![at[0] - 1]]
            } else {
                vec![]
            }
        };
        for moves in [&doubled as &dyn Fn(&[i64]) -> Vec<Vec<i64>>, &even] {
            let way = told(&[&[40], &[39], &[20]], moves).unwrap();
            assert!(!way.contains("FILE.game would be"), "{way}");
        }
        assert_eq!(told(&[], doubled), None);
    }
}
