//! Backward analysis of the full space of a game that numbers its positions.

use bouton_core::hashing::FastMap;
use bouton_core::solver::{
    About, Chooser, Evaluate, Evaluated, Evaluation, Field, Solution, Solved, Solver, Stopped,
};
use bouton_core::solver::{best_by_options, value_of_move};
use bouton_core::{Alternating, Limits, Outcome, Reason, Reversible, Score, StopReason};

use super::space::number_of;
use super::table::{Outcomes, Value};
use crate::whole::Numbers;

static ABOUT: About = About {
    id: "retrograde",
    rank: 110,
    endless: true,
    proves: true,
    method: "the whole numbered space of positions backwards from the ends of play, wave by wave",
    cost: "time: all moves, each taken back once; memory: a byte a position",
    source: "Zermelo (1913); Thompson, Retrograde analysis of certain endgames, ICCA Journal 9 (1986)",
    fills: &[Field::Value, Field::Remoteness, Field::Line],
};

/// Full spaces with more numbers are solved only on request.
const MOST_UNASKED: u64 = 1 << 28;

/// Analyses the full space of a game that numbers its positions.
#[derive(Debug, Default)]
pub struct NumberedRetrograde {
    known: Option<Outcomes>,
    visited: u64,
}

impl<G: Reversible> Solver<G> for NumberedRetrograde {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn offers_itself(&self, game: &G, _at: &G::Position, _limits: &Limits) -> bool {
        game.count() <= MOST_UNASKED
    }

    fn visited(&self) -> u64 {
        self.visited
    }

    fn evaluate(&mut self, game: &G, at: &G::Position, limits: &Limits) -> Evaluated<G> {
        let table = match self.known.take() {
            Some(table) => table,
            None => {
                let table = Outcomes::solve(&Numbers::all(game), limits, None);
                self.visited += match &table {
                    Ok(_) => game.count(),
                    Err(unfinished) => unfinished.looked,
                };
                table.map_err(StopReason::from)?
            }
        };
        let value = table.value(number_of(game, at));
        self.known = Some(table);
        Ok(evaluation(
            value.expect("invariant: the number of a position has a value"),
        ))
    }

    fn solve(&mut self, game: &G, at: &G::Position, limits: &Limits) -> Solved<G> {
        let value = self.evaluate(game, at, limits)?;
        let mut evaluate = |at: &G::Position| self.evaluate(game, at, limits);
        let best = best_by_options(&mut evaluate, game, at, value.score, limits);
        let (line, reason) = match &best.preferred {
            _ if best.stopped.is_some() => (None, Reason::Searched),
            Some(first) => {
                let (line, reason) = line(&mut evaluate, game, at, first)?;
                (Some(line), reason)
            }
            None => (Some(Vec::new()), Reason::Searched),
        };
        Ok(Solution {
            value,
            best,
            line,
            reason,
        })
    }
}

fn evaluation<S: Score>(Value { outcome, plies }: Value) -> Evaluation<S> {
    let score = S::plain(outcome);
    Evaluation { remoteness: plies, ..Evaluation::of(score.expect("invariant: offered only where the score says who wins and can be a draw if play is endless")) }
}

type Line<G> = (Vec<<G as bouton_core::Game>::Move>, Reason);

/// Best play from `first` on, to the end of play or once around a cycle.
fn line<G: Alternating>(
    evaluate: &mut Evaluate<'_, G>,
    game: &G,
    at: &G::Position,
    first: &G::Move,
) -> Result<Line<G>, Stopped<G::Score>> {
    let mut line = Vec::new();
    let mut seen = FastMap::default();
    let (mut here, mut next) = (at.clone(), Some(first.clone()));
    while let Some(mv) = next {
        let to = game.play(&here, &mv);
        seen.insert(here, line.len());
        line.push(mv);
        if let Some(cycle) = seen.get(&to) {
            let reason = Reason::Endless { cycle: *cycle };
            return Ok((line, reason));
        }
        next = onwards(evaluate, game, &to, |at| seen.contains_key(at))?;
        here = to;
    }
    Ok((line, Reason::Searched))
}

/// The move to continue with: the preferred one, or in a drawn position the one that ends soonest, otherwise one that
/// closes a cycle; `None` if play is over.
fn onwards<G: Alternating>(
    evaluate: &mut Evaluate<'_, G>,
    game: &G,
    at: &G::Position,
    seen: impl Fn(&G::Position) -> bool,
) -> Result<Option<G::Move>, Stopped<G::Score>> {
    let score = evaluate(at)?.score;
    let mut chooser = Chooser::new(score);
    let mut soonest: Option<((u32, bool), G::Move)> = None;
    for mv in game.moves(at) {
        let to = game.play(at, &mv);
        let value = value_of_move(game, at, &mv, evaluate(&to)?);
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
