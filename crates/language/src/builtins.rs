//! The functions and methods of the language.

use std::cmp::Ordering;

use crate::evaluator::{Run, find};
use crate::heap::{Bail, Done};
use crate::ops::BY;
use crate::value::{Short, Span, Value};

/// Makes an enumeration of names.
macro_rules! named {
    ($(#[$doc:meta])* $kind:ident { $($variant:ident = $name:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum $kind {
            $($variant,)*
        }

        impl $kind {
            pub(crate) fn named(name: &str) -> Option<Self> {
                match name {
                    $($name => Some(Self::$variant),)*
                    _ => None,
                }
            }
        }
    };
}

named! {
    /// A function.
    Builtin {
        Abs = "abs",
        All = "all",
        Any = "any",
        Bool = "bool",
        Chr = "chr",
        Dict = "dict",
        Enumerate = "enumerate",
        Int = "int",
        Len = "len",
        List = "list",
        Max = "max",
        Min = "min",
        Ord = "ord",
        Range = "range",
        Reversed = "reversed",
        Sorted = "sorted",
        Str = "str",
        Sum = "sum",
        Tuple = "tuple",
        Type = "type",
        Zip = "zip",
    }
}

named! {
    /// A method of strings, lists or dictionaries.
    Method {
        Append = "append",
        Clear = "clear",
        Count = "count",
        Elems = "elems",
        Endswith = "endswith",
        Extend = "extend",
        Find = "find",
        Get = "get",
        Index = "index",
        Insert = "insert",
        Isdigit = "isdigit",
        Islower = "islower",
        Isupper = "isupper",
        Items = "items",
        Join = "join",
        Keys = "keys",
        Lower = "lower",
        Lstrip = "lstrip",
        Pop = "pop",
        Remove = "remove",
        Removeprefix = "removeprefix",
        Removesuffix = "removesuffix",
        Replace = "replace",
        Rfind = "rfind",
        Rstrip = "rstrip",
        Setdefault = "setdefault",
        Split = "split",
        Startswith = "startswith",
        Strip = "strip",
        Upper = "upper",
        Values = "values",
    }
}

impl Run<'_> {
    #[inline(never)]
    pub(crate) fn builtin(&mut self, builtin: Builtin, first: usize, count: u16) -> Done<Value> {
        let arguments = &self.registers[first..];
        match (count, arguments) {
            (1, [value, ..]) => self.of_one(builtin, *value),
            (
                BY,
                [
                    Value::List(values),
                    Value::List(keys),
                    Value::Bool(reverse),
                    ..,
                ],
            ) => self.by(builtin, *values, *keys, *reverse),
            (BY, _) => Err(Bail),
            _ => {
                let values = arguments[..usize::from(count)].to_vec();
                self.of_several(builtin, &values)
            }
        }
    }

    fn of_one(&mut self, builtin: Builtin, value: Value) -> Done<Value> {
        match builtin {
            Builtin::Len => self.len(value),
            Builtin::Range => Ok(Value::Range(0, small(&value)?, 1)),
            Builtin::Abs => match value {
                Value::Int(n) => n.checked_abs().map(Value::Int).ok_or(Bail),
                _ => Err(Bail),
            },
            Builtin::Bool => Ok(Value::Bool(self.heap.truth(&value)?)),
            Builtin::Int => self.int(value),
            Builtin::Str => match value {
                Value::Short(_) | Value::Long(_) => Ok(value),
                _ => self.heap.written(|heap, text| heap.write(&value, text)),
            },
            Builtin::Ord => match self.heap.ascii(&value)? {
                [byte] => Ok(Value::Int((*byte).into())),
                _ => Err(Bail),
            },
            Builtin::Chr => match value {
                Value::Int(n @ 0..=127) => Ok(Value::Short(Short::byte(n as u8))),
                _ => Err(Bail),
            },
            Builtin::Type => self.type_of(&value),
            Builtin::Tuple if matches!(value, Value::Tuple(_)) => Ok(value),
            Builtin::Dict => match value {
                Value::Dict(from) => {
                    let dict = self.heap.dict()?;
                    self.merge(dict, from)?;
                    Ok(Value::Dict(dict))
                }
                _ => Err(Bail),
            },
            Builtin::Sum => self.sum(&value),
            _ => {
                let mut items = self.heap.empty();
                self.collect(&value, &mut items)?;
                self.of_items(builtin, items)
            }
        }
    }

    /// Functions of one iterable.
    fn of_items(&mut self, builtin: Builtin, mut items: Vec<Value>) -> Done<Value> {
        let done = match builtin {
            Builtin::List => return self.heap.list(items),
            Builtin::Sorted => {
                self.sort(&mut items, false)?;
                return self.heap.list(items);
            }
            Builtin::Reversed => {
                items.reverse();
                return self.heap.list(items);
            }
            Builtin::Tuple => self.heap.tuple(&items),
            Builtin::Enumerate => self.enumerate(&items, 0),
            Builtin::All | Builtin::Any => {
                let wanted = builtin == Builtin::Any;
                let mut found = !wanted;
                for item in &items {
                    if self.heap.truth(item)? == wanted {
                        found = wanted;
                        break;
                    }
                }
                Ok(Value::Bool(found))
            }
            Builtin::Min | Builtin::Max => self.extreme(builtin, &items),
            Builtin::Zip => self.zip(&[&items]),
            _ => Err(Bail),
        };
        self.heap.reuse(items);
        done
    }

    fn of_several(&mut self, builtin: Builtin, values: &[Value]) -> Done<Value> {
        match (builtin, values) {
            (Builtin::Range, [start, end]) => Ok(Value::Range(small(start)?, small(end)?, 1)),
            (Builtin::Range, [start, end, step]) => match small(step)? {
                0 => Err(Bail),
                step => Ok(Value::Range(small(start)?, small(end)?, step)),
            },
            (Builtin::Min | Builtin::Max, [_, _, ..]) => self.extreme(builtin, values),
            (Builtin::Enumerate, [all, start]) => {
                let start = small(start)?;
                let mut items = self.heap.empty();
                self.collect(all, &mut items)?;
                let list = self.enumerate(&items, start.into());
                self.heap.reuse(items);
                list
            }
            (Builtin::Zip, [_, _, ..]) => {
                let mut columns = Vec::new();
                for value in values {
                    let mut column = self.heap.empty();
                    self.collect(value, &mut column)?;
                    columns.push(column);
                }
                let columns: Vec<&[Value]> = columns.iter().map(Vec::as_slice).collect();
                self.zip(&columns)
            }
            (Builtin::List, []) => self.heap.list(Vec::new()),
            (Builtin::Tuple, []) => self.heap.tuple(&[]),
            (Builtin::Dict, []) => Ok(Value::Dict(self.heap.dict()?)),
            (Builtin::Str | Builtin::Int | Builtin::Bool, _) => Err(Bail),
            _ => Err(Bail),
        }
    }

    #[inline]
    pub(crate) fn len(&self, value: Value) -> Done<Value> {
        let len = match value {
            Value::Short(short) if short.is_ascii() => short.len(),
            Value::Long(long) if long.is_ascii => long.len as usize,
            Value::Tuple(span) => span.len as usize,
            Value::List(list) => self.heap.at_list(list).items.len(),
            Value::Dict(dict) => self.heap.at_dict(dict).entries.len(),
            Value::Range(start, end, step) => Value::range_len(start, end, step),
            _ => return Err(Bail),
        };
        Ok(Value::Int(len as i64))
    }

    fn int(&mut self, value: Value) -> Done<Value> {
        match value {
            Value::Int(_) => Ok(value),
            Value::Bool(truth) => Ok(Value::Int(truth.into())),
            Value::Short(_) | Value::Long(_) => {
                let text = self.heap.text(&value)?;
                let digits = text.strip_prefix(b"-").or_else(|| text.strip_prefix(b"+"));
                let digits = digits.unwrap_or(text);
                if !(1..=18).contains(&digits.len()) || !digits.iter().all(u8::is_ascii_digit) {
                    return Err(Bail);
                }
                let n = digits
                    .iter()
                    .fold(0, |n, digit| 10 * n + i64::from(digit - b'0'));
                Ok(Value::Int(if text[0] == b'-' { -n } else { n }))
            }
            _ => Err(Bail),
        }
    }

    fn type_of(&mut self, value: &Value) -> Done<Value> {
        let name = match value {
            Value::None => "NoneType",
            Value::Bool(_) => "bool",
            Value::Int(_) => "int",
            Value::Short(_) | Value::Long(_) => "string",
            Value::Tuple(_) => "tuple",
            Value::List(_) => "list",
            Value::Dict(_) => "dict",
            Value::Range(..) => "range",
            _ => return Err(Bail),
        };
        self.heap.string(name.as_bytes())
    }

    fn sum(&mut self, value: &Value) -> Done<Value> {
        let mut items = self.heap.empty();
        self.collect(value, &mut items)?;
        let mut sum = 0i64;
        for item in &items {
            match item {
                Value::Int(n) => sum = sum.checked_add(*n).ok_or(Bail)?,
                _ => return Err(Bail),
            }
        }
        self.heap.reuse(items);
        Ok(Value::Int(sum))
    }

    fn enumerate(&mut self, items: &[Value], start: i64) -> Done<Value> {
        let mut pairs = self.heap.empty();
        for (n, item) in items.iter().enumerate() {
            let n = i32::try_from(start + n as i64).map_err(|_| Bail)?;
            pairs.push(self.heap.tuple(&[Value::Int(n.into()), *item])?);
        }
        self.heap.list(pairs)
    }

    fn zip(&mut self, columns: &[&[Value]]) -> Done<Value> {
        let shortest = columns.iter().map(|column| column.len()).min().unwrap_or(0);
        let mut rows = self.heap.empty();
        for row in 0..shortest {
            let items: Vec<Value> = columns.iter().map(|column| column[row]).collect();
            rows.push(self.heap.tuple(&items)?);
        }
        self.heap.list(rows)
    }

    fn extreme(&mut self, builtin: Builtin, items: &[Value]) -> Done<Value> {
        let worse = worse(builtin);
        let (first, rest) = items.split_first().ok_or(Bail)?;
        let mut best = *first;
        if let Value::Unset = best {
            return Err(Bail);
        }
        for item in rest {
            if self.heap.compare(&best, item)? == worse {
                best = *item;
            }
        }
        Ok(best)
    }

    fn sort(&mut self, items: &mut [Value], reverse: bool) -> Done<()> {
        self.heap.step(sorting(items.len()))?;
        let mut failed = false;
        items.sort_by(|a, b| {
            let order = self.heap.compare(a, b).unwrap_or_else(|_| {
                failed = true;
                Ordering::Equal
            });
            if reverse { order.reverse() } else { order }
        });
        if failed { Err(Bail) } else { Ok(()) }
    }

    /// `sorted`, `min` and `max` with a list of keys.
    fn by(&mut self, builtin: Builtin, values: u32, keys: u32, reverse: bool) -> Done<Value> {
        let [values, keys] = [values, keys].map(|list| self.heap.at_list(list).items.clone());
        let mut keyed: Vec<_> = keys.into_iter().zip(values).collect();
        if builtin == Builtin::Sorted {
            self.heap.step(sorting(keyed.len()))?;
            let mut failed = false;
            keyed.sort_by(|a, b| {
                let order = self.heap.compare(&a.0, &b.0).unwrap_or_else(|_| {
                    failed = true;
                    Ordering::Equal
                });
                if reverse { order.reverse() } else { order }
            });
            if failed {
                return Err(Bail);
            }
            return self
                .heap
                .list(keyed.into_iter().map(|(_, item)| item).collect());
        }
        let (first, rest) = keyed.split_first().ok_or(Bail)?;
        let mut best = *first;
        for item in rest {
            if self.heap.compare(&best.0, &item.0)? == worse(builtin) {
                best = *item;
            }
        }
        Ok(best.1)
    }

    // Methods.

    #[inline(never)]
    pub(crate) fn method(&mut self, method: Method, first: usize, count: u16) -> Done<Value> {
        let mut values = [Value::Unset; 4];
        let values = values.get_mut(..usize::from(count)).ok_or(Bail)?;
        values.copy_from_slice(&self.registers[first..first + usize::from(count)]);
        let (of, arguments) = values.split_first().ok_or(Bail)?;
        match of {
            Value::Short(_) | Value::Long(_) => self.of_string(method, of, arguments),
            Value::List(list) => self.of_list(method, *list, arguments),
            Value::Dict(dict) => self.of_dict(method, *dict, arguments),
            _ => Err(Bail),
        }
    }

    fn of_string(&mut self, method: Method, of: &Value, arguments: &[Value]) -> Done<Value> {
        self.heap.step(self.heap.text(of)?.len() / 16)?;
        match (method, arguments) {
            (Method::Elems, []) => self.elems(of),
            (Method::Count, [part]) => {
                let (text, part) = (self.heap.text(of)?, self.heap.text(part)?);
                let count = match part {
                    [] => return Err(Bail),
                    [byte] => text.iter().filter(|c| *c == byte).count(),
                    _ => matches(text, part).count(),
                };
                Ok(Value::Int(count as i64))
            }
            (Method::Find, [part]) => self.found(of, part, find),
            (Method::Rfind, [part]) => self.found(of, part, |text, part| {
                text.windows(part.len()).rposition(|window| window == part)
            }),
            (Method::Index, [part]) => match self.found(of, part, find)? {
                Value::Int(-1) => Err(Bail),
                at => Ok(at),
            },
            (Method::Join, [all]) => {
                let mut items = self.heap.empty();
                self.collect(all, &mut items)?;
                let text = self.join(of, &items);
                self.heap.reuse(items);
                text
            }
            (Method::Replace, [old, new]) => self.replace(of, old, new, usize::MAX),
            (Method::Replace, [old, new, count]) => {
                let count = usize::try_from(small(count)?).map_err(|_| Bail)?;
                self.replace(of, old, new, count)
            }
            (Method::Split, [separator]) => self.split(of, separator),
            (Method::Split, []) => {
                let text = self.heap.str(of)?;
                let place = |part: &str| {
                    let start = part.as_ptr() as usize - text.as_ptr() as usize;
                    (start, start + part.len())
                };
                let places = text.split_whitespace().map(place).collect();
                self.parts(of, places)
            }
            (Method::Startswith | Method::Endswith, [part]) => {
                let text = self.heap.text(of)?;
                let is_end = |part: &Value| -> Done<bool> {
                    let part = self.heap.text(part)?;
                    Ok(match method {
                        Method::Startswith => text.starts_with(part),
                        _ => text.ends_with(part),
                    })
                };
                let Value::Tuple(_) = part else {
                    return Ok(Value::Bool(is_end(part)?));
                };
                let mut found = false;
                for part in self.heap.items(part)? {
                    found |= is_end(part)?;
                }
                Ok(Value::Bool(found))
            }
            (Method::Strip | Method::Lstrip | Method::Rstrip, [] | [_]) => {
                self.strip(method, of, arguments.first())
            }
            (Method::Removeprefix, [part]) => {
                let (text, part) = (self.heap.text(of)?, self.heap.text(part)?);
                let start = if text.starts_with(part) {
                    part.len()
                } else {
                    0
                };
                let end = text.len();
                self.heap.part(of, start, end)
            }
            (Method::Removesuffix, [part]) => {
                let (text, part) = (self.heap.text(of)?, self.heap.text(part)?);
                let less = if text.ends_with(part) { part.len() } else { 0 };
                let end = text.len() - less;
                self.heap.part(of, 0, end)
            }
            (Method::Upper | Method::Lower, []) => self.heap.written(|heap, to| {
                let text = heap.ascii(of)?;
                to.extend(text.iter().map(|c| match method {
                    Method::Upper => c.to_ascii_uppercase(),
                    _ => c.to_ascii_lowercase(),
                }));
                Ok(())
            }),
            (Method::Isdigit | Method::Islower | Method::Isupper, []) => {
                let text = self.heap.ascii(of)?;
                Ok(Value::Bool(match method {
                    Method::Isdigit => !text.is_empty() && text.iter().all(u8::is_ascii_digit),
                    Method::Islower => {
                        !text.iter().any(u8::is_ascii_uppercase)
                            && text.iter().any(u8::is_ascii_lowercase)
                    }
                    _ => {
                        !text.iter().any(u8::is_ascii_lowercase)
                            && text.iter().any(u8::is_ascii_uppercase)
                    }
                }))
            }
            _ => Err(Bail),
        }
    }

    fn elems(&mut self, of: &Value) -> Done<Value> {
        let bytes = self.heap.ascii(of)?.len();
        self.heap.take(bytes)?;
        let start = self.heap.cells.len() as u32;
        for at in 0..bytes {
            let byte = self.heap.ascii(of)?[at];
            self.heap.cells.push(Value::Short(Short::byte(byte)));
        }
        let len = bytes as u32;
        Ok(Value::Elems(Span { start, len }))
    }

    fn found(
        &mut self,
        of: &Value,
        part: &Value,
        find: impl FnOnce(&[u8], &[u8]) -> Option<usize>,
    ) -> Done<Value> {
        let (text, part) = (self.heap.ascii(of)?, self.heap.text(part)?);
        if part.is_empty() {
            return Err(Bail);
        }
        Ok(Value::Int(find(text, part).map_or(-1, |at| at as i64)))
    }

    pub(crate) fn join(&mut self, between: &Value, items: &[Value]) -> Done<Value> {
        self.heap.text(between)?;
        let start = self.heap.begin();
        for (n, item) in items.iter().enumerate() {
            if n > 0 {
                self.heap.append(between)?;
            }
            self.heap.append(item)?;
        }
        Ok(self.heap.end(start))
    }

    fn replace(&mut self, of: &Value, old: &Value, new: &Value, count: usize) -> Done<Value> {
        self.heap.text(new)?;
        let (text, part) = (self.heap.text(of)?, self.heap.text(old)?);
        if part.is_empty() {
            return Err(Bail);
        }
        let length = part.len();
        let places: Vec<usize> = matches(text, part).take(count).collect();
        if places.is_empty() {
            return Ok(*of);
        }
        let start = self.heap.begin();
        let mut from = 0;
        for at in places {
            let before = self.heap.part(of, from, at)?;
            self.heap.append(&before)?;
            self.heap.append(new)?;
            from = at + length;
        }
        let end = self.heap.text(of)?.len();
        let rest = self.heap.part(of, from, end)?;
        self.heap.append(&rest)?;
        Ok(self.heap.end(start))
    }

    fn split(&mut self, of: &Value, separator: &Value) -> Done<Value> {
        let (text, part) = (self.heap.text(of)?, self.heap.text(separator)?);
        if part.is_empty() {
            return Err(Bail);
        }
        let mut places = Vec::new();
        let mut from = 0;
        for at in matches(text, part) {
            places.push((from, at));
            from = at + part.len();
        }
        places.push((from, text.len()));
        self.parts(of, places)
    }

    /// The list of some parts of a text.
    fn parts(&mut self, of: &Value, places: Vec<(usize, usize)>) -> Done<Value> {
        let mut parts = self.heap.empty();
        for (from, to) in places {
            parts.push(self.heap.part(of, from, to)?);
        }
        self.heap.list(parts)
    }

    fn strip(&mut self, method: Method, of: &Value, chars: Option<&Value>) -> Done<Value> {
        let text = self.heap.ascii(of)?;
        let chars = match chars {
            Some(chars) => self.heap.ascii(chars)?,
            None => b" \t\n\x0b\x0c\r",
        };
        let goes = |c: &u8| chars.contains(c);
        let (mut start, mut end) = (0, text.len());
        if method != Method::Rstrip {
            start = text.iter().position(|c| !goes(c)).unwrap_or(end);
        }
        if method != Method::Lstrip {
            end = text
                .iter()
                .rposition(|c| !goes(c))
                .map_or(start, |at| at + 1);
        }
        self.heap.part(of, start, end.max(start))
    }

    fn of_list(&mut self, method: Method, list: u32, arguments: &[Value]) -> Done<Value> {
        let len = self.heap.at_list(list).items.len();
        match (method, arguments) {
            (Method::Append, [item]) => {
                self.heap.take(1)?;
                self.heap.changing(list)?.push(*item);
            }
            (Method::Extend, [more]) => self.extend(list, more)?,
            (Method::Insert, [at, item]) => {
                let at = i64::from(small(at)?);
                let at = if at < 0 { at + len as i64 } else { at };
                let at = at.clamp(0, len as i64) as usize;
                self.heap.take(1)?;
                self.heap.step(len / 8)?;
                self.heap.changing(list)?.insert(at, *item);
            }
            (Method::Pop, []) => return self.heap.changing(list)?.pop().ok_or(Bail),
            (Method::Pop, [at]) => {
                let at = usize::try_from(small(at)?).map_err(|_| Bail)?;
                self.heap.step(len / 8)?;
                let items = self.heap.changing(list)?;
                if at >= len {
                    return Err(Bail);
                }
                return Ok(items.remove(at));
            }
            (Method::Index | Method::Remove, [item]) => {
                self.heap.step(len / 4)?;
                let mut at = 0;
                while !self
                    .heap
                    .equal(self.heap.at_list(list).items.get(at).ok_or(Bail)?, item)?
                {
                    at += 1;
                }
                if method == Method::Index {
                    return Ok(Value::Int(at as i64));
                }
                self.heap.changing(list)?.remove(at);
            }
            (Method::Clear, []) => self.heap.changing(list)?.clear(),
            _ => return Err(Bail),
        }
        Ok(Value::None)
    }

    fn of_dict(&mut self, method: Method, dict: u32, arguments: &[Value]) -> Done<Value> {
        match (method, arguments) {
            (Method::Get, [key]) => self.looked_up(dict, key, Value::None),
            (Method::Get, [key, otherwise]) => self.looked_up(dict, key, *otherwise),
            (Method::Keys, []) => self.listed(dict, |_, entry| Ok(entry.0)),
            (Method::Values, []) => self.listed(dict, |_, entry| Ok(entry.1)),
            (Method::Items, []) => {
                self.listed(dict, |run, entry| run.heap.tuple(&[entry.0, entry.1]))
            }
            (Method::Setdefault, [key] | [key, _]) => {
                self.heap.changing_dict(dict)?;
                if let Some(place) = self.heap.place(dict, key)? {
                    return Ok(self.heap.at_dict(dict).entries[place].1);
                }
                let value = arguments.get(1).copied().unwrap_or(Value::None);
                self.heap.insert(dict, *key, value)?;
                Ok(value)
            }
            (Method::Pop, [key] | [key, _]) => {
                self.heap.changing_dict(dict)?;
                match self.heap.place(dict, key)? {
                    Some(place) => self.heap.remove(dict, place),
                    None => arguments.get(1).copied().ok_or(Bail),
                }
            }
            _ => Err(Bail),
        }
    }

    fn looked_up(&mut self, dict: u32, key: &Value, otherwise: Value) -> Done<Value> {
        let place = self.heap.place(dict, key)?;
        Ok(place.map_or(otherwise, |place| self.heap.at_dict(dict).entries[place].1))
    }

    /// A list of something of each entry.
    fn listed(
        &mut self,
        dict: u32,
        of: impl Fn(&mut Self, (Value, Value)) -> Done<Value>,
    ) -> Done<Value> {
        let mut items = self.heap.empty();
        for at in 0..self.heap.at_dict(dict).entries.len() {
            let entry = self.heap.at_dict(dict).entries[at];
            items.push(of(self, entry)?);
        }
        self.heap.list(items)
    }

    fn merge(&mut self, dict: u32, from: u32) -> Done<()> {
        for at in 0..self.heap.at_dict(from).entries.len() {
            let (key, value) = self.heap.at_dict(from).entries[at];
            self.heap.insert(dict, key, value)?;
        }
        Ok(())
    }
}

/// How the best item so far compares with a better one.
fn worse(builtin: Builtin) -> Ordering {
    match builtin {
        Builtin::Min => Ordering::Greater,
        _ => Ordering::Less,
    }
}

/// A number of 32 bits.
fn small(value: &Value) -> Done<i32> {
    match value {
        Value::Int(n) => i32::try_from(*n).map_err(|_| Bail),
        _ => Err(Bail),
    }
}

/// The places of a part in a text, without overlaps.
fn matches<'t>(text: &'t [u8], part: &'t [u8]) -> impl Iterator<Item = usize> + 't {
    let mut from = 0;
    std::iter::from_fn(move || {
        let at = from + find(&text[from..], part)?;
        from = at + part.len();
        Some(at)
    })
}

/// The steps of sorting.
fn sorting(count: usize) -> usize {
    count * (1 + count.checked_ilog2().unwrap_or(0) as usize) / 8
}
