//! The order in which the conditions of a rule are joined, and the indexes that are used.

use smallvec::SmallVec;

use crate::rule::{Atom, Literal, Pattern, Rule};
use crate::term::{Symbol, Term, Terms};

/// The way to a part of a term: the argument of the argument …
pub(crate) type Path = SmallVec<[u16; 4]>;

/// The arguments of a fact that an index looks up.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Part {
    /// The term there.
    Value(Path),
    /// The symbol of the term there.
    Symbol(Path),
}

impl Part {
    /// The value of this part of a fact.
    pub(crate) fn of(&self, fact: Term, terms: &Terms) -> Option<u32> {
        let (Self::Value(path) | Self::Symbol(path)) = self;
        let there = path.iter().try_fold(fact, |term, argument| {
            terms.arguments(term).get(usize::from(*argument)).copied()
        })?;
        Some(match self {
            Self::Value(_) => there,
            Self::Symbol(_) => terms.symbol_of(there),
        })
    }
}

/// The value that is looked up, for a condition whose variables are bound as far as possible.
#[derive(Clone, Debug)]
pub(crate) enum Sought {
    Pattern(Pattern),
    Symbol(Symbol),
}

/// A step of a join.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// Goes through the facts in an index.
    Scan {
        literal: usize,
        parts: Vec<Part>,
        sought: Vec<Sought>,
    },
    /// All variables are bound: the condition holds or not.
    Test(usize),
}

/// A join of a rule that starts from one of its conditions, or from none.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) rule: usize,
    pub(crate) first: Option<usize>,
    pub(crate) steps: Vec<Step>,
}

impl Plan {
    /// `later` lists the conditions that are not tested here: negations of incomplete predicates.
    pub(crate) fn of(
        (number, rule): (usize, &Rule),
        first: Option<usize>,
        later: impl Fn(&Literal) -> bool,
    ) -> Self {
        let mut planner = Planner {
            rule,
            bound: vec![false; rule.variables.len()],
            open: (0..rule.body.len()).collect(),
            steps: Vec::new(),
        };
        planner.open.retain(|&n| !later(&rule.body[n]));
        if let Some(first) = first {
            planner.take(first);
        }
        planner.order();
        Self {
            rule: number,
            first,
            steps: planner.steps,
        }
    }
}

struct Planner<'r> {
    rule: &'r Rule,
    bound: Vec<bool>,
    open: Vec<usize>,
    steps: Vec<Step>,
}

impl Planner<'_> {
    /// Tests come as early as possible, then the condition with the fewest unbound variables.
    fn order(&mut self) {
        while let Some(next) = self.next() {
            let step = match &self.rule.body[next] {
                Literal::Holds(atom) => self.scan(next, atom),
                _ => Step::Test(next),
            };
            self.steps.push(step);
            self.take(next);
        }
    }

    fn next(&self) -> Option<usize> {
        let cost = |n: usize| match &self.rule.body[n] {
            Literal::Holds(atom) => {
                let (mut free, mut known) = (0, 0);
                atom.pattern
                    .variables(&mut |variable| match self.bound[usize::from(variable)] {
                        true => known += 1,
                        false => free += 1,
                    });
                let apart = free > 0 && known == 0;
                (
                    1 + usize::from(free > 0) + usize::from(apart),
                    free,
                    usize::MAX - known,
                )
            }
            // Some positive condition binds each of its variables; it waits until then.
            literal if self.is_bound(literal) => (0, 0, 0),
            _ => (9, 0, 0),
        };
        self.open.iter().copied().min_by_key(|&n| (cost(n), n))
    }

    fn is_bound(&self, literal: &Literal) -> bool {
        let mut bound = true;
        literal.variables(&mut |variable| bound &= self.bound[usize::from(variable)]);
        bound
    }

    fn take(&mut self, literal: usize) {
        self.open.retain(|&n| n != literal);
        let bound = &mut self.bound;
        self.rule.body[literal].variables(&mut |variable| bound[usize::from(variable)] = true);
    }

    fn scan(&self, literal: usize, atom: &Atom) -> Step {
        let (mut parts, mut sought) = (Vec::new(), Vec::new());
        match &atom.pattern {
            Pattern::Compound(_, arguments) if !self.is_known(&atom.pattern) => {
                self.parts(arguments, &Path::new(), (&mut parts, &mut sought));
            }
            whole => {
                parts.push(Part::Value(Path::new()));
                sought.push(Sought::Pattern(whole.clone()));
            }
        }
        Step::Scan {
            literal,
            parts,
            sought,
        }
    }

    fn is_known(&self, pattern: &Pattern) -> bool {
        let mut known = true;
        pattern.variables(&mut |variable| known &= self.bound[usize::from(variable)]);
        known
    }

    fn parts(
        &self,
        arguments: &[Pattern],
        path: &Path,
        (parts, sought): (&mut Vec<Part>, &mut Vec<Sought>),
    ) {
        for (n, argument) in (0..).zip(arguments) {
            let mut path = path.clone();
            path.push(n);
            match argument {
                known if self.is_known(known) => {
                    parts.push(Part::Value(path));
                    sought.push(Sought::Pattern(known.clone()));
                }
                Pattern::Compound(symbol, inner) => {
                    parts.push(Part::Symbol(path.clone()));
                    sought.push(Sought::Symbol(*symbol));
                    self.parts(inner, &path, (parts, sought));
                }
                _ => {}
            }
        }
    }
}
