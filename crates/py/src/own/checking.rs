//! Checks a game in Python for mistakes, like a rule file.

use bouton_core::Side;
use bouton_external::{Contents, ExternalRules};
use bouton_rules::form::Formed;
use bouton_rules::growth::Extent;
use bouton_rules::subject::Subject;
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyString, PyTuple};

use super::extent::extent;
use super::game::Own;
use super::reading::{Value, shortened};
use super::rules::Function;

impl Subject for Own {
    fn scores_the_end(&self) -> bool {
        self.space.rules.end() == Some(Function::Score)
    }
    fn last_wins(&self) -> bool {
        self.space.rules.last_wins
    }
    fn names(&self) -> (Vec<String>, Vec<String>) {
        (*self.names).clone()
    }
    /// Its space does not check `plies_left`.
    fn looked_at(&self, at: &u32, side: Side) -> Contents<u32> {
        Contents {
            end: self.told(*at, side),
            moves: self.moves(at, side).collect(),
        }
    }
    fn simplifies(&self) -> bool {
        let rules = &self.space.rules;
        rules.has_any(&[Function::Canonical, Function::Summands, Function::Negative])
    }
    fn literal(&self, at: &u32) -> String {
        Python::attach(|py| shortened(&self.space.object(py, *at)))
    }
    fn extent(&self, at: &u32) -> Extent {
        Python::attach(|py| extent(&self.space.object(py, *at)))
    }
    fn same_look(&self, one: &u32, other: &u32) -> bool {
        Python::attach(|py| {
            let look = |at: &u32| {
                let object = self.space.object(py, *at);
                // To solvers 2.5 is a number like 2, to people it is a mistake.
                let is_float = object.is_instance_of::<PyFloat>();
                (Value(object).sort(), is_float)
            };
            look(one) == look(other)
        })
    }
    fn text(&self, at: &u32) -> Option<String> {
        Python::attach(|py| {
            self.space
                .object(py, *at)
                .cast::<PyString>()
                .ok()?
                .extract()
                .ok()
        })
    }
    fn of_text(&self, text: &str) -> Option<u32> {
        Python::attach(|py| self.space.number(PyString::new(py, text).as_any()).ok())
    }
    fn singles(&self, at: &u32) -> Option<Vec<u32>> {
        Python::attach(|py| {
            let object = self.space.object(py, *at);
            let items = object.cast::<PyTuple>().ok()?.iter();
            let single = |item| {
                let single = PyTuple::new(py, [item]).ok()?;
                self.space.number(single.as_any()).ok()
            };
            items.map(single).collect()
        })
    }
    fn forget(&self) {
        self.space.take_fault();
    }
}
