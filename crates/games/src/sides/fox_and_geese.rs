//! Fox and Geese: on the squares of one colour of a board, Left moves a goose to a free square diagonally below it, Right the
//! fox to any free square diagonally next to it. Nothing is captured. Once the fox is past the geese, where they can never
//! stop it, they leave the board. A player who cannot move loses: the geese hem the fox in, or it slips past them.
//!
//! A position is the board row by row from the top: `G` a goose, `F` the fox, `.` no piece:
//! `......../......../G.G.G.G./......../F.......`; a move names the squares it leads from and to: `a3-b2`.
//!
//! Or the squares, row and column from the bottom left: `(3,1)(3,3)(3,5)(3,7)/(1,1)`, on eight rows and columns if there are no
//! parameters.
//!
//! That position is worth {6 | 2over}: the geese can hem the fox in with six moves to spare.
//!
//! Sources: E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways (1982), ch. 20; A. N. Siegel, Coping with Cycles, Games
//! of No Chance 3 (2009).

use bouton_core::entry::{Card, Entry, Example, Kind, OpenError, Opened};
use bouton_core::scene;
use bouton_core::{InputError, Side};
use bouton_texts::text;
use smallvec::{SmallVec, smallvec};

use super::marked::{Marked, Marks, Move, Rules};
use super::steps::Direction;
use crate::boards::free::{Set, Size, members};

const DOWN_LEFT: Direction = (1, -1);
const DOWN_RIGHT: Direction = (1, 1);
const UP_LEFT: Direction = (-1, -1);
const UP_RIGHT: Direction = (-1, 1);

/// The rules on a board of one size. The geese are Left's marks, the fox Right's.
#[derive(Debug)]
struct Board(Size);

impl Board {
    /// The position without geese if they can never stop the fox: it is above them all and can go further up, or come back
    /// down to where that holds.
    fn settled(&self, at: Marks) -> Marks {
        let row = |cell: usize| cell / self.0.columns;
        let fox = members(at.right).map(row).next();
        let goose = members(at.left).map(row).next();
        match (fox, goose) {
            (Some(fox), Some(goose)) if goose > fox && (fox > 0 || goose > 1) => Marks {
                left: 0,
                right: at.right,
            },
            _ => at,
        }
    }
}

impl Rules for Board {
    fn moves(&self, at: Marks, side: Side) -> Vec<Move> {
        let directions: &[Direction] = match side {
            Side::Left => &[DOWN_LEFT, DOWN_RIGHT],
            Side::Right => &[DOWN_LEFT, DOWN_RIGHT, UP_LEFT, UP_RIGHT],
        };
        let mut moves = Vec::new();
        for from in members(at.of(side)) {
            let lines = directions
                .iter()
                .filter_map(|way| self.0.line(from, *way, 2));
            for to in lines
                .map(|line| line[1])
                .filter(|to| at.all() >> to & 1 == 0)
            {
                let own = at.of(side) & !(1 << from) | 1 << to;
                let after = Marks::pieces([own, at.of(side.other())], 0).seen_by(side);
                moves.push(Move::between(from, to, self.settled(after)));
            }
        }
        moves
    }
    fn lacks(&self, at: Marks) -> Option<&'static str> {
        let colour = |cell: usize| (cell / self.0.columns + cell % self.0.columns) % 2;
        let mut colours = members(at.all()).map(colour);
        let first = colours.next();
        let is_one_colour = colours.all(|colour| Some(colour) == first);
        match (at.right.count_ones(), is_one_colour) {
            (1, true) => None,
            (1, false) => Some("expected all pieces on squares of one colour"),
            _ => Some("expected one fox F"),
        }
    }
    /// The fox can go back and forth.
    fn ends(&self) -> bool {
        false
    }
    fn height(&self, _at: Marks) -> u32 {
        0
    }
    fn canonical(&self, at: Marks) -> Marks {
        let mirrored = |set: Set| self.0.mirrored(set);
        at.min(Marks {
            left: mirrored(at.left),
            right: mirrored(at.right),
        })
    }
    fn summands(&self, at: Marks) -> SmallVec<[Marks; 2]> {
        smallvec![at]
    }
    fn negative(&self, _at: Marks) -> Option<Marks> {
        None
    }
    fn words(&self, cells: &[String]) -> Option<String> {
        let [from, to] = cells else { return None };
        Some(format!("{from} to {to}"))
    }
}

/// The board of a position that names squares, row and column from the bottom left: the geese, a slash and the fox, as in
/// `(3,1)(3,3)(3,5)(3,7)/(1,1)`. Without parameters the board has eight rows and columns.
fn drawn(text: &str, parameters: Option<&str>) -> Result<String, OpenError> {
    let size = match parameters {
        Some(_) => Size::read_or_seen(parameters, None)?,
        None => Size {
            rows: 8,
            columns: 8,
        },
    };
    let wrong = || {
        let message = format!(
            "expected squares (row,column), counted from the bottom left of {} rows and {} columns: the geese, a slash and the fox, \
             like (3,1)(3,3)(3,5)(3,7)/(1,1)",
            size.rows, size.columns
        );
        OpenError::Position(InputError::whole(message, text))
    };
    let square = |square: &str| {
        let (row, column) = square.strip_suffix(')')?.split_once(',')?;
        let (row, column): (usize, usize) = (row.parse().ok()?, column.parse().ok()?);
        let is_inside = (1..=size.rows).contains(&row) && (1..=size.columns).contains(&column);
        is_inside.then(|| (size.rows - row, column - 1))
    };
    let plain: String = text.chars().filter(|sign| !sign.is_whitespace()).collect();
    let (geese, fox) = plain.split_once('/').ok_or_else(wrong)?;
    let mut board = vec![vec!['.'; size.columns]; size.rows];
    for (squares, sign) in [(geese, 'G'), (fox, 'F')] {
        for found in squares.split('(').skip(1) {
            let (row, column) = square(found).ok_or_else(wrong)?;
            if board[row][column] != '.' {
                return Err(wrong());
            }
            board[row][column] = sign;
        }
    }
    let rows: Vec<String> = board.into_iter().map(String::from_iter).collect();
    Ok(rows.join("/"))
}

/// Fox and Geese.
#[derive(Debug)]
pub struct FoxAndGeese;

impl Entry for FoxAndGeese {
    type Game = Marked;
    const CARD: Card = Card {
        name: "fox-and-geese",
        kind: Kind::Sides,
        aliases: &[],
        parameters: "rows and columns, like fox-and-geese:4,6; without them the board is as large as the position",
        text: text("fox-and-geese"),
        notation: "the board by rows from the top: G for geese, F for the fox, . for no piece; or the squares (row,column) of the geese, a slash and that of the fox; R after it if Right is to move",
        example: Example::at("......../......../G.G.G.G./......../F......."),
        sources: &[
            "Berlekamp, Conway, Guy, Winning Ways (1982), ch. 20",
            "A. N. Siegel, Coping with Cycles, Games of No Chance 3 (2009)",
        ],
    };
    const TO_PLAY: Option<Example> = Some(Example::at("G.G.G./....../....../....../..F..."));
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Marked>, OpenError> {
        let looks = (['G', 'F', '.', '.'], scene::Set::Geese);
        let board = match position.filter(|text| text.trim_start().starts_with('(')) {
            Some(squares) => Some(drawn(squares, parameters)?),
            None => None,
        };
        let position = board.as_deref().or(position);
        Marked::on_board(parameters, position, Self::CARD.notation, looks, Board)
    }
}
