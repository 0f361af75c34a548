//! Checks a rule file.

use bouton_answers::Checked;
use bouton_engine::Error;
use bouton_names::{Report, Terms};

/// Checks a rule file, named with its parameters, from its start and from some positions.
///
/// # Errors
/// If the file does not describe a game, or cannot read a position.
pub fn check(file: &str, positions: &[String], terms: &Terms) -> Result<Checked, Error> {
    let found = bouton_names::check(file, positions, terms)?;
    Ok(checked(file, Some(found.name), found.report))
}

/// The report on rules as an answer; `name` is the name of the game in the rules.
pub fn checked(file: &str, name: Option<String>, found: Report) -> Checked {
    Checked {
        file: file.to_owned(),
        kind: found.kind,
        positions: found.positions,
        complete: found.complete,
        mistakes: found.mistakes,
        notes: found.notes,
        line: found.line,
        name,
    }
}
