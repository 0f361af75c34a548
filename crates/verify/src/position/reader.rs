//! [`Reader`]: a certificate of positions, read line by line and number by number.

use std::io::BufRead;

use super::{Announced, Claim, Guide, LONGEST_LINE, Question, Text, Value, expected};
use crate::Refusal;
use crate::shown::brief;

/// The longest number of a move with the white space before it, in bytes.
const LONGEST_NUMBER: usize = 24;
/// Bytes of a word that is shown where a number is expected.
const LONGEST_WORD: usize = 20;

/// A certificate that is read.
pub(super) struct Reader<'r>(pub(super) &'r mut dyn BufRead);

impl Reader<'_> {
    pub(super) fn line(&mut self) -> Result<String, Refusal> {
        let mut line = Vec::new();
        loop {
            let part = self.0.fill_buf().map_err(|error| unread(&error))?;
            let end = part.iter().position(|byte| *byte == b'\n');
            let taken = end.map_or(part.len(), |end| end + 1);
            line.extend_from_slice(&part[..end.unwrap_or(part.len())]);
            self.0.consume(taken);
            if line.len() > LONGEST_LINE {
                return Err(Refusal::Undecided(format!(
                    "a line has more than {LONGEST_LINE} bytes"
                )));
            }
            if end.is_some() {
                break;
            }
            if taken == 0 {
                return Err(Refusal::position(
                    "expected more lines, found the end of the file",
                ));
            }
        }
        String::from_utf8(line).map_err(|_| Refusal::position("a line is no text"))
    }

    /// The rules on the next lines, whose length their own line gives.
    pub(super) fn text(&mut self, announced: &Announced<'_>, room: u64) -> Result<Text, Refusal> {
        if announced.bytes as u64 > room {
            let why = "the rules in it take more memory than is allowed";
            return Err(Refusal::undecided(why));
        }
        let mut bytes = vec![0; announced.bytes];
        self.0
            .read_exact(&mut bytes)
            .map_err(|error| unread(&error))?;
        match self.line()?.is_empty() {
            true => announced.text(bytes),
            false => Err(announced.goes_on()),
        }
    }

    /// The text after a word on the next line.
    pub(super) fn word(&mut self, word: &str) -> Result<String, Refusal> {
        let line = self.line()?;
        match line
            .strip_prefix(word)
            .and_then(|rest| rest.strip_prefix(' '))
        {
            Some(rest) => Ok(rest.to_owned()),
            None if line == word => Ok(String::new()),
            None => Err(expected(&format!("`{word} …`"), &line)),
        }
    }

    /// The next claim; none at the end.
    pub(super) fn claim(&mut self) -> Result<Option<Claim>, Refusal> {
        let mut line = self.line()?;
        if line.is_empty() {
            line = self.line()?;
        }
        if line == "end" {
            return Ok(None);
        }
        let wrong = || expected("`end` or a claim like `claim at least 1`", &line);
        let (says, number) = line.rsplit_once(' ').ok_or_else(wrong)?;
        let signed = || {
            number
                .parse::<i64>()
                .ok()
                .filter(|n| n.to_string() == number)
        };
        let value = match says {
            "claim at least" => signed().map(Value::AtLeast),
            "claim at most" => signed().map(Value::AtMost),
            "claim grundy" => number.parse().ok().map(Value::Grundy),
            "claim won within" => number.parse().ok().map(Value::WonWithin),
            "claim lost within" => number.parse().ok().map(Value::LostWithin),
            _ => None,
        };
        let value = value.ok_or_else(wrong)?;
        let position = self.word("position")?;
        Ok(Some(Claim { position, value }))
    }

    /// The next number of a proof; `what` says its meaning.
    fn number(&mut self, what: &str) -> Result<u64, Refusal> {
        let mut number: Option<u64> = None;
        // Limits leading white space and zeros, which could go on without end.
        for _ in 0..LONGEST_NUMBER {
            let part = self.0.fill_buf().map_err(|error| unread(&error))?;
            let Some(byte) = part.first().copied() else {
                return Err(expected(what, "the end of the file"));
            };
            match byte {
                b'0'..=b'9' => {
                    let digit = u64::from(byte - b'0');
                    let longer = number.unwrap_or(0).checked_mul(10);
                    number = longer.and_then(|n| n.checked_add(digit));
                    if number.is_none() {
                        return Err(Refusal::position(format!("{what} leaves 64 bits")));
                    }
                }
                b' ' | b'\n' if number.is_none() => {}
                // A claim may follow.
                b' ' | b'\n' => return Ok(number.unwrap_or(0)),
                _ => {
                    let word = part.split(u8::is_ascii_whitespace).next();
                    let word = word.map(|word| &word[..word.len().min(LONGEST_WORD)]);
                    let word = String::from_utf8_lossy(word.unwrap_or_default());
                    return Err(expected(what, &word));
                }
            }
            self.0.consume(1);
        }
        Err(Refusal::position(format!(
            "expected {what} within {LONGEST_NUMBER} bytes"
        )))
    }
}

fn unread(error: &std::io::Error) -> Refusal {
    Refusal::position(format!("cannot be read: {error}"))
}

/// The same error, with the position that is not proved.
fn unproved(why: Refusal, position: &dyn Fn() -> String, what: &str) -> Refusal {
    match why {
        Refusal::Text { kind, message } => {
            let at = brief(&position());
            Refusal::text(kind, format!("{message}: {what} {at} is not proved"))
        }
        why => why,
    }
}

impl Guide for Reader<'_> {
    fn grundy(&mut self, position: &dyn Fn() -> String) -> Result<u64, Refusal> {
        let number = self.number("the Grundy value of a part");
        number.map_err(|why| unproved(why, position, "the value of"))
    }

    fn choose(&mut self, question: &Question<'_>) -> Result<usize, Refusal> {
        let number = self.number("the number of a move");
        let number = number.map_err(|why| unproved(why, question.position, "a move at"))?;
        Ok(usize::try_from(number).unwrap_or(usize::MAX))
    }
}
