//! A row of coins: take the left or the right one and score it. Most points win.
//!
//! A position is the row that is left: `4,5,3,1,2`; moves are `L` and `R`.
//!
//! Three neighbours a ≤ b ≥ c may be replaced by a − b + c without changing the margin, and a row without such peaks
//! is worth the alternating sum of its values in descending order. An even row never loses for the player to move, who
//! can take all coins of the richer colour when the row is coloured alternately.
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

use bouton_core::entry::{Card, Entry, Example, OpenError, Opened, needed, no_parameters};
use bouton_core::game::{Alternating, Game, Loopfree};
use bouton_core::rows::{AllowedEnds, Earned, End, EndStrategies, EndTaking, Span};
use bouton_core::strategy::{Strategies, StrategyCard};
use bouton_core::{InputError, Margin, Notation, Powers};

use super::ends;
use super::row::{self, Row};
use super::strategies::{self, EndStrategy};

/// The rules, with the row that play begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowEnds {
    row: Row,
}

impl RowEnds {
    /// The game on this row.
    pub fn new(row: Row) -> Self {
        Self { row }
    }
}

impl Game for RowEnds {
    type Position = Span;
    type Move = End;
}

impl Alternating for RowEnds {
    type Score = Margin;
    fn moves<'g>(&'g self, at: &Span) -> impl Iterator<Item = End> + use<'g> {
        ends::moves(*at)
    }
    fn play(&self, at: &Span, end: &End) -> Span {
        ends::without(*at, *end)
    }
    fn gain(&self, at: &Span, end: &End) -> i128 {
        self.row.values()[ends::place(*at, *end)].into()
    }
    fn score(&self, at: &Span) -> Option<Margin> {
        at.is_empty().then_some(Margin(0))
    }
    fn at_stake(&self, at: &Span) -> Option<i128> {
        Some(row::sum(at.of(self.row.values())))
    }
}

impl Loopfree for RowEnds {
    type Height = usize;
    fn height(&self, at: &Span) -> usize {
        at.len()
    }
}

impl EndTaking for RowEnds {
    const EARNED: Earned = Earned::Taken;
    fn values(&self) -> &[i64] {
        self.row.values()
    }
}

impl Notation for RowEnds {
    fn parse(&self, text: &str) -> Result<Span, InputError> {
        ends::parse(&self.row, text)
    }
    fn show(&self, at: &Span) -> String {
        row::show(at.of(self.row.values()))
    }
    fn show_within(&self, at: &Span, longest: usize) -> Option<String> {
        row::show_within(at.of(self.row.values()), longest)
    }
    fn show_move(&self, _at: &Span, end: &End) -> String {
        ends::show(*end)
    }
    fn move_called(&self, at: &Span, text: &str) -> Option<End> {
        ends::called(*at, text)
    }
}

impl Strategies for RowEnds {
    type Strategy = EndStrategy;
    const STRATEGIES: &'static [StrategyCard] = EndStrategy::CARDS;
    fn strategy(&self, name: &str) -> Result<EndStrategy, InputError> {
        EndStrategy::named(name)
    }
    fn allowed(&self, strategy: &EndStrategy, at: &Span) -> Vec<End> {
        strategies::moves(*strategy, at.of(self.row.values()))
    }
}

impl EndStrategies for RowEnds {
    fn allowed_ends(strategy: &EndStrategy, row: &[i64]) -> AllowedEnds {
        strategy.allows(row)
    }
}

impl Entry for RowEnds {
    const CARD: Card = Card {
        name: "row-ends",
        aliases: &[
            ("greedy-coins", ""),
            ("stone-game", ""),
            ("coins-in-a-row", ""),
        ],
        parameters: "",
        rules: "Take the left or the right coin of a row and score it; most points win.",
        notation: "the values from left to right, like 4,5,3,1,2",
        example: Example {
            parameters: "",
            position: "4,5,3,1,2",
        },
        sources: &[
            "P. Winkler, Mathematical Puzzles: A Connoisseur's Collection (2004), Coins in a Row",
        ],
    };
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Self>, OpenError> {
        no_parameters(parameters)?;
        let row =
            Row::parse(needed(position, Self::CARD.notation)?).map_err(OpenError::Position)?;
        let start = Span::whole(row.values());
        Ok((Self::new(row), start))
    }
    fn powers(powers: &mut impl Powers<Self>) {
        powers.loopfree();
        powers.end_taking();
        powers.strategies();
        powers.end_strategies();
    }
}
