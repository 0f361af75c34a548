//! Heaps: the position of most games here, a short list of sizes.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{NumRef, ToPrimitive, Unsigned};
use smallvec::SmallVec;

use crate::notation::{InputError, items};
use crate::packed::Packed;

/// The size of a heap: `u64`, or [`BigUint`] for closed forms on heaps of any size.
pub trait Heap:
    Packed
    + Clone
    + Default
    + Ord
    + Hash
    + Debug
    + Display
    + FromStr
    + Integer
    + NumRef
    + Unsigned
    + ToPrimitive
    + From<u64>
    + Into<BigUint>
    + Send
    + Sync
    + 'static
{
    /// Whether the type holds every natural number.
    const UNBOUNDED: bool;
    /// The bitwise exclusive or.
    fn xor(&self, other: &Self) -> Self;
    /// The same number, if it fits.
    fn from_big(size: &BigUint) -> Option<Self>;
    /// The same number, of any size.
    fn big(&self) -> BigUint {
        self.clone().into()
    }
}

impl Heap for u64 {
    const UNBOUNDED: bool = false;
    fn xor(&self, other: &Self) -> Self {
        self ^ other
    }
    fn from_big(size: &BigUint) -> Option<Self> {
        Self::try_from(size).ok()
    }
}

impl Heap for BigUint {
    const UNBOUNDED: bool = true;
    fn xor(&self, other: &Self) -> Self {
        self ^ other
    }
    fn from_big(size: &BigUint) -> Option<Self> {
        Some(size.clone())
    }
}

/// Heap sizes in their places; an emptied heap stays as 0.
pub type Heaps<H = u64> = SmallVec<[H; 2]>;

/// Reads one heap size.
///
/// # Errors
/// If the text is not a number, is negative, or is beyond 64 bits where the type is `u64`.
pub fn parse_heap<H: Heap>(text: &str, what: &str) -> Result<H, InputError> {
    let error = |message: String| InputError::whole(message, text);
    let item = text.trim();
    if !item.is_empty() && item.bytes().all(|b| b.is_ascii_digit()) {
        return item.parse().map_err(|_| {
            error(format!(
                "expected {what} below 2^64, found a number of {} digits",
                item.len()
            ))
            .beyond_64_bits()
        });
    }
    let digits = item.strip_prefix('-').unwrap_or("");
    if !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err(error(format!("expected {what} of 0 or more, found {item}")));
    }
    let found = if item.is_empty() {
        "nothing".into()
    } else {
        format!("{item:?}")
    };
    Err(error(format!(
        "expected {what} (a whole number), found {found}"
    )))
}

/// Reads a list of heap sizes; `0` and the empty text are not a heap at all.
///
/// # Errors
/// See [`parse_heap`].
///
/// ```
/// use bouton_core::heaps::{Heaps, parse_heaps};
/// let heaps: Heaps = parse_heaps("3,4,5").unwrap();
/// assert_eq!(heaps.as_slice(), [3, 4, 5]);
/// assert!(parse_heaps::<u64>("3,-4").is_err());
/// ```
pub fn parse_heaps<H: Heap>(text: &str) -> Result<Heaps<H>, InputError> {
    items(text)
        .map(|(span, item)| parse_heap(item, "a heap").map_err(|e| e.within(text, span.start)))
        .collect()
}

/// Writes heap sizes; no heap at all is `0`.
pub fn show_heaps<H: Heap>(heaps: &[H]) -> String {
    if heaps.is_empty() {
        return "0".into();
    }
    heaps
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(",")
}

/// The nonempty heaps in ascending order: the canonical form if order and empty heaps do not matter.
pub fn sorted<H: Heap>(mut heaps: Heaps<H>) -> Heaps<H> {
    heaps.retain(|heap| !heap.is_zero());
    heaps.sort_unstable();
    heaps
}

/// The sum of all heaps.
pub fn total<H: Heap>(heaps: &[H]) -> BigUint {
    heaps.iter().map(Heap::big).sum()
}

/// Each heap that is not empty as a position of its own: the summands of a sum of heaps, at least one.
pub fn single<H: Heap>(heaps: &[H]) -> SmallVec<[Heaps<H>; 2]> {
    let mut parts: SmallVec<_> = heaps
        .iter()
        .filter(|heap| !heap.is_zero())
        .map(|heap| Heaps::from_iter([heap.clone()]))
        .collect();
    if parts.is_empty() {
        parts.push(Heaps::new());
    }
    parts
}

/// The name of a heap in a move: its place, or nothing if there is only one.
///
/// ```
/// use bouton_core::heaps::from_heap;
/// assert_eq!(from_heap(0, 1), "");
/// assert_eq!(from_heap(1, 3), " from heap 2");
/// assert_eq!(from_heap(1, 2), " from the second");
/// ```
pub fn from_heap(index: usize, heaps: usize) -> String {
    match (index, heaps) {
        (_, 0 | 1) => String::new(),
        (0, 2) => " from the first".into(),
        (1, 2) => " from the second".into(),
        _ => format!(" from heap {}", index + 1),
    }
}

/// The numbers 1 to `most`, in ascending order: the numbers of tokens that can be taken from a heap.
pub fn takes<H: Heap>(most: H) -> impl Iterator<Item = H> {
    let mut taken = H::zero();
    std::iter::from_fn(move || {
        (taken < most).then(|| {
            taken = taken.clone() + H::one();
            taken.clone()
        })
    })
}
