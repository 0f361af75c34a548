//! The moves from small positions, read from the automata of the rules.

use bouton_automata::{Automaton, Comparison, Formula, Name, Term, Theory};
use bouton_core::{Meter, StopReason};

use crate::rules::Rules;
use crate::rules_error::RulesError;

/// The choices of one move from a position, read from its guard's automaton.
#[derive(Clone, Debug)]
pub(crate) struct Choices {
    guard: Completions,
    /// The number of digits that a choice may have beyond those of the position.
    padding: usize,
    targets: Vec<Vec<Affine>>,
    /// The positions from which the move leads to a position.
    origins: Option<Origins>,
}

/// The positions from which one move leads to a position: only some of the numbers change.
#[derive(Clone, Debug)]
pub(crate) struct Origins {
    /// The old numbers for the new position; for a repeated move also the choice.
    changes: Completions,
    /// The places of the numbers that change.
    changed: Vec<usize>,
}

/// The ways to complete some numbers of a position to an accepted tuple.
#[derive(Clone, Debug)]
struct Completions {
    automaton: Automaton,
    dead: Option<u32>,
    /// The places of the position's numbers that come first in the tuple.
    fixed: Vec<usize>,
    /// The number of numbers that complete it.
    free: usize,
}

/// A term over the numbers of a position followed by the chosen ones.
#[derive(Clone, Debug)]
struct Affine {
    parts: Vec<(usize, i64)>,
    constant: i64,
}

/// Choices with more digits than this beyond the position's are taken as unbounded.
const MOST_PADDING: usize = 6;

impl Choices {
    pub(crate) fn new(rules: &Rules, at: usize, theory: &mut Theory) -> Result<Self, RulesError> {
        let a_move = &rules.moves[at];
        let guard = a_move.enough();
        let speaks = guard.free_variables();
        let fixed: Vec<usize> = (0..rules.variables.len())
            .filter(|&i| speaks.contains(&rules.variables[i]))
            .collect();
        let mut names: Vec<Name> = fixed.iter().map(|&i| rules.variables[i].clone()).collect();
        names.extend(a_move.chosen.iter().cloned());
        let automaton = theory.relation_of(&guard, &names)?.automaton().clone();
        let all = [rules.variables.as_slice(), &a_move.chosen].concat();
        let affine = |term: &Term| Affine {
            parts: all
                .iter()
                .enumerate()
                .filter_map(|(i, name)| term.coefficients.get(name).map(|&c| (i, c)))
                .collect(),
            constant: term.constant,
        };
        let targets = a_move
            .targets
            .iter()
            .map(|target| target.iter().map(affine).collect())
            .collect();
        let guard = Completions {
            dead: automaton.dead(),
            automaton,
            fixed,
            free: a_move.chosen.len(),
        };
        let padding = guard
            .padding()
            .ok_or_else(|| RulesError::Unbounded(a_move.text.clone()))?;
        let origins = Origins::new(rules, at, theory)?;
        Ok(Choices {
            guard,
            padding,
            targets,
            origins,
        })
    }

    /// The places of the position's numbers that determine the choices.
    pub(crate) fn relevant(&self) -> &[usize] {
        &self.guard.fixed
    }

    /// The number of chosen numbers.
    pub(crate) fn chosen(&self) -> usize {
        self.guard.free
    }

    /// The positions from which the move leads to a position, if they are known.
    pub(crate) fn origins(&self) -> Option<&Origins> {
        self.origins.as_ref()
    }

    /// Marks the origins as unknown.
    #[cfg(test)]
    pub(crate) fn forget_origins(&mut self) {
        self.origins = None;
    }

    /// Calls `told` with the chosen numbers of each legal choice, until it returns `false`.
    pub(crate) fn each(
        &self,
        words: &Words,
        position: &[u64],
        told: &mut impl FnMut(&[u64]) -> bool,
    ) -> bool {
        let longest = self
            .guard
            .fixed
            .iter()
            .map(|&i| words.length(position[i]))
            .max()
            .unwrap_or(0);
        self.guard
            .each(words, position, longest + self.padding, told)
    }

    /// The positions a choice leads to, appended to `targets`; false when a number is negative or too large.
    pub(crate) fn lead(&self, position: &[u64], chosen: &[u64], targets: &mut Vec<u64>) -> bool {
        let number = |i: usize| {
            if i < position.len() {
                position[i]
            } else {
                chosen[i - position.len()]
            }
        };
        for term in self.targets.iter().flatten() {
            let sum = term
                .parts
                .iter()
                .fold(i128::from(term.constant), |sum, &(i, c)| {
                    sum + i128::from(c) * i128::from(number(i))
                });
            match u64::try_from(sum) {
                Ok(value) if value < 1 << 60 => targets.push(value),
                _ => return false,
            }
        }
        true
    }
}

impl Origins {
    /// Nothing for moves to sums, for moves that change more than two numbers, and for repeated moves that raise a number,
    /// which may pass through larger positions.
    fn new(rules: &Rules, at: usize, theory: &mut Theory) -> Result<Option<Self>, RulesError> {
        let a_move = &rules.moves[at];
        let position = rules.position();
        let changed: Vec<usize> = (0..position.len())
            .filter(|&i| a_move.targets[0][i] != position[i])
            .collect();
        if a_move.targets.len() > 1
            || changed.len() > 2
            || (a_move.repeated && raises(rules, at, theory)?)
        {
            return Ok(None);
        }
        let new_name = |i: usize| Name::from(format!("new {}", rules.variables[i]));
        let speaks = a_move.guard.free_variables();
        let fixed: Vec<usize> = (0..position.len())
            .filter(|i| changed.contains(i) || speaks.contains(&rules.variables[*i]))
            .collect();
        let mut names: Vec<Name> = fixed
            .iter()
            .map(|&i| {
                if changed.contains(&i) {
                    new_name(i)
                } else {
                    rules.variables[i].clone()
                }
            })
            .collect();
        names.extend(changed.iter().map(|&i| rules.variables[i].clone()));
        let arrives = |&i: &usize| {
            Formula::Compare(
                Term::variable(&new_name(i)),
                Comparison::Equal,
                a_move.targets[0][i].clone(),
            )
        };
        let move_made = Formula::And(
            [a_move.guard.clone()]
                .into_iter()
                .chain(changed.iter().map(arrives))
                .collect(),
        );
        let formula = if a_move.repeated {
            names.extend(a_move.chosen.iter().cloned());
            move_made
        } else {
            Formula::Exists(a_move.chosen.clone(), Box::new(move_made))
        };
        let automaton = theory.relation_of(&formula, &names)?.automaton().clone();
        let changes = Completions {
            dead: automaton.dead(),
            automaton,
            free: names.len() - fixed.len(),
            fixed,
        };
        Ok(Some(Origins { changes, changed }))
    }

    /// The places of the new position's numbers that determine the old ones.
    pub(crate) fn relevant(&self) -> &[usize] {
        &self.changes.fixed
    }

    /// The places of the numbers that change.
    pub(crate) fn changed(&self) -> &[usize] {
        &self.changed
    }

    /// Calls `told` with each position below the side from which the move leads to this one, and with the choice of a
    /// repeated move.
    pub(crate) fn each(
        &self,
        words: &Words,
        side: u64,
        target: &[u64],
        mut told: impl FnMut(&[u64], &[u64]),
    ) {
        let mut origin = target.to_vec();
        let length = words.length(side.saturating_sub(1));
        self.changes.each(words, target, length, &mut |found| {
            let (old, chosen) = found.split_at(self.changed.len());
            if old.iter().all(|&n| n < side) {
                self.changed
                    .iter()
                    .zip(old)
                    .for_each(|(&i, &n)| origin[i] = n);
                told(&origin, chosen);
            }
            true
        });
    }
}

/// Whether a move makes one of the numbers larger for some position.
fn raises(rules: &Rules, at: usize, theory: &mut Theory) -> Result<bool, RulesError> {
    let a_move = &rules.moves[at];
    let names = [rules.variables.as_slice(), &a_move.chosen].concat();
    let larger = rules.position().into_iter().zip(&a_move.targets[0]);
    let larger = larger.map(|(old, new)| Formula::Compare(old, Comparison::Less, new.clone()));
    let somewhere = [
        rules.domain.clone(),
        a_move.guard.clone(),
        Formula::Or(larger.collect()),
    ];
    let cases = theory.relation_of(&Formula::And(somewhere.to_vec()), &names)?;
    Ok(!cases.automaton().is_empty())
}

impl Completions {
    /// The columns of the free numbers.
    fn columns(&self) -> usize {
        self.automaton.digits().pow(self.free as u32)
    }

    /// The greatest number of leading columns, the first with a free digit other than 0, after which acceptance is
    /// possible.
    fn padding(&self) -> Option<usize> {
        let alive = |&state: &u32| Some(state) != self.dead;
        let mut states: Vec<u32> = (1..self.columns())
            .map(|c| self.automaton.step(0, c))
            .filter(alive)
            .collect();
        for padding in 0..=MOST_PADDING {
            if states.is_empty() {
                return Some(padding);
            }
            let after = |&s: &u32| (0..self.columns()).map(move |c| self.automaton.step(s, c));
            states = states.iter().flat_map(after).filter(alive).collect();
            states.sort_unstable();
            states.dedup();
        }
        None
    }

    /// Calls `told` with each completion by numbers of at most `length` digits, until it returns `false`.
    fn each(
        &self,
        words: &Words,
        position: &[u64],
        length: usize,
        told: &mut impl FnMut(&[u64]) -> bool,
    ) -> bool {
        let columns = self.columns();
        let digits = self.automaton.digits();
        let fixed = (0..length).map(|at| {
            let column = |column: usize, i: &usize| {
                column * digits + words.digit(position[*i], length - 1 - at)
            };
            self.fixed.iter().fold(0, column) * columns
        });
        let fixed = fixed.collect();
        Walk {
            completions: self,
            words,
            fixed,
            columns,
            told,
            numbers: vec![0; self.free],
        }
        .from(0, 0)
    }
}

/// A walk over all digits of the free numbers.
struct Walk<'c, F> {
    completions: &'c Completions,
    words: &'c Words,
    fixed: Vec<usize>,
    columns: usize,
    told: &'c mut F,
    numbers: Vec<u64>,
}

impl<F: FnMut(&[u64]) -> bool> Walk<'_, F> {
    /// Continues after `at` columns; false if `told` ended the walk.
    fn from(&mut self, at: usize, state: u32) -> bool {
        if Some(state) == self.completions.dead {
            return true;
        }
        if at == self.fixed.len() {
            return !self.completions.automaton.accepts_at(state) || (self.told)(&self.numbers);
        }
        let place = self.words.places[self.fixed.len() - 1 - at];
        let automaton = &self.completions.automaton;
        let digits = automaton.digits();
        let row = &automaton.row(state)[self.fixed[at]..][..self.columns];
        for (column, &next) in row.iter().enumerate() {
            if Some(next) == self.completions.dead {
                continue;
            }
            self.shift(column, digits, place, false);
            let goes_on = self.from(at + 1, next);
            self.shift(column, digits, place, true);
            if !goes_on {
                return false;
            }
        }
        true
    }

    /// Adds a column of digits at a place to the free numbers, or removes it.
    fn shift(&mut self, mut column: usize, digits: usize, place: u64, back: bool) {
        for number in self.numbers.iter_mut().rev() {
            let part = (column % digits) as u64 * place;
            *number = if back { *number - part } else { *number + part };
            column /= digits;
        }
    }
}

/// The words of small numbers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Words {
    places: Vec<u64>,
    /// The digits of the numbers below `cached`, the least significant first.
    digits: Vec<u8>,
    stride: usize,
    cached: u64,
}

impl Words {
    /// The words of a numeration system; those below the bound are kept.
    pub(crate) fn new(
        theory: &Theory,
        bound: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Self, StopReason> {
        let numeration = theory.numeration();
        let places: Vec<u64> = (0..).map_while(|n| numeration.count(n)).collect();
        let mut words = Words {
            places,
            digits: Vec::new(),
            stride: 0,
            cached: 0,
        };
        words.stride = words.length(bound.max(1));
        for number in 0..bound {
            meter.spend(words.stride)?;
            let word: Vec<u8> = (0..words.stride)
                .map(|at| words.digit(number, at) as u8)
                .collect();
            words.digits.extend(word);
        }
        words.cached = bound;
        Ok(words)
    }

    /// The number of digits.
    pub(crate) fn length(&self, number: u64) -> usize {
        self.places.partition_point(|&place| place <= number)
    }

    /// The digit `at` places above the last.
    pub(crate) fn digit(&self, number: u64, at: usize) -> usize {
        if number < self.cached {
            return if at < self.stride {
                usize::from(self.digits[number as usize * self.stride + at])
            } else {
                0
            };
        }
        let rest = (at + 1..self.length(number))
            .rev()
            .fold(number, |rest, above| rest % self.places[above]);
        (rest / self.places[at]) as usize
    }
}
