//! Reads the results of a game's functions, lists of moves and ends of play, and reports wrong results.

use bouton_core::{Outcome, Side};
use bouton_external::Height;
use bouton_rules::form::{Formed, Listed, Sort};
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyInt, PyList, PyString, PyTuple};

use super::rules::{Function, Rules};
use crate::errors::exception;

/// More moves at a position are refused, as in rule files.
const MOST_MOVES: usize = 1 << 16;

/// The score at the end of play, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// No move is left, and no score is given.
    Stuck,
    Outcome(Outcome),
    Points(i32),
}

/// One move as it was listed.
pub(crate) struct Entry<'py> {
    pub(crate) label: Option<Bound<'py, PyAny>>,
    pub(crate) next: Bound<'py, PyAny>,
    pub(crate) gain: i32,
}

/// A Python value as a part of a position.
pub(crate) struct Value<'py>(pub(crate) Bound<'py, PyAny>);

impl Formed for Value<'_> {
    fn sort(&self) -> Sort {
        let Self(value) = self;
        match () {
            () if value.is_none() => Sort::Nothing,
            () if value.is_instance_of::<PyString>() => Sort::Text,
            () if value.is_instance_of::<PyTuple>() || value.is_instance_of::<PyList>() => {
                Sort::Tuple
            }
            () if value.is_instance_of::<PyInt>() || value.is_instance_of::<PyFloat>() => {
                Sort::Number
            }
            // The numbers of other libraries.
            () if value.hasattr("__index__").unwrap_or(false) => Sort::Number,
            () => Sort::Other,
        }
    }
    fn items(&self) -> Vec<Self> {
        let items = self.0.try_iter();
        items.map_or_else(|_| Vec::new(), |items| items.flatten().map(Value).collect())
    }
    fn shown(&self) -> String {
        shortened(&self.0)
    }
}

/// Reads the results of one game's functions.
pub(crate) struct Reader<'r>(pub(crate) &'r Rules);

impl Reader<'_> {
    /// The exception for a wrong result of a function, with the place.
    pub(crate) fn wrong(&self, function: &str, at: &Bound<'_, PyAny>, message: &str) -> PyErr {
        let message = format!("{}: {function}({}) {message}", self.0.name, shortened(at));
        exception(at.py(), "RulesError", &message)
    }

    /// The items of a list or a tuple, unchanged.
    pub(crate) fn list<'py>(
        &self,
        function: &str,
        at: &Bound<'py, PyAny>,
        told: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let count = match (told.cast::<PyList>(), told.cast::<PyTuple>()) {
            (Ok(list), _) => list.len(),
            (_, Ok(tuple)) => tuple.len(),
            _ => {
                let kind = told.get_type().name()?;
                let hint = match kind.to_cow()?.as_ref() {
                    "generator" => ": write return [...] in place of yield, or list(...) around it",
                    "NoneType" => ": is a return missing?",
                    "dict" | "set" | "frozenset" => ": write list(...) around it",
                    _ => "",
                };
                let message = format!("must return a list, found {kind}{hint}");
                return Err(self.wrong(function, at, &message));
            }
        };
        if count > MOST_MOVES {
            let message = format!("returned a list of {count}; at most {MOST_MOVES} are taken");
            return Err(self.wrong(function, at, &message));
        }
        match told.cast::<PyList>() {
            Ok(list) => Ok(list.to_tuple()),
            Err(_) => Ok(told.cast::<PyTuple>()?.clone()),
        }
    }

    /// The items of a list of moves or positions, which is not one of these.
    pub(crate) fn many<'py>(
        &self,
        function: &str,
        at: &Bound<'py, PyAny>,
        told: &Bound<'py, PyAny>,
        of_moves: bool,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let listed = self.list(function, at, told)?;
        let is_tuple = told.is_instance_of::<PyTuple>();
        if !is_tuple && listed.len() > 3 {
            // Not one move; a list cannot be a position.
            return Ok(listed);
        }
        let items: Vec<_> = listed.iter().map(Value).collect();
        let list = Listed {
            value: &Value(told.clone()),
            items: &items,
            is_tuple,
            of_moves,
        };
        if !self.0.forms.is_single(&Value(at.clone()), &list) {
            return Ok(listed);
        }
        let what = if of_moves { "moves" } else { "positions" };
        let message = format!(
            "must return a list of {what}, found {}, which can be one of them: write [ ] around each list",
            shortened(told)
        );
        Err(self.wrong(function, at, &message))
    }

    /// A move: the next position, or `(label, next)` or `(label, next, gain)`.
    pub(crate) fn entry<'py>(
        &self,
        function: &str,
        at: &Bound<'py, PyAny>,
        item: &Bound<'py, PyAny>,
    ) -> PyResult<Entry<'py>> {
        let tuple = item.cast::<PyTuple>().ok();
        let items: Option<Vec<_>> = tuple.map(|tuple| tuple.iter().map(Value).collect());
        let is_labelled = self
            .0
            .forms
            .is_labelled(&Value(at.clone()), &Value(item.clone()), items.as_deref())
            .map_err(|why| {
                let message = format!("lists a move that {why}: {}", shortened(item));
                self.wrong(function, at, &message)
            })?;
        let (true, Some([label, next, gain @ ..])) = (is_labelled, items.as_deref()) else {
            return Ok(Entry {
                label: None,
                next: item.clone(),
                gain: 0,
            });
        };
        let gain = gain
            .first()
            .map_or(Ok(0), |Value(gain)| self.gain(function, at, gain));
        Ok(Entry {
            label: Some(label.0.clone()),
            next: next.0.clone(),
            gain: gain?,
        })
    }

    fn gain(
        &self,
        function: &str,
        at: &Bound<'_, PyAny>,
        gain: &Bound<'_, PyAny>,
    ) -> PyResult<i32> {
        let found = gain.extract().map_err(|_| {
            let message = format!(
                "lists a move that earns {}: a gain is an int of 32 bits, the third item of (label, next, gain)",
                shortened(gain)
            );
            self.wrong(function, at, &message)
        })?;
        if found != 0 && !self.0.kind.counts_points() {
            let message = format!(
                "lists a move that earns {found}, but this is no game of points: write points = True, or a function score"
            );
            return Err(self.wrong(function, at, &message));
        }
        Ok(found)
    }

    /// The score, if `outcome` or `score` says that play is over.
    pub(crate) fn end(
        &self,
        function: &str,
        at: &Bound<'_, PyAny>,
        told: &Bound<'_, PyAny>,
    ) -> PyResult<Option<End>> {
        if told.is_none() {
            return Ok(None);
        }
        let expected = if function == "outcome" {
            let word = told.cast::<PyString>().ok().map(|word| word.to_cow());
            match word.transpose()?.as_deref() {
                Some("win") => return Ok(Some(End::Outcome(Outcome::Win))),
                Some("draw") => return Ok(Some(End::Outcome(Outcome::Draw))),
                Some("loss") => return Ok(Some(End::Outcome(Outcome::Loss))),
                _ => "\"win\", \"draw\" or \"loss\" for the player to move",
            }
        } else {
            match told.extract() {
                Ok(points) => return Ok(Some(End::Points(points))),
                Err(_) => "an int of 32 bits",
            }
        };
        let found = shortened(told);
        let message = format!("must return {expected}, or None while play goes on; found {found}");
        Err(self.wrong(function, at, &message))
    }

    /// The score for a side that cannot move, from what `score` says in a game of Left and Right: Left's points minus Right's, or a
    /// pair of that if Left cannot move and if Right cannot.
    pub(crate) fn stuck(
        &self,
        function: &str,
        at: &Bound<'_, PyAny>,
        side: Side,
        told: &Bound<'_, PyAny>,
    ) -> PyResult<End> {
        let pair: Option<(i32, i32)> = told.extract().ok();
        let points = match (pair, side) {
            (Some((left, _)), Side::Left) => Some(left),
            (Some((_, right)), Side::Right) => Some(right),
            (None, _) => told.extract().ok(),
        };
        let own = |points: i32| match side {
            Side::Left => Some(points),
            Side::Right => points.checked_neg(),
        };
        points.and_then(own).map(End::Points).ok_or_else(|| {
            let message = format!(
                "must return Left's points minus Right's, an int of 32 bits, or a pair of them: if Left cannot move, if Right cannot; found {}",
                shortened(told)
            );
            self.wrong(function, at, &message)
        })
    }

    /// Whether the mover moves again.
    pub(crate) fn keeps_turn(
        &self,
        at: &Bound<'_, PyAny>,
        told: &Bound<'_, PyAny>,
    ) -> PyResult<bool> {
        let word = told.cast::<PyString>().ok().map(|word| word.to_cow());
        match word.transpose()?.as_deref() {
            Some("same") => Ok(true),
            Some("other") => Ok(false),
            _ => {
                let message = format!(
                    "must return \"same\" or \"other\", found {}",
                    shortened(told)
                );
                Err(self.wrong("turn", at, &message))
            }
        }
    }

    /// The upper bound of the plies left.
    pub(crate) fn plies(&self, at: &Bound<'_, PyAny>) -> PyResult<Height> {
        let told = self.0.call(Function::PliesLeft, at)?;
        let plies = match told.extract::<i64>() {
            Ok(plies) => Some(plies.into()),
            Err(_) if told.is_instance_of::<PyInt>() => told.to_string().parse().ok(),
            Err(_) => None,
        };
        plies.ok_or_else(|| {
            let message = format!("must return an int, found {}", shortened(&told));
            self.wrong("plies_left", at, &message)
        })
    }
}

/// The text of an object, shortened.
pub(crate) fn shortened(object: &Bound<'_, PyAny>) -> String {
    const MOST: usize = 60;
    let shown = object.repr().map(|shown| shown.to_string());
    let shown = shown.unwrap_or_else(|_| "…".into());
    match shown.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &shown[..end]),
        None => shown,
    }
}
