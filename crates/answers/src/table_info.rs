//! [`TableInfo`]: the description of a file.

use std::fmt;

use serde::Serialize;

use crate::tabulated::counted;
use crate::text::escaped;

/// The description of a file: the header of a table, otherwise only its kind.
///
/// ```
/// let info = bouton_answers::TableInfo { file: "a.law".into(), kind: "law certificate".into(), ..Default::default() };
/// assert_eq!(info.to_string(), "a.law: a law certificate");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TableInfo {
    /// The file, as named in the query.
    pub file: String,
    /// The kind of file.
    pub kind: String,
    /// The number of its format, if it has one.
    pub format: Option<u32>,
    /// Its game.
    pub game: Option<String>,
    /// The identification of its rules.
    pub rules: Option<String>,
    /// The files that its rules were read from: the SHA-256 hash of each, and the terms with which it was opened.
    pub files: Vec<String>,
    /// Positions in it.
    pub positions: Option<u64>,
    /// Won for the player to move.
    pub win: Option<u64>,
    /// Lost for the player to move.
    pub loss: Option<u64>,
    /// Drawn at the end of play, or even in points.
    pub draw: Option<u64>,
    /// Drawn because no player can force an end.
    pub endless: Option<u64>,
    /// The most plies of a win.
    pub longest: Option<u32>,
    /// Positions in each layer, if the table was made layer by layer: after 0 plies, 1 ply, …
    pub layers: Vec<u64>,
    /// Its length in bytes.
    pub bytes: u64,
    /// The command with which to check it.
    pub checked_by: Vec<String>,
}

impl fmt::Display for TableInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: a {}", self.file, self.kind)?;
        if let Some(game) = &self.game {
            write!(f, " of {game}")?;
        }
        if let Some(positions) = self.positions {
            write!(f, "\n  {positions} positions in {} bytes", self.bytes)?;
        }
        if let (Some(win), Some(loss), Some(draw), Some(endless)) =
            (self.win, self.loss, self.draw, self.endless)
        {
            write!(
                f,
                "\n  {}",
                counted([win, loss, draw, endless], self.longest)
            )?;
        }
        if !self.layers.is_empty() {
            let layers: Vec<_> = self.layers.iter().map(u64::to_string).collect();
            write!(f, "\n  by plies played: {}", layers.join(", "))?;
        }
        if let (Some(format), Some(rules)) = (self.format, &self.rules) {
            write!(f, "\n  format {format}, rules {rules}")?;
        }
        for file in &self.files {
            write!(
                f,
                "\n  made from the file with the SHA-256 hash {}",
                escaped(file)
            )?;
        }
        self.checked_by
            .iter()
            .try_for_each(|by| write!(f, "\n  check it with {by}"))
    }
}
