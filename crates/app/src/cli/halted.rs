//! What is told where a limit was reached before anything of an answer was known.

use bouton::answers::Halted;
use bouton::{Session, StopReason};

use super::output::{complain, json};
use super::watch::Watch;
use crate::status::Status;

/// An answer that could not be given.
pub(crate) struct Missing {
    /// The fields that it would have beside the game and the position.
    pub(crate) fields: &'static [&'static str],
    /// What was not done yet, as the end of a sentence.
    pub(crate) undone: &'static str,
}

impl Missing {
    /// Tells it, as JSON or for a person.
    pub(crate) fn tell(
        &self,
        session: &Session,
        typed: Option<&str>,
        why: StopReason,
        as_json: bool,
    ) -> anyhow::Result<Status> {
        if as_json {
            let position = match typed {
                Some(typed) => typed.to_owned(),
                None => session.position()?,
            };
            let fields = self.fields.iter().copied();
            json(&Halted::of(session.game(), position, fields, why))?;
        } else {
            complain(format_args!("{why} before {}", self.undone));
        }
        Ok(Watch::status())
    }
}
