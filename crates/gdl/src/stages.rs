//! [`Stages`]: the order in which rules are instantiated; also refuses dependences that the language forbids.

use crate::components::components;
use crate::description::Description;
use crate::fault::Fault;
use crate::rule::{
    BASE, DOES, GOAL, INIT, INPUT, LEGAL, Literal, NEXT, Predicate, ROLE, Rule, TERMINAL, TRUE,
};

/// The stages in which rules are instantiated.
pub(crate) struct Stages {
    /// The rules that do not depend on the position, each stage after those it needs.
    pub(crate) fixed: Vec<Vec<usize>>,
    /// The other rules.
    pub(crate) played: Vec<usize>,
    /// Whether a predicate does not depend on the position.
    pub(crate) complete: Vec<bool>,
}

impl Stages {
    pub(crate) fn of(description: &Description) -> Result<Self, Fault> {
        let rules = &description.rules;
        let count = description.predicates.len();
        let mut needs = vec![Vec::new(); count];
        for rule in rules {
            let body = rule.body.iter().filter_map(Literal::atom);
            needs[rule.head.predicate as usize].extend(body.map(|atom| atom.predicate as usize));
        }
        let parts = components(count, |n, to| to.extend_from_slice(&needs[n]));
        check_dependence(description, &parts, &needs)?;
        let mut part_of = vec![0; count];
        for (n, part) in parts.iter().enumerate() {
            for predicate in part {
                part_of[*predicate] = n;
            }
        }
        let mut complete = are_closed(rules, &part_of);
        spread(&parts, &needs, &mut complete);
        if let Some(predicate) = [INIT, ROLE].into_iter().find(|p| !complete[*p as usize]) {
            let message = format!(
                "{} is negated within itself",
                description.name_of(predicate)
            );
            return Err(Fault::whole(&description.source, message));
        }
        let (mut fixed, mut played) = (vec![Vec::new(); parts.len()], Vec::new());
        for (n, rule) in rules.iter().enumerate() {
            let head = rule.head.predicate as usize;
            match complete[head] {
                true => fixed[part_of[head]].push(n),
                false => played.push(n),
            }
        }
        fixed.retain(|stage| !stage.is_empty());
        Ok(Self {
            fixed,
            played,
            complete,
        })
    }
}

/// The predicates that do not come from play itself, and that are not negated within their own component. A predicate that
/// is negated there may still be well-defined, instance by instance.
fn are_closed(rules: &[Rule], part_of: &[usize]) -> Vec<bool> {
    let mut closed = vec![true; part_of.len()];
    for predicate in [TRUE, DOES, BASE, INPUT, NEXT, LEGAL, GOAL, TERMINAL] {
        closed[predicate as usize] = false;
    }
    for rule in rules {
        let own = part_of[rule.head.predicate as usize];
        let denies = |literal: &Literal| matches!(literal, Literal::Fails(atom) if part_of[atom.predicate as usize] == own);
        closed[rule.head.predicate as usize] &= !rule.body.iter().any(denies);
    }
    closed
}

/// A predicate that needs an incomplete one is incomplete itself.
fn spread(parts: &[Vec<usize>], needs: &[Vec<usize>], complete: &mut [bool]) {
    for part in parts {
        let whole = part.iter().all(|&predicate| {
            complete[predicate] && needs[predicate].iter().all(|&other| complete[other])
        });
        for &predicate in part {
            complete[predicate] &= whole;
        }
    }
}

/// Refuses the dependences that the language forbids: a start that depends on the position, an end that depends on the
/// move.
fn check_dependence(
    description: &Description,
    parts: &[Vec<usize>],
    needs: &[Vec<usize>],
) -> Result<(), Fault> {
    let forbidden: [(Predicate, &[Predicate]); 5] = [
        (ROLE, &[TRUE, DOES]),
        (INIT, &[TRUE, DOES]),
        (LEGAL, &[DOES]),
        (GOAL, &[DOES]),
        (TERMINAL, &[DOES]),
    ];
    for source in [TRUE, DOES] {
        let mut reaches = vec![false; needs.len()];
        reaches[source as usize] = true;
        for part in parts {
            let any = part
                .iter()
                .any(|&n| reaches[n] || needs[n].iter().any(|&to| reaches[to]));
            for &n in part {
                reaches[n] = any;
            }
        }
        for (head, sources) in forbidden {
            if sources.contains(&source) && reaches[head as usize] {
                return Err(dependent(description, head, source, &reaches));
            }
        }
    }
    Ok(())
}

fn dependent(
    description: &Description,
    head: Predicate,
    source: Predicate,
    reaches: &[bool],
) -> Fault {
    let on = if source == TRUE {
        "the position (true)"
    } else {
        "the moves made (does)"
    };
    let name = description.name_of(head);
    let message = format!("{name} depends on {on} here, which the language forbids");
    let guilty = description.rules.iter().find(|rule| {
        let mut body = rule.body.iter().filter_map(Literal::atom);
        rule.head.predicate == head && body.any(|atom| reaches[atom.predicate as usize])
    });
    match guilty {
        Some(rule) => Fault::at(&description.source, rule.span.clone(), message),
        None => Fault::whole(&description.source, message),
    }
}
