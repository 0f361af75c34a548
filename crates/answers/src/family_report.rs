//! [`FamilyReport`]: the values of a family of positions, proved for all exponents, or why none are claimed.

use std::fmt;

use bouton_core::StopReason;
use derive_where::derive_where;
use serde::Serialize;

/// The value of a family for the exponents that satisfy a condition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "FamilyLawCase"))]
pub struct FamilyCase {
    /// The conditions on the exponents; empty if there are none.
    pub when: String,
    /// The value, a formula in the exponents; or how it compares with 0, such as `> 0`.
    pub value: String,
}

impl fmt::Display for FamilyCase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.when.as_str() {
            "" => f.write_str(&self.value),
            when => write!(f, "{when}: {}", self.value),
        }
    }
}

/// The values of a family of positions, proved for all exponents.
#[derive_where(PartialEq)]
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "FamilyLaw"))]
pub struct FamilyReport {
    /// The name of the game.
    pub game: String,
    /// The pattern; its exponents are at least 0.
    pub pattern: String,
    /// The cases; the first that applies is meant. None if nothing is proved.
    pub cases: Vec<FamilyCase>,
    /// How many patterns were proved together.
    pub patterns: usize,
    /// The proof, step by step, if it was asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<String>,
    /// The reason why nothing is proved.
    pub why: Option<String>,
    /// Seconds that it took.
    #[derive_where(skip(EqHashOrd))]
    pub seconds: f64,
    /// The limit that ended the search or the proof.
    pub stopped: Option<StopReason>,
}

impl fmt::Display for FamilyReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (game, pattern, patterns) = (&self.game, &self.pattern, self.patterns);
        if let Some(why) = &self.why {
            writeln!(f, "{game}: the value of {pattern}")?;
            writeln!(f, "no law found, and nothing claimed: {why}")?;
            return write!(f, "{:.3} s", self.seconds);
        }
        writeln!(f, "{game}: the value of {pattern}")?;
        for case in &self.cases {
            writeln!(f, "  {case}")?;
        }
        if self.cases.iter().any(|case| case.value.starts_with("<>")) {
            writeln!(f, "  <> is confused with")?;
        }
        for (sign, meaning) in [("<|", "not >="), ("|>", "not <=")] {
            if self.cases.iter().any(|case| case.value.starts_with(sign)) {
                writeln!(f, "  {sign} is {meaning}")?;
            }
        }
        if self.cases.iter().any(|case| case.value.contains("up(")) {
            writeln!(f, "  up(n) is n times ↑")?;
        }
        writeln!(
            f,
            "proved for all exponents from 0 on, with {patterns} patterns"
        )?;
        for line in &self.steps {
            writeln!(f, "  {line}")?;
        }
        write!(f, "{:.3} s", self.seconds)
    }
}
