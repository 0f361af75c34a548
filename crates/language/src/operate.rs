//! Operators, items and slices of values.

use std::cmp::Ordering;

use crate::error::{Done, wrong};
use crate::heap::{CELL, Heap, Object};
use crate::numbers::{NO_FRACTIONS, Operator};
use crate::table::{Kind, article, small, table_of};
use crate::value::{Value, View, range_len};

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// `==`
    Equal,
    /// `!=`
    Unequal,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
    /// `in`
    In,
    /// `not in`
    NotIn,
    /// `is`
    Is,
    /// `is not`
    IsNot,
    /// `<>`, of values of the host.
    Confused,
    /// `<|`, of values of the host.
    NotAbove,
    /// `|>`, of values of the host.
    NotBelow,
}

impl Relation {
    /// How it is written.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Equal => "==",
            Self::Unequal => "!=",
            Self::Less => "<",
            Self::AtMost => "<=",
            Self::Greater => ">",
            Self::AtLeast => ">=",
            Self::In => "in",
            Self::NotIn => "not in",
            Self::Is => "is",
            Self::IsNot => "is not",
            Self::Confused => "<>",
            Self::NotAbove => "<|",
            Self::NotBelow => "|>",
        }
    }
}

impl Heap {
    /// Whether a value holds as a condition.
    #[inline]
    pub(crate) fn truth(&self, value: &Value) -> bool {
        match value {
            Value::Bool(truth) => *truth,
            Value::Int(n) => *n != 0,
            Value::None | Value::Unset => false,
            Value::Short(short) => short.len() > 0,
            Value::Tuple(span) => span.len > 0,
            Value::List(list) => !self.lists[*list as usize].is_empty(),
            Value::Dict(_) | Value::Set(_) | Value::Frozen(_) | Value::View(..) => {
                table_of(value).is_some_and(|table| self.tables[table as usize].live > 0)
            }
            Value::Deque(at) => !self.deque(*at).is_empty(),
            Value::Range(..) | Value::Wide(_) => {
                self.range(value).is_some_and(|range| range_len(range) > 0)
            }
            Value::Foreign(_) => self.as_foreign(value).is_some_and(|own| own.truth()),
            _ => true,
        }
    }

    /// The number of items.
    pub(crate) fn len(&mut self, value: &Value) -> Done<usize> {
        Ok(match value {
            Value::Short(short) if short.is_ascii() => short.len(),
            Value::Long(long) if long.is_ascii => long.len as usize,
            Value::Short(_) | Value::Long(_) => {
                let text = self.str(value);
                let (bytes, chars) = (text.len(), text.chars().count());
                self.work(bytes / 16)?;
                chars
            }
            Value::Tuple(span) => span.len as usize,
            Value::List(list) => self.lists[*list as usize].len(),
            Value::Deque(at) => self.deque(*at).len(),
            Value::Range(..) | Value::Wide(_) => {
                let len = range_len(self.range(value).unwrap_or_default());
                usize::try_from(len).unwrap_or(usize::MAX)
            }
            _ => match table_of(value) {
                Some(table) => self.tables[table as usize].live,
                None => {
                    let name = self.type_name(value);
                    let advice = if name == "iterator" {
                        ": write `list(…)` around it"
                    } else {
                        ""
                    };
                    return wrong(format!("{} {name} has no length{advice}", article(name)));
                }
            },
        })
    }

    // Operators.

    /// `a OPERATOR b`.
    #[inline(never)]
    pub(crate) fn binary(&mut self, operator: Operator, a: Value, b: Value) -> Done<Value> {
        if let Some(number) = self.arithmetic(operator, &a, &b) {
            return number;
        }
        if let Some(own) = self.as_foreign(&a).cloned() {
            return own.binary(operator, &b, true, self);
        }
        if let Some(own) = self.as_foreign(&b).cloned() {
            return own.binary(operator, &a, false, self);
        }
        match (operator, a, b) {
            (Operator::Add, Value::Short(_) | Value::Long(_), Value::Short(_) | Value::Long(_)) => {
                self.joined(a, b)
            }
            (Operator::Add, Value::Tuple(a), Value::Tuple(b)) => self.joined_tuples(a, b),
            (Operator::Add, Value::List(x), Value::List(y)) => {
                let len = self.lists[x as usize].len() + self.lists[y as usize].len();
                self.temporary(len as u64)?;
                let mut items = self.empty();
                items.reserve_exact(len);
                items.extend_from_slice(&self.lists[x as usize]);
                items.extend_from_slice(&self.lists[y as usize]);
                self.list(items)
            }
            (Operator::Mul, all, count) if is_sequence(&all) && is_int(&count) => {
                self.times(all, &count)
            }
            (Operator::Mul, count, all) if is_sequence(&all) && is_int(&count) => {
                self.times(all, &count)
            }
            (Operator::Mod, Value::Short(_) | Value::Long(_), _) => self.percent(a, b),
            (Operator::Or, Value::Dict(x), Value::Dict(y))
                if !self.is_counter(x) || !self.is_counter(y) =>
            {
                let new = self.copied(x)?;
                self.merge(new, y)?;
                Ok(Value::Dict(new))
            }
            (
                Operator::Add | Operator::Sub | Operator::And | Operator::Or,
                Value::Dict(x),
                Value::Dict(y),
            ) => self.counters(operator, x, y),
            (Operator::Or | Operator::And | Operator::Sub | Operator::Xor, _, _)
                if is_set(&a) && is_set(&b) =>
            {
                self.combined(operator, a, b)
            }
            (Operator::Div, ..) => wrong(NO_FRACTIONS),
            _ => self.no_operator(operator, &a, &b),
        }
    }

    fn no_operator<T>(&self, operator: Operator, a: &Value, b: &Value) -> Done<T> {
        let (one, other) = (self.type_name(a), self.type_name(b));
        let advice = match (operator, one, other) {
            (Operator::Add, "str", "int") | (Operator::Add, "int", "str") => {
                ": write `str(…)` around the number"
            }
            (Operator::Add, "tuple", "list") | (Operator::Add, "list", "tuple") => {
                ": both must be lists or both tuples: `list(…)`, `tuple(…)`"
            }
            (Operator::Add, "tuple", "int" | "str") => ": a tuple of one item is `(x,)`",
            (Operator::Add, "list", _) => ": write `.append(…)`, or `[ ]` around it",
            (Operator::Add, "set", "set") => ": write `|`",
            (_, "None", _) | (_, _, "None") => ": is a `return` missing?",
            _ => "",
        };
        let sign = operator.sign();
        wrong(format!(
            "`{sign}` does not go with {} {one} and {} {other}{advice}",
            article(one),
            article(other)
        ))
    }

    /// `a OPERATOR= b`: a list, a set or a dictionary changes in its place.
    pub(crate) fn update(&mut self, operator: Operator, a: Value, b: Value) -> Done<Value> {
        match (operator, a) {
            (Operator::Add, Value::List(list)) => {
                self.changing(list)?;
                self.extend(list, b)?;
                Ok(a)
            }
            (Operator::Mul, Value::List(list)) if is_int(&b) => {
                self.changing(list)?;
                let Value::List(new) = self.times(a, &b)? else {
                    return Ok(a);
                };
                self.lists[list as usize] = std::mem::take(&mut self.lists[new as usize]);
                Ok(a)
            }
            (Operator::Add | Operator::Sub | Operator::And | Operator::Or, Value::Dict(table))
                if self.are_counters(&a, &b) =>
            {
                self.changing_table(table)?;
                if let Value::Dict(new) = self.binary(operator, a, b)? {
                    self.tables.swap(table as usize, new as usize);
                }
                Ok(a)
            }
            (Operator::Or, Value::Dict(table)) if matches!(b, Value::Dict(_)) => {
                self.changing_table(table)?;
                if let Some(other) = table_of(&b) {
                    self.merge(table, other)?;
                }
                Ok(a)
            }
            (Operator::Or | Operator::And | Operator::Sub | Operator::Xor, Value::Set(table))
                if is_set(&b) =>
            {
                self.changing_table(table)?;
                let Value::Set(new) = self.combined(operator, a, b)? else {
                    return Ok(a);
                };
                self.tables.swap(table as usize, new as usize);
                Ok(a)
            }
            _ => self.binary(operator, a, b),
        }
    }

    /// A string, a tuple or a list, repeated.
    fn times(&mut self, all: Value, count: &Value) -> Done<Value> {
        let count = match small(count) {
            Some(n) => n.max(0) as usize,
            None if self
                .big(count)
                .is_some_and(|n| n.sign() == num_bigint::Sign::Minus) =>
            {
                0
            }
            None => usize::MAX,
        };
        match all {
            Value::Short(_) | Value::Long(_) => {
                let len = self.str(&all).len();
                let is_ascii = self.is_ascii(&all);
                self.room_for_text(len.saturating_mul(count))?;
                let text = self.str(&all).repeat(if len == 0 { 0 } else { count });
                let start = self.text.len();
                self.text.push_str(&text);
                Ok(self.finished(start, is_ascii))
            }
            Value::Tuple(span) => {
                self.room_for_cells((span.len as usize).saturating_mul(count))?;
                let start = self.cells.len() as u32;
                for _ in 0..if span.len == 0 { 0 } else { count } {
                    self.cells.extend_from_within(span.range());
                }
                let len = self.cells.len() as u32 - start;
                Ok(Value::Tuple(crate::value::Span { start, len }))
            }
            _ => {
                let len = self.items(&all).len();
                self.temporary((len as u64).saturating_mul(count as u64))?;
                let mut items = self.empty();
                items.reserve_exact(len.saturating_mul(count));
                for _ in 0..if len == 0 { 0 } else { count } {
                    items.extend_from_slice(self.items(&all));
                }
                self.list(items)
            }
        }
    }

    /// Union, intersection and differences of sets; the result is of the kind of the first.
    pub(crate) fn combined(&mut self, operator: Operator, a: Value, b: Value) -> Done<Value> {
        let (Some(x), Some(y)) = (table_of(&a), table_of(&b)) else {
            return self.no_operator(operator, &a, &b);
        };
        let new = self.table()?;
        for place in 0..self.tables[x as usize].entries.len() {
            self.work(1)?;
            let entry = self.tables[x as usize].entries[place];
            if matches!(entry.key, Value::Unset) {
                continue;
            }
            let kept = match operator {
                Operator::Or => true,
                Operator::And => self.has_entry(y, &entry)?,
                _ => !self.has_entry(y, &entry)?,
            };
            if kept {
                let entry = crate::table::Entry {
                    value: Value::None,
                    ..entry
                };
                self.add_entry(new, entry)?;
            }
        }
        if matches!(operator, Operator::Or | Operator::Xor) {
            for place in 0..self.tables[y as usize].entries.len() {
                self.work(1)?;
                let entry = self.tables[y as usize].entries[place];
                let kept = !matches!(entry.key, Value::Unset)
                    && (operator == Operator::Or || !self.has_entry(x, &entry)?);
                if kept {
                    let entry = crate::table::Entry {
                        value: Value::None,
                        ..entry
                    };
                    self.add_entry(new, entry)?;
                }
            }
        }
        Ok(match a {
            Value::Frozen(_) => Value::Frozen(new),
            _ => Value::Set(new),
        })
    }

    pub(crate) fn are_counters(&self, a: &Value, b: &Value) -> bool {
        matches!((a, b), (Value::Dict(a), Value::Dict(b)) if self.is_counter(*a) && self.is_counter(*b))
    }

    fn is_counter(&self, table: u32) -> bool {
        matches!(self.tables[table as usize].kind, Kind::Counter)
    }

    /// `+`, `-`, `&` and `|` of counters: only counts above 0 remain.
    fn counters(&mut self, operator: Operator, x: u32, y: u32) -> Done<Value> {
        if !self.is_counter(x) || !self.is_counter(y) {
            return self.no_operator(operator, &Value::Dict(x), &Value::Dict(y));
        }
        let new = self.table()?;
        self.tables[new as usize].kind = Kind::Counter;
        let mut keys: Vec<Value> = self.tables[x as usize]
            .iter()
            .map(|entry| entry.key)
            .collect();
        let others: Vec<Value> = self.tables[y as usize]
            .iter()
            .map(|entry| entry.key)
            .collect();
        self.temporary((keys.len() + others.len()) as u64)?;
        for key in others {
            if self.find(x, &key)?.is_none() {
                keys.push(key);
            }
        }
        for key in keys {
            let mut counts = [Value::Int(0); 2];
            for (count, table) in counts.iter_mut().zip([x, y]) {
                if let Some(place) = self.find(table, &key)? {
                    *count = self.tables[table as usize].entries[place].value;
                }
            }
            let [one, other] = counts;
            let count = match operator {
                Operator::Add | Operator::Sub => self.binary(operator, one, other)?,
                Operator::And if self.order(one, other, "<")? == Ordering::Less => one,
                Operator::And => other,
                _ if self.order(one, other, "<")? == Ordering::Less => other,
                _ => one,
            };
            if self.order(count, Value::Int(0), ">")? == Ordering::Greater {
                self.put(new, key, count)?;
            }
        }
        Ok(Value::Dict(new))
    }

    /// Whether a relation holds.
    pub(crate) fn holds(&mut self, relation: Relation, a: Value, b: Value) -> Done<bool> {
        Ok(match relation {
            Relation::Equal => self.equal(a, b)?,
            Relation::Unequal => !self.equal(a, b)?,
            Relation::In => self.contains(b, a)?,
            Relation::NotIn => !self.contains(b, a)?,
            Relation::Is => self.is_same(&a, &b)?,
            Relation::IsNot => !self.is_same(&a, &b)?,
            _ if is_set(&a) && is_set(&b) => self.subset(relation, a, b)?,
            Relation::Less => self.order(a, b, "<")? == Ordering::Less,
            Relation::AtMost => self.order(a, b, "<=")? != Ordering::Greater,
            Relation::Greater => self.order(a, b, ">")? == Ordering::Greater,
            Relation::AtLeast => self.order(a, b, ">=")? != Ordering::Less,
            _ => return wrong(format!("`{}` stands between game values", relation.sign())),
        })
    }

    /// `is`: of `None`, truth values and what can change; where CPython's answer is chance, it is refused.
    fn is_same(&self, a: &Value, b: &Value) -> Done<bool> {
        Ok(match (a, b) {
            (Value::None, Value::None) => true,
            (Value::None | Value::Bool(_), _) | (_, Value::None | Value::Bool(_)) => {
                matches!((a, b), (Value::Bool(a), Value::Bool(b)) if a == b)
            }
            (Value::List(a), Value::List(b))
            | (Value::Dict(a), Value::Dict(b))
            | (Value::Set(a), Value::Set(b))
            | (Value::Deque(a), Value::Deque(b))
            | (Value::Function(a), Value::Function(b)) => a == b,
            (Value::Builtin(a), Value::Builtin(b)) => a == b,
            _ if self.type_name(a) != self.type_name(b) => false,
            _ => {
                return wrong(
                    "`is` is for `None`, `True` and `False`: write `==`, and `!=` for `is not`",
                );
            }
        })
    }

    /// Whether every item of one set is in the other.
    fn subset(&mut self, relation: Relation, a: Value, b: Value) -> Done<bool> {
        let (a, b, strict) = match relation {
            Relation::Less => (a, b, true),
            Relation::AtMost => (a, b, false),
            Relation::Greater => (b, a, true),
            _ => (b, a, false),
        };
        let (Some(x), Some(y)) = (table_of(&a), table_of(&b)) else {
            return Ok(false);
        };
        let (len, other) = (self.tables[x as usize].live, self.tables[y as usize].live);
        if len > other || strict && len == other {
            return Ok(false);
        }
        for place in 0..self.tables[x as usize].entries.len() {
            self.work(1)?;
            let entry = self.tables[x as usize].entries[place];
            if !matches!(entry.key, Value::Unset) && !self.has_entry(y, &entry)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a container has an item.
    pub(crate) fn contains(&mut self, all: Value, item: Value) -> Done<bool> {
        match all {
            Value::Short(_) | Value::Long(_) => {
                if !matches!(item, Value::Short(_) | Value::Long(_)) {
                    let name = self.type_name(&item);
                    return wrong(format!(
                        "`in` of a str takes a str, found {} {name}",
                        article(name)
                    ));
                }
                let length = self.bytes(&all).len();
                self.work(length / 32)?;
                if let [byte] = self.bytes(&item) {
                    return Ok(self.bytes(&all).contains(byte));
                }
                Ok(find(self.str(&all), self.str(&item)).is_some())
            }
            Value::Tuple(span) => {
                for at in span.range() {
                    self.work(1)?;
                    if self.equal(item, self.cells[at])? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Value::List(list) => {
                let mut at = 0;
                while let Some(other) = self.lists[list as usize].get(at).copied() {
                    self.work(1)?;
                    if self.equal(item, other)? {
                        return Ok(true);
                    }
                    at += 1;
                }
                Ok(false)
            }
            Value::Dict(table)
            | Value::Set(table)
            | Value::Frozen(table)
            | Value::View(View::Keys, table) => {
                Ok(self.find(table, &self.as_key(all, item)?)?.is_some())
            }
            Value::Range(..) | Value::Wide(_) => Ok(self.in_range(&all, &item)),
            _ => {
                let iter = self.begin(all)?;
                let mut at = iter;
                while let Some(other) = self.next(all, &mut at)? {
                    self.work(1)?;
                    if self.equal(item, other)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
        }
    }

    /// A set that is looked for in a set is taken for a frozenset.
    fn as_key(&self, all: Value, item: Value) -> Done<Value> {
        Ok(match (all, item) {
            (Value::Set(_) | Value::Frozen(_), Value::Set(table)) => Value::Frozen(table),
            _ => item,
        })
    }

    fn in_range(&self, all: &Value, item: &Value) -> bool {
        let (Some((start, end, step)), Some(n)) = (self.range(all), small(item)) else {
            return false;
        };
        let inside = if step > 0 {
            start <= n && n < end
        } else {
            end < n && n <= start
        };
        inside && (i128::from(n) - i128::from(start)) % i128::from(step) == 0
    }

    // Items.

    /// `all[at]`.
    pub(crate) fn get_item(&mut self, all: Value, at: Value) -> Done<Value> {
        match all {
            Value::Tuple(span) => {
                let at = self.place(&at, span.len as usize, "tuple")?;
                Ok(self.cells[span.start as usize + at])
            }
            Value::List(list) => {
                let at = self.place(&at, self.lists[list as usize].len(), "list")?;
                Ok(self.lists[list as usize][at])
            }
            Value::Short(_) | Value::Long(_) => self.char_at(all, &at),
            Value::Dict(table) => match self.find(table, &at)? {
                Some(place) => Ok(self.tables[table as usize].entries[place].value),
                None if matches!(self.tables[table as usize].kind, Kind::Counter) => {
                    Ok(Value::Int(0))
                }
                None => {
                    let mut shown = String::new();
                    self.write_repr(at, &mut shown)?;
                    let shown: String = shown.chars().take(60).collect();
                    wrong(format!(
                        "the dict has no key {shown}: ask with `in` first, or use `.get(…)`"
                    ))
                }
            },
            Value::Range(..) | Value::Wide(_) => {
                let range = self.range(&all).unwrap_or_default();
                let len = usize::try_from(range_len(range)).unwrap_or(usize::MAX);
                let at = self.place(&at, len, "range")?;
                Ok(Value::Int(range.0 + at as i64 * range.2))
            }
            Value::Deque(deque) => {
                let at = self.place(&at, self.deque(deque).len(), "deque")?;
                Ok(self.deque(deque)[at])
            }
            _ => {
                let name = self.type_name(&all);
                let advice = match name {
                    "None" => ": is a `return` missing?",
                    "function" => ": call it with ( )",
                    "set" | "frozenset" => ": write `sorted(…)` around it",
                    "iterator" | "view of a dict" => ": write `list(…)` around it",
                    _ => "",
                };
                wrong(format!(
                    "{} {name} has no items by [ ]{advice}",
                    article(name)
                ))
            }
        }
    }

    /// The place of an index that may count from the end.
    #[inline]
    pub(crate) fn place(&self, at: &Value, len: usize, what: &str) -> Done<usize> {
        let Some(n) = small(at) else {
            let name = self.type_name(at);
            let advice = match at {
                Value::Tuple(_) => ": write `x[i][j]` for an item of an item",
                _ => "",
            };
            return wrong(format!(
                "an index of a {what} is a whole number, found {} {name}{advice}",
                article(name)
            ));
        };
        let place = if n < 0 { n + len as i64 } else { n };
        if 0 <= place && place < len as i64 {
            Ok(place as usize)
        } else {
            wrong(format!("the index {n} is outside of a {what} of {len}"))
        }
    }

    fn char_at(&mut self, all: Value, at: &Value) -> Done<Value> {
        if self.is_ascii(&all) {
            let text = self.bytes(&all);
            let at = self.place(at, text.len(), "str")?;
            return Ok(Value::Short(crate::value::Short::byte(text[at])));
        }
        let len = self.len(&all)?;
        let at = self.place(at, len, "str")?;
        self.work(at / 16)?;
        let c = self.str(&all).chars().nth(at).unwrap_or(' ');
        self.string(c.encode_utf8(&mut [0; 4]))
    }

    /// `all[at] = value`.
    pub(crate) fn set_item(&mut self, all: Value, at: Value, value: Value) -> Done<()> {
        match all {
            Value::List(list) => {
                let at = self.place(&at, self.lists[list as usize].len(), "list")?;
                self.changing(list)?[at] = value;
                Ok(())
            }
            Value::Dict(table) => {
                self.changing_table(table)?;
                self.put(table, at, value).map(|_| ())
            }
            Value::Deque(deque) => {
                let at = self.place(&at, self.deque(deque).len(), "deque")?;
                self.changing_deque(deque)?[at] = value;
                Ok(())
            }
            _ => self.unchanging(&all),
        }
    }

    pub(crate) fn changing_deque(
        &mut self,
        at: u32,
    ) -> Done<&mut std::collections::VecDeque<Value>> {
        self.can_change(at as usize >= self.frozen.objects)?;
        match &mut self.objects[at as usize] {
            Object::Deque(items, _) => Ok(items),
            _ => wrong("expected a deque"),
        }
    }

    fn unchanging<T>(&self, all: &Value) -> Done<T> {
        match all {
            Value::Tuple(_) | Value::Short(_) | Value::Long(_) => {
                let name = self.type_name(all);
                wrong(format!(
                    "a {name} cannot be changed: positions stay as they are; change a copy, `cells = list(…)`, and make it a {name} again"
                ))
            }
            _ => {
                let name = self.type_name(all);
                wrong(format!(
                    "{} {name} has no items that can be set",
                    article(name)
                ))
            }
        }
    }

    /// `del all[at]`.
    pub(crate) fn delete_item(&mut self, all: Value, at: Value) -> Done<()> {
        match all {
            Value::List(list) => {
                let len = self.lists[list as usize].len();
                let at = self.place(&at, len, "list")?;
                self.work(1 + (len - at) / 16)?;
                self.changing(list)?.remove(at);
                Ok(())
            }
            Value::Dict(table) => {
                self.changing_table(table)?;
                match self.remove(table, &at)? {
                    Some(_) => Ok(()),
                    None => self.get_item(Value::Dict(table), at).map(|_| ()),
                }
            }
            _ => self.unchanging(&all),
        }
    }

    // Slices.

    /// `all[first:end:step]`.
    pub(crate) fn slice(&mut self, all: Value, ends: [Value; 3]) -> Done<Value> {
        match all {
            Value::Short(_) | Value::Long(_) => {
                let len = self.len(&all)?;
                let ends = self.ends(len, ends)?;
                self.slice_text(all, len, ends)
            }
            Value::Tuple(span) => {
                let ends = self.ends(span.len as usize, ends)?;
                if let Ends {
                    first,
                    count,
                    step: 1,
                } = ends
                {
                    let start = span.start + first as u32;
                    return Ok(Value::Tuple(crate::value::Span {
                        start,
                        len: count as u32,
                    }));
                }
                let mut items = self.empty();
                self.temporary(ends.count as u64)?;
                items.extend(ends.places().map(|at| self.cells[span.start as usize + at]));
                let tuple = self.tuple(&items);
                self.reuse(items);
                tuple
            }
            Value::List(list) => {
                let ends = self.ends(self.lists[list as usize].len(), ends)?;
                self.temporary(ends.count as u64)?;
                let mut items = self.empty();
                items.extend(ends.places().map(|at| self.lists[list as usize][at]));
                self.list(items)
            }
            Value::Range(..) | Value::Wide(_) => {
                let (start, _, step) = self.range(&all).unwrap_or_default();
                let len = self.len(&all)?;
                let ends = self.ends(len, ends)?;
                let first = start + ends.first * step;
                let step = step * ends.step;
                self.range_of(first, first + ends.count as i64 * step, step)
            }
            _ => {
                let name = self.type_name(&all);
                wrong(format!("{} {name} has no slices", article(name)))
            }
        }
    }

    fn slice_text(&mut self, all: Value, len: usize, ends: Ends) -> Done<Value> {
        self.work(1 + ends.count / 16)?;
        if self.is_ascii(&all) {
            if ends.step == 1 {
                let first = ends.first as usize;
                return Ok(self.part(&all, first, first + ends.count));
            }
            self.temporary(ends.count as u64 / 16)?;
            let text = self.str(&all).as_bytes();
            let text: String = ends.places().map(|at| char::from(text[at])).collect();
            return self.string(&text);
        }
        self.temporary(len as u64)?;
        let chars: Vec<char> = self.str(&all).chars().collect();
        let text: String = ends.places().map(|at| chars[at]).collect();
        self.string(&text)
    }

    /// `all[first:end:step] = value`, or `del` of it.
    pub(crate) fn set_slice(
        &mut self,
        all: Value,
        ends: [Value; 3],
        value: Option<Value>,
    ) -> Done<()> {
        let Value::List(list) = all else {
            return self.unchanging(&all);
        };
        let new = match value {
            Some(value) => self.collect(value)?,
            None => Vec::new(),
        };
        let len = self.lists[list as usize].len();
        let ends = self.ends(len, ends)?;
        self.changing(list)?;
        self.take((len + new.len()) * CELL)?;
        self.work(1 + (len + new.len()) / 8)?;
        let items = &mut self.lists[list as usize];
        if ends.step == 1 {
            let first = ends.first as usize;
            items.splice(first..first + ends.count, new);
            return Ok(());
        }
        if value.is_none() {
            let mut removed: Vec<usize> = ends.places().collect();
            removed.sort_unstable();
            let mut at = 0;
            items.retain(|_| {
                at += 1;
                removed.binary_search(&(at - 1)).is_err()
            });
            return Ok(());
        }
        if new.len() != ends.count {
            return wrong(format!(
                "a slice with a step of {} items cannot take {}",
                ends.count,
                new.len()
            ));
        }
        for (at, item) in ends.places().zip(new) {
            items[at] = item;
        }
        Ok(())
    }

    /// The bounds of a slice, as Python converts them.
    pub(crate) fn ends(&self, len: usize, ends: [Value; 3]) -> Done<Ends> {
        let mut given = [None; 3];
        for (given, end) in given.iter_mut().zip(ends) {
            *given = match end {
                Value::None => None,
                Value::Int(n) => Some(n),
                Value::Bool(truth) => Some(truth.into()),
                Value::Big(_) => {
                    let is_negative = self
                        .big(&end)
                        .is_some_and(|n| n.sign() == num_bigint::Sign::Minus);
                    Some(if is_negative {
                        i64::MIN / 2
                    } else {
                        i64::MAX / 2
                    })
                }
                _ => {
                    return wrong(format!(
                        "the ends of a slice are whole numbers, found {}",
                        self.type_name(&end)
                    ));
                }
            };
        }
        let len = len as i64;
        let step = given[2].unwrap_or(1).clamp(-i64::MAX / 4, i64::MAX / 4);
        if step == 0 {
            return wrong("the step of a slice cannot be 0");
        }
        let (least, most) = if step > 0 { (0, len) } else { (-1, len - 1) };
        let bound = |at: i64| if at < 0 { at.saturating_add(len) } else { at }.clamp(least, most);
        let first = given[0].map_or(if step > 0 { 0 } else { len - 1 }, bound);
        let end = given[1].map_or(if step > 0 { len } else { -1 }, bound);
        let count = range_len((first, end, step)) as usize;
        Ok(Ends { first, count, step })
    }

    /// Takes back a list that was only needed for a while.
    #[inline]
    pub(crate) fn reuse(&mut self, mut items: Vec<Value>) {
        if items.capacity() <= 64 {
            items.clear();
            self.keep_spare(items);
        }
    }

    // Iteration.

    /// The state before the first item of something that is iterated.
    #[inline]
    pub(crate) fn begin(&mut self, source: Value) -> Done<i64> {
        match source {
            Value::Tuple(_)
            | Value::List(_)
            | Value::Range(..)
            | Value::Short(_)
            | Value::Long(_) => Ok(0),
            _ => self.begin_other(source),
        }
    }

    fn begin_other(&mut self, source: Value) -> Done<i64> {
        match source {
            Value::Wide(_) | Value::Iter(_) => Ok(0),
            Value::Set(_) | Value::Frozen(_) if crate::show::is_unordered(self, &source) => {
                wrong(crate::show::NO_ORDER)
            }
            Value::Dict(_) | Value::Set(_) | Value::Frozen(_) | Value::View(..) => {
                self.begin_table(source)
            }
            Value::Deque(at) => Ok((self.deque(at).len() as i64) << 32),
            _ => {
                let name = self.type_name(&source);
                let advice = match name {
                    "int" => ": write `range(…)`",
                    "function" => ": call it with ( )",
                    "None" => ": is a `return` missing?",
                    _ => "",
                };
                wrong(format!(
                    "{} {name} has no items to go through{advice}",
                    article(name)
                ))
            }
        }
    }

    /// The same where the order of a set does not matter.
    pub(crate) fn begin_table(&mut self, source: Value) -> Done<i64> {
        let live = table_of(&source).map_or(0, |table| self.tables[table as usize].live);
        Ok((live as i64) << 32)
    }

    /// The next item, if there is one.
    #[inline]
    pub(crate) fn next(&mut self, source: Value, at: &mut i64) -> Done<Option<Value>> {
        match source {
            Value::Range(start, end, step) => {
                let n = i64::from(start) + *at * i64::from(step);
                let inside = if step > 0 {
                    n < i64::from(end)
                } else {
                    n > i64::from(end)
                };
                *at += 1;
                Ok(inside.then_some(Value::Int(n)))
            }
            Value::Tuple(span) => {
                let nth = *at;
                *at += 1;
                Ok((nth < i64::from(span.len))
                    .then(|| self.cells[span.start as usize + nth as usize]))
            }
            Value::List(list) => {
                let nth = *at as usize;
                *at += 1;
                Ok(self.lists[list as usize].get(nth).copied())
            }
            _ => self.next_other(source, at),
        }
    }

    fn next_other(&mut self, source: Value, at: &mut i64) -> Done<Option<Value>> {
        match source {
            Value::Short(_) | Value::Long(_) => {
                let start = *at as usize;
                match self.bytes(&source).get(start) {
                    None => return Ok(None),
                    Some(byte) if byte.is_ascii() => {
                        *at += 1;
                        return Ok(Some(Value::Short(crate::value::Short::byte(*byte))));
                    }
                    Some(_) => {}
                }
                let Some(c) = self.str(&source)[start..].chars().next() else {
                    return Ok(None);
                };
                *at += c.len_utf8() as i64;
                Ok(Some(self.part(&source, start, start + c.len_utf8())))
            }
            Value::Wide(_) => {
                let range = self.range(&source).unwrap_or_default();
                let nth = *at;
                *at += 1;
                Ok(((nth as u64) < range_len(range)).then(|| Value::Int(range.0 + nth * range.2)))
            }
            Value::Iter(iter) => self.advance(iter),
            Value::Deque(deque) => {
                let (size, nth) = (*at >> 32, (*at & 0xffff_ffff) as usize);
                if self.deque(deque).len() as i64 != size {
                    return wrong(
                        "a deque cannot change while a loop goes over it: go over a copy, `list(…)`",
                    );
                }
                *at += 1;
                Ok(self.deque(deque).get(nth).copied())
            }
            _ => self.next_entry(source, at),
        }
    }

    fn next_entry(&mut self, source: Value, at: &mut i64) -> Done<Option<Value>> {
        let Some(table) = table_of(&source) else {
            return Ok(None);
        };
        let own = &self.tables[table as usize];
        if own.live as i64 != *at >> 32 {
            return wrong(
                "a dict or a set cannot grow or shrink while a loop goes over it: go over a copy, `list(…)`",
            );
        }
        loop {
            let nth = (*at & 0xffff_ffff) as usize;
            let Some(entry) = self.tables[table as usize].entries.get(nth).copied() else {
                return Ok(None);
            };
            *at += 1;
            if matches!(entry.key, Value::Unset) {
                self.work(1)?;
                continue;
            }
            return Ok(Some(match source {
                Value::View(View::Values, _) => entry.value,
                Value::View(View::Items, _) => self.tuple(&[entry.key, entry.value])?,
                _ => entry.key,
            }));
        }
    }

    /// All items of something that is iterated. The list is a temporary: [`Heap::list`] counts it where it stays.
    pub(crate) fn collect(&mut self, source: Value) -> Done<Vec<Value>> {
        let at = self.begin(source)?;
        self.collect_from(source, at)
    }

    /// The same of anything, where the order of a set does not matter.
    pub(crate) fn collect_unordered(&mut self, source: Value) -> Done<Vec<Value>> {
        let at = match source {
            Value::Set(_) | Value::Frozen(_) => self.begin_table(source)?,
            _ => self.begin(source)?,
        };
        self.collect_from(source, at)
    }

    fn collect_from(&mut self, source: Value, mut at: i64) -> Done<Vec<Value>> {
        if self.is_ascii(&source) && at == 0 {
            let length = self.bytes(&source).len();
            self.temporary(length as u64)?;
            let mut items = self.empty();
            let text = self.bytes(&source);
            items.extend(
                text.iter()
                    .map(|byte| Value::Short(crate::value::Short::byte(*byte))),
            );
            return Ok(items);
        }
        let known = match source {
            Value::Iter(_) | Value::Short(_) | Value::Long(_) => 0,
            _ => self.len(&source)?,
        };
        self.temporary(known as u64)?;
        let mut items = self.empty();
        if let Value::Tuple(_) | Value::List(_) = source {
            items.extend_from_slice(self.items(&source));
            return Ok(items);
        }
        items.reserve_exact(known);
        let mut counted = known.max(64);
        while let Some(item) = self.next(source, &mut at)? {
            if items.len() == counted {
                self.temporary(3 * counted as u64)?;
                counted *= 2;
            }
            self.work(1)?;
            items.push(item);
        }
        Ok(items)
    }

    /// Appends all items of something to a list that can change.
    pub(crate) fn extend(&mut self, list: u32, source: Value) -> Done<()> {
        let items = self.collect(source)?;
        for item in &items {
            self.push(list, *item)?;
        }
        self.reuse(items);
        Ok(())
    }
}

/// A slice of a sequence.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ends {
    pub(crate) first: i64,
    pub(crate) count: usize,
    pub(crate) step: i64,
}

impl Ends {
    /// The places of its items.
    pub(crate) fn places(self) -> impl Iterator<Item = usize> {
        (0..self.count as i64).map(move |n| (self.first + n * self.step) as usize)
    }
}

fn is_sequence(value: &Value) -> bool {
    matches!(
        value,
        Value::Short(_) | Value::Long(_) | Value::Tuple(_) | Value::List(_)
    )
}

fn is_int(value: &Value) -> bool {
    matches!(value, Value::Int(_) | Value::Bool(_) | Value::Big(_))
}

/// Sets, and views of keys, which are like sets.
pub(crate) fn is_set(value: &Value) -> bool {
    matches!(
        value,
        Value::Set(_) | Value::Frozen(_) | Value::View(View::Keys, _)
    )
}

/// The place of a part of a text, in bytes.
#[inline]
pub(crate) fn find(text: &str, part: &str) -> Option<usize> {
    match part.as_bytes() {
        [] => Some(0),
        [byte] => text.bytes().position(|c| c == *byte),
        _ => text.find(part),
    }
}
