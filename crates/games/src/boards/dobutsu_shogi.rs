//! Dōbutsu shōgi: on a board of three columns and four rows each player has a lion, an elephant, a giraffe and a chick. A lion goes one
//! step in all eight directions, an elephant diagonally, a giraffe along rows and columns, a chick forward; a chick that comes to the far
//! row becomes a hen, which goes one step anywhere but diagonally back. What is taken is held in hand (a hen as a chick), and put on any
//! empty cell in place of a move. Who takes the lion has won; and so has a lion that comes to the far row where it cannot be taken.
//!
//! Who can take the lion does so. A player without a move, which is all but unknown, makes it a draw, as does play without end.
//!
//! A position is its rows from the top as the player to move faces them, the mover's pieces in capitals, `gle/.c./.C./ELG`, and behind
//! that what is in hand, as in `.le/.../gC./EL. Gc`. Once a lion is taken nothing else matters: only the other one is written. After a
//! move the board is turned to face the next player. A move is two cells, column letter and row from the top: `b3-b2`, `b3xb2`; or the
//! piece that is put, and the cell: `C*b3`.
//!
//! With best play the second player wins in 78 plies; the longest win takes 173.
//!
//! Sources: T. Tanaka, An Analysis of a Board Game "Doubutsu Shogi", IPSJ SIG Technical Report 2009-GI-22 (2009): 246,803,167 positions up
//! to mirror images; R. Clausecker, dobutsu (2016–2022), a second solution.

use std::array;

use bouton_core::entry::{Card, Entry, Example, OpenError, Opened, plain};
use bouton_core::scene::{Cell, Figure, Look, Names, Owner, Scene, Seat, Set};
use bouton_core::{
    Alternating, Declares, Game, Indexed, InputError, Notation, Powers, Reversible, WinDrawLoss,
};

use super::grid;

/// Cells, a bit each, row by row from the top.
type Cells = u16;

/// The rules; they have no parameters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DobutsuShogi;

/// The pieces, as the player to move faces them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    /// The cells of the lions, the mover's first; [`TAKEN`] once the mover's is.
    lions: [u8; 2],
    /// Elephants, giraffes, chicks and hens, the mover's first.
    men: [[Cells; 4]; 2],
    /// Elephants, giraffes and chicks that the mover has in hand; the other has the rest.
    hand: [u8; 3],
}

/// A piece goes from a cell to another one; beyond the cells come those that are put from the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Go {
    from: u8,
    to: u8,
}

const CELLS: u8 = 12;
const TAKEN: u8 = CELLS;
const ALL: Cells = 0xfff;
const FAR: Cells = 0b111;
const HOME: Cells = FAR << 9;

const CHICK: usize = 2;
const HEN: usize = 3;
const LION: usize = 4;
/// By kind: those on the board are capitals for the mover.
const LETTERS: [char; 5] = ['E', 'G', 'C', 'H', 'L'];

/// Where each kind goes: rows and columns, up first.
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

/// The cells that a piece of each kind goes to from each cell.
static STEPS: [[Cells; 12]; 5] = steps(1);
/// The cells from which it comes there.
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

/// The cell of a lion, as a set.
fn bit(cell: u8) -> Cells {
    (1 << cell) & ALL
}

impl Board {
    const START: Self = Self {
        lions: [10, 1],
        men: [[1 << 9, 1 << 11, 1 << 7, 0], [1 << 2, 1, 1 << 4, 0]],
        hand: [0; 3],
    };

    /// A lion was taken; the cell of the other one, as its owner faced the board.
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

    /// All cells of a player's pieces but the lion.
    fn of(&self, player: usize) -> Cells {
        self.men[player].into_iter().fold(0, |all, men| all | men)
    }

    fn own(&self) -> Cells {
        self.of(0) | bit(self.lions[0])
    }

    fn free(&self) -> Cells {
        ALL & !(self.own() | self.of(1) | bit(self.lions[1]))
    }

    /// Those of a kind on the board, a hen counted as a chick.
    fn placed(&self, kind: usize) -> u8 {
        let count = |kind: usize| (self.men[0][kind] | self.men[1][kind]).count_ones();
        let hens = if kind == CHICK { count(HEN) } else { 0 };
        (count(kind) + hens) as u8
    }

    /// What each player has of a kind in hand.
    fn held(&self, player: usize, kind: usize) -> u8 {
        match player {
            0 => self.hand[kind],
            _ => 2 - self.placed(kind) - self.hand[kind],
        }
    }

    /// The mover's men by kind that can take the other's lion, and whether the lion can.
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

    /// Whether the other's lion has come to the mover's home row, and stays there.
    #[inline]
    fn is_home(&self) -> bool {
        bit(self.lions[1]) & HOME != 0
    }

    /// From where the mover's pieces go, and to which cells, what is put from the hand behind the others.
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

    /// Seen from the other side.
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

    /// What is in hand, by letters.
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

/// Pairs of lions that stand on the board: the mover's not on the far row, the other's on another cell.
const LIONS: u32 = 9 * 11;
/// Numbers of positions where both lions live; those where one was taken come behind.
const ALIVE: u32 = 1_175_944_473;

/// Positions by how many elephants, giraffes and chicks are on the board: where the numbers of each such class begin.
static CLASSES: [u32; 28] = classes();

const fn classes() -> [u32; 28] {
    let mut starts = [0; 28];
    let mut class = 0;
    while class < 27 {
        let [e, g, c] = [class / 9, class / 3 % 3, class % 3];
        let places = CHOICES[10][e] * CHOICES[10 - e][g] * CHOICES[10 - e - g][c];
        let hands = (3 - e as u32) * (3 - g as u32) * (3 - c as u32);
        let signs = 1 << (e + g + 2 * c);
        starts[class + 1] = starts[class] + LIONS * places * hands * signs;
        class += 1;
    }
    starts
}

/// Ways to choose at most two of so many cells.
const CHOICES: [[u32; 3]; 11] = {
    let mut choices = [[1, 0, 0]; 11];
    let mut cells = 0;
    while cells < 11 {
        choices[cells][1] = cells as u32;
        choices[cells][2] = (cells * cells.saturating_sub(1) / 2) as u32;
        cells += 1;
    }
    choices
};

/// The two of a number of pairs, the larger first.
static PAIRS: [(u8, u8); 45] = {
    let (mut pairs, mut pair, mut high) = ([(0, 0); 45], 0, 1);
    while high < 10 {
        let mut low = 0;
        while low < high {
            pairs[pair] = (high, low);
            pair += 1;
            low += 1;
        }
        high += 1;
    }
    pairs
};

/// The number of a choice of at most two among the cells that are free, which are taken from these.
#[inline]
fn rank(chosen: Cells, free: &mut Cells) -> u32 {
    let place = |cell: Cells| (*free & (cell - 1)).count_ones();
    let low = chosen & chosen.wrapping_neg();
    let high = chosen ^ low;
    let rank = match (low, high) {
        (0, _) => 0,
        (low, 0) => place(low),
        (low, high) => CHOICES[place(high) as usize][2] + place(low),
    };
    *free &= !chosen;
    rank
}

/// The choice of `count` among the cells that are free that has this number.
#[inline]
fn unrank(rank: u32, count: u32, free: &mut Cells) -> Cells {
    let nth = |n: u8| {
        let mut left = *free;
        for _ in 0..n {
            left &= left - 1;
        }
        left & left.wrapping_neg()
    };
    let chosen = match count {
        0 => 0,
        1 => nth(rank as u8),
        _ => {
            let (high, low) = PAIRS[rank as usize];
            nth(high) | nth(low)
        }
    };
    *free &= !chosen;
    chosen
}

/// A bit for each of the chosen cells, the lowest first: whether it is in the set.
#[inline]
fn signs(set: Cells, chosen: Cells) -> u32 {
    let (bits, _) = cells(chosen).fold((0, 0), |(bits, n), cell| {
        (bits | u32::from(set >> cell & 1) << n, n + 1)
    });
    bits
}

/// The chosen cells whose bit is set.
#[inline]
fn signed(bits: u32, chosen: Cells) -> Cells {
    let marked = cells(chosen).zip(0..);
    marked.fold(0, |set, (cell, n)| set | ((bits >> n & 1) as Cells) << cell)
}

impl Indexed for DobutsuShogi {
    fn count(&self) -> u64 {
        u64::from(ALIVE) + u64::from(CELLS)
    }

    #[inline]
    fn index(&self, at: &Board) -> u64 {
        let [own, other] = at.lions.map(u32::from);
        if at.is_taken() {
            return u64::from(ALIVE + other);
        }
        let [mine, theirs] = at.men;
        let chicks = mine[CHICK] | theirs[CHICK] | mine[HEN] | theirs[HEN];
        let placed = [mine[0] | theirs[0], mine[1] | theirs[1], chicks];
        let counts = placed.map(|set| set.count_ones() as usize);
        let mut free = ALL & !(bit(at.lions[0]) | bit(at.lions[1]));
        let mut number = (own - 3) * 11 + other - u32::from(other > own);
        let mut left = 10;
        for (set, count) in placed.into_iter().zip(counts) {
            number = number * CHOICES[left][count] + rank(set, &mut free);
            left -= count;
        }
        for (kind, count) in counts.into_iter().enumerate() {
            number = number * (3 - count as u32) + u32::from(at.hand[kind]);
        }
        let owned = [mine[0], mine[1], mine[CHICK] | mine[HEN]];
        for (set, (chosen, count)) in owned.into_iter().zip(placed.into_iter().zip(counts)) {
            number = number << count | signs(set, chosen);
        }
        number = number << counts[2] | signs(mine[HEN] | theirs[HEN], chicks);
        let class = 9 * counts[0] + 3 * counts[1] + counts[2];
        u64::from(CLASSES[class] + number)
    }

    #[inline]
    fn position(&self, index: u64) -> Option<Board> {
        let index = u32::try_from(index).ok()?;
        if let Some(lion) = index.checked_sub(ALIVE) {
            return (lion < u32::from(CELLS)).then(|| Board::ended(11 - lion as u8));
        }
        let class = CLASSES.partition_point(|start| *start <= index) - 1;
        let counts = [class / 9, class / 3 % 3, class % 3].map(|count| count as u32);
        let mut number = index - CLASSES[class];
        let mut bits = |count: u32| {
            let bits = number & ((1 << count) - 1);
            number >>= count;
            bits
        };
        let hens = bits(counts[2]);
        let mut owned = [0; 3];
        for kind in (0..3).rev() {
            owned[kind] = bits(counts[kind]);
        }
        let mut digit = |base: u32| {
            let digit = number % base;
            number /= base;
            digit
        };
        let mut hand = [0; 3];
        for kind in (0..3).rev() {
            hand[kind] = digit(3 - counts[kind]) as u8;
        }
        let (mut ranks, mut left) = ([0; 3], 10 - counts[0] - counts[1]);
        for kind in (0..3).rev() {
            ranks[kind] = digit(CHOICES[left as usize][counts[kind] as usize]);
            left += counts[kind.saturating_sub(1)];
        }
        let (own, other) = (number / 11 + 3, number % 11);
        let lions = [own as u8, (other + u32::from(other >= own)) as u8];
        let mut free = ALL & !(bit(lions[0]) | bit(lions[1]));
        let (mut mine, mut theirs) = ([0; 4], [0; 4]);
        for kind in 0..3 {
            let chosen = unrank(ranks[kind], counts[kind], &mut free);
            mine[kind] = signed(owned[kind], chosen);
            theirs[kind] = chosen & !mine[kind];
            if kind == CHICK {
                let hens = signed(hens, chosen);
                (mine[HEN], theirs[HEN]) = (mine[CHICK] & hens, theirs[CHICK] & hens);
                (mine[CHICK], theirs[CHICK]) = (mine[CHICK] & !hens, theirs[CHICK] & !hens);
            }
        }
        Some(Board {
            lions,
            men: [mine, theirs],
            hand,
        })
    }
}

/// The positions before a move, found one piece after the other.
struct Before {
    /// After the move, as who made it faces the board.
    at: Board,
    free: Cells,
    /// The mover's pieces that may have moved, and their cells.
    pieces: [Cells; 5],
    /// The piece that is looked at: its kind, its cell, what it was before, and where it may have come from.
    kind: usize,
    cell: u8,
    was: usize,
    origins: Cells,
    /// The position in which it came from there, and what may have been taken: by kind, the hen behind the chick.
    from: u8,
    taken: usize,
    /// Whether it may have been put from the hand.
    put: bool,
}

impl Before {
    fn of(at: &Board) -> Self {
        let at = at.turned();
        // Who can take the lion does so: of the pieces that see it now, the one that moved saw it not, and the others never.
        let (men, lion) = at.takers();
        let seen: u32 = men.iter().map(|men| men.count_ones()).sum::<u32>() + u32::from(lion);
        let mut pieces = match seen {
            0 => [
                at.men[0][0],
                at.men[0][1],
                at.men[0][2],
                at.men[0][3],
                bit(at.lions[0]),
            ],
            1 => [
                men[0],
                men[1],
                men[2],
                men[3],
                if lion { bit(at.lions[0]) } else { 0 },
            ],
            _ => [0; 5],
        };
        // A lion on the far row came there with this move.
        if bit(at.lions[0]) & FAR != 0 {
            pieces[..LION].fill(0);
        }
        Self {
            free: at.free(),
            at,
            pieces,
            kind: 0,
            cell: 0,
            was: 0,
            origins: 0,
            from: CELLS,
            taken: 5,
            put: false,
        }
    }

    /// Goes on to the next piece; false where there is none.
    #[inline]
    fn next_piece(&mut self) -> bool {
        while self.kind < 5 && self.pieces[self.kind] == 0 {
            self.kind += 1;
        }
        let Some(men) = self.pieces.get_mut(self.kind) else {
            return false;
        };
        self.cell = men.trailing_zeros() as u8;
        *men &= *men - 1;
        self.was = self.kind;
        // A chick on the far row was put there; a lion does not come from there.
        let is_put = self.kind == CHICK && bit(self.cell) & FAR != 0;
        self.origins = if is_put { 0 } else { self.ways(self.kind) };
        if self.kind == LION {
            self.origins &= !FAR;
        }
        self.put = self.kind < HEN;
        true
    }

    /// From where a piece of a kind comes to the cell without having seen the lion.
    fn ways(&self, kind: usize) -> Cells {
        let to = usize::from(self.cell);
        ORIGINS[kind][to] & self.free & !ORIGINS[kind][usize::from(self.at.lions[1])]
    }

    /// The position before, with nothing taken.
    #[inline]
    fn before(&self) -> Board {
        let mut before = self.at;
        if self.kind == LION {
            before.lions[0] = self.from;
        } else {
            before.men[0][self.kind] ^= bit(self.cell);
            before.men[0][self.was] |= bit(self.from);
        }
        before
    }
}

impl Iterator for Before {
    type Item = Board;

    #[inline]
    fn next(&mut self) -> Option<Board> {
        loop {
            // What was taken when it came from there.
            while self.taken < 4 {
                let kind = self.taken;
                self.taken += 1;
                let held = if kind == HEN { CHICK } else { kind };
                if self.at.hand[held] > 0 {
                    let mut before = self.before();
                    before.hand[held] -= 1;
                    before.men[1][kind] |= bit(self.cell);
                    return Some(before);
                }
            }
            if self.origins != 0 {
                self.from = self.origins.trailing_zeros() as u8;
                self.origins &= self.origins - 1;
                self.taken = 0;
                return Some(self.before());
            }
            if self.kind == HEN && self.was == HEN && bit(self.cell) & FAR != 0 {
                self.was = CHICK;
                self.origins = self.ways(CHICK);
                continue;
            }
            if self.put {
                self.put = false;
                let mut before = self.at;
                before.men[0][self.kind] ^= bit(self.cell);
                before.hand[self.kind] += 1;
                return Some(before);
            }
            if !self.next_piece() {
                return None;
            }
        }
    }
}

impl Reversible for DobutsuShogi {
    #[inline]
    fn predecessors<'g>(&'g self, at: &Board) -> impl Iterator<Item = Board> + use<'g> {
        let ended = at.is_taken();
        (!ended).then(|| Before::of(at)).into_iter().flatten()
    }
    #[inline]
    fn wins_at_once(&self, at: &Board) -> bool {
        at.takes()
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
        let bad = |message: &str| InputError::new(message, text, 0..text.len());
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
                "the lion of the player to move stands on the far row: play was over before",
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
}

impl Look for DobutsuShogi {
    fn scene(&self, at: &Board) -> Scene {
        let cell = |cell: u8| match at.letter(cell) {
            Some((0, letter)) => Cell::Piece(Owner::First, letter.to_string()),
            Some((_, letter)) => {
                Cell::Piece(Owner::Second, letter.to_ascii_uppercase().to_string())
            }
            None => Cell::Empty,
        };
        let row = |row: u8| (3 * row..3 * row + 3).map(cell).collect();
        let scene = Scene::of(Figure::Board((0..4).map(row).collect()))
            .to_move("capitals: the player to move, upwards")
            .with(Set::Tiles)
            .named(Names::FromTop)
            .seen(Seat::MoverBelow);
        match at.in_hand().concat() {
            hand if hand.is_empty() => scene,
            hand => scene.noted(format!("in hand: {hand}")),
        }
    }
    fn changes(&self, at: &Board, go: &Go) -> Option<Vec<usize>> {
        if go.to == at.lions[1] {
            return None;
        }
        let from = (go.from < CELLS).then_some(go.from);
        Some(from.into_iter().chain([go.to]).map(usize::from).collect())
    }
}

impl Entry for DobutsuShogi {
    type Game = Self;
    const CARD: Card = Card {
        name: "dobutsu-shogi",
        aliases: &[],
        parameters: "",
        rules: "Lion, elephant, giraffe and chick on 3 × 4 cells; what is taken comes back on one's own side. Who takes the lion wins, or whose lion reaches the far row and stays.",
        notation: "rows from the top as the player to move faces them, own pieces in capitals, and what is in hand: .le/.../gC./EL. Gc",
        example: Example {
            parameters: "",
            position: ".l./..E/.G./..L EGCc",
        },
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

impl Declares for DobutsuShogi {
    fn declare(&self, powers: &mut impl Powers<Self>) {
        powers.loopy();
        powers.reversible();
        powers.look();
    }
}
