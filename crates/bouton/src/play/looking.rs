//! Depth-limited search: what a few plies ahead show of a position that is too much to solve, or that is not to be solved.

use bouton_core::{Limits, Outcome, StopReason};
use bouton_engine::{Error, Explored};
use bouton_solvers::interned::{ENOUGH, Fold, GO_ON, Interned, Number, Put, Step};

use crate::session::Session;

/// More moves of one position are not looked at.
pub(super) const WIDEST: usize = 400;
/// Nothing is worth more than a win, which counts the plies that are left below it.
const WIN: i128 = 1 << 100;
/// Beyond this a score tells a win or a loss.
const SURE: i128 = 1 << 99;
/// Positions between two looks at the clock.
const STRIDE: u64 = 256;

/// What looking ahead found.
#[derive(Debug, Default)]
pub(super) struct Looked {
    /// The move; none where play is over.
    pub(super) name: Option<String>,
    /// So many plies were looked at to their end.
    pub(super) depth: u32,
    /// Who wins, where a win or a loss, or the end of all play, was seen within them.
    pub(super) outcome: Option<Outcome>,
    /// How many positions were looked at.
    pub(super) visited: u64,
    /// What ended the search before its depth.
    pub(super) stopped: Option<StopReason>,
}

/// The move that a search of at most `depth` plies and `most` positions prefers, deeper and deeper until a limit is reached. Of
/// moves that look the same it takes one from the middle of the list, which on most boards is the middle of the board.
///
/// # Errors
/// Rules that fail. A limit that is reached is told in what was found.
pub(super) fn look(
    session: &Session,
    depth: u32,
    most: u64,
    limits: &Limits,
) -> Result<Looked, Error> {
    let mut looked = Looked::default();
    let told = session.explore(limits, &mut |game| {
        let mut looking = Looking {
            game,
            limits,
            most: limits.nodes.map_or(most, |nodes| nodes.min(most)),
            visited: 0,
            cut: false,
        };
        looked.stopped = looking.deepen(depth, &mut looked).err();
        looked.visited = looking.visited;
    });
    match told {
        Err(Error::Stopped(reason)) => looked.stopped = Some(reason),
        told => told?,
    }
    Ok(looked)
}

/// Every place of a list, those in the middle first.
fn from_the_middle(length: usize) -> Vec<usize> {
    let last = length.saturating_sub(1);
    let mut order: Vec<usize> = (0..length).collect();
    order.sort_by_key(|n| (2 * n).abs_diff(last));
    order
}

struct Looking<'s> {
    game: &'s mut dyn Explored,
    limits: &'s Limits,
    most: u64,
    visited: u64,
    /// Whether some line was not looked at to its end.
    cut: bool,
}

impl Looking<'_> {
    fn positions(&mut self) -> &mut dyn Interned {
        self.game.positions()
    }

    fn deepen(&mut self, depth: u32, looked: &mut Looked) -> Result<(), StopReason> {
        if self.positions().end(0).is_some() {
            return Ok(());
        }
        let steps = self.steps(0)?;
        let mut order = from_the_middle(steps.len());
        looked.name = order.first().map(|n| self.name(*n));
        for plies in 1..=depth {
            self.cut = false;
            let score = self.best(&steps, &mut order, plies)?;
            looked.name = order.first().map(|n| self.name(*n));
            looked.depth = plies;
            looked.outcome = match score {
                score if score > SURE => Some(Outcome::Win),
                score if score < -SURE => Some(Outcome::Loss),
                score if !self.cut => Some(Outcome::of_margin(score)),
                _ => None,
            };
            if looked.outcome.is_some() {
                break;
            }
        }
        Ok(())
    }

    /// What the move is called that is so far down the list of the first position.
    fn name(&self, place: usize) -> String {
        let (mut left, mut found) = (place, String::new());
        self.game.moves(0, &mut |name| {
            found = name;
            left = left.wrapping_sub(1);
            left != usize::MAX
        });
        found
    }

    /// The moves of a position, which leave what they lead to on the stack.
    fn steps(&mut self, at: Number) -> Result<Vec<Step>, StopReason> {
        let put = Put {
            fold: Fold::Nothing,
            store: false,
        };
        let mut steps = Vec::new();
        self.positions().steps(at, put, &mut |_, step| {
            steps.push(step);
            if steps.len() < WIDEST { GO_ON } else { ENOUGH }
        })?;
        Ok(steps)
    }

    /// What the best of the moves is worth, which is put first in the order.
    fn best(
        &mut self,
        steps: &[Step],
        order: &mut [usize],
        plies: u32,
    ) -> Result<i128, StopReason> {
        let (mut best, mut found) = (0, -WIN - 1);
        for (n, place) in order.iter().enumerate() {
            let score = self.after(&steps[*place], plies, found, WIN + 1)?;
            if score > found {
                (best, found) = (n, score);
            }
        }
        order[..=best].rotate_right(1);
        Ok(found)
    }

    /// What a move is worth to the player who makes it.
    fn after(
        &mut self,
        step: &Step,
        plies: u32,
        low: i128,
        high: i128,
    ) -> Result<i128, StopReason> {
        let (low, high) = (low - step.gain, high - step.gain);
        let score = if step.keeps_turn {
            self.score(step.to, plies - 1, low, high)?
        } else {
            -self.score(step.to, plies - 1, -high, -low)?
        };
        // Of two wins the sooner is the better one.
        let later = match score {
            score if score > SURE => score - 1,
            score if score < -SURE => score + 1,
            score => score,
        };
        Ok(step.gain + later)
    }

    /// What a position is worth to the player to move, as far as so many plies tell.
    fn score(&mut self, at: Number, plies: u32, low: i128, high: i128) -> Result<i128, StopReason> {
        self.spend()?;
        if let Some(rank) = self.positions().end(at) {
            let counts_points = self.positions().counts_points();
            return Ok(if counts_points { rank } else { rank * WIN });
        }
        if plies == 0 {
            self.cut = true;
            return Ok(0);
        }
        let stacked = self.positions().stacked();
        let steps = self.steps(at)?;
        let mut best = -WIN - 1;
        for place in from_the_middle(steps.len()) {
            best = best.max(self.after(&steps[place], plies, low.max(best), high)?);
            if best >= high {
                break;
            }
        }
        self.positions().forget(stacked);
        Ok(best)
    }

    /// Counts a position.
    fn spend(&mut self) -> Result<(), StopReason> {
        if self.visited >= self.most {
            return Err(StopReason::Nodes);
        }
        if self.visited.is_multiple_of(STRIDE) {
            self.limits.check()?;
        }
        self.visited += 1;
        Ok(())
    }
}
