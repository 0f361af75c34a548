//! [`Terms`]: what is said of a file beside its name.

use bouton_core::Limits;
#[cfg(feature = "rules")]
use bouton_gdl::Aim;

/// What is said of a file that a game is read from, beside its name.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    /// What players aim at, where its rules leave that open.
    #[cfg(feature = "rules")]
    pub aim: Option<Aim>,
    /// What may be spent on reading it.
    pub limits: Limits,
}
