//! `bouton worker`: the worker processes of `bouton serve`. It is internal, so help and completions do not list it.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Parser;

use super::options::TableArgs;
use super::output::complain;
use crate::confinement::{bounds, seal::seal};
use crate::status::Status;

/// Answer what the server asks on standard input
#[derive(Parser)]
struct Worker {
    /// The memory limit in bytes
    memory: u64,
    /// Run with low priority
    #[arg(long)]
    yields: bool,
    /// Tables to answer from
    #[arg(long = "table")]
    tables: Vec<PathBuf>,
}

/// Runs a worker with these arguments, the first being its name.
pub(crate) fn run(arguments: &[OsString]) -> Status {
    let worker = match Worker::try_parse_from(arguments) {
        Ok(worker) => worker,
        Err(help) => return super::told(&help),
    };
    match worker.work() {
        Ok(()) => Status::Answered,
        Err(error) => {
            complain(error);
            Status::BadInput
        }
    }
}

impl Worker {
    fn work(&self) -> std::io::Result<()> {
        // Opened while files can still be opened.
        let tables = TableArgs::of(self.tables.clone()).files();
        let tables = tables.map_err(|error| std::io::Error::other(error.to_string()))?;
        seal(&Default::default());
        bounds::end_with_parent();
        bounds::bound(self.memory, None, 0)?;
        if self.yields {
            bounds::yield_to_others();
        }
        crate::web::work(tables.offered())
    }
}
