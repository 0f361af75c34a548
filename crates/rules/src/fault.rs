//! Errors in rule files, with their places.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use bouton_core::InputError;
use starlark::codemap::FileSpan;

use crate::advice::advised;

/// A mistake in a rule file: a sentence, the place in the file, and the call in which it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    message: String,
    file: Arc<str>,
    place: Option<Place>,
    call: Option<String>,
}

/// Bytes of a text, with the line and column at which they begin, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Place {
    text: Arc<str>,
    span: Range<usize>,
    line: usize,
    column: usize,
}

impl Fault {
    /// `message` about a file as a whole.
    pub(crate) fn new(file: &Arc<str>, message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            file: file.clone(),
            place: None,
            call: None,
        }
    }

    /// An error of Starlark.
    pub(crate) fn of(file: &Arc<str>, error: &starlark::Error) -> Self {
        let mut message = error.without_diagnostic().to_string();
        if let Some(told) = message.strip_prefix("fail:") {
            message = told.trim().to_owned();
        }
        let frames = &error.call_stack().frames;
        let frame = frames.last().and_then(|frame| frame.location.as_ref());
        let first = message.lines().next().unwrap_or_default().to_owned();
        let with_causes = format!("{:?}", error.without_diagnostic());
        let place = error.span().or(frame).map(Place::of);
        let (text, span) = match &place {
            Some(place) => (&*place.text, place.span.clone()),
            None => ("", 0..0),
        };
        Self {
            message: advised(friendly(&first, &with_causes), text, span),
            place,
            ..Self::new(file, "")
        }
    }

    /// The same fault with another sentence.
    pub(crate) fn saying(self, message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            ..self
        }
    }

    /// The same fault, found in a call such as `moves(7)`.
    pub(crate) fn during(self, call: impl Into<String>) -> Self {
        Self {
            call: Some(call.into()),
            ..self
        }
    }

    /// The same fault at some bytes of the file's text.
    pub(crate) fn at(self, (text, span): (&Arc<str>, Range<usize>)) -> Self {
        let before = &text[..span.start];
        let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
        Self {
            place: Some(Place {
                text: text.clone(),
                line: before.matches('\n').count() + 1,
                column,
                span,
            }),
            ..self
        }
    }

    /// The same fault, at some bytes of the file's text if no place is known yet.
    pub(crate) fn at_least(self, place: Option<(&Arc<str>, Range<usize>)>) -> Self {
        match place {
            Some(place) if self.place.is_none() => self.at(place),
            _ => self,
        }
    }

    /// The sentence alone.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The bytes of the text that it is about, if they are known.
    pub(crate) fn span(&self) -> Option<Range<usize>> {
        self.place.as_ref().map(|place| place.span.clone())
    }

    /// The line and the column, counted from 1, if they are known.
    pub fn line_and_column(&self) -> Option<(usize, usize)> {
        self.place.as_ref().map(|place| (place.line, place.column))
    }
}

/// Plain versions of the most common Starlark errors.
fn friendly(message: &str, with_causes: &str) -> String {
    if let Some((_, number)) = with_causes.split_once("too big to fit in i32: ") {
        let number = number.lines().next().unwrap_or_default();
        return format!("{number} is too large here: at most {}", i32::MAX);
    }
    if message == "Immutable" {
        return "this cannot be changed: positions, and all that is defined outside of functions, stay as they are during play; change a copy, `cells = list(…)`, of a string `list(….elems())`".into();
    }
    if message.contains("`load` is not allowed") {
        return "a rule file stands alone: load is not allowed".into();
    }
    if message.contains("call stack overflow") {
        return "functions call each other too deeply: is there an endless recursion? A loop can go on for longer".into();
    }
    if message.contains("Heap memory limit") {
        return "this call needs too much memory: more than a gibibyte".into();
    }
    // The name under which a file is parsed.
    message.replace("`rules.", "`")
}

impl Place {
    fn of(span: &FileSpan) -> Self {
        let begin = span.resolve_span().begin;
        let bytes = |pos: starlark::codemap::Pos| pos.get() as usize;
        Self {
            text: span.file.source().into(),
            span: bytes(span.span.begin())..bytes(span.span.end()),
            line: begin.line + 1,
            column: begin.column + 1,
        }
    }
}

impl fmt::Display for Fault {
    /// `file:line:column: sentence`, the line with a caret, and the call.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            None => write!(f, "{}: {}", self.file, self.message)?,
            Some(place) => {
                let head = format!(
                    "{}:{}:{}: {}",
                    self.file, place.line, place.column, self.message
                );
                let shown = InputError::new(head, &*place.text, place.span.clone());
                write!(f, "{shown}")?;
            }
        }
        match &self.call {
            None => Ok(()),
            Some(call) => write!(f, "\n  in {call}"),
        }
    }
}

impl std::error::Error for Fault {}
