//! [`Packed`]: positions as words of 64 bits, in which stores keep and compare them.
//!
//! A value is a list of numbers of known widths, one after the other, from the lowest bit of the first word on. The widths of what
//! follows are known from what was read before, so no value begins with another one: packing never merges two values, also if zeros
//! follow. In debug builds each value that is stored is read again.

use std::sync::Arc;

use num_bigint::BigUint;
use smallvec::{Array, SmallVec};

/// The words of a value; up to four need no memory of their own.
pub type Words = SmallVec<[u64; 4]>;

/// Whether words are the same. For one or two words, a comparison of slices takes longer: it calls a function.
#[inline(always)]
pub fn is_same(one: &[u64], other: &[u64]) -> bool {
    match (one, other) {
        ([a], [b]) => a == b,
        ([a, b], [c, d]) => (a ^ c) | (b ^ d) == 0,
        _ => one == other,
    }
}

/// Receives numbers.
pub trait Put {
    /// Appends a number of `bits` bits, 1 to 64; those above are zero.
    fn put(&mut self, number: u64, bits: u32);
}

/// Gives the numbers back.
pub trait Take {
    /// The next `bits` bits, 1 to 64; zeros after the end.
    fn take(&mut self, bits: u32) -> u64;
    /// The words that are left, if none was begun.
    fn rest(&mut self) -> &[u64];
}

/// A type whose values become words and back. Equal values have equal words, others have others.
///
/// ```
/// use bouton_core::packed::{packed, unpacked};
/// let heaps: Vec<u8> = vec![3, 4, 5];
/// let words = packed(&heaps);
/// assert_eq!(words.len(), 1);
/// assert_eq!(unpacked::<Vec<u8>>(&words), heaps);
/// ```
pub trait Packed: Sized {
    /// Appends the value.
    fn pack(&self, to: &mut impl Put);
    /// Takes a value off the front.
    fn unpack(from: &mut impl Take) -> Self;
}

/// The words of a value.
#[inline]
pub fn packed<T: Packed>(value: &T) -> Words {
    let mut words = Words::new();
    pack_into(value, &mut words);
    words
}

/// Appends the words of a value to others.
#[inline]
pub fn pack_after<T: Packed>(value: &T, words: &mut Vec<u64>) {
    pack_by(value, |word| words.push(word));
}

/// The same for a list that needs no memory of its own while it is short.
#[inline]
pub fn pack_into<T: Packed, A: Array<Item = u64>>(value: &T, words: &mut SmallVec<A>) {
    pack_by(value, |word| words.push(word));
}

#[inline]
fn pack_by<T: Packed>(value: &T, hear: impl FnMut(u64)) {
    let (word, bits) = (0, 0);
    let mut packer = Packer { hear, word, bits };
    value.pack(&mut packer);
    if packer.bits > 0 {
        (packer.hear)(packer.word);
    }
}

/// The value of these words.
#[inline]
pub fn unpacked<T: Packed>(words: &[u64]) -> T {
    T::unpack(&mut Reader::of(words))
}

/// The bytes of memory that a value holds beside its own size, at least: it was packed before, and its words are no more than it holds.
pub fn beside<T: Packed>(value: &T) -> usize {
    let mut bits = Bits(0);
    value.pack(&mut bits);
    (bits.0 / 8).saturating_sub(size_of::<T>())
}

/// Counts bits.
struct Bits(usize);

impl Put for Bits {
    #[inline]
    fn put(&mut self, _number: u64, bits: u32) {
        self.0 += bits as usize;
    }
}

struct Packer<F> {
    /// Takes words that are complete.
    hear: F,
    word: u64,
    /// The bits of the word that are in use, fewer than 64.
    bits: u32,
}

impl<F: FnMut(u64)> Put for Packer<F> {
    #[inline(always)]
    fn put(&mut self, number: u64, bits: u32) {
        debug_assert!(
            bits == 64 || number >> bits == 0,
            "{number} has {bits} bits"
        );
        self.word |= number << self.bits;
        let sum = self.bits + bits;
        if sum < 64 {
            self.bits = sum;
            return;
        }
        (self.hear)(self.word);
        self.word = number.checked_shr(64 - self.bits).unwrap_or(0);
        self.bits = sum - 64;
    }
}

struct Reader<'w> {
    words: &'w [u64],
    word: u64,
    /// The bits of the word that are left.
    left: u32,
}

impl<'w> Reader<'w> {
    #[inline(always)]
    fn of(words: &'w [u64]) -> Self {
        Self {
            words,
            word: 0,
            left: 0,
        }
    }
}

impl Take for Reader<'_> {
    #[inline(always)]
    fn take(&mut self, bits: u32) -> u64 {
        let mask = u64::MAX >> (64 - bits);
        if bits <= self.left {
            let found = self.word & mask;
            self.word = self.word.checked_shr(bits).unwrap_or(0);
            self.left -= bits;
            return found;
        }
        let (next, rest) = self.words.split_first().unwrap_or((&0, &[]));
        self.words = rest;
        let found = (self.word | next.checked_shl(self.left).unwrap_or(0)) & mask;
        let used = bits - self.left;
        self.word = next.checked_shr(used).unwrap_or(0);
        self.left = 64 - used;
        found
    }

    fn rest(&mut self) -> &[u64] {
        debug_assert_eq!(self.left, 0, "no word was begun");
        std::mem::take(&mut self.words)
    }
}

macro_rules! fixed {
    ($($number:ty: $bits:ty),+) => {
        $(impl Packed for $number {
            #[inline]
            fn pack(&self, to: &mut impl Put) {
                to.put((*self as $bits).into(), <$bits>::BITS);
            }
            #[inline]
            fn unpack(from: &mut impl Take) -> Self {
                from.take(<$bits>::BITS) as $bits as Self
            }
        })+
    };
}

fixed!(u8: u8, i8: u8, u16: u16, i16: u16, u32: u32, i32: u32, u64: u64, i64: u64);

/// Nothing takes no bit.
impl Packed for () {
    #[inline]
    fn pack(&self, _to: &mut impl Put) {}
    #[inline]
    fn unpack(_from: &mut impl Take) -> Self {}
}

/// A place or a length, which is mostly small: two bits for its width, then 6, 14, 30 or 64 bits.
impl Packed for usize {
    #[inline]
    fn pack(&self, to: &mut impl Put) {
        let number = *self as u64;
        match number {
            0..0x40 => to.put(number << 2, 8),
            0x40..0x4000 => to.put(number << 2 | 1, 16),
            0x4000..0x4000_0000 => to.put(number << 2 | 2, 32),
            _ => {
                to.put(3, 2);
                to.put(number, 64);
            }
        }
    }
    #[inline]
    fn unpack(from: &mut impl Take) -> Self {
        let bits = [6, 14, 30, 64][from.take(2) as usize];
        from.take(bits) as Self
    }
}

impl Packed for u128 {
    #[inline]
    fn pack(&self, to: &mut impl Put) {
        to.put(*self as u64, 64);
        to.put((*self >> 64) as u64, 64);
    }
    #[inline]
    fn unpack(from: &mut impl Take) -> Self {
        let lower = from.take(64);
        Self::from(from.take(64)) << 64 | Self::from(lower)
    }
}

impl Packed for i128 {
    #[inline]
    fn pack(&self, to: &mut impl Put) {
        (*self as u128).pack(to);
    }
    #[inline]
    fn unpack(from: &mut impl Take) -> Self {
        u128::unpack(from) as Self
    }
}

impl Packed for bool {
    #[inline]
    fn pack(&self, to: &mut impl Put) {
        to.put((*self).into(), 1);
    }
    #[inline]
    fn unpack(from: &mut impl Take) -> Self {
        from.take(1) != 0
    }
}

impl<T: Packed> Packed for Option<T> {
    #[inline]
    fn pack(&self, to: &mut impl Put) {
        self.is_some().pack(to);
        if let Some(value) = self {
            value.pack(to);
        }
    }
    #[inline]
    fn unpack(from: &mut impl Take) -> Self {
        bool::unpack(from).then(|| T::unpack(from))
    }
}

impl<T: Packed, const N: usize> Packed for [T; N] {
    #[inline]
    fn pack(&self, to: &mut impl Put) {
        self.iter().for_each(|item| item.pack(to));
    }
    #[inline]
    fn unpack(from: &mut impl Take) -> Self {
        std::array::from_fn(|_| T::unpack(from))
    }
}

impl<A: Packed, B: Packed> Packed for (A, B) {
    #[inline]
    fn pack(&self, to: &mut impl Put) {
        self.0.pack(to);
        self.1.pack(to);
    }
    #[inline]
    fn unpack(from: &mut impl Take) -> Self {
        (A::unpack(from), B::unpack(from))
    }
}

impl<A: Array<Item: Packed>> Packed for SmallVec<A> {
    #[inline]
    fn pack(&self, to: &mut impl Put) {
        self.len().pack(to);
        self.iter().for_each(|item| item.pack(to));
    }
    #[inline]
    fn unpack(from: &mut impl Take) -> Self {
        (0..usize::unpack(from))
            .map(|_| A::Item::unpack(from))
            .collect()
    }
}

impl<T: Packed> Packed for Vec<T> {
    fn pack(&self, to: &mut impl Put) {
        self.len().pack(to);
        self.iter().for_each(|item| item.pack(to));
    }
    fn unpack(from: &mut impl Take) -> Self {
        (0..usize::unpack(from)).map(|_| T::unpack(from)).collect()
    }
}

impl Packed for BigUint {
    fn pack(&self, to: &mut impl Put) {
        self.to_u64_digits().pack(to);
    }
    fn unpack(from: &mut impl Take) -> Self {
        let digits = Vec::<u64>::unpack(from);
        let bytes: Vec<u8> = digits
            .iter()
            .flat_map(|digit| digit.to_le_bytes())
            .collect();
        Self::from_bytes_le(&bytes)
    }
}

/// Packs bytes, eight at a time.
#[inline]
pub fn pack_bytes(bytes: &[u8], to: &mut impl Put) {
    bytes.len().pack(to);
    for chunk in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        to.put(u64::from_le_bytes(word), 8 * chunk.len() as u32);
    }
}

/// Unpacks them into anything that takes slices.
#[inline]
pub fn unpack_bytes(from: &mut impl Take, mut hear: impl FnMut(&[u8])) {
    let mut left = usize::unpack(from);
    while left > 0 {
        let count = left.min(8);
        let word = from.take(8 * count as u32).to_le_bytes();
        hear(&word[..count]);
        left -= count;
    }
}

impl Packed for Arc<str> {
    fn pack(&self, to: &mut impl Put) {
        pack_bytes(self.as_bytes(), to);
    }
    fn unpack(from: &mut impl Take) -> Self {
        let mut bytes = Vec::new();
        unpack_bytes(from, |some| bytes.extend_from_slice(some));
        let text = String::from_utf8(bytes);
        text.expect("invariant: it was packed from a text").into()
    }
}

/// Packs the fields of a struct in this order: `packs!(Span { start, end });`, and `packs!(<S: Cells> Stones<S> { left, right });`
/// of a generic one; fields of a tuple by number.
#[macro_export]
macro_rules! packs {
    (<$parameter:ident: $bound:path> $type:ty { $($field:tt),+ }) => {
        impl<$parameter: $bound> $crate::packed::Packed for $type {
            $crate::packs!(@ $($field),+);
        }
    };
    ($type:ty { $($field:tt),+ }) => {
        impl $crate::packed::Packed for $type {
            $crate::packs!(@ $($field),+);
        }
    };
    (@ $($field:tt),+) => {
        #[inline]
        fn pack(&self, to: &mut impl $crate::packed::Put) {
            $($crate::packed::Packed::pack(&self.$field, to);)+
        }
        #[inline]
        fn unpack(from: &mut impl $crate::packed::Take) -> Self {
            Self { $($field: $crate::packed::Packed::unpack(from)),+ }
        }
    };
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use super::*;

    fn comes_back<T: Packed + PartialEq + Debug>(value: T, words: usize) {
        let there = packed(&value);
        assert_eq!(there.len(), words, "{value:?}");
        assert_eq!(unpacked::<T>(&there), value);
        // Words after it are not read.
        let mut more = there.clone();
        more.push(u64::MAX);
        assert_eq!(packed(&unpacked::<T>(&more)), there);
    }

    #[test]
    fn values_come_back() {
        comes_back([u64::MAX, 5], 2);
        comes_back((true, u64::MAX), 2);
        comes_back([-1i16, 7, i16::MIN, i16::MAX], 1);
        comes_back(Vec::<u8>::new(), 1);
        comes_back([1 << 64, u128::MAX - 1], 4);
        comes_back((), 0);
        for number in [
            0,
            63,
            64,
            0x3fff,
            0x4000,
            0x3fff_ffff,
            0x4000_0000,
            usize::MAX,
        ] {
            comes_back(number, if number < 1 << 30 { 1 } else { 2 });
        }
        comes_back(Some(SmallVec::<[u64; 2]>::from_slice(&[u64::MAX; 9])), 10);
        for text in ["", "1234567", "12345678", "ünïcödé, longer"] {
            comes_back::<Arc<str>>(text.into(), 1 + text.len() / 8);
        }
        for power in [0usize, 63, 64, 65, 640] {
            comes_back((BigUint::from(1u8) << power) - 1u8, 1 + power.div_ceil(64));
        }
    }

    #[test]
    fn no_two_lists_have_the_same_words() {
        let mut seen = std::collections::HashMap::new();
        for length in 0..4u32 {
            for number in 0..5usize.pow(length) {
                let place = |n| [0, 1, 63, 64, 1 << 14][number / 5usize.pow(n) % 5];
                let list: Vec<usize> = (0..length).map(place).collect();
                let mut words = packed(&list);
                // Zeros at the end tell nothing.
                while words.last() == Some(&0) {
                    words.pop();
                }
                let other = seen.insert(words, list.clone());
                assert_eq!(other, None, "{list:?}");
            }
        }
    }
}
