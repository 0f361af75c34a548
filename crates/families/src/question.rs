//! [`comparisons`]: the comparisons of values in a question.

use std::ops::Range;

use bouton_automata::{AskError, Name, SyntaxError};
use bouton_core::{Cursor, Limits};
use bouton_values::{Arena, Relation};

use crate::ask::too_large;
use crate::formula::{Formula, Linear, Number, Power, UNIT};
use crate::powers::constant;
use crate::word_values::{Tree, tree};

const RELATIONS: [(&str, Relation); 7] = [
    ("<>", Relation::Confused),
    ("<=", Relation::AtMost),
    (">=", Relation::AtLeast),
    ("!=", Relation::Unequal),
    ("<", Relation::Less),
    (">", Relation::More),
    ("=", Relation::Equal),
];

/// A sum of values of the family and of other games, with factors.
#[derive(Debug, Default)]
pub(crate) struct Expression {
    /// Exponents of members of the family.
    pub(crate) members: Vec<(i64, Vec<Linear>)>,
    pub(crate) parts: Vec<(i64, Formula)>,
}

/// A chain of comparisons, at least one of them about a value of the family.
#[derive(Debug)]
pub(crate) struct Comparison {
    /// Its bytes in the text.
    pub(crate) place: Range<usize>,
    /// The variables of its expressions.
    pub(crate) names: Vec<Name>,
    pub(crate) sides: Vec<Expression>,
    pub(crate) relations: Vec<Relation>,
}

/// The word that begins a value of the family.
const VALUE: &str = "value";
/// The largest number that is read, and the largest factor of a value.
const LARGEST: i64 = 1 << 20;
const MOST_TIMES: i64 = 8;
/// Games of numbers are nested at most so deep.
const DEEPEST: usize = 6;

/// The comparisons of values in a question about a family with this many exponents.
pub(crate) fn comparisons(
    text: &str,
    exponents: usize,
    limits: &Limits,
) -> Result<Vec<Comparison>, AskError> {
    let mut found = Vec::new();
    for place in stretches(text) {
        let mut cursor = Cursor::new(&text[..place.end]);
        cursor.at = place.start;
        let mut reader = Reader {
            cursor,
            names: Vec::new(),
            exponents,
            limits,
        };
        found.push(reader.comparison(place)?);
    }
    Ok(found)
}

/// The parts of a text between connectives, quantifiers and parentheses in which `value(` occurs.
fn stretches(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let (mut start, mut at, mut has_value) = (0, 0, false);
    let mut end = |start: usize, end: usize, has_value: bool| {
        let inner = &text[start..end];
        let from = start + inner.len() - inner.trim_start().len();
        if has_value {
            found.push(from..from + inner.trim().len());
        }
    };
    while at < bytes.len() {
        let rest = &text[at..];
        let connective = ["<=>", "=>"]
            .into_iter()
            .find(|sign| rest.starts_with(sign));
        if let Some(sign) = connective {
            end(start, at, has_value);
            at += sign.len();
            (start, has_value) = (at, false);
        } else if b"&|~:()".contains(&bytes[at]) {
            end(start, at, has_value);
            at += 1;
            (start, has_value) = (at, false);
        } else if rest.starts_with("^(") {
            at = closed(bytes, at + 1, b'(', b')');
        } else if bytes[at] == b'{' {
            at = closed(bytes, at, b'{', b'}');
        } else if bytes[at].is_ascii_alphabetic() {
            let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"_'".contains(byte);
            let length = bytes[at..].iter().take_while(|byte| is_name(byte)).count();
            let name = &text[at..at + length];
            at += length;
            let space = bytes[at..].iter().take_while(|byte| **byte == b' ').count();
            if bytes.get(at + space) == Some(&b'(') {
                has_value |= name == VALUE;
                at = closed(bytes, at + space, b'(', b')');
            }
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    end(start, bytes.len(), has_value);
    found
}

/// The place behind the bracket that closes the one at `from`.
fn closed(bytes: &[u8], from: usize, open: u8, close: u8) -> usize {
    let mut depth = 0;
    for (at, byte) in bytes.iter().enumerate().skip(from) {
        depth += i32::from(*byte == open);
        depth -= i32::from(*byte == close);
        if depth == 0 {
            return at + 1;
        }
    }
    bytes.len()
}

/// Reads a comparison of values.
struct Reader<'t> {
    /// In the text up to its end.
    cursor: Cursor<'t>,
    names: Vec<Name>,
    /// The number of exponents of the family.
    exponents: usize,
    limits: &'t Limits,
}

type Read<T> = Result<T, AskError>;

impl Reader<'_> {
    fn comparison(&mut self, place: Range<usize>) -> Read<Comparison> {
        let mut sides = vec![self.expression()?];
        let mut relations = Vec::new();
        loop {
            self.cursor.space();
            let rest = self.cursor.rest();
            let found = RELATIONS.iter().find(|(sign, _)| rest.starts_with(sign));
            match found {
                Some((sign, relation)) => {
                    self.cursor.at += sign.len();
                    relations.push(*relation);
                    sides.push(self.expression()?);
                }
                None if rest.is_empty() && !relations.is_empty() => {
                    return Ok(Comparison {
                        place,
                        names: std::mem::take(&mut self.names),
                        sides,
                        relations,
                    });
                }
                None => return Err(self.expected("<=, <, =, !=, >, >= or <>")),
            }
        }
    }

    fn expected(&self, what: &str) -> AskError {
        let found: String = self.cursor.rest().trim_start().chars().take(12).collect();
        let found = match found.as_str() {
            "" => "the end".to_owned(),
            found => format!("`{found}`"),
        };
        AskError::Syntax(SyntaxError {
            at: self.cursor.at,
            message: format!("expected {what}, found {found}"),
        })
    }

    fn takes_needed(&mut self, sign: &str) -> Read<()> {
        match self.cursor.comes(sign) {
            true => Ok(()),
            false => Err(self.expected(&format!("`{sign}`"))),
        }
    }

    /// A sum of values.
    fn expression(&mut self) -> Read<Expression> {
        let mut sum = Expression::default();
        let mut sign = if self.cursor.comes("-") { -1 } else { 1 };
        loop {
            self.item(sign, &mut sum)?;
            sign = if self.cursor.comes("+") {
                1
            } else if self.cursor.comes("-") {
                -1
            } else {
                return Ok(sum);
            };
        }
    }

    fn item(&mut self, sign: i64, sum: &mut Expression) -> Read<()> {
        self.cursor.space();
        if self.cursor.rest().starts_with('{') {
            let game = self.game()?;
            sum.parts.push((sign, game));
            return Ok(());
        }
        if self.cursor.comes("*") {
            let star = self.digits()?.unwrap_or(1);
            let star = u32::try_from(star).ok().filter(|star| *star < 64);
            let star = star.ok_or_else(|| self.expected("a nimber below *64"))?;
            let (number, ups) = (Number::default(), Linear::default());
            sum.parts.push((1, Formula::Sum { number, ups, star }));
            return Ok(());
        }
        if self.cursor.comes("up(") {
            let ups = self.whole()?;
            self.takes_needed(")")?;
            let (number, star) = (Number::default(), 0);
            sum.parts.push((sign, Formula::Sum { number, ups, star }));
            return Ok(());
        }
        if let Some(number) = self.power()? {
            sum.parts.push((sign, number.into()));
            return Ok(());
        }
        let begin = self.cursor.at;
        let factor = self.digits()?;
        let factor_end = self.cursor.at;
        if factor.is_some() {
            self.cursor.comes("*");
        }
        if self.is_value() {
            let times = factor.unwrap_or(1);
            if times > MOST_TIMES {
                self.cursor.at = begin;
                return Err(self.expected(&format!("at most {MOST_TIMES} times a value")));
            }
            let exponents = self.member()?;
            sum.members.push((sign * times, exponents));
            return Ok(());
        }
        self.cursor.at = if factor.is_some() { begin } else { factor_end };
        let number = Number::from(self.term()?);
        sum.parts.push((sign, number.into()));
        Ok(())
    }

    /// Whether a value of the family is next.
    fn is_value(&mut self) -> bool {
        self.cursor.space();
        let after = self.cursor.rest().strip_prefix(VALUE);
        after.is_some_and(|after| after.trim_start().starts_with('('))
    }

    /// The exponents of a value of the family.
    fn member(&mut self) -> Read<Vec<Linear>> {
        self.cursor.at += VALUE.len();
        self.takes_needed("(")?;
        let begin = self.cursor.at;
        let mut exponents = Vec::new();
        while !self.cursor.comes(")") {
            if !exponents.is_empty() {
                self.takes_needed(",")?;
            }
            exponents.push(self.whole()?);
        }
        if exponents.len() != self.exponents {
            self.cursor.at = begin;
            let expected = format!("as many exponents as the pattern has ({})", self.exponents);
            return Err(self.expected(&expected));
        }
        Ok(exponents)
    }

    fn digits(&mut self) -> Read<Option<i64>> {
        self.cursor.space();
        let begin = self.cursor.at;
        let digits = self.cursor.digits();
        if digits.is_empty() {
            return Ok(None);
        }
        let number = digits.parse().ok().filter(|number| *number <= LARGEST);
        if number.is_none() {
            self.cursor.at = begin;
            return Err(self.expected(&format!("numbers up to {LARGEST}")));
        }
        Ok(number)
    }

    /// A sum of numbers and multiples of variables.
    fn linear(&mut self) -> Read<Linear> {
        let mut sum = Linear::default();
        let mut sign = if self.cursor.comes("-") { -1 } else { 1 };
        loop {
            sum = sum.plus(&self.term()?, sign);
            sign = if self.cursor.comes("+") {
                1
            } else if self.cursor.comes("-") {
                -1
            } else {
                return Ok(sum);
            };
        }
    }

    /// The same with whole coefficients.
    fn whole(&mut self) -> Read<Linear> {
        self.cursor.space();
        let begin = self.cursor.at;
        let sum = self.linear()?;
        let is_whole = |part: &i64| part % UNIT == 0;
        if is_whole(&sum.constant) && sum.parts.iter().all(is_whole) {
            return Ok(sum);
        }
        self.cursor.at = begin;
        Err(self.expected("whole numbers"))
    }

    /// A multiple of a power of 1/2, `3/2**n` or `3/2**(n + 1)`, if one is next; `^` is read like `**`.
    fn power(&mut self) -> Read<Option<Number>> {
        let begin = self.cursor.at;
        let factor = self.digits()?;
        let is_power = self.cursor.comes("/2**") || self.cursor.comes("/2^");
        let (Some(factor), true) = (factor, is_power) else {
            self.cursor.at = begin;
            return Ok(None);
        };
        let exponent = if self.cursor.comes("(") {
            let exponent = self.whole()?;
            self.takes_needed(")")?;
            exponent
        } else {
            self.term()?
        };
        Ok(Some(Number {
            linear: Linear::default(),
            powers: vec![Power { factor, exponent }],
        }))
    }

    /// A number like 3 or 3/4, a variable, or a multiple of one.
    fn term(&mut self) -> Read<Linear> {
        let factor = self.digits()?;
        let mut units = factor.unwrap_or(1) * UNIT;
        if factor.is_some() && self.cursor.comes("/") {
            let by = self.digits()?.filter(|by| *by > 0 && UNIT % by == 0);
            units /= by.ok_or_else(|| self.expected(&format!("a divisor of {UNIT}")))?;
        }
        let end = self.cursor.at;
        let is_product = factor.is_some() && self.cursor.comes("*");
        self.cursor.space();
        let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"_'".contains(byte);
        let rest = self.cursor.rest();
        let length = rest.bytes().take_while(|byte| is_name(byte)).count();
        let is_variable = rest.starts_with(|c: char| c.is_ascii_alphabetic());
        let is_call = rest[length..].trim_start().starts_with('(');
        if is_variable && !is_call {
            self.cursor.at += length;
            let name = &rest[..length];
            let known = self.names.iter().position(|known| &**known == name);
            let at = known.unwrap_or(self.names.len());
            if known.is_none() {
                self.names.push(name.into());
            }
            let mut parts = vec![0; at + 1];
            parts[at] = units;
            return Ok(Linear { parts, constant: 0 });
        }
        match factor {
            Some(_) if !is_product => {
                self.cursor.at = end;
                Ok(Linear::units(units))
            }
            _ => Err(self.expected("a value, a number or a variable")),
        }
    }

    /// A game of numbers, in its canonical form.
    fn game(&mut self) -> Read<Formula> {
        let begin = self.cursor.at;
        let mut arena = Arena::new();
        let mut meter = self.limits.meter();
        let value = self.options(&mut arena, &mut meter, DEEPEST)?;
        let tree = tree(&mut arena, value, &mut meter, DEEPEST)?;
        let game = tree.map(|tree| formula(&tree));
        self.cursor.at = if game.is_none() {
            begin
        } else {
            self.cursor.at
        };
        game.ok_or(AskError::Syntax(too_large(begin)))
    }

    fn options(
        &mut self,
        arena: &mut Arena,
        meter: &mut bouton_core::Meter<'_>,
        depth: usize,
    ) -> Read<bouton_values::Value> {
        if !self.cursor.comes("{") {
            let sign = if self.cursor.comes("-") { -1 } else { 1 };
            let number = self.digits()?;
            let number = number.ok_or_else(|| self.expected("a number or { | }"))?;
            let mut below = 1;
            if self.cursor.comes("/") {
                let by = self.digits()?.filter(|by| *by > 0 && UNIT % by == 0);
                below = by.ok_or_else(|| self.expected(&format!("a divisor of {UNIT}")))?;
            }
            let number =
                bouton_values::Number::ratio(sign * number, u64::from(below.trailing_zeros()));
            return Ok(arena.number(&number, meter)?);
        }
        if depth == 0 {
            return Err(self.expected("games that are nested less deeply"));
        }
        let mut sides = [Vec::new(), Vec::new()];
        for (side, end) in sides.iter_mut().zip(["|", "}"]) {
            while !self.cursor.comes(end) {
                if !side.is_empty() {
                    self.takes_needed(",")?;
                }
                side.push(self.options(arena, meter, depth - 1)?);
            }
        }
        let [left, right] = sides;
        Ok(arena.make(&left, &right, meter)?)
    }
}

/// The formula of a tree, which has no variables.
fn formula(tree: &Tree) -> Formula {
    match tree {
        Tree::Sum { number, ups, star } => Formula::Sum {
            number: constant(*number),
            ups: Linear::whole(Vec::new(), *ups),
            star: *star,
        },
        Tree::Options(left, right) => {
            let all = |list: &[Tree]| list.iter().map(formula).collect();
            Formula::Options(all(left), all(right))
        }
    }
}
