//! Certificates of periods of values: in a game of Left and Right, in which each takes from heaps by a code of their own,
//! G(n + p) = G(n) + S for all n from n0 on.
//!
//! A certificate contains both codes, the period p, the preperiod n0, the saltus S as a list of games, a number q and the
//! number H of heaps to compute. The checker parses the codes, computes the values of heaps 0 to H − 1 in canonical form
//! itself, and checks
//!
//! 1. G(n + p) = G(n) + S for every computed n from n0 on, and not for n0 − 1;
//! 2. no smaller period: none of the quotients of p by a prime divisor;
//! 3. both codes have finitely many digits without marks, and H ≥ c·(max(n0, 1) + q·p) + m, where a move takes at most m
//!    tokens and leaves at most c heaps;
//! 4. each of the last q·p heaps *moves on*, for Left and for Right.
//!
//! `docs/certificates.md` proves that this suffices.

mod values;

use values::{Options, Value, Values};

use crate::bounds::Meter;
use crate::code::Code;
use crate::lines::Lines;
use crate::notes::Notes;
use crate::obligation::Obligation;
use crate::period::prime_divisors;
use crate::rules::form::Form;
use crate::shown::brief;
use crate::{Checked, Refusal};

/// The first line of every certificate of a period of values.
pub const VALUE_PERIOD_HEADER: &str = "bouton value period certificate 1";

/// The kind of certificate.
pub(crate) const KIND: &str = "period of values";

/// More heaps have too many options to examine.
const MOST_HEAPS: usize = 1 << 16;

/// Checks a certificate. Takes the time and the memory to compute the values of its heaps.
pub(crate) fn check(text: &str, mut work: Meter) -> Result<Checked, Refusal> {
    let claimed = Certificate::read(text, &mut work)?;
    let mut check = Notes::begin(work);
    claimed.theorem(&mut check)?;
    let mut heaps = Heaps::default();
    let saltus = heaps.values.of_form(&claimed.saltus, &mut check)?;
    for heap in 0..claimed.heaps {
        let [left, right] = claimed.options(heap, &mut heaps, &mut check)?;
        let value = heaps.values.make(left, right, &mut check)?;
        heaps.of.push(value);
    }
    claimed.repetition(saltus, &mut heaps, &mut check)?;
    claimed.moves_on(saltus, &mut heaps, &mut check)?;
    let claim = claimed.claim(saltus, &mut heaps.values, &mut check)?;
    Ok(check.proved(claim))
}

/// The values of the heaps.
#[derive(Default)]
struct Heaps {
    values: Values,
    of: Vec<Value>,
}

impl Heaps {
    /// Whether G(n + period) = G(n) + saltus.
    fn repeats(
        &mut self,
        n: usize,
        period: usize,
        saltus: Value,
        check: &mut Notes,
    ) -> Result<bool, Refusal> {
        let sum = self.values.add(self.of[n], saltus, check)?;
        Ok(sum == self.of[n + period])
    }
}

/// The claims of a certificate.
struct Certificate {
    texts: [String; 2],
    codes: [Code; 2],
    period: usize,
    preperiod: usize,
    saltus: Form,
    times: usize,
    heaps: usize,
}

impl Certificate {
    fn read(text: &str, work: &mut Meter) -> Result<Self, Refusal> {
        let mut lines = Lines::of(KIND, text);
        let texts = [lines.field("left")?, lines.field("right")?];
        let number = |text: &str| {
            let number = text.parse().ok().filter(|number| *number <= MOST_HEAPS);
            let wrong = || format!("a number up to {MOST_HEAPS}, found {}", brief(text));
            number.ok_or_else(|| Refusal::value_period(format!("expected {}", wrong())))
        };
        let period = number(lines.field("period")?)?;
        let preperiod = number(lines.field("preperiod")?)?;
        let saltus = Form::read(lines.field("saltus")?);
        let (saltus, last) = saltus.map_err(Refusal::value_period)?;
        let times = number(lines.field("times")?)?;
        let heaps = number(lines.field("heaps")?)?;
        lines.end()?;
        if period == 0 || times == 0 || last + 1 != saltus.games().len() {
            let message = "expected a positive period, and the saltus as the last of its games";
            return Err(Refusal::value_period(message));
        }
        let [left, right] = texts.map(|text| Code::of(KIND, text, work));
        Ok(Self {
            texts: texts.map(str::to_owned),
            codes: [left?, right?],
            period,
            preperiod,
            saltus,
            times,
            heaps,
        })
    }

    /// Condition 3.
    fn theorem(&self, check: &mut Notes) -> Result<(), Refusal> {
        let of = |find: fn(&Code) -> u64| self.codes.iter().map(find).max().unwrap_or(0) as usize;
        let is_finite = |code: &Code| code.is_plain() && code.most_taken().is_some();
        check.note(
            Obligation::ValuesCodes,
            self.codes.iter().all(is_finite),
            "both codes have finitely many digits, without conditions on the heaps left",
        )?;
        let most_taken = of(|code| code.most_taken().unwrap_or(code.digits() as u64));
        let most_heaps = of(Code::most_heaps).max(1);
        let start = self.preperiod.max(1) + self.times * self.period;
        check.note(
            Obligation::ValuesHeaps,
            self.heaps >= most_heaps.saturating_mul(start) + most_taken,
            format!(
                "{} heaps suffice for a period of {} times {}, with at most {most_taken} tokens taken and at most {most_heaps} heaps left",
                self.heaps, self.times, self.period
            ),
        )?;
        if self.heaps <= self.preperiod + self.times * self.period {
            return Err(Refusal::value_period(
                "expected more heaps than the preperiod and the period",
            ));
        }
        Ok(())
    }

    /// The values of the options of a heap.
    fn options(
        &self,
        heap: usize,
        heaps: &mut Heaps,
        check: &mut Notes,
    ) -> Result<[Options; 2], Refusal> {
        let mut both = [Options::new(), Options::new()];
        for (options, code) in both.iter_mut().zip(&self.codes) {
            let mut left: Vec<Vec<usize>> = Vec::new();
            code.options(heap, &mut check.work, &mut |rest| left.push(rest.to_vec()))?;
            for rest in left {
                let mut sum = Value::ZERO;
                for part in rest {
                    sum = heaps.values.add(sum, heaps.of[part], check)?;
                }
                options.push(sum);
            }
        }
        Ok(both)
    }

    /// Conditions 1 and 2.
    fn repetition(
        &self,
        saltus: Value,
        heaps: &mut Heaps,
        check: &mut Notes,
    ) -> Result<(), Refusal> {
        let (period, start) = (self.period, self.preperiod);
        let mut every = true;
        for n in start..self.heaps - period {
            every = every && heaps.repeats(n, period, saltus, check)?;
        }
        let last = self.heaps - period - 1;
        check.note(
            Obligation::ValuesRepeat,
            every,
            format!("G(n + {period}) = G(n) + S for n in {start}..{last}"),
        )?;
        let earlier = start > 0 && heaps.repeats(start - 1, period, saltus, check)?;
        check.note(
            Obligation::ValuesNotEarlier,
            !earlier,
            format!("it does not hold from an earlier heap than {start} on"),
        )?;
        for prime in prime_divisors(period as u64) {
            let shorter = period / prime as usize;
            let (from, to) = (heaps.of[start], heaps.of[start + shorter]);
            let added = heaps.values.subtract(to, from, check)?;
            let mut smaller = true;
            for n in start..self.heaps - shorter {
                smaller = smaller && heaps.repeats(n, shorter, added, check)?;
            }
            check.note(
                Obligation::ValuesNotShorter,
                !smaller,
                format!("{shorter} is no period"),
            )?;
        }
        Ok(())
    }

    /// Condition 4.
    fn moves_on(&self, saltus: Value, heaps: &mut Heaps, check: &mut Notes) -> Result<(), Refusal> {
        let mut all = Value::ZERO;
        for _ in 0..self.times {
            all = heaps.values.add(all, saltus, check)?;
        }
        let many = self.times * self.period;
        let (mut moves, is_number) = ([true; 2], heaps.values.is_number(all, check)?);
        for heap in self.heaps - many..self.heaps {
            let value = heaps.of[heap];
            if is_number && !heaps.values.is_number(value, check)? {
                continue;
            }
            let options = self.options(heap, heaps, check)?;
            for (side, moves) in moves.iter_mut().enumerate() {
                for option_of_all in heaps.values.options(all, side) {
                    let gain = heaps.values.subtract(all, option_of_all, check)?;
                    let mut reaches = false;
                    for option in &options[side] {
                        let moved = heaps.values.add(*option, gain, check)?;
                        let ends = match side {
                            0 => [value, moved],
                            _ => [moved, value],
                        };
                        reaches = reaches || heaps.values.le(ends[0], ends[1], check)?;
                    }
                    *moves = *moves && reaches;
                }
            }
        }
        let last = self.heaps - 1;
        let from = self.heaps - many;
        check.note(
            Obligation::ValuesLeftMoves,
            moves[0],
            format!("in heaps {from}..{last} Left has moves that move on with the period"),
        )?;
        check.note(
            Obligation::ValuesRightMoves,
            moves[1],
            format!("in heaps {from}..{last} Right has moves that move on with the period"),
        )
    }

    fn claim(
        &self,
        saltus: Value,
        values: &mut Values,
        check: &mut Notes,
    ) -> Result<String, Refusal> {
        let added = match saltus == Value::ZERO {
            true => String::new(),
            false => format!(" + {}", values.text(saltus, check)?),
        };
        let Self {
            texts: [left, right],
            period,
            preperiod,
            ..
        } = self;
        Ok(format!(
            "the values of heaps from which Left takes by {left} and Right by {right} satisfy G(n + {period}) = G(n){added} for all n from {preperiod} on, and neither number can be smaller"
        ))
    }
}
