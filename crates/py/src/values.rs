//! Values of games as objects: calculations in one arena, which all values of a process share.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex};
use std::time::{Duration, Instant};

use bouton::{Error, How, Limits};
use bouton_core::{Meter, StopReason};
use bouton_values::{Answer, Arena, Fault, Names, Number, Trajectory, Value};
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::errors::raised;
use crate::how::Options;
use crate::work::{alone, work};

/// A value is an index into this arena, so the arena only grows.
static ARENA: LazyLock<Mutex<Arena>> = LazyLock::new(Mutex::default);
/// Read once: a calculation of a microsecond must not read files.
static MEMORY: LazyLock<u64> = LazyLock::new(bouton_cli::available_memory);
/// Calculations start on the calling thread, because most of them take microseconds and a thread takes longer to start. After
/// this time they start again on a thread of their own, which can be interrupted. The arena keeps what was found.
const AT_ONCE: Duration = Duration::from_millis(10);

/// A value in canonical form: a short game, or a loopy one.
#[pyclass(frozen, module = "bouton._bouton")]
pub(crate) struct Exact(Answer);

#[pymethods]
impl Exact {
    /// The canonical notation.
    fn text(&self, py: Python<'_>) -> PyResult<String> {
        calculated(py, |arena, meter| Ok(arena.answer_text(&self.0, meter)?))
    }

    /// The index of a short game: equal games have equal indices. `None` for loopy games.
    fn id(&self) -> Option<u32> {
        match self.0 {
            Answer::Value(value) => Some(value.id()),
            _ => None,
        }
    }

    /// The fraction, if the value is a number.
    fn number<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Answer::Value(value) = self.0 else {
            return Ok(None);
        };
        let number = calculated(py, |arena, _| Ok(arena.as_number(value)))?;
        number.map(|number| fraction(py, &number)).transpose()
    }
}

/// The answer to an expression in which these names have these values: a value, a number, a truth, …
#[pyfunction]
#[allow(clippy::needless_pass_by_value, reason = "pyo3 passes maps by value")]
pub(crate) fn evaluate<'py>(
    py: Python<'py>,
    expression: &str,
    names: HashMap<String, Py<Exact>>,
) -> PyResult<Bound<'py, PyAny>> {
    let mut given = Names::default();
    for (name, value) in &names {
        given.set(name, value.get().0.clone());
    }
    let answer = calculated(py, |arena, meter| {
        let answer = arena.calculate(expression, &mut given.clone(), meter)?;
        Ok(match answer {
            // A form is its canonical value here.
            Answer::Form([left, right]) => Answer::Value(arena.make(&left, &right, meter)?),
            other => other,
        })
    })?;
    object(py, answer)
}

/// The value with these options. They must be short.
#[pyfunction]
#[allow(clippy::needless_pass_by_value, reason = "pyo3 passes lists by value")]
pub(crate) fn make(py: Python<'_>, left: Vec<Py<Exact>>, right: Vec<Py<Exact>>) -> PyResult<Exact> {
    let [left, right] = [left, right].map(|options| {
        let short = options.iter().map(|option| match option.get().0 {
            Answer::Value(value) => Ok(value),
            _ => Err(Error::Unfit(
                "expected options that must end, found a loopy one: write it as text".into(),
            )),
        });
        short.collect::<Result<Vec<Value>, _>>()
    });
    let (left, right) = (
        left.map_err(|error| raised(py, &error))?,
        right.map_err(|error| raised(py, &error))?,
    );
    let value = calculated(py, |arena, meter| Ok(arena.make(&left, &right, meter)?))?;
    Ok(Exact(Answer::Value(value)))
}

/// Calculates in the arena; it can be interrupted.
fn calculated<T: Send>(
    py: Python<'_>,
    ask: impl Fn(&mut Arena, &mut Meter) -> Result<T, Fault> + Send + Sync,
) -> PyResult<T> {
    let limits = Limits {
        memory: Some(*MEMORY),
        ..Limits::default()
    };
    let soon = Limits {
        deadline: Some(Instant::now() + AT_ONCE),
        ..limits.clone()
    };
    let calculate =
        |limits: &Limits| alone(&ARENA, limits, |arena| ask(arena, &mut limits.meter()));
    let mut found = py.detach(|| calculate(&soon));
    if let Err(Fault::Stopped(StopReason::Time)) = found {
        let asked = Options {
            how: How {
                limits,
                solver: None,
            },
            progress: None,
            says_limits: false,
        };
        found = work(py, &asked, |_| (), || calculate(&asked.how.limits))?;
    }
    found.map_err(|fault| {
        let error = match fault {
            Fault::Input(error) => Error::input("expression", error),
            Fault::Stopped(why) => Error::Stopped(why),
        };
        raised(py, &error)
    })
}

fn fraction<'py>(py: Python<'py>, number: &Number) -> PyResult<Bound<'py, PyAny>> {
    let class = py.import("fractions")?.getattr("Fraction")?;
    class.call1((number.to_string(),))
}

fn values<'py>(py: Python<'py>, values: &[Value]) -> PyResult<Bound<'py, PyList>> {
    let values = values.iter().map(|value| Exact(Answer::Value(*value)));
    PyList::new(
        py,
        values
            .map(|exact| Bound::new(py, exact))
            .collect::<PyResult<Vec<_>>>()?,
    )
}

/// The corners of a wall, from the bottom: value and temperature.
fn wall<'py>(py: Python<'py>, wall: &Trajectory) -> PyResult<Bound<'py, PyList>> {
    let corners = wall
        .pieces()
        .iter()
        .map(|piece| Ok((fraction(py, &piece.value)?, fraction(py, &piece.from)?)));
    PyList::new(py, corners.collect::<PyResult<Vec<_>>>()?)
}

/// An answer as an object of Python; `None` if there is none.
fn object(py: Python<'_>, answer: Answer) -> PyResult<Bound<'_, PyAny>> {
    Ok(match answer {
        Answer::Value(_) | Answer::Nimber(_) | Answer::Loopy(_) => {
            Bound::new(py, Exact(answer))?.into_any()
        }
        Answer::Truth(truth) => truth.into_pyobject(py)?.to_owned().into_any(),
        Answer::Number(number) => fraction(py, &number)?,
        Answer::Count(count) => py
            .get_type::<pyo3::types::PyInt>()
            .call1((count.to_string(),))?,
        Answer::Stops([left, right]) => (fraction(py, &left)?, fraction(py, &right)?)
            .into_pyobject(py)?
            .into_any(),
        Answer::Thermograph(found) => (wall(py, &found.left)?, wall(py, &found.right)?)
            .into_pyobject(py)?
            .into_any(),
        Answer::Sides([left, right]) | Answer::Form([left, right]) => {
            (values(py, &left)?, values(py, &right)?)
                .into_pyobject(py)?
                .into_any()
        }
        Answer::Uptimal(uptimal) => uptimal.to_string().into_pyobject(py)?.into_any(),
        Answer::Class(class) => class.letter().to_string().into_pyobject(py)?.into_any(),
        Answer::None(_) => py.None().into_bound(py),
    })
}
