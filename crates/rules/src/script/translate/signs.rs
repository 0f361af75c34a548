//! The signs of values, by their length at the beginning of a text, and the words of statements.

use std::collections::HashSet;

use bouton_values::is_value_name;

use crate::words::{comment, is_word, string, word};

pub(super) fn is_arrow(c: char) -> bool {
    "^↑⇑↓⇓".contains(c)
}

/// `v`, `vv`, `v3`
pub(super) fn is_downs(name: &str) -> bool {
    name.starts_with('v') && is_value_name(name)
}

/// Whether a name in front of this text is given a value.
pub(super) fn gives(behind: &str) -> bool {
    let behind = behind.trim_start_matches(' ');
    behind.starts_with('=') && !behind.starts_with("==")
        || ["+=", "-=", "*=", ":="]
            .iter()
            .any(|sign| behind.starts_with(sign))
}

/// Whether a word that is an operator, or goes on after an operand, begins a text.
pub(super) fn begins_with_operator(text: &str) -> bool {
    let name = &text[..word(text)];
    matches!(name, "and" | "or" | "in" | "if" | "else" | "for" | "not")
}

pub(super) fn digits(text: &str) -> usize {
    text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len()
}

/// The length of a number: n, n/d or a decimal, with the points and digits that would make it no number, and with a power.
pub(super) fn number(text: &str) -> usize {
    let mut end = digits(text);
    for sign in ["/", "."] {
        let below = text[end..].strip_prefix(sign).map_or(0, digits);
        end += if below > 0 { sign.len() + below } else { 0 };
    }
    let power = text[end..].strip_prefix("**").map_or(0, digits);
    end += if power > 0 { 2 + power } else { 0 };
    let is_decimal = text[..end].contains('.');
    end + usize::from(is_decimal && text[end..].starts_with('.'))
}

/// The length of a star with its number, also one that is refused when it is read, as in `*1.5`.
pub(super) fn star(text: &str) -> usize {
    let sign = text.chars().next().map_or(0, char::len_utf8);
    let end = sign + digits(&text[sign..]);
    let fraction = text[end..].strip_prefix('.').map_or(0, digits);
    match end > sign && fraction > 0 {
        true => end + 1 + fraction,
        false => end,
    }
}

/// The length of arrows with their number or exponent.
pub(super) fn arrows(text: &str) -> usize {
    let signs = text.len() - text.trim_start_matches(is_arrow).len();
    let behind = &text[signs..];
    signs
        + match exponent(behind) {
            0 => digits(behind),
            length => length,
        }
}

/// The length of `[2]` or `<2>`.
pub(super) fn exponent(text: &str) -> usize {
    let close = match text.chars().next() {
        Some('[') => ']',
        Some('<') => '>',
        _ => return 0,
    };
    let inside = text[1..].trim_start_matches(|c: char| c.is_ascii_alphanumeric());
    let length = text.len() - inside.len();
    if length > 1 && inside.starts_with(close) {
        length + 1
    } else {
        0
    }
}

/// The words of a text outside of strings and comments, with their places.
pub(super) fn placed_words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let rest = &text[at..];
            let first = rest.chars().next()?;
            let start = at;
            at += match first {
                '"' | '\'' => string(rest),
                '#' => comment(rest),
                c if is_word(c) => word(rest),
                c => c.len_utf8(),
            };
            // A number may have letters close behind it.
            if first.is_ascii_digit() {
                at = start + digits(rest);
            } else if is_word(first) {
                return Some((start, &text[start..at]));
            }
        }
    })
}

pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    placed_words(text).map(|(_, word)| word)
}

/// The names that a text gives: by `=`, `for`, `def`, and as parameters.
pub(super) fn bound(text: &str) -> HashSet<&str> {
    let mut found = HashSet::new();
    let (mut is_giving, mut until) = (false, 0);
    for (start, name) in placed_words(text) {
        let is_given = gives(&text[start + name.len()..]);
        match name {
            "for" => is_giving = true,
            "in" => is_giving = false,
            "def" | "lambda" => {
                let ends = if name == "def" { ')' } else { ':' };
                let rest = &text[start..];
                until = start + rest.find(ends).unwrap_or(rest.len());
            }
            _ if is_giving || is_given || start < until => {
                found.insert(name);
            }
            _ => {}
        }
    }
    found
}
