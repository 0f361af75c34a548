//! Conditions joined by `and` and `or`, resolved into rules whose bodies are lists of conditions.

use std::ops::Range;

use crate::rule::{Atom, Literal, Pattern, Predicate, Rule, Variable, bound};
use crate::term::{Symbol, Terms};

/// The most bodies into which a rule is expanded before its alternatives become new predicates.
const FEW: usize = 16;
/// The most bodies of one rule.
const MOST: usize = 4_096;

/// The most conditions of a body, which is the depth of a join.
const LONGEST: usize = 256;

/// The place of a rule, and the names of its variables.
pub(crate) struct Place {
    pub(crate) variables: Vec<(String, Range<usize>)>,
    pub(crate) span: Range<usize>,
}

/// A condition; `not` applies to atoms only.
#[derive(Clone, Debug)]
pub(crate) enum Formula {
    Literal(Literal),
    All(Vec<Self>),
    Any(Vec<Self>),
}

impl Formula {
    /// The number of bodies that it expands into.
    fn bodies(&self) -> usize {
        match self {
            Self::Literal(_) => 1,
            Self::All(parts) => parts
                .iter()
                .fold(1, |n, part| n.saturating_mul(part.bodies())),
            Self::Any(parts) => parts
                .iter()
                .fold(0, |n, part| n.saturating_add(part.bodies())),
        }
    }

    /// The number of conditions in the longest body.
    fn longest(&self) -> usize {
        match self {
            Self::Literal(_) => 1,
            Self::All(parts) => parts.iter().map(Self::longest).sum(),
            Self::Any(parts) => parts.iter().map(Self::longest).max().unwrap_or(0),
        }
    }

    /// The bodies, each a list of conditions.
    fn multiplied(&self) -> Vec<Vec<Literal>> {
        match self {
            Self::Literal(literal) => vec![vec![literal.clone()]],
            Self::Any(parts) => parts.iter().flat_map(Self::multiplied).collect(),
            Self::All(parts) => parts.iter().fold(vec![Vec::new()], |bodies, part| {
                let more = part.multiplied();
                let joined = |body: &Vec<Literal>| {
                    let joined = more.iter().map(|more| [&body[..], more].concat());
                    joined.collect::<Vec<_>>()
                };
                bodies.iter().flat_map(joined).collect()
            }),
        }
    }

    fn variables(&self, hear: &mut dyn FnMut(Variable)) {
        match self {
            Self::Literal(literal) => literal.variables(hear),
            Self::All(parts) | Self::Any(parts) => {
                for part in parts {
                    part.variables(hear);
                }
            }
        }
    }

    fn has(&self, count: usize) -> Vec<bool> {
        let mut has = vec![false; count];
        self.variables(&mut |variable| has[usize::from(variable)] = true);
        has
    }

    /// The variables that are bound in every alternative.
    fn bound(&self, count: usize) -> Vec<bool> {
        let each = |parts: &[Self], start: bool, join: fn(bool, bool) -> bool| {
            parts.iter().fold(vec![start; count], |all, part| {
                let own = part.bound(count);
                all.into_iter().zip(own).map(|(a, b)| join(a, b)).collect()
            })
        };
        match self {
            Self::Literal(literal) => bound(count, std::slice::from_ref(literal)),
            Self::All(parts) => each(parts, false, |a, b| a || b),
            Self::Any(parts) => each(parts, true, |a, b| a && b),
        }
    }
}

/// The rules that one sentence expands into.
pub(crate) struct Normal<'p> {
    place: &'p Place,
    open: Vec<(Atom, Formula)>,
    pub(crate) rules: Vec<Rule>,
    /// The names of the predicates made for alternatives, which are numbered from `first` on.
    pub(crate) names: Vec<Symbol>,
    first: Predicate,
}

impl<'p> Normal<'p> {
    pub(crate) fn of(head: Atom, body: Formula, place: &'p Place, first: Predicate) -> Self {
        Self {
            place,
            open: vec![(head, body)],
            rules: Vec::new(),
            names: Vec::new(),
            first,
        }
    }

    /// Expands the alternatives where possible, and makes predicates of the others.
    pub(crate) fn resolve(&mut self, terms: &mut Terms) -> Result<(), String> {
        while let Some((head, mut body)) = self.open.pop() {
            if body.bodies() > FEW {
                self.name_alternatives(&head, &mut body, terms);
            }
            let bodies = body.bodies();
            if bodies > MOST {
                return Err(format!(
                    "the alternatives of this rule make more than {MOST} bodies: write each `or` as a predicate of its own"
                ));
            }
            if body.longest() > LONGEST {
                return Err(format!("a rule may have at most {LONGEST} conditions"));
            }
            for body in body.multiplied() {
                self.rules.push(Rule {
                    head: head.clone(),
                    body,
                    variables: self.place.variables.clone(),
                    span: self.place.span.clone(),
                });
            }
        }
        Ok(())
    }

    /// Replaces each alternative that binds all its variables by a predicate.
    fn name_alternatives(&mut self, head: &Atom, body: &mut Formula, terms: &mut Terms) {
        let Formula::All(parts) = body else { return };
        for n in 0..parts.len() {
            if !matches!(parts[n], Formula::Any(_)) {
                continue;
            }
            let part = std::mem::replace(&mut parts[n], Formula::All(Vec::new()));
            let shared = self.shared(&part, parts, head);
            let bound = part.bound(self.place.variables.len());
            parts[n] = if shared.iter().all(|variable| bound[usize::from(*variable)]) {
                let atom = self.named(&shared, terms);
                self.define(&atom, part);
                Formula::Literal(Literal::Holds(atom))
            } else {
                part
            };
        }
    }

    /// The variables of an alternative that also occur elsewhere.
    fn shared(&self, part: &Formula, others: &[Formula], head: &Atom) -> Vec<Variable> {
        let count = self.place.variables.len();
        let mut elsewhere = vec![false; count];
        head.pattern
            .variables(&mut |variable| elsewhere[usize::from(variable)] = true);
        for other in others {
            for (elsewhere, has) in elsewhere.iter_mut().zip(other.has(count)) {
                *elsewhere |= has;
            }
        }
        let own = part.has(count);
        let shared = (0..count).filter(|&n| own[n] && elsewhere[n]);
        shared.map(|n| n as Variable).collect()
    }

    fn named(&mut self, variables: &[Variable], terms: &mut Terms) -> Atom {
        let predicate = self.first + self.names.len() as Predicate;
        // A name that no text can have.
        let symbol = terms.symbol(&format!("(or) {predicate}"));
        self.names.push(symbol);
        let arguments = variables
            .iter()
            .map(|variable| Pattern::Variable(*variable));
        Atom {
            predicate,
            pattern: Pattern::of(terms, symbol, arguments.collect()),
        }
    }

    fn define(&mut self, head: &Atom, alternatives: Formula) {
        let Formula::Any(alternatives) = alternatives else {
            return;
        };
        for alternative in alternatives {
            let body = match alternative {
                Formula::All(parts) => Formula::All(parts),
                other => Formula::All(vec![other]),
            };
            self.open.push((head.clone(), body));
        }
    }
}
