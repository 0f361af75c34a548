//! [`Heap`]: the strings, tuples, lists and dictionaries of one call. The constants of a file lie at its beginning; after
//! each call the rest is dropped at once.

use std::cmp::Ordering;
use std::sync::atomic::{AtomicI64, Ordering as Memory};

use crate::value::{Long, SHORT, Short, Span, Value};

/// The reason why a call is left to the other interpreter: an error, a limit, or something that is not known here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bail;

/// The result of an operation.
pub(crate) type Done<T> = Result<T, Bail>;

/// The most items and bytes that one call may allocate.
const LARGEST: i64 = 4 << 20;
/// The most loop iterations, calls and items looked at in one call: about 50 ms.
const STEPS: i64 = 2 << 20;
/// The deepest nesting of values.
const DEEPEST: usize = 100;
/// Larger lists are not kept for the next call.
const KEPT: usize = 1 << 12;

/// A list; it cannot change while something iterates over it.
#[derive(Clone, Debug, Default)]
pub(crate) struct List {
    pub(crate) items: Vec<Value>,
    pub(crate) readers: u32,
}

/// A dictionary in the order of its keys' insertion.
#[derive(Clone, Debug, Default)]
pub(crate) struct Dict {
    pub(crate) entries: Vec<(Value, Value)>,
    /// Places in `entries` by hash, if there are many; `u32::MAX` is free.
    index: Vec<u32>,
    pub(crate) readers: u32,
}

/// A dictionary with at most this many keys is searched from its beginning.
const FEW: usize = 8;
const FREE: u32 = u32::MAX;

/// The remaining steps. One thread uses them; constants are shared between threads, for which a `Cell` is not enough.
#[derive(Debug, Default)]
struct Steps(AtomicI64);

impl Clone for Steps {
    fn clone(&self) -> Self {
        Self(AtomicI64::new(self.0.load(Memory::Relaxed)))
    }
}

/// The data of one call, after the constants of a file.
#[derive(Clone, Debug, Default)]
pub struct Heap {
    bytes: Vec<u8>,
    pub(crate) cells: Vec<Value>,
    lists: Vec<List>,
    dicts: Vec<Dict>,
    /// Empty lists that were used before.
    spare: Vec<Vec<Value>>,
    /// Where the constants end: bytes, cells, lists, dictionaries.
    frozen: [usize; 4],
    /// The remaining steps.
    steps: Steps,
    /// The remaining bytes and items.
    room: i64,
}

impl Heap {
    /// All data so far are constants.
    pub(crate) fn freeze(&mut self) {
        self.frozen = [
            self.bytes.len(),
            self.cells.len(),
            self.lists.len(),
            self.dicts.len(),
        ];
        self.reset();
    }

    /// Drops everything but the constants.
    pub(crate) fn reset(&mut self) {
        let [bytes, cells, lists, dicts] = self.frozen;
        self.bytes.truncate(bytes);
        self.cells.truncate(cells);
        for mut list in self.lists.drain(lists..) {
            if list.items.capacity() <= KEPT {
                list.items.clear();
                self.spare.push(list.items);
            }
        }
        self.dicts.truncate(dicts);
        if self.bytes.capacity() > bytes + (1 << 20) {
            self.bytes.shrink_to(bytes);
        }
        if self.cells.capacity() > cells + (1 << 16) {
            self.cells.shrink_to(cells);
        }
        self.spare.truncate(KEPT);
        self.steps.0.store(STEPS, Memory::Relaxed);
        self.room = LARGEST;
    }

    /// Counts steps.
    #[inline]
    pub(crate) fn step(&self, count: usize) -> Done<()> {
        let left = self.steps.0.load(Memory::Relaxed) - count as i64;
        self.steps.0.store(left, Memory::Relaxed);
        if left < 0 { Err(Bail) } else { Ok(()) }
    }

    /// Counts memory, at least one unit.
    #[inline]
    pub(crate) fn take(&mut self, size: usize) -> Done<()> {
        self.room -= size as i64 + 1;
        if self.room < 0 { Err(Bail) } else { Ok(()) }
    }

    // Strings.

    /// A string; the bytes are UTF-8.
    ///
    /// # Errors
    /// If there is too much data.
    #[inline]
    pub fn string(&mut self, text: &[u8]) -> Done<Value> {
        self.take(text.len())?;
        if text.len() <= SHORT {
            return Ok(Value::Short(Short::of(text)));
        }
        let start = self.bytes.len();
        self.bytes.extend_from_slice(text);
        Ok(self.finished(start))
    }

    /// The string of all bytes from `start`.
    fn finished(&mut self, start: usize) -> Value {
        let text = &self.bytes[start..];
        if text.len() <= SHORT {
            let short = Short::of(text);
            self.bytes.truncate(start);
            return Value::Short(short);
        }
        Value::Long(Long {
            start: start as u32,
            len: text.len() as u32,
            is_ascii: text.is_ascii(),
        })
    }

    /// A string written by `write`, which appends to the bytes that it is given.
    pub(crate) fn written(
        &mut self,
        write: impl FnOnce(&mut Self, &mut Vec<u8>) -> Done<()>,
    ) -> Done<Value> {
        let mut text = Vec::new();
        write(self, &mut text)?;
        self.string(&text)
    }

    /// One string after the other.
    #[inline]
    pub(crate) fn joined(&mut self, a: Value, b: Value) -> Done<Value> {
        if let (Value::Short(a), Value::Short(b)) = (&a, &b)
            && a.len() + b.len() <= SHORT
        {
            self.take(1)?;
            return Ok(Value::Short(a.joined(b)));
        }
        let start = self.bytes.len();
        self.append(&a)?;
        self.append(&b)?;
        Ok(self.finished(start))
    }

    /// Appends a string to the bytes; [`Heap::end`] makes them a string.
    pub(crate) fn append(&mut self, text: &Value) -> Done<()> {
        match text {
            Value::Short(short) => {
                self.take(SHORT)?;
                self.bytes.extend_from_slice(short.bytes());
            }
            Value::Long(long) => {
                self.take(long.len as usize)?;
                self.bytes.extend_from_within(long.range());
            }
            _ => return Err(Bail),
        }
        Ok(())
    }

    /// The place at which a string begins that is appended piece by piece.
    pub(crate) fn begin(&self) -> usize {
        self.bytes.len()
    }

    /// Ends a string that is appended piece by piece.
    pub(crate) fn end(&mut self, start: usize) -> Value {
        self.finished(start)
    }

    /// A part of a string, by bytes.
    #[inline]
    pub(crate) fn part(&mut self, text: &Value, from: usize, to: usize) -> Done<Value> {
        if let Value::Short(short) = text {
            self.take(1)?;
            return Ok(Value::Short(short.part(from, to)));
        }
        if let Value::Long(long) = text
            && to - from > SHORT
        {
            self.take(to - from)?;
            return Ok(Value::Long(Long {
                start: long.start + from as u32,
                len: (to - from) as u32,
                // A part of a text that is not ASCII may be; it is only slower.
                is_ascii: long.is_ascii,
            }));
        }
        self.take(1)?;
        let bytes = self.text(text)?;
        Ok(Value::Short(Short::of(&bytes[from..to])))
    }

    /// The bytes of a string.
    ///
    /// # Errors
    /// If it is none.
    #[inline]
    pub fn text<'h>(&'h self, value: &'h Value) -> Done<&'h [u8]> {
        match value {
            Value::Short(short) => Ok(short.bytes()),
            Value::Long(long) => Ok(&self.bytes[long.range()]),
            _ => Err(Bail),
        }
    }

    /// The bytes of a string whose characters have one byte each.
    #[inline]
    pub(crate) fn ascii<'h>(&'h self, value: &'h Value) -> Done<&'h [u8]> {
        match value {
            Value::Short(short) if short.is_ascii() => Ok(short.bytes()),
            Value::Long(long) if long.is_ascii => Ok(&self.bytes[long.range()]),
            _ => Err(Bail),
        }
    }

    /// The text of a string.
    pub(crate) fn str<'h>(&'h self, value: &'h Value) -> Done<&'h str> {
        std::str::from_utf8(self.text(value)?).map_err(|_| Bail)
    }

    // Tuples.

    /// A tuple.
    ///
    /// # Errors
    /// If there is too much data.
    #[inline]
    pub fn tuple(&mut self, items: &[Value]) -> Done<Value> {
        Ok(Value::Tuple(self.span(items)?))
    }

    /// A tuple of values that `item` makes, which may use the heap.
    ///
    /// # Errors
    /// If there is too much data, or `item` fails.
    pub fn tuple_with(
        &mut self,
        len: usize,
        mut item: impl FnMut(&mut Self) -> Done<Value>,
    ) -> Done<Value> {
        self.take(len)?;
        let start = self.cells.len();
        self.cells.resize(start + len, Value::Unset);
        for at in start..start + len {
            self.cells[at] = item(self)?;
        }
        Ok(Value::Tuple(Span {
            start: start as u32,
            len: len as u32,
        }))
    }

    /// A tuple of two.
    #[inline]
    pub(crate) fn pair(&mut self, a: Value, b: Value) -> Done<Value> {
        self.take(2)?;
        let start = self.cells.len() as u32;
        self.cells.push(a);
        self.cells.push(b);
        Ok(Value::Tuple(Span { start, len: 2 }))
    }

    #[inline]
    pub(crate) fn span(&mut self, items: &[Value]) -> Done<Span> {
        self.take(items.len())?;
        let start = self.cells.len() as u32;
        self.cells.extend_from_slice(items);
        Ok(Span {
            start,
            len: items.len() as u32,
        })
    }

    /// The items of a tuple or a list.
    ///
    /// # Errors
    /// If it is none.
    #[inline]
    pub fn items<'h>(&'h self, value: &Value) -> Done<&'h [Value]> {
        match value {
            Value::Tuple(span) => Ok(&self.cells[span.range()]),
            Value::List(list) => Ok(&self.lists[*list as usize].items),
            _ => Err(Bail),
        }
    }

    // Lists.

    /// An empty list to fill, for [`Heap::list`].
    #[inline]
    pub(crate) fn empty(&mut self) -> Vec<Value> {
        self.spare.pop().unwrap_or_default()
    }

    /// A list.
    #[inline]
    pub(crate) fn list(&mut self, items: Vec<Value>) -> Done<Value> {
        self.take(items.len())?;
        let list = self.lists.len() as u32;
        self.lists.push(List { items, readers: 0 });
        Ok(Value::List(list))
    }

    /// Takes back a list that was only needed for a while.
    #[inline]
    pub(crate) fn reuse(&mut self, mut items: Vec<Value>) {
        items.clear();
        self.spare.push(items);
    }

    /// A list of the items of a slice.
    ///
    /// # Errors
    /// If there is too much data.
    pub fn list_of(&mut self, items: &[Value]) -> Done<Value> {
        let mut list = self.empty();
        list.extend_from_slice(items);
        self.list(list)
    }

    /// Appends an item to a list that is being made.
    #[inline]
    pub(crate) fn push(&mut self, list: u32, item: Value) -> Done<()> {
        self.take(1)?;
        self.lists[list as usize].items.push(item);
        Ok(())
    }

    #[inline]
    pub(crate) fn at_list(&self, list: u32) -> &List {
        &self.lists[list as usize]
    }

    /// A list to change: not a constant, and nothing iterates over it.
    #[inline]
    pub(crate) fn changing(&mut self, list: u32) -> Done<&mut Vec<Value>> {
        let is_frozen = (list as usize) < self.frozen[2];
        let list = &mut self.lists[list as usize];
        if is_frozen || list.readers > 0 {
            return Err(Bail);
        }
        Ok(&mut list.items)
    }

    /// Something begins or ends to iterate over a value.
    #[inline]
    pub(crate) fn hold(&mut self, value: &Value, holds: bool) {
        let readers = match value {
            // Constants never change.
            Value::List(list) if *list as usize >= self.frozen[2] => {
                &mut self.lists[*list as usize].readers
            }
            Value::Dict(dict) if *dict as usize >= self.frozen[3] => {
                &mut self.dicts[*dict as usize].readers
            }
            _ => return,
        };
        *readers = if holds { *readers + 1 } else { *readers - 1 };
    }

    // Dictionaries.

    /// An empty dictionary, by its number.
    ///
    /// # Errors
    /// If there is too much data.
    pub fn dict(&mut self) -> Done<u32> {
        self.take(1)?;
        self.dicts.push(Dict::default());
        Ok(self.dicts.len() as u32 - 1)
    }

    pub(crate) fn at_dict(&self, dict: u32) -> &Dict {
        &self.dicts[dict as usize]
    }

    /// A dictionary to change.
    pub(crate) fn changing_dict(&mut self, dict: u32) -> Done<()> {
        let is_frozen = (dict as usize) < self.frozen[3];
        if is_frozen || self.dicts[dict as usize].readers > 0 {
            return Err(Bail);
        }
        Ok(())
    }

    /// The place of a key.
    pub(crate) fn place(&self, dict: u32, key: &Value) -> Done<Option<usize>> {
        let hash = self.hash(key, 0)?;
        let dict = dict as usize;
        if self.dicts[dict].index.is_empty() {
            for place in 0..self.dicts[dict].entries.len() {
                if self.equals(&self.dicts[dict].entries[place].0, key, 0)? {
                    return Ok(Some(place));
                }
            }
            return Ok(None);
        }
        let mask = self.dicts[dict].index.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            self.step(1)?;
            let place = self.dicts[dict].index[slot];
            if place == FREE {
                return Ok(None);
            }
            if self.equals(&self.dicts[dict].entries[place as usize].0, key, 0)? {
                return Ok(Some(place as usize));
            }
            slot = (slot + 1) & mask;
        }
    }

    /// Sets the value of a key.
    ///
    /// # Errors
    /// If the key cannot be one, or there is too much data.
    pub fn insert(&mut self, dict: u32, key: Value, value: Value) -> Done<()> {
        match self.place(dict, &key)? {
            Some(place) => self.dicts[dict as usize].entries[place].1 = value,
            None => {
                self.take(2)?;
                self.dicts[dict as usize].entries.push((key, value));
                self.indexed(dict)?;
            }
        }
        Ok(())
    }

    /// Enters the last key into the index, which grows if it is half full.
    fn indexed(&mut self, dict: u32) -> Done<()> {
        let count = self.dicts[dict as usize].entries.len();
        if count <= FEW {
            return Ok(());
        }
        if 2 * count > self.dicts[dict as usize].index.len() {
            let size = (4 * count).next_power_of_two();
            self.take(size / 4)?;
            self.dicts[dict as usize].index = vec![FREE; size];
            for place in 0..count {
                self.enter(dict, place)?;
            }
            return Ok(());
        }
        self.enter(dict, count - 1)
    }

    fn enter(&mut self, dict: u32, place: usize) -> Done<()> {
        let hash = self.hash(&self.dicts[dict as usize].entries[place].0, 0)?;
        let index = &mut self.dicts[dict as usize].index;
        let mask = index.len() - 1;
        let mut slot = hash as usize & mask;
        while index[slot] != FREE {
            slot = (slot + 1) & mask;
        }
        index[slot] = place as u32;
        Ok(())
    }

    /// Removes the entry at a place.
    pub(crate) fn remove(&mut self, dict: u32, place: usize) -> Done<Value> {
        self.step(self.dicts[dict as usize].entries.len())?;
        let (_, value) = self.dicts[dict as usize].entries.remove(place);
        self.dicts[dict as usize].index.clear();
        for place in 0..self.dicts[dict as usize].entries.len() {
            if place == 0 && self.dicts[dict as usize].entries.len() > FEW {
                let size = (4 * self.dicts[dict as usize].entries.len()).next_power_of_two();
                self.dicts[dict as usize].index = vec![FREE; size];
            }
            if !self.dicts[dict as usize].index.is_empty() {
                self.enter(dict, place)?;
            }
        }
        Ok(value)
    }

    fn hash(&self, value: &Value, depth: usize) -> Done<u64> {
        const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
        let mixed = |hash: u64, word: u64| (hash.rotate_left(5) ^ word).wrapping_mul(FACTOR);
        let finished = |hash: u64| hash ^ (hash >> 32);
        Ok(finished(match value {
            Value::None => 1,
            Value::Bool(truth) => 2 + u64::from(*truth),
            Value::Int(n) => mixed(4, *n as u64),
            Value::Short(_) | Value::Long(_) => {
                let text = self.text(value)?;
                self.step(text.len() / 8)?;
                text.iter()
                    .fold(5, |hash, byte| mixed(hash, (*byte).into()))
            }
            Value::Tuple(span) if depth < DEEPEST => {
                self.step(span.len as usize)?;
                let mut hash = 6;
                for item in &self.cells[span.range()] {
                    hash = mixed(hash, self.hash(item, depth + 1)?);
                }
                hash
            }
            _ => return Err(Bail),
        }))
    }

    // Comparisons.

    /// Whether two values are equal.
    #[inline]
    pub(crate) fn equal(&self, a: &Value, b: &Value) -> Done<bool> {
        match (a, b) {
            (Value::Int(a), Value::Int(b)) => Ok(a == b),
            (Value::Short(a), Value::Short(b)) => Ok(a == b),
            (Value::None, Value::None) => Ok(true),
            _ => self.equals(a, b, 0),
        }
    }

    fn equals(&self, a: &Value, b: &Value, depth: usize) -> Done<bool> {
        use Value::*;
        Ok(match (a, b) {
            (Unset | Elems(_) | Range(..) | Dict(_) | ListWalk(..) | DictWalk(..), _)
            | (_, Unset | Elems(_) | Range(..) | Dict(_) | ListWalk(..) | DictWalk(..)) => {
                return Err(Bail);
            }
            (None, None) => true,
            (Bool(a), Bool(b)) => a == b,
            (Int(a), Int(b)) => a == b,
            (Short(_) | Long(_), Short(_) | Long(_)) => {
                let (a, b) = self.texts(a, b)?;
                a == b
            }
            (Tuple(_), Tuple(_)) | (List(_), List(_)) => {
                if depth >= DEEPEST {
                    return Err(Bail);
                }
                let (a, b) = (self.items(a)?, self.items(b)?);
                if a.len() != b.len() {
                    return Ok(false);
                }
                self.step(a.len())?;
                for (a, b) in a.iter().zip(b) {
                    if !self.equals(a, b, depth + 1)? {
                        return Ok(false);
                    }
                }
                true
            }
            _ => false,
        })
    }

    /// The order of two values of the same type.
    #[inline]
    pub(crate) fn compare(&self, a: &Value, b: &Value) -> Done<Ordering> {
        match (a, b) {
            (Value::Int(a), Value::Int(b)) => Ok(a.cmp(b)),
            _ => self.ordering(a, b, 0),
        }
    }

    /// The bytes of two strings that are compared.
    #[inline]
    fn texts<'h>(&'h self, a: &'h Value, b: &'h Value) -> Done<(&'h [u8], &'h [u8])> {
        let (a, b) = (self.text(a)?, self.text(b)?);
        self.step(a.len().min(b.len()) / 32)?;
        Ok((a, b))
    }

    fn ordering(&self, a: &Value, b: &Value, depth: usize) -> Done<Ordering> {
        use Value::*;
        Ok(match (a, b) {
            (Int(a), Int(b)) => a.cmp(b),
            (Short(_) | Long(_), Short(_) | Long(_)) => {
                let (a, b) = self.texts(a, b)?;
                a.cmp(b)
            }
            (Tuple(_), Tuple(_)) | (List(_), List(_)) if depth < DEEPEST => {
                let (a, b) = (self.items(a)?, self.items(b)?);
                self.step(a.len().min(b.len()))?;
                for (a, b) in a.iter().zip(b) {
                    match self.ordering(a, b, depth + 1)? {
                        Ordering::Equal => {}
                        other => return Ok(other),
                    }
                }
                a.len().cmp(&b.len())
            }
            _ => return Err(Bail),
        })
    }

    /// Whether a condition that is this value holds.
    #[inline]
    pub(crate) fn truth(&self, value: &Value) -> Done<bool> {
        Ok(match value {
            Value::None => false,
            Value::Bool(truth) => *truth,
            Value::Int(n) => *n != 0,
            Value::Short(short) => !short.bytes().is_empty(),
            Value::Long(long) => long.len > 0,
            Value::Tuple(span) => span.len > 0,
            Value::List(list) => !self.at_list(*list).items.is_empty(),
            Value::Dict(dict) => !self.at_dict(*dict).entries.is_empty(),
            Value::Range(start, end, step) => Value::range_len(*start, *end, *step) > 0,
            _ => return Err(Bail),
        })
    }

    // Written values.

    /// Appends a value as `str` writes it.
    ///
    /// # Errors
    /// If it is not known how.
    pub fn write(&self, value: &Value, to: &mut Vec<u8>) -> Done<()> {
        match value {
            Value::Short(_) | Value::Long(_) => {
                to.extend_from_slice(self.text(value)?);
                Ok(())
            }
            _ => self.write_literal(value, to, 0),
        }
    }

    /// Appends a value as a literal.
    pub(crate) fn write_literal(&self, value: &Value, to: &mut Vec<u8>, depth: usize) -> Done<()> {
        match value {
            Value::None => to.extend_from_slice(b"None"),
            Value::Bool(true) => to.extend_from_slice(b"True"),
            Value::Bool(false) => to.extend_from_slice(b"False"),
            Value::Int(n) => write_int(*n, to),
            Value::Short(_) | Value::Long(_) => {
                let text = self.text(value)?;
                let is_plain = |c: &u8| matches!(*c, b' '..=b'~') && *c != b'"' && *c != b'\\';
                if !text.iter().all(is_plain) {
                    return Err(Bail);
                }
                to.push(b'"');
                to.extend_from_slice(text);
                to.push(b'"');
            }
            Value::Tuple(_) | Value::List(_) if depth < DEEPEST => {
                let is_tuple = matches!(value, Value::Tuple(_));
                let items = self.items(value)?;
                self.step(items.len() + 1)?;
                to.push(if is_tuple { b'(' } else { b'[' });
                for (n, item) in items.iter().enumerate() {
                    if n > 0 {
                        to.extend_from_slice(b", ");
                    }
                    self.write_literal(item, to, depth + 1)?;
                }
                if is_tuple && items.len() == 1 {
                    to.push(b',');
                }
                to.push(if is_tuple { b')' } else { b']' });
            }
            _ => return Err(Bail),
        }
        if to.len() as i64 > LARGEST {
            return Err(Bail);
        }
        Ok(())
    }
}

/// Appends the digits of a number.
pub(crate) fn write_int(n: i64, to: &mut Vec<u8>) {
    let mut digits = [0; 20];
    let mut at = digits.len();
    let mut left = n.unsigned_abs();
    loop {
        at -= 1;
        digits[at] = b'0' + (left % 10) as u8;
        left /= 10;
        if left == 0 {
            break;
        }
    }
    if n < 0 {
        to.push(b'-');
    }
    to.extend_from_slice(&digits[at..]);
}
