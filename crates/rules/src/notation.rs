//! The default notation of plain data: an int as `7`, a string as itself, a tuple of ints as `3,4,5`, anything else as a
//! Python literal.

use std::fmt::Write;

use bouton_core::notation::items;
use bouton_core::{Cursor, InputError};
use bouton_language::{Value, repr};

use crate::plain::{Item, Plain, Reader, unreadable};

/// The form of a game's positions, judged by its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// An int.
    Int,
    /// A string.
    Str,
    /// A tuple of ints, with their number.
    Ints(usize),
    /// Anything else, or no start to judge by.
    Other,
}

impl Shape {
    pub(crate) fn of(plain: &Plain) -> Self {
        match plain.head() {
            Item::Int(_) => Self::Int,
            Item::Str(_) => Self::Str,
            _ => plain
                .as_ints()
                .map_or(Self::Other, |ints| Self::Ints(ints.len())),
        }
    }

    /// The expected text.
    fn expected(self) -> &'static str {
        match self {
            Self::Int => "a whole number like 7",
            Self::Str => "a text",
            Self::Ints(_) => "whole numbers with commas between, like 3,4,5",
            Self::Other => "a Python literal, like 7, (3, 4) or (\"ab\", 1)",
        }
    }

    /// Writes a position.
    pub(crate) fn show(self, plain: &Plain) -> String {
        match (self, plain.head()) {
            (Self::Str, Item::Str(text)) => text.to_owned(),
            (Self::Ints(_), _) => plain
                .as_ints()
                .map_or_else(|| literal(plain), |ints| list(&ints)),
            (Self::Other, _) if plain.as_ints().is_some_and(|ints| ints.len() > 1) => {
                list(&plain.as_ints().unwrap_or_default())
            }
            _ => literal(plain),
        }
    }

    /// Reads a position.
    pub(crate) fn parse(self, text: &str) -> Result<Plain, InputError> {
        let read = match self {
            Self::Str => Some(Plain::text(text)),
            Self::Int => read_literal(text),
            Self::Ints(_) => read_ints(text).or_else(|| read_literal(text)),
            Self::Other => read_literal(text).or_else(|| read_ints(text)),
        };
        read.ok_or_else(|| unreadable(text, self.expected()))
    }
}

fn list(ints: &[i128]) -> String {
    let ints: Vec<_> = ints.iter().map(i128::to_string).collect();
    ints.join(",")
}

fn read_ints(text: &str) -> Option<Plain> {
    let ints = items(text).map(|(_, item)| item.parse().ok());
    Some(Plain::ints(&ints.collect::<Option<Vec<_>>>()?))
}

/// The Python literal of the data.
pub(crate) fn literal(plain: &Plain) -> String {
    let mut text = String::new();
    write_literal(&mut plain.reader(), &mut text);
    text
}

fn write_literal(reader: &mut Reader, out: &mut String) {
    // Writing to a string cannot fail.
    let _ = match reader.item() {
        Item::None => write!(out, "None"),
        Item::Bool(true) => write!(out, "True"),
        Item::Bool(false) => write!(out, "False"),
        Item::Int(n) => write!(out, "{n}"),
        Item::Str(text) => {
            write_str(text, out);
            Ok(())
        }
        Item::Tuple(len) => {
            out.push('(');
            for n in 0..len {
                if n > 0 {
                    out.push_str(", ");
                }
                write_literal(reader, out);
            }
            out.push_str(if len == 1 { ",)" } else { ")" });
            Ok(())
        }
    };
}

/// Writes a text as a Python literal.
pub(crate) fn write_str(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            c => out.push(c),
        }
    }
    out.push('"');
}

/// The literal of a value, if it has one.
pub(crate) fn written(value: &Value) -> String {
    match (value, Plain::of(value)) {
        (Value::List(_), Ok(plain)) => {
            let items = literal(&plain);
            format!("[{}]", items[1..items.len() - 1].trim_end_matches(','))
        }
        (_, Ok(plain)) => literal(&plain),
        (_, Err(_)) => repr(value).unwrap_or_else(|_| format!("a {}", value.kind())),
    }
}

/// A text of at most some eighty characters.
pub(crate) fn shortened(text: &str) -> String {
    let mut chars = text.chars();
    let head: String = chars.by_ref().take(80).collect();
    if chars.next().is_some() {
        head + "…"
    } else {
        head
    }
}

/// Reads a literal: an int, a string, `None`, `True`, `False`, or a tuple or list of these.
fn read_literal(text: &str) -> Option<Plain> {
    let mut plain = Plain::default();
    let mut scanner = Scanner(Cursor::new(text.trim()));
    scanner.literal(&mut plain, 0)?;
    scanner.0.rest().trim().is_empty().then_some(plain)
}

struct Scanner<'t>(Cursor<'t>);

/// The deepest nesting of literals.
const DEEPEST: usize = 50;

impl Scanner<'_> {
    fn literal(&mut self, out: &mut Plain, depth: usize) -> Option<()> {
        if depth > DEEPEST {
            return None;
        }
        if self.0.comes("None") {
            out.push_none();
        } else if self.0.comes("True") {
            out.push_bool(true);
        } else if self.0.comes("False") {
            out.push_bool(false);
        } else if self.0.comes("(") {
            self.tuple(")", out, depth)?;
        } else if self.0.comes("[") {
            self.tuple("]", out, depth)?;
        } else if self.0.comes("\"") {
            self.string('"', out)?;
        } else if self.0.comes("'") {
            self.string('\'', out)?;
        } else {
            self.number(out)?;
        }
        Some(())
    }

    fn tuple(&mut self, close: &str, out: &mut Plain, depth: usize) -> Option<()> {
        let mut parts = Vec::new();
        let mut comma = true;
        while !self.0.comes(close) {
            if !comma {
                return None;
            }
            let mut part = Plain::default();
            self.literal(&mut part, depth + 1)?;
            parts.push(part);
            comma = self.0.comes(",");
        }
        // `(7)` is 7.
        if close == ")" && parts.len() == 1 && !comma {
            out.append(&parts[0]);
            return Some(());
        }
        out.push_tuple(parts.len());
        parts.iter().for_each(|part| out.append(part));
        Some(())
    }

    fn string(&mut self, quote: char, out: &mut Plain) -> Option<()> {
        let mut text = String::new();
        let mut chars = self.0.rest().char_indices();
        while let Some((at, c)) = chars.next() {
            match c {
                c if c == quote => {
                    self.0.at += at + c.len_utf8();
                    out.push_str(&text);
                    return Some(());
                }
                '\\' => text.push(match chars.next()?.1 {
                    'n' => '\n',
                    't' => '\t',
                    'r' => '\r',
                    c => c,
                }),
                c => text.push(c),
            }
        }
        None
    }

    fn number(&mut self, out: &mut Plain) -> Option<()> {
        self.0.space();
        let rest = self.0.rest();
        let sign = usize::from(self.0.take("-"));
        let number = &rest[..sign + self.0.digits().len()];
        match number.parse::<i64>() {
            Ok(n) => out.push_int(n),
            Err(_) => out.push_natural(number.parse().ok()?),
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_are_read_back() {
        for text in [
            "7",
            "-7",
            "18446744073709551615",
            "(3, (4,), ())",
            "(\"a\\\"b\", None, True, False)",
        ] {
            let plain = read_literal(text).unwrap();
            assert_eq!(literal(&plain), text);
        }
        assert_eq!(read_literal("[1, 2]"), read_literal("(1,2)"));
        assert_eq!(read_literal("(7)"), read_literal("7"));
        for bad in ["", "(", "(1", "(1 2)", "x", "1 2", "'a", "--1", "1.5"] {
            assert_eq!(read_literal(bad), None, "{bad}");
        }
    }

    #[test]
    fn notation_follows_the_shape_of_the_start() {
        let heaps = Shape::of(&Plain::ints(&[3, 4]));
        assert_eq!(heaps.parse("3, 1,0").unwrap(), Plain::ints(&[3, 1, 0]));
        assert_eq!(heaps.show(&Plain::ints(&[3])), "3");
        assert_eq!(heaps.parse(""), Ok(Plain::ints(&[])));
        let word = Shape::of(&Plain::text(""));
        assert_eq!(word.parse("3,4").unwrap(), Plain::text("3,4"));
        assert!(Shape::Int.parse("x").is_err());
        assert_eq!(Shape::Other.parse("3,4").unwrap(), Plain::ints(&[3, 4]));
    }
}
