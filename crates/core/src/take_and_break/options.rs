use super::{Code, Constraint};
use crate::heaps::Heap;
use smallvec::SmallVec;

/// One option of a heap: how many tokens were taken and the heaps that are left.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Taking<H = u64> {
    /// Tokens taken.
    pub taken: u64,
    /// The non-empty heaps left, smallest first.
    pub left: SmallVec<[H; 3]>,
}

/// The options of one heap under a [`Code`], lazily; see [`Code::options`].
#[derive(Clone, Debug)]
pub struct Options<'c, H = u64> {
    code: &'c Code,
    heap: H,
    /// Tokens taken now; `None` when all options were given.
    taken: Option<u64>,
    /// The number of heaps left now.
    heaps: u64,
    /// The heaps given last; `None` when the next number of heaps is to be begun.
    parts: Option<Parts<H>>,
}

impl<'c, H: Heap> Options<'c, H> {
    pub(super) fn new(code: &'c Code, heap: H) -> Self {
        let mut options = Options {
            code,
            heap,
            taken: None,
            heaps: 0,
            parts: None,
        };
        let small = options.heap.to_u64();
        if !small.is_some_and(|heap| code.frozen().contains(&heap)) {
            options.taken = options.next_taken(0);
        }
        options
    }

    /// The smallest number of tokens, at least `from`, that may be taken and that the heap has.
    fn next_taken(&self, from: u64) -> Option<u64> {
        let next = self.code.next_taken(from);
        next.filter(|&taken| H::from(taken) <= self.heap)
    }

    /// Goes on to the next number of heaps, or to the next number of tokens.
    fn advance(&mut self, taken: u64) {
        let rest = self.heap.clone() - H::from(taken);
        let rest = rest.to_u64().unwrap_or(u64::MAX);
        let most = self.code.digit(taken).most_heaps();
        let most = most.unwrap_or(rest).min(rest);
        self.parts = None;
        self.heaps += 1;
        if self.heaps > most {
            self.heaps = 0;
            self.taken = taken.checked_add(1).and_then(|from| self.next_taken(from));
        }
    }
}

impl<H: Heap> Iterator for Options<'_, H> {
    type Item = Taking<H>;

    fn next(&mut self) -> Option<Taking<H>> {
        loop {
            let taken = self.taken?;
            let constraint = self.code.digit(taken).constraint(self.heaps);
            let parts = constraint.and_then(|constraint| match &self.parts {
                None => {
                    let rest = self.heap.clone() - H::from(taken);
                    first_parts(rest, self.heaps, constraint)
                }
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

type Parts<H> = SmallVec<[H; 3]>;

/// The lexicographically first way to write `sum` as this many positive parts in order.
fn first_parts<H: Heap>(sum: H, count: u64, constraint: Constraint) -> Option<Parts<H>> {
    match count {
        0 => sum.is_zero().then(Parts::new),
        1 => (!sum.is_zero()).then(|| Parts::from_iter([sum])),
        _ if constraint == Constraint::AllEqual => {
            let (part, rest) = sum.div_rem(&H::from(count));
            (!part.is_zero() && rest.is_zero()).then(|| Parts::from_elem(part, count as usize))
        }
        _ => fill(Parts::new(), H::one(), sum, count, constraint),
    }
}

/// The lexicographically next way to write the same sum as the same number of positive parts in order.
fn next_parts<H: Heap>(parts: &Parts<H>, constraint: Constraint) -> Option<Parts<H>> {
    if constraint == Constraint::AllEqual {
        return None;
    }
    let count = parts.len();
    let mut sum = parts.last().cloned().unwrap_or_else(H::zero);
    (0..count.saturating_sub(1)).rev().find_map(|index| {
        sum = sum.clone() + &parts[index];
        let prefix = Parts::from_iter(parts[..index].iter().cloned());
        let from = parts[index].clone() + H::one();
        fill(
            prefix,
            from,
            sum.clone(),
            (count - index) as u64,
            constraint,
        )
    })
}

/// Appends `count` parts of this sum to the prefix: `from`, then each as small as it may be, the last taking the rest.
fn fill<H: Heap>(
    mut prefix: Parts<H>,
    from: H,
    sum: H,
    count: u64,
    constraint: Constraint,
) -> Option<Parts<H>> {
    let step = u64::from(constraint == Constraint::AllUnequal);
    // The steps above `from` come to step·(0 + 1 + … + (count-1)); the rest must hold `count` times `from`.
    let steps = H::from(step * (count.checked_mul(count - 1)? / 2));
    if steps > sum || (sum.clone() - steps) / H::from(count) < from {
        return None;
    }
    let all_equal = prefix.iter().all(|part| *part == from)
        && sum.is_multiple_of(&from)
        && sum.clone() / &from == H::from(count);
    if constraint == Constraint::SomeUnequal && all_equal {
        return None;
    }
    let mut rest = sum;
    for index in 0..count - 1 {
        let part = from.clone() + H::from(step * index);
        rest = rest - &part;
        prefix.push(part);
    }
    prefix.push(rest);
    Some(prefix)
}
