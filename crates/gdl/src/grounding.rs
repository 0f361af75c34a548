//! [`Ground`]: the rules of a game without variables.
//!
//! Predicates that do not depend on the position are computed exactly, one by one. The others are instantiated for all
//! facts that could ever be true: those that hold at the start or may follow, and every move that may be legal, ignoring
//! negations of the latter. Each instance is found once, by a semi-naive join (Ullman 1989) that starts from a new fact.

use std::collections::VecDeque;

use bouton_core::hashing::FastMap;
use bouton_core::{Limits, Meter};
use smallvec::SmallVec;

use crate::description::Description;
use crate::fault::{Fault, Refusal, Source};
use crate::plan::{Part, Plan, Sought, Step};
use crate::rule::{Atom, DOES, INIT, LEGAL, Literal, NEXT, Predicate, ROLE, Rule, TRUE, Variable};
use crate::stages::Stages;
use crate::term::{Term, Terms};

/// The most facts examined in joins.
const STEPS: u64 = 60_000_000;
/// The most instances of rules.
const INSTANCES: usize = 2_000_000;
/// The most facts.
const FACTS: usize = 4_000_000;
/// The deepest nesting of brackets in a fact.
const DEEPEST: u16 = 40;

/// A description without variables.
#[derive(Debug)]
pub(crate) struct Ground {
    pub(crate) source: Source,
    pub(crate) terms: Terms,
    /// The roles, in the order of the file.
    pub(crate) roles: Vec<Term>,
    /// The facts at the start.
    pub(crate) start: Vec<Term>,
    /// The instances of the rules that depend on the position.
    pub(crate) instances: Vec<Instance>,
    conditions: Vec<Term>,
    /// The number of `instances` of each rule of the description.
    pub(crate) rules: usize,
}

/// A rule without variables.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Instance {
    pub(crate) head: Term,
    start: u32,
    positive: u16,
    negative: u16,
}

impl Ground {
    /// The conditions that must hold for an instance, and those that must not.
    pub(crate) fn body(&self, instance: &Instance) -> (&[Term], &[Term]) {
        let start = instance.start as usize;
        let middle = start + usize::from(instance.positive);
        let end = middle + usize::from(instance.negative);
        (
            &self.conditions[start..middle],
            &self.conditions[middle..end],
        )
    }

    /// Instantiates a description.
    ///
    /// # Errors
    /// If rules have forbidden dependences, there are too many instances, or a limit is reached.
    pub(crate) fn of(description: Description, limits: &Limits) -> Result<Self, Refusal> {
        let stages = Stages::of(&description)?;
        let Description {
            source,
            terms,
            predicates,
            rules,
        } = description;
        let mut grounder = Grounder {
            source: &source,
            rules: &rules,
            terms,
            meter: limits.meter(),
            steps: 0,
            counts: vec![0; rules.len()],
            known: Vec::new(),
            queue: VecDeque::new(),
            facts: vec![Vec::new(); predicates.len()],
            count: 0,
            indexes: Vec::new(),
            index_of: FastMap::default(),
            by_predicate: vec![Vec::new(); predicates.len()],
            complete: stages.complete.clone(),
            instances: Vec::new(),
            conditions: Vec::new(),
        };
        for stage in &stages.fixed {
            grounder.fixed(stage)?;
        }
        let start = grounder.arguments(INIT);
        let roles = grounder.arguments(ROLE);
        grounder.play(&stages.played, &start)?;
        Ok(Self {
            instances: grounder.instances,
            conditions: grounder.conditions,
            terms: grounder.terms,
            rules: rules.len(),
            source,
            roles,
            start,
        })
    }
}

/// The facts of one predicate, by some of their parts.
struct Index {
    parts: Vec<Part>,
    buckets: FastMap<SmallVec<[u32; 4]>, u32>,
    facts: Vec<Vec<Term>>,
}

impl Index {
    fn put(&mut self, fact: Term, terms: &Terms) {
        let key = self.parts.iter().map(|part| part.of(fact, terms));
        let Some(key) = key.collect::<Option<SmallVec<_>>>() else {
            return;
        };
        let next = self.facts.len() as u32;
        let bucket = *self.buckets.entry(key).or_insert(next);
        if bucket == next {
            self.facts.push(Vec::new());
        }
        self.facts[bucket as usize].push(fact);
    }
}

struct Grounder<'d> {
    source: &'d Source,
    rules: &'d [Rule],
    terms: Terms,
    meter: Meter<'d>,
    steps: u64,
    /// The number of instances of each rule.
    counts: Vec<u64>,
    /// By term: whether it is a fact.
    known: Vec<bool>,
    /// Facts from which no join has started yet.
    queue: VecDeque<(Predicate, Term)>,
    facts: Vec<Vec<Term>>,
    count: usize,
    indexes: Vec<Index>,
    index_of: FastMap<(Predicate, Vec<Part>), usize>,
    by_predicate: Vec<Vec<usize>>,
    complete: Vec<bool>,
    instances: Vec<Instance>,
    conditions: Vec<Term>,
}

/// A plan with its indexes, in a join.
struct Join {
    plan: Plan,
    indexes: Vec<usize>,
}

/// A join in progress.
struct Bound<'j> {
    join: &'j Join,
    binding: Vec<Option<Term>>,
    trail: Vec<Variable>,
    /// The fact from which it started.
    fact: Term,
}

impl Grounder<'_> {
    /// The only arguments of a predicate's facts.
    fn arguments(&self, predicate: Predicate) -> Vec<Term> {
        let facts = self.facts[predicate as usize].iter();
        facts.map(|fact| self.terms.arguments(*fact)[0]).collect()
    }

    /// Computes the facts of some rules; all their dependences are complete, except on themselves.
    fn fixed(&mut self, stage: &[usize]) -> Result<(), Refusal> {
        let rules = self.rules;
        let mut own: Vec<_> = stage.iter().map(|n| rules[*n].head.predicate).collect();
        own.sort_unstable();
        own.dedup();
        self.run(stage, |predicate| own.binary_search(&predicate).is_ok())
    }

    /// Instantiates the rules that depend on the position.
    fn play(&mut self, stage: &[usize], start: &[Term]) -> Result<(), Refusal> {
        for fluent in start {
            self.hold(TRUE, &[*fluent]);
        }
        let complete = self.complete.clone();
        self.run(stage, |predicate| !complete[predicate as usize])
    }

    /// Derives all facts of some rules; `open` are the predicates that grow at the same time.
    fn run(&mut self, stage: &[usize], open: impl Fn(Predicate) -> bool) -> Result<(), Refusal> {
        let (joins, mut begun) = self.joins(stage, &open);
        for join in &joins {
            if join.plan.first.is_none() {
                self.join(join, None)?;
            }
        }
        while let Some((predicate, fact)) = self.queue.pop_front() {
            self.activate(predicate, fact);
            for &join in begun.entry(predicate).or_default().iter() {
                self.join(&joins[join], Some(fact))?;
            }
        }
        Ok(())
    }

    /// A join for each condition that may start it, by its predicate.
    fn joins(
        &mut self,
        stage: &[usize],
        open: &impl Fn(Predicate) -> bool,
    ) -> (Vec<Join>, FastMap<Predicate, Vec<usize>>) {
        let rules = self.rules;
        let mut joins = Vec::new();
        let mut begun: FastMap<_, Vec<_>> = FastMap::default();
        let later =
            |literal: &Literal| matches!(literal, Literal::Fails(atom) if open(atom.predicate));
        for &n in stage {
            let rule = &rules[n];
            let before = joins.len();
            for (place, literal) in rule.body.iter().enumerate() {
                let Literal::Holds(Atom { predicate, .. }) = literal else {
                    continue;
                };
                if open(*predicate) {
                    begun.entry(*predicate).or_default().push(joins.len());
                    joins.push(self.indexed(Plan::of((n, rule), Some(place), later)));
                }
            }
            if joins.len() == before {
                joins.push(self.indexed(Plan::of((n, rule), None, later)));
            }
        }
        (joins, begun)
    }

    fn indexed(&mut self, plan: Plan) -> Join {
        let rule = &self.rules[plan.rule];
        let indexes = plan.steps.iter().map(|step| match step {
            Step::Test(_) => usize::MAX,
            Step::Scan { literal, parts, .. } => {
                let atom = rule.body[*literal].atom();
                let predicate = atom.expect("invariant: only atoms are scanned").predicate;
                self.index(predicate, parts)
            }
        });
        let indexes = indexes.collect();
        Join { plan, indexes }
    }

    fn index(&mut self, predicate: Predicate, parts: &[Part]) -> usize {
        let key = (predicate, parts.to_vec());
        if let Some(index) = self.index_of.get(&key) {
            return *index;
        }
        let mut index = Index {
            parts: parts.to_vec(),
            buckets: FastMap::default(),
            facts: Vec::new(),
        };
        for fact in &self.facts[predicate as usize] {
            index.put(*fact, &self.terms);
        }
        let number = self.indexes.len();
        self.indexes.push(index);
        self.index_of.insert(key, number);
        self.by_predicate[predicate as usize].push(number);
        number
    }

    fn activate(&mut self, predicate: Predicate, fact: Term) {
        self.facts[predicate as usize].push(fact);
        for &index in &self.by_predicate[predicate as usize] {
            self.indexes[index].put(fact, &self.terms);
        }
    }

    fn join(&mut self, join: &Join, fact: Option<Term>) -> Result<(), Refusal> {
        self.spend()?;
        let rule = &self.rules[join.plan.rule];
        let mut bound = Bound {
            join,
            binding: vec![None; rule.variables.len()],
            trail: Vec::new(),
            fact: fact.unwrap_or(Term::MAX),
        };
        if let (Some(first), Some(fact)) = (join.plan.first, fact)
            && !self.fits(first, fact, &mut bound)
        {
            return Ok(());
        }
        self.step(0, &mut bound)
    }

    fn fits(&self, literal: usize, fact: Term, bound: &mut Bound<'_>) -> bool {
        let rule = &self.rules[bound.join.plan.rule];
        let Some(atom) = rule.body[literal].atom() else {
            return false;
        };
        let bindings = (&mut bound.binding[..], &mut bound.trail);
        atom.pattern.matches(fact, &self.terms, bindings)
    }

    /// Continues with a step of the join; the depth is at most the number of the rule's conditions.
    fn step(&mut self, n: usize, bound: &mut Bound<'_>) -> Result<(), Refusal> {
        let join = bound.join;
        let (literal, sought) = match join.plan.steps.get(n) {
            None => return self.found(bound),
            Some(Step::Test(literal)) => {
                self.count_step(join)?;
                return match self.holds(*literal, bound) {
                    true => self.step(n + 1, bound),
                    false => Ok(()),
                };
            }
            Some(Step::Scan {
                literal, sought, ..
            }) => (*literal, sought),
        };
        let index = join.indexes[n];
        let Some(bucket) = self.bucket(index, sought, bound) else {
            return Ok(());
        };
        // Conditions before the first one must match older facts, so that no instance is found twice.
        let older = join.plan.first.is_some_and(|first| literal < first);
        for place in 0..self.indexes[index].facts[bucket].len() {
            let fact = self.indexes[index].facts[bucket][place];
            self.count_step(join)?;
            if older && fact == bound.fact {
                continue;
            }
            let before = bound.trail.len();
            if self.fits(literal, fact, bound) {
                self.step(n + 1, bound)?;
            }
            for variable in bound.trail.drain(before..) {
                bound.binding[usize::from(variable)] = None;
            }
        }
        Ok(())
    }

    fn bucket(&mut self, index: usize, sought: &[Sought], bound: &Bound<'_>) -> Option<usize> {
        let mut key = SmallVec::<[u32; 4]>::new();
        for sought in sought {
            key.push(match sought {
                Sought::Symbol(symbol) => *symbol,
                Sought::Pattern(pattern) => pattern.filled(&mut self.terms, &bound.binding)?,
            });
        }
        let bucket = self.indexes[index].buckets.get(&key)?;
        Some(*bucket as usize)
    }

    /// Whether a condition holds; all its variables are bound.
    fn holds(&mut self, literal: usize, bound: &Bound<'_>) -> bool {
        let rule = &self.rules[bound.join.plan.rule];
        match &rule.body[literal] {
            Literal::Holds(atom) => self
                .filled(atom, bound)
                .is_some_and(|fact| self.is_known(fact)),
            Literal::Fails(atom) => !self
                .filled(atom, bound)
                .is_some_and(|fact| self.is_known(fact)),
            Literal::Differ(one, other) | Literal::Same(one, other) => {
                let one = one.filled(&mut self.terms, &bound.binding);
                let other = other.filled(&mut self.terms, &bound.binding);
                (one == other) == matches!(rule.body[literal], Literal::Same(..))
            }
        }
    }

    fn filled(&mut self, atom: &Atom, bound: &Bound<'_>) -> Option<Term> {
        atom.pattern.filled(&mut self.terms, &bound.binding)
    }

    fn is_known(&self, fact: Term) -> bool {
        self.known.get(fact as usize).copied().unwrap_or(false)
    }

    /// All conditions match: records the result.
    fn found(&mut self, bound: &Bound<'_>) -> Result<(), Refusal> {
        let number = bound.join.plan.rule;
        let rule = &self.rules[number];
        self.counts[number] += 1;
        let head = self.filled(&rule.head, bound);
        let head = head.expect("invariant: a rule is safe");
        if self.terms.depth(head) > DEEPEST {
            let head = crate::fault::shortened(&self.terms.show(head), 60);
            let what = format!("terms grow without end: {head}");
            return Err(self.capped(number, &what).into());
        }
        if !self.complete[rule.head.predicate as usize] {
            self.record(rule, head, bound)?;
        }
        self.derive(rule.head.predicate, head);
        if self.count > FACTS {
            let what = format!("there are more than {FACTS} facts");
            return Err(self.capped(number, &what).into());
        }
        Ok(())
    }

    /// Stores an instance of a rule that depends on the position.
    fn record(&mut self, rule: &Rule, head: Term, bound: &Bound<'_>) -> Result<(), Refusal> {
        if self.instances.len() == INSTANCES {
            let what = format!("the rules have more than {INSTANCES} instances");
            return Err(self.capped(bound.join.plan.rule, &what).into());
        }
        let start = self.conditions.len();
        let mut counts = [0; 2];
        for (n, holds) in [true, false].into_iter().enumerate() {
            for literal in &rule.body {
                let atom = match literal {
                    Literal::Holds(atom) if holds => atom,
                    Literal::Fails(atom) if !holds => atom,
                    _ => continue,
                };
                if !self.complete[atom.predicate as usize] {
                    let fact = self.filled(atom, bound);
                    self.conditions
                        .push(fact.expect("invariant: a rule is safe"));
                    counts[n] += 1;
                }
            }
        }
        self.instances.push(Instance {
            head,
            start: start as u32,
            positive: counts[0],
            negative: counts[1],
        });
        Ok(())
    }

    /// Notes a fact, and the facts that follow from it by the meaning of the keywords.
    fn derive(&mut self, predicate: Predicate, fact: Term) {
        if !self.note(predicate, fact) {
            return;
        }
        let arguments: SmallVec<[Term; 2]> = self.terms.arguments(fact).into();
        match predicate {
            NEXT => self.hold(TRUE, &arguments),
            LEGAL => self.hold(DOES, &arguments),
            _ => {}
        }
    }

    fn hold(&mut self, predicate: Predicate, arguments: &[Term]) {
        let symbol = self
            .terms
            .symbol(crate::rule::KEYWORDS[predicate as usize].0);
        let fact = self.terms.term(symbol, arguments);
        self.note(predicate, fact);
    }

    /// Notes a fact; returns whether it is new.
    fn note(&mut self, predicate: Predicate, fact: Term) -> bool {
        if self.known.len() <= fact as usize {
            self.known
                .resize(self.terms.len().max(fact as usize + 1), false);
        }
        let new = !std::mem::replace(&mut self.known[fact as usize], true);
        if new {
            self.count += 1;
            self.queue.push_back((predicate, fact));
        }
        new
    }

    fn count_step(&mut self, join: &Join) -> Result<(), Refusal> {
        self.steps += 1;
        if self.steps > STEPS {
            let what = format!("joining the rules takes more than {STEPS} steps");
            return Err(self.capped(join.plan.rule, &what).into());
        }
        self.spend()
    }

    /// Counts the examination of a fact.
    fn spend(&mut self) -> Result<(), Refusal> {
        let held = || {
            let each = self.terms.bytes() + 48 * self.count as u64;
            each + (size_of_val(&self.instances[..]) + size_of_val(&self.conditions[..])) as u64
        };
        Ok(self.meter.spend_holding(1, held)?)
    }

    /// The error when a bound is reached while a rule is joined.
    fn capped(&self, rule: usize, what: &str) -> Fault {
        let (count, rule) = (self.counts[rule], &self.rules[rule]);
        let instances = if count == 1 { "instance" } else { "instances" };
        let message = format!("{what}; this rule had {count} {instances} by then");
        Fault::at(self.source, rule.span.clone(), message)
    }
}
