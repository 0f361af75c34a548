//! Domineering: Left places a domino vertically, Right horizontally, each on two free cells of a board of `rows,columns`; a
//! player who cannot move loses.
//!
//! A position is the board row by row from the top, `.` free and `#` covered: `../.#`; a move names both cells: `a1a2`.
//!
//! Boards of 2 × 2, 3 × 3 and 4 × 4 are won by the player who moves first, 5 × 5 by the player who moves second.
//!
//! Sources: G. Andersson's game, see Conway, On Numbers and Games (1976), ch. 10; D. M. Breuker, J. W. H. M. Uiterwijk,
//! H. J. van den Herik, Solving 8×8 Domineering, Theoretical Computer Science 230 (2000).

use std::marker::PhantomData;

use bouton_core::entry::{Card, Entry, Example, Kind, OpenError, Opened, Visitor, at_position};
use bouton_core::scene::{Drawn, Scene};
use bouton_core::{
    Disjunctive, Game, InputError, Loopfree, Notation, Partizan, Side, Sided, declares,
};
use bouton_texts::text;
use smallvec::SmallVec;

use super::cells::{Cells, Wide};
use super::free::{Size, members};

/// The rules: the size of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Domineering<S = u64>(Size, PhantomData<S>);

impl<S: Cells> Domineering<S> {
    /// The upper or left cells of the dominoes that `side` can place on free cells.
    fn places(&self, free: S, side: Side) -> S {
        match side {
            Side::Left => self.0.upright_pairs(free),
            Side::Right => self.0.level_pairs(free),
        }
    }

    fn domino(&self, cell: usize, side: Side) -> S {
        let step = if side == Side::Left {
            self.0.columns
        } else {
            1
        };
        S::one(cell) | S::one(cell + step)
    }
}

impl<S: Cells> Game for Domineering<S> {
    /// The free cells.
    type Position = S;
    /// The two cells of a domino.
    type Move = S;
    fn canonical(&self, free: S) -> S {
        let size = self.0;
        let used = S::union(size.parts(free).filter(|part| part.count() > 1));
        let [least] = size.least([used]);
        least
    }
    fn key(&self, free: &S) -> Option<u64> {
        free.key()
    }
}

impl<S: Cells> Partizan for Domineering<S> {
    fn moves<'g>(&'g self, free: &S, side: Side) -> impl Iterator<Item = S> + use<'g, S> {
        members(self.places(*free, side)).map(move |cell| self.domino(cell, side))
    }
    fn play(&self, free: &S, _side: Side, domino: &S) -> S {
        *free & !*domino
    }
}

impl<S: Cells> Loopfree for Domineering<S> {
    type Height = u32;
    fn height(&self, free: &S) -> u32 {
        free.count()
    }
}

impl<S: Cells> Disjunctive for Domineering<S> {
    fn summands(&self, free: &S) -> SmallVec<[S; 2]> {
        let parts = self.0.parts(*free);
        parts.filter(|part| part.count() > 1).collect()
    }
    fn negative(&self, free: &S) -> Option<S> {
        let [corner] = self.0.cornered([*free]);
        self.0.transposed(corner)
    }
    /// Removes the other player's dominoes across a line.
    fn cut(&self, free: &S, side: Side) -> Option<SmallVec<[S; 2]>> {
        let size = self.0;
        let lines = match side {
            Side::Left => size.columns,
            Side::Right => size.rows,
        };
        let before = |line: usize| match side {
            Side::Left => S::union((0..line).map(|column| S::every(size.columns).up(column))),
            Side::Right => S::first(line * size.columns),
        };
        let mut best = None;
        for line in 1..lines {
            let pieces = [*free & before(line), *free & !before(line)];
            let [a, b] = pieces.map(Cells::count);
            if a.min(b) < 2 {
                continue;
            }
            let across = |pieces: &[S]| {
                let pairs = |set| self.places(set, side.other()).count();
                pairs(*free) - pieces.iter().map(|piece| pairs(*piece)).sum::<u32>()
            };
            let price = across(&pieces) * (a + b) / a.min(b);
            if best.is_none_or(|(least, _)| price < least) {
                best = Some((price, pieces));
            }
        }
        best.map(|(_, pieces)| SmallVec::from(pieces))
    }
    fn canonical_part(&self, part: S) -> S {
        let [least] = self.0.least([part]);
        least
    }
    fn with_key(&self, key: u64) -> Option<S> {
        S::of_key(key)
    }
    fn part_off(&self, free: &S) -> Option<[S; 2]> {
        self.0.part_off(*free)
    }
}

impl<S: Cells> Notation for Domineering<S> {
    fn parse(&self, text: &str) -> Result<S, InputError> {
        let [free, _] = self.0.parse(text, ['.', '#'])?;
        Ok(free)
    }
    fn show(&self, free: &S) -> String {
        self.0.show(|cell| if free.has(cell) { '.' } else { '#' })
    }
    fn signs(&self) -> Vec<char> {
        vec!['.', '#']
    }
    fn with_board(&self, _free: &S, number: u64) -> Option<S> {
        let Size { rows, columns } = self.0;
        let unused = S::MOST - rows * columns;
        let covered = S::of_key(number)?.reversed().down(unused);
        let is_board = covered.up(unused).reversed() == S::of_key(number)?;
        is_board.then(|| self.0.all::<S>() & !covered)
    }
    fn board_number(&self, free: &S) -> Option<u64> {
        let Size { rows, columns } = self.0;
        let covered = self.0.all::<S>() & !*free;
        covered.reversed().down(S::MOST - rows * columns).key()
    }
    fn show_move(&self, _free: &S, domino: &S) -> String {
        members(*domino).map(|cell| self.0.name(cell)).collect()
    }
    fn move_in_words(&self, _free: &S, domino: &S) -> Option<String> {
        let cells: Vec<_> = members(*domino).map(|cell| self.0.name(cell)).collect();
        Some(format!("domino on {}", cells.join(" and ")))
    }
}

impl<S: Cells> Drawn for Domineering<S> {
    fn scene(&self, free: &S) -> Scene {
        self.0.covered(*free)
    }
}

impl<S: Cells> Entry for Domineering<S> {
    type Game = Self;
    const CARD: Card = Card {
        name: "domineering",
        kind: Kind::Sides,
        aliases: &[],
        parameters: "rows and columns, like domineering:4,4",
        text: text("domineering"),
        notation: "the board by rows from the top: . free, # covered; R after it if Right is to move",
        example: Example::new("4,4", "..../..../..../...."),
        sources: &[
            "J. H. Conway, On Numbers and Games (1976), ch. 10",
            "Breuker, Uiterwijk, van den Herik, Solving 8×8 Domineering, Theoretical Computer Science 230 (2000)",
        ],
    };
    const USUAL: Option<&'static str> = Some("8,8");
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Self>, OpenError> {
        let size = Size::read_or_seen_for::<S>(parameters, position)?;
        at_position(Self(size, PhantomData), position)
    }
    fn start(&self) -> Option<<Self as Game>::Position> {
        Some(self.0.all())
    }
    fn beyond_64_bits(visitor: &mut impl Visitor) {
        visitor.game::<Sided<Domineering<Wide>>>();
    }
}

declares!(<S: Cells> Domineering<S>: partizan, disjunctive, look);
