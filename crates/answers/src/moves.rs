//! [`Moves`]: every legal move with the value it leads to.

use std::fmt;

use bouton_core::Outcome;
use serde::Serialize;

use super::columns::Columns;
use super::whole::Whole;
use super::worth::worth_in_words;

/// A legal move with the value it leads to, for the player making it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Move {
    /// The move in the game's notation.
    #[serde(rename = "move")]
    pub name: String,
    /// The move in words, if its notation is hard to read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
    /// The position as the next player faces it; `None` when longer than 10,000 characters.
    pub to: Option<String>,
    /// The outcome for the player making it.
    pub outcome: Outcome,
    /// The margin of the player making it.
    pub margin: Option<Whole>,
    /// Plies to the end, including this one.
    pub remoteness: Option<u32>,
    /// The Grundy value of `to`.
    pub grundy: Option<Whole>,
    /// Whether no move is better.
    pub best: bool,
}

impl Move {
    /// The move for a reader: in words, otherwise in the game's notation.
    pub fn said(&self) -> &str {
        self.words.as_deref().unwrap_or(&self.name)
    }

    /// The result of the move in words: `win in 3 plies`, `margin +2`.
    pub fn worth(&self) -> String {
        worth_in_words(self.outcome, self.margin.as_ref(), self.remoteness)
    }

    /// The cells of its row.
    fn cells(&self) -> [String; COLUMNS] {
        fn shown(value: &Option<impl ToString>) -> String {
            value.as_ref().map(ToString::to_string).unwrap_or_default()
        }
        let star = if self.best { "* " } else { "  " };
        [
            format!("{star}{}", self.said()),
            self.outcome.to_string(),
            shown(&self.margin),
            shown(&self.remoteness),
            shown(&self.grundy),
            shown(&self.to),
        ]
    }
}

/// Every legal move of a position, best first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Moves {
    /// The game, as named in the query.
    pub game: String,
    /// The position, as typed, or else in the game's notation.
    pub position: String,
    /// The moves, best first.
    pub moves: Vec<Move>,
}

/// Columns of the table of moves.
const COLUMNS: usize = 6;
const HEAD: [&str; COLUMNS] = ["  move", "outcome", "margin", "in", "grundy", "to"];

impl Moves {
    /// Whether each column has contents.
    fn columns(&self) -> [bool; COLUMNS] {
        let any = |known: fn(&Move) -> bool| self.moves.iter().any(known);
        [
            true,
            true,
            any(|mv| mv.margin.is_some()),
            any(|mv| mv.remoteness.is_some()),
            any(|mv| mv.grundy.is_some()),
            true,
        ]
    }
}

impl fmt::Display for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.moves.is_empty() {
            return f.write_str("no move: play is over");
        }
        let columns = self.columns();
        let shown = |cells: [String; COLUMNS]| {
            let cells = cells.into_iter().zip(columns);
            cells
                .filter_map(|(cell, shown)| shown.then_some(cell))
                .collect()
        };
        let head = HEAD.map(str::to_owned);
        let rows = std::iter::once(head).chain(self.moves.iter().map(Move::cells));
        rows.map(shown).collect::<Columns>().fmt(f)
    }
}
