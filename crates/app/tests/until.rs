//! Waiting for what must come. No clock says that it took too long: a test that waits without effect hangs, which tells what
//! it waits for.

use std::time::Duration;

/// Waits until a condition holds.
pub(crate) fn until(mut holds: impl FnMut() -> bool) {
    while !holds() {
        std::thread::sleep(Duration::from_millis(10));
    }
}
