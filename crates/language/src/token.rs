//! Splits a text into tokens; blocks become [`Token::Indent`] and [`Token::Dedent`].

use num_bigint::BigInt;

use crate::error::Error;
use crate::tree::At;
use crate::words::Dialect;

/// A token.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Token {
    Name(String),
    Word(&'static str),
    Int(i64),
    Big(BigInt),
    Str(String),
    /// An f-string: its contents, and whether it is raw.
    Format(At, bool),
    /// An operator or a bracket.
    Sign(&'static str),
    /// A literal of the host.
    Literal(String),
    Line,
    Indent,
    Dedent,
    End,
}

/// Operators and brackets; the longer ones first.
const SIGNS: [&str; 51] = [
    "**=", "//=", "<<=", ">>=", "...", "**", "->", "//", "<<", ">>", "==", "!=", "<=", ">=", "+=",
    "-=", "*=", "/=", "%=", "&=", "|=", "^=", ":=", "&&", "||", "(", ")", "[", "]", "{", "}", ",",
    ":", ";", ".", "=", "+", "-", "*", "/", "%", "&", "|", "^", "~", "<", ">", "@", "!", "?", "$",
];

/// Words that are no names.
pub(crate) const KEYWORDS: [&str; 36] = [
    "and", "or", "not", "in", "if", "elif", "else", "for", "def", "return", "break", "continue",
    "pass", "lambda", "while", "import", "from", "class", "del", "is", "with", "yield", "try",
    "except", "finally", "raise", "assert", "global", "nonlocal", "async", "await", "None", "True",
    "False", "as", "load",
];

/// The deepest nesting of brackets, and of blocks; CPython has the same bounds.
pub(crate) const DEEPEST: usize = 200;
const DEEPEST_BLOCKS: usize = 100;

/// A token with its place.
pub(crate) type Placed = (Token, At);

/// The tokens of a part of a text, which ends the lines inside if it is in brackets.
pub(crate) fn tokens(
    text: &str,
    part: At,
    inside: bool,
    dialect: &Dialect<'_>,
) -> Result<Vec<Placed>, Error> {
    let mut lexer = Lexer {
        text,
        at: part.start as usize,
        end: part.end as usize,
        found: Vec::new(),
        indents: vec![""],
        open: Vec::new(),
        inside,
        dialect,
        memory: crate::words::Memory::default(),
    };
    lexer.run()?;
    Ok(lexer.found)
}

pub(crate) struct Lexer<'t> {
    pub(crate) text: &'t str,
    pub(crate) at: usize,
    end: usize,
    pub(crate) found: Vec<Placed>,
    indents: Vec<&'t str>,
    /// The open brackets with their places.
    open: Vec<(char, usize)>,
    inside: bool,
    pub(crate) dialect: &'t Dialect<'t>,
    pub(crate) memory: crate::words::Memory,
}

impl<'t> Lexer<'t> {
    pub(crate) fn rest(&self) -> &'t str {
        &self.text[self.at..self.end]
    }

    fn error<T>(&self, message: impl Into<String>, start: usize, end: usize) -> Result<T, Error> {
        Err(Error::new(message, self.text, start..end))
    }

    pub(crate) fn push(&mut self, token: Token, length: usize) {
        let start = self.at as u32;
        self.at += length;
        let end = self.at as u32;
        self.found.push((token, At { start, end }));
    }

    fn run(&mut self) -> Result<(), Error> {
        if !self.inside {
            self.indent()?;
        }
        while self.at < self.end {
            self.step()?;
        }
        if let Some((bracket, at)) = self.open.first() {
            return self.error(format!("this `{bracket}` is not closed"), *at, at + 1);
        }
        if !self.inside {
            self.line();
            for _ in 1..self.indents.len() {
                self.push(Token::Dedent, 0);
            }
        }
        self.push(Token::End, 0);
        Ok(())
    }

    fn step(&mut self) -> Result<(), Error> {
        let rest = self.rest();
        let first = rest.chars().next().unwrap_or(' ');
        match first {
            ' ' | '\r' | '\t' | '\u{c}' => self.at += 1,
            '#' => self.at += rest.find('\n').unwrap_or(rest.len()),
            '\\' if rest[1..].starts_with('\n') => self.at += 2,
            '\\' if rest[1..].starts_with("\r\n") => self.at += 3,
            '\n' => {
                self.at += 1;
                if self.open.is_empty() && !self.inside {
                    self.at -= 1;
                    self.line();
                    self.at += 1;
                    self.indent()?;
                } else {
                    self.see_statement()?;
                }
            }
            '"' | '\'' => self.string("")?,
            '0'..='9' => self.number()?,
            '.' if rest[1..].starts_with(|c: char| c.is_ascii_digit())
                && !self.follows_operand() =>
            {
                self.number()?
            }
            first if is_name_start(first) => self.word()?,
            _ => self.sign()?,
        }
        Ok(())
    }

    /// A statement inside of brackets shows that one is not closed.
    fn see_statement(&self) -> Result<(), Error> {
        let Some((bracket, at)) = self.open.first() else {
            return Ok(());
        };
        let line = self.rest().trim_start_matches([' ', '\t']);
        let begins = ["def ", "class ", "import ", "from ", "return ", "while "]
            .iter()
            .any(|word| line.starts_with(word));
        if begins {
            return self.error(format!("this `{bracket}` is not closed"), *at, at + 1);
        }
        Ok(())
    }

    fn line(&mut self) {
        let last = self.found.last().map(|(token, _)| token);
        if !matches!(
            last,
            None | Some(Token::Line | Token::Indent | Token::Dedent)
        ) {
            self.push(Token::Line, 0);
        }
    }

    /// Whether the last token ends an operand.
    pub(crate) fn follows_operand(&self) -> bool {
        match self.found.last() {
            Some((Token::Sign(sign), _)) => matches!(*sign, ")" | "]" | "}"),
            Some((Token::Word(word), _)) => matches!(*word, "None" | "True" | "False"),
            Some((
                Token::Name(_)
                | Token::Int(_)
                | Token::Big(_)
                | Token::Str(_)
                | Token::Format(..)
                | Token::Literal(_),
                _,
            )) => true,
            _ => false,
        }
    }

    /// Reads the indentation of the next line that is not blank.
    fn indent(&mut self) -> Result<(), Error> {
        loop {
            let rest = self.rest();
            let width = rest.len() - rest.trim_start_matches([' ', '\t', '\u{c}']).len();
            let (own, line) = rest.split_at(width);
            let blank = line.trim_start_matches('\r');
            if blank.is_empty() {
                self.at = self.end;
                return Ok(());
            }
            if blank.starts_with('\n') || line.starts_with('#') {
                self.at += rest.find('\n').map_or(rest.len(), |end| end + 1);
                continue;
            }
            self.at += width;
            return self.blocks(own);
        }
    }

    fn blocks(&mut self, own: &'t str) -> Result<(), Error> {
        if self.found.is_empty() && self.dialect.values.is_some() {
            // Statements of a calculation may all begin with some spaces.
            self.indents = vec![own];
        }
        let last = *self.indents.last().unwrap_or(&"");
        if own.len() > last.len() && own.starts_with(last) {
            if self.indents.len() > DEEPEST_BLOCKS {
                return self.error(
                    format!("blocks are nested more than {DEEPEST_BLOCKS} levels deep"),
                    self.at,
                    self.at + 1,
                );
            }
            self.indents.push(own);
            self.push(Token::Indent, 0);
            return Ok(());
        }
        while self
            .indents
            .last()
            .is_some_and(|known| known.len() > own.len())
        {
            self.indents.pop();
            self.push(Token::Dedent, 0);
        }
        if self.indents.last() != Some(&own) {
            let message = match own.contains('\t') || last.contains('\t') {
                true => "indent with spaces, not with tabs",
                false => "this line is indented by another number of spaces than the lines before",
            };
            return self.error(message, self.at, self.at + 1);
        }
        Ok(())
    }

    fn word(&mut self) -> Result<(), Error> {
        let rest = self.rest();
        let end = rest.find(|c| !is_name_part(c)).unwrap_or(rest.len());
        let word = &rest[..end];
        if rest[end..].starts_with(['"', '\'']) && word.len() <= 2 {
            let lower = word.to_ascii_lowercase();
            if matches!(lower.as_str(), "r" | "f" | "u" | "rf" | "fr") {
                return self.string(word);
            }
            if matches!(lower.as_str(), "b" | "rb" | "br") {
                return self.error(
                    "there are no bytes here: write a string, without the `b`",
                    self.at,
                    self.at + end + 1,
                );
            }
        }
        if let Some(dialect) = self.dialect.values {
            return crate::words::word(self, dialect, end);
        }
        let token = match KEYWORDS.iter().find(|keyword| **keyword == word) {
            // Only a call of `load` is refused.
            Some(&"load") => Token::Name("load".into()),
            Some(keyword) => Token::Word(keyword),
            None => Token::Name(word.to_owned()),
        };
        self.push(token, end);
        Ok(())
    }

    pub(crate) fn number(&mut self) -> Result<(), Error> {
        if let Some(dialect) = self.dialect.values
            && crate::words::number(self, dialect)?
        {
            return Ok(());
        }
        let rest = self.rest();
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let behind = rest[end..].strip_prefix('.');
        let is_decimal =
            behind.is_some_and(|behind| !behind.starts_with(is_name_start)) || end == 0;
        let digits = rest[..end].to_ascii_lowercase();
        let prefixed = ["0x", "0o", "0b"]
            .iter()
            .any(|prefix| digits.starts_with(prefix));
        if is_decimal || !prefixed && digits.contains('e') {
            let more = behind.map_or(0, |behind| {
                1 + behind.len() - behind.trim_start_matches(is_part).len()
            });
            let message = "a number with a fraction: there are only whole numbers here; count in halves or tenths";
            return self.error(message, self.at, self.at + end + more);
        }
        if !prefixed
            && digits.len() > 1
            && digits.starts_with('0')
            && !digits.trim_matches(['0', '_']).is_empty()
        {
            return self.error(
                "a number does not begin with 0: write `0o…` for an octal one",
                self.at,
                self.at + end,
            );
        }
        let plain = digits.replace('_', "");
        let is_split = digits.ends_with('_') || digits.contains("__");
        let (radix, plain) = match digits.get(..2) {
            Some("0x") => (16, &plain[2..]),
            Some("0o") => (8, &plain[2..]),
            Some("0b") => (2, &plain[2..]),
            _ => (10, &plain[..]),
        };
        let token = match i64::from_str_radix(plain, radix) {
            Ok(n) => Some(Token::Int(n)),
            Err(_) if plain.len() > 100_000 => None,
            Err(_) => BigInt::parse_bytes(plain.as_bytes(), radix).map(Token::Big),
        };
        match token.filter(|_| !is_split) {
            Some(token) => {
                self.push(token, end);
                Ok(())
            }
            None => self.error(
                "this is no number: is an operator or a quote missing?",
                self.at,
                self.at + end,
            ),
        }
    }

    fn sign(&mut self) -> Result<(), Error> {
        if let Some(dialect) = self.dialect.values
            && crate::words::sign(self, dialect)?
        {
            return Ok(());
        }
        let rest = self.rest();
        let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) else {
            let c = rest.chars().next().unwrap_or(' ');
            let message = match c {
                '\\' => "a `\\` stands at the end of a line only".into(),
                '“' | '”' | '‘' | '’' => {
                    format!("the quote {c} is not known here: write \" or '")
                }
                '−' | '–' => format!("the sign {c} is not known here: write -"),
                '≤' => "the sign ≤ is not known here: write <=".into(),
                '≥' => "the sign ≥ is not known here: write >=".into(),
                '≠' => "the sign ≠ is not known here: write !=".into(),
                _ => format!("the sign {c:?} is not known here"),
            };
            return self.error(message, self.at, self.at + c.len_utf8());
        };
        self.bracket(sign)?;
        self.push(Token::Sign(sign), sign.len());
        Ok(())
    }

    pub(crate) fn bracket(&mut self, sign: &str) -> Result<(), Error> {
        let bracket = sign.chars().next().unwrap_or(' ');
        match bracket {
            '(' | '[' | '{' => {
                if self.open.len() >= DEEPEST {
                    return self.error(
                        format!("this is nested more than {DEEPEST} levels deep"),
                        self.at,
                        self.at + 1,
                    );
                }
                self.open.push((bracket, self.at));
            }
            ')' | ']' | '}' => match self.open.pop() {
                None => {
                    let message =
                        format!("this `{bracket}` closes nothing: remove it, or open it before");
                    return self.error(message, self.at, self.at + 1);
                }
                Some((opened, at)) => {
                    let expected = match opened {
                        '(' => ')',
                        '[' => ']',
                        _ => '}',
                    };
                    if expected != bracket {
                        let message = format!(
                            "this `{opened}` is closed by `{bracket}`: expected `{expected}`"
                        );
                        return self.error(message, at, at + 1);
                    }
                }
            },
            _ => {}
        }
        Ok(())
    }

    pub(crate) fn depth(&self) -> usize {
        self.open.len()
    }

    fn string(&mut self, prefix: &str) -> Result<(), Error> {
        let start = self.at;
        let lower = prefix.to_ascii_lowercase();
        let (raw, is_format) = (lower.contains('r'), lower.contains('f'));
        let rest = &self.rest()[prefix.len()..];
        let quote = &rest[..1];
        let long = rest.starts_with(&quote.repeat(3));
        let size = if long { 3 } else { 1 };
        let close = quote.repeat(size);
        let first = start + prefix.len() + size;
        let mut at = first;
        loop {
            let rest = &self.text[at..self.end];
            let Some(c) = rest.chars().next() else {
                return self.error(
                    "this string is not closed",
                    start,
                    start + prefix.len() + size,
                );
            };
            if rest.starts_with(&close) {
                break;
            }
            match c {
                '\n' if !long => {
                    return self.error(
                        "this string is not closed at the end of its line",
                        start,
                        at,
                    );
                }
                '\\' => at += 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
                c => at += c.len_utf8(),
            }
        }
        let length = at + size - start;
        let contents = At {
            start: first as u32,
            end: at as u32,
        };
        let token = match is_format {
            true => Token::Format(contents, raw),
            false => Token::Str(unescaped(self.text, contents, raw)?),
        };
        self.push(token, length);
        Ok(())
    }
}

/// The text that the contents of a string stand for.
pub(crate) fn unescaped(text: &str, contents: At, raw: bool) -> Result<String, Error> {
    let inside = &text[contents.range()];
    let mut found = String::with_capacity(inside.len());
    let mut chars = inside.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '\r' if inside[at + 1..].starts_with('\n') => {}
            '\\' if !raw => {
                let Some((_, escaped)) = chars.next() else {
                    break;
                };
                let digits = match escaped {
                    'x' => 2,
                    'u' => 4,
                    'U' => 8,
                    _ => 0,
                };
                match escaped {
                    'n' => found.push('\n'),
                    't' => found.push('\t'),
                    'r' => found.push('\r'),
                    'a' => found.push('\u{7}'),
                    'b' => found.push('\u{8}'),
                    'f' => found.push('\u{c}'),
                    'v' => found.push('\u{b}'),
                    '\\' | '\'' | '"' => found.push(escaped),
                    '\n' => {}
                    '\r' => {
                        chars.next();
                    }
                    '0'..='7' => {
                        let rest = &inside[at + 1..];
                        let length = rest
                            .bytes()
                            .take(3)
                            .take_while(|c| (b'0'..=b'7').contains(c))
                            .count();
                        let code = u32::from_str_radix(&rest[..length], 8).unwrap_or(0);
                        found.push(char::from_u32(code).unwrap_or(' '));
                        for _ in 1..length {
                            chars.next();
                        }
                    }
                    'x' | 'u' | 'U' => {
                        let hex = inside.get(at + 2..at + 2 + digits);
                        let code = hex.and_then(|hex| u32::from_str_radix(hex, 16).ok());
                        let Some(c) = code.and_then(char::from_u32) else {
                            let start = contents.start as usize + at;
                            let message = format!(
                                "`\\{escaped}` takes {digits} digits of a character's number"
                            );
                            return Err(Error::new(message, text, start..start + 2));
                        };
                        found.push(c);
                        for _ in 0..digits {
                            chars.next();
                        }
                    }
                    other => {
                        found.push('\\');
                        found.push(other);
                    }
                }
            }
            c => found.push(c),
        }
    }
    Ok(found)
}

pub(crate) fn is_name_start(c: char) -> bool {
    c.is_alphabetic() || c == '_'
}

pub(crate) fn is_name_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}
