//! The words and strings of Starlark, by their length at the beginning of a text.

pub(crate) fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

pub(crate) fn word(text: &str) -> usize {
    text.find(|c| !is_word(c)).unwrap_or(text.len())
}

/// The length of the comment at the beginning of a text.
pub(crate) fn comment(text: &str) -> usize {
    text.find('\n').unwrap_or(text.len())
}

/// The length of the string at the beginning of a text.
pub(crate) fn string(text: &str) -> usize {
    let quote = &text[..1];
    let triple = quote.repeat(3);
    let close = if text.starts_with(&triple) {
        &*triple
    } else {
        quote
    };
    let mut at = close.len();
    while at < text.len() {
        let rest = &text[at..];
        if rest.starts_with(close) {
            return at + close.len();
        }
        if close.len() == 1 && rest.starts_with('\n') {
            return at;
        }
        let first = rest.chars().next().map_or(1, char::len_utf8);
        at += first;
        if rest.starts_with('\\') {
            at += text[at..].chars().next().map_or(0, char::len_utf8);
        }
    }
    text.len()
}
