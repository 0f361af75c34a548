//! The answer if a limit was reached before anything was known.

use bouton::StopReason;
use bouton::answers::Halted;

use super::output::{complain, object};
use super::watch::Watch;
use crate::status::Status;

/// A missing answer.
pub(crate) struct Missing {
    /// The fields of the answer besides the game and the position.
    pub(crate) fields: &'static [&'static str],
    /// The unfinished work, as the end of a sentence.
    pub(crate) undone: &'static str,
}

impl Missing {
    /// Reports it, as JSON or as text.
    pub(crate) fn tell(
        &self,
        game: &str,
        position: String,
        why: StopReason,
        as_json: bool,
    ) -> anyhow::Result<Status> {
        if as_json {
            let fields = self.fields.iter().copied();
            object(&Halted::of(game, position, fields, why))?;
        } else {
            complain(format_args!("{why} before {}", self.undone));
        }
        Ok(Watch::status())
    }
}
