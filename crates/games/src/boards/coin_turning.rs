//! Coin turning: coins in a row show heads or tails. A move turns some of them, of which the one furthest to the right goes
//! from heads to tails. The last to move wins. The parameter says which coins are turned together:
//!
//! | parameter | coins turned | value of a head at place n = 0, 1, … |
//! |---|---|---|
//! | `turtles` | one or two | n + 1 |
//! | `mock-turtles` | one, two or three | the odious numbers 1, 2, 4, 7, 8, … |
//! | `moebius` | one to five | 1, 2, 4, 8, 16, 31, … |
//! | `twins` | two | n |
//! | `triplets` | three | 0, 0, then the odious numbers |
//! | `ruler` | any number side by side | the greatest power of 2 that divides n + 1 |
//!
//! Two parameters play on a board: a move turns the coins where the rows of a move of the first game meet the columns of a
//! move of the second, and the one furthest down and to the right goes from heads to tails. `twins,twins` is Turning Corners.
//!
//! A position is the coins row by row from the top: `H` heads, `T` tails: `THHT`. A move names the coins that it turns, the
//! last one first: `c1-a1`.
//!
//! Each head counts for itself: the value of a position is the xor of the values of its heads, and on a board the value of a
//! head is the nim product of its values in the two games (the Tartan theorem).
//!
//! Sources: H. W. Lenstra, Nim multiplication, IHES (1978); E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways (1982),
//! ch. 14.

use bouton_core::entry::{Card, Entry, Example, Kind, OpenError, Opened, needed};
use bouton_core::game::{Closed, ClosedForm};
use bouton_core::notation::items;
use bouton_core::scene::{self, Cell, Drawn, Names, Owner, Scene};
use bouton_core::{
    Alternating, Counted, Game, Impartial, InputError, Loopfree, Notation, Reason, WinLoss,
    declares,
};
use bouton_texts::text;
use num_bigint::BigUint;

use super::free::{Set, Size, members};

/// The coins of a row that are turned together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turns {
    /// At least one and at most so many.
    UpTo(usize),
    /// Exactly so many.
    Exactly(usize),
    /// Any number side by side.
    Ruler,
}

const NAMED: [(&str, Turns); 6] = [
    ("turtles", Turns::UpTo(2)),
    ("mock-turtles", Turns::UpTo(3)),
    ("moebius", Turns::UpTo(5)),
    ("twins", Turns::Exactly(2)),
    ("triplets", Turns::Exactly(3)),
    ("ruler", Turns::Ruler),
];

impl Turns {
    /// The sets of coins of a row that are turned together with coin `last`, which is the last of them.
    fn with_last(self, last: usize) -> Vec<Set> {
        let own: Set = 1 << last;
        match self {
            Self::UpTo(most) => (1..=most)
                .flat_map(|count| chosen(last, count - 1))
                .collect(),
            Self::Exactly(count) => chosen(last, count - 1),
            Self::Ruler => (0..=last)
                .map(|first| (own - 1) >> first << first)
                .collect(),
        }
        .into_iter()
        .map(|others| others | own)
        .collect()
    }
}

/// The sets of `count` of the first `all` coins.
fn chosen(all: usize, count: usize) -> Vec<Set> {
    match count {
        0 => vec![0],
        _ => (0..all)
            .flat_map(|last| {
                let others = chosen(last, count - 1).into_iter();
                others.map(move |others| others | 1 << last)
            })
            .collect(),
    }
}

/// The rules on coins in one arrangement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoinTurning {
    size: Size,
    /// The sets of coins that are turned together with each coin, which is the last of them.
    turned: Vec<Vec<Set>>,
    /// The Grundy value of each coin as the only head.
    values: Vec<u64>,
}

/// More sets of coins are too many to list.
const MOST: usize = 1 << 18;

impl CoinTurning {
    /// The rules of rows and columns.
    fn new(size: Size, rows: Option<Turns>, columns: Turns) -> Option<Self> {
        let (mut turned, mut all) = (Vec::new(), 0);
        let mut values: Vec<u64> = Vec::new();
        for cell in 0..size.rows * size.columns {
            let (row, column) = (cell / size.columns, cell % size.columns);
            let down = rows.map_or_else(|| vec![1], |rows| rows.with_last(row));
            let across = columns.with_last(column);
            all += down.len() * across.len();
            if all > MOST {
                return None;
            }
            let meet = |rows: Set, columns: Set| {
                let lines = members(rows).map(|row| columns << (row * size.columns));
                lines.fold(0, |set, line| set | line)
            };
            let pairs = down
                .iter()
                .flat_map(|rows| across.iter().map(|columns| meet(*rows, *columns)));
            let sets: Vec<Set> = pairs.collect();
            // The coins before this one have their values, and this one is turned to tails.
            let left = sets.iter().map(|set| sum(&values, set & !(1 << cell)));
            values.push(least_without(left.collect()));
            turned.push(sets);
        }
        Some(Self {
            size,
            turned,
            values,
        })
    }

    /// The moves that change the xor of the values by `change`.
    fn changing(&self, at: &Set, change: u64) -> Vec<Set> {
        let moves = self.moves(at);
        moves
            .filter(|turned| sum(&self.values, *turned) == change)
            .collect()
    }
}

/// The xor of the values of some coins.
fn sum(values: &[u64], coins: Set) -> u64 {
    members(coins).fold(0, |sum, coin| sum ^ values[coin])
}

/// The least number that is not among these.
fn least_without(mut numbers: Vec<u64>) -> u64 {
    numbers.sort_unstable();
    let next = |least: u64, number: u64| least + u64::from(number == least);
    numbers.into_iter().fold(0, next)
}

impl Game for CoinTurning {
    /// The coins that show heads.
    type Position = Set;
    /// The coins turned.
    type Move = Set;
    fn key(&self, at: &Set) -> Option<u64> {
        Some(*at)
    }
}

impl Alternating for CoinTurning {
    type Score = WinLoss;
    fn moves<'g>(&'g self, at: &Set) -> impl Iterator<Item = Set> + use<'g> {
        members(*at).flat_map(|cell| self.turned[cell].iter().copied())
    }
    fn play(&self, at: &Set, turned: &Set) -> Set {
        at ^ turned
    }
    fn score(&self, at: &Set) -> Option<WinLoss> {
        let mut heads = members(*at);
        heads
            .all(|cell| self.turned[cell].is_empty())
            .then_some(WinLoss::Loss)
    }
}

impl Loopfree for CoinTurning {
    /// The last coin turned goes to tails, and counts more than all before it.
    type Height = u64;
    fn height(&self, at: &Set) -> u64 {
        *at
    }
}

/// The heads are no independent parts: two that meet at one place vanish, which changes misère play. Their values add up.
impl Impartial for CoinTurning {}

impl ClosedForm for CoinTurning {
    fn closed_form(&self, at: &Set) -> Closed<Self> {
        let total = sum(&self.values, *at);
        let winning = match total {
            0 => Vec::new(),
            total => self.changing(at, total),
        };
        let reason = Reason::NimSum {
            what: Counted::GRUNDY_VALUE,
            parts: members(*at).map(|coin| self.values[coin].into()).collect(),
            sum: total.into(),
        };
        let every = self.moves(at).count();
        Closed::by_winning_moves(winning, Some(every.into()), reason).with_grundy(total.into())
    }
    fn moves_to_grundy(&self, at: &Set, grundy: &BigUint) -> Option<Vec<Set>> {
        let change = u64::try_from(grundy).map(|grundy| grundy ^ sum(&self.values, *at));
        // A value beyond 64 bits is not reached.
        Some(change.map_or_else(|_| Vec::new(), |change| self.changing(at, change)))
    }
}

impl Notation for CoinTurning {
    fn parse(&self, text: &str) -> Result<Set, InputError> {
        let [heads, _] = self.size.parse::<Set, 2>(text, ['H', 'T'])?;
        Ok(heads)
    }
    fn show(&self, at: &Set) -> String {
        self.size
            .show(|cell| if at >> cell & 1 == 1 { 'H' } else { 'T' })
    }
    fn signs(&self) -> Vec<char> {
        vec!['H', 'T']
    }
    fn show_move(&self, _at: &Set, turned: &Set) -> String {
        let mut names: Vec<String> = members(*turned).map(|cell| self.size.name(cell)).collect();
        names.reverse();
        names.join("-")
    }
    fn move_in_words(&self, _at: &Set, turned: &Set) -> Option<String> {
        let names: Vec<String> = members(*turned).map(|cell| self.size.name(cell)).collect();
        let (last, first) = names.split_last()?;
        Some(match first {
            [] => format!("turn {last}"),
            first => format!("turn {} and {last}", first.join(", ")),
        })
    }
}

impl Drawn for CoinTurning {
    fn scene(&self, at: &Set) -> Scene {
        let board = self.size.board(|cell| match at >> cell & 1 {
            1 => Cell::Piece(Owner::First, "H".into()),
            _ => Cell::Piece(Owner::Neutral, "T".into()),
        });
        Scene::of(board)
            .with(scene::Set::Faces)
            .named(Names::FromTop)
    }
}

/// The games that the parameters name: of the rows, if there are two, and of the columns.
fn named(parameters: Option<&str>) -> Result<(Option<Turns>, Turns), OpenError> {
    let text = parameters.unwrap_or("");
    let mut found = Vec::new();
    for (span, item) in items(text) {
        let known = NAMED
            .iter()
            .find(|(name, _)| name.eq_ignore_ascii_case(item));
        let (_, turns) = known.ok_or_else(|| {
            let names = NAMED.map(|(name, _)| name).join(", ");
            let message = format!("expected one of {names}, found {item}");
            OpenError::Parameters(InputError::new(message, text, span))
        })?;
        found.push(*turns);
    }
    match found[..] {
        [turns] => Ok((None, turns)),
        [rows, columns] => Ok((Some(rows), columns)),
        _ => {
            let message =
                "expected the name of a game of coins, or two for a board, like coin-turning:ruler";
            Err(OpenError::parameters(parameters, message))
        }
    }
}

impl Entry for CoinTurning {
    type Game = Self;
    const CARD: Card = Card {
        name: "coin-turning",
        kind: Kind::Boards,
        aliases: &[
            ("turning-turtles", "turtles"),
            ("mock-turtles", "mock-turtles"),
            ("twins", "twins"),
            ("turning-corners", "twins,twins"),
        ],
        parameters: "which coins a move turns: turtles one or two, mock-turtles one to three, moebius one to five, twins two, triplets three, ruler any number side by side; two of them for a board, like coin-turning:twins,ruler",
        text: text("coin-turning"),
        notation: "the coins by rows from the top: H for heads, T for tails",
        example: Example::new("turtles", "THHTTH"),
        sources: &[
            "H. W. Lenstra, Nim multiplication, IHES (1978)",
            "Berlekamp, Conway, Guy, Winning Ways (1982), ch. 14",
        ],
    };
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Self>, OpenError> {
        let (rows, columns) = named(parameters)?;
        let text = needed(position, Self::CARD.notation)?;
        let size = Size::read_or_seen(None, position)?;
        let refused = |message: String| OpenError::Position(InputError::whole(message, text));
        if rows.is_none() && size.rows > 1 {
            return Err(refused(format!(
                "expected one row of coins, found {}",
                size.rows
            )));
        }
        let game = Self::new(size, rows, columns).ok_or_else(|| {
            refused(format!(
                "expected coins with at most {MOST} moves, found more"
            ))
        })?;
        let at = game.parse(text).map_err(OpenError::Position)?;
        Ok((game, at))
    }
}

declares!(CoinTurning: impartial, loopfree, closed_form, look);
