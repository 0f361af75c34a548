//! Proves that sets are the lost positions, or the Grundy values, of a game for all sizes.
//!
//! Every move lowers the rank, so the equations below have exactly one solution: any set that satisfies them. `P` are the
//! lost positions, `W` the positions from which a repeated move reaches a lost one, and `G(x, v)` says that x has Grundy
//! value v.

use bouton_automata::{AskError, Automaton, Comparison, Formula, Name, Term, Theory};

use crate::instance::Instance;
use crate::rules::{Mode, Move, Rules};

/// A condition on the sets.
#[derive(Clone, Debug)]
pub struct Equation {
    /// The condition in words.
    pub words: String,
    /// The variables of both sides.
    pub names: Vec<Name>,
    /// A predicate of these variables, or a formula.
    pub left: Formula,
    /// The other side of the equation.
    pub right: Formula,
}

/// The name of the Grundy value in equations.
const VALUE: &str = "value\u{0}";

fn member(predicate: &str, terms: Vec<Term>) -> Formula {
    Formula::Member(predicate.into(), terms, 0..0)
}

fn exists(names: &[Name], body: Formula) -> Formula {
    if names.is_empty() {
        body
    } else {
        Formula::Exists(names.to_vec(), Box::new(body))
    }
}

/// The equations whose only solution is the values of the game.
pub fn equations(rules: &Rules) -> Vec<Equation> {
    match rules.mode {
        Mode::Grundy => grundy_equations(rules),
        Mode::Normal | Mode::Misere => outcome_equations(rules),
    }
}

fn outcome_equations(rules: &Rules) -> Vec<Equation> {
    let repeated = rules.repeated();
    let auxiliary = |at: usize| {
        repeated
            .iter()
            .find(|(number, _)| *number == at)
            .map(|(_, name)| name)
    };
    let terms =
        |names: &[Name]| -> Vec<Term> { names.iter().map(|name| Term::variable(name)).collect() };
    let reaches = |at: usize| {
        let a_move = &rules.moves[at];
        let found = match auxiliary(at) {
            Some(name) => member(name, [rules.position(), terms(&a_move.chosen)].concat()),
            None => Formula::And(vec![
                a_move.guard.clone(),
                member("P", a_move.targets[0].clone()),
            ]),
        };
        exists(&a_move.chosen, found)
    };
    let mut lost = vec![
        rules.domain.clone(),
        Formula::Or((0..rules.moves.len()).map(reaches).collect()).negated(),
    ];
    let mut words = "a position is lost exactly when no move leads to a lost one".to_string();
    if rules.mode == Mode::Misere {
        lost.push(Formula::Or(
            rules
                .moves
                .iter()
                .map(|m| exists(&m.chosen, m.guard.clone()))
                .collect(),
        ));
        words = "a position is lost exactly when it has a move, and none leads to a lost one"
            .to_string();
    }
    let mut equations = vec![Equation {
        words,
        names: rules.variables.clone(),
        left: member("P", rules.position()),
        right: Formula::And(lost),
    }];
    for (at, name) in &repeated {
        let a_move = &rules.moves[*at];
        let names = [rules.variables.as_slice(), &a_move.chosen].concat();
        let again = member(
            name,
            [a_move.targets[0].clone(), terms(&a_move.chosen)].concat(),
        );
        let step = Formula::Or(vec![member("P", a_move.targets[0].clone()), again]);
        let right = Formula::And(vec![rules.domain.clone(), a_move.guard.clone(), step]);
        let words = format!(
            "{name} holds exactly when a step of `{}` leads to a lost position or to where {name} holds",
            a_move.text
        );
        equations.push(Equation {
            words,
            left: member(name, terms(&names)),
            names,
            right,
        });
    }
    equations
}

/// Every position has one value, no option has the same value, and every smaller value is that of an option.
fn grundy_equations(rules: &Rules) -> Vec<Equation> {
    let value = Name::from(VALUE);
    let smaller = Name::from(format!("smaller {VALUE}"));
    let one = std::slice::from_ref(&value);
    let with_value = |value: &Name| {
        let terms = [rules.position(), vec![Term::variable(value)]].concat();
        member("G", terms)
    };
    let below = Formula::Compare(
        Term::variable(&smaller),
        Comparison::Less,
        Term::variable(&value),
    );
    let mut equations = vec![Equation {
        words: "every position has a value".to_string(),
        names: rules.variables.clone(),
        left: exists(one, with_value(&value)),
        right: rules.domain.clone(),
    }];
    let mut never = |words: String, more: &[Name], parts: Vec<Formula>| {
        equations.push(Equation {
            words,
            names: [rules.variables.as_slice(), more].concat(),
            left: Formula::And(parts),
            right: Formula::Constant(false),
        });
    };
    let both = [value.clone(), smaller.clone()];
    never(
        "no position has two values".to_string(),
        &both,
        vec![with_value(&value), with_value(&smaller), below.clone()],
    );
    for a_move in &rules.moves {
        let same = exists(&a_move.chosen, option_value(a_move, &a_move.guard, &value));
        let words = format!("no option by `{}` has the same value", a_move.text);
        never(words, one, vec![with_value(&value), same]);
    }
    let reached = |a_move: &Move| {
        let option = option_value(a_move, &a_move.enough(), &smaller);
        exists(&a_move.chosen, option)
    };
    let reached = Formula::Or(rules.moves.iter().map(reached).collect());
    never(
        "options have every smaller value".to_string(),
        &both,
        vec![with_value(&value), below, reached.negated()],
    );
    equations
}

/// "The move, by the numbers chosen within this guard, leads to an option with this value", where the values of the parts
/// of a sum are added as nimbers.
pub(crate) fn option_value(a_move: &Move, guard: &Formula, value: &Name) -> Formula {
    let fresh = |what: &str, at: usize| Name::from(format!("{what} {at} {VALUE}"));
    let variables = |names: &[&Name]| names.iter().map(|name| Term::variable(name)).collect();
    let mut factors = vec![guard.clone()];
    let mut made = Vec::new();
    let mut sum: Option<Name> = None;
    for (at, target) in a_move.targets.iter().enumerate() {
        let last = at + 1 == a_move.targets.len();
        let part = if last && sum.is_none() {
            value.clone()
        } else {
            made.push(fresh("part", at));
            fresh("part", at)
        };
        factors.push(member(
            "G",
            [target.clone(), vec![Term::variable(&part)]].concat(),
        ));
        sum = Some(match sum {
            None => part,
            Some(before) => {
                let total = if last {
                    value.clone()
                } else {
                    fresh("sum", at)
                };
                factors.push(member("xor", variables(&[&before, &part, &total])));
                made.extend((!last).then(|| total.clone()));
                total
            }
        });
    }
    exists(&made, Formula::And(factors))
}

/// The first equation that fails if the sets, by name, are not the values of the game.
///
/// # Errors
/// If the limits of the theory are reached.
pub(crate) fn refuted(
    instance: &mut Instance,
    sets: &[(String, Automaton)],
) -> Result<Option<Equation>, AskError> {
    define(&mut instance.theory, sets);
    for equation in equations(&instance.rules) {
        instance
            .theory
            .limits()
            .progress
            .say(|| format!("proving that {}", equation.words));
        let left = instance
            .theory
            .relation_of(&equation.left, &equation.names)?;
        let right = instance
            .theory
            .relation_of(&equation.right, &equation.names)?;
        if left != right {
            return Ok(Some(equation));
        }
    }
    Ok(None)
}

/// Defines the names of the sets in formulas.
pub(crate) fn define(theory: &mut Theory, sets: &[(String, Automaton)]) {
    for (name, set) in sets {
        theory.define(name, set.clone());
    }
}
