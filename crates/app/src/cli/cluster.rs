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

/// Solve a whole space of positions with other machines, each of which runs this command
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bouton cluster teeko --hosts hosts.txt --me 0 --checkpoint work -o teeko.tb
  bouton cluster teeko --hosts hosts.txt --me 1 --checkpoint work -o teeko.tb

Each line of hosts.txt is where a worker listens, `host:port`, that of worker 0 first; all have the same file. Worker 0 writes the table.
A worker that is gone ends the others (exit code 75): started again, all go on from the last wave that all have kept. With --secret only
workers that have the same file are let in. Nothing is encrypted: the ports belong in a private network (docs/cluster.md).")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArg,
    /// The file that lists all workers
    #[arg(long, value_name = "FILE")]
    hosts: PathBuf,
    /// The number of this worker: its line in that file, counted from 0
    #[arg(long, value_name = "K")]
    me: usize,
    /// A file with a secret of 16 bytes or more, the same for all workers, without which none is let in
    #[arg(long, value_name = "FILE")]
    secret: Option<PathBuf>,
    /// The folder in which this worker keeps its work
    #[arg(long, value_name = "FOLDER")]
    checkpoint: PathBuf,
    /// The file to write, by worker 0
    #[arg(short, long, value_name = "FILE.tb")]
    output: PathBuf,
    /// Listen at this address in place of the one in the hosts file: `0.0.0.0:7000`
    #[arg(long, value_name = "ADDRESS:PORT")]
    listen: Option<SocketAddr>,
    /// Wait so long for the others to come
    #[arg(long, value_name = "TIME", value_parser = time, default_value = "10m")]
    wait: Duration,
    #[command(flatten)]
    limits: LimitArgs,
    /// Tell what was written as one JSON object on one line
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(crate) fn subject(&self) -> Subject<'_> {
        Subject::of(&self.game)
            .spending(&self.limits)
            .to(&self.output)
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let limits = args.limits.begin();
    let mut watch = Watch::over(&limits);
    // The whole space needs no position.
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
