//! [`Review`]: a line of play, replayed against best play.

use std::fmt;

use serde::Serialize;

use super::columns::Columns;
use super::csv::Csv;
use super::player::Player;
use super::text::listed;
use super::whole::Whole;
use super::worth::PositionValue;

/// One move of a reviewed line. Both values are those of the player who made it, for the play from here on, including the
/// points of the move; adding `lead` gives the value of the full game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Step {
    /// The move.
    #[serde(rename = "move")]
    pub name: String,
    /// The move in words, if its notation is hard to read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
    /// The value with best play.
    pub before: PositionValue,
    /// The value after this move.
    pub after: PositionValue,
    /// The best moves of the position.
    pub best: Vec<String>,
    /// The best moves in words, if their notation is hard to read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best_in_words: Option<Vec<String>>,
    /// In a game of points: the player's points before the move less those of the other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lead: Option<i128>,
    /// The player who made it; not in JSON.
    #[serde(skip)]
    pub player: Option<Player>,
}

impl Step {
    /// Whether it was one of the best moves.
    pub fn is_best(&self) -> bool {
        self.best.contains(&self.name)
    }

    /// The move for a reader: in words, otherwise in the game's notation.
    pub fn said(&self) -> &str {
        self.words.as_deref().unwrap_or(&self.name)
    }

    /// The best moves for a reader.
    pub fn best_said(&self) -> &[String] {
        self.best_in_words.as_deref().unwrap_or(&self.best)
    }

    /// The value of the full game before and after the move.
    pub fn whole(&self) -> [PositionValue; 2] {
        [self.before, self.after].map(|worth| worth.of_whole(self.lead.unwrap_or(0)))
    }

    fn player(&self) -> String {
        self.player
            .map(|player| player.to_string())
            .unwrap_or_default()
    }

    /// The cells of its row, all but the last.
    fn cells(&self, number: usize) -> Vec<String> {
        let [before, after] = self.whole().map(|worth| worth.to_string());
        vec![
            number.to_string(),
            self.player(),
            self.said().to_owned(),
            before,
            after,
        ]
    }

    fn row(&self, number: usize) -> Vec<String> {
        let best = if self.is_best() {
            "yes".into()
        } else {
            self.best_said().join(" or ")
        };
        [self.cells(number), vec![best]].concat()
    }

    /// A sentence about the mistake.
    fn slip(&self, number: usize) -> String {
        let [before, after] = self.whole();
        format!(
            "move {number}, {}: from {before} to {after}; better was {}",
            self.said(),
            some(self.best_said())
        )
    }
}

/// The index of the move among the cells of a row.
const MOVE: usize = 2;
/// The most best moves named in a remark.
const NAMED: usize = 3;

/// The first few of the best moves.
fn some(best: &[String]) -> String {
    let shown: Vec<_> = best.iter().take(NAMED).map(String::as_str).collect();
    let shown = shown.join(" or ");
    match best.len().saturating_sub(NAMED) {
        0 => shown,
        more => format!("{shown} or {more} others"),
    }
}

/// A replayed line, shown as a table of its moves.
///
/// ```
/// use bouton_answers::{Outcome, Player, Review, Step, PositionValue};
/// let [win, loss] = [Outcome::Win, Outcome::Loss].map(PositionValue::Outcome);
/// let slip = Step {
///     name: "take 2".into(),
///     words: None,
///     before: win,
///     after: loss,
///     best: vec!["take 1".into()],
///     best_in_words: None,
///     lead: None,
///     player: Some(Player::First),
/// };
/// let review = Review {
///     game: "nim".into(),
///     line: vec![slip],
///     turning_points: vec![1],
///     turning_point: Some(1),
///     totals: None,
/// };
/// let remarks = [
///     "move 1, take 2: from win to loss; better was take 1",
///     "The outcome turned at move 1: take 2.",
/// ];
/// assert_eq!(review.remarks(), remarks);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Review {
    /// The game, as named in the query.
    pub game: String,
    /// The moves, in order.
    pub line: Vec<Step>,
    /// The moves, counted from 1, after which their maker's outcome was worse than before them.
    pub turning_points: Vec<usize>,
    /// The last of them.
    pub turning_point: Option<usize>,
    /// Points of the first and of the second player, with best play from the end of the line.
    pub totals: Option<[Whole; 2]>,
}

impl Review {
    /// The moves with their numbers.
    fn numbered(&self) -> impl Iterator<Item = (usize, &Step)> {
        (1..).zip(&self.line)
    }

    /// The move where the outcome turned, as the end of a sentence; `None` if there is none.
    fn turns(&self) -> Option<String> {
        let named = |number: &usize| {
            let step = self.line.get(number.checked_sub(1)?)?;
            Some(format!("{number}: {}", step.said()))
        };
        let turns: Vec<_> = self.turning_points.iter().filter_map(named).collect();
        match &turns[..] {
            [] => None,
            [turn] => Some(format!("at move {turn}")),
            _ => Some(format!("at moves {}", listed(&turns))),
        }
    }

    /// A sentence for each move that was not best, and one about where the outcome turned.
    pub fn remarks(&self) -> Vec<String> {
        let slips = self.numbered().filter(|(_, step)| !step.is_best());
        let mut remarks: Vec<_> = slips.map(|(number, step)| step.slip(number)).collect();
        remarks.push(match self.turns() {
            Some(turns) => format!("The outcome turned {turns}."),
            None if remarks.is_empty() => "Every move was best.".into(),
            None => "No move changed the outcome.".into(),
        });
        remarks
    }

    /// The moves as a table for spreadsheets, in the short form of the JSON, by which programs can compare them.
    pub fn csv(&self) -> String {
        let mut csv = Csv::new(["ply", "player", "move", "before", "after", "best"]);
        for (number, step) in self.numbered() {
            let mut cells = step.cells(number);
            cells[MOVE].clone_from(&step.name);
            csv.row([cells, vec![step.best.join("; ")]].concat());
        }
        csv.text()
    }
}

impl fmt::Display for Review {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = ["", "player", "move", "before", "after", "best"];
        let rows = self.numbered().map(|(number, step)| step.row(number));
        Columns::under(head, rows).fmt(f)?;
        match self.turns() {
            None => f.write_str("\nno move changed the outcome")?,
            Some(turns) => write!(f, "\nthe outcome turned {turns}")?,
        }
        if let Some([first, second]) = &self.totals {
            write!(
                f,
                "\ntotals, with best play from there on: {first} to {second}"
            )?;
        }
        Ok(())
    }
}
