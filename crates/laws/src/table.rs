//! Tables of small positions, by the same automata that the proof will use.

use std::time::Instant;

use rustc_hash::FxHashMap;
use thiserror::Error;

use crate::instance::{Instance, Words};
use crate::rules::Mode;

/// The values of all positions in a box, as sets of tuples.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    /// Each relation's name with its tuples below the side, side by side: `P` the lost positions or
    /// `G` the positions with their Grundy values, then those of the repeated moves.
    pub(crate) relations: Vec<(String, usize, Vec<u64>)>,
}

/// Why a table was not finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TableStop {
    /// Too many positions.
    #[error("the table would have more than {0} positions")]
    Positions(u64),
    /// The deadline passed.
    #[error("the time ran out")]
    Time,
}

/// A position that is lost, or has Grundy value 0.
const LOST: u32 = 0;
/// A position that is won, when only outcomes are asked for.
const WON: u32 = 1;
const UNKNOWN: u32 = u32::MAX;

/// Fills a table of positions below a side, in order of rank; positions outside that moves lead to
/// are found as they are needed.
struct Filling<'i> {
    instance: &'i Instance,
    words: Words,
    side: u64,
    inside: Vec<u32>,
    outside: FxHashMap<Vec<u64>, u32>,
    most: u64,
    deadline: Option<Instant>,
}

impl Table {
    /// The table of all positions whose numbers are below the side.
    pub(crate) fn new(instance: &Instance, side: u64, most: u64) -> Result<Self, TableStop> {
        let arity = instance.rules.variables.len();
        let cells = side.checked_pow(arity as u32).filter(|&cells| cells <= most).ok_or(TableStop::Positions(most))?;
        let words = Words::new(&instance.theory, side);
        let deadline = instance.theory.budget().deadline;
        let inside = vec![UNKNOWN; cells as usize];
        let mut filling = Filling { instance, words, side, inside, outside: FxHashMap::default(), most, deadline };
        let mut positions = filling.positions();
        positions.sort_by_cached_key(|position| filling.rank(position));
        for position in &positions {
            filling.settle(position)?;
        }
        filling.relations(&positions)
    }
}

impl Filling<'_> {
    /// The positions of the box that are in the domain.
    fn positions(&self) -> Vec<Vec<u64>> {
        let arity = self.instance.rules.variables.len();
        let mut position = vec![0; arity];
        let mut found = Vec::new();
        loop {
            if self.in_domain(&position) {
                found.push(position.clone());
            }
            let Some(at) = (0..arity).rev().find(|&at| position[at] + 1 < self.side) else { return found };
            position[at] += 1;
            position[at + 1..].fill(0);
        }
    }

    fn in_domain(&self, position: &[u64]) -> bool {
        let domain = self.instance.domain.automaton();
        let length = position.iter().map(|&n| self.words.length(n)).max().unwrap_or(0);
        let column = |at| position.iter().fold(0, |column, &n| column * domain.digits() + self.words.digit(n, at));
        let end = (0..length).rev().fold(0, |state, at| domain.step(state, column(at)));
        domain.accepts_at(end)
    }

    fn rank(&self, position: &[u64]) -> Vec<i128> {
        let rules = &self.instance.rules;
        let value = |name: &str| rules.variables.iter().position(|known| &**known == name).map_or(0, |at| position[at]);
        rules.rank.iter().map(|term| term.value(value).unwrap_or(i128::MAX)).collect()
    }

    fn value(&self, position: &[u64]) -> u32 {
        if position.iter().all(|&n| n < self.side) {
            let index = position.iter().fold(0, |index, &n| index * self.side + n);
            return self.inside[index as usize];
        }
        self.outside.get(position).copied().unwrap_or(UNKNOWN)
    }

    fn set(&mut self, position: &[u64], value: u32) -> Result<(), TableStop> {
        if position.iter().all(|&n| n < self.side) {
            let index = position.iter().fold(0, |index, &n| index * self.side + n);
            self.inside[index as usize] = value;
            return Ok(());
        }
        self.outside.insert(position.to_vec(), value);
        if self.outside.len() as u64 > self.most { Err(TableStop::Positions(self.most)) } else { Ok(()) }
    }

    /// Finds the value of a position, and first of the unknown ones that it leads to.
    fn settle(&mut self, position: &[u64]) -> Result<(), TableStop> {
        let mut waiting = vec![position.to_vec()];
        while let Some(position) = waiting.last().cloned() {
            if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                return Err(TableStop::Time);
            }
            match self.value_by_moves(&position) {
                Ok(value) => {
                    self.set(&position, value)?;
                    waiting.pop();
                }
                Err(unknown) => waiting.push(unknown),
            }
        }
        Ok(())
    }

    /// The value of a position, or a position whose value must be known first.
    fn value_by_moves(&self, position: &[u64]) -> Result<u32, Vec<u64>> {
        let mode = self.instance.rules.mode;
        let arity = position.len();
        let (mut reached, mut moved, mut unknown) = (Vec::new(), false, None);
        self.options(position, |parts| {
            moved = true;
            let mut sum = 0;
            for part in parts.chunks(arity) {
                match self.value(part) {
                    UNKNOWN => {
                        unknown = Some(part.to_vec());
                        return false;
                    }
                    value => sum ^= value,
                }
            }
            match mode {
                Mode::Grundy => reached.push(sum),
                _ if sum == LOST => {
                    reached.push(LOST);
                    return false;
                }
                _ => {}
            }
            true
        });
        match (unknown, mode) {
            (Some(unknown), _) => Err(unknown),
            (None, Mode::Grundy) => Ok(mex(reached)),
            (None, Mode::Misere) if !moved => Ok(WON),
            (None, _) => Ok(if reached.is_empty() { LOST } else { WON }),
        }
    }

    /// Calls `told` with each option (its parts side by side) until it says stop.
    fn options(&self, position: &[u64], mut told: impl FnMut(&[u64]) -> bool) {
        let mut parts = Vec::new();
        for (choices, a_move) in self.instance.choices.iter().zip(&self.instance.rules.moves) {
            let goes_on = choices.each(&self.words, position, &mut |chosen| {
                if !a_move.repeated {
                    parts.clear();
                    choices.lead(position, chosen, &mut parts);
                    return told(&parts);
                }
                self.repeat(choices, position, chosen, &mut told)
            });
            if !goes_on {
                return;
            }
        }
    }

    /// The positions that a repeated move reaches with the same choice; false when told to stop.
    fn repeat(
        &self, choices: &crate::instance::Choices, position: &[u64], chosen: &[u64], mut told: impl FnMut(&[u64]) -> bool,
    ) -> bool {
        let mut at = position.to_vec();
        let mut legal = true;
        while legal {
            let mut next = Vec::new();
            choices.lead(&at, chosen, &mut next);
            if !told(&next) {
                return false;
            }
            at = next;
            legal = !choices.each(&self.words, &at, &mut |other| other != chosen);
        }
        true
    }

    fn relations(&self, positions: &[Vec<u64>]) -> Result<Table, TableStop> {
        let rules = &self.instance.rules;
        let arity = rules.variables.len();
        let mut main = Vec::new();
        for position in positions {
            let value = u64::from(self.value(position));
            match rules.mode {
                Mode::Grundy if value >= self.side => {}
                Mode::Grundy => main.extend(position.iter().copied().chain([value])),
                _ if value == u64::from(LOST) => main.extend_from_slice(position),
                _ => {}
            }
        }
        let grundy = rules.mode == Mode::Grundy;
        let mut relations = vec![(if grundy { "G" } else { "P" }.to_string(), arity + usize::from(grundy), main)];
        for (number, name) in rules.repeated() {
            let choices = &self.instance.choices[number];
            let mut tuples = Vec::new();
            for position in positions {
                choices.each(&self.words, position, &mut |chosen| {
                    let won = !self.repeat(choices, position, chosen, |to| self.value(to) != LOST);
                    if won && chosen.iter().all(|&n| n < self.side) {
                        tuples.extend(position.iter().chain(chosen));
                    }
                    true
                });
            }
            relations.push((name.to_string(), arity + rules.moves[number].chosen.len(), tuples));
        }
        Ok(Table { relations })
    }
}

/// The smallest number that is not in the list.
fn mex(mut values: Vec<u32>) -> u32 {
    values.sort_unstable();
    values.dedup();
    values.iter().zip(0..).take_while(|&(&value, at)| value == at).count() as u32
}
