//! [`FoundPositions`]: the positions that meet a condition.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use bouton_core::StopReason;
use derive_where::derive_where;
use serde::Serialize;
use serde_json::{Map, Number, Value};

use super::columns::Columns;
use super::csv::Csv;
use super::proved::Proved;

/// The positions that meet a condition, with the fields that it names.
#[derive_where(PartialEq)]
#[derive(Clone, Debug, Eq, Serialize)]
#[serde(into = "Form")]
pub struct FoundPositions {
    /// The game, as named in the query.
    pub game: String,
    /// The condition.
    pub condition: String,
    /// The fields that it names besides the outcome, in its order.
    pub fields: Vec<String>,
    /// The positions, in the order of the search, or sorted; none where they were only counted.
    pub rows: Vec<FoundRow>,
    /// How many meet the condition.
    pub count: u64,
    /// The number of positions searched.
    #[derive_where(skip(EqHashOrd))]
    pub looked: u64,
    /// The reason why the list ends early, if it does.
    pub stopped: Option<StopReason>,
    /// The law that tells the outcomes, if it is one.
    pub proved: Option<Proved>,
}

/// A position that meets a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundRow {
    /// The game, with its parameters.
    pub game: String,
    /// The position.
    pub position: String,
    /// The named fields; numbers are written in full. Fields that did not affect the result may be missing.
    pub facts: BTreeMap<String, String>,
}

/// The text of the position, with its game if there are several.
#[derive(Serialize)]
struct Form {
    game: String,
    r#where: String,
    fields: Vec<String>,
    positions: Vec<Map<String, Value>>,
    count: u64,
    tried: u64,
    stopped: Option<StopReason>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proved: Option<Proved>,
}

impl From<FoundPositions> for Form {
    fn from(found: FoundPositions) -> Self {
        let FoundPositions {
            game,
            condition,
            fields,
            rows,
            count,
            looked,
            stopped,
            proved,
        } = found;
        let row = |row: FoundRow| {
            let other = (row.game != game).then(|| ("game".to_owned(), row.game.into()));
            let position = ("position".to_owned(), row.position.into());
            let facts = row.facts.into_iter().map(|(name, text)| {
                let fact = fact(&name, text);
                (name, fact)
            });
            other.into_iter().chain([position]).chain(facts).collect()
        };
        let positions: Vec<_> = rows.into_iter().map(row).collect();
        Self {
            r#where: condition,
            fields,
            count,
            positions,
            tried: looked,
            stopped,
            proved,
            game,
        }
    }
}

/// A fact in the notation of values.
const VALUES: [&str; 5] = ["value", "mean", "temperature", "left_stop", "right_stop"];

/// A fact as a number, except for those in the notation of values.
fn fact(name: &str, text: String) -> Value {
    match Number::from_str(&text) {
        Ok(number) if !VALUES.contains(&name) => number.into(),
        _ => text.into(),
    }
}

impl FoundPositions {
    /// The positions as a table for spreadsheets.
    pub fn csv(&self) -> String {
        if self.rows.is_empty() && self.count > 0 {
            let mut csv = Csv::new(["count"]);
            csv.row([self.count.to_string()]);
            return csv.text();
        }
        let fields = self.fields.iter().map(String::as_str);
        let mut csv = Csv::new(["game", "position"].into_iter().chain(fields));
        for row in &self.rows {
            csv.row(
                [row.game.as_str(), &row.position]
                    .into_iter()
                    .chain(self.facts(row)),
            );
        }
        csv.text()
    }

    fn facts<'r>(&'r self, row: &'r FoundRow) -> impl Iterator<Item = &'r str> {
        let fact = |field: &String| row.facts.get(field).map_or("", String::as_str);
        self.fields.iter().map(fact)
    }
}

impl fmt::Display for FoundPositions {
    /// If there are several games, each position names its own.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.rows.is_empty(), self.count) {
            (true, 0) => return write!(f, "none of {} positions", self.looked),
            (true, count) => return count.fmt(f),
            (false, _) => {}
        }
        let has_games = self.rows.iter().any(|row| row.game != self.game);
        let line = |game: &str, position: &str, facts: Vec<&str>| {
            let names = [Some(game).filter(|_| has_games), Some(position)];
            let cells = names.into_iter().flatten().chain(facts);
            cells.map(str::to_owned).collect::<Vec<_>>()
        };
        let has_head = has_games || !self.fields.is_empty();
        let fields = self.fields.iter().map(String::as_str).collect();
        let head = has_head.then(|| line("game", "position", fields));
        let rows = self.rows.iter();
        let rows = rows.map(|row| line(&row.game, &row.position, self.facts(row).collect()));
        Columns::from_iter(head.into_iter().chain(rows)).fmt(f)
    }
}
