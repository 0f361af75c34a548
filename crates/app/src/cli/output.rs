//! Writing to standard output, to standard error, and to files.
//!
//! Output to a terminal may contain texts from files. Only this module writes there, and it [escapes](bouton::text) them.
//! Errors are kept [brief].

use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;
use bouton::answers::{Fault, FaultKind, Proved, select, shown, write_json};
use bouton::fault;
use bouton::text::{brief, escaped, escaped_lines, is_plain};
use serde::Serialize;

use crate::console::here;

/// Output that is complete before it is written, so that it appears completely or not at all.
fn whole(text: &[u8]) -> io::Result<()> {
    let console = here();
    let write = |out: &mut dyn Write| out.write_all(text).and_then(|()| out.flush());
    console.interruption().uncut(|| console.output(write))
}

/// An answer as JSON: one object on one line; of chosen fields, those of the object, or of each of its rows on lines of their own.
pub(crate) fn json(answer: &impl Serialize) -> anyhow::Result<()> {
    let Some((fields, begun)) = here().fields() else {
        return object(answer);
    };
    let seconds = begun.elapsed().as_secs_f64();
    let text = select(answer, &fields, seconds).map_err(anyhow::Error::msg)?;
    Ok(whole(text.as_bytes())?)
}

/// One JSON object on one line, with all its fields.
pub(crate) fn object(value: &impl Serialize) -> anyhow::Result<()> {
    let mut text = Vec::new();
    write_json(&mut text, value)?;
    text.push(b'\n');
    Ok(whole(&text)?)
}

/// A line of text.
pub(crate) fn line(text: impl AsRef<str>) -> anyhow::Result<()> {
    layout(escaped(text.as_ref()))
}

/// A prompt.
pub(crate) fn prompt(text: &str) -> anyhow::Result<()> {
    let write = |out: &mut dyn Write| write!(out, "{}", escaped(text)).and_then(|()| out.flush());
    Ok(here().output(write)?)
}

/// An answer, as JSON or as text.
pub(crate) fn tell<A>(answer: &A, as_json: bool) -> anyhow::Result<()>
where
    A: Serialize + Display,
{
    if as_json { json(answer) } else { text(answer) }
}

/// Names the proved law that a table comes from; JSON names it itself.
pub(crate) fn credit(proved: &Proved, as_json: bool) {
    if let Some(why) = proved.why.as_ref().filter(|_| !as_json) {
        complain(format_args!("answered {why}"));
    }
}

/// An answer as text.
pub(crate) fn text<A>(answer: &A) -> anyhow::Result<()>
where
    A: Serialize + Display,
{
    lines(answer, A::to_string)
}

/// An answer in the format of `form`, on separate lines.
pub(crate) fn lines<A>(answer: &A, form: impl FnOnce(&A) -> String) -> anyhow::Result<()>
where
    A: Serialize,
{
    layout(shown(answer, form(answer))?)
}

/// A table for spreadsheets: its last line ends as all do.
pub(crate) fn csv<A>(answer: &A, form: impl FnOnce(&A) -> String) -> anyhow::Result<()>
where
    A: Serialize,
{
    lines(answer, |answer| {
        let mut text = form(answer);
        if text.ends_with('\n') {
            text.pop();
        }
        text
    })
}

/// Lines of the program's own, such as a table.
pub(crate) fn layout(text: impl Display) -> anyhow::Result<()> {
    let text = text.to_string();
    // Lines of tables for spreadsheets end with a carriage return.
    let fit = |line: &str| match line.strip_suffix('\r') {
        Some(line) => escaped(line).into_owned() + "\r",
        None => escaped(line).into_owned(),
    };
    let lines: Vec<_> = text.split('\n').map(fit).collect();
    Ok(whole((lines.join("\n") + "\n").as_bytes())?)
}

/// A text of the program's own, with tabs: it contains no text from files.
pub(crate) fn own(text: &str) -> anyhow::Result<()> {
    Ok(whole(format!("{text}\n").as_bytes())?)
}

/// Standard output for lines that are written as they are found, each complete.
#[derive(Default)]
pub(crate) struct Lines(Vec<u8>);

impl Lines {
    /// The bytes that are held before they are written.
    const HELD: usize = 1 << 16;

    /// Writes the complete lines.
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

/// An error that repeats little of the command line and of this text.
pub(crate) fn refusal(words: &str, text: &str) -> String {
    let given = here().given();
    let given = given.iter().map(|argument| &**argument);
    brief(words, given.chain([text])).into_owned()
}

/// Writes an error or a result to standard error.
pub(crate) fn complain(words: impl Display) {
    say(&format!("bouton: {words}"));
}

/// Reports the reason why there is no answer.
pub(crate) fn complain_of(error: &anyhow::Error) {
    let text = error.chain().find_map(|cause| match cause.downcast_ref() {
        Some(bouton::Error::Input { error, .. }) => Some(error.text()),
        _ => None,
    });
    write(&format!(
        "bouton: {}",
        refusal(&sentence(error), text.unwrap_or_default())
    ));
    if std::env::var_os(FAULTS).is_some() {
        let given = here().given();
        let fault = fault_of(error).brief(given.iter().map(|argument| &**argument));
        let fault = serde_json::to_string(&fault).unwrap_or_default();
        let _ = here().error(|out| writeln!(out, "{fault}"));
    }
}

/// The variable with which a program that runs this one asks for each error as data, too.
const FAULTS: &str = "BOUTON_FAULTS";

/// An error as data.
pub(crate) fn fault_of(error: &anyhow::Error) -> Fault {
    let known = error.chain().find_map(|cause| cause.downcast_ref());
    known.map_or_else(|| Fault::new(FaultKind::Input, error.to_string()), fault)
}

/// The words of the error and of those behind it, each once: a sentence may end with the words of its cause.
fn sentence(error: &anyhow::Error) -> String {
    let mut told = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if told.is_empty() {
            told = cause;
        } else if !told.ends_with(&cause) {
            told = format!("{told}: {cause}");
        }
    }
    told
}

/// Writes to standard error; a failure is ignored.
pub(crate) fn say(words: &str) {
    write(&refusal(words, ""));
}

/// Writes words that repeat little to standard error.
fn write(words: &str) {
    let words = escaped_lines(words);
    let _ = here().error(|out| writeln!(out, "{}", words.trim_end()));
}

/// Reports an error of parsing the command line, which quotes the arguments.
pub(crate) fn say_of_arguments(words: &str) {
    let given = here().given();
    let parts = given.iter().flat_map(|argument| {
        let value = argument.split_once('=').map(|(_, value)| value);
        [Some(&**argument), value].into_iter().flatten()
    });
    let unfit = parts.filter(|part| !part.chars().all(is_plain));
    let words = unfit.fold(words.to_owned(), |words, part| {
        words.replace(part, &escaped(part))
    });
    let words = refusal(&words, "");
    let lines: Vec<_> = words.trim_end().split('\n').map(escaped).collect();
    let _ = here().error(|out| writeln!(out, "{}", lines.join("\n")));
}

/// A file, written completely or not at all.
pub(crate) fn file(
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> anyhow::Result<()> {
    bouton_files::write(path, content).with_context(|| format!("cannot write {}", path.display()))
}
