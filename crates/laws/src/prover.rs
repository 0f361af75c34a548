//! Proving that sets are the lost positions, or the Grundy values, of a game for all sizes.
//!
//! The rank falls with every move, so that the equations below have exactly one solution; a set that
//! satisfies them is it. `P` are the lost positions, `W` the positions from which a repeated move
//! reaches a lost one, `G(x, v)` says that x has Grundy value v.

use bouton_automata::{AskError, Automaton, Comparison, Formula, Name, Term, Theory};

use crate::instance::Instance;
use crate::rules::{Mode, Move, Rules};

/// One thing that must hold of the sets.
#[derive(Clone, Debug)]
pub struct Equation {
    /// What it says, in words.
    pub words: String,
    /// The variables of both sides.
    pub names: Vec<Name>,
    /// A predicate of these variables, or a formula.
    pub left: Formula,
    /// What it must equal.
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

/// The equations whose only solution are the values of the game.
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

fn grundy_equations(rules: &Rules) -> Vec<Equation> {
    let value = Name::from(VALUE);
    let smaller = Name::from(format!("smaller {VALUE}"));
    let names = [rules.variables.as_slice(), std::slice::from_ref(&value)].concat();
    let with_value = |value: &Name| [rules.position(), vec![Term::variable(value)]].concat();
    let below = Formula::Compare(
        Term::variable(&smaller),
        Comparison::Less,
        Term::variable(&value),
    );
    let gap = Formula::And(vec![below, some_option_value(rules, &smaller).negated()]);
    let right = Formula::And(vec![
        rules.domain.clone(),
        some_option_value(rules, &value).negated(),
        exists(std::slice::from_ref(&smaller), gap).negated(),
    ]);
    let words =
        "a position has a value exactly when no option has it and options have all smaller ones"
            .to_string();
    let mex = Equation {
        words,
        left: member("G", with_value(&value)),
        names,
        right,
    };
    let some = exists(
        std::slice::from_ref(&value),
        member("G", with_value(&value)),
    );
    let words = "every position has a value".to_string();
    let total = Equation {
        words,
        names: rules.variables.clone(),
        left: some,
        right: rules.domain.clone(),
    };
    vec![mex, total]
}

/// "Some option has this value": one disjunct a move.
fn some_option_value(rules: &Rules, value: &Name) -> Formula {
    let of_move = |a_move: &Move| exists(&a_move.chosen, option_value(a_move, value));
    Formula::Or(rules.moves.iter().map(of_move).collect())
}

/// "The move, by the numbers chosen, leads to an option with this value", the values of the parts of a sum added as nimbers.
pub(crate) fn option_value(a_move: &Move, value: &Name) -> Formula {
    let fresh = |what: &str, at: usize| Name::from(format!("{what} {at} {VALUE}"));
    let variables = |names: &[&Name]| names.iter().map(|name| Term::variable(name)).collect();
    let mut factors = vec![a_move.guard.clone()];
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

/// Whether the sets, by name, are the values of the game: the first equation that fails otherwise.
///
/// # Errors
/// When the budget of the theory does not suffice.
pub(crate) fn refuted(
    instance: &mut Instance,
    sets: &[(String, Automaton)],
) -> Result<Option<Equation>, AskError> {
    define(&mut instance.theory, sets);
    for equation in equations(&instance.rules) {
        instance
            .theory
            .budget()
            .tell(|| format!("proving that {}", equation.words));
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

/// Gives the sets their names in formulas.
pub(crate) fn define(theory: &mut Theory, sets: &[(String, Automaton)]) {
    for (name, set) in sets {
        theory.define(name, set.clone());
    }
}
