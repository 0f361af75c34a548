//! [`Table`]: dictionaries and sets, in the order of insertion; and the hash and the equality of values. Deep data is
//! compared with a stack of its own, not with that of the machine.

use std::cmp::Ordering;

use crate::error::{Done, wrong};
use crate::heap::{ARENA, Heap, Object};
use crate::operate::Relation;
use crate::value::{Value, View, range_len};

/// The kind of a dictionary.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    Plain,
    /// A `defaultdict` with what makes its values.
    Default(Value),
    Counter,
}

/// An entry; the key of a removed one is [`Value::Unset`]. Sets have `None` for all values.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) key: Value,
    pub(crate) value: Value,
    pub(crate) hash: u64,
}

/// A dictionary or a set.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) entries: Vec<Entry>,
    /// Places in `entries` by hash, if there are many; [`FREE`] is free.
    index: Vec<u32>,
    /// The number of entries that are not removed.
    pub(crate) live: usize,
    pub(crate) kind: Kind,
    /// The hash of a frozenset, once it is known.
    hash: Option<u64>,
}

/// A table with at most this many entries is searched from its beginning.
const FEW: usize = 8;
const FREE: u32 = u32::MAX;
/// Frozensets in frozensets, and so on.
const DEEPEST_SETS: usize = 30;

impl Default for Table {
    fn default() -> Self {
        Self {
            entries: Vec::new(),
            index: Vec::new(),
            live: 0,
            kind: Kind::Plain,
            hash: None,
        }
    }
}

impl Table {
    /// The entries that are not removed.
    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = &Entry> {
        let is_live = |entry: &&Entry| !matches!(entry.key, Value::Unset);
        self.entries.iter().filter(is_live)
    }

    fn enter(&mut self, place: usize) {
        let mask = self.index.len() - 1;
        let mut slot = spread(self.entries[place].hash) & mask;
        while self.index[slot] != FREE {
            slot = (slot + 1) & mask;
        }
        self.index[slot] = place as u32;
    }

    /// The bytes that it counts.
    pub(crate) fn bytes(&self) -> usize {
        let most = self.entries.len().next_power_of_two();
        size_of::<Self>() * ARENA + most * if most > FEW { 72 * 2 } else { 40 }
    }

    /// Drops removed entries, and makes the index for the number of entries.
    fn rebuild(&mut self) {
        self.entries
            .retain(|entry| !matches!(entry.key, Value::Unset));
        self.index.clear();
        if self.entries.len() > FEW {
            let size = (4 * self.entries.len()).next_power_of_two();
            self.index.resize(size, FREE);
            for place in 0..self.entries.len() {
                self.enter(place);
            }
        }
    }

    pub(crate) fn clear(&mut self) {
        self.entries.clear();
        self.index.clear();
        self.live = 0;
    }
}

fn spread(hash: u64) -> usize {
    (hash ^ hash >> 32) as usize
}

fn mixed(hash: u64, word: u64) -> u64 {
    (hash.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl Heap {
    /// An empty table, by its number.
    pub(crate) fn table(&mut self) -> Done<u32> {
        self.take(size_of::<Table>() * ARENA)?;
        self.tables.push(Table::default());
        Ok(self.tables.len() as u32 - 1)
    }

    /// An empty dictionary.
    ///
    /// # Errors
    /// If there is too much data.
    pub fn dict(&mut self) -> Done<Value> {
        Ok(Value::Dict(self.table()?))
    }

    /// Sets the value of a key in a dictionary.
    ///
    /// # Errors
    /// If it is no dictionary that can change, or the key cannot be one, or there is too much data.
    pub fn insert(&mut self, dict: Value, key: Value, value: Value) -> Done<()> {
        match dict {
            Value::Dict(table) => {
                self.changing_table(table)?;
                self.put(table, key, value).map(|_| ())
            }
            other => wrong(format!("expected a dict, found {}", self.type_name(&other))),
        }
    }

    /// The place of a key.
    pub(crate) fn find(&mut self, table: u32, key: &Value) -> Done<Option<usize>> {
        let hash = self.hash(key)?;
        self.find_hashed(table, key, hash, 0)
    }

    fn find_hashed(
        &mut self,
        table: u32,
        key: &Value,
        hash: u64,
        depth: usize,
    ) -> Done<Option<usize>> {
        let table = table as usize;
        if self.tables[table].index.is_empty() {
            for place in 0..self.tables[table].entries.len() {
                let entry = self.tables[table].entries[place];
                if entry.hash == hash && self.equal_keys(&entry.key, key, depth)? {
                    return Ok(Some(place));
                }
            }
            return Ok(None);
        }
        let mask = self.tables[table].index.len() - 1;
        let mut slot = spread(hash) & mask;
        loop {
            let place = self.tables[table].index[slot];
            if place == FREE {
                return Ok(None);
            }
            let entry = self.tables[table].entries[place as usize];
            if entry.hash == hash && self.equal_keys(&entry.key, key, depth)? {
                return Ok(Some(place as usize));
            }
            self.work(1)?;
            slot = (slot + 1) & mask;
        }
    }

    #[inline]
    fn equal_keys(&mut self, a: &Value, b: &Value, depth: usize) -> Done<bool> {
        match (a, b) {
            (Value::Unset, _) => Ok(false),
            (Value::Int(a), Value::Int(b)) => Ok(a == b),
            (Value::Short(a), Value::Short(b)) => Ok(a == b),
            _ => self.equal_at(*a, *b, depth),
        }
    }

    /// Sets the value of a key in a table that can change; whether the key is new.
    pub(crate) fn put(&mut self, table: u32, key: Value, value: Value) -> Done<bool> {
        let hash = self.hash(&key)?;
        if let Some(place) = self.find_hashed(table, &key, hash, 0)? {
            self.tables[table as usize].entries[place].value = value;
            return Ok(false);
        }
        self.add(table, Entry { key, value, hash })?;
        Ok(true)
    }

    /// Adds an entry whose key is new.
    fn add(&mut self, table: u32, entry: Entry) -> Done<()> {
        let len = self.tables[table as usize].entries.len();
        // An entry of 40 bytes, and up to eight places of four bytes where there is an index, as the table doubles.
        if len == 0 || len == 4 {
            self.take((len + 4) * 40)?;
        } else if len >= 4 && len.is_power_of_two() {
            self.take(3 * len * 72)?;
            self.work(len / 4)?;
        }
        let own = &mut self.tables[table as usize];
        own.entries.push(entry);
        own.live += 1;
        let count = own.entries.len();
        if count > FEW && 2 * count > own.index.len() {
            own.rebuild();
        } else if count > FEW {
            own.enter(count - 1);
        }
        Ok(())
    }

    /// Removes the entry of a key.
    pub(crate) fn remove(&mut self, table: u32, key: &Value) -> Done<Option<Entry>> {
        let place = self.find(table, key)?;
        place.map(|place| self.remove_at(table, place)).transpose()
    }

    pub(crate) fn remove_at(&mut self, table: u32, place: usize) -> Done<Entry> {
        let own = &mut self.tables[table as usize];
        let removed = own.entries[place];
        own.entries[place].key = Value::Unset;
        own.entries[place].value = Value::None;
        own.live -= 1;
        // The last ones are dropped at once, so that `popitem` is fast.
        if own.index.is_empty() {
            let before = own.entries.len();
            own.rebuild();
            return self.work(before).map(|()| removed);
        }
        let dead = own.entries.len() - own.live;
        if dead > own.live + FEW {
            let before = own.entries.len();
            own.rebuild();
            self.work(before)?;
        }
        Ok(removed)
    }

    /// A copy of a table.
    pub(crate) fn copied(&mut self, table: u32) -> Done<u32> {
        let new = self.table()?;
        self.tables[new as usize].kind = self.tables[table as usize].kind;
        self.merge(new, table)?;
        Ok(new)
    }

    /// Puts all entries of another table into one.
    pub(crate) fn merge(&mut self, into: u32, from: u32) -> Done<()> {
        for place in 0..self.tables[from as usize].entries.len() {
            let entry = self.tables[from as usize].entries[place];
            self.work(1)?;
            if matches!(entry.key, Value::Unset) {
                continue;
            }
            match self.find_hashed(into, &entry.key, entry.hash, 0)? {
                Some(place) => self.tables[into as usize].entries[place].value = entry.value,
                None => self.add(into, entry)?,
            }
        }
        Ok(())
    }

    /// Whether a table has an entry's key, whose hash is known.
    pub(crate) fn has_entry(&mut self, table: u32, entry: &Entry) -> Done<bool> {
        Ok(self
            .find_hashed(table, &entry.key, entry.hash, 0)?
            .is_some())
    }

    /// Adds an entry of another table, if its key is new.
    pub(crate) fn add_entry(&mut self, table: u32, entry: Entry) -> Done<()> {
        match self.find_hashed(table, &entry.key, entry.hash, 0)? {
            Some(_) => Ok(()),
            None => self.add(table, entry),
        }
    }

    // Hashes.

    /// The hash of a value that can be a key.
    #[inline]
    pub(crate) fn hash(&mut self, value: &Value) -> Done<u64> {
        match value {
            Value::Int(n) => Ok(mixed(4, *n as u64)),
            Value::Bool(truth) => Ok(mixed(4, u64::from(*truth))),
            Value::Short(short) => {
                let word = short.word();
                Ok(mixed(
                    mixed(5 + short.len() as u64, word as u64),
                    (word >> 64) as u64,
                ))
            }
            _ => self.hash_deep(*value),
        }
    }

    fn hash_deep(&mut self, value: Value) -> Done<u64> {
        let mut hash = 0;
        let mut left = vec![value];
        while let Some(value) = left.pop() {
            hash = mixed(hash, self.hash_flat(&value)?);
            if let Value::Tuple(span) = value {
                self.temporary((left.len() + span.len as usize) as u64 / 8)?;
                self.work(span.len as usize)?;
                left.extend(self.cells[span.range()].iter().rev());
            } else if let Value::Struct(at) = value {
                self.work(self.fields(at).len())?;
                left.extend(
                    self.fields(at)
                        .iter()
                        .flat_map(|(name, value)| [*name, *value]),
                );
            }
        }
        Ok(hash)
    }

    /// The hash of a value without its items.
    fn hash_flat(&mut self, value: &Value) -> Done<u64> {
        Ok(match value {
            Value::None => 1,
            Value::Int(_) | Value::Bool(_) | Value::Short(_) => return self.hash(value),
            Value::Big(at) => {
                let Object::Big(n) = &self.objects[*at as usize] else {
                    return Ok(0);
                };
                let digits = n.iter_u64_digits();
                let len = digits.len();
                let hash = digits.fold(9, mixed);
                self.work(len)?;
                hash
            }
            Value::Long(long) => {
                self.work(long.len as usize / 16)?;
                let text = self.str(value).as_bytes();
                let (words, rest) = text.as_chunks::<8>();
                let hash = words.iter().fold(text.len() as u64, |hash, word| {
                    mixed(hash, u64::from_le_bytes(*word))
                });
                rest.iter()
                    .fold(hash, |hash, byte| mixed(hash, (*byte).into()))
            }
            Value::Tuple(span) => 11 + u64::from(span.len),
            Value::Struct(_) => 12,
            Value::Frozen(table) => self.hash_frozen(*table)?,
            Value::Range(..) | Value::Wide(_) => {
                let range = self.range(value).unwrap_or_default();
                mixed(13, range_len(range))
            }
            Value::Builtin(builtin) => mixed(14, *builtin as u64),
            Value::Function(_) | Value::Cached(_) | Value::Partial(_) => 15,
            Value::Foreign(_) => match self.as_foreign(value).and_then(|own| own.hash()) {
                Some(hash) => mixed(16, hash),
                None => return self.no_key(value),
            },
            _ => return self.no_key(value),
        })
    }

    fn no_key<T>(&self, value: &Value) -> Done<T> {
        let advice = match value {
            Value::List(_) => ": use `tuple(…)`",
            Value::Set(_) => ": use `frozenset(…)`",
            Value::Dict(_) => ": use `tuple(sorted(….items()))`",
            _ => "",
        };
        let name = self.type_name(value);
        wrong(format!(
            "{} {name} cannot be a key, nor an item of a set{advice}",
            article(name)
        ))
    }

    /// The hash of a frozenset: the order of its items does not count.
    fn hash_frozen(&mut self, table: u32) -> Done<u64> {
        if let Some(hash) = self.tables[table as usize].hash {
            return Ok(hash);
        }
        self.work(self.tables[table as usize].entries.len())?;
        let hashes = self.tables[table as usize]
            .iter()
            .map(|entry| mixed(entry.hash, 3));
        let hash = hashes.fold(17, u64::wrapping_add);
        self.tables[table as usize].hash = Some(hash);
        Ok(hash)
    }

    // Equality.

    /// Whether two values are equal.
    #[inline]
    pub(crate) fn equal(&mut self, a: Value, b: Value) -> Done<bool> {
        match (&a, &b) {
            (Value::Int(a), Value::Int(b)) => Ok(a == b),
            (Value::Short(a), Value::Short(b)) => Ok(a == b),
            _ => self.equal_at(a, b, 0),
        }
    }

    fn equal_at(&mut self, a: Value, b: Value, depth: usize) -> Done<bool> {
        self.equal_work(&a, &b)?;
        if let Some(flat) = self.equal_flat(&a, &b) {
            return Ok(flat);
        }
        let mut left = vec![(a, b)];
        while let Some((a, b)) = left.pop() {
            self.equal_work(&a, &b)?;
            if let Some(flat) = self.equal_flat(&a, &b) {
                if !flat {
                    return Ok(false);
                }
                continue;
            }
            if !self.equal_next(a, b, depth, &mut left)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Counts the comparison of long strings and numbers.
    #[inline]
    fn equal_work(&mut self, a: &Value, b: &Value) -> Done<()> {
        match (a, b) {
            (Value::Long(a), Value::Long(b)) if a.len == b.len => self.work(a.len as usize / 64),
            (Value::Big(_), Value::Big(_)) => {
                let words = self.words_of(a).min(self.words_of(b));
                self.work(words / 16)
            }
            _ => Ok(()),
        }
    }

    /// Whether two values are equal, if that is seen at once; `None` if their items are to be compared.
    fn equal_flat(&self, a: &Value, b: &Value) -> Option<bool> {
        use Value::{
            Big, Bool, Builtin, Dict, Foreign, Frozen, Int, List, Long, Set, Short, Struct, Tuple,
        };
        Some(match (a, b) {
            (Int(a), Int(b)) => a == b,
            (Short(a), Short(b)) => a == b,
            (Value::None, Value::None) => true,
            (Bool(a), Bool(b)) => a == b,
            (Bool(a), Int(b)) | (Int(b), Bool(a)) => i64::from(*a) == *b,
            (Long(x), Long(y)) => {
                x.start == y.start && x.len == y.len || self.str(a) == self.str(b)
            }
            (Big(a), Big(b)) => match (&self.objects[*a as usize], &self.objects[*b as usize]) {
                (Object::Big(a), Object::Big(b)) => a == b,
                _ => false,
            },
            (Tuple(x), Tuple(y)) if x == y => true,
            (Tuple(x), Tuple(y)) if x.len != y.len => false,
            (List(x), List(y)) if x == y => true,
            (List(_), List(_)) if self.items(a).len() != self.items(b).len() => false,
            (Dict(a), Dict(b)) | (Set(a), Set(b)) if a == b => true,
            (Builtin(a), Builtin(b)) => a == b,
            (Value::Method(a), Value::Method(b)) => a == b,
            (Value::Native(a), Value::Native(b)) => a == b,
            (
                Value::Function(a) | Value::Partial(a) | Value::Cached(a) | Value::Iter(a),
                Value::Function(b) | Value::Partial(b) | Value::Cached(b) | Value::Iter(b),
            ) => a == b,
            (Foreign(_), _) => self.as_foreign(a).is_some_and(|own| own.equals(b, self)),
            (_, Foreign(_)) => self.as_foreign(b).is_some_and(|own| own.equals(a, self)),
            (Tuple(_), Tuple(_))
            | (List(_), List(_))
            | (Dict(_), Dict(_))
            | (Set(_) | Frozen(_), Set(_) | Frozen(_) | Value::View(View::Keys, _))
            | (Value::View(View::Keys, _), Set(_) | Frozen(_) | Value::View(View::Keys, _))
            | (Value::Deque(_), Value::Deque(_))
            | (Struct(_), Struct(_))
            | (Value::Range(..) | Value::Wide(_), Value::Range(..) | Value::Wide(_)) => {
                return None;
            }
            _ => false,
        })
    }

    /// Whether two containers may be equal; pairs of items that must be equal go to `left`.
    fn equal_next(
        &mut self,
        a: Value,
        b: Value,
        depth: usize,
        left: &mut Vec<(Value, Value)>,
    ) -> Done<bool> {
        match (a, b) {
            (Value::Tuple(_), Value::Tuple(_)) | (Value::List(_), Value::List(_)) => {
                let len = self.items(&a).len();
                self.work(len)?;
                self.temporary((left.len() + len) as u64 / 4)?;
                let pairs = self.items(&a).iter().zip(self.items(&b)).rev();
                left.extend(pairs.map(|(a, b)| (*a, *b)));
                Ok(true)
            }
            (Value::Deque(x), Value::Deque(y)) => {
                self.work(self.deque(x).len())?;
                let pairs = self.deque(x).iter().zip(self.deque(y)).rev();
                left.extend(pairs.map(|(a, b)| (*a, *b)));
                Ok(self.deque(x).len() == self.deque(y).len())
            }
            (Value::Struct(x), Value::Struct(y)) => {
                let (x, y) = (self.fields(x).to_vec(), self.fields(y).to_vec());
                let pairs = x.iter().zip(&y);
                left.extend(pairs.flat_map(|(a, b)| [(a.0, b.0), (a.1, b.1)]));
                Ok(x.len() == y.len())
            }
            (Value::Range(..) | Value::Wide(_), _) => {
                let (x, y) = (self.range(&a), self.range(&b));
                let (x, y) = (x.unwrap_or_default(), y.unwrap_or_default());
                let (len, other) = (range_len(x), range_len(y));
                Ok(len == other && (len == 0 || x.0 == y.0 && (len == 1 || x.2 == y.2)))
            }
            _ => self.equal_tables(a, b, depth, left),
        }
    }

    fn equal_tables(
        &mut self,
        a: Value,
        b: Value,
        depth: usize,
        left: &mut Vec<(Value, Value)>,
    ) -> Done<bool> {
        let (Some(x), Some(y)) = (table_of(&a), table_of(&b)) else {
            return Ok(false);
        };
        if depth > DEEPEST_SETS {
            return wrong("sets of sets are nested too deeply: at most 30 levels");
        }
        let counters = self.are_counters(&a, &b);
        if counters {
            return self.equal_counters([x, y], left);
        }
        if self.tables[x as usize].live != self.tables[y as usize].live {
            return Ok(false);
        }
        let has_values = matches!(a, Value::Dict(_));
        for place in 0..self.tables[x as usize].entries.len() {
            self.work(1)?;
            let entry = self.tables[x as usize].entries[place];
            if matches!(entry.key, Value::Unset) {
                continue;
            }
            match self.find_hashed(y, &entry.key, entry.hash, depth + 1)? {
                None => return Ok(false),
                Some(place) if has_values => {
                    left.push((entry.value, self.tables[y as usize].entries[place].value));
                }
                Some(_) => {}
            }
        }
        Ok(true)
    }

    /// Whether two counters may be equal: what one of them lacks counts 0.
    fn equal_counters(&mut self, tables: [u32; 2], left: &mut Vec<(Value, Value)>) -> Done<bool> {
        for [own, other] in [tables, [tables[1], tables[0]]] {
            for place in 0..self.tables[own as usize].entries.len() {
                self.work(1)?;
                let entry = self.tables[own as usize].entries[place];
                if matches!(entry.key, Value::Unset) {
                    continue;
                }
                let found = self.find_hashed(other, &entry.key, entry.hash, 0)?;
                let count = found.map_or(Value::Int(0), |place| {
                    self.tables[other as usize].entries[place].value
                });
                left.push((entry.value, count));
            }
        }
        Ok(true)
    }

    // Order.

    /// The order of two values; `sign` is the operator in messages.
    #[inline]
    pub(crate) fn order(&mut self, a: Value, b: Value, sign: &str) -> Done<Ordering> {
        match (&a, &b) {
            (Value::Int(a), Value::Int(b)) => Ok(a.cmp(b)),
            _ => self.order_deep(a, b, sign),
        }
    }

    fn order_deep(&mut self, mut a: Value, mut b: Value, sign: &str) -> Done<Ordering> {
        loop {
            match (a, b) {
                (Value::Tuple(_), Value::Tuple(_)) | (Value::List(_), Value::List(_)) => {
                    let (len, other) = (self.items(&a).len(), self.items(&b).len());
                    let mut different = None;
                    for nth in 0..len.min(other) {
                        self.work(1)?;
                        let (x, y) = (self.items(&a)[nth], self.items(&b)[nth]);
                        if !self.equal(x, y)? {
                            different = Some((x, y));
                            break;
                        }
                    }
                    match different {
                        None => return Ok(len.cmp(&other)),
                        Some(pair) => (a, b) = pair,
                    }
                }
                (Value::Short(_) | Value::Long(_), Value::Short(_) | Value::Long(_)) => {
                    let len = self.str(&a).len().min(self.str(&b).len());
                    self.work(len / 64)?;
                    return Ok(self.str(&a).cmp(self.str(&b)));
                }
                (Value::Foreign(_), _) | (_, Value::Foreign(_)) => {
                    return self.order_foreign(&a, &b);
                }
                _ => return self.order_flat(&a, &b, sign),
            }
        }
    }

    /// The order of values of the host.
    fn order_foreign(&mut self, a: &Value, b: &Value) -> Done<Ordering> {
        let relations = [
            (Relation::Less, Ordering::Less),
            (Relation::Equal, Ordering::Equal),
            (Relation::Greater, Ordering::Greater),
        ];
        for (relation, order) in relations {
            let holds = match (self.as_foreign(a).cloned(), self.as_foreign(b).cloned()) {
                (Some(own), _) => own.compare(relation, b, true, self)?,
                (_, Some(own)) => own.compare(relation, a, false, self)?,
                _ => false,
            };
            if holds {
                return Ok(order);
            }
        }
        wrong("these values are confused: none of them is the greater one")
    }

    fn order_flat(&self, a: &Value, b: &Value, sign: &str) -> Done<Ordering> {
        if let (Some(a), Some(b)) = (small(a), small(b)) {
            return Ok(a.cmp(&b));
        }
        if let (Some(a), Some(b)) = (self.big(a), self.big(b)) {
            return Ok(a.cmp(&b));
        }
        let (one, other) = (self.type_name(a), self.type_name(b));
        let advice = match (one, other) {
            ("int", "str") => ": write `int(…)` around the text, or `str(…)` around the number",
            ("str", "int") => ": write `int(…)` around the text, or `str(…)` around the number",
            ("None", _) | (_, "None") => ": test for `None` first",
            ("tuple", "list") | ("list", "tuple") => {
                ": both must be lists or both tuples: `list(…)`, `tuple(…)`"
            }
            _ => "",
        };
        wrong(format!(
            "`{sign}` does not compare {} {one} with {} {other}{advice}",
            article(one),
            article(other)
        ))
    }
}

/// A whole number of 64 bits or a truth value as a number.
#[inline]
pub(crate) fn small(value: &Value) -> Option<i64> {
    match value {
        Value::Int(n) => Some(*n),
        Value::Bool(truth) => Some((*truth).into()),
        _ => None,
    }
}

/// The table of a dictionary, a set, or a view.
#[inline]
pub(crate) fn table_of(value: &Value) -> Option<u32> {
    match value {
        Value::Dict(table) | Value::Set(table) | Value::Frozen(table) | Value::View(_, table) => {
            Some(*table)
        }
        _ => None,
    }
}

/// The article of a type's name.
pub(crate) fn article(name: &str) -> &'static str {
    match name {
        "None" => "the value",
        _ if name.starts_with(['a', 'e', 'i', 'o', 'u']) => "an",
        _ => "a",
    }
}
