//! [`Lawful`]: games whose rules are also formulas over numbers, so that a proved law of the full family solves them.

use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};

use crate::game::Alternating;
use crate::heaps::Heap;
use crate::score::WinLoss;
use crate::take_and_break::TakeAndBreak;

/// The source of a game's rules as formulas.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Formulas {
    /// The family of this name: `wythoff`, `octal:0.77`.
    Family(String),
    /// This text of rules, or of a law's certificate.
    Text(String),
}

/// A game of a family whose rules are also formulas over tuples of numbers.
pub trait Lawful: Alternating<Score = WinLoss> {
    /// Whether the last to move loses.
    const MISERE: bool = false;

    /// The rules as formulas, of normal play.
    fn formulas(&self) -> Formulas;

    /// The position as tuples of numbers, one for each part of a sum.
    fn tuples(&self, at: &Self::Position) -> Vec<Vec<BigUint>>;

    /// The moves that a step of the formulas stands for, in the game's own order; none when a number does not fit.
    fn moves_of(&self, at: &Self::Position, step: &Step) -> Vec<Self::Move>;
}

/// A move in the terms of the formulas.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    /// The part of the sum that it is made in, counted from 0.
    pub part: usize,
    /// The number of the move in the rules, counted from 0.
    pub number: usize,
    /// The numbers that the player chooses.
    pub chosen: Vec<BigUint>,
    /// How many times it is repeated, 1 for a plain move.
    pub times: BigUint,
    /// The parts that the move leaves in place of the part.
    pub targets: Vec<Vec<BigUint>>,
}

crate::packs!(Step {
    part,
    number,
    chosen,
    times,
    targets
});

impl Step {
    /// The numbers that the player chooses, if there are this many and they fit the type.
    pub fn chosen<H: Heap, const N: usize>(&self) -> Option<[H; N]> {
        sizes(&self.chosen)?.try_into().ok()
    }

    /// The numbers of the position it leads to, if there are this many and they fit the type.
    pub fn target<H: Heap, const N: usize>(&self) -> Option<[H; N]> {
        sizes(self.targets.first()?)?.try_into().ok()
    }
}

fn sizes<H: Heap>(numbers: &[BigUint]) -> Option<Vec<H>> {
    numbers.iter().map(H::from_big).collect()
}

/// For [`Lawful::tuples`] of games whose heaps follow a code: each heap is a part of a sum.
pub fn heaps_as_parts<G: TakeAndBreak>(game: &G, at: &G::Position) -> Vec<Vec<BigUint>> {
    game.sizes(at).iter().map(|size| vec![size.big()]).collect()
}

/// For [`Lawful::moves_of`] of games whose heaps follow a code.
pub fn breaking<G: TakeAndBreak>(game: &G, at: &G::Position, step: &Step) -> Vec<G::Move> {
    let left: Vec<BigUint> = step.targets.concat();
    let taken = game.sizes(at)[step.part].big() - left.iter().sum::<BigUint>();
    let mut left: Vec<BigUint> = left.into_iter().filter(|size| !size.is_zero()).collect();
    left.sort_unstable();
    match (taken.to_u64(), sizes(&left)) {
        (Some(taken), Some(left)) => game.breaking(at, step.part, taken, &left).into_vec(),
        _ => Vec::new(),
    }
}
