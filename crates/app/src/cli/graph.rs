//! `bouton graph`: writes all reachable positions as a graph that can be opened as a game.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use bouton::answers::Graphed;
use bouton::experiment::graph;
use bouton::{Error, Limits, Sentence, Session};
use flate2::Compression;
use flate2::write::GzEncoder;

use super::options::{GameArg, PositionArg, ThreadedArgs, open};
use super::output::{Lines, complain, tell};
use super::subject::Subject;
use super::watch::Watch;
use crate::status::Status;

/// Write all reachable positions and their moves as lines of JSON
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
    /// The file to write, compressed if it ends in `.gz`; `-` writes to standard output
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    #[command(flatten)]
    limits: ThreadedArgs,
    /// Report what was written as one JSON object on one line
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(crate) fn subject(&self) -> Subject<'_> {
        Subject::of(&self.game)
            .at(self.position.position.as_ref())
            .spending(&self.limits.spent)
            .told(self.json, &["file", "positions", "moves", "ends"])
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
    if is_standard && args.json {
        bail!("--json does not apply to standard output, which holds the graph");
    }
    let limits = args.limits.begin();
    let mut watch = Watch::over(&limits);
    let session = open(&args.game, args.position.position.as_deref(), &limits)?;
    let mut graphed = if is_standard {
        let mut lines = Lines::default();
        let graphed = graph(&session, &limits, &mut lines)?;
        lines.flush()?;
        graphed
    } else {
        let write = |file: &mut dyn Write| written(&session, &limits, file, ending == Some("gz"));
        replaced(path, write)?
    };
    watch.found();
    if let Some(why) = graphed.stopped {
        complain(format_args!("{why} before everything was written"));
        if args.json {
            tell(&graphed, true)?;
        }
        return Ok(Watch::status());
    }
    if !is_standard {
        graphed.file = path.display().to_string();
        tell(&graphed, args.json)?;
    }
    Ok(Status::Answered)
}

fn written(
    session: &Session,
    limits: &Limits,
    file: &mut dyn Write,
    gzip: bool,
) -> Result<Graphed, Error> {
    if !gzip {
        return graph(session, limits, file);
    }
    let mut packed = GzEncoder::new(file, Compression::default());
    let graphed = graph(session, limits, &mut packed)?;
    let packed = packed.finish();
    packed.map_err(|error| Error::Io(Sentence::of(error)))?;
    Ok(graphed)
}

/// Writes a graph to a file, unless it is incomplete in the end.
fn replaced(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<Graphed, Error>,
) -> anyhow::Result<Graphed> {
    let mut result = None;
    let kept = bouton_files::write(path, |file| {
        let graphed = result.insert(write(file));
        match graphed {
            Ok(graphed) if graphed.stopped.is_none() => Ok(()),
            _ => Err(io::Error::other("the graph is not whole")),
        }
    });
    let failed = || format!("cannot write {}", path.display());
    match (result, kept) {
        (Some(Ok(graphed)), _) if graphed.stopped.is_some() => Ok(graphed),
        (Some(Ok(graphed)), kept) => kept.map(|()| graphed).with_context(failed),
        (Some(Err(error @ Error::Io(_))), _) => Err(error).with_context(failed),
        (Some(Err(error)), _) => Err(error.into()),
        (None, kept) => Err(kept.err().unwrap_or(io::ErrorKind::Other.into())).with_context(failed),
    }
}
