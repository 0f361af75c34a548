//! Depth-limited search, for positions that are too large to solve or are not to be solved.

use std::collections::HashMap;

use bouton_answers::Move;
use bouton_core::{Limits, Outcome, StopReason};
use bouton_engine::{Choice, Error, Explored};
use bouton_solvers::interned::{ENOUGH, Fold, GO_ON, Interned, Number, Put, Step};

use crate::session::Session;

/// The most moves searched at one position.
pub(super) const WIDEST: usize = 400;
/// The highest score: a win, minus the plies to it.
const WIN: i128 = 1 << 100;
/// Scores beyond this are wins or losses.
const SURE: i128 = 1 << 99;
/// Positions between two readings of the clock.
const STRIDE: u64 = 256;

/// The result of looking ahead.
#[derive(Debug, Default)]
pub(super) struct Looked {
    /// The move; none if play is over.
    pub(super) name: Option<String>,
    /// The plies searched completely.
    pub(super) depth: u32,
    /// The outcome, if a win or a loss, or the end of all play, was found within these plies.
    pub(super) outcome: Option<Outcome>,
    /// The number of positions visited.
    pub(super) visited: u64,
    /// The limit that ended the search before its depth.
    pub(super) stopped: Option<StopReason>,
}

/// The move preferred by a search of at most `depth` plies and `most` positions, which deepens until a limit is reached.
/// Among equal moves it takes one from the middle of the list, which on most boards is the middle of the board.
///
/// # Errors
/// If the rules fail. A limit that is reached is part of the result.
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

/// The moves of a position, with the wins and losses that are forced within at most `depth` plies; the other moves count as draws.
/// The search deepens until a move wins, all lose, or the limit of positions is reached.
///
/// # Errors
/// If the rules fail, or another limit is reached.
pub(crate) fn moves(session: &Session, depth: u32, limits: &Limits) -> Result<Vec<Move>, Error> {
    Ok(forced(session, depth, limits)?.0)
}

/// The same, with the plies that were searched completely.
pub(super) fn forced(
    session: &Session,
    depth: u32,
    limits: &Limits,
) -> Result<(Vec<Move>, u32), Error> {
    let mut found = Ok((HashMap::new(), 0));
    session.explore(limits, &mut |game| {
        let mut looking = Looking {
            game,
            limits,
            most: limits.nodes.unwrap_or(u64::MAX),
            visited: 0,
            cut: false,
        };
        found = looking.forced(depth);
    })?;
    let (found, plies) = found?;
    let choices = session.choices(WIDEST)?.into_iter();
    let moves = choices.map(|choice| {
        let score = found.get(&choice.played.name).copied().unwrap_or(0);
        let (outcome, remoteness) = match score {
            score if score > SURE => (Outcome::Win, Some(WIN - score)),
            score if score < -SURE => (Outcome::Loss, Some(WIN + score)),
            _ => (Outcome::Draw, None),
        };
        Move {
            outcome,
            remoteness: remoteness.and_then(|plies| u32::try_from(plies).ok()),
            ..undecided(choice)
        }
    });
    Ok((moves.collect(), plies))
}

/// A move that counts as a draw.
pub(super) fn undecided(choice: Choice) -> Move {
    Move {
        name: choice.played.name,
        words: choice.played.words,
        to: Some(choice.to),
        outcome: Outcome::Draw,
        margin: None,
        remoteness: None,
        grundy: None,
        best: false,
    }
}

/// Every index of a list, those in the middle first.
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
    /// Whether some line was not searched to its end.
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

    /// The score of each move of the first position after as many plies as the limit of positions allows, at most `depth`. A win
    /// takes an odd number of plies where players take turns.
    fn forced(&mut self, depth: u32) -> Result<(HashMap<String, i128>, u32), StopReason> {
        let steps = self.steps(0)?;
        let (mut scores, mut complete) = (vec![0; steps.len()], 0);
        for plies in (1..=depth).step_by(2) {
            let whole = |step| self.after(step, plies, -WIN - 1, WIN + 1);
            match steps.iter().map(whole).collect() {
                Err(StopReason::Nodes) => break,
                deeper => scores = deeper?,
            }
            complete = plies;
            let wins = scores.iter().any(|score| *score > SURE);
            if wins || scores.iter().all(|score| *score < -SURE) {
                break;
            }
        }
        let mut names = Vec::new();
        self.game.moves(0, &mut |name| {
            names.push(name);
            names.len() < steps.len()
        });
        Ok((names.into_iter().zip(scores).collect(), complete))
    }

    /// The name of the move at this place in the list of the first position.
    fn name(&self, place: usize) -> String {
        let (mut left, mut found) = (place, String::new());
        self.game.moves(0, &mut |name| {
            found = name;
            left = left.wrapping_sub(1);
            left != usize::MAX
        });
        found
    }

    /// The moves of a position; their positions are left on the stack.
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

    /// The score of the best move, which is moved to the front.
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

    /// The score of a move for the player who makes it.
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
        // Of two wins the earlier one is better.
        let later = match score {
            score if score > SURE => score - 1,
            score if score < -SURE => score + 1,
            score => score,
        };
        Ok(step.gain + later)
    }

    /// The score of a position for the player to move, after a search of this many plies.
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
