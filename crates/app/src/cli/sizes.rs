//! [`Sizes`]: boards of many sizes, for tables of their values.

use std::ops::RangeInclusive;
use std::str::FromStr;

use bouton::answers::{GameValue, SizeCell, SizeTable};
use bouton::calculus::{Show, value};
use bouton::{Error, Limits};

use super::options::GameArg;

/// Rows and columns: `1..6x1..6`, or `3x1..4`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sizes {
    rows: RangeInclusive<u32>,
    columns: RangeInclusive<u32>,
}

/// A larger table is not asked for by anybody who means it.
const LARGEST: u32 = 100;

impl FromStr for Sizes {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let expected = || {
            format!(
                "expected rows and columns like 1..6x1..6 or 3x4, each from 1 to {LARGEST}, found {text:?}"
            )
        };
        let (rows, columns) = text.split_once('x').ok_or_else(expected)?;
        Ok(Self {
            rows: range(rows).ok_or_else(expected)?,
            columns: range(columns).ok_or_else(expected)?,
        })
    }
}

fn range(text: &str) -> Option<RangeInclusive<u32>> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let (first, last) = (first.parse().ok()?, last.parse().ok()?);
    (1 <= first && first <= last && last <= LARGEST).then_some(first..=last)
}

/// What is told of the empty board of each size; the game is opened as `NAME:ROWS,COLUMNS`.
pub(crate) fn table(
    game: &GameArg,
    sizes: &Sizes,
    show: &[String],
    style: Show,
    limits: &Limits,
) -> anyhow::Result<SizeTable> {
    let mut table = SizeTable {
        game: game.game.clone(),
        rows: [*sizes.rows.start(), *sizes.rows.end()],
        columns: [*sizes.columns.start(), *sizes.columns.end()],
        show: show.to_vec(),
        values: Vec::new(),
        stopped: None,
    };
    let mut refused = None;
    for rows in sizes.rows.clone() {
        let mut row = Vec::new();
        for columns in sizes.columns.clone() {
            let name = format!("{}:{rows},{columns}", game.game);
            let opened = game.called(&name, limits).session();
            let told = opened.and_then(|mut session| value(&mut session, style, limits));
            row.push(match told {
                Ok(told) => {
                    table.stopped = table.stopped.or(told.stopped);
                    cell(&told, show)?
                }
                // Some sizes there are not: of those, nothing is told, unless there are none at all.
                Err(error @ Error::Input { .. }) => {
                    refused.get_or_insert(error);
                    None
                }
                Err(error) => return Err(error.into()),
            });
        }
        table.values.push(row);
    }
    match refused {
        Some(error) if table.values.iter().flatten().all(Option::is_none) => Err(error.into()),
        _ => Ok(table),
    }
}

/// The fields that were asked for.
fn cell(told: &GameValue, show: &[String]) -> anyhow::Result<Option<SizeCell>> {
    let fields = serde_json::to_value(told)?;
    let field = |name: &String| match &fields[name] {
        serde_json::Value::String(text) => Ok(text.clone()),
        serde_json::Value::Null if fields.get(name).is_some() => Ok("?".to_owned()),
        _ => Err(anyhow::anyhow!(
            "show: expected value, number, kind, class, birthday, mean, temperature, left_stop, right_stop, atomic_weight or reduced, found {name:?}"
        )),
    };
    let mut told = show.iter().map(field).collect::<Result<Vec<_>, _>>()?;
    Ok(Some(match told.len() {
        1 => SizeCell::One(told.remove(0)),
        _ => SizeCell::Many(told),
    }))
}
