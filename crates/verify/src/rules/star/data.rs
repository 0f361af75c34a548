//! Plain data, of which positions of rule files consist: `None`, `True`, `False`, whole numbers of 64 bits, strings, and
//! tuples of these (a list becomes a tuple), as numbers and as text.
//!
//! As numbers: the type, then the number, or the length and the characters or items.

use bouton_language::Value;

use super::evaluation::{failed, wrong};
use crate::Refusal;
use crate::rules::Position;

const NONE: i64 = 0;
const FALSE: i64 = 1;
const TRUE: i64 = 2;
const INT: i64 = 3;
/// A number larger than those of [`INT`].
const NATURAL: i64 = 4;
const STRING: i64 = 5;
const TUPLE: i64 = 6;

/// The greatest length of a position, in numbers, and the greatest depth.
const LONGEST: usize = 1 << 16;
const DEEPEST: usize = 100;

/// The numbers of a value.
pub(super) fn read(value: &Value) -> Result<Position, Refusal> {
    let mut at = Vec::new();
    take(value, &mut at, 0)?;
    Ok(at)
}

fn take(value: &Value, at: &mut Position, depth: usize) -> Result<(), Refusal> {
    let too_long = || {
        Err(Refusal::Undecided(format!(
            "a position of the rules has more than {LONGEST} numbers and letters, or nests more than {DEEPEST} deep"
        )))
    };
    if at.len() > LONGEST || depth > DEEPEST {
        return too_long();
    }
    match value {
        Value::None => at.push(NONE),
        Value::Bool(truth) => at.push(if truth.holds() { TRUE } else { FALSE }),
        Value::Int(n) => at.extend([INT, *n]),
        Value::Big(_) => match value.as_big().and_then(|n| u64::try_from(n).ok()) {
            Some(n) => at.extend([NATURAL, n as i64]),
            None => {
                let why = "a position of the rules has a number of more than 64 bits";
                return Err(Refusal::undecided(why));
            }
        },
        _ => match (value.as_str(), value.items()) {
            (Some(text), _) if text.len() > LONGEST => return too_long(),
            (Some(text), _) => {
                at.extend([STRING, text.chars().count() as i64]);
                at.extend(text.chars().map(|c| i64::from(u32::from(c))));
            }
            (None, Some(items)) => {
                at.extend([TUPLE, items.len() as i64]);
                for item in items {
                    take(&item, at, depth + 1)?;
                }
            }
            (None, None) => {
                let kind = value.kind();
                return Err(wrong(format!("a position has a value of type {kind}")));
            }
        },
    }
    Ok(())
}

/// The value that the numbers encode, and the remaining numbers.
pub(super) fn value(at: &[i64]) -> Result<Value, Refusal> {
    let (value, _) = made(at).map_err(|error| failed(&error, ""))?;
    Ok(value)
}

fn made(at: &[i64]) -> Result<(Value, &[i64]), bouton_language::Error> {
    let (what, rest) = at.split_first().unwrap_or((&NONE, &[]));
    Ok(match (*what, rest) {
        (FALSE, _) => (Value::bool(false), rest),
        (TRUE, _) => (Value::bool(true), rest),
        (INT, [n, rest @ ..]) => (Value::Int(*n), rest),
        (NATURAL, [n, rest @ ..]) => (Value::natural(*n as u64)?, rest),
        (STRING, [length, rest @ ..]) => {
            let (letters, rest) = rest.split_at(*length as usize);
            (Value::str(&text(letters))?, rest)
        }
        (TUPLE, [count, rest @ ..]) => {
            let (mut items, mut rest) = (Vec::new(), rest);
            for _ in 0..*count {
                let (item, after) = made(rest)?;
                items.push(item);
                rest = after;
            }
            (Value::tuple(items)?, rest)
        }
        _ => (Value::None, rest),
    })
}

fn text(letters: &[i64]) -> String {
    let letter = |c: &i64| char::from_u32(*c as u32).unwrap_or('?');
    letters.iter().map(letter).collect()
}

/// Each item of a tuple that the numbers encode.
fn items_of(at: &[i64]) -> Option<Vec<&[i64]>> {
    let [TUPLE, count, rest @ ..] = at else {
        return None;
    };
    let mut rest = rest;
    let item = |_| {
        let (item, after) = rest.split_at(length(rest));
        rest = after;
        item
    };
    Some((0..*count).map(item).collect())
}

/// How many numbers the first value has.
fn length(at: &[i64]) -> usize {
    match at {
        [INT | NATURAL, ..] => 2,
        [STRING, letters, ..] => 2 + *letters as usize,
        [TUPLE, count, rest @ ..] => (0..*count).fold(2, |sum, _| sum + length(&rest[sum - 2..])),
        _ => 1,
    }
}

/// Whether a value looks like the start: [`super::form`] says when.
pub(super) fn is_alike(start: &[i64], at: &[i64]) -> bool {
    let is_number = |at: &[i64]| matches!(at[0], FALSE | TRUE | INT | NATURAL);
    match (items_of(start), items_of(at)) {
        (Some(start), Some(at)) => {
            let first = start.first();
            let mut pairs = start.iter().zip(&at);
            let is_record =
                start.len() == at.len() && pairs.all(|(one, other)| is_alike(one, other));
            let mut each = start.iter().chain(&at);
            is_record || each.all(|item| first.is_none_or(|first| is_alike(first, item)))
        }
        _ if start[0] == NONE || at[0] == NONE => true,
        _ => start[0] == at[0] || is_number(start) && is_number(at),
    }
}

/// Whether it is a tuple of two or three whose first item is a string.
pub(super) fn begins_like_a_move(at: &[i64]) -> bool {
    matches!(at, [TUPLE, 2 | 3, STRING, ..])
}

/// The string that the numbers encode, if it is one.
pub(super) fn as_text(at: &[i64]) -> Option<String> {
    match at {
        [STRING, _, letters @ ..] => Some(text(letters)),
        _ => None,
    }
}

/// The whole numbers of a tuple that contains nothing else.
pub(super) fn as_ints(at: &[i64]) -> Option<Vec<String>> {
    let [TUPLE, _, rest @ ..] = at else {
        return None;
    };
    let ints = rest.chunks(2).map(|pair| match pair {
        [INT, n] => Some(n.to_string()),
        [NATURAL, n] => Some((*n as u64).to_string()),
        _ => None,
    });
    ints.collect()
}

/// The literal of the encoded value.
pub(super) fn literal(at: &[i64]) -> String {
    let mut out = String::new();
    write(at, &mut out);
    out
}

fn write<'p>(at: &'p [i64], out: &mut String) -> &'p [i64] {
    let (what, rest) = at.split_first().unwrap_or((&NONE, &[]));
    match (*what, rest) {
        (FALSE, _) => out.push_str("False"),
        (TRUE, _) => out.push_str("True"),
        (INT, [n, rest @ ..]) => {
            out.push_str(&n.to_string());
            return rest;
        }
        (NATURAL, [n, rest @ ..]) => {
            out.push_str(&(*n as u64).to_string());
            return rest;
        }
        (STRING, [length, rest @ ..]) => {
            let (letters, rest) = rest.split_at(*length as usize);
            out.push('"');
            for c in text(letters).chars() {
                match c {
                    '"' | '\\' => out.extend(['\\', c]),
                    '\n' => out.push_str("\\n"),
                    '\t' => out.push_str("\\t"),
                    '\r' => out.push_str("\\r"),
                    c => out.push(c),
                }
            }
            out.push('"');
            return rest;
        }
        (TUPLE, [count, rest @ ..]) => {
            let mut rest = rest;
            out.push('(');
            for n in 0..*count {
                out.push_str(if n > 0 { ", " } else { "" });
                rest = write(rest, out);
            }
            out.push_str(if *count == 1 { ",)" } else { ")" });
            return rest;
        }
        _ => out.push_str("None"),
    }
    rest
}
