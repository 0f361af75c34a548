//! A proved law: questions about it, and play by it.

use bouton_automata::{
    Answer, AskError, Automaton, Budget, Formula, Name, Relation, SyntaxError, Theory, TheoryError,
};
use num_bigint::BigUint;
use num_traits::Signed;
use thiserror::Error;

use crate::instance::{Instance, RulesError, evaluate};
use crate::prover::{define, refuted};
use crate::reader::read;
use crate::rules::{Mode, Rules};

/// The lost positions, or the Grundy values, of a game for all sizes: proved.
#[derive(Debug)]
pub struct Law {
    instance: Instance,
    sets: Vec<(String, Automaton)>,
}

/// The first line of every certificate of a law.
const HEADER: &str = "bouton law certificate 1";

/// Why a certificate is no law.
#[derive(Debug, Error)]
pub enum CertificateError {
    /// The text is no certificate.
    #[error("not a certificate of a law: expected {0}")]
    Text(String),
    /// The rules in it cannot be read.
    #[error("in the rules of the certificate: {0}")]
    Syntax(#[from] SyntaxError),
    /// The rules in it do not hold what they promise.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// The arithmetic of its system could not be proved.
    #[error(transparent)]
    Theory(#[from] TheoryError),
    /// Its conditions could not be decided.
    #[error(transparent)]
    Ask(#[from] AskError),
    /// What it claims is wrong.
    #[error("refuted: it does not hold that {0}")]
    Refuted(String),
}

/// A winning move that a law names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WinningMove {
    /// The number of the move in the rules, from 0.
    pub number: usize,
    /// The smallest numbers to choose, the first as small as possible, then the second.
    pub chosen: Vec<BigUint>,
    /// The lost position that it leads to.
    pub target: Vec<BigUint>,
}

impl Law {
    /// The law of sets that were proved for this instance.
    pub(crate) fn new(mut instance: Instance, sets: Vec<(String, Automaton)>) -> Self {
        define(&mut instance.theory, &sets);
        Law { instance, sets }
    }

    /// The rules that the law is about.
    pub fn rules(&self) -> &Rules {
        &self.instance.rules
    }

    /// The numeration system that it is stated in.
    pub fn theory(&mut self) -> &mut bouton_automata::Theory {
        &mut self.instance.theory
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

    /// The certificate: the rules' text, the system, and the automata; `bouton verify` checks it with
    /// code of its own.
    pub fn certificate(&self) -> String {
        let system: Vec<String> = self
            .system()
            .recurrence()
            .iter()
            .map(u32::to_string)
            .collect();
        let lines: Vec<&str> = self.rules().source.lines().collect();
        let mut text = format!(
            "{HEADER}\nsystem {}\nrules {}\n",
            system.join(","),
            lines.len()
        );
        lines.iter().for_each(|line| text += &format!("{line}\n"));
        for (name, set) in &self.sets {
            let table = set.to_text();
            text += &format!(
                "set {name} {} {}\n{table}",
                set.variables().len(),
                table.lines().count()
            );
        }
        text + "end\n"
    }

    /// The law of a certificate, after proving it again.
    ///
    /// # Errors
    /// When the text is no certificate or what it says cannot be proved.
    pub fn from_certificate(text: &str, budget: Budget) -> Result<Self, CertificateError> {
        let wrong = |expected: &str| CertificateError::Text(expected.to_string());
        let mut lines = text.lines();
        lines
            .next()
            .filter(|line| *line == HEADER)
            .ok_or_else(|| wrong("the header of a certificate"))?;
        let system = lines
            .next()
            .and_then(|line| line.strip_prefix("system "))
            .ok_or_else(|| wrong("a line `system`"))?;
        let system = system.parse().map_err(|_| wrong("a numeration system"))?;
        let count = lines
            .next()
            .and_then(|line| line.strip_prefix("rules ")?.parse::<usize>().ok());
        let source: Vec<&str> = lines
            .by_ref()
            .take(count.ok_or_else(|| wrong("a line `rules`"))?)
            .collect();
        let rules = read(&(source.join("\n") + "\n"))?;
        let mut instance = Instance::new(rules, Theory::new(system, budget)?)?;
        let mut sets = Vec::new();
        while let Some(line) = lines.next().filter(|line| *line != "end") {
            let words: Vec<&str> = line.split_whitespace().collect();
            let ["set", name, arity, states] = words.as_slice() else {
                return Err(wrong("a line `set`"));
            };
            let arity = arity
                .parse()
                .ok()
                .filter(|arity| *arity <= 12)
                .ok_or_else(|| wrong("an arity"))?;
            let rows: Vec<&str> = lines
                .by_ref()
                .take(states.parse().map_err(|_| wrong("a number of states"))?)
                .collect();
            let digits = instance.theory.numeration().digits();
            let set = Automaton::from_text(digits, arity, &rows)
                .map_err(|error| wrong(&error.to_string()))?;
            sets.push((name.to_string(), set));
        }
        match refuted(&mut instance, &sets)? {
            None => Ok(Law::new(instance, sets)),
            Some(equation) => Err(CertificateError::Refuted(equation.words)),
        }
    }

    /// Decides a formula over the law.
    ///
    /// # Errors
    /// When the text is no formula here or the budget does not suffice.
    pub fn ask(&mut self, formula: &str) -> Result<Answer, AskError> {
        self.instance.theory.ask(formula)
    }

    /// Decides a formula that was read before.
    ///
    /// # Errors
    /// When a predicate is unknown or the budget does not suffice.
    pub fn ask_formula(&mut self, formula: &Formula) -> Result<Answer, AskError> {
        self.instance.theory.ask_formula(formula)
    }

    /// The set of the main automaton with the names of its components.
    ///
    /// # Errors
    /// When the budget does not suffice.
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

    /// Whether the player to move loses, in time linear in the number of digits once the words are
    /// written; `None` for what is no position.
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

    /// The Grundy value of a position; `None` when the law is of outcomes or this is no position.
    pub fn grundy(&self, position: &[BigUint]) -> Option<BigUint> {
        if self.rules().mode != Mode::Grundy || !self.is_position(position) {
            return None;
        }
        let words: Vec<Vec<u32>> = position
            .iter()
            .map(|number| self.system().word(number))
            .collect();
        let value = complete(self.automaton(), &words, 1)?;
        Some(self.system().number(&value[0]))
    }

    /// A winning move of each kind that wins (of a repeated move: none), none when the position is lost.
    ///
    /// # Errors
    /// When the budget does not suffice.
    pub fn winning_moves(&mut self, position: &[BigUint]) -> Result<Vec<WinningMove>, AskError> {
        let mut found = Vec::new();
        if self.rules().mode == Mode::Grundy || !self.is_position(position) {
            return Ok(found);
        }
        let words: Vec<Vec<u32>> = position
            .iter()
            .map(|number| self.system().word(number))
            .collect();
        for number in 0..self.rules().moves.len() {
            let a_move = self.rules().moves[number].clone();
            let names: Vec<Name> = [self.rules().variables.as_slice(), &a_move.chosen].concat();
            let to_lost = Formula::Member("P".into(), a_move.targets[0].clone(), 0..0);
            let wins = self
                .instance
                .theory
                .relation_of(&Formula::And(vec![a_move.guard.clone(), to_lost]), &names)?;
            let Some(chosen) = complete(wins.automaton(), &words, a_move.chosen.len()) else {
                continue;
            };
            let chosen: Vec<BigUint> = chosen
                .iter()
                .map(|word| self.system().number(word))
                .collect();
            let values: Vec<(Name, BigUint)> = names
                .into_iter()
                .zip(position.iter().chain(&chosen).cloned())
                .collect();
            let target: Option<Vec<BigUint>> = a_move.targets[0]
                .iter()
                .map(|term| evaluate(term, &values).abs().to_biguint())
                .collect();
            found.extend(target.map(|target| WinningMove {
                number,
                chosen,
                target,
            }));
        }
        Ok(found)
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

/// The smallest words (column by column) of `missing` more numbers that complete these to an accepted tuple.
fn complete(automaton: &Automaton, words: &[Vec<u32>], missing: usize) -> Option<Vec<Vec<u32>>> {
    let digits = automaton.digits();
    let columns = digits.pow(missing as u32);
    let length = words.iter().map(Vec::len).max().unwrap_or(0) + automaton.states();
    let fixed = |at: usize| {
        let digit = |word: &Vec<u32>| {
            (at + word.len())
                .checked_sub(length)
                .map_or(0, |i| word[i] as usize)
        };
        words
            .iter()
            .fold(0, |column, word| column * digits + digit(word))
            * columns
    };
    let mut live = vec![
        (0..automaton.states() as u32)
            .map(|state| automaton.accepts_at(state))
            .collect::<Vec<bool>>(),
    ];
    for at in (0..length).rev() {
        let after = live.last().expect("invariant: one was pushed");
        let survives =
            |state: u32| (0..columns).any(|c| after[automaton.step(state, fixed(at) + c) as usize]);
        live.push((0..automaton.states() as u32).map(survives).collect());
    }
    let mut state = 0u32;
    let mut found = vec![Vec::with_capacity(length); missing];
    if !live[length][0] {
        return None;
    }
    for at in 0..length {
        let column = (0..columns)
            .find(|&c| live[length - at - 1][automaton.step(state, fixed(at) + c) as usize])?;
        state = automaton.step(state, fixed(at) + column);
        for (number, word) in found.iter_mut().enumerate() {
            word.push((column / digits.pow((missing - 1 - number) as u32) % digits) as u32);
        }
    }
    Some(found)
}
