//! Work on a table, kept as a list of numbers: how far it is, what the codes stand for, and the cells.

use std::io;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use bouton_core::{Limits, Mishap, Outcome, fail};
use bouton_tables::NumberWriter;

use super::{Course, Halt, Value, Work};
use crate::keeper::Keeper;
use crate::retrograde::cell::Cell;
use crate::retrograde::space::Space;

/// Numbers that are kept before the codes.
const HEAD: usize = 9;

/// What is kept cannot be written or read: whoever asks is told.
pub(in crate::retrograde) fn broken(error: &io::Error) -> ! {
    fail(Mishap::Broken(format!(
        "cannot keep unfinished work: {error}"
    )))
}

impl<'s, C: Cell, S: Space> Work<'s, C, S> {
    /// Writes down how far it is.
    pub(super) fn keep(&self, course: &Course, numbers: &mut NumberWriter<'_>) -> io::Result<()> {
        let some = |code: Option<u32>| code.map_or(0, |code| u64::from(code) + 1);
        let head = [
            size_of::<C>() as u64,
            u64::from(course.draws),
            course.plies.into(),
            some(course.lost),
            some(course.won),
            self.most.into(),
            self.positions,
            self.decided,
            self.codes.len() as u64,
        ];
        head.into_iter()
            .try_for_each(|number| numbers.put(number))?;
        for Value { outcome, plies } in &self.codes {
            numbers.put(*outcome as u64)?;
            numbers.put(plies.unwrap_or(0).into())?;
        }
        let mut cells = self.cells.iter();
        cells.try_for_each(|cell| numbers.put(cell.get().into()))
    }

    /// What was kept, with cells of this width.
    pub(super) fn kept(
        space: &'s S,
        limits: &'s Limits,
        looked: &'s AtomicU64,
        keeper: &mut Keeper,
    ) -> Result<Option<(Self, Course)>, Halt> {
        let Some(mut numbers) = keeper.kept().unwrap_or_else(|error| broken(&error)) else {
            return Ok(None);
        };
        let mut take = |count: usize, all: &mut Vec<u64>| {
            all.clear();
            let taken = numbers
                .take(count, all)
                .unwrap_or_else(|error| broken(&error));
            if taken != count {
                broken(&io::ErrorKind::UnexpectedEof.into());
            }
        };
        let mut head = Vec::new();
        take(HEAD, &mut head);
        if head[0] != size_of::<C>() as u64 {
            return match head[0] > size_of::<C>() as u64 {
                true => Err(Halt::TooNarrow),
                false => Ok(None),
            };
        }
        let mut work = Self::empty(space, limits, looked)?;
        let some = |number: u64| number.checked_sub(1).map(|code| code as u32);
        let course = Course {
            draws: head[1] == 1,
            plies: head[2] as u32,
            lost: some(head[3]),
            won: some(head[4]),
        };
        (work.most, work.positions, work.decided) = (head[5] as u32, head[6], head[7]);
        let mut values = Vec::new();
        take(2 * head[8] as usize, &mut values);
        let outcomes = [Outcome::Loss, Outcome::Draw, Outcome::Win];
        work.codes.extend(values.chunks(2).map(|value| Value {
            outcome: outcomes[value[0] as usize % 3],
            plies: Some(value[1] as u32),
        }));
        for cells in work.cells.chunks_mut(1 << 16) {
            limits.check()?;
            take(cells.len(), &mut values);
            for (cell, number) in cells.iter_mut().zip(&values) {
                *cell = C::new(*number as u32);
            }
        }
        looked.store(space.count(), Relaxed);
        keeper.resumed = true;
        Ok(Some((work, course)))
    }
}
