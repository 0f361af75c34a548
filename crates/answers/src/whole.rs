//! [`Whole`]: a whole number of any size.

use std::fmt;
use std::str::FromStr;

use num_bigint::{BigInt, BigUint};
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

/// A whole number of any size, written in full in JSON. It converts to a primitive integer if it fits:
/// `i64::try_from(&margin)`.
///
/// ```
/// use bouton_answers::Whole;
/// let googol: Whole = format!("1{}", "0".repeat(100)).parse()?;
/// assert_eq!(serde_json::to_string(&googol)?.len(), 101);
/// assert_eq!(googol.to_i128(), None);
/// assert_eq!(i64::try_from(&Whole::from(-3)), Ok(-3));
/// assert!(Whole::from(-3) < googol);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Whole(BigInt);

impl Whole {
    /// The number, if it fits 128 bits.
    pub fn to_i128(&self) -> Option<i128> {
        i128::try_from(&self.0).ok()
    }

    /// The number as a `BigInt` of `num-bigint`.
    pub fn as_big_int(&self) -> &BigInt {
        &self.0
    }
}

impl fmt::Display for Whole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

macro_rules! from {
    ($($number:ty),*) => {$(
        impl From<$number> for Whole {
            fn from(number: $number) -> Self {
                Self(number.into())
            }
        }
    )*};
}

from!(
    i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, BigInt, BigUint
);

/// A whole number that does not fit the requested type.
///
/// ```
/// use bouton_answers::Whole;
/// let googol: Whole = format!("1{}", "0".repeat(30)).parse()?;
/// let error = i64::try_from(&googol).unwrap_err();
/// assert_eq!(error.to_string(), "1000000000000000000000000000000 does not fit i64");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{number} does not fit {wanted}")]
pub struct TooLarge {
    number: Whole,
    wanted: &'static str,
}

macro_rules! try_from {
    ($($wanted:ty),*) => {$(
        impl TryFrom<&Whole> for $wanted {
            type Error = TooLarge;
            fn try_from(number: &Whole) -> Result<Self, TooLarge> {
                Self::try_from(&number.0).map_err(|_| TooLarge {
                    number: number.clone(),
                    wanted: stringify!($wanted),
                })
            }
        }

        impl TryFrom<Whole> for $wanted {
            type Error = TooLarge;
            fn try_from(number: Whole) -> Result<Self, TooLarge> {
                Self::try_from(&number)
            }
        }
    )*};
}

try_from!(i32, i64, i128, u32, u64, u128, usize);

/// A text that is not a whole number.
///
/// ```
/// let error = "1e3".parse::<bouton_answers::Whole>().unwrap_err();
/// assert_eq!(error.to_string(), "expected a whole number, found 1e3");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a whole number, found {0}")]
pub struct NotWhole(String);

impl FromStr for Whole {
    type Err = NotWhole;
    fn from_str(text: &str) -> Result<Self, NotWhole> {
        let number = text.parse().map_err(|_| NotWhole(text.to_owned()))?;
        Ok(Self(number))
    }
}

impl Serialize for Whole {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        RawValue::from_string(self.to_string())
            .map_err(serde::ser::Error::custom)?
            .serialize(serializer)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Whole {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Whole".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let about = "A whole number of any size: a text of its digits beyond ±2⁵³";
        schemars::json_schema!({ "type": ["integer", "string"], "description": about })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_any_size_are_written_in_full() {
        for text in ["0", "-1", "18446744073709551616", &"9".repeat(5000)] {
            let whole: Whole = text.parse().unwrap();
            assert_eq!(serde_json::to_string(&whole).unwrap(), text);
        }
        for number in [i128::MIN, i128::MAX] {
            assert_eq!(Whole::from(number).to_i128(), Some(number));
        }
        assert_eq!(Whole::from(u128::MAX).to_i128(), None);
    }
}
