//! `table-file`: values that were computed before, read from tables on disk.
//!
//! A position is looked up by its number, key or text; a position that no table has is not answered. The checksum of each
//! block is checked when it is read; whether the values are true is checked by `bouton verify`. Time: some microseconds a
//! position; memory: the index of the table. Not for games without a table.

use std::cell::Cell;
use std::sync::Arc;

use bouton_core::solver::{About, Evaluation, Field, Stopped};
use bouton_core::{Limits, Outcome, Reason, RuleError, fail};
use bouton_tables::{Table, TableValue};

use crate::interned::{Interned, Number};
use crate::retrograde::{Lookup, Value, best, line};
use crate::searcher::{Answer, Play, Searcher};

static ABOUT: About = About {
    id: "table-file",
    rank: 0,
    endless: true,
    proves: false,
    method: "a table that was made before",
    cost: "time: a block of the table for each position; memory: the table's index",
    source: "Thompson, Retrograde analysis of certain endgames, ICCA Journal 9 (1986)",
    fills: &[Field::Value, Field::Remoteness, Field::Line],
};

/// Tables of one game.
pub type Tables = Arc<[Arc<Table>]>;

/// Answers from tables.
#[derive(Debug)]
pub(crate) struct TableFile {
    tables: Tables,
    visited: Cell<u64>,
}

impl TableFile {
    pub(crate) fn new(tables: Tables) -> Self {
        Self {
            tables,
            visited: Cell::new(0),
        }
    }

    /// The value of a position, from the first table that has it.
    fn worth(&self, game: &dyn Interned, at: Number) -> Option<TableValue> {
        self.tables.iter().find_map(|table| {
            let name = game.name(at, table.contents().naming)?;
            match table.worth_of(&name) {
                Ok(worth) => worth,
                Err(error) => fail(RuleError::Damaged(error.to_string())),
            }
        })
    }

    /// The value of a position that play reaches from one in a table.
    fn reached(&self, game: &dyn Interned, at: Number) -> TableValue {
        self.visited.set(self.visited.get() + 1);
        self.worth(game, at).unwrap_or_else(|| {
            fail(RuleError::Damaged(
                "the table lacks a position that play leads to: bouton verify tells more".into(),
            ))
        })
    }
}

impl Lookup for TableFile {
    fn value(&self, game: &dyn Interned, at: Number) -> Value {
        let worth = self.reached(game, at);
        Value {
            outcome: worth.outcome(),
            plies: worth.plies(),
        }
    }
}

/// The value as a rank. A table may contain any value: one that the game's scores do not have is an error.
fn evaluation(game: &dyn Interned, worth: TableValue) -> Evaluation<i128> {
    let score = match worth {
        TableValue::Margin(margin) if game.counts_points() => margin.into(),
        TableValue::Outcome(outcome, _)
            if !game.counts_points() && (outcome != Outcome::Draw || game.can_draw()) =>
        {
            outcome as i128 - 1
        }
        _ => fail(RuleError::Damaged(
            "the table has values of another kind than the game".into(),
        )),
    };
    Evaluation {
        remoteness: worth.plies(),
        ..Evaluation::of(score)
    }
}

impl Searcher for TableFile {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn visited(&self) -> u64 {
        self.visited.get()
    }

    fn accepts(&self, game: &mut dyn Interned, at: Number) -> Result<(), String> {
        match self.worth(game, at) {
            Some(_) => Ok(()),
            None => Err("no table that was given has this position".into()),
        }
    }

    fn evaluate(
        &mut self,
        game: &mut dyn Interned,
        at: Number,
        _limits: &Limits,
    ) -> Result<Evaluation<i128>, Stopped<i128>> {
        let worth = self.reached(game, at);
        Ok(evaluation(game, worth))
    }

    fn solve(
        &mut self,
        game: &mut dyn Interned,
        at: Number,
        limits: &Limits,
    ) -> Result<Answer, Stopped<i128>> {
        let value = self.evaluate(game, at, limits)?;
        if game.counts_points() {
            return Ok(Answer { value, play: None });
        }
        let stacked = game.stacked();
        let outcome = Outcome::of_margin(value.score);
        let best = best(self, game, at, outcome, limits)?;
        game.forget(stacked);
        let (line, reason) = match best.preferred {
            Some(first) => line(self, game, at, first),
            None => (Vec::new(), Reason::Searched),
        };
        let play = Some(Play { best, line, reason });
        Ok(Answer { value, play })
    }
}
