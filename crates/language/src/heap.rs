//! [`Heap`]: the strings, tuples, lists and tables of one call. The data of a file lie at its beginning; after each call the
//! rest is dropped at once. Steps and memory are counted here, before anything is made.

use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;

use num_bigint::BigInt;

use crate::error::{Done, Stop, Trouble, wrong};
use crate::methods::Method;
use crate::numbers::Operator;
use crate::operate::Relation;
use crate::table::Table;
use crate::value::{Long, SHORT, Short, Span, Value};

/// Whether a call is to end; asked now and then, from the thread that runs it.
pub type Ask = Arc<dyn Fn() -> bool + Send + Sync>;

/// The limits of calls.
#[derive(Clone)]
pub struct Limits {
    /// The most steps: a step is a call, a round of a loop, or the work of a built-in on some items or bytes.
    pub steps: u64,
    /// The most bytes that may be held, with what is no longer needed and was not yet looked for.
    pub memory: u64,
    /// The deepest nesting of calls.
    pub depth: usize,
    /// The flag, asked every [`STRIDE`] steps.
    pub ask: Option<Ask>,
    /// After this many bytes a call looks for what it no longer needs, and gives it back.
    pub garbage: u64,
}

impl Default for Limits {
    /// 100 million steps, a gibibyte, a thousand calls.
    fn default() -> Self {
        Self {
            steps: 100_000_000,
            memory: 1 << 30,
            depth: 1000,
            ask: None,
            garbage: 64 << 20,
        }
    }
}

impl fmt::Debug for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            steps,
            memory,
            depth,
            ask,
            ..
        } = self;
        let asked = ask.is_some();
        write!(
            f,
            "Limits {{ {steps} steps, {memory} bytes, {depth} calls, asked: {asked} }}"
        )
    }
}

/// The flag of the host is asked after this many steps.
pub const STRIDE: i64 = 4096;

/// A value of the host, such as a game value in a calculation.
pub trait Foreign: std::any::Any + Send + Sync + fmt::Debug {
    /// The name of its type in messages, such as `value`.
    fn type_name(&self) -> &'static str;
    /// Its text.
    fn show(&self) -> String;
    /// Itself, to find its type.
    fn as_any(&self) -> &dyn std::any::Any;
    /// Whether it holds as a condition.
    fn truth(&self) -> bool {
        true
    }
    /// Its hash, if it can be a key. Equal values have equal hashes.
    fn hash(&self) -> Option<u64> {
        None
    }
    /// Whether it equals another value inside of a list or such.
    fn equals(&self, other: &Value, heap: &Heap) -> bool;
    /// The bytes that it takes.
    fn bytes(&self) -> u64 {
        64
    }
    /// `self OPERATOR other`, or `other OPERATOR self` if it is not on the left.
    ///
    /// # Errors
    /// If there is no such operator.
    fn binary(
        &self,
        operator: Operator,
        other: &Value,
        is_left: bool,
        heap: &mut Heap,
    ) -> Done<Value> {
        let (own, other) = (self.type_name(), heap.type_name(other));
        let (one, other) = if is_left { (own, other) } else { (other, own) };
        wrong(format!(
            "`{}` does not go with a {one} and a {other}",
            operator.sign()
        ))
    }
    /// `-self`, `+self`, `~self`.
    ///
    /// # Errors
    /// If there is no such operator.
    fn unary(&self, sign: char, _heap: &mut Heap) -> Done<Value> {
        wrong(format!(
            "`{sign}` does not stand before a {}",
            self.type_name()
        ))
    }
    /// Whether a relation holds between itself and another value, or the other way round if it is not on the left.
    ///
    /// # Errors
    /// If these are not compared.
    fn compare(
        &self,
        relation: Relation,
        other: &Value,
        _is_left: bool,
        heap: &mut Heap,
    ) -> Done<bool> {
        match relation {
            Relation::Equal => Ok(self.equals(other, heap)),
            Relation::Unequal => Ok(!self.equals(other, heap)),
            _ => wrong(format!(
                "`{}` does not compare a {}",
                relation.sign(),
                self.type_name()
            )),
        }
    }
    /// `self.name`, if it has this.
    ///
    /// # Errors
    /// If it cannot be found.
    fn attribute(&self, _name: &str, _heap: &mut Heap) -> Done<Option<Value>> {
        Ok(None)
    }
    /// `self(…)`
    ///
    /// # Errors
    /// If it cannot be called in this way.
    fn call(&self, _args: &[Value], _heap: &mut Heap) -> Done<Value> {
        wrong(format!("a {} cannot be called", self.type_name()))
    }
}

/// A function of a file with what it was made with.
#[derive(Clone, Debug)]
pub(crate) struct Closure {
    pub(crate) code: u32,
    pub(crate) defaults: Box<[Value]>,
    pub(crate) captured: Box<[Value]>,
}

/// Something that is iterated once.
#[derive(Clone, Debug)]
pub(crate) enum Iter {
    /// A source and the place in it.
    Seq(Value, i64),
    /// Pairs of a count and an item of another one.
    Enumerate(u32, i64),
    /// Tuples of the items of others.
    Zip(Vec<u32>),
    /// A sequence from its end, and the number of items left.
    Reversed(Value, usize),
}

/// Data of the rarer kinds.
#[derive(Clone, Debug)]
pub(crate) enum Object {
    Big(BigInt),
    Wide([i64; 3]),
    /// With its depth: iterators of iterators.
    Iter(Iter, u8),
    Function(Closure),
    Bound(Value, Method),
    Partial(Value, Vec<Value>, Vec<(Value, Value)>),
    Cached(Value),
    Struct(Vec<(Value, Value)>),
    Foreign(Arc<dyn Foreign>),
    Deque(VecDeque<Value>, Option<usize>),
}

/// The lengths of the parts of a heap.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Marks {
    pub(crate) text: usize,
    pub(crate) cells: usize,
    pub(crate) lists: usize,
    pub(crate) tables: usize,
    pub(crate) objects: usize,
    pub(crate) boxes: usize,
}

/// The data of one call, after the data of a file.
#[derive(Clone, Default)]
pub struct Heap {
    pub(crate) text: String,
    pub(crate) cells: Vec<Value>,
    pub(crate) lists: Vec<Vec<Value>>,
    pub(crate) tables: Vec<Table>,
    pub(crate) objects: Vec<Object>,
    pub(crate) boxes: Vec<Value>,
    /// Lists that were used before.
    spare: Vec<Vec<Value>>,
    pub(crate) frozen: Marks,
    /// Steps until the flag is asked.
    pub(crate) fuel: i64,
    /// Steps that are left after these.
    reserve: u64,
    /// Bytes that are left, and below which garbage is looked for.
    pub(crate) room: i64,
    pub(crate) low: i64,
    pub(crate) limits: Limits,
}

impl fmt::Debug for Heap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Heap({:?})", self.marks())
    }
}

/// An arena doubles when it grows: old and new together have three times what is used.
pub(crate) const ARENA: usize = 3;
/// The bytes of a value.
pub(crate) const CELL: usize = 16;
/// Spare lists that are kept for the next call, and the longest of them.
const SPARES: usize = 1 << 10;
const LONGEST_SPARE: usize = 1 << 10;

impl Heap {
    pub(crate) fn marks(&self) -> Marks {
        Marks {
            text: self.text.len(),
            cells: self.cells.len(),
            lists: self.lists.len(),
            tables: self.tables.len(),
            objects: self.objects.len(),
            boxes: self.boxes.len(),
        }
    }

    /// All data so far stay, and cannot change.
    pub(crate) fn freeze(&mut self) {
        self.frozen = self.marks();
    }

    /// Drops everything but the data of the file, and sets the limits of the calls that follow.
    pub(crate) fn reset(&mut self, limits: &Limits) {
        let marks = self.frozen;
        self.text.truncate(marks.text);
        self.cells.truncate(marks.cells);
        for mut list in self.lists.drain(marks.lists..) {
            if self.spare.len() < SPARES && list.capacity() <= LONGEST_SPARE {
                list.clear();
                self.spare.push(list);
            }
        }
        self.tables.truncate(marks.tables);
        self.objects.truncate(marks.objects);
        self.boxes.truncate(marks.boxes);
        if self.text.capacity() > marks.text + (1 << 20) {
            self.text.shrink_to(marks.text + (1 << 16));
        }
        if self.cells.capacity() > marks.cells + (1 << 16) {
            self.cells.shrink_to(marks.cells + (1 << 12));
        }
        if self.lists.capacity() > marks.lists + (1 << 16) {
            self.lists.shrink_to(marks.lists + (1 << 12));
        }
        self.limits = limits.clone();
        self.fuel = 0;
        self.reserve = limits.steps;
        self.room = i64::try_from(limits.memory).unwrap_or(i64::MAX);
        self.low = self.room.saturating_sub_unsigned(self.patience());
    }

    /// The steps since the last reset.
    pub fn steps(&self) -> u64 {
        (self.limits.steps - self.reserve).saturating_sub(self.fuel.max(0) as u64)
    }

    /// The bytes taken since the last reset.
    pub fn memory(&self) -> u64 {
        self.limits.memory.saturating_sub(self.room.max(0) as u64)
    }

    /// Counts steps.
    ///
    /// # Errors
    /// If there are too many, or the host asks to stop.
    #[inline]
    pub fn work(&mut self, steps: usize) -> Done<()> {
        self.fuel -= steps as i64;
        if self.fuel < 0 { self.refuel() } else { Ok(()) }
    }

    #[cold]
    pub(crate) fn refuel(&mut self) -> Done<()> {
        let needed = self.fuel.unsigned_abs();
        if needed > self.reserve {
            let most = self.limits.steps;
            let message =
                format!("this takes more than {most} steps: is there a loop that does not end?");
            return Err(Trouble::stop(Stop::Steps, message));
        }
        if self.limits.ask.as_ref().is_some_and(|ask| ask()) {
            return Err(Trouble::stop(
                Stop::Asked,
                "this was stopped before its end",
            ));
        }
        let taken = (needed + STRIDE as u64).min(self.reserve);
        self.reserve -= taken;
        self.fuel += taken as i64;
        Ok(())
    }

    /// The bytes after which garbage is looked for: not most of a small memory.
    fn patience(&self) -> u64 {
        self.limits.garbage.min(self.limits.memory / 4)
    }

    /// Whether it is time to look for garbage.
    #[inline]
    pub(crate) fn is_low(&self) -> bool {
        self.room < self.low
    }

    /// The bytes that data beyond `marks` counts.
    fn counted(&self, marks: Marks) -> usize {
        let lists = self.lists[marks.lists..]
            .iter()
            .map(|list| 24 * ARENA + list.len().next_power_of_two() * CELL);
        let tables = self.tables[marks.tables..].iter().map(Table::bytes);
        let objects = self.objects[marks.objects..].iter().map(|object| {
            ARENA * size_of::<Object>()
                + match object {
                    Object::Big(n) => n.bits() as usize / 8 + 8,
                    Object::Partial(_, args, named) => CELL * (args.len() + 2 * named.len()),
                    Object::Struct(fields) => 2 * CELL * fields.len(),
                    Object::Function(closure) => {
                        CELL * (closure.defaults.len() + closure.captured.len())
                    }
                    Object::Deque(items, _) => items.len() * CELL * ARENA,
                    Object::Foreign(own) => usize::try_from(own.bytes()).unwrap_or(usize::MAX),
                    Object::Iter(Iter::Zip(inner), _) => inner.len() * CELL,
                    _ => 0,
                }
        });
        ARENA * (self.text.len() - marks.text)
            + ARENA * CELL * (self.cells.len() - marks.cells + self.boxes.len() - marks.boxes)
            + lists.chain(tables).chain(objects).sum::<usize>()
    }

    /// Drops what lies beyond `marks` and the roots do not need; the roots as they are then. Time in what is there.
    pub(crate) fn collected(&mut self, marks: Marks, roots: &[Value]) -> Done<Option<Vec<Value>>> {
        let before = self.counted(marks);
        // A copy needs as much as the data itself, at most.
        let needed = before.saturating_add(roots.len() * 3 * CELL);
        let fits = i64::try_from(needed).is_ok_and(|needed| needed < self.room);
        let compacted = if fits {
            self.compacted(self.frozen, marks, roots)
        } else {
            None
        };
        let Some((mut new, roots)) = compacted else {
            self.low = i64::MIN;
            return Ok(None);
        };
        let after = new.counted(marks);
        new.spare = std::mem::take(&mut self.spare);
        new.frozen = self.frozen;
        (new.fuel, new.reserve, new.limits) = (self.fuel, self.reserve, self.limits.clone());
        new.room = self.room + before as i64 - after as i64;
        new.low = new
            .room
            .saturating_sub_unsigned(self.patience().max(after as u64));
        *self = new;
        self.work(after / 64)?;
        Ok(Some(roots))
    }

    /// Counts bytes before they are taken.
    ///
    /// # Errors
    /// If there are too many.
    #[inline]
    pub fn take(&mut self, bytes: usize) -> Done<()> {
        match self
            .room
            .checked_sub(i64::try_from(bytes).unwrap_or(i64::MAX))
        {
            Some(room) if room >= 0 => {
                self.room = room;
                Ok(())
            }
            _ => Err(self.full()),
        }
    }

    #[cold]
    fn full(&self) -> Box<Trouble> {
        let most = self.limits.memory;
        let most = match most >> 20 {
            0 => format!("{most} bytes"),
            megabytes => format!("{megabytes} MB"),
        };
        let message = format!("this needs more memory than there is for it: more than {most}");
        Trouble::stop(Stop::Memory, message)
    }

    /// Gives back bytes that were needed for a while.
    #[inline]
    pub(crate) fn give(&mut self, bytes: usize) {
        self.room += bytes as i64;
    }

    /// Counts a temporary of `items` values, and the steps to fill it.
    pub(crate) fn temporary(&mut self, items: u64) -> Done<()> {
        let items = usize::try_from(items).unwrap_or(usize::MAX);
        self.take(items.saturating_mul(CELL))?;
        self.give(items.saturating_mul(CELL));
        self.work(1 + items / 8)
    }

    // Strings.

    /// A string.
    ///
    /// # Errors
    /// If there is too much data.
    #[inline]
    pub fn string(&mut self, text: &str) -> Done<Value> {
        if text.len() <= SHORT {
            return Ok(Value::Short(Short::of(text.as_bytes())));
        }
        self.room_for_text(text.len())?;
        let start = self.text.len();
        self.text.push_str(text);
        Ok(self.finished(start, text.is_ascii()))
    }

    /// Counts the bytes and the work of a string.
    pub(crate) fn room_for_text(&mut self, bytes: usize) -> Done<()> {
        self.take(bytes.saturating_mul(ARENA))?;
        if self.text.len() + bytes > u32::MAX as usize {
            return Err(self.full());
        }
        self.work(1 + bytes / 64)
    }

    /// The string of all bytes from `start`.
    pub(crate) fn finished(&mut self, start: usize, is_ascii: bool) -> Value {
        let text = &self.text[start..];
        if text.len() <= SHORT {
            let short = Short::of(text.as_bytes());
            self.text.truncate(start);
            return Value::Short(short);
        }
        Value::Long(Long {
            start: start as u32,
            len: text.len() as u32,
            is_ascii,
        })
    }

    /// One string after the other.
    #[inline]
    pub(crate) fn joined(&mut self, a: Value, b: Value) -> Done<Value> {
        if let (Value::Short(a), Value::Short(b)) = (&a, &b)
            && a.len() + b.len() <= SHORT
        {
            return Ok(Value::Short(a.joined(b)));
        }
        let is_ascii = self.is_ascii(&a) && self.is_ascii(&b);
        // The last item of the arena grows in its place.
        let start = match a {
            Value::Long(long) if long.range().end == self.text.len() => long.start as usize,
            _ => {
                let start = self.text.len();
                self.append(&a)?;
                start
            }
        };
        let before = self.text.len();
        self.append(&b)
            .inspect_err(|_| self.text.truncate(before))?;
        Ok(self.finished(start, is_ascii))
    }

    /// Appends a string to the arena.
    pub(crate) fn append(&mut self, text: &Value) -> Done<()> {
        match text {
            Value::Short(short) => {
                self.room_for_text(short.len())?;
                self.text.push_str(short.as_str());
            }
            Value::Long(long) => {
                self.room_for_text(long.len as usize)?;
                self.text.extend_from_within(long.range());
            }
            _ => {}
        }
        Ok(())
    }

    /// A part of a string, by bytes at boundaries of characters.
    #[inline]
    pub(crate) fn part(&self, text: &Value, from: usize, to: usize) -> Value {
        match text {
            Value::Short(short) => Value::Short(short.part(from, to)),
            Value::Long(long) if to - from > SHORT => Value::Long(Long {
                start: long.start + from as u32,
                len: (to - from) as u32,
                // A part of a text that is not ASCII may be; it is only slower.
                is_ascii: long.is_ascii,
            }),
            _ => Value::Short(Short::of(&self.str(text).as_bytes()[from..to])),
        }
    }

    /// The text of a string; `""` of anything else.
    #[inline]
    pub(crate) fn str<'h>(&'h self, value: &'h Value) -> &'h str {
        match value {
            Value::Short(short) => short.as_str(),
            Value::Long(long) => &self.text[long.range()],
            _ => "",
        }
    }

    /// The bytes of a string; none of anything else.
    #[inline]
    pub(crate) fn bytes<'h>(&'h self, value: &'h Value) -> &'h [u8] {
        match value {
            Value::Short(short) => short.bytes(),
            Value::Long(long) => &self.text.as_bytes()[long.range()],
            _ => &[],
        }
    }

    /// Whether a string is known to be ASCII.
    #[inline]
    pub(crate) fn is_ascii(&self, value: &Value) -> bool {
        match value {
            Value::Short(short) => short.is_ascii(),
            Value::Long(long) => long.is_ascii,
            _ => false,
        }
    }

    // Tuples.

    /// A tuple.
    ///
    /// # Errors
    /// If there is too much data.
    #[inline]
    pub fn tuple(&mut self, items: &[Value]) -> Done<Value> {
        self.room_for_cells(items.len())?;
        let start = self.cells.len() as u32;
        self.cells.extend_from_slice(items);
        Ok(Value::Tuple(Span {
            start,
            len: items.len() as u32,
        }))
    }

    #[inline]
    pub(crate) fn room_for_cells(&mut self, items: usize) -> Done<()> {
        self.take(items.saturating_mul(CELL * ARENA))?;
        if self.cells.len() + items > u32::MAX as usize {
            return Err(self.full());
        }
        if items > 16 {
            self.work(items / 16)
        } else {
            Ok(())
        }
    }

    /// A tuple of values that `item` makes one by one, which may use the heap.
    ///
    /// # Errors
    /// If there is too much data, or `item` fails.
    pub fn tuple_with(
        &mut self,
        len: usize,
        mut item: impl FnMut(&mut Self) -> Done<Value>,
    ) -> Done<Value> {
        self.room_for_cells(len)?;
        let start = self.cells.len();
        self.cells.resize(start + len, Value::None);
        for at in start..start + len {
            self.cells[at] = item(self)?;
        }
        Ok(Value::Tuple(Span {
            start: start as u32,
            len: len as u32,
        }))
    }

    /// One tuple after the other.
    pub(crate) fn joined_tuples(&mut self, a: Span, b: Span) -> Done<Value> {
        // The last item of the arena grows in its place.
        let grows = a.range().end == self.cells.len() && a.start as usize >= self.frozen.cells;
        let start = if grows {
            a.start as usize
        } else {
            self.cells.len()
        };
        if !grows {
            self.room_for_cells(a.len as usize)?;
            self.cells.extend_from_within(a.range());
        }
        self.room_for_cells(b.len as usize)?;
        self.cells.extend_from_within(b.range());
        Ok(Value::Tuple(Span {
            start: start as u32,
            len: a.len + b.len,
        }))
    }

    /// The items of a tuple or a list; none of anything else.
    #[inline]
    pub(crate) fn items(&self, value: &Value) -> &[Value] {
        match value {
            Value::Tuple(span) => &self.cells[span.range()],
            Value::List(list) => &self.lists[*list as usize],
            _ => &[],
        }
    }

    // Lists.

    /// An empty list to fill.
    #[inline]
    pub(crate) fn empty(&mut self) -> Vec<Value> {
        self.spare.pop().unwrap_or_default()
    }

    /// Keeps an empty list for later.
    pub(crate) fn keep_spare(&mut self, list: Vec<Value>) {
        if self.spare.len() < SPARES {
            self.spare.push(list);
        }
    }

    /// A list of items that are already there; `items` were counted as a temporary.
    #[inline]
    pub(crate) fn list(&mut self, items: Vec<Value>) -> Done<Value> {
        // As if the capacity were a power of two: what is counted does not depend on spare lists.
        let most = items.len().next_power_of_two();
        self.take(24 * ARENA + most * CELL)?;
        let mut items = items;
        if items.capacity() > most.max(64) {
            items.shrink_to(most);
        }
        self.lists.push(items);
        Ok(Value::List(self.lists.len() as u32 - 1))
    }

    /// A list of the items of a slice.
    ///
    /// # Errors
    /// If there is too much data.
    pub fn list_of(&mut self, items: &[Value]) -> Done<Value> {
        self.temporary(items.len() as u64)?;
        let mut list = self.empty();
        list.extend_from_slice(items);
        self.list(list)
    }

    /// Appends an item to a list that can change.
    #[inline]
    pub(crate) fn push(&mut self, list: u32, item: Value) -> Done<()> {
        let len = self.lists[list as usize].len();
        if len == 0 || len >= 4 && len.is_power_of_two() {
            self.take(if len == 0 { 3 * CELL } else { 2 * len * CELL })?;
        }
        let own = &mut self.lists[list as usize];
        if len == own.capacity() {
            own.reserve_exact((len + 1).next_power_of_two().max(4) - len);
        }
        own.push(item);
        Ok(())
    }

    /// A list to change.
    #[inline]
    pub(crate) fn changing(&mut self, list: u32) -> Done<&mut Vec<Value>> {
        self.can_change(list as usize >= self.frozen.lists)?;
        Ok(&mut self.lists[list as usize])
    }

    /// The error about what cannot change.
    #[inline]
    pub(crate) fn can_change(&self, can: bool) -> Done<()> {
        if can { Ok(()) } else { wrong(UNCHANGING) }
    }

    /// A dictionary to change.
    pub(crate) fn changing_table(&mut self, table: u32) -> Done<&mut Table> {
        self.can_change(table as usize >= self.frozen.tables)?;
        Ok(&mut self.tables[table as usize])
    }

    // The rest.

    /// Keeps an object, and returns its number.
    pub(crate) fn object(&mut self, object: Object) -> Done<u32> {
        self.take(ARENA * size_of::<Object>())?;
        self.objects.push(object);
        Ok(self.objects.len() as u32 - 1)
    }

    /// A value of the host.
    ///
    /// # Errors
    /// If there is too much data.
    pub fn foreign(&mut self, foreign: Arc<dyn Foreign>) -> Done<Value> {
        self.take(usize::try_from(foreign.bytes()).unwrap_or(usize::MAX))?;
        Ok(Value::Foreign(self.object(Object::Foreign(foreign))?))
    }

    /// The value of the host that a value is.
    pub fn as_foreign(&self, value: &Value) -> Option<&Arc<dyn Foreign>> {
        match value {
            Value::Foreign(at) => match &self.objects[*at as usize] {
                Object::Foreign(foreign) => Some(foreign),
                _ => None,
            },
            _ => None,
        }
    }

    /// A `struct` of named values.
    ///
    /// # Errors
    /// If there is too much data.
    pub fn structure(&mut self, fields: &[(&str, Value)]) -> Done<Value> {
        let mut kept = Vec::with_capacity(fields.len());
        self.take(fields.len() * 2 * CELL)?;
        for (name, value) in fields {
            kept.push((self.string(name)?, *value));
        }
        // In the order of the names: structs are equal in whatever order their fields are given.
        kept.sort_by(|a, b| self.str(&a.0).cmp(self.str(&b.0)));
        Ok(Value::Struct(self.object(Object::Struct(kept))?))
    }

    pub(crate) fn fields(&self, at: u32) -> &[(Value, Value)] {
        match &self.objects[at as usize] {
            Object::Struct(fields) => fields,
            _ => &[],
        }
    }

    pub(crate) fn closure(&self, at: u32) -> &Closure {
        match &self.objects[at as usize] {
            Object::Function(closure) => closure,
            _ => unreachable!("invariant: the value was made for a function"),
        }
    }

    pub(crate) fn deque(&self, at: u32) -> &VecDeque<Value> {
        match &self.objects[at as usize] {
            Object::Deque(items, _) => items,
            _ => unreachable!("invariant: the value was made for a deque"),
        }
    }

    /// The start, the end and the step of a range.
    #[inline]
    pub(crate) fn range(&self, value: &Value) -> Option<(i64, i64, i64)> {
        match value {
            Value::Range(start, end, step) => {
                Some((i64::from(*start), i64::from(*end), i64::from(*step)))
            }
            Value::Wide(at) => match &self.objects[*at as usize] {
                Object::Wide([start, end, step]) => Some((*start, *end, *step)),
                _ => None,
            },
            _ => None,
        }
    }

    /// A range.
    pub(crate) fn range_of(&mut self, start: i64, end: i64, step: i64) -> Done<Value> {
        let small = |n: i64| i32::try_from(n).ok();
        if let (Some(start), Some(end), Some(step)) = (small(start), small(end), small(step)) {
            return Ok(Value::Range(start, end, step));
        }
        Ok(Value::Wide(self.object(Object::Wide([start, end, step]))?))
    }

    /// A variable that functions share.
    pub(crate) fn cell(&mut self, value: Value) -> Done<Value> {
        self.take(ARENA * CELL)?;
        self.boxes.push(value);
        Ok(Value::Cell(self.boxes.len() as u32 - 1))
    }

    /// A value as data.
    pub fn view(&self, value: Value) -> crate::view::View<'_> {
        crate::view::View::of(self, value)
    }

    /// The name of a value's type.
    pub fn type_name(&self, value: &Value) -> &'static str {
        match value {
            Value::Unset | Value::None => "None",
            Value::Bool(_) => "bool",
            Value::Int(_) | Value::Big(_) => "int",
            Value::Short(_) | Value::Long(_) => "str",
            Value::Tuple(_) => "tuple",
            Value::List(_) => "list",
            Value::Dict(_) => "dict",
            Value::Set(_) => "set",
            Value::Frozen(_) => "frozenset",
            Value::Deque(_) => "deque",
            Value::Range(..) | Value::Wide(_) => "range",
            Value::View(..) => "view of a dict",
            Value::Iter(_) => "iterator",
            Value::Struct(_) => "struct",
            Value::Foreign(_) => self
                .as_foreign(value)
                .map_or("value", |own| own.type_name()),
            Value::Builtin(builtin) if builtin.is_type() => "type",
            _ => "function",
        }
    }
}

/// The sentence about what cannot change.
pub(crate) const UNCHANGING: &str = "this cannot be changed: positions, and all that is defined outside of functions, stay as they are during play; change a copy, `list(…)`, `dict(…)` or `set(…)`";
