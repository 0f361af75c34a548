//! m,n,k-games: on a board of m rows and n columns the players, X first, place one stone each in turn. The first player
//! with k in a line (row, column or diagonal) wins, and a full board is a draw. In misère play the player who makes a line
//! loses. Tic-tac-toe is 3,3,3.
//!
//! A position is its rows from the top, `X.O/.../...`; the counts determine the player to move. A move is a cell: column
//! letter and row from the top, `b2`.
//!
//! ```
//! use bouton_core::{Alternating, Entry, Notation};
//! use bouton_games::boards::Mnk;
//! let (game, at) = Mnk::open(Some("3,3,3"), Some("X.O/.../...")).unwrap();
//! assert_eq!(game.moves(&at).count(), 7);
//! assert_eq!(game.show(&at), "X.O/.../...");
//! ```
//!
//! Sources: 5,478 reachable positions of tic-tac-toe, 765 up to symmetry: E. W. Weisstein, "Tic-Tac-Toe", MathWorld;
//! m,n,k-games: J. W. H. M. Uiterwijk and H. J. van den Herik, The advantage of the initiative, Information Sciences 122 (2000).

use bouton_core::entry::{Card, Entry, Example, Kind, OpenError, Opened, at_position};
use bouton_core::game::{Alternating, Game, Loopfree};
use bouton_core::scene::{Drawn, Names, Scene, Set};
use bouton_core::{InputError, Notation, WinDrawLoss, declares};
use bouton_texts::text;

use super::grid;

/// A board and the length of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mnk {
    rows: usize,
    columns: usize,
    k: usize,
    /// Every cell.
    board: u128,
}

/// The stones of the player to move and of the other, a bit a cell.
///
/// Cell (row, column) is bit row · (columns + 1) + column. The bit after each row stays free, so that a line that leaves
/// the board at one side does not continue at the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Stones {
    mover: u128,
    other: u128,
}

bouton_core::packs!(Stones { mover, other });

impl Mnk {
    /// The rules on `rows` × `columns` cells with lines of `k`; `None` beyond 128 bits, rows · (columns + 1).
    pub fn new(rows: usize, columns: usize, k: usize) -> Option<Self> {
        let bits = rows.checked_mul(columns + 1)?;
        if rows == 0 || columns == 0 || k == 0 || bits > 128 {
            return None;
        }
        let row = (1u128 << columns) - 1;
        let board = (0..rows).fold(0, |board, r| board | row << (r * (columns + 1)));
        Some(Self {
            rows,
            columns,
            k,
            board,
        })
    }

    fn bit(&self, row: usize, column: usize) -> u128 {
        1 << (row * (self.columns + 1) + column)
    }

    /// The bits of all cells, row by row.
    fn cells(&self) -> impl Iterator<Item = u128> {
        (0..self.rows)
            .flat_map(move |row| (0..self.columns).map(move |column| self.bit(row, column)))
    }

    /// Whether some k of these stones are in a line.
    fn has_line(&self, stones: u128) -> bool {
        let stride = self.columns + 1;
        [1, stride, stride + 1, stride - 1]
            .into_iter()
            .any(|step| run(stones, step, self.k) != 0)
    }

    /// Mirrored top to bottom.
    fn flip(&self, stones: u128) -> u128 {
        let stride = self.columns + 1;
        let row = (1u128 << self.columns) - 1;
        (0..self.rows).fold(0, |flipped, r| {
            flipped | (stones >> (r * stride) & row) << ((self.rows - 1 - r) * stride)
        })
    }

    /// Turned by 180 degrees.
    fn turn(&self, stones: u128) -> u128 {
        stones.reverse_bits() >> (128 - (self.rows * (self.columns + 1) - 1))
    }

    /// Rows and columns exchanged, on a square board.
    fn transpose(&self, mut stones: u128) -> u128 {
        let stride = self.columns + 1;
        let mut transposed = 0;
        while stones != 0 {
            let cell = stones.trailing_zeros() as usize;
            transposed |= self.bit(cell % stride, cell / stride);
            stones &= stones - 1;
        }
        transposed
    }
}

/// The stones at which a run of `k` begins, with `step` bits between neighbours.
fn run(stones: u128, step: usize, k: usize) -> u128 {
    let (mut starts, mut length) = (stones, 1);
    while length < k && starts != 0 {
        let more = length.min(k - length);
        starts &= starts.checked_shr((step * more) as u32).unwrap_or(0);
        length += more;
    }
    starts
}

impl Stones {
    fn map(self, image: impl Fn(u128) -> u128) -> Self {
        Self {
            mover: image(self.mover),
            other: image(self.other),
        }
    }

    fn x_moves(self) -> bool {
        self.mover.count_ones() == self.other.count_ones()
    }
}

impl Game for Mnk {
    type Position = Stones;
    type Move = u8;
    /// The least of the four images under the symmetries of a rectangle, or the eight of a square.
    fn canonical(&self, at: Stones) -> Stones {
        let halves = |at: Stones| {
            let flipped = at.map(|s| self.flip(s));
            let least = at.min(at.map(|s| self.turn(s)));
            least.min(flipped).min(flipped.map(|s| self.turn(s)))
        };
        if self.rows == self.columns {
            halves(at).min(halves(at.map(|s| self.transpose(s))))
        } else {
            halves(at)
        }
    }
    fn key(&self, at: &Stones) -> Option<u64> {
        let fits = self.board >> 32 == 0;
        fits.then_some((at.mover << 32 | at.other) as u64)
    }
}

impl Alternating for Mnk {
    type Score = WinDrawLoss;
    fn moves<'g>(&'g self, at: &Stones) -> impl Iterator<Item = u8> + use<'g> {
        let over = self.has_line(at.other);
        let mut free = if over {
            0
        } else {
            self.board & !(at.mover | at.other)
        };
        std::iter::from_fn(move || {
            let cell = (free != 0).then(|| free.trailing_zeros() as u8);
            free &= free.wrapping_sub(1);
            cell
        })
    }
    fn play(&self, at: &Stones, cell: &u8) -> Stones {
        Stones {
            mover: at.other,
            other: at.mover | 1 << cell,
        }
    }
    fn score(&self, at: &Stones) -> Option<WinDrawLoss> {
        if self.has_line(at.other) {
            Some(WinDrawLoss::Loss)
        } else if at.mover | at.other == self.board {
            Some(WinDrawLoss::Draw)
        } else {
            None
        }
    }
}

impl Loopfree for Mnk {
    type Height = u32;
    fn height(&self, at: &Stones) -> u32 {
        (self.board & !(at.mover | at.other)).count_ones()
    }
}

impl Mnk {
    /// The reason why no play leads to these stones, if there is one.
    fn impossible(&self, x: u128, o: u128) -> Option<String> {
        let (xs, os) = (x.count_ones(), o.count_ones());
        if xs != os && xs != os + 1 {
            return Some(format!(
                "expected as many X as O or one more, since X begins; found {xs} X and {os} O"
            ));
        }
        let last = if xs == os { o } else { x };
        match (self.has_line(x), self.has_line(o)) {
            (true, true) => Some("both players have a line: play had ended with the first".into()),
            (true, false) if last == o => Some("X has a line, yet O has played after it".into()),
            (false, true) if last == x => Some("O has a line, yet X has played after it".into()),
            (true, false) | (false, true) if !self.ends_at_once(last) => {
                Some("no last stone can have made all these lines: play had ended before".into())
            }
            _ => None,
        }
    }

    /// Whether some stone is part of every line.
    fn ends_at_once(&self, stones: u128) -> bool {
        self.cells()
            .any(|cell| stones & cell != 0 && !self.has_line(stones & !cell))
    }
}

impl Notation for Mnk {
    fn parse(&self, text: &str) -> Result<Stones, InputError> {
        if text.is_empty() {
            return Ok(Stones { mover: 0, other: 0 });
        }
        let signs = grid::parse(text, self.rows, self.columns, "XO.")?;
        let of = |wanted: char| {
            let signs = signs.iter().zip(self.cells());
            signs
                .filter(|(sign, _)| **sign == wanted)
                .fold(0, |stones, (_, cell)| stones | cell)
        };
        let (x, o) = (of('X'), of('O'));
        if let Some(why) = self.impossible(x, o) {
            return Err(InputError::whole(why, text));
        }
        let (mover, other) = if x.count_ones() == o.count_ones() {
            (x, o)
        } else {
            (o, x)
        };
        Ok(Stones { mover, other })
    }
    fn show(&self, at: &Stones) -> String {
        let (mover, other) = if at.x_moves() { ('X', 'O') } else { ('O', 'X') };
        let sign = |cell: u128| match (at.mover & cell != 0, at.other & cell != 0) {
            (true, _) => mover,
            (_, true) => other,
            _ => '.',
        };
        grid::show(self.columns, self.cells().map(sign))
    }
    fn show_move(&self, _at: &Stones, cell: &u8) -> String {
        let stride = self.columns + 1;
        grid::cell_name(usize::from(*cell) / stride, usize::from(*cell) % stride)
    }
}

impl Drawn for Mnk {
    fn scene(&self, at: &Stones) -> Scene {
        let scene = Scene::of_notation(&self.show(at), false);
        let mover = if at.x_moves() { 'X' } else { 'O' };
        let scene = scene.to_move(format!("{mover} is to move"));
        scene.with(Set::Marks).named(Names::FromTop)
    }
}

impl Entry for Mnk {
    type Game = Self;
    const CARD: Card = Card {
        name: "mnk",
        kind: Kind::Boards,
        aliases: &[
            ("tic-tac-toe", "3,3,3"),
            ("noughts-and-crosses", "3,3,3"),
            ("naughts-and-crosses", "3,3,3"),
            ("gomoku", "10,10,5"),
        ],
        parameters: "rows,columns,k: 3,3,3",
        text: text("mnk"),
        notation: "rows from the top, X.O/.../...",
        example: Example::new("3,3,3", "X.O/.../..."),
        sources: &[
            "J. W. H. M. Uiterwijk and H. J. van den Herik, The advantage of the initiative, Information Sciences 122 (2000)",
        ],
    };
    const USUAL: Option<&'static str> = Some("3,3,3");
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Self>, OpenError> {
        let [rows, columns, k] = grid::parameters(parameters, "rows,columns,k")?;
        let game = Self::new(rows, columns, k).ok_or_else(|| {
            let message = format!(
                "expected a board whose rows × (columns + 1) are at most 128, like 10,10,5; found {rows} × {}",
                columns + 1
            );
            OpenError::parameters(parameters, message)
        })?;
        at_position(game, position)
    }
    fn start(&self) -> Option<<Self as Game>::Position> {
        Some(Stones { mover: 0, other: 0 })
    }
}

declares!(Mnk: loopfree, misere, look);

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Every position that can be reached.
    fn reachable(game: &Mnk) -> HashSet<Stones> {
        let start = Stones { mover: 0, other: 0 };
        let (mut seen, mut open) = (HashSet::from([start]), vec![start]);
        while let Some(at) = open.pop() {
            for mv in game.moves(&at) {
                let to = game.play(&at, &mv);
                if seen.insert(to) {
                    open.push(to);
                }
            }
        }
        seen
    }

    fn board(rows: usize, columns: usize, k: usize) -> Mnk {
        Mnk::new(rows, columns, k).unwrap()
    }

    #[test]
    fn tic_tac_toe_has_5478_positions_765_up_to_symmetry() {
        let game = board(3, 3, 3);
        let all = reachable(&game);
        let classes: HashSet<_> = all.iter().map(|at| game.canonical(*at)).collect();
        assert_eq!((all.len(), classes.len()), (5478, 765));
    }

    /// The parser accepts exactly the reachable positions, and is the inverse of `show`.
    #[test]
    fn exactly_the_reachable_boards_are_positions() {
        for game in [
            board(3, 3, 3),
            board(2, 4, 2),
            board(1, 5, 2),
            board(3, 2, 2),
        ] {
            let all = reachable(&game);
            let cells = game.rows * game.columns;
            let mut read = 0;
            for code in 0..3usize.pow(cells as u32) {
                let signs =
                    (0..cells).map(|cell| ['.', 'X', 'O'][code / 3usize.pow(cell as u32) % 3]);
                let text = grid::show(game.columns, signs);
                if let Ok(at) = game.parse(&text) {
                    assert!(all.contains(&at), "{text}");
                    assert_eq!(game.show(&at), text);
                    read += 1;
                }
            }
            assert_eq!(read, all.len());
        }
    }

    /// Finds a line by walking from each cell, as a person would.
    fn has_line_by_hand(game: &Mnk, stones: u128) -> bool {
        let at = |row: i32, column: i32| {
            (0..game.rows as i32).contains(&row)
                && (0..game.columns as i32).contains(&column)
                && stones & game.bit(row as usize, column as usize) != 0
        };
        let directions = [(0, 1), (1, 0), (1, 1), (1, -1)];
        (0..game.rows as i32).any(|row| {
            (0..game.columns as i32).any(|column| {
                directions.iter().any(|(down, right)| {
                    (0..game.k as i32).all(|step| at(row + step * down, column + step * right))
                })
            })
        })
    }

    #[test]
    fn lines_are_those_seen_by_hand() {
        let mut random = 0x9e37_79b9_7f4a_7c15u64;
        let mut next = || {
            random = random
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            u128::from(random >> 7)
        };
        let boards = [
            (3, 3, 3),
            (4, 7, 4),
            (8, 15, 5),
            (1, 127, 9),
            (64, 1, 7),
            (5, 4, 1),
            (2, 2, 9),
        ];
        for (rows, columns, k) in boards {
            let game = board(rows, columns, k);
            for dense in 0..200 {
                let bits = |random: u128| random ^ random << 57;
                let mut stones = bits(next());
                if dense % 2 == 0 {
                    stones |= bits(next());
                }
                stones &= game.board;
                assert_eq!(
                    game.has_line(stones),
                    has_line_by_hand(&game, stones),
                    "{rows} {columns} {k}"
                );
            }
        }
    }
}
