//! Ranges of numbers as typed: `A..B`, both included.

use std::fmt::Display;
use std::str::FromStr;

/// Reads the smallest and the largest total, `A..B`.
///
/// # Errors
/// A text that is no range, or an empty one.
pub fn totals(text: &str) -> Result<(u64, u64), String> {
    let expected = || format!("expected a range like 20..30, found {text:?}");
    let (from, to) = text.split_once("..").ok_or_else(expected)?;
    let number = |text: &str| text.trim().parse().map_err(|_| expected());
    ordered(number(from)?, number(to)?, text)
}

/// Reads the smallest and the largest value of a row, `A..B` or `..B`, from 1 on.
///
/// # Errors
/// A text that is no range, or an empty one.
pub fn values(text: &str) -> Result<(i64, i64), String> {
    from_one(text, 1)
}

/// Reads the smallest and the largest length of a row, `A..B` or `..B`, from 1 on.
///
/// # Errors
/// A text that is no range, or an empty one.
pub fn lengths(text: &str) -> Result<(usize, usize), String> {
    from_one(text, 1)
}

fn from_one<T: FromStr + PartialOrd + Display>(text: &str, one: T) -> Result<(T, T), String> {
    let expected = || format!("expected a range like {one}..9, found {text:?}");
    let (low, high) = text.split_once("..").ok_or_else(expected)?;
    let number = |text: &str| text.trim().parse().map_err(|_| expected());
    let high = number(high.trim_start_matches('='))?;
    let low = match low.trim() {
        "" => None,
        low => Some(number(low)?),
    };
    ordered(low.unwrap_or(one), high, text)
}

fn ordered<T: PartialOrd>(low: T, high: T, text: &str) -> Result<(T, T), String> {
    if low > high {
        return Err(format!("the range {text} is empty"));
    }
    Ok((low, high))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read() {
        assert_eq!(totals("20..30"), Ok((20, 30)));
        assert_eq!(values("-3..4"), Ok((-3, 4)));
        assert_eq!(lengths("..=8"), Ok((1, 8)));
    }

    #[test]
    fn what_is_no_range_is_refused() {
        let expected = "expected a range like 20..30, found \"..30\"";
        assert_eq!(totals("..30"), Err(expected.into()));
        assert_eq!(values("4..3"), Err("the range 4..3 is empty".into()));
        let expected = "expected a range like 1..9, found \"8\"";
        assert_eq!(lengths("8"), Err(expected.into()));
    }
}
