//! Values as text: `str`, `repr`, f-strings, `%` and `.format`. Deep data is written with a stack of its own.

use std::collections::HashSet;

use crate::error::{Done, wrong};
use crate::heap::{Heap, Object};
use crate::table::{Kind, article, table_of};
use crate::value::{Value, View};

/// A part that is still to be written.
enum Part {
    Value(Value),
    Text(&'static str),
    Owned(String),
    /// The end of a container that can contain itself.
    Close(u64),
}

impl Heap {
    /// A value as `str` writes it, as a value.
    pub(crate) fn str_of(&mut self, value: Value) -> Done<Value> {
        if let Value::Short(_) | Value::Long(_) = value {
            return Ok(value);
        }
        let mut text = String::new();
        self.write(value, &mut text)?;
        self.string(&text)
    }

    /// Appends a value as `str` writes it.
    ///
    /// # Errors
    /// If it has no text, like a function, or there is too much data.
    pub fn write(&mut self, value: Value, to: &mut String) -> Done<()> {
        match value {
            Value::Short(_) | Value::Long(_) => {
                let text = self.str(&value).len();
                self.temporary(text as u64 / 16)?;
                to.push_str(self.str(&value));
                Ok(())
            }
            Value::Int(_) => self.write_number(&value, to),
            _ => self.write_repr(value, to),
        }
    }

    /// Appends a value as `repr` writes it.
    ///
    /// # Errors
    /// If it has no text, like a function, or there is too much data.
    pub fn write_repr(&mut self, value: Value, to: &mut String) -> Done<()> {
        let mut left = vec![Part::Value(value)];
        let mut open = HashSet::new();
        let (mut counted, mut taken) = (to.len(), 0);
        let done = loop {
            let Some(part) = left.pop() else { break Ok(()) };
            let done = match part {
                Part::Text(text) => {
                    to.push_str(text);
                    Ok(())
                }
                Part::Owned(text) => {
                    to.push_str(&text);
                    Ok(())
                }
                Part::Close(id) => {
                    open.remove(&id);
                    Ok(())
                }
                Part::Value(value) => self.write_flat(value, to, &mut left, &mut open),
            };
            // The text and the list of what is left are counted as they grow.
            let grown =
                2 * to.len().saturating_sub(counted) + 32 * left.len().saturating_sub(taken / 64);
            let counts = done.and_then(|()| self.work(1)).and_then(|()| match grown {
                0..1024 => Ok(()),
                _ => {
                    self.take(grown)?;
                    taken += grown;
                    counted = to.len();
                    Ok(())
                }
            });
            if counts.is_err() {
                break counts;
            }
        };
        self.give(taken);
        done
    }

    /// Writes a value; its items go to `left`.
    fn write_flat(
        &mut self,
        value: Value,
        to: &mut String,
        left: &mut Vec<Part>,
        open: &mut HashSet<u64>,
    ) -> Done<()> {
        match value {
            Value::None | Value::Unset => to.push_str("None"),
            Value::Bool(true) => to.push_str("True"),
            Value::Bool(false) => to.push_str("False"),
            Value::Int(_) | Value::Big(_) => self.write_number(&value, to)?,
            Value::Short(_) | Value::Long(_) => {
                self.temporary(self.str(&value).len() as u64 / 4)?;
                write_quoted(self.str(&value), to);
            }
            Value::Tuple(span) => {
                to.push('(');
                left.push(Part::Text(if span.len == 1 { ",)" } else { ")" }));
                let items = self.cells[span.range()].to_vec();
                self.listed(&items, left)?;
            }
            Value::List(at) => {
                if !opened(u64::from(at), "[...]", to, left, open) {
                    return Ok(());
                }
                to.push('[');
                left.push(Part::Text("]"));
                let items = self.lists[at as usize].clone();
                self.listed(&items, left)?;
            }
            Value::Deque(at) => {
                if !opened(1 << 40 | u64::from(at), "[...]", to, left, open) {
                    return Ok(());
                }
                let items: Vec<_> = self.deque(at).iter().copied().collect();
                let most = match &self.objects[at as usize] {
                    Object::Deque(_, Some(most)) => format!("], maxlen={most})"),
                    _ => "])".into(),
                };
                to.push_str("deque([");
                left.push(Part::Owned(most));
                self.listed(&items, left)?;
            }
            Value::Dict(at) => self.write_dict(at, to, left, open)?,
            Value::Set(table) | Value::Frozen(table) => {
                let frozen = matches!(value, Value::Frozen(_));
                let live = self.tables[table as usize].live;
                if live > 1 {
                    return wrong(NO_ORDER);
                }
                to.push_str(match (frozen, live) {
                    (false, 0) => "set()",
                    (true, 0) => "frozenset()",
                    (false, _) => "{",
                    _ => "frozenset({",
                });
                if live == 1 {
                    left.push(Part::Text(if frozen { "})" } else { "}" }));
                    let item = self.tables[table as usize]
                        .iter()
                        .next()
                        .map(|entry| entry.key);
                    left.extend(item.map(Part::Value));
                }
            }
            Value::View(view, table) => self.write_view(view, table, to, left)?,
            Value::Range(..) | Value::Wide(_) => {
                let (start, end, step) = self.range(&value).unwrap_or_default();
                match step {
                    1 => to.push_str(&format!("range({start}, {end})")),
                    _ => to.push_str(&format!("range({start}, {end}, {step})")),
                }
            }
            Value::Struct(at) => {
                to.push_str("struct(");
                left.push(Part::Text(")"));
                let fields = self.fields(at).to_vec();
                for (n, (name, value)) in fields.iter().enumerate().rev() {
                    left.push(Part::Value(*value));
                    let before = if n > 0 { ", " } else { "" };
                    left.push(Part::Owned(format!("{before}{}=", self.str(name))));
                }
            }
            Value::Foreign(_) => {
                if let Some(own) = self.as_foreign(&value) {
                    to.push_str(&own.show());
                }
            }
            Value::Builtin(builtin) if builtin.is_type() => {
                to.push_str(&format!("<class '{}'>", builtin.name()));
            }
            Value::Iter(_) => return wrong("an iterator has no text: write `list(…)` around it"),
            _ => {
                return wrong(
                    "a function has no text: only data does, like numbers, strings and lists",
                );
            }
        }
        Ok(())
    }

    /// Items with commas between them, to be written one after the other.
    fn listed(&mut self, items: &[Value], left: &mut Vec<Part>) -> Done<()> {
        self.temporary(2 * items.len() as u64)?;
        for (n, item) in items.iter().enumerate().rev() {
            left.push(Part::Value(*item));
            if n > 0 {
                left.push(Part::Text(", "));
            }
        }
        Ok(())
    }

    fn write_dict(
        &mut self,
        at: u32,
        to: &mut String,
        left: &mut Vec<Part>,
        open: &mut HashSet<u64>,
    ) -> Done<()> {
        if !opened(1 << 41 | u64::from(at), "{...}", to, left, open) {
            return Ok(());
        }
        let table = self.tables[at as usize].clone();
        self.temporary(8 * table.live as u64)?;
        let (before, after) = match table.kind {
            Kind::Plain => ("{", "}"),
            Kind::Counter if table.live == 0 => ("Counter(", ")"),
            Kind::Counter => ("Counter({", "})"),
            Kind::Default(_) => ("{", "})"),
        };
        if let Kind::Default(maker) = table.kind {
            to.push_str("defaultdict(");
            self.write_repr(maker, to)?;
            to.push_str(", ");
        }
        to.push_str(before);
        left.push(Part::Text(after));
        let mut entries: Vec<_> = table.iter().map(|entry| (entry.key, entry.value)).collect();
        if let Kind::Counter = table.kind {
            // The most common ones are written first.
            let counts: Option<Vec<_>> = entries.iter().map(|(_, count)| self.big(count)).collect();
            if let Some(counts) = counts {
                let mut order: Vec<usize> = (0..entries.len()).collect();
                order.sort_by(|a, b| counts[*b].cmp(&counts[*a]));
                entries = order.iter().map(|at| entries[*at]).collect();
            }
        }
        for (n, (key, value)) in entries.iter().enumerate().rev() {
            left.push(Part::Value(*value));
            left.push(Part::Text(": "));
            left.push(Part::Value(*key));
            if n > 0 {
                left.push(Part::Text(", "));
            }
        }
        Ok(())
    }

    fn write_view(
        &mut self,
        view: View,
        table: u32,
        to: &mut String,
        left: &mut Vec<Part>,
    ) -> Done<()> {
        to.push_str(match view {
            View::Keys => "dict_keys([",
            View::Values => "dict_values([",
            View::Items => "dict_items([",
        });
        left.push(Part::Text("])"));
        let entries: Vec<_> = self.tables[table as usize].iter().copied().collect();
        let mut items = Vec::with_capacity(entries.len());
        for entry in entries {
            items.push(match view {
                View::Keys => entry.key,
                View::Values => entry.value,
                View::Items => self.tuple(&[entry.key, entry.value])?,
            });
        }
        self.listed(&items, left)
    }

    // Formats.

    /// A value in the format of an f-string, as text.
    pub(crate) fn formatted(&mut self, value: Value, spec: &str) -> Done<String> {
        let mut text = String::new();
        if spec.is_empty() {
            self.write(value, &mut text)?;
            return Ok(text);
        }
        self.temporary((spec.len() + self.str(&value).len()) as u64 / 8)?;
        let format = Format::read(spec)?;
        self.take(format.width)?;
        self.give(format.width);
        match value {
            Value::Short(_) | Value::Long(_) => {
                if !matches!(format.kind, None | Some('s'))
                    || format.sign.is_some()
                    || format.grouping.is_some()
                    || format.alternate
                {
                    return wrong(format!("the format {spec:?} is for numbers, found a str"));
                }
                if format.align == Some('=') {
                    return wrong("the format `=` is for numbers, found a str");
                }
                let most = format.precision.unwrap_or(usize::MAX);
                text.extend(self.str(&value).chars().take(most));
                let align = format.align.unwrap_or('<');
                Ok(padded("", &text, align, format.fill, format.width))
            }
            Value::Int(_) | Value::Big(_) | Value::Bool(_) => {
                self.formatted_number(value, &format, spec)
            }
            _ => {
                let name = self.type_name(&value);
                wrong(format!(
                    "{} {name} takes no format: write `str(…)` around it",
                    article(name)
                ))
            }
        }
    }

    fn formatted_number(&mut self, value: Value, format: &Format, spec: &str) -> Done<String> {
        let kind = format.kind.unwrap_or('d');
        if format.precision.is_some() || matches!(kind, 'e' | 'f' | 'g' | 'E' | 'F' | 'G' | '%') {
            return wrong(format!(
                "the format {spec:?} is for numbers with fractions, and there are only whole numbers here"
            ));
        }
        if kind == 'c' {
            let c = self.character(&value)?;
            return Ok(padded(
                "",
                &c.to_string(),
                format.align.unwrap_or('<'),
                format.fill,
                format.width,
            ));
        }
        let number = self.unary('+', &value)?;
        let (negative, digits, prefix) = self.digits_of(number, kind, spec)?;
        let sign = match (negative, format.sign) {
            (true, _) => "-",
            (_, Some('+')) => "+",
            (_, Some(' ')) => " ",
            _ => "",
        };
        let prefix = if format.alternate { prefix } else { "" };
        let head = format!("{sign}{prefix}");
        let size = if kind == 'd' || kind == 'n' { 3 } else { 4 };
        let align = format.align.unwrap_or('>');
        let digits = match format.grouping {
            None => digits,
            Some(comma) if align == '=' && format.fill == '0' => zeros_grouped(
                &digits,
                size,
                comma,
                format.width.saturating_sub(head.len()),
            ),
            Some(comma) => grouped(&digits, size, comma),
        };
        Ok(padded(&head, &digits, align, format.fill, format.width))
    }

    /// Whether a number is negative, its digits, and the prefix of its base.
    fn digits_of(
        &mut self,
        number: Value,
        kind: char,
        spec: &str,
    ) -> Done<(bool, String, &'static str)> {
        let mut text = String::new();
        let (radix, prefix) = match kind {
            'd' | 'n' => (10, ""),
            'x' => (16, "0x"),
            'X' => (16, "0X"),
            'o' => (8, "0o"),
            'b' => (2, "0b"),
            _ => return wrong(format!("{spec:?} is no format of a whole number")),
        };
        if radix == 10 {
            self.write_number(&number, &mut text)?;
        } else if let Some(n) = self.big(&number) {
            self.temporary(n.bits() / 8)?;
            text = n.to_str_radix(radix);
            if kind == 'X' {
                text = text.to_uppercase();
            }
        }
        Ok(match text.strip_prefix('-') {
            Some(digits) => (true, digits.to_owned(), prefix),
            None => (false, text, prefix),
        })
    }

    /// The character of a number.
    pub(crate) fn character(&self, value: &Value) -> Done<char> {
        let code = crate::table::small(value).and_then(|n| u32::try_from(n).ok());
        match code.and_then(char::from_u32) {
            Some(c) => Ok(c),
            None => wrong("expected the number of a character, from 0 to 0x10ffff"),
        }
    }

    /// `pattern % values`.
    pub(crate) fn percent(&mut self, pattern: Value, values: Value) -> Done<Value> {
        self.work(self.str(&pattern).len() / 16)?;
        self.temporary(self.items(&values).len() as u64)?;
        let pattern = self.str(&pattern).to_owned();
        let mut text = String::new();
        let items: Vec<Value> = match values {
            Value::Tuple(_) => self.items(&values).to_vec(),
            _ => vec![values],
        };
        let mut next = items.iter();
        let (mut rest, mut named) = (pattern.as_str(), false);
        while let Some(at) = rest.find('%') {
            text.push_str(&rest[..at]);
            rest = &rest[at + 1..];
            let mut key = None;
            if let Some(inside) = rest.strip_prefix('(') {
                let Some(end) = inside.find(')') else {
                    return wrong("`%(` is not closed in this pattern");
                };
                key = Some(inside[..end].to_owned());
                rest = &inside[end + 1..];
            }
            let flags = rest.len() - rest.trim_start_matches(['-', '+', ' ', '#', '0']).len();
            let (flags, after) = rest.split_at(flags);
            let digits = after.len() - after.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let (width, after) = after.split_at(digits);
            let (precision, after) = match after.strip_prefix('.') {
                None => (None, after),
                Some(after) => {
                    let digits =
                        after.len() - after.trim_start_matches(|c: char| c.is_ascii_digit()).len();
                    let (precision, after) = after.split_at(digits);
                    (Some(precision.parse().unwrap_or(0)), after)
                }
            };
            let Some(kind) = after.chars().next() else {
                return wrong("this pattern ends after `%`: write `%%` for the sign itself");
            };
            rest = &after[kind.len_utf8()..];
            if kind == '%' {
                text.push('%');
                continue;
            }
            let value = match &key {
                Some(key) => {
                    named = true;
                    let key = self.string(key)?;
                    self.get_item(values, key)?
                }
                None => match next.next() {
                    Some(value) => *value,
                    None => return wrong("there are fewer values than `%` in this pattern"),
                },
            };
            if matches!(kind, 's' | 'd')
                && flags.len() + width.len() == 0
                && precision.is_none()
                && (kind == 's' || matches!(value, Value::Int(_)))
            {
                self.write(value, &mut text)?;
                continue;
            }
            let width = width.parse().unwrap_or(0);
            self.take(width)?;
            self.give(width);
            self.percent_one(value, kind, (flags, width, precision), &mut text)?;
            self.temporary(text.len() as u64 / 8)?;
        }
        text.push_str(rest);
        if !named && next.next().is_some() && !matches!(values, Value::Dict(_)) {
            return wrong("there are more values than `%` in this pattern");
        }
        self.string(&text)
    }

    fn percent_one(
        &mut self,
        value: Value,
        kind: char,
        (flags, width, precision): (&str, usize, Option<usize>),
        to: &mut String,
    ) -> Done<()> {
        let left = flags.contains('-');
        let zero = flags.contains('0') && !left;
        match kind {
            's' | 'r' | 'a' => {
                let mut text = String::new();
                match kind {
                    's' => self.write(value, &mut text)?,
                    _ => self.write_repr(value, &mut text)?,
                }
                let text: String = text.chars().take(precision.unwrap_or(usize::MAX)).collect();
                to.push_str(&padded("", &text, if left { '<' } else { '>' }, ' ', width));
            }
            'c' => {
                let text = match value {
                    Value::Short(_) | Value::Long(_) if self.str(&value).chars().count() == 1 => {
                        self.str(&value).to_owned()
                    }
                    Value::Int(_) => self.character(&value)?.to_string(),
                    _ => return wrong("`%c` takes a character or its number"),
                };
                to.push_str(&padded("", &text, if left { '<' } else { '>' }, ' ', width));
            }
            'd' | 'i' | 'u' | 'x' | 'X' | 'o' => {
                if !matches!(value, Value::Int(_) | Value::Big(_) | Value::Bool(_)) {
                    return wrong(format!(
                        "`%{kind}` takes a whole number, found {}",
                        self.type_name(&value)
                    ));
                }
                let number = self.unary('+', &value)?;
                let kind = if "diu".contains(kind) { 'd' } else { kind };
                let (negative, mut digits, prefix) = self.digits_of(number, kind, "")?;
                if let Some(least) = precision {
                    self.take(least)?;
                    self.give(least);
                    digits = format!("{}{digits}", "0".repeat(least.saturating_sub(digits.len())));
                }
                let sign = match negative {
                    true => "-",
                    false if flags.contains('+') => "+",
                    false if flags.contains(' ') => " ",
                    false => "",
                };
                let head = format!("{sign}{}", if flags.contains('#') { prefix } else { "" });
                let align = if left {
                    '<'
                } else if zero {
                    '='
                } else {
                    '>'
                };
                to.push_str(&padded(
                    &head,
                    &digits,
                    align,
                    if zero { '0' } else { ' ' },
                    width,
                ));
            }
            _ => {
                return wrong(format!(
                    "`%{kind}` is not known here: `%s`, `%d`, `%r`, `%x` and `%c` are"
                ));
            }
        }
        Ok(())
    }

    /// `pattern.format(…)`.
    pub(crate) fn format(
        &mut self,
        pattern: Value,
        args: &[Value],
        named: &[(Value, Value)],
    ) -> Done<Value> {
        self.temporary(self.str(&pattern).len() as u64 / 16)?;
        let pattern = self.str(&pattern).to_owned();
        let (mut text, mut count) = (String::new(), 0);
        self.format_into(&pattern, args, named, &mut count, &mut text, 0)?;
        self.string(&text)
    }

    fn format_into(
        &mut self,
        pattern: &str,
        args: &[Value],
        named: &[(Value, Value)],
        count: &mut usize,
        to: &mut String,
        depth: usize,
    ) -> Done<()> {
        let mut rest = pattern;
        while let Some(at) = rest.find(['{', '}']) {
            to.push_str(&rest[..at]);
            let sign = &rest[at..=at];
            rest = &rest[at + 1..];
            if let Some(after) = rest.strip_prefix(sign) {
                to.push_str(sign);
                rest = after;
                continue;
            }
            let Some(end) = closing(rest).filter(|_| sign == "{" && depth < 2) else {
                return wrong(
                    "a `{` or `}` stands alone in this pattern: write it twice for the sign itself",
                );
            };
            let (field, after) = (&rest[..end], &rest[end + 1..]);
            rest = after;
            let (field, spec) = field.split_once(':').unwrap_or((field, ""));
            let (path, conversion) = field.split_once('!').unwrap_or((field, ""));
            let value = self.field_of(path, args, named, count)?;
            let mut inner = String::new();
            self.format_into(spec, args, named, count, &mut inner, depth + 1)?;
            let value = self.converted(value, conversion.chars().next())?;
            to.push_str(&self.formatted(value, &inner)?);
            self.temporary(to.len() as u64 / 8)?;
        }
        to.push_str(rest);
        Ok(())
    }

    /// The value of `0`, `name`, `0[1]` or `name.field` in a pattern.
    fn field_of(
        &mut self,
        path: &str,
        args: &[Value],
        named: &[(Value, Value)],
        count: &mut usize,
    ) -> Done<Value> {
        let end = path.find(['.', '[']).unwrap_or(path.len());
        let (head, mut rest) = path.split_at(end);
        let found = if head.is_empty() {
            *count += 1;
            args.get(*count - 1).copied()
        } else if let Ok(at) = head.parse::<usize>() {
            args.get(at).copied()
        } else {
            named
                .iter()
                .find(|(name, _)| self.str(name) == head)
                .map(|(_, value)| *value)
        };
        let Some(mut value) = found else {
            return wrong(format!(
                "there is no value for `{{{path}}}` in this pattern"
            ));
        };
        while !rest.is_empty() {
            if let Some(inside) = rest.strip_prefix('[') {
                let Some(end) = inside.find(']') else {
                    return wrong("a `[` is not closed in this pattern");
                };
                let key = match inside[..end].parse::<i64>() {
                    Ok(n) => Value::Int(n),
                    Err(_) => self.string(&inside[..end])?,
                };
                value = self.get_item(value, key)?;
                rest = &inside[end + 1..];
            } else {
                let name = rest.trim_start_matches('.');
                let end = name.find(['.', '[']).unwrap_or(name.len());
                value = self.field(value, &name[..end])?;
                rest = &name[end..];
            }
        }
        Ok(value)
    }

    /// A value after `!r` or `!s`.
    pub(crate) fn converted(&mut self, value: Value, conversion: Option<char>) -> Done<Value> {
        match conversion {
            None => Ok(value),
            Some('r' | 'a') => {
                let mut text = String::new();
                self.write_repr(value, &mut text)?;
                self.string(&text)
            }
            Some('s') => self.str_of(value),
            Some(other) => wrong(format!("`!{other}` is not known here: `!r` and `!s` are")),
        }
    }

    /// The field of a `struct`.
    pub(crate) fn field(&self, value: Value, name: &str) -> Done<Value> {
        if let Value::Struct(at) = value {
            let found = self
                .fields(at)
                .iter()
                .find(|(known, _)| self.str(known) == name);
            if let Some((_, value)) = found {
                return Ok(*value);
            }
        }
        self.no_attribute(&value, name)
    }

    pub(crate) fn no_attribute<T>(&self, value: &Value, name: &str) -> Done<T> {
        let own = self.type_name(value);
        let advice = match (own, name) {
            ("tuple", "append" | "extend" | "insert" | "remove" | "pop" | "sort") => {
                ": a tuple cannot change; make a list, `list(…)`"
            }
            ("str", "append" | "extend" | "insert" | "sort" | "reverse" | "pop") => {
                ": a string cannot change; make a list of its characters, `list(…)`"
            }
            ("dict", "has_key") => ": write `key in d`",
            ("list", "add") => ": write `.append(…)`",
            ("list", "push" | "push_back") => ": write `.append(…)`",
            ("set", "append" | "push") => ": write `.add(…)`",
            (_, "length" | "size") => ": write `len(…)`",
            ("None", _) => ": a call before may have returned nothing",
            _ => "",
        };
        if name.starts_with("__") {
            return wrong(format!("names such as `{name}` are not known here"));
        }
        wrong(format!("{} {own} has no `{name}`{advice}", article(own)))
    }
}

/// Notes that a container is being written; `false` if it is inside itself.
fn opened(
    id: u64,
    inside: &'static str,
    to: &mut String,
    left: &mut Vec<Part>,
    open: &mut HashSet<u64>,
) -> bool {
    if !open.insert(id) {
        to.push_str(inside);
        return false;
    }
    left.push(Part::Close(id));
    true
}

/// The place of the brace that closes a field.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => return Some(at),
            '}' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// The sentence about the order of a set.
pub(crate) const NO_ORDER: &str = "a set has no order of its own: write `sorted(…)` around it (`sorted(…, key=…)` where its items do not compare)";

/// A string as Python writes it in source.
pub(crate) fn write_quoted(text: &str, to: &mut String) {
    let quote = if text.contains('\'') && !text.contains('"') {
        '"'
    } else {
        '\''
    };
    to.push(quote);
    for c in text.chars() {
        match c {
            '\n' => to.push_str("\\n"),
            '\r' => to.push_str("\\r"),
            '\t' => to.push_str("\\t"),
            '\\' => to.push_str("\\\\"),
            c if c == quote => {
                to.push('\\');
                to.push(c);
            }
            ' '..='~' => to.push(c),
            c if !is_printable(c) => match c as u32 {
                n @ 0..0x100 => to.push_str(&format!("\\x{n:02x}")),
                n @ 0..0x10000 => to.push_str(&format!("\\u{n:04x}")),
                n => to.push_str(&format!("\\U{n:08x}")),
            },
            c => to.push(c),
        }
    }
    to.push(quote);
}

fn is_printable(c: char) -> bool {
    // The debug text also escapes marks that combine with the letter before, which Python prints.
    c.is_alphanumeric() || c.escape_debug().len() == 1 || ('\u{300}'..='\u{36f}').contains(&c)
}

/// The part of a format behind its colon.
struct Format {
    fill: char,
    align: Option<char>,
    sign: Option<char>,
    alternate: bool,
    width: usize,
    grouping: Option<char>,
    precision: Option<usize>,
    kind: Option<char>,
}

impl Format {
    fn read(spec: &str) -> Done<Self> {
        let chars: Vec<char> = spec.chars().collect();
        let is_align = |at: usize| chars.get(at).is_some_and(|c| "<>=^".contains(*c));
        let (mut fill, mut align, mut at) = (' ', None, 0);
        if is_align(1) {
            (fill, align, at) = (chars[0], Some(chars[1]), 2);
        } else if is_align(0) {
            (align, at) = (Some(chars[0]), 1);
        }
        let takes = |at: &mut usize, signs: &str| {
            let found = chars.get(*at).copied().filter(|c| signs.contains(*c));
            *at += usize::from(found.is_some());
            found
        };
        let sign = takes(&mut at, "+- ");
        let alternate = takes(&mut at, "#").is_some();
        if takes(&mut at, "0").is_some() && align.is_none() {
            (fill, align) = ('0', Some('='));
        }
        let number = |at: &mut usize| {
            let mut n = None;
            while let Some(digit) = chars.get(*at).and_then(|c| c.to_digit(10)) {
                n = Some(
                    n.unwrap_or(0_usize)
                        .saturating_mul(10)
                        .saturating_add(digit as usize),
                );
                *at += 1;
            }
            n
        };
        let width = number(&mut at).unwrap_or(0);
        let grouping = takes(&mut at, ",_");
        let precision = match takes(&mut at, ".") {
            Some(_) => number(&mut at),
            None => None,
        };
        let kind = chars.get(at).copied();
        if chars.len() > at + 1 {
            return wrong(format!(
                "{spec:?} is no format: `>5`, `05d` and `x` are some"
            ));
        }
        Ok(Self {
            fill,
            align,
            sign,
            alternate,
            width,
            grouping,
            precision,
            kind,
        })
    }
}

fn padded(head: &str, text: &str, align: char, fill: char, width: usize) -> String {
    let length = head.chars().count() + text.chars().count();
    let missing = width.saturating_sub(length);
    if missing == 0 {
        return format!("{head}{text}");
    }
    let pad = |count: usize| fill.to_string().repeat(count);
    match align {
        '<' => format!("{head}{text}{}", pad(missing)),
        '^' => format!(
            "{}{head}{text}{}",
            pad(missing / 2),
            pad(missing - missing / 2)
        ),
        '=' => format!("{head}{}{text}", pad(missing)),
        _ => format!("{}{head}{text}", pad(missing)),
    }
}

/// Digits with a sign between groups.
fn grouped(digits: &str, size: usize, comma: char) -> String {
    let mut text = String::new();
    for (n, c) in digits.chars().enumerate() {
        if n > 0 && (digits.len() - n).is_multiple_of(size) {
            text.push(comma);
        }
        text.push(c);
    }
    text
}

/// Grouped digits with zeros before them.
fn zeros_grouped(digits: &str, size: usize, comma: char, width: usize) -> String {
    let least = (width * size / (size + 1)).saturating_sub(digits.len());
    let mut digits = format!("{}{digits}", "0".repeat(least));
    loop {
        let text = grouped(&digits, size, comma);
        if text.len() >= width {
            return text;
        }
        digits.insert(0, '0');
    }
}

/// Whether a value is a table with more than one item and no order.
pub(crate) fn is_unordered(heap: &Heap, value: &Value) -> bool {
    let is_set = matches!(value, Value::Set(_) | Value::Frozen(_));
    is_set && table_of(value).is_some_and(|table| heap.tables[table as usize].live > 1)
}
