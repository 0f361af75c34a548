//! [`Known`]: values of tables, which a search need not find.

use bouton_core::game::Alternating;
use bouton_core::{Mishap, Outcome, Score, fail};
use bouton_tables::{Naming, Worth};

use crate::bounds::Bounds;
use crate::interned::Namer;
use crate::table_file::Tables;

/// Tables of a game, and what its positions are called there.
#[derive(Debug)]
pub(super) struct Known<G: Alternating> {
    tables: Tables,
    namer: Namer<G>,
}

impl<G: Alternating> Known<G> {
    /// Those in which a position is found by a number or a key, which takes some microseconds; `None` where there are none. Texts
    /// take longer than the search.
    pub(super) fn of(tables: Tables, namer: Namer<G>) -> Option<Self> {
        let tables: Tables = tables
            .iter()
            .filter(|table| table.contents().naming != Naming::Texts)
            .cloned()
            .collect();
        (!tables.is_empty()).then_some(Self { tables, namer })
    }

    /// The value of a position that a table has, which is within what is known of it.
    pub(super) fn score(
        &self,
        game: &G,
        at: &G::Position,
        bounds: Bounds<G::Score>,
    ) -> Option<G::Score> {
        let worth = self.tables.iter().find_map(|table| {
            let name = (self.namer)(game, at, table.contents().naming)?;
            match table.worth_of(&name) {
                Ok(worth) => worth,
                Err(error) => fail(Mishap::Damaged(error.to_string())),
            }
        })?;
        let rank = match worth {
            Worth::Margin(margin) if G::Score::plain(Outcome::Win).is_none() => margin.into(),
            Worth::Outcome(outcome, _) => G::Score::plain(outcome)?.rank(),
            Worth::Margin(_) => bounds.high.rank() + 1,
        };
        if rank < bounds.low.rank() || rank > bounds.high.rank() {
            fail(Mishap::Damaged(
                "a table has a value that this game has not: bouton verify tells more".into(),
            ));
        }
        Some(G::Score::from_rank(rank))
    }
}
