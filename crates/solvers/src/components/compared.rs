//! [`Compared`]: compares sums with whole numbers, by searching for the winner.

use bouton_core::{Meter, StopReason};

use super::search::Search;
use crate::parts::{Parts, Sum};

/// Compares sums of parts with whole numbers without computing the value of the sum. Results are kept, for the parts of one
/// table.
///
/// Source: J. H. Conway, On Numbers and Games (1976): G ≥ H if and only if Left, moving second, wins G - H.
#[derive(Debug, Default)]
pub struct Compared {
    search: Search,
}

impl Compared {
    /// Whether a sum is at least `n`.
    ///
    /// # Errors
    /// If a limit is reached; results so far are kept.
    pub fn is_at_least(
        &mut self,
        parts: &mut dyn Parts,
        sum: &Sum,
        n: i64,
        meter: &mut Meter,
    ) -> Result<bool, StopReason> {
        let right_wins = self.search.wins_without(parts, sum, n, true, meter)?;
        Ok(!right_wins)
    }

    /// Whether a sum is at most `n`.
    ///
    /// # Errors
    /// If a limit is reached; results so far are kept.
    pub fn is_at_most(
        &mut self,
        parts: &mut dyn Parts,
        sum: &Sum,
        n: i64,
        meter: &mut Meter,
    ) -> Result<bool, StopReason> {
        let left_wins = self.search.wins_without(parts, sum, n, false, meter)?;
        Ok(!left_wins)
    }
}
