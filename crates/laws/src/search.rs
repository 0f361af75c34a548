//! The search for a law: tables of growing size in several numeration systems, each followed by a hypothesis, if there is
//! one, and an attempt to prove it.

use bouton_automata::{AskError, Automaton, Numeration, Theory, TheoryError};
use bouton_core::{Limits, StopReason};
use thiserror::Error;
use web_time::Instant;

use crate::instance::Instance;
use crate::law::Law;
use crate::learner::Sample;
use crate::prover::refuted;
use crate::rules::Rules;
use crate::rules_error::RulesError;
use crate::table::{Table, Tuples};

/// The extent and the limits of the search for a law.
#[derive(Clone, Debug)]
pub struct Search {
    /// The numeration systems to try in turn.
    pub systems: Vec<Numeration>,
    /// The largest number of positions in a table; fewer if the memory limit allows fewer.
    pub positions: u64,
    /// The bounds of the automata, and the deadline of the search.
    pub limits: Limits,
}

/// The results of a table of one size in one system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The number of digits of the numbers in the table.
    pub digits: usize,
    /// The numbers in the table are below this.
    pub side: u64,
    /// Every automaton that agrees with the table has at least this many states.
    pub least_states: usize,
    /// The result for the hypothesis.
    pub hypothesis: Hypothesis,
}

/// The result of a hypothesis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hypothesis {
    /// No automaton derived from the table agrees with it.
    None,
    /// It agreed with the complete table, and was refuted; its number of states.
    Refuted(usize),
    /// It agreed with the complete table, and could not be decided within the bounds; its number of states.
    Undecided(usize),
    /// It is a theorem; its number of states.
    Proved(usize),
}

/// The attempt in one system.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The system.
    pub system: Numeration,
    /// The results of each table.
    pub steps: Vec<Step>,
    /// The reason why no larger table was tried.
    pub stop: Option<String>,
}

/// The outcome of a search.
#[derive(Debug)]
pub struct Finding {
    /// The attempts, one per system.
    pub trials: Vec<Trial>,
    /// The law, if one was proved.
    pub law: Option<Box<Law>>,
    /// The limit that ended the search without a law: memory, if larger tables would not fit.
    pub stopped: Option<StopReason>,
    /// The duration of the search.
    pub seconds: f64,
}

/// The reason why no search is possible.
#[derive(Debug, Error)]
pub enum SearchError {
    /// The rules break their promises.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// The arithmetic of a system could not be built and proved.
    #[error(transparent)]
    Theory(#[from] TheoryError),
    /// No given system can express the rules.
    #[error("the rules need {0}, which is not among the systems to try")]
    NoSystem(String),
}

impl SearchError {
    /// The limit that was the only obstacle, if it was one.
    pub fn stopped(&self) -> Option<StopReason> {
        match self {
            Self::Theory(TheoryError::Stopped(reason))
            | Self::Rules(RulesError::Ask(AskError::Stopped(reason))) => Some(*reason),
            _ => None,
        }
    }
}

impl Default for Search {
    fn default() -> Self {
        let systems = ["base 2", "base 3", "zeckendorf", "(2,1)", "(3,1)"];
        let systems = systems
            .iter()
            .map(|name| name.parse().expect("invariant: these are systems"))
            .collect();
        Search {
            systems,
            positions: 1 << 23,
            limits: Limits::default(),
        }
    }
}

/// The approximate bytes of a position in a table while the table grows.
const BYTES_A_POSITION: u64 = 40;
/// The steps that a hypothesis gets in any case: some twenty milliseconds.
const LEAST_STEPS: u64 = 300_000;

/// A system whose tables can still grow.
struct Attempt {
    trial: Trial,
    instance: Option<Instance>,
    /// Whether its arithmetic or the rules in it exceeded the limits.
    is_given_up: bool,
    refuted: Vec<Vec<(String, Automaton)>>,
}

impl Search {
    /// Searches for a law of these rules.
    ///
    /// # Errors
    /// If the rules break their promises (a move does not lower the rank, or leaves the domain), or nothing at all can be
    /// tried.
    pub fn run(&self, rules: &Rules) -> Result<Finding, SearchError> {
        let (start, began) = (Instant::now(), self.limits.spent.steps());
        let mut attempts = self.attempts(rules)?;
        let memory = self.limits.memory.unwrap_or(u64::MAX);
        let positions = self.positions.min(memory / BYTES_A_POSITION);
        let mut table = Table::new(positions);
        let mut law = None;
        let mut below = 2;
        let numbers = rules.variables.len() as u32;
        let fits = |side: u64| {
            let cells = side.checked_pow(numbers);
            cells.is_some_and(|cells| cells <= positions)
        };
        'sizes: while let Some(larger) = next_side(&attempts, below, fits) {
            below = larger;
            let first = attempts[0].instance(rules, self)?;
            self.limits
                .progress
                .say(|| format!("table of all positions with numbers below {below}"));
            if let Err(stop) = table.grow(first, below) {
                attempts
                    .iter_mut()
                    .for_each(|attempt| attempt.trial.stop = Some(stop.to_string()));
                break;
            }
            // Exceeding the steps is noticed by the next check of the limits.
            let _ = self.limits.spend(below.saturating_pow(numbers));
            for at in 0..attempts.len() {
                if let Err(stop) = self.limits.check() {
                    attempts[at].trial.stop = Some(stop.to_string());
                    continue;
                }
                if attempts[at].is_given_up {
                    continue;
                }
                let Some((digits, side)) = attempts[at].next_length(below) else {
                    continue;
                };
                let relations = table.relations(attempts[0].instance(rules, self)?, side);
                let attempt = &mut attempts[at];
                let relations = match relations {
                    Ok(relations) => relations,
                    Err(stop) => {
                        attempt.trial.stop = Some(stop.to_string());
                        continue;
                    }
                };
                if attempt.has_outgrown(rules, self)? {
                    continue;
                }
                if attempt.learn_and_prove(&relations, digits, side, self, began) {
                    let sets = attempt
                        .refuted
                        .pop()
                        .expect("invariant: the proved sets are last");
                    let instance = attempt.instance.take().expect("invariant: it proved them");
                    law = Some(Box::new(Law::new(instance, sets)));
                    break 'sizes;
                }
            }
        }
        let trials = attempts.into_iter().map(|attempt| attempt.trial).collect();
        let end = || self.limits.check().err().unwrap_or(StopReason::Memory);
        Ok(Finding {
            trials,
            stopped: law.is_none().then(end),
            law,
            seconds: start.elapsed().as_secs_f64(),
        })
    }

    fn attempts(&self, rules: &Rules) -> Result<Vec<Attempt>, SearchError> {
        let needs_xor = rules.moves.iter().any(|m| m.targets.len() > 1);
        let fits = |system: &&Numeration| {
            let has_xor = system.recurrence().len() == 1 && system.digits().is_power_of_two();
            rules.system.as_ref().is_none_or(|only| only == *system) && (has_xor || !needs_xor)
        };
        let named: Vec<Numeration> = rules.system.iter().cloned().collect();
        let candidates = if named.is_empty() {
            &self.systems
        } else {
            &named
        };
        let trial = |system: &Numeration| Trial {
            system: system.clone(),
            steps: Vec::new(),
            stop: None,
        };
        let attempts: Vec<Attempt> = candidates
            .iter()
            .filter(fits)
            .map(|system| Attempt {
                trial: trial(system),
                instance: None,
                is_given_up: false,
                refuted: Vec::new(),
            })
            .collect();
        if attempts.is_empty() {
            let needed = rules
                .system
                .as_ref()
                .map_or("base 2".to_string(), Numeration::to_string);
            return Err(SearchError::NoSystem(needed));
        }
        Ok(attempts)
    }
}

/// The side of the next table: the least number of values of some length, in some system, that is well beyond the last; at
/// the end the greatest that fits.
fn next_side(attempts: &[Attempt], side: u64, fits: impl Fn(u64) -> bool) -> Option<u64> {
    let counts = |attempt: &Attempt| {
        let system = attempt.trial.system.clone();
        (1..).map_while(move |length| system.count(length))
    };
    let larger = || attempts.iter().flat_map(counts).filter(move |&n| n > side);
    let next = larger().filter(|&n| n > side + side / 2).min();
    let last = || larger().filter(|&n| fits(n)).max();
    next.filter(|&n| fits(n)).or_else(last).or(next)
}

impl Attempt {
    /// The rules in this system, compiled at the first call.
    fn instance(&mut self, rules: &Rules, search: &Search) -> Result<&mut Instance, SearchError> {
        if self.instance.is_none() {
            let system = &self.trial.system;
            search
                .limits
                .progress
                .say(|| format!("proving the arithmetic of {system}, and the rules"));
            let theory = Theory::new(system.clone(), search.limits.clone())?;
            self.instance = Some(Instance::new(rules.clone(), theory)?);
        }
        Ok(self.instance.as_mut().expect("invariant: it was just made"))
    }

    /// Whether the rules in this system exceed the limits: the system is given up, and the others continue.
    fn has_outgrown(&mut self, rules: &Rules, search: &Search) -> Result<bool, SearchError> {
        match self.instance(rules, search) {
            Ok(_) => Ok(false),
            Err(error) if error.stopped().is_some() => {
                self.trial.stop = Some(error.to_string());
                self.is_given_up = true;
                Ok(true)
            }
            Err(error) => Err(error),
        }
    }

    /// The largest number of digits, with the number of its values, that fits a table of this side and was not yet tried.
    fn next_length(&self, side: u64) -> Option<(usize, u64)> {
        let fitting = (1..)
            .map_while(|n| self.trial.system.count(n).map(|count| (n, count)))
            .take_while(|&(_, count)| count <= side);
        fitting.last().filter(|&(digits, _)| {
            self.trial
                .steps
                .last()
                .is_none_or(|step| step.digits < digits)
        })
    }

    fn learn_and_prove(
        &mut self,
        relations: &[Tuples],
        digits: usize,
        side: u64,
        search: &Search,
        began: u64,
    ) -> bool {
        let mut step = Step {
            digits,
            side,
            least_states: 0,
            hypothesis: Hypothesis::None,
        };
        let mut sets = Vec::new();
        for (name, arity, tuples) in relations {
            let sample = Sample {
                numeration: &self.trial.system,
                length: digits,
                arity: *arity,
                tuples,
                limits: &search.limits,
            };
            let lesson = match sample.learn() {
                Ok(Some(lesson)) => lesson,
                Ok(None) => return false,
                Err(stop) => {
                    self.trial.stop = Some(stop.to_string());
                    return false;
                }
            };
            step.least_states = step.least_states.max(lesson.least_states);
            sets.extend(
                lesson
                    .hypothesis
                    .map(|hypothesis| (name.clone(), hypothesis)),
            );
        }
        if sets.len() == relations.len() && !self.refuted.contains(&sets) {
            let states = sets.iter().map(|(_, set)| set.states()).sum();
            step.hypothesis = match self.prove(&sets, search, began) {
                Ok(true) => Hypothesis::Proved(states),
                Ok(false) => Hypothesis::Refuted(states),
                Err(exceeded) => {
                    self.note_deadline(&exceeded, &search.limits);
                    Hypothesis::Undecided(states)
                }
            };
            if !matches!(step.hypothesis, Hypothesis::Undecided(_)) {
                self.refuted.push(sets);
            }
        }
        let proved = matches!(step.hypothesis, Hypothesis::Proved(_));
        self.trial.steps.push(step);
        proved
    }

    fn note_deadline(&mut self, exceeded: &AskError, limits: &Limits) {
        if limits.check().is_err() {
            self.trial.stop = Some(exceeded.to_string());
        }
    }

    /// Decides whether the sets are a law, with no more steps than were spent so far: wrong sets can be costly, and an
    /// undecided hypothesis comes back with the next table. Steps are counted, not time, so that the same law is found on a
    /// busy machine.
    fn prove(
        &mut self,
        sets: &[(String, Automaton)],
        search: &Search,
        began: u64,
    ) -> Result<bool, AskError> {
        let instance = self
            .instance
            .as_mut()
            .expect("invariant: its table was made by it");
        let spent = search.limits.spent.steps();
        let fair = spent + (spent - began).max(LEAST_STEPS);
        let most = search.limits.steps.map_or(fair, |most| most.min(fair));
        instance.theory.set_limits(Limits {
            steps: Some(most),
            ..search.limits.clone()
        });
        let outcome = refuted(instance, sets);
        instance.theory.set_limits(search.limits.clone());
        outcome.map(|failed| failed.is_none())
    }
}
