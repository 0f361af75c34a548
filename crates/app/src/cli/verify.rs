//! `bouton verify`: checks a certificate with code of its own.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use bouton::verify::MOST_BYTES;

use super::bounds::Bounds;
use super::info::begins_as_table;
use super::options::{bytes, time};
use super::output::tell;
use super::subject::Subject;
use super::verify_table;
use crate::status::Status;

/// Check a certificate or a table with code that shares nothing with the search
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The certificate or the table
    file: PathBuf,
    /// Stop after this time: `10s`, `500ms`, `2h`
    #[arg(long, value_parser = time, default_value = "10m")]
    time: Duration,
    /// Take no more memory than about this: `2G`, `500M`
    #[arg(long, value_parser = bytes, default_value = "2G")]
    memory: u64,
    /// Answer with one JSON object on one line
    #[arg(long)]
    json: bool,
}

impl Args {
    fn bounds(&self) -> Bounds {
        Bounds {
            time: self.time,
            memory: self.memory,
        }
    }

    pub(crate) fn subject(&self) -> Subject<'_> {
        Subject::untrusted().within(&self.bounds())
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    if begins_as_table(&args.file)? {
        return verify_table::run(&args.file, &args.bounds(), args.json);
    }
    let path = args.file.display();
    let certificate = read(&args.file).with_context(|| format!("cannot read {path}"))?;
    let verified = args.bounds().verify(&certificate);
    let verified =
        verified.with_context(|| format!("{path} is no certificate that is known here"))?;
    tell(&verified, args.json)?;
    Ok(if verified.valid {
        Status::Answered
    } else if verified.is_undecided() {
        Status::Stopped
    } else {
        Status::Refuted
    })
}

/// The text of a certificate, or so much of it that a check tells that it is too long.
fn read(path: &Path) -> std::io::Result<String> {
    let mut text = String::new();
    let most = MOST_BYTES as u64 + 1;
    File::open(path)?.take(most).read_to_string(&mut text)?;
    Ok(text)
}
