//! [`Budget`]: what may be spent on a description before it is a game.

use bouton_core::{Limits, StopReason};

use crate::circuit::Circuit;
use crate::fault::Refusal;

/// Steps between two looks at the clock.
const STRIDE: u32 = 1 << 13;

/// Counts steps and bytes against limits.
#[derive(Debug)]
pub(crate) struct Budget<'l> {
    limits: &'l Limits,
    since: u32,
}

impl<'l> Budget<'l> {
    pub(crate) fn of(limits: &'l Limits) -> Self {
        Self { limits, since: 0 }
    }

    /// Counts steps of work; now and then it asks how many bytes are held.
    pub(crate) fn spend(
        &mut self,
        steps: usize,
        held: impl FnOnce() -> u64,
    ) -> Result<(), Refusal> {
        self.since = self
            .since
            .saturating_add(u32::try_from(steps).unwrap_or(u32::MAX));
        if self.since < STRIDE {
            return Ok(());
        }
        self.since = 0;
        self.look(held())?;
        Ok(())
    }

    /// Counts what was looked at in a circuit since this was done last.
    pub(crate) fn spend_in(&mut self, circuit: &mut Circuit) -> Result<(), Refusal> {
        let steps = circuit.work();
        self.spend(steps, || circuit.bytes())
    }

    /// Looks at the limits before work that cannot.
    pub(crate) fn pause(&mut self) -> Result<(), Refusal> {
        self.since = 0;
        self.look(0)?;
        Ok(())
    }

    fn look(&self, held: u64) -> Result<(), StopReason> {
        self.limits.check()?;
        self.limits.afford(held)
    }
}
