//! Splits a text into tokens; blocks become [`Token::Indent`] and [`Token::Dedent`].

/// A token.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Token {
    Name(String),
    Int(i64),
    Str(String),
    /// An operator or a bracket.
    Sign(&'static str),
    /// A literal that the fast path does not know, such as a number with a fraction.
    Unknown,
    Line,
    Indent,
    Dedent,
}

/// Operators and brackets; the longer ones first.
const SIGNS: [&str; 47] = [
    "//=", "<<=", ">>=", "**", "->", "//", "<<", ">>", "==", "!=", "<=", ">=", "+=", "-=", "*=",
    "/=", "%=", "&=", "|=", "^=", "(", ")", "[", "]", "{", "}", ",", ":", ";", ".", "=", "+", "-",
    "*", "/", "%", "&", "|", "^", "~", "<", ">", "...", "@", "!", "?", "$",
];

/// The tokens of a text, or `None` if it contains something that the fast path does not know.
pub(crate) fn tokens(text: &str) -> Option<Vec<Token>> {
    let mut lexer = Lexer {
        rest: text,
        found: Vec::new(),
        indents: vec![0],
        open: 0,
    };
    lexer.indent()?;
    while !lexer.rest.is_empty() {
        lexer.step()?;
    }
    lexer.line();
    for _ in 1..lexer.indents.len() {
        lexer.found.push(Token::Dedent);
    }
    Some(lexer.found)
}

struct Lexer<'t> {
    rest: &'t str,
    found: Vec<Token>,
    indents: Vec<usize>,
    /// The number of open brackets.
    open: usize,
}

impl Lexer<'_> {
    fn step(&mut self) -> Option<()> {
        let first = self.rest.chars().next()?;
        match first {
            ' ' | '\r' => self.skip(1),
            '#' => self.skip(self.rest.find('\n').unwrap_or(self.rest.len())),
            '\\' if self.rest[1..].starts_with('\n') => self.skip(2),
            '\n' => {
                self.skip(1);
                if self.open == 0 {
                    self.line();
                    self.indent()?;
                }
            }
            '"' | '\'' => self.string(false)?,
            '0'..='9' => self.number(),
            first if first.is_ascii_alphabetic() || first == '_' => self.word()?,
            _ => self.sign()?,
        }
        Some(())
    }

    fn skip(&mut self, bytes: usize) {
        self.rest = &self.rest[bytes..];
    }

    fn line(&mut self) {
        if !matches!(
            self.found.last(),
            None | Some(Token::Line | Token::Indent | Token::Dedent)
        ) {
            self.found.push(Token::Line);
        }
    }

    /// Reads the indentation of the next line that is not blank.
    fn indent(&mut self) -> Option<()> {
        loop {
            let width = self.rest.len() - self.rest.trim_start_matches(' ').len();
            let line = &self.rest[width..];
            let blank = line.trim_start_matches('\r');
            if blank.starts_with('\n') || line.starts_with('#') {
                self.skip(self.rest.find('\n').map_or(self.rest.len(), |end| end + 1));
                continue;
            }
            if line.starts_with('\t') {
                return None;
            }
            self.skip(width);
            if line.is_empty() {
                return Some(());
            }
            if width > *self.indents.last()? {
                self.indents.push(width);
                self.found.push(Token::Indent);
            }
            while width < *self.indents.last()? {
                self.indents.pop();
                self.found.push(Token::Dedent);
            }
            return (width == *self.indents.last()?).then_some(());
        }
    }

    fn word(&mut self) -> Option<()> {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let end = self.rest.find(|c| !is_word(c)).unwrap_or(self.rest.len());
        let word = &self.rest[..end];
        if self.rest[end..].starts_with(['"', '\'']) {
            self.skip(end);
            // An f-string or a string of bytes is skipped; the value is not known.
            let raw = word == "r";
            self.string(raw || word != "f")?;
            if !raw {
                *self.found.last_mut()? = Token::Unknown;
            }
            return Some(());
        }
        let word = word.to_owned();
        self.skip(end);
        self.found.push(Token::Name(word));
        Some(())
    }

    fn number(&mut self) {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '.' || c == '_';
        let end = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        let digits = &self.rest[..end];
        let of = |prefix: &str, base| i64::from_str_radix(digits.strip_prefix(prefix)?, base).ok();
        let known = of("0x", 16).or_else(|| of("0o", 8)).or_else(|| of("0b", 2));
        let is_plain = digits == "0" || !digits.starts_with('0');
        let plain = digits.parse().ok().filter(|_| is_plain);
        self.found
            .push(known.or(plain).map_or(Token::Unknown, Token::Int));
        self.skip(end);
    }

    fn sign(&mut self) -> Option<()> {
        let sign = SIGNS.iter().find(|sign| self.rest.starts_with(**sign))?;
        match *sign {
            "(" | "[" | "{" => self.open += 1,
            ")" | "]" | "}" => self.open = self.open.checked_sub(1)?,
            _ => {}
        }
        self.skip(sign.len());
        self.found.push(Token::Sign(sign));
        Some(())
    }

    fn string(&mut self, raw: bool) -> Option<()> {
        let quote = &self.rest[..1];
        let triple = quote.repeat(3);
        let end = if self.rest.starts_with(&triple) {
            triple.as_str()
        } else {
            quote
        };
        let (end, long) = (end.to_owned(), end.len() == 3);
        self.skip(end.len());
        let mut text = String::new();
        let mut known = true;
        while !self.rest.starts_with(&end) {
            let c = self.rest.chars().next()?;
            self.skip(c.len_utf8());
            match c {
                '\n' if !long => return None,
                '\r' => known = false,
                '\\' => {
                    let escaped = self.rest.chars().next()?;
                    self.skip(escaped.len_utf8());
                    match escaped {
                        _ if raw => known = false,
                        'n' => text.push('\n'),
                        't' => text.push('\t'),
                        '\\' | '\'' | '"' => text.push(escaped),
                        'x' => match u8::from_str_radix(self.rest.get(..2)?, 16) {
                            Ok(byte) if byte.is_ascii() => {
                                text.push(byte.into());
                                self.skip(2);
                            }
                            _ => known = false,
                        },
                        _ => known = false,
                    }
                }
                c => text.push(c),
            }
        }
        self.skip(end.len());
        self.found.push(if known {
            Token::Str(text)
        } else {
            Token::Unknown
        });
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_and_literals() {
        let sign = Token::Sign;
        let name = |text: &str| Token::Name(text.into());
        assert_eq!(
            tokens("if a:\n  # note\n\n  b(0x10,\n1.5)\nc").unwrap(),
            [
                name("if"),
                name("a"),
                sign(":"),
                Token::Line,
                Token::Indent,
                name("b"),
                sign("("),
                Token::Int(16),
                sign(","),
                Token::Unknown,
                sign(")"),
                Token::Line,
                Token::Dedent,
                name("c"),
                Token::Line,
            ]
        );
        let texts = tokens("'a\\n\"' '''b\n''' r'c' f'{d}' '\\u0041' r'\\d' '\\x41'").unwrap();
        let text = |text: &str| Token::Str(text.into());
        let unknown = || Token::Unknown;
        assert_eq!(
            texts[..7],
            [
                text("a\n\""),
                text("b\n"),
                text("c"),
                unknown(),
                unknown(),
                unknown(),
                text("A")
            ]
        );
        assert_eq!(tokens("if a:\n\tb"), None);
        assert_eq!(tokens("'a"), None);
    }
}
