//! [`Value`]: a value of 16 bytes. Short strings are stored in it; everything longer is in a [`crate::Heap`].

/// The longest string that a value holds itself.
pub(crate) const SHORT: usize = 14;

/// A value; it belongs to the heap that made it.
#[derive(Clone, Copy, Debug)]
pub enum Value {
    /// A variable that has no value yet.
    Unset,
    /// `None`.
    None,
    /// A truth value.
    Bool(bool),
    /// A number.
    Int(i64),
    /// A short string.
    Short(Short),
    /// A longer string.
    Long(Long),
    /// A tuple.
    Tuple(Span),
    /// The characters of a string, which can only be iterated.
    Elems(Span),
    /// A list.
    List(u32),
    /// A dictionary.
    Dict(u32),
    /// The first number, the end, the step.
    Range(i32, i32, i32),
    /// A list that a loop goes through, and the next place; no value of the language.
    ListWalk(u32, u32),
    /// The same of a dictionary.
    DictWalk(u32, u32),
}

/// Consecutive cells of a heap.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    pub(crate) start: u32,
    pub(crate) len: u32,
}

impl Span {
    pub(crate) fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.start as usize + self.len as usize
    }
}

/// A string of at most [`SHORT`] bytes; the bytes after its end are 0. Operations on all bytes are those of one number of
/// 128 bits, without a loop.
#[derive(Clone, Copy, Debug)]
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
    fn word(&self) -> u128 {
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
        debug_assert!(len <= SHORT);
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
}

impl PartialEq for Short {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.len == other.len && self.word() == other.word()
    }
}

/// A string in the heap.
#[derive(Clone, Copy, Debug)]
pub struct Long {
    pub(crate) start: u32,
    pub(crate) len: u32,
    pub(crate) is_ascii: bool,
}

impl Long {
    pub(crate) fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.start as usize + self.len as usize
    }
}

impl Value {
    /// The number of items of a range.
    pub(crate) fn range_len(start: i32, end: i32, step: i32) -> usize {
        let (start, end, step) = (i64::from(start), i64::from(end), i64::from(step));
        let span = if step > 0 { end - start } else { start - end };
        if span <= 0 {
            return 0;
        }
        let step = step.abs();
        ((span + step - 1) / step) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_has_sixteen_bytes() {
        assert_eq!(size_of::<Value>(), 16);
        assert_eq!(size_of::<Result<Value, crate::Bail>>(), 16);
    }

    #[test]
    fn ranges_are_counted() {
        for (start, end, step) in [
            (0, 5, 1),
            (0, 5, 2),
            (5, 0, -1),
            (5, 0, -2),
            (3, 3, 1),
            (4, 1, 1),
        ] {
            let mut count = 0;
            let mut at = start;
            while if step > 0 { at < end } else { at > end } {
                count += 1;
                at += step;
            }
            assert_eq!(Value::range_len(start, end, step), count);
        }
    }
}
