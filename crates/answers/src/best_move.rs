//! [`BestMove`]: a best move, with the position it leads to.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A best move, with the position it leads to; a move that is called by its position is shown as that alone.
///
/// ```
/// use bouton_answers::BestMove;
/// let best: BestMove = serde_json::from_str(r#"{"move":"take 2","to":"3,5"}"#)?;
/// assert_eq!(best.to_string(), "take 2 → 3,5");
/// let called: BestMove = serde_json::from_str(r#"{"move":"4","to":"4"}"#)?;
/// assert_eq!(called.to_string(), "→ 4");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BestMove {
    /// The move in the game's notation.
    #[serde(rename = "move")]
    pub name: String,
    /// The position as the next player faces it; `None` when longer than 10,000 characters.
    pub to: Option<String>,
    /// In a sum, the component that it is made in, counted from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub component: Option<usize>,
}

impl fmt::Display for BestMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.to {
            Some(to) if *to == self.name => write!(f, "→ {to}"),
            Some(to) if !to.is_empty() => write!(f, "{} → {to}", self.name),
            _ => f.write_str(&self.name),
        }
    }
}
