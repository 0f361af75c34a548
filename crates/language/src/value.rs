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

/// A string of at most [`SHORT`] bytes; the bytes after its end are 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Short {
    len: u8,
    bytes: [u8; SHORT],
}

impl Short {
    #[inline]
    pub(crate) fn of(text: &[u8]) -> Self {
        let mut bytes = [0; SHORT];
        // A loop over bytes is faster than a call of `memcpy` at these lengths.
        for (to, from) in bytes.iter_mut().zip(text) {
            *to = *from;
        }
        Self {
            len: text.len() as u8,
            bytes,
        }
    }

    /// A string of one byte.
    #[inline]
    pub(crate) fn byte(byte: u8) -> Self {
        let mut bytes = [0; SHORT];
        bytes[0] = byte;
        Self { len: 1, bytes }
    }

    /// Two strings that together are short enough.
    #[inline]
    pub(crate) fn joined(a: &[u8], b: &[u8]) -> Self {
        let mut bytes = [0; SHORT];
        for (to, from) in bytes.iter_mut().zip(a.iter().chain(b)) {
            *to = *from;
        }
        Self {
            len: (a.len() + b.len()) as u8,
            bytes,
        }
    }

    #[inline]
    pub(crate) fn is_ascii(&self) -> bool {
        self.bytes.is_ascii()
    }

    #[inline]
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.len)]
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
        for (start, end, step) in [(0, 5, 1), (0, 5, 2), (5, 0, -1), (5, 0, -2), (3, 3, 1), (4, 1, 1)] {
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
