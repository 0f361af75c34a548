//! [`Reply`]: an answer as the bytes that go out.

use std::fmt::Display;
use std::io::{self, Write};

use bouton::StopReason;
use bouton::answers::{End, write_json};
use http::StatusCode;
use serde::Serialize;

use crate::query::Query;
use crate::refusal::Refusal;

/// A longer answer is for the command line.
const LONGEST: usize = 8 << 20;

/// The content type of most answers.
const JSON: &str = "application/json";

/// Objects on lines of their own.
const LINES: &str = "application/x-ndjson";

/// An answer in words.
pub(crate) const TEXT: &str = "text/plain; charset=utf-8";

/// The format of a file for spreadsheets.
pub(crate) const CSV: &str = "csv";

/// All of an answer but its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// As in HTTP.
    pub status: u16,
    /// The content type of the bytes.
    pub mime: String,
    /// The name to save them under, if they are to be saved.
    pub file: Option<String>,
    /// The limit that was reached before the answer was whole.
    pub stopped: Option<StopReason>,
    /// Seconds after which to ask again.
    pub retry: Option<u32>,
}

/// An answer as the bytes that go out.
#[derive(Debug)]
pub struct Reply {
    /// All but the bytes.
    pub head: Head,
    /// The body.
    pub bytes: Vec<u8>,
}

impl From<Refusal> for Reply {
    fn from(refusal: Refusal) -> Self {
        let head = Head {
            status: refusal.status.as_u16(),
            mime: JSON.into(),
            file: None,
            stopped: refusal.stopped,
            retry: refusal.retry,
        };
        let mut bytes = Vec::new();
        // Texts and numbers cannot fail to be written.
        let _ = write_json(&mut bytes, &refusal);
        Self { head, bytes }
    }
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
        let head = Head {
            status: StatusCode::OK.as_u16(),
            mime: mime.into(),
            file: None,
            stopped: None,
            retry: None,
        };
        Ok(Self { head, bytes })
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
        write_json(&mut bytes, value).map_err(|_| too_long())?;
        Ok(Self::new(JSON, bytes.0)?.cut(stopped))
    }

    /// An answer: a JSON object, or, if the query asks for words, what the command line shows.
    ///
    /// # Errors
    /// A longer one than may be sent.
    pub(crate) fn told(
        query: &Query,
        answer: &(impl Serialize + Display),
        stopped: Option<StopReason>,
    ) -> Result<Self, Refusal> {
        match query.told.words {
            true => Ok(Self::new(TEXT, format!("{answer}\n").into_bytes())?.cut(stopped)),
            false => Self::json(answer, stopped),
        }
    }

    /// The same, which a limit may have cut short.
    fn cut(mut self, stopped: Option<StopReason>) -> Self {
        self.head.stopped = stopped;
        self
    }

    /// The same, to be saved under this name.
    pub(crate) fn named(mut self, file: Option<String>) -> Self {
        self.head.file = file;
        self
    }

    /// Whether it answers the question.
    pub fn is_answer(&self) -> bool {
        self.head.status == StatusCode::OK
    }

    /// A table: JSON, or, as a file for spreadsheets, what `csv` writes.
    ///
    /// # Errors
    /// A longer one than may be sent.
    pub(crate) fn table(
        query: &Query,
        what: &str,
        answer: &(impl Serialize + Display),
        stopped: Option<StopReason>,
        csv: impl FnOnce() -> String,
    ) -> Result<Self, Refusal> {
        let reply = if query.text("format") == Some(CSV) {
            Self::new("text/csv; charset=utf-8", csv().into_bytes())?.cut(stopped)
        } else {
            Self::told(query, answer, stopped)?
        };
        reply.saved(query, what)
    }

    /// The same, to be saved as a file if a `format` was asked for, which only downloads take.
    ///
    /// # Errors
    /// None; it ends an answer.
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

/// Takes so many bytes and no more, so that a long answer does not fill the memory first.
#[derive(Default)]
pub(crate) struct Bounded(Vec<u8>);

impl Bounded {
    /// Adds a row on a line of its own.
    ///
    /// # Errors
    /// More than may be sent.
    pub(crate) fn line(&mut self, row: &impl Serialize) -> Result<(), Refusal> {
        write_json(&mut *self, row).map_err(|_| too_long())?;
        writeln!(self).map_err(|_| too_long())
    }

    /// The lines, with the last one.
    ///
    /// # Errors
    /// More than may be sent.
    pub(crate) fn end(mut self, end: &End) -> Result<Reply, Refusal> {
        self.write_all(end.line().as_bytes())
            .map_err(|_| too_long())?;
        Ok(Reply::new(LINES, self.0)?.cut(end.stopped))
    }
}

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
