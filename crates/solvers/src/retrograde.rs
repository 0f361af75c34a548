//! `retrograde`: win, loss or draw of every position at once, in games where play may be endless.
//!
//! Works backwards from the ends (Zermelo 1913; Thompson 1986): a position with a move to a lost one is won, one
//! whose moves all lead to won ones is lost; waves go out from the ends, so that the first time a position is reached
//! tells the plies. What no wave reaches is drawn: by an end that is a draw, if both can come to one, else without
//! end. [`NumberedRetrograde`] fills a table for the whole space of a game that numbers its positions and takes moves
//! back; [`Retrograde`] first finds the positions that can be reached, and stores the moves between them.
//!
//! Time is proportional to all moves, each taken back once. Memory: one byte a position in a numbered space (two in
//! games with more than some 200 values and moves) and some megabytes a thread; else the positions, 13 bytes each
//! and 8 bytes a move beside. The wrong tool for one position of a space that is too large to go through.
//!
//! Sources: E. Zermelo, Über eine Anwendung der Mengenlehre auf die Theorie des Schachspiels (1913); K. Thompson,
//! Retrograde analysis of certain endgames, ICCA Journal 9 (1986).

mod census;
mod graph;
mod space;
mod table;

use std::collections::HashMap;

use bouton_core::solver::{About, Chooser, Evaluation, Field, Solution, Solver, Stopped};
use bouton_core::solver::{best_by_options, value_of_move};
use bouton_core::{Alternating, Limits, Outcome, Reason, Reversible, Score, StopReason};
use rustc_hash::FxBuildHasher;

pub use census::{Census, Symmetric, Tally, census, census_numbered, census_of_points};
use graph::{Numbers, reach};
use space::Numbered;
use table::{Table, Value};

static ABOUT: About = About {
    id: "retrograde",
    method: "all reachable positions backwards from the ends of play, wave by wave",
    cost: "time: all moves between reachable positions, each twice; memory: 13 bytes and the position itself, 8 bytes a move",
    source: "Zermelo (1913); Thompson, Retrograde analysis of certain endgames, ICCA Journal 9 (1986)",
    fills: &[Field::Value, Field::Remoteness, Field::Line],
};

static ABOUT_NUMBERED: About = About {
    id: "retrograde",
    method: "the whole numbered space of positions backwards from the ends of play, wave by wave",
    cost: "time: all moves, each taken back once; memory: a byte a position",
    source: "Zermelo (1913); Thompson, Retrograde analysis of certain endgames, ICCA Journal 9 (1986)",
    fills: &[Field::Value, Field::Remoteness, Field::Line],
};

/// Analyses the positions that can be reached from the one asked for.
#[derive(Debug)]
pub struct Retrograde<G: Alternating> {
    known: Option<(Numbers<G::Position>, Table)>,
    visited: u64,
}

impl<G: Alternating> Default for Retrograde<G> {
    fn default() -> Self {
        Self {
            known: None,
            visited: 0,
        }
    }
}

impl<G: Alternating> Retrograde<G> {
    fn look_up(&self, game: &G, at: &G::Position) -> Option<Value> {
        let (numbers, table) = self.known.as_ref()?;
        let number = numbers.number(&game.canonical(at.clone()))?;
        table.value(number as u64)
    }

    fn analyse(&mut self, game: &G, at: &G::Position, limits: &Limits) -> Result<(), StopReason> {
        self.known = None;
        let (numbers, graph) = reach(game, at, true, limits)?;
        self.visited += numbers.len() as u64;
        self.known = Some((numbers, Table::solve(&graph, limits)?));
        Ok(())
    }
}

impl<G: Alternating> Solver<G> for Retrograde<G> {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn visited(&self) -> u64 {
        self.visited
    }

    fn evaluate(
        &mut self,
        game: &G,
        at: &G::Position,
        limits: &Limits,
    ) -> Result<Evaluation<G::Score>, Stopped<G::Score>> {
        if self.look_up(game, at).is_none() {
            self.analyse(game, at, limits)?;
        }
        let value = self.look_up(game, at);
        Ok(evaluation(value.expect(
            "invariant: the position is reachable from itself",
        )))
    }

    fn solve(
        &mut self,
        game: &G,
        at: &G::Position,
        limits: &Limits,
    ) -> Result<Solution<G>, Stopped<G::Score>> {
        solution(self, game, at, limits)
    }
}

/// Analyses the whole space of a game that numbers its positions.
#[derive(Debug, Default)]
pub struct NumberedRetrograde {
    known: Option<Table>,
    visited: u64,
}

impl<G: Reversible> Solver<G> for NumberedRetrograde {
    fn about(&self) -> &'static About {
        &ABOUT_NUMBERED
    }

    fn visited(&self) -> u64 {
        self.visited
    }

    fn evaluate(
        &mut self,
        game: &G,
        at: &G::Position,
        limits: &Limits,
    ) -> Result<Evaluation<G::Score>, Stopped<G::Score>> {
        let table = match self.known.take() {
            Some(table) => table,
            None => {
                let table = Table::solve(&Numbered(game), limits);
                self.visited += match &table {
                    Ok(_) => game.count(),
                    Err(unfinished) => unfinished.looked,
                };
                table.map_err(StopReason::from)?
            }
        };
        let value = table.value(game.index(at));
        self.known = Some(table);
        Ok(evaluation(
            value.expect("invariant: a position has a number"),
        ))
    }

    fn solve(
        &mut self,
        game: &G,
        at: &G::Position,
        limits: &Limits,
    ) -> Result<Solution<G>, Stopped<G::Score>> {
        solution(self, game, at, limits)
    }
}

fn evaluation<S: Score>(Value { outcome, plies }: Value) -> Evaluation<S> {
    let score = S::plain(outcome);
    Evaluation {
        score: score.expect("invariant: offered only where the score says who wins and can be a draw if play is endless"),
        remoteness: plies,
        grundy: None,
    }
}

fn solution<G: Alternating, S: Solver<G>>(
    solver: &mut S,
    game: &G,
    at: &G::Position,
    limits: &Limits,
) -> Result<Solution<G>, Stopped<G::Score>> {
    let value = solver.evaluate(game, at, limits)?;
    let best = best_by_options(solver, game, at, value.score, limits)?;
    let (line, reason) = match &best.preferred {
        Some(first) => line(solver, game, at, first, limits)?,
        None => (Vec::new(), Reason::Searched),
    };
    Ok(Solution {
        value,
        best,
        line: Some(line),
        reason,
    })
}

type Line<G> = (Vec<<G as bouton_core::Game>::Move>, Reason);

/// Best play from `first` on, to the end of play or once round a cycle.
fn line<G: Alternating, S: Solver<G>>(
    solver: &mut S,
    game: &G,
    at: &G::Position,
    first: &G::Move,
    limits: &Limits,
) -> Result<Line<G>, Stopped<G::Score>> {
    let mut line = Vec::new();
    let mut seen = HashMap::with_hasher(FxBuildHasher);
    let (mut here, mut next) = (at.clone(), Some(first.clone()));
    while let Some(mv) = next {
        let to = game.play(&here, &mv);
        seen.insert(here, line.len());
        line.push(mv);
        if let Some(cycle) = seen.get(&to) {
            let reason = Reason::Endless { cycle: *cycle };
            return Ok((line, reason));
        }
        next = onwards(solver, game, &to, |at| seen.contains_key(at), limits)?;
        here = to;
    }
    Ok((line, Reason::Searched))
}

/// The move to go on with: the preferred one, or in a drawn position the one that ends soonest, else one that closes a
/// cycle; `None` when play is over.
fn onwards<G: Alternating, S: Solver<G>>(
    solver: &mut S,
    game: &G,
    at: &G::Position,
    seen: impl Fn(&G::Position) -> bool,
    limits: &Limits,
) -> Result<Option<G::Move>, Stopped<G::Score>> {
    let score = solver.evaluate(game, at, limits)?.score;
    let mut chooser = Chooser::new(score);
    let mut soonest: Option<((u32, bool), G::Move)> = None;
    for mv in game.moves(at) {
        let to = game.play(at, &mv);
        let value = value_of_move(game, at, &mv, solver.evaluate(game, &to, limits)?);
        if value.score != score {
            continue;
        }
        let key = (value.remoteness.unwrap_or(u32::MAX), !seen(&to));
        if soonest.as_ref().is_none_or(|(least, _)| key < *least) {
            soonest = Some((key, mv.clone()));
        }
        chooser.take(game, mv, &to, value.remoteness);
    }
    Ok(match score.outcome() {
        Outcome::Draw => soonest.map(|(_, mv)| mv),
        Outcome::Win | Outcome::Loss => chooser.best().preferred,
    })
}
