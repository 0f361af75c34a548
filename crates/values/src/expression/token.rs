//! The tokens of a calculation.

use std::iter::Peekable;
use std::ops::Range;
use std::str::CharIndices;

use bouton_core::InputError;

use crate::number::Number;

/// A relation of two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    AtMost,
    AtLeast,
    Equal,
    Less,
    Greater,
    Confused,
    Unequal,
    /// Less than or confused with.
    NotAtLeast,
    /// Greater than or confused with.
    NotAtMost,
}

impl Relation {
    /// Whether it holds, given whether one value is at most, and at least, the other.
    pub(super) fn holds(self, at_most: bool, at_least: bool) -> bool {
        match self {
            Self::AtMost => at_most,
            Self::AtLeast => at_least,
            Self::Equal => at_most && at_least,
            Self::Less => at_most && !at_least,
            Self::Greater => at_least && !at_most,
            Self::Confused => !at_most && !at_least,
            Self::Unequal => !(at_most && at_least),
            Self::NotAtLeast => !at_least,
            Self::NotAtMost => !at_most,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Number(Number),
    Nimber(u32),
    /// n·↑, of either sign.
    Ups(i64),
    /// ±↑ᵏ.
    UpPower {
        k: usize,
        down: bool,
    },
    /// ±↑\[k\].
    UpToPower {
        k: usize,
        down: bool,
    },
    /// ±↑ᵒⁿ or ±↑\[on\].
    Upon {
        power: bool,
        down: bool,
    },
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

impl Token {
    /// Whether it may follow a part and is then added to it.
    pub(super) fn is_part(&self) -> bool {
        matches!(
            self,
            Self::Nimber(_)
                | Self::Ups(_)
                | Self::UpPower { .. }
                | Self::UpToPower { .. }
                | Self::Upon { .. }
                | Self::Tiny
                | Self::Miny
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
    let mut reader = Reader {
        text,
        rest: text.char_indices().peekable(),
    };
    let mut all = Vec::new();
    loop {
        reader.take_while(char::is_whitespace);
        let start = reader.place();
        let token = reader.token()?;
        let is_end = token == Token::End;
        all.push((token, start..reader.place()));
        if is_end {
            return Ok(all);
        }
    }
}

/// Whether a name is that of a loopy value, or of a move in one.
pub(super) fn is_loopy(name: &str) -> bool {
    LOOPY.contains(&name)
}

struct Reader<'t> {
    text: &'t str,
    rest: Peekable<CharIndices<'t>>,
}

impl<'t> Reader<'t> {
    fn place(&mut self) -> usize {
        self.rest
            .peek()
            .map_or(self.text.len(), |(place, _)| *place)
    }

    fn peek(&mut self) -> Option<char> {
        self.rest.peek().map(|(_, c)| *c)
    }

    fn take(&mut self, wanted: char) -> bool {
        self.rest.next_if(|(_, c)| *c == wanted).is_some()
    }

    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'t str {
        let start = self.place();
        while self.rest.next_if(|(_, c)| wanted(*c)).is_some() {}
        let end = self.place();
        &self.text[start..end]
    }

    fn digits(&mut self) -> &'t str {
        self.take_while(|c| c.is_ascii_digit())
    }

    fn token(&mut self) -> Result<Token, InputError> {
        let start = self.place();
        let Some(c) = self.peek() else {
            return Ok(Token::End);
        };
        if c.is_ascii_digit() {
            return self.number(start);
        }
        if c.is_alphabetic() || c == '_' {
            return self.name(start);
        }
        if c == '|' {
            let slashes = self.take_while(|c| c == '|').len();
            return Ok(match slashes {
                1 if self.take('>') => Token::Relation(Relation::NotAtMost),
                _ => Token::Slashes(slashes),
            });
        }
        if "^↑⇑↓⇓".contains(c) {
            let sign = if "^↑⇑".contains(c) {
                "^↑⇑"
            } else {
                "↓⇓"
            };
            let arrows = self.take_while(|c| sign.contains(c));
            let count = arrows
                .chars()
                .map(|c| if "⇑⇓".contains(c) { 2 } else { 1 })
                .sum();
            return self.ups(start, count, sign.starts_with('↓'));
        }
        self.rest.next();
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
            ':' if self.take('=') => Token::Gets,
            ':' => Token::Colon,
            '.' | '·' => Token::Dot,
            '+' if self.take('-') => Token::PlusMinus,
            '+' => Token::Plus,
            '-' | '−' => Token::Minus,
            '±' => Token::PlusMinus,
            '⧾' => Token::Tiny,
            '⧿' => Token::Miny,
            '\'' => Token::Quote,
            '<' if self.take('=') => Token::Relation(Relation::AtMost),
            '<' if self.take('>') => Token::Relation(Relation::Confused),
            '<' if self.take('|') => Token::Relation(Relation::NotAtLeast),
            '<' => Token::Relation(Relation::Less),
            '>' if self.take('=') => Token::Relation(Relation::AtLeast),
            '>' => Token::Relation(Relation::Greater),
            '≤' => Token::Relation(Relation::AtMost),
            '≥' => Token::Relation(Relation::AtLeast),
            '=' => {
                self.take('=');
                Token::Relation(Relation::Equal)
            }
            '!' if self.take('=') => Token::Relation(Relation::Unequal),
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

    fn error(&mut self, message: &str, start: usize) -> InputError {
        InputError::new(message, self.text, start..self.place())
    }

    fn number(&mut self, start: usize) -> Result<Token, InputError> {
        let numerator = self.digits();
        let denominator = self.take('/').then(|| self.digits());
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
        let n = match self.digits() {
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
        match self.peek() {
            Some('[') => Ok(match self.exponent(start, ']')? {
                Some(k) => Token::UpToPower { k, down },
                None => Token::Upon { power: false, down },
            }),
            Some('<') if self.is_exponent() => Ok(match self.exponent(start, '>')? {
                Some(k) => Token::UpPower { k, down },
                None => Token::Upon { power: true, down },
            }),
            _ => match self.digits() {
                "" => Ok(Token::Ups(signed(1))),
                digits => digits.parse().map(|n| Token::Ups(signed(n))).map_err(|_| {
                    self.error("expected a number of arrows of at most 64 bits", start)
                }),
            },
        }
    }

    /// Whether `<k>` follows, rather than a relation.
    fn is_exponent(&mut self) -> bool {
        let place = self.place();
        let inside = self.text[place + 1..].trim_start_matches(|c: char| c.is_ascii_alphanumeric());
        inside.starts_with('>') && inside.len() < self.text.len() - place - 1
    }

    /// A whole number; none for `on`.
    fn exponent(&mut self, start: usize, close: char) -> Result<Option<usize>, InputError> {
        self.rest.next();
        let inside = self.take_while(|c| c.is_ascii_alphanumeric());
        let k = match inside {
            "on" => None,
            digits => Some(self.small(digits, start)?),
        };
        if k == Some(0) {
            return Err(self.error("expected an exponent of 1 or more, found 0", start));
        }
        if self.take(close) {
            return Ok(k);
        }
        let place = self.place();
        let end = self.text[place..]
            .chars()
            .next()
            .map_or(place, |c| place + c.len_utf8());
        Err(InputError::new(
            format!("expected {close:?} after the exponent"),
            self.text,
            place..end,
        ))
    }

    fn name(&mut self, start: usize) -> Result<Token, InputError> {
        let name = self.take_while(|c| c.is_alphanumeric() || c == '_');
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
