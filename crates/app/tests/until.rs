//! Waiting for an event. No clock limits it: a test whose event is missing hangs, and so
//! shows it.

use std::time::Duration;

/// Waits until a condition holds.
pub(crate) fn until(mut holds: impl FnMut() -> bool) {
    while !holds() {
        std::thread::sleep(Duration::from_millis(10));
    }
}
