//! [`Ladder`]: the levels of a game, each measured against the one below.

use std::fmt;

use serde::Serialize;

use super::levels::table;

/// A level and its games against the one below; the lowest has none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rung {
    /// The level's name.
    pub level: String,
    /// A description of its play.
    pub plays: String,
    /// Games that it won against the level below.
    pub won: usize,
    /// Drawn games.
    pub drawn: usize,
    /// Games that it lost.
    pub lost: usize,
}

impl Rung {
    /// Points in a hundred games: one for a win, a half for a draw.
    pub fn points(&self) -> Option<f64> {
        let games = self.won + self.drawn + self.lost;
        let halves = 2 * self.won + self.drawn;
        (games > 0).then(|| 50.0 * halves as f64 / games as f64)
    }
}

/// A level that is not on the ladder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LeftOut {
    /// The level's name.
    pub level: String,
    /// The reason.
    pub why: String,
}

/// The levels of a game, from the weakest to the strongest, by games between them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ladder {
    /// The game, as named in the query.
    pub game: String,
    /// The start of the games.
    pub position: String,
    /// The number of games for each pair of levels.
    pub games: usize,
    /// The seed.
    pub seed: u64,
    /// The levels, the weakest first.
    pub levels: Vec<Rung>,
    /// Levels that are no improvement on another one.
    pub left_out: Vec<LeftOut>,
}

impl fmt::Display for Ladder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rungs = (1..).zip(&self.levels);
        table(
            rungs.map(|(number, rung)| (Some(number), &*rung.level, rung.points(), &*rung.plays)),
        )
        .fmt(f)?;
        for LeftOut { level, why } in &self.left_out {
            write!(f, "\nleft out: {level} ({why})")?;
        }
        Ok(())
    }
}
