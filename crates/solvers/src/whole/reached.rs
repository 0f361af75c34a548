//! The positions that play can reach, one for each class of positions that are equal up to symmetry, with their values.

use bouton_core::space::{Look, Numbered, Step};
use bouton_core::{Limits, StopReason};

use super::margins::margins;
use super::values::Values;
use crate::interned::{Expansion, Fold, GO_ON, Interned, Number, Told};
use crate::keeper::Keeper;
use crate::parallel::threads;
use crate::retrograde::outcomes_of_reached;

/// The moves of positions, by number.
#[derive(Debug, Default)]
pub struct Reached {
    counts_points: bool,
    /// The rank of each position, if play is over there.
    ends: Vec<Option<i128>>,
    /// The index of the first move of each position, and the end.
    starts: Vec<usize>,
    leads: Vec<(Number, bool, i128)>,
}

/// Moves between two checks of the limits.
const STRIDE: usize = 1 << 12;
/// The number of positions that are examined together.
const BATCH: usize = 1 << 12;

impl Reached {
    /// Stores at most about `most` positions that can be reached from `at`, and lists their moves; nothing is stored yet.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn from(
        game: &mut dyn Interned,
        at: Number,
        most: usize,
        limits: &Limits,
    ) -> Result<Self, StopReason> {
        let mut reached = Self {
            counts_points: game.counts_points(),
            starts: vec![0],
            ..Self::default()
        };
        game.store(at, Fold::Symmetric);
        while reached.ends.len() < game.stored().min(most) {
            limits.check()?;
            let held = reached.afford(game, limits)?;
            limits.progress.set(reached.ends.len() as u64, 0);
            let from = reached.ends.len();
            let to = game.stored().min(from + BATCH).min(most);
            let how = Expansion {
                fold: Fold::Symmetric,
                threads: threads(limits),
                held,
                limits,
            };
            let mut left = 0;
            game.expand(from as Number..to as Number, &how, &mut |game, told| {
                match told {
                    Told::Over(rank) => reached.end(Some(rank)),
                    Told::Open(moves) => {
                        left = moves;
                        if left == 0 {
                            reached.end(None);
                        }
                    }
                    Told::Step(step) => {
                        reached.leads.push((step.to, step.keeps_turn, step.gain));
                        left -= 1;
                        if left == 0 {
                            reached.end(None);
                        }
                        if reached.leads.len().is_multiple_of(STRIDE) {
                            limits.check()?;
                            reached.afford(game, limits)?;
                        }
                    }
                }
                GO_ON
            })?;
        }
        Ok(reached)
    }

    fn end(&mut self, rank: Option<i128>) {
        self.ends.push(rank);
        self.starts.push(self.leads.len());
    }

    fn afford(&self, game: &dyn Interned, limits: &Limits) -> Result<u64, StopReason> {
        let own = 48 * self.ends.len() + 2 * size_of_val(&self.leads[..]);
        let held = game.bytes() + game.spilled() + own as u64;
        limits.afford(held)?;
        Ok(held)
    }
}

impl Numbered for Reached {
    fn counts_points(&self) -> bool {
        self.counts_points
    }
    fn count(&self) -> u64 {
        self.ends.len() as u64
    }
    fn look(&self, number: u64, tell: &mut dyn FnMut(Step)) -> Look {
        let number = number as usize;
        if let Some(rank) = self.ends[number] {
            return Look::Over(rank);
        }
        for (to, keeps_turn, gain) in &self.leads[self.starts[number]..self.starts[number + 1]] {
            tell(Step {
                to: (*to).into(),
                gain: *gain,
                keeps_turn: *keeps_turn,
            });
        }
        Look::Open
    }
}

/// The values of all positions that can be reached from `at`, which are stored; nothing is stored yet. The values are saved
/// from time to time, and saved work is continued.
///
/// # Errors
/// If a limit is reached.
pub fn reached(
    game: &mut dyn Interned,
    at: Number,
    limits: &Limits,
    keeper: Option<&mut Keeper>,
) -> Result<Values, StopReason> {
    if !game.counts_points() {
        return outcomes_of_reached(game, at, limits, keeper).map(Values::Outcomes);
    }
    let all = Reached::from(game, at, usize::MAX, limits)?;
    margins(&all, limits, keeper).map(Values::Margins)
}
