//! `bouton check`: looking for mistakes in a rule file.

use bouton::rule_file::{Checked, check};
use serde::Serialize;

use super::options::{HowArgs, read_position};
use super::output::{json, line};
use super::subject::Subject;
use super::watch::Watch;
use crate::status::Status;

/// Look for mistakes in a rule file, and show a line of play
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bouton check mygame.star
  bouton check mygame.star:4,4 '1,2,3'

Exit code 2 when a mistake was found.")]
pub(crate) struct Args {
    /// The rule file, with its parameters after a colon
    file: String,
    /// Positions to look at beside the file's start
    #[arg(allow_hyphen_values = true)]
    positions: Vec<String>,
    #[command(flatten)]
    how: HowArgs,
    /// Answer with one JSON object on one line
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(crate) fn subject(&self) -> Subject<'_> {
        Subject::named(&self.file).by(&self.how)
    }
}

#[derive(Serialize)]
struct Report<'r> {
    file: &'r str,
    kind: &'r str,
    positions: usize,
    complete: bool,
    mistakes: &'r [String],
    notes: &'r [String],
    line: &'r [String],
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let how = args.how.how();
    let positions = args.positions.iter().map(|typed| read_position(typed));
    let positions = positions.collect::<anyhow::Result<Vec<_>>>()?;
    let watch = Watch::over(&how.limits);
    let checked = check(&args.file, &positions, &how.limits)?;
    drop(watch);
    if args.json {
        json(&Report {
            file: &args.file,
            kind: checked.kind,
            positions: checked.report.positions,
            complete: checked.report.complete,
            mistakes: &checked.report.mistakes,
            notes: &checked.report.notes,
            line: &checked.report.line,
        })?;
    } else {
        show(&args.file, &checked)?;
    }
    Ok(if checked.report.mistakes.is_empty() {
        Status::Answered
    } else {
        Status::BadInput
    })
}

/// Moves of the sample line that are shown.
const SHOWN: usize = 12;

fn show(file: &str, Checked { name, kind, report }: &Checked) -> anyhow::Result<()> {
    line(format!("{file}: {name}, {kind}"))?;
    let all = if report.complete {
        ", all that can be reached"
    } else {
        ""
    };
    line(format!("positions looked at: {}{all}", report.positions))?;
    let more = if report.line.len() > SHOWN {
        "; …"
    } else {
        ""
    };
    let moves: Vec<_> = report.line.iter().take(SHOWN).map(String::as_str).collect();
    line(format!("a line of play: {}{more}", moves.join("; ")))?;
    for mistake in &report.mistakes {
        line(format!("mistake: {mistake}"))?;
    }
    for note in &report.notes {
        line(format!("note: {note}"))?;
    }
    if report.mistakes.is_empty() {
        line("no mistake was found")?;
    }
    Ok(())
}
