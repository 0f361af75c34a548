//! The moves between numbered positions, reversed.

use bouton_core::space::{self, Numbered};
use bouton_core::{Limits, Outcome, StopReason};

use super::outbox::Sender;
use super::space::{Space, SpaceState};
use crate::interned::{Fold, Interned, Number, Reached};

/// The bit of a source whose move keeps the turn.
const KEEPS_TURN: u32 = 1 << 31;

/// Numbered positions, below 2³¹, with the moves to each.
pub(super) struct Graph {
    looks: Vec<SpaceState>,
    /// The index of the first source of each number, and the end.
    starts: Vec<u64>,
    sources: Vec<u32>,
    keeps_turn: bool,
}

impl Graph {
    /// The positions that play can reach from one, up to symmetry.
    pub(super) fn from(
        game: &mut dyn Interned,
        at: Number,
        limits: &Limits,
    ) -> Result<Self, StopReason> {
        let reached = Reached::from(game, at, Fold::Symmetric, usize::MAX, limits)?;
        Ok(Self::of(&reached))
    }

    pub(super) fn of(positions: &impl Numbered) -> Self {
        let count = positions.count() as usize;
        let (mut looks, mut starts) = (Vec::with_capacity(count), vec![0; count + 1]);
        let mut keeps_turn = false;
        for number in 0..count as u64 {
            let mut moves = 0;
            let state = positions.look(number, &mut |step| {
                moves += 1;
                starts[step.to as usize] += 1;
                keeps_turn |= step.keeps_turn;
            });
            looks.push(match state {
                space::NumberState::Hole => SpaceState::Hole,
                space::NumberState::Over(rank) => SpaceState::Over(Outcome::of_margin(rank)),
                space::NumberState::Open => SpaceState::open(moves),
            });
        }
        // The end of each number's sources, which becomes their start as they are filled in from the last one on.
        for number in 1..starts.len() {
            starts[number] += starts[number - 1];
        }
        let mut sources = vec![0; starts[count] as usize];
        for number in (0..count as u64).rev() {
            positions.look(number, &mut |step| {
                let place = &mut starts[step.to as usize];
                *place -= 1;
                let turn = if step.keeps_turn { KEEPS_TURN } else { 0 };
                sources[*place as usize] = number as u32 | turn;
            });
        }
        Self {
            looks,
            starts,
            sources,
            keeps_turn,
        }
    }
}

impl Space for Graph {
    fn keeps_turn(&self) -> bool {
        self.keeps_turn
    }
    fn count(&self) -> u64 {
        self.looks.len() as u64
    }
    fn look(&self, number: u64) -> SpaceState {
        self.looks[number as usize]
    }
    fn take_back(&self, first: u64, places: &[u32], to: &mut Sender<'_>) {
        for place in places {
            let number = first as usize + *place as usize;
            let [begin, end] = [number, number + 1].map(|n| self.starts[n] as usize);
            for source in &self.sources[begin..end] {
                to.tell(u64::from(source & !KEEPS_TURN), source & KEEPS_TURN != 0);
            }
        }
    }
}
