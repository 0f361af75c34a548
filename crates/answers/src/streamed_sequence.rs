//! [`StreamedSequence`]: a Grundy sequence of which only a window was stored.

use std::fmt;

use bouton_core::StopReason;
use derive_where::derive_where;
use serde::Serialize;

use super::proof::Proof;
use super::sequence::RareHeaps;

/// A Grundy sequence of which only a window was stored; its period is proved by a window that repeats.
#[derive_where(PartialEq)]
#[derive(Clone, Debug, Serialize)]
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
    pub proof: Option<Proof>,
    /// The theorem that proves it.
    pub why: Option<String>,
    /// Always `stream`.
    pub solver: String,
    /// The rare heaps.
    pub rare: RareHeaps,
    /// The heap at which it continued from a checkpoint: earlier results rely on that file.
    #[serde(skip_serializing_if = "Option::is_none")]
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
        match (self.period, self.preperiod, &self.why) {
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
