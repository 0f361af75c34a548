//! The operators, indices and slices of values.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::VecDeque;
use std::rc::Rc;

use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_traits::{One, Pow, Signed, ToPrimitive, Zero};

use crate::error::{Done, Error, Stop, limit, wrong};
use crate::iterate::{self, Iter};
use crate::machine::Machine;
use crate::meter::{Charge, step};
use crate::methods;
use crate::show;
use crate::tree::{Binary, Compare, Unary};
use crate::value::{
    Arguments, Dict, Key, Map, Set, Shown, Text, Value, Values, check_depth, is_container, watch,
};

/// A whole number of any size.
pub(crate) fn whole(value: &Value) -> Option<Cow<'_, BigInt>> {
    match value {
        Value::Int(n) => Some(Cow::Owned((*n).into())),
        Value::Bool(truth) => Some(Cow::Owned(i64::from(truth.holds()).into())),
        Value::Big(big) => Some(Cow::Borrowed(&big.0)),
        _ => None,
    }
}

fn words(n: &BigInt) -> usize {
    (n.bits() / 64) as usize + 1
}

fn too_large<T>() -> Done<T> {
    Err(Error::stopped(Stop::Memory, "this needs too much memory"))
}

pub(crate) fn unary(sign: Unary, value: &Value) -> Done<Value> {
    if sign == Unary::Not {
        return Ok(Value::bool(!value.truth()));
    }
    if let Value::Foreign(strange) = value
        && let Some(done) = strange.value.unary(sign)
    {
        return done;
    }
    let Some(n) = whole(value) else {
        if let (Value::Dict(dict), Unary::Plus | Unary::Minus) = (value, sign)
            && matches!(dict.missing, Value::Int(_))
        {
            let empty = Value::dict(Map::default(), Value::Int(0))?;
            let (left, right) = if sign == Unary::Plus {
                (value, &empty)
            } else {
                (&empty, value)
            };
            return binary(
                if sign == Unary::Plus {
                    Binary::Add
                } else {
                    Binary::Sub
                },
                left,
                right,
            );
        }
        wrong!("a sign is for numbers, found {}", value.kind())
    };
    let _room = Charge::of(words(&n) * 8)?;
    step(words(&n) / 8)?;
    Value::big(match sign {
        Unary::Minus => -n.into_owned(),
        Unary::Invert => !n.into_owned(),
        _ => n.into_owned(),
    })
}

/// `left sign right`.
pub(crate) fn binary(sign: Binary, left: &Value, right: &Value) -> Done<Value> {
    if let (Value::Int(a), Value::Int(b)) = (left, right)
        && let Some(n) = small(sign, *a, *b)
    {
        return Ok(Value::Int(n));
    }
    for (value, other, is_left) in [(left, right, true), (right, left, false)] {
        if let Value::Foreign(strange) = value
            && let Some(done) = strange.value.binary(sign, other, is_left)
        {
            return done;
        }
    }
    if let (Value::Bool(a), Value::Bool(b)) = (left, right) {
        let (a, b) = (a.holds(), b.holds());
        match sign {
            Binary::And => return Ok(Value::bool(a & b)),
            Binary::Or => return Ok(Value::bool(a | b)),
            Binary::Xor => return Ok(Value::bool(a ^ b)),
            _ => {}
        }
    }
    if let (Some(a), Some(b)) = (whole(left), whole(right)) {
        return large(sign, &a, &b);
    }
    match (sign, left, right) {
        (Binary::Mod, Value::Str(format), _) => {
            let text = show::percent(&format.text, right)?;
            Value::str(&text)
        }
        (Binary::Add, Value::Str(a), Value::Str(b)) => {
            let bytes = a.text.len() + b.text.len();
            step(bytes / 64)?;
            Value::string(|| [&*a.text, &*b.text].concat().into(), bytes)
        }
        (Binary::Add, Value::Tuple(a), Value::Tuple(b)) => {
            let len = a.items.len() + b.items.len();
            step(len / 8)?;
            let _room = Charge::of(len * 16)?;
            Value::tuple(a.items.iter().chain(&b.items).cloned())
        }
        (Binary::Add, Value::List(a), Value::List(b)) if a.deque.is_some() == b.deque.is_some() => {
            let len = a.borrow().len() + b.borrow().len();
            step(len / 8)?;
            let _room = Charge::of(len * 16)?;
            let mut items: VecDeque<Value> = a
                .borrow()
                .iter()
                .chain(b.borrow().iter())
                .cloned()
                .collect();
            if let Some(most) = a.deque {
                items.drain(..items.len().saturating_sub(most));
            }
            Value::sequence(items, a.deque)
        }
        (Binary::Mul, sequence, times) if is_sequence(sequence) && whole(times).is_some() => {
            repeat(sequence, times)
        }
        (Binary::Mul, times, sequence) if is_sequence(sequence) && whole(times).is_some() => {
            repeat(sequence, times)
        }
        (Binary::Or, Value::Dict(a), Value::Dict(b)) if !is_counter(a) || !is_counter(b) => {
            let made = |dict: &Dict| !is_counter(dict) && !matches!(dict.missing, Value::Unset);
            let missing = [a, b]
                .into_iter()
                .find(|dict| made(dict))
                .map_or(Value::Unset, |dict| dict.missing.clone());
            let copy = copied(a, missing)?;
            merge(&copy, right)?;
            Ok(Value::Dict(copy))
        }
        (_, Value::Dict(a), Value::Dict(b)) if is_counter(a) && is_counter(b) => {
            counters(sign, a, b)
        }
        (Binary::Or | Binary::And | Binary::Sub | Binary::Xor, _, _) => {
            match (set_of(left)?, set_of(right)?) {
                (Some(a), Some(b)) => {
                    let fixed = matches!(left, Value::Set(set) if set.fixed);
                    Value::set(sets(sign, &a, &b)?, fixed)
                }
                _ => no_operator(sign, left, right),
            }
        }
        _ => no_operator(sign, left, right),
    }
}

fn no_operator<T>(sign: Binary, left: &Value, right: &Value) -> Done<T> {
    let (a, b, sign) = (left.kind(), right.kind(), sign.sign());
    match sign {
        "/" => {
            wrong!("there are no numbers with a fraction here: write `//` to divide whole numbers")
        }
        "+" if a == "str" || b == "str" => {
            wrong!(
                "`+` does not join {} and {}: write str(…) around what is no string",
                left.named(),
                right.named()
            )
        }
        _ => wrong!(
            "`{sign}` has no meaning between {} and {}",
            left.named(),
            right.named()
        ),
    }
}

fn is_sequence(value: &Value) -> bool {
    matches!(value, Value::Str(_) | Value::Tuple(_) | Value::List(_))
}

pub(crate) fn is_counter(dict: &Dict) -> bool {
    matches!(dict.missing, Value::Int(_))
}

/// The result if it is a number of 64 bits.
#[inline]
pub(crate) fn small(sign: Binary, a: i64, b: i64) -> Option<i64> {
    match sign {
        Binary::Add => a.checked_add(b),
        Binary::Sub => a.checked_sub(b),
        Binary::Mul => a.checked_mul(b),
        // Divisors above 0 are the usual ones.
        Binary::FloorDiv if b > 0 => Some(a.div_euclid(b)),
        Binary::Mod if b > 0 => Some(a.rem_euclid(b)),
        Binary::And => Some(a & b),
        Binary::Or => Some(a | b),
        Binary::Xor => Some(a ^ b),
        Binary::Shr => u32::try_from(b).ok().map(|by| a >> by.min(63)),
        Binary::Shl => {
            let by = u32::try_from(b).ok().filter(|by| *by < 63)?;
            Some(a << by).filter(|shifted| shifted >> by == a)
        }
        Binary::Pow => a.checked_pow(u32::try_from(b).ok()?),
        _ => None,
    }
}

fn large(sign: Binary, a: &BigInt, b: &BigInt) -> Done<Value> {
    let (x, y) = (words(a), words(b));
    let (size, work) = match sign {
        Binary::Divide => {
            wrong!("`/` gives numbers with a fraction, which are not exact: write `//`")
        }
        Binary::FloorDiv | Binary::Mod if b.is_zero() => wrong!("division by zero"),
        Binary::Shl | Binary::Shr if b.is_negative() => wrong!("a shift by a number below 0"),
        Binary::Mul | Binary::FloorDiv | Binary::Mod => (x + y, x.saturating_mul(y) / 32),
        Binary::Shl if a.is_zero() => (1, 0),
        Binary::Shl => match b.to_usize() {
            Some(by) => (x.saturating_add(by / 64 + 1), x.saturating_add(by / 64) / 8),
            None => return too_large(),
        },
        Binary::Pow => return power(a, b),
        _ => (x.max(y) + 1, x.max(y) / 8),
    };
    let _room = Charge::of(size.saturating_mul(8))?;
    step(work)?;
    Value::big(match sign {
        Binary::Add => a + b,
        Binary::Sub => a - b,
        Binary::Mul => a * b,
        Binary::FloorDiv => a.div_floor(b),
        Binary::Mod => a.mod_floor(b),
        Binary::And => a & b,
        Binary::Or => a | b,
        Binary::Xor => a ^ b,
        Binary::Shl => a << b.to_usize().unwrap_or_default(),
        _ => match b.to_usize() {
            Some(by) => a >> by,
            None if a.is_negative() => BigInt::from(-1),
            None => BigInt::zero(),
        },
    })
}

fn power(a: &BigInt, b: &BigInt) -> Done<Value> {
    if b.is_negative() {
        wrong!("a power with an exponent below 0 is no whole number");
    }
    if b.is_zero() || a.is_one() {
        return Ok(Value::Int(1));
    }
    if a.is_zero() {
        return Ok(Value::Int(0));
    }
    if a.magnitude().is_one() {
        return Ok(Value::Int(if b.is_even() { 1 } else { -1 }));
    }
    let Some(exponent) = b.to_u32() else {
        return too_large();
    };
    let size = ((a.bits() as usize).saturating_mul(exponent as usize) / 64).saturating_add(2);
    let _room = Charge::of(size.saturating_mul(16))?;
    step(size.saturating_mul(size) / 32)?;
    Value::big(Pow::pow(a, exponent))
}

/// `pow` with a modulus.
pub(crate) fn modular(base: &BigInt, exponent: &BigInt, modulus: &BigInt) -> Done<Value> {
    if modulus.is_zero() {
        wrong!("pow with a modulus of 0");
    }
    let size = words(modulus);
    let work = size
        .saturating_mul(size)
        .saturating_mul(exponent.bits() as usize);
    step((work / 32).saturating_add(words(base).saturating_mul(size) / 32))?;
    let _room = Charge::of(size.saturating_mul(32))?;
    if !exponent.is_negative() {
        return Value::big(base.modpow(exponent, modulus));
    }
    match base.mod_floor(modulus).modinv(modulus) {
        Some(inverse) => Value::big(inverse.modpow(&-exponent, modulus)),
        None => wrong!("this number has no inverse for this modulus"),
    }
}

fn repeat(sequence: &Value, times: &Value) -> Done<Value> {
    let times = whole(times).unwrap_or_default();
    let times = match times.sign() {
        Sign::Minus => 0,
        _ => times.to_usize().unwrap_or(usize::MAX),
    };
    match sequence {
        Value::Str(text) => {
            let bytes = text.text.len().saturating_mul(times);
            // Rather the limit of memory is named than that of steps.
            drop(Charge::of(bytes)?);
            step(bytes / 64)?;
            Value::string(|| text.text.repeat(times).into(), bytes)
        }
        Value::Tuple(tuple) => {
            let len = tuple.items.len().saturating_mul(times);
            let room = Charge::of(len.saturating_mul(16).saturating_add(48))?;
            step(len / 8)?;
            Value::charged_tuple(tuple.items.iter().cycle().take(len).cloned(), room)
        }
        Value::List(list) => {
            let len = list.borrow().len().saturating_mul(times);
            let room = Charge::of(len.saturating_mul(16).saturating_add(128))?;
            step(len / 8)?;
            let mut items: VecDeque<Value> =
                list.borrow().iter().cycle().take(len).cloned().collect();
            if let Some(most) = list.deque {
                items.drain(..items.len().saturating_sub(most));
            }
            Value::charged_list(items, list.deque, room)
        }
        _ => no_operator(Binary::Mul, sequence, &Value::Int(0)),
    }
}

/// A copy of a dict.
pub(crate) fn copied(dict: &Dict, missing: Value) -> Done<Rc<Dict>> {
    step(dict.borrow().len() / 4)?;
    let _room = Charge::of(dict.borrow().len() * 64)?;
    match Value::dict(dict.borrow().clone(), missing)? {
        Value::Dict(dict) => Ok(dict),
        _ => unreachable!("invariant: a dict was made"),
    }
}

/// Adds the entries of a dict to another one.
pub(crate) fn merge(dict: &Rc<Dict>, entries: &Value) -> Done<()> {
    let Value::Dict(other) = entries else {
        wrong!("expected a dict, found {}", entries.kind())
    };
    if Rc::ptr_eq(dict, other) {
        return Ok(());
    }
    let other = other.borrow();
    step(other.len() / 4)?;
    let mut map = dict.change(other.len())?;
    for (key, value) in other.iter() {
        map.insert(key.clone(), value.clone());
    }
    drop(map);
    watch(&Value::Dict(dict.clone()));
    Ok(())
}

/// The elements of a set, or of what is like one.
pub(crate) fn set_of(value: &Value) -> Done<Option<Map>> {
    let map = match value {
        Value::Set(set) => set.borrow().clone(),
        Value::View(view) if view.shown == Shown::Keys => keys(&view.dict.borrow()),
        Value::View(view) if view.shown == Shown::Items => {
            let mut map = Map::default();
            for (key, value) in view.dict.borrow().iter() {
                map.insert(
                    Key::of(Value::tuple([key.value.clone(), value.clone()])?)?,
                    Value::None,
                );
            }
            map
        }
        _ => return Ok(None),
    };
    step(map.len() / 4)?;
    Ok(Some(map))
}

fn keys(map: &Map) -> Map {
    map.keys().map(|key| (key.clone(), Value::None)).collect()
}

/// The union, intersection, difference or symmetric difference.
pub(crate) fn sets(sign: Binary, a: &Map, b: &Map) -> Done<Map> {
    step((a.len() + b.len()) / 4)?;
    let _room = Charge::of((a.len() + b.len()) * 64)?;
    let all = |entry: (&Key, &Value)| (entry.0.clone(), entry.1.clone());
    let outside = |b: &Map, key: &Key| !b.contains_key(key);
    Ok(match sign {
        Binary::Or => a.iter().chain(b).map(all).collect(),
        Binary::And => a
            .iter()
            .filter(|entry| !outside(b, entry.0))
            .map(all)
            .collect(),
        Binary::Sub => a
            .iter()
            .filter(|entry| outside(b, entry.0))
            .map(all)
            .collect(),
        _ => {
            let left = a.iter().filter(|entry| outside(b, entry.0));
            left.chain(b.iter().filter(|entry| outside(a, entry.0)))
                .map(all)
                .collect()
        }
    })
}

/// The operators of `Counter`, which keep what is above 0.
fn counters(sign: Binary, a: &Dict, b: &Dict) -> Done<Value> {
    let (a, b) = (a.borrow(), b.borrow());
    step((a.len() + b.len()) / 4)?;
    let zero = Value::Int(0);
    let mut map = Map::default();
    for key in a.keys().chain(b.keys().filter(|key| !a.contains_key(*key))) {
        let (x, y) = (a.get(key).unwrap_or(&zero), b.get(key).unwrap_or(&zero));
        let value = match sign {
            Binary::Add | Binary::Sub => binary(sign, x, y)?,
            Binary::Or if relate(Compare::Less, x, y, 0, false)? => y.clone(),
            Binary::Or => x.clone(),
            Binary::And if relate(Compare::Less, x, y, 0, false)? => x.clone(),
            Binary::And => y.clone(),
            _ => wrong!("`{}` has no meaning between two of Counter", sign.sign()),
        };
        if relate(Compare::Greater, &value, &zero, 0, false)? {
            map.insert(key.clone(), value);
        }
    }
    Value::dict(map, zero)
}

/// `left sign= right`: what can be changed is changed.
pub(crate) fn change(
    machine: &mut Machine,
    sign: Binary,
    left: &Value,
    right: &Value,
) -> Done<Value> {
    match (sign, left) {
        (Binary::Add, Value::List(list)) => {
            let items = machine.collect(right)?;
            if items.iter().any(is_container) {
                watch(left);
            }
            let mut old = list.change(items.len())?;
            old.extend(items);
            if let Some(most) = list.deque {
                let over = old.len().saturating_sub(most);
                old.drain(..over);
            }
        }
        (Binary::Mul, Value::List(list)) => {
            list.change(0)?;
            let Value::List(all) = binary(sign, left, right)? else {
                unreachable!("invariant: a list times a number is one")
            };
            let len = all.borrow().len();
            *list.change(len)? = std::mem::take(&mut *all.change(0)?);
        }
        (Binary::Add | Binary::Sub | Binary::And | Binary::Or, Value::Dict(dict))
            if is_counter(dict) && matches!(right, Value::Dict(other) if is_counter(other)) =>
        {
            dict.change(0)?;
            let Value::Dict(all) = binary(sign, left, right)? else {
                unreachable!("invariant: counters make one")
            };
            let len = all.borrow().len();
            *dict.change(len)? = std::mem::take(&mut *all.change(0)?);
        }
        (Binary::Or, Value::Dict(dict)) if is_counter(dict) => {
            return no_operator(sign, left, right);
        }
        (Binary::Or, Value::Dict(dict)) => {
            if let Value::Dict(_) = right {
                merge(dict, right)?;
            } else {
                for entry in machine.collect(right)? {
                    let pair = machine.collect(&entry)?;
                    let [key, value] = &pair[..] else {
                        wrong!("expected pairs of a key and a value")
                    };
                    dict.set(key.clone(), value.clone())?;
                }
                watch(left);
            }
        }
        (Binary::Or | Binary::And | Binary::Sub | Binary::Xor, Value::Set(set)) if !set.fixed => {
            let Some(other) = set_of(right)? else {
                return no_operator(sign, left, right);
            };
            set.change(0)?;
            let all = sets(sign, &set.borrow(), &other)?;
            *set.change(other.len())? = all;
        }
        _ => return binary(sign, left, right),
    }
    Ok(left.clone())
}

/// Whether a comparison of two numbers holds.
#[inline]
pub(crate) fn small_compare(sign: Compare, a: i64, b: i64) -> Option<bool> {
    ((sign as usize) < Compare::In as usize).then(|| holds(sign, a.cmp(&b)))
}

/// Whether a comparison of two usual values holds.
#[inline]
pub(crate) fn quick_compare(sign: Compare, both: &[Value]) -> Option<bool> {
    match both {
        [Value::Int(a), Value::Int(b)] => small_compare(sign, *a, *b),
        [Value::Str(a), Value::Str(b)] if a.text.len() < 64 => match sign {
            Compare::Equal => Some(a.text == b.text),
            Compare::Unequal => Some(a.text != b.text),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a comparison holds.
pub(crate) fn compare(
    machine: &mut Machine,
    sign: Compare,
    left: &Value,
    right: &Value,
) -> Done<bool> {
    if let (Value::Str(a), Value::Str(b)) = (left, right)
        && matches!(sign, Compare::Equal | Compare::Unequal)
    {
        step(1 + a.text.len().min(b.text.len()) / 64)?;
        return Ok((a.text == b.text) == (sign == Compare::Equal));
    }
    match sign {
        Compare::Is => Ok(left.is(right)),
        Compare::IsNot => Ok(!left.is(right)),
        Compare::In => contains(machine, right, left),
        Compare::NotIn => Ok(!contains(machine, right, left)?),
        _ => relate(sign, left, right, 0, false),
    }
}

fn holds(sign: Compare, order: Ordering) -> bool {
    match sign {
        Compare::Less => order.is_lt(),
        Compare::LessEqual => order.is_le(),
        Compare::Greater => order.is_gt(),
        Compare::GreaterEqual => order.is_ge(),
        Compare::Unequal => order.is_ne(),
        _ => order.is_eq(),
    }
}

/// Whether a relation holds; with `sorts`, sets are refused, since their order is a partial one.
pub(crate) fn relate(
    sign: Compare,
    left: &Value,
    right: &Value,
    depth: usize,
    sorts: bool,
) -> Done<bool> {
    if let (Value::Int(a), Value::Int(b)) = (left, right) {
        return Ok(holds(sign, a.cmp(b)));
    }
    for (value, other, is_left) in [(left, right, true), (right, left, false)] {
        if let Value::Foreign(strange) = value
            && let Some(done) = strange.value.compare(sign, other, is_left)
        {
            return done;
        }
    }
    match sign {
        Compare::Equal => return left.equals(right, depth),
        Compare::Unequal => return Ok(!left.equals(right, depth)?),
        _ => {}
    }
    check_depth(depth)?;
    let sequences = |a: &mut dyn ExactSizeIterator<Item = &Value>,
                     b: &mut dyn ExactSizeIterator<Item = &Value>| {
        let lengths = a.len().cmp(&b.len());
        for (a, b) in a.zip(b) {
            if !a.is(b) && !a.equals(b, depth + 1)? {
                return relate(sign, a, b, depth + 1, sorts);
            }
        }
        Ok(holds(sign, lengths))
    };
    match (left, right) {
        (Value::Str(a), Value::Str(b)) => {
            step(a.text.len().min(b.text.len()) / 64)?;
            Ok(holds(sign, a.text.cmp(&b.text)))
        }
        (Value::Tuple(a), Value::Tuple(b)) => sequences(&mut a.items.iter(), &mut b.items.iter()),
        (Value::List(a), Value::List(b)) if a.deque.is_some() == b.deque.is_some() => {
            sequences(&mut a.borrow().iter(), &mut b.borrow().iter())
        }
        _ => {
            if let (Some(a), Some(b)) = (whole(left), whole(right)) {
                step(words(&a).min(words(&b)) / 8)?;
                return Ok(holds(sign, a.cmp(&b)));
            }
            if let (Some(a), Some(b)) = (set_of(left)?, set_of(right)?)
                && !sorts
            {
                let within = |a: &Map, b: &Map| a.keys().all(|key| b.contains_key(key));
                return Ok(match sign {
                    Compare::LessEqual => within(&a, &b),
                    Compare::Less => a.len() < b.len() && within(&a, &b),
                    Compare::GreaterEqual => within(&b, &a),
                    _ => b.len() < a.len() && within(&b, &a),
                });
            }
            if sorts && matches!((left, right), (Value::Set(_), Value::Set(_))) {
                wrong!("sets are in no order: sort by sorted(…) of each");
            }
            wrong!("{} and {} are in no order", left.named(), right.named())
        }
    }
}

/// The order in which values are sorted.
pub(crate) fn order(left: &Value, right: &Value) -> Done<Ordering> {
    if let (Value::Int(a), Value::Int(b)) = (left, right) {
        return Ok(a.cmp(b));
    }
    if let Value::Foreign(strange) = left
        && let Some(order) = strange.value.order(right)
    {
        return order;
    }
    if let Value::Foreign(strange) = right
        && let Some(order) = strange.value.order(left)
    {
        return Ok(order?.reverse());
    }
    if relate(Compare::Less, left, right, 0, true)? {
        return Ok(Ordering::Less);
    }
    match relate(Compare::Less, right, left, 0, true)? {
        true => Ok(Ordering::Greater),
        false => Ok(Ordering::Equal),
    }
}

/// Whether a value comes before another one, as `min` and `max` ask.
pub(crate) fn precedes(sign: Compare, left: &Value, right: &Value) -> Done<bool> {
    match (left, right) {
        (Value::Foreign(_), _) | (_, Value::Foreign(_)) => Ok(holds(sign, order(left, right)?)),
        _ => relate(sign, left, right, 0, false),
    }
}

fn contains(machine: &mut Machine, container: &Value, item: &Value) -> Done<bool> {
    let same = |other: &Value| Ok(item.is(other) || item.equals(other, 0)?);
    match container {
        Value::Str(text) => match item {
            Value::Str(part) => {
                step(text.text.len() / 64)?;
                Ok(match methods::only(&part.text) {
                    Some(letter) => text.text.contains(letter),
                    None => text.text.contains(&*part.text),
                })
            }
            _ => wrong!("a string contains strings, found {}", item.kind()),
        },
        Value::Tuple(tuple) => {
            for other in &tuple.items {
                if same(other)? {
                    return Ok(true);
                }
            }
            Ok(false)
        }
        Value::List(list) => {
            for other in list.borrow().iter() {
                if same(other)? {
                    return Ok(true);
                }
            }
            Ok(false)
        }
        Value::Dict(dict) => Ok(dict.borrow().contains_key(&Key::of(item.clone())?)),
        Value::Set(set) => Ok(set.borrow().contains_key(&element(item)?)),
        Value::View(view) if view.shown == Shown::Keys => {
            Ok(view.dict.borrow().contains_key(&Key::of(item.clone())?))
        }
        Value::Range(range) => Ok(match whole(item).map(|n| n.to_i64()) {
            Some(Some(n)) => {
                let away = i128::from(n) - i128::from(range.start);
                let by = i128::from(range.step);
                away % by == 0 && (0..i128::from(range.len)).contains(&(away / by))
            }
            _ => false,
        }),
        _ => {
            let Value::Iter(iter) = Iter::of(container, true)? else {
                unreachable!("invariant: an iterator was made")
            };
            while let Some(other) = iter.next(machine)? {
                step(1)?;
                if same(&other)? {
                    return Ok(true);
                }
            }
            Ok(false)
        }
    }
}

/// The key of an element of a set: a set is sought as a frozen one.
pub(crate) fn element(item: &Value) -> Done<Key> {
    match item {
        Value::Set(set) if !set.fixed => {
            let map = set.borrow().clone();
            Key::of(Value::set(map, true)?)
        }
        _ => Key::of(item.clone()),
    }
}

/// The place of an index, which counts from the end if it is below 0.
fn place(index: i64, len: usize) -> Option<usize> {
    let at = if index < 0 {
        index.checked_add(len as i64)?
    } else {
        index
    };
    usize::try_from(at).ok().filter(|at| *at < len)
}

/// The item of a tuple or a list, if there is one.
#[inline]
pub(crate) fn quick_index(container: &Value, index: i64) -> Option<Value> {
    match container {
        Value::Tuple(tuple) => tuple.items.get(place(index, tuple.items.len())?).cloned(),
        Value::List(list) => {
            let items = list.borrow();
            items.get(place(index, items.len())?).cloned()
        }
        Value::Str(text) if text.len == text.text.len() => {
            let at = place(index, text.len)?;
            Value::str(&text.text[at..=at]).ok()
        }
        _ => None,
    }
}

pub(crate) fn number(index: &Value, what: &str) -> Done<i64> {
    match whole(index) {
        Some(n) => Ok(n
            .to_i64()
            .unwrap_or(if n.is_negative() { i64::MIN } else { i64::MAX })),
        None => wrong!("{what} must be an int, found {}", index.kind()),
    }
}

/// `container[index]`.
pub(crate) fn index(machine: &mut Machine, container: &Value, index: &Value) -> Done<Value> {
    let (len, kind) = match container {
        Value::Dict(dict) => {
            if let Some(value) = dict.get(index)? {
                return Ok(value);
            }
            return match &dict.missing {
                Value::Unset => wrong!(
                    "there is no key {} in this dict: .get(…) gives None then",
                    show::short(index)
                ),
                Value::Int(n) => Ok(Value::Int(*n)),
                make => {
                    let value = machine.call(&make.clone(), Arguments::default())?;
                    dict.set(index.clone(), value.clone())?;
                    watch(container);
                    Ok(value)
                }
            };
        }
        Value::Tuple(tuple) => (tuple.items.len(), "tuple"),
        Value::List(list) => (list.borrow().len(), container.kind()),
        Value::Str(text) => (text.len, "string"),
        Value::Range(range) => (range.len as usize, "range"),
        Value::Foreign(strange) => match strange.value.index(index) {
            Some(done) => return done,
            None => wrong!("a {} has no items", strange.value.kind()),
        },
        other => wrong!("{} has no items by number", other.named()),
    };
    let n = number(index, "an index")?;
    let Some(at) = place(n, len) else {
        let items = if len == 1 { "item" } else { "items" };
        wrong!("index {n} is outside of a {kind} of {len} {items}")
    };
    match container {
        Value::Range(range) => Ok(Value::Int(range.start + range.step * at as i64)),
        Value::Str(text) => {
            step(at / 64)?;
            match text.text.chars().nth(at) {
                Some(c) => Value::char(c),
                None => unreachable!("invariant: the place is within the string"),
            }
        }
        _ => match quick_index(container, n) {
            Some(value) => Ok(value),
            None => unreachable!("invariant: the place is within"),
        },
    }
}

/// `container[index] = value`.
pub(crate) fn set_index(container: &Value, index: Value, value: Value) -> Done<()> {
    if is_container(&value) {
        watch(container);
    }
    match container {
        Value::List(list) => {
            let n = number(&index, "an index")?;
            let mut items = list.change(0)?;
            let len = items.len();
            match place(n, len) {
                Some(at) => {
                    let old = std::mem::replace(&mut items[at], value);
                    // Dropping it may need the list.
                    drop(items);
                    drop(old);
                    Ok(())
                }
                None => wrong!("index {n} is outside of a list of {len}"),
            }
        }
        Value::Dict(dict) => dict.set(index, value),
        Value::Tuple(_) | Value::Str(_) => wrong!(
            "{} cannot be changed: make another one, as in `cells[:i] + … + cells[i + 1:]`, or change a list",
            container.named()
        ),
        other => wrong!("the items of {} cannot be set", other.named()),
    }
}

/// `del container[index]`.
pub(crate) fn drop_index(container: &Value, index: &Value) -> Done<()> {
    match container {
        Value::List(list) => {
            let n = number(index, "an index")?;
            let mut items = list.change(0)?;
            let len = items.len();
            match place(n, len) {
                Some(at) => {
                    step(len / 64)?;
                    let old = items.remove(at);
                    drop(items);
                    drop(old);
                    Ok(())
                }
                None => wrong!("index {n} is outside of a list of {len}"),
            }
        }
        Value::Dict(dict) => match take(dict, index)? {
            Some(_) => Ok(()),
            None => wrong!("there is no key {} in this dict", show::short(index)),
        },
        other => wrong!("the items of {} cannot be deleted", other.named()),
    }
}

/// Removes an entry of a dict.
pub(crate) fn take(dict: &Dict, key: &Value) -> Done<Option<Value>> {
    let key = Key::of(key.clone())?;
    let mut map = dict.change(0)?;
    step(map.len() / 32)?;
    Ok(map.shift_remove(&key))
}

/// The first place, the number of places and the step of a slice.
fn places(parts: [&Value; 3], len: usize) -> Done<(usize, usize, i64)> {
    let [start, end, skip] = parts;
    let by = match skip {
        Value::None => 1,
        _ => number(skip, "the step of a slice")?,
    };
    if by == 0 {
        wrong!("the step of a slice is not 0");
    }
    let len = len as i64;
    let bound = |part: &Value, default: i64| match part {
        Value::None => Ok(default),
        _ => {
            let n = number(part, "the ends of a slice")?;
            let n = if n < 0 { n.saturating_add(len) } else { n };
            Ok(if by > 0 {
                n.clamp(0, len)
            } else {
                n.clamp(-1, len - 1)
            })
        }
    };
    let (start, end) = match by > 0 {
        true => (bound(start, 0)?, bound(end, len)?),
        false => (bound(start, len - 1)?, bound(end, -1)?),
    };
    let count = match by > 0 {
        true if end > start => (end - start - 1) / by + 1,
        false if end < start => (start - end - 1) / by.saturating_neg() + 1,
        _ => 0,
    };
    Ok((start.max(0) as usize, count as usize, by))
}

fn picked(start: usize, count: usize, by: i64) -> impl ExactSizeIterator<Item = usize> {
    (0..count).map(move |n| (start as i64).wrapping_add(by.wrapping_mul(n as i64)) as usize)
}

/// `container[start:end:skip]`.
pub(crate) fn slice(container: &Value, parts: [&Value; 3]) -> Done<Value> {
    match container {
        Value::Str(text) => {
            let (start, count, by) = places(parts, text.len)?;
            step(count / 64)?;
            let is_ascii = text.len == text.text.len();
            if is_ascii && by == 1 {
                return Value::str(&text.text[start..start + count]);
            }
            if is_ascii {
                let letters = || {
                    picked(start, count, by)
                        .map(|at| text.text.as_bytes()[at] as char)
                        .collect::<String>()
                };
                return Value::string(|| letters().into(), count);
            }
            step(text.len / 16)?;
            let _room = Charge::of(text.len * 4)?;
            let letters: Vec<char> = text.text.chars().collect();
            let part: String = picked(start, count, by).map(|at| letters[at]).collect();
            Value::str(&part)
        }
        Value::Tuple(tuple) => {
            let (start, count, by) = places(parts, tuple.items.len())?;
            step(count / 8)?;
            let _room = Charge::of(count * 16)?;
            match by {
                1 => Value::tuple(tuple.items[start..start + count].iter().cloned()),
                _ => Value::tuple(picked(start, count, by).map(|at| tuple.items[at].clone())),
            }
        }
        Value::List(list) if list.deque.is_none() => {
            let items = list.borrow();
            let (start, count, by) = places(parts, items.len())?;
            step(count / 8)?;
            let _room = Charge::of(count * 16)?;
            Value::list(
                picked(start, count, by)
                    .map(|at| items[at].clone())
                    .collect::<VecDeque<_>>(),
            )
        }
        Value::Range(range) => {
            let (start, count, by) = places(parts, range.len as usize)?;
            let first = i128::from(range.start) + i128::from(range.step) * start as i128;
            let by = i128::from(range.step) * i128::from(by);
            match (i64::try_from(first), i64::try_from(by)) {
                (Ok(first), Ok(by)) => Ok(Value::range(first, by, count as i64)),
                _ => limit!("the numbers of this range are too large"),
            }
        }
        other => wrong!("{} has no slices", other.named()),
    }
}

/// `container[start:end:skip] = items`; without items they are deleted.
pub(crate) fn set_slice(
    container: &Value,
    parts: [&Value; 3],
    items: Option<Vec<Value>>,
) -> Done<()> {
    let Value::List(list) = container else {
        wrong!("the slices of {} cannot be changed", container.named())
    };
    if list.deque.is_some() {
        wrong!("a deque has no slices");
    }
    let (start, count, by) = places(parts, list.borrow().len())?;
    if items.iter().flatten().any(is_container) {
        watch(container);
    }
    let more = items.as_ref().map_or(0, Vec::len);
    let mut old = list.change(more)?;
    step((old.len() + more) / 8)?;
    let gone: Vec<Value> = match items {
        Some(items) if by == 1 => {
            let tail = old.split_off(start + count);
            let gone = old.split_off(start);
            old.extend(items);
            old.extend(tail);
            gone.into()
        }
        Some(items) => {
            if items.len() != count {
                wrong!("{} values for a slice of {count} items", items.len());
            }
            picked(start, count, by)
                .zip(items)
                .map(|(at, item)| std::mem::replace(&mut old[at], item))
                .collect()
        }
        None => {
            let mut drops = vec![false; old.len()];
            picked(start, count, by).for_each(|at| drops[at] = true);
            let all = std::mem::take(&mut *old);
            let (gone, kept): (Vec<_>, Vec<_>) =
                all.into_iter().zip(drops).partition(|(_, drops)| *drops);
            old.extend(kept.into_iter().map(|kept| kept.0));
            gone.into_iter().map(|gone| gone.0).collect()
        }
    };
    drop(old);
    drop(gone);
    Ok(())
}

/// The sum of items, from a first value.
pub(crate) fn sum(machine: &mut Machine, items: &Value, first: Value) -> Done<Value> {
    if let Value::Str(_) = first {
        wrong!("sum adds numbers: \"\".join(…) joins strings");
    }
    let iter = Iter::of(items, true)?;
    let mut sum = first;
    while let Some(item) = iterate::next(&iter, machine)? {
        step(1)?;
        sum = binary(Binary::Add, &sum, &item)?;
    }
    Ok(sum)
}

/// A string, a list or another sequence with its items in the other order.
pub(crate) fn text_of(value: &Value) -> Done<&Rc<Text>> {
    match value {
        Value::Str(text) => Ok(text),
        other => wrong!("expected a string, found {}", other.kind()),
    }
}

/// The elements that a method of sets takes.
pub(crate) fn elements(machine: &mut Machine, value: &Value) -> Done<Map> {
    if let Value::Set(set) = value {
        return Ok(set.borrow().clone());
    }
    let mut map = Map::default();
    let items: Values = machine.collect_any(value, true)?.into();
    let _room = Charge::of(items.len() * 64)?;
    for item in items {
        map.entry(Key::of(item)?).or_insert(Value::None);
    }
    Ok(map)
}

/// The set, if it can be changed.
pub(crate) fn set_to_change(value: &Value) -> Done<&Rc<Set>> {
    match value {
        Value::Set(set) if !set.fixed => Ok(set),
        other => wrong!("{} cannot be changed", other.named()),
    }
}
