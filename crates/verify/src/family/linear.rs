//! [`Linear`] expressions in parameters, and [`Region`]: the values of the parameters for which something is proved.
//!
//! A region is all choices of natural numbers for its parameters that keep some linear expressions from being negative. A
//! question about a region has one answer for all of it, or the region is split: [`Stop`] says how.

use std::cell::RefCell;

use crate::Refusal;
use crate::bounds::Meter;

/// A linear expression with whole coefficients: one for each parameter, and a constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Linear {
    /// Missing ones at the end are 0.
    pub(super) parts: Vec<i128>,
    pub(super) constant: i128,
}

impl Linear {
    pub(super) fn number(constant: i128) -> Self {
        let parts = Vec::new();
        Self { parts, constant }
    }

    pub(super) fn parameter(at: usize) -> Self {
        let mut parts = vec![0; at + 1];
        parts[at] = 1;
        let constant = 0;
        Self { parts, constant }
    }

    pub(super) fn part(&self, at: usize) -> i128 {
        self.parts.get(at).copied().unwrap_or(0)
    }

    /// The sum of this and a multiple of another.
    pub(super) fn plus(&self, factor: i128, other: &Self) -> Self {
        let count = self.parts.len().max(other.parts.len());
        let part = |at| self.part(at) + factor * other.part(at);
        Self {
            parts: (0..count).map(part).collect(),
            constant: self.constant + factor * other.constant,
        }
    }

    pub(super) fn shifted(&self, by: i128) -> Self {
        self.plus(by, &Self::number(1))
    }

    /// The product, if it is linear.
    pub(super) fn times(&self, other: &Self) -> Option<Self> {
        match (self.is_constant(), other.is_constant()) {
            (true, _) => Some(Self::number(0).plus(self.constant, other)),
            (_, true) => Some(Self::number(0).plus(other.constant, self)),
            _ => None,
        }
    }

    pub(super) fn negated(&self) -> Self {
        Self::number(0).plus(-1, self)
    }

    /// The expression in which each parameter is replaced by another expression.
    pub(super) fn at(&self, values: &[Self]) -> Self {
        let mut sum = Self::number(self.constant);
        for (at, part) in self.parts.iter().enumerate() {
            if *part != 0 {
                sum = sum.plus(*part, &values[at]);
            }
        }
        sum
    }

    pub(super) fn is_constant(&self) -> bool {
        self.parts.iter().all(|part| *part == 0)
    }
}

/// The reason why a question has no answer for a whole region.
#[derive(Debug)]
pub(super) enum Stop {
    /// The sign of an expression is not the same everywhere.
    Sign(Linear),
    /// The remainder of a parameter by a number is not the same everywhere.
    Remainder(usize, i128),
    /// The certificate is refused.
    Refused(Refusal),
}

impl From<Refusal> for Stop {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

pub(super) type Decided<T> = Result<T, Stop>;

/// The values of parameters for which something is proved.
#[derive(Clone)]
pub(super) struct Region<'w> {
    /// The variables of a pattern as expressions in the parameters.
    pub(super) variables: Vec<Linear>,
    /// These are not negative.
    limits: Vec<Linear>,
    parameters: usize,
    work: &'w RefCell<Meter>,
    /// How often it was split.
    depth: usize,
}

/// A region is split at most so often, one part after the other.
const MOST_SPLITS: usize = 64;

/// A remainder is taken by at most so much, for all splits of a parameter together.
const LARGEST_STRIDE: i128 = 1 << 12;

impl<'w> Region<'w> {
    /// The region in which each of this many variables is at least `least`.
    pub(super) fn from(least: i128, variables: usize, work: &'w RefCell<Meter>) -> Self {
        let variable = |at| Linear::parameter(at).shifted(least);
        Self {
            variables: (0..variables).map(variable).collect(),
            limits: Vec::new(),
            parameters: variables,
            work,
            depth: 0,
        }
    }

    /// The region with one more variable from 0 to less than `below`.
    pub(super) fn with_variable(&self, below: &Linear) -> Self {
        let mut inner = self.clone();
        let new = Linear::parameter(self.parameters);
        inner.parameters += 1;
        inner.limits.push(below.plus(-1, &new).shifted(-1));
        inner.variables.push(new);
        inner
    }

    /// The parameters for which the variables have these values, if they are in the region.
    #[cfg(test)]
    pub(super) fn point(&self, values: &[i128]) -> Option<Vec<i128>> {
        let mut parameters = Vec::new();
        for (at, (variable, value)) in self.variables.iter().zip(values).enumerate() {
            let (rest, stride) = (value - variable.constant, variable.part(at));
            // A parameter that became a number is in no expression.
            let is_in = rest >= 0 && (rest == 0 || stride != 0 && rest % stride == 0);
            parameters.push(is_in.then(|| rest.checked_div(stride).unwrap_or(0))?);
        }
        let chosen: Vec<Linear> = parameters.iter().map(|n| Linear::number(*n)).collect();
        let mut limits = self.limits.iter().map(|limit| limit.at(&chosen).constant);
        limits.all(|limit| limit >= 0).then_some(parameters)
    }

    fn limited(&self, limits: &[Linear]) -> Self {
        let mut inner = self.clone();
        inner.limits.extend_from_slice(limits);
        inner.depth += 1;
        inner
    }

    /// The part in which an expression is 0. If it is one parameter and a number, that parameter becomes a number, so that runs
    /// of a fixed length are known to have it.
    fn where_zero(&self, of: &Linear) -> Self {
        let mut parts = (0..self.parameters).filter(|at| of.part(*at) != 0);
        match (parts.next(), parts.next()) {
            (Some(at), None) if of.part(at).abs() == 1 && of.constant * of.part(at) <= 0 => {
                self.stepped(at, 0, -of.constant * of.part(at))
            }
            _ => self.limited(&[of.clone(), of.negated()]),
        }
    }

    /// The part in which a parameter has a remainder.
    fn stepped(&self, parameter: usize, stride: i128, rest: i128) -> Self {
        let mut inner = self.clone();
        let mut values: Vec<Linear> = (0..self.parameters).map(Linear::parameter).collect();
        values[parameter] = Linear::number(rest).plus(stride, &values[parameter]);
        let replace = |each: &mut Linear| *each = each.at(&values);
        inner.variables.iter_mut().for_each(replace);
        inner.limits.iter_mut().for_each(replace);
        inner.depth += 1;
        inner
    }

    /// Proves a statement for all of the region, by parts if it must be split.
    pub(super) fn prove(&self, statement: &mut dyn FnMut(&Self) -> Decided<()>) -> Decided<()> {
        if self.is_empty(&[])? {
            return Ok(());
        }
        let stop = match statement(self) {
            Ok(()) => return Ok(()),
            Err(stop) => stop,
        };
        if self.depth >= MOST_SPLITS {
            let why = "a pattern has more cases than are tried".to_owned();
            return Err(Refusal::Undecided(why).into());
        }
        match stop {
            Stop::Refused(refusal) => Err(refusal.into()),
            Stop::Sign(of) => {
                let (above, below) = (of.shifted(-1), of.negated().shifted(-1));
                self.where_zero(&of).prove(statement)?;
                self.limited(&[above]).prove(statement)?;
                self.limited(&[below]).prove(statement)
            }
            Stop::Remainder(parameter, by) => {
                let stride = |each: &Linear| each.part(parameter).abs();
                let most = self.variables.iter().map(stride).max().unwrap_or(0);
                if !(2..=LARGEST_STRIDE).contains(&by) || most.saturating_mul(by) > LARGEST_STRIDE {
                    let why = "a pattern has cases by larger remainders than are tried".to_owned();
                    return Err(Refusal::Undecided(why).into());
                }
                (0..by).try_for_each(|rest| self.stepped(parameter, by, rest).prove(statement))
            }
        }
    }

    /// The sign of an expression: 1, 0 or -1.
    pub(super) fn sign(&self, of: &Linear) -> Decided<i32> {
        if of.is_constant() {
            return Ok(of.constant.signum() as i32);
        }
        let (above, below) = (of.shifted(-1), of.negated().shifted(-1));
        let [no_more, no_less] = [self.is_empty(&[above])?, self.is_empty(&[below])?];
        if no_more && no_less {
            return Ok(0);
        }
        let zero = [of.clone(), of.negated()];
        if no_less && self.is_empty(&zero)? {
            return Ok(1);
        }
        if no_more && self.is_empty(&zero)? {
            return Ok(-1);
        }
        Err(Stop::Sign(of.clone()))
    }

    /// The remainder of an expression.
    pub(super) fn remainder(&self, of: &Linear, by: i128) -> Decided<i128> {
        match of.parts.iter().position(|part| part.rem_euclid(by) != 0) {
            Some(parameter) => {
                let common = divisor(by, of.parts[parameter].abs());
                Err(Stop::Remainder(parameter, by / common))
            }
            None => Ok(of.constant.rem_euclid(by)),
        }
    }

    /// Counts the work of a step that keeps a formula.
    pub(super) fn spend(&self) -> Decided<()> {
        let mut work = self.work.borrow_mut();
        work.spend(64)?;
        Ok(work.hold(256)?)
    }

    /// Whether no choice of the parameters keeps these expressions and the limits from being negative. If it is not proved
    /// that there is none, the answer is no.
    pub(super) fn is_empty(&self, also: &[Linear]) -> Result<bool, Refusal> {
        let mut rows: Vec<Vec<i128>> = Vec::new();
        for limit in self.limits.iter().chain(also) {
            let mut row: Vec<i128> = (0..self.parameters).map(|at| limit.part(at)).collect();
            row.push(limit.constant);
            rows.push(row);
        }
        for at in 0..self.parameters {
            let mut row = vec![0; self.parameters + 1];
            row[at] = 1;
            rows.push(row);
        }
        let size = rows.len() * (self.parameters + 1);
        let mut work = self.work.borrow_mut();
        work.spend(8 * size)?;
        let mut left: Vec<usize> = (0..self.parameters).collect();
        loop {
            rows.iter_mut().for_each(|row| tighten(row));
            rows.sort_unstable();
            rows.dedup();
            let is_false = |row: &Vec<i128>| {
                let (constant, parts) = row.split_last().expect("a row has a constant");
                *constant < 0 && parts.iter().all(|part| *part <= 0)
            };
            if rows.iter().any(is_false) {
                return Ok(true);
            }
            let Some(at) = next_to_go(&left, &rows) else {
                return Ok(false);
            };
            let parameter = left.swap_remove(at);
            let (with, mut without): (Vec<_>, Vec<_>) =
                rows.into_iter().partition(|row| row[parameter] != 0);
            let (above, below): (Vec<_>, Vec<_>) =
                with.into_iter().partition(|row| row[parameter] > 0);
            if above.len() * below.len() > MOST_ROWS {
                return Ok(false);
            }
            work.spend(above.len() * below.len() * 16)?;
            for high in &above {
                for low in &below {
                    match joined(high, -low[parameter], low, high[parameter]) {
                        Some(row) => without.push(row),
                        None => return Ok(false),
                    }
                }
            }
            rows = without;
        }
    }
}

/// More inequalities are not compared.
const MOST_ROWS: usize = 1 << 12;

/// The place of the parameter to eliminate next: if possible one with coefficients of 1 and −1 alone, where nothing is lost
/// of what is known of whole numbers; then one that makes few rows.
fn next_to_go(left: &[usize], rows: &[Vec<i128>]) -> Option<usize> {
    let price = |at: &usize| {
        let parts = rows.iter().map(|row| row[left[*at]]);
        let is_exact = parts.clone().all(|part| part.abs() <= 1);
        let (above, below) = (
            parts.clone().filter(|part| *part > 0),
            parts.filter(|part| *part < 0),
        );
        (!is_exact, above.count() * below.count())
    };
    (0..left.len()).min_by_key(price)
}

/// The sum of multiples of two rows; `None` if a number is too large.
fn joined(a: &[i128], factor_a: i128, b: &[i128], factor_b: i128) -> Option<Vec<i128>> {
    let both = a.iter().zip(b);
    both.map(|(x, y)| {
        let (x, y) = (x.checked_mul(factor_a)?, y.checked_mul(factor_b)?);
        x.checked_add(y)
    })
    .collect()
}

/// Divides by the common divisor of the coefficients; the constant is rounded down, since parameters are whole.
fn tighten(row: &mut [i128]) {
    let Some((constant, parts)) = row.split_last_mut() else {
        return;
    };
    let divisor = parts.iter().fold(0, |a, b| divisor(a, b.abs()));
    if divisor > 1 {
        parts.iter_mut().for_each(|part| *part /= divisor);
        *constant = constant.div_euclid(divisor);
    }
}

fn divisor(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { divisor(b, a % b) }
}
