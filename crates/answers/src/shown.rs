//! What an answer becomes before it is written to a terminal: texts in it may come from files.

use std::cell::Cell;
use std::io;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::ser::{CharEscape, Formatter, Serializer};

use crate::text::{escaped, is_plain};

/// The answer with every text in it [escaped], by which it can be shown to a person, whatever its `Display` makes of them; `None`
/// where nothing in it needs that.
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
/// An answer that does not read back from what it is written as, which is none of those here.
pub fn shown<A: Serialize + DeserializeOwned>(answer: &A) -> serde_json::Result<Option<A>> {
    let (needs_it, mut text) = (Cell::new(false), Vec::new());
    LEAVES_OUT.set(false);
    let written = answer.serialize(&mut Serializer::with_formatter(
        &mut text,
        Escaping(&needs_it),
    ));
    LEAVES_OUT.set(true);
    written?;
    match needs_it.get() {
        true => serde_json::from_slice(&text).map(Some),
        false => Ok(None),
    }
}

/// Writes an answer as JSON without any character that a terminal obeys: those are written as `\u` and four digits.
///
/// ```
/// let mut text = Vec::new();
/// bouton_answers::write_json(&mut text, &"\u{9b}2J \u{202e} é")?;
/// assert_eq!(String::from_utf8(text).unwrap(), r#""\u009b2J \u202e é""#);
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// # Errors
/// What cannot be written.
pub fn write_json(out: impl io::Write, answer: &impl Serialize) -> serde_json::Result<()> {
    answer.serialize(&mut Serializer::with_formatter(out, Printable))
}

thread_local! {
    /// Whether what is not in JSON is left out.
    static LEAVES_OUT: Cell<bool> = const { Cell::new(true) };
}

/// Whether a field is left out that is not in JSON: everywhere but in [`shown`].
pub(crate) fn is_left_out<T>(_: &T) -> bool {
    LEAVES_OUT.get()
}

/// Writes JSON of which every text is escaped before it is written.
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
        // A fragment has no backslash of its own.
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

/// Writes JSON of plain characters.
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
