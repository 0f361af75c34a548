//! `bouton sequence`: the Grundy sequence of a heap game, and its period.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, anyhow};
use bouton::sequence::export::Format;
use bouton::sequence::period::Status as Known;
use bouton::sequence::run::{Engine, Run};
use bouton::sequence::stream::{Stream, StreamError};
use bouton::sequence::{Plan, Sequence, checkpoint, misere};
use bouton::take_and_break::Code;
use bouton::{Limits, StopReason};
use serde::Serialize;

use super::options::HowArgs;
use super::output::{json, line};
use super::subject::Subject;
use super::watch::Watch;
use crate::status::Status;

/// Grundy sequence of a heap game, its period, and whether the period is proved
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bouton sequence octal:0.77 --heaps 1000
  bouton sequence octal:0.16 --heaps 600000 --certificate 016.txt && bouton verify 016.txt
  bouton sequence grundy --heaps 1000000 -o grundy.npy
  bouton sequence take-and-break:4!.0 --heaps 100 --values
  bouton sequence octal:0.104 --heaps 300000000 --stream
  bouton sequence kayles --heaps 30 --misere")]
pub(crate) struct Args {
    /// The game: octal:CODE, hex:CODE, take-and-break:CODE, subtraction:1,2,3, all-but:1,2, nim, kayles, grundy, …
    game: String,
    /// The last heap to compute
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    heaps: u64,
    /// Outcomes of single heaps when the last to move loses, found by play
    #[arg(long, conflicts_with_all = ["engine", "output", "certificate", "checkpoint"])]
    misere: bool,
    /// Show the values of all heaps
    #[arg(long)]
    values: bool,
    /// Use this engine all along: scalar, dense, sparse, sparse-scalar, register or sets
    #[arg(long, value_name = "ID")]
    engine: Option<String>,
    /// Keep a window of the values only, and prove the period by a window that comes back: for few rare heaps, far out
    #[arg(long, conflicts_with_all = ["misere", "values", "engine", "output", "certificate", "checkpoint"])]
    stream: bool,
    /// Write the values to a file: .csv, .json, .npy, or .txt for a b-file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write what proves the period to a file, for `bouton verify`
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Keep the values in this file as they come, and go on from it after an interruption
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// How often to write to it
    #[arg(long, value_name = "TIME", value_parser = super::options::time, default_value = "30s")]
    interval: std::time::Duration,
    #[command(flatten)]
    how: HowArgs,
    /// Answer with one JSON object on one line
    #[arg(long)]
    json: bool,
}

/// The answer of `sequence --json`.
#[derive(Serialize)]
pub(crate) struct Answer<'a> {
    game: &'a str,
    heaps: u64,
    misere: bool,
    period: Option<u64>,
    preperiod: Option<u64>,
    saltus: Option<u64>,
    status: &'static str,
    proved_by: Option<String>,
    max: Option<Max>,
    engine: &'static str,
    rare: Option<Rare>,
    powers_of_two: Vec<(u64, u64)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) values: Option<Vec<u64>>,
    seconds: f64,
    pub(crate) stopped: Option<StopReason>,
}

#[derive(Serialize)]
struct Max {
    value: u64,
    heap: u64,
}

#[derive(Serialize)]
struct Rare {
    mask: u32,
    alternating: bool,
    count: usize,
    last: Option<u64>,
    /// The rare heaps, as many as are told.
    heaps: Vec<u64>,
}

/// What is asked of a sequence, whatever is done with the answer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Question<'a> {
    pub(crate) game: &'a str,
    /// The last heap to compute.
    pub(crate) heaps: u64,
    /// Whether the values of all heaps are told.
    pub(crate) values: bool,
}

impl<'a> Question<'a> {
    /// The sequence from the first heap on, with the engine that suits it.
    pub(crate) fn answer(self, limits: &Limits) -> anyhow::Result<Answer<'a>> {
        let clock = Instant::now();
        let plan = Plan {
            every_heap: self.values,
            ..Plan::default()
        };
        let found = Sequence::planned(read_code(self.game)?, self.heaps, plan, limits)?;
        Ok(answer(&self, &found, clock.elapsed().as_secs_f64()))
    }

    /// Who wins at single heaps when the last to move loses.
    pub(crate) fn misere(self, limits: &Limits) -> anyhow::Result<MisereAnswer<'a>> {
        let (code, clock) = (read_code(self.game)?, Instant::now());
        let found = misere::outcomes(&code, self.heaps, limits);
        let word = |&wins: &bool| if wins { "win" } else { "loss" };
        Ok(MisereAnswer {
            game: self.game,
            heaps: (found.wins.len() as u64).saturating_sub(1),
            misere: true,
            outcomes: found.wins.iter().map(word).collect(),
            genus: found.genus.iter().map(ToString::to_string).collect(),
            engine: "play",
            seconds: clock.elapsed().as_secs_f64(),
            stopped: found.stopped,
        })
    }
}

impl Args {
    pub(crate) fn subject(&self) -> Subject<'_> {
        Subject::named(&self.game).by(&self.how)
    }

    fn question(&self) -> Question<'_> {
        Question {
            game: &self.game,
            heaps: self.heaps,
            values: self.values,
        }
    }
}

/// Rare heaps told in an answer.
const RARES_TOLD: usize = 10_000;

pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let code = read_code(&args.game)?;
    let limits = args.how.how().limits;
    let _watch = Watch::over(&limits);
    if args.misere {
        return misere(args, &limits);
    }
    if args.stream {
        return stream(args, &code, &limits);
    }
    let clock = Instant::now();
    let found = compute(args, code, &limits)?;
    let seconds = clock.elapsed().as_secs_f64();
    write_files(args, &found)?;
    let answer = answer(&args.question(), &found, seconds);
    if args.json {
        json(&answer)?;
    } else {
        tell(&found, &answer)?;
    }
    Ok(if found.stopped.is_some() {
        Watch::status()
    } else {
        Status::Answered
    })
}

/// Reads the game's code; errors point into the text.
pub(super) fn read_code(game: &str) -> anyhow::Result<Code> {
    #[cfg(feature = "rules")]
    if bouton::rule_file::is_rule_file(game) {
        anyhow::bail!(
            "sequences are computed from codes such as octal:0.77; `bouton values {game} --kind grundy --up-to N` tabulates a rule file"
        );
    }
    if bouton::is_rules_file(game) {
        anyhow::bail!(
            "sequences are computed from codes such as octal:0.77; `bouton values {game} --up-to N` tabulates a file of rules"
        );
    }
    let resolved = bouton::catalogue::resolved(game);
    if let Some(code) = resolved.as_deref().and_then(|name| name.parse().ok()) {
        return Ok(code);
    }
    if resolved.is_some() && !game.contains(':') {
        anyhow::bail!(
            "{game} has no code: a sequence is that of single heaps that follow one, such as octal:0.77"
        );
    }
    game.parse::<Code>().map_err(|error| {
        let before = game.get(..error.span.start).unwrap_or(game).chars().count();
        let marked = game
            .get(error.span.clone())
            .unwrap_or("")
            .chars()
            .count()
            .max(1);
        anyhow!(
            "{error}\n  {game}\n  {}{}",
            " ".repeat(before),
            "^".repeat(marked)
        )
    })
}

fn compute(args: &Args, code: Code, limits: &Limits) -> anyhow::Result<Sequence> {
    let named = |id: &String| Engine::ALL.into_iter().find(|engine| engine.id() == id);
    let engine = match &args.engine {
        None => None,
        Some(id) => Some(named(id).with_context(|| {
            format!(
                "expected an engine ({}), found {id:?}",
                Engine::ALL.map(Engine::id).join(", ")
            )
        })?),
    };
    let plan = Plan {
        engine,
        every_heap: args.values || args.output.is_some(),
        interval: Some(args.interval),
    };
    let threads = limits
        .threads
        .unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let Some(path) = &args.checkpoint else {
        return Ok(Sequence::planned(code, args.heaps, plan, limits)?);
    };
    let (values, mut keeper) = checkpoint::open(path, &code)?;
    let run = Run::resume(code, engine, threads, values)?;
    let mut failed = None;
    let found = Sequence::finish(run, args.heaps, plan, limits, &mut |run| {
        keeper.keep(run).map_err(|error| {
            failed = Some(error);
            StopReason::Cancelled
        })
    });
    match failed {
        Some(error) => Err(anyhow!(error).context(format!("cannot write {}", path.display()))),
        None => Ok(found),
    }
}

fn write_files(args: &Args, found: &Sequence) -> anyhow::Result<()> {
    if let Some(path) = &args.output {
        let name = path.to_string_lossy();
        let format = Format::of_name(&name).with_context(|| {
            format!("expected a file ending in .csv, .json, .npy or .txt, found {name}")
        })?;
        let file = File::create(path).with_context(|| format!("cannot write {name}"))?;
        let mut out = BufWriter::new(file);
        format
            .write(&found.values, &mut out)
            .and_then(|()| out.flush())
            .with_context(|| format!("cannot write {name}"))?;
    }
    if let Some(path) = &args.certificate {
        let certificate = found
            .certificate()
            .context("no period is proved, so that there is nothing to certify")?;
        std::fs::write(path, certificate)
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

fn answer<'a>(args: &Question<'a>, found: &Sequence, seconds: f64) -> Answer<'a> {
    let period = found.status.period();
    let proved = matches!(found.status, Known::Proved { .. });
    let rare = found.sparseness.map(|sparseness| {
        let mut heaps = found.rares(sparseness.space);
        let (count, last) = (heaps.len(), heaps.last().copied());
        heaps.truncate(RARES_TOLD);
        Rare {
            mask: sparseness.space.mask,
            alternating: sparseness.space.alternating,
            count,
            last,
            heaps,
        }
    });
    let known = if proved {
        args.heaps
    } else {
        (found.values.len() as u64).saturating_sub(1)
    };
    Answer {
        game: args.game,
        heaps: known.min(args.heaps),
        misere: false,
        period: period.map(|period| period.period),
        preperiod: period.map(|period| period.preperiod),
        saltus: period.map(|period| period.saltus),
        status: found.status.word(),
        proved_by: proved.then(|| found.status.to_string()),
        max: found.largest().map(|(value, heap)| Max { value, heap }),
        engine: found.engine.id(),
        rare,
        powers_of_two: found.at_powers_of_two(),
        values: args
            .values
            .then(|| found.values.iter().map(u64::from).collect()),
        seconds,
        stopped: found.stopped,
    }
}

fn tell(found: &Sequence, answer: &Answer<'_>) -> anyhow::Result<()> {
    if let Some(values) = &answer.values {
        let values: Vec<String> = values.iter().map(u64::to_string).collect();
        line(values.join(" "))?;
    }
    match found.status.period() {
        Some(period) => {
            let saltus = if period.saltus == 0 {
                String::new()
            } else {
                format!(", saltus {}", period.saltus)
            };
            let word = answer.status;
            line(format!(
                "period {} from heap {} on{saltus}: {word} ({})",
                period.period, period.preperiod, found.status
            ))?;
        }
        None => line(format!("no period seen in heaps 0..{}", answer.heaps))?,
    }
    if let Some(max) = &answer.max {
        line(format!(
            "largest value {}, first at heap {}",
            max.value, max.heap
        ))?;
    }
    if let Some(rare) = &answer.rare {
        let kind = if rare.alternating {
            ", alternating"
        } else {
            ""
        };
        line(format!(
            "rare heaps {} (mask {}{kind}), the last {}",
            rare.count,
            rare.mask,
            rare.last.unwrap_or(0)
        ))?;
    }
    line(format!(
        "{} heaps computed, engine {}, {:.3} s",
        found.values.len(),
        answer.engine,
        answer.seconds
    ))?;
    match answer.stopped {
        Some(why) => line(why.to_string()),
        None => Ok(()),
    }
}

/// The answer of `sequence --stream --json`.
#[derive(Serialize)]
struct StreamAnswer<'a> {
    game: &'a str,
    heaps: u64,
    misere: bool,
    period: Option<u64>,
    preperiod: Option<u64>,
    saltus: Option<u64>,
    status: &'static str,
    proved_by: Option<String>,
    engine: &'static str,
    rare: Rare,
    seconds: f64,
    stopped: Option<StopReason>,
}

fn stream(args: &Args, code: &Code, limits: &Limits) -> anyhow::Result<Status> {
    let clock = Instant::now();
    let mut stream = Stream::new(code, limits)?;
    let found = stream.recurrence(args.heaps.saturating_add(1), limits);
    let (period, stopped) = match found {
        Ok(period) => (period, None),
        Err(StreamError::Stopped(why)) => (None, Some(why)),
        Err(error) => return Err(error.into()),
    };
    let (space, rares) = (stream.space(), stream.rares());
    let answer = StreamAnswer {
        game: &args.game,
        heaps: stream.next_heap() - 1,
        misere: false,
        period: period.map(|found| found.period),
        preperiod: period.map(|found| found.preperiod),
        saltus: period.map(|_| 0),
        status: if period.is_some() { "proved" } else { "none" },
        proved_by: period.map(|found| format!("recurring window, heaps 0..{}", found.needed - 1)),
        engine: "stream",
        rare: Rare {
            mask: space.mask,
            alternating: space.alternating,
            count: rares.len(),
            last: rares.last().map(|&heap| heap.into()),
            heaps: rares.iter().map(|&heap| heap.into()).collect(),
        },
        seconds: clock.elapsed().as_secs_f64(),
        stopped,
    };
    if args.json {
        json(&answer)?;
    } else {
        answer.tell()?;
    }
    Ok(if stopped.is_some() {
        Watch::status()
    } else {
        Status::Answered
    })
}

impl StreamAnswer<'_> {
    fn tell(&self) -> anyhow::Result<()> {
        match (self.period, self.preperiod, &self.proved_by) {
            (Some(period), Some(preperiod), Some(why)) => line(format!(
                "period {period} from heap {preperiod} on: proved ({why})"
            ))?,
            _ => line(format!("no window came back in heaps 0..{}", self.heaps))?,
        }
        line(format!(
            "rare heaps {} (mask {}{}), the last {}",
            self.rare.count,
            self.rare.mask,
            if self.rare.alternating {
                ", alternating"
            } else {
                ""
            },
            self.rare.last.unwrap_or(0)
        ))?;
        line(format!("streamed in {:.3} s", self.seconds))?;
        match self.stopped {
            Some(why) => line(why.to_string()),
            None => Ok(()),
        }
    }
}

/// The answer of `sequence --misere --json`.
#[derive(Serialize)]
pub(crate) struct MisereAnswer<'a> {
    game: &'a str,
    heaps: u64,
    misere: bool,
    outcomes: Vec<&'static str>,
    genus: Vec<String>,
    engine: &'static str,
    seconds: f64,
    pub(crate) stopped: Option<StopReason>,
}

fn misere(args: &Args, limits: &Limits) -> anyhow::Result<Status> {
    let answer = args.question().misere(limits)?;
    if args.json {
        json(&answer)?;
    } else {
        let letter = |word: &&str| if *word == "win" { 'W' } else { 'L' };
        let letters: String = answer.outcomes.iter().map(letter).collect();
        line(format!(
            "outcomes of heaps 0..{}, the last to move loses: {letters}",
            answer.heaps
        ))?;
        line(format!(
            "genus of heaps 0..{}: {}",
            answer.genus.len().saturating_sub(1),
            answer.genus.join(" ")
        ))?;
        if let Some(why) = answer.stopped {
            line(why.to_string())?;
        }
    }
    Ok(if answer.stopped.is_some() {
        Watch::status()
    } else {
        Status::Answered
    })
}
