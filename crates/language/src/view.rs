//! [`View`]: data as the host reads it.

use std::sync::Arc;

use num_bigint::BigInt;

use crate::heap::{Foreign, Heap, Iter, Object};
use crate::value::{Value, View as Part, range_len};

/// A value as data, borrowed from its heap.
#[derive(Clone, Copy, Debug)]
pub enum View<'h> {
    /// `None`.
    None,
    /// A truth value.
    Bool(bool),
    /// A whole number of 64 bits.
    Int(i64),
    /// A larger one.
    Big(&'h BigInt),
    /// A string of at most 14 bytes, which the value itself holds.
    Short(crate::value::Short),
    /// A longer string.
    Str(&'h str),
    /// A tuple.
    Tuple(Items<'h>),
    /// A list, or what `yield` collected.
    List(Items<'h>),
    /// A dictionary.
    Dict(Entries<'h>),
    /// A set or a frozenset, in no order that means something.
    Set(Entries<'h>),
    /// A range: the start, the number of items, the step.
    Range(i64, u64, i64),
    /// A `struct`.
    Struct(Fields<'h>),
    /// A value of the host.
    Foreign(&'h Arc<dyn Foreign>),
    /// Something that is no data, such as a function: the name of its type.
    Other(&'static str),
}

/// The items of a tuple or a list.
#[derive(Clone, Copy, Debug)]
pub struct Items<'h> {
    heap: &'h Heap,
    items: &'h [Value],
}

/// The entries of a dictionary or a set.
#[derive(Clone, Copy, Debug)]
pub struct Entries<'h> {
    heap: &'h Heap,
    table: u32,
}

/// The fields of a `struct`.
#[derive(Clone, Copy, Debug)]
pub struct Fields<'h> {
    heap: &'h Heap,
    fields: &'h [(Value, Value)],
}

impl<'h> View<'h> {
    /// A value of a heap.
    pub(crate) fn of(heap: &'h Heap, value: Value) -> Self {
        let items = |items: &'h [Value]| Items { heap, items };
        match value {
            Value::None | Value::Unset => Self::None,
            Value::Bool(truth) => Self::Bool(truth),
            Value::Int(n) => Self::Int(n),
            Value::Big(at) => match &heap.objects[at as usize] {
                Object::Big(n) => Self::Big(n),
                _ => Self::Other("int"),
            },
            Value::Short(short) => Self::Short(short),
            Value::Long(long) => Self::Str(&heap.text[long.range()]),
            Value::Tuple(span) => Self::Tuple(items(&heap.cells[span.range()])),
            Value::List(list) => Self::List(items(&heap.lists[list as usize])),
            Value::Iter(at) => match &heap.objects[at as usize] {
                Object::Iter(Iter::Seq(Value::List(list), place), _) => {
                    let all = &heap.lists[*list as usize];
                    Self::List(items(&all[(*place as usize).min(all.len())..]))
                }
                _ => Self::Other("iterator"),
            },
            Value::Dict(table) => Self::Dict(Entries { heap, table }),
            Value::Set(table) | Value::Frozen(table) => Self::Set(Entries { heap, table }),
            Value::View(Part::Keys, table) => Self::Set(Entries { heap, table }),
            Value::Range(..) | Value::Wide(_) => {
                let range = heap.range(&value).unwrap_or_default();
                Self::Range(range.0, range_len(range), range.2)
            }
            Value::Struct(at) => Self::Struct(Fields {
                heap,
                fields: heap.fields(at),
            }),
            Value::Foreign(_) => match heap.as_foreign(&value) {
                Some(own) => Self::Foreign(own),
                None => Self::Other("value"),
            },
            _ => Self::Other(heap.type_name(&value)),
        }
    }
}

impl crate::value::Short {
    /// Its text.
    pub fn text(&self) -> &str {
        self.as_str()
    }
}

impl<'h> Items<'h> {
    /// Their number.
    #[expect(
        clippy::len_without_is_empty,
        reason = "a length is all that is asked for"
    )]
    pub fn len(self) -> usize {
        self.items.len()
    }

    /// The values.
    pub fn values(self) -> &'h [Value] {
        self.items
    }

    /// The items, one after the other.
    pub fn iter(self) -> impl ExactSizeIterator<Item = View<'h>> {
        self.items
            .iter()
            .map(move |item| View::of(self.heap, *item))
    }

    /// Whether they are these numbers.
    pub fn eq_ints(self, numbers: &[i64]) -> bool {
        self.items.len() == numbers.len()
            && self
                .items
                .iter()
                .zip(numbers)
                .all(|(item, n)| matches!(item, Value::Int(own) if own == n))
    }
}

impl<'h> Entries<'h> {
    /// The keys with their values, in the order of insertion.
    pub fn iter(self) -> impl Iterator<Item = (View<'h>, View<'h>)> {
        let entries = self.heap.tables[self.table as usize].iter();
        entries.map(move |entry| {
            (
                View::of(self.heap, entry.key),
                View::of(self.heap, entry.value),
            )
        })
    }

    /// The same as values.
    pub fn values(self) -> impl Iterator<Item = (Value, Value)> {
        let entries = self.heap.tables[self.table as usize].iter();
        entries.map(|entry| (entry.key, entry.value))
    }
}

impl<'h> Fields<'h> {
    /// The names with their values.
    pub fn iter(self) -> impl Iterator<Item = (View<'h>, View<'h>)> {
        self.fields
            .iter()
            .map(move |(name, value)| (View::of(self.heap, *name), View::of(self.heap, *value)))
    }
}
