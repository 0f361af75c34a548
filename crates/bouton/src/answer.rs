//! [`Answer`]: what is said about a position, as text and as JSON.

use std::fmt::Display;

use bouton_core::StopReason;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

/// A whole number of any size, written in full in JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Whole(String);

impl Whole {
    /// The number that `number` shows as digits.
    pub fn of(number: &impl Display) -> Self {
        Self(number.to_string())
    }
}

impl Display for Whole {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(&self.0)
    }
}

impl Serialize for Whole {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        RawValue::from_string(self.0.clone())
            .map_err(serde::ser::Error::custom)?
            .serialize(serializer)
    }
}

/// A best move, with the position it leads to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BestMove {
    /// The move in the game's notation.
    #[serde(rename = "move")]
    pub name: String,
    /// The position as the next player faces it; `None` when longer than 10,000 characters.
    pub to: Option<String>,
    /// In a sum, the component that it is made in, counted from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub component: Option<usize>,
}

/// The answer to one position. Outcome, margin and totals are those of the player to move.
#[derive(Clone, Debug, Serialize)]
pub struct Answer {
    /// The game, as it was named.
    pub game: String,
    /// The position, as it was typed; else in the game's notation, or … when that takes more than 10,000 characters.
    pub position: String,
    /// Whether the ends are turned round.
    pub misere: bool,
    /// `win`, `loss` or `draw`; `None` only when stopped early.
    pub outcome: Option<&'static str>,
    /// Plies to the end when the winner hurries and the loser delays.
    pub remoteness: Option<u32>,
    /// Mover's points minus the other's.
    pub margin: Option<Whole>,
    /// Mover's and other's points.
    pub totals: Option<[Whole; 2]>,
    /// The Grundy value.
    pub grundy: Option<Whole>,
    /// Every best move, the preferred one first; the preferred one alone beyond 10,000.
    pub best: Vec<BestMove>,
    /// How many best moves there are.
    pub best_count: Option<Whole>,
    /// The move to prefer.
    pub preferred: Option<BestMove>,
    /// N, P, L or R for games where Left and Right move differently.
    pub class: Option<&'static str>,
    /// Best play, as moves.
    pub line: Option<Vec<String>>,
    /// The explanation.
    pub why: Option<String>,
    /// `proved`, or `seen` where the answer rests on a pattern that no theorem covers.
    pub proof: Option<&'static str>,
    /// The value lies between these, when stopped early.
    pub bounds: Option<[Whole; 2]>,
    /// The solver that answered.
    pub solver: &'static str,
    /// Positions that it visited.
    pub visited: u64,
    /// Seconds that it took.
    pub seconds: f64,
    /// Why it stopped early.
    pub stopped: Option<StopReason>,
}

/// A legal move with the value it leads to, for the player making it.
#[derive(Clone, Debug, Serialize)]
pub struct MoveAnswer {
    /// The move in the game's notation.
    #[serde(rename = "move")]
    pub name: String,
    /// The position as the next player faces it; `None` when longer than 10,000 characters.
    pub to: Option<String>,
    /// What the player making it gets.
    pub outcome: &'static str,
    /// The margin of the player making it.
    pub margin: Option<Whole>,
    /// Plies to the end, this one included.
    pub remoteness: Option<u32>,
    /// The Grundy value of `to`.
    pub grundy: Option<Whole>,
    /// Whether no move is better.
    pub best: bool,
}
