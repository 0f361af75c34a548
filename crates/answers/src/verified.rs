//! [`Verified`]: the result of an independent check of a certificate.

use std::fmt;

use serde::Serialize;

/// The result of an independent check of a certificate.
///
/// ```
/// use bouton_answers::Verified;
/// assert_eq!(Verified::failed("no such set").to_string(), "not valid: no such set");
/// assert_eq!(Verified::failed("undecided: the time ran out").to_string(), "not decided: the time ran out");
/// let verified = Verified::holds("all is well", vec!["heap 0".into()]);
/// assert_eq!(verified.to_string(), "valid: all is well\n  checked: heap 0");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "VerifiedCertificate"))]
pub struct Verified {
    /// Whether the certificate proves what it claims.
    pub valid: bool,
    /// The theorem, if it is proved.
    pub claim: Option<String>,
    /// The checked conditions, in order.
    pub checked: Vec<String>,
    /// The reason why nothing is proved.
    pub error: Option<String>,
}

/// The beginning of an error about a limit.
const UNDECIDED: &str = "undecided: ";

impl Verified {
    /// A certificate that proves its claim.
    pub fn holds(claim: impl Into<String>, checked: Vec<String>) -> Self {
        Self {
            valid: true,
            claim: Some(claim.into()),
            checked,
            error: None,
        }
    }

    /// Whether the check reached a limit, so that nothing is known.
    pub fn is_undecided(&self) -> bool {
        let error = self.error.as_deref();
        error.is_some_and(|error| error.starts_with(UNDECIDED))
    }

    /// A certificate that proves nothing, with the reason.
    pub fn failed(error: impl ToString) -> Self {
        Self {
            valid: false,
            claim: None,
            checked: Vec::new(),
            error: Some(error.to_string()),
        }
    }
}

impl fmt::Display for Verified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self
            .error
            .as_deref()
            .map(|error| (error, error.strip_prefix(UNDECIDED)))
        {
            Some((_, Some(why))) => return write!(f, "not decided: {why}"),
            Some((error, None)) => return write!(f, "not valid: {error}"),
            None => {}
        }
        write!(f, "valid: {}", self.claim.as_deref().unwrap_or_default())?;
        let mut checked = self.checked.iter();
        checked.try_for_each(|condition| write!(f, "\n  checked: {condition}"))
    }
}
