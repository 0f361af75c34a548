//! The display of texts from a certificate: in quotes, with all control characters escaped.

/// A complete text, quoted and escaped. A claim is never cut: the missing part could be a condition.
pub(crate) fn quoted(text: &str) -> String {
    let quoted = format!("{text:?}");
    match quoted.chars().any(is_hidden) {
        true => quoted.chars().fold(String::new(), put),
        false => quoted,
    }
}

/// Whether a character is not seen, or changes how others are shown: letters and signs without a mark, spaces that are not the
/// usual one, control characters and direction marks.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || c.is_whitespace() && c != ' '
        || matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffc}'
            | '\u{13430}'..='\u{1345f}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d159}' | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}')
}

fn put(mut shown: String, c: char) -> String {
    match is_hidden(c) {
        true => shown.extend(c.escape_unicode()),
        false => shown.push(c),
    }
    shown
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
    text.chars().fold(String::with_capacity(text.len()), put)
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
            "\n\r\t\u{7}\u{1b}\u{7f}\u{9b}\u{a0}\u{ad}\u{115f}\u{1160}\u{200b}\u{200f}\u{2028}\u{202e}\u{2066}\u{2800}\u{3000}\u{3164}\u{fe0f}\u{feff}\u{ffa0}\u{e0041}".chars()
        {
            for shown in [quoted(&c.to_string()), escaped(&c.to_string())] {
                assert!(!shown.contains(c) && shown.contains('\\'), "{shown:?}");
            }
        }
        assert_eq!(quoted("a\" b"), "\"a\\\" b\"");
        assert_eq!(brief(&"é".repeat(100)), format!("\"{}\"…", "é".repeat(60)));
    }
}
