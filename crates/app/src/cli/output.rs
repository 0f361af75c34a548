//! Writing to standard output, and to files.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;
use serde::Serialize;

use crate::interruption;

/// What is to be written before it is begun, so that it is there whole or not at all.
fn whole(text: &[u8]) -> io::Result<()> {
    interruption::uncut(|| {
        let mut out = io::stdout().lock();
        out.write_all(text)?;
        out.flush()
    })
}

/// One JSON object on one line.
pub(crate) fn json(value: &impl Serialize) -> anyhow::Result<()> {
    let mut text = serde_json::to_vec(value)?;
    text.push(b'\n');
    Ok(whole(&text)?)
}

/// A line of text.
pub(crate) fn line(text: impl AsRef<str>) -> anyhow::Result<()> {
    self::text(&text.as_ref())
}

/// An answer, as JSON or for a person.
pub(crate) fn tell(answer: &(impl Serialize + Display), as_json: bool) -> anyhow::Result<()> {
    if as_json { json(answer) } else { text(answer) }
}

/// What a person reads.
pub(crate) fn text(shown: &impl Display) -> anyhow::Result<()> {
    Ok(whole(format!("{shown}\n").as_bytes())?)
}

/// Standard output for lines that are written as they are found, each whole.
#[derive(Default)]
pub(crate) struct Lines(Vec<u8>);

impl Lines {
    /// Bytes that are held before they are written.
    const HELD: usize = 1 << 16;

    /// Writes the lines that are whole.
    fn send(&mut self) -> io::Result<()> {
        let end = self.0.iter().rposition(|byte| *byte == b'\n');
        let end = end.map_or(0, |end| end + 1);
        whole(&self.0[..end])?;
        self.0.drain(..end);
        Ok(())
    }
}

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.extend_from_slice(bytes);
        if self.0.len() >= Self::HELD {
            self.send()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.send()
    }
}

/// A file, whole or not at all.
pub(crate) fn file(
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> anyhow::Result<()> {
    bouton_files::write(path, content).with_context(|| format!("cannot write {}", path.display()))
}
