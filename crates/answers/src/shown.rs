//! Escaping answers before they are written to a terminal: their texts may come from files.

use std::cell::{Cell, RefCell};
use std::io;

use serde::Serialize;
use serde_json::ser::{CharEscape, Formatter, Serializer};

use crate::text::{escaped, is_plain};

/// The text of an answer with the texts in it [escaped] that are not plain, so that it is safe to show: such a text has no line
/// end of its own.
///
/// ```
/// use bouton_answers::{BestMove, shown};
/// let best = BestMove { name: "a\nb\u{1b}[2J".into(), words: None, to: None, component: None };
/// assert_eq!(shown(&best, best.to_string())?, "a\\nb\\u{1b}[2J");
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// # Errors
/// If an answer is none that JSON can hold; no answer of this crate is.
pub fn shown(answer: &impl Serialize, text: String) -> serde_json::Result<String> {
    let collected = Collecting::default();
    COLLECTS.set(true);
    let written = answer.serialize(&mut Serializer::with_formatter(io::sink(), &collected));
    COLLECTS.set(false);
    written?;
    let mut unfit = collected.unfit.into_inner();
    // A text may be part of a longer one.
    unfit.sort_by_key(|text| std::cmp::Reverse(text.len()));
    // A table for spreadsheets doubles quotes.
    let quoted = |text: &str| text.replace('"', "\"\"");
    Ok(unfit.iter().fold(text, |shown, unfit| {
        let fit = escaped(unfit);
        let shown = shown.replace(&quoted(unfit), &quoted(&fit));
        shown.replace(unfit, &fit)
    }))
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
    /// Whether the texts of an answer are collected.
    static COLLECTS: Cell<bool> = const { Cell::new(false) };
}

/// Writes a field of several lines that `Display` makes safe itself.
pub(crate) fn own_lines<S: serde::Serializer>(
    lines: &impl Serialize,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match COLLECTS.get() {
        true => serializer.serialize_unit(),
        false => lines.serialize(serializer),
    }
}

/// Collects the texts of an answer that are not plain.
#[derive(Default)]
struct Collecting {
    text: RefCell<String>,
    unfit: RefCell<Vec<String>>,
}

impl Formatter for &Collecting {
    fn begin_string<W: ?Sized + io::Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.text.borrow_mut().clear();
        Ok(())
    }

    fn end_string<W: ?Sized + io::Write>(&mut self, _: &mut W) -> io::Result<()> {
        let text = self.text.borrow();
        if !text.chars().all(is_plain) {
            self.unfit.borrow_mut().push(text.clone());
        }
        Ok(())
    }

    fn write_string_fragment<W>(&mut self, _: &mut W, fragment: &str) -> io::Result<()>
    where
        W: ?Sized + io::Write,
    {
        self.text.borrow_mut().push_str(fragment);
        Ok(())
    }

    fn write_char_escape<W>(&mut self, _: &mut W, escape: CharEscape) -> io::Result<()>
    where
        W: ?Sized + io::Write,
    {
        self.text.borrow_mut().push(match escape {
            CharEscape::Quote => '"',
            CharEscape::ReverseSolidus => '\\',
            CharEscape::Solidus => '/',
            CharEscape::Backspace => '\u{8}',
            CharEscape::FormFeed => '\u{c}',
            CharEscape::LineFeed => '\n',
            CharEscape::CarriageReturn => '\r',
            CharEscape::Tab => '\t',
            CharEscape::AsciiControl(byte) => byte.into(),
        });
        Ok(())
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
