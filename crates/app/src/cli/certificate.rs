//! `--certificate FILE`: the certificate of an answer, for `bouton verify`.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use bouton::certificates::{Certified, KnownBounds, can_certify, write};
use bouton::text::escaped;
use bouton::{Error, How, Session};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Serialize;

use super::output::{file, json, lines, tell};

/// The file for the certificate.
#[derive(clap::Args)]
pub(crate) struct CertificateArg {
    /// Write a certificate of the answer to a file, for `bouton verify`
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
}

impl CertificateArg {
    /// Whether a certificate is requested.
    pub(crate) fn is_asked(&self) -> bool {
        self.certificate.is_some()
    }

    /// Refuses at once if no certificate can be written.
    pub(crate) fn check(&self, session: &Session) -> anyhow::Result<()> {
        match self.certificate {
            Some(_) => Ok(can_certify(session)?),
            None => Ok(()),
        }
    }

    /// The result if an answer was stopped before anything was proved.
    pub(crate) fn nothing_proved(&self) -> Written {
        match self.is_asked() {
            true => Written::Not("nothing was proved".to_owned()),
            false => Written::NotAsked,
        }
    }

    /// Writes a certificate of the results for positions, if requested.
    ///
    /// # Errors
    /// If the results cannot be proved, or a write fails.
    pub(crate) fn write(
        &self,
        session: &mut Session,
        known: &[KnownBounds],
        how: &How,
    ) -> anyhow::Result<Written> {
        self.write_by(|out| write(session, known, how, out))
    }

    /// Writes it by `work`, if it is requested.
    ///
    /// # Errors
    /// If the results cannot be proved, or a write fails.
    pub(crate) fn write_by(
        &self,
        work: impl FnOnce(&mut dyn Write) -> Result<Certified, Error>,
    ) -> anyhow::Result<Written> {
        let Some(path) = &self.certificate else {
            return Ok(Written::NotAsked);
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
        match failed {
            Some(Error::Stopped(why)) => return Ok(Written::Not(why.to_string())),
            Some(error) => Err(error.into()),
            None => written,
        }
        .with_context(|| format!("no certificate is written to {}", path.display()))?;
        Ok(Written::To(path.display().to_string()))
    }
}

/// An answer, with the path of its certificate.
#[derive(Serialize)]
struct WithCertificate<'a, A> {
    #[serde(flatten)]
    answer: &'a A,
    certificate: Option<&'a String>,
}

/// The result of a certificate.
pub(crate) enum Written {
    NotAsked,
    To(String),
    /// It is not written, with the reason.
    Not(String),
}

impl Written {
    /// Whether one was requested but does not exist.
    pub(crate) fn is_missing(&self) -> bool {
        matches!(self, Self::Not(_))
    }

    /// Its path.
    pub(crate) fn path(&self) -> Option<&str> {
        match self {
            Self::To(path) => Some(path),
            Self::NotAsked | Self::Not(_) => None,
        }
    }

    /// Reports an answer, and the path of its certificate.
    pub(crate) fn tell<A>(&self, answer: &A, as_json: bool) -> anyhow::Result<()>
    where
        A: Serialize + std::fmt::Display,
    {
        let path = match self {
            Self::NotAsked => return tell(answer, as_json),
            Self::To(path) => Ok(path),
            Self::Not(why) => Err(why),
        };
        if !as_json {
            return lines(answer, |answer| match path {
                Ok(path) => format!("{answer}\ncertificate: {}", escaped(path)),
                Err(why) => format!("{answer}\nno certificate is written: {}", escaped(why)),
            });
        }
        json(&WithCertificate {
            answer,
            certificate: path.ok(),
        })
    }
}
