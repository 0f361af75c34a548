//! Literals of the host's values, read by the lexer itself. A literal is read where an operand is expected; numbers, stars and
//! arrows written together are one literal, `1/2^*`. Stars and arrows directly behind an operand are added to it.
//! Braces are a value if they have a bar and no colon; with names inside, their options are expressions.

use std::collections::HashSet;
use std::ops::Range;

use crate::error::Error;
use crate::token::{KEYWORDS, Lexer, Token};

/// The additions to the language in a text.
#[derive(Clone, Copy, Default)]
pub(crate) struct Dialect<'d> {
    pub(crate) values: Option<&'d Words<'d>>,
}

/// How literals of values are read.
pub struct Words<'w> {
    /// Whether a word, such as `v3`, is a literal by itself.
    is_literal: &'w dyn Fn(&str) -> bool,
    /// Whether earlier texts gave a value to a name.
    is_defined: &'w dyn Fn(&str) -> bool,
    /// Names that the text itself gives values to.
    bound: HashSet<String>,
}

impl std::fmt::Debug for Words<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Words")
            .field("bound", &self.bound)
            .finish_non_exhaustive()
    }
}

/// The lexer's memory for these literals.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    /// The number of open brackets at the last operator, if it makes copies of the operand that follows.
    copies: Option<usize>,
    /// The number of open brackets around the parameters of a function, while these are read.
    header: Option<usize>,
    /// The ends of braces to which something is added, that is, where a bracket closes.
    sums: Vec<usize>,
}

impl<'w> Words<'w> {
    /// The literals of a text: whether a word is one by itself, and whether earlier texts defined a name.
    pub fn of(
        text: &str,
        is_literal: &'w dyn Fn(&str) -> bool,
        is_defined: &'w dyn Fn(&str) -> bool,
    ) -> Self {
        Self {
            is_literal,
            is_defined,
            bound: bound(text),
        }
    }

    fn is_bound(&self, name: &str) -> bool {
        self.bound.contains(name) || (self.is_defined)(name)
    }

    /// Whether a word is a value by itself.
    fn is_constant_name(&self, word: &str) -> bool {
        (self.is_literal)(word) && !matches!(word, "pass" | "Tiny" | "Miny")
    }
}

const BOTH: &str = "expected brackets or spaces, found a star or an arrow that could be read both ways: write G + *2 or 2*G, G* - 1 or G * (-1), 2*G + * or 2*(G*)";

/// Signs of other keyboards.
const OPERATORS: [(&str, &str); 7] = [
    ("<>", "<>"),
    ("<|", "<|"),
    ("|>", "|>"),
    ("≤", "<="),
    ("≥", ">="),
    ("≠", "!="),
    ("−", "-"),
];

/// Reads a word of `length` bytes.
pub(crate) fn word(lexer: &mut Lexer<'_>, words: &Words<'_>, length: usize) -> Result<(), Error> {
    let (start, rest) = (lexer.at, lexer.rest());
    let (name, behind) = rest.split_at(length);
    let is_attribute = matches!(lexer.found.last(), Some((Token::Sign("."), _)));
    if begins(lexer) && (words.is_literal)(name) && gives(behind) {
        let message = format!(
            "expected a name that is not taken, found {name:?}: it stands for a value; name this my_{name}, or compare by =="
        );
        return Err(Error::new(message, lexer.text, start..start + length));
    }
    if name != "class" && !is_attribute && KEYWORDS.contains(&name) && name != "load" {
        if matches!(name, "def" | "lambda") {
            lexer.memory.header = Some(lexer.depth());
        }
        lexer.memory.copies = None;
        let keyword = KEYWORDS
            .iter()
            .find(|keyword| **keyword == name)
            .unwrap_or(&"pass");
        lexer.push(Token::Word(keyword), length);
        return Ok(());
    }
    if words.is_constant_name(name) && !words.is_bound(name) && !is_attribute {
        let exponent = if is_downs(words, name) {
            exponent(behind)
        } else {
            0
        };
        let end = parts(lexer, start + length + exponent);
        literal(lexer, end);
    } else if behind.starts_with('{')
        && inside(lexer, start + length).is_some_and(|braces| braces.has_bars)
    {
        braces(lexer, words, start + length)?;
    } else {
        let name = if name == "class" { "outcome" } else { name };
        lexer.push(Token::Name(name.to_owned()), length);
    }
    end_lambda(lexer);
    Ok(())
}

/// The parameters of a lambda end at its colon.
fn end_lambda(lexer: &mut Lexer<'_>) {
    if lexer.rest().starts_with(':') && lexer.memory.header == Some(lexer.depth()) {
        lexer.memory.header = None;
    }
}

/// Whether a statement begins here.
fn begins(lexer: &Lexer<'_>) -> bool {
    let starts = |token: Option<&Token>| {
        matches!(
            token,
            None | Some(Token::Line | Token::Indent | Token::Dedent | Token::Sign(";"))
        )
    };
    let before = |back: usize| {
        lexer
            .found
            .len()
            .checked_sub(back)
            .map(|at| &lexer.found[at].0)
    };
    match before(1) {
        Some(Token::Name(name)) if name == "let" => starts(before(2)),
        token => starts(token),
    }
}

/// Reads a number that is a value, or a whole one with copies behind it; `false` leaves it to the language.
pub(crate) fn number(lexer: &mut Lexer<'_>, words: &Words<'_>) -> Result<bool, Error> {
    let (start, rest) = (lexer.at, lexer.rest());
    let is_other = ["0x", "0b", "0o", "0X", "0B", "0O"];
    if is_other.iter().any(|prefix| rest.starts_with(prefix)) {
        return Ok(false);
    }
    let end = number_end(lexer, words, start);
    let length = digits(rest);
    if length == 0 {
        return Ok(false);
    }
    if end > start + length {
        literal(lexer, end);
        return Ok(true);
    }
    let token = match rest[..length].parse::<i64>() {
        Ok(n) => Token::Int(n),
        Err(_) if length > 100_000 => {
            return Err(Error::new(
                "this number is too long",
                lexer.text,
                start..start + length,
            ));
        }
        Err(_) => Token::Big(
            num_bigint::BigInt::parse_bytes(&rest.as_bytes()[..length], 10).unwrap_or_default(),
        ),
    };
    lexer.push(token, length);
    let next = lexer
        .rest()
        .strip_prefix('.')
        .and_then(|rest| rest.chars().next());
    // n.G is G, n times.
    if next.is_some_and(|c| is_word(c) || is_arrow(c) || "({*".contains(c)) {
        lexer.push(Token::Sign("*"), 1);
        lexer.memory.copies = Some(lexer.depth());
    }
    Ok(true)
}

/// Reads a sign that begins a literal, or has another meaning between values; `false` leaves it to the language.
pub(crate) fn sign(lexer: &mut Lexer<'_>, words: &Words<'_>) -> Result<bool, Error> {
    let rest = lexer.rest();
    let first = rest.chars().next().unwrap_or(' ');
    match first {
        '{' => {
            braces(lexer, words, lexer.at)?;
            return Ok(true);
        }
        c if is_arrow(c) => {
            arrows_here(lexer)?;
            return Ok(true);
        }
        '*' | '∗' => {
            star_here(lexer)?;
            return Ok(true);
        }
        '-' if !lexer.follows_operand() && has_signed_literal(lexer, words, 1) => {
            signed_literal(lexer, words, 1);
            return Ok(true);
        }
        '+' if rest.starts_with("+-") => {
            plus_minus(lexer, words, 2)?;
            return Ok(true);
        }
        '±' => {
            plus_minus(lexer, words, '±'.len_utf8())?;
            return Ok(true);
        }
        _ => {}
    }
    if let Some((written, sign)) = OPERATORS
        .iter()
        .find(|(written, _)| rest.starts_with(written))
    {
        lexer.push(Token::Sign(sign), written.len());
        lexer.memory.copies = None;
        return Ok(true);
    }
    let depth = lexer.depth();
    let closes = matches!(first, ')' | ']' | '}');
    if first == ')' && lexer.memory.header.is_some_and(|outer| depth <= outer + 1) {
        lexer.memory.header = None;
    }
    if first == ':' {
        end_lambda(lexer);
    }
    let after = if closes {
        depth.saturating_sub(1)
    } else {
        depth
    };
    let is_inside = lexer.memory.copies.is_some_and(|outer| outer < after);
    if !is_inside && !closes && first != '.' && !matches!(first, '(' | '[') {
        lexer.memory.copies = None;
    }
    if first == '}' && lexer.memory.sums.last() == Some(&(lexer.at + 1)) {
        lexer.memory.sums.pop();
        lexer.bracket("}")?;
        lexer.push(Token::Sign("}"), 1);
        added(lexer)?;
        lexer.push(Token::Sign(")"), 0);
        return Ok(true);
    }
    Ok(false)
}

/// A literal up to `end`.
fn literal(lexer: &mut Lexer<'_>, end: usize) {
    let text = lexer.text[lexer.at..end].to_owned();
    lexer.push(Token::Literal(text), end - lexer.at);
}

// Braces.

/// The contents of braces.
struct Braces {
    /// The place after the closing one.
    end: usize,
    has_bars: bool,
    has_colon: bool,
}

/// The contents of the braces at `start`; none if they are not closed.
fn inside(lexer: &Lexer<'_>, start: usize) -> Option<Braces> {
    let mut found = Braces {
        end: start,
        has_bars: false,
        has_colon: false,
    };
    let (mut at, mut depth) = (start, 0_usize);
    while at < lexer.text.len() {
        let rest = &lexer.text[at..];
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
            '|' if depth == 1 => found.has_bars = true,
            ':' if depth == 1 => found.has_colon = true,
            _ => {}
        }
        at += length;
    }
    None
}

/// Braces at `brace`, or a name with braces.
fn braces(lexer: &mut Lexer<'_>, words: &Words<'_>, brace: usize) -> Result<(), Error> {
    // Each brace looks for its end: without a bound that would be quadratic.
    let found = match lexer.depth() < 100 {
        true => inside(lexer, brace),
        false => None,
    };
    let Some(found) = found else {
        lexer.bracket("{")?;
        lexer.push(Token::Sign("{"), brace + 1 - lexer.at);
        return Ok(());
    };
    if found.has_bars && !found.has_colon {
        let end = parts(lexer, found.end);
        if brace > lexer.at || is_constant(lexer, words, brace..found.end) {
            literal(lexer, end);
            return Ok(());
        }
        if end > found.end {
            lexer.push(Token::Sign("("), 0);
            lexer.memory.sums.push(found.end);
        }
    }
    lexer.bracket("{")?;
    lexer.push(Token::Sign("{"), 1);
    Ok(())
}

// Numbers, stars and arrows.

/// The end of the stars and arrows that follow an operand at `at` without a space.
fn parts(lexer: &Lexer<'_>, mut at: usize) -> usize {
    loop {
        let rest = &lexer.text[at..];
        let length = match rest.chars().next() {
            Some('*' | '∗') if !is_times(lexer, at) => star(rest),
            Some(c) if is_arrow(c) && !is_xor(lexer, at) => arrows(rest),
            _ => return at,
        };
        at += length;
    }
}

/// Whether the star at `at`, directly behind an operand, multiplies.
fn is_times(lexer: &Lexer<'_>, at: usize) -> bool {
    let text = &lexer.text[at..];
    let rest = text.trim_start_matches(['*', '∗']);
    if text.chars().take_while(|c| matches!(c, '*' | '∗')).count() > 1
        || rest.starts_with('=') && !rest.starts_with("==")
    {
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
fn is_xor(lexer: &Lexer<'_>, at: usize) -> bool {
    let Some(rest) = lexer.text[at..].strip_prefix('^') else {
        return false;
    };
    let spaced = rest.trim_start_matches(' ');
    let is_close = spaced.len() == rest.len();
    let begins = |c: char| is_word(c) && !(is_close && c.is_ascii_digit()) || "({\"'".contains(c);
    spaced.starts_with(begins) && !begins_with_operator(spaced)
}

/// The end of a literal that begins with a number.
fn number_end(lexer: &Lexer<'_>, words: &Words<'_>, start: usize) -> usize {
    let mut end = start + number_length(&lexer.text[start..]);
    loop {
        let before = end;
        end = parts(lexer, end);
        let length = word_length(&lexer.text[end..]);
        let name = &lexer.text[end..end + length];
        if words.is_constant_name(name) {
            end += length;
        } else if matches!(name, "Tiny" | "Miny") {
            end = constant_call(lexer, words, end + length).unwrap_or(end);
        }
        if end == before {
            return end;
        }
    }
}

/// The end of the brackets at `at`, if there are no names inside.
fn constant_call(lexer: &Lexer<'_>, words: &Words<'_>, at: usize) -> Option<usize> {
    let text = lexer.text[at..].strip_prefix('(')?;
    let mut depth = 1;
    for (n, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            let inside = at + 1..at + 1 + n;
            return is_constant(lexer, words, inside.clone()).then_some(inside.end + 1);
        }
    }
    None
}

/// Whether no name inside stands for something that statements made.
fn is_constant(lexer: &Lexer<'_>, words: &Words<'_>, inside: Range<usize>) -> bool {
    placed_words(&lexer.text[inside])
        .all(|(_, name)| (words.is_literal)(name) && !words.is_bound(name))
}

fn arrows_here(lexer: &mut Lexer<'_>) -> Result<(), Error> {
    let start = lexer.at;
    if !lexer.follows_operand() {
        let end = parts(lexer, start + arrows(lexer.rest()));
        literal(lexer, end);
    } else if is_xor(lexer, start) {
        lexer.push(Token::Sign("^"), 1);
    } else {
        added(lexer)?;
    }
    Ok(())
}

/// Stars and arrows behind an operand are added to it.
fn added(lexer: &mut Lexer<'_>) -> Result<(), Error> {
    let start = lexer.at;
    let rest = lexer.rest();
    let is_star = rest.starts_with(['*', '∗']);
    let first = if is_star { star(rest) } else { arrows(rest) };
    if lexer.memory.copies == Some(lexer.depth())
        || is_star && first > '*'.len_utf8() && !rest.starts_with('∗')
    {
        return Err(Error::new(BOTH, lexer.text, start..start + first));
    }
    lexer.push(Token::Sign("+"), 0);
    let end = parts(lexer, start + first);
    literal(lexer, end);
    Ok(())
}

fn star_here(lexer: &mut Lexer<'_>) -> Result<(), Error> {
    let (start, rest) = (lexer.at, lexer.rest());
    let size = rest.chars().next().map_or(1, char::len_utf8);
    let times = |lexer: &mut Lexer<'_>| {
        if rest.starts_with("**=") {
            lexer.push(Token::Sign("**="), 3);
        } else if rest.starts_with("**") {
            lexer.push(Token::Sign("**"), 2);
        } else if rest[size..].starts_with('=') {
            lexer.push(Token::Sign("*="), size + 1);
        } else {
            lexer.push(Token::Sign("*"), size);
        }
    };
    if !lexer.follows_operand() {
        let next = rest[size..].chars().next().unwrap_or(' ');
        let is_marker = lexer.memory.header.is_some() && "*,)".contains(next);
        if is_marker
            || rest.starts_with("**")
            || is_word(next) && !next.is_ascii_digit()
            || "([".contains(next)
        {
            times(lexer);
            return Ok(());
        }
        let end = parts(lexer, start + star(rest));
        literal(lexer, end);
        return Ok(());
    }
    let is_close = !lexer.text[..start].ends_with(' ');
    let spaced = rest[size..].trim_start_matches(' ');
    let is_directly = spaced.len() + size == rest.len();
    let begins = |c: char| is_word(c) || is_arrow(c) || "([{\"'*=±".contains(c);
    let is_signed = spaced.starts_with(['-', '+', '−']) && (!is_close || is_directly);
    let is_product = spaced.starts_with(begins) && !begins_with_operator(spaced) || is_signed;
    if is_directly && (is_signed || spaced.starts_with(|c: char| c.is_ascii_digit())) {
        return Err(Error::new(BOTH, lexer.text, start..start + star(rest)));
    }
    if !is_product {
        return added(lexer);
    }
    times(lexer);
    lexer.memory.copies = (!spaced.starts_with('=')).then_some(lexer.depth());
    Ok(())
}

/// Whether the sign here belongs to the first part of a literal, as in `-1/2*`.
fn has_signed_literal(lexer: &Lexer<'_>, words: &Words<'_>, sign: usize) -> bool {
    let start = lexer.at + sign;
    let rest = &lexer.text[start..];
    match rest.chars().next() {
        Some(c) if c.is_ascii_digit() => {
            let after = &lexer.text[start + digits(rest)..];
            number_end(lexer, words, start) > start + digits(rest) && !after.starts_with('.')
        }
        Some(c @ ('*' | '∗')) => {
            !rest[c.len_utf8()..].starts_with(|c: char| is_word(c) && !c.is_ascii_digit())
        }
        Some('{') => inside(lexer, start).is_some_and(|braces| {
            braces.has_bars
                && parts(lexer, braces.end) > braces.end
                && is_constant(lexer, words, start..braces.end)
        }),
        Some(c) => is_arrow(c),
        None => false,
    }
}

fn signed_literal(lexer: &mut Lexer<'_>, words: &Words<'_>, sign: usize) {
    let first = lexer.at + sign;
    let rest = &lexer.text[first..];
    let end = match rest.chars().next() {
        Some(c) if c.is_ascii_digit() => number_end(lexer, words, first),
        Some('*' | '∗') => parts(lexer, first + star(rest)),
        Some('{') => inside(lexer, first).map_or(first + 1, |braces| parts(lexer, braces.end)),
        _ => parts(lexer, first + arrows(rest)),
    };
    literal(lexer, end);
}

/// `+-1` is {1|-1}, also behind an operand, to which it is added.
fn plus_minus(lexer: &mut Lexer<'_>, words: &Words<'_>, sign: usize) -> Result<(), Error> {
    if lexer.follows_operand() {
        lexer.push(Token::Sign("+"), 0);
        lexer.memory.copies = None;
    }
    let start = lexer.at + sign;
    let rest = &lexer.text[start..];
    let is_literal = match rest.chars().next() {
        Some('{') => inside(lexer, start)
            .is_some_and(|braces| braces.has_bars && is_constant(lexer, words, start..braces.end)),
        Some(c) => c.is_ascii_digit() || is_arrow(c) || c == '*',
        None => false,
    };
    if is_literal {
        signed_literal(lexer, words, sign);
    } else {
        lexer.push(Token::Sign("±"), sign);
    }
    Ok(())
}

// The signs by their length at the beginning of a text.

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The length of the word at the beginning of a text.
fn word_length(text: &str) -> usize {
    text.find(|c| !is_word(c)).unwrap_or(text.len())
}

fn is_arrow(c: char) -> bool {
    "^↑⇑↓⇓".contains(c)
}

/// `v`, `vv`, `v3`
fn is_downs(words: &Words<'_>, name: &str) -> bool {
    name.starts_with('v') && (words.is_literal)(name)
}

/// Whether a name in front of this text is given a value.
fn gives(behind: &str) -> bool {
    let behind = behind.trim_start_matches(' ');
    behind.starts_with('=') && !behind.starts_with("==")
        || ["+=", "-=", "*=", ":="]
            .iter()
            .any(|sign| behind.starts_with(sign))
}

/// Whether a word that is an operator, or goes on after an operand, begins a text.
fn begins_with_operator(text: &str) -> bool {
    matches!(
        &text[..word_length(text)],
        "and" | "or" | "in" | "if" | "else" | "for" | "not" | "is"
    )
}

fn digits(text: &str) -> usize {
    text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len()
}

/// The length of a number: n, n/d or a decimal, with the points and digits that would make it no number, and with a power.
fn number_length(text: &str) -> usize {
    let mut end = digits(text);
    for sign in ["/", "."] {
        let below = text[end..].strip_prefix(sign).map_or(0, digits);
        end += if below > 0 { sign.len() + below } else { 0 };
    }
    let power = text[end..].strip_prefix("**").map_or(0, digits);
    end += if power > 0 { 2 + power } else { 0 };
    let is_decimal = text[..end].contains('.');
    end + usize::from(is_decimal && text[end..].starts_with('.'))
}

/// The length of a star with its number, also one that is refused when it is read, as in `*1.5`.
fn star(text: &str) -> usize {
    let sign = text.chars().next().map_or(0, char::len_utf8);
    let end = sign + digits(&text[sign..]);
    let fraction = text[end..].strip_prefix('.').map_or(0, digits);
    match end > sign && fraction > 0 {
        true => end + 1 + fraction,
        false => end,
    }
}

/// The length of arrows with their number or exponent.
fn arrows(text: &str) -> usize {
    let signs = text.len() - text.trim_start_matches(is_arrow).len();
    let behind = &text[signs..];
    signs
        + match exponent(behind) {
            0 => digits(behind),
            length => length,
        }
}

/// The length of `[2]` or `<2>`.
fn exponent(text: &str) -> usize {
    let close = match text.chars().next() {
        Some('[') => ']',
        Some('<') => '>',
        _ => return 0,
    };
    let inside = text[1..].trim_start_matches(|c: char| c.is_ascii_alphanumeric());
    let length = text.len() - inside.len();
    if length > 1 && inside.starts_with(close) {
        length + 1
    } else {
        0
    }
}

/// The length of a comment.
fn comment(text: &str) -> usize {
    text.find('\n').unwrap_or(text.len())
}

/// The length of a string with its quotes; to the end if it is not closed.
fn string(text: &str) -> usize {
    let quote = &text[..1];
    let long = quote.repeat(3);
    let close = if text.starts_with(&long) {
        long.as_str()
    } else {
        quote
    };
    let mut at = close.len();
    while at < text.len() {
        let rest = &text[at..];
        if rest.starts_with(close) {
            return at + close.len();
        }
        let escaped = if rest.starts_with('\\') { 1 } else { 0 };
        let next = rest[escaped..].chars().next().map_or(0, char::len_utf8);
        at += escaped + next;
    }
    text.len()
}

/// The words of a text outside of strings and comments, with their places.
fn placed_words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let rest = &text[at..];
            let first = rest.chars().next()?;
            let start = at;
            at += match first {
                '"' | '\'' => string(rest),
                '#' => comment(rest),
                c if is_word(c) => word_length(rest),
                c => c.len_utf8(),
            };
            // A number may have letters close behind it.
            if first.is_ascii_digit() {
                at = start + digits(rest);
            } else if is_word(first) {
                return Some((start, &text[start..at]));
            }
        }
    })
}

/// The names that a text gives: by `=`, `for`, `def`, and as parameters.
fn bound(text: &str) -> HashSet<String> {
    let mut found = HashSet::new();
    let (mut is_giving, mut until) = (false, 0);
    for (start, name) in placed_words(text) {
        let is_given = gives(&text[start + name.len()..]);
        match name {
            "for" => is_giving = true,
            "in" => is_giving = false,
            "def" | "lambda" => {
                let ends = if name == "def" { ')' } else { ':' };
                let rest = &text[start..];
                until = start + rest.find(ends).unwrap_or(rest.len());
            }
            _ if is_giving || is_given || start < until => {
                found.insert(name.to_owned());
            }
            _ => {}
        }
    }
    found
}
