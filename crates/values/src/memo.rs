//! Caches with one entry per slot: a newer entry replaces an older one. They start empty, grow with use up to a size beyond
//! which they bring no gain, and store full keys, not hashes.

use bouton_core::Meter;

use crate::arena::{Value, hash};
use crate::memory;

/// The first and the largest number of slots: more were no faster.
const FIRST: usize = 1 << 10;
const MOST: usize = 1 << 20;

#[inline]
fn mixed(key: u64) -> usize {
    let hash = (key ^ key >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (hash ^ hash >> 29) as usize
}

/// An entry with its key.
trait Finding: Copy + Default {
    fn place(&self) -> usize;
    fn is_empty(&self) -> bool;
}

/// Entries by slot.
#[derive(Debug)]
struct Slots<F> {
    all: Vec<F>,
    written: usize,
}

impl<F> Default for Slots<F> {
    fn default() -> Self {
        Self {
            all: Vec::new(),
            written: 0,
        }
    }
}

impl<F: Finding> Slots<F> {
    #[inline]
    fn at(&self, place: usize) -> Option<&F> {
        self.all.get(place & self.all.len().wrapping_sub(1))
    }

    fn bytes(&self) -> u64 {
        (self.all.capacity() * size_of::<F>()) as u64
    }

    /// Whether the next entry makes the table grow; only then is the memory in use checked.
    #[inline]
    fn is_full(&self, most: usize) -> bool {
        self.written >= self.all.len() && self.all.len() < most
    }

    /// Stores an entry. If memory does not allow the table to grow, it keeps its size.
    #[inline]
    fn keep(&mut self, finding: F, most: usize, held: u64, meter: &Meter) {
        if self.is_full(most) {
            self.grow(held, meter);
        }
        if self.all.is_empty() {
            return;
        }
        self.written += 1;
        let mask = self.all.len() - 1;
        self.all[finding.place() & mask] = finding;
    }

    #[cold]
    fn grow(&mut self, held: u64, meter: &Meter) {
        self.written = 0;
        let slots = (2 * self.all.len()).max(FIRST);
        let Ok(larger) = memory::zeros(slots, held, meter) else {
            return;
        };
        let old = std::mem::replace(&mut self.all, larger);
        for finding in old.into_iter().filter(|f| !f.is_empty()) {
            self.all[finding.place() & (slots - 1)] = finding;
        }
    }
}

/// Whether G ≤ H: two values of 31 bits, a mark, the answer.
#[derive(Clone, Copy, Debug, Default)]
struct Order(u64);

impl Order {
    /// G ≤ H is equivalent to −H ≤ −G; one of them represents both.
    #[inline]
    fn question(g: Value, h: Value) -> Self {
        let (a, b) = ((g.id(), h.id()), ((-h).id(), (-g).id()));
        let (g, h) = a.min(b);
        Self(u64::from(g) << 33 | u64::from(h) << 2 | 2)
    }
}

impl Finding for Order {
    #[inline]
    fn place(&self) -> usize {
        mixed(self.0 >> 1)
    }

    fn is_empty(&self) -> bool {
        self.0 == 0
    }
}

/// Results of comparisons.
#[derive(Debug, Default)]
pub(crate) struct Orders(Slots<Order>);

impl Orders {
    #[inline]
    pub(crate) fn get(&self, g: Value, h: Value) -> Option<bool> {
        let question = Order::question(g, h);
        let found = self.0.at(question.place())?.0;
        (found & !1 == question.0).then_some(found & 1 == 1)
    }

    pub(crate) fn keep(&mut self, g: Value, h: Value, at_most: bool, held: u64, meter: &Meter) {
        let answer = Order(Order::question(g, h).0 | u64::from(at_most));
        self.0.keep(answer, MOST, held, meter);
    }

    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.0.is_full(MOST)
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.0.bytes()
    }
}

/// G + H = sum.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    terms: (u32, u32),
    sum: Value,
}

impl Sum {
    /// The terms in order, of G + H or −G − H, and whether it is the latter.
    #[inline]
    fn question(g: Value, h: Value) -> ((u32, u32), bool) {
        let ordered = |a: Value, b: Value| (a.id().min(b.id()), a.id().max(b.id()));
        let (plain, mirrored) = (ordered(g, h), ordered(-g, -h));
        (plain.min(mirrored), mirrored < plain)
    }

    #[inline]
    fn place_of(terms: (u32, u32)) -> usize {
        mixed(u64::from(terms.0) << 32 | u64::from(terms.1))
    }
}

impl Finding for Sum {
    fn place(&self) -> usize {
        Self::place_of(self.terms)
    }

    /// No value has the id 0.
    fn is_empty(&self) -> bool {
        self.terms == (0, 0)
    }
}

#[derive(Debug, Default)]
pub(crate) struct Sums(Slots<Sum>);

impl Sums {
    #[inline]
    pub(crate) fn get(&self, g: Value, h: Value) -> Option<Value> {
        let (terms, mirrored) = Sum::question(g, h);
        let found = self.0.at(Sum::place_of(terms))?;
        (found.terms == terms && !found.is_empty()).then(|| found.sum.negated_if(mirrored))
    }

    pub(crate) fn keep(&mut self, g: Value, h: Value, sum: Value, held: u64, meter: &Meter) {
        let (terms, mirrored) = Sum::question(g, h);
        let sum = sum.negated_if(mirrored);
        self.0.keep(Sum { terms, sum }, MOST / 2, held, meter);
    }

    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.0.is_full(MOST / 2)
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.0.bytes()
    }
}

/// Options in the given form, and the value they make.
#[derive(Clone, Copy, Debug, Default)]
struct List {
    place: u32,
    /// The index of the options among the lists, plus one.
    start: u32,
    left: u32,
    right: u32,
    value: Value,
}

impl Finding for List {
    fn place(&self) -> usize {
        self.place as usize
    }

    fn is_empty(&self) -> bool {
        self.start == 0
    }
}

/// Values by lists of options, sorted but not canonical.
#[derive(Debug, Default)]
pub(crate) struct Lists {
    slots: Slots<List>,
    written: Vec<Value>,
}

/// After this many options, all lists are dropped.
const MOST_WRITTEN: usize = 1 << 20;

impl Lists {
    pub(crate) fn get(&self, left: &[Value], right: &[Value]) -> Option<Value> {
        let found = self.slots.at(hash(left, right) as u32 as usize)?;
        if found.start == 0
            || (found.left as usize, found.right as usize) != (left.len(), right.len())
        {
            return None;
        }
        let start = found.start as usize - 1;
        let middle = start + left.len();
        let same = self.written[start..middle] == *left
            && self.written[middle..middle + right.len()] == *right;
        same.then_some(found.value)
    }

    pub(crate) fn keep(
        &mut self,
        left: &[Value],
        right: &[Value],
        value: Value,
        held: u64,
        meter: &Meter,
    ) {
        let more = left.len() + right.len();
        if more > MOST_WRITTEN {
            return;
        }
        if self.written.len() + more > MOST_WRITTEN {
            self.written.clear();
            self.slots.all.fill(List::default());
        }
        let start = self.written.len();
        if start + more > self.written.capacity()
            && memory::in_vector(held, &mut self.written, more, meter).is_err()
        {
            return;
        }
        self.written.extend_from_slice(left);
        self.written.extend_from_slice(right);
        let list = List {
            place: hash(left, right) as u32,
            start: start as u32 + 1,
            left: left.len() as u32,
            right: right.len() as u32,
            value,
        };
        self.slots.keep(list, MOST / 16, held, meter);
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.slots.bytes() + (self.written.capacity() * size_of::<Value>()) as u64
    }
}
