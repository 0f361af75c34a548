//! The arena of values: it stores each canonical form once, so that equal values have equal ids.

use std::fmt;
use std::ops::Neg;

use bouton_core::hashing::FastMap;
use bouton_core::{Limits, Meter, Side, StopReason};
use smallvec::SmallVec;

use crate::facts::FactsTable;
use crate::known::Memories;
use crate::memo::{Lists, Orders, Sums};
use crate::memory;
use crate::number::Number;
use crate::order::OrderFrame;
use crate::stops::{Invariants, OptionInvariants, Ranks, Stop, Tests};
use crate::sum::SumFrame;

/// A value: the canonical form of a short game, by its number in an [`Arena`]. Equal values of one arena are equal here.
///
/// G and −G share a record; a bit tells them apart, so that `-v` costs nothing. Values of different arenas must not be
/// mixed. This type has no order: use [`Arena::le`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Value(u32);

bouton_core::packs!(Value { 0 });

impl Default for Value {
    fn default() -> Self {
        Self::ZERO
    }
}

/// Bit 0: the value is the negative of the record. Bit 1: the record is its own negative (then bit 0 is never set).
const NEGATIVE: u32 = 1;
const OWN_NEGATIVE: u32 = 2;

/// The mark of a free slot in the index. No number has all bits of one: the index is never full.
const FREE: u32 = u32::MAX;

/// The most records: a value has 31 bits, so that two values and a mark fit in an entry of the memo of order.
const MOST_RECORDS: usize = 1 << 29;

impl Value {
    /// The value 0, which is the same in every arena.
    pub const ZERO: Self = Self(OWN_NEGATIVE);

    #[inline]
    fn of_record(record: usize, own_negative: bool) -> Self {
        Self((record as u32) << 2 | if own_negative { OWN_NEGATIVE } else { 0 })
    }

    #[inline]
    pub(crate) fn record(self) -> usize {
        (self.0 >> 2) as usize
    }

    /// The id: the arena's number for this value, without meaning elsewhere.
    #[inline]
    pub fn id(self) -> u32 {
        self.0
    }

    /// The value with this id, which [`Value::id`] returned in the same arena.
    #[inline]
    pub fn of_id(id: u32) -> Self {
        Self(id)
    }

    /// Whether it is the negative of its record.
    #[inline]
    pub(crate) fn is_negative(self) -> bool {
        self.0 & NEGATIVE != 0
    }

    /// Whether G = −G.
    #[inline]
    pub fn is_own_negative(self) -> bool {
        self.0 & OWN_NEGATIVE != 0
    }

    /// This, or its negative.
    #[inline]
    pub(crate) fn negated_if(self, negated: bool) -> Self {
        if negated { -self } else { self }
    }
}

impl Neg for Value {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self(self.0 ^ ((!self.0 >> 1) & NEGATIVE))
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Value({})", self.0)
    }
}

/// A list of options.
pub type Options = SmallVec<[Value; 16]>;

/// A canonical form: where its options begin in `Arena::options` (a number has none), and its invariants, by number. The options
/// end where those of the next record begin.
#[derive(Clone, Copy, Debug)]
struct Record {
    offset: u32,
    left_count: u32,
    facts: u32,
}

/// Canonical forms and computed facts about them.
///
/// Every method that may take long has a [`Meter`] and can be stopped by it. The arena then stays valid, and the call can be
/// repeated. Memory is allocated as needed.
pub struct Arena {
    records: Vec<Record>,
    options: Vec<Value>,
    /// An open table of record numbers, by the hash of the options; at most three quarters full. The bits above those of a
    /// number hold more of the hash.
    index: Vec<u32>,
    facts: FactsTable,
    /// The numbers that have records; by size, without sign.
    numbers: FastMap<Number, Value>,
    /// The stops of those records whose own are inexact.
    fine: FastMap<u32, [Number; 2]>,
    /// *0, *1, …: those made so far.
    pub(crate) nimbers: Vec<Value>,
    pub(crate) tests: Tests,
    pub(crate) orders: Orders,
    pub(crate) sums: Sums,
    pub(crate) lists: Lists,
    pub(crate) order_frames: Vec<OrderFrame>,
    pub(crate) sum_frames: Vec<SumFrame>,
    pub(crate) sum_results: Vec<Value>,
    pub(crate) known: Memories,
    elsewhere: u64,
}

impl Default for Arena {
    fn default() -> Self {
        Self::new()
    }
}

impl Arena {
    /// An arena that contains 0 and a few infinitesimals.
    pub fn new() -> Self {
        let mut arena = Self {
            records: Vec::new(),
            options: Vec::new(),
            index: vec![FREE; 256],
            facts: FactsTable::default(),
            numbers: FastMap::default(),
            fine: FastMap::default(),
            nimbers: vec![Value::ZERO],
            tests: Tests::default(),
            orders: Orders::default(),
            sums: Sums::default(),
            lists: Lists::default(),
            order_frames: Vec::new(),
            sum_frames: Vec::new(),
            sum_results: Vec::new(),
            known: Memories::default(),
            elsewhere: 0,
        };
        let limits = Limits::default();
        let meter = &mut limits.meter();
        let zero = arena.number(&Number::ZERO, meter);
        debug_assert_eq!(zero, Ok(Value::ZERO));
        arena.make_tests(meter).expect("nothing limits it");
        arena
    }

    /// The number of values, with G and −G counted once.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Always false: 0 is always there.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Bytes held, including those reported by [`Self::hold_elsewhere`].
    pub fn bytes(&self) -> u64 {
        let vectors = self.records.capacity() * size_of::<Record>()
            + (self.options.capacity()
                + self.index.capacity()
                + self.sum_results.capacity()
                + self.nimbers.capacity())
                * 4
            + self.order_frames.capacity() * size_of::<OrderFrame>()
            + self.sum_frames.capacity() * size_of::<SumFrame>();
        vectors as u64
            + memory::of_map(&self.numbers)
            + memory::of_map(&self.fine)
            + self.facts.bytes()
            + self.orders.bytes()
            + self.sums.bytes()
            + self.lists.bytes()
            + self.known.bytes()
            + self.elsewhere
    }

    /// Reports the bytes that the caller holds (a table of positions): they count against the same limit.
    pub fn hold_elsewhere(&mut self, bytes: u64) {
        self.elsewhere = bytes;
    }

    // Invariants of a value

    #[inline]
    pub(crate) fn invariants(&self, v: Value) -> Invariants {
        let record = &self.records[v.record()];
        let of_record = self.facts.get(record.facts, record.left_count == 0);
        if v.is_negative() {
            of_record.mirrored()
        } else {
            of_record
        }
    }

    /// Whether it is a number.
    #[inline]
    pub fn is_number(&self, v: Value) -> bool {
        self.records[v.record()].left_count == 0
    }

    /// The number, if the value is one.
    pub fn as_number(&self, v: Value) -> Option<Number> {
        self.is_number(v).then(|| self.left_stop(v))
    }

    /// Left stop and right stop.
    pub fn stops(&self, v: Value) -> [Number; 2] {
        let facts = self.records[v.record()].facts;
        let stops = match self.fine.get(&(v.record() as u32)) {
            Some(stops) => stops.clone(),
            None => self.facts.get(facts, false).stops(),
        };
        if v.is_negative() {
            [-&stops[1], -&stops[0]]
        } else {
            stops
        }
    }

    /// The number reached if Left moves first.
    pub fn left_stop(&self, v: Value) -> Number {
        let [left, _] = self.stops(v);
        left
    }

    /// The number reached if Right moves first.
    pub fn right_stop(&self, v: Value) -> Number {
        let [_, right] = self.stops(v);
        right
    }

    // Options

    /// The span of a side's options in the arena's list; empty for a number.
    #[inline]
    pub(crate) fn span(&self, v: Value, side: Side) -> std::ops::Range<usize> {
        let [from, middle, end] = self.places(v.record());
        if (side == Side::Left) != v.is_negative() {
            from..middle
        } else {
            middle..end
        }
    }

    /// The places of a record's options: the first of Left, the first of Right, and the one after the last.
    #[inline]
    fn places(&self, record: usize) -> [usize; 3] {
        let found = &self.records[record];
        let end = match self.records.get(record + 1) {
            Some(next) => next.offset as usize,
            None => self.options.len(),
        };
        let from = found.offset as usize;
        [from, from + found.left_count as usize, end]
    }

    /// The option of `v` at a place of its span.
    #[inline]
    pub(crate) fn option_at(&self, v: Value, place: usize) -> Value {
        self.options[place].negated_if(v.is_negative())
    }

    /// The options of a side; none for a number, whose options are made on demand.
    #[inline]
    pub(crate) fn listed(&self, v: Value, side: Side) -> impl Iterator<Item = Value> + '_ {
        let negated = v.is_negative();
        self.options[self.span(v, side)]
            .iter()
            .map(move |o| o.negated_if(negated))
    }

    /// The options of its canonical form, Left's and Right's; those of a number are made now.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn options(&mut self, v: Value, meter: &mut Meter) -> Result<[Options; 2], StopReason> {
        let Some(x) = self.as_number(v) else {
            return Ok([Side::Left, Side::Right].map(|side| self.listed(v, side).collect()));
        };
        let (left, right) = x.options();
        let mut made = [Options::new(), Options::new()];
        for (side, number) in [left, right].into_iter().enumerate() {
            if let Some(number) = number {
                made[side].push(self.number(&number, meter)?);
            }
        }
        Ok(made)
    }

    // New records

    /// The value of a number.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn number(&mut self, x: &Number, meter: &mut Meter) -> Result<Value, StopReason> {
        let size = x.abs();
        let v = match self.numbers.get(&size) {
            Some(v) => *v,
            None => self.new_number(size, meter)?,
        };
        Ok(v.negated_if(x.sign().is_lt()))
    }

    /// The value of an integer.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn integer(&mut self, n: i64, meter: &mut Meter) -> Result<Value, StopReason> {
        self.number(&Number::from(n), meter)
    }

    fn new_number(&mut self, size: Number, meter: &mut Meter) -> Result<Value, StopReason> {
        meter.spend(1)?;
        let held = self.bytes() + 4 * size.heap_bytes();
        meter.afford(held)?;
        memory::in_map(&mut self.numbers, held, meter)?;
        let stop = Stop::at(&size);
        let invariants = Invariants {
            left: stop,
            right: stop.for_right(),
            upper: self.tests.upper,
            lower: self.tests.lower,
            number: true,
        };
        let record = self.push(
            &[],
            &[],
            &invariants,
            Some([size.clone(), size.clone()]),
            meter,
        )?;
        let v = Value::of_record(record, size == Number::ZERO);
        self.known.digits += 3 * size.heap_bytes();
        self.numbers.insert(size, v);
        Ok(v)
    }

    /// Writes a record, completely or not at all. `stops` are kept if the invariants are inexact.
    fn push(
        &mut self,
        left: &[Value],
        right: &[Value],
        invariants: &Invariants,
        stops: Option<[Number; 2]>,
        meter: &Meter,
    ) -> Result<usize, StopReason> {
        let record = self.records.len();
        let end = self.options.len() + left.len() + right.len();
        if record == MOST_RECORDS || u32::try_from(end).is_err() {
            return Err(StopReason::Memory);
        }
        if record == self.records.capacity() {
            memory::in_vector(self.bytes(), &mut self.records, 1, meter)?;
        }
        if end > self.options.capacity() {
            memory::in_vector(
                self.bytes(),
                &mut self.options,
                left.len() + right.len(),
                meter,
            )?;
        }
        let facts = match self.facts.find(invariants) {
            Some(facts) => facts,
            None => {
                let held = if self.facts.is_full() {
                    self.bytes()
                } else {
                    0
                };
                self.facts.insert(invariants, held, meter)?
            }
        };
        if invariants.is_inexact() {
            let held = self.bytes();
            memory::in_map(&mut self.fine, held, meter)?;
            self.fine.insert(
                record as u32,
                stops.expect("inexact stops come with the exact ones"),
            );
        }
        self.records.push(Record {
            offset: self.options.len() as u32,
            left_count: left.len() as u32,
            facts,
        });
        self.options.extend_from_slice(left);
        self.options.extend_from_slice(right);
        Ok(record)
    }

    /// The value whose canonical form has these options; it is not a number.
    pub(crate) fn cons(
        &mut self,
        left: &mut Options,
        right: &mut Options,
        meter: &mut Meter,
    ) -> Result<Value, StopReason> {
        meter.spend(1 + left.len() + right.len())?;
        sort(left);
        sort(right);
        let negative = |options: &Options| {
            let mut all: Options = options.iter().map(|o| -*o).collect();
            sort(&mut all);
            all
        };
        let (mirrored_left, mirrored_right) = (negative(right), negative(left));
        let ids = |options: &Options| options.iter().map(|o| o.0).collect::<SmallVec<[u32; 16]>>();
        // Of G and −G the one with the smaller ids has the record: half the records, and a negative that is one bit.
        let side = (ids(left), ids(right)).cmp(&(ids(&mirrored_left), ids(&mirrored_right)));
        let v = if side.is_gt() {
            -self.cons_unsigned(&mirrored_left, &mirrored_right, false, meter)?
        } else {
            self.cons_unsigned(left, right, side.is_eq(), meter)?
        };
        Ok(v)
    }

    fn cons_unsigned(
        &mut self,
        left: &[Value],
        right: &[Value],
        own_negative: bool,
        meter: &mut Meter,
    ) -> Result<Value, StopReason> {
        let hash = hash(left, right);
        let (mask, tag) = (self.index.len() - 1, self.tag(hash));
        let mut slot = hash as usize & mask;
        while self.index[slot] != FREE {
            let found = self.index[slot];
            let record = found as usize & mask;
            // Most other records of the slot differ in the tag: their options, elsewhere in memory, are not read.
            if found & !(mask as u32) == tag && self.has_options(record, left, right) {
                return Ok(Value::of_record(record, own_negative));
            }
            slot = (slot + 1) & mask;
        }
        let (invariants, stops) = self.invariants_of(left, right);
        // At three quarters: slots are searched one after the other, and runs of taken ones become long above.
        if 4 * self.records.len() >= 3 * self.index.len() {
            self.grow_index(meter)?;
        }
        let record = self.push(left, right, &invariants, stops, meter)?;
        self.enter(record);
        let v = Value::of_record(record, own_negative);
        if left == self.nimbers && right == self.nimbers {
            self.nimbers.push(v);
        }
        Ok(v)
    }

    fn has_options(&self, record: usize, left: &[Value], right: &[Value]) -> bool {
        let [from, middle, end] = self.places(record);
        (middle - from, end - middle) == (left.len(), right.len())
            && self.options[from..middle] == *left
            && self.options[middle..end] == *right
    }

    /// Doubles the index; if a limit is reached, the old one stays.
    fn grow_index(&mut self, meter: &mut Meter) -> Result<(), StopReason> {
        let mut index = memory::zeros(2 * self.index.len(), self.bytes(), meter)?;
        index.fill(FREE);
        let before = std::mem::replace(&mut self.index, index);
        for record in 0..self.records.len() {
            let [from, _, end] = self.places(record);
            if let Err(why) = meter.spend(1 + end - from) {
                self.index = before;
                return Err(why);
            }
            if end > from {
                self.enter(record);
            }
        }
        Ok(())
    }

    /// Enters a record into the index, which does not contain it yet.
    fn enter(&mut self, record: usize) {
        let [from, middle, end] = self.places(record);
        let hash = hash(&self.options[from..middle], &self.options[middle..end]);
        let mask = self.index.len() - 1;
        let mut slot = hash as usize & mask;
        while self.index[slot] != FREE {
            slot = (slot + 1) & mask;
        }
        self.index[slot] = self.tag(hash) | record as u32;
    }

    /// The bits of a slot above those of a number.
    #[inline]
    fn tag(&self, hash: u64) -> u32 {
        (hash >> 12) as u32 & !((self.index.len() - 1) as u32)
    }

    /// The invariants of {L|R}, which is not a number; also the stops themselves if they are inexact.
    pub(crate) fn invariants_of(
        &self,
        left: &[Value],
        right: &[Value],
    ) -> (Invariants, Option<[Number; 2]>) {
        let of = |options: &[Value]| -> OptionInvariants {
            options.iter().map(|o| self.invariants(*o)).collect()
        };
        let (l, r) = (of(left), of(right));
        if l.iter().chain(&r).any(Invariants::is_inexact) {
            return self.exact_invariants_of(left, right);
        }
        (self.tests.invariants(&l, &r), None)
    }

    #[cold]
    fn exact_invariants_of(
        &self,
        left: &[Value],
        right: &[Value],
    ) -> (Invariants, Option<[Number; 2]>) {
        let all = || left.iter().chain(right).map(|o| self.stops(*o));
        let ranks = Ranks::of(all().flatten());
        let of = |options: &[Value]| -> OptionInvariants {
            let stand_in = |o: &Value| ranks.stand_in(&self.invariants(*o), &self.stops(*o));
            options.iter().map(stand_in).collect()
        };
        let (invariants, stops) = ranks.resolve(self.tests.invariants(&of(left), &of(right)));
        (invariants, Some(stops))
    }

    /// Computes the words of all records again, after the tests have been made.
    pub(crate) fn refresh_words(&mut self, meter: &Meter) -> Result<(), StopReason> {
        for record in 0..self.records.len() {
            let v = Value::of_record(record, false);
            let (upper, lower) = if self.is_number(v) {
                (self.tests.upper, self.tests.lower)
            } else {
                let list = |side| self.listed(v, side).collect::<Options>();
                let (found, _) = self.invariants_of(&list(Side::Left), &list(Side::Right));
                (found.upper, found.lower)
            };
            let before = self.records[record].facts;
            let invariants = Invariants {
                upper,
                lower,
                ..self.facts.get(before, false)
            };
            self.records[record].facts = match self.facts.find(&invariants) {
                Some(facts) => facts,
                None => self.facts.insert(&invariants, 0, meter)?,
            };
        }
        Ok(())
    }
}

#[inline]
pub(crate) fn sort(options: &mut Options) {
    options.sort_unstable_by_key(|o| o.0);
}

/// A hash of two lists.
#[inline]
pub(crate) fn hash(left: &[Value], right: &[Value]) -> u64 {
    const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
    let mut hash = (left.len() as u64) << 32 | right.len() as u64;
    for option in left.iter().chain(right) {
        hash = (hash ^ u64::from(option.0)).wrapping_mul(ODD);
        hash ^= hash >> 31;
    }
    // The low bits of a product depend on nothing but the low bits of its factors: they are dropped.
    hash.wrapping_mul(ODD) >> 20
}
