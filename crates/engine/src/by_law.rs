//! `law`: plays by a law that was proved for all sizes, from the rules alone.
//!
//! For games with the property [`Lawful`]. The law of their family is found and proved when it is first needed, or read
//! from a certificate and proved again. The law's automaton then reads a position digit by digit, and winning moves are
//! found by walking the automaton: heaps may have thousands of digits. It does not compute plies. The search for a law may
//! take some million steps, about a second; if the solver is chosen by name, it has the time of the query, or ten seconds.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bouton_automata::BYTES_A_CELL;
use bouton_core::erased::Place;
use bouton_core::rules::Listed;
use bouton_core::solver::{
    About, Best, Evaluated, Evaluation, Field, Solution, Solved, Solver, Stopped,
};
use bouton_core::{
    Alternating, Erased, Formulas, Game, Lawful, Limits, Reason, Step, StopReason, WinLoss,
};
use bouton_laws::{
    Certificate, Choice, Given, Law, LawStrategy, Memory, Search, Winning, family, read,
};
use num_bigint::BigUint;
use web_time::Instant;

static ABOUT: About = About {
    id: "law",
    rank: 60,
    endless: false,
    proves: true,
    method: "an automaton that reads the digits of the heaps, proved for all sizes from the rules",
    cost: "at most a second for the proof, ten where it is asked for, then time linear in the number of digits",
    source: "Büchi 1960; Bruyère and Hansel 1997; docs/laws.md",
    fills: &[Field::Value, Field::Grundy],
};

/// The solver that uses a proved law.
pub(crate) struct ByLaw(pub(crate) Box<dyn Terms>);

/// A [`Lawful`] game, on words.
pub(crate) trait Terms: Send {
    /// The text of the rules for positions with this many numbers, or of the certificate.
    fn formulas(&self, numbers: usize) -> Result<String, String>;
    fn tuples(&self, at: &Place) -> Vec<Vec<BigUint>>;
    fn moves_of(&self, at: &Place, step: &Step) -> Vec<Listed<WinLoss>>;
}

impl<G: Lawful> Terms for Arc<G> {
    fn formulas(&self, numbers: usize) -> Result<String, String> {
        formulas_of(Lawful::formulas(&**self), numbers, G::MISERE)
    }
    fn tuples(&self, at: &Place) -> Vec<Vec<BigUint>> {
        Lawful::tuples(&**self, &at.position())
    }
    fn moves_of(&self, at: &Place, step: &Step) -> Vec<Listed<WinLoss>> {
        let at = at.position();
        let moves = Lawful::moves_of(&**self, &at, step);
        moves
            .iter()
            .map(|mv| Listed::of(&**self, &at, mv))
            .collect()
    }
}

/// A law with its text.
#[derive(Debug)]
struct LoadedLaw {
    player: Arc<LawStrategy>,
    words: String,
}

/// The result of the search for a law.
type LawResult = Result<Arc<LoadedLaw>, String>;

/// The work for the search for a law.
#[derive(Clone, Copy)]
enum Patience {
    /// The steps of a second, if the solver was not chosen by name: as many on a busy machine.
    Offered,
    /// The steps of the query, or else its time, or ten seconds.
    Asked,
}

impl Patience {
    fn deadline(self, limits: &Limits) -> Option<Instant> {
        let own = limits.deadline;
        match self {
            Self::Asked if limits.steps.is_none() => own.or(Some(Instant::now() + ENOUGH)),
            Self::Offered | Self::Asked => own,
        }
    }

    fn steps(self, limits: &Limits) -> Option<u64> {
        let most = match self {
            Self::Offered => Some(1_000_000 * STEPS_A_MICROSECOND),
            Self::Asked => None,
        };
        most.into_iter().chain(limits.steps).min()
    }

    /// The time that is left for the search; where steps are counted, the usual time of so many.
    fn time(self, limits: &Limits) -> Duration {
        let left = |end: Instant| end.saturating_duration_since(Instant::now());
        let counted = self
            .steps(limits)
            .map(|steps| Duration::from_micros(steps / STEPS_A_MICROSECOND));
        let left = self.deadline(limits).map(left);
        left.into_iter().chain(counted).min().unwrap_or(ENOUGH)
    }
}

/// A law that is not found within this time counts as missing.
const ENOUGH: Duration = Duration::from_secs(10);
/// Steps of the search in a microsecond: it only says which failures stand for which other searches.
const STEPS_A_MICROSECOND: u64 = 15;

/// The reason if the search for a law was stopped by its time.
const NO_TIME: &str = "no law was proved of it in the time that it has";

/// Whether the time of these limits, and not the rules or [`ENOUGH`], is the reason why no law was found.
fn is_hurried(why: &str, limits: &Limits) -> bool {
    let left = |deadline: Instant| deadline.saturating_duration_since(Instant::now());
    let has_little = limits.deadline.is_some_and(|own| left(own) < ENOUGH);
    limits.check().is_err() || (why == NO_TIME && has_little)
}

/// The results, for the life of the process.
static FOUND: Mutex<Memory<LoadedLaw>> = Mutex::new(Memory::new());

/// The most bytes of an automaton in the search for a law: 16 million transitions.
const MEMORY: u64 = 16_000_000 * BYTES_A_CELL;
/// The most positions of a table in the search for a law.
const POSITIONS: u64 = 1 << 20;
/// Positions with fewer tokens are left to other solvers, which search them quickly and report more.
const FEW: u32 = 1000;
/// If a line of play has this length or more, only its first move is reported.
const LONGEST_LINE: usize = 60;
/// The most moves times bits of the largest number of a reported line: each move walks along the digits of every candidate.
const LINE_BITS: u64 = 20_000;

/// The law for positions with this many numbers, found at the first call.
fn known(
    terms: &dyn Terms,
    tuples: &[Vec<BigUint>],
    limits: &Limits,
    patience: Patience,
) -> LawResult {
    let numbers = tuples.first().map_or(0, Vec::len);
    let known = recall(terms.formulas(numbers)?, limits, patience)?;
    if known.law().rules().variables.len() != numbers {
        return Err(format!("its law is not about {numbers} heaps"));
    }
    Ok(known)
}

/// The cached or new result for this text.
fn recall(text: String, limits: &Limits, patience: Patience) -> LawResult {
    let memory = || FOUND.lock().unwrap_or_else(PoisonError::into_inner);
    let given = Given {
        memory: room(limits),
        time: patience.time(limits),
    };
    if let Some(found) = memory().recall(&text, given) {
        return found;
    }
    let found = find(&text, limits, patience).map(Arc::new);
    if limits.check() != Err(StopReason::Cancelled) {
        memory().keep(text, &found, given);
    }
    found
}

/// A choice of a law in the terms of games.
pub fn step(choice: Choice) -> Step {
    let Choice {
        part,
        number,
        chosen,
        times,
        targets,
    } = choice;
    Step {
        part,
        number,
        chosen,
        times,
        targets,
    }
}

fn formulas_of(formulas: Formulas, numbers: usize, misere: bool) -> Result<String, String> {
    match formulas {
        Formulas::Family(name) => family(&name, numbers, misere).map_err(|error| error.to_string()),
        Formulas::Text(text) if Certificate::is_meant(&text) || !misere => Ok(text),
        Formulas::Text(text) => Ok(format!("{}\nmode misere\n", text.trim_end())),
    }
}

/// The law of the game at positions with as many numbers as this one.
pub(crate) fn law_of(
    terms: &dyn Terms,
    at: &Place,
    limits: &Limits,
) -> Result<Arc<LawStrategy>, String> {
    let found = known(terms, &terms.tuples(at), limits, Patience::Asked);
    found.map(|known| known.player.clone())
}

/// The memory for an automaton, in bytes.
fn room(limits: &Limits) -> u64 {
    limits.memory.map_or(MEMORY, |own| own.min(MEMORY))
}

/// The limits of the query, further limited by patience.
fn patient(limits: &Limits, patience: Patience) -> Limits {
    Limits {
        memory: Some(room(limits)),
        deadline: patience.deadline(limits),
        steps: patience.steps(limits),
        cancel: limits.cancel.clone(),
        full: limits.full.clone(),
        ..Limits::default()
    }
}

fn find(text: &str, limits: &Limits, patience: Patience) -> Result<LoadedLaw, String> {
    let mut law = prove(text, patient(limits, patience))?;
    law.set_limits(patient(limits, patience));
    let words = words(&mut law);
    law.set_limits(patient(limits, patience));
    let player = law
        .player()
        .map_err(|error| format!("its winning moves cannot be named: {error}"))?;
    Ok(LoadedLaw {
        player: Arc::new(player),
        words,
    })
}

/// The law of a certificate, proved again, or of rules.
fn prove(text: &str, limits: Limits) -> Result<Law, String> {
    if Certificate::is_meant(text) {
        return Law::from_certificate(text, limits).map_err(|error| error.to_string());
    }
    let rules = read(text).map_err(|error| error.within(text).placed().to_string())?;
    let search = Search {
        positions: POSITIONS,
        limits,
        ..Search::default()
    };
    let finding = search.run(&rules).map_err(|error| error.to_string())?;
    let why = match finding.stopped {
        Some(StopReason::Memory) => "no law was proved of it within the memory of a search",
        Some(_) => NO_TIME,
        None => "no law was proved of it",
    };
    finding.law.map(|law| *law).ok_or_else(|| why.to_owned())
}

/// The text of the law; a law that is hard to describe is described by its automaton.
fn words(law: &mut Law) -> String {
    let (name, system, states) = (&law.rules().name, law.system(), law.automaton().states());
    let mut words =
        format!("by the law of “{name}”, proved for all sizes ({system}, {states} states)");
    for sentence in law.sentences().unwrap_or_default() {
        words += &format!("; {}", sentence.words);
    }
    words
}

impl LoadedLaw {
    fn law(&self) -> &Law {
        self.player.law()
    }

    /// The outcome, and for a law of Grundy values also the value of the sum.
    fn value(&self, tuples: &[Vec<BigUint>]) -> Result<Evaluation<WinLoss>, String> {
        let lost = self.law().lost_sum(tuples);
        let lost = lost.ok_or("its law does not speak of this position")?;
        Ok(Evaluation {
            grundy: self.law().nim_sum(tuples),
            ..Evaluation::of(if lost { WinLoss::Loss } else { WinLoss::Win })
        })
    }
}

/// The best moves of a position with this value.
fn best(
    known: &LoadedLaw,
    terms: &dyn Terms,
    game: &Erased<WinLoss>,
    at: &Place,
    score: WinLoss,
    limits: &Limits,
) -> Result<Best<Listed<WinLoss>>, StopReason> {
    if game.score(at).is_some() {
        return Ok(Best::none());
    }
    if score == WinLoss::Loss {
        return Ok(Best::every(game, at, score, None));
    }
    let most = Best::<Listed<WinLoss>>::LISTED;
    let Winning { moves, total } = known
        .player
        .winning_moves(&terms.tuples(at), most, limits)?;
    let mut named = Vec::new();
    for choice in moves {
        for mv in terms.moves_of(at, &step(choice)) {
            if !named.contains(&mv) {
                named.push(mv);
            }
        }
    }
    let some = Best::among(game, at, score, named);
    Ok(if total > BigUint::from(most) {
        Best::unlisted(some.preferred, None)
    } else {
        some
    })
}

/// The preferred moves to the end of play, or only the first if there are many.
fn line(
    known: &LoadedLaw,
    terms: &dyn Terms,
    game: &Erased<WinLoss>,
    at: &Place,
    first: &Best<Listed<WinLoss>>,
    limits: &Limits,
) -> Result<Vec<Listed<WinLoss>>, StopReason> {
    let tuples = terms.tuples(at);
    let bits = tuples.iter().flatten().map(BigUint::bits).max();
    let longest = LONGEST_LINE.min((LINE_BITS / bits.unwrap_or(0).max(1)).max(1) as usize);
    let mut line = Vec::new();
    let mut here = at.clone();
    let mut next = first.preferred.clone();
    while let Some(mv) = next {
        here = game.play(&here, &mv);
        line.push(mv);
        if line.len() == longest {
            line.truncate(1);
            break;
        }
        let lost = known.law().lost_sum(&terms.tuples(&here)) == Some(true);
        let score = if lost { WinLoss::Loss } else { WinLoss::Win };
        next = best(known, terms, game, &here, score, limits)?.preferred;
    }
    Ok(line)
}

impl Solver<Erased<WinLoss>> for ByLaw {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn visited(&self) -> u64 {
        0
    }

    fn accepts(&self, _: &Erased<WinLoss>, at: &Place, limits: &Limits) -> Result<(), String> {
        let tuples = self.0.tuples(at);
        match known(&*self.0, &tuples, limits, Patience::Asked) {
            Ok(known) => known.value(&tuples).map(|_| ()),
            // The query ends with the limit that it reached.
            Err(why) if is_hurried(&why, limits) => Ok(()),
            Err(why) => Err(why),
        }
    }

    fn offers_itself(&self, game: &Erased<WinLoss>, at: &Place, limits: &Limits) -> bool {
        // In a race it is not begun before it has a fair chance.
        if limits.work.is_some() && limits.steps < Patience::Offered.steps(&Limits::default()) {
            return false;
        }
        let many = game.tokens(at).is_none_or(|tokens| tokens >= FEW.into());
        let tuples = self.0.tuples(at);
        let known = || known(&*self.0, &tuples, limits, Patience::Offered);
        many && known().is_ok_and(|known| known.value(&tuples).is_ok())
    }

    fn evaluate(
        &mut self,
        _: &Erased<WinLoss>,
        at: &Place,
        limits: &Limits,
    ) -> Evaluated<Erased<WinLoss>> {
        let tuples = self.0.tuples(at);
        let known = known(&*self.0, &tuples, limits, Patience::Asked);
        let value = known.and_then(|known| known.value(&tuples));
        value.map_err(|_| stopped(limits))
    }

    fn solve(
        &mut self,
        game: &Erased<WinLoss>,
        at: &Place,
        limits: &Limits,
    ) -> Solved<Erased<WinLoss>> {
        let value = self.evaluate(game, at, limits)?;
        let known = known(&*self.0, &self.0.tuples(at), limits, Patience::Asked)
            .map_err(|_| stopped(limits))?;
        let best = best(&known, &*self.0, game, at, value.score, limits)
            .unwrap_or_else(|_| Best::unknown(reached(limits)));
        let line = match best.stopped {
            None => line(&known, &*self.0, game, at, &best, limits).ok(),
            Some(_) => None,
        };
        Ok(Solution {
            value,
            best,
            line,
            reason: Reason::Law(known.words.clone()),
        })
    }
}

/// The error if there is no answer for a position that was accepted.
pub(crate) fn stopped(limits: &Limits) -> Stopped<WinLoss> {
    reached(limits).into()
}

/// The limit that was reached.
fn reached(limits: &Limits) -> StopReason {
    limits.check().err().unwrap_or(StopReason::Time)
}
