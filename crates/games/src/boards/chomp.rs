//! Chomp: a bar of chocolate of `rows,columns`; a move bites off a square and all squares below it or to the right. The
//! upper left square is poisoned: a player who has only that square left loses.
//!
//! A position is the lengths of the rows from the top, empty ones left out: `4,4,2`; a move names its square: `b2`.
//!
//! The first player wins every bar larger than 1 × 1 (D. Gale), but the winning move is not known in general.
//!
//! Sources: F. Schuh, Spel van delers, Nieuw Tijdschrift voor Wiskunde 39 (1952); D. Gale, A curious Nim-type game,
//! American Mathematical Monthly 81 (1974).

use bouton_core::entry::{Card, Entry, Example, Kind, OpenError, Opened, at_position};
use bouton_core::notation::items;
use bouton_core::scene::{Cell, Drawn, Figure, Names, Owner, Scene, Set};
use bouton_core::{
    Alternating, Game, Impartial, InputError, Loopfree, Notation, WinLoss, declares,
};
use bouton_texts::text;
use num_bigint::BigUint;
use smallvec::{SmallVec, smallvec};

use super::grid;

/// The rules: the size of the full bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chomp {
    rows: usize,
    columns: usize,
}

/// The lengths of the rows, none longer than the one above it.
pub type Rows = SmallVec<[u8; 16]>;

/// The square bitten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bite {
    row: usize,
    column: u8,
}

bouton_core::packs!(Bite { row, column });

impl Game for Chomp {
    type Position = Rows;
    type Move = Bite;
    fn canonical(&self, at: Rows) -> Rows {
        let first = at.first().copied().unwrap_or(0);
        let column = |c: u8| at.iter().filter(|length| **length > c).count() as u8;
        let columns: Rows = (0..first).map(column).collect();
        at.min(columns)
    }
    fn tokens(&self, at: &Rows) -> Option<BigUint> {
        Some(self.height(at).into())
    }
}

impl Alternating for Chomp {
    type Score = WinLoss;
    fn moves<'g>(&'g self, at: &Rows) -> impl Iterator<Item = Bite> + use<'g> {
        let bites = |(row, length): (usize, u8)| {
            let first = u8::from(row == 0);
            (first..length).map(move |column| Bite { row, column })
        };
        at.clone().into_iter().enumerate().flat_map(bites)
    }
    fn play(&self, at: &Rows, bite: &Bite) -> Rows {
        let left = |(row, length): (usize, &u8)| {
            if row < bite.row {
                *length
            } else {
                (*length).min(bite.column)
            }
        };
        let rows = at.iter().enumerate().map(left);
        rows.take_while(|length| *length > 0).collect()
    }
    fn score(&self, at: &Rows) -> Option<WinLoss> {
        (at[..] == [1]).then_some(WinLoss::Loss)
    }
}

impl Loopfree for Chomp {
    type Height = u32;
    fn height(&self, at: &Rows) -> u32 {
        at.iter().map(|length| u32::from(*length)).sum()
    }
}

impl Impartial for Chomp {}

impl Notation for Chomp {
    fn parse(&self, text: &str) -> Result<Rows, InputError> {
        let mut rows: Rows = smallvec![];
        for (span, item) in items(text) {
            let most = rows.last().copied().unwrap_or(self.columns as u8);
            let length = item
                .parse()
                .ok()
                .filter(|length| (1..=most).contains(length));
            rows.push(length.ok_or_else(|| {
                let message = format!("expected the length of a row, 1 to {most}, found {item:?}");
                InputError::new(message, text, span)
            })?);
        }
        if rows.is_empty() || rows.len() > self.rows {
            let message = format!("expected 1 to {} rows, found {}", self.rows, rows.len());
            return Err(InputError::whole(message, text));
        }
        Ok(rows)
    }
    fn show(&self, at: &Rows) -> String {
        let lengths: SmallVec<[String; 16]> = at.iter().map(u8::to_string).collect();
        lengths.join(",")
    }
    fn show_move(&self, _at: &Rows, bite: &Bite) -> String {
        grid::cell_name(bite.row, bite.column.into())
    }
}

impl Drawn for Chomp {
    fn scene(&self, at: &Rows) -> Scene {
        let cell = |row: usize, column: usize| {
            let left = at
                .get(row)
                .is_some_and(|length| column < usize::from(*length));
            match (left, row + column) {
                (false, _) => Cell::Empty,
                (true, 0) => Cell::Piece(Owner::Second, "P".into()),
                (true, _) => Cell::Piece(Owner::Neutral, "#".into()),
            }
        };
        let row = |row| (0..self.columns).map(|column| cell(row, column)).collect();
        Scene::of(Figure::Board((0..self.rows).map(row).collect()))
            .noted("P is poisoned")
            .with(Set::Chocolate)
            .named(Names::FromTop)
    }
}

impl Entry for Chomp {
    type Game = Self;
    const CARD: Card = Card {
        name: "chomp",
        kind: Kind::Boards,
        aliases: &[],
        parameters: "rows and columns, like chomp:4,5",
        text: text("chomp"),
        notation: "the lengths of the rows from the top",
        example: Example::new("4,5", "5,5,5,5"),
        sources: &[
            "F. Schuh, Spel van delers, Nieuw Tijdschrift voor Wiskunde 39 (1952)",
            "D. Gale, A curious Nim-type game, American Mathematical Monthly 81 (1974)",
        ],
    };
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Self>, OpenError> {
        let [rows, columns] = grid::parameters(parameters, "rows, columns")?;
        at_position(Self { rows, columns }, position)
    }
    fn start(&self) -> Option<<Self as Game>::Position> {
        Some(smallvec![self.columns as u8; self.rows])
    }
}

declares!(Chomp: impartial, loopfree, look);
