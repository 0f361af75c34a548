//! [`Checked`]: the result of checking a rule file.

use std::fmt;

use derive_where::derive_where;
use serde::Serialize;

use super::shown::own_lines;
use super::text::{escaped, escaped_lines};

/// The result of checking a rule file: mistakes, notes, and a line of play.
#[derive_where(PartialEq)]
#[derive(Clone, Debug, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Checked {
    /// The file, as named in the query.
    pub file: String,
    /// The kind of game that it describes, in words.
    pub kind: String,
    /// The number of positions checked.
    #[derive_where(skip(EqHashOrd))]
    pub positions: usize,
    /// Whether these are all reachable positions.
    pub complete: bool,
    /// The mistakes, one sentence each.
    #[serde(serialize_with = "own_lines")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub mistakes: Vec<String>,
    /// Unusual but possible things, one sentence each.
    pub notes: Vec<String>,
    /// A line of play.
    pub line: Vec<String>,
    /// The name that the file gives its game; not in JSON.
    #[serde(skip)]
    pub name: Option<String>,
}

/// Moves of the line that are shown.
const SHOWN: usize = 12;

impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self
            .name
            .as_ref()
            .map(|name| format!("{}, ", escaped(name)));
        let name = name.unwrap_or_default();
        let all = if self.complete {
            ", all that can be reached"
        } else {
            ""
        };
        let more = if self.line.len() > SHOWN { "; …" } else { "" };
        let moves: Vec<_> = self.line.iter().take(SHOWN).map(String::as_str).collect();
        writeln!(f, "{}: {name}{}", self.file, self.kind)?;
        writeln!(f, "positions looked at: {}{all}", self.positions)?;
        let line = format!("a line of play: {}{more}", moves.join("; "));
        f.write_str(if self.positions > 0 {
            &line
        } else {
            "nothing was tried"
        })?;
        for mistake in &self.mistakes {
            write!(f, "\nmistake: {}", escaped_lines(mistake))?;
        }
        for note in &self.notes {
            write!(f, "\nnote: {note}")?;
        }
        if self.mistakes.is_empty() && self.positions > 0 {
            f.write_str("\nno mistake was found")?;
        }
        Ok(())
    }
}
