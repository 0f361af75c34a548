//! Compiles formulas to automata: each connective is an operation on sets, and conjunctions under "exists" are kept as
//! factors.

use crate::automaton::{Automaton, Variable};
use crate::formula::{Comparison, Formula, Name, Term};
use crate::linear::too_large;
use crate::syntax::SyntaxError;
use crate::theory::{AskError, Scope, Theory};

impl Theory {
    /// The set that a formula describes, over the variables that its free names stand for.
    pub(crate) fn compile(
        &mut self,
        formula: &Formula,
        scope: &mut Scope,
    ) -> Result<Automaton, AskError> {
        match formula {
            Formula::Constant(true) => Ok(self.all(&[])?),
            Formula::Constant(false) => Ok(self.nothing()?),
            Formula::Or(parts) => {
                let mut union = None;
                for part in parts {
                    let set = self.compile(part, scope)?;
                    union = Some(match union {
                        Some(union) => self.or(&union, &set)?,
                        None => set,
                    });
                }
                match union {
                    Some(union) => Ok(union),
                    None => Ok(self.nothing()?),
                }
            }
            Formula::Not(inner) => {
                let set = self.compile(inner, scope)?;
                Ok(self.not(&set)?)
            }
            Formula::Iff(a, b) => {
                let (a, b) = (self.compile(a, scope)?, self.compile(b, scope)?);
                let both = a.and(&b, &self.limits)?;
                let neither = self.not(&self.or(&a, &b)?)?;
                Ok(self.or(&both, &neither)?)
            }
            Formula::ForAll(..) => {
                let set = self.compile(&formula.negated(), scope)?;
                Ok(self.not(&set)?)
            }
            Formula::Compare(left, comparison, right) => {
                self.compare(left, *comparison, right, scope)
            }
            Formula::Congruent(..)
            | Formula::And(_)
            | Formula::Exists(..)
            | Formula::Member(..) => {
                let (mut factors, mut gone) = (Vec::new(), Vec::new());
                self.factors(formula, scope, &mut factors, &mut gone)?;
                Ok(self.eliminate(factors, gone)?)
            }
        }
    }

    /// Adds automata whose conjunction is the formula, after the variables added to `gone` are eliminated.
    ///
    /// # Errors
    /// If a predicate or name is unknown, or the limits are reached.
    fn factors(
        &mut self,
        formula: &Formula,
        scope: &mut Scope,
        factors: &mut Vec<Automaton>,
        gone: &mut Vec<Variable>,
    ) -> Result<(), AskError> {
        match formula {
            Formula::And(parts) => parts
                .iter()
                .try_for_each(|part| self.factors(part, scope, factors, gone)),
            Formula::Exists(names, body) => {
                let outer = scope.len();
                for name in names {
                    let variable = self.fresh_variable();
                    scope.push((name.clone(), variable));
                    gone.push(variable);
                }
                let done = match &**body {
                    Formula::Or(_) => {
                        self.union_of_projections(body, scope, scope.len() - outer, factors)
                    }
                    _ => self.factors(body, scope, factors, gone),
                };
                scope.truncate(outer);
                done
            }
            Formula::Congruent(a, b, modulus) => {
                let quotient = Name::from("\u{0}quotient");
                let multiple = Term {
                    coefficients: [(quotient.clone(), *modulus as i64)].into(),
                    constant: 0,
                };
                let above = |low: &Term, high: &Term| -> Result<Formula, AskError> {
                    let sum = low.clone().plus(&multiple, 1).ok_or_else(too_large)?;
                    Ok(Formula::Exists(
                        vec![quotient.clone()],
                        Box::new(Formula::Compare(sum, Comparison::Equal, high.clone())),
                    ))
                };
                let either = Formula::Or(vec![above(a, b)?, above(b, a)?]);
                factors.push(self.compile(&either, scope)?);
                Ok(())
            }
            Formula::Member(name, arguments, place) => {
                let Some(predicate) = self.predicates.get(name).cloned() else {
                    let message = format!(
                        "expected a predicate that is defined in {}, found `{name}`",
                        self.numeration
                    );
                    return Err(SyntaxError {
                        at: place.start,
                        message,
                    }
                    .into());
                };
                let arity = predicate.variables().len();
                if arity != arguments.len() {
                    let message = format!(
                        "expected {arity} arguments of `{name}`, found {}",
                        arguments.len()
                    );
                    return Err(SyntaxError {
                        at: place.start,
                        message,
                    }
                    .into());
                }
                let mut variables = Vec::new();
                for argument in arguments {
                    variables.push(self.argument(argument, scope, factors, gone)?);
                }
                factors.push(predicate.with_variables(&variables));
                Ok(())
            }
            _ => {
                factors.push(self.compile(formula, scope)?);
                Ok(())
            }
        }
    }

    /// "Some values satisfy a or b" as the union of both projections, each over fewer factors.
    fn union_of_projections(
        &mut self,
        body: &Formula,
        scope: &mut Scope,
        bound: usize,
        factors: &mut Vec<Automaton>,
    ) -> Result<(), AskError> {
        let Formula::Or(parts) = body else {
            return Ok(());
        };
        let variables: Vec<Variable> = scope[scope.len() - bound..]
            .iter()
            .map(|(_, variable)| *variable)
            .collect();
        let mut union = self.nothing()?;
        for part in parts {
            let (mut inner, mut gone) = (Vec::new(), variables.clone());
            self.factors(part, scope, &mut inner, &mut gone)?;
            let projection = self.eliminate(inner, gone)?;
            union = self.or(&union, &projection)?;
        }
        factors.push(union);
        Ok(())
    }

    /// The variable that a term consists of, or a new one that equals the term.
    fn argument(
        &mut self,
        term: &Term,
        scope: &Scope,
        factors: &mut Vec<Automaton>,
        gone: &mut Vec<Variable>,
    ) -> Result<Variable, AskError> {
        if let Some(name) = term.as_variable() {
            return lookup(scope, name);
        }
        let variable = self.fresh_variable();
        let name = Name::from("\u{0}argument");
        let mut inner = scope.clone();
        inner.push((name.clone(), variable));
        factors.push(self.compare(&Term::variable(&name), Comparison::Equal, term, &inner)?);
        gone.push(variable);
        Ok(variable)
    }
}

pub(crate) fn lookup(scope: &Scope, name: &Name) -> Result<Variable, AskError> {
    let found = scope.iter().rev().find(|(known, _)| known == name);
    found.map(|&(_, variable)| variable).ok_or_else(|| {
        SyntaxError {
            at: 0,
            message: format!("expected a variable that is bound or listed, found `{name}`"),
        }
        .into()
    })
}
