//! Looking for mistakes in a rule file.

use bouton_answers::Checked;
use bouton_core::Limits;

use bouton_engine::Error;

/// Looks for mistakes in a rule file, named with its parameters, from its start and from some positions.
///
/// # Errors
/// A file that does not describe a game, or a position that it cannot read.
pub fn check(file: &str, positions: &[String], limits: &Limits) -> Result<Checked, Error> {
    let found = bouton_names::check(file, positions, limits)?;
    Ok(Checked {
        file: file.to_owned(),
        kind: found.kind,
        positions: found.report.positions,
        complete: found.report.complete,
        mistakes: found.report.mistakes,
        notes: found.report.notes,
        line: found.report.line,
        name: Some(found.name),
    })
}
