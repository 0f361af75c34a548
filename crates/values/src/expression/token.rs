//! The tokens of a calculation.

use std::ops::Range;

use bouton_core::{Cursor, InputError};

use crate::number::Number;
use crate::order::Relation;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Number(Number),
    Nimber(u32),
    /// n·↑, of either sign.
    Ups(i64),
    Arrow(Arrow),
    Name(String),
    Tiny,
    Miny,
    Slashes(usize),
    OpenBrace,
    CloseBrace,
    Open,
    Close,
    Comma,
    Semicolon,
    Colon,
    Dot,
    Plus,
    Minus,
    PlusMinus,
    Quote,
    Ampersand,
    Relation(Relation),
    /// `:=`
    Gets,
    End,
}

/// An arrow with an exponent, downwards if `down`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arrow {
    /// ±↑ᵏ.
    Power { k: usize, down: bool },
    /// ±↑\[k\].
    ToPower { k: usize, down: bool },
    /// ±↑ᵒⁿ or ±↑\[on\].
    Upon { power: bool, down: bool },
}

impl Token {
    /// Whether it may follow a part and is then added to it.
    pub(super) fn is_part(&self) -> bool {
        matches!(
            self,
            Self::Nimber(_) | Self::Ups(_) | Self::Arrow(_) | Self::Tiny | Self::Miny
        )
    }
}

/// The names of loopy values.
const LOOPY: [&str; 9] = [
    "on", "off", "over", "under", "upon", "tis", "tisn", "dud", "pass",
];

/// The largest exponents and nimbers that are read: the values have as many options, or as many followers.
const MOST: usize = 1 << 24;

/// Longer numbers would take too long to read.
const MOST_DIGITS: usize = 100_000;

/// The tokens of a text with their places; the last one marks the end.
pub(super) fn tokens(text: &str) -> Result<Vec<(Token, Range<usize>)>, InputError> {
    let mut reader = Reader(Cursor::new(text));
    let mut all = Vec::new();
    loop {
        reader.0.space();
        let start = reader.0.at;
        let token = reader.token()?;
        let is_end = token == Token::End;
        all.push((token, start..reader.0.at));
        if is_end {
            return Ok(all);
        }
    }
}

/// Whether a name is that of a loopy value, or of a move in one.
pub(super) fn is_loopy(name: &str) -> bool {
    LOOPY.contains(&name)
}

struct Reader<'t>(Cursor<'t>);

impl Reader<'_> {
    fn token(&mut self) -> Result<Token, InputError> {
        let start = self.0.at;
        let Some(c) = self.0.peek() else {
            return Ok(Token::End);
        };
        if c.is_ascii_digit() {
            return self.number(start);
        }
        if c.is_alphabetic() || c == '_' {
            return self.name(start);
        }
        if c == '|' {
            let slashes = self.0.take_while(|c| c == '|').len();
            return Ok(match slashes {
                1 if self.0.take(">") => Token::Relation(Relation::NotAtMost),
                _ => Token::Slashes(slashes),
            });
        }
        if "^↑⇑↓⇓".contains(c) {
            let sign = if "^↑⇑".contains(c) {
                "^↑⇑"
            } else {
                "↓⇓"
            };
            let arrows = self.0.take_while(|c| sign.contains(c));
            let count = arrows
                .chars()
                .map(|c| if "⇑⇓".contains(c) { 2 } else { 1 })
                .sum();
            return self.ups(start, count, sign.starts_with('↓'));
        }
        self.0.at += c.len_utf8();
        self.sign(c, start)
    }

    fn sign(&mut self, c: char, start: usize) -> Result<Token, InputError> {
        Ok(match c {
            '*' | '∗' => return self.nimber(start),
            '{' => Token::OpenBrace,
            '}' => Token::CloseBrace,
            '(' => Token::Open,
            ')' => Token::Close,
            ',' => Token::Comma,
            ';' => Token::Semicolon,
            ':' if self.0.take("=") => Token::Gets,
            ':' => Token::Colon,
            '.' | '·' => Token::Dot,
            '+' if self.0.take("-") => Token::PlusMinus,
            '+' => Token::Plus,
            '-' | '−' => Token::Minus,
            '±' => Token::PlusMinus,
            '⧾' => Token::Tiny,
            '⧿' => Token::Miny,
            '\'' => Token::Quote,
            '<' if self.0.take("=") => Token::Relation(Relation::AtMost),
            '<' if self.0.take(">") => Token::Relation(Relation::Confused),
            '<' if self.0.take("|") => Token::Relation(Relation::NotAtLeast),
            '<' => Token::Relation(Relation::Less),
            '>' if self.0.take("=") => Token::Relation(Relation::AtLeast),
            '>' => Token::Relation(Relation::More),
            '≤' => Token::Relation(Relation::AtMost),
            '≥' => Token::Relation(Relation::AtLeast),
            '=' => {
                self.0.take("=");
                Token::Relation(Relation::Equal)
            }
            '!' if self.0.take("=") => Token::Relation(Relation::Unequal),
            '≠' => Token::Relation(Relation::Unequal),
            '&' => Token::Ampersand,
            _ => {
                return Err(self.error(
                    &format!("expected a value or an operator, found {c:?}"),
                    start,
                ));
            }
        })
    }

    fn error(&self, message: &str, start: usize) -> InputError {
        self.0.error(start..self.0.at, message)
    }

    fn number(&mut self, start: usize) -> Result<Token, InputError> {
        let numerator = self.0.digits();
        let denominator = self.0.take("/").then(|| self.0.digits());
        if numerator.len().max(denominator.map_or(0, str::len)) > MOST_DIGITS {
            return Err(self.error(
                &format!("expected a number of at most {MOST_DIGITS} digits"),
                start,
            ));
        }
        let number = Number::read(numerator, denominator);
        number.map(Token::Number).ok_or_else(|| {
            self.error("expected a number n or n/d with d a power of two, as every number of a short game is", start)
        })
    }

    fn nimber(&mut self, start: usize) -> Result<Token, InputError> {
        let n = match self.0.digits() {
            "" => 1,
            digits => self.small(digits, start)?,
        };
        Ok(Token::Nimber(n as u32))
    }

    fn small(&mut self, digits: &str, start: usize) -> Result<usize, InputError> {
        let read = digits.parse().ok().filter(|n| *n <= MOST);
        read.ok_or_else(|| {
            self.error(
                &format!("expected a whole number of at most {MOST}, found {digits:?}"),
                start,
            )
        })
    }

    /// `count` arrows have been read.
    fn ups(&mut self, start: usize, count: i64, down: bool) -> Result<Token, InputError> {
        let signed = |n: i64| if down { -n } else { n };
        if count > 1 {
            return Ok(Token::Ups(signed(count)));
        }
        match self.0.peek() {
            Some('[') => Ok(match self.exponent(start, "]")? {
                Some(k) => Token::Arrow(Arrow::ToPower { k, down }),
                None => Token::Arrow(Arrow::Upon { power: false, down }),
            }),
            Some('<') if self.is_exponent() => Ok(match self.exponent(start, ">")? {
                Some(k) => Token::Arrow(Arrow::Power { k, down }),
                None => Token::Arrow(Arrow::Upon { power: true, down }),
            }),
            _ => match self.0.digits() {
                "" => Ok(Token::Ups(signed(1))),
                digits => digits.parse().map(|n| Token::Ups(signed(n))).map_err(|_| {
                    self.error("expected a number of arrows of at most 64 bits", start)
                }),
            },
        }
    }

    /// Whether `<k>` follows, rather than a relation.
    fn is_exponent(&self) -> bool {
        let after = &self.0.rest()[1..];
        let inside = after.trim_start_matches(|c: char| c.is_ascii_alphanumeric());
        inside.starts_with('>') && inside.len() < after.len()
    }

    /// A whole number; none for `on`.
    fn exponent(&mut self, start: usize, close: &str) -> Result<Option<usize>, InputError> {
        self.0.at += 1;
        let inside = self.0.take_while(|c| c.is_ascii_alphanumeric());
        let k = match inside {
            "on" => None,
            digits => Some(self.small(digits, start)?),
        };
        if k == Some(0) {
            return Err(self.error("expected an exponent of 1 or more, found 0", start));
        }
        if self.0.take(close) {
            return Ok(k);
        }
        let message = format!("expected '{close}' after the exponent");
        Err(self.0.error(self.0.here(), message))
    }

    fn name(&mut self, start: usize) -> Result<Token, InputError> {
        let name = self.0.take_while(|c| c.is_alphanumeric() || c == '_');
        let downs = name.trim_end_matches(|c: char| c.is_ascii_digit());
        if downs.bytes().all(|b| b == b'v') && (downs.len() == 1 || downs == name) {
            return match name[downs.len()..].parse() {
                Ok(times) => Ok(Token::Ups(-i64::abs(times))),
                Err(_) if downs == name => self.ups(start, name.len() as i64, true),
                Err(_) => Err(self.error("expected a number of arrows of at most 64 bits", start)),
            };
        }
        Ok(match name {
            "Tiny" => Token::Tiny,
            "Miny" => Token::Miny,
            _ => Token::Name(name.to_owned()),
        })
    }
}
