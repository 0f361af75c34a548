//! Tables of outcomes or Grundy values.

use bouton_answers::{Cell, CellKind, Table, Values};
use bouton_core::Meter;

use super::enumerate::{listed, shape};
use crate::session::{How, Session};
use bouton_engine::Error;

/// The values of all positions with heaps up to `up_to`.
///
/// ```
/// use bouton::{How, answers::CellKind, experiment::values};
/// let mut session = bouton::open("kayles", "1")?;
/// let table = values(&mut session, 9, None, CellKind::Grundy, &How::default())?;
/// assert_eq!(table.to_string(), "0 1 2 3 1 4 3 2 1 4");
/// # Ok::<(), bouton::Error>(())
/// ```
///
/// # Errors
/// If the game has no heaps or more than two, the solver does not serve it, or a limit is reached.
pub fn values(
    session: &mut Session,
    up_to: u64,
    piles: Option<usize>,
    kind: CellKind,
    how: &How,
) -> Result<Values, Error> {
    let values = table(session, up_to, piles, kind, how)?;
    Ok(Values {
        game: session.game().to_owned(),
        up_to,
        kind,
        values,
    })
}

fn table(
    session: &mut Session,
    up_to: u64,
    piles: Option<usize>,
    kind: CellKind,
    how: &How,
) -> Result<Table, Error> {
    let how = match kind {
        CellKind::Grundy if how.solver.is_none() => &How {
            solver: Some("grundy".into()),
            ..how.clone()
        },
        _ => how,
    };
    let mut meter = how.limits.meter();
    if let Some(count) = listed(session, up_to, how)? {
        let set = |session: &mut Session, nth: &usize| session.set_listed(*nth);
        return cells(session, 0..count, kind, how, &mut meter, set).map(Table::Line);
    }
    match shape(session, piles)?.0 {
        1 => line(session, &[], up_to, kind, how, &mut meter).map(Table::Line),
        2 => {
            let row = |first| line(session, &[first], up_to, kind, how, &mut meter);
            (0..=up_to)
                .map(row)
                .collect::<Result<_, _>>()
                .map(Table::Grid)
        }
        more => Err(Error::Unfit(format!(
            "a table shows one or two heaps, not {more}: ask for --piles 1 or 2"
        ))),
    }
}

/// The cells with the given first heaps and a last one of 0 to `up_to`.
fn line(
    session: &mut Session,
    first: &[u64],
    up_to: u64,
    kind: CellKind,
    how: &How,
    meter: &mut Meter,
) -> Result<Vec<Cell>, Error> {
    let set = |session: &mut Session, last: &u64| session.set_heaps(&[first, &[*last]].concat());
    cells(session, 0..=up_to, kind, how, meter, set)
}

/// The memory of a cell and the text of its number.
const CELL: u64 = size_of::<Cell>() as u64 + 32;

/// The cells of the positions that `set` visits; the meter counts the cells of all lines.
fn cells<P>(
    session: &mut Session,
    places: impl Iterator<Item = P>,
    kind: CellKind,
    how: &How,
    meter: &mut Meter,
    set: impl Fn(&mut Session, &P) -> bool,
) -> Result<Vec<Cell>, Error> {
    let mut cells = Vec::new();
    for place in places {
        let held = CELL * meter.visited();
        meter.visit()?;
        meter.afford(held)?;
        if !set(session, &place) {
            cells.push(Cell::None);
            continue;
        }
        let value = session.value(how)?;
        cells.push(match kind {
            CellKind::Outcome => Cell::Outcome(value.outcome),
            CellKind::Grundy => value.grundy.map_or(Cell::None, Cell::Number),
        });
    }
    Ok(cells)
}
