//! Clobber: stones of Left (`X`) and Right (`O`) on a board of `rows,columns`, at the start one on each cell, like the
//! colours of a chessboard. A move takes a stone of one's own onto a neighbouring (not diagonally) stone of the other,
//! which goes. Who cannot move has lost.
//!
//! A position is the board by rows from the top: `XO/OX`; a move is `a1-b1`.
//!
//! Outcomes of 2 × n from n = 2: N P N N P N N P N N P.
//!
//! Source: M. H. Albert, J. P. Grossman, R. J. Nowakowski, D. Wolfe, An introduction to Clobber, Integers 5 (2005), A01.

use bouton_core::entry::{Card, Entry, Example, OpenError, Opened, at_position};
use bouton_core::scene::{Cell, Look, Owner, Scene};
use bouton_core::{
    Declares, Disjunctive, Game, InputError, Loopfree, Notation, Partizan, Powers, Side,
};
use smallvec::SmallVec;

use super::free::{Set, Size, members};

/// The rules: the size of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clobber(Size);

/// The stones of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stones {
    left: Set,
    right: Set,
}

/// A stone taken onto another's cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    from: usize,
    to: usize,
}

impl Stones {
    /// The stones of `side`, and the other's.
    fn seen_by(self, side: Side) -> [Set; 2] {
        match side {
            Side::Left => [self.left, self.right],
            Side::Right => [self.right, self.left],
        }
    }
}

impl Game for Clobber {
    type Position = Stones;
    type Move = Step;
    fn canonical(&self, at: Stones) -> Stones {
        let size = self.0;
        let parts = size.parts(at.left | at.right);
        let live: Set = parts
            .filter(|part| part & at.left != 0 && part & at.right != 0)
            .sum();
        let [left, right] = size.least_of_all([at.left & live, at.right & live]);
        Stones { left, right }
    }
    fn key(&self, at: &Stones) -> Option<u64> {
        (self.0.all() >> 31 == 0).then_some(at.left << 31 | at.right)
    }
}

impl Partizan for Clobber {
    fn moves<'g>(&'g self, at: &Stones, side: Side) -> impl Iterator<Item = Step> + use<'g> {
        let [own, other] = at.seen_by(side);
        members(own).flat_map(move |from| {
            let targets = self.0.around(1 << from) & other;
            members(targets).map(move |to| Step { from, to })
        })
    }
    fn play(&self, at: &Stones, side: Side, step: &Step) -> Stones {
        let [own, other] = at.seen_by(side);
        let (own, other) = (
            own & !(1 << step.from) | 1 << step.to,
            other & !(1 << step.to),
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

impl Loopfree for Clobber {
    type Height = u32;
    fn height(&self, at: &Stones) -> u32 {
        (at.left | at.right).count_ones()
    }
}

impl Disjunctive for Clobber {
    fn summands(&self, at: &Stones) -> SmallVec<[Stones; 2]> {
        let parts = self.0.parts(at.left | at.right).map(|part| Stones {
            left: at.left & part,
            right: at.right & part,
        });
        parts
            .filter(|part| part.left != 0 && part.right != 0)
            .collect()
    }
    fn negative(&self, at: &Stones) -> Option<Stones> {
        Some(Stones {
            left: at.right,
            right: at.left,
        })
    }
}

impl Notation for Clobber {
    fn parse(&self, text: &str) -> Result<Stones, InputError> {
        let [left, right, _] = self.0.parse(text, ['X', 'O', '.'])?;
        Ok(Stones { left, right })
    }
    fn show(&self, at: &Stones) -> String {
        self.0
            .show(|cell| match (at.left >> cell & 1, at.right >> cell & 1) {
                (1, _) => 'X',
                (_, 1) => 'O',
                _ => '.',
            })
    }
    fn signs(&self) -> Vec<char> {
        vec!['X', 'O', '.']
    }
    fn show_move(&self, _at: &Stones, step: &Step) -> String {
        format!("{}-{}", self.0.name(step.from), self.0.name(step.to))
    }
}

impl Look for Clobber {
    fn scene(&self, at: &Stones) -> Scene {
        Scene::of(
            self.0
                .board(|cell| match (at.left >> cell & 1, at.right >> cell & 1) {
                    (1, _) => Cell::Piece(Owner::First, "X".into()),
                    (_, 1) => Cell::Piece(Owner::Second, "O".into()),
                    _ => Cell::Empty,
                }),
        )
    }
}

impl Entry for Clobber {
    type Game = Self;
    const CARD: Card = Card {
        name: "clobber",
        aliases: &[],
        parameters: "rows and columns, like clobber:2,6",
        rules: "Take a stone of your own onto a neighbouring one of the other, which goes; who cannot has lost.",
        notation: "the board by rows from the top: X for Left's stones, O for Right's, . for none; R after it if Right is to move",
        example: Example {
            parameters: "2,4",
            position: "XOXO/OXOX",
        },
        sources: &[
            "Albert, Grossman, Nowakowski, Wolfe, An introduction to Clobber, Integers 5 (2005), A01",
        ],
    };
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Self>, OpenError> {
        at_position(Self(Size::read_or_seen(parameters, position)?), position)
    }
    fn start(&self) -> Option<<Self as Game>::Position> {
        let size = self.0;
        let is_left = |cell: &usize| (cell / size.columns + cell % size.columns).is_multiple_of(2);
        let left = members(size.all())
            .filter(is_left)
            .map(|cell| 1 << cell)
            .sum();
        Some(Stones {
            left,
            right: size.all() & !left,
        })
    }
}

impl Declares for Clobber {
    fn declare(&self, powers: &mut impl Powers<Self>) {
        powers.partizan();
        powers.disjunctive();
        powers.look();
    }
}
