//! Tables: that a file is whole and what it says of itself true of what is in it, and for some games that every value is.
//!
//! `Contents` of `bouton-tables` documents the format of a table byte by byte. It is read here once more, with another
//! library to unpack. The rules of krk and teeko, and the numbers of their positions, are written again in files of their
//! own. [`Steps`] checks the values of any game that implements [`Rules`]: positions and moves, by number.

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
    Look, MOST_TOLD, Move, Moves, Obligation, Rules, Says, Seen, Steps, Value, Wrong, too_long,
};

use crate::bounds::{Bounds, Work};
use crate::shown::quoted;
use crate::{Checked, Refusal};
use lines::{Lines, Naming};

/// Rules that are written again: the name of the game, whether a check of all its positions takes minutes, and they
/// themselves.
type Anew = (&'static str, bool, fn() -> Box<dyn Numbered>);

/// All that are.
const RULES: &[Anew] = &[
    ("krk", false, || Box::new(krk::Krk)),
    ("teeko", true, || Box::new(teeko::Teeko::new())),
];

/// The rules that are written again for a game; `None` where there are none.
pub fn rules_of(game: &str) -> Option<Box<dyn Numbered>> {
    let found = RULES.iter().find(|(name, ..)| *name == game);
    found.map(|(.., rules)| rules())
}

/// How much of a table is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    /// That it is whole.
    Container,
    /// And its values, where rules written again tell them soon.
    Soon,
    /// And its values, where there are rules written again.
    Values,
}

/// Checks a table without the program that made it.
///
/// # Errors
/// It is no table, is damaged, says something false, or the check takes too much.
pub fn check_table(
    file: &mut (impl Read + Seek),
    depth: Depth,
    bounds: &Bounds,
) -> Result<Checked, Refusal> {
    let mut work = Work::begin(bounds);
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

/// It is a table, and it is damaged, or false.
fn refuted(what: impl Into<String>) -> Refusal {
    Refusal::Refuted(what.into())
}
