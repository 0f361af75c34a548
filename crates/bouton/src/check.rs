//! Looking for mistakes in a rule file.

use bouton_answers::Checked;
use bouton_engine::Error;
use bouton_names::Terms;

/// Looks for mistakes in a rule file, named with its parameters, from its start and from some positions.
///
/// # Errors
/// A file that does not describe a game, or a position that it cannot read.
pub fn check(file: &str, positions: &[String], terms: &Terms) -> Result<Checked, Error> {
    let found = bouton_names::check(file, positions, terms)?;
    Ok(Checked {
        file: file.to_owned(),
        kind: found.kind,
        positions: found.positions,
        complete: found.complete,
        mistakes: found.mistakes,
        notes: found.notes,
        line: found.line,
        name: Some(found.name),
    })
}
