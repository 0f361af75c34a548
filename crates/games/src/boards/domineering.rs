//! Domineering: Left lays a domino upright, Right lays one level, each on two free cells of a board of `rows,columns`;
//! who cannot has lost.
//!
//! A position is the board by rows from the top, `.` free and `#` covered: `../.#`; a move names both cells: `a1a2`.
//!
//! Boards of 2 × 2, 3 × 3 and 4 × 4 are won by who moves first, 5 × 5 by who moves second.
//!
//! Sources: G. Andersson's game, see Conway, On Numbers and Games (1976), ch. 10; D. M. Breuker, J. W. H. M. Uiterwijk,
//! H. J. van den Herik, Solving 8×8 Domineering, Theoretical Computer Science 230 (2000).

use bouton_core::entry::{Card, Entry, Example, OpenError, Opened, at_position};
use bouton_core::scene::{Look, Scene};
use bouton_core::{
    Declares, Disjunctive, Game, InputError, Loopfree, Notation, Partizan, Powers, Side,
};
use smallvec::SmallVec;

use super::free::{Set, Size, members};

/// The rules: the size of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Domineering(Size);

impl Domineering {
    /// The upper or left cells of the dominoes that `side` can lay on free cells.
    fn places(&self, free: Set, side: Side) -> Set {
        match side {
            Side::Left => self.0.upright_pairs(free),
            Side::Right => self.0.level_pairs(free),
        }
    }

    fn domino(&self, cell: usize, side: Side) -> Set {
        let step = if side == Side::Left {
            self.0.columns
        } else {
            1
        };
        1 << cell | 1 << (cell + step)
    }
}

impl Game for Domineering {
    /// The free cells.
    type Position = Set;
    /// The two cells of a domino.
    type Move = Set;
    fn canonical(&self, free: Set) -> Set {
        let size = self.0;
        let used: Set = size.parts(free).filter(|part| part.count_ones() > 1).sum();
        let [least] = size.least([used]);
        least
    }
    fn key(&self, free: &Set) -> Option<u64> {
        Some(*free)
    }
}

impl Partizan for Domineering {
    fn moves<'g>(&'g self, free: &Set, side: Side) -> impl Iterator<Item = Set> + use<'g> {
        members(self.places(*free, side)).map(move |cell| self.domino(cell, side))
    }
    fn play(&self, free: &Set, _side: Side, domino: &Set) -> Set {
        free & !domino
    }
}

impl Loopfree for Domineering {
    type Height = u32;
    fn height(&self, free: &Set) -> u32 {
        free.count_ones()
    }
}

impl Disjunctive for Domineering {
    fn summands(&self, free: &Set) -> SmallVec<[Set; 2]> {
        let parts = self.0.parts(*free);
        parts.filter(|part| part.count_ones() > 1).collect()
    }
    fn negative(&self, free: &Set) -> Option<Set> {
        let [corner] = self.0.cornered([*free]);
        self.0.transposed(corner)
    }
}

impl Notation for Domineering {
    fn parse(&self, text: &str) -> Result<Set, InputError> {
        let [free, _] = self.0.parse(text, ['.', '#'])?;
        Ok(free)
    }
    fn show(&self, free: &Set) -> String {
        self.0
            .show(|cell| if free >> cell & 1 == 1 { '.' } else { '#' })
    }
    fn signs(&self) -> Vec<char> {
        vec!['.', '#']
    }
    fn show_move(&self, _free: &Set, domino: &Set) -> String {
        members(*domino).map(|cell| self.0.name(cell)).collect()
    }
}

impl Look for Domineering {
    fn scene(&self, free: &Set) -> Scene {
        self.0.covered(*free)
    }
}

impl Entry for Domineering {
    type Game = Self;
    const CARD: Card = Card {
        name: "domineering",
        aliases: &[],
        parameters: "rows and columns, like domineering:4,4",
        rules: "Left lays dominoes upright, Right level, on free cells of a board; who cannot has lost.",
        notation: "the board by rows from the top: . free, # covered; R after it if Right is to move",
        example: Example {
            parameters: "4,4",
            position: "..../..../..../....",
        },
        sources: &[
            "J. H. Conway, On Numbers and Games (1976), ch. 10",
            "Breuker, Uiterwijk, van den Herik, Solving 8×8 Domineering, Theoretical Computer Science 230 (2000)",
        ],
    };
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Self>, OpenError> {
        at_position(Self(Size::read_or_seen(parameters, position)?), position)
    }
    fn start(&self) -> Option<<Self as Game>::Position> {
        Some(self.0.all())
    }
}

impl Declares for Domineering {
    fn declare(&self, powers: &mut impl Powers<Self>) {
        powers.partizan();
        powers.disjunctive();
        powers.look();
    }
}
