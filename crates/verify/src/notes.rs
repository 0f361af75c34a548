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
