//! A proved law, and queries about it.

use bouton_automata::{Answer, AskError, Automaton, Completions, Formula, Name, Relation};
use bouton_core::Limits;
use num_bigint::BigUint;

use crate::instance::Instance;
use crate::prover::define;
use crate::rules::{Mode, Rules};

/// The lost positions, or the Grundy values, of a game for all sizes: proved.
#[derive(Debug)]
pub struct Law {
    instance: Instance,
    sets: Vec<(String, Automaton)>,
    /// The main automaton, with names.
    main: Relation,
}

impl Law {
    /// The law that consists of these sets, which were proved for this instance.
    pub(crate) fn new(mut instance: Instance, sets: Vec<(String, Automaton)>) -> Self {
        define(&mut instance.theory, &sets);
        let main = instance.theory.named(&sets[0].1);
        Law {
            instance,
            sets,
            main,
        }
    }

    /// The rules that the law is about.
    pub fn rules(&self) -> &Rules {
        &self.instance.rules
    }

    /// The numeration system that it is stated in.
    pub fn theory(&mut self) -> &mut bouton_automata::Theory {
        &mut self.instance.theory
    }

    /// Replaces the limits of all questions.
    pub fn set_limits(&mut self, limits: Limits) {
        self.instance.theory.set_limits(limits);
    }

    /// The numeration system.
    pub fn system(&self) -> &bouton_automata::Numeration {
        self.instance.theory.numeration()
    }

    /// The automata with their names: `P` or `G`, then those of the repeated moves.
    pub fn sets(&self) -> &[(String, Automaton)] {
        &self.sets
    }

    /// The main automaton: the lost positions, or the positions with their Grundy values.
    pub fn automaton(&self) -> &Automaton {
        &self.sets[0].1
    }

    /// Decides a formula over the law.
    ///
    /// # Errors
    /// If the text is not a valid formula or the limits are reached.
    pub fn ask(&mut self, formula: &str) -> Result<Answer, AskError> {
        self.instance.theory.ask(formula)
    }

    /// Decides a parsed formula.
    ///
    /// # Errors
    /// If a predicate is unknown or the limits are reached.
    pub fn ask_formula(&mut self, formula: &Formula) -> Result<Answer, AskError> {
        self.instance.theory.ask_formula(formula)
    }

    /// The set of the main automaton with the names of its components.
    ///
    /// # Errors
    /// If the limits are reached.
    pub fn relation(&mut self) -> Result<Relation, AskError> {
        let (name, mut names) = (self.sets[0].0.clone(), self.rules().variables.clone());
        if self.rules().mode == Mode::Grundy {
            names.push(fresh_name("v", &names));
        }
        let terms = names
            .iter()
            .map(|name| bouton_automata::Term::variable(name))
            .collect();
        self.instance
            .theory
            .relation_of(&Formula::Member(name.into(), terms, 0..0), &names)
    }

    /// Whether a tuple is a position of the game.
    pub fn is_position(&self, position: &[BigUint]) -> bool {
        position.len() == self.rules().variables.len() && self.instance.domain.contains(position)
    }

    /// Whether the player to move loses, in time linear in the number of digits after the words are written; `None` if the
    /// tuple is not a position.
    pub fn lost(&self, position: &[BigUint]) -> Option<bool> {
        if !self.is_position(position) {
            return None;
        }
        let mut words: Vec<Vec<u32>> = position
            .iter()
            .map(|number| self.system().word(number))
            .collect();
        if self.rules().mode == Mode::Grundy {
            words.push(Vec::new());
        }
        Some(self.automaton().accepts(&words))
    }

    /// The Grundy value of a position; `None` if the law is about outcomes or the tuple is not a position.
    pub fn grundy(&self, position: &[BigUint]) -> Option<BigUint> {
        if self.rules().mode != Mode::Grundy || !self.is_position(position) {
            return None;
        }
        let mut value = self.main.completions(position).next()?;
        value.pop()
    }

    /// The last numbers of the lost positions that begin with these numbers, all but one: in ascending order, up to `most`
    /// and perhaps further. `None` if the law is about Grundy values, or another number of numbers is given.
    pub fn lost_after(&self, given: &[BigUint], most: &BigUint) -> Option<Completions<'_>> {
        let fits =
            self.rules().mode != Mode::Grundy && given.len() + 1 == self.rules().variables.len();
        fits.then(|| self.main.completions_like(given, most))
    }
}

/// A name that is not among these.
pub(crate) fn fresh_name(wanted: &str, names: &[Name]) -> Name {
    let primes = (0..).find(|&n| {
        !names
            .iter()
            .any(|name| **name == *format!("{wanted}{}", "'".repeat(n)))
    });
    Name::from(format!("{wanted}{}", "'".repeat(primes.unwrap_or(0))))
}
