//! [`BestMove`]: a best move, with the position it leads to.

use std::fmt;

use serde::Serialize;

/// A best move with the position it leads to. A move that is named by its position is shown as the position alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Best"))]
pub struct BestMove {
    /// The move in the game's notation.
    #[serde(rename = "move")]
    pub name: String,
    /// The move in words, if its notation is hard to read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
    /// The position as the next player faces it; `None` when longer than 10,000 characters.
    pub to: Option<String>,
    /// In a sum, the component of the move, counted from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub component: Option<usize>,
}

impl BestMove {
    /// The move for a reader: in words, otherwise in the game's notation.
    pub fn said(&self) -> &str {
        self.words.as_deref().unwrap_or(&self.name)
    }
}

impl fmt::Display for BestMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.to {
            Some(to) if *to == self.name => write!(f, "→ {to}"),
            Some(to) if !to.is_empty() => write!(f, "{} → {to}", self.said()),
            _ => f.write_str(self.said()),
        }
    }
}
