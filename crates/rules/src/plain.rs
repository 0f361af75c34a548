//! [`Plain`]: the data of positions, encoded as bytes, with conversions from and to the interpreter's values.
//!
//! The data are `None`, booleans, whole numbers of 64 bits, strings, and tuples of these; a list is read as a tuple. The
//! first byte gives the type; it is the complete encoding of a small number and the head of a short string or tuple. So a
//! board of nine marks takes 19 bytes and one of nine small numbers 10. Equal data have equal bytes.

use bouton_core::InputError;
use bouton_core::packed::{Packed, Put, Take, pack_bytes, unpack_bytes};
use bouton_language::{Error, Value};
use num_bigint::BigInt;
use smallvec::SmallVec;

use crate::growth::Extent;

/// Plain data, encoded.
#[derive(Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Plain(SmallVec<[u8; 23]>);

impl Packed for Plain {
    fn pack(&self, to: &mut impl Put) {
        pack_bytes(&self.0, to);
    }
    fn unpack(from: &mut impl Take) -> Self {
        let mut bytes = SmallVec::new();
        unpack_bytes(from, |some| bytes.extend_from_slice(some));
        Self(bytes)
    }
}

impl Clone for Plain {
    /// Copies all bytes at once: `SmallVec` would copy them one by one.
    fn clone(&self) -> Self {
        Self(SmallVec::from_slice(&self.0))
    }
}

/// One item of plain data while it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item<'p> {
    /// Nothing.
    None,
    /// True or false.
    Bool(bool),
    /// A whole number.
    Int(i128),
    /// A text.
    Str(&'p str),
    /// A tuple: this many items follow.
    Tuple(usize),
}

/// The reason why a value is not plain data: what was found, and where in the value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NotPlain {
    found: String,
    path: Vec<usize>,
}

impl NotPlain {
    fn new(found: impl Into<String>) -> Self {
        Self {
            found: found.into(),
            path: Vec::new(),
        }
    }

    /// A sentence about the error in `what`, with advice.
    pub(crate) fn sentence(&self, what: &str) -> String {
        let path = self.path.iter().rev().take(SHOWN);
        let path: String = path.map(|n| format!("[{n}]")).collect();
        let more = if self.path.len() > SHOWN { "…" } else { "" };
        let advice = match &*self.found {
            "of type set" | "of type frozenset" => ": write tuple(sorted(…)) around it",
            "of type dict" => ": write tuple(sorted(….items())) around it",
            "of type range" | "of type generator" => ": write tuple(…) around it",
            "of type function" => ": call it, with ( )",
            BEYOND => ": is a bound missing?",
            _ => "",
        };
        format!(
            "{what}{path}{more} is {}; positions are made of ints, strings, bools, None, and tuples or lists of these{advice}",
            self.found
        )
    }
}

/// The name of numbers that are too large.
const BEYOND: &str = "an int beyond 64 bits";
/// The longest shown path to a value that is not plain data.
const SHOWN: usize = 6;

const NONE: u8 = 0;
const FALSE: u8 = 1;
const TRUE: u8 = 2;
const INT16: u8 = 3;
const INT64: u8 = 4;
const NATURAL64: u8 = 5;
const STR: u8 = 6;
const TUPLE: u8 = 7;
/// The byte of the number 0; numbers from -16 to 111 have the bytes around it.
const ZERO: u8 = 0x20;
const SMALL: std::ops::RangeInclusive<i64> = -16..=111;
const SHORT_STR: u8 = 0x90;
const SHORT_TUPLE: u8 = 0xb0;
/// The longest string or tuple whose length is in its first byte.
const SHORT: usize = 0x1f;
/// The deepest nesting, so that reading never overflows the stack.
const DEEPEST: usize = 100;
/// The longest encoding.
const LONGEST: usize = 1 << 20;

impl Plain {
    /// A text.
    pub fn text(text: &str) -> Self {
        let mut plain = Self::default();
        plain.push_str(text);
        plain
    }

    /// The extent of its numbers and lengths.
    pub(crate) fn extent(&self) -> Extent {
        let (mut extent, mut reader) = (Extent::default(), self.reader());
        while !reader.0.is_empty() {
            match reader.item() {
                Item::Int(n) => extent.number(n),
                Item::Str(text) => extent.length(text.len()),
                Item::Tuple(len) => extent.length(len),
                Item::None | Item::Bool(_) => {}
            }
        }
        extent
    }

    /// The number of its bytes.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// A whole number.
    pub fn int(n: i64) -> Self {
        let mut plain = Self::default();
        plain.push_int(n);
        plain
    }

    /// A tuple of whole numbers.
    pub fn ints(numbers: &[i64]) -> Self {
        let mut plain = Self::default();
        plain.push_tuple(numbers.len());
        numbers.iter().for_each(|n| plain.push_int(*n));
        plain
    }

    pub(crate) fn push_none(&mut self) {
        self.0.push(NONE);
    }

    pub(crate) fn push_bool(&mut self, value: bool) {
        self.0.push(if value { TRUE } else { FALSE });
    }

    pub(crate) fn push_int(&mut self, n: i64) {
        if SMALL.contains(&n) {
            self.0.push((i64::from(ZERO) + n) as u8);
        } else if let Ok(n) = i16::try_from(n) {
            self.0.push(INT16);
            self.0.extend_from_slice(&n.to_le_bytes());
        } else {
            self.0.push(INT64);
            self.0.extend_from_slice(&n.to_le_bytes());
        }
    }

    /// Appends a number beyond those of [`Plain::push_int`].
    pub(crate) fn push_natural(&mut self, n: u64) {
        match i64::try_from(n) {
            Ok(n) => self.push_int(n),
            Err(_) => {
                self.0.push(NATURAL64);
                self.0.extend_from_slice(&n.to_le_bytes());
            }
        }
    }

    pub(crate) fn push_str(&mut self, text: &str) {
        self.push_head(SHORT_STR, STR, text.len());
        self.0.extend_from_slice(text.as_bytes());
    }

    /// Appends the head of a tuple; this many items must follow.
    pub(crate) fn push_tuple(&mut self, len: usize) {
        self.push_head(SHORT_TUPLE, TUPLE, len);
    }

    fn push_head(&mut self, short: u8, long: u8, len: usize) {
        if len <= SHORT {
            self.0.push(short + len as u8);
        } else {
            self.0.push(long);
            self.0.extend_from_slice(&(len as u32).to_le_bytes());
        }
    }

    /// Appends other data.
    pub(crate) fn append(&mut self, other: &Self) {
        self.0.extend_from_slice(&other.0);
    }

    /// Reads it from its start.
    pub fn reader(&self) -> Reader<'_> {
        Reader(&self.0)
    }

    /// Its first item.
    pub fn head(&self) -> Item<'_> {
        self.reader().item()
    }

    /// The text, if it is one.
    pub fn as_str(&self) -> Option<&str> {
        match self.head() {
            Item::Str(text) => Some(text),
            _ => None,
        }
    }

    /// The number, if it is one.
    pub fn as_int(&self) -> Option<i128> {
        match self.head() {
            Item::Int(n) => Some(n),
            _ => None,
        }
    }

    /// The items of a tuple.
    pub fn items(&self) -> Option<Vec<Self>> {
        let mut reader = self.reader();
        let Item::Tuple(len) = reader.item() else {
            return None;
        };
        Some((0..len).map(|_| reader.plain()).collect())
    }

    /// Whether it is `None`.
    pub fn is_none(&self) -> bool {
        self.head() == Item::None
    }

    /// The numbers of a tuple that contains nothing else.
    pub fn as_ints(&self) -> Option<Vec<i128>> {
        let mut reader = self.reader();
        let Item::Tuple(len) = reader.item() else {
            return None;
        };
        (0..len)
            .map(|_| match reader.item() {
                Item::Int(n) => Some(n),
                _ => None,
            })
            .collect()
    }

    /// Reads a value.
    pub(crate) fn of(value: &Value) -> Result<Self, NotPlain> {
        let mut plain = Self::default();
        plain.take(value, 0)?;
        Ok(plain)
    }

    fn take(&mut self, value: &Value, depth: usize) -> Result<(), NotPlain> {
        if depth > DEEPEST || self.0.len() > LONGEST {
            return Err(NotPlain::new(
                "too large: more than a mebibyte, or nested too deeply",
            ));
        }
        match value {
            Value::Int(n) => self.push_int(*n),
            Value::Tuple(tuple) => {
                let items = tuple.items();
                self.push_tuple(items.len());
                self.take_all(items.iter(), depth)?;
            }
            Value::List(list) => {
                let items = list.items();
                self.push_tuple(items.len());
                self.take_all(items.iter(), depth)?;
            }
            Value::Bool(truth) => self.push_bool(truth.holds()),
            Value::None => self.push_none(),
            Value::Str(_) => {
                let text = value.as_str().unwrap_or_default();
                if text.len() > LONGEST {
                    return Err(NotPlain::new(format!("a string of {} bytes", text.len())));
                }
                self.push_str(text);
            }
            other => match other.as_big() {
                Some(n) => self.push_natural(n.try_into().map_err(|_| NotPlain::new(BEYOND))?),
                None => return Err(NotPlain::new(format!("of type {}", other.kind()))),
            },
        }
        Ok(())
    }

    fn take_all<'v>(
        &mut self,
        items: impl Iterator<Item = &'v Value>,
        depth: usize,
    ) -> Result<(), NotPlain> {
        for (n, item) in items.enumerate() {
            self.take(item, depth + 1).map_err(|mut error| {
                error.path.push(n);
                error
            })?;
        }
        Ok(())
    }

    pub(crate) fn value(&self) -> Result<Value, Error> {
        self.reader().value()
    }
}

/// Reads plain data item by item.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'p>(&'p [u8]);

impl<'p> Reader<'p> {
    fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let (head, rest) = self
            .0
            .split_first_chunk()
            .expect("invariant: encoded whole");
        self.0 = rest;
        *head
    }

    fn str(&mut self, len: usize) -> &'p str {
        let (text, rest) = self.0.split_at(len);
        self.0 = rest;
        std::str::from_utf8(text).expect("invariant: encoded from a string")
    }

    /// The next item.
    ///
    /// # Panics
    /// If there is no further item.
    pub fn item(&mut self) -> Item<'p> {
        let [tag] = self.bytes();
        match tag {
            NONE => Item::None,
            FALSE => Item::Bool(false),
            TRUE => Item::Bool(true),
            INT16 => Item::Int(i16::from_le_bytes(self.bytes()).into()),
            INT64 => Item::Int(i64::from_le_bytes(self.bytes()).into()),
            NATURAL64 => Item::Int(u64::from_le_bytes(self.bytes()).into()),
            STR => {
                let len = u32::from_le_bytes(self.bytes()) as usize;
                Item::Str(self.str(len))
            }
            TUPLE => Item::Tuple(u32::from_le_bytes(self.bytes()) as usize),
            SHORT_STR..SHORT_TUPLE => Item::Str(self.str((tag - SHORT_STR).into())),
            SHORT_TUPLE.. => Item::Tuple((tag - SHORT_TUPLE).into()),
            small => Item::Int(i128::from(small) - i128::from(ZERO)),
        }
    }

    /// The next item with all its contents.
    fn plain(&mut self) -> Plain {
        let before = self.0;
        let mut left = 1;
        while left > 0 {
            left -= 1;
            if let Item::Tuple(len) = self.item() {
                left += len;
            }
        }
        Plain(before[..before.len() - self.0.len()].into())
    }

    fn value(&mut self) -> Result<Value, Error> {
        match self.item() {
            Item::None => Ok(Value::None),
            Item::Bool(truth) => Ok(Value::bool(truth)),
            Item::Int(n) => match i64::try_from(n) {
                Ok(n) => Ok(Value::Int(n)),
                Err(_) => Value::big(BigInt::from(n)),
            },
            Item::Str(text) => Value::str(text),
            Item::Tuple(len) => {
                // The number of items is known, so that they need no room but their own.
                let mut failed = None;
                let tuple = Value::tuple((0..len).map(|_| {
                    let item = self.value();
                    item.unwrap_or_else(|error| {
                        failed = Some(error);
                        Value::None
                    })
                }));
                failed.map_or(tuple, Err)
            }
        }
    }
}

/// The error for `Plain` read from text.
pub(crate) fn unreadable(text: &str, expected: &str) -> InputError {
    InputError::whole(format!("expected {expected}"), text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn plains() -> impl Strategy<Value = Plain> {
        let leaf = prop_oneof![
            Just({
                let mut plain = Plain::default();
                plain.push_none();
                plain
            }),
            any::<i64>().prop_map(Plain::int),
            (-20..120i64).prop_map(Plain::int),
            any::<u64>().prop_map(|n| {
                let mut plain = Plain::default();
                plain.push_natural(n);
                plain
            }),
            ".{0,40}".prop_map(|text| Plain::text(&text)),
        ];
        leaf.prop_recursive(4, 60, 40, |inner| {
            prop::collection::vec(inner, 0..40).prop_map(|items| {
                let mut plain = Plain::default();
                plain.push_tuple(items.len());
                items.iter().for_each(|item| plain.append(item));
                plain
            })
        })
    }

    proptest! {
        /// Converting a value to plain data and back keeps it.
        #[test]
        fn values_keep_the_data(plain in plains()) {
            let back = Plain::of(&plain.value().unwrap());
            prop_assert_eq!(back, Ok(plain));
        }
    }

    #[test]
    fn small_boards_are_short() {
        assert_eq!(Plain::ints(&[0, 1, 2, 0, 0, 1, 2, 0, 0]).0.len(), 10);
        assert_eq!(Plain::text("X.O......").0.len(), 10);
        assert!(size_of::<Plain>() <= 32);
    }
}
