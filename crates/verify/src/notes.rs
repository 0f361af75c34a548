//! [`Notes`]: a check under way.

use crate::bounds::Work;
use crate::obligation::Obligation;
use crate::{Checked, Refusal};

/// What was found to hold so far, and what may still be spent.
pub(crate) struct Notes {
    pub(crate) work: Work,
    conditions: Vec<String>,
}

impl Notes {
    pub(crate) fn begin(work: Work) -> Self {
        Self {
            work,
            conditions: Vec::new(),
        }
    }

    /// Notes an obligation that holds; refuses unless it does.
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

    /// Notes what was found.
    pub(crate) fn found(&mut self, what: String) {
        self.work.tell(&what);
        self.conditions.push(what);
    }

    /// Counts bytes that are taken, before they are.
    pub(crate) fn hold(&mut self, bytes: usize) -> Result<(), Refusal> {
        self.work.hold(bytes).map_err(Refusal::Undecided)
    }

    /// Counts steps, each of some nanoseconds.
    pub(crate) fn spend(&mut self, steps: usize) -> Result<(), Refusal> {
        self.work.spend(steps).map_err(Refusal::Undecided)
    }

    /// Bytes that may still be taken.
    pub(crate) fn room(&self) -> u64 {
        self.work.room()
    }

    /// Bytes that are taken no more.
    pub(crate) fn release(&mut self, bytes: usize) {
        self.work.release(bytes);
    }

    /// Tells how far the check is.
    pub(crate) fn tell(&self, what: &str) {
        self.work.tell(what);
    }

    /// What was proved of a game that its code says all about.
    pub(crate) fn proved(self, claim: String) -> Checked {
        Checked {
            claim,
            title: None,
            rules: Vec::new(),
            conditions: self.conditions,
        }
    }
}
