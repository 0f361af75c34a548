//! Options of a query, from keywords.

use std::time::{Duration, Instant};

use bouton::{How, Limits};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

/// The options; each is missing or `None` by default.
pub(crate) struct Options {
    pub(crate) how: How,
    /// The listener for progress: positions done, and all of them or 0.
    pub(crate) progress: Option<Py<PyAny>>,
    /// Whether a line after a second explains how to change the limits.
    pub(crate) says_limits: bool,
}

impl Options {
    /// The same for external rules, which may not end: they have default limits, and a line says so.
    pub(crate) fn of_rules(keywords: &Bound<'_, PyDict>) -> PyResult<Self> {
        let mut asked = Self::read(keywords)?;
        if keywords
            .get_item("memory")?
            .is_none_or(|memory| memory.is_none())
        {
            asked.how.limits.memory = Some(bouton_cli::memory_of_rules());
        }
        asked.says_limits = keywords.get_item("progress")?.is_none();
        Ok(asked)
    }

    /// Reads `time`, `memory`, `threads`, `nodes`, `solver` and `progress`; the time counts from now.
    pub(crate) fn read(keywords: &Bound<'_, PyDict>) -> PyResult<Self> {
        let given = |name: &str| -> PyResult<Option<Bound<'_, PyAny>>> {
            Ok(keywords.get_item(name)?.filter(|value| !value.is_none()))
        };
        let time = given("time")?.map(|time| seconds(&time)).transpose()?;
        let memory = given("memory")?.map(|memory| bytes(&memory)).transpose()?;
        let number = |name: &str| -> PyResult<Option<u64>> {
            let number = given(name)?.map(|number| {
                number.extract().map_err(|_| {
                    PyValueError::new_err(format!("{name}: expected a whole number, at least 1"))
                })
            });
            number.transpose()
        };
        Ok(Self {
            how: How {
                solver: given("solver")?
                    .map(|solver| solver.extract())
                    .transpose()?,
                limits: Limits {
                    deadline: time.and_then(|time| Instant::now().checked_add(time)),
                    memory: Some(memory.unwrap_or_else(bouton_cli::available_memory)),
                    threads: number("threads")?.map(|threads| threads.max(1) as usize),
                    nodes: number("nodes")?,
                    ..Limits::default()
                },
            },
            progress: given("progress")?
                .filter(|hears| hears.is_callable())
                .map(Bound::unbind),
            says_limits: false,
        })
    }
}

/// A keyword that cannot be read; a long one is not repeated in full.
fn wrong(keyword: &str, why: &str) -> PyErr {
    let why: String = why.chars().take(LONGEST).collect();
    PyValueError::new_err(format!("{keyword}: {why}"))
}

/// Characters shown of a wrong keyword.
const LONGEST: usize = 150;

/// Seconds as a number, or a text like `10s`.
fn seconds(given: &Bound<'_, PyAny>) -> PyResult<Duration> {
    if let Ok(text) = given.cast::<PyString>() {
        return bouton_cli::read_time(text.to_cow()?.as_ref()).map_err(|why| wrong("time", &why));
    }
    let expected = || PyTypeError::new_err("time: expected seconds, or a text like \"10s\"");
    let seconds: f64 = given.extract().map_err(|_| expected())?;
    Duration::try_from_secs_f64(seconds).map_err(|_| expected())
}

/// Bytes as a number, or a text like `2G`.
fn bytes(given: &Bound<'_, PyAny>) -> PyResult<u64> {
    if let Ok(text) = given.cast::<PyString>() {
        return bouton_cli::read_bytes(text.to_cow()?.as_ref())
            .map_err(|why| wrong("memory", &why));
    }
    given
        .extract()
        .map_err(|_| PyTypeError::new_err("memory: expected bytes, or a text like \"2G\""))
}
