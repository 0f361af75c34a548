//! The reading of a move: `(label, position)` or a position. The types of both may be the same, so the start decides: exactly one
//! reading must look like it.
//!
//! As numbers of [`super::data`]: `None` looks like everything, numbers like truth values; a tuple looks like one of the same
//! length with items that look alike, or, if all items of the start look alike, like one with such items, of any length. At a
//! position that does not look like the start, and begins as a move with a label does, nothing tells.

use bouton_language::Value;

use super::data::{begins_like_a_move, is_alike, read};
use super::evaluation::wrong;
use crate::Refusal;
use crate::obligation::Obligation;

/// The next position and the gain of an entry of a list of moves; `at` is the position before the move, and `start` the start if
/// there is one.
pub(super) fn parts(
    entry: &Value,
    [start, at]: [&[i64]; 2],
    labelled: Option<bool>,
) -> Result<(Value, Option<Value>), Refusal> {
    let whole = (entry.clone(), None);
    let items = match entry {
        Value::Tuple(_) => entry.items(),
        _ => None,
    };
    let (label, next, gain) = match items.as_deref() {
        Some([label, next]) => (label, next.clone(), None),
        Some([label, next, gain]) => (label, next.clone(), Some(gain.clone())),
        _ => return demand(labelled != Some(true), whole),
    };
    let has_label = label.as_str().is_some();
    match labelled {
        Some(false) => Ok(whole),
        Some(true) => demand(has_label, (next, gain)),
        None if !has_label => Ok(whole),
        None => {
            let fitting = (
                is_alike(start, &read(&next)?),
                is_alike(start, &read(entry)?),
            );
            let read = if fitting.0 { (next, gain) } else { whole };
            let tells = is_alike(start, at) || !begins_like_a_move(at);
            demand(tells && fitting.0 != fitting.1, read)
        }
    }
}

fn demand<T>(is_met: bool, read: T) -> Result<T, Refusal> {
    Obligation::MovesReadOneWay.demand(is_met, || {
        wrong("a move can be read as (label, position) and as a position, or as neither: labelled tells which")
    })?;
    Ok(read)
}
