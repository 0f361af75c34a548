//! [`Rules`]: the functions of a game written in Python.

use bouton_core::Side;
use bouton_external::Kind;
use bouton_rules::form::Forms;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use super::reading::Value;

/// The functions, each as the game has it.
pub(crate) struct Rules {
    pub(crate) name: String,
    pub(crate) kind: Kind,
    pub(crate) last_wins: bool,
    /// The functions `left` and `right`, or `moves` twice.
    moves: [(&'static str, Py<PyAny>); 2],
    pub(crate) end: Option<(&'static str, Py<PyAny>)>,
    pub(crate) turn: Option<Py<PyAny>>,
    pub(crate) plies_left: Option<Py<PyAny>>,
    pub(crate) summands: Option<Py<PyAny>>,
    pub(crate) negative: Option<Py<PyAny>>,
    pub(crate) canonical: Option<Py<PyAny>>,
    pub(crate) draw: Option<Py<PyAny>>,
    pub(crate) positions: Option<Py<PyAny>>,
    pub(crate) show: Py<PyAny>,
    pub(crate) parse: Py<PyAny>,
    pub(crate) strategies: Vec<(String, Py<PyAny>)>,
    /// How entries of lists of moves are read.
    pub(crate) forms: Forms,
    /// The number of numbers in a position, if it consists of numbers; and whether it is a single number.
    pub(crate) heaps: Option<(usize, bool)>,
}

impl Rules {
    /// Reads a definition that `bouton/own.py` has checked for completeness.
    pub(crate) fn read(parts: &Bound<'_, PyDict>) -> PyResult<Self> {
        let given = |name: &str| -> PyResult<Option<Py<PyAny>>> {
            let part = parts.get_item(name)?.filter(|part| !part.is_none());
            Ok(part.map(Bound::unbind))
        };
        let must = |name: &'static str| -> PyResult<(&'static str, Py<PyAny>)> {
            let missing = || pyo3::exceptions::PyKeyError::new_err(name);
            Ok((name, given(name)?.ok_or_else(missing)?))
        };
        let flag = |name: &str| -> PyResult<bool> {
            parts
                .get_item(name)?
                .map_or(Ok(false), |flag| flag.is_truthy())
        };
        let partizan = given("left")?.is_some();
        let (outcome, score) = (given("outcome")?, given("score")?);
        let last_wins = !flag("last_loses")?;
        let points = score.is_some() || flag("points")?;
        let shared = outcome.is_none() && !points && given("turn")?.is_none() && last_wins;
        let strategies = parts
            .get_item("strategies")?
            .filter(|given| !given.is_none());
        Ok(Self {
            name: must("name")?.1.extract(parts.py())?,
            kind: match (partizan, points, shared) {
                (true, true, _) => Kind::PartizanPoints,
                (true, ..) => Kind::Partizan,
                (_, true, _) => Kind::Points,
                (.., true) => Kind::Impartial,
                _ => Kind::Outcome,
            },
            last_wins,
            moves: match partizan {
                true => [must("left")?, must("right")?],
                false => [must("moves")?, must("moves")?],
            },
            end: (outcome.map(|end| ("outcome", end))).or(score.map(|end| ("score", end))),
            turn: given("turn")?,
            plies_left: given("plies_left")?,
            summands: given("summands")?,
            negative: given("negative")?,
            canonical: given("canonical")?,
            draw: given("draw")?,
            positions: given("positions")?,
            show: must("show")?.1,
            parse: must("parse")?.1,
            forms: Forms::of(
                parts.get_item("start")?.map(Value).as_ref(),
                parts
                    .get_item("labelled")?
                    .map(|labelled| labelled.is_truthy())
                    .transpose()?,
            ),
            strategies: strategies.map_or(Ok(Vec::new()), |given| pairs(&given))?,
            heaps: parts
                .get_item("heaps")?
                .map_or(Ok(None), |heaps| heaps.extract())?,
        })
    }

    /// The function that lists the moves of a side, with its name.
    pub(crate) fn moves_of(&self, side: Side) -> &(&'static str, Py<PyAny>) {
        &self.moves[side as usize]
    }

    /// Whether the rules promise that play ends.
    pub(crate) fn is_loopfree(&self) -> bool {
        self.plies_left.is_some()
    }

    /// A position as text.
    pub(crate) fn show(&self, at: &Bound<'_, PyAny>) -> PyResult<String> {
        let told = self.show.bind(at.py()).call1((at,))?;
        told.str()?.extract()
    }

    /// The position with this text; `None` if there is none.
    pub(crate) fn parse<'py>(
        &self,
        py: Python<'py>,
        text: &str,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let at = self.parse.bind(py).call1((PyString::new(py, text),))?;
        Ok(Some(at).filter(|at| !at.is_none()))
    }
}

fn pairs(given: &Bound<'_, PyAny>) -> PyResult<Vec<(String, Py<PyAny>)>> {
    let given = given.cast::<PyDict>()?;
    let pairs = given
        .iter()
        .map(|(name, function)| Ok((name.extract()?, function.unbind())));
    pairs.collect()
}
