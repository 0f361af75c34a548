//! `bouton graph`: all that play can reach, written as a graph that can be opened as a game.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use bouton::answers::Graphed;
use bouton::experiment::graph;
use bouton::{Limits, Session};
use flate2::Compression;
use flate2::write::GzEncoder;

use super::options::{GameArg, LimitArgs, PositionArg, open};
use super::output::tell;
use super::subject::Subject;
use super::watch::Watch;
use crate::status::Status;

/// Write all positions that can be reached, and their moves, as lines of JSON
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bouton graph tic-tac-toe -o tic-tac-toe.jsonl
  bouton graph nim 3,4,5 -o nim.jsonl.gz
  bouton graph mu-torere -o - | bouton analyze graph:-

What is written is a game that every command opens: bouton solve nim.jsonl.gz")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArg,
    #[command(flatten)]
    position: PositionArg,
    /// The file to write, compressed if its name ends in `.gz`; `-` for standard output
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    #[command(flatten)]
    limits: LimitArgs,
    /// Tell what was written as one JSON object on one line
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(crate) fn subject(&self) -> Subject<'_> {
        Subject::of(&self.game)
            .at(self.position.position.as_ref())
            .spending(&self.limits)
            .to(&self.output)
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let path: &Path = &args.output;
    let is_standard = path.as_os_str() == "-";
    let ending = path.extension().and_then(|ending| ending.to_str());
    if ending == Some("zst") {
        bail!(
            "{}: graphs are written plain or as .gz; .zst is only read",
            path.display()
        );
    }
    let limits = args.limits.begin();
    let watch = Watch::over(&limits);
    let typed = args.position.position.as_deref();
    let session = open(&args.game, typed, &limits)?;
    let mut graphed = if is_standard {
        graph(
            &session,
            &limits,
            &mut BufWriter::new(std::io::stdout().lock()),
        )?
    } else {
        let write = |file: File| written(&session, &limits, file, ending == Some("gz"));
        replaced(path, write)?
    };
    drop(watch);
    if let Some(why) = graphed.stopped {
        eprintln!("bouton: {why} before everything was written");
        if args.json && !is_standard {
            tell(&graphed, true)?;
        }
        return Ok(Watch::status());
    }
    if !is_standard {
        graphed.file = path.display().to_string();
        graphed.position = typed.map_or(graphed.position, str::to_owned);
        tell(&graphed, args.json)?;
    }
    Ok(Status::Answered)
}

fn written(session: &Session, limits: &Limits, file: File, gzip: bool) -> anyhow::Result<Graphed> {
    let mut file = BufWriter::new(file);
    if !gzip {
        return Ok(graph(session, limits, &mut file)?);
    }
    let mut packed = GzEncoder::new(file, Compression::default());
    let graphed = graph(session, limits, &mut packed)?;
    packed.finish()?.flush()?;
    Ok(graphed)
}

/// Writes a file beside the one of this name, and puts it in its place when it is whole.
fn replaced(
    path: &Path,
    write: impl FnOnce(File) -> anyhow::Result<Graphed>,
) -> anyhow::Result<Graphed> {
    let mut part = path.as_os_str().to_owned();
    part.push(format!(".{}.part", std::process::id()));
    let part = PathBuf::from(part);
    let failed = || format!("cannot write {}", path.display());
    let file = File::create(&part).with_context(failed)?;
    let graphed = write(file).map_err(|error| match error.downcast_ref() {
        Some(bouton::Error::Io(_)) => error.context(failed()),
        _ => error,
    });
    let is_whole = graphed
        .as_ref()
        .is_ok_and(|graphed| graphed.stopped.is_none());
    if is_whole {
        std::fs::rename(&part, path).with_context(failed)?;
    } else {
        // What is in it is of no use; should it stay, it is only in the way.
        let _ = std::fs::remove_file(&part);
    }
    graphed
}
