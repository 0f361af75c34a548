//! [`Boards`]: the values of boards by their numbers; each value is kept for larger boards.

use bouton_core::{Limits, Meter, StopReason};
use bouton_engine::Short;
use bouton_solvers::values::Valuer;
use bouton_values::Value;

/// The largest table: a gigabyte.
const MOST: u64 = 1 << 28;

/// The number of boards with this many cells and signs; `None` if it needs more than 64 bits.
pub(super) fn count(cells: usize, signs: usize) -> Option<u64> {
    (signs as u64).checked_pow(u32::try_from(cells).ok()?)
}

/// The values of all boards.
///
/// A board of several parts is one part plus the rest, which is also a board: its value is looked up, not computed again.
/// Four bytes per board; if memory does not allow that, the parts are looked up one by one.
pub(super) struct Boards {
    /// The id of the value of each board, by the board's number; 0, which is not an id, if it is unknown.
    known: Vec<u32>,
    /// Boards with the value of one part; the next entry is the rest of the board.
    apart: Vec<(u64, Value)>,
}

impl Boards {
    pub(super) fn new(count: u64, valuer: &mut Valuer, limits: &Limits) -> Self {
        // The values and their parts also need memory.
        let bytes = 2 * count.min(MOST) * size_of::<u32>() as u64;
        let fits = count <= MOST && limits.afford(bytes).is_ok();
        let known = vec![0; if fits { count as usize } else { 0 }];
        valuer.held = (known.len() * size_of::<u32>()) as u64;
        Self {
            known,
            apart: Vec::new(),
        }
    }

    fn get(&self, board: u64) -> Option<Value> {
        let id = self.known.get(board as usize).copied().unwrap_or(0);
        (id != 0).then(|| Value::of_id(id))
    }

    fn keep(&mut self, board: u64, value: Value) {
        if let Some(known) = self.known.get_mut(board as usize) {
            *known = value.id();
        }
    }

    /// The value of a board.
    pub(super) fn value(
        &mut self,
        board: u64,
        short: &mut dyn Short,
        valuer: &mut Valuer,
        (limits, meter): (&Limits, &mut Meter),
    ) -> Result<Value, StopReason> {
        self.apart.clear();
        let mut at = board;
        let mut value = loop {
            if let Some(value) = self.get(at) {
                break value;
            }
            let Some([part, rest]) = short.part_off_board(at) else {
                let value = Self::of_part(at, short, valuer, limits)?;
                self.keep(at, value);
                break value;
            };
            let of_part = match self.get(part) {
                Some(value) => value,
                None => Self::of_part(part, short, valuer, limits)?,
            };
            self.keep(part, of_part);
            self.apart.push((at, of_part));
            at = rest;
        };
        while let Some((at, of_part)) = self.apart.pop() {
            value = valuer.arena.add(value, of_part, meter)?;
            self.keep(at, value);
        }
        Ok(value)
    }

    fn of_part(
        board: u64,
        short: &mut dyn Short,
        valuer: &mut Valuer,
        limits: &Limits,
    ) -> Result<Value, StopReason> {
        let sum = short.board(board);
        let sum = sum.expect("invariant: parts of boards are boards");
        valuer.value(short.parts(), &sum, &mut limits.meter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::open::Open;
    use bouton_engine::KeptParts;

    /// With a table, without one, and with all parts at once.
    #[test]
    fn boards_are_worth_the_sum_of_their_parts() {
        for (game, boards) in [("domineering:3,4", 1 << 12), ("clobber:2,4", 3u64.pow(8))] {
            let session = Open::game(game.to_owned()).session().unwrap();
            let (limits, mut valuer) = (Limits::default(), Valuer::default());
            let numbered = session.short(&limits, &mut KeptParts::default(), &mut |short| {
                let mut with_table = Boards::new(boards, &mut valuer, &limits);
                assert_eq!(with_table.known.len() as u64, boards);
                let mut without = Boards::new(1 << 40, &mut valuer, &limits);
                assert!(without.known.is_empty());
                let meter = &mut limits.meter();
                for board in 0..boards {
                    let sum = short.board(board).unwrap();
                    let whole = valuer.value(short.parts(), &sum, meter).unwrap();
                    for way in [&mut with_table, &mut without] {
                        let value = way.value(board, short, &mut valuer, (&limits, &mut *meter));
                        assert_eq!(value, Ok(whole), "{game} {board}");
                    }
                }
                assert_eq!(short.board(boards), None);
            });
            assert_eq!(numbered.ok(), Some(true));
        }
    }
}
