//! The function `print`, for debugging a file: its output is bounded and has no control characters.

use std::fmt::Write as _;
use std::io::Write as _;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The most bytes that files may print while the program runs.
const MOST: usize = 64 << 10;

/// The number of bytes printed so far, by all threads.
static PRINTED: AtomicUsize = AtomicUsize::new(0);

/// Prints a line to standard error.
pub(crate) fn print(text: &str) {
    let before = PRINTED.fetch_add(text.len() + 1, Ordering::Relaxed);
    if let Some(line) = line(text, before) {
        // A closed pipe is not an error.
        let _ = writeln!(std::io::stderr(), "{line}");
    }
}

/// The part of a text that is shown after this many bytes were printed.
pub(crate) fn line(text: &str, before: usize) -> Option<String> {
    let left = MOST.checked_sub(before)?;
    let end = text.floor_char_boundary(left.min(text.len()));
    let mut line = String::new();
    for c in text[..end].chars() {
        if c.is_control() && c != '\t' && c != '\n' {
            // Writing to a string cannot fail.
            let _ = write!(line, "{}", c.escape_default());
        } else {
            line.push(c);
        }
    }
    if before + text.len() + 1 > MOST {
        line += "… (no more is printed)";
    }
    Some(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn little_is_printed_and_nothing_obeyed() {
        assert_eq!(line("a\tb\nc", 0).unwrap(), "a\tb\nc");
        assert_eq!(line("\u{1b}[2J\u{7}\r", 0).unwrap(), "\\u{1b}[2J\\u{7}\\r");
        let told = line(&"é".repeat(MOST), 1).unwrap();
        assert!(told.len() < MOST + 50 && told.ends_with("(no more is printed)"));
        assert!(line("x", MOST).unwrap().ends_with("(no more is printed)"));
        assert_eq!(line("x", MOST + 1), None);
    }
}
