//! Running the automata of formulas: the state after a column of digits.

use super::{ALWAYS, Id, Kind, Machine, NEVER};
use crate::Refusal;
use crate::law::formula::Var;

impl Machine {
    pub(super) fn intern(&mut self, node: Id, state: Vec<i64>) -> Result<u32, Refusal> {
        if let Some(&known) = self.nodes[node].number.get(&state) {
            return Ok(known);
        }
        // The state is stored twice: in the list, and as a key.
        let bytes = 2 * (size_of_val(&state) + size_of_val(&state[..])) + size_of::<u64>();
        self.take(node, bytes)?;
        let node = &mut self.nodes[node];
        node.states.push(state.clone());
        let number = node.states.len() as u32 - 1;
        node.number.insert(state, number);
        Ok(number)
    }

    /// Counts a step that is stored with a node, and its bytes.
    fn take(&mut self, node: Id, bytes: usize) -> Result<(), Refusal> {
        self.nodes[node].held += bytes;
        self.notes.work.hold(bytes)?;
        self.notes.work.spend(1)
    }

    pub(super) fn start(&mut self, node: Id) -> Result<u32, Refusal> {
        let kind = self.nodes[node].kind.clone();
        match &*kind {
            Kind::Sign { .. } | Kind::Multiple { .. } => {
                self.intern(node, vec![0; self.system.recurrence.len()])
            }
            Kind::Table(table) => Ok(table.start),
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
                    for state in self.reached(*body, found[at], vars, plan)? {
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

    /// The state of a conjunction, disjunction or negation whose children are in these states.
    pub(super) fn combined(&mut self, node: Id, states: Vec<u32>) -> Result<u32, Refusal> {
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

    fn set(&mut self, node: Id, mut states: Vec<u32>) -> Result<u32, Refusal> {
        states.retain(|&state| state != NEVER);
        states.sort_unstable();
        states.dedup();
        match states.as_slice() {
            [] => Ok(NEVER),
            states if states.contains(&ALWAYS) => Ok(ALWAYS),
            states => self.intern(node, states.iter().map(|&state| i64::from(state)).collect()),
        }
    }

    pub(super) fn accepts(&self, node: Id, state: u32) -> bool {
        if state <= ALWAYS {
            return state == ALWAYS;
        }
        let inner = || &self.nodes[node].states[state as usize];
        let worth = || -> i128 {
            let pairs = inner().iter().zip(&self.system.places);
            pairs.map(|(&r, u)| i128::from(r) * u).sum()
        };
        match &*self.nodes[node].kind {
            Kind::Sign {
                constant, negative, ..
            } => {
                let value = worth() + i128::from(*constant);
                if *negative { value < 0 } else { value == 0 }
            }
            Kind::Multiple {
                constant, modulus, ..
            } => (worth() + i128::from(*constant)) % i128::from(*modulus) == 0,
            Kind::Table(table) => table.accepting[state as usize],
            Kind::Not(child) => !self.accepts(*child, inner()[0] as u32),
            Kind::And(children) => children
                .iter()
                .zip(inner())
                .all(|(&child, &state)| self.accepts(child, state as u32)),
            Kind::Or(children) => children
                .iter()
                .zip(inner())
                .any(|(&child, &state)| self.accepts(child, state as u32)),
            Kind::Some { body, .. } => inner()
                .iter()
                .any(|&state| self.accepts(*body, state as u32)),
        }
    }

    /// The state after the column in `self.column`.
    pub(super) fn step(&mut self, node: Id, state: u32) -> Result<u32, Refusal> {
        if state <= ALWAYS {
            return Ok(state);
        }
        let column = self.column_of(node);
        if let (Kind::Table(table), Some(column)) = (&*self.nodes[node].kind, column) {
            return Ok(table.after(state, column));
        }
        let too_many = || Refusal::undecided("the check reads too many numbers at once");
        let key = (state, column.ok_or_else(too_many)?);
        if let Some(&known) = self.nodes[node].known.get(&key) {
            return Ok(known);
        }
        let after = self.successor(node, state)?;
        // A hash table is about two thirds full.
        self.take(node, 3 * size_of_val(&key))?;
        self.nodes[node].known.insert(key, after);
        Ok(after)
    }

    /// The column that a node reads, encoded as a number.
    fn column_of(&self, node: Id) -> Option<usize> {
        let digits = self.system.digits;
        let reads = &self.nodes[node].reads;
        reads.iter().try_fold(0usize, |column, &var| {
            Some(column.checked_mul(digits)? + self.column[var])
        })
    }

    pub(super) fn successor(&mut self, node: Id, state: u32) -> Result<u32, Refusal> {
        let kind = self.nodes[node].kind.clone();
        if matches!(*kind, Kind::Table(_)) || state <= ALWAYS {
            return self.step(node, state);
        }
        let inner = self.nodes[node].states[state as usize].clone();
        match &*kind {
            Kind::Sign {
                parts,
                constant,
                negative,
            } => {
                let r = self.shifted(node, &inner, parts)?;
                match self.system.sign(&r, parts, *constant)? {
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
            Kind::Table(_) => self.step(node, state),
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
                    reached.extend(self.reached(*body, state as u32, vars, plan)?);
                }
                self.set(node, reached)
            }
        }
    }

    /// The vector r after a column.
    fn shifted(&self, node: Id, r: &[i64], parts: &[i64]) -> Result<Vec<i64>, Refusal> {
        let recurrence = &self.system.recurrence;
        let top = *r
            .last()
            .ok_or_else(|| Refusal::undecided("internal: an empty recurrence"))?;
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
            .ok_or_else(|| Refusal::undecided("a number leaves 64 bits"))
    }

    /// The states of a conjunction after the column, for all digits of the variables.
    pub(super) fn reached(
        &mut self,
        body: Id,
        state: u32,
        vars: &[Var],
        plan: &[Vec<usize>],
    ) -> Result<Vec<u32>, Refusal> {
        let mut reached = Vec::new();
        self.branch(body, state, vars, plan, &mut Vec::new(), &mut reached)?;
        Ok(reached)
    }

    /// The same, for all digits of these variables; a choice is dropped as soon as a determined part rejects forever.
    fn branch(
        &mut self,
        body: Id,
        state: u32,
        vars: &[Var],
        plan: &[Vec<usize>],
        known: &mut Vec<(usize, u32)>,
        reached: &mut Vec<u32>,
    ) -> Result<(), Refusal> {
        if state <= ALWAYS {
            reached.push(state);
            return Ok(());
        }
        let outer = known.len();
        for &at in &plan[0] {
            let Kind::And(children) = &*self.nodes[body].kind else {
                return Err(Refusal::undecided("internal: no conjunction"));
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
        if let Some((&var, vars)) = vars.split_first() {
            self.notes.work.spend(self.system.digits)?;
            for digit in 0..self.system.digits {
                self.column[var] = digit;
                self.branch(body, state, vars, &plan[1..], known, reached)?;
            }
        } else if !matches!(*self.nodes[body].kind, Kind::And(_)) {
            reached.push(self.step(body, state)?);
        } else {
            let mut states = vec![NEVER; known.len()];
            known.iter().for_each(|&(at, after)| states[at] = after);
            reached.push(self.combined(body, states)?);
        }
        known.truncate(outer);
        Ok(())
    }
}
