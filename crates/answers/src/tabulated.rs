//! [`Tabulated`]: the report of writing a table.

use std::fmt;

use bouton_core::StopReason;
use derive_where::derive_where;
use serde::Serialize;

/// A table that was made: every position of a space with its value.
#[derive_where(PartialEq)]
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Tabulated {
    /// The game, as named in the query.
    pub game: String,
    /// The position, as typed, or else in the game's notation.
    pub position: String,
    /// The file, as named in the query.
    pub file: String,
    /// The number of positions in it; `None`, as for all counts, if a limit was reached.
    pub positions: Option<u64>,
    /// Won for the player to move.
    pub win: Option<u64>,
    /// Lost for the player to move.
    pub loss: Option<u64>,
    /// Drawn at the end of play, or even in points.
    pub draw: Option<u64>,
    /// Drawn because no player can force an end.
    pub endless: Option<u64>,
    /// The most plies of a win; `None` if plies are not counted.
    pub longest: Option<u32>,
    /// The length of the file in bytes.
    pub bytes: Option<u64>,
    /// Whether earlier work was continued.
    #[derive_where(skip(EqHashOrd))]
    pub resumed: bool,
    /// The time taken.
    #[derive_where(skip(EqHashOrd))]
    pub seconds: f64,
    /// The limit because of which there is no table, if one was reached.
    pub stopped: Option<StopReason>,
}

impl fmt::Display for Tabulated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(why) = self.stopped {
            return write!(f, "{why}: no table was written");
        }
        let again = if self.resumed {
            ", continued from saved work"
        } else {
            ""
        };
        let known = |count: Option<u64>| count.unwrap_or_default();
        let (positions, bytes) = (known(self.positions), known(self.bytes));
        let file = &self.file;
        writeln!(f, "{file}: {positions} positions in {bytes} bytes{again}")?;
        let counts = [self.win, self.loss, self.draw, self.endless].map(known);
        write!(f, "  {}", counted(counts, self.longest))
    }
}

/// Won, lost, drawn and endless positions in words.
pub(crate) fn counted([win, loss, draw, endless]: [u64; 4], longest: Option<u32>) -> String {
    let mut words = format!("{win} won, {loss} lost, {draw} drawn");
    if endless > 0 {
        words += &format!(", {endless} drawn without end");
    }
    if let Some(plies) = longest {
        words += &format!("; the longest win takes {plies} plies");
    }
    words
}
