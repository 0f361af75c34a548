//! Reads formulas, with errors that point at their place.

use std::ops::Range;

use bouton_core::InputError;
use thiserror::Error;

use crate::formula::{Comparison, Formula, Name, Term};

/// A syntax error: what was expected, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct SyntaxError {
    /// The byte at which the error begins.
    pub at: usize,
    /// The expected and the found text.
    pub message: String,
}

impl SyntaxError {
    /// The error in the text that was read.
    ///
    /// # Example
    /// ```
    /// let error = bouton_automata::parse("a + = b").unwrap_err().within("a + = b");
    /// assert_eq!(error.to_string(), "expected a number or a name, found `=`\n  a + = b\n      ^");
    /// ```
    pub fn within(&self, source: &str) -> InputError {
        let at = source.floor_char_boundary(self.at);
        let next = source[at..].chars().next().map_or(0, char::len_utf8);
        InputError::new(self.message.as_str(), source, at..at + next)
    }
}

/// The formula of a text.
///
/// # Errors
/// An error with the place where the text is not a formula.
pub fn parse(text: &str) -> Result<Formula, SyntaxError> {
    let mut reader = Reader::new(text, 0..text.len())?;
    let formula = reader.formula()?;
    reader.end()?;
    Ok(formula)
}

/// A piece of text, cut into words and signs, read from left to right.
#[derive(Clone, Debug)]
pub struct Reader<'t> {
    text: &'t str,
    tokens: Vec<Range<usize>>,
    end: usize,
    at: usize,
    depth: usize,
}

/// The signs of the language, longer ones first.
const SIGNS: [&str; 19] = [
    "<=>", "=>", "<=", ">=", "!=", "->", "<", ">", "=", "~", "&", "|", "(", ")", ",", ":", "+",
    "-", "*",
];

/// Formulas nested more deeply than this are refused, so that the stack suffices.
const DEEPEST: usize = 200;

impl<'t> Reader<'t> {
    /// A reader of a range of the text; errors count from the beginning of the text.
    ///
    /// # Errors
    /// If the text contains a character that no formula has.
    pub fn new(text: &'t str, range: Range<usize>) -> Result<Self, SyntaxError> {
        let mut tokens = Vec::new();
        let mut at = range.start;
        while at < range.end {
            let rest = &text[at..range.end];
            let first = rest
                .chars()
                .next()
                .expect("invariant: the range is not exhausted");
            let word = |belongs: fn(char) -> bool| rest.find(|c| !belongs(c)).unwrap_or(rest.len());
            let length = if first.is_whitespace() {
                at += first.len_utf8();
                continue;
            } else if first.is_ascii_digit() {
                word(|c| c.is_ascii_digit())
            } else if first.is_alphabetic() || first == '_' {
                word(|c| c.is_alphanumeric() || c == '_' || c == '\'')
            } else if first == ';' {
                1
            } else {
                let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign));
                sign.map(|sign| sign.len()).ok_or_else(|| SyntaxError {
                    at,
                    message: format!("expected a name, a number or a sign, found `{first}`"),
                })?
            };
            tokens.push(at..at + length);
            at += length;
        }
        Ok(Reader {
            text,
            tokens,
            end: range.end,
            at: 0,
            depth: 0,
        })
    }

    /// The next word or sign, empty at the end.
    pub fn peek(&self) -> &'t str {
        self.tokens
            .get(self.at)
            .map_or("", |range| &self.text[range.clone()])
    }

    /// The place where the next word or sign begins.
    pub fn place(&self) -> usize {
        self.tokens
            .get(self.at)
            .map_or(self.end, |range| range.start)
    }

    /// Skips the next word or sign if it is this one.
    pub fn take(&mut self, token: &str) -> bool {
        let found = self.peek() == token;
        self.at += usize::from(found);
        found
    }

    /// An error at the next word.
    pub fn error(&self, expected: &str) -> SyntaxError {
        let found = if self.peek().is_empty() {
            "the end".to_string()
        } else {
            format!("`{}`", self.peek())
        };
        SyntaxError {
            at: self.place(),
            message: format!("expected {expected}, found {found}"),
        }
    }

    /// Skips this word or sign.
    ///
    /// # Errors
    /// If something else follows.
    pub fn expect(&mut self, token: &str) -> Result<(), SyntaxError> {
        if self.take(token) {
            Ok(())
        } else {
            Err(self.error(&format!("`{token}`")))
        }
    }

    /// Checks that nothing is left.
    ///
    /// # Errors
    /// If something is left.
    pub fn end(&self) -> Result<(), SyntaxError> {
        if self.peek().is_empty() {
            Ok(())
        } else {
            Err(self.error("the end"))
        }
    }

    /// A name of a variable or predicate.
    ///
    /// # Errors
    /// If something else follows.
    pub fn name(&mut self) -> Result<Name, SyntaxError> {
        let word = self.peek();
        let starts_well = word.starts_with(|c: char| c.is_alphabetic() || c == '_');
        if !starts_well || ["A", "E", "mod", "true", "false"].contains(&word) {
            return Err(self.error("a name"));
        }
        self.at += 1;
        Ok(Name::from(word))
    }

    /// Names separated by commas.
    ///
    /// # Errors
    /// If something else follows.
    pub fn names(&mut self) -> Result<Vec<Name>, SyntaxError> {
        let mut names = vec![self.name()?];
        while self.take(",") {
            names.push(self.name()?);
        }
        Ok(names)
    }

    /// The longest formula that begins here.
    ///
    /// # Errors
    /// If none begins here.
    pub fn formula(&mut self) -> Result<Formula, SyntaxError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.error("a formula that is less deeply nested"));
        }
        let mut left = self.implication()?;
        while self.take("<=>") {
            left = Formula::Iff(Box::new(left), Box::new(self.implication()?));
        }
        self.depth -= 1;
        Ok(left)
    }

    fn implication(&mut self) -> Result<Formula, SyntaxError> {
        let mut premises = vec![self.disjunction()?];
        while self.take("=>") {
            premises.push(self.disjunction()?);
        }
        let conclusion = premises.pop().expect("invariant: one was pushed");
        Ok(premises
            .into_iter()
            .rev()
            .fold(conclusion, |after, before| {
                Formula::Or(vec![before.negated(), after])
            }))
    }

    fn disjunction(&mut self) -> Result<Formula, SyntaxError> {
        self.joined("|", Formula::Or, Self::conjunction)
    }

    fn conjunction(&mut self) -> Result<Formula, SyntaxError> {
        self.joined("&", Formula::And, Self::literal)
    }

    /// Parts with `sign` between them; one part alone is itself.
    fn joined(
        &mut self,
        sign: &str,
        of: fn(Vec<Formula>) -> Formula,
        part: fn(&mut Self) -> Result<Formula, SyntaxError>,
    ) -> Result<Formula, SyntaxError> {
        let mut parts = vec![part(self)?];
        while self.take(sign) {
            parts.push(part(self)?);
        }
        Ok(match parts.len() {
            1 => parts.remove(0),
            _ => of(parts),
        })
    }

    fn literal(&mut self) -> Result<Formula, SyntaxError> {
        let mut negations = 0;
        while self.take("~") {
            negations += 1;
        }
        let atom = self.atom()?;
        Ok(if negations % 2 == 1 {
            atom.negated()
        } else {
            atom
        })
    }

    fn atom(&mut self) -> Result<Formula, SyntaxError> {
        match self.peek() {
            "A" | "E" => self.quantified(),
            "true" | "false" => {
                let truth = self.take("true");
                self.at += usize::from(!truth);
                Ok(Formula::Constant(truth))
            }
            "(" => self.parenthesis(),
            _ if self
                .tokens
                .get(self.at + 1)
                .is_some_and(|next| &self.text[next.clone()] == "(") =>
            {
                self.member()
            }
            _ => self.comparison(),
        }
    }

    fn quantified(&mut self) -> Result<Formula, SyntaxError> {
        let all = self.take("A");
        self.at += usize::from(!all);
        let names = self.names()?;
        self.expect(":")?;
        let body = Box::new(self.formula()?);
        Ok(if all {
            Formula::ForAll(names, body)
        } else {
            Formula::Exists(names, body)
        })
    }

    /// A formula in parentheses, or a comparison whose first term begins with a parenthesis.
    fn parenthesis(&mut self) -> Result<Formula, SyntaxError> {
        let mut other = self.clone();
        match other.comparison() {
            Ok(formula) => {
                *self = other;
                Ok(formula)
            }
            Err(term_error) => {
                self.expect("(")?;
                let inside = self
                    .formula()
                    .and_then(|formula| self.expect(")").map(|()| formula));
                inside.map_err(|error| {
                    if error.at >= term_error.at {
                        error
                    } else {
                        term_error
                    }
                })
            }
        }
    }

    fn member(&mut self) -> Result<Formula, SyntaxError> {
        let place = self.tokens[self.at].clone();
        let name = self.name()?;
        self.expect("(")?;
        let mut arguments = vec![self.term()?];
        while self.take(",") {
            arguments.push(self.term()?);
        }
        self.expect(")")?;
        Ok(Formula::Member(name, arguments, place))
    }

    fn comparison(&mut self) -> Result<Formula, SyntaxError> {
        let mut left = self.term()?;
        let mut parts = Vec::new();
        while let Some(sign) = ["<=", ">=", "!=", "<", ">", "="]
            .into_iter()
            .find(|sign| *sign == self.peek())
        {
            self.at += 1;
            let right = self.term()?;
            let (a, b) = (left.clone(), right.clone());
            parts.push(match sign {
                "<=" => Formula::Compare(a, Comparison::AtMost, b),
                ">=" => Formula::Compare(b, Comparison::AtMost, a),
                "<" => Formula::Compare(a, Comparison::Less, b),
                ">" => Formula::Compare(b, Comparison::Less, a),
                "!=" if self.take("mod") => Formula::Congruent(a, b, self.modulus()?).negated(),
                "!=" => Formula::Compare(a, Comparison::Different, b),
                _ if self.take("mod") => Formula::Congruent(a, b, self.modulus()?),
                _ => Formula::Compare(a, Comparison::Equal, b),
            });
            left = right;
        }
        match parts.len() {
            0 => Err(self.error("a comparison")),
            1 => Ok(parts.remove(0)),
            _ => Ok(Formula::And(parts)),
        }
    }

    fn modulus(&mut self) -> Result<u64, SyntaxError> {
        match self.peek().parse::<u64>() {
            Ok(modulus) if (1..1 << 31).contains(&modulus) => {
                self.at += 1;
                Ok(modulus)
            }
            _ => Err(self.error("a number from 1 to 2147483647")),
        }
    }

    /// The longest term that begins here.
    ///
    /// # Errors
    /// If none begins here, or if it is not linear.
    pub fn term(&mut self) -> Result<Term, SyntaxError> {
        let mut times = if self.take("-") { -1 } else { 1 };
        let mut sum = Term::default();
        loop {
            let place = self.place();
            let part = self.product()?;
            let too_large = SyntaxError {
                at: place,
                message: "the coefficients leave 64 bits".to_string(),
            };
            sum = sum.plus(&part, times).ok_or(too_large)?;
            times = match self.peek() {
                "+" => 1,
                "-" => -1,
                _ => return Ok(sum),
            };
            self.at += 1;
        }
    }

    fn product(&mut self) -> Result<Term, SyntaxError> {
        let place = self.place();
        let mut value = self.factor()?;
        loop {
            let follows = self.take("*")
                || (value.coefficients.is_empty()
                    && self.peek().starts_with(char::is_alphabetic)
                    && self.peek() != "mod");
            if !follows {
                return Ok(value);
            }
            let right = self.factor()?;
            let (number, term) = if value.coefficients.is_empty() {
                (&value, &right)
            } else {
                (&right, &value)
            };
            if !number.coefficients.is_empty() {
                return Err(SyntaxError {
                    at: place,
                    message: "expected a multiple by a number, found a product of variables"
                        .to_string(),
                });
            }
            let too_large = SyntaxError {
                at: place,
                message: "the coefficients leave 64 bits".to_string(),
            };
            value = Term::default()
                .plus(term, number.constant)
                .ok_or(too_large)?;
        }
    }

    fn factor(&mut self) -> Result<Term, SyntaxError> {
        let word = self.peek();
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            let number = word
                .parse()
                .map_err(|_| self.error("a number below 2^63"))?;
            self.at += 1;
            return Ok(Term::constant(number));
        }
        if self.take("(") {
            self.depth += 1;
            if self.depth > DEEPEST {
                return Err(self.error("a term that is less deeply nested"));
            }
            let inner = self.term()?;
            self.depth -= 1;
            self.expect(")")?;
            return Ok(inner);
        }
        match self.name() {
            Ok(name) => Ok(Term::variable(&name)),
            Err(_) => Err(self.error("a number or a name")),
        }
    }
}
