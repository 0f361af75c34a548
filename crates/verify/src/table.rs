//! Checks tables: that a file is complete and its header true of its contents.
//!
//! `Contents` of `bouton-tables` documents the format of a table byte by byte. This module has a second reader for it,
//! which shares only the library that unpacks. [`Steps`] checks the values of any game that implements [`Rules`]: positions and
//! moves, by number.

mod container;
mod ends;
mod lines;
mod step;

use std::io::{Read, Seek};

pub use self::step::{
    Examined, MOST_TOLD, Move, Moves, NumberState, Obligation, Rules, Says, Steps, Value, Wrong,
    too_long,
};

use crate::bounds::{Bounds, Meter};
use crate::shown::quoted;
use crate::{Checked, Refusal};

/// Checks a table without the program that made it: not its values.
///
/// # Errors
/// If the file is not a table, is damaged, says something false, or the check exceeds the bounds.
pub fn check_table(file: &mut (impl Read + Seek), bounds: &Bounds) -> Result<Checked, Refusal> {
    let found = container::check(file, &mut Meter::begin(bounds));
    let lines = found.map_err(Refusal::printable)?;
    if let Some(long) = too_long(&lines.codes) {
        return Err(refuted(long.told(|number| number.to_string())));
    }
    let conditions = vec![
        "the lines, the index and the trailer have the checksum that is written behind them".into(),
        format!(
            "each of the {} blocks has its checksum, and unpacks to what the index says",
            lines.blocks()
        ),
        format!(
            "its {} entries are in order, and the codes are counted as they occur",
            lines.count
        ),
    ];
    let checked = Checked {
        claim: format!("this table of {} is as it was written", quoted(&lines.game)),
        title: Some(lines.game),
        rules: Vec::new(),
        conditions,
    };
    checked.told()
}

impl Refusal {
    fn table(message: impl Into<String>) -> Self {
        Self::text("table", message)
    }
}

/// The error for a table that is damaged or false.
fn refuted(what: impl Into<String>) -> Refusal {
    Refusal::Refuted(what.into())
}
