//! The tokens of a calculation.

use std::ops::Range;

use bouton_core::{Cursor, InputError};

use crate::number::Number;
use crate::order::Relation;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Number(Number),
    Nimber(u64),
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
    /// `**`
    Power,
    Slash,
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

    /// Whether a value may begin with it, besides a sign.
    pub(super) fn begins_value(&self) -> bool {
        self.is_part()
            || matches!(
                self,
                Self::Number(_) | Self::Name(_) | Self::Open | Self::OpenBrace | Self::Quote
            )
    }

    /// Whether a value may end with it.
    fn ends_value(&self) -> bool {
        matches!(
            self,
            Self::Number(_)
                | Self::Nimber(_)
                | Self::Ups(_)
                | Self::Arrow(_)
                | Self::Name(_)
                | Self::Close
                | Self::CloseBrace
                | Self::Quote
        )
    }
}

/// The names of loopy values.
const LOOPY: [&str; 9] = [
    "on", "off", "over", "under", "upon", "tis", "tisn", "dud", "pass",
];

/// The largest exponents that are read: the values have as many followers.
const MOST: usize = 1 << 24;

/// Longer numbers would take too long to read.
const MOST_DIGITS: usize = 20_000;

/// The tokens of a text with their places; the last one marks the end. A line that ends with a complete value outside of
/// brackets ends a statement.
pub(super) fn tokens(text: &str) -> Result<Vec<(Token, Range<usize>)>, InputError> {
    let mut reader = Reader(Cursor::new(text));
    let mut all: Vec<(Token, Range<usize>)> = Vec::new();
    let mut depth = 0_usize;
    loop {
        let behind = reader.0.at;
        reader.0.space();
        let start = reader.0.at;
        let is_complete = depth == 0 && all.last().is_some_and(|(last, _)| last.ends_value());
        if is_complete && text[behind..start].contains('\n') {
            all.push((Token::Semicolon, behind..start));
        }
        let token = reader.token()?;
        match token {
            Token::Open | Token::OpenBrace => depth += 1,
            Token::Close | Token::CloseBrace => depth = depth.saturating_sub(1),
            _ => {}
        }
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

/// Whether a word stands for a value or for a move, so that nothing can be named by it: `on`, `v`, `vv`, `v3`.
///
/// ```
/// use bouton_values::is_value_name;
/// assert!(is_value_name("v2") && is_value_name("over") && !is_value_name("g") && !is_value_name("v2v"));
/// ```
pub fn is_value_name(word: &str) -> bool {
    is_downs(word)
        || is_loopy(word)
        || ["tiny", "miny"]
            .iter()
            .any(|name| word.eq_ignore_ascii_case(name))
}

/// Whether a word is `v`, `vv`, `v3`: arrows down.
pub(super) fn is_downs(word: &str) -> bool {
    let arrows = word.trim_end_matches(|c: char| c.is_ascii_digit());
    arrows == "v" || !word.is_empty() && word.bytes().all(|b| b == b'v')
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
            '*' if self.0.take("*") => Token::Power,
            '*' | '∗' => return self.nimber(start),
            '/' => Token::Slash,
            '{' => Token::OpenBrace,
            '}' => Token::CloseBrace,
            '(' => Token::Open,
            ')' => Token::Close,
            ',' => Token::Comma,
            ';' => Token::Semicolon,
            ':' if self.0.take("=") => Token::Gets,
            ':' => Token::Colon,
            '.' if self.is_between_digits(start) => {
                let message = "expected brackets: a point between digits may be a decimal or a product; 1/2 times 5 is \
                               written (1/2).(5)";
                return Err(self.error(message, start));
            }
            '.' | '·' => Token::Dot,
            '+' if self.0.take("-") => Token::PlusMinus,
            // +_x and -_x are tiny and miny as books print them.
            '+' | '-' | '−' if self.comes_subscript() => {
                self.0.at += 1;
                if c == '+' { Token::Tiny } else { Token::Miny }
            }
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

    /// Whether the character at `start`, the last one read, has digits directly on both sides.
    fn is_between_digits(&self, start: usize) -> bool {
        let is_digit = |c: char| c.is_ascii_digit();
        self.0.text()[..start].ends_with(is_digit) && self.0.rest().starts_with(is_digit)
    }

    /// `n`, `n/d` or a decimal. Before a power, `n` alone: in `3/2**k` only 2 is raised.
    fn number(&mut self, start: usize) -> Result<Token, InputError> {
        let numerator = self.0.digits();
        if self.comes_digit('.') {
            return self.decimal(numerator, start);
        }
        let mut behind = self.0.clone();
        let is_quotient = self.comes_digit('/') && {
            behind.at += 1;
            behind.digits();
            behind.space();
            !behind.rest().starts_with("**")
        };
        let denominator = is_quotient.then(|| {
            self.0.at += 1;
            self.0.digits()
        });
        self.not_too_long(start)?;
        let number = Number::read(numerator, denominator);
        number.map(Token::Number).ok_or_else(|| {
            self.error("expected a number n or n/d with d a power of two, as every number of a short game is", start)
        })
    }

    /// Whether `_` is next, and the beginning of a value other than a name.
    fn comes_subscript(&self) -> bool {
        let behind = self.0.rest().strip_prefix('_');
        behind
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit() || "{(".contains(c)))
    }

    /// Whether this sign is next, and a digit directly behind it.
    fn comes_digit(&self, sign: char) -> bool {
        let behind = self.0.rest().strip_prefix(sign);
        behind.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    }

    fn decimal(&mut self, whole: &str, start: usize) -> Result<Token, InputError> {
        self.0.at += 1;
        let fraction = self.0.digits();
        self.not_too_long(start)?;
        let text = &self.0.text()[start..self.0.at];
        if self.0.rest().starts_with('.') {
            let message = format!(
                "expected brackets: the second point may be a product, which is written ({text}).G"
            );
            return Err(self.error(&message, start));
        }
        Number::decimal(whole, fraction)
            .map(Token::Number)
            .ok_or_else(|| {
                let message =
                    format!("expected a number with a power of two below, like 1/2; found {text}");
                self.error(&message, start)
            })
    }

    fn not_too_long(&self, start: usize) -> Result<(), InputError> {
        if self.0.at - start <= MOST_DIGITS {
            return Ok(());
        }
        let message = format!("expected a number of at most {MOST_DIGITS} digits");
        Err(self.error(&message, start))
    }

    fn nimber(&mut self, start: usize) -> Result<Token, InputError> {
        let n = match self.0.digits() {
            "" => Ok(1),
            digits => digits.parse(),
        };
        let expected = "expected a nimber of at most 64 bits";
        n.map(Token::Nimber)
            .map_err(|_| self.error(expected, start))
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
        if is_downs(name) {
            let downs = name.trim_end_matches(|c: char| c.is_ascii_digit());
            return match name[downs.len()..].parse() {
                Ok(times) => Ok(Token::Ups(-i64::abs(times))),
                Err(_) if downs == name => self.ups(start, name.len() as i64, true),
                Err(_) => Err(self.error("expected a number of arrows of at most 64 bits", start)),
            };
        }
        Ok(match name {
            _ if name.eq_ignore_ascii_case("tiny") => Token::Tiny,
            _ if name.eq_ignore_ascii_case("miny") => Token::Miny,
            _ => Token::Name(name.to_owned()),
        })
    }
}
