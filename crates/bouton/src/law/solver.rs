//! `law`: plays by a law that was proved for all sizes, from the rules alone.
//!
//! For games with the power [`Lawful`]: the law of their family is found and proved when it is first needed, or read from
//! a certificate and proved again. A position is then read by the law's automaton, digit by digit, and winning moves are
//! found by walking the automaton: heaps may have thousands of digits. Not for plies to the end; where nothing was proved within
//! a second there is no law.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use bouton_automata::{AskError, Budget};
use bouton_core::solver::{About, Best, Evaluation, Field, Solution, Solver, Stopped};
use bouton_core::{Formulas, Lawful, Limits, Reason, StopReason, WinLoss};
use bouton_laws::{Certificate, Law, Search, Winning, family, read};
use num_bigint::BigUint;

use super::formulated::step;

static ABOUT: About = About {
    id: "law",
    method: "an automaton that reads the digits of the heaps, proved for all sizes from the rules",
    cost: "at most a second for the proof, then time linear in the number of digits",
    source: "Büchi 1960; Bruyère and Hansel 1997; docs/laws.md",
    fills: &[Field::Value, Field::Grundy],
};

/// Plays by a proved law.
#[derive(Default)]
pub(crate) struct ByLaw {
    /// What became of the search for the law, by the text of the rules.
    known: Mutex<HashMap<String, Result<Known, String>>>,
}

/// A law with what it says in words.
struct Known {
    law: Box<Law>,
    words: String,
}

/// The longest that a law is looked for.
const PATIENCE: Duration = Duration::from_secs(1);
/// The largest automaton on the way to a law, in transitions.
const CELLS: usize = 16_000_000;
/// The largest table on the way to a law, in positions.
const POSITIONS: u64 = 1 << 20;
/// Positions with fewer tokens are searched at once by other solvers, with more to tell.
const FEW: u32 = 1000;
/// The longest line of play that is told; a longer one only by its first move.
const LONGEST_LINE: usize = 60;

impl ByLaw {
    /// The law of the game at positions with so many numbers, looked for when first asked for.
    fn with<G: Lawful, T>(
        &self,
        game: &G,
        tuples: &[Vec<BigUint>],
        then: impl FnOnce(&mut Known) -> T,
    ) -> Result<T, String> {
        let numbers = tuples.first().map_or(0, Vec::len);
        let text = text(game, numbers)?;
        let mut known: MutexGuard<_> = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let found = known
            .entry(text)
            .or_insert_with_key(|text| find(text).map(Known::new));
        match found {
            Ok(known) if known.law.rules().variables.len() != numbers => {
                Err(format!("its law is not about {numbers} heaps"))
            }
            Ok(known) => Ok(then(known)),
            Err(why) => Err(why.clone()),
        }
    }
}

/// The text of the rules for positions of so many numbers, or of the certificate.
fn text<G: Lawful>(game: &G, numbers: usize) -> Result<String, String> {
    match game.formulas() {
        Formulas::Family(name) => {
            family(&name, numbers, G::MISERE).map_err(|error| error.to_string())
        }
        Formulas::Text(text) if Certificate::is_meant(&text) || !G::MISERE => Ok(text),
        Formulas::Text(text) => Ok(format!("{}\nmode misere\n", text.trim_end())),
    }
}

fn within(time: Duration) -> Budget {
    Budget {
        cells: CELLS,
        deadline: Instant::now().checked_add(time),
        ..Budget::default()
    }
}

/// The law of the game at positions with as many numbers as this one, found anew.
pub(crate) fn law_of<G: Lawful>(game: &G, at: &G::Position) -> Result<Box<Law>, String> {
    let numbers = game.tuples(at).first().map_or(0, Vec::len);
    find(&text(game, numbers)?)
}

fn find(text: &str) -> Result<Box<Law>, String> {
    let budget = within(PATIENCE);
    let mut law = if Certificate::is_meant(text) {
        let law = Law::from_certificate(text, budget).map_err(|error| error.to_string());
        Box::new(law?)
    } else {
        let rules = read(text).map_err(|error| error.show(text))?;
        let search = Search {
            positions: POSITIONS,
            budget,
            ..Search::default()
        };
        let finding = search.run(&rules).map_err(|error| error.to_string())?;
        finding
            .law
            .ok_or_else(|| format!("no law was proved of it within {PATIENCE:?}"))?
    };
    law.set_budget(Budget::default());
    Ok(law)
}

impl Known {
    fn new(mut law: Box<Law>) -> Self {
        let (name, system, states) = (&law.rules().name, law.system(), law.automaton().states());
        let mut words =
            format!("by the law of “{name}”, proved for all sizes ({system}, {states} states)");
        // A law that is hard to put into words is left as its automaton.
        law.set_budget(within(PATIENCE));
        for sentence in law.sentences().unwrap_or_default() {
            words += &format!("; {}", sentence.words);
        }
        Known { law, words }
    }

    /// Who wins, and in a law of Grundy values the value of the sum.
    fn value(&self, tuples: &[Vec<BigUint>]) -> Result<Evaluation<WinLoss>, String> {
        let lost = self.law.lost_sum(tuples);
        let lost = lost.ok_or("its law does not speak of this position")?;
        Ok(Evaluation {
            grundy: self.law.nim_sum(tuples),
            ..Evaluation::of(if lost { WinLoss::Loss } else { WinLoss::Win })
        })
    }
}

/// The best moves of a position, of which this is the value.
fn best<G: Lawful>(
    known: &mut Known,
    game: &G,
    at: &G::Position,
    score: WinLoss,
) -> Result<Best<G::Move>, AskError> {
    if game.score(at).is_some() {
        return Ok(Best::none());
    }
    if score == WinLoss::Loss {
        return Ok(Best::every(game, at, score, None));
    }
    let most = Best::<G::Move>::LISTED;
    let Winning { moves, total } = known.law.winning_moves(&game.tuples(at), most)?;
    let mut named: Vec<G::Move> = Vec::new();
    for choice in moves {
        for mv in game.moves_of(at, &step(choice)) {
            if !named.contains(&mv) {
                named.push(mv);
            }
        }
    }
    let some = Best::among(game, at, score, named);
    Ok(if total > BigUint::from(most) {
        Best {
            moves: Vec::new(),
            count: None,
            ..some
        }
    } else {
        some
    })
}

/// The preferred moves to the end of play, or the first where that is long.
fn line<G: Lawful>(
    known: &mut Known,
    game: &G,
    at: &G::Position,
    first: &Best<G::Move>,
) -> Result<Vec<G::Move>, AskError> {
    let mut line = Vec::new();
    let mut here = at.clone();
    let mut next = first.preferred.clone();
    while let Some(mv) = next {
        if line.len() == LONGEST_LINE {
            line.truncate(1);
            break;
        }
        here = game.play(&here, &mv);
        line.push(mv);
        let lost = known.law.lost_sum(&game.tuples(&here)) == Some(true);
        let score = if lost { WinLoss::Loss } else { WinLoss::Win };
        next = best(known, game, &here, score)?.preferred;
    }
    Ok(line)
}

impl<G: Lawful> Solver<G> for ByLaw {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn visited(&self) -> u64 {
        0
    }

    fn accepts(&self, game: &G, at: &G::Position) -> Result<(), String> {
        let tuples = game.tuples(at);
        self.with(game, &tuples, |known| known.value(&tuples).map(|_| ()))?
    }

    fn offers_itself(&self, game: &G, at: &G::Position) -> bool {
        let many = game.tokens(at).is_none_or(|tokens| tokens >= FEW.into());
        many && self.accepts(game, at).is_ok()
    }

    fn evaluate(
        &mut self,
        game: &G,
        at: &G::Position,
        _limits: &Limits,
    ) -> Result<Evaluation<WinLoss>, Stopped<WinLoss>> {
        let tuples = game.tuples(at);
        let value = self.with(game, &tuples, |known| known.value(&tuples));
        Ok(value
            .and_then(|value| value)
            .expect("invariant: the position was accepted"))
    }

    fn solve(
        &mut self,
        game: &G,
        at: &G::Position,
        limits: &Limits,
    ) -> Result<Solution<G>, Stopped<WinLoss>> {
        let tuples = game.tuples(at);
        let solved = self.with(game, &tuples, |known| {
            known.law.set_budget(Budget {
                deadline: limits.deadline,
                cancel: limits.cancel.clone(),
                ..Budget::default()
            });
            let value = known
                .value(&tuples)
                .expect("invariant: the position was accepted");
            let best = best(known, game, at, value.score)?;
            let line = line(known, game, at, &best)?;
            Ok(Solution {
                value,
                best,
                line: Some(line),
                reason: Reason::Law(known.words.clone()),
            })
        });
        let stopped = |_: AskError| limits.check().err().unwrap_or(StopReason::Memory).into();
        solved
            .expect("invariant: the position was accepted")
            .map_err(stopped)
    }
}
