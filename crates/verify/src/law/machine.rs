//! Automata of formulas, run on the fly: states are made when they are reached, nothing is minimised.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use super::formula::{Formula, Linear, Var};

/// A table over columns of digits; the start is 0 and absent states reject for ever.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) arity: usize,
    pub(super) next: Vec<Vec<Option<usize>>>,
    pub(super) accepting: Vec<bool>,
}

/// The numeration system of a recurrence.
#[derive(Clone, Debug)]
pub(super) struct System {
    pub(super) recurrence: Vec<i64>,
    pub(super) digits: usize,
    /// The place values below 2^60.
    places: Vec<i128>,
}

impl System {
    pub(super) fn new(recurrence: Vec<i64>) -> Result<Self, String> {
        let falls = recurrence.windows(2).all(|pair| pair[0] >= pair[1]);
        let in_range = recurrence.iter().all(|t| (1..=63).contains(t));
        if !falls || !in_range || recurrence.is_empty() || recurrence == [1] {
            return Err("expected coefficients from 1 to 63 that do not increase".to_string());
        }
        let digits = recurrence[0] as usize + usize::from(recurrence.len() > 1);
        let mut places: Vec<i128> = Vec::new();
        while places.last().is_none_or(|&place| place < 1 << 60) {
            let sum: i128 = recurrence
                .iter()
                .zip(places.iter().rev())
                .map(|(&t, &u)| i128::from(t) * u)
                .sum();
            places.push(sum + i128::from(places.len() < recurrence.len()));
        }
        Ok(System {
            recurrence,
            digits,
            places,
        })
    }

    /// The words whose every suffix is at most `t1 … t(m-1) (tm - 1)` repeated.
    fn valid(&self) -> Table {
        let mut bound = self.recurrence.clone();
        let last = bound.len() - 1;
        bound[last] -= 1;
        let row = |at: usize| {
            let after = |digit: usize| match (digit as i64).cmp(&bound[at]) {
                std::cmp::Ordering::Less => Some(0),
                std::cmp::Ordering::Equal => Some((at + 1) % bound.len()),
                std::cmp::Ordering::Greater => None,
            };
            (0..self.digits).map(after).collect()
        };
        Table {
            arity: 1,
            next: (0..bound.len()).map(row).collect(),
            accepting: vec![true; bound.len()],
        }
    }

    /// What `Σ r[i]·U(n+i)` is for n digits to come, with `parts` as the coefficients of the digits to
    /// come and a constant: always positive, always negative, or not yet known.
    fn sign(&self, r: &[i64], parts: &[i64], constant: i64) -> Option<bool> {
        let most: i128 = parts.iter().map(|&c| i128::from(c.max(0))).sum();
        let least: i128 = parts.iter().map(|&c| i128::from(c.min(0))).sum();
        let worth = |n: usize| -> i128 {
            i128::from(constant)
                + r.iter()
                    .zip(&self.places[n..])
                    .map(|(&r, u)| i128::from(r) * u)
                    .sum::<i128>()
        };
        let lengths = 0..self.places.len() - r.len();
        // A word of n digits is worth from 0 to U(n) - 1.
        let positive = lengths
            .clone()
            .all(|n| worth(n) + least * (self.places[n] - 1) > 0);
        let negative = || {
            lengths
                .clone()
                .all(|n| worth(n) + most * (self.places[n] - 1) < 0)
        };
        if positive {
            Some(true)
        } else {
            negative().then_some(false)
        }
    }
}

/// The number of a node.
type Id = usize;
/// The state from which nothing is accepted.
const NEVER: u32 = 0;
/// The state from which everything is accepted.
const ALWAYS: u32 = 1;

/// What a node does.
#[derive(Clone, Debug)]
enum Kind {
    /// The sum is below 0 (true) or 0 (false); the state is the vector r.
    Sign {
        parts: Vec<i64>,
        constant: i64,
        negative: bool,
    },
    /// The sum is a multiple; the state is the vector r modulo the number.
    Multiple {
        parts: Vec<i64>,
        constant: i64,
        modulus: i64,
    },
    Table(Table),
    Not(Id),
    And(Vec<Id>),
    Or(Vec<Id>),
    /// Some values of the variables satisfy the conjunction; the state is a set.
    Some {
        vars: Vec<Var>,
        body: Id,
        plan: Vec<Vec<usize>>,
    },
}

/// A formula's automaton as far as it was reached.
#[derive(Debug)]
struct Node {
    kind: Rc<Kind>,
    /// The variables it reads; for tables and sums in the order of the columns.
    reads: Vec<Var>,
    states: Vec<Vec<i64>>,
    number: HashMap<Vec<i64>, u32>,
    known: HashMap<(u32, u64), u32>,
}

/// All automata of one check.
pub(super) struct Machine {
    pub(super) system: System,
    tables: HashMap<String, Table>,
    nodes: Vec<Node>,
    /// The digit of each variable in the column being read.
    column: Vec<usize>,
    fresh: Var,
    /// How many states may still be made.
    left: usize,
}

impl Machine {
    pub(super) fn new(system: System, fresh: Var, states: usize) -> Self {
        let mut machine = Machine {
            system,
            tables: HashMap::new(),
            nodes: Vec::new(),
            column: Vec::new(),
            fresh,
            left: states,
        };
        let valid = machine.system.valid();
        machine.define("valid", valid);
        machine
    }

    pub(super) fn define(&mut self, name: &str, table: Table) {
        self.tables.insert(name.to_string(), table);
    }

    /// Whether no values of the variables, the only free ones, satisfy all parts.
    pub(super) fn never(&mut self, vars: &[Var], parts: Vec<Formula>) -> Result<bool, String> {
        let top = self.some(vars, &Formula::And(parts))?;
        let kind = self.nodes[top].kind.clone();
        let Kind::Some { vars, body, plan } = &*kind else {
            return Err("internal: no conjunction".into());
        };
        let body = *body;
        let mut waiting = vec![self.start(body)?];
        let mut seen: BTreeSet<u32> = waiting.iter().copied().collect();
        while let Some(state) = waiting.pop() {
            if self.accepts(body, state) {
                return Ok(false);
            }
            let mut reached = Vec::new();
            self.branch(body, state, vars, plan, 0, &mut Vec::new(), &mut reached)?;
            waiting.extend(reached.into_iter().filter(|&state| seen.insert(state)));
        }
        Ok(true)
    }

    /// A variable that nothing has yet.
    pub(super) fn fresh(&mut self) -> Var {
        self.fresh += 1;
        self.fresh - 1
    }

    fn node(&mut self, kind: Kind, reads: Vec<Var>) -> Id {
        let most = reads.iter().copied().max().map_or(0, |var| var + 1);
        self.column.resize(self.column.len().max(most), 0);
        let markers = vec![vec![i64::MIN], vec![i64::MAX]];
        self.nodes.push(Node {
            kind: Rc::new(kind),
            reads,
            states: markers,
            number: HashMap::new(),
            known: HashMap::new(),
        });
        self.nodes.len() - 1
    }

    fn joined_reads(&self, children: &[Id]) -> Vec<Var> {
        let all: BTreeSet<Var> = children
            .iter()
            .flat_map(|&child| self.nodes[child].reads.iter().copied())
            .collect();
        all.into_iter().collect()
    }

    fn compile(&mut self, formula: &Formula) -> Result<Id, String> {
        match formula {
            Formula::Negative(sum) => Ok(self.sum(sum, |parts, constant| Kind::Sign {
                parts,
                constant,
                negative: true,
            })),
            Formula::Zero(sum) => Ok(self.sum(sum, |parts, constant| Kind::Sign {
                parts,
                constant,
                negative: false,
            })),
            Formula::Multiple(sum, modulus) => {
                let modulus = *modulus;
                Ok(self.sum(sum, move |parts, constant| Kind::Multiple {
                    parts,
                    constant,
                    modulus,
                }))
            }
            Formula::Is(..) => self.some(&[], formula),
            Formula::Not(part) => {
                let child = self.compile(part)?;
                let reads = self.nodes[child].reads.clone();
                let reads = self.sorted(reads);
                Ok(self.node(Kind::Not(child), reads))
            }
            Formula::And(parts) | Formula::Or(parts) => {
                let children: Vec<Id> = parts
                    .iter()
                    .map(|part| self.compile(part))
                    .collect::<Result<_, _>>()?;
                let reads = self.joined_reads(&children);
                let all = matches!(formula, Formula::And(_));
                Ok(self.node(
                    if all {
                        Kind::And(children)
                    } else {
                        Kind::Or(children)
                    },
                    reads,
                ))
            }
            Formula::Some(vars, body) => match &**body {
                Formula::Or(parts) => {
                    let split = parts
                        .iter()
                        .map(|part| Formula::Some(vars.clone(), Box::new(part.clone())))
                        .collect();
                    self.compile(&Formula::Or(split))
                }
                body => self.some(vars, body),
            },
        }
    }

    fn sorted(&self, mut vars: Vec<Var>) -> Vec<Var> {
        vars.sort_unstable();
        vars.dedup();
        vars
    }

    fn sum(&mut self, sum: &Linear, kind: impl FnOnce(Vec<i64>, i64) -> Kind) -> Id {
        let kind = kind(sum.parts.values().copied().collect(), sum.constant);
        self.node(kind, sum.parts.keys().copied().collect())
    }

    /// "Some values of the variables satisfy the formula": its conjuncts side by side, arguments of
    /// sets that are sums as further variables, and every variable valid.
    fn some(&mut self, vars: &[Var], body: &Formula) -> Result<Id, String> {
        let mut vars = vars.to_vec();
        let mut children = Vec::new();
        let mut waiting = vec![body.clone()];
        while let Some(part) = waiting.pop() {
            match part {
                Formula::And(parts) => waiting.extend(parts),
                Formula::Is(name, sums) => {
                    let table = self
                        .tables
                        .get(&name)
                        .cloned()
                        .ok_or_else(|| format!("expected a known set, found `{name}`"))?;
                    if table.arity != sums.len() {
                        return Err(format!(
                            "expected {} arguments of `{name}`, found {}",
                            table.arity,
                            sums.len()
                        ));
                    }
                    let mut reads = Vec::new();
                    for sum in sums {
                        let only =
                            sum.parts.iter().next().filter(|&(_, &c)| {
                                c == 1 && sum.constant == 0 && sum.parts.len() == 1
                            });
                        if let Some((&var, _)) = only {
                            reads.push(var);
                            continue;
                        }
                        let var = self.fresh();
                        waiting.push(Formula::Zero(Linear::variable(var).plus(&sum, -1)?));
                        vars.push(var);
                        reads.push(var);
                    }
                    children.push(self.node(Kind::Table(table), reads));
                }
                other => children.push(self.compile(&other)?),
            }
        }
        for &var in &vars {
            let valid = self.tables["valid"].clone();
            children.push(self.node(Kind::Table(valid), vec![var]));
        }
        let (vars, plan) = self.plan(vars, &children);
        let reads = self.joined_reads(&children);
        let kept = reads
            .iter()
            .copied()
            .filter(|var| !vars.contains(var))
            .collect();
        let body = self.node(Kind::And(children), reads);
        Ok(self.node(Kind::Some { vars, body, plan }, kept))
    }

    /// An order of the variables in which parts are known early, and which parts are known after each.
    fn plan(&self, mut vars: Vec<Var>, children: &[Id]) -> (Vec<Var>, Vec<Vec<usize>>) {
        let mut pending: Vec<usize> = (0..children.len()).collect();
        let mut order = Vec::new();
        let mut plan = Vec::new();
        loop {
            let missing = |child: usize, vars: &[Var]| {
                self.nodes[children[child]]
                    .reads
                    .iter()
                    .filter(|var| vars.contains(var))
                    .count()
            };
            let (ready, rest): (Vec<usize>, Vec<usize>) = pending
                .into_iter()
                .partition(|&child| missing(child, &vars) == 0);
            plan.push(ready);
            pending = rest;
            if vars.is_empty() {
                return (order, plan);
            }
            let completed = |var: Var| {
                pending
                    .iter()
                    .filter(|&&child| {
                        missing(child, &vars) == 1
                            && self.nodes[children[child]].reads.contains(&var)
                    })
                    .count()
            };
            let at = (0..vars.len())
                .max_by_key(|&at| (completed(vars[at]), std::cmp::Reverse(at)))
                .unwrap_or(0);
            order.push(vars.remove(at));
        }
    }

    fn intern(&mut self, node: Id, state: Vec<i64>) -> Result<u32, String> {
        let node = &mut self.nodes[node];
        if let Some(&known) = node.number.get(&state) {
            return Ok(known);
        }
        self.left = self
            .left
            .checked_sub(1)
            .ok_or("the check takes too many states")?;
        node.states.push(state.clone());
        let number = node.states.len() as u32 - 1;
        node.number.insert(state, number);
        Ok(number)
    }

    fn start(&mut self, node: Id) -> Result<u32, String> {
        let kind = self.nodes[node].kind.clone();
        match &*kind {
            Kind::Sign { .. } | Kind::Multiple { .. } => {
                self.intern(node, vec![0; self.system.recurrence.len()])
            }
            Kind::Table(_) => self.intern(node, vec![0]),
            Kind::Not(child) => {
                let child = self.start(*child)?;
                self.combined(node, vec![child])
            }
            Kind::And(children) | Kind::Or(children) => {
                let states = children
                    .iter()
                    .map(|&child| self.start(child))
                    .collect::<Result<_, _>>()?;
                self.combined(node, states)
            }
            Kind::Some { vars, body, plan } => {
                let kept = self.nodes[node].reads.clone();
                let mut found = vec![self.start(*body)?];
                let mut at = 0;
                while at < found.len() {
                    kept.iter().for_each(|&var| self.column[var] = 0);
                    let mut reached = Vec::new();
                    self.branch(
                        *body,
                        found[at],
                        vars,
                        plan,
                        0,
                        &mut Vec::new(),
                        &mut reached,
                    )?;
                    for state in reached {
                        if !found.contains(&state) {
                            found.push(state);
                        }
                    }
                    at += 1;
                }
                self.set(node, found)
            }
        }
    }

    /// The state of a junction or negation whose children are in these states.
    fn combined(&mut self, node: Id, states: Vec<u32>) -> Result<u32, String> {
        let (absorbing, neutral) = match *self.nodes[node].kind {
            Kind::Not(_) => match states[0] {
                NEVER => return Ok(ALWAYS),
                ALWAYS => return Ok(NEVER),
                other => return self.intern(node, vec![i64::from(other)]),
            },
            Kind::Or(_) => (ALWAYS, NEVER),
            _ => (NEVER, ALWAYS),
        };
        if states.contains(&absorbing) {
            return Ok(absorbing);
        }
        if states.iter().all(|&state| state == neutral) {
            return Ok(neutral);
        }
        self.intern(node, states.into_iter().map(i64::from).collect())
    }

    fn set(&mut self, node: Id, mut states: Vec<u32>) -> Result<u32, String> {
        states.retain(|&state| state != NEVER);
        states.sort_unstable();
        states.dedup();
        match states.as_slice() {
            [] => Ok(NEVER),
            states if states.contains(&ALWAYS) => Ok(ALWAYS),
            states => self.intern(node, states.iter().map(|&state| i64::from(state)).collect()),
        }
    }

    fn accepts(&self, node: Id, state: u32) -> bool {
        if state <= ALWAYS {
            return state == ALWAYS;
        }
        let inner = &self.nodes[node].states[state as usize];
        let worth = |r: &[i64]| -> i128 {
            r.iter()
                .zip(&self.system.places)
                .map(|(&r, u)| i128::from(r) * u)
                .sum()
        };
        match &*self.nodes[node].kind {
            Kind::Sign {
                constant, negative, ..
            } => {
                let value = worth(inner) + i128::from(*constant);
                if *negative { value < 0 } else { value == 0 }
            }
            Kind::Multiple {
                constant, modulus, ..
            } => (worth(inner) + i128::from(*constant)) % i128::from(*modulus) == 0,
            Kind::Table(table) => table.accepting[inner[0] as usize],
            Kind::Not(child) => !self.accepts(*child, inner[0] as u32),
            Kind::And(children) => children
                .iter()
                .zip(inner)
                .all(|(&child, &state)| self.accepts(child, state as u32)),
            Kind::Or(children) => children
                .iter()
                .zip(inner)
                .any(|(&child, &state)| self.accepts(child, state as u32)),
            Kind::Some { body, .. } => inner.iter().any(|&state| self.accepts(*body, state as u32)),
        }
    }

    /// The state after the column that `self.column` holds.
    fn step(&mut self, node: Id, state: u32) -> Result<u32, String> {
        if state <= ALWAYS {
            return Ok(state);
        }
        let digits = self.system.digits as u64;
        let reads = &self.nodes[node].reads;
        let column = reads.iter().try_fold(0u64, |column, &var| {
            column
                .checked_mul(digits)
                .map(|c| c + self.column[var] as u64)
        });
        let key = (
            state,
            column.ok_or("the check reads too many numbers at once")?,
        );
        if let Some(&known) = self.nodes[node].known.get(&key) {
            return Ok(known);
        }
        let after = self.successor(node, state)?;
        self.left = self
            .left
            .checked_sub(1)
            .ok_or("the check takes too many steps")?;
        self.nodes[node].known.insert(key, after);
        Ok(after)
    }

    fn successor(&mut self, node: Id, state: u32) -> Result<u32, String> {
        let inner = self.nodes[node].states[state as usize].clone();
        let kind = self.nodes[node].kind.clone();
        match &*kind {
            Kind::Sign {
                parts,
                constant,
                negative,
            } => {
                let r = self.shifted(node, &inner, parts)?;
                match self.system.sign(&r, parts, *constant) {
                    None => self.intern(node, r),
                    Some(positive) => Ok(if *negative && !positive {
                        ALWAYS
                    } else {
                        NEVER
                    }),
                }
            }
            Kind::Multiple { parts, modulus, .. } => {
                let r = self.shifted(node, &inner, parts)?;
                self.intern(
                    node,
                    r.into_iter().map(|r| r.rem_euclid(*modulus)).collect(),
                )
            }
            Kind::Table(table) => {
                let column = self.nodes[node].reads.iter().fold(0, |column, &var| {
                    column * self.system.digits + self.column[var]
                });
                match table.next[inner[0] as usize][column] {
                    Some(after) => self.intern(node, vec![after as i64]),
                    None => Ok(NEVER),
                }
            }
            Kind::Not(child) => {
                let child = self.step(*child, inner[0] as u32)?;
                self.combined(node, vec![child])
            }
            Kind::And(children) | Kind::Or(children) => {
                let pairs = children.iter().zip(&inner);
                let states = pairs
                    .map(|(&child, &state)| self.step(child, state as u32))
                    .collect::<Result<_, _>>()?;
                self.combined(node, states)
            }
            Kind::Some { vars, body, plan } => {
                let mut reached = Vec::new();
                for &state in &inner {
                    self.branch(
                        *body,
                        state as u32,
                        vars,
                        plan,
                        0,
                        &mut Vec::new(),
                        &mut reached,
                    )?;
                }
                self.set(node, reached)
            }
        }
    }

    /// The vector r after a column.
    fn shifted(&self, node: Id, r: &[i64], parts: &[i64]) -> Result<Vec<i64>, String> {
        let recurrence = &self.system.recurrence;
        let top = *r.last().ok_or("internal: an empty recurrence")?;
        let digit: Option<i64> = self.nodes[node]
            .reads
            .iter()
            .zip(parts)
            .try_fold(0i64, |sum, (&var, &c)| {
                sum.checked_add(c.checked_mul(self.column[var] as i64)?)
            });
        let entry = |i: usize| {
            let carried = recurrence[recurrence.len() - 1 - i].checked_mul(top)?;
            carried.checked_add(if i == 0 { digit? } else { r[i - 1] })
        };
        (0..r.len())
            .map(entry)
            .collect::<Option<Vec<i64>>>()
            .ok_or_else(|| "a number leaves 64 bits".to_string())
    }

    /// The states of a conjunction after the column, for all digits of the variables; a choice is
    /// given up as soon as a part that is known rejects for ever.
    #[allow(clippy::too_many_arguments)]
    fn branch(
        &mut self,
        body: Id,
        state: u32,
        vars: &[Var],
        plan: &[Vec<usize>],
        depth: usize,
        known: &mut Vec<(usize, u32)>,
        reached: &mut Vec<u32>,
    ) -> Result<(), String> {
        if state <= ALWAYS {
            reached.push(state);
            return Ok(());
        }
        let outer = known.len();
        for &at in &plan[depth] {
            let Kind::And(children) = &*self.nodes[body].kind else {
                return Err("internal: no conjunction".into());
            };
            let child = children[at];
            let inner = self.nodes[body].states[state as usize][at] as u32;
            let after = self.step(child, inner)?;
            if after == NEVER {
                known.truncate(outer);
                return Ok(());
            }
            known.push((at, after));
        }
        if depth == vars.len() {
            let mut states = vec![NEVER; known.len()];
            known.iter().for_each(|&(at, after)| states[at] = after);
            reached.push(self.combined(body, states)?);
        } else {
            for digit in 0..self.system.digits {
                self.column[vars[depth]] = digit;
                self.branch(body, state, vars, plan, depth + 1, known, reached)?;
            }
        }
        known.truncate(outer);
        Ok(())
    }
}
