//! Periods: conditions under which the quotient of finitely many heaps is that of all heaps.

/// A period of the pretending function, and the heap where it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The least period.
    pub period: usize,
    /// The first heap from which it holds.
    pub preperiod: usize,
}

/// The period that the pretending function of a game provably has forever, together with the quotient; for games in which a
/// move takes at most `taken` from a heap and leaves at most `parts` heaps, without constraints.
///
/// Theorem: let Φ(n + p) = Φ(n) for all n ≥ n₀ within the known heaps, with n₀ ≥ 1. Let all heaps up to
/// parts·(n₀ + p) + taken be known. Then it holds for all n ≥ n₀, with the same quotient.
///
/// Proof: whatever is taken from a larger heap n, the largest part of the option is beyond n₀ + p. Reduced by p, that part
/// gives an option of heap n − p with the same class, and conversely. So the options of n are, as classes, those of heap
/// n − p, and adding n changes nothing. (Plambeck and Siegel, for octal games.)
///
/// Takes time linear in the heaps.
pub fn period(pretending: &[u32], parts: usize, taken: usize) -> Option<Period> {
    let last = pretending.len().checked_sub(1)?;
    periods(pretending).find(|found| {
        let from = found.preperiod.max(1).checked_add(found.period);
        let needed = from.and_then(|from| parts.max(1).checked_mul(from)?.checked_add(taken));
        needed.is_some_and(|needed| needed <= last)
    })
}

/// The least period that the pretending function shows at least three times, over at least half of the heaps. This is not a
/// proof.
pub fn repeats(pretending: &[u32]) -> Option<Period> {
    let enough = |found: &Period| (3 * found.period).max(pretending.len() / 2);
    periods(pretending).find(|found| pretending.len() - found.preperiod >= enough(found))
}

/// Every period, with the first heap from which it holds to the last one.
fn periods(pretending: &[u32]) -> impl Iterator<Item = Period> {
    // The length of the end that repeats after p, read backwards: the Z-function.
    let length = pretending.len();
    let at = |index: usize| pretending[length - 1 - index];
    let mut agree = vec![0; length];
    let (mut left, mut right) = (0, 0);
    for shift in 1..length {
        let mut same = 0;
        if shift < right {
            same = agree[shift - left].min(right - shift);
        }
        while shift + same < length && at(same) == at(shift + same) {
            same += 1;
        }
        agree[shift] = same;
        if shift + same > right {
            (left, right) = (shift, shift + same);
        }
    }
    (1..length).map(move |period| Period {
        period,
        preperiod: length - period - agree[period],
    })
}
