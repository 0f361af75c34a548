//! [`Rules`]: the functions of a game written in Python.

use std::collections::HashMap;

use bouton_core::Side;
use bouton_external::Kind;
use bouton_rules::form::Forms;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use super::reading::Value;
use crate::how::{flag, needed, word};

/// The functions, each as the game has it.
pub(crate) struct Rules {
    pub(crate) name: String,
    pub(crate) kind: Kind,
    pub(crate) last_wins: bool,
    functions: HashMap<String, Py<PyAny>>,
    /// Each takes a position and its moves, and returns the places of the moves that it allows.
    pub(crate) strategies: Vec<(String, Py<PyAny>)>,
    /// How entries of lists of moves are read.
    pub(crate) forms: Forms,
    /// The number of numbers in a position, if it consists of numbers; and whether it is a single number.
    pub(crate) heaps: Option<(usize, bool)>,
}

impl Rules {
    /// Reads a definition that `bouton/own.py` has checked for completeness.
    pub(crate) fn read(parts: &Bound<'_, PyDict>) -> PyResult<Self> {
        let functions: HashMap<String, Py<PyAny>> = needed(parts, "functions")?;
        let has = |name| functions.contains_key(name);
        let last_wins = !flag(parts, "last_loses")?;
        let points = has("score") || flag(parts, "points")?;
        let shared = !has("outcome") && !points && !has("turn") && last_wins;
        let start = parts.get_item("start")?.map(Value);
        Ok(Self {
            name: needed(parts, "name")?,
            kind: match (has("left"), points, shared) {
                (true, true, _) => Kind::PartizanPoints,
                (true, ..) => Kind::Partizan,
                (_, true, _) => Kind::Points,
                (.., true) => Kind::Impartial,
                _ => Kind::Outcome,
            },
            last_wins,
            forms: Forms::of(start.as_ref(), word(parts, "labelled")?),
            strategies: needed(parts, "strategies")?,
            heaps: word(parts, "heaps")?,
            functions,
        })
    }

    /// The function of this name, if the game has one.
    pub(crate) fn function(&self, name: &str) -> Option<&Py<PyAny>> {
        self.functions.get(name)
    }

    /// Whether the game has a function of one of these names.
    pub(crate) fn has_any(&self, names: &[&str]) -> bool {
        names.iter().any(|name| self.functions.contains_key(*name))
    }

    /// The function that every such game has.
    pub(crate) fn called<'py>(&self, py: Python<'py>, name: &str) -> Bound<'py, PyAny> {
        let function = self.function(name);
        function
            .expect("invariant: checked when the game was made")
            .bind(py)
            .clone()
    }

    /// The name of the function that lists the moves of a side.
    pub(crate) fn moves_of(&self, side: Side) -> &'static str {
        match (self.kind.has_sides(), side) {
            (false, _) => "moves",
            (_, Side::Left) => "left",
            (_, Side::Right) => "right",
        }
    }

    /// The name of the function that says whether play is over, or how it ended.
    pub(crate) fn end(&self) -> Option<&'static str> {
        ["outcome", "score"]
            .into_iter()
            .find(|name| self.functions.contains_key(*name))
    }

    /// A position as text.
    pub(crate) fn show(&self, at: &Bound<'_, PyAny>) -> PyResult<String> {
        self.called(at.py(), "show").call1((at,))?.str()?.extract()
    }

    /// The position with this text; `None` if there is none.
    pub(crate) fn parse<'py>(
        &self,
        py: Python<'py>,
        text: &str,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let at = self.called(py, "parse").call1((PyString::new(py, text),))?;
        Ok(Some(at).filter(|at| !at.is_none()))
    }
}
