//! `bouton verify FILE.tb`: checks a table by its checksums and by the rules.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use anyhow::Context;
use bouton::answers::TableCheck;
use bouton::tables::{Table, check_table};
use bouton::{Error, Limits};
use bouton_verify::Refusal;
use bouton_verify::table::check_table as check_file;

use super::bounds::Bounds;
use super::output::{complain, tell};
use super::watch::Watch;
use crate::status::Status;

/// Checks that a table is complete, with code that is independent of its writer; then every value by the rules of the game.
pub(crate) fn run(path: &Path, bounds: &Bounds, as_json: bool) -> anyhow::Result<Status> {
    let limits = Limits {
        memory: Some(bounds.memory),
        ..Limits::within(bounds.time)
    };
    let mut watch = Watch::over(&limits);
    let checked =
        whole(path, bounds, &limits).with_context(|| format!("cannot read {}", path.display()))?;
    let conditions = match checked {
        Ok(checked) => checked.conditions,
        Err(refusal @ Refusal::Text { .. }) => anyhow::bail!("{}: {refusal}", path.display()),
        Err(Refusal::Undecided(why)) => return Ok(undecided(&mut watch, &why)),
        Err(refusal) => {
            watch.found();
            tell(
                &TableCheck::refused(&refusal.to_string(), Vec::new()),
                as_json,
            )?;
            return Ok(Status::Refuted);
        }
    };
    let mut checked = match Table::open(path).map(|table| check_table(&table, &limits)) {
        Ok(Err(Error::Stopped(why))) => return Ok(undecided(&mut watch, &why.to_string())),
        Ok(checked) => checked?,
        Err(error) => return Err(error.into()),
    };
    watch.found();
    if checked.valid {
        checked.checked.splice(0..0, conditions);
    }
    tell(&checked, as_json)?;
    Ok(if checked.valid {
        Status::Answered
    } else {
        Status::Refuted
    })
}

fn whole(
    path: &Path,
    bounds: &Bounds,
    limits: &Limits,
) -> std::io::Result<Result<bouton_verify::Checked, Refusal>> {
    let mut file = BufReader::new(File::open(path)?);
    let bounds = bouton::verify::Bounds {
        memory: bounds.memory,
        time: Some(bounds.time),
        cancel: limits.cancel.clone(),
        progress: None,
    };
    Ok(check_file(&mut file, &bounds))
}

fn undecided(watch: &mut Watch, why: &str) -> Status {
    watch.found();
    complain(format_args!("undecided: {why}"));
    Watch::status()
}
