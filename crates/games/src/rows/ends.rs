//! What the games have in common in which a value is taken from an end of a row.

use bouton_core::InputError;
use bouton_core::rows::{End, Span};

use super::row::{self, Row};

/// The ends that can be taken: one value is both ends, and is listed as the left one.
pub(super) fn moves(at: Span) -> impl Iterator<Item = End> + use<> {
    [End::Left, End::Right].into_iter().take(at.len().min(2))
}

/// Where the value at an end stands in the row.
pub(super) fn place(at: Span, end: End) -> usize {
    match end {
        End::Left => at.start,
        End::Right => at.end - 1,
    }
}

/// What remains when an end is taken.
pub(super) fn without(at: Span, end: End) -> Span {
    match end {
        End::Left => Span {
            start: at.start + 1,
            ..at
        },
        End::Right => Span {
            end: at.end - 1,
            ..at
        },
    }
}

/// A move as it is written.
pub(super) fn show(end: End) -> String {
    match end {
        End::Left => "L".into(),
        End::Right => "R".into(),
    }
}

/// A move by its other names; the right end of a single value is its left one.
pub(super) fn called(at: Span, text: &str) -> Option<End> {
    match text {
        "l" | "left" => Some(End::Left),
        "r" | "right" if at.len() == 1 => Some(End::Left),
        "r" | "right" => Some(End::Right),
        _ => None,
    }
}

/// The first part of the row that reads like `text`.
pub(super) fn parse(row: &Row, text: &str) -> Result<Span, InputError> {
    let part = Row::parse(text)?;
    let start = row::find(row.values(), part.values())
        .ok_or_else(|| InputError::new("this is no part of the row", text, 0..text.len()))?;
    Ok(Span {
        start,
        end: start + part.len(),
    })
}
