//! `bouton law --sweep`: random rules of two heaps, and how many of their laws are proved.

use std::path::Path;

use anyhow::Context;
use bouton_laws::{Search, random_rules, read};
use serde::Serialize;

use super::bounds::Bounds;
use super::output::{json, line};
use crate::status::Status;

#[derive(Serialize)]
struct Row {
    name: String,
    moves: Vec<String>,
    system: Option<String>,
    states: Option<usize>,
    words: Vec<String>,
    seconds: f64,
}

/// Tries `count` random sets of rules, and saves what is proved into the directory.
pub(crate) fn run(
    count: u64,
    seed: u64,
    directory: Option<&Path>,
    bounds: &Bounds,
    as_json: bool,
) -> anyhow::Result<Status> {
    let mut proved = 0;
    if let Some(directory) = directory {
        std::fs::create_dir_all(directory)
            .with_context(|| format!("cannot make {}", directory.display()))?;
    }
    for number in seed..seed + count {
        let text = random_rules(number);
        let rules = read(&text).map_err(|error| anyhow::anyhow!("rules: {}", error.show(&text)))?;
        let work = bounds.begin();
        let search = Search {
            budget: work.budget.clone(),
            positions: 1 << 16,
            ..Search::default()
        };
        let mut finding = search.run(&rules)?;
        let law = finding.law.as_mut();
        let words = law
            .map(|law| law.sentences())
            .transpose()?
            .unwrap_or_default();
        drop(work);
        let law = finding.law.as_ref();
        proved += u64::from(law.is_some());
        if let (Some(directory), Some(law)) = (directory, law) {
            let path = directory.join(format!("{number}.law"));
            std::fs::write(&path, law.certificate())
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
        let row = Row {
            name: rules.name.clone(),
            moves: rules.moves.iter().map(|m| m.text.clone()).collect(),
            system: law.map(|law| law.system().to_string()),
            states: law.map(|law| law.automaton().states()),
            words: words.into_iter().map(|sentence| sentence.words).collect(),
            seconds: finding.seconds,
        };
        if as_json {
            json(&row)?
        } else {
            line(row.sentence())?
        }
    }
    if !as_json {
        line(format!("{proved} of {count} proved"))?;
    }
    Ok(Status::Answered)
}

impl Row {
    fn sentence(&self) -> String {
        let moves = self.moves.join("; ");
        let law = match (&self.system, self.states) {
            (Some(system), Some(states)) => format!("{system}, {states} states"),
            _ => "no law found".to_string(),
        };
        let words = if self.words.is_empty() {
            String::new()
        } else {
            format!(" ({})", self.words.join("; "))
        };
        format!(
            "{}: {law}{words}, {:.2} s: {moves}",
            self.name, self.seconds
        )
    }
}
