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
    /// Which positions one of them must have.
    pub(super) has_all: fn(&G, &G::Position) -> bool,
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
        (!tables.is_empty()).then_some(Self {
            tables,
            namer,
            has_all: |_, _| false,
        })
    }

    /// Whether one of them has all numbers of positions with so much on the table.
    pub(super) fn reach(&self, total: u64) -> bool {
        let mut contents = self.tables.iter().map(|table| table.contents());
        contents.any(|contents| {
            contents.naming == Naming::Numbers && contents.total.is_none_or(|most| most >= total)
        })
    }

    fn worth(&self, game: &G, at: &G::Position) -> Option<Worth> {
        self.tables.iter().find_map(|table| {
            let name = (self.namer)(game, at, table.contents().naming)?;
            match table.worth_of(&name) {
                Ok(worth) => worth,
                Err(error) => fail(Mishap::Damaged(error.to_string())),
            }
        })
    }

    /// Where the move leads that wins soonest, at a position of which a table tells in how many plies it is won: who only keeps the win
    /// may go round in circles.
    pub(super) fn soonest(&self, game: &G, at: &G::Position) -> Option<G::Position> {
        let is_won = |worth| matches!(worth, Worth::Outcome(Outcome::Win, Some(_)));
        self.worth(game, at).filter(|worth| is_won(*worth))?;
        let plies = |to: &G::Position| match self.worth(game, to)? {
            Worth::Outcome(Outcome::Loss, plies) => plies,
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
        let found = self.worth(game, at);
        if found.is_none() && (self.has_all)(game, at) {
            fail(Mishap::Damaged(
                "the table lacks a position that play leads to: bouton verify tells more".into(),
            ));
        }
        let worth = found?;
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
