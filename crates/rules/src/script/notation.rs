//! [`Signs`]: how values are written in statements, as in `{x|-x} + 2*`.
//!
//! Numbers, stars and arrows written together are one value: `1/2^*`. Braces are a value if they have a bar and no colon; with
//! names inside, their options are expressions. A star or an arrow behind a value is added to it, unless an operand follows.

use std::collections::HashSet;
use std::ops::Range;

use bouton_language::{BOTH_WAYS, Error, Notation, Value, Written, is_keyword};
use bouton_values::is_value_name;

use super::calculated;

/// Signs that stand for one of the language, or for one of values.
const SIGNS: [(&str, &str); 8] = [
    ("<>", "<>"),
    ("<|", "<|"),
    ("|>", "|>"),
    ("≤", "<="),
    ("≥", ">="),
    ("≠", "!="),
    ("−", "-"),
    ("∗", "*"),
];

/// How values are written in a text.
pub(super) struct Signs<'t> {
    text: &'t str,
    /// The names that this text binds.
    bound: HashSet<&'t str>,
    /// Whether an earlier text defined a name.
    defined: &'t dyn Fn(&str) -> bool,
    /// The length of the name of a game at the beginning of a text.
    game: fn(&str) -> Option<usize>,
}

type Found = Result<Option<Written>, Error>;

impl Notation for Signs<'_> {
    fn written(&self, at: usize, before: &str) -> Found {
        let rest = &self.text[at..];
        let first = rest.chars().next().unwrap_or('\n');
        let is_behind = !before.is_empty();
        match first {
            '*' | '∗' => return self.star(at, is_behind),
            '±' => return self.plus_minus(at, '±'.len_utf8(), is_behind),
            '+' if rest.starts_with("+-") => return self.plus_minus(at, 2, is_behind),
            '{' => return self.braces(at, at),
            '-' if !is_behind && self.has_signed_value(at) => return self.signed_value(at, 1),
            // n.G is G, n times.
            '.' if is_behind && before.bytes().all(|c| c.is_ascii_digit()) => {
                let next = rest[1..].chars().next();
                let is_copied =
                    next.is_some_and(|c| is_word(c) || is_arrow(c) || "({*".contains(c));
                return Ok(is_copied.then_some(Written::Sign(1, "*")));
            }
            c if is_arrow(c) => {
                return match is_behind && self.is_xor(at) {
                    true => Ok(None),
                    false => self.value(at..self.parts(at + arrows(rest))),
                };
            }
            c if c.is_ascii_digit() && !is_behind => return self.number(at),
            c if is_word(c) && !is_behind => return self.word(at),
            _ => {}
        }
        let sign = SIGNS.iter().find(|(written, _)| rest.starts_with(written));
        Ok(sign.map(|(written, meant)| Written::Sign(written.len(), meant)))
    }

    fn meaning(&self, sign: &str) -> Value {
        calculated::meaning(sign)
    }

    fn is_fixed(&self, name: &str) -> bool {
        is_value_name(name)
    }
}

impl<'t> Signs<'t> {
    pub(super) fn new(
        text: &'t str,
        defined: &'t dyn Fn(&str) -> bool,
        game: fn(&str) -> Option<usize>,
    ) -> Self {
        Self {
            text,
            bound: bound(text),
            defined,
            game,
        }
    }

    /// The value of these bytes.
    fn value(&self, typed: Range<usize>) -> Found {
        let length = typed.len();
        let value = calculated::read(&self.text[typed.clone()], typed.start)?;
        Ok(Some(Written::Value(length, value)))
    }

    fn is_bound(&self, name: &str) -> bool {
        self.bound.contains(name) || (self.defined)(name)
    }

    /// Whether a word is a value by itself.
    fn is_constant_name(&self, word: &str) -> bool {
        is_value_name(word) && !matches!(word, "pass" | "Tiny" | "Miny") && !self.is_bound(word)
    }

    /// Whether no name inside stands for something that statements made.
    fn is_constant(&self, inside: Range<usize>) -> bool {
        let mut words = words(&self.text[inside]);
        words.all(|(_, name)| is_value_name(name) && !self.is_bound(name))
    }

    fn word(&self, at: usize) -> Found {
        let rest = &self.text[at..];
        let (name, behind) = rest.split_at(word(rest));
        let is_own = !self.is_bound(name) && !is_keyword(name);
        if behind.starts_with('{') && is_own {
            return self.braces(at, at + name.len());
        }
        if is_own && let Some(length) = (self.game)(rest) {
            return self.position(at, length);
        }
        if !self.is_constant_name(name) {
            return Ok(None);
        }
        let exponent = if name.starts_with('v') {
            exponent(behind)
        } else {
            0
        };
        self.value(at..self.parts(at + name.len() + exponent))
    }

    /// The name of a game with its parameters behind a colon, its position behind that in quotes, or both.
    fn position(&self, at: usize, length: usize) -> Found {
        let rest = &self.text[at + length..];
        let is_parameter = |c: char| is_word(c) || ",./".contains(c);
        let parameters = rest.strip_prefix(':').unwrap_or_default();
        let parameters = &parameters[..parameters
            .find(|c| !is_parameter(c))
            .unwrap_or(parameters.len())];
        let parameters = parameters.trim_end_matches([',', '.']);
        let length = length + usize::from(!parameters.is_empty()) + parameters.len();
        let name = &self.text[at..at + length];
        let behind = &self.text[at + length..];
        let quoted = behind.trim_start_matches(' ');
        let position = quoted
            .chars()
            .next()
            .filter(|c| matches!(c, '"' | '\''))
            .and_then(|quote| quoted[1..].split_once(quote));
        if position.is_none() && parameters.is_empty() {
            return Ok(None);
        }
        let position = position.map(|(inside, _)| inside);
        let quotes = position.map_or(0, |inside| behind.len() - quoted.len() + inside.len() + 2);
        let length = length + quotes;
        let value = calculated::of_game(name, position).map_err(|error| error.at(at..at + length));
        Ok(Some(Written::Value(length, value?)))
    }

    /// Braces, behind the name of the value that they make if `at` is before them.
    fn braces(&self, at: usize, brace: usize) -> Found {
        let Some(end) = self.inside(brace) else {
            return Ok(None);
        };
        if at < brace || self.is_constant(brace..end) {
            return self.value(at..self.parts(end));
        }
        Ok(Some(Written::Brace))
    }

    /// The end of the braces here if they are a value: they have a bar and no colon.
    fn inside(&self, start: usize) -> Option<usize> {
        let (mut at, mut depth, mut has_bar) = (start, 0_usize, false);
        while at < self.text.len() {
            let rest = &self.text[at..];
            let first = rest.chars().next()?;
            match first {
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return (first == '}' && has_bar).then_some(at + 1);
                    }
                }
                '|' if depth == 1 => has_bar = true,
                ':' if depth == 1 => return None,
                _ => {}
            }
            at += skip(rest);
        }
        None
    }

    /// The end of the stars and arrows that follow a value at `at` without a space.
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
        let begins = |c: char| is_word(c) || is_arrow(c) || "([{\"'".contains(c);
        let is_close = spaced.len() == rest.len();
        is_close && spaced.starts_with(['-', '−']) || spaced.starts_with(begins) && !goes_on(spaced)
    }

    /// Whether the arrow at `at`, behind an operand, is an operator of whole numbers.
    fn is_xor(&self, at: usize) -> bool {
        let Some(rest) = self.text[at..].strip_prefix('^') else {
            return false;
        };
        let spaced = rest.trim_start_matches(' ');
        let is_close = spaced.len() == rest.len();
        let begins =
            |c: char| is_word(c) && !(is_close && c.is_ascii_digit()) || "({\"'".contains(c);
        spaced.starts_with(begins) && !goes_on(spaced)
    }

    /// A whole number stays one; with a denominator, stars or arrows it is a value.
    fn number(&self, start: usize) -> Found {
        let rest = &self.text[start..];
        let end = self.number_end(start);
        let is_plain =
            end == start + digits(rest) || rest[1..].starts_with(['x', 'X', 'b', 'B', 'o', 'O']);
        if is_plain {
            Ok(None)
        } else {
            self.value(start..end)
        }
    }

    /// The end of a value that begins with a number.
    fn number_end(&self, start: usize) -> usize {
        let mut end = start + number(&self.text[start..]);
        loop {
            let before = end;
            end = self.parts(end);
            let length = word(&self.text[end..]);
            let name = &self.text[end..end + length];
            if self.is_constant_name(name) {
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
        let mut depth = 0;
        for (n, c) in self.text[at..].char_indices() {
            match c {
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                let end = at + n + 1;
                return (n > 0 && self.is_constant(at..end)).then_some(end);
            }
        }
        None
    }

    fn star(&self, start: usize, is_behind: bool) -> Found {
        let rest = &self.text[start..];
        let sign = rest.chars().next().map_or(0, char::len_utf8);
        let next = rest[sign..].chars().next().unwrap_or(' ');
        if !is_behind {
            // Of a call or a list, as in `f(*xs)`.
            let is_spread =
                next == '*' || is_word(next) && !next.is_ascii_digit() || "([".contains(next);
            return match is_spread {
                true => Ok(None),
                false => self.value(start..self.parts(start + star(rest))),
            };
        }
        let is_close = !self.text[..start].ends_with(' ');
        let spaced = rest[sign..].trim_start_matches(' ');
        let is_directly = spaced.len() + sign == rest.len();
        let begins = |c: char| is_word(c) || is_arrow(c) || "([{\"'*=±".contains(c);
        let is_signed = spaced.starts_with(['-', '+', '−']) && (!is_close || is_directly);
        let is_product = spaced.starts_with(begins) && !goes_on(spaced) || is_signed;
        if is_directly && (is_signed || next.is_ascii_digit()) {
            return Err(Error::new(BOTH_WAYS).at(start..start + star(rest)));
        }
        match is_product {
            true if rest.starts_with("**") => Ok(None),
            true if next == '=' => Ok(None),
            true => Ok(Some(Written::Sign(sign, "*"))),
            false => self.value(start..self.parts(start + star(rest))),
        }
    }

    /// Whether the sign here belongs to the first part of a value, as in `-1/2*`.
    fn has_signed_value(&self, at: usize) -> bool {
        let start = at + 1;
        let rest = &self.text[start..];
        match rest.chars().next() {
            Some(c) if c.is_ascii_digit() => {
                let after = &rest[digits(rest)..];
                self.number_end(start) > start + digits(rest) && !after.starts_with('.')
            }
            Some(c @ ('*' | '∗')) => {
                !rest[c.len_utf8()..].starts_with(|c: char| is_word(c) && !c.is_ascii_digit())
            }
            Some('{') => self
                .inside(start)
                .is_some_and(|end| self.parts(end) > end && self.is_constant(start..end)),
            Some(c) => is_arrow(c),
            None => false,
        }
    }

    fn signed_value(&self, start: usize, sign: usize) -> Found {
        let first = start + sign;
        let rest = &self.text[first..];
        let end = match rest.chars().next() {
            Some(c) if c.is_ascii_digit() => self.number_end(first),
            Some('*' | '∗') => self.parts(first + star(rest)),
            Some('{') => self.parts(self.inside(first).unwrap_or(first + 1)),
            _ => self.parts(first + arrows(rest)),
        };
        self.value(start..end)
    }

    /// `+-1` is {1|-1}, also behind an operand, to which it is added.
    fn plus_minus(&self, start: usize, sign: usize, is_behind: bool) -> Found {
        if is_behind {
            return Ok(Some(Written::Sign(0, "+")));
        }
        let first = start + sign;
        let is_value = match self.text[first..].chars().next() {
            Some('{') => self
                .inside(first)
                .is_some_and(|end| self.is_constant(first..end)),
            Some(c) => c.is_ascii_digit() || is_arrow(c) || c == '*',
            None => false,
        };
        match is_value {
            true => self.signed_value(start, sign),
            false => Ok(Some(Written::Sign(sign, "+-"))),
        }
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn word(text: &str) -> usize {
    text.find(|c| !is_word(c)).unwrap_or(text.len())
}

fn is_arrow(c: char) -> bool {
    "^↑⇑↓⇓".contains(c)
}

/// The length of the string, comment or character at the beginning of a text.
fn skip(text: &str) -> usize {
    let first = text.chars().next().unwrap_or('\n');
    match first {
        '#' => text.find('\n').unwrap_or(text.len()),
        '"' | '\'' => {
            let close = if text.starts_with(&String::from(first).repeat(3)) {
                3
            } else {
                1
            };
            let mut at = close;
            while at < text.len() && !text[at..].starts_with(&text[..close]) {
                let c = text[at..].chars().next().unwrap_or('\n');
                at += c.len_utf8();
                if c == '\\' {
                    at += text[at..].chars().next().map_or(0, char::len_utf8);
                }
            }
            (at + close).min(text.len())
        }
        c => c.len_utf8(),
    }
}

/// Whether a name in front of this text is given a value.
fn gives(behind: &str) -> bool {
    let behind = behind.trim_start_matches(' ');
    let signs = ["+=", "-=", "*=", ":="];
    behind.starts_with('=') && !behind.starts_with("==")
        || signs.iter().any(|sign| behind.starts_with(sign))
}

/// Whether a word that goes on after an operand begins a text.
fn goes_on(text: &str) -> bool {
    let name = &text[..word(text)];
    matches!(name, "and" | "or" | "in" | "if" | "else" | "for" | "not")
}

fn digits(text: &str) -> usize {
    text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len()
}

/// The length of a number: n, n/d or a decimal, with the points and digits that would make it no number, and with a power.
fn number(text: &str) -> usize {
    let mut end = digits(text);
    for sign in ["/", "."] {
        let below = text[end..].strip_prefix(sign).map_or(0, digits);
        end += if below > 0 { sign.len() + below } else { 0 };
    }
    let power = text[end..].strip_prefix("**").map_or(0, digits);
    end += if power > 0 { 2 + power } else { 0 };
    let is_decimal = text[..end].contains('.');
    end + usize::from(is_decimal && text[end..].starts_with('.'))
}

/// The length of a star with its number, also one that is refused when it is read, as in `*1.5`.
fn star(text: &str) -> usize {
    let sign = text.chars().next().map_or(0, char::len_utf8);
    let end = sign + digits(&text[sign..]);
    let fraction = text[end..].strip_prefix('.').map_or(0, digits);
    match end > sign && fraction > 0 {
        true => end + 1 + fraction,
        false => end,
    }
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
    match length > 1 && inside.starts_with(close) {
        true => length + 1,
        false => 0,
    }
}

/// The words of a text outside of strings and comments, with their places.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let rest = &text[at..];
            let first = rest.chars().next()?;
            let start = at;
            // A number may have letters close behind it.
            at += match digits(rest) {
                0 if is_word(first) => word(rest),
                0 => skip(rest),
                length => length,
            };
            if is_word(first) && !first.is_ascii_digit() {
                return Some((start, &text[start..at]));
            }
        }
    })
}

/// The names that a text gives: by `=`, `for`, `def`, and as parameters.
fn bound(text: &str) -> HashSet<&str> {
    let mut found = HashSet::new();
    let (mut is_giving, mut until) = (false, 0);
    for (start, name) in words(text) {
        let is_given = gives(&text[start + name.len()..]);
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
