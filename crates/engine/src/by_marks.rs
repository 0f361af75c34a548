//! `marks`: a table of all positions with small numbers, for games whose rules are formulas alone.
//!
//! A game that is read from a text of formulas lists its moves by automata, which costs a microsecond a move. Here the positions that lead
//! to a lost one are marked, so that most positions are won without a look at their moves. It serves games that no law is proved of.

use std::sync::Arc;

use bouton_core::erased::Place;
use bouton_core::solver::{About, Evaluated, Evaluation, Field, Solver};
use bouton_core::{Erased, Formulas, Game, Lawful, Limits, WinLoss};
use bouton_laws::{Certificate, Marks, read};

use crate::by_law::{Terms, stopped};

static ABOUT: About = About {
    id: "marks",
    rank: 65,
    endless: false,
    proves: true,
    method: "a table of all positions with numbers up to the largest, in which each lost one marks those that lead to it",
    cost: "time: the moves to lost positions; memory: some 80 bytes a position, of which it has at most 16 million",
    source: "the sieve of Wythoff 1907; docs/laws.md",
    fills: &[Field::Value, Field::Grundy],
};

/// The most positions of a table.
const POSITIONS: u64 = 1 << 24;
/// The bytes of a position while the table grows, with the lists of moves.
const BYTES: u64 = 256;
/// Positions with fewer tokens are left to other solvers, which search them quickly and report more.
const FEW: u32 = 250;

/// The solver that uses a table of marks.
pub(crate) struct ByMarks {
    terms: Box<dyn Terms>,
    marks: Option<Marks>,
    visited: u64,
}

impl ByMarks {
    /// For a game whose rules are a text of formulas.
    pub(crate) fn of<G: Lawful + 'static>(game: Arc<G>) -> Option<Self> {
        matches!(Lawful::formulas(&*game), Formulas::Text(_)).then(|| Self {
            terms: Box::new(game),
            marks: None,
            visited: 0,
        })
    }

    /// The empty table of the rules for positions like this one, if the table may hold it.
    fn begun(&self, at: &Place, limits: &Limits) -> Result<Marks, String> {
        let tuples = self.terms.tuples(at);
        let text = self.terms.formulas(tuples.first().map_or(0, Vec::len))?;
        let rules = match Certificate::is_meant(&text) {
            true => {
                Certificate::read(&text)
                    .map_err(|error| error.to_string())?
                    .rules
            }
            false => read(&text).map_err(|error| error.within(&text).placed().to_string())?,
        };
        let room = limits.memory.map_or(POSITIONS, |memory| memory / BYTES);
        let marks = Marks::of(rules, room.min(POSITIONS), limits.clone());
        let marks = marks.map_err(|error| error.to_string())?;
        match marks.may_hold(&tuples) {
            true => Ok(marks),
            false => Err(format!(
                "its table is of at most {POSITIONS} positions, and of what fits in memory"
            )),
        }
    }
}

impl Solver<Erased<WinLoss>> for ByMarks {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn visited(&self) -> u64 {
        self.visited
    }

    fn accepts(&self, _: &Erased<WinLoss>, at: &Place, limits: &Limits) -> Result<(), String> {
        let holds = |marks: &Marks| marks.may_hold(&self.terms.tuples(at));
        match &self.marks {
            Some(marks) if holds(marks) => Ok(()),
            _ => self.begun(at, limits).map(|_| ()),
        }
    }

    fn offers_itself(&self, game: &Erased<WinLoss>, at: &Place, limits: &Limits) -> bool {
        let many = game.tokens(at).is_none_or(|tokens| tokens >= FEW.into());
        many && self.accepts(game, at, limits).is_ok()
    }

    fn evaluate(
        &mut self,
        _: &Erased<WinLoss>,
        at: &Place,
        limits: &Limits,
    ) -> Evaluated<Erased<WinLoss>> {
        let tuples = self.terms.tuples(at);
        let marks = match self.marks.take().filter(|marks| marks.may_hold(&tuples)) {
            Some(marks) => marks,
            None => self.begun(at, limits).map_err(|_| stopped(limits))?,
        };
        let marks = self.marks.insert(marks);
        let before = marks.positions();
        // A table that is not finished is lost, and it takes ten seconds at most: it is not made in turns.
        let whole = Limits {
            work: None,
            ..limits.clone()
        };
        let value = marks.value(&tuples, &whole)?;
        let visited = marks.positions() - before;
        limits.count(visited);
        self.visited += visited;
        let score = if value == 0 {
            WinLoss::Loss
        } else {
            WinLoss::Win
        };
        Ok(Evaluation {
            grundy: marks.tells_grundy().then(|| value.into()),
            ..Evaluation::of(score)
        })
    }
}
