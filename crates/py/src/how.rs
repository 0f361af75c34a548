//! Options of a query, from keywords.

use std::time::{Duration, Instant};

use bouton::questions::{Parameter, Question, Texts};
use bouton::{How, Limits};
use pyo3::conversion::FromPyObjectOwned;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyString};

use crate::errors::raised;

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
        let time = given_for(keywords, "time")?.map(|time| seconds(&time));
        let memory = given_for(keywords, "memory")?.map(|memory| bytes(&memory));
        let threads: Option<usize> = word(keywords, "threads")?;
        if threads.is_some_and(|threads| !(1..1024).contains(&threads)) {
            let why = format!(
                "expected a number from 1 to 1023, found {}",
                threads.unwrap_or(0)
            );
            return Err(wrong("threads", &why));
        }
        let time = time.transpose()?;
        Ok(Self {
            how: How {
                solver: word(keywords, "solver")?,
                limits: Limits {
                    deadline: time.and_then(|time| Instant::now().checked_add(time)),
                    memory: Some(
                        memory
                            .transpose()?
                            .unwrap_or_else(bouton_cli::available_memory),
                    ),
                    threads,
                    nodes: word(keywords, "nodes")?,
                    ..Limits::default()
                },
            },
            progress: given_for(keywords, "progress")?
                .filter(|hears| hears.is_callable())
                .map(Bound::unbind),
            says_limits: false,
        })
    }
}

/// The value of a keyword, unless it is `None`.
fn given_for<'py>(
    keywords: &Bound<'py, PyDict>,
    name: &str,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    Ok(keywords.get_item(name)?.filter(|value| !value.is_none()))
}

/// The value of a keyword, of the type that it must have.
pub(crate) fn word<'py, T>(keywords: &Bound<'py, PyDict>, name: &str) -> PyResult<Option<T>>
where
    T: FromPyObjectOwned<'py>,
{
    let value = given_for(keywords, name)?;
    let read = value.map(|value| {
        value.extract::<T>().map_err(|error| {
            let error: PyErr = error.into();
            PyTypeError::new_err(format!("{name}: {}", error.value(keywords.py())))
        })
    });
    read.transpose()
}

/// The question that keywords ask: a pair of numbers is a range, a list has a text for each of its parts.
pub(crate) fn posed<Q: Question>(keywords: &Bound<'_, PyDict>) -> PyResult<Q> {
    let mut given = Texts::default();
    for Parameter { name, many, .. } in Q::parameters() {
        let Some(value) = given_for(keywords, name)? else {
            continue;
        };
        if many && !value.is_instance_of::<PyString>() {
            for part in value.try_iter()? {
                given.give(name, text(&part?)?);
            }
        } else {
            given.give(name, text(&value)?);
        }
    }
    Q::read(&given).map_err(|error| raised(keywords.py(), &error))
}

fn text(value: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(flag) = value.cast::<PyBool>() {
        return Ok(u8::from(flag.is_true()).to_string());
    }
    match value.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>() {
        Ok((low, high)) => Ok(format!("{low}..{high}")),
        Err(_) => Ok(value.str()?.to_cow()?.into_owned()),
    }
}

/// The same of a keyword that every such question has.
pub(crate) fn needed<'py, T>(keywords: &Bound<'py, PyDict>, name: &'static str) -> PyResult<T>
where
    T: FromPyObjectOwned<'py>,
{
    word(keywords, name)?.ok_or_else(|| PyTypeError::new_err(format!("{name} is missing")))
}

/// Whether a keyword is true.
pub(crate) fn flag(keywords: &Bound<'_, PyDict>, name: &str) -> PyResult<bool> {
    given_for(keywords, name)?.map_or(Ok(false), |value| value.is_truthy())
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
    bouton_cli::read_time(&seconds.to_string()).map_err(|why| wrong("time", &why))
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
