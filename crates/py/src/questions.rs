//! Queries without a session, and the check whether they need a separate process.

use bouton::calculus::{Calculator, Show};
use bouton::questions::{Atlas, Quotient, Sequence};
use bouton::{Error, Name, Open, Sentence};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde::Serialize;

use crate::errors::raised;
use crate::how::{Options, posed};
use crate::work::work;

/// Runs a query with these options.
fn asked<T: Send>(
    py: Python<'_>,
    keywords: &Bound<'_, PyDict>,
    ask: impl FnOnce(&Options) -> Result<T, Error> + Send,
) -> PyResult<T> {
    let asked = Options::read(keywords)?;
    // Only this thread calls the listener for progress.
    let how = Options {
        how: asked.how.clone(),
        progress: None,
        says_limits: false,
    };
    let told = work(py, &asked, |_| (), move || ask(&how))?;
    told.map_err(|error| raised(py, &error))
}

fn json(answer: &impl Serialize) -> Result<String, Error> {
    serde_json::to_string(answer).map_err(|error| Error::Io(Sentence::of(error)))
}

/// Whether the rules of a game are those of a rule file. False for unknown names: opening them reports the error.
#[pyfunction]
pub(crate) fn is_rule_file(game: &str) -> bool {
    Name::read(game).is_ok_and(|name| name.runs_program(None))
}

/// The catalogue: names, rules and examples.
#[pyfunction]
pub(crate) fn catalogue() -> Vec<(String, String, String, String, [String; 2])> {
    let cards = bouton::cards().into_iter();
    cards
        .map(|card| {
            (
                card.name,
                card.parameters,
                card.rules,
                card.notation,
                card.example,
            )
        })
        .collect()
}

/// The rules of a game of the catalogue as a rule file.
#[pyfunction]
pub(crate) fn rule_text(py: Python<'_>, game: &str) -> PyResult<String> {
    let text = Name::read(game).and_then(|name| name.rule_text());
    text.map_err(|error| raised(py, &error))
}

/// The notation of a game's positions, with an example.
#[pyfunction]
pub(crate) fn notation(py: Python<'_>, game: &str) -> PyResult<String> {
    let card = Name::read(game).and_then(|name| name.card());
    let card = card.map_err(|error| raised(py, &error))?;
    let [_, example] = card.example;
    let is_shown = card.notation.contains("like ") || card.notation.contains(&example);
    Ok(match is_shown {
        true => card.notation,
        false => format!("{}, such as {example:?}", card.notation),
    })
}

/// A sequence, and its values as an array that shares their memory.
#[pyfunction]
pub(crate) fn sequence<'py>(
    py: Python<'py>,
    keywords: &Bound<'py, PyDict>,
) -> PyResult<(String, Option<Bound<'py, PyArray1<u64>>>)> {
    let mut question: Sequence = posed(keywords)?;
    question.values = true;
    let (text, values) = asked(py, keywords, |asked| {
        let limits = &asked.how.limits;
        if question.misere {
            return Ok((json(&question.outcomes(limits)?)?, None));
        }
        let mut answer = question.answer(limits)?;
        let values = answer.values.take();
        // An array has no place for none: a loony heap has the largest number there.
        let values = values.map(|values| {
            let number = |value: Option<u64>| value.unwrap_or(u64::MAX);
            values.into_iter().map(number).collect()
        });
        Ok((json(&answer)?, values))
    })?;
    Ok((text, values.map(|values| PyArray1::from_vec(py, values))))
}

/// The misère quotient.
#[pyfunction]
pub(crate) fn quotient(
    py: Python<'_>,
    game: &str,
    position: Option<&str>,
    keywords: &Bound<'_, PyDict>,
) -> PyResult<String> {
    let Quotient { heaps, .. } = posed(keywords)?;
    asked(py, keywords, |asked| {
        let open = Open::game(game).position(position);
        let found = bouton::quotients::QuotientReport::of(&open, heaps, &asked.how.limits)?;
        json(&found.told())
    })
}

/// The value of an expression.
#[pyfunction]
pub(crate) fn calc(
    py: Python<'_>,
    expression: &str,
    keywords: &Bound<'_, PyDict>,
) -> PyResult<String> {
    let show: Show = posed(keywords)?;
    asked(py, keywords, |asked| {
        let limits = &asked.how.limits;
        json(&Calculator::default().calculate(expression, show, limits)?)
    })
}

/// The smallest positions with a value.
#[pyfunction]
pub(crate) fn atlas(py: Python<'_>, keywords: &Bound<'_, PyDict>) -> PyResult<String> {
    let question: Atlas = posed(keywords)?;
    asked(py, keywords, |asked| {
        json(&question.answer(Open::game, &asked.how)?)
    })
}
