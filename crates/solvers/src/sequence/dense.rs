//! Marks few options, then searches for the smallest missing value among all the others at once.
//!
//! Answers any code of at most two heaps, and is the engine if no sparse space helps. The first pairs of a heap are marked
//! one by one. The smallest value that is not marked is then searched for among the remaining pairs, 64 pairs in three
//! vector instructions: pairs of values are compared by exclusive or, and a running minimum is zero if one of them matches.
//! If a pair has the value, it is nearly always found after few vectors, so that a heap costs a single full pass, about
//! n/40 instructions, where marking takes n/2 or more. In some games many values occur in few pairs each; then more pairs
//! are marked, at worst all of them, so that few searches remain.

use super::lane::{Lane, has_pair};
use super::rules::{Rules, Split};
use super::scalar::{Marks, mark_pairs};
use super::values::Values;

/// The fewest pairs of a heap that are marked one by one before the first search, for each value met so far: about as many
/// as are needed to meet nearly all of them. Measured on .007 and .06.
const MARKED: usize = 6;
/// The number of successful searches of a heap before more pairs are marked. A search that compares all pairs takes as long
/// as marking a twentieth of them, and one that succeeds ends earlier. With 4 searches .007 takes 1.45 times as long, .06
/// and .004 1.15 times; with 64 all of them 1.15 times.
const HITS: usize = 32;

/// The value of heap `n`, if all smaller heaps have values below `bound`, and the options of one heap are marked.
pub(crate) fn grundy(
    rules: &Rules,
    values: &Values,
    marks: &mut Marks,
    bound: u32,
    n: usize,
) -> u32 {
    let ranges: Vec<Pairs> = rules
        .splits
        .iter()
        .filter_map(|&split| Pairs::of(n, split))
        .collect();
    let least = MARKED * bound as usize / ranges.len().max(1) + 64;
    let last = ranges.iter().map(|pairs| pairs.last).max().unwrap_or(0);
    // An eighth fewer than the last heap needed: the number only doubles below, and must also be able to fall.
    let mut marked = (marks.usual - marks.usual / 8).clamp(least, last.max(least));
    mark_more(values, marks, &ranges, 0, marked);
    let (mut value, mut hits) = (marks.smallest_free(0), 0);
    while ranges.iter().any(|pairs| pairs.have(values, marked, value)) {
        hits += 1;
        if hits % HITS == 0 {
            mark_more(values, marks, &ranges, marked, 2 * marked);
            marked *= 2;
        }
        value = marks.smallest_free(value + 1);
    }
    marks.usual = marked;
    value
}

/// Marks the pairs of every range after the first `done` up to `marked`.
fn mark_more(values: &Values, marks: &mut Marks, ranges: &[Pairs], done: usize, marked: usize) {
    for pairs in ranges {
        mark_pairs(values, marks, pairs.rest, done + 1, pairs.last.min(marked));
    }
}

/// The pairs of heaps that one digit leaves of a heap: (a, rest - a) for a from 1 to `last`.
struct Pairs {
    rest: usize,
    last: usize,
}

impl Pairs {
    fn of(n: usize, split: Split) -> Option<Self> {
        let rest = n.checked_sub(split.taken).filter(|&rest| rest >= 2)?;
        Some(Pairs {
            rest,
            last: if split.unequal {
                (rest - 1) / 2
            } else {
                rest / 2
            },
        })
    }

    /// Whether some pair beyond the marked ones has this value.
    fn have(&self, values: &Values, marked: usize, value: u32) -> bool {
        if self.last <= marked {
            return false;
        }
        match values {
            Values::Bytes(values) => self.search(values, marked, value),
            Values::Words(values) => self.search(values, marked, value),
            Values::Longs(values) => self.search(values, marked, value),
        }
    }

    fn search<T: Lane>(&self, values: &[T], marked: usize, value: u32) -> bool {
        let Some(value) = T::from_u32(value) else {
            return false;
        };
        has_pair(
            &values[marked + 1..=self.last],
            &values[self.rest - self.last..self.rest - marked],
            value,
        )
    }
}
