//! [`Notes`]: the state of a check.

use crate::bounds::Meter;
use crate::obligation::Obligation;
use crate::{Checked, Refusal};

/// The conditions verified so far, and the remaining limits.
pub(crate) struct Notes {
    pub(crate) work: Meter,
    conditions: Vec<String>,
}

impl Notes {
    pub(crate) fn begin(work: Meter) -> Self {
        Self {
            work,
            conditions: Vec::new(),
        }
    }

    /// Notes an obligation that holds, or refuses.
    pub(crate) fn note(
        &mut self,
        obligation: Obligation,
        holds: bool,
        what: impl Into<String>,
    ) -> Result<(), Refusal> {
        let what = what.into();
        obligation.demand(holds, || Refusal::Refuted(what.clone()))?;
        self.found(what);
        Ok(())
    }

    /// Adds a note.
    pub(crate) fn found(&mut self, what: String) {
        self.work.tell(&what);
        self.conditions.push(what);
    }

    /// Counts bytes before they are allocated.
    pub(crate) fn hold(&mut self, bytes: usize) -> Result<(), Refusal> {
        self.work.hold(bytes).map_err(Refusal::Undecided)
    }

    /// Counts steps, each of some nanoseconds.
    pub(crate) fn spend(&mut self, steps: usize) -> Result<(), Refusal> {
        self.work.spend(steps).map_err(Refusal::Undecided)
    }

    /// Bytes that may still be allocated.
    pub(crate) fn room(&self) -> u64 {
        self.work.room()
    }

    /// Reports that bytes were freed.
    pub(crate) fn release(&mut self, bytes: usize) {
        self.work.release(bytes);
    }

    /// Reports progress.
    pub(crate) fn tell(&self, what: &str) {
        self.work.tell(what);
    }

    /// The result for a game that is defined by its code.
    pub(crate) fn proved(self, claim: String) -> Checked {
        Checked {
            claim,
            title: None,
            rules: Vec::new(),
            conditions: self.conditions,
        }
    }
}
