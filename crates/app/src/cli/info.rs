//! `bouton info`: describes a file.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use bouton::answers::TableInfo;
use bouton::tables::{MAGIC, Table, info};
use flate2::read::MultiGzDecoder;

use super::options::without_mark;
use super::output::tell;
use super::subject::Subject;
use crate::status::Status;

/// Describe a table, a certificate or a rule file
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bouton info krk.tb
  bouton info wythoff.law --json")]
pub(crate) struct Args {
    /// The file to describe
    file: PathBuf,
    /// Answer with one JSON object on one line
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(crate) fn subject(&self) -> Subject<'_> {
        Subject::default()
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let told = match begins_as_table(&args.file)? {
        true => info(&Table::open(&args.file)?),
        false => other(&args.file)?,
    };
    tell(&told, args.json)?;
    Ok(Status::Answered)
}

/// The number of bytes of a file that are read: its first line, even if it is compressed.
const LINE: u64 = 400;

/// Whether a file begins like a table.
pub(crate) fn begins_as_table(path: &Path) -> anyhow::Result<bool> {
    Ok(beginning(path)?.starts_with(MAGIC))
}

/// The first bytes of a file.
fn beginning(path: &Path) -> anyhow::Result<Vec<u8>> {
    let failed = || format!("cannot read {}", path.display());
    let mut bytes = Vec::new();
    let file = File::open(path).with_context(failed)?;
    file.take(LINE)
        .read_to_end(&mut bytes)
        .with_context(failed)?;
    Ok(bytes)
}

/// The kind of a file that is not a table, by its first line or its name.
fn other(path: &Path) -> anyhow::Result<TableInfo> {
    let bytes = beginning(path)?;
    // A compressed file may be a certificate or a graph.
    let mut unpacked = Vec::new();
    let packed = MultiGzDecoder::new(&*bytes)
        .take(LINE)
        .read_to_end(&mut unpacked);
    let bytes = if packed.is_ok() || !unpacked.is_empty() {
        unpacked
    } else {
        bytes
    };
    let text = String::from_utf8_lossy(&bytes);
    let line = without_mark(&text).lines().next().unwrap_or_default();
    let certificate = line
        .strip_prefix("bouton ")
        .and_then(|rest| rest.rsplit_once(' '));
    let ending = path.extension().and_then(|ending| ending.to_str());
    let (kind, format, by) = match (certificate, ending) {
        (Some((kind, format)), _) if kind.ends_with("certificate") => {
            (kind, format.parse().ok(), "bouton verify")
        }
        (_, Some("py" | "star")) => ("file of rules", None, "bouton check"),
        (_, Some("kif" | "gdl")) => (
            "set of rules in the Game Description Language",
            None,
            "bouton check",
        ),
        (_, Some("jsonl" | "gz" | "zst")) => ("graph", None, "bouton check"),
        (_, Some("game")) => ("file of formulas", None, "bouton law"),
        _ => bail!(
            "{}: expected a table, a certificate or a rule file",
            path.display()
        ),
    };
    Ok(TableInfo {
        file: path.display().to_string(),
        kind: kind.to_owned(),
        format,
        bytes: path.metadata()?.len(),
        checked_by: vec![by.to_owned()],
        ..TableInfo::default()
    })
}
