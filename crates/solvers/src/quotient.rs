//! `quotient`: misère play of take-and-break games by the misère quotient.
//!
//! For games with the power [`MisereHeaps`]. The quotient is found and proved by [`bouton_quotients`] as far as the largest heap, or until it is
//! that of all heaps; then a position is the product of its heaps' classes, of any number and any size, and a move is best
//! where it leads to a class that is lost. Grundy values say nothing here.
//!
//! Time and memory: those of the quotient, which may be infinite; then a look-up for each heap and each move. The wrong tool for few
//! small heaps, where play tells the plies, too.
//!
//! Source: T. E. Plambeck and A. N. Siegel, Misère quotients for impartial games, J. Combin. Theory A 115 (2008).

use std::sync::{Mutex, PoisonError};

use bouton_core::solver::{About, Best, Chooser, Evaluation, Field, Solution, Solver, Stopped};
use bouton_core::take_and_break::MisereHeaps;
use bouton_core::{Limits, Reason, StopReason, WinLoss};
use bouton_quotients::{Class, Coded, Presentation};
use num_bigint::BigUint;

use crate::reach::reaches_few;

/// Knows the quotient as far as it was asked for.
#[derive(Debug, Default)]
pub struct ByQuotient {
    known: Mutex<Option<Known>>,
    visited: u64,
}

#[derive(Debug)]
struct Known {
    coded: Coded,
    /// The first heap of which it was not found.
    gave_up: Option<u64>,
}

static ABOUT: About = About {
    id: "quotient",
    rank: 95,
    endless: false,
    proves: true,
    method: "the misère quotient of single heaps, until it is proved to be that of all, then a product in its table",
    cost: "time and memory: the quotient, which may have no end; then a look-up for each heap and move",
    source: "Plambeck and Siegel, Misère quotients for impartial games (2008)",
    fills: &[Field::Value],
};

/// So many outcomes are looked up for a heap at most: less than half a second. A quotient that is not found by then may well be infinite.
const EFFORT: u64 = 1 << 18;

/// Up to this many moves are looked at where not all can be: some seconds of work.
const MANY: usize = 3_000_000;

impl ByQuotient {
    /// Shows the quotient, which knows the heaps of the position.
    fn with<G: MisereHeaps, T>(
        &self,
        game: &G,
        at: &G::Position,
        limits: &Limits,
        show: impl FnOnce(&Coded) -> T,
    ) -> Result<T, StopReason> {
        let largest = game.heaps_of(at).into_iter().max().unwrap_or_default();
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let known = known.get_or_insert_with(|| Known {
            coded: Coded::new(game.heap_code().clone()),
            gave_up: None,
        });
        let largest = u64::try_from(&largest).unwrap_or(u64::MAX);
        if known.gave_up.is_some_and(|heap| heap <= largest) {
            return Err(StopReason::Nodes);
        }
        let limits = Limits {
            nodes: Some(EFFORT),
            ..limits.clone()
        };
        let reached = known.coded.reach(largest, &limits);
        if reached == Err(StopReason::Nodes) {
            known.gave_up = Some(known.coded.heaps() + 1);
        }
        reached?;
        Ok(show(&known.coded))
    }
}

impl<G: MisereHeaps> Solver<G> for ByQuotient {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn accepts(&self, game: &G, at: &G::Position, limits: &Limits) -> Result<(), String> {
        match self.with(game, at, limits, |_| ()) {
            Err(StopReason::Nodes) => Err(format!(
                "its misère quotient was not found by {EFFORT} outcomes; `bouton quotient` looks further"
            )),
            _ => Ok(()),
        }
    }

    fn offers_itself(&self, game: &G, at: &G::Position, limits: &Limits) -> bool {
        !reaches_few(game, at, limits) && self.with(game, at, limits, |_| ()).is_ok()
    }

    fn visited(&self) -> u64 {
        self.visited
    }

    fn evaluate(
        &mut self,
        game: &G,
        at: &G::Position,
        limits: &Limits,
    ) -> Result<Evaluation<WinLoss>, Stopped<WinLoss>> {
        self.visited += 1;
        let score = self.with(game, at, limits, |known| score(known, &game.heaps_of(at)))?;
        Ok(Evaluation::of(score))
    }

    fn solve(
        &mut self,
        game: &G,
        at: &G::Position,
        limits: &Limits,
    ) -> Result<Solution<G>, Stopped<WinLoss>> {
        let value = self.evaluate(game, at, limits)?;
        let (best, reason) = self.with(game, at, limits, |known| {
            (
                best(known, game, at, value.score, limits),
                reason(known, &game.heaps_of(at)),
            )
        })?;
        Ok(Solution {
            best,
            value,
            line: None,
            reason,
        })
    }
}

/// The class of a sum of heaps that are known.
fn class(known: &Coded, heaps: &[BigUint]) -> Class {
    heaps.iter().fold(0, |class, heap| {
        let of = known
            .class(heap)
            .expect("invariant: the quotient was found to the largest heap");
        known.quotient().times(class, of)
    })
}

fn score(known: &Coded, heaps: &[BigUint]) -> WinLoss {
    if known.quotient().is_lost(class(known, heaps)) {
        WinLoss::Loss
    } else {
        WinLoss::Win
    }
}

/// The best moves: all of them, where the position is lost; the first one, where there are too many to look at.
fn best<G: MisereHeaps>(
    known: &Coded,
    game: &G,
    at: &G::Position,
    value: WinLoss,
    limits: &Limits,
) -> Best<G::Move> {
    let is_best = |to: &G::Position| {
        value == WinLoss::Loss || score(known, &game.heaps_of(to)) == WinLoss::Loss
    };
    let mut meter = limits.meter();
    let (mut chooser, mut first, mut looked) = (Chooser::new(value), None, 0);
    for mv in game.moves(at) {
        if let Err(reason) = meter.visit() {
            return chooser.stopped(reason);
        }
        looked += 1;
        if looked > MANY && first.is_some() {
            return Best::unlisted(first, None);
        }
        let to = game.play(at, &mv);
        if is_best(&to) {
            first.get_or_insert_with(|| mv.clone());
            if looked <= MANY {
                chooser.take(game, mv, &to, None);
            }
        }
    }
    chooser.best()
}

fn reason(known: &Coded, heaps: &[BigUint]) -> Reason {
    /// More heaps than this are not told one by one.
    const FEW: usize = 12;
    let forms = Presentation::of(known.quotient()).forms;
    let form = |class: Class| forms[class as usize].to_string();
    let product = class(known, heaps);
    let factors = heaps
        .iter()
        .map(|heap| class(known, std::slice::from_ref(heap)));
    let factors: Vec<String> = factors.take(FEW + 1).map(form).collect();
    let product_of = match factors.len() {
        2..=FEW => format!("{} = ", factors.join(" · ")),
        _ => String::new(),
    };
    let (verb, order) = (
        if known.quotient().is_lost(product) {
            "is"
        } else {
            "is not"
        },
        known.quotient().order(),
    );
    let of = if known.whole().is_some() {
        "all heaps".to_owned()
    } else {
        format!("heaps to {}", known.heaps())
    };
    Reason::Law(format!(
        "{product_of}{} {verb} among the lost elements of the misère quotient of {of}, which has {order}",
        form(product)
    ))
}
