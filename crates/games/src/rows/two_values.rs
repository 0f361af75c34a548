//! Stones that each player values differently: take any stone and score it by your own valuation. Most points win.
//!
//! A position is the mover's valuations, then the other's: `1,3/2,1`; the two are exchanged after a move. `/` is no stones.
//! A move is written `take stone 2`, counted from 1 in the remaining row.
//!
//! Let a be the mover's and b the other's value of a stone: taking it is worth a + b, the points that it earns and those
//! that it denies. The stones are therefore taken by falling s = a + b, and the margin is (s₁ − s₂ + s₃ − … + Σ(a − b))/2.
//! A later stone is as good as the first if and only if all pairs (s₁, s₂), (s₃, s₄) … above it are equal.
//!
//! ```
//! use bouton_core::{Margin, game::ClosedForm};
//! use bouton_games::rows::{Removed, TwoValues};
//! let game = TwoValues::new(vec![1, 3].into(), vec![2, 1].into());
//! assert_eq!(game.closed_form(&Removed::default()).score, Margin(1));
//! ```
//!
//! Source: LeetCode problem 1686, Stone Game VI, for the rules; the set of best moves is proved in the code.

use bouton_core::entry::{Card, Entry, Example, Kind, OpenError, Opened, needed, no_parameters};
use bouton_core::game::{Alternating, Closed, ClosedBest, ClosedForm, Game, Loopfree};
use bouton_core::scene::{Deed, Drawn, Figure, Scene, Seat};
use bouton_core::strategy::{Strategies, StrategyCard, Trial};
use bouton_core::{InputError, Margin, Notation, Reason, declares};
use bouton_texts::text;

use super::row::{self, Row};

/// The rules, with the stones at the start: their values for the first player to move and for the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TwoValues {
    first: Row,
    second: Row,
}

/// The places of the stones that have been taken, in ascending order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Removed(Vec<usize>);

bouton_core::packs!(Removed { 0 });

impl TwoValues {
    /// The game with these stones: as many values for the first player to move as for the other.
    ///
    /// # Panics
    /// If the two rows have different lengths.
    pub fn new(first: Row, second: Row) -> Self {
        assert_eq!(first.len(), second.len(), "each stone has two values");
        Self { first, second }
    }

    /// The valuations of the player to move and of the other.
    fn sides(&self, at: &Removed) -> [&[i64]; 2] {
        let [first, second] = [self.first.values(), self.second.values()];
        if at.0.len().is_multiple_of(2) {
            [first, second]
        } else {
            [second, first]
        }
    }

    /// The places of the stones that are left.
    fn left(&self, at: &Removed) -> impl Iterator<Item = usize> + use<> {
        let mut removed = at.0.clone().into_iter().peekable();
        (0..self.first.len()).filter(move |place| removed.next_if_eq(place).is_none())
    }

    /// The sum of a stone's values for both players.
    fn worth(&self, place: usize) -> i128 {
        i128::from(self.first.values()[place]) + i128::from(self.second.values()[place])
    }

    /// The valuations of the remaining stones, in the order of the text.
    fn texts(&self, at: &Removed) -> [Vec<i64>; 2] {
        self.sides(at)
            .map(|values| self.left(at).map(|place| values[place]).collect())
    }
}

impl Game for TwoValues {
    type Position = Removed;
    /// The index of the stone in the row at the start.
    type Move = usize;
}

impl Alternating for TwoValues {
    type Score = Margin;
    fn moves<'g>(&'g self, at: &Removed) -> impl Iterator<Item = usize> + use<'g> {
        self.left(at)
    }
    fn play(&self, at: &Removed, place: &usize) -> Removed {
        let mut removed = at.0.clone();
        removed.insert(removed.partition_point(|other| other < place), *place);
        Removed(removed)
    }
    fn gain(&self, at: &Removed, place: &usize) -> i128 {
        self.sides(at)[0][*place].into()
    }
    fn score(&self, at: &Removed) -> Option<Margin> {
        (at.0.len() == self.first.len()).then_some(Margin(0))
    }
}

impl Drawn for TwoValues {
    /// With both values of the last stone, too, which the notation writes like a number with a limit.
    fn scene(&self, at: &Removed) -> Scene {
        let [own, other] = self.texts(at);
        let stone = |(own, other): (&i64, &i64)| vec![own.to_string(), other.to_string()];
        let stones = own.iter().zip(&other).map(stone).collect();
        Scene::of(Figure::Coins(stones)).seen(Seat::Mover)
    }
    fn deed(&self, at: &Removed, place: &usize) -> Option<Deed> {
        let stone = self.left(at).position(|left| left == *place)?;
        Some(Deed::leaving([stone]))
    }
}

/// The stones that a strategy of [`TwoValues`] takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taking {
    /// A stone with the largest sum of both values.
    LargestSum,
    /// A stone with the largest value for the mover.
    LargestOwn,
}

impl Strategies for TwoValues {
    type Strategy = Taking;
    const STRATEGIES: &'static [StrategyCard<'static>] = &[
        StrategyCard {
            name: "largest-sum",
            plays: "takes a stone of which the sum of both values is largest",
        },
        StrategyCard {
            name: "largest-own",
            plays: "takes a stone that is worth most to the mover",
        },
    ];
    const TRIAL: Trial = Trial::TwoRows;
    fn strategy(&self, name: &str) -> Result<Taking, InputError> {
        match name {
            "largest-sum" => Ok(Taking::LargestSum),
            "largest-own" => Ok(Taking::LargestOwn),
            _ => {
                let message = format!("expected largest-sum or largest-own, found {name:?}");
                Err(InputError::whole(message, name))
            }
        }
    }
    fn allowed(&self, strategy: &Taking, at: &Removed) -> Vec<usize> {
        let own = self.sides(at)[0];
        let worth = |place: &usize| match strategy {
            Taking::LargestSum => self.worth(*place),
            Taking::LargestOwn => own[*place].into(),
        };
        let most = self.left(at).map(|place| worth(&place)).max();
        let allowed = self.left(at).filter(|place| Some(worth(place)) == most);
        allowed.collect()
    }
}

impl Loopfree for TwoValues {
    type Height = usize;
    fn height(&self, at: &Removed) -> usize {
        self.first.len() - at.0.len()
    }
}

/// The least sum of a stone that is best to take, given the sums in falling order; `None` if all are best.
///
/// Taking the k-th stone first delays those above it by one turn, and loses 2((s₁ − s₂) + (s₃ − s₄) + …) over the pairs
/// that end at or above it. So the first unequal pair decides: its larger stone and all above are best, and none below is.
fn least_best(falling: &[i128]) -> Option<i128> {
    falling
        .chunks_exact(2)
        .find(|pair| pair[0] != pair[1])
        .map(|pair| pair[0])
}

impl ClosedForm for TwoValues {
    /// O(n log n).
    fn closed_form(&self, at: &Removed) -> Closed<Self> {
        let mut worths: Vec<i128> = self.left(at).map(|place| self.worth(place)).collect();
        worths.sort_unstable_by(|a, b| b.cmp(a));
        let in_turns: i128 =
            worths.iter().step_by(2).sum::<i128>() - worths.iter().skip(1).step_by(2).sum::<i128>();
        let [mine, others] = self.sides(at);
        let ahead: i128 = self
            .left(at)
            .map(|place| i128::from(mine[place]) - i128::from(others[place]))
            .sum();
        let best = match least_best(&worths) {
            Some(least) => ClosedBest::Only(
                self.left(at)
                    .filter(|place| self.worth(*place) >= least)
                    .collect(),
            ),
            None => ClosedBest::Every(Some(worths.len().into())),
        };
        let reason = match worths.first() {
            None => "no stone is left".into(),
            Some(most) => {
                format!(
                    "best play takes the stone with the largest sum of its two values, here {most}"
                )
            }
        };
        Closed {
            score: Margin((in_turns + ahead) / 2),
            grundy: None,
            best,
            reason: Reason::Law(reason),
        }
    }
}

/// The two rows of a text.
fn rows(text: &str) -> Result<[Row; 2], InputError> {
    let Some((first, second)) = text.split_once('/') else {
        let message = "expected the mover's values, a slash and the other's, like 1,3/2,1";
        return Err(InputError::whole(message, text));
    };
    let offset = first.len() + 1;
    let first = Row::parse(first).map_err(|error| error.within(text, 0))?;
    let second = Row::parse(second).map_err(|error| error.within(text, offset))?;
    if first.len() == second.len() {
        return Ok([first, second]);
    }
    let message = format!(
        "expected as many values after the slash as before it, {}; found {}",
        first.len(),
        second.len()
    );
    Err(InputError::new(message, text, offset..text.len()))
}

impl Notation for TwoValues {
    /// The stones of the text, found from left to right.
    fn parse(&self, text: &str) -> Result<Removed, InputError> {
        let [mine, others] = rows(text)?;
        let Some(taken) = self.first.len().checked_sub(mine.len()) else {
            return Err(InputError::whole("there are not so many stones", text));
        };
        let [movers, opponents] = self.sides(&Removed(vec![0; taken]));
        let mut wanted = mine.values().iter().zip(others.values()).peekable();
        let stones = movers.iter().zip(opponents).enumerate();
        let removed = stones
            .filter_map(|(place, stone)| wanted.next_if_eq(&stone).is_none().then_some(place));
        let removed = Removed(removed.collect());
        if wanted.peek().is_none() {
            return Ok(removed);
        }
        Err(InputError::whole("these are no stones of this game", text))
    }
    fn show(&self, at: &Removed) -> String {
        self.texts(at).map(|values| row::show(&values)).join("/")
    }
    fn show_within(&self, at: &Removed, longest: usize) -> Option<String> {
        let left = self.first.len() - at.0.len();
        let text = (4 * left <= longest + 1).then(|| self.show(at));
        text.filter(|text| text.len() <= longest)
    }
    fn show_move(&self, at: &Removed, place: &usize) -> String {
        let before = at.0.partition_point(|other| other < place);
        format!("take stone {}", place - before + 1)
    }
    fn move_called(&self, at: &Removed, text: &str) -> Option<usize> {
        let number: usize = text.parse().ok()?;
        self.left(at).nth(number.checked_sub(1)?)
    }
}

impl Entry for TwoValues {
    type Game = Self;
    const CARD: Card = Card {
        name: "two-values",
        kind: Kind::Rows,
        aliases: &[("stone-game-vi", "")],
        parameters: "",
        text: text("two-values"),
        notation: "the mover's values, a slash, the other's, like 1,3/2,1",
        example: Example::at("5,2,3,1,4/1,5,3,4,2"),
        sources: &["LeetCode problem 1686, Stone Game VI"],
    };
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Self>, OpenError> {
        no_parameters(parameters)?;
        let [first, second] =
            rows(needed(position, Self::CARD.notation)?).map_err(OpenError::Position)?;
        Ok((Self::new(first, second), Removed::default()))
    }
}

declares!(TwoValues: points, closed_form, strategies, look);
