//! Writing to standard output, and to files.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;
use serde::Serialize;

/// One JSON object on one line.
pub(crate) fn json(value: &impl Serialize) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    serde_json::to_writer(&mut out, value)?;
    writeln!(out)?;
    Ok(())
}

/// A line of text.
pub(crate) fn line(text: impl AsRef<str>) -> anyhow::Result<()> {
    writeln!(std::io::stdout().lock(), "{}", text.as_ref())?;
    Ok(())
}

/// An answer, as JSON or for a person.
pub(crate) fn tell(answer: &(impl Serialize + Display), as_json: bool) -> anyhow::Result<()> {
    if as_json { json(answer) } else { text(answer) }
}

/// What a person reads.
pub(crate) fn text(shown: &impl Display) -> anyhow::Result<()> {
    writeln!(std::io::stdout().lock(), "{shown}")?;
    Ok(())
}

/// A file, whole or not at all.
pub(crate) fn file(
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> anyhow::Result<()> {
    bouton_files::write(path, content).with_context(|| format!("cannot write {}", path.display()))
}
