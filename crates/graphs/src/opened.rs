//! [`open`]: a graph from a file or a text.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::sync::Arc;

use bouton_core::Limits;

use crate::fault::Refusal;
use crate::game::GameGraph;
use crate::reading::graph;
use crate::source::decompressed;

/// Bytes that are read at once.
const CHUNK: usize = 1 << 16;

/// The graph in a file, plain or compressed by gzip or Zstandard; `-` is standard input.
///
/// Time is proportional to the file; for memory see [the crate's page](crate).
///
/// # Errors
/// If the file cannot be read or is not a graph of a game (with the line), or a limit is reached.
pub fn open(path: &str, limits: &Limits) -> Result<GameGraph, Refusal> {
    let io = |error: std::io::Error| Refusal::Io(format!("{path}: {error}"));
    if path == "-" {
        let input = input().map_err(io)?;
        return compressed("standard input", input, limits);
    }
    compressed(path, file(path)?, limits)
}

fn file(path: &str) -> Result<impl BufRead + 'static, Refusal> {
    let io = |error: std::io::Error| Refusal::Io(format!("{path}: {error}"));
    let file = File::open(path).map_err(io)?;
    if file.metadata().map_err(io)?.is_dir() {
        return Err(Refusal::Io(format!("{path}: a folder, not a file")));
    }
    Ok(BufReader::with_capacity(CHUNK, file))
}

/// The longest text returned.
const LONGEST: u64 = 64 << 20;

/// The uncompressed text of a file of at most 64 MiB.
///
/// # Errors
/// If the file cannot be read, is longer, or is not text.
pub fn text(path: &str) -> Result<String, Refusal> {
    let io = |error: std::io::Error| Refusal::Io(format!("{path}: {error}"));
    let mut text = String::new();
    let mut from = decompressed(file(path)?).map_err(io)?.take(LONGEST + 1);
    from.read_to_string(&mut text).map_err(io)?;
    match text.len() as u64 > LONGEST {
        true => Err(Refusal::Io(format!("{path}: longer than 64 MiB"))),
        false => Ok(text),
    }
}

/// Standard input, even if another reader holds its lock.
fn input() -> std::io::Result<impl BufRead> {
    let input = std::io::stdin();
    #[cfg(unix)]
    let input = File::from(std::os::fd::AsFd::as_fd(&input).try_clone_to_owned()?);
    Ok(BufReader::with_capacity(CHUNK, input))
}

fn compressed(
    name: &str,
    file: impl BufRead + 'static,
    limits: &Limits,
) -> Result<GameGraph, Refusal> {
    let text = decompressed(file).map_err(|error| Refusal::Io(format!("{name}: {error}")))?;
    read(name, text, limits)
}

/// The graph in a text; `name` is its name in messages.
///
/// # Errors
/// If the text is not a graph of a game (with the line), or a limit is reached.
pub fn read(name: &str, text: impl Read, limits: &Limits) -> Result<GameGraph, Refusal> {
    let graph = Arc::new(graph(name, text, limits)?);
    Ok(GameGraph { graph })
}
