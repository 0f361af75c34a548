//! [`MisereSequence`]: the outcomes of single heaps when the last to move loses.

use std::fmt;

use bouton_core::{Outcome, StopReason};
use derive_where::derive_where;
use serde::Serialize;

/// The outcomes of single heaps when the last to move loses, and the genus of the first heaps.
#[derive_where(PartialEq)]
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MisereSequence {
    /// The game, as named in the query.
    pub game: String,
    /// The last heap computed.
    pub heaps: u64,
    /// Always true.
    pub misere: bool,
    /// The outcomes of heaps 0, 1, 2 ….
    pub outcomes: Vec<Outcome>,
    /// The genus of heaps 0, 1, 2 …, written like `4^146`; for fewer heaps, since it takes longer.
    pub genus: Vec<String>,
    /// Always `play`.
    pub solver: String,
    /// Seconds that it took.
    #[derive_where(skip(EqHashOrd))]
    pub seconds: f64,
    /// The limit that stopped it early.
    pub stopped: Option<StopReason>,
}

impl fmt::Display for MisereSequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters: String = self
            .outcomes
            .iter()
            .map(|outcome| outcome.letter())
            .collect();
        let (heaps, last) = (self.heaps, self.genus.len().saturating_sub(1));
        writeln!(
            f,
            "outcomes of heaps 0..{heaps}, the last to move loses: {letters}"
        )?;
        write!(f, "genus of heaps 0..{last}: {}", self.genus.join(" "))?;
        match self.stopped {
            Some(why) => write!(f, "\n{why}"),
            None => Ok(()),
        }
    }
}
