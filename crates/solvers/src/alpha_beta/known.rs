//! [`TableLookups`]: values of tables, which a search need not find.

use bouton_core::game::Alternating;
use bouton_core::{Limits, Outcome, RuleError, Score, fail};
use bouton_tables::{Name, Naming, TableValue};

use super::held::Held;
use crate::bounds::Bounds;
use crate::interned::Namer;
use crate::table_file::Tables;

/// Bytes of tables that are held where no memory is given.
const MOST_HELD: u64 = 1 << 29;

/// Tables of a game, and what its positions are called there.
#[derive(Debug)]
pub(super) struct TableLookups<G: Alternating> {
    tables: Tables,
    namer: Namer<G>,
    /// The entry read for each of them, once there are limits; `None` if there is none.
    held: Vec<Option<Held>>,
    /// Which positions one of them must have, where all play comes to these.
    pub(super) has_all: Option<fn(&G, &G::Position) -> bool>,
}

impl<G: Alternating> TableLookups<G> {
    /// Those in which a position is found by a number or a key, which takes some microseconds; `None` where there are none. Texts
    /// take longer than the search.
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

    /// From now on what is read of them is held, in some of the memory that the limits allow.
    pub(super) fn hold(&mut self, limits: &Limits) {
        if self.held.is_empty() {
            let room =
                limits.memory.map_or(MOST_HELD, |memory| memory / 4) / self.tables.len() as u64;
            let tables = self.tables.iter();
            self.held = tables.map(|table| Held::of(table, room)).collect();
        }
    }

    /// Whether one of them has all numbers of positions with this much on the table.
    pub(super) fn reach(&self, total: u64) -> bool {
        let mut contents = self.tables.iter().map(|table| table.contents());
        contents.any(|contents| {
            contents.naming == Naming::Numbers && contents.total.is_none_or(|most| most >= total)
        })
    }

    /// The worth of a position; that of a number without plies.
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

    /// Where the move leads that wins soonest, at a position of which a table tells in how many plies it is won: who only keeps the win
    /// may go round in circles.
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

    /// The value of a position that a table has, which is within what is known of it.
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
