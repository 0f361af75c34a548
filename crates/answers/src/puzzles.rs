//! [`Puzzles`]: positions in which only one move wins or draws.

use std::fmt;

use bouton_core::{Outcome, Side, StopReason};
use derive_where::derive_where;
use serde::Serialize;

use super::columns::Columns;
use super::whole::Whole;
use super::worth::points_in_words;

/// The achievement of a puzzle's move that no other move shares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Aim {
    /// It wins, or where nothing wins it saves the draw.
    #[default]
    Holds,
    /// No other move wins as soon.
    Soonest,
    /// Other moves win, too, but by fewer points.
    Most,
}

impl Aim {
    fn is_usual(&self) -> bool {
        *self == Self::Holds
    }
}

/// A position with one winning move, or one that saves a draw, or one that wins soonest or by most.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Puzzle {
    /// The position.
    pub position: String,
    /// The side to move, in a game in which Left and Right have different moves.
    pub to_move: Option<Side>,
    /// The best possible result for the player to move: a win, or else a draw.
    pub outcome: Outcome,
    /// The aim; left out in JSON where it is only to hold the result.
    #[serde(skip_serializing_if = "Aim::is_usual")]
    pub aim: Aim,
    /// The only move that achieves it.
    #[serde(rename = "move")]
    pub name: String,
    /// Moves that lead to the same position up to symmetry, and achieve it, too.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub alike: Vec<String>,
    /// The move in words, if its notation is hard to read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
    /// The plies to the end, if they are counted.
    pub remoteness: Option<u32>,
    /// The number of the solver's own moves in a line of best play.
    pub moves: Option<u32>,
    /// The points that the move wins by, in a game of points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<Whole>,
    /// The number of moves that fail, but not at once.
    pub plausible: usize,
    /// Counted along a line of best play, as long as only one move holds: 1 for each move of the solver where there is a choice,
    /// 1 for each wrong move there that does not fail within two plies, 3 if a player who looks two plies ahead would make a wrong
    /// one; then 2 for each strategy fooled.
    pub difficulty: u64,
    /// The strategies of the game that do not find the move.
    pub fools: Vec<String>,
    /// The number of symmetric positions that were found, including this one.
    pub symmetries: usize,
}

impl Puzzle {
    /// The only move for a reader: in words, otherwise in the game's notation.
    pub fn said(&self) -> &str {
        self.words.as_deref().unwrap_or(&self.name)
    }

    /// The aim in a word or two.
    fn goal(&self) -> String {
        match (self.aim, &self.margin) {
            (Aim::Holds, _) => self.outcome.word().to_owned(),
            (Aim::Soonest, _) => "quickest win".to_owned(),
            (Aim::Most, Some(margin)) => format!("win by {}", points_in_words(margin)),
            (Aim::Most, None) => "most points".to_owned(),
        }
    }
}

/// Puzzles, the hardest first. A column without figures is left out.
#[derive_where(PartialEq)]
#[derive(Clone, Debug, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Puzzles {
    /// The game, as named in the query.
    pub game: String,
    /// The puzzles.
    pub puzzles: Vec<Puzzle>,
    /// The number of positions tried.
    #[derive_where(skip(EqHashOrd))]
    pub visited: u64,
    /// The number of positions skipped because they take too long to solve.
    #[derive_where(skip(EqHashOrd))]
    pub too_large: u64,
    /// The limit because of which no more positions were tried, if one was reached.
    pub stopped: Option<StopReason>,
}

impl Puzzles {
    /// A remark if fewer were found than `asked` for.
    pub fn remark(&self, asked: usize) -> Option<String> {
        let positions = match self.visited {
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
        // If no solver counts plies, there is no column of plies.
        let counted = self
            .puzzles
            .iter()
            .any(|puzzle| puzzle.remoteness.is_some());
        let plies = |text: String| counted.then_some(text);
        let head = ["position", "to get", "the only move"].map(str::to_owned);
        let head = head.into_iter().chain(plies("plies".into()));
        let head = head.chain(["difficulty".into()]).collect();
        let row = |puzzle: &Puzzle| {
            let cells = [puzzle.position.clone(), puzzle.goal(), puzzle.said().into()];
            let cells = cells.into_iter();
            let counted = puzzle.remoteness.map_or("-".into(), |n| n.to_string());
            let figures = plies(counted).into_iter();
            let figures = figures.chain([puzzle.difficulty.to_string()]);
            cells.chain(figures).collect()
        };
        let rows = self.puzzles.iter().map(row);
        Columns::from_iter(std::iter::once(head).chain(rows)).fmt(f)
    }
}
