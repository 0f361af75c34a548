//! [`powers`]: sums of powers of 1/2, with exponents that are sums of variables, that agree with a table of numbers.

use crate::formula::{Linear, Number, Power, UNIT};
use crate::word_values::PLACES;

/// Powers are looked for where a value has a denominator from 2^4 on.
const DEEP: u32 = 4;
/// Multiples of the variables in an exponent, by the number of variables.
const MOST_TIMES: [i64; 6] = [0, 4, 2, 1, 1, 1];
/// Coefficients have numerators up to this and denominators up to 2^12.
const LARGEST: u64 = 1 << 20;
const DEEPEST: u32 = 12;
/// The system of equations is solved modulo this prime, 2^61 − 1. Its solution is then compared with all values.
const PRIME: u64 = (1 << 61) - 1;

/// A number in the unit of trees.
pub(crate) fn constant(units: i64) -> Number {
    let fine = PLACES - UNIT.trailing_zeros();
    if units.trailing_zeros() >= fine {
        return Linear::units(units >> fine).into();
    }
    let twos = units.trailing_zeros().min(PLACES);
    Number {
        linear: Linear::default(),
        powers: vec![Power {
            factor: units >> twos,
            exponent: Linear::whole(Vec::new(), (PLACES - twos).into()),
        }],
    }
}

/// An expression in the unit of trees in that of formulas, if its coefficients have small denominators.
pub(crate) fn rounded(linear: &Linear) -> Option<Linear> {
    let fine = PLACES - UNIT.trailing_zeros();
    let one = |units: &i64| (units.trailing_zeros() >= fine).then_some(units >> fine);
    Some(Linear {
        parts: linear.parts.iter().map(one).collect::<Option<_>>()?,
        constant: one(&linear.constant)?,
    })
}

/// The sum that agrees with all values, in the unit of trees, and how many of its coefficients the points determine.
pub(crate) fn powers(points: &[&[i64]], values: &[i64]) -> Option<(Number, usize)> {
    if values
        .iter()
        .all(|value| value.trailing_zeros() > PLACES - DEEP)
    {
        return None;
    }
    let variables = points.first()?.len();
    let exponent = |times: &Vec<i64>, point: &[i64]| -> i64 {
        let terms = times.iter().zip(point);
        terms.map(|(times, n)| times * n).sum()
    };
    // Powers that are smaller than the unit are in no value of the table.
    let is_large = |times: &Vec<i64>| {
        let mut points = points.iter();
        points.all(|point| exponent(times, point) <= i64::from(PLACES))
    };
    let mut exponents = exponents(variables);
    exponents.retain(is_large);
    // The columns: 1, the variables, and the powers, in the unit.
    let row = |point: &&[i64]| {
        let linear = [&[1], *point].concat();
        let linear = linear.into_iter().map(|n| n << PLACES);
        let powers = exponents
            .iter()
            .map(|times| 1 << (i64::from(PLACES) - exponent(times, point)));
        linear.chain(powers).collect()
    };
    let table: Vec<Vec<i64>> = points.iter().map(row).collect();
    let (solution, unknowns) = solved(&table, values)?;
    let coefficients: Vec<(i64, u32)> = solution.into_iter().map(dyadic).collect::<Option<_>>()?;
    for (row, value) in table.iter().zip(values) {
        let terms = row.iter().zip(&coefficients);
        let terms = terms.map(|(part, (over, _))| i128::from(*part) * i128::from(*over));
        let sum = terms
            .zip(&coefficients)
            .map(|(term, (_, under))| term << (DEEPEST - under));
        if sum.sum::<i128>() != i128::from(*value) << DEEPEST {
            return None;
        }
    }
    let units = |(over, under): (i64, u32)| {
        let places = UNIT.trailing_zeros();
        (under <= places).then(|| over << (places - under))
    };
    let (linear, others) = coefficients.split_at(1 + variables);
    let linear: Vec<i64> = linear.iter().copied().map(units).collect::<Option<_>>()?;
    let power = |(times, (over, under)): (&Vec<i64>, &(i64, u32))| Power {
        factor: *over,
        exponent: Linear::whole(times.clone(), (*under).into()),
    };
    let powers = exponents
        .iter()
        .zip(others)
        .filter(|(_, (over, _))| *over != 0);
    let number = Number {
        linear: Linear {
            parts: linear[1..].to_vec(),
            constant: linear[0],
        },
        powers: powers.map(power).collect(),
    };
    Some((number, unknowns))
}

/// The exponents that are tried, those with few variables first.
fn exponents(variables: usize) -> Vec<Vec<i64>> {
    let most = MOST_TIMES.get(variables).copied().unwrap_or(1);
    let mut all = vec![Vec::new()];
    for _ in 0..variables {
        let longer = |times: &Vec<i64>| {
            let times = times.clone();
            (0..=most).map(move |next| [times.clone(), vec![next]].concat())
        };
        all = all.iter().flat_map(longer).collect();
    }
    all.retain(|times| times.iter().any(|n| *n > 0));
    all.sort_by_key(|times| {
        (
            times.iter().sum::<i64>(),
            times.iter().map(|n| -n).collect::<Vec<_>>(),
        )
    });
    all
}

/// A solution modulo the prime, 0 where there is a choice, and its rank.
fn solved(table: &[Vec<i64>], values: &[i64]) -> Option<(Vec<u64>, usize)> {
    let width = table.first()?.len();
    // Rows with their pivots, in echelon form.
    let mut rows: Vec<(usize, Vec<u64>)> = Vec::new();
    for (row, value) in table.iter().zip(values) {
        let mut row: Vec<u64> = row
            .iter()
            .chain([value])
            .map(|part| residue(*part))
            .collect();
        for (pivot, known) in &rows {
            let times = row[*pivot];
            if times != 0 {
                for (a, b) in row.iter_mut().zip(known) {
                    *a = (*a + PRIME - product(times, *b)) % PRIME;
                }
            }
        }
        match row.iter().position(|part| *part != 0) {
            None => {}
            Some(pivot) if pivot == width => return None,
            Some(pivot) => {
                let inverse = power(row[pivot], PRIME - 2);
                row.iter_mut()
                    .for_each(|part| *part = product(*part, inverse));
                rows.push((pivot, row));
            }
        }
    }
    let mut solution = vec![0; width];
    for (pivot, row) in rows.iter().rev() {
        let known = (0..width).filter(|at| at != pivot);
        let known = known.fold(0, |sum, at| (sum + product(row[at], solution[at])) % PRIME);
        solution[*pivot] = (row[width] + PRIME - known) % PRIME;
    }
    Some((solution, rows.len()))
}

fn residue(of: i64) -> u64 {
    of.rem_euclid(PRIME as i64) as u64
}

fn product(a: u64, b: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(PRIME)) as u64
}

fn power(base: u64, exponent: u64) -> u64 {
    let mut result = 1;
    for bit in (0..u64::BITS).rev() {
        result = product(result, result);
        if exponent >> bit & 1 == 1 {
            result = product(result, base);
        }
    }
    result
}

/// The number with a small numerator and a denominator 2^k, by its residue.
fn dyadic(residue: u64) -> Option<(i64, u32)> {
    let mut times = residue;
    for under in 0..=DEEPEST {
        if times <= LARGEST {
            return Some((times as i64, under));
        }
        if PRIME - times <= LARGEST {
            return Some((-((PRIME - times) as i64), under));
        }
        times = product(times, 2);
    }
    None
}

#[cfg(test)]
mod tests {
    use crate::formula::Style;

    use super::*;

    #[test]
    fn sums_of_powers_are_found_again() {
        let points: Vec<Vec<i64>> = (2..7)
            .flat_map(|a| (2..7).map(move |b| vec![a, b]))
            .collect();
        let points: Vec<&[i64]> = points.iter().map(Vec::as_slice).collect();
        let one = 1i64 << PLACES;
        let value =
            |at: &&[i64]| (at[0] - 1) * one + (one >> at[1]) * 3 / 2 - (one >> (at[0] + at[1]));
        let mut values: Vec<i64> = points.iter().map(value).collect();
        let (number, unknowns) = powers(&points, &values).unwrap();
        assert_eq!(
            (
                number.text(&['a', 'b'], Style::Certificate).as_str(),
                unknowns
            ),
            ("a - 1 + 3/2^(b + 1) - 1/2^(a + b)", 11)
        );
        values[7] += one >> 9;
        assert_eq!(powers(&points, &values), None);
    }

    #[test]
    fn constants_of_any_denominator_are_numbers() {
        let text = |units: i64| constant(units).text(&[], Style::Certificate);
        assert_eq!(text(3 << (PLACES - 1)), "3/2");
        assert_eq!(text(-5 << (PLACES - 12)), "-5/2^12");
        assert_eq!(text(0), "0");
    }
}
