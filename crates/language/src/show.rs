//! Values as texts: `repr`, `str`, formats.

use std::fmt::Write;
use std::rc::Rc;

use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive};

use crate::error::{Done, limit, wrong};
use crate::meter::{Charge, step};
use crate::operate::whole;
use crate::value::{Map, Shown, Value, check_depth};

/// A text whose bytes are counted before they are written.
#[derive(Default)]
struct Out {
    text: String,
    charge: Charge,
}

impl Out {
    fn room(&mut self, bytes: usize) -> Done<()> {
        step(bytes / 32)?;
        self.charge.reach(self.text.len().saturating_add(bytes))
    }

    fn push(&mut self, text: &str) -> Done<()> {
        self.room(text.len())?;
        self.text.push_str(text);
        Ok(())
    }

    fn fill(&mut self, c: char, times: usize) -> Done<()> {
        self.room(times.saturating_mul(c.len_utf8()))?;
        self.text.extend(std::iter::repeat_n(c, times));
        Ok(())
    }
}

/// The digits of a number.
pub(crate) fn digits(n: &BigInt, radix: u32) -> Done<String> {
    let words = (n.bits() / 64) as usize + 1;
    step(words.saturating_mul(words) / 16)?;
    let _room = Charge::of(words.saturating_mul(if radix == 2 { 64 } else { 24 }))?;
    Ok(n.to_str_radix(radix))
}

/// Python's `repr`.
///
/// # Errors
/// A function, a set of several elements or data that is nested too deeply, or a limit.
pub fn repr(value: &Value) -> Done<String> {
    let mut out = Out::default();
    write(&mut out, value, 0)?;
    Ok(out.text)
}

/// Python's `str`.
///
/// # Errors
/// As for [`repr`].
pub fn text(value: &Value) -> Done<String> {
    match value {
        Value::Str(text) => {
            let mut out = Out::default();
            out.push(&text.text)?;
            Ok(out.text)
        }
        _ => repr(value),
    }
}

/// A value in a message, as short text.
pub(crate) fn short(value: &Value) -> String {
    match repr(value) {
        Ok(text) if text.chars().count() <= 60 => text,
        Ok(text) => text.chars().take(59).chain(['…']).collect(),
        Err(_) => format!("<{}>", value.kind()),
    }
}

fn write(out: &mut Out, value: &Value, depth: usize) -> Done<()> {
    check_depth(depth)?;
    let inner = depth + 1;
    match value {
        Value::None => out.push("None"),
        Value::Bool(truth) => out.push(if truth.holds() { "True" } else { "False" }),
        Value::Int(n) => out.push(&n.to_string()),
        Value::Big(n) => out.push(&digits(&n.0, 10)?),
        Value::Str(text) => quoted(out, &text.text),
        Value::Tuple(tuple) => {
            let close = if tuple.items.len() == 1 { ",)" } else { ")" };
            items(out, "(", tuple.items.iter(), close, inner)
        }
        Value::List(list) => match list.deque {
            None => items(out, "[", list.borrow().iter(), "]", inner),
            Some(most) => {
                items(out, "deque([", list.borrow().iter(), "]", inner)?;
                match most {
                    usize::MAX => out.push(")"),
                    most => out.push(&format!(", maxlen={most})")),
                }
            }
        },
        Value::Dict(dict) => {
            let map = dict.borrow();
            match &dict.missing {
                Value::Unset => entries(out, "{", &map, "}", inner),
                Value::Int(_) if map.is_empty() => out.push("Counter()"),
                Value::Int(_) => {
                    let mut common: Vec<_> = map.iter().collect();
                    common.sort_by(|a, b| whole(b.1).cmp(&whole(a.1)));
                    let common = common
                        .into_iter()
                        .map(|(key, value)| (key.clone(), value.clone()));
                    entries(out, "Counter({", &common.collect(), "})", inner)
                }
                make => {
                    out.push("defaultdict(")?;
                    write(out, make, inner)?;
                    entries(out, ", {", &map, "})", inner)
                }
            }
        }
        Value::Set(set) => {
            let map = set.borrow();
            if map.len() > 1 {
                wrong!("the order of a set is not defined: write sorted(…) around it");
            }
            let (open, close) = match (set.fixed, map.is_empty()) {
                (true, true) => ("frozenset(", ")"),
                (true, false) => ("frozenset({", "})"),
                (false, true) => ("set(", ")"),
                (false, false) => ("{", "}"),
            };
            items(out, open, map.keys().map(|key| &key.value), close, inner)
        }
        Value::Range(range) if range.step.abs() == 1 && range.len > 0 => {
            out.push(&format!(
                "range({}, {}",
                range.start,
                i128::from(range.start) + i128::from(range.len * range.step)
            ))?;
            out.push(if range.step == 1 { ")" } else { ", -1)" })
        }
        Value::View(view) => {
            let map = view.dict.borrow();
            out.push(value.kind())?;
            match view.shown {
                Shown::Keys => items(out, "([", map.keys().map(|key| &key.value), "])", inner),
                Shown::Values => items(out, "([", map.values(), "])", inner),
                Shown::Items => {
                    let pairs = map
                        .iter()
                        .map(|(key, value)| Value::tuple([key.value.clone(), value.clone()]));
                    let pairs = pairs.collect::<Done<Vec<_>>>()?;
                    items(out, "([", pairs.iter(), "])", inner)
                }
            }
        }
        Value::Struct(fields) => {
            out.push("struct(")?;
            for (n, (name, value)) in fields.fields.iter().enumerate() {
                out.push(if n > 0 { ", " } else { "" })?;
                out.push(name)?;
                out.push("=")?;
                write(out, value, inner)?;
            }
            out.push(")")
        }
        Value::Foreign(strange) => out.push(&strange.value.text()),
        Value::Unset | Value::Cell(_) => out.push("…"),
        other => wrong!(
            "{} has no text: print its items, or its results",
            other.named()
        ),
    }
}

fn items<'v>(
    out: &mut Out,
    open: &str,
    items: impl Iterator<Item = &'v Value>,
    close: &str,
    depth: usize,
) -> Done<()> {
    out.push(open)?;
    for (n, item) in items.enumerate() {
        if n > 0 {
            out.push(", ")?;
        }
        write(out, item, depth)?;
    }
    out.push(close)
}

fn entries(out: &mut Out, open: &str, map: &Map, close: &str, depth: usize) -> Done<()> {
    out.push(open)?;
    for (n, (key, value)) in map.iter().enumerate() {
        if n > 0 {
            out.push(", ")?;
        }
        write(out, &key.value, depth)?;
        out.push(": ")?;
        write(out, value, depth)?;
    }
    out.push(close)
}

fn quoted(out: &mut Out, text: &str) -> Done<()> {
    let quote = if text.contains('\'') && !text.contains('"') {
        '"'
    } else {
        '\''
    };
    // The longest escape of a byte has four characters.
    out.room(text.len().saturating_mul(4).saturating_add(2))?;
    let out = &mut out.text;
    out.push(quote);
    for c in text.chars() {
        let code = u32::from(c);
        let done = match c {
            '\n' => out.write_str("\\n"),
            '\r' => out.write_str("\\r"),
            '\t' => out.write_str("\\t"),
            '\\' => out.write_str("\\\\"),
            _ if c == quote => write!(out, "\\{c}"),
            ' '..='~' => out.write_char(c),
            _ if is_shown(c) => out.write_char(c),
            _ if code < 0x100 => write!(out, "\\x{code:02x}"),
            _ if code < 0x10000 => write!(out, "\\u{code:04x}"),
            _ => write!(out, "\\U{code:08x}"),
        };
        done.expect("invariant: a string takes everything");
    }
    out.push(quote);
    Ok(())
}

fn is_shown(c: char) -> bool {
    // Behind a letter, where marks are shown.
    !c.is_ascii()
        && ['a', c].iter().collect::<String>().escape_debug().count() == 2
        && !c.is_whitespace()
}

/// A format: fill, alignment, sign, width, separator, precision, type.
struct Format {
    fill: char,
    align: Option<char>,
    sign: char,
    alternate: bool,
    zero: bool,
    width: usize,
    separator: Option<char>,
    precision: Option<usize>,
    kind: Option<char>,
}

impl Format {
    fn read(spec: &str) -> Done<Self> {
        let letters: Vec<char> = spec.chars().collect();
        let mut at = 0;
        let mut format = Self {
            fill: ' ',
            align: None,
            sign: '\0',
            alternate: false,
            zero: false,
            width: 0,
            separator: None,
            precision: None,
            kind: None,
        };
        let is_align = |c: Option<&char>| matches!(c, Some('<' | '>' | '^' | '='));
        if is_align(letters.get(1)) {
            (format.fill, format.align, at) = (letters[0], Some(letters[1]), 2);
        } else if is_align(letters.first()) {
            (format.align, at) = (Some(letters[0]), 1);
        }
        if let Some(sign @ ('+' | '-' | ' ')) = letters.get(at) {
            format.sign = *sign;
            at += 1;
        }
        if letters.get(at) == Some(&'#') {
            format.alternate = true;
            at += 1;
        }
        if letters.get(at) == Some(&'0') {
            at += 1;
            format.zero = format.align.is_none();
            if !is_align(letters.get(1)) {
                format.fill = '0';
            }
        }
        format.width = count(&letters, &mut at)?.unwrap_or_default();
        if let Some(separator @ (',' | '_')) = letters.get(at) {
            format.separator = Some(*separator);
            at += 1;
        }
        if letters.get(at) == Some(&'.') {
            at += 1;
            format.precision = count(&letters, &mut at)?;
            if format.precision.is_none() {
                wrong!("the format {spec:?} has no precision after its point");
            }
        }
        format.kind = letters.get(at).copied();
        if letters.len() > at + 1 {
            wrong!("{spec:?} is no format");
        }
        Ok(format)
    }

    /// A text with its sign and prefix before it, in its width.
    fn pad(&self, prefix: &str, text: &str, align: char) -> Done<String> {
        let length = prefix.chars().count() + text.chars().count();
        let missing = self.width.saturating_sub(length);
        let mut out = Out::default();
        let before = match align {
            '>' => missing,
            '^' => missing / 2,
            _ => 0,
        };
        out.fill(self.fill, before)?;
        out.push(prefix)?;
        if align == '=' {
            out.fill(self.fill, missing)?;
        }
        out.push(text)?;
        if matches!(align, '<' | '^') {
            out.fill(self.fill, missing - before)?;
        }
        Ok(out.text)
    }

    fn number(&self, n: &BigInt) -> Done<String> {
        if self.precision.is_some() {
            wrong!("a whole number has no precision");
        }
        let kind = self.kind.unwrap_or('d');
        let (radix, prefix, group) = match kind {
            'd' | 'n' => (10, "", 3),
            'b' => (2, "0b", 4),
            'o' => (8, "0o", 4),
            'x' => (16, "0x", 4),
            'X' => (16, "0X", 4),
            'c' => {
                let Some(c) = n.to_u32().and_then(char::from_u32) else {
                    wrong!("{n} is the number of no character")
                };
                return self.pad("", &c.to_string(), self.align.unwrap_or('>'));
            }
            'e' | 'E' | 'f' | 'F' | 'g' | 'G' | '%' => {
                wrong!("there are no numbers with a fraction here: format whole numbers by `d`")
            }
            _ => wrong!("a number has no format `{kind}`"),
        };
        let mut text = digits(&n.abs(), radix)?;
        if kind == 'X' {
            text = text.to_uppercase();
        }
        let sign = match self.sign {
            _ if n.is_negative() => "-",
            '+' => "+",
            ' ' => " ",
            _ => "",
        };
        let prefix = format!("{sign}{}", if self.alternate { prefix } else { "" });
        if let Some(separator) = self.separator {
            if separator == ',' && radix != 10 {
                wrong!("`,` separates decimal digits: use `_`");
            }
            if self.zero {
                // Zeros are separated, too.
                let room = self.width.saturating_sub(prefix.len());
                let most = room.saturating_mul(group) / (group + 1) + 1;
                let _room = Charge::of(most)?;
                step(most / 32)?;
                while text.len() + (text.len() - 1) / group < room {
                    text.insert_str(0, &"0".repeat(1.max((room - text.len()) / 2)));
                    let over = |text: &str| text.len() + (text.len() - 1) / group;
                    while over(&text[1..]) >= room {
                        text.remove(0);
                    }
                }
            }
            text = separated(&text, separator, group);
        }
        let align = self.align.unwrap_or(if self.zero { '=' } else { '>' });
        self.pad(&prefix, &text, align)
    }
}

fn separated(digits: &str, separator: char, group: usize) -> String {
    let mut text = String::with_capacity(digits.len() * 2);
    for (n, digit) in digits.chars().enumerate() {
        if n > 0 && (digits.len() - n).is_multiple_of(group) {
            text.push(separator);
        }
        text.push(digit);
    }
    text
}

/// A number in a format.
fn count(letters: &[char], at: &mut usize) -> Done<Option<usize>> {
    let length = letters[*at..]
        .iter()
        .take_while(|c| c.is_ascii_digit())
        .count();
    let digits: String = letters[*at..*at + length].iter().collect();
    *at += length;
    match digits.parse() {
        _ if length == 0 => Ok(None),
        Ok(count) => Ok(Some(count)),
        Err(_) => limit!("the width {digits} is too large"),
    }
}

/// Python's `format(value, spec)`.
pub(crate) fn format(value: &Value, spec: &str) -> Done<String> {
    if spec.is_empty() {
        return text(value);
    }
    step(spec.len())?;
    if let Some(n) = whole(value) {
        let format = Format::read(spec)?;
        return match (value, format.kind) {
            (Value::Bool(_), Some('s')) => wrong!("a bool has no format `s`"),
            _ => format.number(&n),
        };
    }
    let Value::Str(text) = value else {
        wrong!(
            "{} has no format {spec:?}: write str(…) around it",
            value.named()
        )
    };
    let format = Format::read(spec)?;
    if !matches!(format.kind, None | Some('s'))
        || format.align == Some('=')
        || format.separator.is_some()
        || format.sign != '\0'
        || format.alternate
    {
        wrong!("a string has no format {spec:?}");
    }
    let shown: &str = match format
        .precision
        .and_then(|most| text.text.char_indices().nth(most))
    {
        Some((end, _)) => &text.text[..end],
        None => &text.text,
    };
    format.pad("", shown, format.align.unwrap_or('<'))
}

/// `format % values`.
pub(crate) fn percent(template: &str, values: &Value) -> Done<String> {
    let mut given = match values {
        Value::Tuple(tuple) => tuple.items.clone(),
        other => [other.clone()].into_iter().collect(),
    }
    .into_iter();
    let mut out = Out::default();
    let mut named = false;
    let mut rest = template;
    let next = |given: &mut dyn Iterator<Item = Value>| match given.next() {
        Some(value) => Ok(value),
        None => wrong!("the format {} needs more values", short_text(template)),
    };
    while let Some(at) = rest.find('%') {
        out.push(&rest[..at])?;
        rest = &rest[at + 1..];
        let mut value = None;
        if let Some(after) = rest.strip_prefix('(') {
            let Some((name, after)) = after.split_once(')') else {
                wrong!("a `(` in a format is not closed")
            };
            let Value::Dict(dict) = values else {
                wrong!("`%(…)` is for a dict, found {}", values.kind())
            };
            let Some(found) = dict.get(&Value::str(name)?)? else {
                wrong!("there is no key {name:?} in this dict")
            };
            (value, rest, named) = (Some(found), after, true);
        }
        let flags = rest
            .find(|c| !matches!(c, '-' | '+' | ' ' | '#' | '0'))
            .unwrap_or(rest.len());
        let (flags, after) = rest.split_at(flags);
        rest = after;
        let mut size = |rest: &mut &str| -> Done<Option<i64>> {
            if let Some(after) = rest.strip_prefix('*') {
                *rest = after;
                return crate::operate::number(&next(&mut given)?, "a width").map(Some);
            }
            let letters: Vec<char> = rest
                .chars()
                .take_while(char::is_ascii_digit)
                .take(20)
                .collect();
            *rest = &rest[letters.len()..];
            Ok(count(&letters, &mut 0)?.map(|n| n.min(i64::MAX as usize) as i64))
        };
        let width = size(&mut rest)?;
        let precision = match rest.strip_prefix('.') {
            Some(after) => {
                rest = after;
                Some(size(&mut rest)?.unwrap_or(0).max(0) as usize)
            }
            None => None,
        };
        let Some(kind) = rest.chars().next() else {
            wrong!("the format {} ends after `%`", short_text(template))
        };
        rest = &rest[kind.len_utf8()..];
        if kind == '%' {
            out.push("%")?;
            continue;
        }
        let value = match value {
            Some(value) => value,
            None => next(&mut given)?,
        };
        let left = flags.contains('-') || width.is_some_and(|width| width < 0);
        let mut format = Format {
            fill: ' ',
            align: Some(if left { '<' } else { '>' }),
            sign: if flags.contains('+') {
                '+'
            } else if flags.contains(' ') {
                ' '
            } else {
                '-'
            },
            alternate: flags.contains('#'),
            zero: false,
            width: usize::try_from(width.unwrap_or_default().unsigned_abs()).unwrap_or(usize::MAX),
            separator: None,
            precision: None,
            kind: None,
        };
        let shown = match kind {
            's' | 'r' => {
                let shown = if kind == 's' {
                    text(&value)?
                } else {
                    repr(&value)?
                };
                let shown = match precision {
                    Some(most) => shown.chars().take(most).collect(),
                    None => shown,
                };
                format.pad("", &shown, if left { '<' } else { '>' })?
            }
            'c' => {
                let c = match (&value, whole(&value)) {
                    (Value::Str(text), _) if text.len == 1 => text.text.to_string(),
                    (_, Some(n)) => match n.to_u32().and_then(char::from_u32) {
                        Some(c) => c.to_string(),
                        None => wrong!("{n} is the number of no character"),
                    },
                    _ => wrong!("`%c` takes a character, found {}", short(&value)),
                };
                format.pad("", &c, if left { '<' } else { '>' })?
            }
            'd' | 'i' | 'u' | 'x' | 'X' | 'o' => {
                let Some(n) = whole(&value) else {
                    wrong!("`%{kind}` takes an int, found {}", value.kind())
                };
                format.kind = Some(if matches!(kind, 'i' | 'u') { 'd' } else { kind });
                if let Some(least) = precision {
                    // Digits by the precision, blanks by the width.
                    let (width, sign) = (std::mem::take(&mut format.width), format.sign);
                    let is_signed = n.is_negative() || sign != '-';
                    let prefix = if format.alternate && kind != 'd' {
                        2
                    } else {
                        0
                    };
                    (format.zero, format.fill, format.align) = (true, '0', None);
                    format.width = least
                        .saturating_add(usize::from(is_signed))
                        .saturating_add(prefix);
                    let digits = format.number(&n)?;
                    (format.fill, format.width) = (' ', width);
                    if flags.contains('0') && !left {
                        format.fill = '0';
                        let signs = usize::from(is_signed) + prefix;
                        format.pad(&digits[..signs], &digits[signs..], '=')?
                    } else {
                        format.pad("", &digits, if left { '<' } else { '>' })?
                    }
                } else {
                    if flags.contains('0') && !left {
                        (format.fill, format.align) = ('0', Some('='));
                    }
                    format.number(&n)?
                }
            }
            'e' | 'E' | 'f' | 'F' | 'g' | 'G' => {
                wrong!("there are no numbers with a fraction here: format whole numbers by `%d`")
            }
            _ => wrong!("`%{kind}` is no format"),
        };
        out.push(&shown)?;
    }
    out.push(rest)?;
    if !named && given.next().is_some() && !matches!(values, Value::Dict(_)) {
        wrong!(
            "the format {} has fewer places than there are values",
            short_text(template)
        );
    }
    Ok(out.text)
}

fn short_text(text: &str) -> String {
    let start: String = text.chars().take(40).collect();
    format!("{start:?}")
}

/// The method `format` of strings.
pub(crate) fn template(text: &str, given: &[Value], named: &[(Rc<str>, Value)]) -> Done<String> {
    let mut out = Out::default();
    fill(&mut out, text, given, named, &mut 0, 0)?;
    Ok(out.text)
}

fn fill(
    out: &mut Out,
    template: &str,
    given: &[Value],
    named: &[(Rc<str>, Value)],
    automatic: &mut usize,
    depth: usize,
) -> Done<()> {
    let mut rest = template;
    while let Some(at) = rest.find(['{', '}']) {
        out.push(&rest[..at])?;
        let brace = &rest[at..=at];
        rest = &rest[at + 1..];
        if let Some(after) = rest.strip_prefix(brace).filter(|_| depth == 0) {
            out.push(brace)?;
            rest = after;
            continue;
        }
        if brace == "}" {
            wrong!("a single `}}` in a format: write `}}}}`");
        }
        // The end of the field; its format can have fields of its own.
        let mut open = 1;
        let end = rest.find(|c| {
            open += i32::from(c == '{') - i32::from(c == '}');
            open == 0
        });
        let Some(end) = end else {
            wrong!("a `{{` in a format is not closed: write `{{{{` for a brace")
        };
        let field = &rest[..end];
        rest = &rest[end + 1..];
        let name_end = field.find([':', '!']).unwrap_or(field.len());
        let (path, mut after) = field.split_at(name_end);
        let value = found(path, given, named, automatic)?;
        let mut conversion = None;
        if let Some(sign) = after.strip_prefix('!') {
            conversion = sign.chars().next();
            if !matches!(conversion, Some('r' | 's')) {
                wrong!("`!` is followed by r or s");
            }
            after = &sign[1..];
        }
        let spec = match after.strip_prefix(':') {
            Some(spec) if spec.contains(['{', '}']) => {
                if depth > 0 {
                    wrong!("the formats of this format are nested too deeply");
                }
                let mut inner = Out::default();
                fill(&mut inner, spec, given, named, automatic, depth + 1)?;
                inner.text
            }
            Some(spec) => spec.to_owned(),
            None if after.is_empty() => String::new(),
            None => wrong!("expected `:` after the conversion of a format"),
        };
        let shown = match conversion {
            Some('r') => format(&Value::str(&repr(&value)?)?, &spec)?,
            Some(_) => format(&Value::str(&text(&value)?)?, &spec)?,
            None => format(&value, &spec)?,
        };
        out.push(&shown)?;
    }
    out.push(rest)
}

/// The value of a field: `0`, `name`, `0[key]`, `name.field`.
fn found(
    path: &str,
    given: &[Value],
    named: &[(Rc<str>, Value)],
    automatic: &mut usize,
) -> Done<Value> {
    let end = path.find(['.', '[']).unwrap_or(path.len());
    let (first, mut rest) = path.split_at(end);
    let by_place = |place: usize| match given.get(place) {
        Some(value) => Ok(value.clone()),
        None => wrong!("the format needs more than {} values", given.len()),
    };
    let mut value = match first.parse::<usize>() {
        _ if first.is_empty() => {
            *automatic += 1;
            by_place(*automatic - 1)?
        }
        Ok(place) => {
            if *automatic > 0 {
                wrong!("a format numbers all of its fields, or none");
            }
            by_place(place)?
        }
        Err(_) => match named.iter().find(|(name, _)| **name == *first) {
            Some((_, value)) => value.clone(),
            None => wrong!("the format needs a value named {first}"),
        },
    };
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix('[') {
            let Some((key, after)) = after.split_once(']') else {
                wrong!("a `[` in a format is not closed")
            };
            let key = match key.parse::<i64>() {
                Ok(place) if !key.starts_with('-') => Value::Int(place),
                _ => Value::str(key)?,
            };
            let item = match &value {
                Value::Dict(dict) => dict.get(&key)?,
                _ => key
                    .as_int()
                    .and_then(|n| crate::operate::quick_index(&value, n)),
            };
            let Some(item) = item else {
                wrong!("there is no item {} in a format's value", short(&key))
            };
            (value, rest) = (item, after);
        } else {
            let after = &rest[1..];
            let end = after.find(['.', '[']).unwrap_or(after.len());
            let Value::Struct(fields) = &value else {
                wrong!("`.` in a format is for structs")
            };
            let name = &after[..end];
            let Some((_, field)) = fields.fields.iter().find(|(field, _)| **field == *name) else {
                wrong!("this struct has no field {name}")
            };
            (value, rest) = (field.clone(), &after[end..]);
        }
    }
    Ok(value)
}
