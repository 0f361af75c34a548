//! The display of texts from a certificate: in quotes, with all control characters escaped.

/// A complete text, quoted and escaped. A claim is never cut: the missing part could be a condition.
pub(crate) fn quoted(text: &str) -> String {
    format!("{text:?}")
}

/// The beginning of a text, quoted and escaped: enough to find it.
pub(crate) fn brief(text: &str) -> String {
    const LONGEST: usize = 60;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => quoted(&text[..end]) + "…",
        None => quoted(text),
    }
}

/// A sentence with the same escapes. The texts in it are quoted already; this is the last line of defence.
pub(crate) fn escaped(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        let turns = matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
        if c.is_control() || turns {
            shown.extend(c.escape_unicode());
        } else {
            shown.push(c);
        }
    }
    shown
}

/// A refusal with the same escapes, cut to a readable length.
pub(crate) fn refusal(text: &str) -> String {
    const LONGEST: usize = 500;
    let mut shown = escaped(text);
    if let Some((end, _)) = shown.char_indices().nth(LONGEST) {
        shown.truncate(end);
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Characters that end a line, move the cursor or change the direction are written as escapes; a quote does not end the
    /// quotation.
    #[test]
    fn nothing_of_a_text_is_obeyed() {
        for c in
            "\n\r\t\u{7}\u{1b}\u{7f}\u{9b}\u{200b}\u{200f}\u{2028}\u{202e}\u{2066}\u{feff}".chars()
        {
            for shown in [quoted(&c.to_string()), escaped(&c.to_string())] {
                assert!(!shown.contains(c) && shown.contains('\\'), "{shown:?}");
            }
        }
        assert_eq!(quoted("a\" b"), "\"a\\\" b\"");
        assert_eq!(brief(&"é".repeat(100)), format!("\"{}\"…", "é".repeat(60)));
    }
}
