use super::{Code, Constraint};
use smallvec::SmallVec;

/// One option of a heap: how many tokens were taken and the heaps that are left.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Taking {
    /// Tokens taken.
    pub taken: u64,
    /// The non-empty heaps left, smallest first.
    pub left: SmallVec<[u64; 3]>,
}

/// The options of one heap under a [`Code`], lazily; see [`Code::options`].
#[derive(Clone, Debug)]
pub struct Options<'c> {
    code: &'c Code,
    heap: u64,
    /// Tokens taken now; `None` when all options were given.
    taken: Option<u64>,
    /// The number of heaps left now.
    heaps: u64,
    /// The heaps given last; `None` when the next number of heaps is to be begun.
    parts: Option<SmallVec<[u64; 3]>>,
}

impl<'c> Options<'c> {
    pub(super) fn new(code: &'c Code, heap: u64) -> Self {
        let taken = if code.frozen().contains(&heap) {
            None
        } else {
            code.next_taken(0)
        };
        Options {
            code,
            heap,
            taken: taken.filter(|&taken| taken <= heap),
            heaps: 0,
            parts: None,
        }
    }

    /// Goes on to the next number of heaps, or to the next number of tokens.
    fn advance(&mut self, taken: u64) {
        let rest = self.heap - taken;
        let most = self
            .code
            .digit(taken)
            .most_heaps()
            .unwrap_or(rest)
            .min(rest);
        self.parts = None;
        self.heaps += 1;
        if self.heaps > most {
            self.heaps = 0;
            let next = taken
                .checked_add(1)
                .and_then(|from| self.code.next_taken(from));
            self.taken = next.filter(|&taken| taken <= self.heap);
        }
    }
}

impl Iterator for Options<'_> {
    type Item = Taking;

    fn next(&mut self) -> Option<Taking> {
        loop {
            let taken = self.taken?;
            let rest = self.heap - taken;
            let constraint = self.code.digit(taken).constraint(self.heaps);
            let parts = constraint.and_then(|constraint| match &self.parts {
                None => first_parts(rest, self.heaps, constraint),
                Some(parts) => next_parts(parts, constraint),
            });
            match parts {
                Some(left) => {
                    self.parts = Some(left.clone());
                    return Some(Taking { taken, left });
                }
                None => self.advance(taken),
            }
        }
    }
}

type Parts = SmallVec<[u64; 3]>;

/// The lexicographically first way to write `sum` as so many positive parts in order.
fn first_parts(sum: u64, count: u64, constraint: Constraint) -> Option<Parts> {
    match count {
        0 => (sum == 0).then(Parts::new),
        1 => (sum > 0).then(|| Parts::from_slice(&[sum])),
        _ if constraint == Constraint::AllEqual => {
            let part = sum / count;
            (part > 0 && sum.is_multiple_of(count)).then(|| Parts::from_elem(part, count as usize))
        }
        _ => fill(Parts::new(), 1, sum, count, constraint),
    }
}

/// The lexicographically next way to write the same sum as the same number of positive parts in order.
fn next_parts(parts: &Parts, constraint: Constraint) -> Option<Parts> {
    if constraint == Constraint::AllEqual {
        return None;
    }
    let count = parts.len();
    let mut sum = parts.last().copied().unwrap_or(0);
    (0..count.saturating_sub(1)).rev().find_map(|index| {
        sum += parts[index];
        let prefix = Parts::from_slice(&parts[..index]);
        fill(
            prefix,
            parts[index] + 1,
            sum,
            (count - index) as u64,
            constraint,
        )
    })
}

/// Appends `count` parts of this sum to the prefix: `from`, then each as small as it may be, the last taking the rest.
fn fill(
    mut prefix: Parts,
    from: u64,
    sum: u64,
    count: u64,
    constraint: Constraint,
) -> Option<Parts> {
    let step = u128::from(constraint == Constraint::AllUnequal);
    let (from, count) = (u128::from(from), u128::from(count));
    if count * from + step * (count * (count - 1) / 2) > u128::from(sum) {
        return None;
    }
    let all_equal =
        prefix.iter().all(|&part| u128::from(part) == from) && count * from == u128::from(sum);
    if constraint == Constraint::SomeUnequal && all_equal {
        return None;
    }
    let mut rest = sum;
    for index in 0..count - 1 {
        let part = (from + step * index) as u64;
        prefix.push(part);
        rest -= part;
    }
    prefix.push(rest);
    Some(prefix)
}
