//! Laws of families of positions: found and proved, described in words, and queried by formulas.

use bouton::answers::{Fault, FaultKind};
use bouton::families::{self, FamilyFinding};
use bouton::questions::{Ask, Law};
use bouton::{Error, How, StopReason, laws};
use bouton_automata::AskError;
use bouton_laws::{Finding, Rules, Search};

use crate::last_game::{LastGame, named, terms_within};
use crate::query::Query;
use crate::refusal::Refusal;
use crate::reply::Reply;
use crate::routes::Answered;

/// The search for the law of a question's game.
pub(crate) fn found(query: &Query, how: &How) -> Result<(Rules, Finding), Refusal> {
    let text = named(query, None)?.formulas(query.named.piles.unwrap_or(2))?;
    let rules = laws::rules(&text, query.named.misere)?;
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
        AskError::Syntax(error) => Error::input("formula", error.within(formula)).into(),
        AskError::Stopped(reason) => Refusal::stopped(reason),
    }
}

/// The search for the values of a family of positions.
pub(crate) fn family(query: &Query, pattern: &str, how: &How) -> Result<FamilyFinding, Refusal> {
    for (name, is_given) in [
        ("piles", query.named.piles.is_some()),
        ("misere", query.named.misere),
    ] {
        if is_given {
            let why = format!("{name} does not apply to the values of a pattern");
            return Err(Refusal::bad(why).of(name));
        }
    }
    let terms = terms_within(query, &how.limits)?;
    families::law_within(&query.named.game, pattern, &terms).map_err(|error| {
        let is_pattern = error.to_string().starts_with("pattern: ");
        let refusal = Refusal::from(error);
        match is_pattern {
            true => refusal.of("pattern"),
            false => refusal,
        }
    })
}

fn nothing_to_ask(stopped: Option<StopReason>) -> Refusal {
    let error = "no law was proved within the limits, so there is nothing to ask";
    match stopped {
        Some(stopped) => Refusal {
            error: Fault::new(FaultKind::Stopped, error),
            ..Refusal::stopped(stopped)
        },
        None => Refusal::bad(error),
    }
}

pub(crate) fn law(_last: &mut LastGame, query: &Query, how: &How) -> Answered {
    let asked: Law = query.read()?;
    if let Some(pattern) = &asked.family.pattern {
        let mut found = family(query, pattern, how)?;
        if asked.explain {
            found.explain(&how.limits)?;
        }
        return Reply::told(query, &found.report, found.report.stopped);
    }
    let (rules, mut finding) = found(query, how)?;
    let report = laws::report(&rules, &mut finding).map_err(|error| undecided("", error))?;
    let stopped = finding.stopped;
    Reply::told(query, &report, stopped)
}

pub(crate) fn ask(_last: &mut LastGame, query: &Query, how: &How) -> Answered {
    let asked: Ask = query.read()?;
    let (formula, wanted) = (asked.formula.as_str(), &asked.solutions);
    if let Some(pattern) = &asked.family.pattern {
        let found = family(query, pattern, how)?;
        let law = found
            .law
            .ok_or_else(|| nothing_to_ask(found.report.stopped))?;
        let asked = law.ask(formula, wanted, &how.limits);
        return Reply::told(
            query,
            &asked.map_err(|error| undecided(formula, error))?,
            None,
        );
    }
    let (_, finding) = found(query, how)?;
    // With more time a law may still be found.
    let Some(mut law) = finding.law else {
        let stopped = finding.stopped.unwrap_or(StopReason::Time);
        return Err(nothing_to_ask(Some(stopped)));
    };
    let asked = laws::ask(&mut law, formula, wanted);
    let asked = asked.map_err(|error| undecided(formula, error))?;
    Reply::told(query, &asked, None)
}
