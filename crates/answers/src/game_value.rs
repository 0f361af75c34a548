//! [`GameValue`]: the value of a partizan position.

use std::collections::BTreeMap;
use std::fmt;

use bouton_core::StopReason;
use derive_where::derive_where;
use serde::Serialize;

use super::answer::scores_in_words;
use super::class::Class;
use super::columns::Columns;
use super::text::listed;
use super::whole::Whole;

/// The value of a position or an expression, in every sum. Numbers and values are texts, so that nothing is rounded. A value
/// longer than the requested width is `#` and a number, and is listed in `values`.
#[derive_where(PartialEq)]
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameValue {
    /// The game, as named in the query.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The text of a calculation, in place of game and position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expression: Option<String>,
    /// The value in canonical form, or the outcome class, if the last to move loses and the players have different moves; `None` only
    /// when stopped early.
    pub value: Option<String>,
    /// Left's options of the canonical form.
    pub left: Vec<String>,
    /// Right's options.
    pub right: Vec<String>,
    /// The number, if it is one.
    pub number: Option<String>,
    /// Its kind.
    pub kind: Option<String>,
    /// The outcome class: the results if Left begins and if Right begins.
    pub class: Option<Class>,
    /// In a game of points: Left's points minus Right's if Left begins, and if Right begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scores: Option<[Whole; 2]>,
    /// Where the last to move loses: the Grundy value, and in the exponent those of misère play with 0, 1, 2, … heaps of two.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub genus: Option<String>,
    /// The depth of the canonical form.
    pub birthday: Option<String>,
    /// The mean value.
    pub mean: Option<String>,
    /// The temperature: how urgent it is to move.
    pub temperature: Option<String>,
    /// The left stop: the number reached if Left moves first.
    pub left_stop: Option<String>,
    /// The right stop: the number reached if Right moves first.
    pub right_stop: Option<String>,
    /// The walls of the thermograph, as their corners.
    pub thermograph: Option<Walls>,
    /// The atomic weight, if it has one.
    pub atomic_weight: Option<String>,
    /// The reduced canonical form: up to infinitesimals.
    pub reduced: Option<String>,
    /// Its number, ups and nimber, if it is a sum of these.
    pub uptimal: Option<Expansion>,
    /// The undominated incentives.
    pub incentives: Option<Sides>,
    /// The legal moves of both.
    pub moves: Vec<ValuedMove>,
    /// The independent parts of the position, if there are several.
    pub parts: Vec<Part>,
    /// Its orthodox accounting, if there are several parts and one is hot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accounting: Option<Accounting>,
    /// The options of values that are too long to write, by their numbers.
    pub values: BTreeMap<String, Sides>,
    /// The number of evaluated parts.
    #[derive_where(skip(EqHashOrd))]
    pub visited: u64,
    /// The number of values held, each with its negative.
    #[derive_where(skip(EqHashOrd))]
    pub held: u64,
    /// Bytes held.
    #[derive_where(skip(EqHashOrd))]
    pub bytes: u64,
    /// Seconds that it took.
    #[derive_where(skip(EqHashOrd))]
    pub seconds: f64,
    /// The file of the certificate.
    pub certificate: Option<String>,
    /// Onside and offside of a loopy value.
    pub sides: Option<[String; 2]>,
    /// The value in LaTeX, if it was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latex: Option<String>,
    /// A proved lower bound, if it stopped early.
    pub at_least: Option<String>,
    /// A proved upper bound, if it stopped early.
    pub at_most: Option<String>,
    /// The fields that are left out because they are much larger than the value.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<String>,
    /// The limit that stopped it early.
    pub stopped: Option<StopReason>,
}

/// Values for Left and for Right.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Sides {
    /// Left's.
    pub left: Vec<String>,
    /// Right's.
    pub right: Vec<String>,
}

/// The walls of a thermograph: each point a value and a temperature, from the lowest temperature on; the mast continues from
/// the last.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Walls {
    /// The left wall.
    pub left: Vec<[String; 2]>,
    /// The right wall.
    pub right: Vec<[String; 2]>,
}

/// A number, ups and a nimber.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Expansion {
    /// The number.
    pub number: String,
    /// The m of *m.
    pub nimber: u32,
    /// The coefficients of ↑¹, ↑², …
    pub coefficients: Vec<i64>,
}

/// A legal move of one of the players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ValuedMove {
    /// The move.
    #[serde(rename = "move")]
    pub name: String,
    /// The player.
    pub side: bouton_core::Side,
    /// The value after the move; in a game of points, that of the part after it, with the points that the move earns.
    pub value: String,
    /// Whether that value is an option of the canonical form; other moves are dominated or reversible.
    pub sensible: bool,
    /// Its mean value; missing for loopy values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean: Option<String>,
    /// Its temperature.
    pub temperature: String,
    /// Whether the move loses nothing at the temperature of the hottest part (E. R. Berlekamp, 1996); false if no part is hot, except
    /// in a game of points.
    pub orthodox: bool,
    /// The part that it is made in, counted from 0, if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<usize>,
}

/// An independent part of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Part {
    /// The part in the game's notation, with a minus before it if it is the negative.
    pub position: String,
    /// Its value.
    pub value: String,
    /// Its mean value; missing where the last to move loses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean: Option<String>,
    /// Its temperature: how much a first move there gains.
    pub temperature: String,
    /// If it is hot: the player whose move there is sente, answered at once; reverse sente for the other. Missing: gote, or not hot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sente: Option<bouton_core::Side>,
}

/// Orthodox accounting of a sum (E. R. Berlekamp, *The economist's view of combinatorial games*, 1996): of the stops, or of the scores
/// in a game of points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Accounting {
    /// The temperature of the hottest part, in which the next move is made.
    pub temperature: String,
    /// The parts by their places, the hottest first.
    pub hottest: Vec<usize>,
    /// The sum of the means plus half the temperature, for Left beginning; minus half, for Right beginning.
    pub forecasts: [String; 2],
    /// The result under best play differs from the forecast by at most this: half the temperature.
    pub within: String,
    /// Orthodox play until no part is hot, if Left begins and if Right begins; missing if parts cancel on the way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines: Option<[OrthodoxLine; 2]>,
}

/// A line of orthodox play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OrthodoxLine {
    /// The moves.
    pub moves: Vec<String>,
    /// The result.
    pub result: String,
}

/// The most moves and parts shown as text.
const SHOWN: usize = 12;

impl GameValue {
    fn rows(&self) -> Vec<Vec<String>> {
        let row = |mv: &ValuedMove| {
            let mut row = vec![
                format!("{:?}", mv.side),
                mv.name.clone(),
                mv.value.clone(),
                mv.temperature.clone(),
            ];
            if self.scores.is_some() {
                row.insert(3, mv.mean.clone().unwrap_or_default());
            }
            if self.parts.len() > 1 {
                let part = mv.part.and_then(|part| self.parts.get(part));
                row.push(part.map_or(String::new(), |part| part.temperature.clone()));
            }
            let is_accounted = self.scores.is_some() || self.accounting.is_some();
            let marks = [
                (mv.sensible, "sensible"),
                (mv.orthodox && is_accounted, "orthodox"),
            ];
            let marks = marks.iter().filter(|(is_so, _)| *is_so);
            row.push(marks.map(|(_, mark)| *mark).collect::<Vec<_>>().join(", "));
            row
        };
        self.moves.iter().take(SHOWN).map(row).collect()
    }

    /// The accounting, and the parts, the hottest first.
    fn show_accounting(&self, accounting: &Accounting, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Accounting {
            forecasts: [left, right],
            within,
            ..
        } = accounting;
        write!(
            f,
            "\n  forecast {left} if Left begins, {right} if Right begins, within {within}"
        )?;
        let lines = accounting.lines.iter().flatten();
        for (line, side) in lines.zip(bouton_core::Side::BOTH) {
            let moves: Vec<_> = line.moves.iter().take(SHOWN).map(String::as_str).collect();
            let more = if line.moves.len() > SHOWN {
                "; …"
            } else {
                ""
            };
            let (moves, result) = (moves.join("; "), &line.result);
            write!(
                f,
                "\n  orthodox if {side:?} begins: {moves}{more} → {result}"
            )?;
        }
        let parts = accounting.hottest.iter().take(SHOWN);
        let parts = parts.filter_map(|n| self.parts.get(*n)).map(|part| {
            let sente = part.sente.map(|side| format!("sente of {side:?}"));
            let mean = part.mean.clone().unwrap_or_default();
            vec![
                part.position.clone(),
                part.value.clone(),
                mean,
                part.temperature.clone(),
                sente.unwrap_or_default(),
            ]
        });
        let heads = ["part", "value", "mean", "temperature"];
        write!(f, "\n{}", Columns::under(heads, parts))
    }
}

fn wall(points: &[[String; 2]]) -> String {
    let points = points.iter().map(|[v, t]| format!("({v},{t})"));
    points.collect::<Vec<_>>().join(" ")
}

fn options(options: &[String]) -> String {
    if options.is_empty() {
        "none".to_owned()
    } else {
        listed(options)
    }
}

impl fmt::Display for GameValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.value, self.stopped) {
            (Some(value), _) => write!(f, "{value}")?,
            (None, Some(why)) => write!(f, "not found: {why}")?,
            (None, None) => write!(f, "not found")?,
        }
        match (&self.at_least, &self.at_most) {
            (Some(low), Some(high)) => write!(f, "\n  at least {low}, at most {high}: proved")?,
            (Some(low), None) => write!(f, "\n  at least {low}: proved")?,
            (None, Some(high)) => write!(f, "\n  at most {high}: proved")?,
            (None, None) => {}
        }
        match (self.class, &self.scores) {
            (Some(class), Some(scores)) => {
                write!(f, "\n  class {class}: {}", scores_in_words(scores))?;
            }
            (Some(class), None) => write!(f, "\n  class {class}: {}", class.meaning())?,
            (None, _) => {}
        }
        if let (Some(kind), Some(mean), Some(t)) = (&self.kind, &self.mean, &self.temperature) {
            write!(f, "\n  {kind}, mean {mean}, temperature {t}")?;
        }
        match (&self.kind, &self.genus, &self.mean) {
            (Some(kind), Some(genus), _) => write!(f, "\n  {kind}, genus {genus}")?,
            (Some(kind), None, None) if !self.moves.is_empty() && self.sides.is_none() => {
                write!(f, "\n  {kind}")?
            }
            _ => {}
        }
        if let (Some(left), Some(right)) = (&self.left_stop, &self.right_stop) {
            write!(f, ", stops {left} and {right}")?;
        }
        if let Some(birthday) = &self.birthday {
            write!(f, ", born on day {birthday}")?;
        }
        if let Some([onside, offside]) = &self.sides {
            match onside == offside {
                true => write!(f, "\n  loopy: a stopper")?,
                false => write!(f, "\n  loopy: onside {onside}, offside {offside}")?,
            }
        }
        let is_listed = !self.left_out.iter().any(|field| field == "options");
        let is_form = self.birthday.is_some() && self.sides.is_none() && is_listed;
        let has_options = !self.left.is_empty() || !self.right.is_empty() || is_form;
        if self.genus.is_some() {
            write!(f, "\n  options: {}", options(&self.left))?;
        } else if self.value.is_some() && self.number.is_none() && has_options {
            write!(
                f,
                "\n  options: Left {}; Right {}",
                options(&self.left),
                options(&self.right)
            )?;
        }
        if let Some(weight) = &self.atomic_weight {
            write!(f, "\n  atomic weight {weight}")?;
        }
        if let Some(reduced) = self.reduced.as_ref().filter(|_| self.number.is_none()) {
            write!(f, "\n  reduced canonical form {reduced}")?;
        }
        if let Some(Walls { left, right }) =
            self.thermograph.as_ref().filter(|_| self.number.is_none())
        {
            write!(
                f,
                "\n  thermograph: left {}, right {}",
                wall(left),
                wall(right)
            )?;
        }
        if !self.left_out.is_empty() {
            let names = self.left_out.join(", ").replace('_', " ");
            write!(f, "\n  left out, for they are many times as large: {names}")?;
        }
        if let Some(accounting) = &self.accounting {
            self.show_accounting(accounting, f)?;
        } else if self.parts.len() > 1 {
            let part = |part: &Part| format!("{} = {}", part.position, part.value);
            let parts: Vec<_> = self.parts.iter().take(SHOWN).map(part).collect();
            write!(f, "\n  parts: {}", parts.join("; "))?;
        }
        if !self.moves.is_empty() {
            let mut heads = vec!["side", "move", "value"];
            heads.extend(self.scores.is_some().then_some("mean"));
            let is_hot = self.moves.iter().any(|mv| !mv.temperature.is_empty());
            heads.extend(is_hot.then_some("temperature"));
            heads.extend((self.parts.len() > 1).then_some("of its part"));
            let heads = heads.into_iter().map(str::to_owned).collect();
            let rows = std::iter::once(heads).chain(self.rows());
            write!(f, "\n{}", Columns::from_iter(rows))?;
            if self.moves.len() > SHOWN {
                write!(f, "\n… ({} moves)", self.moves.len())?;
            }
        }
        for (id, Sides { left, right }) in self.values.iter().take(SHOWN) {
            match self.genus {
                Some(_) => write!(f, "\n  {id} = {{{}}}", left.join(","))?,
                None => write!(f, "\n  {id} = {{{}|{}}}", left.join(","), right.join(","))?,
            }
        }
        if let Some(latex) = &self.latex {
            write!(f, "\n  ${latex}$")?;
        }
        Ok(())
    }
}
