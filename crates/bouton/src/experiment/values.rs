//! Tables of outcomes or Grundy values.

use bouton_core::{Meter, Outcome, StopReason};
use serde::{Serialize, Serializer};

use super::enumerate::shape;
use crate::answer::Whole;
use crate::error::Error;
use crate::session::{How, Session};

/// What a table shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Who wins.
    Outcome,
    /// Grundy values.
    Grundy,
}

/// A cell of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// There is no such position.
    None,
    /// Who wins, for the player to move.
    Outcome(Outcome),
    /// A Grundy value.
    Number(Whole),
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::None => serializer.serialize_none(),
            Self::Outcome(outcome) => serializer.serialize_str(outcome.word()),
            Self::Number(number) => number.serialize(serializer),
        }
    }
}

/// One heap: a line, by its size; positions that a game lists itself: a line, in their order. Two heaps: a grid, rows by the first, columns by the second.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Table {
    /// One heap.
    Line(Vec<Cell>),
    /// Two heaps.
    Grid(Vec<Vec<Cell>>),
}

/// The values of all positions with heaps up to `up_to`; the reason for stopping, if a limit was reached.
///
/// # Errors
/// A game without heaps or with more than two, or a solver that does not serve it.
pub fn values(
    session: &mut dyn Session,
    up_to: u64,
    piles: Option<usize>,
    kind: Kind,
    how: &How,
) -> Result<Result<Table, StopReason>, Error> {
    let how = match kind {
        Kind::Grundy if how.solver.is_none() => &How {
            solver: Some("grundy".into()),
            ..how.clone()
        },
        _ => how,
    };
    let mut meter = how.limits.meter();
    if let Some(count) = session.list(up_to)? {
        let set = |session: &mut dyn Session, nth: &usize| session.set_listed(*nth);
        let line = cells(session, 0..count, kind, how, &mut meter, set)?;
        return Ok(line.map(Table::Line));
    }
    match shape(session, piles)?.0 {
        1 => {
            let line = line(session, &[], up_to, kind, how, &mut meter)?;
            Ok(line.map(Table::Line))
        }
        2 => {
            let mut rows = Vec::new();
            for first in 0..=up_to {
                match line(session, &[first], up_to, kind, how, &mut meter)? {
                    Ok(row) => rows.push(row),
                    Err(why) => return Ok(Err(why)),
                }
            }
            Ok(Ok(Table::Grid(rows)))
        }
        more => Err(Error::Unfit(format!(
            "a table shows one heap or two, not {more}: ask for --piles 1 or 2"
        ))),
    }
}

/// The cells with the given first heaps and a last one of 0 to `up_to`.
fn line(
    session: &mut dyn Session,
    first: &[u64],
    up_to: u64,
    kind: Kind,
    how: &How,
    meter: &mut Meter,
) -> Result<Result<Vec<Cell>, StopReason>, Error> {
    let set =
        |session: &mut dyn Session, last: &u64| session.set_heaps(&[first, &[*last]].concat());
    cells(session, 0..=up_to, kind, how, meter, set)
}

/// The memory of a cell and the text of its number.
const CELL: u64 = size_of::<Cell>() as u64 + 32;

/// The cells of the places that `set` goes to; the meter counts those of all lines.
fn cells<P>(
    session: &mut dyn Session,
    places: impl Iterator<Item = P>,
    kind: Kind,
    how: &How,
    meter: &mut Meter,
    set: impl Fn(&mut dyn Session, &P) -> bool,
) -> Result<Result<Vec<Cell>, StopReason>, Error> {
    let mut cells = Vec::new();
    for place in places {
        let held = CELL * meter.visited();
        if let Err(why) = meter.visit().and_then(|()| meter.afford(held)) {
            return Ok(Err(why));
        }
        if !set(session, &place) {
            cells.push(Cell::None);
            continue;
        }
        match session.value(how)? {
            Ok(value) => cells.push(match kind {
                Kind::Outcome => Cell::Outcome(value.outcome),
                Kind::Grundy => value.grundy.map_or(Cell::None, Cell::Number),
            }),
            Err(why) => return Ok(Err(why)),
        }
    }
    Ok(Ok(cells))
}
