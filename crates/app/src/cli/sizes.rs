//! [`Sizes`]: boards of many sizes, for tables of their values.

use std::ops::RangeInclusive;
use std::str::FromStr;

/// Rows and columns: `1..6x1..6`, or `3x1..4`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sizes {
    pub(crate) rows: RangeInclusive<u32>,
    pub(crate) columns: RangeInclusive<u32>,
}

/// Larger tables are probably a mistake.
const LARGEST: u32 = 100;

impl FromStr for Sizes {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let expected = || {
            format!(
                "expected rows and columns like 1..6x1..6 or 3x4, each from 1 to {LARGEST}, found {text:?}"
            )
        };
        let (rows, columns) = text.split_once('x').ok_or_else(expected)?;
        Ok(Self {
            rows: range(rows).ok_or_else(expected)?,
            columns: range(columns).ok_or_else(expected)?,
        })
    }
}

fn range(text: &str) -> Option<RangeInclusive<u32>> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let (first, last) = (first.parse().ok()?, last.parse().ok()?);
    (1 <= first && first <= last && last <= LARGEST).then_some(first..=last)
}
