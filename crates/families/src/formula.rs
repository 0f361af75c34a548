//! [`Formula`]: a value for each choice of exponents, and the [`Case`]s in which it holds.

use std::fmt;

/// Numbers are counted in units of 1/1024, as certificates write them.
pub(crate) const UNIT: i64 = 1 << 10;

/// The names of variables that nobody named.
pub(crate) const NAMES: &str = "abcdeghi";

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

    pub(crate) fn is_zero(&self) -> bool {
        self.constant == 0 && self.parts.iter().all(|part| *part == 0)
    }

    /// Its value for some exponents, in units.
    pub(crate) fn at(&self, exponents: &[i64]) -> i64 {
        let parts = self.parts.iter().zip(exponents);
        self.constant + parts.map(|(part, exponent)| part * exponent).sum::<i64>()
    }

    pub(crate) fn text(&self, names: &[char]) -> String {
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
            text.extend(name);
        }
        if text.is_empty() {
            "0".to_owned()
        } else {
            text
        }
    }
}

/// A value for each choice of exponents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    /// A number, a multiple of ↑, and a nimber.
    Sum {
        /// The number.
        number: Linear,
        /// The factor of ↑.
        ups: Linear,
        /// The nimber.
        star: u32,
    },
    /// The options of Left and of Right.
    Options(Vec<Formula>, Vec<Formula>),
}

impl Formula {
    /// In the notation of certificates: `n - 1 + up(n)*`, `{a - 1 | -b + 1}`.
    pub(crate) fn text(&self, names: &[char]) -> String {
        match self {
            Self::Sum { number, ups, star } => {
                let mut terms = Vec::new();
                if !number.is_zero() {
                    terms.push(number.text(names));
                }
                if !ups.is_zero() {
                    terms.push(format!("up({})", ups.text(names)));
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
                    let texts: Vec<String> =
                        options.iter().map(|option| option.text(names)).collect();
                    texts.join(", ")
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
            Self::Least(of, than) => format!("{} >= {than}", of.text(names)),
            Self::Equal(of, to) => format!("{} = {to}", of.text(names)),
            Self::Remainder(of, by, rest) => format!("{} mod {by} = {rest}", of.text(names)),
        }
    }
}

/// A formula for the exponents that satisfy some conditions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The conditions, all of which hold.
    pub conditions: Vec<Condition>,
    /// The value.
    pub value: Formula,
    /// The names of the variables.
    pub names: Vec<char>,
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

    /// The value as text.
    pub fn formula(&self) -> String {
        self.value.text(&self.names)
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let guard = self.guard();
        if !guard.is_empty() {
            write!(f, "{guard} ")?;
        }
        write!(f, "-> {}", self.formula())
    }
}
