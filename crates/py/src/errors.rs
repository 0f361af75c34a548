//! Errors of the library as the exceptions of `bouton/errors.py`.

use bouton::text::brief;
use bouton::{Error, fault};
use pyo3::prelude::*;

/// An exception of that class with these words.
pub(crate) fn exception(py: Python<'_>, class: &str, message: &str) -> PyErr {
    let made = || {
        py.import("bouton.errors")?
            .getattr(class)?
            .call1((message,))
    };
    made().map_or_else(|error| error, PyErr::from_value)
}

/// Whether an exception belongs to this module, not to the functions of a game.
pub(crate) fn is_our_own(py: Python<'_>, error: &PyErr) -> bool {
    let class = py
        .import("bouton.errors")
        .and_then(|errors| errors.getattr("Error"));
    class.is_ok_and(|class| error.matches(py, class).unwrap_or(false))
}

/// The exception for an error; long texts are repeated only in part.
pub(crate) fn raised(py: Python<'_>, error: &Error) -> PyErr {
    raised_for(py, error, None, &[])
}

/// The same, with the reason why a limit was reached, for a query with these texts.
pub(crate) fn raised_for(
    py: Python<'_>,
    error: &Error,
    growth: Option<&str>,
    given: &[&str],
) -> PyErr {
    let text = match error {
        Error::Input { error, .. } => error.text(),
        _ => "",
    };
    let words = error.to_string();
    let words = brief(&words, given.iter().copied().chain([text]));
    let class = match error {
        Error::Input { .. } => "InputError",
        Error::Rules(_) | Error::Overrun(_) => "RulesError",
        Error::Stopped(reason) => {
            let reason = serde_json::to_value(reason).unwrap_or_default();
            let made = || {
                let class = py.import("bouton.errors")?.getattr("Stopped")?;
                let growth = growth.map(|growth| format!("; {growth}"));
                let message = format!("{words}{}", growth.unwrap_or_default());
                class.call1((message, reason.as_str()))
            };
            return made().map_or_else(|error| error, PyErr::from_value);
        }
        Error::Io(_) => return pyo3::exceptions::PyOSError::new_err(words.into_owned()),
        _ => "Unfit",
    };
    let raised = exception(py, class, &words);
    // Parts that cannot be kept stand in the words, too.
    let _ = kept(py, &raised, error);
    raised
}

/// Gives an exception the parts of its sentence, as attributes.
fn kept(py: Python<'_>, raised: &PyErr, error: &Error) -> PyResult<()> {
    let json = serde_json::to_string(&fault(error)).unwrap_or_default();
    let parts = py.import("json")?.getattr("loads")?.call1((json,))?;
    let raised = raised.value(py);
    raised.setattr("where", parts.get_item("where")?)?;
    raised.setattr("expected", parts.get_item("expected")?)?;
    raised.setattr("tries", parts.get_item("try")?)
}

/// A message of the program with its options as parameters of this module.
#[pyfunction]
pub(crate) fn in_python(message: &str) -> String {
    bouton_cli::in_other_words(message, "True", "bouton.catalogue()")
}
