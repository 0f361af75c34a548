//! Compares both decision procedures, full tables and on the fly, with each other and with small numbers.

use super::*;
use crate::Bounds;
use crate::law::formula::{less, not, some};
use crate::random::Random;

impl Random {
    fn sum(&mut self, vars: &[Var]) -> Linear {
        let constant = Linear::number(self.below(7) as i64 - 3);
        vars.iter().fold(constant, |sum, &var| {
            let times = self.below(5) as i64 - 2;
            sum.plus(&Linear::variable(var), times).unwrap()
        })
    }

    /// A formula in which these variables are free; bound ones are bounded.
    fn formula(&mut self, vars: &[Var], fresh: &mut Var, depth: u32) -> Formula {
        let kinds = if depth == 0 { 3 } else { 7 };
        let mut part = |random: &mut Self| random.formula(vars, fresh, depth - 1);
        match self.below(kinds) {
            0 => Formula::Negative(self.sum(vars)),
            1 => Formula::Zero(self.sum(vars)),
            2 => Formula::Multiple(self.sum(vars), 2 + self.below(3) as i64),
            3 => not(part(self)),
            4 => Formula::And(vec![part(self), part(self)]),
            5 => Formula::Or(vec![part(self), part(self)]),
            _ => {
                *fresh += 1;
                let inner = *fresh;
                let bounded = less(&Linear::variable(inner), &Linear::number(BOUND)).unwrap();
                let body = self.formula(&[vars, &[inner]].concat(), fresh, depth - 1);
                some(&[inner], Formula::And(vec![bounded, body]))
            }
        }
    }
}

/// Values in these tests are below this.
const BOUND: i64 = 6;

fn worth(sum: &Linear, values: &[(Var, i64)]) -> i64 {
    let value = |var: &Var| {
        values
            .iter()
            .rev()
            .find(|(known, _)| known == var)
            .unwrap()
            .1
    };
    sum.parts
        .iter()
        .map(|(var, times)| times * value(var))
        .sum::<i64>()
        + sum.constant
}

fn holds(formula: &Formula, values: &mut Vec<(Var, i64)>) -> bool {
    match formula {
        Formula::Negative(sum) => worth(sum, values) < 0,
        Formula::Zero(sum) => worth(sum, values) == 0,
        Formula::Multiple(sum, modulus) => worth(sum, values) % modulus == 0,
        Formula::Is(..) => unreachable!("no sets here"),
        Formula::Not(part) => !holds(part, values),
        Formula::And(parts) => parts.iter().all(|part| holds(part, values)),
        Formula::Or(parts) => parts.iter().any(|part| holds(part, values)),
        Formula::Some(vars, body) => (0..BOUND).any(|n| {
            values.push((vars[0], n));
            let found = holds(body, values);
            values.pop();
            found
        }),
    }
}

#[test]
fn both_engines_find_what_trying_small_numbers_finds() {
    let mut random = Random(2048);
    let (mut empty, mut all) = (0, 0);
    for recurrence in [vec![2], vec![3], vec![1, 1], vec![2, 1], vec![1, 1, 1]] {
        for round in 0..60 {
            let mut fresh = 2;
            let formula = random.formula(&[0, 1], &mut fresh, 3);
            let bounded =
                [0, 1].map(|var| less(&Linear::variable(var), &Linear::number(BOUND)).unwrap());
            let mut parts = bounded.to_vec();
            parts.push(formula.clone());
            let found = [0, ROOM].map(|room| {
                let system = System::new(recurrence.clone()).unwrap();
                let mut machine = Machine::new(system, fresh + 1, Meter::begin(&Bounds::default()));
                machine.room = room;
                machine.never(&[0, 1], parts.clone()).unwrap()
            });
            let expected = !(0..BOUND * BOUND)
                .any(|n| holds(&formula, &mut vec![(0, n / BOUND), (1, n % BOUND)]));
            assert_eq!(
                found, [expected; 2],
                "{recurrence:?}, round {round}: {formula:?}"
            );
            empty += u32::from(expected);
            all += 1;
        }
    }
    assert!(empty > all / 10 && empty < all * 9 / 10, "{empty} of {all}");
}
