//! The size to which an automaton may grow within the memory of [`Limits`].

use bouton_core::{Limits, StopReason};

/// Bytes of a transition while its automaton is minimised: four in the automaton, the rest in the partition and its lists.
pub const BYTES_A_CELL: u64 = 24;

/// The most transitions (states times columns) of an automaton if there is no memory limit.
const CELLS: u64 = 64_000_000;

/// Whether an automaton of this many transitions fits in the memory.
pub(crate) fn afford(limits: &Limits, cells: usize) -> Result<(), StopReason> {
    let most = limits.memory.map_or(CELLS, |bytes| bytes / BYTES_A_CELL);
    if cells as u64 > most {
        return Err(StopReason::Memory);
    }
    Ok(())
}
