//! **How much does the player to move win by when coins are taken from the ends of a row?**
//! Peak folding: one pass, O(n) time, O(valley) memory.
//!
//! Three neighbours a ≤ b ≥ c may be replaced by the single value a − b + c without changing the margin: a player who opens
//! the peak by taking a or c lets the other take b and takes the remaining one later. Folding until no peak is left gives a
//! *valley*, a row that falls and then rises. In a valley taking the larger end is best, so its margin is the alternating
//! sum of its values in descending order.
//!
//! The fold is wrong for monotone triples (1,0,1,2 is not 1,1) and for pits (1,0,1): b must be at least both neighbours.
//!
//! **Widths.** A folded value is an alternating sum of consecutive coins (each fold joins three adjacent odd stretches with
//! signs + − +), and the stretches of the values of a valley do not overlap. So every folded value, and every partial sum
//! of a margin, is at most Σ|v| ≤ n·2⁶³ in size, which is below 2¹²⁷ for every row of fewer than 2⁶⁴ coins: 128 bits always
//! suffice. Folding starts in 64 bits with checked steps and continues in 128 bits from the first value that does not fit.
//!
//! Not for many sub-rows of one row: see [`Triangle`](super::triangle::Triangle).

use std::fmt::Debug;

/// A row with its peaks folded away: strictly falling (but for one possible pair of equals at the bottom), then
/// strictly rising.
#[derive(Clone, Debug)]
pub struct Valley(Stack);

#[derive(Clone, Debug)]
enum Stack {
    Narrow(Vec<i64>),
    Wide(Vec<i128>),
}

/// The values, for the player to move, of taking the left and the right end of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ends {
    /// The margin if the left coin is taken now and both play best afterwards.
    pub left: i128,
    /// The margin if the right coin is taken now and both play best afterwards.
    pub right: i128,
}

impl Ends {
    /// The margin of the full row: the better of the two moves.
    pub fn margin(self) -> i128 {
        self.left.max(self.right)
    }
}

/// A row whose two first moves have been compared by folding.
#[derive(Clone, Debug)]
pub struct FoldedRow {
    /// The values of the two first moves.
    pub ends: Ends,
    /// The full row, folded.
    pub valley: Valley,
}

/// Folds a full row and compares its two first moves; `None` for an empty row.
///
/// O(n) time: the row without its two ends is folded once, and each end is then pushed onto the result.
pub fn fold_row(row: &[i64]) -> Option<FoldedRow> {
    let (&first, rest) = row.split_first()?;
    let Some((&last, middle)) = rest.split_last() else {
        let value = i128::from(first);
        let ends = Ends {
            left: value,
            right: value,
        };
        return Some(FoldedRow {
            ends,
            valley: Valley::fold(row.iter().copied()),
        });
    };
    let mut valley = Valley::fold(middle.iter().copied());
    let left = i128::from(first) - valley.margin_with_last(last);
    let right = i128::from(last) - valley.margin_with_first(first);
    valley.push(last);
    valley.push_front(first);
    Some(FoldedRow {
        ends: Ends { left, right },
        valley,
    })
}

/// The margin of a row for the player to move; 0 for an empty row. O(n) time.
///
/// ```
/// use bouton_solvers::rows::fold::margin;
/// assert_eq!(margin([4, 5, 3, 1, 2]), 1); // 8 of 15
/// assert_eq!(margin([1, 5, 1]), -3);
/// ```
pub fn margin(row: impl IntoIterator<Item = i64>) -> i128 {
    Valley::fold(row).margin()
}

impl Valley {
    /// Folds a row read from left to right, amortised O(1) a value.
    pub fn fold(row: impl IntoIterator<Item = i64>) -> Self {
        let mut row = row.into_iter();
        let mut narrow = Vec::new();
        match push_all(&mut narrow, &mut row) {
            Ok(()) => Self(Stack::Narrow(narrow)),
            Err(stuck) => {
                let mut wide = widened(&narrow);
                let rest = std::iter::once(i128::from(stuck)).chain(row.map(i128::from));
                push_all(&mut wide, &mut { rest }).expect(WIDE_SUFFICES);
                Self(Stack::Wide(wide))
            }
        }
    }

    /// Adds a coin at the right end of the row and folds the peaks that it closes.
    pub fn push(&mut self, coin: i64) {
        match &mut self.0 {
            Stack::Narrow(stack) if settled_last(stack, coin).is_none() => {
                self.widen();
                self.push(coin);
            }
            Stack::Narrow(stack) => push_last(stack, coin),
            Stack::Wide(stack) => push_last(stack, coin.into()),
        }
    }

    /// Adds a coin at the left end of the row and folds the peaks that it closes; O(valley).
    pub fn push_front(&mut self, coin: i64) {
        match &mut self.0 {
            Stack::Narrow(stack) if settled_first(stack, coin).is_none() => {
                self.widen();
                self.push_front(coin);
            }
            Stack::Narrow(stack) => push_first(stack, coin),
            Stack::Wide(stack) => push_first(stack, coin.into()),
        }
    }

    /// The number of values of the valley.
    pub fn len(&self) -> usize {
        match &self.0 {
            Stack::Narrow(stack) => stack.len(),
            Stack::Wide(stack) => stack.len(),
        }
    }

    /// Whether the row was empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The folded value at `index`, counted from the left; `None` past the end.
    pub fn get(&self, index: usize) -> Option<i128> {
        match &self.0 {
            Stack::Narrow(stack) => stack.get(index).map(|&value| value.into()),
            Stack::Wide(stack) => stack.get(index).copied(),
        }
    }

    /// The folded values from left to right.
    pub fn values(&self) -> impl Iterator<Item = i128> + '_ {
        (0..self.len()).map_while(|index| self.get(index))
    }

    /// The margin of the row for the player to move: both always take the larger end of the valley. O(valley).
    pub fn margin(&self) -> i128 {
        match &self.0 {
            Stack::Narrow(stack) => alternating_sum(stack.iter().copied()),
            Stack::Wide(stack) => alternating_sum(stack.iter().copied()),
        }
    }

    /// The margin of the row with one more coin at its right end, without a copy of the valley.
    fn margin_with_last(&self, coin: i64) -> i128 {
        let wide = |stack: &[i128]| with_last(stack, coin.into()).expect(WIDE_SUFFICES);
        match &self.0 {
            Stack::Narrow(stack) => with_last(stack, coin).unwrap_or_else(|| wide(&widened(stack))),
            Stack::Wide(stack) => wide(stack),
        }
    }

    /// The margin of the row with one more coin at its left end, without a copy of the valley.
    fn margin_with_first(&self, coin: i64) -> i128 {
        let wide = |stack: &[i128]| with_first(stack, coin.into()).expect(WIDE_SUFFICES);
        match &self.0 {
            Stack::Narrow(stack) => {
                with_first(stack, coin).unwrap_or_else(|| wide(&widened(stack)))
            }
            Stack::Wide(stack) => wide(stack),
        }
    }

    fn widen(&mut self) {
        if let Stack::Narrow(stack) = &self.0 {
            self.0 = Stack::Wide(widened(stack));
        }
    }
}

const WIDE_SUFFICES: &str =
    "invariant: a folded value is an alternating sum of coins and fits 128 bits";

fn widened(narrow: &[i64]) -> Vec<i128> {
    narrow.iter().copied().map(i128::from).collect()
}

/// Integers that a row is folded in.
trait Coin: Copy + Ord + Into<i128> {
    /// a − b + c for a peak a ≤ b ≥ c; `None` if a step overflows.
    fn fold(a: Self, b: Self, c: Self) -> Option<Self>;
}

impl Coin for i64 {
    #[inline]
    fn fold(a: Self, b: Self, c: Self) -> Option<Self> {
        a.checked_sub(b)?.checked_add(c)
    }
}

impl Coin for i128 {
    #[inline]
    fn fold(a: Self, b: Self, c: Self) -> Option<Self> {
        a.checked_sub(b)?.checked_add(c)
    }
}

/// Pushes coins onto a stack without peaks and keeps it so. `Err` returns the value that could not be folded: the stack
/// followed by it and by the rest of `row` is a row of the same margin.
fn push_all<C: Coin>(stack: &mut Vec<C>, row: &mut impl Iterator<Item = C>) -> Result<(), C> {
    for mut coin in row {
        while let [.., a, b] = stack[..] {
            if b < a || b < coin {
                break;
            }
            coin = C::fold(a, b, coin).ok_or(coin)?;
            stack.truncate(stack.len() - 2);
        }
        stack.push(coin);
    }
    Ok(())
}

/// The value that a coin next to a valley becomes when the peaks it closes are folded, and the number of values that this
/// takes from the end of the valley (`inwards` reads them); `None` if a step overflows.
fn settled<C: Coin>(inwards: impl Fn(usize) -> Option<C>, mut coin: C) -> Option<(usize, C)> {
    let mut folded = 0;
    while let (Some(b), Some(a)) = (inwards(folded), inwards(folded + 1)) {
        if b < a || b < coin {
            break;
        }
        coin = C::fold(a, b, coin)?;
        folded += 2;
    }
    Some((folded, coin))
}

fn settled_last<C: Coin>(valley: &[C], coin: C) -> Option<(usize, C)> {
    settled(|depth| valley.iter().nth_back(depth).copied(), coin)
}

fn settled_first<C: Coin>(valley: &[C], coin: C) -> Option<(usize, C)> {
    settled(|depth| valley.get(depth).copied(), coin)
}

fn push_last<C: Coin>(valley: &mut Vec<C>, coin: C) {
    let (folded, coin) = settled_last(valley, coin).expect(WIDE_SUFFICES);
    valley.truncate(valley.len() - folded);
    valley.push(coin);
}

fn push_first<C: Coin>(valley: &mut Vec<C>, coin: C) {
    let (folded, coin) = settled_first(valley, coin).expect(WIDE_SUFFICES);
    valley.splice(..folded, [coin]);
}

fn with_last<C: Coin>(valley: &[C], coin: C) -> Option<i128> {
    let (folded, coin) = settled_last(valley, coin)?;
    let kept = valley[..valley.len() - folded].iter().copied();
    Some(alternating_sum(kept.chain([coin])))
}

fn with_first<C: Coin>(valley: &[C], coin: C) -> Option<i128> {
    let (folded, coin) = settled_first(valley, coin)?;
    Some(alternating_sum(
        [coin].into_iter().chain(valley[folded..].iter().copied()),
    ))
}

/// The sum of a valley's values in descending order with signs + − + …: the larger end, again and again.
fn alternating_sum<C: Coin>(mut valley: impl DoubleEndedIterator<Item = C>) -> i128 {
    let (mut first, mut last) = (valley.next(), valley.next_back());
    let (mut mine, mut theirs, mut my_turn) = (0, 0, true);
    loop {
        let from_left = first >= last;
        let Some(taken) = (if from_left { first } else { last }) else {
            break;
        };
        if from_left {
            first = valley.next();
        } else {
            last = valley.next_back();
        }
        (mine, theirs, my_turn) = (theirs, mine + taken.into(), !my_turn);
    }
    if my_turn {
        mine - theirs
    } else {
        theirs - mine
    }
}
