//! `--certificate FILE`: what proves an answer, for `bouton verify`.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use bouton::certificates::{Certified, Known, can_certify, write};
use bouton::{Error, How, Session};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Serialize;

use super::output::{file, line, tell};

/// Where what proves the answer goes.
#[derive(clap::Args)]
pub(crate) struct CertificateArg {
    /// Write what proves the answer to a file, for `bouton verify`
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
}

impl CertificateArg {
    /// Whether one is asked for.
    pub(crate) fn is_asked(&self) -> bool {
        self.certificate.is_some()
    }

    /// Refuses at once where none could be written.
    pub(crate) fn check(&self, session: &Session) -> anyhow::Result<()> {
        match self.certificate {
            Some(_) => Ok(can_certify(session)?),
            None => Ok(()),
        }
    }

    /// Writes what proves what is known of positions, if that is asked for.
    ///
    /// # Errors
    /// What cannot be proved, or written.
    pub(crate) fn write(
        &self,
        session: &mut Session,
        known: &[Known],
        how: &How,
    ) -> anyhow::Result<()> {
        self.write_by(|out| write(session, known, how, out))
    }

    /// Writes it by `work`, if it is asked for.
    ///
    /// # Errors
    /// What cannot be proved, or written.
    pub(crate) fn write_by(
        &self,
        work: impl FnOnce(&mut dyn Write) -> Result<Certified, Error>,
    ) -> anyhow::Result<()> {
        let Some(path) = &self.certificate else {
            return Ok(());
        };
        let mut failed: Option<Error> = None;
        let written = file(path, |out| {
            let mut packed = GzEncoder::new(out, Compression::best());
            match work(&mut packed) {
                Ok(_) => packed.finish().map(|_| ()),
                Err(error) => {
                    let message = error.to_string();
                    failed = Some(error);
                    Err(io::Error::other(message))
                }
            }
        });
        let written = failed.map_or(written, |error| Err(error.into()));
        written.with_context(|| format!("no certificate is written to {}", path.display()))
    }

    /// Tells an answer, and where its certificate is.
    pub(crate) fn tell<A: Serialize + std::fmt::Display>(
        &self,
        answer: &A,
        as_json: bool,
    ) -> anyhow::Result<()> {
        let Some(path) = &self.certificate else {
            return tell(answer, as_json);
        };
        let path = path.display().to_string();
        if !as_json {
            tell(answer, false)?;
            return line(format!("certificate: {path}"));
        }
        let mut text = serde_json::to_string(answer)?;
        text.pop();
        line(format!(
            "{text},\"certificate\":{}}}",
            serde_json::to_string(&path)?
        ))
    }
}
