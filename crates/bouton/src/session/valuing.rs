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

    /// Whether positions have temperatures: they have partizan values, or points decide.
    pub fn has_temperatures(&self) -> bool {
        let no_work = Limits::of_nodes(0);
        let (mut kept, mut games) = Default::default();
        let form = self.look_within(&no_work, |face| {
            face.scoring(&[], true, &mut kept, &mut games, &no_work)
        });
        self.has_values() || !self.is_misere() && matches!(form, Ok(Some(_)))
    }

    /// Whether Left and Right have different moves, and positions have partizan values.
    pub fn has_values(&self) -> bool {
        let shown = self.short(&Limits::default(), &mut KeptParts::default(), &mut |_| {});
        !self.is_misere() && shown.unwrap_or(false)
    }
}
