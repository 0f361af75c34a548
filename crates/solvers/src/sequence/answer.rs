//! A sequence as far as it was asked for, with its period.

use super::period::{self, Period, Status};
use super::run::{Engine, Run, Sparseness, Unfit};
use super::space::Space;
use super::values::Values;
use bouton_core::StopReason;
use bouton_core::limits::Limits;
use bouton_core::take_and_break::Code;
use num_bigint::BigUint;
use std::time::Duration;

use web_time::Instant;

/// Options for computing a sequence.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plan {
    /// The engine; `None` to choose it during the run.
    pub engine: Option<Engine>,
    /// Whether the values of all heaps are listed, also of those that a proved period gives.
    pub every_heap: bool,
    /// The interval between calls of `look`; half a minute by default.
    pub interval: Option<Duration>,
}

/// The Grundy values of heaps 0 to `heaps`, or fewer if the run was stopped.
#[derive(Clone, Debug)]
pub struct Sequence {
    /// The rule of the game.
    pub code: Code,
    /// The last heap asked for.
    pub heaps: u64,
    /// The values of heaps 0, 1, …; fewer than asked for if a period is proved and not every heap is listed.
    pub values: Values,
    /// The number of heaps that were computed; a proved period gives the others.
    pub computed: u64,
    /// The period, and whether it is proved.
    pub status: Status,
    /// The engine that ran last.
    pub engine: Engine,
    /// The sparse space at the end, if there is one.
    pub sparseness: Option<Sparseness>,
    /// The reason why it stopped early, if it did.
    pub stopped: Option<StopReason>,
    /// The first heap whose value, taken from an earlier run, was wrong; all were then computed again.
    pub wrong: Option<u64>,
}

impl Sequence {
    /// Computes heaps 0 to `heaps`, with a suitable engine.
    ///
    /// # Errors
    /// None in practice: every code has an engine.
    pub fn compute(code: Code, heaps: u64, limits: &Limits) -> Result<Self, Unfit> {
        Self::planned(code, heaps, Plan::default(), limits)
    }

    /// Computes heaps 0 to `heaps` as planned.
    ///
    /// # Errors
    /// If the engine asked for does not support the code.
    pub fn planned(code: Code, heaps: u64, plan: Plan, limits: &Limits) -> Result<Self, Unfit> {
        let run = Run::new(code, plan.engine, threads(limits))?;
        Ok(Self::finish(run, heaps, plan, limits, &mut |_| Ok(())))
    }

    /// Continues a run up to heap `heaps`. `look` is called with the run about every `plan.interval`; its error stops the
    /// run. Values taken from an earlier run prove nothing: the values that a proof needs are computed once more, and if
    /// one is wrong, all are.
    pub fn finish(
        mut run: Run,
        heaps: u64,
        plan: Plan,
        limits: &Limits,
        look: &mut dyn FnMut(&Run) -> Result<(), StopReason>,
    ) -> Self {
        let length = usize::try_from(heaps)
            .unwrap_or(usize::MAX - 1)
            .saturating_add(1);
        let code = run.code().clone();
        let mut sparseness = None;
        let mut next = run.len().max(32);
        let (took_over, mut wrong) = (run.takes_over(), None);
        let (status, stopped) = loop {
            let stopped = extend_looking(&mut run, next.min(length), &plan, limits, look).err();
            sparseness = run.sparseness().or(sparseness);
            let mut status = period::find(&code, run.values());
            if let Status::Proved { needed, period, .. } = status {
                let end = if plan.every_heap {
                    usize::MAX
                } else {
                    needed as usize
                };
                match run.check(end, limits) {
                    Ok(None) => {}
                    Ok(Some(heap)) => {
                        wrong = Some(heap as u64);
                        next = run.len().max(32);
                        // The saved state must be correct before anything else happens.
                        match look(&run) {
                            Ok(()) => continue,
                            Err(reason) => break (Status::None, Some(reason)),
                        }
                    }
                    Err(reason) => {
                        let heaps = run.len() as u64;
                        status = Status::Seen { period, heaps };
                        break (status, Some(reason));
                    }
                }
            }
            let proved = status.is_proved();
            if stopped.is_some() || proved || run.len() >= length {
                break (status, stopped.filter(|_| !proved));
            }
            next = next_look(&code, &status, run.len());
        };
        let engine = run.engine();
        let sparseness = sparseness.or_else(|| run.space_of_old());
        let mut values = run.into_values();
        values.truncate(length);
        let computed = values.len() as u64;
        let mut stopped = stopped;
        if let (Status::Proved { period, .. }, true) = (&status, plan.every_heap) {
            stopped = stopped.or(continued(&mut values, *period, length, limits).err());
        }
        if let Status::Proved { needed, .. } = status
            && took_over
            && !plan.every_heap
        {
            // The period gives the other values, and nothing else confirms those that were taken from an earlier run.
            values.truncate(needed as usize);
        }
        Sequence {
            code,
            heaps,
            values,
            computed,
            status,
            engine,
            sparseness,
            stopped,
            wrong,
        }
    }

    /// The value of a heap: computed, or given by a proved period.
    pub fn value(&self, heap: u64) -> Option<u64> {
        let computed = usize::try_from(heap)
            .ok()
            .and_then(|heap| self.values.get(heap))
            .map(u64::from);
        computed.or_else(|| {
            self.big_value(&heap.into())
                .and_then(|value| u64::try_from(value).ok())
        })
    }

    /// The value of a heap of any size, if it was computed or a period is proved.
    pub fn big_value(&self, heap: &BigUint) -> Option<BigUint> {
        match self.status {
            Status::Proved { period, .. } => period.value(&self.values, heap),
            _ => self
                .values
                .get(usize::try_from(heap).ok()?)
                .map(BigUint::from),
        }
    }

    /// The largest value among heaps 0 to `heaps` and the first heap that has it; a proved period without saltus also gives
    /// it.
    pub fn largest(&self) -> Option<(u64, u64)> {
        let computed = self
            .values
            .iter()
            .zip(0u64..)
            .take_while(|&(_, heap)| heap <= self.heaps);
        let within = computed.fold(None, |best: Option<(u64, u64)>, (value, heap)| match best {
            Some((largest, _)) if largest >= value.into() => best,
            _ => Some((value.into(), heap)),
        });
        match self.status {
            Status::Proved {
                period: Period { period, saltus, .. },
                ..
            } if saltus > 0 && self.heaps >= self.values.len() as u64 => {
                let last = (self.heaps - (period - 1)..=self.heaps)
                    .filter_map(|heap| Some((self.value(heap)?, heap)));
                last.fold(within, |best, found| {
                    best.filter(|best| best.0 >= found.0).or(Some(found))
                })
            }
            _ => within,
        }
    }

    /// The values of heaps 1, 2, 4, 8, … as far as they are known.
    pub fn at_powers_of_two(&self) -> Vec<(u64, u64)> {
        let heaps = (0..64)
            .map(|bit| 1u64 << bit)
            .take_while(|&heap| heap <= self.heaps);
        heaps
            .map_while(|heap| Some((heap, self.value(heap)?)))
            .collect()
    }

    /// The rare heaps of a space among the computed ones.
    pub fn rares(&self, space: Space) -> Vec<u64> {
        let values = self.values.iter().enumerate().skip(1);
        values
            .filter(|&(heap, value)| space.is_rare(heap, value))
            .map(|(heap, _)| heap as u64)
            .collect()
    }
}

/// Lists the values that a proved period gives, up to this length.
fn continued(
    values: &mut Values,
    period: Period,
    length: usize,
    limits: &Limits,
) -> Result<(), StopReason> {
    let mut meter = limits.meter();
    let back = usize::try_from(period.period).unwrap_or(usize::MAX);
    for heap in values.len()..length {
        meter.spend(1)?;
        let before = heap.checked_sub(back).and_then(|heap| values.get(heap));
        let value = before.map(u64::from).map(|value| value + period.saltus);
        let Some(value) = value.and_then(|value| u32::try_from(value).ok()) else {
            return Err(StopReason::Memory);
        };
        values.push(value);
    }
    Ok(())
}

/// Extends the run in pieces of about the interval, and calls `look` after each.
fn extend_looking(
    run: &mut Run,
    length: usize,
    plan: &Plan,
    limits: &Limits,
    look: &mut dyn FnMut(&Run) -> Result<(), StopReason>,
) -> Result<(), StopReason> {
    let interval = plan.interval.unwrap_or(Duration::from_secs(30));
    let mut piece = 1 << 12;
    while run.len() < length {
        let clock = Instant::now();
        let end = length.min(run.len().saturating_add(piece));
        let extended = run.extend(end, limits);
        look(run)?;
        extended?;
        piece = if clock.elapsed() < interval / 2 {
            2 * piece
        } else {
            piece.div_ceil(2)
        };
    }
    Ok(())
}

/// Threads that the limits allow.
fn threads(limits: &Limits) -> usize {
    limits
        .threads
        .unwrap_or_else(|| std::thread::available_parallelism().map_or(1, |threads| threads.get()))
}

/// The length at which to search for a period next: twice as far, or where one that was seen would be proved.
fn next_look(code: &Code, status: &Status, length: usize) -> usize {
    let promised = status
        .period()
        .and_then(|found| period::requirement(code, found));
    match promised {
        Some((_, needed)) if needed > length as u64 && needed < 2 * length as u64 => {
            needed as usize
        }
        _ => 2 * length,
    }
}
