//! [`Asked`]: a first-order question about a law, decided.

use std::fmt;

use serde::Serialize;

use super::shown::own_lines;

/// A first-order question about a law, decided. Numbers are written as texts of digits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Asked {
    /// The formula, as typed.
    pub formula: String,
    /// Whether it is true; `None` for one with free variables.
    pub truth: Option<bool>,
    /// The smallest example or counterexample: numbers by the names of their variables.
    pub example: Option<Vec<(String, String)>>,
    /// The free variables.
    pub variables: Vec<String>,
    /// The smallest values of the free variables for which it is true.
    pub examples: Vec<Vec<String>>,
    /// The number of them with every variable at most a bound, where it is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<String>,
    /// States of the minimal automaton of all of them.
    pub states: usize,
    /// The automaton, one line per state.
    #[serde(serialize_with = "own_lines")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub automaton: String,
}

/// The most states of an automaton that is shown as text.
const MOST_PRINTED: usize = 24;

impl Asked {
    fn example(&self) -> String {
        let values = self.example.iter().flatten();
        let values = values.map(|(name, value)| format!("{name} = {value}"));
        values.collect::<Vec<_>>().join(", ")
    }

    /// The tuples for which it is true, and their automaton.
    fn set(&self) -> String {
        let names = self.variables.join(",");
        if self.examples.is_empty() {
            return format!("no ({names}) at all");
        }
        let tuple = |values: &Vec<String>| format!("({})", values.join(","));
        let tuples: Vec<_> = self.examples.iter().map(tuple).collect();
        format!("({names}): {}\n{}", tuples.join(" "), self.machine(&names))
    }

    fn machine(&self, names: &str) -> String {
        let states = self.states;
        if states > MOST_PRINTED {
            return format!(
                "automaton with {states} states: too many to print here, --json has them"
            );
        }
        let head = format!(
            "automaton with {states} states; each with its next states by the digits of ({names}), + where the numbers read are in the set:"
        );
        let rows = self.automaton.lines().map(|row| format!("\n  {row}"));
        std::iter::once(head).chain(rows).collect()
    }
}

impl fmt::Display for Asked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(count) = &self.count {
            return f.write_str(count);
        }
        let Some(truth) = self.truth else {
            return f.write_str(&self.set());
        };
        match self.example().as_str() {
            "" => write!(f, "{truth}"),
            example => write!(f, "{truth}: {example}"),
        }
    }
}
