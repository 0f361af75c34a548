//! The reference: one mark for every option.
//!
//! Answers any code of at most two heaps. Takes n/2 steps for heap n and each digit that splits, so n²/4 in all. Suited to
//! subtraction sets. Not for more than some ten thousand heaps of a game with splits.

use super::rules::Rules;
use super::values::Values;

/// Marks the values met for one heap; they are cleared by counting heaps, not by writing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Marks {
    stamps: Vec<u32>,
    now: u32,
    /// The number of pairs that were marked for the last heap.
    pub(crate) usual: usize,
}

impl Marks {
    /// Clears all marks; values below `bound` may be marked from now on.
    pub(crate) fn clear(&mut self, bound: usize) {
        if self.stamps.len() < bound {
            self.stamps.resize(bound.next_power_of_two(), 0);
        }
        self.now = self.now.wrapping_add(1);
        if self.now == 0 {
            self.stamps.fill(0);
            self.now = 1;
        }
    }

    /// Marks a value.
    #[inline(always)]
    pub(crate) fn mark(&mut self, value: u32) {
        self.stamps[value as usize] = self.now;
    }

    /// The smallest value, at least `from`, that is not marked.
    pub(crate) fn smallest_free(&self, from: u32) -> u32 {
        let rest = &self.stamps[from as usize..];
        let free = rest.iter().position(|&stamp| stamp != self.now);
        from + free.unwrap_or(rest.len()) as u32
    }
}

/// Computes the values of the next heaps up to `end`, excluded; `grundy` finds the value of a heap, given the least number above
/// those of all smaller heaps, once the options of one heap are marked.
pub(crate) fn extend(
    rules: &Rules,
    values: &mut Values,
    marks: &mut Marks,
    bound: &mut u32,
    end: usize,
    grundy: impl Fn(&Rules, &Values, &mut Marks, u32, usize) -> u32,
) {
    for n in values.len()..end {
        let value = if rules.is_frozen(n) {
            0
        } else {
            marks.clear(2 * bound.next_power_of_two() as usize);
            rules
                .simple_options(n, |heap| values.at(heap))
                .for_each(|value| marks.mark(value));
            grundy(rules, values, marks, *bound, n)
        };
        *bound = (*bound).max(value + 1);
        values.push(value);
    }
}

/// The value of heap `n`, once the options of one heap are marked.
pub(crate) fn grundy(
    rules: &Rules,
    values: &Values,
    marks: &mut Marks,
    _bound: u32,
    n: usize,
) -> u32 {
    for split in &rules.splits {
        if n >= split.taken + 2 {
            let rest = n - split.taken;
            let last = if split.unequal {
                (rest - 1) / 2
            } else {
                rest / 2
            };
            mark_pairs(values, marks, rest, 1, last);
        }
    }
    marks.smallest_free(0)
}

/// Marks the values of the pairs of each heap in `first..=last` with the rest up to `rest`.
pub(crate) fn mark_pairs(
    values: &Values,
    marks: &mut Marks,
    rest: usize,
    first: usize,
    last: usize,
) {
    match values {
        Values::Bytes(values) => mark_all(values, marks, rest, first, last),
        Values::Words(values) => mark_all(values, marks, rest, first, last),
        Values::Longs(values) => mark_all(values, marks, rest, first, last),
    }
}

fn mark_all<T: Copy + Into<u32>>(
    values: &[T],
    marks: &mut Marks,
    rest: usize,
    first: usize,
    last: usize,
) {
    if first > last {
        return;
    }
    // Two slices of one length: the loop checks no index of a heap, only that of the mark.
    let small = &values[first..=last];
    let large = &values[rest - last..=rest - first];
    for (&small, &large) in small.iter().zip(large.iter().rev()) {
        marks.mark(small.into() ^ large.into());
    }
}
