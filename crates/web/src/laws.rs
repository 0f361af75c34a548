//! Laws of families of positions: found and proved, described in words, and queried by formulas.

use bouton::{How, StopReason, laws};
use bouton_automata::AskError;
use bouton_laws::{Finding, Rules, Search};

use crate::last_game::{LastGame, named};
use crate::query::Query;
use crate::refusal::Refusal;
use crate::reply::Reply;
use crate::routes::Answered;

/// The number of examples for a formula with free variables.
const EXAMPLES: usize = 12;

/// The search for the law of a question's game.
pub(crate) fn found(query: &Query, how: &How) -> Result<(Rules, Finding), Refusal> {
    let piles = query.number("piles").unwrap_or(2);
    let text = named(query, None)?.formulas(piles)?;
    let rules = laws::rules(&text, query.flag("misere"))?;
    let search = Search {
        limits: how.limits.clone(),
        ..Search::default()
    };
    let finding = search.run(&rules).map_err(|error| match error.stopped() {
        Some(reason) => Refusal::stopped(reason),
        None => Refusal::bad(error.to_string()),
    })?;
    Ok((rules, finding))
}

/// If the formula cannot be read, or is not decided within the limits.
fn undecided(formula: &str, error: AskError) -> Refusal {
    match error {
        AskError::Syntax(error) => Refusal {
            what: Some("formula"),
            at: formula.get(..error.at).map(|text| text.chars().count()),
            ..Refusal::bad(format!("formula: {}", error.message))
        },
        AskError::Stopped(reason) => Refusal::stopped(reason),
    }
}

pub(crate) fn law(_last: &mut LastGame, query: &Query, how: &How) -> Answered {
    let (rules, mut finding) = found(query, how)?;
    let report = laws::report(&rules, &mut finding).map_err(|error| undecided("", error))?;
    let stopped = finding.stopped;
    Reply::told(query, &report, stopped)
}

pub(crate) fn ask(_last: &mut LastGame, query: &Query, how: &How) -> Answered {
    let (_, finding) = found(query, how)?;
    // With more time a law may still be found.
    let Some(mut law) = finding.law else {
        let stopped = finding.stopped.unwrap_or(StopReason::Time);
        return Err(Refusal {
            error: "no law was proved within the limits, so there is nothing to ask".into(),
            ..Refusal::stopped(stopped)
        });
    };
    let formula = query.text("formula").unwrap_or_default();
    let asked = laws::ask(&mut law, formula, EXAMPLES);
    let asked = asked.map_err(|error| undecided(formula, error))?;
    Reply::told(query, &asked, None)
}
