//! Errors as data.

use bouton_answers::{Fault, FaultKind};
use bouton_engine::Error;

/// An error as data: the sentence, and the text and the place that it is about.
///
/// ```
/// let error = bouton::open("nim", "3,x").unwrap_err();
/// let fault = bouton::fault(&error);
/// assert_eq!(fault.message, "position: expected a heap (a whole number), found \"x\"");
/// assert_eq!(fault.expected.as_deref(), Some("a heap (a whole number)"));
/// ```
pub fn fault(error: &Error) -> Fault {
    let sentence = || error.to_string();
    match error {
        Error::Input { what, error } => {
            let message = format!("{what}: {}", error.message());
            Fault::new(FaultKind::Input, message).at(what, error.text(), error.span())
        }
        Error::Rules(_) | Error::Overrun(_) => Fault::new(FaultKind::Rules, sentence()).of("rules"),
        Error::Stopped(_) => Fault::new(FaultKind::Stopped, sentence()),
        Error::Io(_) | Error::Damaged(_) | Error::Lost(_) => {
            Fault::new(FaultKind::File, sentence())
        }
        _ => Fault::new(FaultKind::Unfit, sentence()),
    }
}
