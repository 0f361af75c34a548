//! [`sizes`]: fields of the empty boards of a game, by size.

use std::ops::RangeInclusive;

use bouton_answers::{GameValue, SizeCell, SizeTable};
use bouton_core::Limits;
use bouton_engine::Error;
use bouton_names::Terms;

use crate::calculus::{Show, value};
use crate::open::Open;

/// Fields of the empty board for each number of rows and columns. The game is opened as `NAME:ROWS,COLUMNS`; each of
/// `fields` is a field of the answer of [`value`], like `"mean"`.
///
/// ```
/// use bouton::{Limits, calculus::Show, experiment::sizes};
/// let limits = Limits::default();
/// let table = sizes("domineering", false, [1..=1, 1..=2], &["value".into()], Show::default(), &limits)?;
/// assert_eq!(table.to_string(), "   1  2\n1  0  -1");
/// # Ok::<(), bouton::Error>(())
/// ```
///
/// # Errors
/// If the game has no values or sizes, or a field is unknown. A limit that is reached is reported in the answer.
pub fn sizes(
    game: &str,
    misere: bool,
    [rows, columns]: [RangeInclusive<u32>; 2],
    fields: &[String],
    show: Show,
    limits: &Limits,
) -> Result<SizeTable, Error> {
    let mut table = SizeTable {
        game: game.to_owned(),
        rows: [*rows.start(), *rows.end()],
        columns: [*columns.start(), *columns.end()],
        show: fields.to_vec(),
        values: Vec::new(),
        stopped: None,
    };
    let terms = Terms::within(limits);
    let mut refused = None;
    for rows in rows {
        let mut row = Vec::new();
        for columns in columns.clone() {
            let name = format!("{game}:{rows},{columns}");
            let opened = Open::game(&name).misere(misere).on(terms.clone()).session();
            let told = opened.and_then(|mut session| value(&mut session, show, limits));
            row.push(match told {
                Ok(told) => {
                    table.stopped = table.stopped.or(told.stopped);
                    Some(cell(&told, fields)?)
                }
                // Sizes that do not exist are left out, unless none exists.
                Err(error @ Error::Input { .. }) => {
                    refused.get_or_insert(error);
                    None
                }
                Err(error) => return Err(error),
            });
        }
        table.values.push(row);
    }
    match refused {
        Some(error) if table.values.iter().flatten().all(Option::is_none) => Err(error),
        _ => Ok(table),
    }
}

/// The requested fields.
fn cell(told: &GameValue, fields: &[String]) -> Result<SizeCell, Error> {
    let object = serde_json::to_value(told).expect("invariant: answers are JSON");
    let field = |name: &String| match &object[name] {
        serde_json::Value::String(text) => Ok(text.clone()),
        serde_json::Value::Null if object.get(name).is_some() => Ok("?".to_owned()),
        _ => Err(Error::Unfit(format!(
            "show: expected value, number, kind, class, birthday, mean, temperature, left_stop, right_stop, atomic_weight or reduced, found {name:?}"
        ))),
    };
    let mut told = fields.iter().map(field).collect::<Result<Vec<_>, _>>()?;
    Ok(match told.len() {
        1 => SizeCell::One(told.remove(0)),
        _ => SizeCell::Many(told),
    })
}
