//! The reading of a move: `(label, position)` or a position. The types of both may be the same, so the start decides: exactly one
//! reading must look like it.
//!
//! As numbers of [`super::data`]: `None` looks like everything, numbers like truth values; a tuple looks like one of the same
//! length with items that look alike, or, if all items of the start look alike, like one with such items, of any length. At a
//! position that does not look like the start, and begins as a move with a label does, nothing tells.

use starlark::values::Value;
use starlark::values::tuple::TupleRef;

use super::data::{begins_like_a_move, is_alike, read};
use super::evaluation::wrong;
use crate::Refusal;
use crate::obligation::Obligation;

/// The next position and the gain of an entry of a list of moves; `at` is the position before the move, and `start` the start if
/// there is one.
pub(super) fn parts<'v>(
    entry: Value<'v>,
    [start, at]: [&[i64]; 2],
    labelled: Option<bool>,
) -> Result<(Value<'v>, Option<Value<'v>>), Refusal> {
    let tuple = TupleRef::from_value(entry).map(|tuple| tuple.content());
    let (label, next, gain) = match tuple {
        Some([label, next]) => (label, *next, None),
        Some([label, next, gain]) => (label, *next, Some(*gain)),
        _ => return demand(labelled != Some(true), (entry, None)),
    };
    let has_label = label.unpack_str().is_some();
    match labelled {
        Some(false) => Ok((entry, None)),
        Some(true) => demand(has_label, (next, gain)),
        None if !has_label => Ok((entry, None)),
        None => {
            let fitting = (
                is_alike(start, &read(next)?),
                is_alike(start, &read(entry)?),
            );
            let read = if fitting.0 {
                (next, gain)
            } else {
                (entry, None)
            };
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
