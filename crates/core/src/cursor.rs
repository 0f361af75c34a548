//! [`Cursor`]: a text that is read from left to right, for parsers whose errors point at their place.

use std::ops::Range;

use crate::notation::InputError;

/// A text and the place up to which it is read.
///
/// ```
/// use bouton_core::Cursor;
/// let mut cursor = Cursor::new("12 + x");
/// assert_eq!((cursor.digits(), cursor.take("+"), cursor.comes("+")), ("12", false, true));
/// assert_eq!((cursor.peek(), cursor.here()), (Some(' '), 4..5));
/// ```
#[derive(Clone, Debug)]
pub struct Cursor<'t> {
    text: &'t str,
    /// The bytes that are read.
    pub at: usize,
}

impl<'t> Cursor<'t> {
    /// At the beginning of a text.
    pub fn new(text: &'t str) -> Self {
        Self { text, at: 0 }
    }

    /// The whole text.
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// The text that is not read yet.
    pub fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// The next character.
    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// The bytes of the next character; none at the end.
    pub fn here(&self) -> Range<usize> {
        self.at..self.at + self.peek().map_or(0, char::len_utf8)
    }

    /// Takes this text, if it is next.
    pub fn take(&mut self, token: &str) -> bool {
        let is_next = self.rest().starts_with(token);
        self.at += if is_next { token.len() } else { 0 };
        is_next
    }

    /// The same after white space, which is taken in either case.
    pub fn comes(&mut self, token: &str) -> bool {
        self.space();
        self.take(token)
    }

    /// Takes the characters that belong to what is next, and returns them.
    pub fn take_while(&mut self, belongs: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let end = rest.find(|c| !belongs(c)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    /// Takes white space.
    pub fn space(&mut self) {
        self.take_while(char::is_whitespace);
    }

    /// Takes the digits that are next, and returns them.
    pub fn digits(&mut self) -> &'t str {
        self.take_while(|c| c.is_ascii_digit())
    }

    /// An error about a part of the text.
    pub fn error(&self, span: Range<usize>, message: impl Into<String>) -> InputError {
        InputError::new(message, self.text, span)
    }
}
