//! Tables of small positions, by the automata of the rules.

use std::borrow::Cow;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use thiserror::Error;

use crate::choices::{Choices, Origins, Words};
use crate::instance::Instance;
use crate::rules::Mode;

#[cfg(test)]
mod tests;

/// A relation of small numbers: its name, its arity, and its tuples side by side.
pub(crate) type Tuples = (String, usize, Vec<u64>);

/// The values of all positions whose numbers are below the side, which can grow.
#[derive(Debug)]
pub(crate) struct Table {
    side: u64,
    /// The largest number of positions to hold.
    most: u64,
    inside: Vec<u32>,
    /// Positions with larger numbers that moves lead to.
    outside: FxHashMap<Vec<u64>, u32>,
    /// The words of the numbers below the side, in the system of the instance it grew by.
    words: Rc<Words>,
    /// By the number of the move: the positions side by side, each with what is chosen there, from which a repeated
    /// move reaches a lost one.
    reaching: Vec<Vec<u64>>,
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
/// No value: the position is not (yet) known, or is none.
const UNKNOWN: u32 = u32::MAX;

impl Table {
    /// The empty table, which may grow to this number of positions.
    pub(crate) fn new(most: u64) -> Self {
        Table {
            side: 0,
            most,
            inside: Vec::new(),
            outside: FxHashMap::default(),
            words: Rc::default(),
            reaching: Vec::new(),
        }
    }

    /// Finds the values of all positions below the side, in order of rank; positions outside that
    /// moves lead to are found as they are needed.
    pub(crate) fn grow(&mut self, instance: &Instance, side: u64) -> Result<(), TableStop> {
        let arity = instance.rules.variables.len();
        let cells = side
            .checked_pow(arity as u32)
            .filter(|&cells| cells <= self.most);
        let mut grown = vec![UNKNOWN; cells.ok_or(TableStop::Positions(self.most))? as usize];
        for (at, &value) in self.inside.iter().enumerate() {
            grown[index(&position(at as u64, self.side, arity), side) as usize] = value;
        }
        let old_side = std::mem::replace(&mut self.side, side);
        self.inside = grown;
        self.reaching = vec![Vec::new(); instance.choices.len()];
        self.words = Words::new(&instance.theory, side).into();
        let mut filling = Filling::new(self, instance);
        let mut order: Vec<u64> = (0..filling.table.inside.len() as u64)
            .filter(|&at| {
                let position = position(at, side, arity);
                position.iter().any(|&n| n >= old_side) && filling.in_domain(&position)
            })
            .collect();
        order.sort_by_cached_key(|&at| filling.rank(&position(at, side, arity)));
        for at in 0..filling.table.inside.len() {
            if filling.table.inside[at] == LOST {
                filling.mark_origins(&position(at as u64, side, arity));
            }
        }
        for at in order {
            if filling.table.inside[at as usize] == UNKNOWN {
                filling.settle(position(at, side, arity))?;
            }
        }
        Ok(())
    }

    /// The relations among numbers below `side`, at most the table's own: `P` the lost positions or
    /// `G` the positions with their Grundy values, then those of the repeated moves.
    pub(crate) fn relations(&mut self, instance: &Instance, side: u64) -> Vec<Tuples> {
        let rules = &instance.rules;
        let arity = rules.variables.len();
        let small = |numbers: &[u64]| numbers.iter().all(|&n| n < side);
        let grundy = rules.mode == Mode::Grundy;
        let mut main = Vec::new();
        for (at, &value) in self.inside.iter().enumerate() {
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
            let reaching = filling.reaching(number);
            let told = reaching.chunks(width).filter(|tuple| small(tuple));
            let tuples = told.flatten().copied().collect();
            relations.push((name.to_string(), width, tuples));
        }
        relations
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

/// A table being filled by the rules.
struct Filling<'t> {
    table: &'t mut Table,
    instance: &'t Instance,
    words: Rc<Words>,
    /// The moves, those that depend on few numbers first.
    order: Vec<usize>,
    /// The choices of moves that depend on some of the numbers only, by those numbers.
    known: Vec<FxHashMap<u64, Rc<[u64]>>>,
}

impl<'t> Filling<'t> {
    fn new(table: &'t mut Table, instance: &'t Instance) -> Self {
        let words = table.words.clone();
        let mut order: Vec<usize> = (0..instance.choices.len()).collect();
        order.sort_by_key(|&at| instance.choices[at].relevant().len());
        let known = vec![FxHashMap::default(); order.len()];
        Filling {
            table,
            instance,
            words,
            order,
            known,
        }
    }

    fn in_domain(&self, position: &[u64]) -> bool {
        let domain = self.instance.domain.automaton();
        let length = position
            .iter()
            .map(|&n| self.words.length(n))
            .max()
            .unwrap_or(0);
        let column = |at| {
            position.iter().fold(0, |column, &n| {
                column * domain.digits() + self.words.digit(n, at)
            })
        };
        let end = (0..length)
            .rev()
            .fold(0, |state, at| domain.step(state, column(at)));
        domain.accepts_at(end)
    }

    fn rank(&self, position: &[u64]) -> Vec<i128> {
        let rules = &self.instance.rules;
        let value = |name: &str| {
            rules
                .variables
                .iter()
                .position(|known| &**known == name)
                .map_or(0, |at| position[at])
        };
        rules
            .rank
            .iter()
            .map(|term| term.value(value).unwrap_or(i128::MAX))
            .collect()
    }

    /// Finds the value of a position, and first of the unknown ones that it leads to.
    fn settle(&mut self, position: Vec<u64>) -> Result<(), TableStop> {
        let mut waiting = vec![position];
        while let Some(position) = waiting.pop() {
            if self.instance.theory.budget().is_over() {
                return Err(TableStop::Time);
            }
            match self.value_by_moves(&position) {
                Ok(value) => {
                    if value == LOST {
                        self.mark_origins(&position);
                    }
                    self.table.set(position, value)?;
                }
                Err(unknown) => waiting.extend([position, unknown]),
            }
        }
        Ok(())
    }

    /// Marks the positions of the table from which a move leads to this lost one as won: most
    /// positions are settled so, without a look at their options.
    fn mark_origins(&mut self, lost: &[u64]) {
        let side = self.table.side;
        if self.instance.rules.mode == Mode::Grundy || lost.iter().any(|&n| n >= side) {
            return;
        }
        for number in 0..self.instance.choices.len() {
            let Some(origins) = self.instance.choices[number].origins() else {
                continue;
            };
            if self.instance.rules.moves[number].repeated {
                self.mark_repeated(number, origins, lost);
                continue;
            }
            origins.each(&self.words, side, lost, |origin, _| {
                self.table.inside[index(origin, side) as usize] = WON
            });
        }
    }

    /// [`Filling::mark_origins`] for a repeated move, back step by step with the same choice.
    fn mark_repeated(&mut self, number: usize, origins: &Origins, lost: &[u64]) {
        let (side, arity) = (self.table.side, lost.len());
        let mut found: Vec<Vec<u64>> = vec![lost.to_vec()];
        while let Some(last) = found.pop() {
            let (at, with) = last.split_at(arity);
            let is_first = at == lost;
            origins.each(&self.words, side, at, |origin, chosen| {
                if is_first || chosen == with {
                    found.push([origin, chosen].concat());
                }
            });
            if !is_first {
                self.table.inside[index(at, side) as usize] = WON;
                if self.in_domain(at) {
                    self.table.reaching[number].extend(last);
                }
            }
        }
    }

    /// The positions of the table, each with what is chosen, from which a repeated move reaches a lost one.
    fn reaching(&self, number: usize) -> Cow<'_, [u64]> {
        let choices = &self.instance.choices[number];
        if choices.origins().is_some() {
            return Cow::Borrowed(&self.table.reaching[number]);
        }
        let (side, arity) = (self.table.side, self.instance.rules.variables.len());
        let mut tuples = Vec::new();
        let positions = (0..self.table.inside.len() as u64).map(|at| position(at, side, arity));
        for position in positions.filter(|position| self.in_domain(position)) {
            choices.each(&self.words, &position, &mut |chosen| {
                let is_other = |to: &[u64]| self.table.value(to) != LOST;
                if !self.repeat(choices, &position, chosen, is_other) {
                    tuples.extend(position.iter().chain(chosen));
                }
                true
            });
        }
        tuples.into()
    }

    /// The value of a position, or a position whose value must be known first.
    fn value_by_moves(&mut self, position: &[u64]) -> Result<u32, Vec<u64>> {
        let mut gathered = Gathered::default();
        for at in 0..self.order.len() {
            if !self.gather(self.order[at], position, &mut gathered) {
                break;
            }
        }
        let Gathered {
            values,
            moved,
            unknown,
        } = gathered;
        match (unknown, self.instance.rules.mode) {
            (Some(unknown), _) => Err(unknown),
            (None, Mode::Grundy) => Ok(mex(values)),
            (None, Mode::Misere) if !moved => Ok(WON),
            (None, _) => Ok(if values.is_empty() { LOST } else { WON }),
        }
    }

    /// Gathers the values of the options by one move; false when no more are needed.
    fn gather(&mut self, number: usize, position: &[u64], gathered: &mut Gathered) -> bool {
        let choices = &self.instance.choices[number];
        let repeated = self.instance.rules.moves[number].repeated;
        let all = self.instance.rules.mode == Mode::Grundy;
        let arity = position.len();
        let mut parts = Vec::new();
        if choices.relevant().len() < arity
            && !repeated
            && position.iter().all(|&n| n < self.table.side)
        {
            let listed = self.listed(number, position);
            return listed.chunks(choices.chosen().max(1)).all(|chosen| {
                parts.clear();
                choices.lead(position, &chosen[..choices.chosen()], &mut parts);
                gathered.add(self.table, &parts, arity, all)
            });
        }
        choices.each(&self.words, position, &mut |chosen| {
            if repeated {
                return self.repeat(choices, position, chosen, |to| {
                    gathered.add(self.table, to, arity, all)
                });
            }
            parts.clear();
            choices.lead(position, chosen, &mut parts);
            gathered.add(self.table, &parts, arity, all)
        })
    }

    /// The choices of a move side by side (one 0 for each when nothing is chosen), remembered.
    fn listed(&mut self, number: usize, position: &[u64]) -> Rc<[u64]> {
        let choices = &self.instance.choices[number];
        let key = choices
            .relevant()
            .iter()
            .fold(0, |key, &i| key * self.table.side + position[i]);
        if let Some(listed) = self.known[number].get(&key) {
            return listed.clone();
        }
        let mut listed = Vec::new();
        choices.each(&self.words, position, &mut |chosen| {
            listed.extend_from_slice(if chosen.is_empty() { &[0] } else { chosen });
            true
        });
        let listed: Rc<[u64]> = listed.into();
        self.known[number].insert(key, listed.clone());
        listed
    }

    /// The positions that a repeated move reaches with the same choice; false when told to stop.
    fn repeat(
        &self,
        choices: &Choices,
        position: &[u64],
        chosen: &[u64],
        mut told: impl FnMut(&[u64]) -> bool,
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
}

/// What is known of the options of a position.
#[derive(Default)]
struct Gathered {
    /// Grundy values, or a lost option.
    values: Vec<u32>,
    moved: bool,
    unknown: Option<Vec<u64>>,
}

impl Gathered {
    /// Adds an option, given by its parts; false when no more are needed.
    fn add(&mut self, table: &Table, parts: &[u64], arity: usize, all: bool) -> bool {
        self.moved = true;
        let mut sum = 0;
        for part in parts.chunks(arity) {
            match table.value(part) {
                UNKNOWN => {
                    self.unknown = Some(part.to_vec());
                    return false;
                }
                value => sum ^= value,
            }
        }
        if all || sum == LOST {
            self.values.push(sum);
        }
        all || sum != LOST
    }
}

/// The smallest number that is not in the list.
fn mex(mut values: Vec<u32>) -> u32 {
    values.sort_unstable();
    values.dedup();
    values
        .iter()
        .zip(0..)
        .take_while(|&(&value, at)| value == at)
        .count() as u32
}
