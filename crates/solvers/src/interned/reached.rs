//! [`Reached`]: the positions that play can reach from one, with the moves between them.

use bouton_core::space::{NumberState, Numbered, Step};
use bouton_core::{Limits, StopReason};

use super::face::{Expansion, ExpansionItem, Fold, GO_ON, Interned, Number};
use crate::parallel::threads;

/// The approximate number of moves that are listed at a time.
const BATCH: usize = 1 << 16;
/// Bytes of positions between two checks of the limits.
const LARGE: u64 = 1 << 20;
/// Moves between two checks of the limits.
const STRIDE: usize = 1 << 12;
/// The bit of a target whose move keeps the turn.
const KEEPS_TURN: u32 = 1 << 31;
/// Bytes for each position here, and in a graph with the moves reversed.
const EACH: usize = 17;

/// The positions that play can reach from one, numbered in the order in which they are found, with their moves.
#[derive(Debug, Default)]
pub struct Reached {
    counts_points: bool,
    /// The positions where play is over, with their ranks.
    over: Vec<u32>,
    ranks: Vec<i128>,
    /// The index of the first move of each position, and the end.
    starts: Vec<u64>,
    targets: Vec<u32>,
    /// In a game of points.
    gains: Vec<i128>,
}

impl Reached {
    /// Stores at most about `most` positions that can be reached from `at`, or their representatives, and lists their moves;
    /// nothing is stored yet.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn from(
        game: &mut dyn Interned,
        at: Number,
        fold: Fold,
        most: usize,
        limits: &Limits,
    ) -> Result<Self, StopReason> {
        let mut reached = Self {
            counts_points: game.counts_points(),
            starts: vec![0],
            ..Self::default()
        };
        game.store(at, fold);
        let (mut looked, mut from) = (0, 0);
        while from < game.stored().min(most) {
            limits.check()?;
            let held = reached.check_size(game, limits)?;
            limits.progress.set(from as u64, 0);
            let to = game.stored().min(from + reached.batch()).min(most);
            let moves = reached.targets.len();
            let how = Expansion {
                fold,
                threads: threads(limits),
                held,
                limits,
            };
            game.expand(from as Number..to as Number, &how, &mut |game, told| {
                reached.add(told);
                let moves = reached.targets.len();
                let is_step = matches!(told, ExpansionItem::Step(_));
                if is_step && (moves.is_multiple_of(STRIDE) || game.bytes() - looked > LARGE) {
                    looked = game.bytes();
                    limits.check()?;
                    reached.check_size(game, limits)?;
                }
                GO_ON
            })?;
            limits.count((to - from + reached.targets.len() - moves) as u64);
            from = to;
        }
        Ok(reached)
    }

    /// Bytes that the moves may hold.
    pub fn bytes(&self) -> u64 {
        2 * (size_of_val(&self.targets[..]) + size_of_val(&self.gains[..])) as u64
    }

    fn add(&mut self, told: ExpansionItem) {
        match told {
            ExpansionItem::Over(rank) => {
                self.over.push(self.count() as u32);
                self.ranks.push(rank);
                self.starts.push(self.targets.len() as u64);
            }
            ExpansionItem::Open(moves) => self.starts.push((self.targets.len() + moves) as u64),
            ExpansionItem::Step(step) => {
                let turn = if step.keeps_turn { KEEPS_TURN } else { 0 };
                self.targets.push(step.to as u32 | turn);
                if self.counts_points {
                    self.gains.push(step.gain);
                }
            }
        }
    }

    /// The number of positions to examine next.
    fn batch(&self) -> usize {
        let moves = self.targets.len().max(1);
        (BATCH * self.count() as usize / moves).clamp(1, BATCH / 16)
    }

    /// Bytes held. Numbers must leave the bit [`KEEPS_TURN`] free, and the moves must fit in memory once more, reversed.
    fn check_size(&self, game: &dyn Interned, limits: &Limits) -> Result<u64, StopReason> {
        let stored = game.stored();
        if limits.nodes.is_some_and(|nodes| stored as u64 > nodes) {
            return Err(StopReason::Nodes);
        }
        if stored + (1 << 24) >= KEEPS_TURN as usize {
            return Err(StopReason::Memory);
        }
        let each = (EACH * stored) as u64;
        let held = game.bytes() + each + self.bytes();
        limits.afford(held)?;
        Ok(held)
    }
}

impl Numbered for Reached {
    fn counts_points(&self) -> bool {
        self.counts_points
    }
    fn count(&self) -> u64 {
        self.starts.len() as u64 - 1
    }
    #[inline]
    fn look(&self, number: u64, tell: &mut dyn FnMut(Step)) -> NumberState {
        let [first, end] = [number, number + 1].map(|number| self.starts[number as usize] as usize);
        if first == end
            && let Ok(place) = self.over.binary_search(&(number as u32))
        {
            return NumberState::Over(self.ranks[place]);
        }
        for (target, place) in self.targets[first..end].iter().zip(first..) {
            tell(Step {
                to: (target & !KEEPS_TURN).into(),
                gain: self.gains.get(place).copied().unwrap_or(0),
                keeps_turn: target & KEEPS_TURN != 0,
            });
        }
        NumberState::Open
    }
}
