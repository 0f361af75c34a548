//! Tables of outcomes or Grundy values.

use bouton_answers::{Cell, CellKind, Table, Values as ValueTable};
use bouton_core::Meter;

use super::enumerate::{Span, listed};
use super::table_solver::TableSolver;
use crate::questions::{HeapBound, Values};
use crate::session::{How, Session};
use bouton_engine::Error;

impl Values {
    /// The values of all positions with heaps up to a bound.
    ///
    /// ```
    /// use bouton::questions::{Question, Values};
    /// let mut session = bouton::open("kayles", "1")?;
    /// let asked = Values::asked([("up_to", "9"), ("kind", "grundy")])?;
    /// let table = asked.answer(&mut session, &bouton::How::default())?;
    /// assert_eq!(table.to_string(), "0 1 2 3 1 4 3 2 1 4");
    /// # Ok::<(), bouton::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the game has no heaps or more than two, the solver does not serve it, or a limit is reached.
    pub fn answer(&self, session: &mut Session, how: &How) -> Result<ValueTable, Error> {
        let Self { up_to, piles, kind } = *self;
        session.take_used();
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
            made: Vec::new(),
        };
        let table = match listed(session, up_to, asked)? {
            Some(count) => {
                for nth in 0..count {
                    cells.add(session, |session| session.set_listed(nth))?;
                }
                Table::Line(cells.made)
            }
            None => {
                let bound = HeapBound {
                    up_to: Some(up_to),
                    piles,
                    ..HeapBound::default()
                };
                let span = Span {
                    ascending: false,
                    ..Span::of(session, &bound)?
                };
                check(session, span)?;
                let solver = TableSolver::of(session, span, kind, how);
                if kind == CellKind::Outcome || solver.is_by_law() {
                    cells.solver = solver;
                }
                span.each(None, &how.limits, |heaps| {
                    cells.add(session, |session| session.set_heaps(heaps))?;
                    Ok(true)
                })?;
                match span.heaps {
                    1 => Table::Line(cells.made),
                    _ => {
                        let rows = cells.made.chunks(up_to as usize + 1);
                        Table::Grid(rows.map(<[Cell]>::to_vec).collect())
                    }
                }
            }
        };
        Ok(ValueTable {
            game: session.game().to_owned(),
            up_to,
            kind,
            values: table,
            misere: session.is_misere(),
            proved: cells.solver.proved(&session.take_used()),
        })
    }
}

/// Refuses more heaps than a table shows.
fn check(session: &Session, span: Span) -> Result<(), Error> {
    if span.heaps <= 2 {
        return Ok(());
    }
    let game = session.game();
    let advice = match session.heaps() {
        Some((Some(_), _)) => format!("`bouton losing {game}` lists the lost positions"),
        _ => "ask for --piles 1 or 2".into(),
    };
    Err(Error::Unfit(format!(
        "a table shows one or two heaps, not {}: {advice}",
        span.heaps
    )))
}

/// The memory of a cell and the text of its number.
const CELL: u64 = size_of::<Cell>() as u64 + 32;

/// Makes cells.
struct Cells<'h> {
    kind: CellKind,
    solver: TableSolver<'h>,
    meter: Meter<'h>,
    made: Vec<Cell>,
}

impl Cells<'_> {
    /// Adds the cell of the position to which `set` goes, if it is one.
    fn add(
        &mut self,
        session: &mut Session,
        set: impl FnOnce(&mut Session) -> bool,
    ) -> Result<(), Error> {
        self.meter.visit()?;
        self.meter.afford(CELL * self.made.len() as u64)?;
        let cell = match set(session) {
            false => Cell::None,
            true => {
                let value = self.solver.value(session)?;
                match self.kind {
                    CellKind::Outcome => Cell::Outcome(value.outcome),
                    CellKind::Grundy if value.loony => Cell::Loony,
                    CellKind::Grundy => value.grundy.map_or(Cell::None, Cell::Number),
                }
            }
        };
        self.made.push(cell);
        Ok(())
    }
}
