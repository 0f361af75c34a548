//! [`Parameter`]: a name, and the texts that it takes.

use std::str::FromStr;

use num_bigint::BigInt;

use super::texts::{Field, is_day, range};
use super::time::time;

/// The texts that a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Any text.
    Text,
    /// Yes or no: `1` or `true`, `0` or `false`.
    Flag,
    /// A whole number between two, both included.
    Whole(i128, i128),
    /// One of these words.
    Word(&'static [&'static str]),
    /// The smallest and the largest of a range of numbers, like `20..30`.
    Range,
    /// The same, from 1 on where the smallest is left out, like `..8`.
    RangeFromOne,
    /// A day, like `2026-11-22`.
    Day,
    /// A time that is not zero: `2`, `2s`, `50ms`.
    Time,
}

impl Kind {
    /// The expected text, in words.
    ///
    /// ```
    /// use bouton::questions::Kind;
    /// assert_eq!(Kind::Whole(1, 20).words(), "a whole number from 1 to 20");
    /// assert_eq!(Kind::Word(&["outcome", "grundy"]).words(), "one of outcome, grundy");
    /// ```
    pub fn words(self) -> String {
        match self {
            Self::Text => "a text".into(),
            Self::Flag => "1 or 0".into(),
            Self::Whole(least, most) if Self::has_no_bound(most) => match least {
                ..=0 => "a whole number".into(),
                least => format!("a whole number from {least} on"),
            },
            Self::Whole(least, most) => format!("a whole number from {least} to {most}"),
            Self::Word(words) => format!("one of {}", words.join(", ")),
            Self::Range => "a range like 20..30".into(),
            Self::RangeFromOne => "a range like 1..9".into(),
            Self::Day => "a date like 2026-11-22".into(),
            Self::Time => "a time, in seconds or like 2s, 50ms".into(),
        }
    }

    /// Whether numbers of any size are taken, as far as their type has them.
    pub fn has_no_bound(most: i128) -> bool {
        most >= i128::from(i64::MAX)
    }

    /// Whether a text may be given.
    ///
    /// ```
    /// use bouton::questions::Kind;
    /// assert!(Kind::Whole(1, 20).fits("7") && !Kind::Whole(1, 20).fits("21"));
    /// assert!(Kind::Range.fits("20..30") && !Kind::Range.fits("30..20"));
    /// ```
    pub fn fits(self, text: &str) -> bool {
        match self {
            Self::Text => true,
            Self::Flag => bool::read(&[text], self).is_ok(),
            Self::Whole(_, most) if Self::has_no_bound(most) => BigInt::from_str(text)
                .is_ok_and(|n| matches!(self, Self::Whole(least, _) if n >= BigInt::from(least))),
            Self::Whole(least, most) => {
                i128::from_str(text).is_ok_and(|n| (least..=most).contains(&n))
            }
            Self::Word(words) => words.contains(&text),
            Self::Range => range::<i128>(text, None).is_some(),
            Self::RangeFromOne => range::<i128>(text, Some(1)).is_some(),
            Self::Day => is_day(text),
            Self::Time => time(text).is_ok_and(|time| !time.is_zero()),
        }
    }
}

/// A number that is not zero.
pub(super) const SOME: Kind = Kind::Whole(1, usize::MAX as i128);

/// A parameter of a question.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name, as in Python and over HTTP; the command line writes `-` for `_`.
    pub name: &'static str,
    /// Its meaning.
    pub about: &'static str,
    /// The texts that it takes.
    pub kind: Kind,
    /// Whether it is needed.
    pub needed: bool,
    /// Whether it may be given many times.
    pub many: bool,
    /// The text that stands for none.
    pub default: Option<&'static str>,
    /// The word for its value in the help of a command.
    pub value: &'static str,
    /// The name of the option of a command; empty: its own name.
    pub option: &'static str,
    /// Whether a command takes it by its place, not by its name.
    pub placed: bool,
    /// The largest number that a server takes.
    pub served: i128,
}

impl Parameter {
    /// The parameter that a field of this type is read from.
    pub const fn of<T: Field>(name: &'static str, about: &'static str) -> Self {
        Self {
            name,
            about,
            kind: T::KIND,
            needed: T::NEEDED,
            many: T::MANY,
            default: None,
            value: match T::KIND {
                Kind::Whole(..) => "N",
                Kind::Range => "A..B",
                Kind::RangeFromOne => "..N",
                Kind::Day => "YYYY-MM-DD",
                Kind::Time => "TIME",
                _ => "TEXT",
            },
            option: "",
            placed: false,
            served: i128::MAX,
        }
    }

    /// The same as a server takes it.
    pub fn served(self) -> Self {
        let kind = match self.kind {
            Kind::Whole(least, most) => Kind::Whole(least, most.min(self.served)),
            kind => kind,
        };
        Self { kind, ..self }
    }

    /// The name of the option of a command.
    pub fn option(&self) -> String {
        let option = match self.option {
            "" => self.name,
            option => option,
        };
        option.replace('_', "-")
    }

    /// Whether a text is needed: there is none that stands for it.
    pub fn is_needed(&self) -> bool {
        self.needed && self.default.is_none()
    }

    /// Its meaning, without the spaces of a comment.
    pub fn about(&self) -> &'static str {
        self.about.trim()
    }
}
