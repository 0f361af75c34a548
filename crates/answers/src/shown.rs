//! Escaping answers before they are written to a terminal: their texts may come from files.

use std::cell::{Cell, RefCell};
use std::{fmt, io};

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

/// Writes an answer as JSON without control characters: those are written as `\u` and four digits. Whole numbers beyond ±2⁵³ are
/// texts of their digits, because many readers round them.
///
/// ```
/// let mut text = Vec::new();
/// bouton_answers::write_json(&mut text, &"\u{9b}2J \u{202e} é")?;
/// assert_eq!(String::from_utf8(text).unwrap(), r#""\u009b2J \u202e é""#);
/// let mut numbers = Vec::new();
/// bouton_answers::write_json(&mut numbers, &[1u64 << 53, (1 << 53) + 1])?;
/// assert_eq!(numbers, br#"[9007199254740992,"9007199254740993"]"#);
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

/// Readers that know numbers only as floating point, JavaScript's and `jq` among them, round whole numbers beyond this.
const EXACT: u128 = 1 << 53;

/// Writes a whole number in its digits, or as a text of them.
fn whole<W>(writer: &mut W, digits: impl fmt::Display, size: u128) -> io::Result<()>
where
    W: ?Sized + io::Write,
{
    match size > EXACT {
        true => write!(writer, "\"{digits}\""),
        false => write!(writer, "{digits}"),
    }
}

impl Formatter for Printable {
    fn write_u64<W: ?Sized + io::Write>(&mut self, writer: &mut W, value: u64) -> io::Result<()> {
        whole(writer, value, value.into())
    }

    fn write_i64<W: ?Sized + io::Write>(&mut self, writer: &mut W, value: i64) -> io::Result<()> {
        whole(writer, value, value.unsigned_abs().into())
    }

    fn write_u128<W: ?Sized + io::Write>(&mut self, writer: &mut W, value: u128) -> io::Result<()> {
        whole(writer, value, value)
    }

    fn write_i128<W: ?Sized + io::Write>(&mut self, writer: &mut W, value: i128) -> io::Result<()> {
        whole(writer, value, value.unsigned_abs())
    }

    fn write_raw_fragment<W>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()>
    where
        W: ?Sized + io::Write,
    {
        let digits = fragment.strip_prefix('-').unwrap_or(fragment);
        match !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit()) {
            true => whole(writer, fragment, digits.parse().unwrap_or(u128::MAX)),
            false => writer.write_all(fragment.as_bytes()),
        }
    }

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
