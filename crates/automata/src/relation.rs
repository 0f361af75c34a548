//! Sets of tuples of numbers with named columns, and their smallest members.

use std::cmp::Ordering;

use bouton_core::hashing::FastMap;
use bouton_core::{Limits, StopReason};
use num_bigint::BigUint;
use num_traits::One;

use crate::automaton::Automaton;
use crate::formula::Name;
use crate::numeration::Numeration;

/// A set of tuples of numbers, each component with its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    numeration: Numeration,
    names: Vec<Name>,
    automaton: Automaton,
}

/// The most words of one length that are tried in the search for small members.
const MOST_WORDS: usize = 100_000;

impl Relation {
    /// The set of an automaton, whose variables get these names in order.
    pub(crate) fn new(numeration: Numeration, names: Vec<Name>, automaton: Automaton) -> Self {
        Relation {
            numeration,
            names,
            automaton,
        }
    }

    /// The system in which the automaton reads numbers.
    pub fn numeration(&self) -> &Numeration {
        &self.numeration
    }

    /// The names of the components.
    pub fn names(&self) -> &[Name] {
        &self.names
    }

    /// The set as an automaton; its variables are the components in order.
    pub fn automaton(&self) -> &Automaton {
        &self.automaton
    }

    /// Whether the tuple is in the set.
    pub fn contains(&self, tuple: &[BigUint]) -> bool {
        let words: Vec<Vec<u32>> = tuple
            .iter()
            .map(|number| self.numeration.word(number))
            .collect();
        self.automaton.accepts(&words)
    }

    /// The smallest member, by its largest component, then lexicographically.
    pub fn smallest(&self) -> Option<Vec<BigUint>> {
        self.examples(1).into_iter().next()
    }

    /// The smallest members, at most `limit`, by the largest component, then lexicographically.
    pub fn examples(&self, limit: usize) -> Vec<Vec<BigUint>> {
        let mut found: Vec<Vec<BigUint>> = Vec::new();
        let mut live = vec![self.automaton.accepting.clone()];
        let mut empty_lengths = 0;
        while found.len() < limit && empty_lengths <= self.automaton.states() {
            let mut words = Vec::new();
            let length = live.len() - 1;
            self.collect(&live, 0, &mut Vec::with_capacity(length), &mut words);
            empty_lengths = if words.is_empty() {
                empty_lengths + 1
            } else {
                0
            };
            let mut tuples: Vec<Vec<BigUint>> = words.iter().map(|word| self.tuple(word)).collect();
            tuples.sort_by(|a, b| (a.iter().max(), a).cmp(&(b.iter().max(), b)));
            found.extend(tuples);
            live.push(self.one_step_more(&live[length]));
        }
        found.truncate(limit);
        found
    }

    /// The number of members whose components are all at most `most`: words of one length are in the order of the numbers, so
    /// that a component is bounded digit by digit. Time is linear in the number of digits.
    ///
    /// ```
    /// use bouton_automata::{Numeration, Theory};
    /// use bouton_core::Limits;
    /// let mut theory = Theory::new(Numeration::base(2).unwrap(), Limits::default())?;
    /// let pairs = theory.relation("a < b")?;
    /// assert_eq!(pairs.count(&9u32.into(), &Limits::default())?, 45u32.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn count(&self, most: &BigUint, limits: &Limits) -> Result<BigUint, StopReason> {
        let (digits, arity) = (self.automaton.digits, self.names.len() as u32);
        let mut meter = limits.meter();
        // The words so far, by their state and by the components (as bits) that still have the digits of `most`.
        let mut words = FastMap::from_iter([((0, (1_u64 << arity) - 1), BigUint::one())]);
        for bound in self.numeration.word(most) {
            let mut longer: FastMap<(u32, u64), BigUint> = FastMap::default();
            for ((state, tight), count) in words {
                meter.spend(self.automaton.columns())?;
                for column in 0..self.automaton.columns() {
                    let mut rest = column;
                    let mut still = tight;
                    for at in 0..arity {
                        let digit = (rest % digits) as u32;
                        rest /= digits;
                        match digit.cmp(&bound) {
                            Ordering::Greater if tight >> at & 1 == 1 => still = u64::MAX,
                            Ordering::Less => still &= !(1 << at),
                            _ => {}
                        }
                        if still == u64::MAX {
                            break;
                        }
                    }
                    if still != u64::MAX {
                        let state = self.automaton.step(state, column);
                        *longer.entry((state, still)).or_default() += &count;
                    }
                }
            }
            words = longer;
        }
        let members = words.into_iter();
        let members = members.filter(|((state, _), _)| self.automaton.accepts_at(*state));
        Ok(members.map(|(_, count)| count).sum())
    }

    /// The states with an accepted word that is one column longer.
    fn one_step_more(&self, live: &[bool]) -> Vec<bool> {
        self.automaton
            .next
            .chunks(self.automaton.columns())
            .map(|row| row.iter().any(|&t| live[t as usize]))
            .collect()
    }

    /// Collects the accepted words of one length that do not begin with a column of zeros.
    fn collect(
        &self,
        live: &[Vec<bool>],
        state: u32,
        word: &mut Vec<usize>,
        words: &mut Vec<Vec<usize>>,
    ) {
        let missing = live.len() - 1 - word.len();
        if !live[missing][state as usize] || words.len() >= MOST_WORDS {
            return;
        }
        if missing == 0 {
            words.push(word.clone());
            return;
        }
        let first = usize::from(word.is_empty());
        for column in first..self.automaton.columns() {
            word.push(column);
            self.collect(live, self.automaton.step(state, column), word, words);
            word.pop();
        }
    }

    fn tuple(&self, columns: &[usize]) -> Vec<BigUint> {
        let digits = self.automaton.digits;
        let arity = self.names.len() as u32;
        let track = |at: u32| -> Vec<u32> {
            columns
                .iter()
                .map(|column| (column / digits.pow(arity - 1 - at) % digits) as u32)
                .collect()
        };
        (0..arity)
            .map(|at| self.numeration.number(&track(at)))
            .collect()
    }
}
