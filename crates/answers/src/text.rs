//! Display of untrusted text: without control characters, and shortened.
//!
//! Positions, labels and messages may come from files and from the network. [`escaped`] makes them safe to show, and
//! [`brief`] shortens an error: every text written to a terminal passes through these two.

use std::borrow::Cow;

use bouton_core::hashing::FastSet;

/// Whether a character affects nothing else: not a control character, line break or direction mark, and not without a width or a
/// mark.
///
/// ```
/// use bouton_answers::text::is_plain;
/// assert!("a é 象 ⚑".chars().all(is_plain));
/// assert!(!['\n', '\u{1b}', '\u{9b}', '\u{202e}', '\u{3164}'].into_iter().any(is_plain));
/// ```
pub fn is_plain(c: char) -> bool {
    let is_hidden = matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{2800}' | '\u{3164}' | '\u{ffa0}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}');
    // Those that no text may hold, two in each plane and 32 more.
    let is_no_character = u32::from(c) & 0xfffe == 0xfffe || ('\u{fdd0}'..='\u{fdef}').contains(&c);
    !c.is_control() && !is_hidden && !is_no_character
}

/// The text on one line: each character that is not [plain](is_plain) is escaped as in Rust.
///
/// ```
/// use bouton_answers::text::escaped;
/// assert_eq!(escaped("b\u{1b}]0;title\u{7}\n"), "b\\u{1b}]0;title\\u{7}\\n");
/// assert_eq!(escaped("3,4,5"), "3,4,5");
/// ```
pub fn escaped(text: &str) -> Cow<'_, str> {
    match text.chars().all(is_plain) {
        true => Cow::Borrowed(text),
        false => text.chars().flat_map(shown).collect::<String>().into(),
    }
}

/// The same for a message of several lines. Lines after the first are indented, so that none looks like a separate message.
///
/// ```
/// use bouton_answers::text::escaped_lines;
/// assert_eq!(escaped_lines("no\u{7} such\n  x\nwin: forged"), "no\\u{7} such\n  x\n  win: forged");
/// ```
pub fn escaped_lines(message: &str) -> String {
    let mut lines = message.split('\n').map(escaped);
    let first = lines.next().unwrap_or_default().into_owned();
    lines.fold(first, |shown, line| {
        let is_set_off = line.is_empty() || line.starts_with("  ");
        shown + if is_set_off { "\n" } else { "\n  " } + &line
    })
}

/// A character in escaped form, if it needs escaping.
fn shown(c: char) -> impl Iterator<Item = char> {
    let escape = (!is_plain(c)).then(|| c.escape_default());
    let itself = is_plain(c).then_some(c);
    itself.into_iter().chain(escape.into_iter().flatten())
}

/// A list in a sentence; its items are set apart by semicolons if one of them has a comma itself.
///
/// ```
/// use bouton_answers::text::listed;
/// assert_eq!(listed(&["take 1", "take 2"]), "take 1, take 2");
/// assert_eq!(listed(&["2,1", "2,2"]), "2,1; 2,2");
/// ```
pub fn listed<T: AsRef<str>>(items: &[T]) -> String {
    let has_comma = items.iter().any(|item| item.as_ref().contains(','));
    let items: Vec<&str> = items.iter().map(AsRef::as_ref).collect();
    items.join(if has_comma { "; " } else { ", " })
}

/// The most characters of its input that an error repeats.
pub const MOST_REPEATED: usize = 200;
/// The characters kept of a longer repetition, at its beginning and at its end.
const KEPT: [usize; 2] = [30, 20];
/// Repetitions are found by pieces of this many characters; up to twice as many remain at their edges.
const PIECE: usize = 20;

/// The message, with at most [`MOST_REPEATED`] characters of the given texts repeated, and without a longer word or
/// quotation.
///
/// Time and memory are proportional to the message and the texts.
///
/// ```
/// use bouton_answers::text::brief;
/// let given = "1 ".repeat(1000);
/// let told = brief(&format!("expected one heap, found {given:?}"), [given.as_str()]).into_owned();
/// assert!(told.starts_with("expected one heap, found \"1 1") && told.ends_with("1 \"") && told.len() < 120);
/// ```
pub fn brief<'m, 't>(message: &'m str, given: impl IntoIterator<Item = &'t str>) -> Cow<'m, str> {
    if message.len() <= MOST_REPEATED {
        return message.into();
    }
    let letters: Vec<char> = message.chars().collect();
    let mut repeated = vec![false; letters.len()];
    for text in given {
        mark(text.chars(), &letters, &mut repeated);
        // Also in the form in which messages quote it, if that differs: a position of many megabytes is searched only once.
        if !text.chars().all(is_quoted_as_itself) {
            let quoted = text.chars().flat_map(char::escape_debug);
            mark(quoted, &letters, &mut repeated);
            mark(text.chars().flat_map(shown), &letters, &mut repeated);
        }
    }
    if repeated.iter().filter(|is| **is).count() <= MOST_REPEATED {
        repeated.fill(false);
    }
    // Quoted text is also input, for example from a file.
    let quoted = quoted(&letters);
    let marked: Vec<(char, Mark)> = (letters.into_iter().zip(repeated).zip(quoted))
        .map(|((letter, is_repeated), is_quoted)| {
            let mark = match (is_repeated, is_quoted) {
                (true, _) => Mark::Repeated,
                (_, true) => Mark::Word,
                _ if letter.is_whitespace() => Mark::Space,
                _ => Mark::Word,
            };
            (letter, mark)
        })
        .collect();
    let runs = marked.chunk_by(|(_, a), (_, b)| a == b);
    runs.map(|run| {
        let most = match run[0].1 {
            Mark::Repeated => KEPT[0] + KEPT[1],
            Mark::Word | Mark::Space => MOST_REPEATED,
        };
        let letters = |run: &[(char, Mark)]| run.iter().map(|(letter, _)| *letter).collect();
        match run.len() > most {
            false => letters(run),
            true => {
                let [head, tail] = [&run[..KEPT[0]], &run[run.len() - KEPT[1]..]].map(letters);
                [head, "…".to_owned(), tail].concat()
            }
        }
    })
    .collect::<String>()
    .into()
}

/// The part of a message that a character belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    /// Input.
    Repeated,
    /// A word or a quotation.
    Word,
    Space,
}

/// Whether a character is written in quotes as outside of them.
fn is_quoted_as_itself(c: char) -> bool {
    c.is_ascii_graphic() && !matches!(c, '"' | '\'' | '\\') || c == ' '
}

/// Marks the letters between quotes.
fn quoted(letters: &[char]) -> Vec<bool> {
    let (mut open, mut is_escaped) = (None, false);
    let inside = |letter: &char| {
        let is_quote = matches!(letter, '"' | '`') && !is_escaped;
        is_escaped = open.is_some() && *letter == '\\' && !is_escaped;
        match open {
            None if is_quote => {
                open = Some(*letter);
                false
            }
            Some(quote) if is_quote && *letter == quote => {
                open = None;
                false
            }
            _ => open.is_some(),
        }
    };
    letters.iter().map(inside).collect()
}

/// Marks the letters of a message that repeat a text.
fn mark(text: impl Iterator<Item = char>, letters: &[char], repeated: &mut [bool]) {
    let text: Vec<char> = text.collect();
    let pieces: FastSet<&[char]> = text.chunks_exact(PIECE).collect();
    if pieces.is_empty() {
        return;
    }
    for (at, window) in letters.windows(PIECE).enumerate() {
        if pieces.contains(window) {
            repeated[at..at + PIECE].fill(true);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The characters of `text` that a message repeats, counted by those that only the text has.
    fn repeats(message: &str, letter: char) -> usize {
        message.chars().filter(|c| *c == letter).count()
    }

    #[test]
    fn a_message_is_brief_however_it_quotes_what_was_given() {
        let given = "ж\u{1b}\n ".repeat(5000);
        for message in [
            format!("found {given}"),
            format!(
                "found {given:?}: no {given:?} here, nor {}",
                escaped(&given)
            ),
            format!("{}: nothing begins so", &given[..4002]),
        ] {
            let told = brief(&message, [given.as_str()]);
            assert!(told.chars().count() < 400, "{told}");
            assert!(repeats(&told, 'ж') <= MOST_REPEATED, "{told}");
        }
    }

    #[test]
    fn long_words_are_cut_and_sentences_are_not() {
        let sentence = "one of these: ".repeat(100);
        assert_eq!(brief(&sentence, []), sentence);
        let told = brief(&"ж".repeat(100_000), []).into_owned();
        assert_eq!(repeats(&told, 'ж'), KEPT[0] + KEPT[1]);
        // Quotations are shortened too, wherever they come from.
        let quoted = "ж \" ".repeat(1000);
        let told = brief(&format!("a move leads to {quoted:?}, which is nowhere"), []).into_owned();
        assert!(repeats(&told, 'ж') <= KEPT[0] + KEPT[1], "{told}");
        assert!(told.ends_with("which is nowhere"), "{told}");
    }

    #[test]
    fn a_short_text_is_repeated_as_often_as_a_message_likes() {
        let message = "expected a position like 3,4,5, found \"3,4\"; ".repeat(9);
        assert_eq!(brief(&message, ["3,4"]), message);
    }
}
