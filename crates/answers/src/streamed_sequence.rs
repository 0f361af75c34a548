//! [`StreamedSequence`]: a Grundy sequence of which only a window was stored.

use std::fmt;

use bouton_core::StopReason;
use derive_where::derive_where;
use serde::{Deserialize, Serialize};

use super::periodicity::Periodicity;
use super::sequence::RareHeaps;

/// A Grundy sequence of which only a window was stored; its period is proved by a window that repeats.
///
/// ```
/// let text = r#"{"game":"octal:0.104","heaps":9,"misere":false,"period":null,"preperiod":null,"saltus":null,
///     "status":"none","proved_by":null,"engine":"stream",
///     "rare":{"mask":1,"alternating":false,"count":0,"last":null,"heaps":[]},"seconds":0.25,"stopped":"time"}"#;
/// let sequence: bouton_answers::StreamedSequence = serde_json::from_str(text)?;
/// assert!(sequence.to_string().starts_with("no window came back in heaps 0..9"));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive_where(PartialEq)]
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StreamedSequence {
    /// The game, as named in the query.
    pub game: String,
    /// The last heap computed.
    pub heaps: u64,
    /// Always false: the values are those of normal play.
    pub misere: bool,
    /// The period.
    pub period: Option<u64>,
    /// The smallest heap from which it holds.
    pub preperiod: Option<u64>,
    /// The growth per period.
    pub saltus: Option<u64>,
    /// The certainty of the period: proved, or there is none.
    pub status: Periodicity,
    /// The proof.
    pub proved_by: Option<String>,
    /// Always `stream`.
    pub engine: String,
    /// The rare heaps.
    pub rare: RareHeaps,
    /// The heap at which it continued from a checkpoint: earlier results rely on that file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[derive_where(skip(EqHashOrd))]
    pub resumed: Option<u64>,
    /// Seconds that it took.
    #[derive_where(skip(EqHashOrd))]
    pub seconds: f64,
    /// The limit that stopped it early.
    pub stopped: Option<StopReason>,
}

impl fmt::Display for StreamedSequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.period, self.preperiod, &self.proved_by) {
            (Some(period), Some(preperiod), Some(why)) => writeln!(
                f,
                "period {period} from heap {preperiod} on: proved ({why})"
            )?,
            _ => writeln!(f, "no window came back in heaps 0..{}", self.heaps)?,
        }
        writeln!(f, "{}", self.rare)?;
        write!(f, "streamed in {:.3} s", self.seconds)?;
        if let Some(heap) = self.resumed {
            write!(f, ", from heap {heap} of the checkpoint on")?;
        }
        match self.stopped {
            Some(why) => write!(f, "\n{why}"),
            None => Ok(()),
        }
    }
}
