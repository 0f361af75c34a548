//! [`Json`]: a line of JSON, read from left to right by a caller that knows its form.

use crate::shown::brief;

/// The rest of a line.
pub(super) struct Json<'t>(pub(super) &'t str);

type Read<T> = Result<T, String>;

impl<'t> Json<'t> {
    fn blanks(&mut self) {
        self.0 = self.0.trim_start_matches([' ', '\t', '\r', '\n']);
    }

    /// Reads this text if it comes next; returns whether it did.
    pub(super) fn has(&mut self, sign: &str) -> bool {
        self.blanks();
        let rest = self.0.strip_prefix(sign);
        self.0 = rest.unwrap_or(self.0);
        rest.is_some()
    }

    /// Reads this text, which must come next.
    pub(super) fn expect(&mut self, sign: &str) -> Read<()> {
        match self.has(sign) {
            true => Ok(()),
            false => Err(self.wrong(&format!("`{sign}`"))),
        }
    }

    pub(super) fn wrong(&self, what: &str) -> String {
        let found: String = self.0.chars().take(20).collect();
        format!("expected {what}, found {}", brief(&found))
    }

    /// Items between two signs, with commas between them.
    pub(super) fn items(
        &mut self,
        [open, close]: [&str; 2],
        item: &mut dyn FnMut(&mut Self) -> Read<()>,
    ) -> Read<()> {
        self.expect(open)?;
        if self.has(close) {
            return Ok(());
        }
        loop {
            item(self)?;
            if self.has(close) {
                return Ok(());
            }
            self.expect(",")?;
        }
    }

    /// The digits of a whole number, with an optional sign.
    fn digits(&mut self) -> Read<&'t str> {
        self.blanks();
        let text = self.0;
        let unsigned = text.strip_prefix('-').unwrap_or(text);
        let count = unsigned.bytes().take_while(u8::is_ascii_digit).count();
        let end = text.len() - unsigned.len() + count;
        let number = &text[..end];
        let is_longer = text[end..].starts_with(['.', 'e', 'E']);
        let is_padded = unsigned.starts_with('0') && (count > 1 || number.starts_with('-'));
        match count == 0 || is_longer || is_padded {
            true => Err(self.wrong("a whole number")),
            false => {
                self.0 = &text[end..];
                Ok(number)
            }
        }
    }

    pub(super) fn number(&mut self) -> Read<i64> {
        let digits = self.digits()?;
        let number = digits.parse();
        number.map_err(|_| format!("{digits} leaves 64 bits"))
    }

    /// A text in quotes, or a whole number, which is taken as its text.
    pub(super) fn name(&mut self) -> Read<String> {
        self.blanks();
        match self.0.starts_with('"') {
            true => self.text(),
            false => self.digits().map(str::to_owned),
        }
    }

    pub(super) fn text(&mut self) -> Read<String> {
        self.expect("\"")?;
        let mut text = String::new();
        loop {
            match self.next() {
                Some('"') => return Ok(text),
                Some('\\') => text.push(self.escaped()?),
                Some(c) if c >= ' ' => text.push(c),
                _ => return Err("a text without end, or with a sign that JSON escapes".into()),
            }
        }
    }

    fn next(&mut self) -> Option<char> {
        let mut chars = self.0.chars();
        let next = chars.next();
        self.0 = chars.as_str();
        next
    }

    /// The character that is escaped by a backslash.
    fn escaped(&mut self) -> Read<char> {
        Ok(match self.next() {
            Some(sign @ ('"' | '\\' | '/')) => sign,
            Some('b') => '\u{8}',
            Some('f') => '\u{c}',
            Some('n') => '\n',
            Some('r') => '\r',
            Some('t') => '\t',
            Some('u') => {
                let first = self.unit()?;
                let is_half = (0xd800..0xdc00).contains(&first);
                let mut units = vec![first];
                if is_half && self.0.starts_with("\\u") {
                    self.0 = &self.0[2..];
                    units.push(self.unit()?);
                }
                let mut signs = char::decode_utf16(units);
                match (signs.next(), signs.next()) {
                    (Some(Ok(sign)), None) => sign,
                    _ => return Err("half of a surrogate pair, escaped".into()),
                }
            }
            _ => return Err("a backslash before what JSON does not escape".into()),
        })
    }

    fn unit(&mut self) -> Read<u16> {
        let digits = self
            .0
            .get(..4)
            .filter(|text| text.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let unit = digits.and_then(|digits| u16::from_str_radix(digits, 16).ok());
        let unit = unit.ok_or_else(|| self.wrong("four hexadecimal digits"))?;
        self.0 = &self.0[4..];
        Ok(unit)
    }
}
