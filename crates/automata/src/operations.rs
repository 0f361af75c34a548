//! Operations on sets: products, projections, renaming of variables.
//!
//! Complements and unions over different variables need the valid words, so [`crate::Theory`] makes them.

use bouton_core::hashing::FastMap;

use crate::automaton::{Automaton, Draft, Variable};
use crate::minimise::renumbered;
use crate::size::afford;
use bouton_core::{Limits, StopReason};

/// The way two sets over the same words are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Connective {
    /// In both.
    And,
    /// In one of them; sound only if both have the same variables.
    Or,
    /// In the first, not in the second; sound only if every variable of the second is in the first.
    Minus,
}

impl Connective {
    fn holds(self, a: bool, b: bool) -> bool {
        match self {
            Connective::And => a && b,
            Connective::Or => a || b,
            Connective::Minus => a && !b,
        }
    }

    /// Whether nothing more can be accepted, given which of the two automata are dead.
    fn is_dead(self, a: bool, b: bool) -> bool {
        match self {
            Connective::And => a || b,
            Connective::Or => a && b,
            Connective::Minus => a,
        }
    }
}

/// For each column over `all`, the column over `some` (a subset) that it contains.
fn restricted_columns(all: &[Variable], some: &[Variable], digits: usize) -> Vec<usize> {
    let weight = |variable: &Variable| -> usize {
        some.iter()
            .position(|v| v == variable)
            .map_or(0, |at| digits.pow((some.len() - 1 - at) as u32))
    };
    let weights: Vec<usize> = all.iter().map(weight).collect();
    weights.iter().fold(vec![0], |columns, weight| {
        columns
            .iter()
            .flat_map(|&column| (0..digits).map(move |digit| column + digit * weight))
            .collect()
    })
}

impl Automaton {
    /// The tuples, over the variables of both, whose components are in both sets.
    ///
    /// # Errors
    /// If the limits are reached.
    pub fn and(&self, other: &Automaton, limits: &Limits) -> Result<Automaton, StopReason> {
        self.product(other, Connective::And, limits)
    }

    pub(crate) fn product(
        &self,
        other: &Automaton,
        connective: Connective,
        limits: &Limits,
    ) -> Result<Automaton, StopReason> {
        let mut variables = [self.variables.as_slice(), &other.variables].concat();
        variables.sort_unstable();
        variables.dedup();
        limits.check()?;
        afford(limits, self.digits.saturating_pow(variables.len() as u32))?;
        // Once for all states: a step then is two look-ups.
        let mine = restricted_columns(&variables, &self.variables, self.digits);
        let theirs = restricted_columns(&variables, &other.variables, self.digits);
        let (my_dead, their_dead) = (self.dead(), other.dead());
        let dead = (u32::MAX, u32::MAX);
        // All pairs that accept nothing more are one state: the pairs behind them are not explored.
        let normal = |pair: (u32, u32)| {
            let is_dead = connective.is_dead(my_dead == Some(pair.0), their_dead == Some(pair.1));
            if is_dead { dead } else { pair }
        };
        let (my_columns, their_columns) = (self.columns(), other.columns());
        let draft = explore(mine.len(), normal((0, 0)), limits, |&pair, reached| {
            if pair == dead {
                reached.extend(mine.iter().map(|_| dead));
                return false;
            }
            let my_row = &self.next[pair.0 as usize * my_columns..][..my_columns];
            let their_row = &other.next[pair.1 as usize * their_columns..][..their_columns];
            reached.extend(
                mine.iter()
                    .zip(&theirs)
                    .map(|(&m, &t)| normal((my_row[m], their_row[t]))),
            );
            connective.holds(self.accepts_at(pair.0), other.accepts_at(pair.1))
        })?;
        Automaton::minimal_within(self.digits, variables, draft, limits)
    }

    /// The tuples of the other variables that some values of these complete.
    ///
    /// The completing value may have more digits than the others: the start is the set of all states that leading zeros of
    /// the kept variables reach.
    ///
    /// # Errors
    /// If the limits are reached.
    pub fn project(&self, gone: &[Variable], limits: &Limits) -> Result<Automaton, StopReason> {
        self.project_from(gone, limits, Automaton::zero_closure)
    }

    /// [`Automaton::project`] with the set of starting states made by `starts` (tests show that a wrong one is unsound).
    pub(crate) fn project_from(
        &self,
        gone: &[Variable],
        limits: &Limits,
        starts: impl Fn(&Automaton, &[usize]) -> Vec<u32>,
    ) -> Result<Automaton, StopReason> {
        let kept: Vec<Variable> = self
            .variables
            .iter()
            .copied()
            .filter(|v| !gone.contains(v))
            .collect();
        let onto = restricted_columns(&self.variables, &kept, self.digits);
        let mut behind: Vec<Vec<usize>> = vec![Vec::new(); self.digits.pow(kept.len() as u32)];
        onto.iter()
            .enumerate()
            .for_each(|(column, &short)| behind[short].push(column));
        let dead = self.dead();
        let columns = self.columns();
        let draft = explore_weighed(
            behind.len(),
            starts(self, &behind[0]),
            limits,
            // A set of states is stored twice: as a result, and as a key for comparison.
            |states| 2 * states.len(),
            |states: &Vec<u32>, reached| {
                for sources in &behind {
                    let rows = states
                        .iter()
                        .map(|&state| &self.next[state as usize * columns..][..columns]);
                    let mut set: Vec<u32> = rows
                        .flat_map(|row| sources.iter().map(|&c| row[c]))
                        .filter(|&t| Some(t) != dead)
                        .collect();
                    set.sort_unstable();
                    set.dedup();
                    reached.push(set);
                }
                states.iter().any(|&state| self.accepts_at(state))
            },
        )?;
        Automaton::minimal_within(self.digits, kept, draft, limits)
    }

    /// The states reached from the start by these columns, repeated any number of times.
    pub(crate) fn zero_closure(&self, columns: &[usize]) -> Vec<u32> {
        let mut reached = vec![0u32];
        let mut is_reached = vec![false; self.states()];
        is_reached[0] = true;
        let mut at = 0;
        while at < reached.len() {
            for &column in columns {
                let target = self.step(reached[at], column);
                if !std::mem::replace(&mut is_reached[target as usize], true) {
                    reached.push(target);
                }
            }
            at += 1;
        }
        let dead = self.dead();
        reached.retain(|&state| Some(state) != dead);
        reached.sort_unstable();
        reached
    }

    /// The same set with its variables, in order, replaced by these; a repeated one makes them equal.
    ///
    /// # Panics
    /// If the number of variables differs.
    pub fn with_variables(&self, names: &[Variable]) -> Automaton {
        assert_eq!(
            names.len(),
            self.variables.len(),
            "a new name for each variable"
        );
        if names.windows(2).all(|pair| pair[0] < pair[1]) {
            return Automaton {
                variables: names.to_vec(),
                ..self.clone()
            };
        }
        let mut variables = names.to_vec();
        variables.sort_unstable();
        variables.dedup();
        let columns = self.digits.pow(variables.len() as u32);
        let old_column = |column: usize| {
            names.iter().fold(0, |old, name| {
                let at = variables
                    .binary_search(name)
                    .expect("invariant: every name is listed");
                let digit =
                    column / self.digits.pow((variables.len() - 1 - at) as u32) % self.digits;
                old * self.digits + digit
            })
        };
        let order: Vec<usize> = (0..columns).map(old_column).collect();
        let next = self
            .next
            .chunks(self.columns())
            .flat_map(|row| order.iter().map(|&old| row[old]))
            .collect();
        let draft = Draft {
            columns,
            next,
            accepting: self.accepting.clone(),
        };
        if variables.len() < names.len() {
            return Automaton::minimal(self.digits, variables, draft);
        }
        let Draft {
            next, accepting, ..
        } = renumbered(&draft);
        Automaton {
            digits: self.digits,
            variables,
            next,
            accepting,
        }
    }
}

/// The automaton of everything reached from `start`: `expand` pushes the successor by each column and returns whether the
/// state accepts.
pub(crate) fn explore<S: Clone + Eq + std::hash::Hash>(
    columns: usize,
    start: S,
    limits: &Limits,
    expand: impl FnMut(&S, &mut Vec<S>) -> bool,
) -> Result<Draft, StopReason> {
    explore_weighed(columns, start, limits, |_| 0, expand)
}

/// [`explore`] for states that take memory of their own: `weight` returns their size in cells.
fn explore_weighed<S: Clone + Eq + std::hash::Hash>(
    columns: usize,
    start: S,
    limits: &Limits,
    weight: impl Fn(&S) -> usize,
    mut expand: impl FnMut(&S, &mut Vec<S>) -> bool,
) -> Result<Draft, StopReason> {
    let mut draft = Draft {
        columns,
        ..Draft::default()
    };
    let mut number: FastMap<S, u32> = FastMap::default();
    let mut found = vec![start.clone()];
    number.insert(start, 0);
    let mut reached = Vec::with_capacity(columns);
    let (mut at, mut held) = (0, 0);
    let mut meter = limits.meter();
    limits.check()?;
    while at < found.len() {
        afford(limits, found.len().saturating_mul(columns))?;
        let weight = weight(&found[at]);
        limits.spend((columns + weight) as u64)?;
        meter.spend(columns * (1 + weight))?;
        held += weight;
        afford(limits, held)?;
        reached.clear();
        draft.accepting.push(expand(&found[at], &mut reached));
        for state in reached.drain(..) {
            let fresh = found.len() as u32;
            // One search of the map for both cases; only a new state is copied.
            let id = *number.entry(state).or_insert_with_key(|state| {
                found.push(state.clone());
                fresh
            });
            draft.next.push(id);
        }
        at += 1;
    }
    Ok(draft)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Numeration, Theory};

    /// The error if the start of a projection is not closed under leading zeros: a completing value may need more digits
    /// than the kept numbers.
    #[test]
    fn without_the_closure_under_leading_zeros_a_projection_is_wrong() {
        for system in ["base 2", "base 3", "zeckendorf", "(2,1)", "tribonacci"] {
            let mut theory = Theory::new(system.parse().unwrap(), Limits::default()).unwrap();
            let larger = theory.relation("b > 2*a + 1").unwrap();
            let variables = larger.automaton().variables();
            let limits = Limits::default();
            let gone = &[variables[larger.names().iter().position(|n| &**n == "b").unwrap()]];
            let right = larger.automaton().project(gone, &limits).unwrap();
            let wrong = larger
                .automaton()
                .project_from(gone, &limits, |_, _| vec![0])
                .unwrap();
            let [one, zero] = [vec![vec![1]], vec![vec![]]];
            assert!(right.accepts(&one) && right.accepts(&zero), "{system}");
            assert!(!wrong.accepts(&one) || !wrong.accepts(&zero), "{system}");
        }
    }

    /// The error if a complement is taken among all words instead of the valid ones: it contains words that are not numbers,
    /// and "neither 0 nor positive" has examples.
    #[test]
    fn without_validity_a_complement_is_wrong() {
        for system in ["zeckendorf", "(2,1)", "(3,1)", "tribonacci"] {
            let numeration: Numeration = system.parse().unwrap();
            let digits = numeration.digits();
            let mut theory = Theory::new(numeration, Limits::default()).unwrap();
            let every_word = Automaton::from_table(digits, 1, vec![0; digits], vec![true]).unwrap();
            let limits = Limits::default();
            let mut sets = ["a = 0", "a > 0"].map(|text| theory.relation(text).unwrap());
            let wrong = sets.each_mut().map(|set| {
                every_word
                    .product(set.automaton(), Connective::Minus, &limits)
                    .unwrap()
            });
            assert!(
                !wrong[0].and(&wrong[1], &limits).unwrap().is_empty(),
                "{system}"
            );
            let right = sets.map(|set| theory.not(set.automaton()).unwrap());
            assert!(
                right[0].and(&right[1], &limits).unwrap().is_empty(),
                "{system}"
            );
        }
    }
}
