//! Automata as full tables: all reachable states, then the smallest table of the same language.

use rustc_hash::FxHashMap;

use super::{ALWAYS, Id, Kind, Machine, NEVER};
use crate::Refusal;
use crate::law::system::Table;

/// All states and their successors; the states `NEVER` and `ALWAYS` never change.
#[derive(Clone, Debug)]
pub(super) struct Written {
    pub(super) columns: usize,
    /// The state after each column, a row for each state.
    pub(super) next: Vec<u32>,
    pub(super) accepting: Vec<bool>,
    pub(super) start: u32,
}

/// Automata that read more columns than this are not expanded into full tables.
const MOST_COLUMNS: usize = 1 << 10;
/// Examining this many entries takes as long as making one state.
const ENTRIES_A_STEP: usize = 16;

impl Written {
    /// A table without states except `NEVER` and `ALWAYS`.
    fn empty(columns: usize) -> Self {
        Written {
            columns,
            next: [NEVER, ALWAYS]
                .into_iter()
                .flat_map(|state| std::iter::repeat_n(state, columns))
                .collect(),
            accepting: vec![false, true],
            start: NEVER,
        }
    }

    /// A table of a certificate; its start is the first row.
    pub(super) fn of(table: &Table) -> Self {
        let mut written = Written::empty(table.columns);
        let state = |row: &Option<u32>| row.map_or(NEVER, |row| row + 2);
        written.next.extend(table.next.iter().map(state));
        written.accepting.extend(&table.accepting);
        written.start = 2;
        written
    }

    pub(super) fn states(&self) -> usize {
        self.accepting.len()
    }

    pub(super) fn after(&self, state: u32, column: usize) -> u32 {
        self.next[state as usize * self.columns + column]
    }

    /// Moore's algorithm: states are equivalent until a column separates them.
    fn smallest(
        &self,
        mut spend: impl FnMut(usize) -> Result<(), Refusal>,
    ) -> Result<Written, Refusal> {
        let mut class: Vec<u32> = self.accepting.iter().map(|&a| u32::from(a)).collect();
        let mut count = 2;
        loop {
            spend(self.next.len() / ENTRIES_A_STEP)?;
            let mut refined = class.clone();
            let mut found = count;
            for column in 0..self.columns {
                let mut known: FxHashMap<(u32, u32), u32> = FxHashMap::default();
                for (state, class_now) in refined.iter_mut().enumerate() {
                    let after = class[self.after(state as u32, column) as usize];
                    let fresh = known.len() as u32;
                    *class_now = *known.entry((*class_now, after)).or_insert(fresh);
                }
                found = known.len();
            }
            class = refined;
            if found == count {
                return Ok(self.merged(&class, count));
            }
            count = found;
        }
    }

    /// One state for each class; those of `NEVER` and `ALWAYS` are the first two.
    fn merged(&self, class: &[u32], count: usize) -> Written {
        debug_assert_eq!((class[0], class[1]), (0, 1));
        let mut merged = Written {
            columns: self.columns,
            next: vec![NEVER; count * self.columns],
            accepting: vec![false; count],
            start: class[self.start as usize],
        };
        for (state, &of) in class.iter().enumerate() {
            merged.accepting[of as usize] = self.accepting[state];
            for column in 0..self.columns {
                merged.next[of as usize * self.columns + column] =
                    class[self.after(state as u32, column) as usize];
            }
        }
        merged
    }
}

impl Machine {
    /// Expands the automaton of a node into a full table, if that is not too large.
    pub(super) fn write_out(&mut self, node: Id) -> Result<bool, Refusal> {
        if matches!(&*self.nodes[node].kind, Kind::Table(_)) {
            return Ok(true);
        }
        let Some(written) = self.written(node)? else {
            return Ok(false);
        };
        let written = written.smallest(|steps| self.notes.work.spend(steps))?;
        self.notes.work.hold(size_of_val(&written.next[..]))?;
        self.notes.work.release(self.nodes[node].held);
        let node = &mut self.nodes[node];
        node.held = 0;
        node.kind = Kind::Table(written.into()).into();
        node.states = Vec::new();
        node.number = FxHashMap::default();
        node.known = FxHashMap::default();
        Ok(true)
    }

    /// The table of all states of the node that valid words reach; nothing if there are too many.
    fn written(&mut self, node: Id) -> Result<Option<Written>, Refusal> {
        let reads = self.nodes[node].reads.len() as u32;
        let columns = self.system.digits.checked_pow(reads);
        let Some(columns) = columns.filter(|&columns| columns <= MOST_COLUMNS) else {
            return Ok(None);
        };
        let mut written = Written::empty(columns);
        let mut reached = Reached::default();
        let words = vec![self.tables["valid"].1.start; reads as usize];
        written.start = reached.number(self.start(node)?, words);
        let mut at = 0;
        while let Some((state, words)) = reached.order.get(at).cloned() {
            if written.next.len() > self.room {
                return Ok(None);
            }
            self.notes.work.spend(columns)?;
            written.accepting.push(self.accepts(node, state));
            for column in 0..columns {
                let (state, words) = self.after(node, state, &words, column)?;
                written.next.push(reached.number(state, words));
            }
            at += 1;
        }
        Ok(Some(written))
    }

    /// The states of a node and of the words that it reads, after a column; `NEVER` if one of the words is not valid.
    fn after(
        &mut self,
        node: Id,
        state: u32,
        words: &[u32],
        mut column: usize,
    ) -> Result<(u32, Vec<u32>), Refusal> {
        let valid = &self.tables["valid"].1;
        let mut after = words.to_vec();
        for (word, &var) in after.iter_mut().zip(&self.nodes[node].reads).rev() {
            let digit = column % self.system.digits;
            column /= self.system.digits;
            *word = valid.after(*word, digit);
            self.column[var] = digit;
        }
        let state = if after.contains(&NEVER) {
            NEVER
        } else {
            self.successor(node, state)?
        };
        Ok((state, after))
    }
}

/// The reached states, each with the states of the words read so far.
#[derive(Default)]
struct Reached {
    order: Vec<(u32, Vec<u32>)>,
    numbers: FxHashMap<(u32, Vec<u32>), u32>,
}

impl Reached {
    /// The number of a state in the table: states that accept nothing, or everything, are one state.
    fn number(&mut self, state: u32, words: Vec<u32>) -> u32 {
        if state <= ALWAYS {
            return state;
        }
        let order = &mut self.order;
        *self
            .numbers
            .entry((state, words))
            .or_insert_with_key(|key| {
                order.push(key.clone());
                order.len() as u32 + 1
            })
    }
}
