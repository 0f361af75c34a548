//! [`CensusRow`]: the results for one code of a family.

use serde::{Deserialize, Serialize};

use super::periodicity::Periodicity;

/// The results for the sequence of one code of a family.
///
/// ```
/// let text = r#"{"code":"0.3","status":"proved","period":1,"preperiod":0,"saltus":1,"exceptions":null,"heaps":5,"max":4,
///     "max_at":4,"mask":0,"alternating":false,"rares":0,"last_rare":0,"same_as":null,"behind":null}"#;
/// let row: bouton_answers::CensusRow = serde_json::from_str(text)?;
/// assert_eq!(row.saltus, Some(1));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CensusRow {
    /// The code.
    pub code: String,
    /// The certainty of its period.
    pub status: Periodicity,
    /// The period.
    pub period: Option<u64>,
    /// The preperiod: the smallest heap from which the period holds.
    pub preperiod: Option<u64>,
    /// The saltus: the growth per period.
    pub saltus: Option<u64>,
    /// The number of heaps before it that are exceptions to the period, for periods without saltus.
    pub exceptions: Option<u64>,
    /// The number of heaps that the proof needs, or that were computed if there is no proof.
    pub heaps: u64,
    /// The largest value.
    pub max: u64,
    /// The first heap that has it.
    pub max_at: u64,
    /// The mask of the best sparse space; 0 if no space splits the values.
    pub mask: u32,
    /// Whether the parity alternates.
    pub alternating: bool,
    /// The number of these heaps that are rare.
    pub rares: u64,
    /// The last of them.
    pub last_rare: u64,
    /// The first code of the family with the same sequence, apart from leading zeros.
    pub same_as: Option<String>,
    /// The shift between the two sequences, in heaps.
    pub behind: Option<i64>,
}
