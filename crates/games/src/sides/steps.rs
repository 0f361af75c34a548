//! Rules as patterns: the contents of a few neighbouring cells before and after a move.
//!
//! Future contents of cells are bounded from above: a cell may get any contents that a pattern could put there, if the
//! cells of that pattern may satisfy its condition. Cells that no pattern joins are independent: a position is the sum of
//! the groups of cells that patterns join, and cells in no group do not matter.

use bouton_core::Side;
use smallvec::SmallVec;

use super::marked::{Marks, Move, Rules, Symmetry};
use crate::boards::free::{Set, Size, members};

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

/// A pattern at a place.
#[derive(Debug)]
struct Step {
    side: Side,
    cells: Set,
    before: Marks,
    after: Marks,
    /// The first of its cells and the last.
    ends: [usize; 2],
    /// The index of the step with which the same piece may continue.
    next: Option<usize>,
}

/// The rules: all steps on a board.
#[derive(Debug)]
pub(crate) struct Steps {
    size: Size,
    steps: Vec<Step>,
    symmetry: Symmetry,
    height: fn(Size, Marks) -> u32,
    takes: bool,
    ends: bool,
    words: Option<Words>,
}

/// A move in words, from the names of its two cells.
type Words = fn(&str, &str) -> String;

/// The marks that a text puts on cells.
fn marks(cells: &[usize], text: &str) -> Marks {
    let on = |signs: &str| -> Set {
        let cells = cells.iter().zip(text.chars());
        cells
            .filter(|(_, sign)| signs.contains(*sign))
            .map(|(cell, _)| 1 << cell)
            .sum()
    };
    Marks {
        left: on("l."),
        right: on("r."),
    }
}

impl Step {
    fn of(pattern: &Pattern, cells: &[usize]) -> Self {
        Self {
            side: pattern.side,
            cells: cells.iter().map(|cell| 1 << cell).sum(),
            before: marks(cells, pattern.before),
            after: marks(cells, pattern.after),
            ends: [cells[0], cells[cells.len() - 1]],
            next: None,
        }
    }

    fn is_at(&self, at: Marks) -> bool {
        at.within(self.cells) == self.before
    }

    fn play(&self, at: Marks) -> Marks {
        let rest = at.within(!self.cells);
        Marks {
            left: rest.left | self.after.left,
            right: rest.right | self.after.right,
        }
    }
}

/// The possible future contents of each cell: a piece of Left's, one of Right's, nothing.
struct Possible([Set; 3]);

impl Possible {
    fn parts(at: Marks) -> [Set; 3] {
        [at.only(Side::Left), at.only(Side::Right), at.both()]
    }

    fn allows(&self, before: Marks) -> bool {
        let needs = Self::parts(before).into_iter().zip(self.0);
        needs.fold(0, |missing, (need, have)| missing | need & !have) == 0
    }

    fn add(&mut self, after: Marks) {
        let more = Self::parts(after);
        (0..3).for_each(|n| self.0[n] |= more[n]);
    }
}

impl Steps {
    pub(crate) fn new<'p>(
        size: Size,
        patterns: impl IntoIterator<Item = &'p Pattern>,
        symmetry: Symmetry,
        height: fn(Size, Marks) -> u32,
    ) -> Self {
        let mut steps = Vec::new();
        for pattern in patterns {
            for direction in pattern.directions {
                let first = steps.len();
                for cell in 0..size.rows * size.columns {
                    let cells = size.line(cell, *direction, pattern.before.len());
                    steps.extend(cells.map(|cells| Step::of(pattern, &cells)));
                }
                if pattern.goes_on {
                    join(&mut steps, first);
                }
            }
        }
        Self {
            size,
            steps,
            symmetry,
            height,
            takes: false,
            ends: true,
            words: None,
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

    /// The groups of cells joined by steps that may become possible.
    fn groups(&self, at: Marks) -> SmallVec<[Set; 2]> {
        let mut possible = Possible(Possible::parts(at));
        let mut groups: SmallVec<[Set; 2]> = SmallVec::new();
        let mut waiting: Vec<&Step> = self.steps.iter().collect();
        loop {
            let before = waiting.len();
            waiting.retain(|step| {
                let is_possible = possible.allows(step.before);
                if is_possible {
                    possible.add(step.after);
                    unite(&mut groups, step.cells);
                }
                !is_possible
            });
            if waiting.len() == before {
                groups.sort_unstable();
                return groups;
            }
        }
    }
}

/// Each step from `first` on, all in one direction, continues with the one that begins where it ends.
fn join(steps: &mut [Step], first: usize) {
    for n in first..steps.len() {
        let end = steps[n].ends[1];
        let next = steps[first..].iter().position(|step| step.ends[0] == end);
        steps[n].next = next.map(|place| first + place);
    }
}

/// Adds a set of joined cells to the groups.
fn unite(groups: &mut SmallVec<[Set; 2]>, mut cells: Set) {
    groups.retain(|group| {
        let is_apart = *group & cells == 0;
        if !is_apart {
            cells |= *group;
        }
        is_apart
    });
    groups.push(cells);
}

impl Rules for Steps {
    fn takes(&self) -> bool {
        self.takes
    }
    fn ends(&self) -> bool {
        self.ends
    }
    fn moves(&self, at: Marks, side: Side) -> Vec<Move> {
        let mut moves = Vec::new();
        let own = self.steps.iter().filter(|step| step.side == side);
        for first in own.filter(|step| step.is_at(at)) {
            let mut to = first.play(at);
            let mut last = first;
            moves.push(Move::between(first.ends[0], last.ends[1], to));
            while let Some(next) = last.next.map(|n| &self.steps[n]).filter(|s| s.is_at(to)) {
                (to, last) = (next.play(to), next);
                moves.push(Move::between(first.ends[0], last.ends[1], to));
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
    fn summands(&self, at: Marks) -> SmallVec<[Marks; 2]> {
        let groups = self.groups(at).into_iter();
        groups.map(|group| at.within(group)).collect()
    }
    fn negative(&self, at: Marks) -> Option<Marks> {
        self.symmetry.negative(self.size, at)
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
