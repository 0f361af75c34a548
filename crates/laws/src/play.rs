//! Play by a law: its winning moves, in positions of any size.

use bouton_automata::{AskError, Completions, Formula, Name, Relation, Term};
use bouton_core::{Limits, StopReason};
use num_bigint::{BigInt, BigUint};
use num_traits::One;

use crate::law::{Law, fresh_name};
use crate::prover::option_value;
use crate::rules::{Mode, evaluate, substitute_term};

/// A move with its choices.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Choice {
    /// The part of the sum that it is made in, counted from 0.
    pub part: usize,
    /// The number of the move in the rules, from 0.
    pub number: usize,
    /// The numbers to choose.
    pub chosen: Vec<BigUint>,
    /// How many times it is repeated, 1 for a plain move.
    pub times: BigUint,
    /// The part after the move.
    pub targets: Vec<Vec<BigUint>>,
}

/// The moves of a position according to a law.
#[derive(Clone, Debug)]
pub struct Winning {
    /// The winning moves in order; if there are more than requested, only the least and the greatest choices of each kind.
    pub moves: Vec<Choice>,
    /// The number of winning moves; each way to choose the numbers counts.
    pub total: BigUint,
}

/// A law with its winning moves.
#[derive(Debug)]
pub struct LawStrategy {
    law: Law,
    /// The way to find winning moves of each kind; nothing for kinds that are not listed.
    kinds: Vec<Option<Kind>>,
}

/// The way to find the winning moves of one kind.
#[derive(Clone, Debug)]
struct Kind {
    /// A relation of the numbers of a position, the wanted value (of a Grundy law), and the numbers to choose.
    wins: Relation,
    /// The constant change of the position in each repetition; nothing for a plain move.
    stride: Option<Vec<Term>>,
}

impl Law {
    /// Whether the player to move loses in a sum of positions, in time linear in the number of digits after their words are
    /// written; `None` if a part is not a position, or if sums are not defined.
    pub fn lost_sum(&self, parts: &[Vec<BigUint>]) -> Option<bool> {
        match parts {
            [only] => self.lost(only),
            _ => self.nim_sum(parts).map(|sum| sum == BigUint::ZERO),
        }
    }

    /// The xor of the Grundy values of some positions.
    pub fn nim_sum(&self, parts: &[Vec<BigUint>]) -> Option<BigUint> {
        let xor = |sum: BigUint, part: &Vec<BigUint>| Some(sum ^ self.grundy(part)?);
        parts.iter().try_fold(BigUint::ZERO, xor)
    }

    /// The law, prepared to list winning moves.
    ///
    /// # Errors
    /// If the limits are reached.
    pub fn player(mut self) -> Result<LawStrategy, AskError> {
        let kinds = (0..self.rules().moves.len()).map(|number| self.kind(number));
        let kinds = kinds.collect::<Result<_, _>>()?;
        Ok(LawStrategy { law: self, kinds })
    }
}

impl LawStrategy {
    /// The law.
    pub fn law(&self) -> &Law {
        &self.law
    }

    /// The winning moves of a sum of positions: all if there are at most `most`, otherwise some.
    ///
    /// A repeated move is given with the repetitions that lead to the lost position. There is only one such number, since
    /// no lost position lies beyond another. If its steps are not all equal, or may skip legal positions, it is not listed.
    ///
    /// # Errors
    /// If the time limit is reached or the work is cancelled.
    pub fn winning_moves(
        &self,
        parts: &[Vec<BigUint>],
        most: usize,
        limits: &Limits,
    ) -> Result<Winning, StopReason> {
        let mut ways = Vec::new();
        for part in 0..parts.len() {
            for number in 0..self.kinds.len() {
                limits.check()?;
                let found = self.ways(parts, part, number);
                ways.extend(found.map(|ways| (part, number, ways)));
            }
        }
        let total: BigUint = ways.iter().map(|(_, _, ways)| ways.total()).sum();
        let all = total <= BigUint::from(most);
        let mut moves = Vec::new();
        for (part, number, ways) in ways {
            let greatest = ways.last_one().filter(|_| !all);
            let listed = ways.take(if all { most } else { 1 });
            for chosen in listed.chain(greatest) {
                limits.check()?;
                moves.extend(self.winning_choice(&parts[part], part, number, chosen));
            }
        }
        moves.sort();
        moves.dedup();
        Ok(Winning { moves, total })
    }

    /// The choices with which a kind of move wins in one part.
    fn ways(&self, parts: &[Vec<BigUint>], part: usize, number: usize) -> Option<Completions<'_>> {
        let mut given = parts[part].clone();
        if self.law.rules().mode == Mode::Grundy {
            let sum = self.law.nim_sum(parts)?;
            if sum == BigUint::ZERO {
                return None;
            }
            given.push(sum ^ self.law.grundy(&parts[part])?);
        }
        Some(self.kinds[number].as_ref()?.wins.completions(&given))
    }

    fn winning_choice(
        &self,
        position: &[BigUint],
        part: usize,
        number: usize,
        chosen: Vec<BigUint>,
    ) -> Option<Choice> {
        let kind = self.kinds[number].as_ref()?;
        let (times, targets) = match &kind.stride {
            None => (
                BigUint::one(),
                self.law.rules().targets(number, position, &chosen)?,
            ),
            Some(stride) => self.repetitions(position, number, &chosen, stride)?,
        };
        Some(Choice {
            part,
            number,
            chosen,
            times,
            targets,
        })
    }

    /// The number of repetitions that lead to the lost position, and that position.
    ///
    /// `W` holds as long as the lost position is ahead, so the last repetition after which it holds is found by doubling
    /// and halving.
    fn repetitions(
        &self,
        position: &[BigUint],
        number: usize,
        chosen: &[BigUint],
        stride: &[Term],
    ) -> Option<(BigUint, Vec<Vec<BigUint>>)> {
        let values = self.law.rules().values(number, position, chosen);
        let stride: Vec<BigInt> = stride.iter().map(|term| evaluate(term, &values)).collect();
        let after = |times: &BigUint| -> Option<Vec<BigUint>> {
            let moved = |(at, step): (&BigUint, &BigInt)| {
                (BigInt::from(at.clone()) + step * BigInt::from(times.clone())).to_biguint()
            };
            position.iter().zip(&stride).map(moved).collect()
        };
        let wins = &self.kinds[number].as_ref()?.wins;
        let ahead = |times: &BigUint| {
            after(times).is_some_and(|at| wins.contains(&[at.as_slice(), chosen].concat()))
        };
        let mut high = BigUint::one();
        while ahead(&high) {
            high <<= 1;
        }
        let mut low = BigUint::ZERO;
        while &high - &low > BigUint::one() {
            let middle = (&high + &low) >> 1;
            let end = if ahead(&middle) { &mut low } else { &mut high };
            *end = middle;
        }
        let target = after(&high).filter(|at| self.law.lost(at) == Some(true))?;
        Some((high, vec![target]))
    }
}

impl Law {
    fn kind(&mut self, number: usize) -> Result<Option<Kind>, AskError> {
        let a_move = self.rules().moves[number].clone();
        let mut names = self.rules().variables.clone();
        let terms =
            |names: &[Name]| -> Vec<Term> { names.iter().map(|n| Term::variable(n)).collect() };
        let auxiliary = self
            .rules()
            .repeated()
            .into_iter()
            .find(|(at, _)| *at == number);
        let mut stride = None;
        let wins = if let Some((_, name)) = auxiliary {
            stride = self.stride(number, &name)?;
            if stride.is_none() {
                return Ok(None);
            }
            Formula::Member(
                name,
                [self.rules().position(), terms(&a_move.chosen)].concat(),
                0..0,
            )
        } else if self.rules().mode == Mode::Grundy {
            let wanted = fresh_name("v", &[names.as_slice(), &a_move.chosen].concat());
            names.push(wanted.clone());
            option_value(&a_move, &a_move.guard, &wanted)
        } else {
            let to_lost = Formula::Member("P".into(), a_move.targets[0].clone(), 0..0);
            Formula::And(vec![a_move.guard.clone(), to_lost])
        };
        names.extend(a_move.chosen.iter().cloned());
        let wins = self.theory().relation_of(&wins, &names)?;
        Ok(Some(Kind { wins, stride }))
    }

    /// The change of the position in each repetition, if it is constant and every intermediate position before a lost one
    /// is reached by legal moves.
    fn stride(&mut self, number: usize, auxiliary: &Name) -> Result<Option<Vec<Term>>, AskError> {
        let rules = self.rules();
        let a_move = &rules.moves[number];
        let target = &a_move.targets[0];
        let added = |(to, at): (&Term, &Term)| to.clone().plus(at, -1);
        let stride: Option<Vec<Term>> = target.iter().zip(&rules.position()).map(added).collect();
        let moved: Vec<(Name, Term)> = rules
            .variables
            .iter()
            .cloned()
            .zip(target.clone())
            .collect();
        let Some(stride) = stride.filter(|stride| {
            stride
                .iter()
                .all(|term| substitute_term(term, &moved) == *term)
        }) else {
            return Ok(None);
        };
        let chosen = a_move.chosen.iter().map(|name| Term::variable(name));
        let again = target.iter().cloned().chain(chosen).collect();
        let skipped = Formula::And(vec![
            rules.domain.clone(),
            Formula::Member(auxiliary.clone(), again, 0..0),
            a_move.guard.negated(),
        ]);
        let names = [rules.variables.as_slice(), &a_move.chosen].concat();
        let skipped = self.theory().relation_of(&skipped, &names)?;
        Ok(skipped.automaton().is_empty().then_some(stride))
    }
}
