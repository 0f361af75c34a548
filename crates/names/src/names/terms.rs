//! [`Terms`]: options for opening a file.

#[cfg(feature = "rules")]
use std::sync::Arc;

use bouton_core::Limits;
use bouton_engine::Error;
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
    /// Whether a name stands for a regular file only: a name that a file contains is nobody's choice of a stream.
    pub only_files: bool,
}

impl Terms {
    /// Limits only, without other options.
    pub fn within(limits: &Limits) -> Self {
        Self {
            limits: limits.clone(),
            ..Self::default()
        }
    }

    /// Refuses a stream (standard input, a pipe, a device) where only files are named.
    pub(crate) fn check(&self, path: &str) -> Result<(), Error> {
        let is_stream = path == "-" || std::fs::metadata(path).is_ok_and(|about| !about.is_file());
        match self.only_files && is_stream {
            false => Ok(()),
            true => Err(Error::Unfit(format!(
                "{path}: expected a file, found a stream, a folder or a device"
            ))),
        }
    }
}
