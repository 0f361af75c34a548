//! [`Terms`]: options for opening a file.

#[cfg(feature = "rules")]
use std::sync::Arc;

use bouton_core::Limits;
#[cfg(feature = "rules")]
use bouton_gdl::Aim;

/// Options for opening a file of rules.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    /// The objective, if the rules do not determine it.
    #[cfg(feature = "rules")]
    pub aim: Option<Aim>,
    /// The text of the named rule file, if it came with the query; no file is read then.
    #[cfg(feature = "rules")]
    pub rules: Option<Arc<str>>,
    /// The limits of reading the file.
    pub limits: Limits,
}

impl Terms {
    /// Limits only, without other options.
    pub fn within(limits: &Limits) -> Self {
        Self {
            #[cfg(feature = "rules")]
            aim: None,
            #[cfg(feature = "rules")]
            rules: None,
            limits: limits.clone(),
        }
    }
}
