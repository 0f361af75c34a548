//! [`Value`]: a value of 16 bytes. Short strings and whole numbers of 64 bits are stored in it; everything longer is in a
//! [`crate::Heap`].

use crate::builtins::Builtin;
use crate::methods::Method;

/// The longest string, in bytes, that a value holds itself.
pub(crate) const SHORT: usize = 14;

/// A value; it belongs to the heap that made it. Copying it copies 16 bytes.
#[derive(Clone, Copy, Debug, Default)]
pub enum Value {
    /// A variable that has no value yet.
    Unset,
    /// `None`.
    #[default]
    None,
    /// A truth value.
    Bool(bool),
    /// A whole number of 64 bits.
    Int(i64),
    /// A larger whole number.
    Big(u32),
    /// A short string.
    Short(Short),
    /// A longer string.
    Long(Long),
    /// A tuple.
    Tuple(Span),
    /// A list.
    List(u32),
    /// A dictionary.
    Dict(u32),
    /// A set that can change.
    Set(u32),
    /// A frozenset.
    Frozen(u32),
    /// A deque.
    Deque(u32),
    /// The first number, the end, the step.
    Range(i32, i32, i32),
    /// A range of larger numbers.
    Wide(u32),
    /// The keys, values or items of a dictionary.
    View(View, u32),
    /// Something that is iterated once, such as `zip(…)`.
    Iter(u32),
    /// A function of a file.
    Function(u32),
    /// A built-in function or type.
    Builtin(Builtin),
    /// A method without its object, such as `str.upper`.
    Method(Method),
    /// A method with its object, such as `text.index`.
    Bound(u32),
    /// A function with some of its arguments.
    Partial(u32),
    /// A function with `@cache`.
    Cached(u32),
    /// A function of the host, by its number.
    Native(u16),
    /// A `struct`.
    Struct(u32),
    /// A value of the host.
    Foreign(u32),
    /// A variable that functions share.
    Cell(u32),
}

/// The kind of a view of a dictionary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// The keys.
    Keys,
    /// The values.
    Values,
    /// Pairs of both.
    Items,
}

/// Consecutive cells of a heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    pub(crate) start: u32,
    pub(crate) len: u32,
}

impl Span {
    #[inline]
    pub(crate) fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.start as usize + self.len as usize
    }
}

/// A string of at most 14 bytes; the bytes after its end are 0. Operations on all bytes are those of one number of
/// 128 bits, without a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Short {
    len: u8,
    bytes: [u8; SHORT],
}

/// The highest bits of [`SHORT`] bytes: none is set in ASCII.
const HIGH: u128 = 0x8080_8080_8080_8080_8080_8080_8080;

impl Short {
    #[inline]
    pub(crate) fn of(text: &[u8]) -> Self {
        let mut bytes = [0; SHORT];
        bytes[..text.len()].copy_from_slice(text);
        Self {
            len: text.len() as u8,
            bytes,
        }
    }

    /// A string of one byte.
    #[inline]
    pub(crate) fn byte(byte: u8) -> Self {
        Self::of_word(1, byte.into())
    }

    /// All bytes, the first the lowest.
    #[inline]
    pub(crate) fn word(&self) -> u128 {
        let mut bytes = [0; 16];
        bytes[..SHORT].copy_from_slice(&self.bytes);
        u128::from_le_bytes(bytes)
    }

    #[inline]
    fn of_word(len: usize, word: u128) -> Self {
        let mut bytes = [0; SHORT];
        bytes.copy_from_slice(&word.to_le_bytes()[..SHORT]);
        Self {
            len: len as u8,
            bytes,
        }
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.len.into()
    }

    /// Two strings that together are short enough.
    #[inline]
    pub(crate) fn joined(&self, other: &Self) -> Self {
        let len = self.len() + other.len();
        debug_assert!(len <= SHORT, "invariant: short enough");
        Self::of_word(len, self.word() | other.word() << (8 * self.len()))
    }

    /// The bytes of a range.
    #[inline]
    pub(crate) fn part(&self, from: usize, to: usize) -> Self {
        let mask = (1u128 << (8 * (to - from))) - 1;
        Self::of_word(to - from, self.word() >> (8 * from) & mask)
    }

    #[inline]
    pub(crate) fn at(&self, at: usize) -> Self {
        Self::byte(self.bytes[at])
    }

    #[inline]
    pub(crate) fn is_ascii(&self) -> bool {
        self.word() & HIGH == 0
    }

    #[inline]
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.len)]
    }

    #[inline]
    pub(crate) fn as_str(&self) -> &str {
        std::str::from_utf8(self.bytes()).expect("invariant: made from a string, at its characters")
    }
}

/// A string in the heap.
#[derive(Clone, Copy, Debug)]
pub struct Long {
    pub(crate) start: u32,
    pub(crate) len: u32,
    /// All bytes are ASCII; `false` may be wrong, `true` is not.
    pub(crate) is_ascii: bool,
}

impl Long {
    #[inline]
    pub(crate) fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.start as usize + self.len as usize
    }
}

/// The number of items of a range.
#[inline]
pub(crate) fn range_len((start, end, step): (i64, i64, i64)) -> u64 {
    let span = if step > 0 {
        i128::from(end) - i128::from(start)
    } else {
        i128::from(start) - i128::from(end)
    };
    if span <= 0 {
        return 0;
    }
    let step = i128::from(step).abs();
    ((span + step - 1) / step) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_has_sixteen_bytes() {
        assert_eq!(size_of::<Value>(), 16);
        assert_eq!(size_of::<crate::error::Done<Value>>(), 16);
    }
}
