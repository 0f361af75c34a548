//! [`define`]: a game from its functions, and [`opened`]: a session with it.

use std::sync::Arc;

use bouton::{Error, Session, checked, session_of_rules};
use bouton_core::{Oracle, Side, asked};
use bouton_external::Step;
use bouton_rules::check::look_through;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::game::{NUMBERED, Own};
use super::reading::shortened;
use super::rules::Rules;
use super::space::{Moves, Space};
use crate::errors::{exception, is_our_own};
use crate::how::Options;
use crate::work::work;

/// A game of your own.
#[pyclass(frozen, module = "bouton._bouton", name = "Own")]
pub(crate) struct Opened(pub(crate) Arc<Space>);

/// The game with these functions, which `bouton/own.py` has checked.
#[pyfunction]
pub(crate) fn define(parts: &Bound<'_, PyDict>) -> PyResult<Opened> {
    let rules = Arc::new(Rules::read(parts)?);
    Ok(Opened(Arc::new(Space::new(rules))))
}

#[pymethods]
impl Opened {
    /// The text by which a `Session` names a position.
    fn named(&self, at: &Bound<'_, PyAny>) -> PyResult<String> {
        Ok(format!("{NUMBERED}{}", self.0.asked_about(at)?))
    }

    /// The position with this text.
    fn read<'py>(&self, py: Python<'py>, text: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.0.rules.parse(py, text)
    }

    /// The position after a move, given by its label, by the position after it, or by that position as text; also whether
    /// the same player moves again.
    fn after<'py>(
        &self,
        py: Python<'py>,
        at: &Bound<'py, PyAny>,
        mv: &Bound<'py, PyAny>,
        right: bool,
    ) -> PyResult<(Bound<'py, PyAny>, bool)> {
        let space = &*self.0;
        let text = mv.extract::<String>().ok();
        let steps = self.steps(at, right)?;
        let is_called = |step: &&Step<u32>| {
            let is_label = text.is_some() && space.label(step.place) == text;
            is_label || space.object(py, step.to).eq(mv).unwrap_or(false)
        };
        let is_shown = |step: &&Step<u32>| {
            let shown = space.rules.show(&space.object(py, step.to));
            text.is_some() && shown.ok() == text
        };
        let mut found: Vec<_> = steps.iter().filter(is_called).collect();
        if found.is_empty() {
            found = steps.iter().filter(is_shown).collect();
        }
        if let [step, others @ ..] = &found[..] {
            if others.iter().all(|other| other.to == step.to) {
                return Ok((space.object(py, step.to), step.keeps_turn));
            }
            let (at, mv) = (shortened(at), shortened(mv));
            let message = format!("move: several moves at {at} are called {mv}");
            return Err(exception(py, "InputError", &message));
        }
        let message = format!(
            "move: no legal move at {} is called {}",
            shortened(at),
            shortened(mv)
        );
        Err(exception(py, "InputError", &message))
    }

    /// The moves of a position: each label, with the position after it.
    fn look<'py>(
        &self,
        py: Python<'py>,
        at: &Bound<'py, PyAny>,
        right: bool,
    ) -> PyResult<Vec<(String, Bound<'py, PyAny>)>> {
        let called = |step: Step<u32>| {
            let to = self.0.object(py, step.to);
            let label = self.0.label(step.place);
            Ok((label.map_or_else(|| self.0.rules.show(&to), Ok)?, to))
        };
        self.steps(at, right)?.into_iter().map(called).collect()
    }

    /// Checks for mistakes from the start, if there is one, and from some other positions.
    fn check(
        &self,
        py: Python<'_>,
        start: Option<&Bound<'_, PyAny>>,
        others: Vec<Bound<'_, PyAny>>,
        names: (Vec<String>, Vec<String>),
        keywords: &Bound<'_, PyDict>,
    ) -> PyResult<String> {
        let space = Arc::new(self.0.unchecked());
        let start = start.map(|at| space.number(at)).transpose()?;
        let from: PyResult<Vec<u32>> = others.iter().map(|at| space.number(at)).collect();
        let (from, tried) = (
            from?,
            Own {
                space: space.clone(),
                start,
                names: Arc::new(names),
            },
        );
        let asked = Options::of_rules(keywords)?;
        let limits = &asked.how.limits;
        let interrupt = |py: Python<'_>| space.interrupt(py);
        let report = work(py, &asked, interrupt, || {
            space.begin(limits);
            Python::attach(|py| py.detach(|| look_through(&tried, &from, limits)))
        })?;
        // Exceptions of the game's functions are passed on unchanged.
        if let Some(fault) = space.take_fault().filter(|fault| !is_our_own(py, fault)) {
            return Err(fault);
        }
        let checked = checked(&space.rules.name, None, report);
        serde_json::to_string(&checked).map_err(|error| PyRuntimeError::new_err(error.to_string()))
    }

    /// The numbers of positions and of listed moves, and the approximate bytes of all.
    fn size(&self) -> (usize, usize, u64) {
        self.0.size()
    }
}

impl Opened {
    fn steps(&self, at: &Bound<'_, PyAny>, right: bool) -> PyResult<Vec<Step<u32>>> {
        let (space, at) = (&self.0, self.0.number(at)?);
        let side = if right { Side::Right } else { Side::Left };
        let steps = asked(|| Moves::of(space, at, side).collect());
        let fault = space.take_fault();
        steps.map_err(|error| fault.unwrap_or_else(|| PyRuntimeError::new_err(error.to_string())))
    }
}

/// A session with the game at a position, for its own objective or the opposite one.
///
/// # Errors
/// If the game has no opposite objective.
pub(crate) fn opened(space: &Arc<Space>, at: u32, misere: bool) -> Result<Session, Error> {
    let (rules, at) = (Own::of(space.clone()), format!("{NUMBERED}{at}"));
    session_of_rules(&space.rules.name, rules, Some(&at), misere)
}
