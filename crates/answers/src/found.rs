//! [`FoundPositions`]: the positions that meet a condition.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use bouton_core::StopReason;
use derive_where::derive_where;
use serde::{Serialize, Serializer};
use serde_json::Number;

use super::columns::Columns;
use super::csv::Csv;
use super::progress::Progress;
use super::proved::Proved;
use super::selected::End;

/// The positions that meet a condition, with the fields that it names; or their number, a sum, or their groups.
#[derive_where(PartialEq)]
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Found"))]
pub struct FoundPositions {
    /// The game, as named in the query.
    pub game: String,
    /// Whether it is misère play.
    pub misere: bool,
    /// The largest heap.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub up_to: Option<u64>,
    /// The condition.
    #[serde(rename = "where")]
    pub condition: String,
    /// The fields of each row besides the game and the position.
    pub fields: Vec<String>,
    /// The positions, in the order of the search, or sorted; none where they were only counted or grouped.
    #[serde(rename = "positions")]
    pub rows: Vec<FoundRow>,
    /// The values of the fields by which positions are grouped, with their `count`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub groups: Option<Vec<FoundRow>>,
    /// How many meet the condition.
    pub count: u64,
    /// The sum of a field over them, where it is asked for.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "number")]
    #[cfg_attr(feature = "schema", schemars(with = "super::whole::Whole"))]
    pub sum: Option<String>,
    /// How the values in it were found.
    #[serde(flatten)]
    pub proved: Proved,
    /// The number of positions searched.
    #[derive_where(skip(EqHashOrd))]
    pub visited: u64,
    /// The time that it took.
    #[derive_where(skip(EqHashOrd))]
    pub seconds: f64,
    /// The reason why the list ends early, if it does.
    pub stopped: Option<StopReason>,
    /// How far it got then.
    #[derive_where(skip(EqHashOrd))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub progress: Option<Progress>,
}

/// A position that meets a condition, or a group of them: texts by the names of the fields. Numbers are written in full.
///
/// ```
/// use bouton_answers::FoundRow;
/// let row = FoundRow {
///     names: ["position", "grundy", "remoteness"].map(String::from).into(),
///     cells: vec![Some("5".into()), Some("4".into()), None],
/// };
/// assert_eq!((row.get("position"), row.get("remoteness")), ("5", ""));
/// assert_eq!(serde_json::to_string(&row)?, r#"{"position":"5","grundy":4,"remoteness":null}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundRow {
    /// The names of the fields, which all rows share.
    pub names: Arc<[String]>,
    /// The fields; fields that did not affect the result may be unknown.
    pub cells: Vec<Option<String>>,
}

/// Fields that are no JSON numbers, though their texts may look like numbers.
const TEXTS: &str = "game position value mean temperature left_stop right_stop";

impl FoundRow {
    /// The text of a field; empty if it is unknown.
    pub fn get(&self, name: &str) -> &str {
        let place = self.names.iter().position(|other| other == name);
        let cell = place.and_then(|place| self.cells[place].as_deref());
        cell.unwrap_or("")
    }

    fn texts(&self) -> impl Iterator<Item = &str> {
        self.cells.iter().map(|cell| cell.as_deref().unwrap_or(""))
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for FoundRow {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "FoundPosition".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "object",
            "description": "The position, and the fields that were asked for",
            "properties": { "game": { "type": "string" }, "position": { "type": "string" } },
            "additionalProperties": true,
        })
    }
}

impl Serialize for FoundRow {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.names.iter().zip(&self.cells).map(|(name, cell)| {
            let is_text = TEXTS.split(' ').any(|text| text == name);
            (name, Cell(cell.as_deref(), is_text))
        }))
    }
}

/// A field, and whether it is a text even if it looks like a number.
struct Cell<'c>(Option<&'c str>, bool);

impl Serialize for Cell<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let is_digit = |c: char| c.is_ascii_digit() || c == '-';
        match self.0 {
            Some(text) if !self.1 && text.starts_with(is_digit) => match Number::from_str(text) {
                Ok(number) => number.serialize(serializer),
                Err(_) => serializer.serialize_str(text),
            },
            text => text.serialize(serializer),
        }
    }
}

fn number<S: Serializer>(text: &Option<String>, serializer: S) -> Result<S::Ok, S::Error> {
    Cell(text.as_deref(), false).serialize(serializer)
}

impl FoundPositions {
    /// The last line of the list where its rows are lines, so many seconds after the question began.
    pub fn end(&self, seconds: f64) -> End {
        End {
            count: self.count,
            stopped: self.stopped,
            progress: self.progress.clone(),
            seconds,
        }
    }

    /// The rows of the answer: positions or groups.
    fn shown(&self) -> &[FoundRow] {
        self.groups.as_ref().unwrap_or(&self.rows)
    }

    /// A field of each position, or of each group.
    pub fn column(&self, name: &str) -> Vec<String> {
        let rows = self.shown().iter();
        rows.map(|row| row.get(name).to_owned()).collect()
    }

    /// The rows as a table for spreadsheets.
    pub fn csv(&self) -> String {
        let Some(first) = self.shown().first() else {
            let (name, number) = match &self.sum {
                Some(sum) => ("sum", sum.clone()),
                None if self.count > 0 => ("count", self.count.to_string()),
                None => return Csv::new(["position"].into_iter().chain(self.names())).text(),
            };
            let mut csv = Csv::new([name]);
            csv.row([number]);
            return csv.text();
        };
        let mut csv = Csv::new(first.names.iter());
        self.shown().iter().for_each(|row| csv.row(row.texts()));
        csv.text()
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        self.fields.iter().map(String::as_str)
    }
}

impl fmt::Display for FoundPositions {
    /// A list of positions alone has no head.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(first) = self.shown().first() else {
            return match (&self.sum, self.count) {
                (Some(sum), _) => f.write_str(sum),
                (None, 0) => write!(f, "none of {} positions", self.visited),
                (None, count) => count.fmt(f),
            };
        };
        let head = (*first.names != ["position"]).then(|| first.names.to_vec());
        let rows = self.shown().iter();
        let rows = rows.map(|row| row.texts().map(str::to_owned).collect());
        Columns::from_iter(head.into_iter().chain(rows)).fmt(f)
    }
}
