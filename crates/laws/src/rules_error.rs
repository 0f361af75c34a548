//! [`RulesError`]: the reason why rules cannot be used, with a move as an example.

use std::fmt;

use bouton_automata::{AskError, Name};
use num_bigint::BigUint;
use thiserror::Error;

/// A concrete move that shows a mistake in the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The move, as in the text.
    pub text: String,
    /// The variables of the position and of the move, with their values.
    pub values: Vec<(Name, BigUint)>,
    /// The positions after the move; a number that would be negative is negative here.
    pub targets: Vec<Vec<num_bigint::BigInt>>,
}

impl fmt::Display for Example {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values: Vec<String> = self
            .values
            .iter()
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        let tuple = |target: &Vec<num_bigint::BigInt>| {
            let numbers: Vec<String> = target.iter().map(|n| n.to_string()).collect();
            format!("({})", numbers.join(", "))
        };
        let targets: Vec<String> = self.targets.iter().map(tuple).collect();
        write!(
            f,
            "`{}` with {} leads to {}",
            self.text,
            values.join(", "),
            targets.join(" and ")
        )
    }
}

/// The reason why rules cannot be used.
#[derive(Clone, Debug, Error)]
pub enum RulesError {
    /// A formula could not be decided.
    #[error(transparent)]
    Ask(#[from] AskError),
    /// A move does not lower the rank.
    #[error("a move does not lower the rank: {0}")]
    Rank(Box<Example>),
    /// A move leaves the domain.
    #[error("a move leads out of the domain: {0}")]
    Domain(Box<Example>),
    /// A rank is negative somewhere in the domain.
    #[error("the rank is negative at {0}")]
    NegativeRank(String),
    /// A chosen number may be far larger than the position.
    #[error("the choices of the move `{0}` are not bounded by the position")]
    Unbounded(String),
}

impl From<bouton_core::StopReason> for RulesError {
    fn from(exceeded: bouton_core::StopReason) -> Self {
        RulesError::Ask(exceeded.into())
    }
}
