//! Snort: Left and Right colour points in turn; neighbours never get different colours. Who cannot colour anything has lost.

use super::{Named, Rules, colouring};

pub(super) fn open(named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    colouring::open(named, false)
}
