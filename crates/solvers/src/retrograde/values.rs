//! [`Outcomes`]: the values that backward analysis finds, to be written down.

use std::path::Path;

use bouton_core::{Limits, Reversible, StopReason};
use bouton_tables::Entry;

use super::by_files::{Filed, in_files};
use super::by_machines::{Share, shared};
use super::graph::reach;
use super::mesh::Exchange;
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
        self.0.place(number)
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
    let table = Table::solve(&Numbered(game), limits, keeper)?;
    Ok(Outcomes(table))
}

/// Those of the whole numbered space of a game, with cells and messages in files beside what is kept, so that no more than the memory of
/// the limits is held; work that was begun goes on.
///
/// # Errors
/// As for [`outcomes_of_numbers`].
pub fn filed_outcomes<G: Reversible>(
    game: &G,
    limits: &Limits,
    keeper: &mut Keeper,
) -> Result<Filed, StopReason> {
    let (filed, resumed) = in_files(&Numbered(game), keeper.folder(), limits)?;
    keeper.resumed |= resumed;
    Ok(filed)
}

/// Those of one worker's share of the whole numbered space of a game, in parts of 2^`part` numbers. All workers of the talk call it alike;
/// work that was begun, and is kept in `folder`, goes on.
///
/// # Errors
/// As for [`outcomes_of_numbers`].
pub fn shared_outcomes<G: Reversible>(
    game: &G,
    talk: &mut Exchange<'_>,
    folder: &Path,
    part: u32,
    limits: &Limits,
) -> Result<Share, StopReason> {
    shared(&Numbered(game), talk, folder, part, limits)
}

/// Those of all positions that can be reached from one, each of which represents all that are equal up to symmetry: they are
/// stored. Waves that were kept go on.
///
/// # Errors
/// When a limit is reached.
pub fn outcomes_of_reached(
    game: &mut dyn Interned,
    at: Number,
    limits: &Limits,
    keeper: Option<&mut Keeper>,
) -> Result<Outcomes, StopReason> {
    let graph = reach(game, at, Fold::Symmetric, limits)?;
    let table = Table::solve(&graph, limits, keeper)?;
    Ok(Outcomes(table))
}
