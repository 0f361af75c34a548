//! Methods of strings, lists, dictionaries, sets, deques and numbers.

use crate::builtins::{Answer, Named};
use crate::error::{Done, wrong};
use crate::heap::{CELL, Heap, Object};
use crate::numbers::Operator;
use crate::operate::Relation;
use crate::show::is_unordered;
use crate::table::{Kind, article, small, table_of};
use crate::value::{Value, View};

macro_rules! methods {
    ($($variant:ident $name:literal),* $(,)?) => {
        /// The name of a method.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub enum Method { $(#[doc = concat!("`", $name, "`")] $variant),* }

        const ALL: &[(Method, &str)] = &[$((Method::$variant, $name)),*];
    };
}

methods! {
    Add "add", Append "append", AppendLeft "appendleft", BitCount "bit_count", BitLength "bit_length",
    Capitalize "capitalize", Casefold "casefold", Center "center", Clear "clear", Copy "copy", Count "count",
    Difference "difference", DifferenceUpdate "difference_update", Discard "discard", Elements "elements",
    Elems "elems", EndsWith "endswith", ExpandTabs "expandtabs", Extend "extend", ExtendLeft "extendleft",
    Find "find", Format "format", FromIterable "from_iterable", FromKeys "fromkeys", Get "get", Index "index",
    Insert "insert", Intersection "intersection", IntersectionUpdate "intersection_update", IsAlnum "isalnum",
    IsAlpha "isalpha", IsAscii "isascii", IsDecimal "isdecimal", IsDigit "isdigit", IsDisjoint "isdisjoint",
    IsIdentifier "isidentifier", IsLower "islower", IsNumeric "isnumeric", IsSpace "isspace", IsSubset "issubset",
    IsSuperset "issuperset", IsUpper "isupper", Items "items", Join "join", Keys "keys", Ljust "ljust",
    Lower "lower", Lstrip "lstrip", MakeTrans "maketrans", MostCommon "most_common", Partition "partition",
    Pop "pop", PopItem "popitem", PopLeft "popleft", Remove "remove", RemovePrefix "removeprefix",
    RemoveSuffix "removesuffix", Replace "replace", Reverse "reverse", Rfind "rfind", Rindex "rindex",
    Rjust "rjust", Rotate "rotate", Rpartition "rpartition", Rsplit "rsplit", Rstrip "rstrip",
    SetDefault "setdefault", Sort "sort", Split "split", SplitLines "splitlines", StartsWith "startswith",
    Strip "strip", Subtract "subtract", Swapcase "swapcase", SymmetricDifference "symmetric_difference",
    SymmetricUpdate "symmetric_difference_update", Title "title", Total "total", Translate "translate",
    Union "union", Update "update", Upper "upper", Values "values", Zfill "zfill",
}

impl Method {
    pub(crate) fn named(name: &str) -> Option<Self> {
        let at = ALL.binary_search_by(|(_, own)| (*own).cmp(name)).ok()?;
        Some(ALL[at].0)
    }

    pub(crate) fn name(self) -> &'static str {
        ALL[self as usize].1
    }
}

/// Whether Python takes a character for a space.
pub(crate) fn is_space(c: char) -> bool {
    c.is_whitespace() || ('\x1c'..='\x1f').contains(&c)
}

fn ends_line(c: char) -> bool {
    matches!(
        c,
        '\n' | '\r' | '\x0b' | '\x0c' | '\x1c'..='\x1e' | '\u{85}' | '\u{2028}' | '\u{2029}'
    )
}

impl Heap {
    /// Calls a method.
    pub(crate) fn call_method(
        &mut self,
        method: Method,
        of: Value,
        args: &[Value],
        named: Named<'_>,
    ) -> Done<Answer> {
        self.work(1)?;
        let value = match of {
            Value::Short(_) | Value::Long(_) => self.text_method(method, of, args, named)?,
            Value::List(list) => {
                if method == Method::Sort && args.is_empty() {
                    return self.sort_list(list, named);
                }
                self.list_method(method, list, args, named)?
            }
            Value::Dict(table) => self.dict_method(method, table, args, named)?,
            Value::Set(_) | Value::Frozen(_) | Value::View(View::Keys, _) => {
                self.set_method(method, of, args, named)?
            }
            Value::Tuple(_) | Value::Range(..) | Value::Wide(_) => {
                self.tuple_method(method, of, args, named)?
            }
            Value::Deque(at) => self.deque_method(method, at, args, named)?,
            Value::Int(_) | Value::Big(_) | Value::Bool(_) => self.int_method(method, of, args)?,
            _ => return self.no_attribute(&of, method.name()),
        };
        Ok(Answer::Value(value))
    }

    /// Whether a value has a method.
    pub(crate) fn has_method(&self, method: Method, of: &Value) -> bool {
        use Method as M;
        match of {
            Value::Short(_) | Value::Long(_) => is_of_text(method),
            Value::List(_) => matches!(
                method,
                M::Append
                    | M::Extend
                    | M::Insert
                    | M::Pop
                    | M::Remove
                    | M::Index
                    | M::Count
                    | M::Sort
                    | M::Reverse
                    | M::Copy
                    | M::Clear
            ),
            Value::Dict(_) => matches!(
                method,
                M::Get
                    | M::Keys
                    | M::Values
                    | M::Items
                    | M::Pop
                    | M::SetDefault
                    | M::Update
                    | M::Copy
                    | M::Clear
                    | M::PopItem
                    | M::MostCommon
                    | M::Total
                    | M::Subtract
                    | M::Elements
            ),
            Value::Tuple(_) | Value::Range(..) | Value::Wide(_) => {
                matches!(method, M::Index | M::Count)
            }
            Value::Int(_) | Value::Big(_) | Value::Bool(_) => {
                matches!(method, M::BitLength | M::BitCount)
            }
            Value::Set(_) | Value::Frozen(_) | Value::Deque(_) => true,
            _ => false,
        }
    }

    fn counts(
        &self,
        method: Method,
        args: &[Value],
        counts: std::ops::RangeInclusive<usize>,
    ) -> Done<()> {
        if counts.contains(&args.len()) {
            return Ok(());
        }
        let (least, most) = (*counts.start(), *counts.end());
        let expected = match (least, most) {
            (0, 0) => "no arguments".into(),
            (1, 1) => "one argument".into(),
            _ if least == most => format!("{least} arguments"),
            _ => format!("{least} to {most} arguments"),
        };
        wrong(format!(
            "`.{}` takes {expected}, found {}",
            method.name(),
            args.len()
        ))
    }

    // Strings.

    /// The text of an argument.
    fn text_of<'h>(&'h self, method: Method, value: &'h Value) -> Done<&'h str> {
        match value {
            Value::Short(_) | Value::Long(_) => Ok(self.str(value)),
            _ => {
                let name = self.type_name(value);
                wrong(format!(
                    "`.{}` takes a str, found {} {name}",
                    method.name(),
                    article(name)
                ))
            }
        }
    }

    fn text_method(
        &mut self,
        method: Method,
        of: Value,
        args: &[Value],
        named: Named<'_>,
    ) -> Done<Value> {
        use Method as M;
        if !is_of_text(method) {
            return self.no_attribute(&of, method.name());
        }
        let counts = match method {
            M::Join
            | M::Index
            | M::Find
            | M::Rfind
            | M::Rindex
            | M::Count
            | M::StartsWith
            | M::EndsWith => 1..=if method == M::Join { 1 } else { 3 },
            M::Split | M::Rsplit => 0..=2,
            M::Replace => 2..=3,
            M::Strip | M::Lstrip | M::Rstrip | M::SplitLines | M::ExpandTabs => 0..=1,
            M::Zfill
            | M::Partition
            | M::Rpartition
            | M::RemovePrefix
            | M::RemoveSuffix
            | M::Translate => 1..=1,
            M::Ljust | M::Rjust | M::Center => 1..=2,
            M::Format | M::MakeTrans => 0..=usize::MAX,
            _ => 0..=0,
        };
        self.counts(method, args, counts)?;
        if !named.is_empty() && !matches!(method, M::Format | M::Split | M::Rsplit | M::SplitLines)
        {
            return wrong(format!("`.{}` takes no named arguments", method.name()));
        }
        let length = self.bytes(&of).len();
        self.work(length / 16)?;
        if length > 64 {
            self.temporary(length as u64 / 4)?;
        }
        match method {
            M::Join => self.join(of, args[0]),
            M::Split | M::Rsplit => self.split(method, of, args, named),
            M::SplitLines => self.split_lines(of, args, named),
            M::Replace => self.replace(of, args),
            M::Find | M::Rfind | M::Index | M::Rindex | M::Count => self.search(method, of, args),
            M::StartsWith | M::EndsWith => self.begins(method, of, args),
            M::Strip | M::Lstrip | M::Rstrip => self.strip(method, of, args),
            M::Zfill | M::Ljust | M::Rjust | M::Center => self.justified(method, of, args),
            M::Partition | M::Rpartition => self.partition(method, of, args),
            M::Format => self.format(of, args, named),
            // Starlark's way to iterate over a string; here strings are iterated themselves.
            M::Elems => Ok(of),
            M::RemovePrefix | M::RemoveSuffix => {
                let part = self.text_of(method, &args[0])?.len();
                let text = self.str(&of);
                let (from, to) = match method {
                    M::RemovePrefix if text.starts_with(self.str(&args[0])) => (part, length),
                    M::RemoveSuffix if text.ends_with(self.str(&args[0])) => (0, length - part),
                    _ => return Ok(of),
                };
                Ok(self.part(&of, from, to))
            }
            M::Upper | M::Lower | M::Casefold | M::Swapcase | M::Title | M::Capitalize => {
                self.cased(method, of)
            }
            M::IsAlnum
            | M::IsAlpha
            | M::IsAscii
            | M::IsDecimal
            | M::IsDigit
            | M::IsIdentifier
            | M::IsLower
            | M::IsNumeric
            | M::IsSpace
            | M::IsUpper => Ok(Value::Bool(is_kind(method, self.str(&of)))),
            M::ExpandTabs => self.expand_tabs(of, args),
            M::MakeTrans => self.make_translation(args),
            M::Translate => self.translate(of, args[0]),
            _ => self.no_attribute(&of, method.name()),
        }
    }

    fn join(&mut self, of: Value, source: Value) -> Done<Value> {
        let parts = self.collect(source)?;
        let mut length = self.str(&of).len().saturating_mul(parts.len());
        for (n, part) in parts.iter().enumerate() {
            match part {
                Value::Short(_) | Value::Long(_) => length += self.str(part).len(),
                _ => {
                    let name = self.type_name(part);
                    return wrong(format!(
                        "join takes strings, found {} {name} as item {n}: write `str(…)` around it",
                        article(name)
                    ));
                }
            }
        }
        self.work(parts.len() / 2)?;
        self.take(length)?;
        self.give(length);
        let mut text = String::with_capacity(length);
        for (n, part) in parts.iter().enumerate() {
            if n > 0 {
                text.push_str(self.str(&of));
            }
            text.push_str(self.str(part));
        }
        self.reuse(parts);
        self.string(&text)
    }

    /// A list of parts of a text, by bytes.
    fn parts(&mut self, of: Value, places: Vec<(usize, usize)>) -> Done<Value> {
        self.temporary(2 * places.len() as u64)?;
        self.work(places.len())?;
        let mut items = self.empty();
        items.extend(places.iter().map(|(from, to)| self.part(&of, *from, *to)));
        self.list(items)
    }

    fn split(
        &mut self,
        method: Method,
        of: Value,
        args: &[Value],
        named: Named<'_>,
    ) -> Done<Value> {
        let [sep, most] = self.options("split", named, ["sep", "maxsplit"])?;
        let sep = sep.or(args.first().copied()).unwrap_or(Value::None);
        let most = most
            .or(args.get(1).copied())
            .map_or(Some(-1), |most| small(&most));
        let most = match most {
            Some(most) if most >= 0 => most as usize,
            Some(_) => usize::MAX,
            None => return wrong("maxsplit is a whole number"),
        };
        let backward = method == Method::Rsplit;
        self.take(self.str(&of).len() * 2 * CELL)?;
        self.give(self.str(&of).len() * 2 * CELL);
        let text = self.str(&of);
        let mut places = match sep {
            Value::None => words(text, most, backward),
            Value::Short(_) | Value::Long(_) => {
                let sep = self.str(&sep);
                if sep.is_empty() {
                    return wrong(
                        "a text is not split at \"\": write `list(…)` for its characters",
                    );
                }
                pieces(text, sep, most, backward)
            }
            _ => {
                return wrong(format!(
                    "`.split` takes a str, found {}",
                    self.type_name(&sep)
                ));
            }
        };
        if backward {
            places.reverse();
        }
        self.parts(of, places)
    }

    fn split_lines(&mut self, of: Value, args: &[Value], named: Named<'_>) -> Done<Value> {
        let [keep] = self.options("splitlines", named, ["keepends"])?;
        let keep = keep
            .or(args.first().copied())
            .is_some_and(|keep| self.truth(&keep));
        let text = self.str(&of);
        let (mut places, mut start) = (Vec::new(), 0);
        let mut chars = text.char_indices().peekable();
        while let Some((at, c)) = chars.next() {
            if !ends_line(c) {
                continue;
            }
            let mut end = at + c.len_utf8();
            if c == '\r' && chars.peek().is_some_and(|(_, next)| *next == '\n') {
                chars.next();
                end += 1;
            }
            places.push((start, if keep { end } else { at }));
            start = end;
        }
        if start < text.len() {
            places.push((start, text.len()));
        }
        self.parts(of, places)
    }

    fn replace(&mut self, of: Value, args: &[Value]) -> Done<Value> {
        let (old, new) = (
            self.text_of(Method::Replace, &args[0])?,
            self.text_of(Method::Replace, &args[1])?,
        );
        let text = self.str(&of);
        let most = match args.get(2).map(small) {
            None => usize::MAX,
            Some(Some(most)) => usize::try_from(most).unwrap_or(usize::MAX),
            Some(None) => return wrong("the third argument of `.replace` is a whole number"),
        };
        let count = if old.is_empty() {
            text.chars().count() + 1
        } else {
            text.matches(old).count()
        }
        .min(most);
        if count == 0 {
            return Ok(of);
        }
        let longest = text.len().saturating_add(count.saturating_mul(new.len()));
        self.take(longest)?;
        self.give(longest);
        let replaced = self
            .str(&of)
            .replacen(self.str(&args[0]), self.str(&args[1]), most);
        self.string(&replaced)
    }

    /// The part of a text between two bounds in characters, in bytes, and the first bound; `None` if it begins behind the end.
    fn bounded(&mut self, of: &Value, args: &[Value]) -> Done<Option<(usize, usize, usize)>> {
        if args.len() < 2 {
            return Ok(Some((0, self.str(of).len(), 0)));
        }
        let len = self.len(of)?;
        let ends = [
            args[1],
            args.get(2).copied().unwrap_or(Value::None),
            Value::None,
        ];
        let first = self
            .ends(usize::MAX / 4, [args[1], Value::None, Value::None])?
            .first;
        if small(&args[1]).is_some_and(|n| n >= 0) && first as usize > len {
            return Ok(None);
        }
        let ends = self.ends(len, ends)?;
        let end = ends.first as usize + ends.count;
        let byte = |heap: &Self, at: usize| {
            if heap.is_ascii(of) {
                return at;
            }
            heap.str(of)
                .char_indices()
                .nth(at)
                .map_or(heap.str(of).len(), |(byte, _)| byte)
        };
        Ok(Some((
            byte(self, ends.first as usize),
            byte(self, end),
            ends.first as usize,
        )))
    }

    fn search(&mut self, method: Method, of: Value, args: &[Value]) -> Done<Value> {
        use Method as M;
        if let ([only], true) = (args, self.is_ascii(&of))
            && let [byte] = self.bytes(only)
        {
            let mut text = self.bytes(&of).iter();
            match method {
                M::Count => return Ok(Value::Int(text.filter(|c| *c == byte).count() as i64)),
                M::Find | M::Index => {
                    if let Some(at) = text.position(|c| c == byte) {
                        return Ok(Value::Int(at as i64));
                    }
                }
                _ => {}
            }
        }
        self.text_of(method, &args[0])?;
        let bounds = self.bounded(&of, args)?;
        let part = self.str(&args[0]);
        let (text, first) = match bounds {
            Some((from, to, first)) => (&self.str(&of)[from..to.max(from)], first),
            None => ("", 0),
        };
        if method == M::Count {
            let count = match part.is_empty() {
                true => text.chars().count() + 1,
                false => match part.as_bytes() {
                    [byte] => text.bytes().filter(|c| c == byte).count(),
                    _ => text.matches(part).count(),
                },
            };
            return Ok(Value::Int(if bounds.is_some() { count as i64 } else { 0 }));
        }
        let found = match method {
            _ if bounds.is_none() => None,
            M::Find | M::Index => crate::operate::find(text, part),
            _ => text.rfind(part),
        };
        match found {
            Some(at) => {
                let chars = if self.is_ascii(&of) {
                    at
                } else {
                    text[..at].chars().count()
                };
                Ok(Value::Int((first + chars) as i64))
            }
            None if matches!(method, M::Find | M::Rfind) => Ok(Value::Int(-1)),
            None => wrong(format!(
                "`.{}`: the text does not have this part: ask with `in` first, or use `.find(…)`",
                method.name()
            )),
        }
    }

    fn begins(&mut self, method: Method, of: Value, args: &[Value]) -> Done<Value> {
        let parts: Vec<Value> = match args[0] {
            Value::Tuple(_) => self.items(&args[0]).to_vec(),
            _ => vec![args[0]],
        };
        let Some((from, to, _)) = self.bounded(&of, args)? else {
            return Ok(Value::Bool(false));
        };
        self.work(parts.len())?;
        for part in &parts {
            let part = self.text_of(method, part)?;
            let text = &self.str(&of)[from..to.max(from)];
            let is = if method == Method::StartsWith {
                text.starts_with(part)
            } else {
                text.ends_with(part)
            };
            if is {
                return Ok(Value::Bool(true));
            }
        }
        Ok(Value::Bool(false))
    }

    fn strip(&mut self, method: Method, of: Value, args: &[Value]) -> Done<Value> {
        let text = self.str(&of);
        let chars: Option<Vec<char>> = match args.first() {
            None | Some(Value::None) => None,
            Some(chars) => Some(self.text_of(method, chars)?.chars().collect()),
        };
        let goes = |c: char| match &chars {
            None => is_space(c),
            Some(chars) => chars.contains(&c),
        };
        let work = chars.as_ref().map_or(0, Vec::len) * text.len() / 16;
        let from = match method {
            Method::Rstrip => 0,
            _ => text.len() - text.trim_start_matches(goes).len(),
        };
        let to = match method {
            Method::Lstrip => text.len(),
            _ => text.trim_end_matches(goes).len().max(from),
        };
        self.work(work)?;
        Ok(self.part(&of, from, to))
    }

    fn justified(&mut self, method: Method, of: Value, args: &[Value]) -> Done<Value> {
        let Some(width) = small(&args[0]) else {
            return wrong(format!("`.{}` takes a whole number", method.name()));
        };
        let len = self.len(&of)?;
        let missing = (width.max(0) as usize).saturating_sub(len);
        if missing == 0 {
            return Ok(of);
        }
        let fill = match args.get(1) {
            None if method == Method::Zfill => '0',
            None => ' ',
            Some(fill) => {
                let mut chars = self.text_of(method, fill)?.chars();
                match (chars.next(), chars.next()) {
                    (Some(fill), None) => fill,
                    _ => return wrong(format!("`.{}` fills with one character", method.name())),
                }
            }
        };
        self.take(missing.saturating_mul(4).saturating_add(2 * len))?;
        let pad = |count: usize| fill.to_string().repeat(count);
        let text = self.str(&of);
        let text = match method {
            Method::Ljust => format!("{text}{}", pad(missing)),
            Method::Rjust => format!("{}{text}", pad(missing)),
            Method::Center => {
                // As CPython divides an odd number.
                let left = missing / 2 + (missing & (width as usize) & 1);
                format!("{}{text}{}", pad(left), pad(missing - left))
            }
            _ => match text.strip_prefix(['+', '-']) {
                Some(digits) => format!("{}{}{digits}", &text[..1], pad(missing)),
                None => format!("{}{text}", pad(missing)),
            },
        };
        self.string(&text)
    }

    fn partition(&mut self, method: Method, of: Value, args: &[Value]) -> Done<Value> {
        let sep = self.text_of(method, &args[0])?;
        if sep.is_empty() {
            return wrong("a text is not split at \"\"");
        }
        let (text, size) = (self.str(&of), sep.len());
        let found = if method == Method::Partition {
            text.find(sep)
        } else {
            text.rfind(sep)
        };
        let len = text.len();
        let empty = self.string("")?;
        let parts = match (found, method) {
            (Some(at), _) => [
                self.part(&of, 0, at),
                args[0],
                self.part(&of, at + size, len),
            ],
            (None, Method::Partition) => [of, empty, empty],
            (None, _) => [empty, empty, of],
        };
        self.tuple(&parts)
    }

    fn cased(&mut self, method: Method, of: Value) -> Done<Value> {
        let text = self.str(&of);
        let mut made = String::with_capacity(text.len());
        match method {
            Method::Upper => made = text.to_uppercase(),
            Method::Lower | Method::Casefold => made = text.to_lowercase(),
            _ => {
                let mut inside = false;
                for c in text.chars() {
                    let upper = match method {
                        Method::Swapcase => c.is_lowercase(),
                        _ => !inside,
                    };
                    match upper {
                        true => made.extend(c.to_uppercase()),
                        false => made.extend(c.to_lowercase()),
                    }
                    inside = if method == Method::Capitalize {
                        true
                    } else {
                        c.is_lowercase() || c.is_uppercase()
                    };
                }
            }
        }
        self.string(&made)
    }

    fn expand_tabs(&mut self, of: Value, args: &[Value]) -> Done<Value> {
        let size = args.first().map_or(Some(8), small).unwrap_or(8).max(0) as usize;
        let (mut text, mut column) = (String::new(), 0);
        for c in self.str(&of).to_owned().chars() {
            match c {
                '\t' if size > 0 => {
                    let count = size - column % size;
                    self.take(count)?;
                    text.push_str(&" ".repeat(count));
                    column += count;
                }
                '\t' => {}
                '\n' | '\r' => {
                    text.push(c);
                    column = 0;
                }
                c => {
                    text.push(c);
                    column += 1;
                }
            }
        }
        self.string(&text)
    }

    fn make_translation(&mut self, args: &[Value]) -> Done<Value> {
        let table = self.table()?;
        for arg in args {
            self.work(self.str(arg).len() / 4)?;
        }
        let code = |c: char| Value::Int(i64::from(u32::from(c)));
        match args {
            [Value::Dict(source)] => {
                let entries: Vec<_> = self.tables[*source as usize].iter().copied().collect();
                for entry in entries {
                    let key = match entry.key {
                        Value::Short(_) | Value::Long(_) => {
                            match self.str(&entry.key).chars().next() {
                                Some(c) => code(c),
                                None => return wrong("maketrans takes single characters"),
                            }
                        }
                        key => key,
                    };
                    self.put(table, key, entry.value)?;
                }
            }
            [from, to, rest @ ..] => {
                let from: Vec<char> = self.text_of(Method::MakeTrans, from)?.chars().collect();
                let to: Vec<char> = self.text_of(Method::MakeTrans, to)?.chars().collect();
                if from.len() != to.len() {
                    return wrong("maketrans takes two strings of one length");
                }
                for (from, to) in from.iter().zip(&to) {
                    self.put(table, code(*from), code(*to))?;
                }
                if let Some(gone) = rest.first() {
                    let gone: Vec<char> = self.text_of(Method::MakeTrans, gone)?.chars().collect();
                    for c in gone {
                        self.put(table, code(c), Value::None)?;
                    }
                }
            }
            _ => return wrong("maketrans takes a dict, or two strings"),
        }
        Ok(Value::Dict(table))
    }

    fn translate(&mut self, of: Value, table: Value) -> Done<Value> {
        let Value::Dict(table) = table else {
            return wrong("`.translate` takes what `str.maketrans(…)` makes");
        };
        let text = self.str(&of).to_owned();
        let mut made = String::new();
        for c in text.chars() {
            self.work(1)?;
            let place = self.find(table, &Value::Int(i64::from(u32::from(c))))?;
            match place.map(|place| self.tables[table as usize].entries[place].value) {
                None => made.push(c),
                Some(Value::None) => {}
                Some(value @ Value::Int(_)) => made.push(self.character(&value)?),
                Some(value) => {
                    let text = self.text_of(Method::Translate, &value)?.to_owned();
                    self.take(text.len())?;
                    made.push_str(&text);
                }
            }
        }
        self.string(&made)
    }

    // Lists.

    fn list_method(
        &mut self,
        method: Method,
        list: u32,
        args: &[Value],
        named: Named<'_>,
    ) -> Done<Value> {
        use Method as M;
        if !named.is_empty() {
            return wrong(format!("`.{}` takes no named arguments", method.name()));
        }
        let counts = match method {
            M::Append | M::Extend | M::Remove | M::Count => 1..=1,
            M::Insert => 2..=2,
            M::Pop => 0..=1,
            M::Index => 1..=3,
            _ => 0..=0,
        };
        self.counts(method, args, counts)?;
        let len = self.lists[list as usize].len();
        match method {
            M::Append => {
                self.changing(list)?;
                self.push(list, args[0])?;
            }
            M::Extend => {
                self.changing(list)?;
                self.extend(list, args[0])?;
            }
            M::Insert => {
                let Some(at) = small(&args[0]) else {
                    return wrong("`.insert` takes the index and the item");
                };
                let at = if at < 0 { at + len as i64 } else { at }.clamp(0, len as i64) as usize;
                self.changing(list)?;
                self.work((len - at) / 16)?;
                self.push(list, args[1])?;
                self.lists[list as usize][at..].rotate_right(1);
            }
            M::Pop => {
                if len == 0 {
                    return wrong("`.pop` of an empty list: test for it first");
                }
                let at = match args.first() {
                    None => len - 1,
                    Some(at) => self.place(at, len, "list")?,
                };
                self.work((len - at) / 16)?;
                return Ok(self.changing(list)?.remove(at));
            }
            M::Remove | M::Index => {
                let (from, to) = self.between(len, &args[1..])?;
                for at in from..to {
                    self.work(1)?;
                    let item = self.lists[list as usize][at];
                    if self.equal(args[0], item)? {
                        if method == M::Index {
                            return Ok(Value::Int(at as i64));
                        }
                        self.work((len - at) / 16)?;
                        self.changing(list)?.remove(at);
                        return Ok(Value::None);
                    }
                }
                return wrong(format!(
                    "`.{}`: the list does not have this item: ask with `in` first",
                    method.name()
                ));
            }
            M::Count => {
                let mut count = 0;
                for at in 0..len {
                    self.work(1)?;
                    let item = self.lists[list as usize][at];
                    count += i64::from(self.equal(args[0], item)?);
                }
                return Ok(Value::Int(count));
            }
            M::Reverse => {
                self.work(len / 16)?;
                self.changing(list)?.reverse();
            }
            M::Clear => self.changing(list)?.clear(),
            M::Copy => {
                let items = self.collect(Value::List(list))?;
                return self.list(items);
            }
            _ => return self.no_attribute(&Value::List(list), method.name()),
        }
        Ok(Value::None)
    }

    /// The bounds of `.index(item, from, to)`.
    fn between(&self, len: usize, args: &[Value]) -> Done<(usize, usize)> {
        let ends = [args.first(), args.get(1), None].map(|end| end.copied().unwrap_or(Value::None));
        let ends = self.ends(len, ends)?;
        Ok((ends.first as usize, ends.first as usize + ends.count))
    }

    fn tuple_method(
        &mut self,
        method: Method,
        of: Value,
        args: &[Value],
        named: Named<'_>,
    ) -> Done<Value> {
        if !matches!(method, Method::Index | Method::Count) || !named.is_empty() {
            return self.no_attribute(&of, method.name());
        }
        self.counts(
            method,
            args,
            1..=if method == Method::Index { 3 } else { 1 },
        )?;
        let len = self.len(&of)?;
        let (from, to) = self.between(len, &args[1..])?;
        let mut count = 0;
        for at in from..to {
            self.work(1)?;
            let item = self.get_item(of, Value::Int(at as i64))?;
            if self.equal(args[0], item)? {
                if method == Method::Index {
                    return Ok(Value::Int(at as i64));
                }
                count += 1;
            }
        }
        match method {
            Method::Index => wrong(format!(
                "`.index`: the {} does not have this item: ask with `in` first",
                self.type_name(&of)
            )),
            _ => Ok(Value::Int(count)),
        }
    }

    fn int_method(&mut self, method: Method, of: Value, args: &[Value]) -> Done<Value> {
        if !matches!(method, Method::BitLength | Method::BitCount) {
            return self.no_attribute(&of, method.name());
        }
        self.counts(method, args, 0..=0)?;
        let n = self.big(&of).unwrap_or_default();
        self.work(n.bits() as usize / 64)?;
        let bits = match method {
            Method::BitLength => n.bits(),
            _ => n.magnitude().count_ones(),
        };
        Ok(Value::Int(bits as i64))
    }

    // Dictionaries.

    fn dict_method(
        &mut self,
        method: Method,
        table: u32,
        args: &[Value],
        named: Named<'_>,
    ) -> Done<Value> {
        use Method as M;
        if !named.is_empty() && method != M::Update {
            return wrong(format!("`.{}` takes no named arguments", method.name()));
        }
        let counts = match method {
            M::Get | M::Pop | M::SetDefault => 1..=2,
            M::Update | M::Subtract | M::MostCommon => 0..=1,
            _ => 0..=0,
        };
        self.counts(method, args, counts)?;
        let value_at = |heap: &Self, place: usize| heap.tables[table as usize].entries[place].value;
        let default = args.get(1).copied();
        Ok(match method {
            M::Get => match self.find(table, &args[0])? {
                Some(place) => value_at(self, place),
                None => default.unwrap_or(Value::None),
            },
            M::Keys => Value::View(View::Keys, table),
            M::Values => Value::View(View::Values, table),
            M::Items => Value::View(View::Items, table),
            M::Pop => {
                self.changing_table(table)?;
                match (self.remove(table, &args[0])?, default) {
                    (Some(entry), _) => entry.value,
                    (None, Some(default)) => default,
                    (None, None) => return self.get_item(Value::Dict(table), args[0]),
                }
            }
            M::PopItem => {
                self.changing_table(table)?;
                // Removed entries at the end are passed over.
                let own = &self.tables[table as usize];
                let dead = own.entries.len() - own.live;
                self.work(dead / 4)?;
                let last = self.tables[table as usize].iter().next_back().copied();
                let Some(entry) = last else {
                    return wrong("`.popitem` of an empty dict: test for it first");
                };
                self.remove(table, &entry.key)?;
                self.tuple(&[entry.key, entry.value])?
            }
            M::SetDefault => match self.find(table, &args[0])? {
                Some(place) => value_at(self, place),
                None => {
                    self.changing_table(table)?;
                    let default = default.unwrap_or(Value::None);
                    self.put(table, args[0], default)?;
                    default
                }
            },
            M::Update => {
                self.changing_table(table)?;
                if let Some(source) = args.first() {
                    self.fill(table, *source)?;
                }
                for (name, value) in named {
                    self.put(table, *name, *value)?;
                }
                Value::None
            }
            M::Copy => Value::Dict(self.copied(table)?),
            M::Clear => {
                self.changing_table(table)?.clear();
                Value::None
            }
            _ => return self.counter_method(method, table, args),
        })
    }

    fn counter_method(&mut self, method: Method, table: u32, args: &[Value]) -> Done<Value> {
        if !matches!(self.tables[table as usize].kind, Kind::Counter) {
            return self.no_attribute(&Value::Dict(table), method.name());
        }
        let entries: Vec<_> = self.tables[table as usize].iter().copied().collect();
        self.temporary(4 * entries.len() as u64)?;
        match method {
            Method::MostCommon => {
                let counts: Option<Vec<_>> =
                    entries.iter().map(|entry| small(&entry.value)).collect();
                let Some(counts) = counts else {
                    return wrong("most_common takes counts of at most 64 bits");
                };
                let mut order: Vec<usize> = (0..entries.len()).collect();
                order.sort_by(|a, b| counts[*b].cmp(&counts[*a]));
                let most = args
                    .first()
                    .and_then(small)
                    .map_or(usize::MAX, |most| most.max(0) as usize);
                let mut pairs = Vec::new();
                for at in order.into_iter().take(most) {
                    pairs.push(self.tuple(&[entries[at].key, entries[at].value])?);
                }
                self.list(pairs)
            }
            Method::Total => {
                let mut total = Value::Int(0);
                for entry in entries {
                    total = self.binary(Operator::Add, total, entry.value)?;
                }
                Ok(total)
            }
            Method::Elements => {
                let mut items = Vec::new();
                for entry in entries {
                    let count = small(&entry.value).unwrap_or(0).max(0) as u64;
                    self.temporary(count)?;
                    self.take(count as usize * CELL)?;
                    items.extend(std::iter::repeat_n(entry.key, count as usize));
                }
                self.list_iter(items)
            }
            Method::Subtract => {
                self.changing_table(table)?;
                let other = self.table()?;
                self.tables[other as usize].kind = Kind::Counter;
                if let Some(source) = args.first() {
                    self.fill(other, *source)?;
                }
                let others: Vec<_> = self.tables[other as usize].iter().copied().collect();
                for entry in others {
                    let before = match self.find(table, &entry.key)? {
                        Some(place) => self.tables[table as usize].entries[place].value,
                        None => Value::Int(0),
                    };
                    let rest = self.binary(Operator::Sub, before, entry.value)?;
                    self.put(table, entry.key, rest)?;
                }
                Ok(Value::None)
            }
            _ => self.no_attribute(&Value::Dict(table), method.name()),
        }
    }

    // Sets.

    fn set_method(
        &mut self,
        method: Method,
        of: Value,
        args: &[Value],
        named: Named<'_>,
    ) -> Done<Value> {
        use Method as M;
        let table = table_of(&of).unwrap_or_default();
        if !named.is_empty() {
            return wrong(format!("`.{}` takes no named arguments", method.name()));
        }
        let changes = matches!(
            method,
            M::Add
                | M::Discard
                | M::Remove
                | M::Pop
                | M::Clear
                | M::Update
                | M::DifferenceUpdate
                | M::IntersectionUpdate
                | M::SymmetricUpdate
        );
        if changes {
            if !matches!(of, Value::Set(_)) {
                return wrong("a frozenset cannot be changed: make a set, `set(…)`");
            }
            self.changing_table(table)?;
        }
        let counts = match method {
            M::Add
            | M::Discard
            | M::Remove
            | M::IsSubset
            | M::IsSuperset
            | M::IsDisjoint
            | M::SymmetricDifference
            | M::SymmetricUpdate => 1..=1,
            M::Pop | M::Clear | M::Copy => 0..=0,
            _ => 0..=usize::MAX,
        };
        self.counts(method, args, counts)?;
        match method {
            M::Add => self.add_item(table, args[0])?,
            M::Discard | M::Remove => {
                let key = match args[0] {
                    Value::Set(table) => Value::Frozen(table),
                    key => key,
                };
                if self.remove(table, &key)?.is_none() && method == M::Remove {
                    return wrong(
                        "`.remove`: the set does not have this item: use `.discard(…)`, or ask with `in` first",
                    );
                }
            }
            M::Pop => {
                if is_unordered(self, &of) {
                    return wrong(crate::show::NO_ORDER);
                }
                let first = self.tables[table as usize].iter().next().copied();
                let Some(entry) = first else {
                    return wrong("`.pop` of an empty set: test for it first");
                };
                self.remove(table, &entry.key)?;
                return Ok(entry.key);
            }
            M::Clear => self.changing_table(table)?.clear(),
            M::Copy => return self.rewrapped(of, args, Operator::Or),
            M::Update => {
                for source in args {
                    self.add_all(table, *source)?;
                }
            }
            M::DifferenceUpdate | M::IntersectionUpdate | M::SymmetricUpdate => {
                let operator = match method {
                    M::DifferenceUpdate => Operator::Sub,
                    M::IntersectionUpdate => Operator::And,
                    _ => Operator::Xor,
                };
                if let Value::Set(new) = self.rewrapped(of, args, operator)? {
                    self.tables.swap(table as usize, new as usize);
                }
            }
            M::Union => return self.rewrapped(of, args, Operator::Or),
            M::Intersection => return self.rewrapped(of, args, Operator::And),
            M::Difference => return self.rewrapped(of, args, Operator::Sub),
            M::SymmetricDifference => return self.rewrapped(of, args, Operator::Xor),
            M::IsSubset | M::IsSuperset | M::IsDisjoint => {
                let other = self.as_set(args[0])?;
                return Ok(Value::Bool(match method {
                    M::IsSubset => self.holds(Relation::AtMost, of, other)?,
                    M::IsSuperset => self.holds(Relation::AtLeast, of, other)?,
                    _ => {
                        let common = self.combined(Operator::And, of, other)?;
                        !self.truth(&common)
                    }
                }));
            }
            _ => return self.no_attribute(&of, method.name()),
        }
        Ok(Value::None)
    }

    /// Anything that is iterated, as a set.
    fn as_set(&mut self, source: Value) -> Done<Value> {
        if let Value::Set(_) | Value::Frozen(_) = source {
            return Ok(source);
        }
        let table = self.table()?;
        self.add_all(table, source)?;
        Ok(Value::Set(table))
    }

    /// A set combined with others.
    fn rewrapped(&mut self, of: Value, args: &[Value], operator: Operator) -> Done<Value> {
        let empty = self.table()?;
        let first = if operator == Operator::And {
            of
        } else {
            Value::Set(empty)
        };
        let mut result = match operator {
            Operator::And => self.combined(operator, of, first)?,
            _ => self.combined(Operator::Or, of, first)?,
        };
        for source in args {
            let other = self.as_set(*source)?;
            result = self.combined(operator, result, other)?;
        }
        Ok(result)
    }

    // Deques.

    fn deque_method(
        &mut self,
        method: Method,
        at: u32,
        args: &[Value],
        named: Named<'_>,
    ) -> Done<Value> {
        use Method as M;
        if !named.is_empty() {
            return wrong(format!("`.{}` takes no named arguments", method.name()));
        }
        let counts = match method {
            M::Append
            | M::AppendLeft
            | M::Extend
            | M::ExtendLeft
            | M::Remove
            | M::Count
            | M::Index => 1..=1,
            M::Rotate => 0..=1,
            M::Insert => 2..=2,
            _ => 0..=0,
        };
        self.counts(method, args, counts)?;
        match method {
            M::Append | M::AppendLeft => self.push_end(at, args[0], method == M::AppendLeft)?,
            M::Extend | M::ExtendLeft => {
                let items = self.collect(args[0])?;
                for item in items {
                    self.push_end(at, item, method == M::ExtendLeft)?;
                }
            }
            M::Pop | M::PopLeft => {
                let items = self.changing_deque(at)?;
                let item = if method == M::Pop {
                    items.pop_back()
                } else {
                    items.pop_front()
                };
                return match item {
                    Some(item) => Ok(item),
                    None => wrong("this deque is empty: test for it first"),
                };
            }
            M::Rotate => {
                let by = args.first().map_or(Some(1), small).unwrap_or(0);
                let len = self.deque(at).len();
                if len > 0 {
                    let by = by.rem_euclid(len as i64) as usize;
                    self.work(by.min(len - by) / 16)?;
                    self.changing_deque(at)?.rotate_right(by);
                }
            }
            M::Clear => self.changing_deque(at)?.clear(),
            M::Reverse => {
                self.work(self.deque(at).len() / 16)?;
                self.changing_deque(at)?.make_contiguous().reverse();
            }
            M::Copy => {
                let object = self.objects[at as usize].clone();
                self.take(CELL * self.deque(at).len())?;
                return Ok(Value::Deque(self.object(object)?));
            }
            M::Count | M::Index | M::Remove => {
                let mut count = 0;
                for nth in 0..self.deque(at).len() {
                    self.work(1)?;
                    let item = self.deque(at)[nth];
                    if self.equal(args[0], item)? {
                        count += 1;
                        if method == M::Index {
                            return Ok(Value::Int(nth as i64));
                        }
                        if method == M::Remove {
                            self.changing_deque(at)?.remove(nth);
                            return Ok(Value::None);
                        }
                    }
                }
                if method != M::Count {
                    return wrong(format!(
                        "`.{}`: the deque does not have this item: ask with `in` first",
                        method.name()
                    ));
                }
                return Ok(Value::Int(count));
            }
            _ => return self.no_attribute(&Value::Deque(at), method.name()),
        }
        Ok(Value::None)
    }

    fn push_end(&mut self, at: u32, item: Value, left: bool) -> Done<()> {
        self.take(3 * CELL)?;
        let most = match &self.objects[at as usize] {
            Object::Deque(_, most) => *most,
            _ => None,
        };
        let items = self.changing_deque(at)?;
        match left {
            true => items.push_front(item),
            false => items.push_back(item),
        }
        if most.is_some_and(|most| items.len() > most) {
            if left {
                items.pop_back()
            } else {
                items.pop_front()
            };
        }
        self.work(1)
    }
}

/// Whether strings have a method.
fn is_of_text(method: Method) -> bool {
    use Method as M;
    matches!(
        method,
        M::Capitalize
            | M::Casefold
            | M::Center
            | M::Count
            | M::Elems
            | M::EndsWith
            | M::ExpandTabs
            | M::Find
            | M::Format
            | M::Index
            | M::IsAlnum
            | M::IsAlpha
            | M::IsAscii
            | M::IsDecimal
            | M::IsDigit
            | M::IsIdentifier
            | M::IsLower
            | M::IsNumeric
            | M::IsSpace
            | M::IsUpper
            | M::Join
            | M::Ljust
            | M::Lower
            | M::Lstrip
            | M::MakeTrans
            | M::Partition
            | M::RemovePrefix
            | M::RemoveSuffix
            | M::Replace
            | M::Rfind
            | M::Rindex
            | M::Rjust
            | M::Rpartition
            | M::Rsplit
            | M::Rstrip
            | M::Split
            | M::SplitLines
            | M::StartsWith
            | M::Strip
            | M::Swapcase
            | M::Title
            | M::Translate
            | M::Upper
            | M::Zfill
    )
}

/// Whether all characters of a text are of a kind.
fn is_kind(method: Method, text: &str) -> bool {
    use Method as M;
    let all = |is: &dyn Fn(char) -> bool| !text.is_empty() && text.chars().all(is);
    match method {
        M::IsAlnum => all(&char::is_alphanumeric),
        M::IsAlpha => all(&char::is_alphabetic),
        M::IsAscii => text.is_ascii(),
        M::IsDigit | M::IsDecimal | M::IsNumeric => all(&char::is_numeric),
        M::IsSpace => all(&is_space),
        M::IsLower => text.chars().any(char::is_lowercase) && !text.chars().any(char::is_uppercase),
        M::IsUpper => text.chars().any(char::is_uppercase) && !text.chars().any(char::is_lowercase),
        _ => {
            let mut chars = text.chars();
            chars.next().is_some_and(crate::token::is_name_start)
                && chars.all(crate::token::is_name_part)
        }
    }
}

/// The places of words, with spaces between them; from the end, the last first.
fn words(text: &str, most: usize, backward: bool) -> Vec<(usize, usize)> {
    let (mut found, mut from, mut to) = (Vec::new(), 0, text.len());
    loop {
        let rest = &text[from..to];
        let trimmed = if backward {
            rest.trim_end_matches(is_space)
        } else {
            rest.trim_start_matches(is_space)
        };
        if trimmed.is_empty() {
            return found;
        }
        if backward {
            to = from + trimmed.len();
            if found.len() == most {
                found.push((from, to));
                return found;
            }
            let start = trimmed.rfind(is_space).map_or(from, |at| {
                from + at + trimmed[at..].chars().next().map_or(1, char::len_utf8)
            });
            found.push((start, to));
            to = start;
        } else {
            from = to - trimmed.len();
            if found.len() == most {
                found.push((from, to));
                return found;
            }
            let end = trimmed.find(is_space).map_or(to, |at| from + at);
            found.push((from, end));
            from = end;
        }
    }
}

/// The places of the pieces between separators; from the end, the last first.
fn pieces(text: &str, sep: &str, most: usize, backward: bool) -> Vec<(usize, usize)> {
    let (mut found, mut from, mut to) = (Vec::new(), 0, text.len());
    while found.len() < most {
        let rest = &text[from..to];
        match if backward {
            rest.rfind(sep)
        } else {
            rest.find(sep)
        } {
            None => break,
            Some(at) if backward => {
                found.push((from + at + sep.len(), to));
                to = from + at;
            }
            Some(at) => {
                found.push((from, from + at));
                from += at + sep.len();
            }
        }
    }
    found.push((from, to));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_order() {
        assert!(ALL.is_sorted_by_key(|(_, name)| *name));
        for (nth, (method, name)) in ALL.iter().enumerate() {
            assert_eq!(*method as usize, nth);
            assert_eq!(Method::named(name), Some(*method));
        }
    }
}
