//! [`Puzzles`]: positions in which a single move holds what there is to hold.

use std::fmt;

use bouton_core::{Outcome, Side, StopReason};
use derive_where::derive_where;
use serde::{Deserialize, Serialize};

use super::columns::Columns;

/// A position with one winning move, or one that saves a draw.
///
/// ```
/// let text = r#"{"position":"3,4","to_move":null,"outcome":"win","move":"take 1 from the second","remoteness":7,
///     "moves":4,"plausible":6,"difficulty":13,"fools":[],"symmetries":1}"#;
/// let puzzle: bouton_answers::Puzzle = serde_json::from_str(text)?;
/// assert_eq!(puzzle.name, "take 1 from the second");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Puzzle {
    /// The position.
    pub position: String,
    /// Who moves, in a game that Left and Right play differently.
    pub to_move: Option<Side>,
    /// What the player to move can get: a win, or else a draw.
    pub outcome: Outcome,
    /// The only move that gets it.
    #[serde(rename = "move")]
    pub name: String,
    /// The plies to the end, where they are counted.
    pub remoteness: Option<u32>,
    /// How many of these plies are the solver's own moves, in a line of best play.
    pub moves: Option<u32>,
    /// How many moves fail that do not fail at once.
    pub plausible: usize,
    /// The plies to the end, of best play where they are not counted, and the moves that fail later than at once, and two for each strategy fooled.
    pub difficulty: u64,
    /// The strategies of the game that do not find the move.
    pub fools: Vec<String>,
    /// How many positions were met that are the same by symmetry, this one included.
    pub symmetries: usize,
}

/// Puzzles, the hardest first.
///
/// ```
/// let text = r#"{"game":"nim","puzzles":[],"tried":40,"stopped":null}"#;
/// let puzzles: bouton_answers::Puzzles = serde_json::from_str(text)?;
/// assert_eq!(puzzles.to_string(), "no puzzle among 40 positions");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive_where(PartialEq)]
#[derive(Clone, Debug, Eq, Serialize, Deserialize)]
pub struct Puzzles {
    /// The game, as it was named.
    pub game: String,
    /// The puzzles.
    pub puzzles: Vec<Puzzle>,
    /// How many positions were looked at.
    #[derive_where(skip(EqHashOrd))]
    pub tried: u64,
    /// How many of them were given up because they take too much to solve.
    #[derive_where(skip(EqHashOrd))]
    #[serde(default)]
    pub too_large: u64,
    /// Why no more were, where a limit was reached.
    pub stopped: Option<StopReason>,
}

impl Puzzles {
    /// What is to be said where fewer were found than `asked` for.
    ///
    /// ```
    /// let text = r#"{"game":"nim","puzzles":[],"tried":40,"too_large":8,"stopped":null}"#;
    /// let puzzles: bouton_answers::Puzzles = serde_json::from_str(text)?;
    /// let said = "no puzzle among 40 positions, 8 of which take too much to solve";
    /// assert_eq!(puzzles.remark(3).as_deref(), Some(said));
    /// assert_eq!(puzzles.remark(0), None);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn remark(&self, asked: usize) -> Option<String> {
        let positions = match self.tried {
            1 => "1 position".to_owned(),
            tried => format!("{tried} positions"),
        };
        let large = match self.too_large {
            0 => String::new(),
            1 => ", 1 of which takes too much to solve".to_owned(),
            large => format!(", {large} of which take too much to solve"),
        };
        match self.puzzles.len() {
            found if found >= asked => None,
            0 => Some(format!("no puzzle among {positions}{large}")),
            1 => Some(format!("only 1 puzzle among {positions}{large}")),
            found => Some(format!("only {found} puzzles among {positions}{large}")),
        }
    }
}

impl fmt::Display for Puzzles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.puzzles.is_empty() {
            return f.write_str(&self.remark(1).unwrap_or_default());
        }
        let head = ["position", "to get", "the only move", "plies", "difficulty"];
        let head = head.map(str::to_owned).to_vec();
        let row = |puzzle: &Puzzle| {
            let plies = puzzle.remoteness.map_or(String::new(), |n| n.to_string());
            vec![
                puzzle.position.clone(),
                puzzle.outcome.word().to_owned(),
                puzzle.name.clone(),
                plies,
                puzzle.difficulty.to_string(),
            ]
        };
        let rows = self.puzzles.iter().map(row);
        Columns::from_iter(std::iter::once(head).chain(rows)).fmt(f)
    }
}
