//! [`Texts`]: the texts that ask a question, and how its fields are read from them.

use std::str::FromStr;
use std::time::Duration;

use bouton_answers::{By, CellKind, Promise};
use bouton_core::InputError;
use num_bigint::BigUint;

use super::parameter::{Kind, Parameter};
use super::time::time;
use crate::Error;

/// A question that is read from texts.
pub trait Question: Sized {
    /// Its parameters.
    fn parameters() -> Vec<Parameter>;

    /// The question that texts ask. Texts for other parameters are left to others.
    ///
    /// # Errors
    /// If a parameter is missing, or one has a text that it does not take.
    fn read(given: &Texts) -> Result<Self, Error>;

    /// The question that these texts ask, each with the name of its parameter.
    ///
    /// # Errors
    /// As of [`read`](Self::read).
    fn asked<N: Into<String>, T: Into<String>>(
        given: impl IntoIterator<Item = (N, T)>,
    ) -> Result<Self, Error> {
        Self::read(&given.into_iter().collect())
    }
}

/// Texts, each for a parameter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Texts(Vec<(String, String)>);

impl<N: Into<String>, T: Into<String>> FromIterator<(N, T)> for Texts {
    fn from_iter<I: IntoIterator<Item = (N, T)>>(given: I) -> Self {
        let given = given.into_iter();
        Self(
            given
                .map(|(name, text)| (name.into(), text.into()))
                .collect(),
        )
    }
}

impl Texts {
    /// One more.
    pub fn give(&mut self, name: impl Into<String>, text: impl Into<String>) {
        self.0.push((name.into(), text.into()));
    }

    /// All names with their texts.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        let given = self.0.iter();
        given.map(|(name, text)| (name.as_str(), text.as_str()))
    }

    /// All texts for a parameter, in order.
    pub fn all<'t>(&'t self, name: &str) -> impl Iterator<Item = &'t str> {
        let given = self.iter().filter(move |(other, _)| *other == name);
        given.map(|(_, text)| text)
    }

    /// The first text for a parameter.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.all(name).next()
    }

    /// The field of a parameter.
    ///
    /// # Errors
    /// If it is missing, or has a text that it does not take.
    pub fn read<T: Field>(&self, parameter: &Parameter) -> Result<T, Error> {
        let texts = self.of(parameter)?;
        T::read(&texts, parameter.kind).map_err(|text| parameter.unread(text))
    }

    /// The texts of a parameter; if there are none, the one that stands for them.
    ///
    /// # Errors
    /// As of [`read`](Self::read).
    pub fn of(&self, parameter: &Parameter) -> Result<Vec<&str>, Error> {
        let Parameter { name, kind, .. } = *parameter;
        let mut texts: Vec<&str> = self.all(name).collect();
        match texts.as_slice() {
            [] if parameter.is_needed() => {
                let about = parameter.about();
                return Err(Error::Unfit(format!("{name} is missing: {about}")));
            }
            [] => texts.extend(parameter.default),
            [_, _, ..] if !parameter.many => {
                return Err(Error::Unfit(format!("{name} is given twice")));
            }
            _ => {}
        }
        match texts.iter().find(|text| !kind.fits(text)) {
            Some(text) => Err(parameter.unread(text)),
            None => Ok(texts),
        }
    }
}

impl Parameter {
    fn unread(&self, text: &str) -> Error {
        let message = format!("expected {}, found {text:?}", self.kind.words());
        Error::input(self.name, InputError::whole(message, text))
    }

    /// The field if nothing is given.
    pub fn usual<T: Field + Default>(&self) -> T {
        let usual = self
            .default
            .and_then(|text| T::read(&[text], self.kind).ok());
        usual.unwrap_or_default()
    }
}

/// A type that is read from the texts of a parameter.
pub trait Field: Sized {
    /// The texts that it takes.
    const KIND: Kind;
    /// Whether a text is needed.
    const NEEDED: bool = true;
    /// Whether many are taken.
    const MANY: bool = false;

    /// The field, or else the text that is of another kind.
    ///
    /// # Errors
    /// The text that cannot be read.
    fn read<'t>(texts: &[&'t str], kind: Kind) -> Result<Self, &'t str>;
}

impl<T: Field> Field for Option<T> {
    const KIND: Kind = T::KIND;
    const NEEDED: bool = false;

    fn read<'t>(texts: &[&'t str], kind: Kind) -> Result<Self, &'t str> {
        let is_given = !texts.is_empty();
        is_given.then(|| T::read(texts, kind)).transpose()
    }
}

impl<T: Field> Field for Vec<T> {
    const KIND: Kind = T::KIND;
    const NEEDED: bool = false;
    const MANY: bool = true;

    fn read<'t>(texts: &[&'t str], kind: Kind) -> Result<Self, &'t str> {
        texts.iter().map(|text| T::read(&[text], kind)).collect()
    }
}

impl Field for bool {
    const KIND: Kind = Kind::Flag;
    const NEEDED: bool = false;

    fn read<'t>(texts: &[&'t str], _kind: Kind) -> Result<Self, &'t str> {
        match texts.first() {
            None | Some(&("0" | "false")) => Ok(false),
            Some(&("1" | "true")) => Ok(true),
            Some(text) => Err(text),
        }
    }
}

/// Types that are read from one text: the texts that each takes, and the meaning of one, if it has any.
macro_rules! read_from_one {
    ($($type:ty: $takes:expr, $meaning:expr;)*) => { $(
        impl Field for $type {
            const KIND: Kind = $takes;

            fn read<'t>(texts: &[&'t str], kind: Kind) -> Result<Self, &'t str> {
                let text = texts.first().copied().unwrap_or_default();
                let meaning: fn(&str) -> Option<Self> = $meaning;
                meaning(text).filter(|_| kind.fits(text)).ok_or(text)
            }
        }
    )* };
}

read_from_one! {
    String: Kind::Text, |text| Some(text.to_owned());
    u64: Kind::Whole(0, u64::MAX as i128), |text| text.parse().ok();
    usize: Kind::Whole(0, usize::MAX as i128), |text| text.parse().ok();
    i64: Kind::Whole(i64::MIN as i128, i64::MAX as i128), |text| text.parse().ok();
    BigUint: Kind::Whole(0, i128::MAX), |text| text.parse().ok();
    Duration: Kind::Time, |text| time(text).ok();
    (u64, u64): Kind::Range, |text| range(text, None);
    (i64, i64): Kind::RangeFromOne, |text| range(text, Some(1));
    (usize, usize): Kind::RangeFromOne, |text| range(text, Some(1));
    By: Kind::Word(&["outcome", "margin"]), |text| Some(match text {
        "margin" => Self::Margin,
        _ => Self::Outcome,
    });
    Promise: Kind::Word(&["best-always", "never-loses"]), |text| Some(match text {
        "never-loses" => Self::NeverLoses,
        _ => Self::BestAlways,
    });
    CellKind: Kind::Word(&["outcome", "grundy"]), |text| Some(match text {
        "grundy" => Self::Grundy,
        _ => Self::Outcome,
    });
}

#[cfg(feature = "rules")]
read_from_one! {
    crate::Aim: Kind::Word(&["more", "own"]), |text| Some(match text {
        "own" => Self::Own,
        _ => Self::More,
    });
}

/// The ends of `A..B`, or of `..B`, which begins at `least`.
pub(super) fn range<T: FromStr + PartialOrd>(text: &str, least: Option<T>) -> Option<(T, T)> {
    let (low, high) = text.split_once("..")?;
    let high = high.trim_start_matches('=').trim().parse().ok()?;
    let low = match low.trim() {
        "" => least?,
        low => low.parse().ok()?,
    };
    (low <= high).then_some((low, high))
}

/// Whether the text is a day of the calendar.
pub(super) fn is_day(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let number = |text: &str, digits: usize| {
        let whole = text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse::<u32>().ok().filter(|_| whole)
    };
    match parts[..] {
        [year, month, day] => {
            let (year, month, day) = (number(year, 4), number(month, 2), number(day, 2));
            year.zip(month)
                .zip(day)
                .is_some_and(|((year, month), day)| {
                    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
                    let days = match month {
                        4 | 6 | 9 | 11 => 30,
                        2 => 28 + u32::from(leap),
                        1..=12 => 31,
                        _ => 0,
                    };
                    (1..=days).contains(&day)
                })
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_days_of_the_calendar() {
        for day in ["2026-11-22", "2024-02-29", "2000-02-29", "0001-01-01"] {
            assert!(is_day(day), "{day}");
        }
        for none in [
            "2026-02-29",
            "1900-02-29",
            "2026-13-01",
            "2026-11-31",
            "26-11-22",
            "2026-11-2",
            "+026-11-22",
            "",
            "today",
        ] {
            assert!(!is_day(none), "{none}");
        }
    }

    #[test]
    fn ranges_are_read() {
        let read = |text| <(u64, u64)>::read(&[text], Kind::Range);
        assert_eq!(read("20..30"), Ok((20, 30)));
        let from_one = Kind::RangeFromOne;
        assert_eq!(<(i64, i64)>::read(&["-3..4"], from_one), Ok((-3, 4)));
        assert_eq!(<(usize, usize)>::read(&["..=8"], from_one), Ok((1, 8)));
        for none in ["..30", "4..3", "8", "a..b", ""] {
            assert_eq!(read(none), Err(none));
        }
    }
}
