//! [`Found`]: the positions that meet a condition.

use std::collections::BTreeMap;
use std::fmt;

use bouton_core::StopReason;
use serde::{Deserialize, Serialize};

use super::columns::Columns;
use super::csv::Csv;

/// The positions that meet a condition, with what it asks of them.
///
/// ```
/// let text = r#"{"game":"kayles","condition":"grundy = 4","fields":["grundy"],
///     "rows":[{"game":"kayles","position":"5","facts":{"grundy":"4"}}],"looked":10,"stopped":null}"#;
/// let found: bouton_answers::Found = serde_json::from_str(text)?;
/// assert_eq!(found.to_string(), "position  grundy\n5         4");
/// assert_eq!(found.csv(), "game,position,grundy\r\nkayles,5,4\r\n");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found {
    /// The game, as it was named.
    pub game: String,
    /// The condition.
    pub condition: String,
    /// What it asks of a position beside who wins, in its order.
    pub fields: Vec<String>,
    /// The positions, in the order in which they were looked at.
    pub rows: Vec<FoundRow>,
    /// How many were looked at.
    pub looked: u64,
    /// Why the list ends early, if it does.
    pub stopped: Option<StopReason>,
}

/// A position that meets a condition.
///
/// ```
/// let text = r#"{"game":"nim","position":"3,3","facts":{}}"#;
/// let row: bouton_answers::FoundRow = serde_json::from_str(text)?;
/// assert_eq!(row.position, "3,3");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundRow {
    /// The game, with its parameters.
    pub game: String,
    /// The position.
    pub position: String,
    /// What the condition asks, by name; numbers are written in full. What did not matter may be missing.
    pub facts: BTreeMap<String, String>,
}

impl Found {
    /// The positions as a table for spreadsheets.
    pub fn csv(&self) -> String {
        let fields = self.fields.iter().map(String::as_str);
        let mut csv = Csv::new(["game", "position"].into_iter().chain(fields));
        for row in &self.rows {
            csv.row(
                [row.game.as_str(), &row.position]
                    .into_iter()
                    .chain(self.facts(row)),
            );
        }
        csv.text()
    }

    fn facts<'r>(&'r self, row: &'r FoundRow) -> impl Iterator<Item = &'r str> {
        let fact = |field: &String| row.facts.get(field).map_or("", String::as_str);
        self.fields.iter().map(fact)
    }
}

impl fmt::Display for Found {
    /// The game stands with each position where there are several.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.rows.is_empty() {
            return write!(f, "none of {} positions", self.looked);
        }
        let has_games = self.rows.iter().any(|row| row.game != self.game);
        let line = |game: &str, position: &str, facts: Vec<&str>| {
            let names = [Some(game).filter(|_| has_games), Some(position)];
            let cells = names.into_iter().flatten().chain(facts);
            cells.map(str::to_owned).collect::<Vec<_>>()
        };
        let has_head = has_games || !self.fields.is_empty();
        let fields = self.fields.iter().map(String::as_str).collect();
        let head = has_head.then(|| line("game", "position", fields));
        let rows = self.rows.iter();
        let rows = rows.map(|row| line(&row.game, &row.position, self.facts(row).collect()));
        Columns::from_iter(head.into_iter().chain(rows)).fmt(f)
    }
}
