//! The common part of games in which values are taken from the left end of a row.

use bouton_core::InputError;
use bouton_core::rows::Taken;

use super::row::Row;

/// The takings of 1 to `most` values.
pub(super) fn takings(most: usize) -> impl Iterator<Item = Taken> + use<> {
    (1..=most).map(Taken)
}

/// The index where the end of the row with this text begins.
pub(super) fn parse(row: &Row, text: &str) -> Result<usize, InputError> {
    let rest = Row::parse(text)?;
    if row.values().ends_with(rest.values()) {
        Ok(row.len() - rest.len())
    } else {
        Err(InputError::whole("the row does not end like this", text))
    }
}

/// The text of a move.
pub(super) fn show(taken: Taken) -> String {
    format!("take {}", taken.0)
}

/// A move by its number alone.
pub(super) fn called(text: &str) -> Option<Taken> {
    text.parse().ok().map(Taken)
}

/// A positive number such as a limit.
pub(super) fn positive(text: &str, what: &str) -> Result<usize, InputError> {
    let trimmed = text.trim();
    match trimmed.parse() {
        Ok(0) | Err(_) => {
            let message = format!(
                "expected {what}, a whole number from 1 to {}; found {trimmed:?}",
                usize::MAX
            );
            Err(InputError::whole(message, text))
        }
        Ok(number) => Ok(number),
    }
}
