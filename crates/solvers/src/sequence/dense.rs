//! Marks few options, then searches for the smallest missing value among all the others at once.
//!
//! Answers any code of at most two heaps, and is the engine of subtraction sets and where no sparse space helps. The first
//! pairs of a heap are marked one by one. The smallest value that is not marked is then searched for among the remaining
//! pairs, 64 pairs in three vector instructions: pairs of values are compared by exclusive or, and a running minimum is zero
//! if one of them matches. If a pair has the value, it is nearly always found after few vectors, so that a heap costs a
//! single full pass, about n/40 instructions, where marking takes n/2 or more. In some games many values occur in few pairs
//! each; then more pairs are marked, at worst all of them, so that few searches remain.

use super::lane::{Lane, has_pair};
use super::rules::{Rules, Split};
use super::values::Values;

/// The fewest pairs of a heap that are marked one by one before the first search, for each value met so far: about as many
/// as are needed to meet nearly all of them. Measured on .007 and .06.
const MARKED: usize = 6;
/// The number of successful searches of a heap before more pairs are marked. A search that compares all pairs takes as long
/// as marking a twentieth of them, and one that succeeds ends earlier. With 4 searches .007 takes 1.45 times as long, .06
/// and .004 1.15 times; with 64 all of them 1.15 times.
const HITS: usize = 32;

/// A sequence, with the marks of the values that options of its next heap have.
#[derive(Clone, Debug, Default)]
pub(crate) struct Dense {
    values: Values,
    marks: Marks,
    /// A number above all values.
    pub(crate) bound: u32,
    /// The number of pairs that were marked for the last heap.
    usual: usize,
}

impl Dense {
    pub(crate) fn of(values: Values) -> Self {
        Self {
            bound: values.iter().max().map_or(0, |largest| largest + 1),
            values,
            ..Self::default()
        }
    }

    pub(crate) fn values(&self) -> &Values {
        &self.values
    }

    pub(crate) fn into_values(self) -> Values {
        self.values
    }

    /// Computes the values of the next heaps up to `end`, excluded.
    pub(crate) fn extend(&mut self, rules: &Rules, end: usize) {
        for n in self.values.len()..end {
            let value = match rules.is_frozen(n) {
                true => 0,
                false => self.grundy(rules, n),
            };
            self.bound = self.bound.max(value + 1);
            self.values.push(value);
        }
    }

    fn grundy(&mut self, rules: &Rules, n: usize) -> u32 {
        let (values, marks) = (&self.values, &mut self.marks);
        marks.clear(2 * self.bound.next_power_of_two() as usize);
        rules
            .simple_options(n, |heap| values.at(heap))
            .for_each(|value| marks.mark(value));
        let splits = rules.splits.iter();
        let ranges: Vec<_> = splits.filter_map(|&split| Pairs::of(n, split)).collect();
        let least = MARKED * self.bound as usize / ranges.len().max(1) + 64;
        let last = ranges.iter().map(|pairs| pairs.last).max().unwrap_or(0);
        // An eighth fewer than the last heap needed: the number only doubles below, and must also be able to fall.
        let mut marked = (self.usual - self.usual / 8).clamp(least, last.max(least));
        let mark = |marks: &mut Marks, done: usize, marked: usize| {
            ranges
                .iter()
                .for_each(|pairs| pairs.mark(values, marks, done + 1, marked));
        };
        mark(marks, 0, marked);
        let (mut value, mut hits) = (marks.smallest_free(0), 0);
        while ranges.iter().any(|pairs| pairs.have(values, marked, value)) {
            hits += 1;
            if hits % HITS == 0 {
                mark(marks, marked, 2 * marked);
                marked *= 2;
            }
            value = marks.smallest_free(value + 1);
        }
        self.usual = marked;
        value
    }
}

/// Marks the values met for one heap; they are cleared by counting heaps, not by writing.
#[derive(Clone, Debug, Default)]
struct Marks {
    stamps: Vec<u32>,
    now: u32,
}

impl Marks {
    /// Clears all marks; values below `bound` may be marked from now on.
    fn clear(&mut self, bound: usize) {
        if self.stamps.len() < bound {
            self.stamps.resize(bound.next_power_of_two(), 0);
        }
        self.now = self.now.wrapping_add(1);
        if self.now == 0 {
            self.stamps.fill(0);
            self.now = 1;
        }
    }

    #[inline(always)]
    fn mark(&mut self, value: u32) {
        self.stamps[value as usize] = self.now;
    }

    /// Marks the values of pairs of heaps: two slices of one length, so that the loop checks no index of a heap.
    fn mark_all<T: Lane>(&mut self, (small, large): (&[T], &[T])) {
        for (&small, &large) in small.iter().zip(large.iter().rev()) {
            self.mark((small ^ large).to_u32());
        }
    }

    /// The smallest value, at least `from`, that is not marked.
    fn smallest_free(&self, from: u32) -> u32 {
        let rest = &self.stamps[from as usize..];
        let free = rest.iter().position(|&stamp| stamp != self.now);
        from + free.unwrap_or(rest.len()) as u32
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

    /// The pairs whose smaller heap is `first` or larger and at most `most`.
    fn of_heaps<'v, T>(&self, values: &'v [T], first: usize, most: usize) -> (&'v [T], &'v [T]) {
        let most = most.min(self.last);
        let large = self.rest - most..self.rest + 1 - first;
        (&values[first..=most], &values[large])
    }

    /// Marks the values of the pairs whose smaller heap is `first` or larger and at most `most`.
    fn mark(&self, values: &Values, marks: &mut Marks, first: usize, most: usize) {
        if first > self.last {
            return;
        }
        match values {
            Values::Bytes(values) => marks.mark_all(self.of_heaps(values, first, most)),
            Values::Words(values) => marks.mark_all(self.of_heaps(values, first, most)),
            Values::Longs(values) => marks.mark_all(self.of_heaps(values, first, most)),
        }
    }

    /// Whether some pair beyond the marked ones has this value.
    fn have(&self, values: &Values, marked: usize, value: u32) -> bool {
        fn have<T: Lane>((small, large): (&[T], &[T]), value: u32) -> bool {
            T::from_u32(value).is_some_and(|value| has_pair(small, large, value))
        }
        let (first, most) = (marked + 1, self.last);
        match values {
            _ if self.last <= marked => false,
            Values::Bytes(values) => have(self.of_heaps(values, first, most), value),
            Values::Words(values) => have(self.of_heaps(values, first, most), value),
            Values::Longs(values) => have(self.of_heaps(values, first, most), value),
        }
    }
}
