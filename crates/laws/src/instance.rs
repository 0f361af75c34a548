//! Rules in one numeration system: what must be proved of them, and their moves from small positions.

use std::fmt;

use bouton_automata::{AskError, Comparison, Formula, Name, Relation, Term, Theory};
use num_bigint::BigUint;
use thiserror::Error;

use crate::choices::Choices;
use crate::rules::{Rules, evaluate, lexicographically_less};

/// Rules in a numeration system, with their automata.
#[derive(Debug)]
pub struct Instance {
    /// The rules.
    pub rules: Rules,
    /// The system and its predicates.
    pub theory: Theory,
    pub(crate) domain: Relation,
    pub(crate) choices: Vec<Choices>,
}

/// A concrete move that shows a mistake in the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The move, as in the text.
    pub text: String,
    /// The variables of the position and of the move, with their values.
    pub values: Vec<(Name, BigUint)>,
    /// Where the move leads; an entry is below 0 when a number would be.
    pub targets: Vec<Vec<num_bigint::BigInt>>,
}

/// Why rules cannot be used.
#[derive(Clone, Debug, Error)]
pub enum RulesError {
    /// A formula could not be decided.
    #[error(transparent)]
    Ask(#[from] AskError),
    /// A move does not lower the rank.
    #[error("a move does not lower the rank: {0}")]
    Rank(Box<Example>),
    /// A move leaves the domain.
    #[error("a move leads out of the domain: {0}")]
    Domain(Box<Example>),
    /// A rank is negative somewhere in the domain.
    #[error("the rank is negative at {0}")]
    NegativeRank(String),
    /// A chosen number may be far larger than the position.
    #[error("the choices of the move `{0}` are not bounded by the position")]
    Unbounded(String),
}

impl From<bouton_automata::Exceeded> for RulesError {
    fn from(exceeded: bouton_automata::Exceeded) -> Self {
        RulesError::Ask(exceeded.into())
    }
}

impl fmt::Display for Example {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values: Vec<String> = self
            .values
            .iter()
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        let tuple = |target: &Vec<num_bigint::BigInt>| {
            let numbers: Vec<String> = target.iter().map(|n| n.to_string()).collect();
            format!("({})", numbers.join(", "))
        };
        let targets: Vec<String> = self.targets.iter().map(tuple).collect();
        write!(
            f,
            "`{}` with {} leads to {}",
            self.text,
            values.join(", "),
            targets.join(" and ")
        )
    }
}

impl Instance {
    /// Compiles the rules and proves that every move stays in the domain and lowers the rank.
    ///
    /// # Errors
    /// When a proof fails (with a concrete move) or the budget does not suffice.
    pub fn new(rules: Rules, mut theory: Theory) -> Result<Self, RulesError> {
        let domain = theory.relation_of(&rules.domain, &rules.variables)?;
        prove_rank_is_natural(&rules, &mut theory)?;
        for at in 0..rules.moves.len() {
            prove_move(&rules, at, &mut theory)?;
        }
        theory.define("Position", domain.automaton().clone());
        let choices: Result<Vec<Choices>, RulesError> = (0..rules.moves.len())
            .map(|at| Choices::new(&rules, at, &mut theory))
            .collect();
        Ok(Instance {
            choices: choices?,
            rules,
            theory,
            domain,
        })
    }
}

fn prove_rank_is_natural(rules: &Rules, theory: &mut Theory) -> Result<(), RulesError> {
    let negative =
        |term: &Term| Formula::Compare(term.clone(), Comparison::Less, Term::constant(0));
    let somewhere = Formula::Or(rules.rank.iter().map(negative).collect());
    let wrong = theory.relation_of(
        &Formula::And(vec![rules.domain.clone(), somewhere]),
        &rules.variables,
    )?;
    match wrong.smallest() {
        Some(values) => {
            let values: Vec<String> = values.iter().map(BigUint::to_string).collect();
            Err(RulesError::NegativeRank(format!("({})", values.join(", "))))
        }
        None => Ok(()),
    }
}

fn prove_move(rules: &Rules, at: usize, theory: &mut Theory) -> Result<(), RulesError> {
    let a_move = &rules.moves[at];
    let names = [rules.variables.as_slice(), &a_move.chosen].concat();
    let before = rules.rank_of(&rules.position());
    for target in &a_move.targets {
        let leaves = rules.is_position(target).negated();
        let stays_up = lexicographically_less(&rules.rank_of(target), &before).negated();
        let wrong =
            |fault: Formula| Formula::And(vec![rules.domain.clone(), a_move.guard.clone(), fault]);
        if let Some(values) = theory.relation_of(&wrong(leaves), &names)?.smallest() {
            return Err(RulesError::Domain(Box::new(example(
                rules, at, &names, values,
            ))));
        }
        if let Some(values) = theory.relation_of(&wrong(stays_up), &names)?.smallest() {
            return Err(RulesError::Rank(Box::new(example(
                rules, at, &names, values,
            ))));
        }
    }
    Ok(())
}

fn example(rules: &Rules, at: usize, names: &[Name], values: Vec<BigUint>) -> Example {
    let a_move = &rules.moves[at];
    let values: Vec<(Name, BigUint)> = names.iter().cloned().zip(values).collect();
    let targets = a_move
        .targets
        .iter()
        .map(|target| target.iter().map(|term| evaluate(term, &values)).collect())
        .collect();
    Example {
        text: a_move.text.clone(),
        values,
        targets,
    }
}
