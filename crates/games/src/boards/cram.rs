//! Cram: either player lays a domino, upright or level, on two free cells of a board of `rows,columns`; the last to move
//! wins.
//!
//! A position is the board by rows from the top, `.` free and `#` covered: `../.#`; a move names both cells: `a1b1`.
//!
//! Grundy values of 3 × n from n = 3: 0 1 1 4 1 3 1 2 0 1 2 3.
//!
//! Sources: M. Gardner, Mathematical Games, Scientific American, February 1974; J. Lemoine, S. Viennot, Nimbers are
//! inevitable, Theoretical Computer Science 462 (2012).

use bouton_core::entry::{Card, Entry, Example, OpenError, Opened, at_position};
use bouton_core::scene::{Look, Scene};
use bouton_core::{
    Alternating, Declares, Game, Impartial, InputError, Loopfree, Notation, Powers, WinLoss,
};
use smallvec::{SmallVec, smallvec};

use super::free::{Set, Size, members};

/// The rules: the size of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cram(Size);

impl Cram {
    fn has_move(&self, free: Set) -> bool {
        self.0.level_pairs(free) | self.0.upright_pairs(free) != 0
    }
}

impl Game for Cram {
    /// The free cells.
    type Position = Set;
    /// The two cells of a domino.
    type Move = Set;
    fn canonical(&self, free: Set) -> Set {
        let used = self.0.parts(free).filter(|part| part.count_ones() > 1);
        let [least] = self.0.least_of_all([used.sum()]);
        least
    }
    fn key(&self, free: &Set) -> Option<u64> {
        Some(*free)
    }
}

impl Alternating for Cram {
    type Score = WinLoss;
    fn moves<'g>(&'g self, free: &Set) -> impl Iterator<Item = Set> + use<'g> {
        let columns = self.0.columns;
        let level = members(self.0.level_pairs(*free)).map(|cell| 0b11 << cell);
        let upright = members(self.0.upright_pairs(*free));
        level.chain(upright.map(move |cell| 1 << cell | 1 << (cell + columns)))
    }
    fn play(&self, free: &Set, domino: &Set) -> Set {
        free & !domino
    }
    fn score(&self, free: &Set) -> Option<WinLoss> {
        (!self.has_move(*free)).then_some(WinLoss::Loss)
    }
}

impl Loopfree for Cram {
    type Height = u32;
    fn height(&self, free: &Set) -> u32 {
        free.count_ones()
    }
}

impl Impartial for Cram {
    fn summands(&self, free: &Set) -> SmallVec<[Set; 2]> {
        let parts = self.0.parts(*free).filter(|part| part.count_ones() > 1);
        let parts: SmallVec<[Set; 2]> = parts.collect();
        if parts.is_empty() {
            smallvec![*free]
        } else {
            parts
        }
    }
}

impl Notation for Cram {
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

impl Look for Cram {
    fn scene(&self, free: &Set) -> Scene {
        self.0.covered(*free)
    }
}

impl Entry for Cram {
    type Game = Self;
    const CARD: Card = Card {
        name: "cram",
        aliases: &[],
        parameters: "rows and columns, like cram:3,5",
        rules: "Lay a domino on two free neighbouring cells of a board; the last to move wins.",
        notation: "the board by rows from the top: . free, # covered",
        example: Example {
            parameters: "3,5",
            position: "...../...../.....",
        },
        sources: &[
            "M. Gardner, Mathematical Games, Scientific American, February 1974",
            "Lemoine, Viennot, Nimbers are inevitable, Theoretical Computer Science 462 (2012)",
        ],
    };
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Self>, OpenError> {
        at_position(Self(Size::read_or_seen(parameters, position)?), position)
    }
    fn start(&self) -> Option<<Self as Game>::Position> {
        Some(self.0.all())
    }
}

impl Declares for Cram {
    fn declare(&self, powers: &mut impl Powers<Self>) {
        powers.impartial();
        powers.loopfree();
        powers.look();
    }
}
