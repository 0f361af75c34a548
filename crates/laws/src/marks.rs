//! [`Marks`]: positions with small numbers, from a table of all of them.

use bouton_automata::{Numeration, Theory};
use bouton_core::{Limits, StopReason};
use num_bigint::BigUint;
use num_traits::ToPrimitive;

use crate::instance::Instance;
use crate::rules::{Mode, Rules};
use crate::search::SearchError;
use crate::table::{LOST, Table, TableStop};

/// The values of positions whose numbers are small, whatever law they follow: a table of all positions with numbers up to the
/// largest, in which each lost position marks those that lead to it. It costs the moves to lost positions, not all moves.
#[derive(Debug)]
pub struct Marks {
    instance: Instance,
    table: Table,
    /// The largest number of positions to hold.
    most: u64,
}

impl Marks {
    /// The empty table of a game, for this many positions.
    ///
    /// # Errors
    /// If the rules break their promises, or the limits are reached.
    pub fn of(rules: Rules, most: u64, limits: Limits) -> Result<Self, SearchError> {
        let plain = Numeration::base(2).expect("invariant: 2 is a base");
        let system = rules.system.clone().unwrap_or(plain);
        Ok(Self {
            instance: Instance::new(rules, Theory::new(system, limits)?)?,
            table: Table::new(most),
            most,
        })
    }

    /// The number of positions of the table.
    pub fn positions(&self) -> u64 {
        self.table.positions()
    }

    /// Whether the table may hold a position, or each part of a sum.
    pub fn may_hold(&self, parts: &[Vec<BigUint>]) -> bool {
        self.side(parts).is_some()
    }

    /// The side of the table that holds these, a power of two: it doubles, so that growing costs as much as the last table.
    fn side(&self, parts: &[Vec<BigUint>]) -> Option<u64> {
        let Rules {
            mode, variables, ..
        } = &self.instance.rules;
        if parts.is_empty() || (parts.len() > 1 && *mode != Mode::Grundy) {
            return None;
        }
        let numbers = parts.iter().map(|part| numbers(part));
        let mut largest = 0;
        for part in numbers {
            let part = part.filter(|part| part.len() == variables.len())?;
            largest = part.into_iter().fold(largest, u64::max);
        }
        let side = largest.checked_add(1)?.checked_next_power_of_two()?;
        let positions = side.checked_pow(u32::try_from(variables.len()).ok()?)?;
        (positions <= self.most).then_some(side)
    }

    /// The Grundy value of a position or of a sum; where the rules are not of Grundy values, 0 if the player to move loses and 1 if he wins.
    ///
    /// # Errors
    /// If a limit is reached, or the table has no room. It is then empty again.
    ///
    /// # Panics
    /// If the table [may not hold](Self::may_hold) it, or a part is no position.
    pub fn value(&mut self, parts: &[Vec<BigUint>], limits: &Limits) -> Result<u64, StopReason> {
        let side = self.side(parts).expect("invariant: the table may hold it");
        if side > self.table.side() {
            self.instance.theory.set_limits(limits.clone());
            if let Err(stop) = self.table.grow(&self.instance, side) {
                self.table = Table::new(self.most);
                return Err(match stop {
                    TableStop::Positions(_) => StopReason::Memory,
                    TableStop::Stopped(why) => why,
                });
            }
        }
        let value = |part: &Vec<BigUint>| {
            let part = numbers(part).expect("invariant: its numbers are small");
            let value = self.table.known(&part);
            u64::from(value.expect("invariant: the table holds all positions"))
        };
        Ok(parts
            .iter()
            .map(value)
            .fold(u64::from(LOST), |sum, one| sum ^ one))
    }

    /// Whether values are Grundy values.
    pub fn tells_grundy(&self) -> bool {
        self.instance.rules.mode == Mode::Grundy
    }
}

fn numbers(part: &[BigUint]) -> Option<Vec<u64>> {
    part.iter().map(BigUint::to_u64).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::sync::atomic::Ordering;

    use super::*;
    use crate::{Referee, random_rules, read};

    /// The outcome by all moves, one by one.
    fn wins(referee: &Referee, at: Vec<BigUint>, known: &mut HashMap<Vec<BigUint>, bool>) -> bool {
        if let Some(wins) = known.get(&at) {
            return *wins;
        }
        let moves: Vec<_> = referee.moves(0, at.clone()).collect();
        let is_last = moves.is_empty() && referee.rules().mode == Mode::Misere;
        let leads = |mut targets: Vec<Vec<BigUint>>| !wins(referee, targets.remove(0), known);
        let wins = is_last || moves.into_iter().map(|mv| mv.targets).any(leads);
        known.insert(at, wins);
        wins
    }

    #[test]
    fn outcomes_are_those_of_all_moves() {
        for seed in 0..30 {
            let rules = read(&random_rules(seed)).unwrap();
            let limits = Limits::default;
            let (Ok(referee), Ok(mut marks)) = (
                Referee::new(rules.clone(), limits()),
                Marks::of(rules, 1 << 10, limits()),
            ) else {
                continue;
            };
            let mut known = HashMap::new();
            for (a, b) in (0..20_u32).flat_map(|a| (0..20_u32).map(move |b| (a, b))) {
                let at: Vec<BigUint> = vec![a.into(), b.into()];
                let value = marks.value(std::slice::from_ref(&at), &limits()).unwrap();
                let wins = wins(&referee, at, &mut known);
                assert_eq!(value == 1, wins, "rules {seed} at {a}, {b}");
            }
        }
    }

    #[test]
    fn sums_are_those_of_grundy_values() {
        let rules = "game pairs\nvariables a\nrank a\nmode grundy\nmove k | 1 <= k <= a & k <= 3 -> a - k\n";
        let mut marks = Marks::of(read(rules).unwrap(), 64, Limits::default()).unwrap();
        assert!(marks.tells_grundy());
        let heaps = |sizes: &[u32]| sizes.iter().map(|n| vec![(*n).into()]).collect::<Vec<_>>();
        for (sizes, value) in [(&[5][..], 1), (&[4, 9], 1), (&[6, 7], 1), (&[63, 3], 0)] {
            assert_eq!(
                marks.value(&heaps(sizes), &Limits::default()),
                Ok(value),
                "{sizes:?}"
            );
        }
        assert!(!marks.may_hold(&heaps(&[64])) && !marks.may_hold(&[]));
        let stopped = Limits::default();
        stopped.cancel.store(true, Ordering::Relaxed);
        let mut marks = Marks::of(read(rules).unwrap(), 1 << 12, Limits::default()).unwrap();
        assert!(marks.value(&heaps(&[4000]), &stopped).is_err());
        assert_eq!(marks.value(&heaps(&[63, 3]), &Limits::default()), Ok(0));
    }
}
