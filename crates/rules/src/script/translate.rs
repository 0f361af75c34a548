//! Turns value literals in statements into calls: `{x|-x} + 2*` is `_braces([x],[-x]) + _value("2*")`. Other text is
//! copied, so that Starlark parses it.
//!
//! A literal is read where an operand is expected. Numbers, stars and arrows written together are one literal: `1/2^*`. Braces
//! are a value if they have a bar and no colon; with names inside, their options are expressions.

use std::collections::HashSet;
use std::ops::Range;

use bouton_core::InputError;
use bouton_values::LONGEST_SCRIPT;

/// The translated text, with the places in the typed text that its parts come from.
pub(super) struct Translated {
    pub(super) text: String,
    /// The first byte of each piece, the bytes of the typed text, and whether they are the same.
    pieces: Vec<(usize, Range<usize>, bool)>,
}

/// The deepest nesting of braces with names inside.
const DEEPEST: usize = 100;

/// The deepest nesting of other brackets; Starlark's own bound is checked later.
const DEEPEST_OPEN: usize = 1000;

/// Names of loopy values.
const LOOPY: [&str; 8] = ["on", "off", "over", "under", "upon", "tis", "tisn", "dud"];

/// Words after which an operand is expected.
const KEYWORDS: [&str; 15] = [
    "and", "or", "not", "in", "if", "elif", "else", "for", "return", "lambda", "def", "load",
    "break", "continue", "pass",
];

/// Operators that Starlark lacks, and those that stand for them.
const OPERATORS: [(&str, &str); 9] = [
    ("<>", "|_confused|"),
    ("<|", "|_not_above|"),
    ("|>", "|_not_below|"),
    (":=", "="),
    ("≤", "<="),
    ("≥", ">="),
    ("≠", "!="),
    ("−", "-"),
    ("∗", "*"),
];

impl Translated {
    /// The bytes of the typed text that these bytes come from.
    pub(super) fn typed(&self, span: Range<usize>) -> Range<usize> {
        let at = |place: usize| {
            let next = self.pieces.partition_point(|(start, ..)| *start <= place);
            let (start, typed, is_same) = &self.pieces[next.saturating_sub(1)];
            match is_same {
                true => {
                    let at = (typed.start + place.saturating_sub(*start)).min(typed.end);
                    at..at
                }
                false => typed.clone(),
            }
        };
        if self.pieces.is_empty() {
            return 0..0;
        }
        let start = at(span.start).start;
        let last = at(span.end.saturating_sub(1).max(span.start)).end;
        let is_empty = span.is_empty();
        start
            ..last.max(start)
                + usize::from(!is_empty && last < self.end() && self.is_copied(span.end - 1))
    }

    fn end(&self) -> usize {
        self.pieces
            .iter()
            .map(|(_, typed, _)| typed.end)
            .max()
            .unwrap_or(0)
    }

    fn is_copied(&self, place: usize) -> bool {
        let next = self.pieces.partition_point(|(start, ..)| *start <= place);
        self.pieces[next.saturating_sub(1)].2
    }
}

/// Translates a text; `defined` are the names that earlier statements gave.
pub(super) fn translate(
    text: &str,
    defined: &dyn Fn(&str) -> bool,
) -> Result<Translated, InputError> {
    let mut translator = Translator {
        text,
        at: 0,
        after: false,
        begins: true,
        open: 0,
        header: None,
        depth: 0,
        indent: indent(text),
        bound: bound(text),
        defined,
        told: Translated {
            text: String::with_capacity(2 * text.len()),
            pieces: Vec::new(),
        },
    };
    if text.len() > LONGEST_SCRIPT {
        let message = format!("statements have at most {} KB", LONGEST_SCRIPT >> 10);
        return Err(InputError::new(message, text, 0..0));
    }
    translator.line_begins();
    translator.run(text.len())?;
    Ok(translator.told)
}

/// The spaces before the first line with something in it.
fn indent(text: &str) -> usize {
    let first = text.lines().find(|line| !line.trim().is_empty());
    first.map_or(0, |line| line.len() - line.trim_start_matches(' ').len())
}

struct Translator<'t> {
    text: &'t str,
    at: usize,
    /// Whether an operand was read, so that an operator follows.
    after: bool,
    /// Whether a statement begins.
    begins: bool,
    /// Open brackets.
    open: usize,
    /// The number of open brackets around the parameters of a function, while these are read.
    header: Option<usize>,
    depth: usize,
    /// Spaces that are left out at the beginning of each line.
    indent: usize,
    /// Names that this text binds.
    bound: HashSet<&'t str>,
    defined: &'t dyn Fn(&str) -> bool,
    told: Translated,
}

/// The contents of braces.
struct Braces {
    /// The place after the closing one.
    end: usize,
    /// Runs of bars directly inside.
    bars: Vec<Range<usize>>,
    /// Commas directly inside.
    commas: Vec<usize>,
    has_colon: bool,
}

impl<'t> Translator<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn copy(&mut self, length: usize) {
        let typed = self.at..self.at + length;
        let start = self.told.text.len();
        match self.told.pieces.last_mut() {
            Some((_, last, true)) if last.end == typed.start => last.end = typed.end,
            _ => self.told.pieces.push((start, typed.clone(), true)),
        }
        self.told.text.push_str(&self.text[typed]);
        self.at += length;
    }

    /// Writes text that stands for these bytes.
    fn put(&mut self, text: &str, typed: Range<usize>) {
        let start = self.told.text.len();
        self.told.pieces.push((start, typed, false));
        self.told.text.push_str(text);
    }

    fn error(&self, message: &str, span: Range<usize>) -> InputError {
        InputError::new(message, self.text, span)
    }

    /// Leaves out the spaces that all lines begin with.
    fn line_begins(&mut self) {
        let spaces = self.rest().len() - self.rest().trim_start_matches(' ').len();
        self.at += spaces.min(self.indent);
    }

    fn run(&mut self, end: usize) -> Result<(), InputError> {
        while self.at < end {
            self.token(end)?;
        }
        Ok(())
    }

    fn token(&mut self, end: usize) -> Result<(), InputError> {
        let rest = self.rest();
        let first = rest.chars().next().unwrap_or('\n');
        let begins = std::mem::take(&mut self.begins);
        match first {
            '\n' => {
                self.copy(1);
                if self.open == 0 && self.depth == 0 {
                    (self.after, self.begins) = (false, true);
                    self.line_begins();
                }
            }
            ';' => {
                self.copy(1);
                (self.after, self.begins) = (false, true);
            }
            c if c.is_whitespace() => {
                self.copy(c.len_utf8());
                self.begins = begins;
            }
            '\\' if rest.starts_with("\\\n") => self.copy(2),
            '#' => {
                let length = rest.find('\n').unwrap_or(rest.len());
                self.copy(length);
            }
            '"' | '\'' => {
                self.copy(string(rest));
                self.after = true;
            }
            '{' => self.braces(self.at)?,
            c if c.is_ascii_digit() => self.number()?,
            c if is_arrow(c) => self.arrows(),
            '*' => self.star(),
            '-' if !self.after && self.has_signed_literal() => self.signed_literal(1)?,
            '+' if rest.starts_with("+-") => self.plus_minus(2)?,
            '±' => self.plus_minus('±'.len_utf8())?,
            c if is_word(c) => self.word(begins)?,
            _ => self.operator(end),
        }
        Ok(())
    }

    fn operator(&mut self, end: usize) {
        let rest = self.rest();
        if let Some((written, instead)) = OPERATORS
            .iter()
            .find(|(written, _)| rest.starts_with(written))
        {
            let typed = self.at..(self.at + written.len()).min(end);
            self.put(instead, typed);
            self.at += written.len();
            self.after = false;
            return;
        }
        let first = rest.chars().next().unwrap_or(' ');
        match first {
            '(' | '[' | '{' => self.open += 1,
            ')' | ']' | '}' => self.open = self.open.saturating_sub(1),
            _ => {}
        }
        if self
            .header
            .is_some_and(|outer| self.open <= outer && first == ')')
        {
            self.header = None;
        }
        self.copy(first.len_utf8());
        self.after = matches!(first, ')' | ']' | '}');
    }

    /// A call that reads these bytes as a value.
    fn literal(&mut self, typed: Range<usize>) {
        let mut call = String::from("_value(\"");
        for c in self.text[typed.clone()].chars() {
            match c {
                '"' => call.push_str("\\\""),
                '\\' => call.push_str("\\\\"),
                '\n' => call.push_str("\\n"),
                '\r' => call.push_str("\\r"),
                c => call.push(c),
            }
        }
        call.push_str(&format!("\",{})", typed.start));
        self.at = typed.end;
        self.put(&call, typed);
        self.after = true;
    }

    /// The end of the stars and arrows that follow an operand at `at` without a space.
    fn parts(&self, mut at: usize) -> usize {
        loop {
            let rest = &self.text[at..];
            let length = match rest.chars().next() {
                Some('*' | '∗') if !self.is_times(at) => star(rest),
                Some(c) if is_arrow(c) && !self.is_xor(at) => arrows(rest),
                _ => return at,
            };
            at += length;
        }
    }

    /// Whether the star at `at`, directly behind an operand, multiplies.
    fn is_times(&self, at: usize) -> bool {
        let rest = self.text[at..].trim_start_matches(['*', '∗']);
        let stars = self.text[at..].len() - rest.len();
        if stars > 1 || rest.starts_with('=') && !rest.starts_with("==") {
            return true;
        }
        if rest.starts_with(|c: char| c.is_ascii_digit()) {
            return false;
        }
        let spaced = rest.trim_start_matches(' ');
        let begins = |c: char| is_word(c) || "([{\"'".contains(c);
        spaced.starts_with(begins) && !begins_with_operator(spaced)
    }

    /// Whether the arrow at `at`, behind an operand, is an operator of whole numbers.
    fn is_xor(&self, at: usize) -> bool {
        let rest = &self.text[at + '^'.len_utf8().min(self.text.len() - at)..];
        if !self.text[at..].starts_with('^') {
            return false;
        }
        let spaced = rest.trim_start_matches(' ');
        let is_close = spaced.len() == rest.len();
        let begins =
            |c: char| is_word(c) && !(is_close && c.is_ascii_digit()) || "({\"'".contains(c);
        spaced.starts_with(begins) && !begins_with_operator(spaced)
    }

    /// A whole number stays one; with a denominator, stars or arrows it is a value.
    fn number(&mut self) -> Result<(), InputError> {
        let (start, rest) = (self.at, self.rest());
        let is_other = ["0x", "0b", "0o", "0X", "0B", "0O"];
        if is_other.iter().any(|prefix| rest.starts_with(prefix)) {
            self.copy(word(rest));
            self.after = true;
            return Ok(());
        }
        let end = self.number_end(start);
        let digits = digits(rest);
        if end > start + digits {
            self.literal(start..end);
            return Ok(());
        }
        self.copy(digits);
        self.after = true;
        let rest = self.rest();
        let next = rest.strip_prefix('.').and_then(|rest| rest.chars().next());
        match next {
            Some(c) if c.is_ascii_digit() => {
                let fraction = 1 + self::digits(&rest[1..]);
                self.copy(fraction);
            }
            // n.G is G, n times.
            Some(c) if is_word(c) || is_arrow(c) || "({*".contains(c) => {
                self.put("*", self.at..self.at + 1);
                self.at += 1;
                self.after = false;
            }
            _ => {}
        }
        Ok(())
    }

    /// The end of a literal that begins with a number.
    fn number_end(&self, start: usize) -> usize {
        let mut end = start + digits(&self.text[start..]);
        if let Some(below) = self.text[end..].strip_prefix('/') {
            let below = digits(below);
            end += if below > 0 { 1 + below } else { 0 };
        }
        loop {
            let before = end;
            end = self.parts(end);
            let length = word(&self.text[end..]);
            let name = &self.text[end..end + length];
            if LOOPY.contains(&name) || is_downs(name) {
                end += length;
            } else if matches!(name, "Tiny" | "Miny") {
                end = self.constant_call(end + length).unwrap_or(end);
            }
            if end == before {
                return end;
            }
        }
    }

    /// The end of the brackets at `at`, if there are no names inside.
    fn constant_call(&self, at: usize) -> Option<usize> {
        let inside = self.text[at..].strip_prefix('(')?;
        let mut depth = 1;
        for (n, c) in inside.char_indices() {
            match c {
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                let inside = at + 1..at + 1 + n;
                return self.is_constant(inside.clone()).then_some(inside.end + 1);
            }
        }
        None
    }

    /// Whether no name inside stands for something that statements made.
    fn is_constant(&self, inside: Range<usize>) -> bool {
        words(&self.text[inside]).all(|name| {
            let is_known =
                LOOPY.contains(&name) || is_downs(name) || matches!(name, "Tiny" | "Miny" | "pass");
            is_known && !self.is_bound(name)
        })
    }

    fn is_bound(&self, name: &str) -> bool {
        self.bound.contains(name) || (self.defined)(name)
    }

    fn arrows(&mut self) {
        let start = self.at;
        if !self.after {
            let end = self.parts(start + arrows(self.rest()));
            self.literal(start..end);
        } else if self.is_xor(start) {
            self.copy('^'.len_utf8());
            self.after = false;
        } else {
            self.added(start);
        }
    }

    /// Stars and arrows behind an operand are added to it.
    fn added(&mut self, start: usize) {
        self.put("+", start..start);
        let first = &self.text[start..];
        let first = if first.starts_with(['*', '∗']) {
            star(first)
        } else {
            arrows(first)
        };
        let end = self.parts(start + first);
        self.literal(start..end);
    }

    fn star(&mut self) {
        let (start, rest) = (self.at, self.rest());
        if !self.after {
            let next = rest[1..].chars().next().unwrap_or(' ');
            let is_marker = self.header.is_some() && "*,)".contains(next);
            if is_marker
                || rest.starts_with("**")
                || is_word(next) && !next.is_ascii_digit()
                || "([".contains(next)
            {
                self.copy(if rest.starts_with("**") { 2 } else { 1 });
                return;
            }
            let end = self.parts(start + star(rest));
            self.literal(start..end);
            return;
        }
        let is_close = !self.text[..start].ends_with(' ');
        let spaced = rest[1..].trim_start_matches(' ');
        let begins = |c: char| is_word(c) || is_arrow(c) || "([{\"'*=±".contains(c);
        let is_signed =
            spaced.starts_with(['-', '+', '−']) && (!is_close || spaced.len() + 1 == rest.len());
        if spaced.starts_with(begins) && !begins_with_operator(spaced) || is_signed {
            self.copy(if rest.starts_with("**") { 2 } else { 1 });
            self.after = false;
        } else {
            self.added(start);
        }
    }

    /// Whether the sign here belongs to the first part of a literal, as in `-1/2*`.
    fn has_signed_literal(&self) -> bool {
        let rest = &self.rest()[1..];
        let start = self.at + 1;
        match rest.chars().next() {
            Some(c) if c.is_ascii_digit() => {
                let after = &self.text[start + digits(rest)..];
                self.number_end(start) > start + digits(rest) && !after.starts_with('.')
            }
            Some('*' | '∗') => {
                !rest[1..].starts_with(|c: char| is_word(c) && !c.is_ascii_digit())
            }
            Some('{') => self.inside(start).is_some_and(|braces| {
                !braces.bars.is_empty()
                    && self.parts(braces.end) > braces.end
                    && self.is_constant(start..braces.end)
            }),
            Some(c) => is_arrow(c),
            None => false,
        }
    }

    fn signed_literal(&mut self, sign: usize) -> Result<(), InputError> {
        let (start, first) = (self.at, self.at + sign);
        let rest = &self.text[first..];
        let end = match rest.chars().next() {
            Some(c) if c.is_ascii_digit() => self.number_end(first),
            Some('*' | '∗') => self.parts(first + star(rest)),
            Some('{') => {
                let braces = self.inside(first).ok_or_else(|| self.unclosed(first))?;
                self.parts(braces.end)
            }
            _ => self.parts(first + arrows(rest)),
        };
        self.literal(start..end);
        Ok(())
    }

    /// `+-1` is {1|-1}, also behind an operand, to which it is added.
    fn plus_minus(&mut self, sign: usize) -> Result<(), InputError> {
        let start = self.at;
        if self.after {
            self.put("+", start..start + sign);
        }
        let rest = &self.text[start + sign..];
        let is_literal = match rest.chars().next() {
            Some('{') => self
                .inside(start + sign)
                .is_some_and(|braces| self.is_constant(start + sign..braces.end)),
            Some(c) => c.is_ascii_digit() || is_arrow(c) || c == '*',
            None => false,
        };
        if is_literal {
            return self.signed_literal(sign);
        }
        self.put("_plus_minus*", start..start + sign);
        self.at += sign;
        self.after = false;
        Ok(())
    }

    fn word(&mut self, begins: bool) -> Result<(), InputError> {
        let (start, rest) = (self.at, self.rest());
        let length = word(rest);
        let (name, behind) = rest.split_at(length);
        let is_attribute = self.text[..start].ends_with('.');
        if begins && name == "let" && behind.starts_with(' ') {
            self.at += length + behind.len() - behind.trim_start_matches(' ').len();
            return Ok(());
        }
        if matches!(name, "r" | "b" | "f" | "rb" | "br" | "fr" | "rf")
            && behind.starts_with(['"', '\''])
        {
            self.copy(length + string(behind));
            self.after = true;
            return Ok(());
        }
        if KEYWORDS.contains(&name) && !is_attribute {
            if matches!(name, "def" | "lambda") {
                self.header = Some(self.open);
            }
            self.copy(length);
            self.after = false;
            return Ok(());
        }
        let is_value =
            (LOOPY.contains(&name) || is_downs(name)) && !self.is_bound(name) && !is_attribute;
        if is_value {
            let exponent = if is_downs(name) { exponent(behind) } else { 0 };
            let end = self.parts(start + length + exponent);
            self.literal(start..end);
        } else if behind.starts_with('{')
            && self
                .inside(start + length)
                .is_some_and(|braces| !braces.bars.is_empty())
        {
            self.braces(start)?;
        } else if name == "class" {
            // The word is taken by Starlark.
            self.put("outcome", start..start + length);
            self.at += length;
            self.after = true;
        } else {
            self.copy(length);
            self.after = true;
        }
        if self.header.is_some() && self.rest().starts_with(':') && self.header == Some(self.open) {
            // The parameters of a lambda end.
            self.header = None;
        }
        Ok(())
    }

    fn unclosed(&self, start: usize) -> InputError {
        self.error("expected \"}\", found the end", start..start + 1)
    }

    /// Braces at `start`, or a name with braces.
    fn braces(&mut self, start: usize) -> Result<(), InputError> {
        let brace = start + self.text[start..].find('{').unwrap_or(0);
        if self.depth == DEEPEST || self.open > DEEPEST_OPEN {
            let most = if self.depth == DEEPEST {
                DEEPEST
            } else {
                DEEPEST_OPEN
            };
            let message = format!("this is nested more than {most} levels deep");
            return Err(self.error(&message, brace..brace + 1));
        }
        let inside = self.inside(brace).ok_or_else(|| self.unclosed(brace))?;
        if inside.bars.is_empty() || inside.has_colon {
            self.open += 1;
            self.copy(1);
            self.after = false;
            return Ok(());
        }
        let end = self.parts(inside.end);
        if brace > start || self.is_constant(brace..inside.end) {
            self.literal(start..end);
            return Ok(());
        }
        let (header, open) = (self.header.take(), std::mem::take(&mut self.open));
        self.depth += 1;
        if end > inside.end {
            self.put("(", brace..brace);
        }
        self.game(brace + 1..inside.end - 1, &inside.bars, &inside.commas)?;
        (self.header, self.open) = (header, open);
        self.depth -= 1;
        self.at = inside.end;
        self.after = true;
        if end > inside.end {
            self.added(inside.end);
            self.put(")", end..end);
        }
        Ok(())
    }

    /// A game whose options are expressions: the longest run of bars splits first.
    fn game(
        &mut self,
        within: Range<usize>,
        bars: &[Range<usize>],
        commas: &[usize],
    ) -> Result<(), InputError> {
        let longest = bars.iter().map(Range::len).max().unwrap_or(0);
        let mut splits = bars
            .iter()
            .enumerate()
            .filter(|(_, run)| run.len() == longest);
        let (Some((n, run)), None) = (splits.next(), splits.next()) else {
            let twice = bars
                .iter()
                .filter(|run| run.len() == longest)
                .nth(1)
                .cloned();
            return Err(self.error(
                "expected one longest run of bars, found two",
                twice.unwrap_or(within),
            ));
        };
        let place = within.start.saturating_sub(1)..within.start;
        self.put("_braces([", place.clone());
        self.side(within.start..run.start, &bars[..n], commas)?;
        self.put("],[", run.clone());
        self.side(run.end..within.end, &bars[n + 1..], commas)?;
        self.put("])", within.end..(within.end + 1).min(self.text.len()));
        Ok(())
    }

    fn side(
        &mut self,
        within: Range<usize>,
        bars: &[Range<usize>],
        commas: &[usize],
    ) -> Result<(), InputError> {
        if !bars.is_empty() {
            return self.game(within, bars, commas);
        }
        let mut start = within.start;
        let inside = commas.iter().filter(|comma| within.contains(comma));
        for end in inside.copied().chain([within.end]) {
            if self.text[start..end].trim() == "pass" {
                self.put("_pass", start..end);
            } else {
                self.at = start;
                self.after = false;
                self.run(end)?;
            }
            if end < within.end {
                self.put(",", end..end + 1);
            }
            start = end + 1;
        }
        Ok(())
    }

    /// The contents of the braces at `start`; none if they are not closed.
    fn inside(&self, start: usize) -> Option<Braces> {
        let mut found = Braces {
            end: start,
            bars: Vec::new(),
            commas: Vec::new(),
            has_colon: false,
        };
        let (mut at, mut depth) = (start, 0_usize);
        while at < self.text.len() {
            let rest = &self.text[at..];
            let first = rest.chars().next()?;
            let mut length = first.len_utf8();
            match first {
                '"' | '\'' => length = string(rest),
                '#' => length = rest.find('\n').unwrap_or(rest.len()),
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        found.end = at + 1;
                        return (first == '}').then_some(found);
                    }
                }
                '|' if depth == 1 => {
                    length = rest.len() - rest.trim_start_matches('|').len();
                    found.bars.push(at..at + length);
                }
                ',' if depth == 1 => found.commas.push(at),
                ':' if depth == 1 => found.has_colon = true,
                _ => {}
            }
            at += length;
        }
        None
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn is_arrow(c: char) -> bool {
    "^↑⇑↓⇓".contains(c)
}

/// `v`, `vv`, `v3`
fn is_downs(name: &str) -> bool {
    let arrows = name.trim_end_matches(|c: char| c.is_ascii_digit());
    !arrows.is_empty() && arrows.bytes().all(|b| b == b'v') && (arrows.len() == 1 || arrows == name)
}

/// Whether a word that is an operator, or goes on after an operand, begins a text.
fn begins_with_operator(text: &str) -> bool {
    let name = &text[..word(text)];
    matches!(name, "and" | "or" | "in" | "if" | "else" | "for" | "not")
}

fn digits(text: &str) -> usize {
    text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len()
}

fn word(text: &str) -> usize {
    text.find(|c| !is_word(c)).unwrap_or(text.len())
}

/// The length of a star with its number.
fn star(text: &str) -> usize {
    let sign = text.chars().next().map_or(0, char::len_utf8);
    sign + digits(&text[sign..])
}

/// The length of arrows with their number or exponent.
fn arrows(text: &str) -> usize {
    let signs = text.len() - text.trim_start_matches(is_arrow).len();
    let behind = &text[signs..];
    signs
        + match exponent(behind) {
            0 => digits(behind),
            length => length,
        }
}

/// The length of `[2]` or `<2>`.
fn exponent(text: &str) -> usize {
    let close = match text.chars().next() {
        Some('[') => ']',
        Some('<') => '>',
        _ => return 0,
    };
    let inside = text[1..].trim_start_matches(|c: char| c.is_ascii_alphanumeric());
    let length = text.len() - inside.len();
    if length > 1 && inside.starts_with(close) {
        length + 1
    } else {
        0
    }
}

/// The length of the string at the beginning of a text.
fn string(text: &str) -> usize {
    let quote = &text[..1];
    let triple = quote.repeat(3);
    let close = if text.starts_with(&triple) {
        &*triple
    } else {
        quote
    };
    let mut at = close.len();
    while at < text.len() {
        let rest = &text[at..];
        if rest.starts_with(close) {
            return at + close.len();
        }
        if close.len() == 1 && rest.starts_with('\n') {
            return at;
        }
        let first = rest.chars().next().map_or(1, char::len_utf8);
        at += first;
        if rest.starts_with('\\') {
            at += text[at..].chars().next().map_or(0, char::len_utf8);
        }
    }
    text.len()
}

/// The words of a text outside of strings and comments, with their places.
fn placed_words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let rest = &text[at..];
            let first = rest.chars().next()?;
            let start = at;
            at += match first {
                '"' | '\'' => string(rest),
                '#' => rest.find('\n').unwrap_or(rest.len()),
                c if is_word(c) => word(rest),
                c => c.len_utf8(),
            };
            // A number may have letters close behind it.
            if first.is_ascii_digit() {
                at = start + digits(rest);
            } else if is_word(first) {
                return Some((start, &text[start..at]));
            }
        }
    })
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    placed_words(text).map(|(_, word)| word)
}

/// The names that a text gives: by `=`, `for`, `def`, and as parameters.
fn bound(text: &str) -> HashSet<&str> {
    let mut found = HashSet::new();
    let (mut is_giving, mut until) = (false, 0);
    for (start, name) in placed_words(text) {
        let behind = text[start + name.len()..].trim_start_matches(' ');
        let is_given = behind.starts_with('=') && !behind.starts_with("==")
            || ["+=", ":="].iter().any(|sign| behind.starts_with(sign));
        match name {
            "for" => is_giving = true,
            "in" => is_giving = false,
            "def" | "lambda" => {
                let ends = if name == "def" { ')' } else { ':' };
                let rest = &text[start..];
                until = start + rest.find(ends).unwrap_or(rest.len());
            }
            _ if is_giving || is_given || start < until => {
                found.insert(name);
            }
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::translate;

    fn translated(text: &str) -> String {
        translate(text, &|_| false).unwrap().text
    }

    #[test]
    fn literals_become_calls() {
        for (typed, expected) in [
            ("g = {2|-1}", "g = _value(\"{2|-1}\",4)"),
            ("[{x|-x} for x in r]", "[_braces([x],[-x]) for x in r]"),
            ("{x,y||2|z}", "_braces([x,y],[_braces([2],[z])])"),
            ("{x|-x}^*", "(_braces([x],[-x])+_value(\"^*\",6))"),
            (
                "f(*2, *, ^3*)",
                "f(_value(\"*2\",2), _value(\"*\",6), _value(\"^3*\",9))",
            ),
            ("1/2 + 3/4*", "_value(\"1/2\",0) + _value(\"3/4*\",6)"),
            ("-1/2* - 1*", "_value(\"-1/2*\",0) - _value(\"1*\",8)"),
            ("2 - 1", "2 - 1"),
            ("n*2 - x*", "n*2 - x+_value(\"*\",7)"),
            ("2*n, 2*(1), 2*2", "2*n, 2*(1), _value(\"2*2\",12)"),
            ("2 * 2", "2 * 2"),
            ("5 ^ 3", "5 ^ 3"),
            ("x ^ y", "x ^ y"),
            ("3.g", "3*g"),
            ("g.Cool(1)", "g.Cool(1)"),
            ("+-1 + +-x", "_value(\"+-1\",0) + _plus_minus*x"),
            ("a <> b", "a |_confused| b"),
            ("let g := 1", "g = 1"),
            ("{1: 2}", "{1: 2}"),
            ("{}", "{}"),
            ("\"{x|-x}\" # {x|", "\"{x|-x}\" # {x|"),
            (
                "def f(a, *, b): return *",
                "def f(a, *, b): return _value(\"*\",23)",
            ),
            ("f(*a, **b)", "f(*a, **b)"),
            (
                "v + over + {0|v}",
                "_value(\"v\",0) + _value(\"over\",4) + _value(\"{0|v}\",11)",
            ),
            ("[v for v in x]", "[v for v in x]"),
            ("a{0||a|0}", "_value(\"a{0||a|0}\",0)"),
            ("{x|pass}", "_braces([x],[_pass])"),
            ("class(g)", "outcome(g)"),
            ("lambda x: {x|-x}", "lambda x: _braces([x],[-x])"),
            ("xs[0] * ys[1]", "xs[0] * ys[1]"),
            ("1Tiny(2) + Tiny(x)", "_value(\"1Tiny(2)\",0) + Tiny(x)"),
            ("  g = 1\n  g", "g = 1\ng"),
            ("x = 2* if y else 3", "x = _value(\"2*\",4) if y else 3"),
            ("{f(x, y)|-1}", "_braces([f(x, y)],[-1])"),
        ] {
            assert_eq!(translated(typed), expected, "{typed}");
        }
    }

    #[test]
    fn places_are_those_of_what_was_typed() {
        let typed = "let g = {2|-1}\ng + hello";
        let told = translate(typed, &|_| false).unwrap();
        let at = told.text.find("hello").unwrap();
        let span = told.typed(at..at + 5);
        assert_eq!(&typed[span], "hello");
        let at = told.text.find("_value").unwrap();
        let span = told.typed(at..at + 6);
        assert_eq!(&typed[span], "{2|-1}");
    }

    #[test]
    fn braces_are_closed_and_not_too_deep() {
        let refused = |text: &str| translate(text, &|_| false).err().unwrap().to_string();
        assert!(refused("x = {2|").contains("expected \"}\""));
        assert!(refused("{x|y|z}").contains("longest run"));
        let deep = format!("{}x{}", "{".repeat(2000), "|}".repeat(2000));
        assert!(refused(&deep).contains("nested more than"));
    }
}
