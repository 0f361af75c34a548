//! Automata of formulas. Small ones are built in full and minimised at once, and quantified variables are eliminated one
//! after the other. If that takes too much, states are created when they are reached.

use std::collections::BTreeSet;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::formula::{Formula, Linear, Var};
use super::system::{System, Table};
use crate::Refusal;
use crate::bounds::Meter;
use crate::notes::Notes;

mod join;
mod run;
mod smallest;
#[cfg(test)]
mod tests;

use smallest::Written;

/// The number of a node.
type Id = usize;
/// The state from which nothing is accepted.
const NEVER: u32 = 0;
/// The state from which everything is accepted.
const ALWAYS: u32 = 1;

/// The kind of a node.
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
    Table(Rc<Written>),
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

/// The part of a formula's automaton that was reached.
#[derive(Debug)]
struct Node {
    kind: Rc<Kind>,
    /// The variables it reads; for tables and sums in the order of the columns.
    reads: Vec<Var>,
    states: Vec<Vec<i64>>,
    number: FxHashMap<Vec<i64>, u32>,
    known: FxHashMap<(u32, usize), u32>,
    /// Bytes of its states and steps.
    held: usize,
}

/// All automata of one check.
pub(super) struct Machine {
    pub(super) system: System,
    tables: FxHashMap<String, (usize, Rc<Written>)>,
    nodes: Vec<Node>,
    /// The digit of each variable in the column being read.
    column: Vec<usize>,
    fresh: Var,
    pub(super) notes: Notes,
    /// The most entries of an automaton that is built in full.
    room: usize,
}

/// The most entries of an automaton that is expanded into a full table.
const ROOM: usize = 1 << 22;

impl Machine {
    pub(super) fn new(system: System, fresh: Var, work: Meter) -> Self {
        let mut machine = Machine {
            system,
            tables: FxHashMap::default(),
            nodes: Vec::new(),
            column: Vec::new(),
            fresh,
            notes: Notes::begin(work),
            room: ROOM,
        };
        let valid = machine.system.valid();
        machine.define("valid", valid);
        machine
    }

    pub(super) fn define(&mut self, name: &str, table: Table) {
        let written = Rc::new(Written::of(&table));
        self.tables.insert(name.to_string(), (table.arity, written));
    }

    /// Whether no values of the variables (which must be the only free ones) satisfy all parts.
    pub(super) fn never(&mut self, vars: &[Var], parts: Vec<Formula>) -> Result<bool, Refusal> {
        let (vars, children) = self.parts(vars, &Formula::And(parts))?;
        let (vars, plan) = self.plan(vars, &children);
        let body = self.junction(Kind::And, children);
        let mut waiting = vec![self.start(body)?];
        let mut seen: BTreeSet<u32> = waiting.iter().copied().collect();
        while let Some(state) = waiting.pop() {
            self.notes.work.spend(1)?;
            if self.accepts(body, state) {
                return Ok(false);
            }
            let reached = self.reached(body, state, &vars, &plan)?;
            waiting.extend(reached.into_iter().filter(|&state| seen.insert(state)));
        }
        Ok(true)
    }

    /// A new variable.
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
            number: FxHashMap::default(),
            known: FxHashMap::default(),
            held: 0,
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

    /// The node of a formula, built in full if that is not too large.
    fn compile(&mut self, formula: &Formula) -> Result<Id, Refusal> {
        let node = self.unwritten(formula)?;
        self.write_out(node)?;
        Ok(node)
    }

    fn unwritten(&mut self, formula: &Formula) -> Result<Id, Refusal> {
        match formula {
            Formula::Negative(sum) | Formula::Zero(sum) => {
                let negative = matches!(formula, Formula::Negative(_));
                Ok(self.sum(sum, |parts, constant| Kind::Sign {
                    parts,
                    constant,
                    negative,
                }))
            }
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
                let reads = self.joined_reads(&[child]);
                Ok(self.node(Kind::Not(child), reads))
            }
            Formula::And(parts) | Formula::Or(parts) => {
                let children: Vec<Id> = parts
                    .iter()
                    .map(|part| self.compile(part))
                    .collect::<Result<_, _>>()?;
                let all = matches!(formula, Formula::And(_));
                Ok(self.junction(if all { Kind::And } else { Kind::Or }, children))
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

    fn junction(&mut self, kind: fn(Vec<Id>) -> Kind, children: Vec<Id>) -> Id {
        let reads = self.joined_reads(&children);
        self.node(kind(children), reads)
    }

    fn sum(&mut self, sum: &Linear, kind: impl FnOnce(Vec<i64>, i64) -> Kind) -> Id {
        let kind = kind(sum.parts.values().copied().collect(), sum.constant);
        self.node(kind, sum.parts.keys().copied().collect())
    }
}
