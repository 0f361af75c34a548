//! The methods of strings, lists, dicts, sets and other values; the first argument is the value itself.

use std::collections::VecDeque;
use std::rc::Rc;

use crate::builtins::{bind, natives, one, pair, sorted, view};
use crate::error::{Done, wrong};
use crate::iterate::Iter;
use crate::machine::Machine;
use crate::meter::{Charge, step};
use crate::operate::{self, elements, number, set_to_change, text_of, whole};
use crate::show;
use crate::tree::{Binary, Compare};
use crate::value::{
    Arguments, Dict, Key, List, Map, Native, Set, Shown, Text, Value, is_container, watch,
};

/// The tables of methods of a type.
pub(crate) fn of(kind: &str) -> &'static [&'static [Native]] {
    match kind {
        "str" => &[STR],
        "list" => &[LIST],
        "deque" => &[DEQUE, LIST],
        "dict" | "defaultdict" => &[DICT],
        "Counter" => &[COUNTER, DICT],
        "set" => &[SET, FROZENSET],
        "frozenset" => &[FROZENSET],
        "tuple" => &[TUPLE],
        "int" | "bool" => &[INT],
        "range" => &[RANGE],
        _ => &[],
    }
}

/// The functions of a type itself.
pub(crate) fn of_type(kind: &str) -> Option<&'static [Native]> {
    match kind {
        "dict" => Some(DICT_TYPE),
        "str" => Some(STR_TYPE),
        "chain" => Some(CHAIN_TYPE),
        _ => None,
    }
}

const DICT_TYPE: &[Native] = natives!["fromkeys": |machine, arguments| {
    let [keys, value] = bind("fromkeys", arguments, ["", ""], 1)?;
    let value = if matches!(value, Value::Unset) { Value::None } else { value };
    let mut map = Map::default();
    let keys = machine.collect(&keys)?;
    let _room = Charge::of(keys.len() * 64)?;
    for key in keys {
        map.insert(Key::of(key)?, value.clone());
    }
    Value::dict(map, Value::Unset)
}];

/// Characters by their numbers.
const STR_TYPE: &[Native] = natives!["maketrans": |_, arguments| {
    let [from, to, gone] = bind("maketrans", arguments, ["", "", ""], 1)?;
    let letter = |c: char| Value::Int(u32::from(c).into());
    let table = Value::dict(Map::default(), Value::Unset)?;
    let table_of = dict_of(&table)?;
    if let Value::Dict(dict) = &from {
        step(dict.borrow().len())?;
        for (key, value) in dict.borrow().iter() {
            let key = match &key.value {
                Value::Str(text) => match text.text.chars().next().filter(|_| text.len == 1) {
                    Some(c) => letter(c),
                    None => wrong!("maketrans takes single characters, found {}", show::short(&key.value)),
                },
                other => other.clone(),
            };
            table_of.set(key, value.clone())?;
        }
        return Ok(table);
    }
    let (from, to) = (text_of(&from)?, text_of(&to)?);
    if from.len != to.len {
        wrong!("maketrans takes two strings of one length, found {} and {} characters", from.len, to.len);
    }
    step(from.len)?;
    for (c, d) in from.text.chars().zip(to.text.chars()) {
        table_of.set(letter(c), letter(d))?;
    }
    if !matches!(gone, Value::Unset) {
        for c in text_of(&gone)?.text.chars() {
            step(1)?;
            table_of.set(letter(c), Value::None)?;
        }
    }
    Ok(table)
}];

const CHAIN_TYPE: &[Native] = natives!["from_iterable": |_, arguments| {
    let iter = Iter::of(&one("from_iterable", arguments)?, false)?;
    Iter::over(crate::iterate::State::Chain(iter.clone(), None), &[&iter])
}];

pub(crate) fn is_space(c: char) -> bool {
    c.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&c)
}

/// A string that is made of another one, which may grow by a factor.
fn made(text: &Text, growth: usize, make: impl FnOnce(&str) -> String) -> Done<Value> {
    let bytes = text.text.len().saturating_mul(growth);
    step(bytes / 16)?;
    let _room = Charge::of(bytes)?;
    Value::str(&make(&text.text))
}

/// Refuses letters whose case and kind Python sees in its own way.
fn usual(text: &str) -> Done<()> {
    if text.is_ascii() {
        return Ok(());
    }
    step(text.len())?;
    let odd = |c: char| {
        let cases = c.to_uppercase().count() + c.to_lowercase().count();
        let is_mark = ['a', c].iter().collect::<String>().escape_debug().count() == 2
            && c.escape_debug().count() > 1;
        !c.is_ascii()
            && (cases > 2
                || c.is_numeric()
                || is_mark
                || matches!(c, 'Σ' | '\u{1c4}'..='\u{1cc}' | '\u{1f1}'..='\u{1f3}' | '\u{1f80}'..='\u{1fff}' | '\u{24b6}'..='\u{24e9}'))
    };
    match text.chars().find(|c| odd(*c)) {
        Some(c) => wrong!("this method does not know the character {c:?}"),
        None => Ok(()),
    }
}

/// A string method without arguments.
fn plain(what: &str, arguments: Arguments, make: fn(&str) -> String) -> Done<Value> {
    let value = one(what, arguments)?;
    if !matches!(what, ".lower" | ".upper") {
        usual(&text_of(&value)?.text)?;
    }
    made(text_of(&value)?, 3, make)
}

fn tests(what: &str, arguments: Arguments, test: fn(&str) -> bool) -> Done<Value> {
    let value = one(what, arguments)?;
    let text = text_of(&value)?;
    step(text.text.len() / 4)?;
    if !matches!(what, ".isascii" | ".isspace") {
        usual(&text.text)?;
    }
    Ok(Value::bool(test(&text.text)))
}

fn all_of(text: &str, test: impl Fn(char) -> bool) -> bool {
    !text.is_empty() && text.chars().all(test)
}

/// Whether there are letters with a case, all of this one.
fn is_cased(text: &str, wanted: fn(char) -> bool, other: fn(char) -> bool) -> bool {
    text.chars().any(wanted) && !text.chars().any(other)
}

fn title(text: &str) -> String {
    let mut in_word = false;
    let mut made = String::new();
    for c in text.chars() {
        match in_word {
            true => made.extend(c.to_lowercase()),
            false => made.extend(c.to_uppercase()),
        }
        in_word = c.is_lowercase() || c.is_uppercase();
    }
    made
}

fn stripped(what: &str, arguments: Arguments, left: bool, right: bool) -> Done<Value> {
    let [value, letters] = bind(what, arguments, ["", ""], 1)?;
    let text = &text_of(&value)?.text;
    step(text.len() / 16)?;
    let letters = match &letters {
        Value::Unset | Value::None => None,
        letters => Some(text_of(letters)?.text.chars().collect::<Vec<_>>()),
    };
    step(
        text.len()
            .saturating_mul(letters.as_ref().map_or(0, Vec::len))
            / 64,
    )?;
    let goes = |c: char| match &letters {
        Some(letters) => letters.contains(&c),
        None => is_space(c),
    };
    let rest = if left {
        text.trim_start_matches(goes)
    } else {
        text
    };
    Value::str(if right {
        rest.trim_end_matches(goes)
    } else {
        rest
    })
}

fn padded(what: &str, arguments: Arguments, align: char) -> Done<Value> {
    let [value, width, fill] = bind(what, arguments, ["", "", ""], 2)?;
    let text = text_of(&value)?;
    let fill = match &fill {
        Value::Unset => ' ',
        fill => match (text_of(fill)?.text.chars().next(), text_of(fill)?.len) {
            (Some(c), 1) => c,
            _ => wrong!("{} fills with one character", &what[1..]),
        },
    };
    let missing = usize::try_from(number(&width, "the width")?)
        .unwrap_or_default()
        .saturating_sub(text.len);
    let left = match align {
        '<' => 0,
        '>' => missing,
        // As CPython rounds.
        _ => missing / 2 + (missing & (text.len + missing) & 1),
    };
    let bytes = missing
        .saturating_mul(fill.len_utf8())
        .saturating_add(text.text.len());
    step(bytes / 16)?;
    let fills = |n| std::iter::repeat_n(fill, n);
    let make = || {
        fills(left)
            .chain(text.text.chars())
            .chain(fills(missing - left))
            .collect::<String>()
            .into()
    };
    Value::string(make, bytes)
}

/// The bytes between two places of a string.
fn bounds(text: &Text, start: &Value, end: &Value) -> Done<Option<std::ops::Range<usize>>> {
    let len = text.len as i64;
    let place = |value: &Value, default: i64| match value {
        Value::Unset | Value::None => Ok(default),
        value => {
            let n = number(value, "a place")?;
            Ok(if n < 0 {
                n.saturating_add(len).max(0)
            } else {
                n
            })
        }
    };
    let (start, end) = (place(start, 0)?, place(end, len)?.min(len));
    if start > end {
        return Ok(None);
    }
    let (start, end) = (start as usize, end as usize);
    if text.len == text.text.len() {
        return Ok(Some(start..end));
    }
    step(text.text.len() / 16)?;
    let byte = |place| {
        text.text
            .char_indices()
            .nth(place)
            .map_or(text.text.len(), |(at, _)| at)
    };
    Ok(Some(byte(start)..byte(end)))
}

/// The place of a part of a string.
fn found(what: &str, arguments: Arguments, last: bool) -> Done<Option<usize>> {
    let [value, part, start, end] = bind(what, arguments, ["", "", "", ""], 2)?;
    let (text, part) = (text_of(&value)?, text_of(&part)?);
    step(text.text.len() / 16)?;
    let Some(bounds) = bounds(text, &start, &end)? else {
        return Ok(None);
    };
    let inside = &text.text[bounds.clone()];
    let at = if last {
        inside.rfind(&*part.text)
    } else {
        inside.find(&*part.text)
    };
    Ok(at.map(|at| text.text[..bounds.start + at].chars().count()))
}

/// A string of one letter: it is found faster than others.
pub(crate) fn only(text: &str) -> Option<char> {
    let mut letters = text.chars();
    letters.next().filter(|_| letters.next().is_none())
}

/// How often a part is in a text.
fn occurrences(text: &str, part: &str) -> usize {
    match only(part) {
        Some(letter) if letter.is_ascii() => text.bytes().filter(|c| *c == letter as u8).count(),
        _ => text.matches(part).count(),
    }
}

fn place_of(what: &str, arguments: Arguments, last: bool) -> Done<Value> {
    Ok(Value::Int(
        found(what, arguments, last)?.map_or(-1, |at| at as i64),
    ))
}

fn index_of(what: &str, arguments: Arguments, last: bool) -> Done<Value> {
    match found(what, arguments, last)? {
        Some(at) => Ok(Value::Int(at as i64)),
        None => wrong!(
            "{}: this is no part of the string; find gives -1 then",
            &what[1..]
        ),
    }
}

fn begins(what: &str, arguments: Arguments, test: fn(&str, &str) -> bool) -> Done<Value> {
    let [value, parts, start, end] = bind(what, arguments, ["", "", "", ""], 2)?;
    let text = text_of(&value)?;
    let parts = match &parts {
        Value::Tuple(tuple) => tuple.items.clone(),
        part => [part.clone()].into_iter().collect(),
    };
    parts
        .iter()
        .try_for_each(|part| text_of(part).map(|_| ()))?;
    let Some(bounds) = bounds(text, &start, &end)? else {
        return Ok(Value::bool(false));
    };
    let inside = &text.text[bounds];
    for part in &parts {
        step(1 + text_of(part)?.text.len() / 64)?;
        if test(inside, &text_of(part)?.text) {
            return Ok(Value::bool(true));
        }
    }
    Ok(Value::bool(false))
}

fn texts<'t>(parts: impl Iterator<Item = &'t str>) -> Done<Vec<Value>> {
    let charge = Charge::default();
    let mut all = Vec::new();
    for part in parts {
        step(1 + part.len() / 64)?;
        charge.reach((all.len() + 1) * 16)?;
        all.push(Value::str(part)?);
    }
    Ok(all)
}

fn split(what: &str, arguments: Arguments, from_end: bool) -> Done<Value> {
    let [value, sep, most] = bind(what, arguments, ["", "sep", "maxsplit"], 1)?;
    let text = &text_of(&value)?.text;
    step(text.len() / 16)?;
    let most = match &most {
        Value::Unset => usize::MAX,
        most => usize::try_from(number(most, "maxsplit")?).unwrap_or(usize::MAX),
    };
    let mut parts = match &sep {
        Value::Unset | Value::None => {
            let (mut parts, charge) = (Vec::new(), Charge::default());
            let mut rest = if from_end {
                text.trim_end_matches(is_space)
            } else {
                text.trim_start_matches(is_space)
            };
            while !rest.is_empty() && parts.len() < most {
                let (word, after) = match from_end {
                    false => rest.split_once(is_space).unwrap_or((rest, "")),
                    true => rest
                        .rsplit_once(is_space)
                        .map_or((rest, ""), |(before, word)| (word, before)),
                };
                step(1)?;
                charge.reach((parts.len() + 2) * 16)?;
                parts.push(Value::str(word)?);
                rest = if from_end {
                    after.trim_end_matches(is_space)
                } else {
                    after.trim_start_matches(is_space)
                };
            }
            if !rest.is_empty() {
                parts.push(Value::str(rest)?);
            }
            parts
        }
        sep => {
            let sep = &*text_of(sep)?.text;
            if sep.is_empty() {
                wrong!("split by an empty string: list(text) gives the characters");
            }
            let most = most.saturating_add(1);
            match from_end {
                false => texts(text.splitn(most, sep))?,
                true => texts(text.rsplitn(most, sep))?,
            }
        }
    };
    if from_end {
        parts.reverse();
    }
    Value::list(parts)
}

fn lines(arguments: Arguments) -> Done<Value> {
    let [value, keep] = bind(".splitlines", arguments, ["", "keepends"], 1)?;
    let mut rest = &*text_of(&value)?.text;
    let is_end = |c: char| {
        matches!(
            c,
            '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{1c}'
                ..='\u{1e}' | '\u{85}' | '\u{2028}' | '\u{2029}'
        )
    };
    step(rest.len() / 16)?;
    let (mut parts, charge) = (Vec::new(), Charge::default());
    while !rest.is_empty() {
        charge.reach((parts.len() + 1) * 16)?;
        let end = rest.find(is_end).unwrap_or(rest.len());
        let after = match rest[end..].chars().next() {
            Some('\r') if rest[end + 1..].starts_with('\n') => end + 2,
            c => end + c.map_or(0, char::len_utf8),
        };
        parts.push(Value::str(&rest[..if keep.truth() { after } else { end }])?);
        step(1)?;
        rest = &rest[after..];
    }
    Value::list(parts)
}

fn partition(what: &str, arguments: Arguments, last: bool) -> Done<Value> {
    let [value, sep] = bind(what, arguments, ["", ""], 2)?;
    let (text, sep) = (&*text_of(&value)?.text, &*text_of(&sep)?.text);
    step(text.len() / 16)?;
    if sep.is_empty() {
        wrong!("partition by an empty string");
    }
    let parts = if last {
        text.rsplit_once(sep)
    } else {
        text.split_once(sep)
    };
    let (before, sep, after) = match parts {
        Some((before, after)) => (before, sep, after),
        None if last => ("", "", text),
        None => (text, "", ""),
    };
    Value::tuple([Value::str(before)?, Value::str(sep)?, Value::str(after)?])
}

const STR: &[Native] = natives![
    "capitalize": |_, arguments| plain(".capitalize", arguments, |text| {
        let mut letters = text.chars();
        let first = letters.next().map(char::to_uppercase).into_iter().flatten();
        first.chain(letters.flat_map(char::to_lowercase)).collect()
    }),
    "center": |_, arguments| padded(".center", arguments, '^'),
    "count": |_, arguments| {
        let [value, part, start, end] = bind(".count", arguments, ["", "", "", ""], 2)?;
        let (text, part) = (text_of(&value)?, text_of(&part)?);
        step(text.text.len() / 16)?;
        let Some(bounds) = bounds(text, &start, &end)? else { return Ok(Value::Int(0)) };
        let inside = &text.text[bounds];
        let count = match part.text.is_empty() {
            true => inside.chars().count() + 1,
            false => occurrences(inside, &part.text),
        };
        Ok(Value::Int(count as i64))
    },
    "elems": |_, arguments| {
        let value = one(".elems", arguments)?;
        let text = &text_of(&value)?.text;
        step(text.len() / 8)?;
        let _room = Charge::of(text.len() * 16)?;
        Value::list(text.chars().map(Value::char).collect::<Done<Vec<_>>>()?)
    },
    "endswith": |_, arguments| begins(".endswith", arguments, |text, part| text.ends_with(part)),
    "find": |_, arguments| place_of(".find", arguments, false),
    "format": |_, arguments| {
        let Arguments { given, named } = arguments;
        let text = show::template(&text_of(&given[0])?.text, &given[1..], &named)?;
        Value::str(&text)
    },
    "index": |_, arguments| index_of(".index", arguments, false),
    "isalnum": |_, arguments| tests(".isalnum", arguments, |text| all_of(text, char::is_alphanumeric)),
    "isalpha": |_, arguments| tests(".isalpha", arguments, |text| all_of(text, char::is_alphabetic)),
    "isascii": |_, arguments| tests(".isascii", arguments, str::is_ascii),
    "isdecimal": |_, arguments| tests(".isdecimal", arguments, |text| all_of(text, |c| c.is_ascii_digit())),
    "isdigit": |_, arguments| tests(".isdigit", arguments, |text| all_of(text, |c| c.is_ascii_digit())),
    "islower": |_, arguments| tests(".islower", arguments, |text| is_cased(text, char::is_lowercase, char::is_uppercase)),
    "isspace": |_, arguments| tests(".isspace", arguments, |text| all_of(text, is_space)),
    "istitle": |_, arguments| tests(".istitle", arguments, |text| text.chars().any(|c| c.is_lowercase() || c.is_uppercase()) && title(text) == text),
    "isupper": |_, arguments| tests(".isupper", arguments, |text| is_cased(text, char::is_uppercase, char::is_lowercase)),
    "join": |machine, arguments| {
        let [value, items] = bind(".join", arguments, ["", ""], 2)?;
        let sep = &text_of(&value)?.text;
        let items = machine.collect(&items)?;
        let mut bytes = sep.len().saturating_mul(items.len().saturating_sub(1));
        for (n, item) in items.iter().enumerate() {
            match item.as_str() {
                Some(text) => bytes = bytes.saturating_add(text.len()),
                None => wrong!("join takes strings, found {} as item {n}: write str(…) around each", item.kind()),
            }
        }
        step(bytes / 64 + items.len() / 8)?;
        let _room = Charge::of(items.len() * 16)?;
        Value::string(|| items.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(sep).into(), bytes)
    },
    "ljust": |_, arguments| padded(".ljust", arguments, '<'),
    "lower": |_, arguments| plain(".lower", arguments, str::to_lowercase),
    "lstrip": |_, arguments| stripped(".lstrip", arguments, true, false),
    "partition": |_, arguments| partition(".partition", arguments, false),
    "removeprefix": |_, arguments| {
        let [value, part] = bind(".removeprefix", arguments, ["", ""], 2)?;
        let (text, part) = (&*text_of(&value)?.text, &*text_of(&part)?.text);
        step(text.len() / 64)?;
        Value::str(text.strip_prefix(part).unwrap_or(text))
    },
    "removesuffix": |_, arguments| {
        let [value, part] = bind(".removesuffix", arguments, ["", ""], 2)?;
        let (text, part) = (&*text_of(&value)?.text, &*text_of(&part)?.text);
        step(text.len() / 64)?;
        Value::str(text.strip_suffix(part).unwrap_or(text))
    },
    "replace": |_, arguments| {
        let [value, old, new, most] = bind(".replace", arguments, ["", "", "", "count"], 3)?;
        let (text, old, new) = (&*text_of(&value)?.text, &*text_of(&old)?.text, &*text_of(&new)?.text);
        let most = match &most {
            Value::Unset => usize::MAX,
            most => usize::try_from(number(most, "the count")?).unwrap_or(usize::MAX),
        };
        step(text.len() / 16)?;
        let letter = only(old);
        let count = occurrences(text, old).min(most);
        let bytes = text.len().saturating_sub(count * old.len()).saturating_add(count.saturating_mul(new.len()));
        step(bytes / 16)?;
        let made = || match letter {
            Some(letter) => text.replacen(letter, new, count),
            None => text.replacen(old, new, count),
        };
        Value::string(|| made().into(), bytes)
    },
    "rfind": |_, arguments| place_of(".rfind", arguments, true),
    "rindex": |_, arguments| index_of(".rindex", arguments, true),
    "rjust": |_, arguments| padded(".rjust", arguments, '>'),
    "rpartition": |_, arguments| partition(".rpartition", arguments, true),
    "rsplit": |_, arguments| split(".rsplit", arguments, true),
    "rstrip": |_, arguments| stripped(".rstrip", arguments, false, true),
    "split": |_, arguments| split(".split", arguments, false),
    "splitlines": |_, arguments| lines(arguments),
    "startswith": |_, arguments| begins(".startswith", arguments, |text, part| text.starts_with(part)),
    "strip": |_, arguments| stripped(".strip", arguments, true, true),
    "swapcase": |_, arguments| plain(".swapcase", arguments, |text| {
        let mut made = String::new();
        for c in text.chars() {
            match c.is_uppercase() {
                true => made.extend(c.to_lowercase()),
                false => made.extend(c.to_uppercase()),
            }
        }
        made
    }),
    "title": |_, arguments| plain(".title", arguments, title),
    "translate": |_, arguments| {
        let [value, table] = bind(".translate", arguments, ["", ""], 2)?;
        let (table, charge) = (dict_of(&table)?, Charge::default());
        let mut made = String::new();
        for c in text_of(&value)?.text.chars() {
            step(1)?;
            let found = table.get(&Value::Int(u32::from(c).into()))?;
            let mut buffer = [0; 4];
            let part = match &found {
                None => &*c.encode_utf8(&mut buffer),
                Some(Value::None) => "",
                Some(Value::Str(text)) => &text.text,
                Some(n) => match n.as_int().and_then(|n| char::from_u32(u32::try_from(n).ok()?)) {
                    Some(c) => c.encode_utf8(&mut buffer),
                    None => wrong!("translate takes characters by their numbers, found {}", show::short(n)),
                },
            };
            step(part.len() / 16)?;
            charge.reach(made.len() + part.len())?;
            made.push_str(part);
        }
        Value::str(&made)
    },
    "upper": |_, arguments| plain(".upper", arguments, str::to_uppercase),
    "zfill": |_, arguments| {
        let [value, width] = bind(".zfill", arguments, ["", ""], 2)?;
        let text = text_of(&value)?;
        let missing = usize::try_from(number(&width, "the width")?).unwrap_or_default().saturating_sub(text.len);
        step(missing / 16)?;
        let (sign, digits) = match text.text.strip_prefix(['+', '-']) {
            Some(digits) => (&text.text[..1], digits),
            None => ("", &*text.text),
        };
        let bytes = missing.saturating_add(text.text.len());
        Value::string(|| format!("{sign}{}{digits}", "0".repeat(missing)).into(), bytes)
    },
];

fn list_of(value: &Value) -> Done<&Rc<List>> {
    match value {
        Value::List(list) => Ok(list),
        other => wrong!("expected a list, found {}", other.kind()),
    }
}

/// Adds items at the end, or at the beginning; a deque lets items go at the other end.
fn add(value: &Value, items: Vec<Value>, at_end: bool) -> Done<Value> {
    let list = list_of(value)?;
    if items.iter().any(is_container) {
        watch(value);
    }
    step(items.len() / 8)?;
    let mut old = list.change(items.len())?;
    let mut gone = Vec::new();
    for item in items {
        match at_end {
            true => old.push_back(item),
            false => old.push_front(item),
        }
        if list.deque.is_some_and(|most| old.len() > most) {
            gone.extend(if at_end {
                old.pop_front()
            } else {
                old.pop_back()
            });
        }
    }
    drop(old);
    Ok(Value::None)
}

/// The place of an item between two places.
fn item_at(
    value: &Value,
    items: &VecDeque<Value>,
    start: &Value,
    end: &Value,
) -> Done<Option<usize>> {
    let len = items.len() as i64;
    let place = |value: &Value, default: i64| match value {
        Value::Unset => Ok(default),
        value => {
            let n = number(value, "a place")?;
            Ok(if n < 0 {
                n.saturating_add(len).max(0)
            } else {
                n
            })
        }
    };
    let (start, end) = (place(start, 0)?, place(end, len)?);
    for (n, item) in items.iter().enumerate().skip(start as usize) {
        if n as i64 >= end {
            break;
        }
        if item.is(value) || item.equals(value, 0)? {
            return Ok(Some(n));
        }
    }
    Ok(None)
}

fn count(value: &Value, items: &VecDeque<Value>) -> Done<Value> {
    let mut count = 0;
    for item in items {
        count += i64::from(item.is(value) || item.equals(value, 0)?);
    }
    Ok(Value::Int(count))
}

fn popped(value: &Value, at: Option<&Value>) -> Done<Value> {
    let list = list_of(value)?;
    let mut items = list.change(0)?;
    let len = items.len() as i64;
    let n = match at {
        None => -1,
        Some(at) => number(at, "an index")?,
    };
    let at = if n < 0 { n.saturating_add(len) } else { n };
    if len == 0 {
        wrong!("pop from an empty {}", value.kind());
    }
    if at != len - 1 {
        step(items.len() / 64)?;
    }
    match usize::try_from(at).ok().and_then(|at| items.remove(at)) {
        Some(item) => Ok(item),
        None => wrong!("pop: index {n} is outside of a list of {len}"),
    }
}

const LIST: &[Native] = natives![
    "append": |_, arguments| {
        let [list, item] = bind(".append", arguments, ["", ""], 2)?;
        add(&list, vec![item], true)
    },
    "clear": |_, arguments| {
        let value = one(".clear", arguments)?;
        let old = std::mem::take(&mut *list_of(&value)?.change(0)?);
        step(old.len() / 8)?;
        Ok(Value::None)
    },
    "copy": |machine, arguments| {
        let value = one(".copy", arguments)?;
        let items = machine.collect(&value)?;
        Value::sequence(items.into(), list_of(&value)?.deque)
    },
    "count": |_, arguments| {
        let [list, item] = bind(".count", arguments, ["", ""], 2)?;
        count(&item, &list_of(&list)?.borrow())
    },
    "extend": |machine, arguments| {
        let [list, items] = bind(".extend", arguments, ["", ""], 2)?;
        let items = machine.collect(&items)?;
        add(&list, items, true)
    },
    "index": |_, arguments| {
        let [list, item, start, end] = bind(".index", arguments, ["", "", "", ""], 2)?;
        match item_at(&item, &list_of(&list)?.borrow(), &start, &end)? {
            Some(at) => Ok(Value::Int(at as i64)),
            None => wrong!("{} is not in this {}", show::short(&item), list.kind()),
        }
    },
    "insert": |_, arguments| {
        let [value, at, item] = bind(".insert", arguments, ["", "", ""], 3)?;
        let list = list_of(&value)?;
        if is_container(&item) {
            watch(&value);
        }
        let n = number(&at, "an index")?;
        let mut items = list.change(1)?;
        step(items.len() / 64)?;
        if list.deque.is_some_and(|most| items.len() >= most) {
            wrong!("this deque is full");
        }
        let len = items.len() as i64;
        let at = if n < 0 { n.saturating_add(len) } else { n };
        items.insert(at.clamp(0, len) as usize, item);
        Ok(Value::None)
    },
    "pop": |_, arguments| {
        let [list, at] = bind(".pop", arguments, ["", ""], 1)?;
        popped(&list, Some(&at).filter(|at| !matches!(at, Value::Unset)))
    },
    "remove": |_, arguments| {
        let [list, item] = bind(".remove", arguments, ["", ""], 2)?;
        let at = item_at(&item, &list_of(&list)?.borrow(), &Value::Unset, &Value::Unset)?;
        match at {
            Some(at) => popped(&list, Some(&Value::Int(at as i64))).map(|_| Value::None),
            None => wrong!("{} is not in this {}", show::short(&item), list.kind()),
        }
    },
    "reverse": |_, arguments| {
        let value = one(".reverse", arguments)?;
        let mut items = list_of(&value)?.change(0)?;
        step(items.len() / 16)?;
        items.make_contiguous().reverse();
        Ok(Value::None)
    },
    "sort": |machine, arguments| {
        if arguments.given.len() > 1 {
            wrong!("sort takes key = … and reverse = … by their names");
        }
        let [value, key, reverse] = bind(".sort", arguments, ["", "key", "reverse"], 1)?;
        let list = list_of(&value)?;
        let items: Vec<Value> = std::mem::take(&mut *list.change(0)?).into();
        let sorted = sorted(machine, items.clone(), &key, reverse.truth());
        // A key that changes the list is an error in CPython.
        if !list.borrow().is_empty() {
            wrong!("a list was changed while it was sorted");
        }
        match sorted {
            Ok(sorted) => *list.change(0)? = sorted.into(),
            Err(error) => {
                *list.change(0)? = items.into();
                return Err(error);
            }
        }
        Ok(Value::None)
    },
];

const DEQUE: &[Native] = natives![
    "appendleft": |_, arguments| {
        let [list, item] = bind(".appendleft", arguments, ["", ""], 2)?;
        add(&list, vec![item], false)
    },
    "extendleft": |machine, arguments| {
        let [list, items] = bind(".extendleft", arguments, ["", ""], 2)?;
        let items = machine.collect(&items)?;
        add(&list, items, false)
    },
    "pop": |_, arguments| popped(&one(".pop", arguments)?, None),
    "popleft": |_, arguments| popped(&one(".popleft", arguments)?, Some(&Value::Int(0))),
    "rotate": |_, arguments| {
        let [value, by] = bind(".rotate", arguments, ["", ""], 1)?;
        let by = if matches!(by, Value::Unset) { 1 } else { number(&by, "the places")? };
        let mut items = list_of(&value)?.change(0)?;
        step(items.len() / 8)?;
        if let Ok(len @ 1..) = i64::try_from(items.len()) {
            items.rotate_right(by.rem_euclid(len) as usize);
        }
        Ok(Value::None)
    },
    "sort": |_, _| wrong!("a deque has no method sort: write sorted(…)"),
];

const TUPLE: &[Native] = natives![
    "count": |machine, arguments| {
        let [value, item] = bind(".count", arguments, ["", ""], 2)?;
        count(&item, &machine.collect(&value)?.into())
    },
    "index": |machine, arguments| {
        let [value, item, start, end] = bind(".index", arguments, ["", "", "", ""], 2)?;
        match item_at(&item, &machine.collect(&value)?.into(), &start, &end)? {
            Some(at) => Ok(Value::Int(at as i64)),
            None => wrong!("{} is not in this tuple", show::short(&item)),
        }
    },
];

const RANGE: &[Native] = natives![
    "count": |machine, arguments| {
        let [value, item] = bind(".count", arguments, ["", ""], 2)?;
        Ok(Value::Int(operate::compare(machine, Compare::In, &item, &value)?.into()))
    },
    "index": |machine, arguments| {
        let [value, item] = bind(".index", arguments, ["", ""], 2)?;
        match (operate::compare(machine, Compare::In, &item, &value)?, &value, item.as_int()) {
            (true, Value::Range(range), Some(n)) => Ok(Value::Int((n - range.start) / range.step)),
            _ => wrong!("{} is not in this range", show::short(&item)),
        }
    },
];

const INT: &[Native] = natives![
    "bit_count": |_, arguments| {
        let value = one(".bit_count", arguments)?;
        let n = whole(&value).unwrap_or_default();
        step(n.bits() as usize / 64)?;
        Ok(Value::Int(n.magnitude().iter_u64_digits().map(|word| i64::from(word.count_ones())).sum()))
    },
    "bit_length": |_, arguments| {
        let value = one(".bit_length", arguments)?;
        Ok(Value::Int(whole(&value).unwrap_or_default().bits() as i64))
    },
];

fn dict_of(value: &Value) -> Done<&Rc<Dict>> {
    match value {
        Value::Dict(dict) => Ok(dict),
        other => wrong!("expected a dict, found {}", other.kind()),
    }
}

/// Adds entries: a dict or pairs, and named values.
pub(crate) fn update(
    machine: &mut Machine,
    what: &str,
    value: &Value,
    given: &[Value],
    named: Vec<(Rc<str>, Value)>,
) -> Done<()> {
    let dict = dict_of(value)?;
    match given {
        [] => {}
        [entries @ Value::Dict(_)] => operate::merge(dict, entries)?,
        [entries] => {
            for entry in machine.collect(entries)? {
                let entry = machine.collect(&entry)?;
                let [key, item] = &entry[..] else {
                    wrong!(
                        "{what} takes pairs of a key and a value, found {} items",
                        entry.len()
                    )
                };
                dict.set(key.clone(), item.clone())?;
            }
        }
        _ => wrong!("{what} takes a dict or pairs"),
    }
    for (name, item) in named {
        dict.set(Value::str(&name)?, item)?;
    }
    watch(value);
    Ok(())
}

const DICT: &[Native] = natives![
    "clear": |_, arguments| {
        let value = one(".clear", arguments)?;
        let old = std::mem::take(&mut *dict_of(&value)?.change(0)?);
        step(old.len() / 8)?;
        Ok(Value::None)
    },
    "copy": |_, arguments| {
        let value = one(".copy", arguments)?;
        let dict = dict_of(&value)?;
        Ok(Value::Dict(operate::copied(dict, dict.missing.clone())?))
    },
    "get": |_, arguments| {
        let [value, key, default] = bind(".get", arguments, ["", "", ""], 2)?;
        let found = dict_of(&value)?.get(&key)?;
        Ok(found.unwrap_or(if matches!(default, Value::Unset) { Value::None } else { default }))
    },
    "items": |_, arguments| view(&one(".items", arguments)?, Shown::Items),
    "keys": |_, arguments| view(&one(".keys", arguments)?, Shown::Keys),
    "pop": |_, arguments| {
        let [value, key, default] = bind(".pop", arguments, ["", "", ""], 2)?;
        match (operate::take(dict_of(&value)?, &key)?, default) {
            (Some(item), _) => Ok(item),
            (None, Value::Unset) => wrong!("there is no key {} in this dict", show::short(&key)),
            (None, default) => Ok(default),
        }
    },
    "popitem": |_, arguments| {
        let value = one(".popitem", arguments)?;
        match dict_of(&value)?.change(0)?.pop() {
            Some((key, item)) => pair(&key, &item),
            None => wrong!("popitem from an empty dict"),
        }
    },
    "setdefault": |_, arguments| {
        let [value, key, default] = bind(".setdefault", arguments, ["", "", ""], 2)?;
        let dict = dict_of(&value)?;
        if let Some(item) = dict.get(&key)? {
            return Ok(item);
        }
        let default = if matches!(default, Value::Unset) { Value::None } else { default };
        dict.set(key, default.clone())?;
        watch(&value);
        Ok(default)
    },
    "update": |machine, arguments| {
        let Arguments { given, named } = arguments;
        update(machine, "update", &given[0], &given[1..], named)?;
        Ok(Value::None)
    },
    "values": |_, arguments| view(&one(".values", arguments)?, Shown::Values),
];

/// Adds to the counts of a `Counter`, or takes away from them.
pub(crate) fn count_into(
    machine: &mut Machine,
    counter: &Value,
    arguments: Arguments,
    sign: i64,
) -> Done<()> {
    let dict = dict_of(counter)?;
    let Arguments { given, named } = arguments;
    let by = |key: &Value, count: &Value| {
        let count = operate::binary(Binary::Mul, count, &Value::Int(sign))?;
        let old = dict.get(key)?.unwrap_or(Value::Int(0));
        dict.set(key.clone(), operate::binary(Binary::Add, &old, &count)?)
    };
    match &given[..] {
        [] => {}
        [Value::Dict(other)] => {
            let entries: Vec<_> = other
                .borrow()
                .iter()
                .map(|(key, count)| (key.value.clone(), count.clone()))
                .collect();
            step(entries.len())?;
            for (key, count) in entries {
                by(&key, &count)?;
            }
        }
        [items] => {
            for item in machine.collect(items)? {
                step(1)?;
                by(&item, &Value::Int(1))?;
            }
        }
        _ => wrong!("Counter takes what has items, or a dict of counts"),
    }
    for (name, count) in named {
        by(&Value::str(&name)?, &count)?;
    }
    Ok(())
}

const COUNTER: &[Native] = natives![
    "elements": |_, arguments| {
        let value = one(".elements", arguments)?;
        let mut items = Vec::new();
        let charge = Charge::default();
        for (key, count) in dict_of(&value)?.borrow().iter() {
            let count = usize::try_from(number(count, "a count")?).unwrap_or_default();
            step(1 + count / 8)?;
            charge.reach((items.len() + count).saturating_mul(16))?;
            items.extend(std::iter::repeat_n(key.value.clone(), count));
        }
        Iter::of(&Value::list(items)?, false)
    },
    "fromkeys": |_, _| wrong!("Counter has no fromkeys: write Counter(items)"),
    "most_common": |machine, arguments| {
        let [value, n] = bind(".most_common", arguments, ["", "n"], 1)?;
        let pairs = dict_of(&value)?.borrow().iter().map(|(key, count)| Value::tuple([count.clone(), key.value.clone()])).collect::<Done<Vec<_>>>()?;
        let key = crate::builtins::import("operator.itemgetter")?;
        let key = machine.apply(&key, [Value::Int(0)])?;
        let mut sorted = sorted(machine, pairs, &key, true)?;
        if !matches!(n, Value::Unset | Value::None) {
            sorted.truncate(usize::try_from(number(&n, "the number")?).unwrap_or_default());
        }
        let swapped = sorted.iter().filter_map(Value::items).map(|pair| Value::tuple([pair[1].clone(), pair[0].clone()]));
        Value::list(swapped.collect::<Done<Vec<_>>>()?)
    },
    "subtract": |machine, mut arguments| {
        let counter = arguments.given.remove(0);
        count_into(machine, &counter, arguments, -1)?;
        Ok(Value::None)
    },
    "total": |machine, arguments| {
        let counts = view(&one(".total", arguments)?, Shown::Values)?;
        operate::sum(machine, &counts, Value::Int(0))
    },
    "update": |machine, mut arguments| {
        let counter = arguments.given.remove(0);
        count_into(machine, &counter, arguments, 1)?;
        Ok(Value::None)
    },
];

fn set_of(value: &Value) -> Done<&Rc<Set>> {
    match value {
        Value::Set(set) => Ok(set),
        other => wrong!("expected a set, found {}", other.kind()),
    }
}

/// A set with others.
fn joined(machine: &mut Machine, what: &str, arguments: Arguments, sign: Binary) -> Done<Value> {
    let value = &arguments.given[0];
    let set = set_of(value)?;
    let mut map = set.borrow().clone();
    let _room = Charge::of(map.len() * 64)?;
    if sign == Binary::Xor && arguments.given.len() != 2 {
        wrong!("{what} takes one argument");
    }
    for other in &arguments.given[1..] {
        let other = elements(machine, other)?;
        map = operate::sets(sign, &map, &other)?;
    }
    Value::set(map, set.fixed)
}

/// Changes a set by others.
fn changed(machine: &mut Machine, what: &str, arguments: Arguments, sign: Binary) -> Done<Value> {
    let value = arguments.given[0].clone();
    let joined = joined(machine, what, arguments, sign)?;
    let map = set_of(&joined)?.borrow().clone();
    let set = set_to_change(&value)?;
    let mut old = set.change(map.len())?;
    *old = map;
    Ok(Value::None)
}

fn within(machine: &mut Machine, what: &str, arguments: Arguments, swapped: bool) -> Done<Value> {
    let [value, other] = bind(what, arguments, ["", ""], 2)?;
    let other = elements(machine, &other)?;
    let own = set_of(&value)?.borrow();
    step((own.len() + other.len()) / 8)?;
    let (small, large) = if swapped {
        (&other, &*own)
    } else {
        (&*own, &other)
    };
    Ok(Value::bool(small.keys().all(|key| large.contains_key(key))))
}

fn removed(what: &str, arguments: Arguments) -> Done<bool> {
    let [value, item] = bind(what, arguments, ["", ""], 2)?;
    let key = operate::element(&item)?;
    let mut map = set_to_change(&value)?.change(0)?;
    step(map.len() / 32)?;
    Ok(map.shift_remove(&key).is_some())
}

const SET: &[Native] = natives![
    "add": |_, arguments| {
        let [value, item] = bind(".add", arguments, ["", ""], 2)?;
        let key = Key::of(item)?;
        set_to_change(&value)?.change(1)?.entry(key).or_insert(Value::None);
        Ok(Value::None)
    },
    "clear": |_, arguments| {
        let value = one(".clear", arguments)?;
        let old = std::mem::take(&mut *set_to_change(&value)?.change(0)?);
        step(old.len() / 8)?;
        Ok(Value::None)
    },
    "difference_update": |machine, arguments| changed(machine, "difference_update", arguments, Binary::Sub),
    "discard": |_, arguments| removed(".discard", arguments).map(|_| Value::None),
    "intersection_update": |machine, arguments| changed(machine, "intersection_update", arguments, Binary::And),
    "pop": |_, arguments| {
        let value = one(".pop", arguments)?;
        let mut map = set_to_change(&value)?.change(0)?;
        match (map.len(), map.pop()) {
            (1, Some((key, _))) => Ok(key.value),
            (0, _) => wrong!("pop from an empty set"),
            _ => wrong!("the order of a set is not defined: take min(…) of it, and discard that"),
        }
    },
    "remove": |_, arguments| {
        let item = arguments.given.get(1).cloned().unwrap_or_default();
        match removed(".remove", arguments)? {
            true => Ok(Value::None),
            false => wrong!("{} is not in this set", show::short(&item)),
        }
    },
    "symmetric_difference_update": |machine, arguments| changed(machine, "symmetric_difference_update", arguments, Binary::Xor),
    "update": |machine, arguments| changed(machine, "update", arguments, Binary::Or),
];

const FROZENSET: &[Native] = natives![
    "copy": |_, arguments| {
        let value = one(".copy", arguments)?;
        let set = set_of(&value)?;
        let _room = Charge::of(set.borrow().len() * 64)?;
        step(set.borrow().len() / 8)?;
        Value::set(set.borrow().clone(), set.fixed)
    },
    "difference": |machine, arguments| joined(machine, "difference", arguments, Binary::Sub),
    "intersection": |machine, arguments| joined(machine, "intersection", arguments, Binary::And),
    "isdisjoint": |machine, arguments| {
        let [value, other] = bind(".isdisjoint", arguments, ["", ""], 2)?;
        let other = elements(machine, &other)?;
        step(other.len() / 8)?;
        let own = set_of(&value)?.borrow();
        Ok(Value::bool(!other.keys().any(|key| own.contains_key(key))))
    },
    "issubset": |machine, arguments| within(machine, ".issubset", arguments, false),
    "issuperset": |machine, arguments| within(machine, ".issuperset", arguments, true),
    "symmetric_difference": |machine, arguments| joined(machine, "symmetric_difference", arguments, Binary::Xor),
    "union": |machine, arguments| joined(machine, "union", arguments, Binary::Or),
];
