//! [`Progress`]: how far a stopped question got, and what to try.

use std::fmt;

use serde::Serialize;

/// How far a question got that a limit stopped, and what to try.
///
/// ```
/// use bouton_answers::Progress;
/// let far = Progress { share: Some(0.25), tries: vec!["--solver law".into()] };
/// assert_eq!(serde_json::to_string(&far)?, r#"{"share":0.25,"try":["--solver law"]}"#);
/// assert_eq!(far.to_string(), "\n  done: about 25 %\n  try: --solver law");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Progress {
    /// The share of the work that was done, from 0 to 1; `None` if it is not known how much there is.
    pub share: Option<f64>,
    /// Ways that would help: each an option to add, or a sentence.
    #[serde(rename = "try")]
    pub tries: Vec<String>,
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(share) = self.share {
            write!(f, "\n  done: about {:.0} %", 100.0 * share)?;
        }
        for way in &self.tries {
            write!(f, "\n  try: {way}")?;
        }
        Ok(())
    }
}
