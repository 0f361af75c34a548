//! [`Analysis`]: all positions that can be reached, counted by outcome and remoteness.

use std::fmt;

use serde::Serialize;

use super::columns::Columns;

/// The positions won, lost and drawn in this many plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RemotenessRow {
    /// Plies to the end.
    pub remoteness: usize,
    /// Won for the player to move.
    pub win: u64,
    /// Lost for the player to move.
    pub loss: u64,
    /// Drawn at the end of play.
    pub draw: u64,
}

impl RemotenessRow {
    fn cells(&self) -> Vec<String> {
        let cells = [self.remoteness as u64, self.win, self.loss, self.draw];
        cells.map(|cell| cell.to_string()).to_vec()
    }
}

/// The number of positions of each kind.
///
/// ```
/// use bouton_answers::Counts;
/// let counts = Counts { positions: 3, win: 2, loss: 1, draw: 0, endless: 0, by_remoteness: Vec::new() };
/// assert_eq!(counts.to_string(), "3 = 2 won + 1 lost + 0 drawn");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Counts {
    /// In all.
    pub positions: u64,
    /// Won for the player to move.
    pub win: u64,
    /// Lost for the player to move.
    pub loss: u64,
    /// Drawn at the end of play.
    pub draw: u64,
    /// Drawn because no player can force an end.
    pub endless: u64,
    /// Positions whose play ends, by plies to the end; in games of points only those where play is over.
    pub by_remoteness: Vec<RemotenessRow>,
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            positions,
            win,
            loss,
            draw,
            endless,
            ..
        } = self;
        write!(f, "{positions} = {win} won + {loss} lost + {draw} drawn")?;
        match endless {
            0 => Ok(()),
            n => write!(f, " + {n} drawn without end"),
        }
    }
}

/// The counts of the positions that can be reached from one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Analysis {
    /// The game, as named in the query.
    pub game: String,
    /// The position, as typed, or else in the game's notation.
    pub position: String,
    /// Each position counted separately.
    #[serde(flatten)]
    pub all: Counts,
    /// Each symmetry class counted once; `None` if the game has no symmetry.
    pub up_to_symmetry: Option<Counts>,
}

impl fmt::Display for Analysis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "positions: {}", self.all)?;
        if let Some(folded) = &self.up_to_symmetry {
            writeln!(f, "up to symmetry: {folded}")?;
        }
        let rows = self.all.by_remoteness.iter().rev();
        Columns::under(
            ["remoteness", "win", "loss", "draw"],
            rows.map(RemotenessRow::cells),
        )
        .fmt(f)
    }
}
