//! `parts`: a sum of games where both players have the same moves, by the Grundy value of each component.
//!
//! Each component's value is found by its own best method: a theorem, a period, or search (Sprague 1935, Grundy 1939). So a
//! heap of any size can be added to a game that must be searched. A move wins if it changes the value of its component by
//! xor with that of the sum. If a theorem lists the moves to a value, they are not searched; otherwise every move of the
//! component is tried. It does not compute a line of play.

use std::sync::Arc;

use bouton_core::solver::{About, Best, Evaluated, Evaluation, Field, Solution, Solved, Solver};
use bouton_core::{Counted, Limits, Reason, StopReason, WinLoss};
use num_bigint::BigUint;

use super::kind::Impartial;
use super::{Move, Place, Sum, Which};

static ABOUT: About = About {
    id: "parts",
    rank: 10,
    endless: false,
    proves: true,
    method: "the Grundy value of each component by the solver that is best for it alone",
    cost: "that of the components, each alone",
    source: "Sprague 1935, Grundy 1939",
    fills: &[Field::Value, Field::Grundy],
};

/// Adds up the Grundy values of the components.
#[derive(Debug, Default)]
pub(super) struct ByParts {
    /// The number of values asked for.
    visited: u64,
}

impl ByParts {
    /// The value of each component.
    fn values(
        &mut self,
        sum: &Sum<Impartial>,
        at: &Place,
        limits: &Limits,
    ) -> Result<Vec<BigUint>, StopReason> {
        self.visited += at.parts.len() as u64;
        let value = |(component, number): &(u8, u32)| sum.part(*component).grundy(*number, limits);
        at.parts.iter().map(value).collect()
    }
}

fn xor<'v>(values: impl IntoIterator<Item = &'v BigUint>) -> BigUint {
    let values = values.into_iter();
    values.fold(BigUint::ZERO, |sum, value| sum ^ value)
}

fn evaluation(grundy: BigUint) -> Evaluation<WinLoss> {
    let score = if grundy == BigUint::ZERO {
        WinLoss::Loss
    } else {
        WinLoss::Win
    };
    Evaluation {
        score,
        remoteness: None,
        grundy: Some(grundy),
        loony: false,
    }
}

/// The moves to a sum of value 0, from one of value `total`.
fn winning(
    sum: &Sum<Impartial>,
    at: &Place,
    values: &[BigUint],
    total: &BigUint,
    limits: &Limits,
) -> Result<Vec<Move>, StopReason> {
    let mut moves = Vec::new();
    for (slot, value) in values.iter().enumerate() {
        let (component, number) = at.parts[slot];
        let wanted = value ^ total;
        let found = sum
            .part(component)
            .moves_to_grundy(number, &wanted, limits)?;
        moves.extend(found.into_iter().map(|(name, to)| Move {
            slot,
            component,
            which: Which::Named(Arc::from(name)),
            to,
        }));
    }
    Ok(moves)
}

/// Every move, if they are few enough to be listed; otherwise one more than that.
fn every(sum: &Sum<Impartial>, at: &Place) -> Vec<Move> {
    let mut moves = Vec::new();
    for (slot, (component, number)) in at.parts.iter().enumerate() {
        let most = Best::<Move>::LISTED + 1 - moves.len();
        let options = sum.part(*component).first_options(*number, most);
        moves.extend(options.into_iter().enumerate().map(|(nth, to)| Move {
            slot,
            component: *component,
            which: Which::Nth(nth),
            to,
        }));
    }
    moves
}

/// The first is preferred, since plies are not counted.
fn best(mut moves: Vec<Move>) -> Best<Move> {
    let preferred = moves.first().cloned();
    let count = (moves.len() <= Best::<Move>::LISTED).then(|| moves.len().into());
    if count.is_none() {
        moves.clear();
    }
    Best {
        moves,
        preferred,
        count,
        stopped: None,
    }
}

impl Solver<Sum<Impartial>> for ByParts {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn visited(&self) -> u64 {
        self.visited
    }

    fn evaluate(
        &mut self,
        sum: &Sum<Impartial>,
        at: &Place,
        limits: &Limits,
    ) -> Evaluated<Sum<Impartial>> {
        Ok(evaluation(xor(&self.values(sum, at, limits)?)))
    }

    fn solve(
        &mut self,
        sum: &Sum<Impartial>,
        at: &Place,
        limits: &Limits,
    ) -> Solved<Sum<Impartial>> {
        let parts = self.values(sum, at, limits)?;
        let total = xor(&parts);
        let value = evaluation(total.clone());
        let best = match value.score {
            WinLoss::Loss => best(every(sum, at)),
            WinLoss::Win => {
                winning(sum, at, &parts, &total, limits).map_or_else(Best::unknown, best)
            }
        };
        let reason = Reason::NimSum {
            what: Counted::GRUNDY_VALUE,
            parts,
            sum: total,
        };
        Ok(Solution {
            value,
            best,
            line: None,
            reason,
        })
    }
}
