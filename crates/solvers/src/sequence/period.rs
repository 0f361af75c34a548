//! Periods of Grundy sequences: repetitions in the computed values, and theorems that prove them forever.
//!
//! A sequence is arithmetic periodic from n0 on with period p and saltus s if G(n + p) = G(n) + s for all n ≥ n0; with s =
//! 0 it is periodic. Candidates are found from the end of the values: earlier places with the same last values. Each is
//! then compared with the theorem for its kind of code (see [`Theorem`]), which says how far the repetition must have been
//! computed.

use super::arithmetic;
use super::values::Values;
use bouton_core::take_and_break::{Code, Constraint};
use num_bigint::BigUint;
use std::fmt;

/// G(n + period) = G(n) + saltus for all n from `preperiod` on, with the smallest period and preperiod.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The period; positive.
    pub period: u64,
    /// The smallest heap from which it holds.
    pub preperiod: u64,
    /// The increase in each period.
    pub saltus: u64,
}

/// The theorem by which an observed repetition continues forever.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Theorem {
    /// At most two heaps are left and there are finitely many digits: the larger heap of every option of a heap beyond
    /// 2·max(n0, 1) + 2p + k is one period above another (Guy and Smith 1956). With unequal splits one more period is
    /// needed, since the option (a, a + p) would correspond to the forbidden (a, a).
    Octal,
    /// No heap is split: a heap beyond k depends only on the k heaps before it, so that k values repeated after p repeat
    /// forever.
    Subtraction,
    /// As for two heaps, with at most r unconstrained heaps: r·max(n0, 1) + r·p + k.
    Breaking,
    /// At most three unconstrained heaps, saltus s > 0: the conditions are in `arithmetic`.
    Arithmetic,
    /// Any number except finitely many may be taken: a heap depends on the values of the last k heaps and on the set of all
    /// earlier values, and both recur shifted by the saltus.
    AllBut,
}

impl Theorem {
    /// The name used in answers and certificates.
    pub fn name(self) -> &'static str {
        match self {
            Theorem::Octal => "octal periodicity",
            Theorem::Subtraction => "subtraction periodicity",
            Theorem::Breaking => "taking-and-breaking periodicity",
            Theorem::Arithmetic => "arithmetic periodicity",
            Theorem::AllBut => "all-but periodicity",
        }
    }
}

/// The certainty of a period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It holds forever.
    Proved {
        /// The period.
        period: Period,
        /// The theorem that proves it.
        theorem: Theorem,
        /// The values of the heaps below this number prove it.
        needed: u64,
    },
    /// It holds for all computed heaps, at least three times.
    Seen {
        /// The period.
        period: Period,
        /// The number of heaps computed.
        heaps: u64,
    },
    /// Nothing repeats.
    None,
}

impl Status {
    /// The period, proved or seen.
    pub fn period(&self) -> Option<Period> {
        match *self {
            Status::Proved { period, .. } | Status::Seen { period, .. } => Some(period),
            Status::None => None,
        }
    }

    /// Whether it is proved.
    pub fn is_proved(&self) -> bool {
        matches!(self, Status::Proved { .. })
    }

    /// The word used in answers.
    pub fn word(&self) -> &'static str {
        match self {
            Status::Proved { .. } => "proved",
            Status::Seen { .. } => "seen",
            Status::None => "none",
        }
    }
}

/// Names the theorem and the range of heaps that proves the period, if it is proved.
impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Status::Proved {
                theorem, needed, ..
            } => write!(f, "{}, heaps 0..{}", theorem.name(), needed - 1),
            Status::Seen { heaps, .. } => write!(f, "seen in heaps 0..{}", heaps - 1),
            Status::None => f.write_str("no period"),
        }
    }
}

impl Period {
    /// The value of a heap of any size, from the values of the heaps below `preperiod + period`.
    pub fn value(&self, values: &Values, heap: &BigUint) -> Option<BigUint> {
        let Err(beyond) = self.within(heap) else {
            return values.get(usize::try_from(heap).ok()?).map(BigUint::from);
        };
        let (periods, index) = beyond;
        Some(BigUint::from(values.get(index)?) + periods * self.saltus)
    }

    /// The number of full periods above the first, and the heap of the first period with the same residue.
    fn within(&self, heap: &BigUint) -> Result<(), (BigUint, usize)> {
        let start = BigUint::from(self.preperiod);
        if *heap < start {
            return Ok(());
        }
        let above = heap - start;
        let residue = (&above % self.period).iter_u64_digits().next().unwrap_or(0);
        Err((above / self.period, (self.preperiod + residue) as usize))
    }
}

/// The status of the values computed so far.
pub fn find(code: &Code, values: &Values) -> Status {
    let mut seen = Status::None;
    for (found, is_plain) in periods(values, !code.is_octal()) {
        if let Some((theorem, needed)) = proof(code, values, found) {
            return Status::Proved {
                period: found,
                theorem,
                needed,
            };
        }
        if matches!(seen, Status::None) && is_plain {
            seen = as_seen(found, values);
        }
    }
    seen
}

/// The period that the values show, whatever they are.
pub fn seen(values: &Values) -> Status {
    let found = periods(values, true).find(|(_, is_plain)| *is_plain);
    found.map_or(Status::None, |(found, _)| as_seen(found, values))
}

fn as_seen(period: Period, values: &Values) -> Status {
    Status::Seen {
        period,
        heaps: values.len() as u64,
    }
}

/// The periods with which the values end, smallest first, each with whether it repeats often enough to be reported.
fn periods(values: &Values, saltus_allowed: bool) -> impl Iterator<Item = (Period, bool)> {
    let repetitions = repetitions(values, saltus_allowed).into_iter();
    repetitions.map(|(period, tail)| {
        let last = values.len() - 1;
        let found = Period {
            period: period as u64,
            preperiod: (values.len() - period - tail) as u64,
            saltus: (values.at(last) - values.at(last - period)).into(),
        };
        (found, tail >= 2 * period && tail >= 16)
    })
}

/// The theorem that proves the period from the values, and the number of heaps it needs.
pub fn proof(code: &Code, values: &Values, found: Period) -> Option<(Theorem, u64)> {
    let (theorem, needed) = match requirement(code, found) {
        Some(requirement) => requirement,
        None => arithmetic::proof(code, values, found)?,
    };
    (needed <= values.len() as u64).then_some((theorem, needed))
}

/// The theorem for a code and period whose requirement is a number of heaps.
pub fn requirement(code: &Code, found: Period) -> Option<(Theorem, u64)> {
    // In 128 bits: a number that may be taken can be the largest of 64.
    let most_taken = u128::from(code.most_taken()?);
    let heaps = code.most_heaps()?;
    if found.saltus != 0 {
        return None;
    }
    let (start, period) = (u128::from(found.preperiod.max(1)), u128::from(found.period));
    let frozen = code.frozen().last().map_or(0, |last| u128::from(*last) + 1);
    let has = |heaps: u64, wanted: Constraint| {
        code.digits()
            .any(|(_, digit)| digit.constraint(heaps) == Some(wanted))
    };
    let (theorem, needed) = match heaps {
        0 | 1 => (Theorem::Subtraction, start + period + most_taken),
        2 => {
            // The halves of a heap depend on its parity, so that an odd period is proved by its double.
            let period = if has(2, Constraint::AllEqual) && period % 2 == 1 {
                2 * period
            } else {
                period
            };
            let unequal = has(2, Constraint::AllUnequal) || has(2, Constraint::SomeUnequal);
            (
                Theorem::Octal,
                2 * start + (2 + u128::from(unequal)) * period + most_taken,
            )
        }
        _ => {
            let plain = code.digits().all(|(_, digit)| digit.bits().is_some());
            if !plain {
                return None;
            }
            (
                Theorem::Breaking,
                u128::from(heaps) * (start + period) + most_taken,
            )
        }
    };
    let needed = needed.max(frozen + period);
    Some((theorem, u64::try_from(needed).unwrap_or(u64::MAX)))
}

/// The periods with which the values end, smallest first, with the number of heaps that repeat.
fn repetitions(values: &Values, saltus_allowed: bool) -> Vec<(usize, usize)> {
    const MOST: usize = 256;
    let length = values.len();
    let window = (length / 6).clamp(1, 512);
    if length < 3 {
        return Vec::new();
    }
    let mut found = Vec::new();
    for period in earlier_windows(values, window, saltus_allowed) {
        // A multiple of a known period repeats from the same heap on, since the heap before it differs there too.
        let multiple = |&(known, repeated): &(usize, usize)| {
            period.is_multiple_of(known) && period < repeated + known
        };
        if found.iter().any(multiple) {
            continue;
        }
        let tail = if saltus_allowed {
            shifted_tail(values, period)
        } else {
            values.repeated_tail(period)
        };
        if tail >= window {
            found.push((period, tail));
        }
        if found.len() >= MOST {
            break;
        }
    }
    found
}

/// The number of heaps, counted from the end, whose value is that of the heap `period` before plus the increase of the last
/// one.
fn shifted_tail(values: &Values, period: usize) -> usize {
    let last = values.len() - 1;
    let saltus = i64::from(values.at(last)) - i64::from(values.at(last - period));
    if saltus < 0 {
        return 0;
    }
    let adds =
        |heap: &usize| i64::from(values.at(*heap)) - i64::from(values.at(heap - period)) == saltus;
    (period..=last).rev().take_while(adds).count()
}

/// The distances from the end at which the last values occurred before, nearest first; by a rolling hash of the window's
/// values, or of their differences if a saltus is allowed.
fn earlier_windows(
    values: &Values,
    window: usize,
    differences: bool,
) -> impl Iterator<Item = usize> {
    const BASE: u64 = 0x9E37_79B9_7F4A_7C15;
    let item = move |heap: usize| -> u64 {
        let before = if differences && heap > 0 {
            values.at(heap - 1)
        } else {
            0
        };
        u64::from(values.at(heap).wrapping_sub(before)).wrapping_add(1)
    };
    let length = values.len();
    let top = (1..window).fold(1u64, |power, _| power.wrapping_mul(BASE));
    let wanted = (length - window..length).rev().fold(0u64, |hash, heap| {
        hash.wrapping_mul(BASE).wrapping_add(item(heap))
    });
    let mut hash = wanted;
    // The window that ends at heap `end`, excluded, read backwards.
    (window + 1..length).rev().filter_map(move |end| {
        hash = hash
            .wrapping_sub(item(end).wrapping_mul(top))
            .wrapping_mul(BASE)
            .wrapping_add(item(end - window));
        (hash == wanted).then_some(length - end)
    })
}
