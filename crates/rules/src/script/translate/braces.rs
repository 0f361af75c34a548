//! Braces of values, with expressions inside.

use std::ops::Range;

use bouton_core::InputError;

use super::Translator;
use crate::words::{comment, string};

/// The deepest nesting of braces with names inside.
const DEEPEST: usize = 100;

/// The deepest nesting of other brackets; Starlark's own bound is checked later.
const DEEPEST_OPEN: usize = 1000;

/// The contents of braces.
pub(super) struct Braces {
    /// The place after the closing one.
    pub(super) end: usize,
    /// Runs of bars directly inside.
    pub(super) bars: Vec<Range<usize>>,
    /// Commas directly inside.
    commas: Vec<usize>,
    has_colon: bool,
}

impl Translator<'_> {
    pub(super) fn unclosed(&self, start: usize) -> InputError {
        self.error("expected \"}\", found the end", start..start + 1)
    }

    /// Braces at `start`, or a name with braces.
    pub(super) fn braces(&mut self, start: usize) -> Result<(), InputError> {
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
        let copies = self.copies.take();
        self.depth += 1;
        if end > inside.end {
            self.put("(", brace..brace);
        }
        self.game(brace + 1..inside.end - 1, &inside.bars, &inside.commas)?;
        (self.header, self.open, self.copies) = (header, open, copies);
        self.depth -= 1;
        self.at = inside.end;
        self.after = true;
        if end > inside.end {
            self.added(inside.end)?;
            self.put(")", end..end);
        }
        Ok(())
    }

    /// A game whose options are expressions: the longest run of bars splits first.
    pub(super) fn game(
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

    pub(super) fn side(
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
    pub(super) fn inside(&self, start: usize) -> Option<Braces> {
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
                '#' => length = comment(rest),
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
