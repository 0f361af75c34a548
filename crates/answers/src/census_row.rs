//! [`CensusRow`]: the results for one code of a family.

use serde::Serialize;

use super::proof::Proof;

/// The results for the sequence of one code of a family.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CensusRow {
    /// The code.
    pub code: String,
    /// The certainty of its period, if there is one.
    pub proof: Option<Proof>,
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
