//! [`Reply`]: an answer as the bytes that go out.

use std::io::{self, Write};

use axum::http::StatusCode;
use bouton::StopReason;
use serde::Serialize;

use super::query::Query;
use super::refusal::Refusal;

/// A longer answer is for the command line.
const LONGEST: usize = 8 << 20;

/// The format of a file for spreadsheets.
pub(crate) const CSV: &str = "csv";

/// An answer as the bytes that go out.
#[derive(Debug)]
pub(crate) struct Reply {
    /// What the bytes are.
    pub(crate) mime: &'static str,
    pub(crate) bytes: Vec<u8>,
    /// The name to save it under, if it is to be saved.
    pub(crate) file: Option<String>,
    /// The limit that was reached before the answer was whole.
    pub(crate) stopped: Option<StopReason>,
}

impl Reply {
    /// Bytes of a kind.
    ///
    /// # Errors
    /// Too many of them.
    pub(crate) fn new(mime: &'static str, bytes: Vec<u8>) -> Result<Self, Refusal> {
        if bytes.len() > LONGEST {
            return Err(too_long());
        }
        Ok(Self {
            mime,
            bytes,
            file: None,
            stopped: None,
        })
    }

    /// A JSON object.
    ///
    /// # Errors
    /// A longer one than may be sent.
    pub(crate) fn json(
        value: &impl Serialize,
        stopped: Option<StopReason>,
    ) -> Result<Self, Refusal> {
        let mut bytes = Bounded(Vec::new());
        serde_json::to_writer(&mut bytes, value).map_err(|_| too_long())?;
        let reply = Self::new("application/json", bytes.0)?;
        Ok(Self { stopped, ..reply })
    }

    /// A table: JSON, or, as a file for spreadsheets, what `csv` writes.
    ///
    /// # Errors
    /// A longer one than may be sent.
    pub(crate) fn table(
        query: &Query,
        what: &str,
        answer: &impl Serialize,
        stopped: Option<StopReason>,
        csv: impl FnOnce() -> String,
    ) -> Result<Self, Refusal> {
        let reply = if query.text("format") == Some(CSV) {
            let reply = Self::new("text/csv; charset=utf-8", csv().into_bytes())?;
            Self { stopped, ..reply }
        } else {
            Self::json(answer, stopped)?
        };
        reply.saved(query, what)
    }

    /// The same, to be saved as a file if a `format` was asked for, which only downloads take.
    ///
    /// # Errors
    /// None; it ends an answer.
    pub(crate) fn saved(self, query: &Query, what: &str) -> Result<Self, Refusal> {
        let format = query.text("format");
        let file = format.map(|format| query.file_name(what, format));
        Ok(Self { file, ..self })
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

/// Takes so many bytes and no more, so that a long answer does not fill the memory first.
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
