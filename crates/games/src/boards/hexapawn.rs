//! Hexapawn: pawns of both players face each other on opposite edges of a board. A pawn steps forward to a free cell or
//! captures diagonally forward. A player wins by reaching the far edge, or by leaving the other without a move.
//!
//! A position is its rows from the top as the player to move faces it: own pawns `X` go up, the other's `O` come down,
//! `OOO/.../XXX`. After a move the board is turned to face the next player. A move is two cells, column letter and row
//! from the top: `b3-b2` steps, `b3xa2` takes.
//!
//! ```
//! use bouton_core::{Alternating, Entry, Notation};
//! use bouton_games::boards::Hexapawn;
//! let (game, at) = Hexapawn::open(Some("3,3"), None).unwrap();
//! let first = game.moves(&at).next().unwrap();
//! assert_eq!(game.show_move(&at, &first), "a3-a2");
//! assert_eq!(game.show(&game.play(&at, &first)), "OO./..O/XXX");
//! ```
//!
//! Source: M. Gardner, Mathematical Games, Scientific American 206, March 1962: 3 × 3 is lost for the player to move.

use bouton_core::entry::{Card, Entry, Example, Kind, OpenError, Opened, at_position};
use bouton_core::game::{Alternating, Game, Loopfree};
use bouton_core::scene::{Cell, Drawn, Figure, Names, Owner, Scene, Seat, Set};
use bouton_core::{InputError, Notation, WinLoss, declares};
use bouton_texts::text;

use super::grid;

/// A board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hexapawn {
    rows: u32,
    columns: u32,
}

/// The pawns, a bit a cell, row by row from the top, as the player to move faces the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pawns {
    mover: u64,
    other: u64,
}

bouton_core::packs!(Pawns { mover, other });

/// A move of a pawn, as cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Advance {
    from: u32,
    to: u32,
}

bouton_core::packs!(Advance { from, to });

impl Hexapawn {
    /// The game on `rows` × `columns` cells, from two rows to 64 cells.
    pub fn new(rows: usize, columns: usize) -> Option<Self> {
        let cells = rows.checked_mul(columns)?;
        (rows >= 2 && columns >= 1 && cells <= 64).then_some(Self {
            rows: rows as u32,
            columns: columns as u32,
        })
    }

    fn cells(&self) -> u32 {
        self.rows * self.columns
    }

    /// The edge nearest to the player to move.
    fn home(&self) -> u64 {
        self.far() << (self.cells() - self.columns)
    }

    fn far(&self) -> u64 {
        u64::MAX >> (64 - self.columns)
    }

    fn initial(&self) -> Pawns {
        Pawns {
            mover: self.home(),
            other: self.far(),
        }
    }

    /// The cells that a pawn on `from` can move to.
    fn targets(&self, at: Pawns, from: u32) -> impl Iterator<Item = u32> + use<> {
        let column = from % self.columns;
        let ahead = from.checked_sub(self.columns);
        let (last, is_free) = (self.columns - 1, move |cell: u32| {
            (at.mover | at.other) >> cell & 1 == 0
        });
        let is_foe = move |cell: u32| at.other >> cell & 1 == 1;
        let left = ahead
            .filter(|_| column > 0)
            .map(|cell| cell - 1)
            .filter(|c| is_foe(*c));
        let right = ahead
            .filter(|_| column < last)
            .map(|cell| cell + 1)
            .filter(|c| is_foe(*c));
        let step = ahead.filter(|cell| is_free(*cell));
        left.into_iter().chain(step).chain(right)
    }

    fn turned(&self, pawns: u64) -> u64 {
        pawns.reverse_bits() >> (64 - self.cells())
    }

    fn mirror(&self, pawns: u64) -> u64 {
        let image = |cell: u32| cell - cell % self.columns + self.columns - 1 - cell % self.columns;
        (0..self.cells())
            .filter(|cell| pawns >> cell & 1 == 1)
            .fold(0, |mirrored, cell| mirrored | 1 << image(cell))
    }

    /// The reason why no play leads to these pawns, if one is known.
    fn impossible(&self, at: &Pawns) -> Option<String> {
        if at.mover & self.far() != 0 {
            let message =
                "a pawn of the player to move has reached the far edge: play was over before";
            return Some(message.into());
        }
        if (at.other & self.home()).count_ones() > 1 {
            return Some(
                "two pawns have reached the near edge: play was over with the first".into(),
            );
        }
        let pawns = [at.mover, at.other].map(u64::count_ones);
        pawns.iter().any(|count| *count > self.columns).then(|| {
            let ([own, other], columns) = (pawns, self.columns);
            format!("expected at most {columns} pawns each, with which play begins; found {own} X and {other} O")
        })
    }

    fn cell_name(&self, cell: u32) -> String {
        grid::cell_name(
            (cell / self.columns) as usize,
            (cell % self.columns) as usize,
        )
    }
}

impl Game for Hexapawn {
    type Position = Pawns;
    type Move = Advance;
    fn canonical(&self, at: Pawns) -> Pawns {
        at.min(Pawns {
            mover: self.mirror(at.mover),
            other: self.mirror(at.other),
        })
    }
    fn key(&self, at: &Pawns) -> Option<u64> {
        (self.cells() <= 32).then_some(at.mover << 32 | at.other)
    }
}

impl Alternating for Hexapawn {
    type Score = WinLoss;
    fn moves<'g>(&'g self, at: &Pawns) -> impl Iterator<Item = Advance> + use<'g> {
        let at = *at;
        let over = at.other & self.home() != 0;
        (0..self.cells())
            .filter(move |from| !over && at.mover >> from & 1 == 1)
            .flat_map(move |from| self.targets(at, from).map(move |to| Advance { from, to }))
    }
    fn play(&self, at: &Pawns, mv: &Advance) -> Pawns {
        let moved = at.mover & !(1 << mv.from) | 1 << mv.to;
        Pawns {
            mover: self.turned(at.other & !(1 << mv.to)),
            other: self.turned(moved),
        }
    }
    fn score(&self, at: &Pawns) -> Option<WinLoss> {
        self.moves(at).next().is_none().then_some(WinLoss::Loss)
    }
}

impl Loopfree for Hexapawn {
    type Height = u32;
    /// The rows still to go by all pawns, plus one for each pawn.
    fn height(&self, at: &Pawns) -> u32 {
        let ways = |pawns: u64| {
            let on_board = (0..self.cells()).filter(move |cell| pawns >> cell & 1 == 1);
            on_board.map(|cell| cell / self.columns + 1).sum::<u32>()
        };
        ways(at.mover) + ways(self.turned(at.other))
    }
}

impl Notation for Hexapawn {
    fn parse(&self, text: &str) -> Result<Pawns, InputError> {
        if text.is_empty() {
            return Ok(self.initial());
        }
        let signs = grid::parse(text, self.rows as usize, self.columns as usize, "XO.")?;
        let of = |wanted: char| {
            let cells = signs
                .iter()
                .enumerate()
                .filter(|(_, sign)| **sign == wanted);
            cells.fold(0u64, |pawns, (cell, _)| pawns | 1 << cell)
        };
        let at = Pawns {
            mover: of('X'),
            other: of('O'),
        };
        match self.impossible(&at) {
            Some(why) => Err(InputError::whole(why, text)),
            None => Ok(at),
        }
    }
    fn show(&self, at: &Pawns) -> String {
        let sign = |cell: u32| match (at.mover >> cell & 1, at.other >> cell & 1) {
            (1, _) => 'X',
            (_, 1) => 'O',
            _ => '.',
        };
        grid::show(self.columns as usize, (0..self.cells()).map(sign))
    }
    fn show_move(&self, _at: &Pawns, mv: &Advance) -> String {
        let straight = mv.from == mv.to + self.columns;
        let sign = if straight { '-' } else { 'x' };
        format!("{}{sign}{}", self.cell_name(mv.from), self.cell_name(mv.to))
    }
}

impl Drawn for Hexapawn {
    fn scene(&self, at: &Pawns) -> Scene {
        let cell = |cell: u32| match (at.mover >> cell & 1, at.other >> cell & 1) {
            (1, _) => Cell::Piece(Owner::First, "X".into()),
            (_, 1) => Cell::Piece(Owner::Second, "O".into()),
            _ => Cell::Empty,
        };
        let row = |row| {
            (row * self.columns..(row + 1) * self.columns)
                .map(cell)
                .collect()
        };
        Scene::of(Figure::Board((0..self.rows).map(row).collect()))
            .to_move("X: the player to move, upwards")
            .with(Set::Pawns)
            .named(Names::FromTop)
            .seen(Seat::MoverBelow)
            .taking()
    }
}

impl Entry for Hexapawn {
    type Game = Self;
    const CARD: Card = Card {
        name: "hexapawn",
        kind: Kind::Boards,
        aliases: &[],
        parameters: "rows,columns: 3,3",
        text: text("hexapawn"),
        notation: "rows from the top as the player to move faces them, own pawns X going up: OOO/.../XXX",
        example: Example::new("3,3", "OO./..O/XXX"),
        sources: &["M. Gardner, Mathematical Games, Scientific American 206, March 1962"],
    };
    const USUAL: Option<&'static str> = Some("3,3");
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Self>, OpenError> {
        let [rows, columns] = grid::parameters(parameters, "rows,columns")?;
        let game = Self::new(rows, columns).ok_or_else(|| {
            let message = "expected at least two rows and at most 64 cells";
            OpenError::parameters(parameters, message)
        })?;
        at_position(game, position)
    }
    fn start(&self) -> Option<<Self as Game>::Position> {
        Some(self.initial())
    }
}

declares!(Hexapawn: loopfree, misere, look);
