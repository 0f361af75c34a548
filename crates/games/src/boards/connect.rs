//! Connect: on a board of vertical columns the players, X first, drop one stone each in turn. The first player with k in a
//! line (row, column or diagonal) wins, and a full board is a draw. Connect Four is 6,7,4.
//!
//! The score of a line is the number of stones that its maker could still have played: one more than half the cells
//! (rounded up), minus the stones that this player has played; on 6 × 7 it is 22 minus those. So a quick win is worth more.
//! In misère play the player who makes a line loses this score.
//!
//! A position is its rows from the top, `....... / …` without spaces, where X began; or the columns played so far, `4453`,
//! counted from 1. A move is a column.
//!
//! ```
//! use bouton_core::{Alternating, Entry, Payoff, Notation};
//! use bouton_games::boards::Connect;
//! let (game, at) = Connect::open(Some("6,7,4"), Some("1213141")).unwrap();
//! assert_eq!(game.show(&at), "......./......./X....../X....../X....../XOOO...");
//! assert_eq!(game.score(&at), Some(Payoff(-18)));
//! ```
//!
//! Sources: J. D. Allen, Expert play in Connect-Four (1990); V. Allis, A knowledge-based approach of Connect-Four (1988):
//! the first player wins on 6 × 7, in the centre; the layout of bits: J. Tromp, Fhourstones.

mod hints;

use bouton_core::entry::{Card, Entry, Example, Kind, OpenError, Opened, at_position};
use bouton_core::game::{Alternating, Game, Loopfree};
use bouton_core::scene::{Drawn, Names, Scene, Set};
use bouton_core::{Declares, InputError, Layered, Notation, Payoff, Powers};
use bouton_texts::text;

use super::grid;

/// A board and the length of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Connect {
    rows: u32,
    columns: u32,
    k: u32,
    /// Every cell.
    board: u64,
    /// The lowest cell of every column.
    floor: u64,
    /// The cells with an even number of cells above them.
    upper: u64,
}

/// The stones, a bit a cell: columns from the left, each from the bottom, with one bit left free above it.
///
/// ```text
/// 3 rows, 4 columns:   3  7 11 15   (free)
///                      2  6 10 14
///                      1  5  9 13
///                      0  4  8 12
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stones {
    /// The stones of the player to move.
    mover: u64,
    /// All stones.
    all: u64,
}

bouton_core::packs!(Stones { mover, all });

const EMPTY: Stones = Stones { mover: 0, all: 0 };

impl Stones {
    fn other(self) -> u64 {
        self.mover ^ self.all
    }

    fn count(self) -> u32 {
        self.all.count_ones()
    }

    fn x_moves(self) -> bool {
        self.count().is_multiple_of(2)
    }

    fn with(self, stone: u64) -> Self {
        Self {
            mover: self.other(),
            all: self.all | stone,
        }
    }
}

/// The lowest cells of the lines of `k` among `stones`; neighbours are `step` bits apart.
#[inline(always)]
fn starting(stones: u64, step: u32, k: u32) -> u64 {
    let (mut starts, mut length) = (stones, 1);
    while length < k {
        let more = length.min(k - length);
        starts &= starts >> (step * more);
        length += more;
    }
    starts
}

/// The cells that would complete a line of `k` with `stones`; neighbours are `step` bits apart.
#[inline(always)]
fn completing(stones: u64, step: u32, k: u32) -> u64 {
    // after[i]: cells with i stones in a row before them, one fewer in each round.
    let (mut found, mut lower) = (0, u64::MAX);
    for below in 0..k {
        let mut line = lower;
        for above in 1..k - below {
            line &= stones >> (step * above);
        }
        found |= line;
        if below + 1 < k {
            lower &= stones << (step * (below + 1));
        }
    }
    found
}

impl Connect {
    /// The rules on `rows` × `columns` cells with lines of `k`; `None` beyond 64 bits, (rows + 1) · columns.
    pub fn new(rows: usize, columns: usize, k: usize) -> Option<Self> {
        let bits = (rows + 1).checked_mul(columns)?;
        if rows == 0 || columns == 0 || k == 0 || bits > 64 {
            return None;
        }
        let floor = (0..columns).fold(0, |floor, column| floor | 1 << (column * (rows + 1)));
        let upper = (0..rows).rev().step_by(2);
        let upper = upper.fold(0, |cells, row| cells | floor << row);
        Some(Self {
            rows: rows as u32,
            columns: columns as u32,
            k: k.min(65) as u32,
            board: floor * ((1 << rows) - 1),
            floor,
            upper,
        })
    }

    fn cells(&self) -> u32 {
        self.rows * self.columns
    }

    fn column(&self, column: u32) -> u64 {
        ((1 << self.rows) - 1) << (column * (self.rows + 1))
    }

    /// The cells on which the next stone can land.
    #[inline]
    fn landing(&self, at: Stones) -> u64 {
        at.all.wrapping_add(self.floor) & self.board
    }

    /// Whether some k of these stones are in a line.
    #[inline]
    fn has_line(&self, stones: u64) -> bool {
        // Constants let the compiler unroll the usual lines, and shift by fixed numbers on the usual board.
        let starts = match (self.rows, self.k) {
            (6, 4) => self.starts(stones, 6, 4),
            (rows, 4) => self.starts(stones, rows, 4),
            (rows, k) => self.starts(stones, rows, k),
        };
        starts != 0
    }

    #[inline(always)]
    fn starts(&self, stones: u64, rows: u32, k: u32) -> u64 {
        let (upright, level, slanted) = self.room();
        let mut found = 0;
        if upright {
            found |= starting(stones, 1, k);
        }
        if level {
            found |= starting(stones, rows + 1, k);
        }
        if slanted {
            found |= starting(stones, rows, k) | starting(stones, rows + 2, k);
        }
        found
    }

    /// The empty cells that would complete a line with `stones`, even if no stone can land there yet.
    #[inline]
    fn threats(&self, stones: u64, all: u64) -> u64 {
        // As for lines.
        let cells = match (self.rows, self.k) {
            (6, 4) => self.threatened(stones, 6, 4),
            (rows, 4) => self.threatened(stones, rows, 4),
            (rows, k) => self.threatened(stones, rows, k),
        };
        cells & self.board & !all
    }

    #[inline(always)]
    fn threatened(&self, stones: u64, rows: u32, k: u32) -> u64 {
        let (upright, level, slanted) = self.room();
        let mut found = 0;
        if upright {
            found |= (1..k).fold(u64::MAX, |line, below| line & stones << below);
        }
        if level {
            found |= completing(stones, rows + 1, k);
        }
        if slanted {
            found |= completing(stones, rows, k) | completing(stones, rows + 2, k);
        }
        found
    }

    /// Whether the board is large enough for a vertical, a horizontal and a diagonal line. If it is, a line spans less than
    /// 64 bits.
    #[inline(always)]
    fn room(&self) -> (bool, bool, bool) {
        let (upright, level) = (self.k <= self.rows, self.k <= self.columns);
        (upright, level, upright && level)
    }

    /// The score of the player who completes the line with this many stones played.
    fn worth(&self, stones: u32) -> i8 {
        (self.cells().div_ceil(2) + 1 - stones) as i8
    }

    /// Left and right exchanged.
    fn mirror(&self, stones: u64) -> u64 {
        let width = self.rows + 1;
        (0..self.columns).fold(0, |mirrored, column| {
            let moved = self.columns - 1 - column;
            mirrored | (stones & self.column(column)) >> (column * width) << (moved * width)
        })
    }

    fn rows_from_top(&self) -> impl Iterator<Item = u64> {
        (0..self.rows).rev().flat_map(move |row| {
            (0..self.columns).map(move |column| 1 << (column * (self.rows + 1) + row))
        })
    }
}

impl Game for Connect {
    type Position = Stones;
    type Move = u8;
    /// The lesser of the board and its mirror image, while few enough stones are played for the two to meet.
    fn canonical(&self, at: Stones) -> Stones {
        if 3 * at.count() > self.cells() {
            return at;
        }
        let image = Stones {
            mover: self.mirror(at.mover),
            all: self.mirror(at.all),
        };
        if (image.all, image.mover) < (at.all, at.mover) {
            image
        } else {
            at
        }
    }
    /// Each column is encoded as a number: height h gives 2^h - 1 to 2^(h+1) - 2.
    fn key(&self, at: &Stones) -> Option<u64> {
        Some(at.mover + at.all)
    }
}

impl Alternating for Connect {
    type Score = Payoff<i8>;
    fn moves<'g>(&'g self, at: &Stones) -> impl Iterator<Item = u8> + use<'g> {
        let landing = if self.has_line(at.other()) {
            0
        } else {
            self.landing(*at)
        };
        (0..self.columns)
            .filter(move |c| landing & self.column(*c) != 0)
            .map(|c| c as u8)
    }
    fn play(&self, at: &Stones, column: &u8) -> Stones {
        at.with(self.landing(*at) & self.column((*column).into()))
    }
    fn score(&self, at: &Stones) -> Option<Payoff<i8>> {
        if self.has_line(at.other()) {
            Some(Payoff(-self.worth(at.other().count_ones())))
        } else {
            (at.all == self.board).then_some(Payoff(0))
        }
    }
}

impl Loopfree for Connect {
    type Height = u32;
    fn height(&self, at: &Stones) -> u32 {
        self.cells() - at.count()
    }
}

/// By the stones played. A key is the sum of two numbers, for all stones and for the first player's: a column of h stones
/// is a number from 2^h - 1 to 2^(h+1) - 2, and adding a stone keeps the order.
impl Layered for Connect {
    fn layers(&self) -> u32 {
        self.cells() + 1
    }
    fn kinds(&self) -> u32 {
        self.columns
    }
    fn place(&self, at: &Stones) -> (u32, u64) {
        let played = at.count();
        let first = if played.is_multiple_of(2) {
            at.mover
        } else {
            at.other()
        };
        (played, first + at.all)
    }
    #[inline]
    fn of_key(&self, layer: u32, key: u64) -> Stones {
        let (mut all, mut left) = (0, key);
        let width = self.rows + 1;
        for column in 0..self.columns {
            let height = ((left & ((1 << width) - 1)) + 1).ilog2();
            all |= ((1 << height) - 1) << (column * width);
            left = left.checked_shr(width).unwrap_or(0);
        }
        let first = key - all;
        let mover = if layer.is_multiple_of(2) {
            first
        } else {
            first ^ all
        };
        Stones { mover, all }
    }
    #[inline]
    fn onwards(&self, layer: u32, key: u64, column: u32) -> Option<u64> {
        let (width, shift) = (self.rows + 1, column * (self.rows + 1));
        let height = ((key >> shift & ((1 << width) - 1)) + 1).ilog2();
        let stones = if layer.is_multiple_of(2) { 2 } else { 1 };
        (height < self.rows).then(|| key + (stones << height << shift))
    }
}

impl Connect {
    /// The position after these columns have been played, counted from 1.
    fn replay(&self, text: &str) -> Result<Stones, InputError> {
        let mut at = EMPTY;
        for (place, sign) in text.char_indices() {
            let error = |message| InputError::new(message, text, place..place + sign.len_utf8());
            let column = sign.to_digit(10).filter(|c| (1..=self.columns).contains(c));
            let column = column.ok_or_else(|| {
                error(format!(
                    "expected a column from 1 to {}, found {sign:?}",
                    self.columns
                ))
            })?;
            let mv = self.moves(&at).find(|mv| u32::from(*mv) == column - 1);
            let mv = mv.ok_or_else(|| match self.score(&at) {
                Some(_) => error("play was over before this move".into()),
                None => error(format!("column {column} is full")),
            })?;
            at = self.play(&at, &mv);
        }
        Ok(at)
    }

    /// The reason why no play leads to these stones, if one is known.
    fn impossible(&self, x: u64, o: u64) -> Option<String> {
        let (xs, os) = (x.count_ones(), o.count_ones());
        if xs != os && xs != os + 1 {
            return Some(format!(
                "expected as many X as O or one more, since X begins; found {xs} X and {os} O"
            ));
        }
        if (x | o) & !self.floor & !((x | o) << 1) != 0 {
            return Some("a stone lies above an empty cell".into());
        }
        let (last, first) = if xs == os { (o, x) } else { (x, o) };
        if self.has_line(first) {
            return Some("the player to move has a line: play was over before".into());
        }
        let tops = (x | o) & !((x | o) >> 1);
        let ended_now = self
            .rows_from_top()
            .any(|cell| last & tops & cell != 0 && !self.has_line(last & !cell));
        (self.has_line(last) && !ended_now)
            .then(|| "no last stone can have made these lines: play was over before".into())
    }
}

impl Notation for Connect {
    fn parse(&self, text: &str) -> Result<Stones, InputError> {
        if text.bytes().all(|b| b.is_ascii_digit()) {
            return self.replay(text);
        }
        let signs = grid::parse(text, self.rows as usize, self.columns as usize, "XO.")?;
        let of = |wanted: char| {
            let signs = signs.iter().zip(self.rows_from_top());
            signs
                .filter(|(sign, _)| **sign == wanted)
                .fold(0, |stones, (_, cell)| stones | cell)
        };
        let (x, o) = (of('X'), of('O'));
        if let Some(why) = self.impossible(x, o) {
            return Err(InputError::whole(why, text));
        }
        let mover = if x.count_ones() == o.count_ones() {
            x
        } else {
            o
        };
        Ok(Stones { mover, all: x | o })
    }
    fn show(&self, at: &Stones) -> String {
        let (mover, other) = if at.x_moves() { ('X', 'O') } else { ('O', 'X') };
        let sign = |cell: u64| match (at.mover & cell != 0, at.all & cell != 0) {
            (true, _) => mover,
            (_, true) => other,
            _ => '.',
        };
        grid::show(self.columns as usize, self.rows_from_top().map(sign))
    }
    fn show_move(&self, _at: &Stones, column: &u8) -> String {
        (column + 1).to_string()
    }
    fn move_in_words(&self, _at: &Stones, column: &u8) -> Option<String> {
        Some(format!("column {}", column + 1))
    }
}

impl Drawn for Connect {
    fn scene(&self, at: &Stones) -> Scene {
        let scene = Scene::of_notation(&self.show(at), false);
        let mover = if at.x_moves() { 'X' } else { 'O' };
        let scene = scene.to_move(format!("{mover} is to move"));
        scene.with(Set::Rack).named(Names::Columns)
    }
}

impl Entry for Connect {
    type Game = Self;
    const CARD: Card = Card {
        name: "connect",
        kind: Kind::Boards,
        aliases: &[("connect-four", "6,7,4"), ("connect4", "6,7,4")],
        parameters: "rows,columns,k: 6,7,4",
        text: text("connect"),
        notation: "the columns played so far, or rows from the top",
        example: Example::new("6,7,4", "2252576253462244111563365343671351441"),
        sources: &["V. Allis, A knowledge-based approach of Connect-Four (1988)"],
    };
    const USUAL: Option<&'static str> = Some("6,7,4");
    const TO_PLAY: Option<Example> = Some(Example::new("4,5,4", "...../...../...../....."));
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Self>, OpenError> {
        let [rows, columns, k] = grid::parameters(parameters, "rows,columns,k")?;
        let game = Self::new(rows, columns, k).ok_or_else(|| {
            let message = "expected a board of at most 64 bits, (rows + 1) × columns";
            OpenError::parameters(parameters, message)
        })?;
        at_position(game, position)
    }
    fn start(&self) -> Option<<Self as Game>::Position> {
        self.parse("").ok()
    }
}

impl Declares for Connect {
    fn declare(&self, powers: &mut impl Powers<Self>) {
        powers.points();
        if (self.rows + 1) * self.columns <= 56 {
            powers.layered();
        }
        powers.hinted();
        powers.misere();
        powers.look();
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use super::*;

    /// Every reachable position, with threats found by trying each cell.
    fn reachable(game: &Connect) -> HashSet<Stones> {
        let (mut seen, mut open) = (HashSet::from([EMPTY]), vec![EMPTY]);
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

    /// J. Tromp's count of legal positions of 4 × 4: sequence A212693 and its table.
    #[test]
    fn four_by_four_has_161029_positions() {
        let game = Connect::new(4, 4, 4).unwrap();
        let all = reachable(&game);
        assert_eq!(all.len(), 161_029);
        let keys: HashSet<_> = all.iter().map(|at| game.key(at)).collect();
        assert_eq!(keys.len(), all.len());
    }

    #[test]
    fn moves_of_a_kind_keep_the_order_of_keys() {
        for (rows, columns, k) in [(3, 3, 3), (2, 4, 3), (4, 3, 4)] {
            let game = Connect::new(rows, columns, k).unwrap();
            let mut by_place = std::collections::BTreeMap::new();
            for at in reachable(&game) {
                let (layer, key) = game.place(&at);
                assert_eq!(game.of_key(layer, key), at);
                assert!(by_place.insert((layer, key), at).is_none());
            }
            let mut last = HashMap::new();
            for ((layer, key), at) in by_place {
                let moves: Vec<_> = game.moves(&at).collect();
                for kind in 0..game.kinds() {
                    let to = game
                        .onwards(layer, key, kind)
                        .filter(|_| game.score(&at).is_none());
                    let mv = moves.iter().find(|mv| u32::from(**mv) == kind);
                    let led = mv.map(|mv| game.place(&game.play(&at, mv)));
                    assert_eq!(to.map(|to| (layer + 1, to)), led);
                    let before =
                        to.and_then(|to| last.insert((layer, kind), to).map(|last| (last, to)));
                    assert!(before.is_none_or(|(last, to)| last < to));
                }
            }
        }
    }

    #[test]
    fn threats_are_the_cells_that_make_a_line() {
        for (rows, columns, k) in [(4, 4, 3), (3, 5, 4), (5, 3, 2), (2, 4, 1), (4, 3, 5)] {
            let game = Connect::new(rows, columns, k).unwrap();
            for at in reachable(&game)
                .into_iter()
                .filter(|at| game.score(at).is_none())
            {
                let by_trying = game
                    .rows_from_top()
                    .filter(|cell| at.all & cell == 0 && game.has_line(at.mover | cell));
                let by_trying = by_trying.fold(0, |cells, cell| cells | cell);
                assert_eq!(
                    game.threats(at.mover, at.all),
                    by_trying,
                    "{}",
                    game.show(&at)
                );
            }
        }
    }

    #[test]
    fn boards_are_read_and_shown() {
        let game = Connect::new(3, 3, 3).unwrap();
        for at in reachable(&game) {
            assert_eq!(game.parse(&game.show(&at)).unwrap(), at);
        }
        let bad = [
            "X../.../...",
            "XO./.../...",
            "4",
            "1111",
            "",
            "123a",
            "XXX/XXX/XXX",
        ];
        let refused = bad.map(|text| game.parse(text).is_err());
        assert_eq!(refused, [true, true, true, true, false, true, true]);
    }
}
