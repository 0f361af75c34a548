//! Cram: either player lays a domino, vertical or horizontal, on two free cells of a board of `rows,columns`; the last to
//! move wins. Boards of more than 64 cells have sets of another type.
//!
//! A position is the board row by row from the top, `.` free and `#` covered: `../.#`; a move names both cells: `a1b1`.
//!
//! Grundy values of 3 × n from n = 3: 0 1 1 4 1 3 1 2 0 1 2 3.
//!
//! Sources: M. Gardner, Mathematical Games, Scientific American, February 1974; J. Lemoine, S. Viennot, Nimbers are
//! inevitable, Theoretical Computer Science 462 (2012).

use std::marker::PhantomData;

use bouton_core::entry::{Card, Entry, Example, Kind, OpenError, Opened, Visitor, at_position};
use bouton_core::scene::{Drawn, Scene};
use bouton_core::{
    Alternating, Game, Impartial, InputError, Loopfree, Notation, WinLoss, declares,
};
use bouton_texts::text;
use smallvec::{SmallVec, smallvec};

use super::cells::{Cells, Wide};
use super::free::{Size, members};

/// The rules: the size of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cram<S = u64>(Size, PhantomData<S>);

impl<S: Cells> Cram<S> {
    fn has_move(&self, free: S) -> bool {
        self.0.level_pairs(free) | self.0.upright_pairs(free) != S::NONE
    }
}

impl<S: Cells> Game for Cram<S> {
    /// The free cells.
    type Position = S;
    /// The two cells of a domino.
    type Move = S;
    fn canonical(&self, free: S) -> S {
        let used = self.0.parts(free).filter(|part| part.count() > 1);
        let [least] = self.0.least_of_all([S::union(used)]);
        least
    }
    fn key(&self, free: &S) -> Option<u64> {
        free.key()
    }
}

impl<S: Cells> Alternating for Cram<S> {
    type Score = WinLoss;
    fn moves<'g>(&'g self, free: &S) -> impl Iterator<Item = S> + use<'g, S> {
        let columns = self.0.columns;
        let level = members(self.0.level_pairs(*free)).map(|cell| S::one(cell) | S::one(cell + 1));
        let upright = members(self.0.upright_pairs(*free));
        level.chain(upright.map(move |cell| S::one(cell) | S::one(cell + columns)))
    }
    fn play(&self, free: &S, domino: &S) -> S {
        *free & !*domino
    }
    fn score(&self, free: &S) -> Option<WinLoss> {
        (!self.has_move(*free)).then_some(WinLoss::Loss)
    }
}

impl<S: Cells> Loopfree for Cram<S> {
    type Height = u32;
    fn height(&self, free: &S) -> u32 {
        free.count()
    }
}

impl<S: Cells> Impartial for Cram<S> {
    fn summands(&self, free: &S) -> SmallVec<[S; 2]> {
        let parts = self.0.parts(*free).filter(|part| part.count() > 1);
        let parts: SmallVec<[S; 2]> = parts.collect();
        if parts.is_empty() {
            smallvec![*free]
        } else {
            parts
        }
    }
}

impl<S: Cells> Notation for Cram<S> {
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
    fn show_move(&self, _free: &S, domino: &S) -> String {
        members(*domino).map(|cell| self.0.name(cell)).collect()
    }
    fn move_in_words(&self, _free: &S, domino: &S) -> Option<String> {
        let cells: Vec<_> = members(*domino).map(|cell| self.0.name(cell)).collect();
        Some(format!("domino on {}", cells.join(" and ")))
    }
}

impl<S: Cells> Drawn for Cram<S> {
    fn scene(&self, free: &S) -> Scene {
        self.0.covered(*free)
    }
}

impl<S: Cells> Entry for Cram<S> {
    type Game = Self;
    const CARD: Card = Card {
        name: "cram",
        kind: Kind::Boards,
        aliases: &[],
        parameters: "rows and columns, like cram:3,5",
        text: text("cram"),
        notation: "the board by rows from the top: . free, # covered",
        example: Example::new("3,5", "...../...../....."),
        sources: &[
            "M. Gardner, Mathematical Games, Scientific American, February 1974",
            "Lemoine, Viennot, Nimbers are inevitable, Theoretical Computer Science 462 (2012)",
        ],
    };
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Self>, OpenError> {
        let size = Size::read_or_seen_for::<S>(parameters, position)?;
        at_position(Self(size, PhantomData), position)
    }
    fn start(&self) -> Option<<Self as Game>::Position> {
        Some(self.0.all())
    }
    fn beyond_64_bits(visitor: &mut impl Visitor) {
        visitor.game::<Cram<Wide>>();
    }
}

declares!(<S: Cells> Cram<S>: impartial, loopfree, look);
