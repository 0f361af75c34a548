//! How large an automaton may grow within the memory that [`Limits`] give.

use bouton_core::{Limits, StopReason};

/// Bytes that a transition takes while its automaton is minimised: four in the automaton, the rest in the partition and its lists.
pub const BYTES_A_CELL: u64 = 24;

/// Transitions (states times columns) of any automaton where no memory is given.
const CELLS: u64 = 64_000_000;

/// Whether an automaton of this many transitions fits into the memory.
pub(crate) fn afford(limits: &Limits, cells: usize) -> Result<(), StopReason> {
    let most = limits.memory.map_or(CELLS, |bytes| bytes / BYTES_A_CELL);
    if cells as u64 > most {
        return Err(StopReason::Memory);
    }
    Ok(())
}
