//! Sequences of values: heaps of games in which Left and Right each follow a code of their own, and their periods.
//!
//! A sequence of values has the period p and the saltus S from n0 on if G(n + p) = G(n) + S for all n ≥ n0. S is a value.
//!
//! **Theorem.** Let both codes have finitely many digits, take at most m tokens, and leave at most c heaps (c ≥ 1), without
//! constraints. Let P = q·p, T = q·S for some q ≥ 1, and H ≥ c·(max(n0, 1) + P) + m. Let G(n + p) = G(n) + S for all n from
//! n0 to H − p − 1, and let each heap r from H − P to H − 1 *move on*: T = 0; or T is a number and G(r) is not one; or for
//! every option Tᴸ of T a Left option X of heap r has X + T − Tᴸ ≥ G(r), and for every Tᴿ a Right option Y has Y + T − Tᴿ ≤
//! G(r). Then G(n + p) = G(n) + S for all n ≥ n0. (`docs/certificates.md` has the proof.)
//!
//! Candidates for p are found by means: if G(n + p) = G(n) + S, then the means differ by the mean of S.
//!
//! Games with S = 0 are treated in A. S. Fraenkel, A. Kotzig, *Partizan octal games: partizan subtraction games*, International
//! Journal of Game Theory 16 (1987).

use bouton_core::take_and_break::Code;
use bouton_core::{Limits, Meter, StopReason};
use bouton_values::{Arena, Number, Options, Value};
use num_bigint::BigInt;

/// G(n + period) = G(n) + saltus for all n from `preperiod` on, with the smallest period and preperiod.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValuePeriod {
    /// The period; positive.
    pub period: u64,
    /// The smallest heap from which it holds.
    pub preperiod: u64,
    /// The value added in each period.
    pub saltus: Value,
}

/// The knowledge about the period of a sequence of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueStatus {
    /// It holds forever.
    Proved {
        /// The period.
        period: ValuePeriod,
        /// The number of periods that are proved at once: q of the theorem.
        times: u64,
        /// The values of the heaps below this number prove it: H of the theorem.
        needed: u64,
    },
    /// It holds for all computed heaps, at least three times.
    Seen(ValuePeriod),
    /// Nothing repeats.
    None,
}

impl ValueStatus {
    /// The period, proved or seen.
    pub fn period(&self) -> Option<ValuePeriod> {
        match *self {
            Self::Proved { period, .. } | Self::Seen(period) => Some(period),
            Self::None => None,
        }
    }
}

/// The values of heaps 0, 1, 2 …
pub struct ValueSequence {
    /// The arena of the values.
    pub arena: Arena,
    /// The values of the heaps that were computed.
    pub values: Vec<Value>,
    /// The knowledge about the period.
    pub status: ValueStatus,
    /// The limit that stopped it early.
    pub stopped: Option<StopReason>,
    codes: Option<[Code; 2]>,
    means: Vec<Number>,
}

impl std::fmt::Debug for ValueSequence {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ValueSequence").finish_non_exhaustive()
    }
}

/// The numbers of periods that are tried as q: 2·S is 0 for a nimber and a number for most switches.
const TIMES: [usize; 4] = [1, 2, 4, 8];

/// The number of heaps at which the period is searched for first; then at half as many more.
const FIRST_LOOK: usize = 32;

impl ValueSequence {
    /// Computes heaps 0 to `heaps` of the game in which Left follows the first code and Right the second; fewer if a period
    /// is proved earlier, or a limit is reached.
    ///
    /// ```
    /// use bouton_core::{Limits, take_and_break::Code};
    /// use bouton_solvers::sequence::partizan::ValueSequence;
    /// // Left takes one token, Right takes two.
    /// let codes = ["0.3", "0.03"].map(|code| Code::octal(code).unwrap());
    /// let found = ValueSequence::compute(codes, 100, &Limits::default());
    /// let period = found.status.period().unwrap();
    /// assert_eq!((period.period, period.preperiod), (3, 0));
    /// ```
    pub fn compute(codes: [Code; 2], heaps: u64, limits: &Limits) -> Self {
        let mut found = Self {
            codes: Some(codes),
            ..Self::of(Arena::new(), Vec::new())
        };
        found.stopped = found.run(heaps, limits).err();
        if found.stopped.is_some() {
            // A limit of heaps leaves time to look; one of time ends this at once.
            let looked = found.look(&mut limits.meter());
            let is_proved = matches!(found.status, ValueStatus::Proved { .. });
            found.stopped = found.stopped.filter(|_| looked.is_err() || !is_proved);
        }
        found
    }

    /// The sequence of values that were computed from rules about which no theorem is known.
    pub fn of(arena: Arena, values: Vec<Value>) -> Self {
        Self {
            arena,
            values,
            status: ValueStatus::None,
            stopped: None,
            codes: None,
            means: Vec::new(),
        }
    }

    /// The codes that Left and Right follow, if they follow codes.
    pub fn codes(&self) -> Option<&[Code; 2]> {
        self.codes.as_ref()
    }

    /// The name of the theorem about codes like these; `None` if no theorem covers them.
    pub fn theorem(&self) -> Option<&'static str> {
        Some(match bounds(self.codes.as_ref()?)? {
            (1, _) => "partizan subtraction periodicity",
            _ => "partizan octal periodicity",
        })
    }

    fn run(&mut self, heaps: u64, limits: &Limits) -> Result<(), StopReason> {
        let meter = &mut limits.meter();
        let length = usize::try_from(heaps).unwrap_or(usize::MAX - 1) + 1;
        let mut next = FIRST_LOOK.min(length);
        loop {
            while self.values.len() < next {
                meter.visit()?;
                let [left, right] = self.options(self.values.len(), meter)?;
                let value = self.arena.make(&left, &right, meter)?;
                self.values.push(value);
                limits.progress.set(self.values.len() as u64, heaps);
            }
            self.look(meter)?;
            if matches!(self.status, ValueStatus::Proved { .. }) || next == length {
                return Ok(());
            }
            next = (next + next / 2).min(length);
        }
    }

    /// Adds the values of further heaps, as a proved period gives them.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn extend(&mut self, heaps: u64, meter: &mut Meter) -> Result<(), StopReason> {
        let ValueStatus::Proved { period, .. } = self.status else {
            return Ok(());
        };
        while (self.values.len() as u64) <= heaps {
            meter.visit()?;
            let before = self.values[self.values.len() - period.period as usize];
            let value = self.arena.add(before, period.saltus, meter)?;
            self.values.push(value);
        }
        Ok(())
    }

    /// The values of the options of a heap, each once.
    fn options(&mut self, heap: usize, meter: &mut Meter) -> Result<[Options; 2], StopReason> {
        let mut options = [Options::new(), Options::new()];
        for (values, code) in options.iter_mut().zip(self.codes.iter().flatten()) {
            for taking in code.options(heap as u64) {
                meter.spend(1)?;
                let mut sum = Value::ZERO;
                for left in taking.left {
                    sum = self.arena.add(sum, self.values[left as usize], meter)?;
                }
                values.push(sum);
            }
            values.sort_unstable_by_key(|value| value.id());
            values.dedup();
        }
        Ok(options)
    }

    /// Searches for the smallest period that is proved, or else seen.
    ///
    /// # Errors
    /// If a limit is reached; the values known so far stay.
    pub fn look(&mut self, meter: &mut Meter) -> Result<(), StopReason> {
        for heap in self.means.len()..self.values.len() {
            self.means.push(self.arena.mean(self.values[heap], meter)?);
        }
        let (mut status, mut unproved) = (ValueStatus::None, Vec::new());
        for period in 1..self.values.len() {
            if unproved.iter().any(|known| period.is_multiple_of(*known)) {
                continue;
            }
            let Some(found) = self.repetition(period, meter)? else {
                continue;
            };
            if let Some((times, needed)) = self.proof(found, meter)? {
                status = ValueStatus::Proved {
                    period: found,
                    times,
                    needed,
                };
                break;
            }
            let tail = self.values.len() - period - found.preperiod as usize;
            if tail >= 2 * period && tail >= 16 {
                unproved.push(period);
                if status == ValueStatus::None {
                    status = ValueStatus::Seen(found);
                }
            }
        }
        self.status = status;
        Ok(())
    }

    /// The repetition with this period with which the values end.
    fn repetition(
        &mut self,
        period: usize,
        meter: &mut Meter,
    ) -> Result<Option<ValuePeriod>, StopReason> {
        let last = self.values.len() - 1;
        // The last heaps show most candidates to be none: of a period that is shorter than half of them, one whole period.
        let shown = period.min(last + 1 - period);
        let mean = &self.means[last] - &self.means[last - period];
        for heap in (last + 1 - shown..=last).rev() {
            meter.spend(1)?;
            if &self.means[heap] - &self.means[heap - period] != mean {
                return Ok(None);
            }
        }
        let (now, before) = (self.values[last], self.values[last - period]);
        let saltus = self.arena.subtract(now, before, meter)?;
        let mut start = last;
        while start >= period {
            meter.spend(1)?;
            let sum = self.arena.add(self.values[start - period], saltus, meter)?;
            if sum != self.values[start] {
                break;
            }
            start -= 1;
        }
        let preperiod = start + 1 - period;
        Ok(
            (preperiod + shown <= last + 1 - period).then_some(ValuePeriod {
                period: period as u64,
                preperiod: preperiod as u64,
                saltus,
            }),
        )
    }

    /// q and H of the theorem, if it proves the period.
    fn proof(
        &mut self,
        found: ValuePeriod,
        meter: &mut Meter,
    ) -> Result<Option<(u64, u64)>, StopReason> {
        let Some((most_heaps, most_taken)) = self.codes.as_ref().and_then(bounds) else {
            return Ok(None);
        };
        let start = (found.preperiod as usize).max(1);
        for times in TIMES {
            let period = times * found.period as usize;
            let enough = most_heaps.saturating_mul(start + period);
            let enough = enough.saturating_add(most_taken);
            if enough > self.values.len() {
                break;
            }
            let saltus = self
                .arena
                .times(&BigInt::from(times), found.saltus, meter)?;
            let mut moving = 0;
            for heap in enough - period..self.values.len() {
                moving = match self.moves_on(heap, saltus, meter)? {
                    true => moving + 1,
                    false => 0,
                };
                if moving == period {
                    return Ok(Some((times as u64, heap as u64 + 1)));
                }
            }
        }
        Ok(None)
    }

    /// Whether {X + k·T | Y + k·T} = G + k·T for all k ≥ 0, where G = {X | Y} is a heap: by the conditions of the theorem.
    fn moves_on(
        &mut self,
        heap: usize,
        saltus: Value,
        meter: &mut Meter,
    ) -> Result<bool, StopReason> {
        let value = self.values[heap];
        if saltus == Value::ZERO || self.arena.is_number(saltus) && !self.arena.is_number(value) {
            return Ok(true);
        }
        let options = self.options(heap, meter)?;
        let of_saltus = self.arena.options(saltus, meter)?;
        for (side, (options, of_saltus)) in options.iter().zip(&of_saltus).enumerate() {
            // A move that is good for Right is good for Left in the negatives.
            let turn = |value: Value| if side == 0 { value } else { -value };
            for option_of_saltus in of_saltus {
                let gain = self.arena.subtract(saltus, *option_of_saltus, meter)?;
                let mut moves = false;
                for option in options {
                    let moved = self.arena.add(*option, gain, meter)?;
                    moves = moves || self.arena.le(turn(value), turn(moved), meter)?;
                }
                if !moves {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}

/// The most heaps that are left, at least 1, and the most tokens that are taken; `None` if no theorem covers the codes.
fn bounds(codes: &[Code; 2]) -> Option<(usize, usize)> {
    let of = |code: &Code| {
        let is_plain = code.frozen().is_empty() && code.digits().all(|(_, d)| d.bits().is_some());
        let heaps = usize::try_from(code.most_heaps()?).ok()?;
        let taken = usize::try_from(code.most_taken()?).ok()?;
        is_plain.then_some((heaps.max(1), taken))
    };
    let [left, right] = [of(&codes[0])?, of(&codes[1])?];
    Some((left.0.max(right.0), left.1.max(right.1)))
}
