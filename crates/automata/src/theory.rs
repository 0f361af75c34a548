//! Decides first-order formulas over a numeration system.
//!
//! Büchi's theorem (1960) for base k, and its extension to the systems of Pisot numbers (Bruyère, Hansel 1997): every
//! formula is the set of an automaton, built from those of its parts.

use std::borrow::Cow;

use bouton_core::hashing::FastMap;
use num_bigint::BigUint;
use thiserror::Error;

use crate::arithmetic::{Arithmetic, by_digits};
use crate::automaton::{Automaton, Variable};
use crate::formula::{Formula, Name};
use crate::linear::Shape;
use crate::numeration::Numeration;
use crate::operations::Connective;
use crate::relation::Relation;
use crate::syntax::{SyntaxError, parse};
use bouton_core::{Limits, StopReason};

/// A numeration system with its proved arithmetic, and the predicates defined in it.
///
/// Predefined predicates: `place(x)`, x is a place value (a power of the base, a Fibonacci number …); `lowest(x, u)`, u is
/// the place value of the last digit of x that is not 0; `shift(x, y)`, the word of y is that of x with a 0 appended; and,
/// in base 2, 4, 8 …, `xor(x, y, z)`, the nim-sum.
#[derive(Debug)]
pub struct Theory {
    pub(crate) numeration: Numeration,
    pub(crate) limits: Limits,
    pub(crate) arithmetic: Arithmetic,
    pub(crate) predicates: FastMap<Name, Automaton>,
    pub(crate) shapes: FastMap<Shape, Automaton>,
    pub(crate) multiples: FastMap<i64, Automaton>,
    fresh: u32,
}

/// The reason why a numeration system cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TheoryError {
    /// The limits were reached.
    #[error(transparent)]
    Stopped(#[from] StopReason),
    /// The automata of the arithmetic violate its laws.
    #[error("the arithmetic of the system could not be proved: it fails that {0}")]
    Unproved(&'static str),
}

/// The reason why a formula was not decided.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AskError {
    /// The limits were reached.
    #[error(transparent)]
    Stopped(#[from] StopReason),
    /// The text is not a formula here.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
}

/// The result for a formula.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The set of the free variables that satisfy it.
    pub relation: Relation,
    /// Whether it is true, if it has no free variable.
    pub truth: Option<bool>,
    /// The smallest counterexample to a false "for all", or the smallest witness of a true "exists": the names of the
    /// outermost quantifier with their values.
    pub example: Option<Vec<(Name, BigUint)>>,
}

/// The variables of names, the innermost last.
pub(crate) type Scope = Vec<(Name, Variable)>;

impl Theory {
    /// The theory of a numeration system, after proving that its words in their order are the natural numbers and that its
    /// adder adds.
    ///
    /// # Errors
    /// If the limits are reached, or the proof fails.
    pub fn new(numeration: Numeration, limits: Limits) -> Result<Self, TheoryError> {
        let arithmetic = Arithmetic::new(&numeration, &limits)?;
        if let Some(sentence) = arithmetic.refuted(&limits)? {
            return Err(TheoryError::Unproved(sentence));
        }
        let mut theory = Theory {
            numeration,
            limits,
            arithmetic,
            predicates: FastMap::default(),
            shapes: FastMap::default(),
            multiples: FastMap::default(),
            fresh: 0,
        };
        theory.define_digit_predicates()?;
        Ok(theory)
    }

    fn define_digit_predicates(&mut self) -> Result<(), StopReason> {
        let place = self.by_digits(
            1,
            0u32,
            |&ones, c| Some(ones + c[0]).filter(|&ones| ones <= 1),
            |&ones| ones == 1,
        )?;
        self.define("place", place);
        let lowest = self.by_digits(
            2,
            false,
            |&passed, c| match (passed, c[0], c[1]) {
                (false, digit, 1) if digit > 0 => Some(true),
                (false, _, 0) | (true, 0, 0) => Some(passed),
                _ => None,
            },
            |&passed| passed,
        )?;
        self.define("lowest", lowest);
        let shift = self.by_digits(
            2,
            0u32,
            |&due, c| (c[0] == due).then_some(c[1]),
            |&due| due == 0,
        )?;
        self.define("shift", shift);
        if self.numeration.recurrence().len() == 1 && self.numeration.digits().is_power_of_two() {
            let xor = self.by_digits(
                3,
                (),
                |(), c| (c[0] ^ c[1] == c[2]).then_some(()),
                |()| true,
            )?;
            self.define("xor", xor);
        }
        Ok(())
    }

    /// The numeration system.
    pub fn numeration(&self) -> &Numeration {
        &self.numeration
    }

    /// The limits of every construction.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Replaces the limits.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// The number of states of the adder.
    pub fn adder_states(&self) -> usize {
        self.arithmetic.adder.states()
    }

    /// Defines the name of a set in formulas; a set that had the name is replaced.
    pub fn define(&mut self, name: &str, set: Automaton) {
        let variables: Vec<Variable> = (0..set.variables().len() as u32).map(Variable).collect();
        self.predicates
            .insert(Name::from(name), set.with_variables(&variables));
    }

    /// A set as a relation whose components are named 0, 1, ….
    pub fn named(&self, set: &Automaton) -> Relation {
        let names = (0..set.variables().len()).map(|at| Name::from(at.to_string()));
        Relation::new(self.numeration.clone(), names.collect(), set.clone())
    }

    /// The set with this name, over the variables 0, 1, ….
    pub fn predicate(&self, name: &str) -> Option<&Automaton> {
        self.predicates.get(name)
    }

    /// The valid tuples whose columns of digits a machine accepts; `None` means rejection. Leading zeros must not affect
    /// the machine.
    ///
    /// # Errors
    /// If the limits are reached.
    pub fn by_digits<S: Clone + Eq + std::hash::Hash>(
        &self,
        arity: usize,
        start: S,
        step: impl Fn(&S, &[u32]) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
    ) -> Result<Automaton, StopReason> {
        let machine = by_digits(
            self.numeration.digits(),
            arity,
            start,
            step,
            accepts,
            &self.limits,
        )?;
        let variables: Vec<Variable> = machine.variables().to_vec();
        machine.and(&self.all(&variables)?, &self.limits)
    }

    /// All tuples of numbers in these variables.
    ///
    /// # Errors
    /// If the limits are reached.
    pub fn all(&self, variables: &[Variable]) -> Result<Automaton, StopReason> {
        let everything = Automaton::minimal(
            self.numeration.digits(),
            Vec::new(),
            crate::automaton::Draft {
                columns: 1,
                next: vec![0],
                accepting: vec![true],
            },
        );
        variables.iter().try_fold(everything, |product, &variable| {
            product.and(
                &self.arithmetic.valid.with_variables(&[variable]),
                &self.limits,
            )
        })
    }

    /// The empty set over no variables: false.
    pub(crate) fn nothing(&self) -> Result<Automaton, StopReason> {
        self.not(&self.all(&[])?)
    }

    /// The tuples that are not in the set.
    ///
    /// # Errors
    /// If the limits are reached.
    pub fn not(&self, set: &Automaton) -> Result<Automaton, StopReason> {
        self.all(set.variables())?
            .product(set, Connective::Minus, &self.limits)
    }

    /// The union, over the variables of both sets.
    ///
    /// # Errors
    /// If the limits are reached.
    pub fn or(&self, a: &Automaton, b: &Automaton) -> Result<Automaton, StopReason> {
        let a_extended = self.extended(a, b.variables())?;
        let b_extended = self.extended(b, a.variables())?;
        a_extended.product(&b_extended, Connective::Or, &self.limits)
    }

    /// The same set with these variables added, which may have any value.
    fn extended<'a>(
        &self,
        set: &'a Automaton,
        variables: &[Variable],
    ) -> Result<Cow<'a, Automaton>, StopReason> {
        let is_missing = |variable: &&Variable| !set.variables().contains(variable);
        let missing: Vec<Variable> = variables.iter().filter(is_missing).copied().collect();
        if missing.is_empty() {
            return Ok(Cow::Borrowed(set));
        }
        Ok(Cow::Owned(set.and(&self.all(&missing)?, &self.limits)?))
    }

    /// The tuples of the other variables for which some values of `gone` satisfy all factors.
    ///
    /// One variable is eliminated after the other, each time the one whose factors together have the fewest variables.
    ///
    /// # Errors
    /// If the limits are reached.
    pub fn eliminate(
        &self,
        mut factors: Vec<Automaton>,
        mut gone: Vec<Variable>,
    ) -> Result<Automaton, StopReason> {
        while let Some(at) = (0..gone.len()).min_by_key(|&at| elimination_cost(&factors, gone[at]))
        {
            let variable = gone.swap_remove(at);
            let (mut with, without): (Vec<_>, Vec<_>) = factors
                .into_iter()
                .partition(|f| f.variables().contains(&variable));
            let joined = all_variables(&with);
            // A factor that adds no variable can only shrink the set before projection.
            let (inside, outside): (Vec<_>, Vec<_>) = without.into_iter().partition(|f| {
                !with.is_empty() && f.variables().iter().all(|v| joined.contains(v))
            });
            with.extend(inside);
            factors = outside;
            if !with.is_empty() {
                factors.push(self.join(with)?.project(&[variable], &self.limits)?);
            }
        }
        self.join(factors)
    }

    /// The product of all factors, small ones first.
    fn join(&self, mut factors: Vec<Automaton>) -> Result<Automaton, StopReason> {
        factors.sort_by_key(|factor| {
            (
                factor.states() * factor.columns(),
                factor.variables().to_vec(),
            )
        });
        let mut factors = factors.into_iter();
        let Some(first) = factors.next() else {
            return self.all(&[]);
        };
        factors.try_fold(first, |product, factor| product.and(&factor, &self.limits))
    }

    /// A new variable.
    pub fn fresh_variable(&mut self) -> Variable {
        self.fresh += 1;
        Variable(self.fresh)
    }

    /// The set that a formula describes, over its free variables in the order of their first occurrence.
    ///
    /// # Errors
    /// If the text is not a formula, names an unknown predicate, or the limits are reached.
    pub fn relation(&mut self, text: &str) -> Result<Relation, AskError> {
        let formula = parse(text)?;
        let names = formula.free_variables();
        self.relation_of(&formula, &names)
    }

    /// The set that a formula describes, over these names, which must include its free variables.
    ///
    /// # Errors
    /// If a predicate or name is unknown, or the limits are reached.
    pub fn relation_of(&mut self, formula: &Formula, names: &[Name]) -> Result<Relation, AskError> {
        let mut scope: Scope = names
            .iter()
            .map(|name| (name.clone(), self.fresh_variable()))
            .collect();
        let variables: Vec<Variable> = scope.iter().map(|(_, variable)| *variable).collect();
        let set = self.compile(formula, &mut scope)?;
        let set = set.and(&self.all(&variables)?, &self.limits)?;
        let set = set.with_variables(&(0..names.len() as u32).map(Variable).collect::<Vec<_>>());
        Ok(Relation::new(self.numeration.clone(), names.to_vec(), set))
    }

    /// Decides a formula.
    ///
    /// # Errors
    /// If the text is not a formula, names an unknown predicate, or the limits are reached.
    pub fn ask(&mut self, text: &str) -> Result<Answer, AskError> {
        self.ask_formula(&parse(text)?)
    }

    /// Decides a parsed formula.
    ///
    /// # Errors
    /// If a predicate is unknown, or the limits are reached.
    pub fn ask_formula(&mut self, formula: &Formula) -> Result<Answer, AskError> {
        let names = formula.free_variables();
        let inner = match formula {
            Formula::ForAll(names, body) => Some((names, body.negated(), false)),
            Formula::Exists(names, body) => Some((names, (**body).clone(), true)),
            _ => None,
        };
        if let (true, Some((names, body, expected))) = (names.is_empty(), inner) {
            let examples = self.relation_of(&body, names)?;
            let truth = examples.automaton().is_empty() != expected;
            let example = examples
                .smallest()
                .map(|values| names.iter().cloned().zip(values).collect());
            let everything = if truth {
                self.all(&[])?
            } else {
                self.nothing()?
            };
            return Ok(Answer {
                relation: Relation::new(self.numeration.clone(), Vec::new(), everything),
                truth: Some(truth),
                example,
            });
        }
        let relation = self.relation_of(formula, &names)?;
        let truth = names.is_empty().then(|| !relation.automaton().is_empty());
        Ok(Answer {
            relation,
            truth,
            example: None,
        })
    }
}

/// The number of variables of the product that eliminating a variable makes, then its size.
fn elimination_cost(factors: &[Automaton], variable: Variable) -> (usize, usize) {
    let with = factors
        .iter()
        .filter(|factor| factor.variables().contains(&variable));
    let size = with
        .clone()
        .fold(1usize, |size, factor| size.saturating_mul(factor.states()));
    (all_variables(with).len(), size)
}

/// The variables of some factors, each once.
fn all_variables<'f>(factors: impl IntoIterator<Item = &'f Automaton>) -> Vec<Variable> {
    let mut variables: Vec<Variable> = factors
        .into_iter()
        .flat_map(|factor| factor.variables().iter().copied())
        .collect();
    variables.sort_unstable();
    variables.dedup();
    variables
}
