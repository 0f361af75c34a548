//! Rules in one numeration system: their proof obligations, and their moves from small positions.

use bouton_automata::{Comparison, Formula, Name, Relation, Term, Theory};
use num_bigint::BigUint;

use crate::choices::Choices;
use crate::rules::{Rules, evaluate, lexicographically_less};
use crate::rules_error::{Example, RulesError};

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

impl Instance {
    /// Compiles the rules and proves that every move stays in the domain and lowers the rank.
    ///
    /// # Errors
    /// If a proof fails (with a concrete move) or the limits are reached.
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
