//! The values that backward analysis finds, for writing to a table.

use std::path::Path;

use bouton_core::{Limits, Reversible, StopReason};

use super::by_files::{Filed, in_files};
use super::by_machines::{Share, shared};
use super::graph::Graph;
use super::mesh::Exchange;
use super::table::Outcomes;
use crate::interned::{Interned, Number};
use crate::keeper::Keeper;
use crate::whole::Numbers;

/// The values of the full numbered space of a game; saved work is continued.
///
/// # Errors
/// If a limit is reached. Saved work that cannot be read or written is an error thrown by [`bouton_core::fail`].
pub fn outcomes_of_numbers<G: Reversible>(
    game: &G,
    limits: &Limits,
    keeper: Option<&mut Keeper>,
) -> Result<Outcomes, StopReason> {
    Ok(Outcomes::solve(&Numbers::all(game), limits, keeper)?)
}

/// The values of the full numbered space of a game, with cells and messages in files next to the saved work, so that the
/// memory limit is kept; earlier work is continued.
///
/// # Errors
/// As for [`outcomes_of_numbers`].
pub fn filed_outcomes<G: Reversible>(
    game: &G,
    limits: &Limits,
    keeper: &mut Keeper,
) -> Result<Filed, StopReason> {
    let (filed, resumed) = in_files(&Numbers::all(game), keeper.folder(), limits)?;
    keeper.resumed |= resumed;
    Ok(filed)
}

/// The values of one worker's share of the full numbered space of a game, in parts of 2^`part` numbers. All workers of the
/// exchange call it with the same arguments; saved work in `folder` is continued.
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
    shared(&Numbers::all(game), talk, folder, part, limits)
}

/// The values of all positions that can be reached from one, which are stored; each represents all positions equal to it up
/// to symmetry. Saved waves are continued.
///
/// # Errors
/// If a limit is reached.
pub fn outcomes_of_reached(
    game: &mut dyn Interned,
    at: Number,
    limits: &Limits,
    keeper: Option<&mut Keeper>,
) -> Result<Outcomes, StopReason> {
    let graph = Graph::from(game, at, limits)?;
    Ok(Outcomes::solve(&graph, limits, keeper)?)
}
