//! Escaping answers before they are written to a terminal: their texts may come from files.

use std::cell::Cell;
use std::io;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::ser::{CharEscape, Formatter, Serializer};

use crate::text::{escaped, is_plain};

/// The answer with every text in it [escaped], so that it is safe to show however its `Display` uses them; `None` if nothing
/// needs escaping.
///
/// ```
/// use bouton_answers::{Losing, shown};
/// let text = r#"{"game":"g.star","up_to":5,"positions":["a\nb\u001b[2J"],"stopped":null}"#;
/// let losing: Losing = serde_json::from_str(text)?;
/// assert_eq!(shown(&losing)?.unwrap().to_string(), "a\\nb\\u{1b}[2J");
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// # Errors
/// If an answer does not read back from its JSON; no answer of this crate fails to.
pub fn shown<A: Serialize + DeserializeOwned>(answer: &A) -> serde_json::Result<Option<A>> {
    let (needs_it, mut text) = (Cell::new(false), Vec::new());
    LEAVES_OUT.set(false);
    CHANGED.set(false);
    let formatter = Escaping(&needs_it);
    let written = answer.serialize(&mut Serializer::with_formatter(&mut text, formatter));
    let told = written.and_then(|()| match needs_it.get() || CHANGED.get() {
        true => serde_json::from_slice(&text).map(Some),
        false => Ok(None),
    });
    LEAVES_OUT.set(true);
    told
}

/// Writes an answer as JSON without control characters: those are written as `\u` and four digits.
///
/// ```
/// let mut text = Vec::new();
/// bouton_answers::write_json(&mut text, &"\u{9b}2J \u{202e} é")?;
/// assert_eq!(String::from_utf8(text).unwrap(), r#""\u009b2J \u202e é""#);
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// # Errors
/// If a write fails.
pub fn write_json(out: impl io::Write, answer: &impl Serialize) -> serde_json::Result<()> {
    answer.serialize(&mut Serializer::with_formatter(out, Printable))
}

thread_local! {
    /// Whether fields outside of JSON are left out.
    static LEAVES_OUT: Cell<bool> = const { Cell::new(true) };
    /// Whether a text of [`own_lines`] was changed to make it safe.
    static CHANGED: Cell<bool> = const { Cell::new(false) };
}

/// Replaces a line end of the program's own while an answer is escaped.
const LINE_END: &str = "\u{2424}";

/// A field of several lines that the program writes itself: [`shown`] keeps its line ends.
pub(crate) mod own_lines {
    use serde::{Deserialize, Deserializer, Serializer};

    use super::{LEAVES_OUT, LINE_END};

    pub(crate) fn serialize<S: Serializer>(text: &str, serializer: S) -> Result<S::Ok, S::Error> {
        match LEAVES_OUT.get() {
            true => serializer.serialize_str(text),
            false => serializer.serialize_str(&text.replace('\n', LINE_END)),
        }
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(reader: D) -> Result<String, D::Error> {
        let text = String::deserialize(reader)?;
        Ok(match LEAVES_OUT.get() {
            true => text,
            false => text.replace(LINE_END, "\n"),
        })
    }
}

/// Sentences of several lines with texts from files: lines after the first are indented.
pub(crate) mod set_off_lines {
    use serde::{Deserialize, Deserializer, Serializer};

    use super::{CHANGED, LEAVES_OUT, LINE_END};
    use crate::text::escaped_lines;

    pub(crate) fn serialize<S: Serializer>(
        sentences: &[String],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        if LEAVES_OUT.get() {
            return serializer.collect_seq(sentences);
        }
        serializer.collect_seq(sentences.iter().map(|sentence| {
            let fit = escaped_lines(sentence);
            CHANGED.set(CHANGED.get() || fit != *sentence);
            fit.replace('\n', LINE_END)
        }))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        reader: D,
    ) -> Result<Vec<String>, D::Error> {
        let sentences = Vec::<String>::deserialize(reader)?;
        if LEAVES_OUT.get() {
            return Ok(sentences);
        }
        let read = |sentence: String| sentence.replace(LINE_END, "\n");
        Ok(sentences.into_iter().map(read).collect())
    }
}

/// Whether a field that is not in JSON is left out: always except in [`shown`].
pub(crate) fn is_left_out<T>(_: &T) -> bool {
    LEAVES_OUT.get()
}

/// Writes JSON with every text escaped.
struct Escaping<'f>(&'f Cell<bool>);

impl Formatter for Escaping<'_> {
    fn write_string_fragment<W>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()>
    where
        W: ?Sized + io::Write,
    {
        if fragment.chars().all(is_plain) {
            return writer.write_all(fragment.as_bytes());
        }
        self.0.set(true);
        // A fragment contains no backslash before escaping.
        let escaped = escaped(fragment).replace('\\', r"\\");
        writer.write_all(escaped.as_bytes())
    }

    fn write_char_escape<W>(&mut self, writer: &mut W, escape: CharEscape) -> io::Result<()>
    where
        W: ?Sized + io::Write,
    {
        let control = match escape {
            CharEscape::Backspace => '\u{8}',
            CharEscape::FormFeed => '\u{c}',
            CharEscape::LineFeed => '\n',
            CharEscape::CarriageReturn => '\r',
            CharEscape::Tab => '\t',
            CharEscape::AsciiControl(byte) => byte.into(),
            itself => return Printable.write_char_escape(writer, itself),
        };
        self.write_string_fragment(writer, control.encode_utf8(&mut [0; 4]))
    }
}

/// Writes JSON with plain characters only.
struct Printable;

impl Formatter for Printable {
    fn write_string_fragment<W>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()>
    where
        W: ?Sized + io::Write,
    {
        let mut rest = fragment;
        while let Some((at, hidden)) = rest.char_indices().find(|(_, c)| !is_plain(*c)) {
            writer.write_all(&rest.as_bytes()[..at])?;
            for unit in hidden.encode_utf16(&mut [0; 2]) {
                write!(writer, "\\u{unit:04x}")?;
            }
            rest = &rest[at + hidden.len_utf8()..];
        }
        writer.write_all(rest.as_bytes())
    }
}
