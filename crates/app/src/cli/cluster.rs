//! `bouton cluster`: a table that several machines make together.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use bouton::tables::{Crew, tabulate_together};

use super::options::{GameArg, LimitArgs, time};
use super::output::{complain, tell};
use super::subject::Subject;
use super::watch::Watch;
use crate::status::Status;

/// Solve a full space of positions with several machines; each runs this command
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bouton cluster teeko --hosts hosts.txt --me 0 --checkpoint work -o teeko.tb
  bouton cluster teeko --hosts hosts.txt --me 1 --checkpoint work -o teeko.tb

Each line of hosts.txt is the address of a worker, `host:port`, worker 0 first. All workers have
the same file. Worker 0 writes the table.
If a worker is lost, the others stop with exit code 75. Start all of them again: they continue from
the last checkpoint that all of them have.
With --secret, only workers with the same secret can join. Nothing is encrypted: use a private
network (docs/cluster.md).")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArg,
    /// The file that lists the address of each worker
    #[arg(long, value_name = "FILE")]
    hosts: PathBuf,
    /// Number of this worker: its line in the hosts file, counted from 0
    #[arg(long, value_name = "K")]
    me: usize,
    /// A file with a shared secret of at least 16 bytes; workers without it are refused
    #[arg(long, value_name = "FILE")]
    secret: Option<PathBuf>,
    /// The folder for this worker's checkpoints
    #[arg(long, value_name = "DIR")]
    checkpoint: PathBuf,
    /// The table file, which worker 0 writes
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Listen at this address instead of the one in the hosts file, such as `0.0.0.0:7000`
    #[arg(long, value_name = "ADDRESS:PORT")]
    listen: Option<SocketAddr>,
    /// Time to wait for the other workers
    #[arg(long, value_name = "TIME", value_parser = time, default_value = "10m")]
    wait: Duration,
    #[command(flatten)]
    limits: LimitArgs,
    /// Report what was written as one JSON object on one line
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(crate) fn subject(&self) -> Subject<'_> {
        Subject::of(&self.game).spending(&self.limits)
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let limits = args.limits.begin();
    let mut watch = Watch::over(&limits);
    // The full space needs no position.
    let session = args.game.open_anywhere(&limits)?;
    let crew = Crew {
        hosts: &args.hosts,
        me: args.me,
        secret: args.secret.as_deref(),
        listen: args.listen,
        checkpoint: &args.checkpoint,
        patience: args.wait,
        note: &|sentence| complain(sentence),
    };
    let made = tabulate_together(&session, &args.output, &crew, &limits)?;
    watch.found();
    tell(&made, args.json)?;
    Ok(match made.stopped {
        Some(_) => Watch::status(),
        None => Status::Answered,
    })
}
