//! Tables of outcomes or Grundy values.

use bouton_answers::{Cell, CellKind, Table, Values};
use bouton_core::Meter;

use super::enumerate::{listed, shape};
use super::table_solver::{Span, TableSolver};
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
    let asked = match kind {
        CellKind::Grundy if how.solver.is_none() => &How {
            solver: Some(session.grundy_solver().into()),
            ..how.clone()
        },
        _ => how,
    };
    let mut cells = Cells {
        kind,
        solver: TableSolver::each(asked),
        meter: how.limits.meter(),
    };
    let table = match listed(session, up_to, asked)? {
        Some(count) => {
            let set = |session: &mut Session, nth: &usize| session.set_listed(*nth);
            cells.of(session, 0..count, set).map(Table::Line)?
        }
        None => {
            let (heaps, unordered) = shape(session, piles)?;
            let span = Span {
                lost: false,
                heaps,
                unordered,
                up_to,
                all: true,
            };
            let solver = TableSolver::of(session, span, kind, how);
            if kind == CellKind::Outcome || solver.proved().is_some() {
                cells.solver = solver;
            }
            table(session, span, &mut cells)?
        }
    };
    Ok(Values {
        game: session.game().to_owned(),
        up_to,
        kind,
        values: table,
        proved: cells.solver.proved(),
    })
}

fn table(session: &mut Session, span: Span, cells: &mut Cells<'_>) -> Result<Table, Error> {
    let mut line = |first: &[u64]| {
        let set =
            |session: &mut Session, last: &u64| session.set_heaps(&[first, &[*last]].concat());
        cells.of(session, 0..=span.up_to, set)
    };
    match span.heaps {
        1 => line(&[]).map(Table::Line),
        2 => {
            let rows = (0..=span.up_to).map(|first| line(&[first]));
            rows.collect::<Result<_, _>>().map(Table::Grid)
        }
        more => {
            let game = session.game();
            let advice = match session.heaps() {
                Some((Some(_), _)) => format!("`bouton losing {game}` lists the lost positions"),
                _ => "ask for --piles 1 or 2".into(),
            };
            Err(Error::Unfit(format!(
                "a table shows one or two heaps, not {more}: {advice}"
            )))
        }
    }
}

/// The memory of a cell and the text of its number.
const CELL: u64 = size_of::<Cell>() as u64 + 32;

/// Makes cells; the meter counts those of all lines.
struct Cells<'h> {
    kind: CellKind,
    solver: TableSolver<'h>,
    meter: Meter<'h>,
}

impl Cells<'_> {
    /// The cells of the positions that `set` visits.
    fn of<P>(
        &mut self,
        session: &mut Session,
        places: impl Iterator<Item = P>,
        set: impl Fn(&mut Session, &P) -> bool,
    ) -> Result<Vec<Cell>, Error> {
        let mut cells = Vec::new();
        for place in places {
            let held = CELL * self.meter.visited();
            self.meter.visit()?;
            self.meter.afford(held)?;
            if !set(session, &place) {
                cells.push(Cell::None);
                continue;
            }
            let value = self.solver.value(session)?;
            cells.push(match self.kind {
                CellKind::Outcome => Cell::Outcome(value.outcome),
                CellKind::Grundy if value.loony => Cell::Loony,
                CellKind::Grundy => value.grundy.map_or(Cell::None, Cell::Number),
            });
        }
        Ok(cells)
    }
}
