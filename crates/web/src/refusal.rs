//! [`Refusal`]: the reason why there is no answer, as a status and one sentence.

use std::ops::Range;

use bouton::text::{brief, in_other_words};
use bouton::{Error, StopReason};
use bouton_pictures::DrawError;
use http::StatusCode;
use serde::{Serialize, Serializer};

/// Why a question is not answered.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// As in HTTP.
    pub status: StatusCode,
    /// One sentence.
    pub error: String,
    /// Which text is wrong: `game`, `position`, `move`, `rules`, `parameter` …
    pub what: Option<&'static str>,
    /// That text, and where in it, in characters.
    pub place: Option<(String, Range<usize>)>,
    /// The limit that was reached.
    pub stopped: Option<StopReason>,
    /// Seconds after which to ask again.
    pub retry: Option<u32>,
}

/// The form of a refusal.
#[derive(Serialize)]
#[cfg_attr(
    feature = "api",
    derive(schemars::JsonSchema),
    schemars(rename = "Error")
)]
pub(crate) struct Refused {
    error: Fault,
    /// The limit that was reached; only if one was.
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<StopReason>,
}

/// Why a question is not answered.
#[derive(Serialize)]
#[cfg_attr(feature = "api", derive(schemars::JsonSchema))]
struct Fault {
    /// `input` is a text that cannot be read, `rules` a mistake in a rule file, `unfit` a question that does not apply.
    kind: Kind,
    /// One sentence.
    message: String,
    /// Which text is wrong, and where, if one is.
    r#where: Option<Place>,
    /// The words after “expected” in the sentence.
    expected: Option<String>,
}

#[derive(Serialize)]
#[cfg_attr(
    feature = "api",
    derive(schemars::JsonSchema),
    schemars(rename = "FaultKind")
)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Input,
    Rules,
    Unfit,
    Stopped,
    Busy,
    Missing,
    Request,
    Fault,
}

/// A part of a text of the question.
#[derive(Serialize)]
#[cfg_attr(feature = "api", derive(schemars::JsonSchema))]
struct Place {
    /// Which text: `game`, `position`, `move`, `rules`, `parameter` …
    what: &'static str,
    /// The text; null if it is long.
    text: Option<String>,
    /// The first character that is wrong, counted from 0.
    from: Option<usize>,
    /// The character after the last one.
    to: Option<usize>,
}

/// A longer text is not repeated.
const LONGEST_REPEATED: usize = 1000;

impl Refusal {
    fn kind(&self) -> Kind {
        match (self.status, self.what) {
            (StatusCode::SERVICE_UNAVAILABLE, _) => Kind::Busy,
            (StatusCode::INTERNAL_SERVER_ERROR, _) => Kind::Fault,
            (StatusCode::NOT_FOUND, None) => Kind::Missing,
            _ if self.stopped.is_some() => Kind::Stopped,
            (_, Some("rules")) => Kind::Rules,
            (_, Some(_)) => Kind::Input,
            (StatusCode::BAD_REQUEST, None) => Kind::Unfit,
            _ => Kind::Request,
        }
    }

    fn told(&self) -> Refused {
        let place = self.what.map(|what| {
            let (text, range) = self.place.clone().unzip();
            Place {
                what,
                text: text.filter(|text| text.len() <= LONGEST_REPEATED),
                from: range.as_ref().map(|range| range.start),
                to: range.map(|range| range.end),
            }
        });
        let expected = self.error.split_once("expected ");
        let expected =
            expected.map(|(_, rest)| rest.split(", found ").next().unwrap_or(rest).to_owned());
        Refused {
            error: Fault {
                kind: self.kind(),
                message: self.error.clone(),
                r#where: place,
                expected,
            },
            stopped: self.stopped,
        }
    }
}

impl Serialize for Refusal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.told().serialize(serializer)
    }
}

impl Refusal {
    /// Why, with a status.
    pub fn new(status: StatusCode, error: impl Into<String>) -> Self {
        Self {
            status,
            error: error.into(),
            what: None,
            place: None,
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

    /// The same, with options of the command line as parameters.
    fn in_parameters(self) -> Self {
        Self {
            error: in_other_words(&self.error, "1", "/api/games"),
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
                let chars = |end| Some(error.text().get(..end)?.chars().count());
                let Range { start, end } = error.span();
                let range = chars(start).zip(chars(end)).map(|(from, to)| from..to);
                Self {
                    what: Some(what),
                    place: range.map(|range| (error.text().to_owned(), range)),
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
        .in_parameters()
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
