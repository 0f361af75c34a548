//! [`Levels`]: the levels of the program's play in a game.

use std::fmt;

use serde::Serialize;

use super::columns::Columns;

/// A level or manner of play.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LevelCard {
    /// Its name.
    pub level: String,
    /// A description of its play.
    pub plays: String,
    /// Its rank, 1 being the weakest; `None` for a manner of play outside the ladder.
    pub number: Option<usize>,
    /// Its points in a hundred games against the level below, a half for a draw; `None` if no games were played.
    pub points: Option<f64>,
}

/// The program's levels in a game, from the weakest to the strongest, then the other manners of play.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Levels {
    /// The game, as named in the query.
    pub game: String,
    /// The levels and manners.
    pub levels: Vec<LevelCard>,
}

/// Levels as a table, with points if games were played. The long cells come last, so that only they are wrapped.
pub(crate) fn table<'l>(
    rungs: impl Iterator<Item = (Option<usize>, &'l str, Option<f64>, &'l str)> + Clone,
) -> Columns {
    let measured = rungs.clone().any(|(_, _, points, _)| points.is_some());
    let of_all = |[number, level, points, plays]: [String; 4]| match measured {
        true => vec![number, level, points, plays],
        false => vec![number, level, plays],
    };
    let head = ["", "level", "against the one before", "plays"].map(str::to_owned);
    let row = |(number, level, points, plays): (Option<usize>, &str, Option<f64>, &str)| {
        let number = number.map(|number| number.to_string()).unwrap_or_default();
        let points = points.map(|points| format!("{points:.1} of 100"));
        let points = points.unwrap_or_default();
        of_all([number, level.to_owned(), points, plays.to_owned()])
    };
    std::iter::once(of_all(head))
        .chain(rungs.map(row))
        .collect()
}

impl fmt::Display for Levels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rungs = self.levels.iter();
        table(rungs.map(|card| (card.number, &*card.level, card.points, &*card.plays))).fmt(f)
    }
}
