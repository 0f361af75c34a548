//! [`Lines`]: a text line by line, within limits.

use std::io::Read;

use bouton_core::Limits;
use bouton_core::origin::Hashing;

use crate::fault::Refusal;

/// Bytes that are read at once, between two checks of the limits.
const CHUNK: usize = 1 << 16;

/// A text line by line.
pub(crate) struct Lines<R> {
    text: R,
    /// Bytes that are not returned yet begin at `next`; there is no line end up to `searched`.
    buffer: Vec<u8>,
    next: usize,
    searched: usize,
    is_over: bool,
    /// The hash of the bytes read.
    pub(crate) hashing: Hashing,
}

impl<R: Read> Lines<R> {
    pub(crate) fn of(text: R) -> Self {
        Self {
            text,
            buffer: Vec::new(),
            next: 0,
            searched: 0,
            is_over: false,
            hashing: Hashing::default(),
        }
    }

    /// The next line, while this many bytes are held elsewhere; `failed` makes the error for a text that cannot be read.
    pub(crate) fn next(
        &mut self,
        held: impl Fn() -> u64,
        limits: &Limits,
        failed: impl Fn(&std::io::Error) -> Refusal,
    ) -> Result<Option<&[u8]>, Refusal> {
        loop {
            let found = memchr::memchr(b'\n', &self.buffer[self.searched..]);
            if let Some(length) = found {
                let from = self.next;
                let to = self.searched + length;
                (self.next, self.searched) = (to + 1, to + 1);
                return Ok(Some(&self.buffer[from..to]));
            }
            if self.is_over {
                let from = std::mem::replace(&mut self.next, self.buffer.len());
                self.searched = self.next;
                return Ok(Some(&self.buffer[from..]).filter(|line| !line.is_empty()));
            }
            limits.check()?;
            self.buffer.drain(..self.next);
            self.next = 0;
            self.searched = self.buffer.len();
            limits.afford(held() + 2 * (self.buffer.len() + CHUNK) as u64)?;
            let end = self.buffer.len();
            self.buffer.resize(end + CHUNK, 0);
            let read = self.text.read(&mut self.buffer[end..]);
            let read = match read {
                Ok(read) => read,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {
                    self.buffer.truncate(end);
                    continue;
                }
                Err(error) => return Err(failed(&error)),
            };
            self.buffer.truncate(end + read);
            self.hashing.add(&self.buffer[end..]);
            self.is_over = read == 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        let mut lines = Lines::of(text.as_bytes());
        let failed = |error: &std::io::Error| Refusal::Io(error.to_string());
        let mut told = Vec::new();
        while let Some(line) = lines.next(|| 0, &Limits::default(), failed).unwrap() {
            told.push(String::from_utf8(line.to_vec()).unwrap());
        }
        told
    }

    #[test]
    fn lines_of_any_length_come_whole() {
        let long = "x".repeat(3 * CHUNK);
        assert_eq!(lines(&format!("a\n\n{long}\nb")), ["a", "", &long, "b"]);
        assert_eq!(lines(&format!("{long}\n")), [long]);
        assert!(lines("").is_empty());
    }

    #[test]
    fn a_line_without_end_stops_at_the_memory() {
        let limits = Limits::of_memory(1 << 20);
        let mut lines = Lines::of(std::io::repeat(b'x'));
        let failed = |error: &std::io::Error| Refusal::Io(error.to_string());
        let stopped = lines.next(|| 0, &limits, failed).unwrap_err();
        assert_eq!(stopped, Refusal::Stopped(bouton_core::StopReason::Memory));
    }
}
