//! Snort: Left and Right colour points in turn; neighbours never get different colours. A player who cannot colour a point
//! loses.

use super::{Named, Rules, colouring};

pub(super) fn open(named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    colouring::open(named, false)
}
