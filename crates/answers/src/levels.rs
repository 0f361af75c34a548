//! [`Levels`]: how the program can play a game.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::columns::Columns;

/// A way in which the program can play.
///
/// ```
/// let text = r#"{"level":"random","plays":"any move","number":1,"points":null}"#;
/// let card: bouton_answers::LevelCard = serde_json::from_str(text)?;
/// assert_eq!(card.number, Some(1));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LevelCard {
    /// Its name.
    pub level: String,
    /// What it does.
    pub plays: String,
    /// Its place from the weakest, which is 1; `None` for a manner that is no step of strength.
    pub number: Option<usize>,
    /// Its points in a hundred games against the level below, a half for a draw; `None` where none were played.
    pub points: Option<f64>,
}

/// How the program can play a game: from the weakest level to the strongest, then in other manners.
///
/// ```
/// let text = r#"{"game":"nim","levels":[{"level":"random","plays":"any move","number":1,"points":null}]}"#;
/// let levels: bouton_answers::Levels = serde_json::from_str(text)?;
/// assert_eq!(levels.to_string(), "   level   plays     against the one before\n1  random  any move");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Levels {
    /// The game, as it was named.
    pub game: String,
    /// The levels and manners.
    pub levels: Vec<LevelCard>,
}

impl fmt::Display for Levels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = |card: &LevelCard| {
            let number = card.number.map(|number| number.to_string());
            let points = card.points.map(|points| format!("{points:.1} of 100"));
            vec![
                number.unwrap_or_default(),
                card.level.clone(),
                card.plays.clone(),
                points.unwrap_or_default(),
            ]
        };
        let head = ["", "level", "plays", "against the one before"];
        Columns::under(head, self.levels.iter().map(row)).fmt(f)
    }
}
