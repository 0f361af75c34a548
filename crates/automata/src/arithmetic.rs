//! The automata of arithmetic: valid words, order, addition; and the proof that they are correct.

use crate::automaton::{Automaton, Draft, Variable};
use crate::numeration::Numeration;
use crate::operations::explore;
use bouton_core::{Limits, StopReason};

const X: Variable = Variable(0);
const Y: Variable = Variable(1);
const Z: Variable = Variable(2);
const W: Variable = Variable(3);

/// The automata from which all others are composed.
#[derive(Clone, Debug)]
pub(crate) struct Arithmetic {
    /// The valid words (x).
    pub(crate) valid: Automaton,
    /// x = y.
    pub(crate) equal: Automaton,
    /// x < y.
    pub(crate) less: Automaton,
    /// x + y = z.
    pub(crate) adder: Automaton,
}

impl Arithmetic {
    pub(crate) fn new(numeration: &Numeration, limits: &Limits) -> Result<Self, StopReason> {
        let valid = valid(numeration);
        let digits = numeration.digits();
        let pairs = valid.and(&valid.with_variables(&[Y]), limits)?;
        let equal = by_digits(
            digits,
            2,
            (),
            |(), column| (column[0] == column[1]).then_some(()),
            |()| true,
            limits,
        )?;
        let compare = |order: &std::cmp::Ordering, column: &[u32]| {
            Some(order.then(column[0].cmp(&column[1])))
        };
        let less = by_digits(
            digits,
            2,
            std::cmp::Ordering::Equal,
            compare,
            |order| order.is_lt(),
            limits,
        )?;
        let triples = pairs.and(&valid.with_variables(&[Z]), limits)?;
        let sums = sums(numeration, limits)?;
        Ok(Arithmetic {
            equal: equal.and(&pairs, limits)?,
            less: less.and(&pairs, limits)?,
            adder: sums.and(&triples, limits)?,
            valid,
        })
    }

    /// x + 1 = y, defined by the order alone.
    pub(crate) fn successor(&self, limits: &Limits) -> Result<Automaton, StopReason> {
        let after = self.less.with_variables(&[X, Z]);
        let between = after
            .and(&self.less.with_variables(&[Z, Y]), limits)?
            .project(&[Z], limits)?;
        self.less
            .product(&between, crate::operations::Connective::Minus, limits)
    }

    /// The first sentence that fails among those that prove that the ordered words are the natural numbers and that the
    /// adder adds; `None` if all hold.
    ///
    /// A word has finitely many smaller ones, so the words are (N, <) if each has a successor. Addition is then determined
    /// by x + 0 = x and x + (y + 1) = (x + y) + 1.
    pub(crate) fn refuted(&self, limits: &Limits) -> Result<Option<&'static str>, StopReason> {
        let successor = self.successor(limits)?;
        if successor.project(&[Y], limits)? != self.valid {
            return Ok(Some("every number has a successor"));
        }
        let zero = zero(self.valid.digits);
        if self
            .adder
            .and(&zero.with_variables(&[Y]), limits)?
            .project(&[Y], limits)?
            != self.equal.with_variables(&[X, Z])
        {
            return Ok(Some("x + 0 = z exactly when x = z"));
        }
        let next_y = successor.with_variables(&[Y, W]);
        let left = self
            .adder
            .with_variables(&[X, W, Z])
            .and(&next_y, limits)?
            .project(&[W], limits)?;
        let next_sum = successor.with_variables(&[W, Z]);
        let right = self
            .adder
            .with_variables(&[X, Y, W])
            .and(&next_sum, limits)?
            .project(&[W], limits)?;
        Ok((left != right).then_some("x + (y + 1) = (x + y) + 1"))
    }
}

/// The automaton over variables 0, 1, … of a machine that reads columns of digits; `None` means rejection.
pub(crate) fn by_digits<S: Clone + Eq + std::hash::Hash>(
    digits: usize,
    arity: usize,
    start: S,
    step: impl Fn(&S, &[u32]) -> Option<S>,
    accepts: impl Fn(&S) -> bool,
    limits: &Limits,
) -> Result<Automaton, StopReason> {
    let columns = all_columns(digits, arity);
    let draft = explore(columns.len(), Some(start), limits, |state, reached| {
        reached.extend(
            columns
                .iter()
                .map(|column| state.as_ref().and_then(|state| step(state, column))),
        );
        state.as_ref().is_some_and(&accepts)
    })?;
    Ok(Automaton::minimal(
        digits,
        (0..arity as u32).map(Variable).collect(),
        draft,
    ))
}

fn all_columns(digits: usize, arity: usize) -> Vec<Vec<u32>> {
    (0..arity).fold(vec![Vec::new()], |columns, _| {
        let longer =
            |column: &Vec<u32>, digit: usize| [column.as_slice(), &[digit as u32]].concat();
        columns
            .iter()
            .flat_map(|column| {
                (0..digits)
                    .map(|digit| longer(column, digit))
                    .collect::<Vec<_>>()
            })
            .collect()
    })
}

/// The number 0.
pub(crate) fn zero(digits: usize) -> Automaton {
    word(digits, &[])
}

/// One word, given without leading zeros.
pub(crate) fn word(digits: usize, word: &[u32]) -> Automaton {
    let end = word.len();
    let reject = end + 1;
    let mut next = vec![reject as u32; (end + 2) * digits];
    word.iter()
        .enumerate()
        .for_each(|(at, &digit)| next[at * digits + digit as usize] = at as u32 + 1);
    next[0] = 0;
    let accepting = (0..end + 2).map(|state| state == end).collect();
    words(digits, next, accepting)
}

/// The automaton of one variable with these transitions.
fn words(digits: usize, next: Vec<u32>, accepting: Vec<bool>) -> Automaton {
    let columns = digits;
    let draft = Draft {
        columns,
        next,
        accepting,
    };
    Automaton::minimal(digits, vec![X], draft)
}

/// The words in which every suffix is at most the bound. The state is the length of the bound's prefix with which the word
/// ends.
fn valid(numeration: &Numeration) -> Automaton {
    let bound = numeration.bound();
    let digits = numeration.digits();
    let reject = bound.len() as u32;
    let mut next = Vec::new();
    for (at, &most) in bound.iter().enumerate() {
        next.extend((0..digits as u32).map(|digit| match digit.cmp(&most) {
            std::cmp::Ordering::Less => 0,
            std::cmp::Ordering::Equal => ((at + 1) % bound.len()) as u32,
            std::cmp::Ordering::Greater => reject,
        }));
    }
    next.extend((0..digits).map(|_| reject));
    let accepting = (0..=reject).map(|state| state != reject).collect();
    words(digits, next, accepting)
}

/// The words, valid or not, with x + y = z.
///
/// For n further digits, the digits read so far have the value `Σ r[i]·U(n+i)`; the vector r is the state. A state is
/// dropped if for no n valid words can compensate it.
fn sums(numeration: &Numeration, limits: &Limits) -> Result<Automaton, StopReason> {
    let recurrence: Vec<i64> = numeration
        .recurrence()
        .iter()
        .map(|&t| i64::from(t))
        .collect();
    let places: Vec<i128> = numeration
        .small_places()
        .iter()
        .map(|&place| i128::from(place))
        .collect();
    let order = recurrence.len();
    let worth = |r: &[i64], n: usize| -> i128 {
        r.iter()
            .zip(&places[n..])
            .map(|(&r, &u)| i128::from(r) * u)
            .sum()
    };
    let hopeful = |r: &[i64]| {
        (0..=places.len() - order)
            .any(|n| (1 - 2 * places[n] < worth(r, n)) && worth(r, n) < places[n])
    };
    let step = |r: &Vec<i64>, column: &[u32]| {
        let digit = i64::from(column[0]) + i64::from(column[1]) - i64::from(column[2]);
        let top = r[order - 1];
        let after: Vec<i64> = (0..order)
            .map(|i| recurrence[order - 1 - i] * top + if i == 0 { digit } else { r[i - 1] })
            .collect();
        hopeful(&after).then_some(after)
    };
    by_digits(
        numeration.digits(),
        3,
        vec![0; order],
        step,
        |r| worth(r, 0) == 0,
        limits,
    )
}
