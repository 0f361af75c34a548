//! Questions of a session: values that tell more than who wins.

use bouton_core::Limits;
use bouton_engine::{Error, KeptParts, ShortVisit};

use super::Session;

impl Session {
    /// Passes the position to `work`, which computes its partizan value; false if it has none.
    pub(crate) fn short(
        &self,
        limits: &Limits,
        kept: &mut KeptParts,
        work: ShortVisit<'_>,
    ) -> Result<bool, Error> {
        self.look_within(limits, |face| face.short(kept, work))
    }

    /// Whether Left and Right have different moves, and positions have partizan values.
    pub fn has_values(&self) -> bool {
        let shown = self.short(&Limits::default(), &mut KeptParts::default(), &mut |_| {});
        !self.is_misere() && shown.unwrap_or(false)
    }
}
