//! Rules with variables, in the form in which they are joined.

use std::ops::Range;

use crate::fault::{Fault, Source};
use crate::term::{Arguments, Symbol, Term, Terms};

/// The number of a variable within its rule.
pub(crate) type Variable = u16;
/// The number of a predicate: a name with its number of arguments.
pub(crate) type Predicate = u32;

/// The predicates with a meaning in the language have the first numbers, in this order.
pub(crate) const KEYWORDS: [(&str, usize); 10] = [
    ("role", 1),
    ("init", 1),
    ("true", 1),
    ("next", 1),
    ("legal", 2),
    ("does", 2),
    ("goal", 2),
    ("terminal", 0),
    ("base", 1),
    ("input", 2),
];
pub(crate) const ROLE: Predicate = 0;
pub(crate) const INIT: Predicate = 1;
pub(crate) const TRUE: Predicate = 2;
pub(crate) const NEXT: Predicate = 3;
pub(crate) const LEGAL: Predicate = 4;
pub(crate) const DOES: Predicate = 5;
pub(crate) const GOAL: Predicate = 6;
pub(crate) const TERMINAL: Predicate = 7;
pub(crate) const BASE: Predicate = 8;
pub(crate) const INPUT: Predicate = 9;

/// A term that may have variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Pattern {
    Variable(Variable),
    Term(Term),
    Compound(Symbol, Box<[Self]>),
}

/// The values of a rule's variables, by their numbers.
pub(crate) type Binding = [Option<Term>];

impl Pattern {
    /// The pattern of a symbol with arguments.
    pub(crate) fn of(terms: &mut Terms, symbol: Symbol, arguments: Vec<Self>) -> Self {
        let ground = arguments.iter().map(|argument| match argument {
            Self::Term(term) => Some(*term),
            _ => None,
        });
        match ground.collect::<Option<Arguments>>() {
            Some(arguments) => Self::Term(terms.term(symbol, &arguments)),
            None => Self::Compound(symbol, arguments.into()),
        }
    }

    /// Calls `hear` for each occurrence of a variable.
    pub(crate) fn variables(&self, hear: &mut dyn FnMut(Variable)) {
        match self {
            Self::Variable(variable) => hear(*variable),
            Self::Term(_) => {}
            Self::Compound(_, arguments) => {
                for argument in arguments {
                    argument.variables(hear);
                }
            }
        }
    }

    /// The term after its variables are replaced; `None` if one of them is unbound.
    pub(crate) fn filled(&self, terms: &mut Terms, binding: &Binding) -> Option<Term> {
        match self {
            Self::Variable(variable) => binding[usize::from(*variable)],
            Self::Term(term) => Some(*term),
            Self::Compound(symbol, arguments) => {
                let arguments = arguments
                    .iter()
                    .map(|argument| argument.filled(terms, binding));
                let arguments = arguments.collect::<Option<Arguments>>()?;
                Some(terms.term(*symbol, &arguments))
            }
        }
    }

    /// Whether the term matches the pattern; binds variables and notes them on the trail.
    pub(crate) fn matches(
        &self,
        term: Term,
        terms: &Terms,
        (binding, trail): (&mut Binding, &mut Vec<Variable>),
    ) -> bool {
        match self {
            Self::Term(own) => *own == term,
            Self::Variable(variable) => match &mut binding[usize::from(*variable)] {
                Some(bound) => *bound == term,
                free => {
                    *free = Some(term);
                    trail.push(*variable);
                    true
                }
            },
            Self::Compound(symbol, own) => {
                let arguments = terms.arguments(term);
                terms.symbol_of(term) == *symbol
                    && arguments.len() == own.len()
                    && own.iter().zip(arguments).all(|(own, argument)| {
                        own.matches(*argument, terms, (&mut *binding, &mut *trail))
                    })
            }
        }
    }
}

/// A predicate with arguments; the pattern has the predicate's symbol before them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Atom {
    pub(crate) predicate: Predicate,
    pub(crate) pattern: Pattern,
}

/// A condition of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Literal {
    Holds(Atom),
    Fails(Atom),
    Differ(Pattern, Pattern),
    Same(Pattern, Pattern),
}

impl Literal {
    pub(crate) fn variables(&self, hear: &mut dyn FnMut(Variable)) {
        match self {
            Self::Holds(atom) | Self::Fails(atom) => atom.pattern.variables(hear),
            Self::Differ(one, other) | Self::Same(one, other) => {
                one.variables(hear);
                other.variables(hear);
            }
        }
    }

    pub(crate) fn atom(&self) -> Option<&Atom> {
        match self {
            Self::Holds(atom) | Self::Fails(atom) => Some(atom),
            Self::Differ(..) | Self::Same(..) => None,
        }
    }
}

/// A head that holds if all conditions of the body do.
#[derive(Clone, Debug)]
pub(crate) struct Rule {
    pub(crate) head: Atom,
    pub(crate) body: Vec<Literal>,
    /// The names of its variables, with the first occurrence of each.
    pub(crate) variables: Vec<(String, Range<usize>)>,
    pub(crate) span: Range<usize>,
}

impl Rule {
    /// The variables that some positive condition binds.
    pub(crate) fn bound(&self) -> Vec<bool> {
        bound(self.variables.len(), &self.body)
    }

    /// Refuses a variable that no positive condition binds.
    pub(crate) fn safe(&self, source: &Source) -> Result<(), Fault> {
        let bound = self.bound();
        let mut free = None;
        let mut hear = |variable: Variable| {
            if !bound[usize::from(variable)] {
                free = free.or(Some(variable));
            }
        };
        self.head.pattern.variables(&mut hear);
        for literal in &self.body {
            literal.variables(&mut hear);
        }
        let Some(free) = free else { return Ok(()) };
        let (name, span) = &self.variables[usize::from(free)];
        let message = format!(
            "{name} could be anything: it must occur in a positive condition of {}",
            source.excerpt(&self.span)
        );
        Err(Fault::at(source, span.clone(), message))
    }
}

/// For each of this many variables, whether a positive condition contains it.
pub(crate) fn bound(variables: usize, body: &[Literal]) -> Vec<bool> {
    let mut bound = vec![false; variables];
    for literal in body {
        if let Literal::Holds(atom) = literal {
            atom.pattern
                .variables(&mut |variable| bound[usize::from(variable)] = true);
        }
    }
    bound
}
