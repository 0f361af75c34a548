//! `bouton census`: the sequences of a whole family of heap games.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use bouton::Name;
use bouton::sequence::census::{Family, Reach, Row, relate, rows};
use bouton::sequences::census_row;

use super::options::HowArgs;
use super::output::line;
use super::watch::Watch;
use crate::status::Status;

/// The sequences of a whole family of heap games: periods, proved or seen, and what a table has
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bouton census octal --digits 2 --heaps 10000 -o octal2.csv
  bouton census octal --digits 3 --heaps 1000000 --each 5s -o octal3.csv
  bouton census hexadecimal --digits 1 --heaps 400 -o hex1.json

An interrupted census goes on from what FILE.part holds.")]
pub(crate) struct Args {
    /// The family: octal, hexadecimal or subtraction
    #[arg(value_parser = family)]
    family: Family,
    /// The most digits after the point
    #[arg(long, value_name = "K", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=6))]
    digits: u32,
    /// The last heap to compute
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    heaps: u64,
    /// The most time for one code: one that takes longer is told as far as it came
    #[arg(long, value_name = "TIME", value_parser = super::options::time)]
    each: Option<Duration>,
    /// The table to write: .csv or .json
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    #[command(flatten)]
    how: HowArgs,
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

pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let clock = Instant::now();
    let as_json = match args.output.extension().and_then(|ending| ending.to_str()) {
        Some("csv") => false,
        Some("json") => true,
        _ => bail!(
            "expected a file ending in .csv or .json, found {}",
            args.output.display()
        ),
    };
    let limits = args.how.how().limits;
    let _watch = Watch::over(&limits);
    let codes = args.family.codes(args.digits);
    let part = args.output.with_added_extension("part");
    let reach = Reach {
        heaps: args.heaps,
        each: args.each,
    };
    let known = read_part(&part, reach)?;
    let missing: Vec<String> = codes
        .iter()
        .filter(|code| !known.contains_key(*code))
        .cloned()
        .collect();
    let file = Mutex::new((open_part(&part, reach, known.is_empty())?, None));
    let all = Mutex::new(known);
    let stopped = rows(&missing, reach, &limits, |row| {
        let mut file = file
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        file.1 = writeln!(file.0, "{}", row.to_csv()).err().or(file.1.take());
        all.lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
            .insert(row.code.clone(), row);
    });
    if let Some(error) = file
        .into_inner()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
        .1
    {
        return Err(error).context(format!("cannot write {}", part.display()));
    }
    let mut all = all
        .into_inner()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    if let Err(why) = stopped {
        eprintln!(
            "bouton: {why} at {} of {} codes; the same command goes on",
            all.len(),
            codes.len()
        );
        return Ok(Watch::status());
    }
    let mut table: Vec<Row> = codes.iter().filter_map(|code| all.remove(code)).collect();
    relate(&mut table);
    write_table(&args.output, &table, as_json)?;
    std::fs::remove_file(&part).with_context(|| format!("cannot remove {}", part.display()))?;
    let count = |status: &str| table.iter().filter(|row| row.status == status).count();
    line(format!(
        "{} codes to heap {}: {} proved, {} seen, {} none, in {:.1} s",
        table.len(),
        args.heaps,
        count("proved"),
        count("seen"),
        count("none"),
        clock.elapsed().as_secs_f64()
    ))?;
    Ok(Status::Answered)
}

/// The first line of a part: how far its rows go.
fn part_heading(reach: Reach) -> String {
    let each = reach
        .each
        .map(|each| format!(" in {} ms each", each.as_millis()));
    format!(
        "{} to heap {}{}",
        Row::HEADING,
        reach.heaps,
        each.unwrap_or_default()
    )
}

/// The whole rows of an interrupted census that goes as far.
fn read_part(path: &Path, reach: Reach) -> anyhow::Result<HashMap<String, Row>> {
    let text = match std::fs::read_to_string(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(HashMap::new()),
        text => text.with_context(|| format!("cannot read {}", path.display()))?,
    };
    if text
        .lines()
        .next()
        .is_some_and(|line| line != part_heading(reach))
    {
        bail!(
            "{} is from another census: remove it, or choose another file",
            path.display()
        );
    }
    let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
    let found = whole.lines().skip(1).filter_map(Row::from_csv);
    Ok(found.map(|row| (row.code.clone(), row)).collect())
}

/// Opens the part to add rows; a last line that was cut off is ended first.
fn open_part(path: &Path, reach: Reach, empty: bool) -> anyhow::Result<File> {
    let mut options = OpenOptions::new();
    let file = if empty {
        options.write(true).create(true).truncate(true)
    } else {
        options.append(true)
    }
    .open(path);
    let mut file = file.with_context(|| format!("cannot write {}", path.display()))?;
    let first = if empty {
        part_heading(reach)
    } else {
        String::new()
    };
    writeln!(file, "{first}").with_context(|| format!("cannot write {}", path.display()))?;
    Ok(file)
}

fn write_table(path: &Path, table: &[Row], as_json: bool) -> anyhow::Result<()> {
    let text = if as_json {
        let rows: Vec<_> = table.iter().map(census_row).collect();
        serde_json::to_string_pretty(&rows)? + "\n"
    } else {
        std::iter::once(Row::HEADING.to_owned())
            .chain(table.iter().map(Row::to_csv))
            .map(|line| line + "\n")
            .collect()
    };
    std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}
