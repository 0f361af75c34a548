use super::{Code, Constraint, Digit};
use std::num::NonZero;
use std::str::FromStr;

use crate::cursor::Cursor;
use crate::notation::InputError;

impl Code {
    /// Reads an octal code: `0.77`, `.137`, `4.007`, `0.[3]`.
    ///
    /// # Errors
    /// An error with the place; for a digit above 7 it suggests a hexadecimal code.
    pub fn octal(text: &str) -> Result<Self, InputError> {
        Reader::new(text, Dialect::Octal).code()
    }

    /// Reads a hexadecimal code: `0.3F`, `.8`, `0.[7]`.
    ///
    /// # Errors
    /// An error that says what was expected and where.
    pub fn hexadecimal(text: &str) -> Result<Self, InputError> {
        Reader::new(text, Dialect::Hexadecimal).code()
    }

    /// Reads a take-and-break code in the grammar of CGSuite: `4!.0`, `{2+}=.0`, `0.*`, `0.&200;`.
    ///
    /// # Errors
    /// An error that says what was expected and where; digits that add tokens to a heap are refused.
    pub fn take_and_break(text: &str) -> Result<Self, InputError> {
        Reader::new(text, Dialect::TakeAndBreak).code()
    }
}

/// Reads the text that [`Code`]'s `Display` writes, and the names `nim`, `kayles`, `dawson-kayles`, `dawson-chess`,
/// `crosses`, `grundy`, `couples-are-forever`, `subtraction:1,2`, `all-but:1,2`, `octal:0.77`, `hex:0.3F`,
/// `take-and-break:4!.0`; without a name a take-and-break code.
impl FromStr for Code {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        let Some((name, rest)) = text.split_once(':') else {
            return match text {
                "grundy" => Ok(Code::grundy()),
                "nim" => Code::octal("0.[3]"),
                "kayles" => Code::octal("0.77"),
                "dawson-kayles" => Code::octal("0.07"),
                "dawson-chess" | "crosses" => Code::octal("0.137"),
                "couples-are-forever" => Ok(Code::couples_are_forever()),
                _ => Code::take_and_break(text),
            };
        };
        let code = match name {
            "octal" => Code::octal(rest),
            "hex" => Code::hexadecimal(rest),
            "take-and-break" => Code::take_and_break(rest),
            "subtraction" => numbers(rest).map(Code::subtraction),
            "all-but" => numbers(rest).map(Code::all_but),
            _ => {
                let message = format!(
                    "expected octal, hex, take-and-break, subtraction or all-but before the colon, found {name:?}"
                );
                return Err(InputError::new(message, text, 0..name.len()));
            }
        };
        code.map_err(|error| error.within(text, name.len() + 1))
    }
}

/// The largest element of a set of excluded numbers: the code lists every number below it.
const LARGEST_LISTED: u64 = 1 << 24;

/// Positive numbers separated by commas.
fn numbers(text: &str) -> Result<Vec<NonZero<u64>>, InputError> {
    let mut start = 0;
    text.split(',')
        .map(|word| {
            let span = start..start + word.len();
            start = span.end + 1;
            let listed = word
                .trim()
                .parse::<NonZero<u64>>()
                .ok()
                .filter(|number| number.get() <= LARGEST_LISTED);
            listed.ok_or_else(|| {
                let message =
                    format!("expected a number from 1 to {LARGEST_LISTED}, found {word:?}");
                InputError::new(message, text, span)
            })
        })
        .collect()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Dialect {
    Octal,
    Hexadecimal,
    TakeAndBreak,
}

impl Dialect {
    fn base(self) -> u32 {
        match self {
            Dialect::Octal => 8,
            Dialect::Hexadecimal => 16,
            Dialect::TakeAndBreak => 32,
        }
    }

    fn digit_is_expected(self) -> &'static str {
        match self {
            Dialect::Octal => "an octal digit (0 to 7)",
            Dialect::Hexadecimal => "a hexadecimal digit (0 to 9, A to F)",
            Dialect::TakeAndBreak => "a digit (0 to 9, A to V, `&N;`, `*` or `{…}`)",
        }
    }
}

struct Reader<'t> {
    cursor: Cursor<'t>,
    dialect: Dialect,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str, dialect: Dialect) -> Self {
        let cursor = Cursor::new(text);
        Self { cursor, dialect }
    }

    fn code(mut self) -> Result<Code, InputError> {
        let mut digits = vec![self.digit_zero()?];
        let mut repeating_from = None;
        while let Some(character) = self.cursor.peek() {
            match character {
                '[' if repeating_from.is_none() => {
                    self.cursor.at += 1;
                    repeating_from = Some((digits.len(), self.cursor.at));
                }
                ']' => return self.close(digits, repeating_from),
                _ => digits.push(self.digit()?),
            }
        }
        if let Some((_, open)) = repeating_from {
            return Err(self.cursor.error(
                open - 1..open,
                "this bracket is never closed: expected `]` at the end",
            ));
        }
        if digits.len() == 1 {
            return Err(self.expected(&format!(
                "{} after the point",
                self.dialect.digit_is_expected()
            )));
        }
        Ok(Code::from_digits(digits, 0))
    }

    /// The digit before the point: the moves that take nothing and must split the heap.
    fn digit_zero(&mut self) -> Result<Digit, InputError> {
        if self.cursor.peek().is_none() {
            return Err(self.expected("a code such as 0.77"));
        }
        let start = self.cursor.at;
        let digit = if self.cursor.peek() == Some('.') {
            Digit::ZERO
        } else {
            self.digit()?
        };
        let span = start..self.cursor.at;
        match self.cursor.peek() {
            Some('.') => self.cursor.at += 1,
            Some(found) if !self.wide() && "!?=".contains(found) => {
                return Err(self.wrong_digit(found));
            }
            Some(_) if self.cursor.rest().contains('.') => {
                let message = "expected a point after the first digit: a code has one digit before the point, \
                               for taking nothing, and no move adds tokens to a heap";
                return Err(self
                    .cursor
                    .error(self.cursor.at..self.cursor.at + 1, message));
            }
            _ => return Err(self.expected("a point after the first digit, as in 0.77")),
        }
        if digit.constraint(0).is_some() || digit.constraint(1).is_some() {
            let message = "the digit before the point is for taking nothing, so it must leave two or more heaps: \
                           expected 0, 4 or the like";
            return Err(self.cursor.error(span, message));
        }
        Ok(digit)
    }

    fn close(
        self,
        digits: Vec<Digit>,
        repeating_from: Option<(usize, usize)>,
    ) -> Result<Code, InputError> {
        let end = self.cursor.at + 1;
        let Some((from, _)) = repeating_from else {
            return Err(self
                .cursor
                .error(self.cursor.at..end, "found `]` without a `[` before it"));
        };
        if from == digits.len() {
            let expected = format!(
                "expected {} between the brackets",
                self.dialect.digit_is_expected()
            );
            return Err(self.cursor.error(self.cursor.at..end, expected));
        }
        if end < self.cursor.text().len() {
            return Err(self.cursor.error(
                end..self.cursor.text().len(),
                "expected nothing after the digits that repeat",
            ));
        }
        let repeating = digits.len() - from;
        Ok(Code::from_digits(digits, repeating))
    }

    fn digit(&mut self) -> Result<Digit, InputError> {
        match self.cursor.peek() {
            Some('*') if self.wide() => self.any_number(),
            Some('{') if self.wide() => self.list(),
            Some('&') if self.wide() => self.escaped(),
            Some(character) if character.is_digit(self.dialect.base()) => {
                self.cursor.at += 1;
                let bits = character.to_digit(self.dialect.base()).unwrap_or(0);
                Ok(self.constrained(u64::from(bits)))
            }
            Some(character) => Err(self.wrong_digit(character)),
            None => Err(self.expected(self.dialect.digit_is_expected())),
        }
    }

    fn any_number(&mut self) -> Result<Digit, InputError> {
        self.cursor.at += 1;
        let constraint = self.mark().unwrap_or(Constraint::Any);
        Ok(Digit::new((0..=3).map(|heaps| (heaps, constraint))).or_more(constraint))
    }

    /// `{0,2!,3+}`: numbers of heaps, each with a mark of its own, or one mark after the brace for all.
    fn list(&mut self) -> Result<Digit, InputError> {
        let open = self.cursor.at;
        self.cursor.at += 1;
        let mut allowed = vec![self.listed()?];
        let mut more = false;
        loop {
            match self.cursor.peek() {
                Some(',') => {
                    self.cursor.at += 1;
                    allowed.push(self.listed()?);
                }
                Some('+') if !more => {
                    self.cursor.at += 1;
                    more = true;
                    if self.cursor.peek() != Some('}') {
                        return Err(self.expected("`}` after `+`"));
                    }
                }
                Some('}') => break,
                Some(_) => return Err(self.expected("`,`, `+` or `}`")),
                None => {
                    return Err(self
                        .cursor
                        .error(open..open + 1, "this brace is never closed: expected `}`"));
                }
            }
        }
        self.cursor.at += 1;
        let close = self.cursor.at;
        if let Some(common) = self.mark() {
            if allowed.iter().any(|(_, own)| own.is_some()) {
                let message =
                    "a mark after the brace is for lists whose numbers have no marks of their own";
                return Err(self.cursor.error(close..self.cursor.at, message));
            }
            allowed.iter_mut().for_each(|(_, own)| *own = Some(common));
        }
        allowed.sort_by_key(|&(heaps, _)| heaps);
        let constraint = |own: Option<Constraint>| own.unwrap_or(Constraint::Any);
        let last = allowed
            .last()
            .map_or(Constraint::Any, |&(_, own)| constraint(own));
        let digit = Digit::new(
            allowed
                .into_iter()
                .map(|(heaps, own)| (heaps, constraint(own))),
        );
        Ok(if more { digit.or_more(last) } else { digit })
    }

    fn listed(&mut self) -> Result<(usize, Option<Constraint>), InputError> {
        let heaps = self.number(63, "a number of heaps from 0 to 63")?;
        Ok((heaps as usize, self.mark()))
    }

    /// `&200;`: the bits of a digit as a decimal number.
    fn escaped(&mut self) -> Result<Digit, InputError> {
        self.cursor.at += 1;
        let bits = self.number(u64::MAX, "a decimal number")?;
        if self.cursor.peek() != Some(';') {
            return Err(self.expected("`;` after the number"));
        }
        self.cursor.at += 1;
        Ok(self.constrained(bits))
    }

    fn number(&mut self, most: u64, what: &str) -> Result<u64, InputError> {
        let start = self.cursor.at;
        let word = self.cursor.digits();
        if word.is_empty() {
            return Err(self.expected(what));
        }
        let number = word.parse().ok().filter(|&number| number <= most);
        number.ok_or_else(|| {
            self.cursor.error(
                start..self.cursor.at,
                format!("expected {what}, found {word}"),
            )
        })
    }

    fn constrained(&mut self, bits: u64) -> Digit {
        let constraint = if self.wide() { self.mark() } else { None }.unwrap_or(Constraint::Any);
        Digit::new(
            (0..64)
                .filter(|heaps| bits >> heaps & 1 == 1)
                .map(|heaps| (heaps, constraint)),
        )
    }

    fn mark(&mut self) -> Option<Constraint> {
        let constraint = match self.cursor.peek()? {
            '!' => Constraint::AllUnequal,
            '?' => Constraint::SomeUnequal,
            '=' => Constraint::AllEqual,
            _ => return None,
        };
        self.cursor.at += 1;
        Some(constraint)
    }

    fn wide(&self) -> bool {
        self.dialect == Dialect::TakeAndBreak
    }

    fn wrong_digit(&self, found: char) -> InputError {
        let span = self.cursor.at..self.cursor.at + found.len_utf8();
        let expected = self.dialect.digit_is_expected();
        let message = match self.dialect {
            Dialect::Octal if found.is_ascii_hexdigit() => format!(
                "expected {expected}, found {found:?}: a code with digits above 7 is hexadecimal, write hex:{}",
                self.cursor.text()
            ),
            Dialect::Octal | Dialect::Hexadecimal if "!?=*{&".contains(found) => format!(
                "expected {expected}, found {found:?}: constraints belong to take-and-break:{}",
                self.cursor.text()
            ),
            _ => format!("expected {expected}, found {found:?}"),
        };
        self.cursor.error(span, message)
    }

    fn expected(&self, what: &str) -> InputError {
        let found = self.cursor.peek();
        let found = found.map_or("the end".into(), |found| format!("{found:?}"));
        let message = format!("expected {what}, found {found}");
        self.cursor.error(self.cursor.here(), message)
    }
}
