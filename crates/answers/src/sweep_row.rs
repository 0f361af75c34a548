//! [`SweepRow`]: the result for one set of random rules.

use std::fmt;

use derive_where::derive_where;
use serde::Serialize;

/// The result for one set of random rules.
#[derive_where(PartialEq)]
#[derive(Clone, Debug, Serialize)]
pub struct SweepRow {
    /// The name of the rules.
    pub name: String,
    /// Their moves, as formulas.
    pub moves: Vec<String>,
    /// The numeration system of the law, if one was proved.
    pub system: Option<String>,
    /// States of its automaton.
    pub states: Option<usize>,
    /// The law in words, if it has any.
    pub words: Vec<String>,
    /// Seconds that it took.
    #[derive_where(skip(EqHashOrd))]
    pub seconds: f64,
}

impl fmt::Display for SweepRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let law = match (&self.system, self.states) {
            (Some(system), Some(states)) => format!("{system}, {states} states"),
            _ => "no law found".to_owned(),
        };
        let words = match self.words.join("; ").as_str() {
            "" => String::new(),
            words => format!(" ({words})"),
        };
        let (name, seconds, moves) = (&self.name, self.seconds, self.moves.join("; "));
        write!(f, "{name}: {law}{words}, {seconds:.2} s: {moves}")
    }
}
