//! A code in the form that the engines of one and two heaps read.

use bouton_core::take_and_break::{Code, Constraint, Digit};

/// Splits into two heaps after taking `taken` tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Split {
    /// Tokens taken.
    pub(crate) taken: usize,
    /// Whether the two heaps must differ.
    pub(crate) unequal: bool,
}

/// The moves of a finite code that leaves at most two heaps.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    /// Heaps that can be taken completely.
    wholes: Vec<usize>,
    /// Numbers that can be taken if tokens are left.
    pub(crate) takes: Vec<usize>,
    /// Numbers after which the rest may be split.
    pub(crate) splits: Vec<Split>,
    /// Numbers after which the rest may be halved.
    halves: Vec<usize>,
    frozen: Vec<usize>,
    /// The most tokens that can be taken.
    pub(crate) most_taken: usize,
}

/// No engine answers codes that take more than this at once.
const MOST_TAKEN: u64 = 1 << 32;

impl Rules {
    /// The rules of the code; `None` if it may leave three heaps or its digits repeat.
    pub(crate) fn of(code: &Code) -> Option<Self> {
        let most_taken = code.most_taken().filter(|&most| most < MOST_TAKEN)? as usize;
        if code.most_heaps()? > 2 {
            return None;
        }
        let with = |heaps: u64, wanted: fn(Constraint) -> bool| -> Vec<usize> {
            let allows = |digit: &Digit| digit.constraint(heaps).is_some_and(wanted);
            code.digits()
                .filter(|(_, digit)| allows(digit))
                .map(|(taken, _)| taken as usize)
                .collect()
        };
        let unequal =
            |&taken: &usize| code.digit(taken as u64).constraint(2) != Some(Constraint::Any);
        let splits = with(2, |constraint| constraint != Constraint::AllEqual);
        Some(Rules {
            wholes: with(0, |_| true),
            takes: with(1, |_| true),
            splits: splits
                .iter()
                .map(|taken| Split {
                    taken: *taken,
                    unequal: unequal(taken),
                })
                .collect(),
            halves: with(2, |constraint| constraint == Constraint::AllEqual),
            frozen: code.frozen().iter().map(|&heap| heap as usize).collect(),
            most_taken,
        })
    }

    /// The values of the options of heap `n` that leave no heap, one heap or two halves, from the values of smaller heaps.
    pub(crate) fn simple_options(
        &self,
        n: usize,
        value: impl Fn(usize) -> u32,
    ) -> impl Iterator<Item = u32> {
        let whole = self.wholes.binary_search(&n).is_ok().then_some(0);
        let halved = |taken: usize| n >= taken + 2 && (n - taken).is_multiple_of(2);
        let half = self.halves.iter().any(|&taken| halved(taken)).then_some(0);
        let takes = self.takes.iter().take_while(move |&&taken| taken < n);
        whole
            .into_iter()
            .chain(half)
            .chain(takes.map(move |&taken| value(n - taken)))
    }

    /// Whether heap `n` has no move although its size would allow one.
    pub(crate) fn is_frozen(&self, n: usize) -> bool {
        self.frozen.contains(&n)
    }

    /// The largest heap without moves.
    pub(crate) fn last_frozen(&self) -> usize {
        self.frozen.last().copied().unwrap_or(0)
    }

    /// The parity of the numbers after which the rest may be split, if they share one.
    pub(crate) fn split_parity(&self) -> Option<bool> {
        let odd = self.splits.first()?.taken % 2 == 1;
        self.splits
            .iter()
            .all(|split| (split.taken % 2 == 1) == odd)
            .then_some(odd)
    }

    /// Whether a heap may be split into two equal ones by a digit that allows no other splits.
    pub(crate) fn has_halves(&self) -> bool {
        !self.halves.is_empty()
    }
}
