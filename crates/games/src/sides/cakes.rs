//! Cakes: rectangles of squares, of this many rows and columns. Left divides the columns of one, Right its rows, along the
//! lines of the squares: in Cutcake into two parts, in Maundy Cake into two or more equal parts. In Eatcake Left eats one
//! column and Right one row; the parts on either side are left. A player who cannot move loses.
//!
//! A position is a list of cakes, rows and columns of each: `2x5,3x3`; one cake may be written `2,5`. A move gives a cake and its parts: `2x5>2x2+2x3`.
//!
//! Cutcake: m × n with m ≤ n is worth ⌊n/2^k⌋ − 1, where 2^k is the greatest power of two up to m; `1x2` is 1, `3x4` 1.
//! Maundy Cake: `9x8` is 1, `12x5` −4. Eatcake: `1x6` is ↓, `4x4` *.
//!
//! Source: E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways (1982), ch. 2 and 8.

use bouton_core::entry::{Card, Entry, Example, Kind, OpenError, Opened, needed};
use bouton_core::scene::{Cell, Figure, Owner, Scene, Set};
use bouton_core::{InputError, Notation, Side};
use bouton_texts::text;
use smallvec::smallvec;

use super::pieced::{Options, Piece, Pieced, Pieces, Rules, number};

/// The way cakes are divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Knife {
    /// Into two parts.
    Cut,
    /// Into equal parts.
    Equal,
    /// Around a line that is eaten.
    Eat,
}

impl Knife {
    /// The parts of a side of length `all`.
    fn lengths(self, all: u32) -> Box<dyn Iterator<Item = Lengths>> {
        match self {
            Self::Cut => Box::new((1..=all / 2).map(move |a| Lengths::Two(a, all - a))),
            Self::Eat => Box::new((0..=(all - 1) / 2).map(move |a| Lengths::Two(a, all - 1 - a))),
            Self::Equal => {
                let parts = (2..=all).filter(move |parts| all.is_multiple_of(*parts));
                Box::new(parts.map(move |parts| Lengths::Equal(parts, all / parts)))
            }
        }
    }
}

/// Lengths with a given sum: two, either of which may be 0, or this many equal ones.
enum Lengths {
    Two(u32, u32),
    Equal(u32, u32),
}

impl Rules for Knife {
    fn options(&self, [rows, columns]: Piece, side: Side) -> Options<'_> {
        let all = match side {
            Side::Left => columns,
            Side::Right => rows,
        };
        let cake = move |length| match side {
            Side::Left => [rows, length],
            Side::Right => [length, columns],
        };
        Box::new(self.lengths(all).map(move |lengths| match lengths {
            Lengths::Equal(parts, length) => smallvec![cake(length); parts as usize],
            Lengths::Two(a, b) => {
                let parts = [a, b].into_iter().filter(|length| *length > 0);
                parts.map(cake).collect::<Pieces>()
            }
        }))
    }
    fn negative(&self, [rows, columns]: Piece) -> Option<Piece> {
        Some([columns, rows])
    }
    fn read(&self, text: &str) -> Option<Piece> {
        let (rows, columns) = text.split_once('x')?;
        Some([number(rows)?, number(columns)?])
    }
    fn alone(&self, text: &str) -> Option<Piece> {
        let (rows, columns) = text.split_once(',')?;
        Some([number(rows)?, number(columns)?])
    }
    fn expected(&self) -> &'static str {
        "rows and columns of a cake like 2x5"
    }
    fn show(&self, [rows, columns]: Piece) -> String {
        format!("{rows}x{columns}")
    }
    fn words(&self, [rows, columns]: Piece, into: &[Piece]) -> String {
        let cake = format!("the {rows}×{columns} cake");
        let Some([height, width]) = into.first() else {
            return format!("eat {cake}");
        };
        let (line, length) = match *height == rows {
            true => ("column", width),
            false => ("row", height),
        };
        let parts = into.len();
        match self {
            Self::Equal => format!("divide {cake} into {parts} parts of {height}×{width}"),
            Self::Cut => format!("cut {cake} after {line} {length}"),
            // If the first line is eaten there is no part before it.
            Self::Eat if parts == 1 => format!("eat {line} 1 of {cake}"),
            Self::Eat => format!("eat {line} {} of {cake}", length + 1),
        }
    }
    fn scene(&self, at: &[Piece]) -> Scene {
        match board(at) {
            Some(figure) => Scene::of(figure).with(Set::Cake),
            None => Scene::of(Figure::Words(Pieced(Box::new(*self)).show(&at.into()))),
        }
    }
}

/// Cakes of more rows or columns are not drawn, nor more of them than crumbs of one of these.
const WIDEST: u32 = 40;

/// The cakes side by side, if they are small.
fn board(cakes: &[Piece]) -> Option<Figure> {
    let height = cakes.iter().map(|cake| cake[0]).max()?;
    let area = cakes
        .iter()
        .map(|[rows, columns]| rows.saturating_mul(*columns));
    let area = area.fold(0, u32::saturating_add);
    if height > WIDEST || cakes.iter().any(|cake| cake[1] > WIDEST) || area > WIDEST * WIDEST {
        return None;
    }
    let row = |row: u32| {
        let cell = |there: bool| match there {
            true => Cell::Piece(Owner::Neutral, String::new()),
            false => Cell::Hole,
        };
        let mut cells = Vec::new();
        for [rows, columns] in cakes {
            cells.extend((0..*columns).map(|_| cell(row < *rows)));
            cells.push(Cell::Hole);
        }
        cells.pop();
        cells
    };
    Some(Figure::Board((0..height).map(row).collect()))
}

const NOTATION: &str = "a list of cakes, rows and columns of each: 2x5,3x3, or 2,5 for one; R after it if Right is to move";

fn open(
    knife: Knife,
    parameters: Option<&str>,
    position: Option<&str>,
) -> Result<Opened<Pieced>, OpenError> {
    if let Some(text) = parameters {
        let message =
            "this game takes no parameters: the size of the cake is the position, like 2,3 or 2x3";
        let error = InputError::whole(message, text);
        return Err(OpenError::Parameters(error));
    }
    let game = Pieced(Box::new(knife));
    let at = game.parse(needed(position, NOTATION)?);
    Ok((game, at.map_err(OpenError::Position)?))
}

const fn card(name: &'static str, text: &'static str, position: &'static str) -> Card {
    Card {
        name,
        kind: Kind::Sides,
        aliases: &[],
        parameters: "",
        text,
        notation: NOTATION,
        example: Example::at(position),
        sources: &["Berlekamp, Conway, Guy, Winning Ways (1982), ch. 2 and 8"],
    }
}

/// Cutcake.
#[derive(Debug)]
pub struct Cutcake;

impl Entry for Cutcake {
    type Game = Pieced;
    const CARD: Card = card("cutcake", text("cutcake"), "4x9,3x2");
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Pieced>, OpenError> {
        open(Knife::Cut, parameters, position)
    }
}

/// Maundy Cake.
#[derive(Debug)]
pub struct MaundyCake;

impl Entry for MaundyCake {
    type Game = Pieced;
    const CARD: Card = card("maundy-cake", text("maundy-cake"), "9x8,6x4");
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Pieced>, OpenError> {
        open(Knife::Equal, parameters, position)
    }
}

/// Eatcake.
#[derive(Debug)]
pub struct Eatcake;

impl Entry for Eatcake {
    type Game = Pieced;
    const CARD: Card = card("eatcake", text("eatcake"), "3x4,1x5");
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Pieced>, OpenError> {
        open(Knife::Eat, parameters, position)
    }
}
