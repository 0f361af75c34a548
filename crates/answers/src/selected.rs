//! [`select`]: some fields of an answer, and [`End`], the last line of a list.

use std::collections::BTreeMap;

use bouton_core::StopReason;
use serde::Serialize;
use serde_json::value::RawValue;

use super::progress::Progress;
use super::shown::write_json;

/// The last line of a list whose rows are lines.
///
/// ```
/// use bouton_answers::End;
/// let end = End { count: 3, stopped: None, progress: None, seconds: 0.5 };
/// let line = r#"{"end":{"count":3,"stopped":null,"progress":null,"seconds":0.5}}"#;
/// assert_eq!(end.line(), format!("{line}\n"));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct End {
    /// The number of rows.
    pub count: u64,
    /// The reason why the list ends early, if it does.
    pub stopped: Option<StopReason>,
    /// How far it got then.
    pub progress: Option<Progress>,
    /// The time that it took.
    pub seconds: f64,
}

impl End {
    /// The line.
    pub fn line(&self) -> String {
        let end = serde_json::to_string(self).unwrap_or_default();
        format!("{{\"end\":{end}}}\n")
    }
}

type Object = BTreeMap<String, Box<RawValue>>;

/// Some fields of an answer, as lines of JSON: one line with fields of the answer itself, or else a line for each of its rows and
/// a last line as of [`End`], `seconds` after the question began.
///
/// ```
/// use bouton_answers::{BestMove, select};
/// let best = BestMove { name: "take 1".into(), words: None, to: Some("3".into()), component: None };
/// assert_eq!(select(&best, "to,move", 0.5).unwrap(), "{\"to\":\"3\",\"move\":\"take 1\"}\n");
/// let end = r#"{"end":{"count":1,"stopped":null,"progress":null,"seconds":0.5}}"#;
/// assert_eq!(select(&[best.clone()], "to", 0.5).unwrap(), format!("{{\"to\":\"3\"}}\n{end}\n"));
/// assert!(select(&best, "mov", 0.5).unwrap_err().contains("expected some of move, to, found mov"));
/// ```
///
/// # Errors
/// A sentence with the fields that exist, if one of them does not.
pub fn select(answer: &impl Serialize, fields: &str, seconds: f64) -> Result<String, String> {
    let mut text = Vec::new();
    let written = write_json(&mut text, answer).and_then(|()| match text.first() {
        Some(b'[') => Ok(Object::from([(
            String::new(),
            serde_json::from_slice(&text)?,
        )])),
        _ => serde_json::from_slice(&text),
    });
    let object = written.map_err(|_| "fields: this answer has none")?;
    let fields: Vec<_> = fields.split(',').map(str::trim).collect();
    if fields.iter().all(|field| object.contains_key(*field)) {
        return Ok(line(&object, &fields));
    }
    let names = |object: &Object| object.keys().cloned().collect::<Vec<_>>().join(", ");
    let mut known = names(&object);
    for (name, rows) in &object {
        let Ok(rows) = serde_json::from_str::<Vec<Object>>(rows.get()) else {
            continue;
        };
        let all: Object = rows
            .iter()
            .flatten()
            .map(|(k, v)| (k.clone(), v.clone()))
            .collect();
        if rows.is_empty() || fields.iter().all(|field| all.contains_key(*field)) {
            let mut lines: String = rows.iter().map(|row| line(row, &fields)).collect();
            let told = |name| object.get(name).map_or("null", |value| value.get());
            let (count, stopped, progress) = (rows.len(), told("stopped"), told("progress"));
            lines += &format!(
                "{{\"end\":{{\"count\":{count},\"stopped\":{stopped},\"progress\":{progress},\"seconds\":{seconds}}}}}\n"
            );
            return Ok(lines);
        }
        known += &format!("; or of {name}: {}", names(&all));
    }
    let asked = fields.join(",");
    Err(format!("fields: expected some of {known}, found {asked}"))
}

/// These fields of an object.
fn line(object: &Object, fields: &[&str]) -> String {
    let field = |name: &&str| {
        let value = object.get(*name).map_or("null", |value| value.get());
        format!("\"{name}\":{value}")
    };
    let fields: Vec<_> = fields.iter().map(field).collect();
    format!("{{{}}}\n", fields.join(","))
}
