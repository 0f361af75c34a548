//! [`Proved`]: the proved law that a table comes from.

use serde::{Deserialize, Serialize};

/// The proved law that a table comes from, in place of a search of its positions.
///
/// ```
/// let text = r#"{"game":"my.game","up_to":0,"positions":["0,0"],"stopped":null,
///     "proved":{"solver":"law","why":"by the law of “My game”, proved for all sizes (base 2, 10 states)"}}"#;
/// let losing: bouton_answers::Losing = serde_json::from_str(text)?;
/// assert_eq!(losing.proved.unwrap().solver, "law");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proved {
    /// The solver that answered.
    pub solver: String,
    /// The law, in words.
    pub why: String,
}
