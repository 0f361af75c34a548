//! S-expressions with their places in the text: `(cell 1 ?x blank)`, with comments from `;` to the end of the line.

use std::ops::Range;

use bouton_core::Meter;

use crate::fault::{Fault, Refusal, Source};

/// The deepest nesting of brackets.
const DEEPEST: usize = 200;

/// A word, or a list in brackets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Expression {
    pub(crate) span: Range<usize>,
    pub(crate) form: Form,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// In lower case, since case does not matter.
    Word(String),
    List(Vec<Expression>),
}

impl Expression {
    /// The word, if it is one.
    pub(crate) fn word(&self) -> Option<&str> {
        match &self.form {
            Form::Word(word) => Some(word),
            Form::List(_) => None,
        }
    }

    /// The first word of a list and the items after it; a single word has none.
    pub(crate) fn headed(&self) -> Option<(&str, &[Self])> {
        match &self.form {
            Form::Word(word) => Some((word, &[])),
            Form::List(items) => {
                let (head, rest) = items.split_first()?;
                Some((head.word()?, rest))
            }
        }
    }
}

/// The expressions of a text.
pub(crate) fn read(source: &Source, meter: &mut Meter<'_>) -> Result<Vec<Expression>, Refusal> {
    let mut reader = Reader {
        source,
        open: Vec::new(),
        done: Vec::new(),
    };
    let mut rest = source.text.char_indices().peekable();
    while let Some((at, c)) = rest.next() {
        // The approximate bytes of a word of some letters, with its place.
        meter.spend_holding(1, || 16 * at as u64)?;
        match c {
            ';' => while rest.next_if(|(_, c)| *c != '\n').is_some() {},
            '(' => reader.open(at)?,
            ')' => reader.close(at)?,
            c if is_blank(c) => {}
            _ => {
                while rest.next_if(|(_, c)| !ends_word(*c)).is_some() {}
                let end = rest.peek().map_or(source.text.len(), |(end, _)| *end);
                reader.word(at..end);
            }
        }
    }
    Ok(reader.end()?)
}

/// A byte order mark counts as white space: some editors begin a file with it.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}

fn ends_word(c: char) -> bool {
    is_blank(c) || matches!(c, '(' | ')' | ';')
}

struct Reader<'s> {
    source: &'s Source,
    /// The place of each open bracket, and the expressions read in it.
    open: Vec<(usize, Vec<Expression>)>,
    done: Vec<Expression>,
}

impl Reader<'_> {
    fn open(&mut self, at: usize) -> Result<(), Fault> {
        if self.open.len() == DEEPEST {
            let message = format!("brackets are nested more than {DEEPEST} deep here");
            return Err(Fault::at(self.source, at..at + 1, message));
        }
        self.open.push((at, Vec::new()));
        Ok(())
    }

    fn close(&mut self, at: usize) -> Result<(), Fault> {
        let Some((start, items)) = self.open.pop() else {
            let message = "this bracket closes nothing: none is open";
            return Err(Fault::at(self.source, at..at + 1, message));
        };
        self.put(start..at + 1, Form::List(items));
        Ok(())
    }

    fn word(&mut self, span: Range<usize>) {
        let word = self.source.text[span.clone()].to_lowercase();
        self.put(span, Form::Word(word));
    }

    fn put(&mut self, span: Range<usize>, form: Form) {
        let here = self
            .open
            .last_mut()
            .map_or(&mut self.done, |open| &mut open.1);
        here.push(Expression { span, form });
    }

    fn end(self) -> Result<Vec<Expression>, Fault> {
        match self.open.last() {
            None => Ok(self.done),
            Some((at, _)) => {
                let message = "this bracket is never closed: expected ) before the end of the file";
                Err(Fault::at(self.source, *at..at + 1, message))
            }
        }
    }
}
