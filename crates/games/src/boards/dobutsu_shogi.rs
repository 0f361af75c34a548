//! Dōbutsu shōgi: on a board of three columns and four rows each player has a lion, an elephant, a giraffe and a chick. A
//! lion goes one step in all eight directions, an elephant diagonally, a giraffe along rows and columns, a chick forward; a
//! chick that comes to the far row becomes a hen, which goes one step anywhere but diagonally back. A captured piece is held
//! in hand (a hen as a chick) and can be put on any empty cell instead of a move. A player wins by taking the lion, or with
//! a lion on the far row that cannot be taken.
//!
//! A player who can take the lion must do so. A position without a move, which is very rare, is a draw, as is endless play.
//!
//! A position is its rows from the top as the player to move faces them, with the mover's pieces in upper case,
//! `gle/.c./.C./ELG`, followed by the pieces in hand, as in `.le/.../gC./EL. Gc`. After a lion is taken only the other lion
//! is written. After a move the board is turned to face the next player. A move is two cells, column letter and row from
//! the top: `b3-b2`, `b3xb2`; or the piece that is dropped, and the cell: `C*b3`.
//!
//! With best play the second player wins in 78 plies; the longest win takes 173.
//!
//! Sources: T. Tanaka, An Analysis of a Board Game "Doubutsu Shogi", IPSJ SIG Technical Report 2009-GI-22 (2009): 246,803,167 positions up
//! to mirror images; R. Clausecker, dobutsu (2016–2022), a second solution.

mod before;
mod numbers;

use std::array;

use bouton_core::entry::{Card, Entry, Example, Kind, OpenError, Opened, plain};
use bouton_core::scene::{Cell, Deed, Drawn, Figure, InHand, Names, Owner, Scene, Seat, Set};
use bouton_core::{Alternating, Game, InputError, Notation, WinDrawLoss, declares};
use bouton_texts::text;

use super::grid;

/// Cells, a bit each, row by row from the top.
type Cells = u16;

/// The rules, without parameters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DobutsuShogi;

/// The pieces, as the player to move faces them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    /// The cells of the lions, the mover's first; [`TAKEN`] if the mover's is taken.
    lions: [u8; 2],
    /// Elephants, giraffes, chicks and hens, the mover's first.
    men: [[Cells; 4]; 2],
    /// Elephants, giraffes and chicks in the mover's hand; the other player has the rest.
    hand: [u8; 3],
}

bouton_core::packs!(Board { lions, men, hand });

/// A move of a piece from one cell to another; numbers beyond the cells are drops from the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Go {
    from: u8,
    to: u8,
}

bouton_core::packs!(Go { from, to });

const CELLS: u8 = 12;
const TAKEN: u8 = CELLS;
const ALL: Cells = 0xfff;
const FAR: Cells = 0b111;
const HOME: Cells = FAR << 9;

const CHICK: usize = 2;
const HEN: usize = 3;
const LION: usize = 4;
/// By kind: the mover's pieces are in upper case.
const LETTERS: [char; 5] = ['E', 'G', 'C', 'H', 'L'];

/// The steps of each kind: rows and columns, up first.
const WAYS: [&[(i8, i8)]; 5] = [
    &[(-1, -1), (-1, 1), (1, -1), (1, 1)],
    &[(-1, 0), (0, -1), (0, 1), (1, 0)],
    &[(-1, 0)],
    &[(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, 0)],
    &[
        (-1, -1),
        (-1, 0),
        (-1, 1),
        (0, -1),
        (0, 1),
        (1, -1),
        (1, 0),
        (1, 1),
    ],
];

/// The cells that a piece of each kind can reach from each cell.
static STEPS: [[Cells; 12]; 5] = steps(1);
/// The cells from which it can reach each cell.
static ORIGINS: [[Cells; 12]; 5] = steps(-1);

const fn steps(sign: i8) -> [[Cells; 12]; 5] {
    let mut table = [[0; 12]; 5];
    let mut kind = 0;
    while kind < 5 {
        let mut cell = 0;
        while cell < 12 {
            let mut way = 0;
            while way < WAYS[kind].len() {
                let (up, right) = WAYS[kind][way];
                let (row, column) = (cell as i8 / 3 + sign * up, cell as i8 % 3 + sign * right);
                if 0 <= row && row < 4 && 0 <= column && column < 3 {
                    table[kind][cell] |= 1 << (3 * row + column);
                }
                way += 1;
            }
            cell += 1;
        }
        kind += 1;
    }
    table
}

#[inline]
fn cells(mut set: Cells) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| set.trailing_zeros())?;
        set &= set - 1;
        Some(cell as u8)
    })
}

fn turned(set: Cells) -> Cells {
    set.reverse_bits() >> 4
}

fn mirrored(set: Cells) -> Cells {
    (set & 0o1111) << 2 | set & 0o2222 | (set & 0o4444) >> 2
}

/// The set of a lion's cell.
fn bit(cell: u8) -> Cells {
    (1 << cell) & ALL
}

impl Board {
    const START: Self = Self {
        lions: [10, 1],
        men: [[1 << 9, 1 << 11, 1 << 7, 0], [1 << 2, 1, 1 << 4, 0]],
        hand: [0; 3],
    };

    /// The position after a lion is taken; with the cell of the other one, as its owner faced the board.
    fn ended(lion: u8) -> Self {
        Self {
            lions: [TAKEN, 11 - lion],
            men: [[0; 4]; 2],
            hand: [0; 3],
        }
    }

    fn is_taken(&self) -> bool {
        self.lions[0] == TAKEN
    }

    /// All cells of a player's pieces except the lion.
    fn of(&self, player: usize) -> Cells {
        self.men[player].into_iter().fold(0, |all, men| all | men)
    }

    fn own(&self) -> Cells {
        self.of(0) | bit(self.lions[0])
    }

    fn free(&self) -> Cells {
        ALL & !(self.own() | self.of(1) | bit(self.lions[1]))
    }

    /// The pieces of a kind on the board; a hen counts as a chick.
    fn placed(&self, kind: usize) -> u8 {
        let count = |kind: usize| (self.men[0][kind] | self.men[1][kind]).count_ones();
        let hens = if kind == CHICK { count(HEN) } else { 0 };
        (count(kind) + hens) as u8
    }

    /// The pieces of a kind in each player's hand.
    fn held(&self, player: usize, kind: usize) -> u8 {
        match player {
            0 => self.hand[kind],
            _ => 2 - self.placed(kind) - self.hand[kind],
        }
    }

    /// The mover's pieces, by kind, that can take the other's lion, and whether the lion can.
    #[inline]
    fn takers(&self) -> ([Cells; 4], bool) {
        let target = usize::from(self.lions[1]);
        let of = |kind: usize| self.men[0][kind] & ORIGINS[kind][target];
        let lion = ORIGINS[LION][target] & bit(self.lions[0]) != 0;
        (array::from_fn(of), lion)
    }

    #[inline]
    fn takes(&self) -> bool {
        let (men, lion) = self.takers();
        !self.is_taken() && (lion || men != [0; 4])
    }

    /// Whether the other's lion has reached the mover's home row, and cannot be taken there.
    #[inline]
    fn is_home(&self) -> bool {
        bit(self.lions[1]) & HOME != 0
    }

    /// The mover's pieces and the cells they can move to; drops from the hand come after the others.
    #[inline]
    fn sources(&self) -> ([(u8, Cells); 11], usize) {
        let (mut all, mut count) = ([(0, 0); 11], 0);
        let mut add = |from: u8, to: Cells| {
            all[count] = (from, to);
            count += 1;
        };
        if self.is_taken() {
            return (all, 0);
        }
        if self.takes() {
            let (men, lion) = self.takers();
            let lion = if lion { bit(self.lions[0]) } else { 0 };
            for from in cells(men.into_iter().fold(lion, |all, men| all | men)) {
                add(from, bit(self.lions[1]));
            }
            return (all, count);
        }
        if self.is_home() {
            return (all, 0);
        }
        let own = self.own();
        for (kind, steps) in STEPS.iter().enumerate() {
            let men = match kind {
                LION => bit(self.lions[0]),
                _ => self.men[0][kind],
            };
            for from in cells(men) {
                add(from, steps[usize::from(from)] & !own);
            }
        }
        let free = self.free();
        for (kind, held) in self.hand.into_iter().enumerate() {
            if held > 0 {
                add(CELLS + kind as u8, free);
            }
        }
        (all, count)
    }

    /// The kind of the mover's piece on a cell.
    fn kind(&self, cell: u8) -> usize {
        let is_there = |men: &Cells| men & bit(cell) != 0;
        self.men[0].iter().position(is_there).unwrap_or(LION)
    }

    /// The same position as the other player sees it.
    #[inline]
    fn turned(&self) -> Self {
        let [own, other] = self.men.map(|men| men.map(turned));
        Self {
            lions: [11 - self.lions[1], 11 - self.lions[0]],
            men: [other, own],
            hand: array::from_fn(|kind| self.held(1, kind)),
        }
    }

    fn mirrored(&self) -> Self {
        let lion = |cell: u8| match cell {
            TAKEN => TAKEN,
            cell => cell - cell % 3 + 2 - cell % 3,
        };
        Self {
            lions: self.lions.map(lion),
            men: self.men.map(|men| men.map(mirrored)),
            hand: self.hand,
        }
    }

    /// The pieces that a player has on the board or in hand, by letters.
    fn letter(&self, cell: u8) -> Option<(usize, char)> {
        (0..2).find_map(|player| {
            let there = bit(cell);
            let man = (0..4).find(|kind| self.men[player][*kind] & there != 0);
            let kind = man.or((self.lions[player] == cell).then_some(LION))?;
            let letter = match player {
                0 => LETTERS[kind],
                _ => LETTERS[kind].to_ascii_lowercase(),
            };
            Some((player, letter))
        })
    }

    /// The pieces in hand, by letters.
    fn in_hand(&self) -> [String; 2] {
        array::from_fn(|player| {
            if self.is_taken() {
                return String::new();
            }
            let letters = (0..3).map(|kind| {
                let letter = LETTERS[kind].to_string();
                letter.repeat(self.held(player, kind).into())
            });
            let text: String = letters.collect();
            if player == 0 {
                text
            } else {
                text.to_lowercase()
            }
        })
    }
}

impl Game for DobutsuShogi {
    type Position = Board;
    type Move = Go;
    fn canonical(&self, at: Board) -> Board {
        at.min(at.mirrored())
    }
}

impl Alternating for DobutsuShogi {
    type Score = WinDrawLoss;
    #[inline]
    fn moves<'g>(&'g self, at: &Board) -> impl Iterator<Item = Go> + use<'g> {
        let (sources, count) = at.sources();
        let go = |(from, to)| cells(to).map(move |to| Go { from, to });
        sources.into_iter().take(count).flat_map(go)
    }
    fn play(&self, at: &Board, go: &Go) -> Board {
        let (from, to) = (go.from, go.to);
        let mut next = *at;
        if from >= CELLS {
            let kind = usize::from(from - CELLS);
            next.hand[kind] -= 1;
            next.men[0][kind] |= bit(to);
            return next.turned();
        }
        let kind = at.kind(from);
        if to == at.lions[1] {
            return Board::ended(if kind == LION { to } else { at.lions[0] });
        }
        if let Some(taken) = (0..4).find(|kind| at.men[1][*kind] & bit(to) != 0) {
            next.men[1][taken] ^= bit(to);
            next.hand[if taken == HEN { CHICK } else { taken }] += 1;
        }
        if kind == LION {
            next.lions[0] = to;
        } else {
            next.men[0][kind] ^= bit(from);
            let grown = kind == CHICK && bit(to) & FAR != 0;
            next.men[0][if grown { HEN } else { kind }] |= bit(to);
        }
        next.turned()
    }
    #[inline]
    fn score(&self, at: &Board) -> Option<WinDrawLoss> {
        if at.is_taken() || at.is_home() && !at.takes() {
            return Some(WinDrawLoss::Loss);
        }
        let (sources, count) = at.sources();
        let is_stuck = sources[..count].iter().all(|(_, to)| *to == 0);
        is_stuck.then_some(WinDrawLoss::Draw)
    }
}

fn cell_name(cell: u8) -> String {
    grid::cell_name(usize::from(cell / 3), usize::from(cell % 3))
}

impl Notation for DobutsuShogi {
    fn parse(&self, text: &str) -> Result<Board, InputError> {
        if text.is_empty() {
            return Ok(Board::START);
        }
        let bad = |message: &str| InputError::whole(message, text);
        let (board, hand) = text.split_once(' ').unwrap_or((text, ""));
        let letters = grid::parse(board, 4, 3, "EGCHLegchl.")?;
        let kind_of = |letter: char| {
            LETTERS
                .iter()
                .position(|its| *its == letter.to_ascii_uppercase())
        };
        let mut at = Board {
            lions: [TAKEN; 2],
            men: [[0; 4]; 2],
            hand: [0; 3],
        };
        for (cell, letter) in letters.into_iter().enumerate() {
            let (cell, player) = (cell as u8, usize::from(letter.is_lowercase()));
            match kind_of(letter) {
                Some(LION) if at.lions[player] < TAKEN => {
                    return Err(bad("expected one lion each"));
                }
                Some(LION) => at.lions[player] = cell,
                Some(kind) => at.men[player][kind] |= bit(cell),
                None => {}
            }
        }
        let mut held = [[0; 3]; 2];
        for letter in hand.chars() {
            match kind_of(letter).filter(|kind| *kind < HEN) {
                Some(kind) => held[usize::from(letter.is_lowercase())][kind] += 1,
                None => {
                    return Err(bad(
                        "expected in hand: elephants E, giraffes G and chicks C, those of the other in small letters",
                    ));
                }
            }
        }
        if at.lions[1] == TAKEN {
            return Err(bad("expected a lion l of the player who is not to move"));
        }
        if at.is_taken() {
            let alone = at.of(1) == 0 && at.of(0) == 0 && hand.is_empty();
            return match alone {
                true => Ok(at),
                false => Err(bad(
                    "expected a lion L of the player to move, or nothing but the other's where it was taken",
                )),
            };
        }
        if bit(at.lions[0]) & FAR != 0 {
            return Err(bad(
                "the lion of the player to move is on the far row: play was over before",
            ));
        }
        at.hand = held[0].map(|count: u8| count);
        let is_whole = |kind: usize| at.placed(kind) + held[0][kind] + held[1][kind] == 2;
        match (0..3).all(is_whole) {
            true => Ok(at),
            false => Err(bad(
                "expected two elephants, two giraffes and two chicks or hens, on the board and in hand",
            )),
        }
    }
    fn show(&self, at: &Board) -> String {
        let letter = |cell: u8| at.letter(cell).map_or('.', |(_, letter)| letter);
        let board = grid::show(3, (0..CELLS).map(letter));
        match at.in_hand().concat() {
            hand if hand.is_empty() => board,
            hand => format!("{board} {hand}"),
        }
    }
    fn show_move(&self, at: &Board, go: &Go) -> String {
        let to = cell_name(go.to);
        if go.from >= CELLS {
            return format!("{}*{to}", LETTERS[usize::from(go.from - CELLS)]);
        }
        let sign = if at.free() & bit(go.to) == 0 {
            'x'
        } else {
            '-'
        };
        format!("{}{sign}{to}", cell_name(go.from))
    }
    /// Only drops have words; other moves name their two cells.
    fn move_in_words(&self, _at: &Board, go: &Go) -> Option<String> {
        let piece = go.from.checked_sub(CELLS)?;
        let name = ["elephant", "giraffe", "chick"].get(usize::from(piece))?;
        Some(format!("put the {name} on {}", cell_name(go.to)))
    }
}

impl Drawn for DobutsuShogi {
    fn scene(&self, at: &Board) -> Scene {
        let cell = |cell: u8| match at.letter(cell) {
            Some((0, letter)) => Cell::Piece(Owner::First, letter.to_string()),
            Some((_, letter)) => {
                Cell::Piece(Owner::Second, letter.to_ascii_uppercase().to_string())
            }
            None => Cell::Empty,
        };
        let row = |row: u8| (3 * row..3 * row + 3).map(cell).collect();
        let held = |side: usize| {
            let kind = |kind: usize| InHand {
                mark: LETTERS[kind].to_string(),
                count: match at.is_taken() {
                    true => 0,
                    false => usize::from(at.held(side, kind)),
                },
            };
            (0..3).map(kind).collect()
        };
        Scene::of(Figure::Board((0..4).map(row).collect()))
            .to_move("capitals: the player to move, upwards")
            .with(Set::Tiles)
            .named(Names::FromTop)
            .seen(Seat::MoverBelow)
            .holding([0, 1].map(held))
    }
    fn deed(&self, at: &Board, go: &Go) -> Option<Deed> {
        // Beyond the cells come the kinds in hand.
        (go.to != at.lions[1]).then(|| Deed::moving(go.from.into(), go.to.into()))
    }
}

impl Entry for DobutsuShogi {
    type Game = Self;
    const CARD: Card = Card {
        name: "dobutsu-shogi",
        kind: Kind::Boards,
        aliases: &[],
        parameters: "",
        text: text("dobutsu-shogi"),
        notation: "rows from the top as the player to move faces them, own pieces in capitals, and what is in hand: .le/.../gC./EL. Gc",
        example: Example::at(".l./..E/.G./..L EGCc"),
        sources: &[
            "T. Tanaka, An Analysis of a Board Game \"Doubutsu Shogi\", IPSJ SIG Technical Report 2009-GI-22 (2009)",
            "R. Clausecker, dobutsu (2016–2022)",
        ],
    };
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Self>, OpenError> {
        plain(parameters, position)
    }
    fn start(&self) -> Option<<Self as Game>::Position> {
        Some(Board::START)
    }
}

declares!(DobutsuShogi: loopy, reversible, look);
