//! [`Lines`]: the lines of a certificate, of which most begin with the name of what follows.

use std::str::FromStr;

use crate::Refusal;
use crate::position::{Announced, Text};
use crate::shown::brief;

/// The unread part of a certificate of a kind.
pub(crate) struct Lines<'t> {
    kind: &'static str,
    rest: &'t str,
}

impl<'t> Lines<'t> {
    pub(crate) fn of(kind: &'static str, rest: &'t str) -> Self {
        Self { kind, rest }
    }

    pub(crate) fn peek(&self) -> Option<&'t str> {
        let line = self.rest.split('\n').next()?;
        let line = line.strip_suffix('\r').unwrap_or(line);
        (!self.rest.is_empty()).then_some(line)
    }

    pub(crate) fn next(&mut self) -> Option<&'t str> {
        let line = self.peek()?;
        self.rest = self.rest.split_once('\n').map_or("", |(_, rest)| rest);
        Some(line)
    }

    /// The rest of the next line, if it begins with this word.
    pub(crate) fn word(&mut self, word: &str) -> Option<&'t str> {
        let rest = self.peek()?.strip_prefix(word)?;
        let rest = match rest.is_empty() {
            true => rest,
            false => rest.strip_prefix(' ')?,
        };
        self.next();
        Some(rest)
    }

    /// The text after the name with which the next line begins.
    pub(crate) fn field(&mut self, name: &str) -> Result<&'t str, Refusal> {
        let found = self.peek().unwrap_or("");
        self.word(name)
            .ok_or_else(|| self.expected(&format!("a line `{name} …`"), found))
    }

    /// The number after such a name.
    pub(crate) fn number<T: FromStr>(&mut self, name: &str) -> Result<T, Refusal> {
        let text = self.field(name)?;
        self.read(text)
    }

    /// The number that is this text.
    pub(crate) fn read<T: FromStr>(&self, text: &str) -> Result<T, Refusal> {
        let number = text.trim_start().parse();
        number.map_err(|_| self.expected("a number", text))
    }

    /// The rules on the next lines, whose length their own line gives.
    pub(crate) fn text(&mut self, announced: &Announced<'_>) -> Result<Text, Refusal> {
        let split = self.rest.split_at_checked(announced.bytes);
        let split = split.and_then(|(text, rest)| Some((text, rest.strip_prefix('\n')?)));
        let (text, rest) = split.ok_or_else(|| announced.goes_on())?;
        self.rest = rest;
        announced.text(text.into())
    }

    /// Refuses further lines.
    pub(crate) fn end(&mut self) -> Result<(), Refusal> {
        match self.next() {
            Some(line) => Err(self.expected("the end", line)),
            None => Ok(()),
        }
    }

    fn expected(&self, what: &str, found: &str) -> Refusal {
        Refusal::text(
            self.kind,
            format!("expected {what}, found {}", brief(found)),
        )
    }
}
