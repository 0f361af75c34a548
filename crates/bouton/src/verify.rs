//! Checking a certificate.

use bouton_answers::Verified;
use bouton_verify::{LAW_HEADER, PERIOD_HEADER, check_law, check_period};

/// Checks the text of a certificate with code that shares nothing with the search; `None` where its first line names no
/// kind of certificate that is known here.
///
/// ```
/// let verified = bouton::verify("bouton period certificate 1\nnonsense").unwrap();
/// assert!(!verified.valid);
/// assert!(bouton::verify("a letter").is_none());
/// ```
pub fn verify(text: &str) -> Option<Verified> {
    let checked = match text.lines().next()? {
        LAW_HEADER => check_law(text)
            .map(|law| Verified::holds(law.claim, law.conditions))
            .unwrap_or_else(Verified::failed),
        PERIOD_HEADER => check_period(text)
            .map(|period| Verified::holds(period.claim, period.conditions))
            .unwrap_or_else(Verified::failed),
        _ => return None,
    };
    Some(checked)
}
