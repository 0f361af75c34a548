//! [`Refusal`]: the reason why there is no answer, as a status and one sentence.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use bouton::text::brief;
use bouton::{Error, StopReason};
use bouton_pictures::DrawError;
use serde::Serialize;

use super::reply::Reply;

/// The reason why a request is not answered.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Refusal {
    #[serde(skip)]
    pub(crate) status: StatusCode,
    /// One sentence.
    pub(crate) error: String,
    /// The wrong text: `game`, `position`, `move`, `rules`, `parameter` …
    pub(crate) what: Option<&'static str>,
    /// The place in that text, in characters.
    pub(crate) at: Option<usize>,
    /// The limit that was reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) stopped: Option<StopReason>,
    /// Seconds after which to ask again.
    #[serde(skip)]
    pub(crate) retry: Option<u32>,
}

impl Refusal {
    pub(crate) fn new(status: StatusCode, error: impl Into<String>) -> Self {
        Self {
            status,
            error: error.into(),
            what: None,
            at: None,
            stopped: None,
            retry: None,
        }
    }

    /// The same, repeating little of the request.
    pub(crate) fn to<'q>(self, asked: impl IntoIterator<Item = &'q str>) -> Self {
        Self {
            error: brief(&self.error, asked).into_owned(),
            ..self
        }
    }

    /// A request without a meaning.
    pub(crate) fn bad(error: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, error)
    }

    /// A parameter that cannot be read.
    pub(crate) fn parameter(error: impl Into<String>) -> Self {
        Self {
            what: Some("parameter"),
            ..Self::bad(error)
        }
    }

    /// No place is free: the client should ask again after this many seconds.
    pub(crate) fn busy(seconds: u32) -> Self {
        let error = "too many questions are waiting; please ask again in a moment";
        Self {
            retry: Some(seconds),
            ..Self::new(StatusCode::SERVICE_UNAVAILABLE, error)
        }
    }

    /// Rules came with the request, and this server evaluates none.
    pub(crate) fn no_rules() -> Self {
        let error = "rule files are not evaluated here: start `bouton serve` on a machine of your own, or this one with --public-rules";
        Self {
            what: Some("rules"),
            ..Self::new(StatusCode::FORBIDDEN, error)
        }
    }

    /// Whether no part of an answer would be useful.
    pub(crate) fn stopped(why: StopReason) -> Self {
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
            Error::Rules(sentence) => Self {
                what: Some("rules"),
                ..Self::bad(sentence)
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

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        Reply::from(self).into_response()
    }
}
