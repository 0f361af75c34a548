//! [`TableCheck`]: the result of comparing a table with the rules.

use std::fmt;

use serde::Serialize;

/// The result of checking a table.
///
/// ```
/// use bouton_answers::TableCheck;
/// let check = TableCheck::valid("every value of this table of krk is true", vec!["every block has its checksum".into()]);
/// assert_eq!(check.to_string(), "valid: every value of this table of krk is true\n  checked: every block has its checksum");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableCheck {
    /// Whether all of its values are correct.
    pub valid: bool,
    /// `table`.
    pub kind: String,
    /// Whether the rules by which all values were checked were compared with the text of the game at some of its positions only.
    pub sampled: bool,
    /// The claim, if it is true.
    pub claim: Option<String>,
    /// The checked conditions, in order.
    pub checked: Vec<String>,
    /// The reason why it is not valid.
    pub error: Option<String>,
    /// The first positions with wrong values.
    pub wrong: Vec<WrongEntry>,
}

/// A position with a wrong value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WrongEntry {
    /// The position.
    pub position: String,
    /// The table's value.
    pub says: Option<String>,
    /// The value by one step of the rules, if the rest of the table is correct; `None` if the rest does not decide it.
    pub is: Option<String>,
    /// The violated condition.
    pub fails: String,
}

impl TableCheck {
    /// A valid table, with the claim.
    pub fn valid(claim: &str, checked: Vec<String>) -> Self {
        Self {
            valid: true,
            kind: "table".to_owned(),
            sampled: false,
            claim: Some(claim.to_owned()),
            checked,
            error: None,
            wrong: Vec::new(),
        }
    }

    /// A table that is not valid, with the reason and the position.
    pub fn refused(error: &str, wrong: Vec<WrongEntry>) -> Self {
        Self {
            valid: false,
            claim: None,
            error: Some(error.to_owned()),
            wrong,
            ..Self::valid("", Vec::new())
        }
    }
}

impl fmt::Display for TableCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.error {
            Some(error) => write!(f, "not valid: {error}")?,
            None => {
                let how = if self.sampled {
                    " (fast rules, sampled)"
                } else {
                    ""
                };
                write!(
                    f,
                    "valid{how}: {}",
                    self.claim.as_deref().unwrap_or_default()
                )?;
            }
        }
        for condition in &self.checked {
            write!(f, "\n  checked: {condition}")?;
        }
        let word = |entry: &Option<String>| entry.clone().unwrap_or_else(|| "nothing".to_owned());
        for wrong in &self.wrong {
            write!(f, "\n  {}", wrong.position)?;
            let (says, is) = (&wrong.says, &wrong.is);
            if says.is_some() || is.is_some() {
                write!(f, ": it says {}, the rules say {}", word(says), word(is))?;
            }
            write!(f, " (it does not hold that {})", wrong.fails)?;
        }
        Ok(())
    }
}
