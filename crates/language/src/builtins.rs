//! The functions that a text can call and import.

use std::rc::Rc;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};

use crate::code::Site;
use crate::error::{Done, Error, limit, wrong};
use crate::iterate::{self, Iter, State};
use crate::machine::{Machine, cached};
use crate::meter::{Charge, step};
use crate::methods;
use crate::operate::{self, number, order, whole};
use crate::show;
use crate::tree::{Binary, Compare};
use crate::value::{Arguments, Key, Map, Native, Partial, Shown, Value, Values};

/// The values of arguments at places. Those after `least` may be missing; those without a name are given by place alone.
pub(crate) fn bind<const N: usize>(
    what: &str,
    arguments: Arguments,
    names: [&str; N],
    least: usize,
) -> Done<[Value; N]> {
    let Arguments { given, named } = arguments;
    let method = usize::from(what.starts_with('.'));
    let what = what.trim_start_matches('.');
    let found = given.len();
    let takes = |n: usize| match n - method {
        0 => "no argument".to_owned(),
        1 => "one argument".to_owned(),
        n => format!("{n} arguments"),
    };
    if found > N {
        wrong!(
            "{what} takes {}{}, found {}",
            if least < N { "at most " } else { "" },
            takes(N),
            found - method
        );
    }
    let mut slots = [const { Value::Unset }; N];
    for (slot, value) in slots.iter_mut().zip(given) {
        *slot = value;
    }
    for (name, value) in named {
        match names
            .iter()
            .position(|known| !known.is_empty() && **known == *name)
        {
            Some(place) if matches!(slots[place], Value::Unset) => slots[place] = value,
            Some(_) => wrong!("{what} gets {name} twice"),
            None => wrong!("{what} has no parameter {name}"),
        }
    }
    if slots[..least]
        .iter()
        .any(|slot| matches!(slot, Value::Unset))
    {
        wrong!(
            "{what} takes {}{}, found {}",
            if least < N { "at least " } else { "" },
            takes(least),
            found - method
        );
    }
    Ok(slots)
}

/// The only argument.
pub(crate) fn one(what: &str, arguments: Arguments) -> Done<Value> {
    let [value] = bind(what, arguments, [""], 1)?;
    Ok(value)
}

/// All arguments, which have no names.
fn all(what: &str, arguments: Arguments) -> Done<Values> {
    match arguments.named.first() {
        Some((name, _)) => wrong!("{what} has no parameter {name}"),
        None => Ok(arguments.given),
    }
}

/// The value of a parameter by name, which is taken from the arguments.
fn option(arguments: &mut Arguments, name: &str) -> Value {
    match arguments
        .named
        .iter()
        .position(|(known, _)| **known == *name)
    {
        Some(place) => arguments.named.remove(place).1,
        None => Value::Unset,
    }
}

fn is_given(value: &Value) -> bool {
    !matches!(value, Value::Unset | Value::None)
}

fn int_of(value: &Value, what: &str) -> Done<BigInt> {
    match whole(value) {
        Some(n) => {
            step(n.bits() as usize / 512)?;
            Ok(n.into_owned())
        }
        None => wrong!("{what} takes an int, found {}", value.kind()),
    }
}

fn partial(native: &'static str, given: Values) -> Done<Value> {
    let function = Value::Native(find(HIDDEN, native).expect("invariant: it is in the table"));
    let charge = Charge::of(120 + given.len() * 16)?;
    Ok(Value::Partial(Rc::new(Partial {
        function,
        given,
        named: Vec::new(),
        _charge: charge,
    })))
}

/// Items in their order, each key found once: a stable sort by merging, since a comparison can fail.
pub(crate) fn sorted(
    machine: &mut Machine,
    items: Vec<Value>,
    key: &Value,
    reverse: bool,
) -> Done<Vec<Value>> {
    let _room = Charge::of(items.len() * 64)?;
    let mut keyed = Vec::with_capacity(items.len());
    for item in items {
        let key = match is_given(key) {
            true => machine.apply(key, [item.clone()])?,
            false => item.clone(),
        };
        keyed.push((key, item));
    }
    if reverse {
        keyed.reverse();
    }
    let mut width = 1;
    while width < keyed.len() {
        let mut merged = Vec::with_capacity(keyed.len());
        let mut rest = keyed.into_iter();
        loop {
            let left: Vec<_> = rest.by_ref().take(width).collect();
            let right: Vec<_> = rest.by_ref().take(width).collect();
            if left.is_empty() {
                break;
            }
            let (mut left, mut right) = (left.into_iter().peekable(), right.into_iter().peekable());
            while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
                step(1)?;
                merged.extend(if order(&b.0, &a.0)?.is_lt() {
                    right.next()
                } else {
                    left.next()
                });
            }
            merged.extend(left.chain(right));
        }
        keyed = merged;
        width *= 2;
    }
    if reverse {
        keyed.reverse();
    }
    Ok(keyed.into_iter().map(|(_, item)| item).collect())
}

const TIE: &str = "elements of this set have equal keys, and the order of a set is not defined: sort it without a key first";

/// Refuses elements of a set with equal keys: which one comes first is not defined.
fn see_ties(machine: &mut Machine, items: &Value, key: &Value, sorted: &[Value]) -> Done<()> {
    if !matches!(items, Value::Set(_)) || !is_given(key) {
        return Ok(());
    }
    let mut last = None;
    for item in sorted {
        let key = machine.apply(key, [item.clone()])?;
        if let Some(last) = last
            && key.equals(&last, 0)?
        {
            wrong!("{TIE}");
        }
        last = Some(key);
    }
    Ok(())
}

fn extreme(
    machine: &mut Machine,
    what: &str,
    mut arguments: Arguments,
    sign: Compare,
) -> Done<Value> {
    let (key, default) = (
        option(&mut arguments, "key"),
        option(&mut arguments, "default"),
    );
    let given = all(what, arguments)?;
    let items = match &given[..] {
        [] => wrong!("{what} takes values, or what has items"),
        [items] => items.clone(),
        _ => Value::tuple(given)?,
    };
    let iter = Iter::of(&items, true)?;
    let is_set = matches!(items, Value::Set(_)) && is_given(&key);
    let mut best: Option<(Value, Value)> = None;
    let mut is_tie = false;
    while let Some(item) = iterate::next(&iter, machine)? {
        step(1)?;
        let value = match is_given(&key) {
            true => machine.apply(&key, [item.clone()])?,
            false => item.clone(),
        };
        let is_better = match &best {
            None => true,
            Some((best, _)) => operate::precedes(sign, &value, best)?,
        };
        if is_better {
            (best, is_tie) = (Some((value, item)), false);
        } else if let (true, Some((best, _))) = (is_set, &best) {
            is_tie |= value.equals(best, 0)?;
        }
    }
    match (best, default) {
        _ if is_tie => wrong!("{TIE}"),
        (Some((_, item)), _) => Ok(item),
        (None, Value::Unset) => {
            wrong!("{what} of nothing: give a default, as in {what}(items, default = 0)")
        }
        (None, default) => Ok(default),
    }
}

fn range(_: &mut Machine, arguments: Arguments) -> Done<Value> {
    let [first, second, by] = bind("range", arguments, ["", "", ""], 1)?;
    let number = |value: &Value| match whole(value).map(|n| n.to_i64()) {
        Some(Some(n)) => Ok(n),
        Some(None) => limit!("range takes numbers of 64 bits"),
        None => wrong!("range takes ints, found {}", value.kind()),
    };
    let (start, end) = match second {
        Value::Unset => (0, number(&first)?),
        _ => (number(&first)?, number(&second)?),
    };
    let by = if matches!(by, Value::Unset) {
        1
    } else {
        number(&by)?
    };
    if by == 0 {
        wrong!("the step of a range is not 0");
    }
    let away = if by > 0 {
        i128::from(end) - i128::from(start)
    } else {
        i128::from(start) - i128::from(end)
    };
    let size = i128::from(by).abs();
    match i64::try_from((away.max(0) + size - 1) / size) {
        Ok(len) => Ok(Value::range(start, by, len)),
        Err(_) => limit!("this range is too long"),
    }
}

fn int(_: &mut Machine, arguments: Arguments) -> Done<Value> {
    let [value, base] = bind("int", arguments, ["", "base"], 0)?;
    if matches!(value, Value::Unset) {
        return Ok(Value::Int(0));
    }
    let Value::Str(text) = &value else {
        if !matches!(base, Value::Unset) {
            wrong!("int takes a base for strings alone");
        }
        return Value::big(int_of(&value, "int")?);
    };
    let base = if matches!(base, Value::Unset) {
        let plain = text.text.len() < 19 && text.text.bytes().all(|c| c.is_ascii_digit());
        if plain && let Ok(n) = text.text.parse() {
            return Ok(Value::Int(n));
        }
        10
    } else {
        number(&base, "the base of int")?
    };
    let no_number = || {
        Error::new(format!(
            "{} is no whole number of base {base}",
            show::short(&value)
        ))
    };
    let trimmed = text.text.trim_matches(methods::is_space);
    let (negative, digits) = match trimmed.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, trimmed.strip_prefix('+').unwrap_or(trimmed)),
    };
    let lower = digits.to_ascii_lowercase();
    let (radix, lower) = match (base, lower.get(..2)) {
        (0 | 16, Some("0x")) => (16, &lower[2..]),
        (0 | 8, Some("0o")) => (8, &lower[2..]),
        (0 | 2, Some("0b")) => (2, &lower[2..]),
        (0, _)
            if lower.starts_with('0')
                && lower.bytes().any(|digit| !matches!(digit, b'0' | b'_')) =>
        {
            return Err(no_number());
        }
        (0, _) => (10, &*lower),
        (2..=36, _) => (base as u32, &*lower),
        _ => wrong!("the base of int is 0 or from 2 to 36, found {base}"),
    };
    let with_prefix = lower.len() < digits.len();
    let starts_well = !lower.starts_with('_') || with_prefix;
    if !starts_well || lower.ends_with('_') || lower.contains("__") || lower.starts_with(['+', '-'])
    {
        return Err(no_number());
    }
    let plain = lower.replace('_', "");
    step(plain.len() / 8 * (plain.len() / 64 + 1))?;
    let _room = Charge::of(plain.len())?;
    let n = BigInt::parse_bytes(plain.as_bytes(), radix).ok_or_else(no_number)?;
    Value::big(if negative { -n } else { n })
}

fn isinstance(_: &mut Machine, arguments: Arguments) -> Done<Value> {
    let [value, kinds] = bind("isinstance", arguments, ["", ""], 2)?;
    let kinds = match kinds {
        Value::Tuple(tuple) => tuple.items.clone(),
        kind => [kind].into_iter().collect(),
    };
    for kind in kinds {
        let Value::Native(native) = kind else {
            wrong!(
                "isinstance takes a type, as in isinstance(x, tuple), found {}",
                show::short(&kind)
            )
        };
        let is = match (native.name, value.kind()) {
            ("int", "bool") | ("dict", "Counter" | "defaultdict") => true,
            (name, kind) => name == kind,
        };
        if is {
            return Ok(Value::bool(true));
        }
    }
    Ok(Value::bool(false))
}

fn type_of(_: &mut Machine, arguments: Arguments) -> Done<Value> {
    let value = one("type", arguments)?;
    match known(value.kind()).or_else(|| import(&format!("collections.{}", value.kind())).ok()) {
        Some(kind) => Ok(kind),
        None => wrong!("there is no type of {} here: use isinstance", value.named()),
    }
}

fn len(_: &mut Machine, arguments: Arguments) -> Done<Value> {
    let value = one("len", arguments)?;
    match length(&value) {
        Some(len) => Ok(Value::Int(len)),
        None => wrong!("{} has no length", value.named()),
    }
}

/// The number of items of a value.
pub(crate) fn length(value: &Value) -> Option<i64> {
    Some(match value {
        Value::Str(text) => text.len,
        Value::Tuple(tuple) => tuple.items.len(),
        Value::List(list) => list.borrow().len(),
        Value::Dict(dict) => dict.borrow().len(),
        Value::Set(set) => set.borrow().len(),
        Value::Range(range) => return Some(range.len),
        Value::View(view) => view.dict.borrow().len(),
        _ => return None,
    } as i64)
}

fn reversed(machine: &mut Machine, arguments: Arguments) -> Done<Value> {
    let value = one("reversed", arguments)?;
    let state = match &value {
        Value::Tuple(tuple) => State::Backwards(value.clone(), tuple.items.len()),
        Value::List(list) => State::Backwards(value.clone(), list.borrow().len()),
        Value::Range(range) => match range.len {
            0 => State::Done,
            len => State::Numbers(
                range.start + range.step * (len - 1),
                range.step.wrapping_neg(),
                len,
            ),
        },
        Value::Str(_) | Value::Dict(_) | Value::View(_) => {
            let mut items = machine.collect(&value)?;
            items.reverse();
            State::Owned(items.into_iter())
        }
        other => wrong!("{} cannot be reversed: make a list of it", other.named()),
    };
    Iter::over(state, &[])
}

fn dict(machine: &mut Machine, arguments: Arguments) -> Done<Value> {
    let Arguments { given, named } = arguments;
    let dict = Value::dict(Map::default(), Value::Unset)?;
    methods::update(machine, "dict", &dict, &given, named)?;
    Ok(dict)
}

fn set(machine: &mut Machine, what: &str, arguments: Arguments, fixed: bool) -> Done<Value> {
    let [items] = bind(what, arguments, [""], 0)?;
    let map = match items {
        Value::Unset => Map::default(),
        items => operate::elements(machine, &items)?,
    };
    Value::set(map, fixed)
}

/// `raise ValueError("why")`: the value of the call is the message.
fn exception(name: &'static str, arguments: Arguments) -> Done<Value> {
    let given = all(name, arguments)?;
    match &given[..] {
        [] => Value::str(name),
        [only] => Value::str(&show::text(only)?),
        _ => Value::str(&show::repr(&Value::tuple(given)?)?),
    }
}

/// A function from a pair of a name and what it does.
macro_rules! natives {
    ($($name:literal: $call:expr),* $(,)?) => { &[$(Native { name: $name, call: $call }),*] };
}
pub(crate) use natives;

macro_rules! exceptions {
    ($($name:literal),*) => { &[$(Native { name: $name, call: |_, arguments| exception($name, arguments) }),*] };
}

static EXCEPTIONS: &[Native] = exceptions![
    "Exception",
    "ValueError",
    "TypeError",
    "KeyError",
    "IndexError",
    "RuntimeError",
    "AssertionError",
    "LookupError",
    "NotImplementedError",
    "ArithmeticError",
    "ZeroDivisionError",
    "OverflowError",
    "StopIteration"
];

static FUNCTIONS: &[Native] = natives![
    "abs": |_, arguments| {
        let n = int_of(&one("abs", arguments)?, "abs")?;
        Value::big(n.abs())
    },
    "all": |machine, arguments| any(machine, "all", arguments, false),
    "any": |machine, arguments| any(machine, "any", arguments, true),
    "bin": |_, arguments| in_base("bin", arguments, 2, "0b"),
    "bool": |_, arguments| {
        let [value] = bind("bool", arguments, [""], 0)?;
        Ok(Value::bool(value.truth()))
    },
    "callable": |_, arguments| {
        let value = one("callable", arguments)?;
        Ok(Value::bool(matches!(value, Value::Function(_) | Value::Native(_) | Value::Partial(_))))
    },
    "chr": |_, arguments| {
        let n = number(&one("chr", arguments)?, "the argument of chr")?;
        match u32::try_from(n).ok().and_then(char::from_u32) {
            Some(c) => Value::char(c),
            None => wrong!("{n} is the number of no character"),
        }
    },
    "dict": dict,
    "divmod": |_, arguments| {
        let [a, b] = bind("divmod", arguments, ["", ""], 2)?;
        Value::tuple([operate::binary(Binary::FloorDiv, &a, &b)?, operate::binary(Binary::Mod, &a, &b)?])
    },
    "enumerate": |_, arguments| {
        let [items, start] = bind("enumerate", arguments, ["iterable", "start"], 1)?;
        let start = if matches!(start, Value::Unset) { Value::Int(0) } else { Value::big(int_of(&start, "enumerate")?)? };
        let iter = Iter::of(&items, false)?;
        Iter::over(State::Enumerate(iter.clone(), start), &[&iter])
    },
    "fail": |_, arguments| {
        let texts = all("fail", arguments)?.iter().map(show::text).collect::<Done<Vec<_>>>()?;
        Err(Error::new(texts.join(" ")))
    },
    "filter": |_, arguments| {
        let [function, items] = bind("filter", arguments, ["", ""], 2)?;
        let iter = Iter::of(&items, false)?;
        Iter::over(State::Filter(function, iter.clone(), true), &[&iter])
    },
    "format": |_, arguments| {
        let [value, spec] = bind("format", arguments, ["", ""], 1)?;
        Value::str(&show::format(&value, spec.as_str().unwrap_or_default())?)
    },
    "frozenset": |machine, arguments| set(machine, "frozenset", arguments, true),
    "getattr": |_, arguments| {
        let [value, name, default] = bind("getattr", arguments, ["", "", ""], 2)?;
        match (field(&value, &name)?, default) {
            (Some(value), _) => Ok(value),
            (None, Value::Unset) => wrong!("this {} has no field {}", value.kind(), show::short(&name)),
            (None, default) => Ok(default),
        }
    },
    "hasattr": |_, arguments| {
        let [value, name] = bind("hasattr", arguments, ["", ""], 2)?;
        Ok(Value::bool(field(&value, &name)?.is_some()))
    },
    "hex": |_, arguments| in_base("hex", arguments, 16, "0x"),
    "int": int,
    "isinstance": isinstance,
    "iter": |_, arguments| Iter::of(&one("iter", arguments)?, false),
    "len": len,
    "list": |machine, arguments| {
        let [items] = bind("list", arguments, [""], 0)?;
        match items {
            Value::Unset => Value::list(Vec::new()),
            items => Value::list(machine.collect(&items)?),
        }
    },
    "map": |_, arguments| {
        let mut given = all("map", arguments)?;
        if given.len() < 2 {
            wrong!("map takes a function and what has items");
        }
        let function = given.remove(0);
        let iters = iters(&given)?;
        Iter::over(State::Map(function, iters.clone()), &iters.iter().collect::<Vec<_>>())
    },
    "max": |machine, arguments| extreme(machine, "max", arguments, Compare::Greater),
    "min": |machine, arguments| extreme(machine, "min", arguments, Compare::Less),
    "next": |machine, arguments| {
        let [iter, default] = bind("next", arguments, ["", ""], 1)?;
        if !matches!(iter, Value::Iter(_)) {
            wrong!("next takes an iterator, found {}: write iter(…) around it", iter.kind());
        }
        match (iterate::next(&iter, machine)?, default) {
            (Some(value), _) => Ok(value),
            (None, Value::Unset) => wrong!("next: there is no item left; a second argument is given then"),
            (None, default) => Ok(default),
        }
    },
    "oct": |_, arguments| in_base("oct", arguments, 8, "0o"),
    "ord": |_, arguments| {
        let value = one("ord", arguments)?;
        let mut letters = operate::text_of(&value)?.text.chars();
        match (letters.next(), letters.next()) {
            (Some(c), None) => Ok(Value::Int(u32::from(c).into())),
            _ => wrong!("ord takes one character, found {}", show::short(&value)),
        }
    },
    "parameter": |machine, arguments| {
        let [name, default] = bind("parameter", arguments, ["name", "default"], 2)?;
        if !machine.is_reading() {
            wrong!("parameter is called outside of functions, while the file is read");
        }
        let name = operate::text_of(&name)?.text.to_string();
        machine.host.parameter(&name, &default)
    },
    "pow": |_, arguments| {
        let [base, exponent, modulus] = bind("pow", arguments, ["base", "exp", "mod"], 2)?;
        match is_given(&modulus) {
            false => operate::binary(Binary::Pow, &base, &exponent),
            true => operate::modular(&int_of(&base, "pow")?, &int_of(&exponent, "pow")?, &int_of(&modulus, "pow")?),
        }
    },
    "print": |machine, mut arguments| {
        let (sep, end) = (option(&mut arguments, "sep"), option(&mut arguments, "end"));
        let texts = all("print", arguments)?.iter().map(show::text).collect::<Done<Vec<_>>>()?;
        let length = texts.iter().map(String::len).sum::<usize>();
        step(1 + length / 8)?;
        let sep = if is_given(&sep) { operate::text_of(&sep)?.text.to_string() } else { " ".to_owned() };
        let _room = Charge::of(length.saturating_add(sep.len().saturating_mul(texts.len())))?;
        let mut line = texts.join(&sep);
        if is_given(&end) {
            line.push_str(&operate::text_of(&end)?.text);
        }
        machine.host.print(line.strip_suffix('\n').unwrap_or(&line));
        Ok(Value::None)
    },
    "range": range,
    "repr": |_, arguments| Value::str(&show::repr(&one("repr", arguments)?)?),
    "reversed": reversed,
    "round": |_, arguments| {
        let [value, places] = bind("round", arguments, ["number", "ndigits"], 1)?;
        if is_given(&places) && number(&places, "the second argument of round")? < 0 {
            wrong!("round to tens is not there: write (n + 5) // 10 * 10");
        }
        Value::big(int_of(&value, "round")?)
    },
    "set": |machine, arguments| set(machine, "set", arguments, false),
    "sorted": |machine, mut arguments| {
        let (key, reverse) = (option(&mut arguments, "key"), option(&mut arguments, "reverse"));
        let items = one("sorted", arguments)?;
        let collected = machine.collect_any(&items, true)?;
        let sorted = sorted(machine, collected, &key, reverse.truth())?;
        see_ties(machine, &items, &key, &sorted)?;
        Value::list(sorted)
    },
    "str": |_, arguments| {
        let [value] = bind("str", arguments, ["object"], 0)?;
        match value {
            Value::Unset => Value::str(""),
            Value::Str(_) => Ok(value),
            value => Value::str(&show::text(&value)?),
        }
    },
    "struct": |_, arguments| match arguments.given.is_empty() {
        true => Value::fields(arguments.named),
        false => wrong!("struct takes named values, as in struct(a = 1)"),
    },
    "sum": |machine, arguments| {
        let [items, start] = bind("sum", arguments, ["", "start"], 1)?;
        let start = if matches!(start, Value::Unset) { Value::Int(0) } else { start };
        operate::sum(machine, &items, start)
    },
    "tuple": |machine, arguments| {
        let [items] = bind("tuple", arguments, [""], 0)?;
        match items {
            Value::Unset => Value::tuple([]),
            Value::Tuple(_) => Ok(items),
            items => Value::tuple(machine.collect(&items)?),
        }
    },
    "type": type_of,
    "zip": |_, mut arguments| {
        let strict = option(&mut arguments, "strict").truth();
        let iters = iters(&all("zip", arguments)?)?;
        Iter::over(State::Zip(iters.clone(), strict), &iters.iter().collect::<Vec<_>>())
    },
];

fn any(machine: &mut Machine, what: &str, arguments: Arguments, wanted: bool) -> Done<Value> {
    let iter = Iter::of(&one(what, arguments)?, true)?;
    while let Some(item) = iterate::next(&iter, machine)? {
        step(1)?;
        if item.truth() == wanted {
            return Ok(Value::bool(wanted));
        }
    }
    Ok(Value::bool(!wanted))
}

fn in_base(what: &str, arguments: Arguments, radix: u32, prefix: &str) -> Done<Value> {
    let n = int_of(&one(what, arguments)?, what)?;
    let sign = if n.is_negative() { "-" } else { "" };
    Value::str(&format!("{sign}{prefix}{}", show::digits(&n.abs(), radix)?))
}

fn field(value: &Value, name: &Value) -> Done<Option<Value>> {
    let name = operate::text_of(name)?;
    Ok(match value {
        Value::Struct(fields) => fields
            .fields
            .iter()
            .find(|field| *field.0 == *name.text)
            .map(|field| field.1.clone()),
        _ => None,
    })
}

fn iters(given: &[Value]) -> Done<Values> {
    given.iter().map(|value| Iter::of(value, false)).collect()
}

/// Functions that others give.
static HIDDEN: &[Native] = natives![
    "items": |machine, arguments| {
        let mut keys = arguments.given;
        let Some(value) = keys.pop().filter(|_| !keys.is_empty()) else { wrong!("this function takes one value") };
        if let [key] = &keys[..] {
            return operate::index(machine, &value, key);
        }
        let items = keys.iter().map(|key| operate::index(machine, &value, key));
        Value::tuple(items.collect::<Done<Vec<_>>>()?)
    },
    "cached": |machine, arguments| cached(machine, &one("@cache", arguments)?),
];

static FUNCTOOLS: &[Native] = natives![
    "cache": |machine, arguments| cached(machine, &one("@cache", arguments)?),
    "lru_cache": |machine, arguments| match &arguments.given[..] {
        [function @ Value::Function(_)] => cached(machine, function),
        _ => {
            bind("lru_cache", arguments, ["maxsize", "typed"], 0)?;
            partial("cached", Values::new())
        }
    },
    "partial": |_, arguments| {
        let Arguments { mut given, mut named } = arguments;
        if given.is_empty() {
            wrong!("partial takes a function, and its first arguments");
        }
        let mut function = given.remove(0);
        // As in CPython there is one function below.
        if let Value::Partial(inner) = function.clone() {
            step(inner.given.len() + inner.named.len())?;
            given.insert_many(0, inner.given.iter().cloned());
            let others = inner.named.iter().filter(|(name, _)| !named.iter().any(|other| other.0 == *name));
            named.splice(0..0, others.cloned().collect::<Vec<_>>());
            function = inner.function.clone();
        }
        let charge = Charge::of(120 + (given.len() + named.len()) * 32)?;
        Ok(Value::Partial(Rc::new(Partial { function, given, named, _charge: charge })))
    },
    "reduce": |machine, arguments| {
        let [function, items, first] = bind("reduce", arguments, ["", "", "initial"], 2)?;
        let iter = Iter::of(&items, false)?;
        let mut value = match first {
            Value::Unset => match iterate::next(&iter, machine)? {
                Some(item) => item,
                None => wrong!("reduce of nothing: give a first value"),
            },
            first => first,
        };
        while let Some(item) = iterate::next(&iter, machine)? {
            step(1)?;
            value = machine.apply(&function, [value, item])?;
        }
        Ok(value)
    },
];

/// The items of a combination of `itertools`, and how many are taken.
fn pool(
    machine: &mut Machine,
    what: &str,
    arguments: Arguments,
) -> Done<(Vec<Value>, Option<usize>)> {
    let [items, r] = bind(what, arguments, ["iterable", "r"], 1)?;
    let r = match r {
        Value::Unset | Value::None => None,
        r => match usize::try_from(number(&r, "the length")?) {
            Ok(r) => Some(r),
            Err(_) => wrong!("{what} takes a length of 0 or more"),
        },
    };
    Ok((machine.collect(&items)?, r))
}

fn combinations(
    machine: &mut Machine,
    what: &str,
    arguments: Arguments,
    again: bool,
) -> Done<Value> {
    let (items, r) = pool(machine, what, arguments)?;
    let Some(r) = r else {
        wrong!("{what} takes a length, too")
    };
    let fits = r <= items.len() || again && (!items.is_empty() || r == 0);
    let _room = Charge::of(r.saturating_mul(8))?;
    step(r / 8)?;
    let first = fits.then(|| (0..r).map(|n| if again { 0 } else { n }).collect());
    Iter::over(State::Combinations(items, first, again), &[])
}

static ITERTOOLS: &[Native] = natives![
    "accumulate": |_, arguments| {
        let [items, function, first] = bind("accumulate", arguments, ["iterable", "func", "initial"], 1)?;
        let mut iter = Iter::of(&items, false)?;
        if is_given(&first) {
            let parts = Iter::of(&Value::tuple([Value::tuple([first])?, iter])?, false)?;
            iter = Iter::over(State::Chain(parts, None), &[])?;
        }
        let function = if is_given(&function) { function } else { Value::None };
        Iter::over(State::Accumulate(iter.clone(), function, None), &[&iter])
    },
    "chain": |_, arguments| {
        let iters = iters(&all("chain", arguments)?)?;
        let parts = Iter::of(&Value::tuple(iters.clone())?, false)?;
        Iter::over(State::Chain(parts, None), &iters.iter().collect::<Vec<_>>())
    },
    "combinations": |machine, arguments| combinations(machine, "combinations", arguments, false),
    "combinations_with_replacement": |machine, arguments| {
        combinations(machine, "combinations_with_replacement", arguments, true)
    },
    "count": |_, arguments| {
        let [start, by] = bind("count", arguments, ["start", "step"], 0)?;
        let number = |value: Value, default| match value {
            Value::Unset => Ok(Value::Int(default)),
            value => Value::big(int_of(&value, "count")?),
        };
        Iter::over(State::Count(number(start, 0)?, number(by, 1)?), &[])
    },
    "cycle": |_, arguments| {
        let iter = Iter::of(&one("cycle", arguments)?, false)?;
        let Value::List(kept) = Value::list(Vec::new())? else { unreachable!("invariant: a list was made") };
        Iter::over(State::Cycle(kept, Some(iter.clone()), 0), &[&iter])
    },
    "dropwhile": |_, arguments| {
        let [function, items] = bind("dropwhile", arguments, ["", ""], 2)?;
        let iter = Iter::of(&items, false)?;
        Iter::over(State::DropWhile(function, iter.clone(), true), &[&iter])
    },
    "filterfalse": |_, arguments| {
        let [function, items] = bind("filterfalse", arguments, ["", ""], 2)?;
        let iter = Iter::of(&items, false)?;
        Iter::over(State::Filter(function, iter.clone(), false), &[&iter])
    },
    "islice": |_, arguments| {
        let [items, first, second, by] = bind("islice", arguments, ["", "", "", ""], 2)?;
        let (start, end) = if matches!(second, Value::Unset) { (Value::None, first) } else { (first, second) };
        let bound = |value: &Value, default| match is_given(value) {
            false => Ok(default),
            true => match usize::try_from(number(value, "the ends of islice")?) {
                Ok(n) => Ok(n),
                Err(_) => wrong!("islice takes numbers of 0 or more"),
            },
        };
        let (start, end, by) = (bound(&start, 0)?, bound(&end, usize::MAX)?, bound(&by, 1)?);
        if by == 0 {
            wrong!("the step of islice is not 0");
        }
        let left = end.saturating_sub(start).div_ceil(by);
        let iter = Iter::of(&items, false)?;
        Iter::over(State::Part(iter.clone(), start, left, by), &[&iter])
    },
    "pairwise": |_, arguments| {
        let iter = Iter::of(&one("pairwise", arguments)?, false)?;
        Iter::over(State::Pairs(iter.clone(), None), &[&iter])
    },
    "permutations": |machine, arguments| {
        let (items, r) = pool(machine, "permutations", arguments)?;
        let r = r.unwrap_or(items.len());
        let order = (r <= items.len()).then(|| (0..items.len()).collect());
        Iter::over(State::Permutations(items, r, order), &[])
    },
    "product": |machine, mut arguments| {
        let repeat = match option(&mut arguments, "repeat") {
            Value::Unset => 1,
            n => usize::try_from(number(&n, "repeat")?).unwrap_or_default(),
        };
        let given = all("product", arguments)?;
        let pools = given.iter().map(|items| machine.collect(items)).collect::<Done<Vec<_>>>()?;
        let size: usize = pools.iter().map(|pool| pool.len() * 16 + 32).sum();
        let _room = Charge::of(size.saturating_mul(repeat))?;
        step((size / 128).saturating_mul(repeat))?;
        let pools: Vec<_> = std::iter::repeat_n(&pools, if pools.is_empty() { 0 } else { repeat }).flatten().cloned().collect();
        let first = pools.iter().all(|pool| !pool.is_empty()).then(|| vec![0; pools.len()]);
        Iter::over(State::Product(pools, first), &[])
    },
    "repeat": |_, arguments| {
        let [value, times] = bind("repeat", arguments, ["object", "times"], 1)?;
        let times = match times {
            Value::Unset => None,
            times => Some(u64::try_from(number(&times, "times")?).unwrap_or_default()),
        };
        Iter::over(State::Repeat(value, times), &[])
    },
    "starmap": |_, arguments| {
        let [function, items] = bind("starmap", arguments, ["", ""], 2)?;
        let iter = Iter::of(&items, false)?;
        Iter::over(State::StarMap(function, iter.clone()), &[&iter])
    },
    "takewhile": |_, arguments| {
        let [function, items] = bind("takewhile", arguments, ["", ""], 2)?;
        let iter = Iter::of(&items, false)?;
        Iter::over(State::While(function, iter.clone()), &[&iter])
    },
    "zip_longest": |_, mut arguments| {
        let fill = match option(&mut arguments, "fillvalue") {
            Value::Unset => Value::None,
            fill => fill,
        };
        let iters = iters(&all("zip_longest", arguments)?)?;
        Iter::over(State::ZipLongest(iters.clone(), fill), &iters.iter().collect::<Vec<_>>())
    },
];

/// Folds ints; a step for the work on each.
fn folded(
    what: &str,
    arguments: Arguments,
    first: i64,
    fold: fn(&BigInt, &BigInt) -> BigInt,
) -> Done<Value> {
    let mut value = BigInt::from(first);
    for n in all(what, arguments)? {
        let n = int_of(&n, what)?;
        let size = (n.bits().max(value.bits()) / 64) as usize + 1;
        step(size.saturating_mul(size))?;
        let _room = Charge::of(size * 32)?;
        value = fold(&value, &n);
    }
    Value::big(value)
}

/// The product of `from`, `from` + 1, …, `to`.
fn rising(from: BigInt, to: &BigInt) -> Done<Value> {
    let (mut value, mut n) = (Value::Int(1), from);
    while n <= *to {
        step(1)?;
        value = operate::binary(Binary::Mul, &value, &Value::big(n.clone())?)?;
        n += 1;
    }
    Ok(value)
}

fn natural(value: &Value, what: &str) -> Done<BigInt> {
    let n = int_of(value, what)?;
    match n.is_negative() {
        true => wrong!("{what} takes numbers of 0 or more, found {n}"),
        false => Ok(n),
    }
}

static MATH: &[Native] = natives![
    "comb": |_, arguments| {
        let [n, k] = bind("comb", arguments, ["", ""], 2)?;
        let (n, k) = (natural(&n, "comb")?, natural(&k, "comb")?);
        if k > n {
            return Ok(Value::Int(0));
        }
        let k = k.clone().min(&n - &k);
        let (mut value, mut i) = (Value::Int(1), BigInt::zero());
        while i < k {
            step(1)?;
            value = operate::binary(Binary::Mul, &value, &Value::big(&n - &i)?)?;
            i += 1;
            value = operate::binary(Binary::FloorDiv, &value, &Value::big(i.clone())?)?;
        }
        Ok(value)
    },
    "factorial": |_, arguments| rising(BigInt::one(), &natural(&one("factorial", arguments)?, "factorial")?),
    "gcd": |_, arguments| folded("gcd", arguments, 0, |a, b| a.gcd(b)),
    "isqrt": |_, arguments| {
        let n = natural(&one("isqrt", arguments)?, "isqrt")?;
        let size = (n.bits() / 64) as usize + 1;
        step(size.saturating_mul(size))?;
        let _room = Charge::of(size * 32)?;
        Value::big(n.sqrt())
    },
    "lcm": |_, arguments| folded("lcm", arguments, 1, |a, b| a.lcm(b)),
    "perm": |_, arguments| {
        let [n, k] = bind("perm", arguments, ["", ""], 1)?;
        let n = natural(&n, "perm")?;
        let k = if is_given(&k) { natural(&k, "perm")? } else { n.clone() };
        if k > n { Ok(Value::Int(0)) } else { rising(&n - &k + 1, &n) }
    },
    "prod": |machine, mut arguments| {
        let start = option(&mut arguments, "start");
        let iter = Iter::of(&one("prod", arguments)?, true)?;
        let mut value = if matches!(start, Value::Unset) { Value::Int(1) } else { start };
        while let Some(item) = iterate::next(&iter, machine)? {
            step(1)?;
            value = operate::binary(Binary::Mul, &value, &item)?;
        }
        Ok(value)
    },
];

static COLLECTIONS: &[Native] = natives![
    "Counter": |machine, arguments| {
        let counter = Value::dict(Map::default(), Value::Int(0))?;
        methods::count_into(machine, &counter, arguments, 1)?;
        Ok(counter)
    },
    "OrderedDict": dict,
    "defaultdict": |machine, arguments| {
        let Arguments { mut given, named } = arguments;
        let make = if given.is_empty() { Value::None } else { given.remove(0) };
        let make = match make {
            Value::None => Value::Unset,
            Value::Function(_) | Value::Native(_) | Value::Partial(_) => make,
            other => wrong!("defaultdict takes a function that gives a first value, as in defaultdict(int), found {}", other.kind()),
        };
        let dict = Value::dict(Map::default(), make)?;
        methods::update(machine, "defaultdict", &dict, &given, named)?;
        Ok(dict)
    },
    "deque": |machine, arguments| {
        let [items, most] = bind("deque", arguments, ["iterable", "maxlen"], 0)?;
        let most = match is_given(&most) {
            true => match usize::try_from(number(&most, "maxlen")?) {
                Ok(most) => most,
                Err(_) => wrong!("maxlen is 0 or more"),
            },
            false => usize::MAX,
        };
        let mut items = if matches!(items, Value::Unset) { Vec::new() } else { machine.collect(&items)? };
        items.drain(..items.len().saturating_sub(most));
        Value::sequence(items.into(), Some(most))
    },
];

macro_rules! operators {
    ($($name:literal: $sign:ident),*) => {
        &[$(Native { name: $name, call: |_, arguments| {
            let [a, b] = bind($name, arguments, ["", ""], 2)?;
            operate::binary(Binary::$sign, &a, &b)
        } }),*]
    };
}

static OPERATOR: &[Native] = operators![
    "add": Add, "sub": Sub, "mul": Mul, "floordiv": FloorDiv, "mod": Mod, "pow": Pow, "and_": And, "or_": Or, "xor": Xor,
    "lshift": Shl, "rshift": Shr
];

static ITEMGETTER: &[Native] = natives![
    "itemgetter": |_, arguments| partial("items", all("itemgetter", arguments)?),
    "neg": |_, arguments| operate::unary(crate::tree::Unary::Minus, &one("neg", arguments)?),
];

static RULES: [&str; 3] = ["parameter", "struct", "fail"];

fn modules() -> [(&'static str, Vec<&'static Native>); 6] {
    let rules = RULES.iter().filter_map(|name| find(FUNCTIONS, name));
    [
        ("functools", FUNCTOOLS.iter().collect()),
        ("itertools", ITERTOOLS.iter().collect()),
        ("math", MATH.iter().collect()),
        ("collections", COLLECTIONS.iter().collect()),
        ("operator", OPERATOR.iter().chain(ITEMGETTER).collect()),
        ("bouton.rules", rules.collect()),
    ]
}

fn find(natives: &'static [Native], name: &str) -> Option<&'static Native> {
    natives.iter().find(|native| native.name == name)
}

/// The value of a name that the text does not bind.
pub(crate) fn known(name: &str) -> Option<Value> {
    find(FUNCTIONS, name)
        .or_else(|| find(EXCEPTIONS, name))
        // Older rule files use it without importing it.
        .or_else(|| find(FUNCTOOLS, name).filter(|_| name == "partial"))
        .map(Value::Native)
}

/// The names that [`known`] knows.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    FUNCTIONS.iter().map(|native| native.name)
}

/// The advice for a name that there is in Python, and not here.
pub(crate) fn missing(name: &str) -> Option<String> {
    let home = modules()
        .into_iter()
        .find(|(_, natives)| natives.iter().any(|native| native.name == name));
    if let Some((module, _)) = home {
        return Some(format!(
            "{name} must be imported: `from {module} import {name}`"
        ));
    }
    let why = match name {
        "float" | "complex" => {
            "there are no numbers with a fraction here: use whole numbers, and `//` to divide"
        }
        "input" | "open" => {
            "a rule file reads nothing: what differs from game to game is a parameter(name, default)"
        }
        "eval" | "exec" | "compile" | "__import__" => {
            "there is no eval here: write the functions themselves"
        }
        "id" | "hash" => {
            "addresses and hashes differ from run to run, so there are none here: compare by `==`"
        }
        "globals" | "locals" | "vars" | "dir" => "the names of a file cannot be listed",
        "object" | "super" | "property" | "classmethod" | "staticmethod" | "setattr" => {
            "there are no classes here: `struct(a = 1)` holds named values, and functions take them"
        }
        "bytes" | "bytearray" | "memoryview" => {
            "there are no bytes here: use a tuple of numbers, or a string"
        }
        "slice" | "ascii" | "issubclass" | "delattr" | "breakpoint" | "help" => {
            "this function of Python is not there"
        }
        "true" => "there is no name true: write True",
        "false" => "there is no name false: write False",
        "null" | "nil" => "there is no such name: write None",
        "load" => "a rule file is one text: nothing is loaded",
        _ => return None,
    };
    Some(why.to_owned())
}

/// The function of a name that is always known.
pub(crate) fn native(name: &str) -> Value {
    known(name).expect("invariant: it is in the table")
}

/// The value of an import: a function, or a module as a struct.
pub(crate) fn import(path: &str) -> Done<Value> {
    let natives = |natives: Vec<&'static Native>| {
        Value::fields(
            natives
                .into_iter()
                .map(|native| (native.name.into(), Value::Native(native)))
                .collect(),
        )
    };
    for (module, all) in modules() {
        if path == module {
            let module = natives(all)?;
            return match path {
                "bouton.rules" => Value::fields(vec![("rules".into(), module)]),
                _ => Ok(module),
            };
        }
        if let Some(name) = path
            .strip_prefix(module)
            .and_then(|rest| rest.strip_prefix('.'))
        {
            if let Some(native) = all.iter().find(|native| native.name == name) {
                return Ok(Value::Native(native));
            }
            let names: Vec<&str> = all.iter().map(|native| native.name).collect();
            wrong!("{module} has no {name} here; it has {}", names.join(", "));
        }
    }
    wrong!("{path} cannot be imported")
}

pub(crate) fn find_method(value: &Value, name: &str) -> Option<&'static Native> {
    let tables = methods::of(value.kind());
    tables.iter().find_map(|table| find(table, name))
}

/// The same, remembered at the place of the call.
pub(crate) fn method(value: &Value, site: &Site) -> Option<&'static Native> {
    if matches!(
        value,
        Value::Struct(_) | Value::Foreign(_) | Value::Native(_)
    ) {
        return None;
    }
    let kind = value.kind();
    if let Some((known, native)) = site.found.get()
        && std::ptr::eq(known, kind)
    {
        return Some(native);
    }
    let native = find_method(value, &site.name)?;
    site.found.set(Some((kind, native)));
    Some(native)
}

/// `str.upper`, `dict.fromkeys`, `chain.from_iterable`: a method without its value.
pub(crate) fn unbound(kind: &str, name: &str) -> Option<&'static Native> {
    let own = methods::of_type(kind).and_then(|table| find(table, name));
    own.or_else(|| methods::of(kind).iter().find_map(|table| find(table, name)))
}

/// The message about a method that there is not.
pub(crate) fn no_method(value: &Value, name: &str) -> String {
    let kind = value.kind();
    let instead = match (kind, name) {
        ("tuple", "append" | "insert" | "remove" | "pop" | "sort" | "extend") => {
            ": a tuple stays as it is; `t + (x,)` is a longer one, list(t) can be changed"
        }
        ("str", "encode" | "decode") => ": there are no bytes here",
        ("function", "cache_clear" | "cache_info") => ": what is kept depends on nothing else",
        ("set" | "frozenset", "sort") => ": write sorted(…)",
        _ => "",
    };
    let all = methods::of(kind)
        .iter()
        .flat_map(|table| table.iter())
        .map(|native| native.name);
    let near = all
        .map(|other| (crate::compile::distance(name, other), other))
        .min();
    match near {
        _ if !instead.is_empty() => format!("{} has no method {name}{instead}", value.named()),
        Some((away, near)) if away * 3 <= name.len() => {
            format!("{} has no method {name}: is {near} meant?", value.named())
        }
        _ => format!("{} has no method {name}", value.named()),
    }
}

/// The items of a view or an entry as pairs; for `Counter.most_common`.
pub(crate) fn pair(key: &Key, value: &Value) -> Done<Value> {
    Value::tuple([key.value.clone(), value.clone()])
}

/// `dict.keys()` and the like.
pub(crate) fn view(value: &Value, shown: Shown) -> Done<Value> {
    match value {
        Value::Dict(dict) => Ok(Value::View(Rc::new(crate::value::View {
            dict: dict.clone(),
            shown,
        }))),
        _ => unreachable!("invariant: this method is of dicts"),
    }
}
