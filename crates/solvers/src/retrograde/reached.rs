//! Backward analysis of all positions that can be reached from the one asked for.

use bouton_core::solver::{About, Best, Chooser, Evaluation, Field, Stopped};
use bouton_core::{Limits, Outcome, Reason, StopReason};

use super::graph::Graph;
use super::table::{Outcomes, Value};
use crate::interned::{Fold, GO_ON, Interned, LinePositions, Number, Put, Step};
use crate::searcher::{Answer, Play, Searcher};

static ABOUT: About = About {
    id: "retrograde",
    rank: 110,
    endless: true,
    proves: true,
    method: "all reachable positions backwards from the ends of play, wave by wave",
    cost: "time: all moves between reachable positions, each twice; memory: 13 bytes and the position itself, 8 bytes a move",
    source: "Zermelo (1913); Thompson, Retrograde analysis of certain endgames, ICCA Journal 9 (1986)",
    fills: &[Field::Value, Field::Remoteness, Field::Line],
};

/// Analyses the positions that can be reached from the one asked for.
#[derive(Debug, Default)]
pub(crate) struct Retrograde {
    /// The values of the stored positions. Each represents all positions equal to it up to symmetry.
    known: Option<Outcomes>,
    visited: u64,
}

/// Moves of one position between two checks of the limits.
const CHECK_EVERY: u32 = 256;

/// Options are stacked without their representative.
const STACK: Put = Put {
    fold: Fold::Nothing,
    store: false,
};

/// A source of the values of all positions that play can reach.
pub(crate) trait Lookup {
    /// The value of a position.
    fn value(&self, game: &dyn Interned, at: Number) -> Value;
}

impl Lookup for Retrograde {
    fn value(&self, game: &dyn Interned, at: Number) -> Value {
        let value = self.look_up(game, at);
        value.expect("invariant: all reachable positions have been analysed")
    }
}

impl Retrograde {
    fn look_up(&self, game: &dyn Interned, at: Number) -> Option<Value> {
        let table = self.known.as_ref()?;
        table.value(game.find(at)?)
    }

    fn analyse(
        &mut self,
        game: &mut dyn Interned,
        at: Number,
        limits: &Limits,
    ) -> Result<(), StopReason> {
        self.known = None;
        game.clear();
        let graph = Graph::from(game, at, limits)?;
        self.visited += game.stored() as u64;
        self.known = Some(Outcomes::solve(&graph, limits, None)?);
        Ok(())
    }

    /// The value of a position, analysed if it is unknown.
    fn found(
        &mut self,
        game: &mut dyn Interned,
        at: Number,
        limits: &Limits,
    ) -> Result<Value, StopReason> {
        if self.look_up(game, at).is_none() {
            self.analyse(game, at, limits)?;
        }
        Ok(self.value(game, at))
    }
}

/// The value of a move for the player who makes it.
fn value_of_step(known: &dyn Lookup, game: &dyn Interned, step: Step) -> Value {
    let Value { outcome, plies } = known.value(game, step.to);
    Value {
        outcome: if step.keeps_turn { outcome } else { -outcome },
        plies: plies.map(|plies| plies + 1),
    }
}

/// Every move that keeps the outcome.
pub(crate) fn best(
    known: &dyn Lookup,
    game: &mut dyn Interned,
    at: Number,
    outcome: Outcome,
    limits: &Limits,
) -> Result<Best<u32>, StopReason> {
    let (mut chooser, mut places) = (Chooser::of(outcome), 0..);
    game.steps(at, STACK, &mut |game, step| {
        let place = places.next().unwrap_or(u32::MAX);
        if place.is_multiple_of(CHECK_EVERY) {
            limits.check()?;
        }
        let value = value_of_step(known, game, step);
        if value.outcome == outcome {
            chooser.add(place, value.plies, &|| game.tokens(step.to));
        }
        GO_ON
    })?;
    Ok(chooser.best())
}

/// Best play from the move at place `first` on, to the end of play or once around a cycle.
pub(crate) fn line(
    known: &dyn Lookup,
    game: &mut dyn Interned,
    at: Number,
    first: u32,
) -> (Vec<u32>, Reason) {
    let (mut line, mut seen) = (Vec::new(), LinePositions::default());
    let (mut here, mut next) = (at, Some(first));
    while let Some(place) = next {
        let to = play(game, here, place);
        seen.insert(game, here, line.len() as u32);
        line.push(place);
        if let Some(cycle) = seen.place(game, to) {
            let cycle = cycle as usize;
            return (line, Reason::Endless { cycle });
        }
        next = onwards(known, game, to, &seen);
        here = to;
    }
    (line, Reason::Searched)
}

/// The move to continue with: the preferred one, or in a drawn position the one that ends soonest, otherwise one that
/// closes a cycle; `None` if play is over.
fn onwards(
    known: &dyn Lookup,
    game: &mut dyn Interned,
    at: Number,
    seen: &LinePositions,
) -> Option<u32> {
    let outcome = known.value(game, at).outcome;
    let (mut chooser, mut places) = (Chooser::of(outcome), 0..);
    let mut soonest: Option<((u32, bool), u32)> = None;
    let stacked = game.stacked();
    let listed = game.steps(at, STACK, &mut |game, step| {
        let place = places.next().unwrap_or(u32::MAX);
        let value = value_of_step(known, game, step);
        if value.outcome == outcome {
            let is_seen = seen.place(game, step.to).is_some();
            let key = (value.plies.unwrap_or(u32::MAX), !is_seen);
            if soonest.is_none_or(|(least, _)| key < least) {
                soonest = Some((key, place));
            }
            chooser.add(place, value.plies, &|| game.tokens(step.to));
        }
        GO_ON
    });
    listed.expect("invariant: listing asks for no limit");
    game.forget(stacked);
    match outcome {
        Outcome::Draw => soonest.map(|(_, place)| place),
        Outcome::Win | Outcome::Loss => chooser.best().preferred,
    }
}

/// Stacks only the position after the move at this place.
fn play(game: &mut dyn Interned, at: Number, place: u32) -> Number {
    let stacked = game.stacked();
    let (mut places, mut to) = (0..=place, at);
    let listed = game.steps(at, STACK, &mut |_, step| {
        if places.next().is_some() {
            to = step.to;
        }
        GO_ON
    });
    listed.expect("invariant: listing asks for no limit");
    game.forget_all_but(to, stacked)
}

/// The value as a rank.
fn evaluation(game: &dyn Interned, Value { outcome, plies }: Value) -> Evaluation<i128> {
    let is_score = outcome != Outcome::Draw || game.can_draw();
    assert!(
        is_score && !game.counts_points(),
        "invariant: offered only where the score says who wins and can be a draw if play is endless"
    );
    Evaluation {
        remoteness: plies,
        ..Evaluation::of(outcome as i128 - 1)
    }
}

impl Searcher for Retrograde {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn visited(&self) -> u64 {
        self.visited
    }

    fn evaluate(
        &mut self,
        game: &mut dyn Interned,
        at: Number,
        limits: &Limits,
    ) -> Result<Evaluation<i128>, Stopped<i128>> {
        let value = self.found(game, at, limits)?;
        Ok(evaluation(game, value))
    }

    fn solve(
        &mut self,
        game: &mut dyn Interned,
        at: Number,
        limits: &Limits,
    ) -> Result<Answer, Stopped<i128>> {
        let value = self.found(game, at, limits)?;
        let stacked = game.stacked();
        let best = best(self, game, at, value.outcome, limits)?;
        game.forget(stacked);
        let (line, reason) = match best.preferred {
            Some(first) => line(self, game, at, first),
            None => (Vec::new(), Reason::Searched),
        };
        let value = evaluation(game, value);
        let play = Some(Play { best, line, reason });
        Ok(Answer { value, play })
    }
}
