//! The rules as a game: positions of any size and their moves, one by one.

use bouton_automata::{AskError, Name, Numeration, Relation, Theory};
use bouton_core::Limits;
use num_bigint::{BigInt, BigUint};
use num_traits::One;

use crate::instance::Instance;
use crate::play::Choice;
use crate::rules::{Rules, evaluate};
use crate::search::SearchError;

/// The positions and moves that the rules allow.
#[derive(Clone, Debug)]
pub struct Referee {
    rules: Rules,
    domain: Relation,
    /// The guard of each move, over the numbers of a position and those to choose.
    guards: Vec<Relation>,
}

impl Referee {
    /// Accepts rules after proving that every move stays in the domain and lowers the rank.
    ///
    /// # Errors
    /// If the rules break their promises, or the limits are reached.
    pub fn new(rules: Rules, limits: Limits) -> Result<Self, SearchError> {
        let plain = Numeration::base(2).expect("invariant: 2 is a base");
        let system = rules.system.clone().unwrap_or(plain);
        let mut instance = Instance::new(rules, Theory::new(system, limits)?)?;
        let guards = guards(&mut instance).map_err(crate::rules_error::RulesError::from)?;
        let Instance { rules, domain, .. } = instance;
        Ok(Referee {
            rules,
            domain,
            guards,
        })
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Whether a tuple is a position.
    pub fn is_position(&self, position: &[BigUint]) -> bool {
        position.len() == self.rules.variables.len() && self.domain.contains(position)
    }

    /// The smallest position.
    pub fn smallest(&self) -> Option<Vec<BigUint>> {
        self.domain.smallest()
    }

    /// Every legal move of a position, ordered by its number in the rules, then by its choices. The position counts as part
    /// number `part` of a sum.
    pub fn moves(&self, part: usize, position: Vec<BigUint>) -> impl Iterator<Item = Choice> + '_ {
        (0..self.guards.len()).flat_map(move |number| {
            let position = position.clone();
            let chosen = self.guards[number].completions(&position);
            chosen.flat_map(move |chosen| self.repeated(part, number, position.clone(), chosen))
        })
    }

    /// The move once, or as often as it may be repeated.
    fn repeated(
        &self,
        part: usize,
        number: usize,
        mut position: Vec<BigUint>,
        chosen: Vec<BigUint>,
    ) -> impl Iterator<Item = Choice> + '_ {
        let mut times = BigUint::ZERO;
        std::iter::from_fn(move || {
            let again = self.rules.moves[number].repeated;
            let known = [position.as_slice(), &chosen].concat();
            if times > BigUint::ZERO && !(again && self.guards[number].contains(&known)) {
                return None;
            }
            let targets = self.rules.targets(number, &position, &chosen)?;
            times += BigUint::one();
            position.clone_from(&targets[0]);
            Some(Choice {
                part,
                number,
                chosen: chosen.clone(),
                times: times.clone(),
                targets,
            })
        })
    }

    /// The rank of a position, which every move lowers, compared from left to right.
    pub fn rank(&self, position: &[BigUint]) -> Vec<BigInt> {
        let named: Vec<(Name, BigUint)> = self
            .rules
            .variables
            .iter()
            .cloned()
            .zip(position.iter().cloned())
            .collect();
        let rank = self.rules.rank.iter();
        rank.map(|term| evaluate(term, &named)).collect()
    }
}

fn guards(instance: &mut Instance) -> Result<Vec<Relation>, AskError> {
    let Instance { rules, theory, .. } = instance;
    let guard = |a_move: &crate::rules::Move| {
        let names = [rules.variables.as_slice(), &a_move.chosen].concat();
        theory.relation_of(&a_move.guard, &names)
    };
    rules.moves.iter().map(guard).collect()
}
