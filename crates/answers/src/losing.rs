//! [`Losing`]: the positions that are lost for the player to move.

use std::fmt;

use bouton_core::StopReason;
use serde::Serialize;

use super::csv::Csv;
use super::proved::Proved;

/// The positions within a bound that are lost for the player to move, shown one a line.
///
/// ```
/// use bouton_answers::Losing;
/// let losing = Losing {
///     game: "wythoff".into(),
///     up_to: 2,
///     positions: vec!["0,0".into(), "1,2".into()],
///     stopped: None,
///     proved: None,
/// };
/// assert_eq!(losing.to_string(), "0,0\n1,2");
/// assert_eq!(losing.csv(), "position\r\n\"0,0\"\r\n\"1,2\"\r\n");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Losing {
    /// The game, as named in the query.
    pub game: String,
    /// The largest heap.
    pub up_to: u64,
    /// The positions, in lexicographic order of the heaps.
    pub positions: Vec<String>,
    /// The reason why the list ends early, if it does.
    pub stopped: Option<StopReason>,
    /// The law that answers, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proved: Option<Proved>,
}

impl Losing {
    /// The positions as a table for spreadsheets.
    pub fn csv(&self) -> String {
        let mut csv = Csv::new(["position"]);
        self.positions
            .iter()
            .for_each(|position| csv.row([position]));
        csv.text()
    }
}

impl fmt::Display for Losing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.positions.join("\n"))
    }
}
