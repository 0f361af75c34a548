//! Evaluates compiled functions.

use crate::heap::{Bail, Done, Heap};
use crate::node::Operator;
use crate::ops::{Code, Op, Reg};
use crate::value::{Short, Span, Value};

/// The deepest nesting of calls; the other interpreter allows a few more.
const CALLS: usize = 100;
/// The number of registers: an index of 16 bits needs no check.
pub(crate) const REGISTERS: usize = 1 << 16;
/// A slice of a sequence: first, end, step.
type Ends = (i64, i64, i64);

/// A running call.
pub(crate) struct Run<'p> {
    pub(crate) codes: &'p [Option<Code>],
    pub(crate) heap: &'p mut Heap,
    pub(crate) registers: &'p mut [Value; REGISTERS],
    pub(crate) calls: usize,
}

impl Run<'_> {
    /// Calls a function with values.
    pub(crate) fn start(&mut self, function: usize, arguments: &[Value]) -> Done<Value> {
        let code = self.codes[function].as_ref().ok_or(Bail)?;
        if code.parameters != arguments.len() {
            return Err(Bail);
        }
        self.registers[..arguments.len()].copy_from_slice(arguments);
        self.run(code, 0)
    }

    /// Calls a function from another one, whose registers end before `base`.
    #[inline(never)]
    fn call(&mut self, function: u16, first: usize, base: usize) -> Done<Value> {
        let code = self.codes[usize::from(function)].as_ref().ok_or(Bail)?;
        self.calls += 1;
        if self.calls > CALLS || base + code.size() >= REGISTERS {
            return Err(Bail);
        }
        for n in 0..code.parameters {
            self.registers[base + n] = self.registers[first + n];
        }
        let done = self.run(code, base);
        self.calls -= 1;
        done
    }

    /// Runs a function whose arguments are in its first registers.
    fn run(&mut self, code: &Code, base: usize) -> Done<Value> {
        self.heap.step(1)?;
        let constants = base + usize::from(code.registers);
        for (n, constant) in code.constants.iter().enumerate() {
            self.registers[constants + n] = *constant;
        }
        let base = base as Reg;
        let place = |register: Reg| usize::from(base.wrapping_add(register));
        macro_rules! at {
            ($register:expr) => {
                self.registers[place($register)]
            };
        }
        let ops = &*code.ops;
        let mut next = 0;
        loop {
            let op = ops[next];
            next += 1;
            match op {
                Op::Move(to, from) => at!(to) = at!(from),
                Op::Unset(to) => at!(to) = Value::Unset,
                Op::Check(register) => {
                    if let Value::Unset = at!(register) {
                        return Err(Bail);
                    }
                }
                Op::Bail => return Err(Bail),
                Op::Add(to, a, b) => {
                    at!(to) = match (at!(a), at!(b)) {
                        (Value::Int(a), Value::Int(b)) => Value::Int(a.checked_add(b).ok_or(Bail)?),
                        (a, b) => self.combine(Operator::Add, a, b)?,
                    };
                }
                Op::Sub(to, a, b) => {
                    at!(to) = match (at!(a), at!(b)) {
                        (Value::Int(a), Value::Int(b)) => Value::Int(a.checked_sub(b).ok_or(Bail)?),
                        _ => return Err(Bail),
                    };
                }
                Op::And(to, a, b) => {
                    at!(to) = match (at!(a), at!(b)) {
                        (Value::Int(a), Value::Int(b)) => Value::Int(a & b),
                        _ => return Err(Bail),
                    };
                }
                Op::Or(to, a, b) => {
                    at!(to) = match (at!(a), at!(b)) {
                        (Value::Int(a), Value::Int(b)) => Value::Int(a | b),
                        _ => return Err(Bail),
                    };
                }
                Op::Binary(operator, to, a, b) => {
                    at!(to) = self.binary(operator, at!(a), at!(b))?;
                }
                Op::Grow(to, a, b) => {
                    at!(to) = match (at!(a), at!(b)) {
                        (Value::Int(a), Value::Int(b)) => Value::Int(a.checked_add(b).ok_or(Bail)?),
                        (all @ Value::List(list), more) => {
                            self.extend(list, &more)?;
                            all
                        }
                        (a, b) => self.combine(Operator::Add, a, b)?,
                    };
                }
                Op::Minus(to, a) => {
                    at!(to) = match at!(a) {
                        Value::Int(n) => Value::Int(n.checked_neg().ok_or(Bail)?),
                        _ => return Err(Bail),
                    };
                }
                Op::Invert(to, a) => {
                    at!(to) = match at!(a) {
                        Value::Int(n) => Value::Int(!n),
                        _ => return Err(Bail),
                    };
                }
                Op::Index(to, all, nth) => at!(to) = self.index(at!(all), at!(nth))?,
                Op::Front(to, all, end) => {
                    at!(to) = match (at!(all), at!(end)) {
                        (Value::Short(short), Value::Int(end))
                            if short.is_ascii() && 0 <= end && end <= short.len() as i64 =>
                        {
                            self.heap.take(1)?;
                            Value::Short(short.part(0, end as usize))
                        }
                        (all, end) => self.slice(all, [Value::None, end, Value::None])?,
                    };
                }
                Op::Back(to, all, first) => {
                    at!(to) = match (at!(all), at!(first)) {
                        (Value::Short(short), Value::Int(first))
                            if short.is_ascii() && 0 <= first && first <= short.len() as i64 =>
                        {
                            self.heap.take(1)?;
                            Value::Short(short.part(first as usize, short.len()))
                        }
                        (all, first) => self.slice(all, [first, Value::None, Value::None])?,
                    };
                }
                Op::Slice(to, all, parts) => {
                    let ends = [at!(parts), at!(parts + 1), at!(parts + 2)];
                    at!(to) = self.slice(at!(all), ends)?;
                }
                Op::SetIndex(all, nth, value) => self.set(at!(all), at!(nth), at!(value))?,
                Op::Len(to, all) => at!(to) = self.len(at!(all))?,
                Op::Pair(to, a, b) => at!(to) = self.heap.pair(at!(a), at!(b))?,
                Op::Tuple(to, first, count) => {
                    let items = place(first)..place(first) + usize::from(count);
                    at!(to) = self.heap.tuple(&self.registers[items])?;
                }
                Op::List(to, first, count) => {
                    let items = place(first)..place(first) + usize::from(count);
                    at!(to) = self.heap.list_of(&self.registers[items])?;
                }
                Op::Push(list, item) => match at!(list) {
                    Value::List(list) => self.heap.push(list, at!(item))?,
                    _ => return Err(Bail),
                },
                Op::Dict(to) => at!(to) = Value::Dict(self.heap.dict()?),
                Op::Enter(is_new, dict, key, value) => {
                    let Value::Dict(dict) = at!(dict) else {
                        return Err(Bail);
                    };
                    if is_new && self.heap.place(dict, &at!(key))?.is_some() {
                        return Err(Bail);
                    }
                    self.heap.insert(dict, at!(key), at!(value))?;
                }
                Op::Unpack(a, from, b) => {
                    let (one, other) = match at!(from) {
                        Value::Tuple(Span { start, len: 2 })
                        | Value::Elems(Span { start, len: 2 }) => {
                            let start = start as usize;
                            (self.heap.cells[start], self.heap.cells[start + 1])
                        }
                        Value::List(list) => match *self.heap.at_list(list).items {
                            [one, other] => (one, other),
                            _ => return Err(Bail),
                        },
                        _ => return Err(Bail),
                    };
                    at!(a) = one;
                    at!(b) = other;
                }
                Op::UnpackAll(first, from, count) => {
                    let to = place(first)..place(first) + usize::from(count);
                    let from = at!(from);
                    let items = match from {
                        Value::Elems(span) => &self.heap.cells[span.range()],
                        _ => self.heap.items(&from)?,
                    };
                    if items.len() != usize::from(count) {
                        return Err(Bail);
                    }
                    self.registers[to].copy_from_slice(items);
                }
                Op::Call(to, function, first) => {
                    let end = usize::from(base) + code.size();
                    at!(to) = self.call(function, place(first), end)?;
                }
                Op::Builtin(builtin, to, first, count) => {
                    at!(to) = self.builtin(builtin, place(first), count)?;
                }
                Op::Method(method, to, first, count) => {
                    at!(to) = self.method(method, place(first), count)?;
                }
                Op::Begin(to, from) => {
                    let all = at!(from);
                    self.heap.hold(&all, true);
                    at!(to) = match all {
                        Value::Tuple(_) | Value::Elems(_) | Value::Range(..) => all,
                        Value::List(list) => Value::ListWalk(list, 0),
                        Value::Dict(dict) => Value::DictWalk(dict, 0),
                        _ => return Err(Bail),
                    };
                }
                Op::Next(item, walk, again) => {
                    let found = match &mut at!(walk) {
                        Value::Tuple(span) | Value::Elems(span) => (span.len > 0).then(|| {
                            let start = span.start as usize;
                            span.start += 1;
                            span.len -= 1;
                            self.heap.cells[start]
                        }),
                        Value::Range(start, end, step) => {
                            let (now, up) = (*start, *step > 0);
                            let is_within = if up { now < *end } else { now > *end };
                            is_within.then(|| {
                                *start = now.checked_add(*step).unwrap_or(*end);
                                Value::Int(now.into())
                            })
                        }
                        Value::ListWalk(list, nth) => {
                            let found = self.heap.at_list(*list).items.get(*nth as usize).copied();
                            *nth += 1;
                            found
                        }
                        Value::DictWalk(dict, nth) => {
                            let entries = &self.heap.at_dict(*dict).entries;
                            let found = entries.get(*nth as usize).map(|entry| entry.0);
                            *nth += 1;
                            found
                        }
                        _ => return Err(Bail),
                    };
                    match found {
                        Some(value) => {
                            at!(item) = value;
                            self.heap.step(1)?;
                            next = usize::from(again);
                        }
                        None => self.release(at!(walk)),
                    }
                }
                Op::Release(walk) => self.release(at!(walk)),
                Op::Jump(to) => next = usize::from(to),
                Op::JumpTrue(value, to) => {
                    if self.heap.truth(&at!(value))? {
                        next = usize::from(to);
                    }
                }
                Op::JumpFalse(value, to) => {
                    if !self.heap.truth(&at!(value))? {
                        next = usize::from(to);
                    }
                }
                Op::JumpEqual(a, b, to) => {
                    if self.heap.equal(&at!(a), &at!(b))? {
                        next = usize::from(to);
                    }
                }
                Op::JumpUnequal(a, b, to) => {
                    if !self.heap.equal(&at!(a), &at!(b))? {
                        next = usize::from(to);
                    }
                }
                Op::JumpLess(a, b, to) => {
                    if self.heap.compare(&at!(a), &at!(b))?.is_lt() {
                        next = usize::from(to);
                    }
                }
                Op::JumpLessEqual(a, b, to) => {
                    if self.heap.compare(&at!(a), &at!(b))?.is_le() {
                        next = usize::from(to);
                    }
                }
                Op::JumpIn(item, all, to) => {
                    if self.is_in(at!(item), at!(all))? {
                        next = usize::from(to);
                    }
                }
                Op::JumpNotIn(item, all, to) => {
                    if !self.is_in(at!(item), at!(all))? {
                        next = usize::from(to);
                    }
                }
                Op::Return(value) => return Ok(at!(value)),
            }
        }
    }

    /// A loop over a value ends.
    fn release(&mut self, walk: Value) {
        match walk {
            Value::ListWalk(list, _) => self.heap.hold(&Value::List(list), false),
            Value::DictWalk(dict, _) => self.heap.hold(&Value::Dict(dict), false),
            _ => {}
        }
    }

    // Operations.

    fn set(&mut self, all: Value, at: Value, value: Value) -> Done<()> {
        match all {
            Value::List(list) => {
                let at = place(&at, self.heap.at_list(list).items.len())?;
                self.heap.changing(list)?[at] = value;
                Ok(())
            }
            Value::Dict(dict) => {
                self.heap.changing_dict(dict)?;
                self.heap.insert(dict, at, value)
            }
            _ => Err(Bail),
        }
    }

    pub(crate) fn extend(&mut self, list: u32, more: &Value) -> Done<()> {
        let mut items = self.heap.empty();
        self.collect(more, &mut items)?;
        self.heap.take(items.len())?;
        self.heap.changing(list)?.extend_from_slice(&items);
        self.heap.reuse(items);
        Ok(())
    }

    #[inline(never)]
    fn is_in(&mut self, item: Value, all: Value) -> Done<bool> {
        match &all {
            Value::Short(_) | Value::Long(_) => {
                let (text, part) = (self.heap.text(&all)?, self.heap.text(&item)?);
                self.heap.step(text.len() / 16)?;
                Ok(find(text, part).is_some())
            }
            Value::Tuple(_) | Value::List(_) => {
                let items = self.heap.items(&all)?;
                self.heap.step(items.len() / 4)?;
                for other in items {
                    if self.heap.equal(other, &item)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Value::Dict(dict) => Ok(self.heap.place(*dict, &item)?.is_some()),
            Value::Range(start, end, step) => match item {
                Value::Int(n) => {
                    let (start, step) = (i64::from(*start), i64::from(*step));
                    let is_within = match step > 0 {
                        true => start <= n && n < i64::from(*end),
                        false => start >= n && n > i64::from(*end),
                    };
                    Ok(is_within && (n - start) % step == 0)
                }
                _ => Err(Bail),
            },
            _ => Err(Bail),
        }
    }

    #[inline]
    pub(crate) fn binary(&mut self, operator: Operator, a: Value, b: Value) -> Done<Value> {
        match (a, b) {
            (Value::Int(a), Value::Int(b)) => {
                arithmetic(operator, a, b).map(Value::Int).ok_or(Bail)
            }
            _ => self.combine(operator, a, b),
        }
    }

    #[inline(never)]
    fn combine(&mut self, operator: Operator, a: Value, b: Value) -> Done<Value> {
        use Value::{Int, List, Long, Short, Tuple};
        match (operator, a, b) {
            (Operator::Add, Short(_) | Long(_), Short(_) | Long(_)) => self.heap.joined(a, b),
            (Operator::Add, Tuple(one), Tuple(other)) => {
                self.heap.take((one.len + other.len) as usize)?;
                let start = self.heap.cells.len() as u32;
                self.heap.cells.extend_from_within(one.range());
                self.heap.cells.extend_from_within(other.range());
                let len = one.len + other.len;
                Ok(Tuple(Span { start, len }))
            }
            (Operator::Add, List(one), List(other)) => {
                let mut items = self.heap.empty();
                items.extend_from_slice(&self.heap.at_list(one).items);
                items.extend_from_slice(&self.heap.at_list(other).items);
                self.heap.list(items)
            }
            (Operator::Mul, Int(n), all) | (Operator::Mul, all, Int(n)) => self.times(all, n),
            (Operator::Mod, Short(_) | Long(_), _) => self.format(&a, &b),
            _ => Err(Bail),
        }
    }

    /// A string, a tuple or a list, repeated.
    fn times(&mut self, all: Value, count: i64) -> Done<Value> {
        let count = usize::from(u16::try_from(count.max(0)).map_err(|_| Bail)?);
        match all {
            Value::Short(_) | Value::Long(_) => {
                let start = self.heap.begin();
                for _ in 0..count {
                    self.heap.append(&all)?;
                }
                Ok(self.heap.end(start))
            }
            Value::Tuple(span) => {
                self.heap.take(count * span.len as usize)?;
                let start = self.heap.cells.len() as u32;
                for _ in 0..count {
                    self.heap.cells.extend_from_within(span.range());
                }
                let len = span.len * count as u32;
                Ok(Value::Tuple(Span { start, len }))
            }
            Value::List(list) => {
                let len = self.heap.at_list(list).items.len();
                self.heap.take(count * len)?;
                let mut items = self.heap.empty();
                for _ in 0..count {
                    items.extend_from_slice(&self.heap.at_list(list).items);
                }
                self.heap.list(items)
            }
            _ => Err(Bail),
        }
    }

    #[inline]
    fn index(&mut self, all: Value, at: Value) -> Done<Value> {
        let (all, at) = (&all, &at);
        match all {
            Value::Short(short) if short.is_ascii() => {
                Ok(Value::Short(short.at(place(at, short.len())?)))
            }
            Value::Long(_) => {
                let text = self.heap.ascii(all)?;
                let at = place(at, text.len())?;
                Ok(Value::Short(Short::byte(text[at])))
            }
            Value::Tuple(span) => {
                let at = place(at, span.len as usize)?;
                Ok(self.heap.cells[span.start as usize + at])
            }
            Value::List(list) => {
                let items = &self.heap.at_list(*list).items;
                Ok(items[place(at, items.len())?])
            }
            Value::Dict(dict) => {
                let place = self.heap.place(*dict, at)?.ok_or(Bail)?;
                Ok(self.heap.at_dict(*dict).entries[place].1)
            }
            _ => Err(Bail),
        }
    }

    #[inline(never)]
    fn slice(&mut self, all: Value, ends: [Value; 3]) -> Done<Value> {
        let mut given = [None; 3];
        for (given, end) in given.iter_mut().zip(ends) {
            *given = match end {
                Value::Int(n) => Some(i64::from(i32::try_from(n).map_err(|_| Bail)?)),
                Value::None => None,
                _ => return Err(Bail),
            };
        }
        match all {
            Value::Short(_) | Value::Long(_) => {
                let len = self.heap.ascii(&all)?.len();
                let (first, end, step) = sliced(len, given)?;
                if step == 1 {
                    let end = end.max(first);
                    return self.heap.part(&all, first as usize, end as usize);
                }
                self.heap.written(|heap, text| {
                    let from = heap.ascii(&all)?;
                    text.extend(places(first, end, step).map(|at| from[at]));
                    Ok(())
                })
            }
            Value::Tuple(span) => {
                let (first, end, step) = sliced(span.len as usize, given)?;
                if step == 1 {
                    let len = (end - first).max(0) as u32;
                    self.heap.take(len as usize)?;
                    let start = span.start + first as u32;
                    return Ok(Value::Tuple(Span { start, len }));
                }
                let mut items = self.heap.empty();
                let from = &self.heap.cells[span.range()];
                items.extend(places(first, end, step).map(|at| from[at]));
                let tuple = self.heap.tuple(&items);
                self.heap.reuse(items);
                tuple
            }
            Value::List(list) => {
                let mut items = self.heap.empty();
                let from = &self.heap.at_list(list).items;
                let (first, end, step) = sliced(from.len(), given)?;
                if step == 1 {
                    items.extend_from_slice(&from[first as usize..end.max(first) as usize]);
                } else {
                    items.extend(places(first, end, step).map(|at| from[at]));
                }
                self.heap.list(items)
            }
            _ => Err(Bail),
        }
    }

    /// `%`, with `%s` and `%d`.
    fn format(&mut self, pattern: &Value, values: &Value) -> Done<Value> {
        let one = [*values];
        self.heap.written(|heap, text| {
            let mut items = match values {
                Value::Tuple(_) => heap.items(values)?,
                Value::Elems(_) | Value::Unset => return Err(Bail),
                _ => &one,
            }
            .iter();
            let mut pattern = heap.text(pattern)?;
            while let Some(at) = pattern.iter().position(|c| *c == b'%') {
                text.extend_from_slice(&pattern[..at]);
                match pattern.get(at + 1) {
                    Some(b'%') => text.push(b'%'),
                    Some(b's') => heap.write(items.next().ok_or(Bail)?, text)?,
                    Some(b'd') => match items.next() {
                        Some(Value::Int(n)) => crate::heap::write_int(*n, text),
                        _ => return Err(Bail),
                    },
                    _ => return Err(Bail),
                }
                pattern = &pattern[at + 2..];
            }
            text.extend_from_slice(pattern);
            match items.next() {
                None => Ok(()),
                Some(_) => Err(Bail),
            }
        })
    }

    /// The items of a value that can be iterated.
    pub(crate) fn collect(&mut self, value: &Value, items: &mut Vec<Value>) -> Done<()> {
        match value {
            Value::Tuple(span) | Value::Elems(span) => {
                items.extend_from_slice(&self.heap.cells[span.range()]);
            }
            Value::List(list) => items.extend_from_slice(&self.heap.at_list(*list).items),
            Value::Dict(dict) => {
                items.extend(self.heap.at_dict(*dict).entries.iter().map(|entry| entry.0));
            }
            Value::Range(start, end, step) => {
                let count = Value::range_len(*start, *end, *step);
                self.heap.take(count)?;
                let item = |n| Value::Int(i64::from(*start) + n as i64 * i64::from(*step));
                items.extend((0..count).map(item));
            }
            _ => return Err(Bail),
        }
        self.heap.step(items.len() / 8)
    }
}

/// The place of an index that may count from the end.
#[inline]
fn place(at: &Value, len: usize) -> Done<usize> {
    let Value::Int(at) = *at else {
        return Err(Bail);
    };
    let at = if at < 0 {
        at.wrapping_add(len as i64)
    } else {
        at
    };
    if 0 <= at && at < len as i64 {
        Ok(at as usize)
    } else {
        Err(Bail)
    }
}

/// The bounds of a slice, as Starlark converts them.
fn sliced(len: usize, given: [Option<i64>; 3]) -> Done<Ends> {
    let len = len as i64;
    let [first, end, step] = given;
    let step = step.unwrap_or(1);
    if step == 0 {
        return Err(Bail);
    }
    let (least, most) = if step > 0 { (0, len) } else { (-1, len - 1) };
    let bound = |at: i64| if at < 0 { at + len } else { at }.clamp(least, most);
    let first = first.map_or(if step > 0 { 0 } else { len - 1 }, bound);
    let end = end.map_or(if step > 0 { len } else { -1 }, bound);
    Ok((first, end, step))
}

/// The places of a slice.
fn places(first: i64, end: i64, step: i64) -> impl Iterator<Item = usize> {
    let goes_on = move |at: &i64| if step > 0 { *at < end } else { *at > end };
    let next = move |at: &i64| Some(at + step).filter(goes_on);
    std::iter::successors(Some(first).filter(goes_on), next).map(|at| at as usize)
}

/// The place of a part of a text.
pub(crate) fn find(text: &[u8], part: &[u8]) -> Option<usize> {
    match part {
        [] => Some(0),
        [byte] => text.iter().position(|c| c == byte),
        _ => text.windows(part.len()).position(|window| window == part),
    }
}

/// `None` if the result is not a number of 64 bits.
#[inline]
fn arithmetic(operator: Operator, a: i64, b: i64) -> Option<i64> {
    match operator {
        Operator::Add => a.checked_add(b),
        Operator::Sub => a.checked_sub(b),
        Operator::Mul => a.checked_mul(b),
        Operator::FloorDiv => {
            let quotient = a.checked_div(b)?;
            Some(quotient - i64::from(a % b != 0 && (a < 0) != (b < 0)))
        }
        Operator::Mod => {
            let rest = a.checked_rem(b)?;
            Some(if rest != 0 && (rest < 0) != (b < 0) {
                rest + b
            } else {
                rest
            })
        }
        Operator::BitAnd => Some(a & b),
        Operator::BitOr => Some(a | b),
        Operator::BitXor => Some(a ^ b),
        Operator::Shl => {
            let shifted = a.checked_shl(u32::try_from(b).ok()?)?;
            (shifted >> b == a).then_some(shifted)
        }
        Operator::Shr => a.checked_shr(u32::try_from(b).ok()?),
    }
}
