//! `bouton verify`: checks a certificate with code of its own.

use std::path::PathBuf;

use anyhow::Context;

use super::output::tell;
use crate::status::Status;

/// Check a certificate with code that shares nothing with the search
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The certificate
    file: PathBuf,
    /// Answer with one JSON object on one line
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let path = args.file.display();
    let certificate =
        std::fs::read_to_string(&args.file).with_context(|| format!("cannot read {path}"))?;
    let verified = bouton::verify(&certificate)
        .with_context(|| format!("{path} is no certificate that is known here"))?;
    tell(&verified, args.json)?;
    Ok(if verified.valid {
        Status::Answered
    } else {
        Status::Refuted
    })
}
