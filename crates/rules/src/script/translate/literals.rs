//! Literals of values: numbers, stars and arrows written together, with their signs.

use std::ops::Range;

use bouton_core::InputError;
use bouton_values::is_value_name;

use super::signs::{arrows, begins_with_operator, digits, is_arrow, number, star, words};
use super::{Translator, is_constant_name};
use crate::notation::write_str;
use crate::words::{is_word, word};

impl Translator<'_> {
    /// A call that reads these bytes as a value.
    pub(super) fn literal(&mut self, typed: Range<usize>) {
        let mut call = String::from("_value(");
        write_str(&self.text[typed.clone()], &mut call);
        call.push_str(&format!(",{})", typed.start));
        self.at = typed.end;
        self.put(&call, typed);
        self.after = true;
    }

    /// The end of the stars and arrows that follow an operand at `at` without a space.
    pub(super) fn parts(&self, mut at: usize) -> usize {
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
    pub(super) fn is_times(&self, at: usize) -> bool {
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
        is_close && spaced.starts_with(['-', '−'])
            || spaced.starts_with(begins) && !begins_with_operator(spaced)
    }

    /// Whether the arrow at `at`, behind an operand, is an operator of whole numbers.
    pub(super) fn is_xor(&self, at: usize) -> bool {
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
    pub(super) fn number(&mut self) -> Result<(), InputError> {
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
        // n.G is G, n times.
        if next.is_some_and(|c| is_word(c) || is_arrow(c) || "({*".contains(c)) {
            self.put("*", self.at..self.at + 1);
            self.at += 1;
            (self.after, self.copies) = (false, Some(self.open));
        }
        Ok(())
    }

    /// The end of a literal that begins with a number.
    pub(super) fn number_end(&self, start: usize) -> usize {
        let mut end = start + number(&self.text[start..]);
        loop {
            let before = end;
            end = self.parts(end);
            let length = word(&self.text[end..]);
            let name = &self.text[end..end + length];
            if is_constant_name(name) {
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
    pub(super) fn constant_call(&self, at: usize) -> Option<usize> {
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
    pub(super) fn is_constant(&self, inside: Range<usize>) -> bool {
        words(&self.text[inside]).all(|name| is_value_name(name) && !self.is_bound(name))
    }

    pub(super) fn arrows(&mut self) -> Result<(), InputError> {
        let start = self.at;
        if !self.after {
            let end = self.parts(start + arrows(self.rest()));
            self.literal(start..end);
        } else if self.is_xor(start) {
            self.copy('^'.len_utf8());
            self.after = false;
        } else {
            self.added(start)?;
        }
        Ok(())
    }

    /// Stars and arrows behind an operand are added to it.
    pub(super) fn added(&mut self, start: usize) -> Result<(), InputError> {
        let first = &self.text[start..];
        let is_star = first.starts_with(['*', '∗']);
        let first = if is_star { star(first) } else { arrows(first) };
        if self.copies == Some(self.open) || is_star && first > 1 {
            return Err(self.both(start..start + first));
        }
        self.put("+", start..start);
        let end = self.parts(start + first);
        self.literal(start..end);
        Ok(())
    }

    /// The error about a star or an arrow that could belong to either side.
    fn both(&self, span: Range<usize>) -> InputError {
        let message = "expected brackets or spaces, found a star or an arrow that could be read both ways: write G + *2 or 2*G, \
                       G* - 1 or G * (-1), 2*G + * or 2*(G*)";
        self.error(message, span)
    }

    pub(super) fn star(&mut self) -> Result<(), InputError> {
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
                return Ok(());
            }
            let end = self.parts(start + star(rest));
            self.literal(start..end);
            return Ok(());
        }
        let is_close = !self.text[..start].ends_with(' ');
        let spaced = rest[1..].trim_start_matches(' ');
        let is_directly = spaced.len() + 1 == rest.len();
        let begins = |c: char| is_word(c) || is_arrow(c) || "([{\"'*=±".contains(c);
        let is_signed = spaced.starts_with(['-', '+', '−']) && (!is_close || is_directly);
        let is_product = spaced.starts_with(begins) && !begins_with_operator(spaced) || is_signed;
        if is_directly && (is_signed || spaced.starts_with(|c: char| c.is_ascii_digit())) {
            return Err(self.both(start..start + star(rest)));
        }
        if !is_product {
            return self.added(start);
        }
        self.copy(if rest.starts_with("**") { 2 } else { 1 });
        self.after = false;
        self.copies = (!spaced.starts_with('=')).then_some(self.open);
        Ok(())
    }

    /// Whether the sign here belongs to the first part of a literal, as in `-1/2*`.
    pub(super) fn has_signed_literal(&self) -> bool {
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

    pub(super) fn signed_literal(&mut self, sign: usize) -> Result<(), InputError> {
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
    pub(super) fn plus_minus(&mut self, sign: usize) -> Result<(), InputError> {
        let start = self.at;
        if self.after {
            self.put("+", start..start + sign);
            self.copies = None;
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
}
