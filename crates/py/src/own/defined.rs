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
use super::rules::Rules;
use super::space::{Moves, Space};
use crate::errors::is_our_own;
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

/// The label of a move, the position after it, and whether the same player moves again.
type Shown<'py> = (Option<String>, Bound<'py, PyAny>, bool);

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

    /// The moves of a position.
    fn look<'py>(
        &self,
        py: Python<'py>,
        at: &Bound<'py, PyAny>,
        right: bool,
    ) -> PyResult<Vec<Shown<'py>>> {
        let (space, at) = (&self.0, self.0.number(at)?);
        let side = if right { Side::Right } else { Side::Left };
        let steps = asked(|| Moves::of(space, at, side).collect());
        let fault = space.take_fault();
        let steps: Vec<Step<u32>> = steps
            .map_err(|error| fault.unwrap_or_else(|| PyRuntimeError::new_err(error.to_string())))?;
        let shown = |step: &Step<u32>| {
            let to = space.object(py, step.to);
            (space.label(step.place), to, step.keeps_turn)
        };
        Ok(steps.iter().map(shown).collect())
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

/// A session with the game at a position, for its own objective or the opposite one.
///
/// # Errors
/// If the game has no opposite objective.
pub(crate) fn opened(space: &Arc<Space>, at: u32, misere: bool) -> Result<Session, Error> {
    let (rules, at) = (Own::of(space.clone()), format!("{NUMBERED}{at}"));
    session_of_rules(&space.rules.name, rules, Some(&at), misere)
}
