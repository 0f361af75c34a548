//! Clobber: stones of Left (`X`) and Right (`O`) on a board of `rows,columns`, at the start one on each cell, like the
//! colours of a chessboard. A move takes a stone of your own onto a neighbouring stone (not diagonally) of the other
//! player, which is removed. A player who cannot move loses.
//!
//! A position is the board row by row from the top: `XO/OX`; a move is `a1-b1`.
//!
//! Outcomes of 2 × n from n = 2: N P N N P N N P N N P.
//!
//! Source: M. H. Albert, J. P. Grossman, R. J. Nowakowski, D. Wolfe, An introduction to Clobber, Integers 5 (2005), A01.

use std::marker::PhantomData;

use bouton_core::entry::{Card, Entry, Example, Kind, OpenError, Opened, Visitor, at_position};
use bouton_core::scene::{Cell, Drawn, Names, Owner, Scene, Set};
use bouton_core::{
    Disjunctive, Game, InputError, Loopfree, Notation, Partizan, Shape, Side, Sided, declares,
};
use bouton_texts::text;
use smallvec::SmallVec;

use super::cells::{Cells, Wide};
use super::free::{Size, members};

/// The rules: the size of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clobber<S = u64>(Size, PhantomData<S>);

/// The stones of both players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stones<S = u64> {
    left: S,
    right: S,
}

bouton_core::packs!(<S: Cells> Stones<S> { left, right });

/// A move of a stone onto the cell of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    from: usize,
    to: usize,
}

bouton_core::packs!(Step { from, to });

impl<S: Cells> Stones<S> {
    /// The stones of `side`, and those of the other player.
    fn seen_by(self, side: Side) -> [S; 2] {
        match side {
            Side::Left => [self.left, self.right],
            Side::Right => [self.right, self.left],
        }
    }
}

impl<S: Cells> Game for Clobber<S> {
    type Position = Stones<S>;
    type Move = Step;
    fn canonical(&self, at: Stones<S>) -> Stones<S> {
        let size = self.0;
        let parts = size.parts(at.left | at.right);
        let live = S::union(
            parts.filter(|part| *part & at.left != S::NONE && *part & at.right != S::NONE),
        );
        let [left, right] = size.least_of_all([at.left & live, at.right & live]);
        Stones { left, right }
    }
    fn key(&self, at: &Stones<S>) -> Option<u64> {
        let fits = self.0.rows * self.0.columns <= 31;
        Some(at.left.key()? << 31 | at.right.key()?).filter(|_| fits)
    }
}

impl<S: Cells> Partizan for Clobber<S> {
    fn moves<'g>(&'g self, at: &Stones<S>, side: Side) -> impl Iterator<Item = Step> + use<'g, S> {
        let [own, other] = at.seen_by(side);
        members(own).flat_map(move |from| {
            let targets = self.0.around(S::one(from)) & other;
            members(targets).map(move |to| Step { from, to })
        })
    }
    fn play(&self, at: &Stones<S>, side: Side, step: &Step) -> Stones<S> {
        let [own, other] = at.seen_by(side);
        let (own, other) = (
            own & !S::one(step.from) | S::one(step.to),
            other & !S::one(step.to),
        );
        match side {
            Side::Left => Stones {
                left: own,
                right: other,
            },
            Side::Right => Stones {
                left: other,
                right: own,
            },
        }
    }
}

impl<S: Cells> Loopfree for Clobber<S> {
    type Height = u32;
    fn height(&self, at: &Stones<S>) -> u32 {
        (at.left | at.right).count()
    }
}

impl<S: Cells> Disjunctive for Clobber<S> {
    fn summands(&self, at: &Stones<S>) -> SmallVec<[Stones<S>; 2]> {
        let parts = self.0.parts(at.left | at.right).map(|part| Stones {
            left: at.left & part,
            right: at.right & part,
        });
        parts
            .filter(|part| part.left != S::NONE && part.right != S::NONE)
            .collect()
    }
    fn negative(&self, at: &Stones<S>) -> Option<Stones<S>> {
        Some(Stones {
            left: at.right,
            right: at.left,
        })
    }
    fn canonical_part(&self, part: Stones<S>) -> Stones<S> {
        let [left, right] = self.0.least_of_all([part.left, part.right]);
        Stones { left, right }
    }
    fn with_key(&self, key: u64) -> Option<Stones<S>> {
        let [left, right] = [key >> 31, key & ((1 << 31) - 1)].map(S::of_key);
        Some(Stones {
            left: left?,
            right: right?,
        })
    }
    /// Stones and which of them are neighbours: the places on the board do not matter.
    fn shape(&self, at: &Stones<S>) -> Option<Shape> {
        let (all, size) = (at.left | at.right, self.0);
        let words = [
            all,
            at.right,
            size.level_pairs(all),
            size.upright_pairs(all),
        ];
        let [all, right, level, upright] = words.map(Cells::key);
        let (all, right, level, upright) = (all?, right?, level?, upright?);
        // The vertices are the stones, in order.
        let vertex = |cell: usize| (all & ((1 << cell) - 1)).count_ones();
        let mut shape = Shape {
            vertices: all.count_ones() as usize,
            ..Shape::default()
        };
        for (v, cell) in members(all).enumerate() {
            shape.right |= (right >> cell & 1) << v;
            if level >> cell & 1 == 1 {
                shape.edges.push([v, v + 1].map(|v| v as u8));
            }
            if upright >> cell & 1 == 1 {
                let below = vertex(cell + size.columns) as usize;
                shape.edges.push([v, below].map(|v| v as u8));
            }
        }
        Some(shape)
    }
    fn part_off(&self, at: &Stones<S>) -> Option<[Stones<S>; 2]> {
        let pieces = self.0.part_off(at.left | at.right)?;
        Some(pieces.map(|piece| Stones {
            left: at.left & piece,
            right: at.right & piece,
        }))
    }
}

impl<S: Cells> Notation for Clobber<S> {
    fn parse(&self, text: &str) -> Result<Stones<S>, InputError> {
        let [left, right, _] = self.0.parse(text, ['X', 'O', '.'])?;
        Ok(Stones { left, right })
    }
    fn show(&self, at: &Stones<S>) -> String {
        self.0
            .show(|cell| match (at.left.has(cell), at.right.has(cell)) {
                (true, _) => 'X',
                (_, true) => 'O',
                _ => '.',
            })
    }
    fn signs(&self) -> Vec<char> {
        vec!['X', 'O', '.']
    }
    fn with_board(&self, _at: &Stones<S>, mut number: u64) -> Option<Stones<S>> {
        let (mut left, mut right) = (S::NONE, S::NONE);
        for cell in (0..self.0.rows * self.0.columns).rev() {
            match number % 3 {
                0 => left = left | S::one(cell),
                1 => right = right | S::one(cell),
                _ => {}
            }
            number /= 3;
        }
        (number == 0).then_some(Stones { left, right })
    }
    fn board_number(&self, at: &Stones<S>) -> Option<u64> {
        (0..self.0.rows * self.0.columns).try_fold(0u64, |number, cell| {
            let sign = match (at.left.has(cell), at.right.has(cell)) {
                (true, _) => 0,
                (_, true) => 1,
                _ => 2,
            };
            number.checked_mul(3)?.checked_add(sign)
        })
    }
    fn show_move(&self, _at: &Stones<S>, step: &Step) -> String {
        format!("{}-{}", self.0.name(step.from), self.0.name(step.to))
    }
}

impl<S: Cells> Drawn for Clobber<S> {
    fn scene(&self, at: &Stones<S>) -> Scene {
        let stone = |cell| match (at.left.has(cell), at.right.has(cell)) {
            (true, _) => Cell::Piece(Owner::First, "X".into()),
            (_, true) => Cell::Piece(Owner::Second, "O".into()),
            _ => Cell::Empty,
        };
        let scene = Scene::of(self.0.board(stone)).with(Set::Stones);
        scene.named(Names::FromTop).taking()
    }
}

impl<S: Cells> Entry for Clobber<S> {
    type Game = Self;
    const CARD: Card = Card {
        name: "clobber",
        kind: Kind::Sides,
        aliases: &[],
        parameters: "rows and columns, like clobber:2,6",
        text: text("clobber"),
        notation: "the board by rows from the top: X for Left's stones, O for Right's, . for none; R after it if Right is to move",
        example: Example::new("2,4", "XOXO/OXOX"),
        sources: &[
            "Albert, Grossman, Nowakowski, Wolfe, An introduction to Clobber, Integers 5 (2005), A01",
        ],
    };
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Self>, OpenError> {
        let size = Size::read_or_seen_for::<S>(parameters, position)?;
        at_position(Self(size, PhantomData), position)
    }
    fn start(&self) -> Option<<Self as Game>::Position> {
        let size = self.0;
        let is_left = |cell: &usize| (cell / size.columns + cell % size.columns).is_multiple_of(2);
        let all: S = size.all();
        let left = S::union(members(all).filter(is_left).map(S::one));
        Some(Stones {
            left,
            right: all & !left,
        })
    }
    fn beyond_64_bits(visitor: &mut impl Visitor) {
        visitor.game::<Sided<Clobber<Wide>>>();
    }
}

declares!(<S: Cells> Clobber<S>: partizan, disjunctive, look);
