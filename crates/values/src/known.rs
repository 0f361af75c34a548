//! What has been found out about values, kept with them.

/// Memories by value.
#[derive(Debug, Default)]
pub(crate) struct Known {
    pub(crate) elsewhere: u64,
}

impl Known {
    pub(crate) fn bytes(&self) -> u64 {
        self.elsewhere
    }
}
