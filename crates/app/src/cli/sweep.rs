//! `bouton law --sweep`: random rules of two heaps, and how many of their laws are proved.

use std::path::Path;

use anyhow::Context;
use bouton::laws;
use bouton_laws::{Search, random_rules};

use super::bounds::Bounds;
use super::output::{file, line, tell};
use crate::console::here;
use crate::status::Status;

/// Tries `count` random sets of rules, and saves the proved laws in the directory.
pub(crate) fn run(
    count: u64,
    seed: u64,
    directory: Option<&Path>,
    bounds: &Bounds,
    as_json: bool,
) -> anyhow::Result<Status> {
    let mut proved = 0;
    if let Some(directory) = directory {
        bouton_files::create_folder(directory)
            .with_context(|| format!("cannot make {}", directory.display()))?;
    }
    for number in seed..seed + count {
        let rules = laws::rules(&random_rules(number), false)?;
        let work = bounds.begin();
        let search = Search {
            limits: work.limits.clone(),
            positions: 1 << 16,
            ..Search::default()
        };
        let mut finding = search.run(&rules)?;
        let row = laws::sweep_row(&rules, &mut finding)?;
        drop(work);
        let law = finding.law.as_ref();
        proved += u64::from(law.is_some());
        if let (Some(directory), Some(law)) = (directory, law) {
            let path = directory.join(format!("{number}.law"));
            file(&path, |out| out.write_all(law.certificate().as_bytes()))?;
        }
        tell(&row, as_json)?;
        if here().interruption().happened() {
            return Ok(Status::Interrupted);
        }
    }
    if !as_json {
        line(format!("{proved} of {count} proved"))?;
    }
    Ok(Status::Answered)
}
