//! Conjunctions and "some values of the variables satisfy": variables are eliminated one after the other.

use super::{Id, Kind, Machine};
use crate::Refusal;
use crate::law::formula::{Formula, Linear, Var, equal};

impl Machine {
    /// "Some values of the variables satisfy the formula."
    pub(super) fn some(&mut self, vars: &[Var], body: &Formula) -> Result<Id, Refusal> {
        let (vars, children) = self.parts(vars, body)?;
        if vars.is_empty() {
            return Ok(self.junction(Kind::And, children));
        }
        let (vars, plan) = self.plan(vars, &children);
        let body = self.junction(Kind::And, children);
        Ok(self.quantified(vars, body, plan))
    }

    fn quantified(&mut self, vars: Vec<Var>, body: Id, plan: Vec<Vec<usize>>) -> Id {
        let reads = self.nodes[body].reads.iter().copied();
        let kept = reads.filter(|var| !vars.contains(var)).collect();
        self.node(Kind::Some { vars, body, plan }, kept)
    }

    /// The parts of a conjunction, with as many variables eliminated as possible, and the variables that remain.
    pub(super) fn parts(
        &mut self,
        vars: &[Var],
        body: &Formula,
    ) -> Result<(Vec<Var>, Vec<Id>), Refusal> {
        let (mut vars, mut children) = self.conjuncts(vars, body)?;
        let mut left = Vec::new();
        while let Some(at) = (0..vars.len()).min_by_key(|&at| self.cost(vars[at], &children)) {
            let var = vars.swap_remove(at);
            let (with, without): (Vec<Id>, Vec<Id>) = children
                .iter()
                .partition(|&&child| self.nodes[child].reads.contains(&var));
            match self.without(var, with)? {
                Some(child) => children = [without, vec![child]].concat(),
                None => left.push(var),
            }
        }
        Ok((left, children))
    }

    /// "Some value of the variable satisfies all parts", as a full table; nothing if that takes too much.
    fn without(&mut self, var: Var, mut parts: Vec<Id>) -> Result<Option<Id>, Refusal> {
        parts.sort_by_key(|&part| self.size(part));
        let mut parts = parts.into_iter();
        let Some(mut body) = parts.next() else {
            return Ok(None);
        };
        for part in parts {
            body = self.junction(Kind::And, vec![body, part]);
            if !self.write_out(body)? {
                return Ok(None);
            }
        }
        if !self.write_out(body)? {
            return Ok(None);
        }
        let node = self.quantified(vec![var], body, vec![Vec::new(); 2]);
        Ok(self.write_out(node)?.then_some(node))
    }

    /// The number of variables read by the parts that read this one, then the size of their product.
    fn cost(&self, var: Var, children: &[Id]) -> (usize, usize) {
        let with: Vec<Id> = children
            .iter()
            .copied()
            .filter(|&child| self.nodes[child].reads.contains(&var))
            .collect();
        let size = |size: usize, &child: &Id| size.saturating_mul(self.size(child));
        (self.joined_reads(&with).len(), with.iter().fold(1, size))
    }

    /// The number of states, as far as they are known.
    fn size(&self, node: Id) -> usize {
        match &*self.nodes[node].kind {
            Kind::Table(table) => table.states(),
            _ => usize::MAX,
        }
    }

    /// The conjuncts in one list. Sums as arguments of sets become further variables, and so do variables quantified
    /// inside; every variable must be valid.
    fn conjuncts(&mut self, vars: &[Var], body: &Formula) -> Result<(Vec<Var>, Vec<Id>), Refusal> {
        let mut vars = vars.to_vec();
        let mut children = Vec::new();
        let mut waiting = vec![body.clone()];
        while let Some(part) = waiting.pop() {
            match part {
                Formula::And(parts) => waiting.extend(parts),
                Formula::Some(inner, body) if !matches!(*body, Formula::Or(_)) => {
                    let renamed: Vec<(Var, Linear)> = inner
                        .iter()
                        .map(|&var| (var, Linear::variable(self.fresh())))
                        .collect();
                    waiting.push(body.with(&renamed).map_err(Refusal::Undecided)?);
                    vars.extend(renamed.iter().flat_map(|(_, sum)| sum.parts.keys()));
                }
                Formula::Is(name, sums) => {
                    let mut reads = Vec::new();
                    for sum in sums {
                        reads.push(match sum.only_variable() {
                            Some(var) => var,
                            None => {
                                let var = self.fresh();
                                let other = equal(&Linear::variable(var), &sum);
                                waiting.push(other.map_err(Refusal::Undecided)?);
                                vars.push(var);
                                var
                            }
                        });
                    }
                    children.push(self.member(&name, reads)?);
                }
                other => children.push(self.compile(&other)?),
            }
        }
        for &var in &vars {
            children.push(self.member("valid", vec![var])?);
        }
        Ok((vars, children))
    }

    /// "The named set contains these numbers."
    fn member(&mut self, name: &str, reads: Vec<Var>) -> Result<Id, Refusal> {
        let (arity, table) = self
            .tables
            .get(name)
            .ok_or_else(|| Refusal::Undecided(format!("`{name}` is not defined in this system")))?;
        if *arity != reads.len() {
            let found = reads.len();
            return Err(Refusal::Undecided(format!(
                "expected {arity} arguments of `{name}`, found {found}"
            )));
        }
        let kind = Kind::Table(table.clone());
        Ok(self.node(kind, reads))
    }

    /// An order of the variables that determines the parts early, and the parts that are determined after each variable.
    pub(super) fn plan(&self, mut vars: Vec<Var>, children: &[Id]) -> (Vec<Var>, Vec<Vec<usize>>) {
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
