//! The words, numbers, strings and signs of a text.

use std::ops::Range;

use crate::error::{Done, Error};
use crate::value::Value;

/// How a host writes values of its own in statements.
pub trait Notation {
    /// The piece of it that stands at this byte of the text, behind the value `before`, or, if that is empty, where a value is expected.
    ///
    /// # Errors
    /// It is written wrongly.
    fn written(&self, at: usize, before: &str) -> Result<Option<Written>, Error>;
    /// The function of a sign of the host, of `{|}` with two lists of options, and the value of `pass` among these.
    fn meaning(&self, sign: &str) -> Value;
    /// Whether a name has its meaning for good.
    fn is_fixed(&self, name: &str) -> bool;
}

/// A piece of a host's notation; lengths are in bytes.
#[derive(Debug)]
pub enum Written {
    /// A value. Behind another one it is added to that.
    Value(usize, Value),
    /// A sign of the language, or of the host.
    Sign(usize, &'static str),
    /// A brace whose options are expressions, between bars.
    Brace,
}

/// The kind of a token.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Kind {
    Name,
    Number,
    Str(String),
    /// An f-string: texts and expressions.
    Format(Vec<Piece>),
    Sign(&'static str),
    /// A value of the host.
    Foreign(usize),
    /// One that is added to the value before it.
    Added(usize),
    /// Bars in braces of the host.
    Bars,
    Newline,
    Indent,
    Dedent,
    End,
}

/// A part of an f-string.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Piece {
    Text(String),
    /// An expression, `=` if it is shown with its text, `r` or `s` after `!`, and its format.
    Value {
        span: Range<usize>,
        shown: Option<Range<usize>>,
        conversion: Option<char>,
        spec: Vec<Piece>,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) span: Range<usize>,
}

/// Longer signs come first.
const SIGNS: [&str; 48] = [
    "**=", "//=", ">>=", "<<=", "...", "!=", "%=", "&=", "**", "*=", "+=", "-=", "->", "//", "/=",
    ":=", "<<", "<=", "==", ">=", ">>", "@=", "^=", "|=", "%", "&", "(", ")", "*", "+", ",", "-",
    ".", "/", ":", ";", "<", "=", ">", "@", "[", "]", "^", "{", "|", "}", "~", "!",
];

pub(crate) struct Lexer<'t, 'l> {
    text: &'t str,
    at: usize,
    tokens: Vec<Token>,
    indents: Vec<usize>,
    /// The open brackets; `|` for braces of the host.
    open: Vec<(char, usize)>,
    notation: Option<&'l dyn Notation>,
    values: Vec<Value>,
}

/// The brace of an f-string around an expression, which nothing in it closes.
const FORMAT: char = 'f';

/// Open brackets and levels of indentation that a text may have at most.
const DEEPEST: usize = 100;

/// The tokens of a text, and the values of the host among them; of an expression within an f-string if `inside`.
pub(crate) fn tokens(
    text: &str,
    span: Range<usize>,
    inside: bool,
    notation: Option<&dyn Notation>,
) -> Done<(Vec<Token>, Vec<Value>)> {
    let start = match text.strip_prefix('\u{feff}') {
        Some(_) if !inside => 3,
        _ => span.start,
    };
    let mut lexer = Lexer {
        text: &text[..span.end],
        at: start,
        tokens: Vec::new(),
        // Statements may be indented as a whole.
        indents: vec![notation.map_or(0, |_| margin(text))],
        open: if inside {
            vec![(FORMAT, start)]
        } else {
            Vec::new()
        },
        notation,
        values: Vec::new(),
    };
    lexer.run(inside)?;
    Ok((lexer.tokens, lexer.values))
}

/// The words, numbers, strings and signs of a text, a line each: what stays the same when comments, blanks and quotes change.
///
/// # Errors
/// The text cannot be read.
///
/// ```
/// use bouton_language::words;
/// assert_eq!(words("x = 'a'  # why\n").unwrap(), words("x=\"a\"\n").unwrap());
/// assert_ne!(words("x = 'a'").unwrap(), words("x = a").unwrap());
/// ```
pub fn words(text: &str) -> Result<String, Error> {
    let (tokens, _) = tokens(text, 0..text.len(), false, None)?;
    let word = |token: &Token| match &token.kind {
        Kind::Name | Kind::Number => text[token.span.clone()].to_owned(),
        Kind::Format(_) => format!("f{:?}", &text[token.span.clone()]),
        kind => format!("{kind:?}"),
    };
    Ok(tokens.iter().map(word).collect::<Vec<_>>().join("\n"))
}

/// The blanks before the first line that says something.
fn margin(text: &str) -> usize {
    let first = text.lines().find(|line| !line.trim().is_empty());
    first.map_or(0, |line| line.len() - line.trim_start_matches(' ').len())
}

pub(crate) fn is_name_start(c: char) -> bool {
    c.is_alphabetic() || c == '_'
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

impl Lexer<'_, '_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn wrong<T>(&self, at: usize, message: impl Into<String>) -> Done<T> {
        let end = self.text[at..]
            .chars()
            .next()
            .map_or(at, |c| at + c.len_utf8());
        Err(Error::new(message).at(at..end))
    }

    fn push(&mut self, kind: Kind, start: usize) {
        self.tokens.push(Token {
            kind,
            span: start..self.at,
        });
    }

    fn run(&mut self, inside: bool) -> Done<()> {
        if !inside {
            self.indent()?;
        }
        while let Some(c) = self.peek() {
            let start = self.at;
            if c == '\n' || c == '\r' {
                self.newline()?;
            } else if matches!(c, ' ' | '\t' | '\u{c}') {
                self.at += 1;
            } else if c == '#' {
                self.at += self.rest().find('\n').unwrap_or(self.rest().len());
            } else if c == '\\' {
                self.at += 1;
                if self.rest().starts_with('\r') {
                    self.at += 1;
                }
                if !self.rest().starts_with('\n') {
                    return self.wrong(
                        start,
                        "a backslash joins a line with the next one: nothing may follow it",
                    );
                }
                self.at += 1;
            } else {
                self.token(c, start)?;
            }
        }
        if inside {
            self.push(Kind::End, self.at);
            return Ok(());
        }
        if let Some((_, at)) = self.open.pop() {
            let open = &self.text[at..=at];
            return self.wrong(at, format!("this `{open}` is not closed"));
        }
        if self
            .tokens
            .last()
            .is_some_and(|last| !matches!(last.kind, Kind::Newline | Kind::Dedent))
        {
            self.push(Kind::Newline, self.at);
        }
        for _ in 1..self.indents.len() {
            self.push(Kind::Dedent, self.at);
        }
        self.push(Kind::End, self.at);
        Ok(())
    }

    fn newline(&mut self) -> Done<()> {
        let start = self.at;
        self.at += if self.rest().starts_with("\r\n") {
            2
        } else {
            1
        };
        if !self.open.is_empty() {
            return Ok(());
        }
        if self
            .tokens
            .last()
            .is_some_and(|last| !matches!(last.kind, Kind::Newline | Kind::Indent | Kind::Dedent))
        {
            self.tokens.push(Token {
                kind: Kind::Newline,
                span: start..start,
            });
        }
        self.indent()
    }

    /// The blanks at the beginning of a line.
    fn indent(&mut self) -> Done<()> {
        let (mut width, start) = (0, self.at);
        let mut tabs = false;
        while let Some(c) = self.peek() {
            match c {
                ' ' => width += 1,
                '\t' => (width, tabs) = ((width / 8 + 1) * 8, true),
                '\u{c}' => width = 0,
                _ => break,
            }
            self.at += 1;
        }
        if self.rest().is_empty() || self.rest().starts_with(['\n', '\r', '#']) {
            return Ok(());
        }
        let last = *self.indents.last().expect("invariant: there is a level");
        if width > last {
            if self.indents.len() > DEEPEST {
                return self
                    .wrong(
                        self.at,
                        format!("blocks are nested more than {DEEPEST} levels deep"),
                    )
                    .map_err(Error::limit);
            }
            if tabs && self.text[start..self.at].contains(' ') {
                return self.wrong(
                    start,
                    "this line is indented by tabs and spaces: use spaces alone",
                );
            }
            self.indents.push(width);
            self.push(Kind::Indent, start);
        }
        while *self.indents.last().expect("invariant: there is a level") > width
            && self.indents.len() > 1
        {
            self.indents.pop();
            self.push(Kind::Dedent, self.at);
        }
        if *self.indents.last().expect("invariant: there is a level") != width {
            return self.wrong(self.at, "this line is indented like no line before it");
        }
        Ok(())
    }

    /// The text of the last token if a value ends with it: no value can begin here.
    fn before(&self) -> &str {
        let Some(last) = self.tokens.last() else {
            return "";
        };
        let text = &self.text[last.span.clone()];
        let is_value = match last.kind {
            Kind::Name => {
                let is_field = self.text[..last.span.start].ends_with('.');
                is_field || !is_keyword(text) || matches!(text, "None" | "True" | "False")
            }
            Kind::Sign(sign) => matches!(sign, ")" | "]" | "}"),
            Kind::Newline | Kind::Indent | Kind::Dedent | Kind::Bars | Kind::End => false,
            _ => true,
        };
        if is_value { text } else { "" }
    }

    /// Reads what is the host's.
    fn foreign(&mut self, notation: &dyn Notation, c: char, start: usize) -> Done<bool> {
        if c == '|' && self.open.last().is_some_and(|open| open.0 == '|') {
            self.at += self.rest().len() - self.rest().trim_start_matches('|').len();
            self.push(Kind::Bars, start);
            return Ok(true);
        }
        let before = self.before();
        let is_added = !before.is_empty();
        match notation.written(start, before)? {
            None => return Ok(false),
            Some(Written::Brace) => {
                self.at += 1;
                self.open('|', start)?;
                self.push(Kind::Sign("{|"), start);
            }
            Some(Written::Sign(length, sign)) => {
                self.at += length;
                self.push(Kind::Sign(sign), start);
            }
            Some(Written::Value(length, value)) => {
                self.at += length;
                let place = self.values.len();
                self.values.push(value);
                let kind = if is_added { Kind::Added } else { Kind::Foreign };
                self.push(kind(place), start);
            }
        }
        Ok(true)
    }

    fn open(&mut self, bracket: char, start: usize) -> Done<()> {
        if self.open.len() >= DEEPEST {
            let message = format!("this is nested more than {DEEPEST} levels deep");
            return self.wrong(start, message).map_err(Error::limit);
        }
        self.open.push((bracket, start));
        Ok(())
    }

    fn token(&mut self, c: char, start: usize) -> Done<()> {
        if let Some(notation) = self.notation
            && self.foreign(notation, c, start)?
        {
            return Ok(());
        }
        if is_name_start(c) {
            self.at += self
                .rest()
                .find(|c| !is_name(c))
                .unwrap_or(self.rest().len());
            let word = &self.text[start..self.at];
            let prefix = word.to_ascii_lowercase();
            return match self.peek() {
                Some('"' | '\'') if matches!(&*prefix, "r" | "u" | "f" | "rf" | "fr") => {
                    self.string(start, prefix.contains('r'), prefix.contains('f'))
                }
                Some('"' | '\'') if matches!(&*prefix, "b" | "br" | "rb") => {
                    self.wrong(start, "there are no bytes here: leave out the b")
                }
                _ => {
                    self.push(Kind::Name, start);
                    Ok(())
                }
            };
        }
        if c.is_ascii_digit() {
            return self.number(start);
        }
        if c == '"' || c == '\'' {
            return self.string(start, false, false);
        }
        let Some(sign) = SIGNS.into_iter().find(|sign| self.rest().starts_with(sign)) else {
            let message = match c {
                '?' => "there is no `?` here: write `a if condition else b`".into(),
                '$' => "there is no `$` here".into(),
                _ => format!("{c:?} means nothing here"),
            };
            return self.wrong(start, message);
        };
        self.at += sign.len();
        match sign {
            "(" | "[" | "{" => self.open(c, start)?,
            ")" | "]" | "}" => match self.open.pop() {
                None | Some((FORMAT, _)) => {
                    return self.wrong(start, format!("this `{c}` closes nothing"));
                }
                Some((open, at)) => {
                    let meant = match open {
                        '(' => ')',
                        '[' => ']',
                        _ => '}',
                    };
                    if meant != c {
                        let line = self.text[..at].matches('\n').count() + 1;
                        let open = &self.text[at..=at];
                        return self.wrong(
                            start,
                            format!("this `{c}` does not close the `{open}` of line {line}"),
                        );
                    }
                }
            },
            "!" => return self.wrong(start, "there is no `!` here: write `not`"),
            _ => {}
        }
        self.push(Kind::Sign(sign), start);
        Ok(())
    }

    fn number(&mut self, start: usize) -> Done<()> {
        let end = self
            .rest()
            .find(|c| !is_name(c))
            .unwrap_or(self.rest().len());
        let word = self.text[start..start + end].to_ascii_lowercase();
        self.at += end;
        let is_decimal = word.starts_with(|c: char| c.is_ascii_digit()) && !word.starts_with("0x");
        let fraction = self.rest().starts_with('.')
            && self.rest()[1..]
                .starts_with(|c: char| c.is_ascii_digit() || !is_name_start(c) && c != '.');
        if is_decimal
            && self.notation.is_none()
            && (fraction || word.contains('e') || self.rest() == ".")
        {
            return self.wrong(
                start,
                "there are no numbers with a fraction here: use whole numbers, and `//` to divide",
            );
        }
        self.push(Kind::Number, start);
        Ok(())
    }

    /// A string, after its prefix.
    fn string(&mut self, start: usize, raw: bool, format: bool) -> Done<()> {
        let quote = &self.rest()[..1];
        let triple = quote.repeat(3);
        let close = if self.rest().starts_with(&triple) {
            triple
        } else {
            quote.to_owned()
        };
        self.at += close.len();
        let pieces = self.pieces(start, &close, raw, format, false)?;
        self.at += close.len();
        let kind = match format {
            true => Kind::Format(pieces),
            false => Kind::Str(match pieces.into_iter().next() {
                Some(Piece::Text(text)) => text,
                _ => String::new(),
            }),
        };
        self.push(kind, start);
        Ok(())
    }

    /// The parts of a string up to its end, or of a format up to its brace.
    fn pieces(
        &mut self,
        start: usize,
        close: &str,
        raw: bool,
        format: bool,
        in_spec: bool,
    ) -> Done<Vec<Piece>> {
        let (mut pieces, mut text) = (Vec::new(), String::new());
        loop {
            let Some(c) = self.peek() else {
                return self.wrong(start, "this string is not closed");
            };
            if self.rest().starts_with(close) || in_spec && c == '}' {
                break;
            }
            let at = self.at;
            self.at += c.len_utf8();
            match c {
                '\n' if close.len() == 1 => {
                    return self.wrong(start, "this string is not closed on its line");
                }
                '\r' if self.rest().starts_with('\n') => {}
                '\\' if raw => {
                    text.push('\\');
                    if let Some(next) = self.peek().filter(|c| matches!(c, '\\' | '"' | '\'')) {
                        self.at += 1;
                        text.push(next);
                    }
                }
                '\\' => self.escape(at, &mut text)?,
                '{' | '}' if format && !in_spec && self.peek() == Some(c) => {
                    self.at += 1;
                    text.push(c);
                }
                '{' if format => {
                    if !text.is_empty() {
                        pieces.push(Piece::Text(std::mem::take(&mut text)));
                    }
                    pieces.push(self.value(at, close)?);
                }
                '}' if format => return self.wrong(at, "a single `}` in an f-string: write `}}`"),
                c => text.push(c),
            }
        }
        if !text.is_empty() || pieces.is_empty() {
            pieces.push(Piece::Text(text));
        }
        Ok(pieces)
    }

    fn escape(&mut self, at: usize, text: &mut String) -> Done<()> {
        let Some(c) = self.peek() else { return Ok(()) };
        self.at += c.len_utf8();
        let digits = |length: usize, radix| {
            let digits = self.rest().get(..length)?;
            char::from_u32(u32::from_str_radix(digits, radix).ok()?)
        };
        let (found, length) = match c {
            '\n' => return Ok(()),
            '\r' => {
                self.at += usize::from(self.rest().starts_with('\n'));
                return Ok(());
            }
            '\\' | '\'' | '"' => (Some(c), 0),
            'n' => (Some('\n'), 0),
            't' => (Some('\t'), 0),
            'r' => (Some('\r'), 0),
            'a' => (Some('\u{7}'), 0),
            'b' => (Some('\u{8}'), 0),
            'f' => (Some('\u{c}'), 0),
            'v' => (Some('\u{b}'), 0),
            'x' => (digits(2, 16), 2),
            'u' => (digits(4, 16), 4),
            'U' => (digits(8, 16), 8),
            '0'..='7' => {
                let more = self
                    .rest()
                    .chars()
                    .take(2)
                    .take_while(|c| c.is_digit(8))
                    .count();
                let code = u32::from_str_radix(&self.text[at + 1..self.at + more], 8).ok();
                (code.and_then(char::from_u32), more)
            }
            _ => {
                return self.wrong(
                    at,
                    format!("`\\{c}` means nothing in a string: write `\\\\{c}`, or r\"…\""),
                );
            }
        };
        match found {
            Some(c) => text.push(c),
            None => {
                return self.wrong(
                    at,
                    format!("`\\{c}` must be followed by {length} digits of a character"),
                );
            }
        }
        self.at += length;
        Ok(())
    }

    /// `{expression!r:format}` in an f-string, after its brace.
    fn value(&mut self, brace: usize, close: &str) -> Done<Piece> {
        let start = self.at;
        let mut open = Vec::new();
        loop {
            let Some(c) = self.peek() else {
                return self.wrong(brace, "this `{` is not closed");
            };
            if open.is_empty() && self.rest().starts_with(close) || close.len() == 1 && c == '\n' {
                return self.wrong(brace, "this `{` is not closed");
            }
            match c {
                '}' | ':' if open.is_empty() => break,
                '!' if open.is_empty() && !self.rest().starts_with("!=") => break,
                '(' | '[' | '{' if open.len() > DEEPEST => {
                    return self
                        .wrong(brace, "this is nested too deeply")
                        .map_err(Error::limit);
                }
                '(' | '[' | '{' => open.push(c),
                ')' | ']' | '}' => drop(open.pop()),
                '"' | '\'' => {
                    let quote = &self.rest()[..1];
                    let length = self.rest()[1..]
                        .find(quote)
                        .map_or(self.rest().len(), |at| at + 1);
                    self.at += length;
                }
                _ => {}
            }
            self.at += self.peek().map_or(0, char::len_utf8);
        }
        let mut span = start..self.at;
        let source = self.text[span.clone()].trim_end();
        let compares = ["==", "!=", "<=", ">="]
            .iter()
            .any(|sign| source.ends_with(sign));
        let shown = (source.ends_with('=') && !compares).then_some(span.clone());
        if shown.is_some() {
            span.end = start + source.len() - 1;
        }
        if self.text[span.clone()].trim().is_empty() {
            return self.wrong(brace, "an expression is missing between `{` and `}`");
        }
        let mut conversion = None;
        if self.peek() == Some('!') {
            self.at += 1;
            conversion = self.peek().filter(|c| matches!(c, 'r' | 's'));
            if conversion.is_none() {
                return self.wrong(self.at, "`!` is followed by r or s");
            }
            self.at += 1;
        }
        let mut spec = Vec::new();
        if self.peek() == Some(':') {
            self.at += 1;
            if self.open.len() > DEEPEST {
                return self
                    .wrong(brace, "this is nested too deeply")
                    .map_err(Error::limit);
            }
            self.open.push(('{', brace));
            spec = self.pieces(brace, close, false, true, true)?;
            self.open.pop();
        }
        if self.peek() != Some('}') {
            return self.wrong(brace, "this `{` is not closed");
        }
        self.at += 1;
        Ok(Piece::Value {
            span,
            shown,
            conversion,
            spec,
        })
    }
}

/// Whether a word is no name.
pub fn is_keyword(word: &str) -> bool {
    matches!(
        word,
        "False"
            | "None"
            | "True"
            | "and"
            | "as"
            | "assert"
            | "async"
            | "await"
            | "break"
            | "class"
            | "continue"
            | "def"
            | "del"
            | "elif"
            | "else"
            | "except"
            | "finally"
            | "for"
            | "from"
            | "global"
            | "if"
            | "import"
            | "in"
            | "is"
            | "lambda"
            | "nonlocal"
            | "not"
            | "or"
            | "pass"
            | "raise"
            | "return"
            | "try"
            | "while"
            | "with"
            | "yield"
    )
}
