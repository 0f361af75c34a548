//! [`Outcomes`]: the values that backward analysis finds, to be written down.

use bouton_core::{Limits, Reversible, StopReason};
use bouton_tables::Entry;

use super::graph::reach;
use super::space::Numbered;
use super::table::Table;
use crate::interned::{Fold, Interned, Number};
use crate::keeper::Keeper;

/// Who wins at every number, and in how many plies.
#[derive(Debug)]
pub struct Outcomes(Table);

impl Outcomes {
    /// How many numbers there are.
    pub fn count(&self) -> u64 {
        self.0.count()
    }

    /// What may stand for a number.
    pub fn entries(&self) -> Vec<Entry> {
        self.0.entries()
    }

    /// What stands for a number, as a place among [`Outcomes::entries`].
    #[inline]
    pub fn place(&self, number: u64) -> usize {
        self.0.raw(number)
    }
}

/// Those of the whole numbered space of a game; work that was kept goes on.
///
/// # Errors
/// When a limit is reached. What is kept and cannot be read or written is a fault ([`bouton_core::fail`]).
pub fn outcomes_of_numbers<G: Reversible>(
    game: &G,
    limits: &Limits,
    keeper: Option<&mut Keeper>,
) -> Result<Outcomes, StopReason> {
    let table = Table::solve_kept(&Numbered(game), limits, keeper)?;
    Ok(Outcomes(table))
}

/// Those of all positions that can be reached from one, each of which stands for all that are the same by symmetry: they are stored.
///
/// # Errors
/// When a limit is reached.
pub fn outcomes_of_reached(
    game: &mut dyn Interned,
    at: Number,
    limits: &Limits,
) -> Result<Outcomes, StopReason> {
    let graph = reach(game, at, Fold::Symmetric, limits)?;
    let table = Table::solve(&graph, limits)?;
    Ok(Outcomes(table))
}
