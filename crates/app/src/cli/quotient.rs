//! `bouton quotient`: the misère quotient of a game of heaps, or of the parts of a position.

use std::path::PathBuf;

use bouton::Open;
use bouton::questions::Quotient;
use bouton::quotients::QuotientReport;

use super::options::LimitArgs;
use super::output::{file, tell};
use super::posed::Posed;
use super::subject::Subject;
use super::value::status;
use super::watch::Watch;
use crate::status::Status;

/// Compute the misère quotient of a game: a small table that decides every sum in misère play
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bouton quotient kayles
  bouton quotient octal:0.75 --json
  bouton quotient nim --heaps 15
  bouton quotient octal:0.15 --certificate 015.txt && bouton verify 015.txt
  bouton quotient game.star 12
  bouton quotient cram:3,4 --certificate cram.txt && bouton verify cram.txt

The search stops early once the quotient is proved for all heaps. For a game without a code, the
quotient is that of the parts that play can reach from the position.")]
pub(crate) struct Args {
    /// The game: octal:CODE, hex:CODE, subtraction:1,2,3, kayles, …; a rule file, cram, …
    game: String,
    /// The position whose parts are used, in a game without a code [default: the usual start]
    position: Option<String>,
    #[command(flatten)]
    asked: Posed<Quotient>,
    /// Write a certificate to a file, for `bouton verify`
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
        Subject::named(&self.game)
            .at(self.position.as_ref())
            .spending(&self.limits)
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let limits = args.limits.begin();
    let mut watch = Watch::over(&limits);
    let open = Open::game(&args.game).position(args.position.as_deref());
    let found = QuotientReport::of(&open, args.asked.heaps, &limits)?;
    watch.found();
    let certify = || -> anyhow::Result<()> {
        let Some(path) = &args.certificate else {
            return Ok(());
        };
        let text = found.certificate(&limits)?;
        file(path, |out| out.write_all(text.as_bytes()))
    };
    // Results before a limit are reported, even if the certificate cannot be written.
    if found.stopped.is_none() {
        certify()?;
    }
    tell(&found.told(), args.json)?;
    if found.stopped.is_some() {
        certify()?;
    }
    Ok(status(found.stopped.is_some()))
}
