//! `bouton verify`: checks a certificate with independent code.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use anyhow::Context;
use bouton::verify::given;
use flate2::bufread::MultiGzDecoder;

use super::bounds::Bounds;
use super::info::begins_as_table;
use super::output::tell;
use super::subject::Subject;
use super::verify_table;
use crate::status::Status;

/// Check a certificate or a table with code that is independent of the solvers
#[derive(clap::Args)]
#[command(mut_arg("time", |time| time.default_value("10m")))]
pub(crate) struct Args {
    /// The certificate or table to check
    file: PathBuf,
    /// Play by the rules in this file, in place of those that the certificate names or contains
    #[arg(long, value_name = "FILE")]
    rules: Option<String>,
    #[command(flatten)]
    bounds: Bounds,
    /// Answer with one JSON object on one line
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(crate) fn subject(&self) -> Subject<'_> {
        Subject::default().within(&self.bounds)
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    if begins_as_table(&args.file)? {
        if args.rules.is_some() {
            anyhow::bail!(
                "--rules is for certificates: a table is checked by the game that it names"
            );
        }
        return verify_table::run(&args.file, &args.bounds, args.json);
    }
    let given = args.rules.as_deref().map(given).transpose()?;
    let path = args.file.display();
    let mut certificate = read(&args.file).with_context(|| format!("cannot read {path}"))?;
    let verified = args.bounds.verify(&mut *certificate, given.as_ref());
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

/// The text of a certificate, uncompressed.
fn read(path: &Path) -> std::io::Result<Box<dyn BufRead>> {
    let mut file = BufReader::new(File::open(path)?);
    let is_packed = file.fill_buf()?.starts_with(&[0x1f, 0x8b]);
    Ok(match is_packed {
        true => Box::new(BufReader::new(MultiGzDecoder::new(file))),
        false => Box::new(file),
    })
}
