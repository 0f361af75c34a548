//! [`Terms`]: what is said of a file beside its name.

#[cfg(feature = "rules")]
use std::sync::Arc;

use bouton_core::Limits;
#[cfg(feature = "rules")]
use bouton_gdl::Aim;

/// What is said of a file that a game is read from, beside its name.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    /// What players aim at, where its rules leave that open.
    #[cfg(feature = "rules")]
    pub aim: Option<Aim>,
    /// What stands in the rule file that is named, where that came with the question: no file is read then.
    #[cfg(feature = "rules")]
    pub rules: Option<Arc<str>>,
    /// What may be spent on reading it.
    pub limits: Limits,
}

impl Terms {
    /// Nothing is said but what may be spent.
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
