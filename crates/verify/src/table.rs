//! Checks tables: that a file is complete and its header true of its contents, and for some games that every value is true.
//!
//! `Contents` of `bouton-tables` documents the format of a table byte by byte. This module has a second reader for it,
//! which uses another library to unpack. The rules of krk and teeko, and the numbers of their positions, are written a
//! second time in separate files. [`Steps`] checks the values of any game that implements [`Rules`]: positions and moves,
//! by number.

mod container;
mod ends;
mod krk;
mod lines;
mod rules;
mod step;
mod teeko;

use std::io::{Read, Seek};

pub use self::rules::Numbered;
pub use self::step::{
    Examined, MOST_TOLD, Move, Moves, NumberState, Obligation, Rules, Says, Steps, Value, Wrong,
    too_long,
};

use crate::bounds::{Bounds, Meter};
use crate::shown::quoted;
use crate::{Checked, Refusal};
use lines::{Lines, Naming};

/// Rules written a second time: the name of the game, whether checking all its positions takes minutes, and the rules.
type Anew = (&'static str, bool, fn() -> Box<dyn Numbered>);

/// All such rules.
const RULES: &[Anew] = &[
    ("krk", false, || Box::new(krk::Krk)),
    ("teeko", true, || Box::new(teeko::Teeko::new())),
];

/// The rules written a second time for a game; `None` if there are none.
pub fn rules_of(game: &str) -> Option<Box<dyn Numbered>> {
    let found = RULES.iter().find(|(name, ..)| *name == game);
    found.map(|(.., rules)| rules())
}

/// The extent of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    /// The file is complete and consistent.
    Container,
    /// Also its values, if there are rules written a second time that check them quickly.
    Soon,
    /// Also its values, if there are rules written a second time.
    Values,
}

/// Checks a table without the program that made it.
///
/// # Errors
/// If the file is not a table, is damaged, says something false, or the check exceeds the bounds.
pub fn check_table(
    file: &mut (impl Read + Seek),
    depth: Depth,
    bounds: &Bounds,
) -> Result<Checked, Refusal> {
    let mut work = Meter::begin(bounds);
    let rules = |lines: &Lines| {
        let plain = !lines.misere && lines.naming == Naming::Numbers && lines.total.is_none();
        let found = RULES.iter().find(|(name, long, _)| {
            let wanted = if *long { Depth::Values } else { Depth::Soon };
            plain && *name == lines.game && depth >= wanted
        });
        found.map(|(.., rules)| rules())
    };
    let found = container::check(file, &rules, &mut work);
    let (lines, values) = found.map_err(Refusal::printable)?;
    if let Some(long) = too_long(&lines.codes) {
        return Err(refuted(long.told(|number| number.to_string())));
    }
    let mut conditions = vec![
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
    let mut claim = format!("this table of {} is as it was written", quoted(&lines.game));
    if let Some((rules, codes)) = values {
        rules::check(&*rules, &lines, &codes, &mut work).map_err(Refusal::printable)?;
        conditions.push(format!(
            "one step of the rules of {}, written again, from every position",
            lines.game
        ));
        claim = format!("every value of this table of {} is true", lines.game);
    }
    let checked = Checked {
        claim,
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
