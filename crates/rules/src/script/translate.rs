//! Turns value literals in statements into calls: `{x|-x} + 2*` is `_braces([x],[-x]) + _value("2*")`. Other text is
//! copied, so that Starlark parses it.
//!
//! A literal is read where an operand is expected. Numbers, stars and arrows written together are one literal: `1/2^*`. Braces
//! are a value if they have a bar and no colon; with names inside, their options are expressions.

mod braces;
mod literals;
mod signs;

use std::collections::HashSet;
use std::ops::Range;

use bouton_core::InputError;
use bouton_values::{LONGEST_SCRIPT, is_value_name};

use crate::words::{comment, is_word, string, word};

use signs::{bound, exponent, gives, is_arrow, is_downs};

/// The translated text, with the places in the typed text that its parts come from.
pub(super) struct Translated {
    pub(super) text: String,
    /// The first byte of each piece, the bytes of the typed text, and whether they are the same.
    pieces: Vec<(usize, Range<usize>, bool)>,
}

/// Whether a word is a value by itself.
fn is_constant_name(word: &str) -> bool {
    is_value_name(word) && !matches!(word, "pass" | "Tiny" | "Miny")
}

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
        copies: None,
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
    /// The number of open brackets at the last operator, if it makes copies of the operand that follows.
    copies: Option<usize>,
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
                    (self.after, self.begins, self.copies) = (false, true, None);
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
            '#' => self.copy(comment(rest)),
            '"' | '\'' => {
                self.copy(string(rest));
                self.after = true;
            }
            '{' => self.braces(self.at)?,
            c if c.is_ascii_digit() => self.number()?,
            c if is_arrow(c) => self.arrows()?,
            '*' => self.star()?,
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
            (self.after, self.copies) = (false, None);
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
        let is_inside = self.copies.is_some_and(|outer| outer < self.open);
        if !is_inside && !self.after && first != '.' {
            self.copies = None;
        }
    }

    fn is_bound(&self, name: &str) -> bool {
        self.bound.contains(name) || (self.defined)(name)
    }

    fn word(&mut self, begins: bool) -> Result<(), InputError> {
        let (start, rest) = (self.at, self.rest());
        let length = word(rest);
        let (name, behind) = rest.split_at(length);
        let is_attribute = self.text[..start].ends_with('.');
        if begins && name == "let" && behind.starts_with(' ') {
            self.at += length + behind.len() - behind.trim_start_matches(' ').len();
            self.begins = true;
            return Ok(());
        }
        if begins && is_value_name(name) && gives(behind) {
            let message = format!(
                "expected a name that is not taken, found {name:?}: it stands for a value; name this my_{name}, or compare by =="
            );
            return Err(self.error(&message, start..start + length));
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
            (self.after, self.copies) = (false, None);
            return Ok(());
        }
        let is_value = is_constant_name(name) && !self.is_bound(name) && !is_attribute;
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
            ("n * 2 - x*", "n * 2 - x+_value(\"*\",9)"),
            ("2*n, 2*(1), 2*2", "2*n, 2*(1), _value(\"2*2\",12)"),
            ("2*^ + 3*over", "2*_value(\"^\",2) + 3*_value(\"over\",8)"),
            ("0.5 + 1.5*", "_value(\"0.5\",0) + _value(\"1.5*\",6)"),
            (
                "2**3 + 1/2**3*",
                "_value(\"2**3\",0) + _value(\"1/2**3*\",7)",
            ),
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

    #[test]
    fn what_could_be_read_both_ways_is_refused() {
        let refused = |text: &str| {
            translate(text, &|_| false)
                .err()
                .map(|e| e.message().to_owned())
        };
        for text in [
            "n*2",
            "n *2",
            "2 *3",
            "f(x)*2",
            "{x|-x}*2",
            "n*-1",
            "2*x*",
            "3.x^",
            "2*f(x + 1)*",
        ] {
            let message = refused(text).unwrap_or_else(|| panic!("{text}"));
            assert!(message.contains("both ways"), "{text}: {message}");
        }
        for text in ["v = 3", "let on = 3", "x = 1\nv3 = 2", "over += 1"] {
            let message = refused(text).unwrap_or_else(|| panic!("{text}"));
            assert!(message.contains("name this my_"), "{text}: {message}");
        }
        for text in [
            "[v for v in x]",
            "n * -1",
            "n * 2",
            "n* - 1",
            "2*f(x*) + x*",
            "v == 3",
            "f(v=3)",
        ] {
            assert_eq!(refused(text), None, "{text}");
        }
    }
}
