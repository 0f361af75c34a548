//! [`Rules`]: the functions of a game written in Python.

use bouton_core::Side;
use bouton_external::Kind;
use bouton_rules::form::Forms;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use super::reading::Value;
use crate::how::{flag, needed, word};

/// A function of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Function {
    Moves,
    Left,
    Right,
    Outcome,
    Score,
    Turn,
    PliesLeft,
    Summands,
    Negative,
    Canonical,
    Parse,
    Show,
    Draw,
    Positions,
}

impl Function {
    /// Their names, in this order.
    const NAMES: [&str; 14] = [
        "moves",
        "left",
        "right",
        "outcome",
        "score",
        "turn",
        "plies_left",
        "summands",
        "negative",
        "canonical",
        "parse",
        "show",
        "draw",
        "positions",
    ];

    pub(crate) fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }
}

/// The functions, each as the game has it.
pub(crate) struct Rules {
    pub(crate) name: String,
    pub(crate) kind: Kind,
    pub(crate) last_wins: bool,
    functions: [Option<Py<PyAny>>; Function::NAMES.len()],
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
        let mut functions = [const { None }; Function::NAMES.len()];
        for (name, function) in Function::NAMES.iter().zip(&mut functions) {
            *function = word(parts, name)?;
        }
        let has = |function: Function| functions[function as usize].is_some();
        let last_wins = !flag(parts, "last_loses")?;
        let points = has(Function::Score) || flag(parts, "points")?;
        let shared = !has(Function::Outcome) && !points && !has(Function::Turn) && last_wins;
        let start = parts.get_item("start")?.map(Value);
        Ok(Self {
            name: needed(parts, "name")?,
            kind: match (has(Function::Left), points, shared) {
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

    /// The function, if the game has it.
    pub(crate) fn get(&self, function: Function) -> Option<&Py<PyAny>> {
        self.functions[function as usize].as_ref()
    }

    /// Whether the game has one of these.
    pub(crate) fn has_any(&self, functions: &[Function]) -> bool {
        functions
            .iter()
            .any(|function| self.get(*function).is_some())
    }

    /// The result of a function that the game has.
    pub(crate) fn call<'py>(
        &self,
        function: Function,
        at: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let function = self
            .get(function)
            .expect("invariant: checked when the game was made");
        function.bind(at.py()).call1((at,))
    }

    /// The function that lists the moves of a side.
    pub(crate) fn moves_of(&self, side: Side) -> Function {
        match (self.kind.has_sides(), side) {
            (false, _) => Function::Moves,
            (_, Side::Left) => Function::Left,
            (_, Side::Right) => Function::Right,
        }
    }

    /// The function that says whether play is over, or how it ended.
    pub(crate) fn end(&self) -> Option<Function> {
        let mut ends = [Function::Outcome, Function::Score].into_iter();
        ends.find(|end| self.get(*end).is_some())
    }

    /// A position as text.
    pub(crate) fn show(&self, at: &Bound<'_, PyAny>) -> PyResult<String> {
        self.call(Function::Show, at)?.str()?.extract()
    }

    /// The position with this text; `None` if there is none.
    pub(crate) fn parse<'py>(
        &self,
        py: Python<'py>,
        text: &str,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let at = self.call(Function::Parse, PyString::new(py, text).as_any())?;
        Ok(Some(at).filter(|at| !at.is_none()))
    }
}
