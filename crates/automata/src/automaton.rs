//! Finite automata that read the digits of several numbers in parallel.

use std::fmt::{self, Write as _};

use thiserror::Error;

use crate::minimise::minimise;
use bouton_core::{Limits, StopReason};

/// A number that an automaton reads: the name of one of its tracks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Variable(pub u32);

/// A set of tuples of numbers, as the minimal automaton of their words.
///
/// It reads one *column* a step: a digit of each variable, the most significant first, all words padded with leading zeros
/// to the same length. Columns are numbered with the first (smallest) variable as the most significant digit. The automaton
/// is complete, state 0 is the start, and states are numbered in breadth-first order, so equal sets in the same variables
/// are equal values. Leading zeros have no effect: column 0 leads from the start to the start.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Automaton {
    pub(crate) digits: usize,
    pub(crate) variables: Vec<Variable>,
    pub(crate) next: Vec<u32>,
    pub(crate) accepting: Vec<bool>,
}

/// A complete automaton before minimisation; state 0 is the start.
#[derive(Clone, Debug, Default)]
pub(crate) struct Draft {
    pub(crate) columns: usize,
    pub(crate) next: Vec<u32>,
    pub(crate) accepting: Vec<bool>,
}

/// The reason why a table of transitions is not an automaton.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TableError {
    /// The number of transitions is not states times columns, or there is no state.
    #[error("expected {expected} transitions, found {found}")]
    Size {
        /// States times columns.
        expected: usize,
        /// The length of the table.
        found: usize,
    },
    /// A transition leads to a state that does not exist.
    #[error("a transition leads to state {0}, which does not exist")]
    Target(u32),
    /// A word of the text is not a state.
    #[error("expected a state or `-`, found `{0}`")]
    State(String),
    /// A leading zero would change which words are accepted.
    #[error("leading zeros change what is accepted")]
    LeadingZeros,
}

impl Automaton {
    /// The minimal automaton of a complete table `next[state * columns + column]` with start 0, over the variables 0, 1, ….
    ///
    /// # Errors
    /// If the table is malformed or leading zeros change what is accepted.
    pub fn from_table(
        digits: usize,
        arity: usize,
        next: Vec<u32>,
        accepting: Vec<bool>,
    ) -> Result<Self, TableError> {
        let columns = digits.pow(arity as u32);
        let expected = accepting.len() * columns;
        if next.len() != expected || expected == 0 {
            return Err(TableError::Size {
                expected,
                found: next.len(),
            });
        }
        if let Some(&target) = next
            .iter()
            .find(|&&target| target as usize >= accepting.len())
        {
            return Err(TableError::Target(target));
        }
        let variables = (0..arity as u32).map(Variable).collect();
        let automaton = Automaton::minimal(
            digits,
            variables,
            Draft {
                columns,
                next,
                accepting,
            },
        );
        if automaton.next[0] != 0 {
            return Err(TableError::LeadingZeros);
        }
        Ok(automaton)
    }

    /// The minimal automaton of a draft over these variables, which must be in ascending order.
    pub(crate) fn minimal(digits: usize, variables: Vec<Variable>, draft: Draft) -> Self {
        let unbounded = Limits::default();
        Automaton::minimal_within(digits, variables, draft, &unbounded)
            .expect("invariant: without limits nothing is given up")
    }

    /// The same, until the time limit.
    pub(crate) fn minimal_within(
        digits: usize,
        variables: Vec<Variable>,
        draft: Draft,
        limits: &Limits,
    ) -> Result<Self, StopReason> {
        debug_assert!(variables.windows(2).all(|pair| pair[0] < pair[1]));
        debug_assert_eq!(draft.columns, digits.pow(variables.len() as u32));
        let mut meter = limits.meter();
        let Draft {
            next, accepting, ..
        } = minimise(&draft, |steps| meter.spend(steps))?;
        Ok(Automaton {
            digits,
            variables,
            next,
            accepting,
        })
    }

    /// The automaton of lines in the form of [`Automaton::to_text`], over the variables 0, 1, ….
    ///
    /// # Errors
    /// If a line is malformed, or the table is not an automaton.
    pub fn from_text(digits: usize, arity: usize, lines: &[&str]) -> Result<Self, TableError> {
        let name = |line: &&str| line.split_whitespace().next().unwrap_or("").to_string();
        let names: Vec<String> = lines
            .iter()
            .map(|line| name(line).trim_end_matches('+').to_string())
            .collect();
        let dead = lines.len() as u32;
        let columns = digits.pow(arity as u32);
        let mut next = Vec::new();
        for word in lines
            .iter()
            .flat_map(|line| line.split_whitespace().skip(1))
        {
            let at = names
                .iter()
                .position(|name| name == word)
                .map(|at| at as u32);
            next.push(
                at.or((word == "-").then_some(dead))
                    .ok_or_else(|| TableError::State(word.to_string()))?,
            );
        }
        next.extend((0..columns).map(|_| dead));
        let accepting = lines
            .iter()
            .map(|line| name(line).ends_with('+'))
            .chain([false])
            .collect();
        Automaton::from_table(digits, arity, next, accepting)
    }

    /// The variables it reads, ascending.
    pub fn variables(&self) -> &[Variable] {
        &self.variables
    }

    /// The number of digits of its numeration.
    pub fn digits(&self) -> usize {
        self.digits
    }

    /// The number of columns that can be read in a step.
    pub fn columns(&self) -> usize {
        self.digits.pow(self.variables.len() as u32)
    }

    /// The number of states, including the dead one.
    pub fn states(&self) -> usize {
        self.accepting.len()
    }

    /// The states after each column.
    pub fn row(&self, state: u32) -> &[u32] {
        let columns = self.columns();
        &self.next[state as usize * columns..][..columns]
    }

    /// The state after a column.
    pub fn step(&self, state: u32, column: usize) -> u32 {
        self.next[state as usize * self.columns() + column]
    }

    /// Whether a word that ends in this state is accepted.
    pub fn accepts_at(&self, state: u32) -> bool {
        self.accepting[state as usize]
    }

    /// The state from which nothing is accepted, if there is one.
    pub fn dead(&self) -> Option<u32> {
        (0..self.states() as u32).find(|&state| {
            !self.accepts_at(state) && self.row(state).iter().all(|&target| target == state)
        })
    }

    /// Whether it accepts nothing.
    pub fn is_empty(&self) -> bool {
        !self.accepting.contains(&true)
    }

    /// Whether the tuple of these words, in the order of the variables, is accepted.
    pub fn accepts(&self, words: &[Vec<u32>]) -> bool {
        let length = words.iter().map(Vec::len).max().unwrap_or(0);
        let digit = |word: &Vec<u32>, at: usize| {
            (at + word.len())
                .checked_sub(length)
                .map_or(0, |i| word[i] as usize)
        };
        let end = (0..length).fold(0, |state, at| {
            let column = words
                .iter()
                .fold(0, |column, word| column * self.digits + digit(word, at));
            self.step(state, column)
        });
        self.accepts_at(end)
    }

    /// The automaton as text, a line for each state: its number, `+` if it accepts, then the state after each column, `-`
    /// for the dead state (which has no line).
    ///
    /// # Example
    /// ```
    /// use bouton_automata::{Numeration, Theory};
    /// use bouton_core::Limits;
    /// let mut theory = Theory::new(Numeration::base(2).unwrap(), Limits::default()).unwrap();
    /// let even = theory.relation("E k: n = 2*k").unwrap();
    /// assert_eq!(even.automaton().to_text(), "0+ 0 1\n1 0 1\n");
    /// ```
    pub fn to_text(&self) -> String {
        let dead = self.dead();
        let mut text = String::new();
        for state in (0..self.states() as u32).filter(|&state| Some(state) != dead) {
            let mark = if self.accepts_at(state) { "+" } else { "" };
            write!(text, "{state}{mark}").expect("invariant: writing to a string succeeds");
            for column in 0..self.columns() {
                let target = self.step(state, column);
                let shown = if Some(target) == dead {
                    "-".to_string()
                } else {
                    target.to_string()
                };
                write!(text, " {shown}").expect("invariant: writing to a string succeeds");
            }
            text.push('\n');
        }
        text
    }
}

impl fmt::Display for Automaton {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_text())
    }
}
