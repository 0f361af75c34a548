//! [`Refusal`]: the reason why there is no answer, as a status and one sentence.

use bouton::text::brief;
use bouton::{Error, StopReason};
use bouton_pictures::DrawError;
use http::StatusCode;
use serde::Serialize;

/// Why a question is not answered.
#[derive(Clone, Debug, Serialize)]
pub struct Refusal {
    #[serde(skip)]
    /// As in HTTP.
    pub status: StatusCode,
    /// One sentence.
    pub error: String,
    /// Which text is wrong: `game`, `position`, `move`, `rules`, `parameter` …
    pub what: Option<&'static str>,
    /// Where in that text, in characters.
    pub at: Option<usize>,
    /// The limit that was reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<StopReason>,
    /// Seconds after which to ask again.
    #[serde(skip)]
    pub retry: Option<u32>,
}

impl Refusal {
    /// Why, with a status.
    pub fn new(status: StatusCode, error: impl Into<String>) -> Self {
        Self {
            status,
            error: error.into(),
            what: None,
            at: None,
            stopped: None,
            retry: None,
        }
    }

    /// The same, repeating little of what was asked.
    pub fn to<'q>(self, asked: impl IntoIterator<Item = &'q str>) -> Self {
        Self {
            error: brief(&self.error, asked).into_owned(),
            ..self
        }
    }

    /// No route or file is there.
    pub fn nothing() -> Self {
        Self::new(StatusCode::NOT_FOUND, "there is nothing at this address")
    }

    /// A question that means nothing.
    pub fn bad(error: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, error)
    }

    /// A parameter that cannot be read.
    pub fn parameter(error: impl Into<String>) -> Self {
        Self {
            what: Some("parameter"),
            ..Self::bad(error)
        }
    }

    /// No place is free: ask again after so many seconds.
    pub fn busy(seconds: u32) -> Self {
        let error = "too many questions are waiting; please ask again in a moment";
        Self {
            retry: Some(seconds),
            ..Self::new(StatusCode::SERVICE_UNAVAILABLE, error)
        }
    }

    /// Rules came with the question, and this server evaluates none.
    pub fn no_rules() -> Self {
        let error = "rule files are not evaluated here, nor statements: start `bouton serve` on a machine of your own, or this one with --public-rules";
        Self {
            what: Some("rules"),
            ..Self::new(StatusCode::FORBIDDEN, error)
        }
    }

    /// The program has a fault.
    pub(crate) fn fault() -> Self {
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "this question hit a fault in the program; please report it",
        )
    }

    /// There is no part of an answer that would do.
    pub fn stopped(why: StopReason) -> Self {
        let error = format!("{why} before the answer was known");
        Self {
            stopped: Some(why),
            ..Self::new(StatusCode::GATEWAY_TIMEOUT, error)
        }
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        match error {
            Error::Input { what, error } => {
                let before = error.text().get(..error.span().start);
                Self {
                    what: Some(what),
                    at: before.map(|text| text.chars().count()),
                    ..Self::bad(format!("{what}: {}", error.message()))
                }
            }
            Error::Stopped(why) => Self::stopped(why),
            Error::Rules(sentence) | Error::Overrun(sentence) => Self {
                what: Some("rules"),
                ..Self::bad(sentence.to_string())
            },
            error => Self::bad(error.to_string()),
        }
    }
}

impl From<DrawError> for Refusal {
    fn from(error: DrawError) -> Self {
        match error {
            DrawError::Question(error) => error.into(),
            DrawError::Stopped(why) => Self::stopped(why),
            DrawError::Unfit(sentence) => Self::bad(sentence),
        }
    }
}
