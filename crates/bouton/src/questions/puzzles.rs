//! [`Puzzles`]: positions in which one move does what no other does.

use super::parameter::{Kind, SOME};
use super::question;
use crate::Error;

question! {
    /// Positions in which a single move wins, or saves the draw, the hardest first
    Puzzles {
        /// How many; 10 by default, one for a date
        count: Option<usize> { kind: SOME, served: 30 },
        /// The puzzle of this day; everyone gets the same one
        date: Option<String> { kind: Kind::Day, value: "YYYY-MM-DD" },
        /// Other puzzles of the same kind, as for a second class: the same number gives the same ones
        seed: Option<u64>,
    }
}

impl Puzzles {
    /// The number that is wanted.
    pub fn wanted(&self) -> usize {
        let usual = if self.date.is_some() { 1 } else { 10 };
        self.count.unwrap_or(usual)
    }

    /// The day or the number on which the puzzles depend, besides the position.
    ///
    /// # Errors
    /// If both are given.
    pub fn version(&self) -> Result<Option<String>, Error> {
        match (&self.date, self.seed) {
            (Some(_), Some(_)) => {
                let why = "--date and --seed do not go together: the puzzles of a day have no other version";
                Err(Error::Unfit(why.into()))
            }
            (date, seed) => Ok(date.clone().or(seed.map(|seed| seed.to_string()))),
        }
    }
}
