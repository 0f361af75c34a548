//! The positions that play can reach, one for each class of positions that are equal up to symmetry, with their values.

use bouton_core::{Limits, StopReason};

use super::margins::margins;
use super::values::Values;
use crate::interned::{Fold, Interned, Number, Reached};
use crate::keeper::Keeper;
use crate::retrograde::outcomes_of_reached;

/// The values of all positions that can be reached from `at`, which are stored; nothing is stored yet. The values are saved
/// from time to time, and saved work is continued.
///
/// # Errors
/// If a limit is reached.
pub fn reached(
    game: &mut dyn Interned,
    at: Number,
    limits: &Limits,
    keeper: Option<&mut Keeper>,
) -> Result<Values, StopReason> {
    if !game.counts_points() {
        return outcomes_of_reached(game, at, limits, keeper).map(Values::Outcomes);
    }
    let all = Reached::from(game, at, Fold::Symmetric, usize::MAX, limits)?;
    margins(&all, limits, keeper).map(Values::Margins)
}
