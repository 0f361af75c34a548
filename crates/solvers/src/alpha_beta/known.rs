//! [`TableLookups`]: values from tables, so that a search need not compute them.

use bouton_core::game::Alternating;
use bouton_core::{Limits, Outcome, RuleError, Score, fail};
use bouton_tables::{Name, Naming, TableValue};

use super::packed_table::PackedTable;
use crate::bounds::Bounds;
use crate::interned::Namer;
use crate::table_file::Tables;

/// Bytes of tables to keep in memory if there is no memory limit.
const MOST_HELD: u64 = 1 << 29;

/// Tables of a game, and the names of its positions in them.
pub(super) struct TableLookups<G: Alternating> {
    tables: Tables,
    namer: Namer<G>,
    /// The packed blocks of each table, from the first query on; `None` for a table that is not packed.
    held: Vec<Option<PackedTable>>,
    /// Whether all positions that play can reach from here are in a table that has all numbers up to the total.
    pub(super) has_all: Option<fn(&G, &G::Position) -> bool>,
}

impl<G: Alternating> TableLookups<G> {
    /// The tables in which a position is found by a number or a key, which takes some microseconds; `None` if there are
    /// none. A lookup by text takes longer than the search.
    pub(super) fn of(tables: Tables, namer: Namer<G>) -> Option<Self> {
        let tables: Tables = tables
            .iter()
            .filter(|table| table.contents().naming != Naming::Texts)
            .cloned()
            .collect();
        (!tables.is_empty()).then_some(Self {
            tables,
            namer,
            held: Vec::new(),
            has_all: None,
        })
    }

    /// Keeps the blocks read from now on, in a share of the memory that the limits allow.
    pub(super) fn hold(&mut self, limits: &Limits) {
        if self.held.is_empty() {
            let room =
                limits.memory.map_or(MOST_HELD, |memory| memory / 4) / self.tables.len() as u64;
            let tables = self.tables.iter();
            self.held = tables.map(|table| PackedTable::of(table, room)).collect();
        }
    }

    /// Whether one of the tables has all numbers of positions with at most this many tokens.
    pub(super) fn reach(&self, total: u64) -> bool {
        let mut contents = self.tables.iter().map(|table| table.contents());
        contents.any(|contents| {
            contents.naming == Naming::Numbers && contents.total.is_none_or(|most| most >= total)
        })
    }

    /// The value of a position, without plies if it is found by number.
    fn held(&self, game: &G, at: &G::Position) -> Option<TableValue> {
        self.tables
            .iter()
            .zip(&self.held)
            .find_map(|(table, held)| {
                let name = (self.namer)(game, at, table.contents().naming)?;
                let worth = match (held, &name) {
                    (Some(held), Name::Number(number)) => held.number(table, *number),
                    _ => table.worth_of(&name),
                };
                worth.unwrap_or_else(|error| fail(RuleError::Damaged(error.to_string())))
            })
    }

    fn worth(&self, game: &G, at: &G::Position) -> Option<TableValue> {
        self.tables.iter().find_map(|table| {
            let name = (self.namer)(game, at, table.contents().naming)?;
            let worth = table.worth_of(&name);
            worth.unwrap_or_else(|error| fail(RuleError::Damaged(error.to_string())))
        })
    }

    /// The position after the quickest win, if a table has the plies of the win. A player who only keeps the win could
    /// repeat positions forever.
    pub(super) fn soonest(&self, game: &G, at: &G::Position) -> Option<G::Position> {
        let is_won = |worth| matches!(worth, TableValue::Outcome(Outcome::Win, Some(_)));
        self.worth(game, at).filter(|worth| is_won(*worth))?;
        let plies = |to: &G::Position| match self.worth(game, to)? {
            TableValue::Outcome(Outcome::Loss, plies) => plies,
            _ => None,
        };
        let places = game.moves(at).map(|mv| game.play(at, &mv));
        let lost = places.filter_map(|to| Some((plies(&to)?, to)));
        lost.min_by_key(|(plies, _)| *plies)
            .map(|(_, to)| game.canonical(to))
    }

    /// The value of a position in a table, if it agrees with the known bounds.
    pub(super) fn score(
        &self,
        game: &G,
        at: &G::Position,
        bounds: Bounds<G::Score>,
    ) -> Option<G::Score> {
        let found = self.held(game, at);
        if found.is_none() && self.has_all.is_some_and(|has_all| has_all(game, at)) {
            fail(RuleError::Damaged(
                "the table lacks a position that play leads to: bouton verify tells more".into(),
            ));
        }
        let worth = found?;
        let rank = match worth {
            TableValue::Margin(margin) if G::Score::plain(Outcome::Win).is_none() => margin.into(),
            TableValue::Outcome(outcome, _) => G::Score::plain(outcome)?.rank(),
            TableValue::Margin(_) => bounds.high.rank() + 1,
        };
        if rank < bounds.low.rank() || rank > bounds.high.rank() {
            fail(RuleError::Damaged(
                "a table has a value that this game has not: bouton verify tells more".into(),
            ));
        }
        Some(G::Score::from_rank(rank))
    }
}
