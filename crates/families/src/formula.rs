//! [`Formula`]: a value for each choice of exponents, and the [`Case`]s in which it holds.

use std::fmt;

use bouton_values::Number as Dyadic;

use crate::pattern::Pattern;
use crate::relation::Relation;

/// Numbers are counted in units of 1/1024, as certificates write them.
pub(crate) const UNIT: i64 = 1 << 10;

/// The names of variables that nobody named.
pub(crate) const NAMES: &str = "abcdeghi";

/// The notation of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// That of certificates: `3/2a`, `1/2^b`, `up(b)`.
    Certificate,
    /// That of the calculator, also with numbers in place of the variables: `3/2 * a`, `1/2**b`, `up(b)`.
    Calculator,
}

/// A linear expression in the variables of a pattern, in units of 1/1024.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Linear {
    pub(crate) parts: Vec<i64>,
    pub(crate) constant: i64,
}

impl Linear {
    pub(crate) fn whole(parts: Vec<i64>, constant: i64) -> Self {
        Self {
            parts: parts.iter().map(|part| part * UNIT).collect(),
            constant: constant * UNIT,
        }
    }

    /// A number of units.
    pub(crate) fn units(constant: i64) -> Self {
        let parts = Vec::new();
        Self { parts, constant }
    }

    /// The sum of this and a multiple of another.
    pub(crate) fn plus(&self, other: &Self, times: i64) -> Self {
        let count = self.parts.len().max(other.parts.len());
        let part = |of: &Self, at| of.parts.get(at).copied().unwrap_or(0);
        Self {
            parts: (0..count)
                .map(|at| part(self, at) + times * part(other, at))
                .collect(),
            constant: self.constant + times * other.constant,
        }
    }

    pub(crate) fn times(&self, times: i64) -> Self {
        Self::default().plus(self, times)
    }

    /// The expression with other expressions, of whole numbers, in place of the variables.
    pub(crate) fn composed(&self, values: &[Self]) -> Self {
        let mut sum = Self::units(self.constant);
        for (part, value) in self.parts.iter().zip(values) {
            let scaled = |of: i64| part * (of / UNIT);
            sum.constant += scaled(value.constant);
            let parts = value.parts.iter().map(|part| scaled(*part)).collect();
            sum = sum.plus(&Self { parts, constant: 0 }, 1);
        }
        sum
    }

    /// The greatest number that divides all coefficients; 0 if there are none.
    pub(crate) fn common(&self) -> i64 {
        fn divisor(a: i64, b: i64) -> i64 {
            if b == 0 { a } else { divisor(b, a % b) }
        }
        let parts = self.parts.iter();
        parts.fold(0, |a, b| divisor(a, b.abs()))
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.constant == 0 && self.parts.iter().all(|part| *part == 0)
    }

    /// Its value for some exponents, in units.
    pub(crate) fn at(&self, exponents: &[i64]) -> i64 {
        let parts = self.parts.iter().zip(exponents);
        self.constant + parts.map(|(part, exponent)| part * exponent).sum::<i64>()
    }

    /// Whether a variable is in it.
    pub(crate) fn varies(&self) -> bool {
        self.parts.iter().any(|part| *part != 0)
    }

    /// As an exponent of a letter or of a number in certificates: `^n`, `^3`, `^(n + 1)`.
    pub(crate) fn raised(&self, names: &[char]) -> String {
        format!("^{}", self.operand(names, Style::Certificate))
    }

    /// In brackets, unless it is a name or a number without a sign.
    fn operand(&self, names: &[char], style: Style) -> String {
        let text = self.text(names, style);
        match text.len() == 1 || text.parse::<u32>().is_ok() {
            true => text,
            false => format!("({text})"),
        }
    }

    pub(crate) fn text(&self, names: &[char], style: Style) -> String {
        let mut text = String::new();
        let terms = self
            .parts
            .iter()
            .zip(names)
            .map(|(part, name)| (*part, Some(*name)));
        for (units, name) in terms
            .chain([(self.constant, None)])
            .filter(|(units, _)| *units != 0)
        {
            text += match (text.is_empty(), units < 0) {
                (true, true) => "-",
                (true, false) => "",
                (false, true) => " - ",
                (false, false) => " + ",
            };
            let size = units.abs();
            let shift = size.trailing_zeros().min(UNIT.trailing_zeros());
            let (over, under) = (size >> shift, UNIT >> shift);
            if name.is_none() || size != UNIT {
                text += &over.to_string();
            }
            if under > 1 {
                text += &format!("/{under}");
            }
            if style == Style::Calculator && name.is_some() && size != UNIT {
                text += " * ";
            }
            text.extend(name);
        }
        if text.is_empty() {
            "0".to_owned()
        } else {
            text
        }
    }
}

/// A multiple of a power of 1/2.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Power {
    pub(crate) factor: i64,
    /// Whole, and not negative.
    pub(crate) exponent: Linear,
}

/// A linear expression and multiples of powers of 1/2: `a - 1 + 2/2^b - 1/2^(b + c)`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Number {
    pub(crate) linear: Linear,
    pub(crate) powers: Vec<Power>,
}

impl From<Linear> for Number {
    fn from(linear: Linear) -> Self {
        let powers = Vec::new();
        Self { linear, powers }
    }
}

impl Number {
    /// The sum of this and a multiple of another.
    pub(crate) fn plus(&self, other: &Self, times: i64) -> Self {
        let more = other.powers.iter().map(|power| Power {
            factor: power.factor * times,
            exponent: power.exponent.clone(),
        });
        Self {
            linear: self.linear.plus(&other.linear, times),
            powers: self.powers.iter().cloned().chain(more).collect(),
        }
    }

    pub(crate) fn times(&self, times: i64) -> Self {
        Self::default().plus(self, times)
    }

    pub(crate) fn composed(&self, values: &[Linear]) -> Self {
        let powers = self.powers.iter().map(|power| Power {
            factor: power.factor,
            exponent: power.exponent.composed(values),
        });
        Self {
            linear: self.linear.composed(values),
            powers: powers.collect(),
        }
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.linear.is_zero() && self.powers.is_empty()
    }

    /// Its value for some exponents.
    pub(crate) fn value(&self, exponents: &[i64]) -> Dyadic {
        let places = |of: i64| u64::try_from(of).unwrap_or(0);
        let linear = self.linear.at(exponents);
        let mut sum = Dyadic::ratio(linear, places(UNIT.trailing_zeros().into()));
        for power in &self.powers {
            let exponent = places(power.exponent.at(exponents) / UNIT);
            sum = &sum + &Dyadic::ratio(power.factor, exponent);
        }
        sum
    }

    pub(crate) fn text(&self, names: &[char], style: Style) -> String {
        let mut text = match self.linear.is_zero() && !self.powers.is_empty() {
            true => String::new(),
            false => self.linear.text(names, style),
        };
        let sign = match style {
            Style::Certificate => "^",
            Style::Calculator => "**",
        };
        for Power { factor, exponent } in &self.powers {
            text += match (text.is_empty(), *factor < 0) {
                (true, true) => "-",
                (true, false) => "",
                (false, true) => " - ",
                (false, false) => " + ",
            };
            let exponent = exponent.operand(names, style);
            text += &format!("{}/2{sign}{exponent}", factor.abs());
        }
        text
    }
}

/// A value for each choice of exponents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    /// A number, a multiple of ↑, and a nimber.
    Sum {
        /// The number.
        number: Number,
        /// The factor of ↑.
        ups: Linear,
        /// The nimber.
        star: u32,
    },
    /// The options of Left and of Right.
    Options(Vec<Formula>, Vec<Formula>),
}

impl From<Number> for Formula {
    fn from(number: Number) -> Self {
        let (ups, star) = (Linear::default(), 0);
        Self::Sum { number, ups, star }
    }
}

impl Formula {
    pub(crate) fn negated(&self) -> Self {
        let all = |list: &[Self]| list.iter().map(Self::negated).collect();
        match self {
            Self::Sum { number, ups, star } => Self::Sum {
                number: number.times(-1),
                ups: ups.times(-1),
                star: *star,
            },
            Self::Options(left, right) => Self::Options(all(right), all(left)),
        }
    }

    /// The formula with other expressions in place of the variables.
    pub(crate) fn composed(&self, values: &[Linear]) -> Self {
        let all = |list: &[Self]| list.iter().map(|option| option.composed(values)).collect();
        match self {
            Self::Sum { number, ups, star } => Self::Sum {
                number: number.composed(values),
                ups: ups.composed(values),
                star: *star,
            },
            Self::Options(left, right) => Self::Options(all(left), all(right)),
        }
    }

    /// The value for some exponents, in the notation of the calculus.
    pub fn value(&self, exponents: &[i64]) -> String {
        let list = |options: &[Self]| {
            let texts: Vec<String> = options
                .iter()
                .map(|option| option.value(exponents))
                .collect();
            texts.join(", ")
        };
        match self {
            Self::Options(left, right) => format!("{{{} | {}}}", list(left), list(right)),
            Self::Sum { number, ups, star } => {
                let mut text = number.value(exponents).to_string();
                match ups.at(exponents) / UNIT {
                    0 => {}
                    ups @ 1.. => text += &format!(" + ^{ups}"),
                    ups => text += &format!(" + v{}", -ups),
                }
                if *star > 0 {
                    text += &format!(" + *{star}");
                }
                text
            }
        }
    }

    pub(crate) fn text(&self, names: &[char], style: Style) -> String {
        match self {
            Self::Sum { number, ups, star } => {
                let mut terms = Vec::new();
                if !number.is_zero() {
                    terms.push(number.text(names, style));
                }
                if !ups.is_zero() {
                    terms.push(format!("up({})", ups.text(names, style)));
                }
                match star {
                    0 => {}
                    1 => terms.push("*".into()),
                    m => terms.push(format!("*{m}")),
                }
                if terms.is_empty() {
                    terms.push("0".into());
                }
                terms.join(" + ")
            }
            Self::Options(left, right) => {
                let list = |options: &[Self]| {
                    let texts = options.iter().map(|option| option.text(names, style));
                    texts.collect::<Vec<_>>().join(", ")
                };
                format!("{{{} | {}}}", list(left), list(right))
            }
        }
    }
}

/// A condition on exponents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// Not less than a number.
    Least(Linear, i64),
    /// Equal to a number.
    Equal(Linear, i64),
    /// By a number, with a remainder.
    Remainder(Linear, i64, i64),
}

impl Condition {
    /// Whether it holds for these exponents.
    pub(crate) fn holds(&self, exponents: &[i64]) -> bool {
        let at = |of: &Linear| of.at(exponents) / UNIT;
        match self {
            Self::Least(of, than) => at(of) >= *than,
            Self::Equal(of, to) => at(of) == *to,
            Self::Remainder(of, by, rest) => at(of).rem_euclid(*by) == *rest,
        }
    }

    fn text(&self, names: &[char]) -> String {
        match self {
            Self::Least(of, than) => format!("{} >= {than}", of.text(names, Style::Certificate)),
            Self::Equal(of, to) => format!("{} = {to}", of.text(names, Style::Certificate)),
            Self::Remainder(of, by, rest) => {
                format!("{} mod {by} = {rest}", of.text(names, Style::Certificate))
            }
        }
    }
}

/// A formula for the exponents that satisfy some conditions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The conditions, all of which hold.
    pub conditions: Vec<Condition>,
    /// How the position compares with the value.
    pub relation: Relation,
    /// The value.
    pub value: Formula,
    /// The names of the variables.
    pub names: Vec<char>,
    /// The two words into which each word is cut, if the claim follows from those about them.
    pub cut: Option<Box<[Pattern; 2]>>,
}

impl Case {
    /// Whether it applies to these exponents.
    pub fn applies(&self, exponents: &[i64]) -> bool {
        self.conditions
            .iter()
            .all(|condition| condition.holds(exponents))
    }

    /// The conditions as text.
    pub fn guard(&self) -> String {
        let texts: Vec<String> = (self.conditions.iter())
            .map(|condition| condition.text(&self.names))
            .collect();
        texts.join(", ")
    }

    /// The value in the notation of the calculator, with a sign before it if the position is not equal to it.
    pub fn formula(&self) -> String {
        self.claim(Style::Calculator)
    }

    fn claim(&self, style: Style) -> String {
        self.relation.sign().to_owned() + &self.value.text(&self.names, style)
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let guard = self.guard();
        if !guard.is_empty() {
            write!(f, "{guard} ")?;
        }
        write!(f, "-> {}", self.claim(Style::Certificate))?;
        match self.cut.as_deref() {
            Some([left, right]) => write!(f, " cut {left} | {right}"),
            None => Ok(()),
        }
    }
}
