//! Automata of formulas, run on the fly: states are made when they are reached, nothing is minimised.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use super::formula::{Formula, Linear, Var};
use super::system::{System, Table};

mod run;

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
}
