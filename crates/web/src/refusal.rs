//! [`Refusal`]: the reason why there is no answer, as a status and one sentence.

use bouton::answers::{Fault, FaultKind};
use bouton::{Error, StopReason, fault};
use http::StatusCode;
use serde::Serialize;

use crate::words::in_other_words;

/// Why a question is not answered.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(
    feature = "api",
    derive(schemars::JsonSchema),
    schemars(rename = "Error")
)]
pub struct Refusal {
    /// As in HTTP.
    #[serde(skip)]
    pub status: StatusCode,
    /// Why.
    pub error: Fault,
    /// The limit that was reached; only if one was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<StopReason>,
    /// Seconds after which to ask again.
    #[serde(skip)]
    pub retry: Option<u32>,
}

impl Refusal {
    /// Why, with a status.
    pub fn new(status: StatusCode, error: impl Into<String>) -> Self {
        let kind = match status {
            StatusCode::BAD_REQUEST => FaultKind::Unfit,
            StatusCode::NOT_FOUND => FaultKind::Missing,
            StatusCode::SERVICE_UNAVAILABLE => FaultKind::Busy,
            StatusCode::INTERNAL_SERVER_ERROR => FaultKind::Fault,
            StatusCode::GATEWAY_TIMEOUT => FaultKind::Stopped,
            _ => FaultKind::Request,
        };
        Self {
            status,
            error: Fault::new(kind, error),
            stopped: None,
            retry: None,
        }
    }

    /// The same, repeating little of what was asked.
    pub fn to<'q>(self, asked: impl IntoIterator<Item = &'q str>) -> Self {
        Self {
            error: self.error.brief(asked),
            ..self
        }
    }

    /// The same of this text of the question.
    pub(crate) fn of(self, what: &'static str) -> Self {
        let error = Fault {
            kind: match what {
                "rules" => FaultKind::Rules,
                _ => FaultKind::Input,
            },
            ..self.error.of(what)
        };
        Self { error, ..self }
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
        Self::bad(error).of("parameter")
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
        Self::new(StatusCode::FORBIDDEN, error).of("rules")
    }

    /// The program has a fault.
    pub(crate) fn fault() -> Self {
        let error = "this question hit a fault in the program; please report it";
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, error)
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
        let refusal = match &error {
            Error::Stopped(why) => Self::stopped(*why),
            error => Self {
                error: fault(error),
                ..Self::bad("")
            },
        };
        let message = in_other_words(&refusal.error.message, "1", "/api/games");
        Self {
            error: refusal.error.worded(message),
            ..refusal
        }
    }
}
