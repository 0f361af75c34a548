//! Chomp: a bar of chocolate of `rows,columns`, or `rows,columns,layers`; a move bites off a square and all that are not above
//! it, not to the left of it and not in an earlier layer. The upper left square of the first layer is poisoned: a player who
//! has only that square left loses.
//!
//! A position is the lengths of the rows from the top, empty ones left out, the layers separated by `/`: `4,4,2`, `4,3/2`. The
//! layers are drawn one below the other, and a move names its square there: `b2`.
//!
//! The first player wins every bar of more than one square (D. Gale), but the winning move is not known in general.
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
    layers: usize,
}

/// The lengths of the rows, layer by layer, none longer than the one above it or the same one of the layer before; without
/// empty ones at the end.
pub type Rows = SmallVec<[u8; 16]>;

/// The square bitten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bite {
    row: usize,
    column: u8,
}

bouton_core::packs!(Bite { row, column });

impl Chomp {
    /// The rows of a layer. A single one may have more than the bar: its rows and columns may be exchanged.
    fn layer(&self) -> usize {
        match self.layers {
            1 => usize::MAX,
            _ => self.rows,
        }
    }
}

impl Game for Chomp {
    type Position = Rows;
    type Move = Bite;
    fn canonical(&self, at: Rows) -> Rows {
        if self.layers > 1 {
            return at;
        }
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
        let place = |row| [row / self.layer(), row % self.layer()];
        let [layer, above] = place(bite.row);
        let left = |(row, length): (usize, &u8)| match place(row) {
            [own, row] if own >= layer && row >= above => (*length).min(bite.column),
            _ => *length,
        };
        let mut rows: Rows = at.iter().enumerate().map(left).collect();
        let last = rows.iter().rposition(|length| *length > 0);
        rows.truncate(last.map_or(0, |last| last + 1));
        rows
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
        let whole = |message| Err(InputError::whole(message, text));
        let (mut rows, mut start) = (Rows::new(), 0);
        let count = text.split('/').count();
        if count > self.layers {
            let message = format!("expected 1 to {} layers, found {count}", self.layers);
            return whole(message);
        }
        for (layer, written) in text.split('/').enumerate() {
            rows.resize(layer * self.rows, 0);
            for (span, item) in items(written) {
                let before = rows.len().checked_sub(self.rows).map(|row| rows[row]);
                let above = rows.last().filter(|_| rows.len() > layer * self.rows);
                let bounds = [before, above.copied(), Some(self.columns as u8)];
                let most = bounds.into_iter().flatten().min().unwrap_or(0);
                let length = item.parse().ok();
                let length = length.filter(|length| (1..=most).contains(length));
                rows.push(length.ok_or_else(|| {
                    let message =
                        format!("expected the length of a row, 1 to {most}, found {item:?}");
                    InputError::new(message, text, start + span.start..start + span.end)
                })?);
            }
            let found = rows.len() - layer * self.rows;
            if found == 0 || found > self.rows {
                return whole(format!("expected 1 to {} rows, found {found}", self.rows));
            }
            start += written.len() + 1;
        }
        Ok(rows)
    }
    fn show(&self, at: &Rows) -> String {
        let layers = at.chunks(self.layer()).map(|layer| {
            let left = layer.iter().filter(|length| **length > 0);
            left.map(u8::to_string).collect::<Vec<_>>().join(",")
        });
        layers.collect::<Vec<_>>().join("/")
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
        let words = match self.layers {
            1 => "P is poisoned",
            _ => "P is poisoned; the layers are one below the other",
        };
        Scene::of(Figure::Board(
            (0..self.rows * self.layers).map(row).collect(),
        ))
        .noted(words)
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
        parameters: "rows and columns, like chomp:4,5, and layers, like chomp:2,3,4",
        text: text("chomp"),
        notation: "the lengths of the rows from the top; layers separated by /",
        example: Example::new("4,5", "5,5,5,5"),
        sources: &[
            "F. Schuh, Spel van delers, Nieuw Tijdschrift voor Wiskunde 39 (1952)",
            "D. Gale, A curious Nim-type game, American Mathematical Monthly 81 (1974)",
        ],
    };
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Self>, OpenError> {
        let is_flat = parameters.is_none_or(|text| text.matches(',').count() < 2);
        let [rows, columns, layers] = match is_flat {
            true => {
                let [rows, columns] = grid::parameters(parameters, "rows, columns")?;
                [rows, columns, 1]
            }
            false => grid::parameters(parameters, "rows, columns, layers")?,
        };
        let game = Self {
            rows,
            columns,
            layers,
        };
        at_position(game, position)
    }
    fn start(&self) -> Option<<Self as Game>::Position> {
        Some(smallvec![self.columns as u8; self.rows * self.layers])
    }
}

declares!(Chomp: impartial, loopfree, look);
