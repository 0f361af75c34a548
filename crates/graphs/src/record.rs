//! [`Record`]: a line of the file as JSON.

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error, SeqAccess, Visitor};

/// A line of the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Record<'t> {
    #[serde(borrow)]
    pub(crate) id: Text<'t>,
    #[serde(borrow, default)]
    pub(crate) to: Option<Vec<Step<'t>>>,
    pub(crate) turn: Option<PlayerIndex>,
    /// The inner option is `null` for a draw.
    #[serde(default, deserialize_with = "given")]
    pub(crate) win: Option<Option<PlayerIndex>>,
    pub(crate) points: Option<i64>,
}

/// A field that is present is `Some`, even if it is `null`.
fn given<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Option<PlayerIndex>>, D::Error> {
    Option::deserialize(from).map(Some)
}

/// A text, borrowed if it has no escapes; a whole number is converted to its text.
pub(crate) struct Text<'t>(pub(crate) Cow<'t, str>);

impl<'de: 't, 't> Deserialize<'de> for Text<'t> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Reads;
        impl<'de> Visitor<'de> for Reads {
            type Value = Text<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text in quotes or a whole number")
            }
            fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Borrowed(text)))
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Owned(text.to_owned())))
            }
            fn visit_u64<E: Error>(self, number: u64) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Owned(number.to_string())))
            }
            fn visit_i64<E: Error>(self, number: i64) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Owned(number.to_string())))
            }
        }
        from.deserialize_any(Reads)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PlayerIndex(pub(crate) u8);

impl<'de> Deserialize<'de> for PlayerIndex {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Reads;
        impl Visitor<'_> for Reads {
            type Value = PlayerIndex;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a player, 0 or 1")
            }
            fn visit_u64<E: Error>(self, number: u64) -> Result<PlayerIndex, E> {
                match number {
                    0 | 1 => Ok(PlayerIndex(number as u8)),
                    _ => Err(E::invalid_value(
                        serde::de::Unexpected::Unsigned(number),
                        &self,
                    )),
                }
            }
        }
        from.deserialize_u64(Reads)
    }
}

/// A move.
pub(crate) struct Step<'t> {
    pub(crate) label: Text<'t>,
    pub(crate) to: Text<'t>,
    pub(crate) gain: i64,
}

impl<'de: 't, 't> Deserialize<'de> for Step<'t> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Reads;
        impl<'de> Visitor<'de> for Reads {
            type Value = Step<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a move: [\"name\", \"id\"] or [\"name\", \"id\", gain]")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Step<'de>, A::Error> {
                let missing = |n| A::Error::invalid_length(n, &self);
                let label = items.next_element()?.ok_or_else(|| missing(0))?;
                let to = items.next_element()?.ok_or_else(|| missing(1))?;
                let gain = items.next_element()?.unwrap_or(0);
                Ok(Step { label, to, gain })
            }
        }
        from.deserialize_seq(Reads)
    }
}
