//! [`CensusRow`]: what is known of one code of a family.

use serde::{Deserialize, Serialize};

use super::periodicity::Periodicity;

/// What is known of the sequence of one code of a family.
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
    /// How sure its period is.
    pub status: Periodicity,
    /// The period.
    pub period: Option<u64>,
    /// The smallest heap from which it holds.
    pub preperiod: Option<u64>,
    /// What each period adds.
    pub saltus: Option<u64>,
    /// How many heaps before it differ from what the period would be there; for those without saltus.
    pub exceptions: Option<u64>,
    /// How many heaps the proof needs; those computed where there is none.
    pub heaps: u64,
    /// The largest value.
    pub max: u64,
    /// The first heap that has it.
    pub max_at: u64,
    /// The mask of the best sparse space; 0 where nothing is split.
    pub mask: u32,
    /// Whether it is the alternating kind.
    pub alternating: bool,
    /// How many of those heaps are rare.
    pub rares: u64,
    /// The last of them.
    pub last_rare: u64,
    /// The first code of the family whose sequence is the same but for the zeros before it.
    pub same_as: Option<String>,
    /// By how many heaps this one is behind that.
    pub behind: Option<i64>,
}
