//! [`Halted`]: a query that a limit stopped before anything was known.

use std::collections::BTreeMap;

use bouton_core::StopReason;
use serde::Serialize;

/// The answer if a limit was reached before anything was known: every field is null.
///
/// ```
/// use bouton_answers::{Halted, StopReason};
/// let halted = Halted::of("nim", "3,4".to_owned(), ["moves"], StopReason::Time);
/// assert_eq!(serde_json::to_string(&halted)?, r#"{"game":"nim","position":"3,4","moves":null,"stopped":"time"}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Halted {
    /// The game, as named in the query.
    pub game: String,
    /// The position as typed, or else in the game's notation. `None` if the game was not opened yet, or there is no
    /// position.
    pub position: Option<String>,
    /// The unknown fields.
    #[serde(flatten)]
    pub unknown: BTreeMap<String, ()>,
    /// The limit that was reached.
    pub stopped: StopReason,
}

impl Halted {
    /// An answer about a position with these unknown fields.
    pub fn of<'f>(
        game: impl Into<String>,
        position: impl Into<Option<String>>,
        unknown: impl IntoIterator<Item = &'f str>,
        stopped: StopReason,
    ) -> Self {
        Self {
            game: game.into(),
            position: position.into(),
            unknown: unknown
                .into_iter()
                .map(|field| (field.to_owned(), ()))
                .collect(),
            stopped,
        }
    }
}
