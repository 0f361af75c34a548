//! Linear conditions, built from adders.

use num_bigint::BigUint;

use crate::arithmetic::word;
use crate::automaton::{Automaton, Variable};
use crate::compile::lookup;
use crate::formula::{Comparison, Term};
use crate::syntax::SyntaxError;
use crate::theory::{AskError, Scope, Theory};
use bouton_core::StopReason;

/// A linear condition without the names of its variables: `Σ coefficients·x + constant ? 0`.
pub(crate) type Shape = (Vec<i64>, i64, Comparison);

/// Automata and the variables to be eliminated from their product.
#[derive(Default)]
struct Sum {
    factors: Vec<Automaton>,
    gone: Vec<Variable>,
}

impl Theory {
    pub(crate) fn compare(
        &mut self,
        left: &Term,
        comparison: Comparison,
        right: &Term,
        scope: &Scope,
    ) -> Result<Automaton, AskError> {
        let difference = left.clone().plus(right, -1).ok_or_else(too_large)?;
        let mut parts = Vec::new();
        for (name, &coefficient) in &difference.coefficients {
            parts.push((lookup(scope, name)?, coefficient));
        }
        parts.sort_unstable();
        let coefficients: Vec<i64> = parts.iter().map(|&(_, coefficient)| coefficient).collect();
        let variables: Vec<Variable> = parts.iter().map(|&(variable, _)| variable).collect();
        let shape = (coefficients, difference.constant, comparison);
        if !self.shapes.contains_key(&shape) {
            let set = self.linear(&shape)?;
            self.shapes.insert(shape.clone(), set);
        }
        Ok(self.shapes[&shape].with_variables(&variables))
    }

    /// The solutions of a linear condition, built from adders.
    fn linear(
        &mut self,
        (coefficients, constant, comparison): &Shape,
    ) -> Result<Automaton, StopReason> {
        let variables: Vec<Variable> = coefficients.iter().map(|_| self.fresh_variable()).collect();
        if *comparison == Comparison::Different {
            let equal = self.linear(&(coefficients.clone(), *constant, Comparison::Equal))?;
            return self.not(&equal);
        }
        let mut sum = Sum::default();
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for (&variable, &coefficient) in variables.iter().zip(coefficients) {
            let side = if coefficient > 0 {
                &mut left
            } else {
                &mut right
            };
            side.push(self.multiple(variable, coefficient.unsigned_abs(), &mut sum)?);
        }
        if *constant != 0 {
            let side = if *constant > 0 { &mut left } else { &mut right };
            side.push(self.number(constant.unsigned_abs(), &mut sum));
        }
        if left.len() < right.len() && *comparison == Comparison::Equal {
            std::mem::swap(&mut left, &mut right);
        }
        let addends = if *comparison == Comparison::Equal {
            2
        } else {
            1
        };
        self.add_up(&mut left, addends, &mut sum);
        self.add_up(&mut right, 1, &mut sum);
        sum.factors.push(match (*comparison, left.as_slice()) {
            (Comparison::Equal, [a, b]) => {
                self.arithmetic.adder.with_variables(&[*a, *b, right[0]])
            }
            (Comparison::Less, _) => self.arithmetic.less.with_variables(&[left[0], right[0]]),
            (Comparison::AtMost, _) => {
                let at_most = self.or(&self.arithmetic.less, &self.arithmetic.equal)?;
                at_most.with_variables(&[left[0], right[0]])
            }
            _ => self.arithmetic.equal.with_variables(&[left[0], right[0]]),
        });
        let Sum { factors, gone } = sum;
        let set = self.eliminate(factors, gone)?;
        Ok(set.with_variables(
            &(0..variables.len() as u32)
                .map(Variable)
                .collect::<Vec<_>>(),
        ))
    }

    /// Replaces the addends by at most `most` new variables; if there are none, by 0.
    fn add_up(&mut self, addends: &mut Vec<Variable>, most: usize, sum: &mut Sum) {
        while addends.len() > most {
            let (a, b) = (addends.swap_remove(0), addends.swap_remove(0));
            let total = self.intermediate(sum);
            sum.factors
                .push(self.arithmetic.adder.with_variables(&[a, b, total]));
            addends.push(total);
        }
        if addends.is_empty() {
            addends.push(self.number(0, sum));
        }
    }

    fn intermediate(&mut self, sum: &mut Sum) -> Variable {
        let variable = self.fresh_variable();
        sum.gone.push(variable);
        variable
    }

    fn number(&mut self, number: u64, sum: &mut Sum) -> Variable {
        let variable = self.intermediate(sum);
        sum.factors
            .push(self.constant(number).with_variables(&[variable]));
        variable
    }

    /// The set of one number.
    fn constant(&self, number: u64) -> Automaton {
        word(
            self.numeration.digits(),
            &self.numeration.word(&BigUint::from(number)),
        )
    }

    fn multiple(
        &mut self,
        variable: Variable,
        times: u64,
        sum: &mut Sum,
    ) -> Result<Variable, StopReason> {
        if times == 1 {
            return Ok(variable);
        }
        let product = self.intermediate(sum);
        let relation = self.times(times)?;
        sum.factors
            .push(relation.with_variables(&[variable, product]));
        Ok(product)
    }

    /// `times·x = y`, by doubling.
    fn times(&mut self, times: u64) -> Result<Automaton, StopReason> {
        if let Some(known) = self.multiples.get(&(times as i64)) {
            return Ok(known.clone());
        }
        let [x, y, z] = [Variable(0), Variable(1), Variable(2)];
        let set = if times == 1 {
            self.arithmetic.equal.clone()
        } else {
            let part = self.times(times / 2)?.with_variables(&[x, y]);
            let twice = part
                .and(
                    &self.arithmetic.adder.with_variables(&[y, y, z]),
                    &self.limits,
                )?
                .project(&[y], &self.limits)?;
            if times.is_multiple_of(2) {
                twice.with_variables(&[x, y])
            } else {
                let once = self.arithmetic.adder.with_variables(&[x, z, y]);
                twice
                    .and(&once, &self.limits)?
                    .project(&[z], &self.limits)?
            }
        };
        self.multiples.insert(times as i64, set.clone());
        Ok(set)
    }
}

pub(crate) fn too_large() -> AskError {
    SyntaxError {
        at: 0,
        message: "the coefficients leave 64 bits".to_string(),
    }
    .into()
}
