//! The ways to complete some numbers to a member of a relation.

use num_bigint::BigUint;
use num_traits::Zero;

use crate::relation::Relation;

/// The tuples that complete given numbers to members of a relation, in the order of their columns of digits (for a single
/// missing number: in ascending order), found one by one.
///
/// A completion may have more digits than the given numbers, up to the number of states: these are all completions, if there
/// are finitely many. Each takes time linear in the number of digits.
///
/// # Example
/// ```
/// use bouton_automata::{Numeration, Theory};
/// use bouton_core::Limits;
/// let mut theory = Theory::new(Numeration::zeckendorf(), Limits::default()).unwrap();
/// let half = theory.relation("a = a & 2*k <= a & k > 0").unwrap();
/// let of_seven = half.completions(&[7u32.into()]);
/// assert_eq!(of_seven.total(), 3u32.into());
/// assert_eq!(of_seven.last_one(), Some(vec![3u32.into()]));
/// assert_eq!(of_seven.map(|k| k[0].clone()).collect::<Vec<_>>(), [1u32, 2, 3].map(Into::into));
/// ```
#[derive(Debug)]
pub struct Completions<'r> {
    relation: &'r Relation,
    /// The number of missing numbers.
    missing: u32,
    /// At each place, the column in which all missing digits are 0.
    given: Vec<usize>,
    /// By the number of remaining columns: the states from which a member can be reached.
    live: Vec<Vec<bool>>,
    /// The columns of missing digits chosen so far, and the states before each and after the last.
    chosen: Vec<usize>,
    states: Vec<u32>,
    begun: bool,
}

impl Relation {
    /// The ways to complete these numbers, the first components, to a member.
    ///
    /// # Panics
    /// If more numbers are given than the relation has components.
    pub fn completions(&self, given: &[BigUint]) -> Completions<'_> {
        let words = self.words(given);
        let length = words.iter().map(Vec::len).max().unwrap_or(0) + self.automaton().states();
        self.completing(&words, length)
    }

    /// The ways to complete these numbers whose numbers have no more digits than the largest of them and `most`, also where
    /// there are infinitely many in all.
    ///
    /// # Panics
    /// If more numbers are given than the relation has components.
    pub fn completions_like(&self, given: &[BigUint], most: &BigUint) -> Completions<'_> {
        let words = self.words(given);
        let digits = self.numeration().word(most).len();
        let length = words.iter().map(Vec::len).fold(digits, usize::max);
        self.completing(&words, length)
    }

    fn words(&self, numbers: &[BigUint]) -> Vec<Vec<u32>> {
        let word = |number| self.numeration().word(number);
        numbers.iter().map(word).collect()
    }

    /// The completions in columns of this length, which no word is longer than.
    fn completing(&self, words: &[Vec<u32>], length: usize) -> Completions<'_> {
        let automaton = self.automaton();
        let missing = (self.names().len() - words.len()) as u32;
        let digit = |word: &Vec<u32>, at: usize| {
            (at + word.len())
                .checked_sub(length)
                .map_or(0, |i| word[i] as usize)
        };
        let columns = automaton.digits().pow(missing);
        let given = (0..length).map(|at| {
            let column = |column, word| column * automaton.digits() + digit(word, at);
            words.iter().fold(0, column) * columns
        });
        let mut completions = Completions {
            relation: self,
            missing,
            given: given.collect(),
            live: Vec::new(),
            chosen: Vec::with_capacity(length),
            states: vec![0],
            begun: false,
        };
        completions.live = completions.live_states();
        completions
    }
}

impl Completions<'_> {
    fn columns(&self) -> usize {
        self.relation.automaton().digits().pow(self.missing)
    }

    fn live_states(&self) -> Vec<Vec<bool>> {
        let automaton = self.relation.automaton();
        let states = 0..automaton.states() as u32;
        let mut live = vec![
            states
                .clone()
                .map(|state| automaton.accepts_at(state))
                .collect::<Vec<bool>>(),
        ];
        for &given in self.given.iter().rev() {
            let after = &live[live.len() - 1];
            let survives = |state| {
                (0..self.columns()).any(|c| after[automaton.step(state, given + c) as usize])
            };
            let before = states.clone().map(survives).collect();
            live.push(before);
        }
        live
    }

    /// The number of completions.
    pub fn total(&self) -> BigUint {
        let automaton = self.relation.automaton();
        let states = 0..automaton.states() as u32;
        let accepted = |state| BigUint::from(u32::from(automaton.accepts_at(state)));
        let mut count: Vec<BigUint> = states.clone().map(accepted).collect();
        for &given in self.given.iter().rev() {
            let sum = |state| {
                (0..self.columns())
                    .map(|c| &count[automaton.step(state, given + c) as usize])
                    .filter(|count| !count.is_zero())
                    .sum()
            };
            count = states.clone().map(sum).collect();
        }
        count.swap_remove(0)
    }

    /// The last completion.
    pub fn last_one(&self) -> Option<Vec<BigUint>> {
        let automaton = self.relation.automaton();
        let mut state = 0;
        let mut chosen = Vec::with_capacity(self.given.len());
        for (at, given) in self.given.iter().enumerate() {
            let live = &self.live[self.given.len() - at - 1];
            let column = (0..self.columns())
                .rev()
                .find(|c| live[automaton.step(state, given + c) as usize])?;
            state = automaton.step(state, given + column);
            chosen.push(column);
        }
        Some(self.numbers(&chosen))
    }

    /// Chooses the first column, from this one on, that leads to a member; false if there is none.
    fn advance(&mut self, from: usize) -> bool {
        let automaton = self.relation.automaton();
        let at = self.chosen.len();
        let (state, live) = (self.states[at], &self.live[self.given.len() - at - 1]);
        let step = |column: usize| automaton.step(state, self.given[at] + column);
        let Some(column) = (from..self.columns()).find(|&column| live[step(column) as usize])
        else {
            return false;
        };
        let after = step(column);
        self.chosen.push(column);
        self.states.push(after);
        true
    }

    /// Removes the last column and returns the next one to try; `None` if there is no column to remove.
    fn retreat(&mut self) -> Option<usize> {
        self.states.pop();
        self.chosen.pop().map(|column| column + 1)
    }

    fn numbers(&self, chosen: &[usize]) -> Vec<BigUint> {
        let digits = self.relation.automaton().digits();
        let digit = |column: usize, at: u32| (column / digits.pow(at) % digits) as u32;
        let word = |at: u32| -> Vec<u32> { chosen.iter().map(|&c| digit(c, at)).collect() };
        (0..self.missing)
            .rev()
            .map(|at| self.relation.numeration().number(&word(at)))
            .collect()
    }
}

impl Iterator for Completions<'_> {
    type Item = Vec<BigUint>;

    fn next(&mut self) -> Option<Vec<BigUint>> {
        let mut from = if std::mem::replace(&mut self.begun, true) {
            self.retreat()?
        } else {
            0
        };
        while self.chosen.len() < self.given.len() {
            from = if self.advance(from) {
                0
            } else {
                self.retreat()?
            };
        }
        Some(self.numbers(&self.chosen))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_traits::One;

    use crate::Theory;
    use bouton_core::Limits;

    #[test]
    fn completions_are_those_that_brute_force_finds() {
        for system in ["base 2", "base 3", "zeckendorf", "(2,1)"] {
            let mut theory = Theory::new(system.parse().unwrap(), Limits::default()).unwrap();
            let relation = theory
                .relation("a = a & b = b & x + y < a & y + 2 > b & x != 3")
                .unwrap();
            for (a, b) in (0..9u32).flat_map(|a| (0..9u32).map(move |b| (a, b))) {
                let expected: Vec<Vec<BigUint>> = (0..9u32)
                    .flat_map(|x| (0..9u32).map(move |y| (x, y)))
                    .filter(|&(x, y)| x + y < a && y + 2 > b && x != 3)
                    .map(|(x, y)| vec![x.into(), y.into()])
                    .collect();
                let completions = relation.completions(&[a.into(), b.into()]);
                assert_eq!(completions.total(), expected.len().into());
                let last = completions.last_one();
                let mut found: Vec<_> = completions.collect();
                assert_eq!(last, found.last().cloned());
                found.sort();
                assert_eq!(found, expected, "{a}, {b} in {system}");
            }
        }
    }

    #[test]
    fn of_infinitely_many_those_with_so_many_digits_are_listed() {
        for system in ["base 2", "zeckendorf"] {
            let mut theory = Theory::new(system.parse().unwrap(), Limits::default()).unwrap();
            let thirds = theory.relation("a = a & (E k: b = 3*k)").unwrap();
            for most in 0..200u32 {
                let found = thirds.completions_like(&[most.into()], &most.into());
                let found: Vec<_> = found.filter(|b| b[0] <= most.into()).collect();
                let expected = (0..=most / 3).map(|k| vec![BigUint::from(3 * k)]);
                assert_eq!(found, expected.collect::<Vec<_>>(), "{most} in {system}");
            }
        }
    }

    #[test]
    fn a_whole_tuple_is_completed_by_nothing() {
        let mut theory = Theory::new("base 2".parse().unwrap(), Limits::default()).unwrap();
        let equal = theory.relation("a = b").unwrap();
        let [one, two] = [BigUint::one(), BigUint::from(2u32)];
        let same: Vec<_> = equal.completions(&[two.clone(), two.clone()]).collect();
        assert_eq!(same, [Vec::<BigUint>::new()]);
        assert_eq!(equal.completions(&[one, two]).next(), None);
    }
}
