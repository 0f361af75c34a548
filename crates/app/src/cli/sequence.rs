//! `bouton sequence`: the sequence of values of a heap game, and its period.

use std::fmt::Display;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, anyhow, bail};
use bouton::questions::Sequence as Question;
use bouton::sequence::checkpoint::{self, CheckpointContents};
use bouton::sequence::export::Format;
use bouton::sequence::run::{Engine, Run};
use bouton::sequence::{Plan, Sequence};
use bouton::sequences::{Checkpoint, Sides, by_positions};
use bouton::take_and_break::Code;
use bouton::{Limits, Name, StopReason};
use serde::Serialize;

use super::options::ThreadedArgs;
use super::output::{complain, file, tell};
use super::posed::Posed;
use super::subject::Subject;
use super::watch::Watch;
use crate::status::Status;

/// Compute the sequence of Grundy values (or of values of Left and Right) of a heap game, its period, and whether that is proved
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bouton sequence octal:0.77 --heaps 1000
  bouton sequence octal:0.16 --heaps 600000 --certificate 016.txt && bouton verify 016.txt
  bouton sequence grundy --heaps 1000000 -o grundy.npy
  bouton sequence take-and-break:4!.0 --heaps 100 --values
  bouton sequence octal:0.104 --heaps 300000000 --stream --checkpoint 104.kept
  bouton sequence kayles --heaps 30 --misere
  bouton sequence partizan-subtraction:1,3/2 --heaps 100 --values
  bouton sequence top-entails --heaps 40 --values
  bouton sequence cram:3,n --heaps 9 --values
  bouton sequence my.star --heaps 200")]
pub(crate) struct Args {
    #[command(flatten)]
    asked: Posed<Question>,
    /// Use this solver: dense, sparse or sets
    #[arg(long, value_name = "ID", alias = "engine", conflicts_with = "misere")]
    solver: Option<String>,
    /// Keep only a window of values, for very long sequences with few rare values
    #[arg(long, conflicts_with_all = ["misere", "values", "solver", "output", "certificate"])]
    stream: bool,
    /// Write the values to a file: .csv, .json, .npy, or .txt (OEIS b-file); those of Left and Right: .csv or .json
    #[arg(short, long, value_name = "FILE", conflicts_with = "misere")]
    output: Option<PathBuf>,
    /// Write a certificate of the period to a file, for `bouton verify`
    #[arg(long, value_name = "FILE", conflicts_with = "misere")]
    certificate: Option<PathBuf>,
    /// Save progress in this file, and continue from it after an interruption
    #[arg(long, value_name = "FILE", conflicts_with = "misere")]
    checkpoint: Option<PathBuf>,
    /// Time between checkpoints
    #[arg(long, value_name = "TIME", value_parser = bouton::questions::time, default_value = "30s", requires = "checkpoint")]
    interval: std::time::Duration,
    #[command(flatten)]
    limits: ThreadedArgs,
    /// Answer with one JSON object on one line
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(crate) fn subject(&self) -> Subject<'_> {
        Subject::named(&self.asked.game).spending(&self.limits.spent)
    }

    /// Whether no option needs a code.
    fn is_plain(&self) -> bool {
        let files = [&self.output, &self.certificate, &self.checkpoint];
        !self.asked.misere
            && !self.stream
            && self.solver.is_none()
            && files.iter().all(|file| file.is_none())
    }

    /// Reports an answer that may have been stopped.
    fn told<A>(&self, answer: &A, stopped: Option<StopReason>) -> anyhow::Result<Status>
    where
        A: Serialize + Display,
    {
        tell(answer, self.json)?;
        Ok(if stopped.is_some() {
            Watch::status()
        } else {
            Status::Answered
        })
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let limits = args.limits.begin();
    let mut watch = Watch::over(&limits);
    let (name, question) = (Name::read(&args.asked.game)?, &*args.asked);
    if let Some(sides) = question.sides(&limits)? {
        return of_sides(args, sides, &limits, watch);
    }
    if args.is_plain() && by_positions(&name)? {
        let answer = question.answer(&limits)?;
        watch.found();
        return args.told(&answer, answer.stopped);
    }
    let code = name.code()?;
    if args.asked.misere {
        let answer = question.outcomes(&limits)?;
        watch.found();
        return args.told(&answer, answer.stopped);
    }
    if args.stream {
        let checkpoint = args.checkpoint.as_deref().map(|path| Checkpoint {
            path,
            interval: args.interval,
        });
        let answer = question.streamed(checkpoint, &limits)?;
        watch.found();
        return args.told(&answer, answer.stopped);
    }
    let clock = Instant::now();
    let found = compute(args, code, &limits)?;
    let seconds = clock.elapsed().as_secs_f64();
    watch.found();
    write_files(args, &found)?;
    args.told(&question.told(&found, seconds), found.stopped)
}

/// Reports the values of a game of Left and Right.
fn of_sides(
    args: &Args,
    mut sides: Sides<'_>,
    limits: &Limits,
    mut watch: Watch,
) -> anyhow::Result<Status> {
    let is_other =
        args.asked.misere || args.stream || args.solver.is_some() || args.checkpoint.is_some();
    if is_other {
        bail!(
            "sequences of values know no --misere, --stream, --solver and --checkpoint: {} is a game of Left and Right",
            args.asked.game
        );
    }
    let mut answer = sides.told(args.asked.values || args.output.is_some(), limits)?;
    watch.found();
    if let Some(path) = &args.output {
        let name = path.to_string_lossy();
        let text = match name.rsplit_once('.') {
            Some((_, "csv")) => answer.csv(),
            Some((_, "json")) => serde_json::to_string(&answer)?,
            _ => bail!("expected a file ending in .csv or .json for values, found {name}"),
        };
        file(path, |out| out.write_all(text.as_bytes()))?;
    }
    if let Some(path) = &args.certificate {
        let certificate = sides.certificate(limits)?.context(UNPROVED)?;
        file(path, |out| out.write_all(certificate.as_bytes()))?;
    }
    if let (Some(values), false) = (&mut answer.partizan, args.asked.values) {
        values.heaps = None;
    }
    args.told(&answer, answer.stopped)
}

const UNPROVED: &str = "no period is proved, so that there is nothing to certify";

fn compute(args: &Args, code: Code, limits: &Limits) -> anyhow::Result<Sequence> {
    let named = |id: &String| Engine::ALL.into_iter().find(|engine| engine.id() == id);
    let engine = match &args.solver {
        None => None,
        Some(id) => Some(named(id).with_context(|| {
            format!(
                "expected a solver ({}), found {id:?}",
                Engine::ALL.map(Engine::id).join(", ")
            )
        })?),
    };
    let plan = Plan {
        engine,
        every_heap: args.asked.values || args.output.is_some(),
        interval: Some(args.interval),
    };
    let threads = limits
        .threads
        .unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let Some(path) = &args.checkpoint else {
        return Ok(Sequence::planned(code, args.asked.heaps, plan, limits)?);
    };
    let CheckpointContents {
        values,
        mut keeper,
        broken,
    } = checkpoint::open(path, &code).map_err(|error| anyhow!("{error}"))?;
    let path = path.display();
    if broken > 0 {
        let good = values.len();
        complain(format_args!(
            "the last {broken} bytes of {path} are damaged: heap {good} and later heaps are computed again"
        ));
    }
    let run = Run::resume(code, engine, threads, values)?;
    let mut failed = None;
    let found = Sequence::finish(run, args.asked.heaps, plan, limits, &mut |run| {
        keeper.keep(run).map_err(|error| {
            failed = Some(error);
            StopReason::Cancelled
        })
    });
    if let Some(error) = failed {
        return Err(anyhow!(error).context(format!("cannot write {path}")));
    }
    if let Some(heap) = found.wrong {
        complain(format_args!(
            "the value of heap {heap} in {path} was wrong: all values were computed again"
        ));
    }
    Ok(found)
}

fn write_files(args: &Args, found: &Sequence) -> anyhow::Result<()> {
    if let Some(path) = &args.output {
        let name = path.to_string_lossy();
        let format = Format::of_name(&name).with_context(|| {
            format!("expected a file ending in .csv, .json, .npy or .txt, found {name}")
        })?;
        file(path, |mut out| format.write(&found.values, &mut out))?;
    }
    if let Some(path) = &args.certificate {
        let certificate = found.certificate().context(UNPROVED)?;
        file(path, |out| out.write_all(certificate.as_bytes()))?;
    }
    Ok(())
}
