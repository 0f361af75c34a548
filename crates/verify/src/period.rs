//! Certificates of periods: the Grundy values of a take-and-break game repeat forever.
//!
//! A certificate contains the code, the period p, the smallest heap n0 from which it holds, the increase in each period
//! (the saltus s), the theorem, the number of heaps that the theorem needs, how to compute them (option by option, or by a
//! sparse space, which skips options that cannot matter) and a checksum of their values. The checker parses the code and
//! computes the values itself, and checks
//!
//! 1. the checksum, and the largest value with its first heap;
//! 2. G(n + p) = G(n) + s for every computed n from n0 on, and not for n0 - 1;
//! 3. no smaller period: none of the quotients of p by a prime divisor;
//! 4. the theorem applies to the code, its conditions hold, and it needs exactly this many heaps.

mod arithmetic;
mod grundy;

use grundy::Recipe;

use crate::bounds::Meter;
use crate::code::Code;
use crate::lines::Lines;
use crate::notes::Notes;
use crate::obligation::Obligation;
use crate::shown::brief;
use crate::{Checked, Refusal};

/// The first line of every certificate of a period.
pub const PERIOD_HEADER: &str = "bouton period certificate 1";

/// The kind of certificate.
pub(crate) const KIND: &str = "period";

/// Bytes that a computed value takes.
const BYTES_A_VALUE: u64 = 4;

/// Checks a certificate. Takes four bytes per heap, and the time to compute them in a simple way.
pub(crate) fn check(text: &str, mut work: Meter) -> Result<Checked, Refusal> {
    let claimed = Certificate::read(text, &mut work)?;
    let bytes = usize::try_from(claimed.heaps.saturating_mul(BYTES_A_VALUE));
    let too_many = |_| Refusal::undecided("more heaps than there are addresses");
    work.hold(bytes.map_err(too_many)?)?;
    let values = grundy::values(
        &claimed.code,
        claimed.heaps as usize,
        claimed.recipe,
        &mut work,
    )?;
    let mut check = Notes::begin(work);
    let checksum = checksum(&values);
    check.note(
        Obligation::Checksum,
        checksum == claimed.checksum,
        format!(
            "the values of heaps 0..{} have the checksum {:016x}",
            claimed.heaps - 1,
            claimed.checksum
        ),
    )?;
    let (largest, first) = claimed.largest;
    check.note(
        Obligation::Largest,
        largest_of(&values) == Some((largest, first)),
        format!("the largest of them is {largest}, first at heap {first}"),
    )?;
    claimed.repetition(&values, &mut check)?;
    claimed.theorem(&values, &mut check)?;
    Ok(check.proved(claimed.claim()))
}

/// The claims of a certificate.
struct Certificate {
    text: String,
    code: Code,
    period: u64,
    preperiod: u64,
    saltus: u64,
    theorem: String,
    heaps: u64,
    recipe: Recipe,
    largest: (u32, u64),
    checksum: u64,
}

impl Certificate {
    fn read(text: &str, work: &mut Meter) -> Result<Self, Refusal> {
        let mut lines = Lines::of(KIND, text);
        let text = lines.field("code")?.to_owned();
        let period = lines.number("period")?;
        let preperiod: u64 = lines.number("preperiod")?;
        let saltus = lines.number("saltus")?;
        let theorem = lines.field("theorem")?.to_owned();
        let heaps = lines.number("heaps")?;
        let recipe = Recipe::read(lines.field("compute")?).map_err(Refusal::period)?;
        let largest = lines.field("largest")?.split_once(" at ");
        let wrong = || Refusal::period("expected `largest VALUE at HEAP`");
        let (value, first) = largest.ok_or_else(wrong)?;
        let largest = (lines.read(value)?, lines.read(first)?);
        let checksum = lines.field("checksum")?;
        let checksum = u64::from_str_radix(checksum, 16).map_err(|_| {
            Refusal::period(format!("expected 16 digits, found {}", brief(checksum)))
        })?;
        lines.end()?;
        if period == 0 || heaps <= preperiod.saturating_add(period) {
            let message = "expected a positive period that fits the heaps computed";
            return Err(Refusal::period(message));
        }
        Ok(Certificate {
            code: Code::of(KIND, &text, work)?,
            text,
            period,
            preperiod,
            saltus,
            theorem,
            heaps,
            recipe,
            largest,
            checksum,
        })
    }

    fn claim(&self) -> String {
        let Certificate {
            text,
            period,
            preperiod,
            saltus,
            ..
        } = self;
        let added = if *saltus == 0 {
            String::new()
        } else {
            format!(" + {saltus}")
        };
        format!(
            "the Grundy values of {text} satisfy G(n + {period}) = G(n){added} for all n from {preperiod} on, and neither number can be smaller"
        )
    }

    /// Conditions 2 and 3.
    fn repetition(&self, values: &[u32], check: &mut Notes) -> Result<(), Refusal> {
        let (period, start) = (self.period as usize, self.preperiod as usize);
        let repeats = |n: usize, period: usize, saltus: u64| {
            u128::from(values[n]) + u128::from(saltus) == u128::from(values[n + period])
        };
        let every = (start..values.len() - period).all(|n| repeats(n, period, self.saltus));
        check.note(
            Obligation::Repeats,
            every,
            format!(
                "G(n + {period}) = G(n) + {} for n in {start}..{}",
                self.saltus,
                values.len() - period - 1
            ),
        )?;
        let begins = start == 0 || !repeats(start - 1, period, self.saltus);
        check.note(
            Obligation::NotEarlier,
            begins,
            format!("it does not hold from an earlier heap than {start} on"),
        )?;
        for prime in prime_divisors(self.period) {
            let shorter = (self.period / prime) as usize;
            let added = self.saltus / prime;
            let smaller = self.saltus.is_multiple_of(prime)
                && (start..start + period)
                    .all(|n| n + shorter >= values.len() || repeats(n, shorter, added));
            check.note(
                Obligation::NotShorter,
                !smaller,
                format!("{shorter} is no period"),
            )?;
        }
        Ok(())
    }

    /// Condition 4.
    fn theorem(&self, values: &[u32], check: &mut Notes) -> Result<(), Refusal> {
        // In 128 bits: the numbers of a certificate may be any 64-bit numbers.
        let (start, period) = (u128::from(self.preperiod.max(1)), u128::from(self.period));
        let finite = self.code.most_taken();
        let (heaps, most) = (self.code.most_heaps(), u128::from(finite.unwrap_or(0)));
        let frozen = u128::from(self.code.first_unfrozen());
        let (applies, needed) = match self.theorem.as_str() {
            "subtraction periodicity" => (heaps <= 1, start + period + most),
            "octal periodicity" => {
                let halves = self.code.has(2, '=') && period % 2 == 1;
                let period = if halves { 2 * period } else { period };
                let unequal = self.code.has(2, '!') || self.code.has(2, '?');
                (
                    heaps == 2,
                    2 * start + if unequal { 3 } else { 2 } * period + most,
                )
            }
            "taking-and-breaking periodicity" => (
                heaps > 2 && self.code.is_plain(),
                u128::from(heaps) * (start + period) + most,
            ),
            "arithmetic periodicity" => return arithmetic::breaking(self, values, check),
            "all-but periodicity" => return arithmetic::all_but(self, values, check),
            other => return Err(Refusal::period(format!("{} is no theorem", brief(other)))),
        };
        check.note(
            Obligation::TheoremApplies,
            applies && finite.is_some() && self.saltus == 0,
            format!("{} is a theorem about such codes", self.theorem),
        )?;
        let needed = needed.max(frozen + period);
        check.note(
            Obligation::HeapsComputed,
            needed == u128::from(self.heaps),
            format!(
                "the theorem needs the values of heaps 0..{}",
                self.heaps - 1
            ),
        )
    }
}

/// The checksum of values: FNV-1a over four bytes each, little-endian.
fn checksum(values: &[u32]) -> u64 {
    let bytes = values.iter().flat_map(|value| value.to_le_bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
}

fn largest_of(values: &[u32]) -> Option<(u32, u64)> {
    let largest = *values.iter().max()?;
    let first = values.iter().position(|&value| value == largest)?;
    Some((largest, first as u64))
}

pub(crate) fn prime_divisors(number: u64) -> Vec<u64> {
    let (mut rest, mut primes) = (number, Vec::new());
    let mut divisor = 2;
    while divisor * divisor <= rest {
        if rest.is_multiple_of(divisor) {
            primes.push(divisor);
            while rest.is_multiple_of(divisor) {
                rest /= divisor;
            }
        }
        divisor += 1;
    }
    if rest > 1 {
        primes.push(rest);
    }
    primes
}
