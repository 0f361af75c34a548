//! Rules as patterns: the contents of a few neighbouring cells before and after a move.
//!
//! Future contents of cells are bounded from above: a cell may get any contents that a pattern could put there, if the
//! cells of that pattern may satisfy its condition. Cells that no pattern joins are independent: a position is the sum of
//! the groups of cells that patterns join, and cells in no group do not matter.

use bouton_core::Side;
use smallvec::SmallVec;

use super::marked::{Marks, Move, Rules, Symmetry};
use crate::boards::free::{Set, Size, grown, members};

/// A step from cell to cell: rows down, columns to the right.
pub(crate) type Direction = (isize, isize);

pub(crate) const RIGHT: Direction = (0, 1);
pub(crate) const LEFT: Direction = (0, -1);
pub(crate) const DOWN: Direction = (1, 0);
pub(crate) const UP: Direction = (-1, 0);

/// A move of `side` along a line in one of the directions: `l` a piece of Left's, `r` one of Right's, `.` a free cell.
pub(crate) struct Pattern {
    pub(crate) side: Side,
    pub(crate) directions: &'static [Direction],
    pub(crate) before: &'static str,
    pub(crate) after: &'static str,
    /// Whether the piece may continue in the same way.
    pub(crate) goes_on: bool,
}

/// A pattern in one direction, at all places of a board.
///
/// A place is named by the first of its cells. Sets of first cells become sets of the other cells by rotation: no place
/// reaches over the edge of the board, so no bit comes round.
#[derive(Debug)]
struct Line {
    side: Side,
    /// The first cells of all places on the board.
    places: Set,
    cells: SmallVec<[LineCell; 3]>,
    /// Whether the piece may continue in the same way.
    goes_on: bool,
}

/// A cell of a pattern: its distance from the first one, as a rotation of sets, and its contents before and after a move.
#[derive(Clone, Copy, Debug)]
struct LineCell {
    away: u32,
    before: usize,
    after: usize,
}

/// The rules: all steps on a board.
#[derive(Debug)]
pub(crate) struct Steps {
    size: Size,
    lines: Vec<Line>,
    symmetry: Symmetry,
    height: fn(Size, Marks) -> u32,
    takes: bool,
    ends: bool,
    words: Option<Words>,
    heaps: Option<HeapsOf>,
}

/// The heaps of nim that decide a position, if the theorem covers it.
type HeapsOf = fn(Size, Marks) -> Option<Vec<u64>>;

/// A move in words, from the names of its two cells.
type Words = fn(&str, &str) -> String;

/// The cells with a piece of Left's, with one of Right's, and without any.
type Contents = [Set; 3];

fn contents(at: Marks) -> Contents {
    [at.only(Side::Left), at.only(Side::Right), at.both()]
}

impl Line {
    fn of(pattern: &Pattern, (down, right): Direction, size: Size) -> Self {
        let count = pattern.before.len();
        let places = (0..size.rows * size.columns)
            .filter(|cell| size.line(*cell, (down, right), count).is_some());
        let step = down * size.columns as isize + right;
        let sign = |text: &str, n: usize| {
            let place = "lr.".find(&text[n..=n]);
            place.expect("invariant: patterns have three signs")
        };
        let cells = (0..count).map(|n| LineCell {
            away: (step * n as isize).rem_euclid(Set::BITS as isize) as u32,
            before: sign(pattern.before, n),
            after: sign(pattern.after, n),
        });
        Self {
            side: pattern.side,
            places: places.map(|cell| 1 << cell).sum(),
            cells: cells.collect(),
            goes_on: pattern.goes_on,
        }
    }

    /// The places where the cells have the contents that the pattern needs.
    fn fitting(&self, found: &Contents) -> Set {
        let places = self.cells.iter();
        places.fold(self.places, |places, cell| {
            places & found[cell.before].rotate_right(cell.away)
        })
    }

    /// The cells of these places, one cell of the pattern after the other.
    fn cells_of(&self, places: Set) -> impl Iterator<Item = (Set, &LineCell)> {
        let cells = self.cells.iter();
        cells.map(move |cell| (places.rotate_left(cell.away), cell))
    }

    /// The last cell of a place.
    fn end(&self, place: usize) -> usize {
        let away = self.cells.last().map_or(0, |cell| cell.away as usize);
        (place + away) % Set::BITS as usize
    }

    fn play(&self, at: Marks, place: usize) -> Marks {
        let mut to = contents(at);
        for (set, cell) in self.cells_of(1 << place) {
            to[cell.before] &= !set;
            to[cell.after] |= set;
        }
        let [left, right, free] = to;
        Marks::pieces([left, right], free)
    }
}

/// Neighbours that belong to one group: each cell of the set with the one that is so far away.
type Links = SmallVec<[(u32, Set); 8]>;

impl Steps {
    pub(crate) fn new<'p>(
        size: Size,
        patterns: impl IntoIterator<Item = &'p Pattern>,
        symmetry: Symmetry,
        height: fn(Size, Marks) -> u32,
    ) -> Self {
        let lines = patterns.into_iter().flat_map(|pattern| {
            let directions = pattern.directions.iter();
            directions.map(move |direction| Line::of(pattern, *direction, size))
        });
        Self {
            size,
            lines: lines.filter(|line| line.places != 0).collect(),
            symmetry,
            height,
            takes: false,
            ends: true,
            words: None,
            heaps: None,
        }
    }

    /// The same rules, with steps that remove marks from the board.
    pub(crate) fn taking(self) -> Self {
        Self {
            takes: true,
            ..self
        }
    }

    /// The same rules, with steps that can be taken back, so that play need not end.
    pub(crate) fn endless(self) -> Self {
        Self {
            ends: false,
            ..self
        }
    }

    /// The same rules, with moves in words.
    pub(crate) fn worded(self, words: Words) -> Self {
        let words = Some(words);
        Self { words, ..self }
    }

    /// The same rules, with a theorem that makes some positions nim.
    pub(crate) fn nim(self, heaps: HeapsOf) -> Self {
        let heaps = Some(heaps);
        Self { heaps, ..self }
    }

    /// The groups of cells joined by steps that may become possible.
    fn groups(&self, at: Marks) -> SmallVec<[Set; 2]> {
        let possible = self.possible(contents(at));
        let (mut links, mut joined) = (Links::new(), 0);
        for line in &self.lines {
            let places = line.fitting(&possible);
            joined |= line.cells_of(places).fold(0, |all, (set, _)| all | set);
            // Each cell of a place with the next one.
            if let [_, next, rest @ ..] = &*line.cells
                && places != 0
            {
                let firsts = line.cells_of(places).take(1 + rest.len());
                links.push((next.away, firsts.fold(0, |all, (set, _)| all | set)));
            }
        }
        let around = |part: Set| {
            let of = |(away, set): &(u32, Set)| {
                (part & set).rotate_left(*away) | part.rotate_right(*away) & set
            };
            links.iter().fold(0, |all, link| all | of(link))
        };
        let mut groups: SmallVec<[Set; 2]> = grown(joined, around).collect();
        groups.sort_unstable();
        groups
    }

    /// The possible future contents of the cells.
    fn possible(&self, mut found: Contents) -> Contents {
        loop {
            let before = found;
            for line in &self.lines {
                for (set, cell) in line.cells_of(line.fitting(&found)) {
                    found[cell.after] |= set;
                }
            }
            if found == before {
                return found;
            }
        }
    }
}

impl Rules for Steps {
    fn takes(&self) -> bool {
        self.takes
    }
    fn ends(&self) -> bool {
        self.ends
    }
    fn moves(&self, at: Marks, side: Side) -> Vec<Move> {
        let (mut moves, found) = (Vec::new(), contents(at));
        for line in self.lines.iter().filter(|line| line.side == side) {
            for first in members(line.fitting(&found)) {
                let (mut to, mut place) = (at, first);
                while line.fitting(&contents(to)) >> place & 1 != 0 {
                    to = line.play(to, place);
                    place = line.end(place);
                    moves.push(Move::between(first, place, to));
                    if !line.goes_on {
                        break;
                    }
                }
            }
        }
        moves
    }
    fn height(&self, at: Marks) -> u32 {
        (self.height)(self.size, at)
    }
    fn canonical(&self, at: Marks) -> Marks {
        let live = self.groups(at).into_iter().sum();
        self.symmetry.canonical(self.size, at.within(live))
    }
    fn canonical_part(&self, part: Marks) -> Marks {
        self.symmetry.canonical(self.size, part)
    }
    fn summands(&self, at: Marks) -> SmallVec<[Marks; 2]> {
        let groups = self.groups(at).into_iter();
        groups.map(|group| at.within(group)).collect()
    }
    fn negative(&self, at: Marks) -> Option<Marks> {
        self.symmetry.negative(self.size, at)
    }
    fn is_nim(&self) -> bool {
        self.heaps.is_some()
    }
    fn heaps(&self, at: Marks) -> Option<Vec<u64>> {
        self.heaps?(self.size, at)
    }
    fn words(&self, cells: &[String]) -> Option<String> {
        let [from, to] = cells else { return None };
        Some((self.words?)(from, to))
    }
}

/// The sum of the columns from each of the cells to an edge.
pub(crate) fn columns_to_go(size: Size, cells: Set, side: Side) -> u32 {
    let column = |cell: usize| (cell % size.columns) as u32;
    let last = (size.columns - 1) as u32;
    let to_go = members(cells).map(|cell| match side {
        Side::Left => last - column(cell),
        Side::Right => column(cell),
    });
    to_go.sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATTERNS: [Pattern; 3] = [
        pattern(Side::Left, &[RIGHT, LEFT, DOWN, UP], "lr.", "..l", true),
        pattern(Side::Right, &[LEFT, DOWN], "r.", ".r", false),
        pattern(Side::Right, &[UP], ".l.", "l.l", false),
    ];

    const fn pattern(
        side: Side,
        directions: &'static [Direction],
        before: &'static str,
        after: &'static str,
        goes_on: bool,
    ) -> Pattern {
        Pattern {
            side,
            directions,
            before,
            after,
            goes_on,
        }
    }

    /// A board as signs, `#` for no cell.
    type Signs = Vec<char>;

    fn signs(size: Size, at: Marks) -> Signs {
        let sign = |cell| match [at.left, at.right].map(|set| set >> cell & 1) {
            [1, 1] => '.',
            [1, _] => 'l',
            [_, 1] => 'r',
            _ => '#',
        };
        (0..size.rows * size.columns).map(sign).collect()
    }

    /// Every place of every pattern: who moves, the cells in order, the pattern.
    fn places(size: Size) -> Vec<(Side, Vec<usize>, Direction, &'static Pattern)> {
        let mut places = Vec::new();
        for pattern in &PATTERNS {
            for direction in pattern.directions {
                for cell in 0..size.rows * size.columns {
                    if let Some(cells) = size.line(cell, *direction, pattern.before.len()) {
                        places.push((pattern.side, cells, *direction, pattern));
                    }
                }
            }
        }
        places
    }

    /// The moves, one place after the other: first and last cell, and the board after it.
    fn slow_moves(size: Size, at: &Signs, side: Side) -> Vec<(usize, usize, Signs)> {
        let mut moves = Vec::new();
        for (_, cells, direction, pattern) in places(size).iter().filter(|p| p.0 == side) {
            let (mut to, mut cells, first) = (at.clone(), cells.clone(), cells[0]);
            while cells
                .iter()
                .map(|cell| to[*cell])
                .eq(pattern.before.chars())
            {
                for (cell, sign) in cells.iter().zip(pattern.after.chars()) {
                    to[*cell] = sign;
                }
                let last = cells[cells.len() - 1];
                moves.push((first, last, to.clone()));
                let next = size.line(last, *direction, cells.len());
                let Some(next) = next.filter(|_| pattern.goes_on) else {
                    break;
                };
                cells = next;
            }
        }
        moves
    }

    /// The groups: cells of places that may fit in the future belong together.
    fn slow_groups(size: Size, at: &Signs) -> Vec<Set> {
        let mut possible: Vec<String> = at.iter().map(char::to_string).collect();
        let mut groups: Vec<Set> = Vec::new();
        let mut found = true;
        while std::mem::take(&mut found) {
            for (_, cells, _, pattern) in places(size) {
                let mut needs = cells.iter().zip(pattern.before.chars());
                if !needs.all(|(cell, sign)| possible[*cell].contains(sign)) {
                    continue;
                }
                for (cell, sign) in cells.iter().zip(pattern.after.chars()) {
                    if !possible[*cell].contains(sign) {
                        possible[*cell].push(sign);
                        found = true;
                    }
                }
                let joined = cells.iter().fold(0, |set, cell| set | 1 << cell);
                let (met, apart) = groups.iter().partition(|group| *group & joined != 0);
                let met: Vec<Set> = met;
                groups = apart;
                groups.push(met.into_iter().fold(joined, |all, set| all | set));
            }
        }
        groups.sort_unstable();
        groups
    }

    /// Moves and groups found for all places at once are those found place by place.
    #[test]
    fn agrees_with_places_one_by_one() {
        let mut random = fastrand::Rng::with_seed(7);
        for (rows, columns) in [(1, 12), (9, 1), (2, 5), (4, 4), (3, 6), (8, 8)] {
            let size = Size { rows, columns };
            let steps = Steps::new(size, &PATTERNS, Symmetry::Moved, |_, _| 0);
            for _ in 0..300 {
                let [left, right, free] = [0; 3].map(|_| random.u64(..) & random.u64(..));
                let at = Marks::pieces([left & !right, right], free).within(size.all());
                let seen = signs(size, at);
                assert_eq!(&*steps.groups(at), slow_groups(size, &seen), "{seen:?}");
                for side in Side::BOTH {
                    let cells = |mv: &Move| mv.cells.map(|cell| cell.map(usize::from));
                    let moves: Vec<_> = steps
                        .moves(at, side)
                        .iter()
                        .map(|mv| (cells(mv), signs(size, mv.to)))
                        .collect();
                    let slow = slow_moves(size, &seen, side).into_iter();
                    let slow = slow.map(|(a, b, to)| ([Some(a), Some(b), None], to));
                    assert_eq!(moves, slow.collect::<Vec<_>>(), "{seen:?} {side:?}");
                }
            }
        }
    }
}
