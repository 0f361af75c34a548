//! Col: Left and Right colour points in turn; neighbours never get the same colour. A player who cannot colour a point
//! loses.

use super::{Named, Rules, colouring};

pub(super) fn open(named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    colouring::open(named, true)
}
