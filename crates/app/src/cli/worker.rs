//! `bouton worker`: the processes of `bouton serve`, which nobody else starts.

use crate::status::Status;

/// Answer what the server asks on standard input
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The bytes that it may take
    memory: u64,
    /// Let other processes go first
    #[arg(long)]
    yields: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    #[cfg(unix)]
    {
        use crate::confinement::{bounds::bound, seal::seal};
        seal(&Default::default());
        bound(args.memory, None)?;
    }
    #[cfg(target_os = "linux")]
    if args.yields {
        // Without it long questions are only less polite.
        let _ = rustix::process::nice(10);
    }
    crate::web::work()?;
    Ok(Status::Answered)
}
