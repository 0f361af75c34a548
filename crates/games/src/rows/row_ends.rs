//! A row of coins: take the left or the right one and score it. Most points win.
//!
//! A position is the rest of the row: `4,5,3,1,2`; moves are `L` and `R`.
//!
//! Three neighbours a ≤ b ≥ c may be replaced by a − b + c without changing the margin, and a row without such peaks is
//! worth the alternating sum of its values in descending order. The player to move never loses an even row: if the row is
//! coloured alternately, this player can take all coins of the richer colour.
//!
//! ```
//! use bouton_core::{Alternating, rows::{End, Span}};
//! use bouton_games::rows::{Row, RowEnds};
//! let game = RowEnds::new(Row::parse("4,5,3,1,2").unwrap());
//! let start = Span { start: 0, end: 5 };
//! assert_eq!(game.gain(&start, &End::Right), 2);
//! assert_eq!(game.moves(&start).collect::<Vec<_>>(), [End::Left, End::Right]);
//! ```
//!
//! Sources: P. Winkler, Mathematical Puzzles: A Connoisseur's Collection (2004), Coins in a Row (the even case); the
//! folding of peaks is tested here against search, exhaustively on small rows.

use bouton_core::entry::{Card, Entry, Example, Kind, OpenError, Opened};
use bouton_core::rows::{AllowedEnds, Earned, End, EndStrategies, EndTaking, Span};
use bouton_core::strategy::{Strategies, StrategyCard};
use bouton_core::{InputError, declares};
use bouton_texts::text;

use super::ends::{self, Earning, EndsOf};
use super::row::{self, Row};
use super::strategies::{self, EndStrategy};

/// The rules, with the row at the start.
pub type RowEnds = EndsOf<Taken>;

/// The mover earns the value that is taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken;

impl Earning for Taken {
    const EARNED: Earned = Earned::Taken;
    fn gain(row: &Row, place: usize, _left: Span) -> i128 {
        row.values()[place].into()
    }
    fn at_stake(row: &Row, at: &Span) -> Option<i128> {
        Some(row::sum(at.of(row.values())))
    }
}

impl Strategies for RowEnds {
    type Strategy = EndStrategy;
    const STRATEGIES: &'static [StrategyCard<'static>] = EndStrategy::CARDS;
    fn strategy(&self, name: &str) -> Result<EndStrategy, InputError> {
        EndStrategy::named(name)
    }
    fn allowed(&self, strategy: &EndStrategy, at: &Span) -> Vec<End> {
        strategies::moves(*strategy, at.of(self.values()))
    }
}

impl EndStrategies for RowEnds {
    fn allowed_ends(strategy: &EndStrategy, row: &[i64]) -> AllowedEnds {
        strategy.allows(row)
    }
}

impl Entry for RowEnds {
    type Game = Self;
    const CARD: Card = Card {
        name: "row-ends",
        kind: Kind::Rows,
        aliases: &[
            ("greedy-coins", ""),
            ("stone-game", ""),
            ("coins-in-a-row", ""),
        ],
        parameters: "",
        text: text("row-ends"),
        notation: "the values from left to right, like 4,5,3,1,2",
        example: Example::at("4,5,3,1,2"),
        sources: &[
            "P. Winkler, Mathematical Puzzles: A Connoisseur's Collection (2004), Coins in a Row",
        ],
    };
    const TO_PLAY: Option<Example> = Some(Example::at("4,5,3,1,2,7"));
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Self>, OpenError> {
        ends::opened(parameters, position)
    }
}

declares!(RowEnds: points, impartial_scoring, end_taking, strategies, end_strategies);
