//! Tables of small positions, computed by the automata of the rules.

use std::sync::Arc;

use bouton_core::StopReason;
use bouton_core::hashing::FastMap;
use thiserror::Error;

use crate::choices::Words;
use crate::instance::Instance;
use crate::rules::Mode;

mod filling;
#[cfg(test)]
mod tests;

use filling::Filling;

/// A relation of small numbers: its name, its arity, and its tuples in a flat list.
pub(crate) type Tuples = (String, usize, Vec<u64>);

/// The values of all positions whose numbers are below the side, which can increase.
#[derive(Debug)]
pub(crate) struct Table {
    side: u64,
    /// The largest number of positions to hold.
    most: u64,
    inside: Vec<u32>,
    /// Positions with larger numbers that moves lead to.
    outside: FastMap<Vec<u64>, u32>,
    /// The words of the numbers below the side, in the system of the instance that last extended it.
    words: Arc<Words>,
    /// For each move, by its number: the positions from which a repeated move reaches a lost one, each with the choice, in
    /// a flat list.
    reaching: Vec<Vec<u64>>,
}

/// The reason why a table was not finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TableStop {
    /// Too many positions.
    #[error("the table would have more than {0} positions")]
    Positions(u64),
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] StopReason),
}

/// A position that is lost, or has Grundy value 0.
pub(crate) const LOST: u32 = 0;
/// A position that is won, if only outcomes are needed.
const WON: u32 = 1;
/// No value: the position is not known (yet), or is not a position.
const UNKNOWN: u32 = u32::MAX;

impl Table {
    /// The empty table, which may grow to this number of positions.
    pub(crate) fn new(most: u64) -> Self {
        Table {
            side: 0,
            most,
            inside: Vec::new(),
            outside: FastMap::default(),
            words: Arc::default(),
            reaching: Vec::new(),
        }
    }

    /// Finds the values of all positions below the side, in order of rank; positions outside that moves lead to are
    /// evaluated on demand.
    pub(crate) fn grow(&mut self, instance: &Instance, side: u64) -> Result<(), TableStop> {
        let arity = instance.rules.variables.len();
        let cells = side
            .checked_pow(arity as u32)
            .filter(|&cells| cells <= self.most);
        let mut grown = vec![UNKNOWN; cells.ok_or(TableStop::Positions(self.most))? as usize];
        let mut meter = instance.theory.limits().meter();
        for (at, &value) in self.inside.iter().enumerate() {
            meter.spend(1)?;
            grown[index(&position(at as u64, self.side, arity), side) as usize] = value;
        }
        let old_side = std::mem::replace(&mut self.side, side);
        self.inside = grown;
        self.reaching = vec![Vec::new(); instance.choices.len()];
        self.words = Words::new(&instance.theory, side, &mut meter)?.into();
        let mut filling = Filling::new(self, instance);
        let order = filling.order(old_side)?;
        for at in 0..filling.table.inside.len() {
            meter.spend(1)?;
            if filling.table.inside[at] == LOST {
                filling.mark_origins(&position(at as u64, side, arity))?;
            }
        }
        for at in order {
            if filling.table.inside[at as usize] == UNKNOWN {
                filling.settle(position(at, side, arity))?;
            }
        }
        Ok(())
    }

    /// The relations among numbers below `side`, at most the table's own: `P`, the lost positions, or `G`, the positions
    /// with their Grundy values; then those of the repeated moves.
    pub(crate) fn relations(
        &mut self,
        instance: &Instance,
        side: u64,
    ) -> Result<Vec<Tuples>, TableStop> {
        let mut meter = instance.theory.limits().meter();
        let rules = &instance.rules;
        let arity = rules.variables.len();
        let small = |numbers: &[u64]| numbers.iter().all(|&n| n < side);
        let grundy = rules.mode == Mode::Grundy;
        let mut main = Vec::new();
        for (at, &value) in self.inside.iter().enumerate() {
            meter.spend(1)?;
            let told = if grundy {
                u64::from(value) < side
            } else {
                value == LOST
            };
            let position = if told {
                position(at as u64, self.side, arity)
            } else {
                continue;
            };
            if small(&position) {
                main.extend(
                    position
                        .into_iter()
                        .chain(grundy.then_some(u64::from(value))),
                );
            }
        }
        let name = if grundy { "G" } else { "P" };
        let mut relations = vec![(name.to_string(), arity + usize::from(grundy), main)];
        let filling = Filling::new(self, instance);
        for (number, name) in rules.repeated() {
            let width = arity + rules.moves[number].chosen.len();
            let reaching = filling.reaching(number)?;
            let mut tuples = Vec::new();
            for tuple in reaching.chunks(width) {
                meter.spend(1)?;
                if small(tuple) {
                    tuples.extend_from_slice(tuple);
                }
            }
            relations.push((name.to_string(), width, tuples));
        }
        Ok(relations)
    }

    /// The numbers of its positions are below this.
    pub(crate) fn side(&self) -> u64 {
        self.side
    }

    pub(crate) fn positions(&self) -> u64 {
        self.inside.len() as u64
    }

    /// The value of a position, if it is known.
    pub(crate) fn known(&self, position: &[u64]) -> Option<u32> {
        Some(self.value(position)).filter(|value| *value != UNKNOWN)
    }

    fn value(&self, position: &[u64]) -> u32 {
        if position.iter().all(|&n| n < self.side) {
            return self.inside[index(position, self.side) as usize];
        }
        self.outside.get(position).copied().unwrap_or(UNKNOWN)
    }

    fn set(&mut self, position: Vec<u64>, value: u32) -> Result<(), TableStop> {
        if position.iter().all(|&n| n < self.side) {
            self.inside[index(&position, self.side) as usize] = value;
            return Ok(());
        }
        self.outside.insert(position, value);
        if self.outside.len() as u64 > self.most {
            Err(TableStop::Positions(self.most))
        } else {
            Ok(())
        }
    }
}

fn index(position: &[u64], side: u64) -> u64 {
    position.iter().fold(0, |index, &n| index * side + n)
}

fn position(mut index: u64, side: u64, arity: usize) -> Vec<u64> {
    let mut position = vec![0; arity];
    for number in position.iter_mut().rev() {
        *number = index % side;
        index /= side;
    }
    position
}
