//! [`PlainLines`]: a text from an editor that ends lines with a carriage return and a line feed, read with line feeds alone.

use std::io::{self, BufRead, Read};

/// The mark that some editors put first.
pub(crate) const MARK: char = '\u{feff}';

/// A text without the carriage returns at the ends of its lines.
pub(crate) struct PlainLines<'r> {
    from: &'r mut dyn BufRead,
    /// Bytes that were read, up to the next carriage return, and how many of them were taken.
    held: Vec<u8>,
    taken: usize,
}

impl<'r> PlainLines<'r> {
    pub(crate) fn of(from: &'r mut dyn BufRead) -> Self {
        Self {
            from,
            held: Vec::new(),
            taken: 0,
        }
    }

    fn fill(&mut self) -> io::Result<()> {
        self.held.clear();
        self.taken = 0;
        if self.from.fill_buf()?.first() == Some(&b'\r') {
            self.from.consume(1);
            if self.from.fill_buf()?.first() != Some(&b'\n') {
                self.held.push(b'\r');
            }
        }
        let part = self.from.fill_buf()?;
        let end = part.iter().position(|byte| *byte == b'\r');
        let end = end.unwrap_or(part.len());
        self.held.extend_from_slice(&part[..end]);
        self.from.consume(end);
        Ok(())
    }
}

impl BufRead for PlainLines<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.taken == self.held.len() {
            self.fill()?;
        }
        Ok(&self.held[self.taken..])
    }

    fn consume(&mut self, count: usize) {
        self.taken += count;
    }
}

impl Read for PlainLines<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(into)?;
        self.consume(count);
        Ok(count)
    }
}

/// A text without the mark, and with line feeds alone.
pub(crate) fn plain(text: &str) -> String {
    let text = text.strip_prefix(MARK).unwrap_or(text);
    text.replace("\r\n", "\n")
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    #[test]
    fn only_returns_at_the_end_of_a_line_are_left_out() {
        for text in [
            "a\r\nb\r\n",
            "\r\n\r\n",
            "a\rb\r\r\nc",
            "\r",
            "a\r",
            "é\r\n",
            "",
        ] {
            for size in 1..8 {
                let mut from = BufReader::with_capacity(size, text.as_bytes());
                let mut read = String::new();
                let lines = PlainLines::of(&mut from).read_to_string(&mut read);
                assert_eq!(
                    (lines.unwrap(), read),
                    (plain(text).len(), plain(text)),
                    "{text:?}"
                );
            }
        }
    }
}
