//! Fills a table, position by position in order of rank.

use std::borrow::Cow;
use std::sync::Arc;

use bouton_automata::Term;
use bouton_core::hashing::FastMap;
use bouton_core::{Meter, StopReason};

use super::{LOST, Table, TableStop, UNKNOWN, WON, index, position};
use crate::choices::{Choices, Origins, Words};
use crate::instance::Instance;
use crate::rules::Mode;
use crate::sorting::sorted;

/// A table being filled by the rules.
pub(super) struct Filling<'t> {
    pub(super) table: &'t mut Table,
    instance: &'t Instance,
    words: Arc<Words>,
    /// The moves; those that depend on few numbers come first.
    moves: Vec<usize>,
    /// The terms of the rank: a constant, and the coefficient of each number.
    ranks: Vec<(i64, Vec<i64>)>,
    /// The choices of moves that depend on only some of the numbers, by those numbers.
    known: Vec<FastMap<u64, Arc<[u64]>>>,
    /// The numbers before such moves, by the numbers after them.
    known_before: Vec<FastMap<u64, Arc<[u64]>>>,
    /// Counts the choices tried.
    meter: Meter<'t>,
}

/// Steps of a position in addition to those for its choices.
const STEPS: usize = 64;

impl<'t> Filling<'t> {
    pub(super) fn new(table: &'t mut Table, instance: &'t Instance) -> Self {
        let words = table.words.clone();
        let mut moves: Vec<usize> = (0..instance.choices.len()).collect();
        moves.sort_by_key(|&at| instance.choices[at].relevant().len());
        let known = vec![FastMap::default(); moves.len()];
        let rules = &instance.rules;
        let times = |term: &Term| {
            let of = |name| term.coefficients.get(name).copied().unwrap_or(0);
            (term.constant, rules.variables.iter().map(of).collect())
        };
        Filling {
            table,
            instance,
            words,
            moves,
            ranks: rules.rank.iter().map(times).collect(),
            known_before: known.clone(),
            known,
            meter: instance.theory.limits().meter(),
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

    /// The positions of the table with at least one number from this side on, by rank.
    pub(super) fn order(&self, old_side: u64) -> Result<Vec<u64>, TableStop> {
        let mut meter = self.meter.clone();
        let (side, arity) = (self.table.side, self.instance.rules.variables.len());
        let rank = |term: usize, at: u64| self.rank(term, &position(at, side, arity));
        let is_new = |at: &u64| {
            let position = position(*at, side, arity);
            position.iter().any(|&n| n >= old_side) && self.in_domain(&position)
        };
        let mut order: Vec<(i128, u64)> = Vec::new();
        for at in 0..self.table.inside.len() as u64 {
            meter.spend(STEPS)?;
            if is_new(&at) {
                order.push((rank(0, at), at));
            }
        }
        let later = |a: u64, b: u64| {
            let differ = |term| rank(term, a).cmp(&rank(term, b));
            (1..self.ranks.len()).map(differ).find(|by| by.is_ne())
        };
        let compare = |(first, a): &(i128, u64), (second, b): &(i128, u64)| {
            let by_first = first.cmp(second);
            by_first.then_with(|| later(*a, *b).unwrap_or(a.cmp(b)))
        };
        let order = sorted(order, |(first, _)| *first, compare, &mut meter)?;
        Ok(order.into_iter().map(|(_, at)| at).collect())
    }

    fn rank(&self, term: usize, position: &[u64]) -> i128 {
        let (constant, times) = &self.ranks[term];
        let parts = times.iter().zip(position);
        parts.fold(i128::from(*constant), |sum, (&times, &n)| {
            sum + i128::from(times) * i128::from(n)
        })
    }

    /// Finds the value of a position, after those of the unknown positions that it leads to.
    pub(super) fn settle(&mut self, position: Vec<u64>) -> Result<(), TableStop> {
        let mut waiting = vec![position];
        while let Some(position) = waiting.pop() {
            self.meter.spend(STEPS)?;
            match self.value_by_moves(&position)? {
                Ok(value) => {
                    if value == LOST {
                        self.mark_origins(&position)?;
                    }
                    self.table.set(position, value)?;
                }
                Err(unknown) => waiting.extend([position, unknown]),
            }
        }
        Ok(())
    }

    /// Marks the positions of the table from which a move leads to this lost one as won: most positions are settled in this
    /// way, without examining their options.
    pub(super) fn mark_origins(&mut self, lost: &[u64]) -> Result<(), TableStop> {
        let side = self.table.side;
        if self.instance.rules.mode == Mode::Grundy || lost.iter().any(|&n| n >= side) {
            return Ok(());
        }
        for number in 0..self.instance.choices.len() {
            let Some(origins) = self.instance.choices[number].origins() else {
                continue;
            };
            let changed = origins.changed().len() as u32;
            // If two numbers change there may be as many origins.
            let most = usize::try_from(side.saturating_pow(changed));
            self.meter.spend(most.unwrap_or(usize::MAX))?;
            if self.instance.rules.moves[number].repeated {
                self.mark_repeated(number, origins, lost)?;
            } else if origins.relevant().len() < lost.len() {
                self.mark_listed(number, origins, lost);
            } else {
                origins.each(&self.words, side, lost, |origin, _| {
                    self.table.inside[index(origin, side) as usize] = WON
                });
            }
        }
        Ok(())
    }

    /// [`Filling::mark_origins`] for a move that depends on only some of the numbers: the old numbers are cached.
    fn mark_listed(&mut self, number: usize, origins: &Origins, lost: &[u64]) {
        let side = self.table.side;
        let key = key(lost, origins.relevant(), side);
        let before = self.known_before[number].entry(key).or_insert_with(|| {
            let mut listed = Vec::new();
            origins.each(&self.words, side, lost, |origin, _| {
                listed.extend(origins.changed().iter().map(|&i| origin[i]));
            });
            listed.into()
        });
        let mut origin = lost.to_vec();
        for old in before.chunks(origins.changed().len().max(1)) {
            for (&i, &n) in origins.changed().iter().zip(old) {
                origin[i] = n;
            }
            self.table.inside[index(&origin, side) as usize] = WON;
        }
    }

    /// [`Filling::mark_origins`] for a repeated move, backwards step by step with the same choice.
    fn mark_repeated(
        &mut self,
        number: usize,
        origins: &Origins,
        lost: &[u64],
    ) -> Result<(), TableStop> {
        let (side, arity) = (self.table.side, lost.len());
        let mut found: Vec<Vec<u64>> = vec![lost.to_vec()];
        while let Some(last) = found.pop() {
            self.meter.spend(STEPS)?;
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
        Ok(())
    }

    /// The positions of the table, each with the choice, from which a repeated move reaches a lost one.
    pub(super) fn reaching(&self, number: usize) -> Result<Cow<'_, [u64]>, TableStop> {
        let choices = &self.instance.choices[number];
        if choices.origins().is_some() {
            return Ok(Cow::Borrowed(&self.table.reaching[number]));
        }
        let mut meter = self.meter.clone();
        let (side, arity) = (self.table.side, self.instance.rules.variables.len());
        let mut tuples = Vec::new();
        let positions = (0..self.table.inside.len() as u64).map(|at| position(at, side, arity));
        for position in positions.filter(|position| self.in_domain(position)) {
            meter.spend(STEPS)?;
            let mut asked = Ok(());
            choices.each(&self.words, &position, &mut |chosen| {
                asked = meter.spend(STEPS);
                let is_other = |to: &[u64]| self.table.value(to) != LOST;
                if !self.repeat(choices, &position, chosen, is_other) {
                    tuples.extend(position.iter().chain(chosen));
                }
                asked.is_ok()
            });
            asked?;
        }
        Ok(tuples.into())
    }

    /// The value of a position, or a position whose value must be found first.
    ///
    /// # Errors
    /// If the limit is reached.
    fn value_by_moves(&mut self, position: &[u64]) -> Result<Result<u32, Vec<u64>>, TableStop> {
        let mut gathered = Gathered {
            meter: self.meter.clone(),
            asked: Ok(()),
            values: Vec::new(),
            moved: false,
            unknown: None,
        };
        for at in 0..self.moves.len() {
            if !self.gather(self.moves[at], position, &mut gathered) {
                break;
            }
        }
        let Gathered {
            values,
            moved,
            unknown,
            meter,
            asked,
        } = gathered;
        self.meter = meter;
        asked?;
        Ok(match (unknown, self.instance.rules.mode) {
            (Some(unknown), _) => Err(unknown),
            (None, Mode::Grundy) => Ok(mex(values)),
            (None, Mode::Misere) if !moved => Ok(WON),
            (None, _) => Ok(if values.is_empty() { LOST } else { WON }),
        })
    }

    /// Collects the values of the options by one move; false if no more are needed.
    fn gather(&mut self, number: usize, position: &[u64], gathered: &mut Gathered<'_>) -> bool {
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

    /// The choices of a move in a flat list (a single 0 for each if nothing is chosen), cached.
    fn listed(&mut self, number: usize, position: &[u64]) -> Arc<[u64]> {
        let choices = &self.instance.choices[number];
        let key = key(position, choices.relevant(), self.table.side);
        if let Some(listed) = self.known[number].get(&key) {
            return listed.clone();
        }
        let mut listed = Vec::new();
        choices.each(&self.words, position, &mut |chosen| {
            listed.extend_from_slice(if chosen.is_empty() { &[0] } else { chosen });
            true
        });
        let listed: Arc<[u64]> = listed.into();
        self.known[number].insert(key, listed.clone());
        listed
    }

    /// The positions that a repeated move reaches with the same choice; false to stop.
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

/// The known values of a position's options.
struct Gathered<'b> {
    meter: Meter<'b>,
    /// An error if the limit is reached.
    asked: Result<(), StopReason>,
    /// Grundy values, or a lost option.
    values: Vec<u32>,
    moved: bool,
    unknown: Option<Vec<u64>>,
}

impl Gathered<'_> {
    /// Adds an option, given by its parts; false if no more are needed.
    fn add(&mut self, table: &Table, parts: &[u64], arity: usize, all: bool) -> bool {
        self.moved = true;
        self.asked = self.meter.spend(parts.len());
        if self.asked.is_err() {
            return false;
        }
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

/// Some of the numbers of a position, encoded as one.
fn key(position: &[u64], relevant: &[usize], side: u64) -> u64 {
    relevant.iter().fold(0, |key, &i| key * side + position[i])
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
