//! [`Reply`]: an answer as bytes.

use std::io::{self, Write};
use std::time::Duration;

use axum::http::StatusCode;
use bouton::StopReason;
use bouton::answers::write_json;
use serde::Serialize;

use super::query::Query;
use super::refusal::Refusal;
use super::wire::Head;

/// A longer answer is only given on the command line.
const LONGEST: usize = 8 << 20;

/// The content type of most answers.
const JSON: &str = "application/json";

/// The format of a file for spreadsheets.
pub(crate) const CSV: &str = "csv";

/// An answer as bytes.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) head: Head,
    pub(crate) bytes: Vec<u8>,
}

impl From<Refusal> for Reply {
    fn from(refusal: Refusal) -> Self {
        let head = Head {
            status: refusal.status.as_u16(),
            mime: JSON.into(),
            file: None,
            stopped: refusal.stopped,
            retry: refusal.retry,
            computed: Duration::ZERO,
        };
        let mut bytes = Vec::new();
        // Texts and numbers can always be serialised.
        let _ = write_json(&mut bytes, &refusal);
        Self { head, bytes }
    }
}

impl Reply {
    /// Bytes of a content type.
    ///
    /// # Errors
    /// If there are too many of them.
    pub(crate) fn new(mime: &'static str, bytes: Vec<u8>) -> Result<Self, Refusal> {
        if bytes.len() > LONGEST {
            return Err(too_long());
        }
        let head = Head {
            status: StatusCode::OK.as_u16(),
            mime: mime.into(),
            file: None,
            stopped: None,
            retry: None,
            computed: Duration::ZERO,
        };
        Ok(Self { head, bytes })
    }

    /// A JSON object.
    ///
    /// # Errors
    /// If it is too long.
    pub(crate) fn json(
        value: &impl Serialize,
        stopped: Option<StopReason>,
    ) -> Result<Self, Refusal> {
        let mut bytes = Bounded(Vec::new());
        write_json(&mut bytes, value).map_err(|_| too_long())?;
        Ok(Self::new(JSON, bytes.0)?.cut(stopped))
    }

    /// The same, for an answer that a limit may have cut short.
    fn cut(mut self, stopped: Option<StopReason>) -> Self {
        self.head.stopped = stopped;
        self
    }

    /// The same, for a download with this name.
    pub(crate) fn named(mut self, file: Option<String>) -> Self {
        self.head.file = file;
        self
    }

    /// Whether more time or memory could still give a complete answer.
    pub(crate) fn is_cut(&self) -> bool {
        let stopped = self.head.stopped;
        matches!(stopped, Some(StopReason::Time | StopReason::Memory))
    }

    /// Whether it is a complete answer.
    pub(crate) fn is_answer(&self) -> bool {
        self.head.status == StatusCode::OK
    }

    /// A table: JSON, or, for a download, a table for spreadsheets made by `csv`.
    ///
    /// # Errors
    /// If it is too long.
    pub(crate) fn table(
        query: &Query,
        what: &str,
        answer: &impl Serialize,
        stopped: Option<StopReason>,
        csv: impl FnOnce() -> String,
    ) -> Result<Self, Refusal> {
        let reply = if query.text("format") == Some(CSV) {
            Self::new("text/csv; charset=utf-8", csv().into_bytes())?.cut(stopped)
        } else {
            Self::json(answer, stopped)?
        };
        reply.saved(query, what)
    }

    /// The same as a download if a `format` was requested, which only downloads have.
    ///
    /// # Errors
    /// None; the type fits the end of an answer.
    pub(crate) fn saved(self, query: &Query, what: &str) -> Result<Self, Refusal> {
        let format = query.text("format");
        Ok(self.named(format.map(|format| query.file_name(what, format))))
    }
}

fn too_long() -> Refusal {
    Refusal::new(
        StatusCode::PAYLOAD_TOO_LARGE,
        format!(
            "the answer is longer than {} MB: ask for less, or on the command line",
            LONGEST >> 20
        ),
    )
}

/// Accepts this many bytes and no more, so that a long answer does not fill the memory first.
struct Bounded(Vec<u8>);

impl Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > LONGEST {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_answers_are_refused() {
        assert!(Reply::json(&"x".repeat(1000), None).is_ok());
        let refused = Reply::json(&vec!["x".repeat(1000); LONGEST / 1000], None).unwrap_err();
        assert_eq!(refused.status, StatusCode::PAYLOAD_TOO_LARGE);
    }
}
