//! `bouton census`: the sequences of a full family of heap games.

mod part;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use bouton::answers::QuotientRow;
use bouton::sequence::census::{Family, Reach, Row, relate, rows_by};
use bouton::sequences::census_row;
use bouton::{Limits, Name, StopReason, quotients};
use serde::Serialize;

use self::part::{Entry, Part};
use super::options::ThreadedArgs;
use super::output::{complain, file, line};
use super::subject::Subject;
use super::watch::Watch;
use crate::status::Status;

/// Tabulate the sequences of a full family of heap games, or their misère quotients
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bouton census octal --digits 2 --heaps 10000 -o octal2.csv
  bouton census octal --digits 3 --heaps 1000000 --each 5s -o octal3.csv
  bouton census hexadecimal --digits 1 --heaps 400 -o hex1.json
  bouton census octal --digits 2 --misere --each 2s -o quotients2.csv

An interrupted census continues from FILE.part. Proofs in that file are computed again.")]
pub(crate) struct Args {
    /// The family: octal, hexadecimal or subtraction
    #[arg(value_parser = family)]
    family: Family,
    /// Most digits after the point
    #[arg(long, value_name = "K", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=6))]
    digits: u32,
    /// The largest heap [default: 10000, or 500 with --misere]
    #[arg(long, value_name = "N")]
    heaps: Option<u64>,
    /// Compute misère quotients instead of sequences
    #[arg(long)]
    misere: bool,
    /// Time limit for one code; a partial result is reported as such
    #[arg(long, value_name = "TIME", value_parser = bouton::questions::time)]
    each: Option<Duration>,
    /// The table to write: `.csv` or `.json`
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    #[command(flatten)]
    limits: ThreadedArgs,
}

fn family(text: &str) -> Result<Family, String> {
    let expected = "expected a family of codes: octal, hexadecimal or subtraction";
    match text {
        "octal" => Ok(Family::Octal),
        "hexadecimal" => Ok(Family::Hexadecimal),
        "subtraction" => Ok(Family::Subtraction),
        _ if Name::read(text).is_ok() => Err(format!("{text} is one game; {expected}")),
        _ => Err(expected.to_owned()),
    }
}

impl Args {
    pub(crate) fn subject(&self) -> Subject<'_> {
        Subject::default()
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let limits = args.limits.begin();
    let reach = Reach {
        heaps: args.heaps.unwrap_or(if args.misere { 500 } else { 10_000 }),
        each: args.each,
    };
    if args.misere {
        let compute = |code: &str| quotients::row(code, reach, &limits);
        return whole(args, reach, &limits, compute, |_| {}, QuotientRow::clone);
    }
    let compute = |code: &str| Row::compute(code, reach, &limits);
    whole(args, reach, &limits, compute, relate, census_row)
}

/// Computes the rows that are missing, and writes the table.
fn whole<R: Entry + Send, J: Serialize>(
    args: &Args,
    reach: Reach,
    limits: &Limits,
    compute: impl Fn(&str) -> Result<R, StopReason> + Sync,
    relate: impl Fn(&mut [R]),
    as_object: impl Fn(&R) -> J,
) -> anyhow::Result<Status> {
    let clock = Instant::now();
    let as_json = match args.output.extension().and_then(|ending| ending.to_str()) {
        Some("csv") => false,
        Some("json") => true,
        _ => bail!(
            "expected a file ending in .csv or .json, found {}",
            args.output.display()
        ),
    };
    let _watch = Watch::over(limits);
    let codes = args.family.codes(args.digits);
    let path = args.output.with_added_extension("part");
    let mut part = Part::open(&path, reach)?;
    let known = part.take_rows();
    let missing: Vec<String> = codes
        .iter()
        .filter(|code| !known.contains_key(*code))
        .cloned()
        .collect();
    let work = Mutex::new(RowsDone {
        part,
        rows: known,
        failed: None,
    });
    let stopped = rows_by(&missing, limits, compute, |row| {
        let mut work = lock(&work);
        if let Err(error) = work.add(row) {
            work.failed = Some(error);
            limits.cancel.store(true, Ordering::Relaxed);
        }
    });
    let RowsDone {
        part,
        mut rows,
        failed,
    } = work.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(error) = failed {
        return Err(error).context(format!("cannot write {}", path.display()));
    }
    if let Err(why) = stopped {
        complain(format_args!(
            "{why} at {} of {} codes; run the same command again to continue",
            rows.len(),
            codes.len()
        ));
        return Ok(Watch::status());
    }
    let mut table: Vec<R> = codes.iter().filter_map(|code| rows.remove(code)).collect();
    relate(&mut table);
    write_table(&args.output, &table, as_json.then_some(&as_object))?;
    part.remove()
        .with_context(|| format!("cannot remove {}", path.display()))?;
    let count = |status: &str| table.iter().filter(|row| row.status() == status).count();
    let rest = if args.misere { "partial" } else { "none" };
    line(format!(
        "{} codes to heap {}: {} proved, {} seen, {} {rest}, in {:.1} s",
        table.len(),
        reach.heaps,
        count("proved"),
        count("seen"),
        count(rest),
        clock.elapsed().as_secs_f64()
    ))?;
    Ok(Status::Answered)
}

/// The rows so far, to which all threads add.
struct RowsDone<R> {
    part: Part<R>,
    rows: HashMap<String, R>,
    failed: Option<std::io::Error>,
}

impl<R: Entry> RowsDone<R> {
    fn add(&mut self, row: R) -> std::io::Result<()> {
        self.part.add(&row)?;
        self.rows.insert(row.code().to_owned(), row);
        Ok(())
    }
}

fn lock<R>(work: &Mutex<RowsDone<R>>) -> MutexGuard<'_, RowsDone<R>> {
    // A row is added completely or not at all.
    work.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes CSV, or JSON by a function that converts rows to objects.
fn write_table<R: Entry, J: Serialize>(
    path: &Path,
    table: &[R],
    as_object: Option<&impl Fn(&R) -> J>,
) -> anyhow::Result<()> {
    let text = match as_object {
        Some(as_object) => {
            let rows: Vec<_> = table.iter().map(as_object).collect();
            serde_json::to_string_pretty(&rows)? + "\n"
        }
        None => std::iter::once(R::HEADING.to_owned())
            .chain(table.iter().map(Entry::to_csv))
            .map(|line| line + "\n")
            .collect(),
    };
    file(path, |out| out.write_all(text.as_bytes()))
}
