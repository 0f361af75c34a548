//! Laws of whole families of positions: found and proved, told in words, and asked anything that formulas can say.

use std::mem::size_of;

use bouton::{How, StopReason, laws};
use bouton_automata::{AskError, Budget};
use bouton_laws::{Finding, Rules, Search};

use super::last_game::{LastGame, named};
use super::query::Query;
use super::refusal::Refusal;
use super::reply::Reply;
use super::routes::Answered;

/// Transitions and positions of a table cost about so many words each.
const WORDS: u64 = 5;
/// Examples of what a formula with free variables means.
const EXAMPLES: usize = 12;

/// The search for the law of a question's game.
fn found(query: &Query, how: &How) -> Result<(Rules, Finding), Refusal> {
    let piles = query.number("piles").unwrap_or(2);
    let text = named(query, None)?.formulas(piles)?;
    let rules = laws::rules(&text, query.flag("misere"))?;
    let limits = &how.limits;
    let most = limits.memory.unwrap_or(u64::MAX) / (WORDS * size_of::<usize>() as u64);
    let cells = usize::try_from(most).unwrap_or(usize::MAX);
    let budget = Budget {
        states: cells,
        cells,
        deadline: limits.deadline,
        cancel: limits.cancel.clone(),
        ..Budget::default()
    };
    let search = Search::default();
    let search = Search {
        positions: search.positions.min(most),
        budget,
        ..search
    };
    match search.run(&rules) {
        Ok(finding) => Ok((rules, finding)),
        Err(error) if error.is_limit() => Err(Refusal::stopped(StopReason::Time)),
        Err(error) => Err(Refusal::bad(error.to_string())),
    }
}

/// A formula that cannot be read, or is not decided within the limits.
fn undecided(formula: &str, error: AskError) -> Refusal {
    match error {
        AskError::Syntax(error) => Refusal {
            what: Some("formula"),
            at: formula.get(..error.at).map(|text| text.chars().count()),
            ..Refusal::bad(format!("formula: {}", error.message))
        },
        AskError::Exceeded(_) => Refusal::stopped(StopReason::Time),
    }
}

pub(crate) fn law(_last: &mut LastGame, query: &Query, how: &How) -> Answered {
    let (rules, mut finding) = found(query, how)?;
    let report = laws::report(&rules, &mut finding).map_err(|error| undecided("", error))?;
    let stopped = report.law.is_none().then_some(StopReason::Time);
    Reply::json(&report, stopped)
}

pub(crate) fn ask(_last: &mut LastGame, query: &Query, how: &How) -> Answered {
    let (_, finding) = found(query, how)?;
    // More time may still find one.
    let Some(mut law) = finding.law else {
        return Err(Refusal {
            error: "no law was proved within the limits, so there is nothing to ask".into(),
            ..Refusal::stopped(StopReason::Time)
        });
    };
    let formula = query.text("formula").unwrap_or_default();
    let asked = laws::ask(&mut law, formula, EXAMPLES);
    let asked = asked.map_err(|error| undecided(formula, error))?;
    Reply::json(&asked, None)
}
