//! Bounds the nesting of a text before it is parsed: Starlark's compiler recurses for every nested expression, and a stack
//! overflow aborts the process.

use std::ops::Range;

use crate::words::{comment, string, word};

/// The deepest nesting. Each level takes at most ten kilobytes of the reader's stack, in an unoptimised program.
pub(crate) const DEEPEST: usize = 1000;

/// The place where a text nests too deeply.
///
/// It is an upper bound: each level of nesting needs a token. So the depth is at most the number of tokens of a statement
/// since the last comma, in every open bracket; plus the indentation of a block; plus the number of `elif`, since each is
/// nested in the one before.
pub(crate) fn too_deep(text: &str) -> Option<Range<usize>> {
    let mut depth = Depth::default();
    for (token, place) in (Tokens { text, at: 0 }) {
        depth.take(token);
        if depth.sum() > DEEPEST {
            return Some(place);
        }
    }
    None
}

/// The nesting at a place.
#[derive(Default)]
struct Depth {
    /// Tokens before the innermost bracket.
    before: usize,
    /// For each open bracket, the tokens before it.
    open: Vec<usize>,
    /// Tokens in the innermost bracket since the last comma.
    run: usize,
    indent: usize,
    elifs: usize,
}

impl Depth {
    fn sum(&self) -> usize {
        self.before + self.run + self.indent + self.elifs
    }

    fn take(&mut self, token: Token) {
        match token {
            Token::Line(indent) if self.open.is_empty() => {
                self.run = 0;
                self.indent = indent;
                if indent == 0 {
                    self.elifs = 0;
                }
            }
            Token::Line(_) => {}
            Token::Comma => self.run = 0,
            Token::Open => {
                self.before += self.run + 1;
                self.open.push(self.run + 1);
                self.run = 0;
            }
            Token::Close => {
                // The parser reports a surplus bracket.
                let run = self.open.pop().unwrap_or(0);
                self.before -= run;
                self.run = run;
            }
            Token::Elif => {
                self.elifs += 1;
                self.run += 1;
            }
            Token::Text(depth) => self.run += 1 + depth,
            Token::Other => self.run += 1,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token {
    /// The end of a line or of a statement, and the indentation of the next.
    Line(usize),
    Comma,
    Open,
    Close,
    Elif,
    /// A string, with the depth in its braces.
    Text(usize),
    Other,
}

/// The remaining tokens of a text.
struct Tokens<'t> {
    text: &'t str,
    at: usize,
}

impl Iterator for Tokens<'_> {
    type Item = (Token, Range<usize>);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let start = self.at;
            let text = &self.text[start..];
            let rest = text.as_bytes();
            let token = match *rest.first()? {
                b' ' | b'\t' | b'\r' => {
                    self.at += 1;
                    continue;
                }
                // The statement continues on the next line.
                b'\\' if rest.get(1) == Some(&b'\n') => {
                    self.at += 2;
                    continue;
                }
                b'#' => {
                    self.at += comment(text);
                    continue;
                }
                b'\n' | b';' => {
                    self.at += 1;
                    let white = |c: &&u8| matches!(**c, b' ' | b'\t');
                    Token::Line(rest[1..].iter().take_while(white).count())
                }
                b'"' | b'\'' => {
                    self.at += string(text);
                    let is_f_string = self.text[..start].ends_with(['f', 'F']);
                    Token::Text(match is_f_string {
                        true => in_braces(&self.text[start..self.at]),
                        false => 0,
                    })
                }
                c => {
                    let first = text.chars().next().map_or(1, char::len_utf8);
                    self.at += word(text).max(first);
                    match c {
                        b',' => Token::Comma,
                        b'(' | b'[' | b'{' => Token::Open,
                        b')' | b']' | b'}' => Token::Close,
                        _ if &self.text[start..self.at] == "elif" => Token::Elif,
                        _ => Token::Other,
                    }
                }
            };
            return Some((token, start..self.at));
        }
    }
}

/// An upper bound of the depth of the expressions in an f-string: the most characters between braces. Where it may end elsewhere
/// than here (a quote or a brace in a string between braces, a comment there) it is as deep as can be.
fn in_braces(text: &str) -> usize {
    let (mut level, mut length, mut longest) = (0, 0, 0);
    let mut signs = text.chars().peekable();
    while let Some(c) = signs.next() {
        match c {
            '{' | '}' if level == 0 && signs.peek() == Some(&c) => {
                signs.next();
            }
            '{' => level += 1,
            '}' if level > 0 => level -= 1,
            '"' | '\'' if level > 0 => {
                let mut inner = signs.by_ref().take_while(|end| *end != c);
                if inner.any(|c| "{}\\\"'".contains(c)) || signs.peek().is_none() {
                    return DEEPEST + 1;
                }
            }
            '#' if level > 0 => return DEEPEST + 1,
            _ => {}
        }
        length = if level > 0 { length + 1 } else { 0 };
        longest = longest.max(length);
    }
    longest.min(DEEPEST + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Texts whose nesting grows with `n`, each in its own way.
    fn nested(n: usize) -> [String; 17] {
        [
            format!("x = f'{{{}1{}}}'", "(".repeat(n), ")".repeat(n)),
            format!("x = f\"\"\"a\n{{{}1}}\"\"\"", "-".repeat(n)),
            format!("x = {}1{}", "(".repeat(n), ")".repeat(n)),
            format!("x = {}{}", "[".repeat(n), "]".repeat(n)),
            format!("x = {}1", "-".repeat(n)),
            format!("x = 1{}", " + 1".repeat(n)),
            format!("x = {}1", "not ".repeat(n)),
            format!("def f():\n    return f{}", "()".repeat(n)),
            format!("def f(f):\n    return f{}", "[0]".repeat(n)),
            format!("def f(f):\n    return f{}", ".a".repeat(n)),
            format!("x = {}1", "lambda: ".repeat(n)),
            format!("x = ({}1)", "1 if 1 else ".repeat(n)),
            format!("x = {}1{}", "{1: ".repeat(n), "}".repeat(n)),
            format!("x = {}1", "\\\n-".repeat(n)),
            format!("def f():\n if 1: pass\n{}", " elif 1: pass\n".repeat(n)),
            format!("x = ['a', {}1]", "-".repeat(n)),
            format!("x = 'é\\é' + {}1", "-".repeat(n)),
        ]
    }

    #[test]
    fn what_nests_is_counted() {
        for text in nested(DEEPEST + 1) {
            assert!(too_deep(&text).is_some(), "{}", &text[..30]);
        }
        for text in [
            "f\"{ \"#\" }\"",
            "f\"{ '}' \" ((( \" }\"",
            "f'{ 1 # }'\n} ' (((",
        ] {
            assert!(too_deep(&format!("x = {text}")).is_some(), "{text}");
        }
        let blocks: String = (0..DEEPEST)
            .map(|n| format!("{}if 1:\n", " ".repeat(n + 1)))
            .collect();
        let text = format!("def f():\n{blocks}{}pass", " ".repeat(DEEPEST + 1));
        assert!(too_deep(&text).is_some());
    }

    /// Every text that is not too deep can be read on a stack of this size, even in an unoptimised program.
    #[test]
    fn what_is_not_too_deep_is_read() {
        for kind in 0..nested(0).len() {
            let mut fitting = (1..=DEEPEST).rev().map(|n| nested(n)[kind].clone());
            let text = fitting.find(|text| too_deep(text).is_none()).unwrap();
            let text = format!("{text}\nstart = 0\ndef moves(n):\n    return []\n");
            // The value is an error, but the thread survives to report it.
            let _ = crate::RuleFile::of("deep.star", &text, None);
        }
    }

    #[test]
    fn what_is_only_long_is_not() {
        let n = 10 * DEEPEST;
        for text in [
            format!("x = [{}]", "1, ".repeat(n)),
            format!("x = [{}]", "(1, [2, 3]), ".repeat(n)),
            format!("x = [{}]", "f'{a} of {b[\"k\"]} {{(((}}', ".repeat(n)),
            "x = 1 + 2\n".repeat(n),
            "def f(x):\n    if x:\n        return 1\n    elif not x:\n        return 2\n".repeat(n),
            format!("x = '{}'", "(".repeat(n)),
            format!("x = '''{}\n'''", "('".repeat(n)),
            format!("# {}", "(".repeat(n)),
            "x = 1;".repeat(n),
        ] {
            assert_eq!(too_deep(&text), None, "{}", &text[..20]);
        }
    }
}
