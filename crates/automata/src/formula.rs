//! First-order formulas over numbers.
//!
//! ```text
//! formula  = "A" names ":" formula | "E" names ":" formula | junction
//! junction = joined by "<=>", "=>" (to the right), "|", "&", "~", from loose to tight
//! atom     = term comparison term (comparison term)* | term ("=" | "!=") term "mod" number
//!          | NAME "(" term, … ")" | "true" | "false" | "(" formula ")"
//! term     = sums and differences of numbers, names, multiples "3*a" or "3a"
//! ```
//! Comparisons (`<`, `<=`, `=`, `!=`, `>=`, `>`) are between integers, so `a - 1 < b` holds when a is 0.
//! A predicate of a negative number is false. All variables range over the natural numbers.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// A name of a variable or predicate.
pub type Name = Arc<str>;

/// A sum of multiples of variables and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Term {
    /// The variables with their coefficients, none 0.
    pub coefficients: BTreeMap<Name, i64>,
    /// The constant.
    pub constant: i64,
}

/// A comparison of two integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `=`
    Equal,
    /// `!=`
    Different,
}

/// A first-order formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    /// True or false.
    Constant(bool),
    /// A comparison of two terms.
    Compare(Term, Comparison, Term),
    /// Both terms have the same remainder modulo the number.
    Congruent(Term, Term, u64),
    /// The predicate holds for these terms; the range is its place in the source text.
    Member(Name, Vec<Term>, Range<usize>),
    /// Not.
    Not(Box<Formula>),
    /// And.
    And(Vec<Formula>),
    /// Or.
    Or(Vec<Formula>),
    /// If and only if.
    Iff(Box<Formula>, Box<Formula>),
    /// For some values.
    Exists(Vec<Name>, Box<Formula>),
    /// For all values.
    ForAll(Vec<Name>, Box<Formula>),
}

impl Term {
    /// The term that is one variable.
    pub fn variable(name: &str) -> Self {
        Term {
            coefficients: BTreeMap::from([(Name::from(name), 1)]),
            constant: 0,
        }
    }

    /// The term that is a number.
    pub fn constant(constant: i64) -> Self {
        Term {
            coefficients: BTreeMap::new(),
            constant,
        }
    }

    /// This plus `times` the other; `None` if a coefficient needs more than 64 bits.
    pub fn plus(mut self, other: &Term, times: i64) -> Option<Self> {
        self.constant = self
            .constant
            .checked_add(other.constant.checked_mul(times)?)?;
        for (name, &coefficient) in &other.coefficients {
            let sum = self.coefficients.entry(name.clone()).or_insert(0);
            *sum = sum.checked_add(coefficient.checked_mul(times)?)?;
        }
        self.coefficients.retain(|_, coefficient| *coefficient != 0);
        Some(self)
    }

    /// The variable, if the term is nothing else.
    pub fn as_variable(&self) -> Option<&Name> {
        let (name, &coefficient) = self.coefficients.first_key_value()?;
        (self.constant == 0 && coefficient == 1 && self.coefficients.len() == 1).then_some(name)
    }

    /// The value for these values of the variables; `None` if it needs more than 128 bits.
    pub fn value(&self, of: impl Fn(&str) -> u64) -> Option<i128> {
        self.coefficients
            .iter()
            .try_fold(i128::from(self.constant), |sum, (name, &coefficient)| {
                sum.checked_add(i128::from(coefficient).checked_mul(i128::from(of(name)))?)
            })
    }
}

impl std::fmt::Display for Term {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut first = true;
        for (name, &coefficient) in &self.coefficients {
            let sign = match (coefficient < 0, first) {
                (true, true) => "-",
                (true, false) => " - ",
                (false, true) => "",
                (false, false) => " + ",
            };
            let size = coefficient.unsigned_abs();
            let times = if size == 1 {
                String::new()
            } else {
                format!("{size}*")
            };
            write!(f, "{sign}{times}{name}")?;
            first = false;
        }
        match self.constant {
            constant if first => write!(f, "{constant}"),
            0 => Ok(()),
            constant if constant < 0 => write!(f, " - {}", constant.unsigned_abs()),
            constant => write!(f, " + {constant}"),
        }
    }
}

impl Formula {
    /// The largest coefficient, constant or modulus, in absolute value.
    pub fn largest_number(&self) -> i64 {
        let term = |term: &Term| {
            let numbers = term.coefficients.values().copied().chain([term.constant]);
            numbers.map(i64::saturating_abs).max().unwrap_or(0)
        };
        let all = |parts: &[Formula]| parts.iter().map(Self::largest_number).max().unwrap_or(0);
        match self {
            Formula::Constant(_) => 0,
            Formula::Compare(a, _, b) => term(a).max(term(b)),
            Formula::Congruent(a, b, modulus) => {
                let modulus = i64::try_from(*modulus).unwrap_or(i64::MAX);
                term(a).max(term(b)).max(modulus)
            }
            Formula::Member(_, terms, _) => terms.iter().map(term).max().unwrap_or(0),
            Formula::Not(part) | Formula::Exists(_, part) | Formula::ForAll(_, part) => {
                part.largest_number()
            }
            Formula::And(parts) | Formula::Or(parts) => all(parts),
            Formula::Iff(a, b) => a.largest_number().max(b.largest_number()),
        }
    }

    /// The negation, with `~` pushed inwards to the atoms.
    pub fn negated(&self) -> Formula {
        let all = |formulas: &[Formula]| formulas.iter().map(Formula::negated).collect();
        match self {
            Formula::Constant(truth) => Formula::Constant(!truth),
            Formula::Compare(a, Comparison::Less, b) => {
                Formula::Compare(b.clone(), Comparison::AtMost, a.clone())
            }
            Formula::Compare(a, Comparison::AtMost, b) => {
                Formula::Compare(b.clone(), Comparison::Less, a.clone())
            }
            Formula::Compare(a, Comparison::Equal, b) => {
                Formula::Compare(a.clone(), Comparison::Different, b.clone())
            }
            Formula::Compare(a, Comparison::Different, b) => {
                Formula::Compare(a.clone(), Comparison::Equal, b.clone())
            }
            Formula::Not(inner) => (**inner).clone(),
            Formula::And(parts) => Formula::Or(all(parts)),
            Formula::Or(parts) => Formula::And(all(parts)),
            Formula::Iff(a, b) => Formula::Iff(Box::new(a.negated()), b.clone()),
            Formula::Exists(names, body) => {
                Formula::ForAll(names.clone(), Box::new(body.negated()))
            }
            Formula::ForAll(names, body) => {
                Formula::Exists(names.clone(), Box::new(body.negated()))
            }
            Formula::Congruent(..) | Formula::Member(..) => Formula::Not(Box::new(self.clone())),
        }
    }

    /// The free variables, in the order in which they first occur.
    pub fn free_variables(&self) -> Vec<Name> {
        let mut found = Vec::new();
        self.collect_free(&mut Vec::new(), &mut found);
        found
    }

    fn collect_free(&self, bound: &mut Vec<Name>, found: &mut Vec<Name>) {
        let mut terms = |terms: &[&Term]| {
            for name in terms.iter().flat_map(|term| term.coefficients.keys()) {
                if !bound.contains(name) && !found.contains(name) {
                    found.push(name.clone());
                }
            }
        };
        match self {
            Formula::Constant(_) => {}
            Formula::Compare(a, _, b) | Formula::Congruent(a, b, _) => terms(&[a, b]),
            Formula::Member(_, arguments, _) => terms(&arguments.iter().collect::<Vec<_>>()),
            Formula::Not(inner) => inner.collect_free(bound, found),
            Formula::And(parts) | Formula::Or(parts) => parts
                .iter()
                .for_each(|part| part.collect_free(bound, found)),
            Formula::Iff(a, b) => [a, b]
                .into_iter()
                .for_each(|part| part.collect_free(bound, found)),
            Formula::Exists(names, body) | Formula::ForAll(names, body) => {
                let outer = bound.len();
                bound.extend(names.iter().cloned());
                body.collect_free(bound, found);
                bound.truncate(outer);
            }
        }
    }

    /// Its predicates, with their places in the source text.
    pub fn predicates(&self) -> Vec<(Name, usize, Range<usize>)> {
        match self {
            Formula::Member(name, arguments, place) => {
                vec![(name.clone(), arguments.len(), place.clone())]
            }
            Formula::Not(inner) | Formula::Exists(_, inner) | Formula::ForAll(_, inner) => {
                inner.predicates()
            }
            Formula::And(parts) | Formula::Or(parts) => {
                parts.iter().flat_map(Formula::predicates).collect()
            }
            Formula::Iff(a, b) => [a.predicates(), b.predicates()].concat(),
            Formula::Constant(_) | Formula::Compare(..) | Formula::Congruent(..) => Vec::new(),
        }
    }
}
