//! `bouton worker`: the processes of `bouton serve`. Nobody else starts one, so that no help and no completion tells of it.

use std::ffi::OsString;

use clap::Parser;

use crate::status::Status;

/// Answer what the server asks on standard input
#[derive(Parser)]
struct Worker {
    /// The bytes that it may take
    memory: u64,
    /// Let other processes go first
    #[arg(long)]
    yields: bool,
}

/// Runs a worker with these arguments, the first of which is its name.
pub(crate) fn run(arguments: &[OsString]) -> Status {
    let worker = match Worker::try_parse_from(arguments) {
        Ok(worker) => worker,
        Err(help) => return super::told(&help),
    };
    match worker.work() {
        Ok(()) => Status::Answered,
        Err(error) => {
            eprintln!("bouton: {error}");
            Status::BadInput
        }
    }
}

impl Worker {
    fn work(&self) -> std::io::Result<()> {
        #[cfg(unix)]
        {
            use crate::confinement::{bounds::bound, seal::seal};
            seal(&Default::default());
            bound(self.memory, None)?;
        }
        #[cfg(target_os = "linux")]
        if self.yields {
            // Without it long questions are only less polite.
            let _ = rustix::process::nice(10);
        }
        crate::web::work()
    }
}
