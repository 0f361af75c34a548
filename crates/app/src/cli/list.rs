//! The options of commands that list positions, and how the list is written.

use std::io::Write;
use std::time::Instant;

use bouton::Error;
use bouton::answers::{FoundPositions, FoundRow, write_json};
use bouton::experiment::Each;

use super::output::{Lines, complain, credit, csv, json, text};
use super::watch::Watch;
use crate::status::Status;

/// How a list of positions is written.
#[derive(clap::Args)]
pub(crate) struct ListArgs {
    /// With --json: each row on a line of its own as it is found, and a last line `end` [default with --fields]
    #[arg(long, requires = "json")]
    lines: bool,
    /// Answer with one JSON object on one line
    #[arg(long, conflicts_with = "csv")]
    pub(crate) json: bool,
    /// Answer with a CSV table
    #[arg(long)]
    csv: bool,
}

impl ListArgs {
    /// Writes the positions that `ask` finds; rows on lines of their own as it finds them.
    pub(crate) fn tell(
        &self,
        fields: Option<&String>,
        mut watch: Watch,
        ask: impl FnOnce(Option<Each<'_>>) -> Result<FoundPositions, Error>,
    ) -> anyhow::Result<Status> {
        let found = if self.json && (self.lines || fields.is_some()) {
            rows(ask)?
        } else {
            let found = ask(None)?;
            watch.found();
            if self.json {
                json(&found)?;
            } else if self.csv {
                csv(&found, FoundPositions::csv)?;
            } else {
                text(&found)?;
            }
            found
        };
        drop(watch);
        credit(&found.proved, self.json);
        if let Some(why) = found.stopped {
            complain(format_args!("{why}; the list may be incomplete"));
            return Ok(Watch::status());
        }
        Ok(Status::Answered)
    }
}

fn line(lines: &mut Lines, row: &FoundRow) -> anyhow::Result<()> {
    write_json(&mut *lines, row)?;
    Ok(writeln!(lines)?)
}

/// Writes each row on a line as it is found, and a last line.
fn rows(
    ask: impl FnOnce(Option<Each<'_>>) -> Result<FoundPositions, Error>,
) -> anyhow::Result<FoundPositions> {
    let begun = Instant::now();
    let (mut lines, mut written) = (Lines::default(), Ok(()));
    let found = ask(Some(&mut |row| {
        written = line(&mut lines, &row);
        written.is_ok()
    }))?;
    written?;
    let end = found.end(begun.elapsed().as_secs_f64());
    lines.write_all(end.line().as_bytes())?;
    lines.flush()?;
    Ok(found)
}
