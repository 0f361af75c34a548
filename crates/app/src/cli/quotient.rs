//! `bouton quotient`: the misère quotient of a heap game.

use std::path::PathBuf;

use bouton::quotients::Found;

use super::options::LimitArgs;
use super::output::{file, tell};
use super::subject::Subject;
use super::value::status;
use super::watch::Watch;
use crate::status::Status;

/// The misère quotient of a heap game: who wins any sum of heaps when the last to move loses, as a product in a small table
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bouton quotient kayles
  bouton quotient octal:0.75 --json
  bouton quotient nim --heaps 15
  bouton quotient octal:0.15 --certificate 015.txt && bouton verify 015.txt

It ends before the last heap where fewer prove that the quotient is that of all heaps.")]
pub(crate) struct Args {
    /// The game: octal:CODE, hex:CODE, take-and-break:CODE, subtraction:1,2,3, nim, kayles, …
    game: String,
    /// The last heap to look at
    #[arg(long, value_name = "N", default_value_t = 500)]
    heaps: u64,
    /// Write what proves it to a file, for `bouton verify`
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    #[command(flatten)]
    limits: LimitArgs,
    /// Answer with one JSON object on one line
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(crate) fn subject(&self) -> Subject<'_> {
        Subject::named(&self.game).spending(&self.limits)
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let limits = args.limits.begin();
    let mut watch = Watch::over(&limits);
    let found = Found::to_heap(&args.game, args.heaps, &limits)?;
    watch.found();
    if let Some(path) = &args.certificate {
        file(path, |out| out.write_all(found.certificate().as_bytes()))?;
    }
    tell(&found.told(), args.json)?;
    Ok(status(found.stopped.is_some()))
}
