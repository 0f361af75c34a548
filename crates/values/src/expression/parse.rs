//! The parser. It is not recursive: open constructs are on a stack, and parts come before the constructs that contain them.
//!
//! A star in front of a value multiplies, `3*g`; with a number directly behind it, it is a nimber, `*3`; anything else ends
//! it, `2* - 1`. A text that people could read both ways is refused.
//!
//! A dot is the Norton product, unless it is followed by a function that lacks one value: then it is a property of the
//! value before the dot, as in `g.Mean` and `g.Cool(1)`.

use std::ops::Range;

use bouton_core::{InputError, Meter};

use super::Fault;
use super::functions::{Function, hint as function_hint};
use super::token::{Arrow, Token, is_loopy, is_value_name, tokens};
use crate::number::Number;
use crate::order::Relation;

mod brackets;

/// A part of a calculation, by its place among the parts.
pub(super) type PartId = usize;

/// The kind of a part; its components come before it.
#[derive(Clone, Debug)]
pub(super) enum Part {
    Number(Number),
    Nimber(u64),
    Ups(i64),
    Arrow(Arrow),
    Name(String),
    /// A loopy value with a standard name.
    Loopy(String),
    /// A move that returns to the braces around it.
    Pass,
    /// A move to the braces further out with this number.
    Again(usize),
    Game(Vec<PartId>, Vec<PartId>),
    /// A game whose options may refer to it by name.
    Cycle(usize, Vec<PartId>, Vec<PartId>),
    /// A game whose form is kept.
    Form(Vec<PartId>, Vec<PartId>),
    PlusMinus(Vec<PartId>),
    Unary(Unary, PartId),
    Binary(Binary, PartId, PartId),
    Call(Function, Vec<PartId>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unary {
    Minus,
    PlusMinus,
    Tiny,
    Miny,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Binary {
    Relation(Relation),
    /// Onside and offside, `s & t`.
    Sides,
    Plus,
    Minus,
    Ordinal,
    Norton,
    /// n copies of a value, or the product of two numbers.
    Times,
    /// Two parts written next to each other.
    Together,
    /// The quotient of two numbers.
    Over,
    /// An integer to the power of another.
    Power,
}

impl Binary {
    /// The precedence; a greater number binds more closely.
    fn closeness(self) -> u8 {
        match self {
            Self::Relation(_) => 0,
            Self::Sides => 1,
            Self::Plus | Self::Minus => 2,
            Self::Ordinal => 3,
            Self::Norton | Self::Times => 4,
            Self::Together => 5,
            Self::Over => 6,
            Self::Power => 7,
        }
    }

    /// Whether the left one of two such operators is applied first.
    fn left_first(self) -> bool {
        !matches!(self, Self::Norton | Self::Power)
    }
}

/// A statement: its parts with their places in the text, the last being the full expression, and the name that it defines.
#[derive(Debug, Default)]
pub(super) struct Statement {
    pub(super) parts: Vec<(Part, Range<usize>)>,
    pub(super) name: Option<String>,
}

/// An operator that waits for its operand.
#[derive(Clone, Debug)]
enum Waiting {
    Unary(Unary, usize),
    Binary(Binary),
}

/// An open construct, with the place where it begins.
#[derive(Debug)]
struct Open {
    what: Bracket,
    start: usize,
    /// The number of operands and operators below it, which belong to outer constructs.
    operands: usize,
    waiting: usize,
}

#[derive(Debug)]
enum Bracket {
    Statement,
    Parentheses,
    Call(Function, Vec<PartId>),
    Braces(Braces),
}

#[derive(Debug, Default)]
struct Braces {
    quoted: bool,
    plus_minus: bool,
    /// The name of the braces, and its number.
    name: Option<(String, usize)>,
    /// Lists that are complete, each with the slashes after it.
    lists: Vec<(Vec<PartId>, usize)>,
    list: Vec<PartId>,
    /// Whether an item is required: after a comma.
    comma: bool,
}

struct Parser<'t> {
    text: &'t str,
    tokens: Vec<(Token, Range<usize>)>,
    at: usize,
    statement: Statement,
    operands: Vec<PartId>,
    waiting: Vec<Waiting>,
    open: Vec<Open>,
    /// The number of named braces so far.
    named: usize,
}

pub(super) fn statements(text: &str, meter: &mut Meter) -> Result<Vec<Statement>, Fault> {
    // A token with its part takes some hundred bytes.
    meter.afford(400 * text.len() as u64)?;
    let tokens = tokens(text)?;
    meter.spend(tokens.len())?;
    let mut parser = Parser {
        text,
        tokens,
        at: 0,
        statement: Statement::default(),
        operands: Vec::new(),
        waiting: Vec::new(),
        open: Vec::new(),
        named: 0,
    };
    let mut all = Vec::new();
    while {
        all.push(parser.statement()?);
        parser.take(&Token::Semicolon) && *parser.token() != Token::End
    } {}
    match parser.token() {
        Token::End => Ok(all),
        _ => Err(parser.unexpected("an operator or the end").into()),
    }
}

impl Parser<'_> {
    fn token(&self) -> &Token {
        &self.tokens[self.at].0
    }

    fn span(&self) -> Range<usize> {
        self.tokens[self.at].1.clone()
    }

    fn take(&mut self, wanted: &Token) -> bool {
        let found = self.token() == wanted;
        self.at += usize::from(found);
        found
    }

    fn unexpected(&self, wanted: &str) -> InputError {
        let span = self.span();
        let found = match self.token() {
            Token::End => "the end".to_owned(),
            _ => format!("{:?}", &self.text[span.clone()]),
        };
        let hint = match self.token() {
            Token::Power => "; ** is a power of integers, and the sum of two stars is * + *",
            _ => "",
        };
        let message = format!("expected {wanted}, found {found}{hint}");
        InputError::new(message, self.text, span)
    }

    fn error(&self, message: impl Into<String>, span: Range<usize>) -> InputError {
        InputError::new(message, self.text, span)
    }

    fn statement(&mut self) -> Result<Statement, InputError> {
        let name = self.given_name()?;
        let start = self.span().start;
        self.open(Bracket::Statement, start);
        while !self.open.is_empty() {
            self.operand()?;
            self.after_operand()?;
        }
        let statement = std::mem::take(&mut self.statement);
        Ok(Statement { name, ..statement })
    }

    /// `let NAME =`, `NAME =` or `NAME :=`
    fn given_name(&mut self) -> Result<Option<String>, InputError> {
        let is_let = self.take(&Token::Name("let".into()));
        if !is_let && !self.comes_given_name() {
            return Ok(None);
        }
        let name = self.text[self.span()].to_owned();
        self.check_name(&name)?;
        self.at += 1;
        if self.take(&Token::Gets) || self.take(&Token::Relation(Relation::Equal)) {
            return Ok(Some(name));
        }
        Err(self.unexpected("\"=\""))
    }

    /// Whether a sign that gives a value follows the next token. `==` compares.
    fn comes_given_name(&self) -> bool {
        let is_word = is_word(&self.text[self.span()]);
        let sign = self.tokens.get(self.at + 1);
        sign.is_some_and(|(sign, span)| {
            *sign == Token::Gets || is_word && &self.text[span.clone()] == "="
        })
    }

    /// A name that stands for a value or a function cannot be given another meaning.
    fn check_name(&self, name: &str) -> Result<(), InputError> {
        let refused = self.unexpected("a name that is not taken");
        let meaning = if is_value_name(name) {
            "stands for a value"
        } else if Function::named(name).is_some() {
            "is a function"
        } else if is_word(name) && name != "let" {
            return Ok(());
        } else {
            return Err(refused);
        };
        let message = format!(
            "{}: it {meaning}; name this my_{name}, or compare by ==",
            refused.message()
        );
        Err(self.error(message, self.span()))
    }

    fn open(&mut self, what: Bracket, start: usize) {
        self.open.push(Open {
            what,
            start,
            operands: self.operands.len(),
            waiting: self.waiting.len(),
        });
    }

    fn top(&mut self) -> &mut Open {
        self.open.last_mut().expect("something is open")
    }

    fn add(&mut self, part: Part, span: Range<usize>) {
        self.statement.parts.push((part, span));
        self.operands.push(self.statement.parts.len() - 1);
    }

    /// Reads to the end of an operand. If a list of options may be empty, the operand may be missing.
    fn operand(&mut self) -> Result<(), InputError> {
        loop {
            let (token, span) = self.tokens[self.at].clone();
            if self.may_be_empty() && matches!(token, Token::Slashes(_) | Token::CloseBrace) {
                return Ok(());
            }
            self.at += 1;
            if let Some(function) = self.property(&token) {
                return self.call(function, Vec::new(), span.start);
            }
            if let Some(bracket) = self.bracket(&token)? {
                self.open(bracket, span.start);
            } else if let Some(sign) = sign(&token) {
                self.waiting.push(Waiting::Unary(sign, span.start));
            } else {
                let part = self.literal(token)?;
                self.add(part, span);
                self.apply_unary();
                return Ok(());
            }
        }
    }

    /// The construct that a token opens, with the token after it if two tokens open it.
    fn bracket(&mut self, token: &Token) -> Result<Option<Bracket>, InputError> {
        let braces = |quoted, plus_minus| {
            Bracket::Braces(Braces {
                quoted,
                plus_minus,
                ..Braces::default()
            })
        };
        Ok(match token {
            Token::Open => Some(Bracket::Parentheses),
            Token::OpenBrace => Some(braces(false, false)),
            Token::Quote if self.take(&Token::OpenBrace) => Some(braces(true, false)),
            Token::PlusMinus if self.take(&Token::OpenBrace) => Some(braces(false, true)),
            // A name before braces names a loop: `a{0||a|0}`.
            Token::Name(name) if !is_loopy(name) && self.take(&Token::OpenBrace) => {
                self.named += 1;
                Some(Bracket::Braces(Braces {
                    name: Some((name.clone(), self.named)),
                    ..Braces::default()
                }))
            }
            Token::Name(name) => match Function::named(name) {
                Some(function) if self.take(&Token::Open) => {
                    Some(Bracket::Call(function, Vec::new()))
                }
                Some(_) => return Err(self.unexpected(&format!("\"(\" after {name}"))),
                None => None,
            },
            _ => None,
        })
    }

    /// The function after a dot, if no argument list follows; the name is the last token taken.
    fn property(&self, token: &Token) -> Option<Function> {
        let Token::Name(name) = token else {
            return None;
        };
        let alone = !matches!(self.token(), Token::Open | Token::OpenBrace);
        Function::named(name).filter(|_| alone && self.is_after_dot())
    }

    /// Whether the next part, or the one just closed, comes directly after a dot.
    fn is_after_dot(&self) -> bool {
        let least = self.open.last().map_or(0, |open| open.waiting);
        let dot = |waiting: &Waiting| matches!(waiting, Waiting::Binary(Binary::Norton));
        self.waiting[least..].last().is_some_and(dot)
    }

    /// A part that is one token, the last one taken.
    fn literal(&mut self, token: Token) -> Result<Part, InputError> {
        Ok(match token {
            Token::Number(x) => Part::Number(x),
            Token::Nimber(n) => Part::Nimber(n),
            Token::Ups(n) => Part::Ups(n),
            Token::Arrow(arrow) => Part::Arrow(arrow),
            Token::Name(name) if name == "pass" => Part::Pass,
            Token::Name(name) if is_loopy(&name) => Part::Loopy(name),
            Token::Name(name) => match self.again(&name) {
                Some(number) => Part::Again(number),
                None if *self.token() == Token::Open => {
                    self.at -= 1;
                    let hint = function_hint(&name);
                    return Err(self.unexpected(&format!("a function{hint}")));
                }
                None => Part::Name(name),
            },
            _ => {
                self.at -= 1;
                return Err(self.unexpected("a value"));
            }
        })
    }

    /// The number of the open braces with this name.
    fn again(&self, name: &str) -> Option<usize> {
        self.open.iter().rev().find_map(|open| match &open.what {
            Bracket::Braces(Braces {
                name: Some((given, number)),
                ..
            }) if given == name => Some(*number),
            _ => None,
        })
    }

    /// Whether a list of options may be empty here.
    fn may_be_empty(&self) -> bool {
        let Some(open) = self.open.last() else {
            return false;
        };
        let idle = self.operands.len() == open.operands && self.waiting.len() == open.waiting;
        matches!(&open.what, Bracket::Braces(braces) if idle && !braces.comma)
    }

    /// Signs before an operand apply to it alone; but `-g.LeftStop` is -(g.LeftStop), and `-2**2` is -(2**2).
    fn apply_unary(&mut self) {
        let least = self.open.last().map_or(0, |open| open.waiting);
        while self.waiting.len() > least
            && let Some(Waiting::Unary(unary, start)) = self.waiting.last().cloned()
            && !(unary == Unary::Minus && (self.comes_property() || *self.token() == Token::Power))
        {
            self.waiting.pop();
            let operand = self.operands.pop().expect("an operand has been read");
            let end = self.statement.parts[operand].1.end;
            self.add(Part::Unary(unary, operand), start..end);
        }
    }

    fn comes_property(&self) -> bool {
        match (self.token(), self.tokens.get(self.at + 1)) {
            (Token::Dot, Some((Token::Name(name), _))) => Function::named(name).is_some(),
            _ => false,
        }
    }

    /// Continues until another operand is required, or nothing is open.
    fn after_operand(&mut self) -> Result<(), InputError> {
        loop {
            if let Some(binary) = self.binary()? {
                self.reduce(Some(binary));
                self.waiting.push(Waiting::Binary(binary));
                return Ok(());
            }
            self.reduce(None);
            if !self.close_or_go_on()? {
                return Ok(());
            }
            if self.open.is_empty() {
                return Ok(());
            }
        }
    }

    /// The next operator, if there is one.
    fn binary(&mut self) -> Result<Option<Binary>, InputError> {
        let token = self.token().clone();
        if self.may_be_empty() {
            return Ok(None);
        }
        let binary = match token {
            // These tokens begin the next operand.
            Token::PlusMinus => return Ok(Some(Binary::Plus)),
            Token::Nimber(_) => match self.star()? {
                Binary::Times => Binary::Times,
                together => return Ok(Some(together)),
            },
            part if part.is_part() => return Ok(Some(Binary::Together)),
            Token::Plus => Binary::Plus,
            Token::Minus => Binary::Minus,
            Token::Colon => Binary::Ordinal,
            Token::Dot => {
                self.check_point()?;
                Binary::Norton
            }
            Token::Slash => Binary::Over,
            Token::Power => Binary::Power,
            Token::Ampersand => Binary::Sides,
            Token::Relation(relation) => {
                self.check_relation()?;
                Binary::Relation(relation)
            }
            // In braces it separates options.
            Token::Slashes(2) if self.open.len() == 1 => {
                self.check_relation()?;
                Binary::Relation(Relation::Confused)
            }
            // `1over` is 1 + over.
            Token::Name(name) if is_loopy(&name) => return Ok(Some(Binary::Together)),
            _ => return Ok(None),
        };
        self.at += 1;
        Ok(Some(binary))
    }

    /// The meaning of a star behind an operand: times, or the nimber is added. A text that could be both is refused.
    fn star(&self) -> Result<Binary, InputError> {
        let (before, star) = (&self.tokens[self.at - 1], self.span());
        let (next, after) = &self.tokens[self.at + 1];
        let is_spaced = before.1.end < star.start;
        let both = |sum: &str, product: &str| {
            let message = format!(
                "expected brackets or spaces, found a star that could be read both ways: the sum is written {sum}, the product {product}"
            );
            Err(self.error(message, star.clone()))
        };
        if self.text[star.clone()].ends_with(|c: char| c.is_ascii_digit()) {
            let is_part = before.0.is_part() || matches!(before.0, Token::Number(_));
            return match is_part && !is_spaced {
                true => Ok(Binary::Together),
                false => both("G + *2", "2*G or G * 2"),
            };
        }
        if next.begins_value() {
            return Ok(Binary::Times);
        }
        let is_sign = matches!(next, Token::Minus | Token::PlusMinus);
        if !is_sign || !is_spaced && star.end < after.start {
            return Ok(Binary::Together);
        }
        let operand = &self.tokens[(self.at + 2).min(self.tokens.len() - 1)].1;
        match is_spaced && star.end < after.start && after.end == operand.start {
            true => Ok(Binary::Times),
            false => both("G* - 1", "G * (-1)"),
        }
    }

    /// A point with spaces between two numbers is no decimal, and hardly a product.
    fn check_point(&self) -> Result<(), InputError> {
        let is_number = |at: usize| matches!(self.tokens[at].0, Token::Number(_));
        if is_number(self.at - 1) && is_number(self.at + 1) {
            let message =
                "expected brackets: n times a number is written n.(5), a decimal without spaces";
            return Err(self.error(message, self.span()));
        }
        Ok(())
    }

    /// A relation needs a complete value on both sides.
    fn check_relation(&self) -> Result<(), InputError> {
        let is_relation =
            |waiting: &Waiting| matches!(waiting, Waiting::Binary(Binary::Relation(_)));
        let alone = self.open.len() == 1 && !self.waiting.iter().any(is_relation);
        if alone {
            Ok(())
        } else {
            Err(self.unexpected("one relation between two whole values"))
        }
    }

    /// Applies the operators of the open construct that come before `next`.
    fn reduce(&mut self, next: Option<Binary>) {
        let least = self.open.last().map_or(0, |open| open.waiting);
        while self.waiting.len() > least {
            let Some(Waiting::Binary(binary)) = self.waiting.last().cloned() else {
                // A sign waits for a property, or a product.
                if next.is_some_and(|next| next.closeness() >= Binary::Norton.closeness()) {
                    return;
                }
                self.apply_unary();
                continue;
            };
            let comes_first = next.is_none_or(|next| {
                binary.closeness() > next.closeness()
                    || binary.closeness() == next.closeness() && binary.left_first()
            });
            if !comes_first {
                return;
            }
            self.waiting.pop();
            let right = self.operands.pop().expect("an operator has two operands");
            let left = self.operands.pop().expect("an operator has two operands");
            let span = self.statement.parts[left].1.start..self.statement.parts[right].1.end;
            self.add(Part::Binary(binary, left, right), span);
        }
    }
}

fn is_word(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// A sign before an operand.
fn sign(token: &Token) -> Option<Unary> {
    Some(match token {
        Token::Minus => Unary::Minus,
        Token::PlusMinus => Unary::PlusMinus,
        Token::Tiny => Unary::Tiny,
        Token::Miny => Unary::Miny,
        _ => return None,
    })
}
