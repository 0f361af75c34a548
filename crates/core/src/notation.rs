//! Positions and moves as text, and errors in such texts.

use std::fmt;
use std::ops::Range;

use crate::game::{Alternating, Game};

/// A text that cannot be read: what was expected, what was found, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputError {
    message: String,
    text: String,
    span: Range<usize>,
    beyond_64_bits: bool,
}

impl InputError {
    /// `message` about the bytes `span` of `text`.
    pub fn new(message: impl Into<String>, text: impl Into<String>, span: Range<usize>) -> Self {
        Self {
            message: message.into(),
            text: text.into(),
            span,
            beyond_64_bits: false,
        }
    }

    /// `message` about the whole of `text`.
    pub fn whole(message: impl Into<String>, text: &str) -> Self {
        Self::new(message, text, 0..text.len())
    }

    /// The same error, marked as one of size: the text is correct, but a number in it needs more than 64 bits.
    pub fn beyond_64_bits(self) -> Self {
        Self {
            beyond_64_bits: true,
            ..self
        }
    }

    /// Whether the only fault of the text is a number beyond 64 bits.
    pub fn is_beyond_64_bits(&self) -> bool {
        self.beyond_64_bits
    }

    /// The sentence.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The whole text that was read.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The bytes of the text that the error is about.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// The same error with its line and column before the sentence, for a text of several lines.
    pub fn placed(self) -> Self {
        let before = &self.text[..self.span.start.min(self.text.len())];
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
        let message = format!("line {line}, column {column}: {}", self.message);
        Self { message, ..self }
    }

    /// The same error within `text`, in which the text read so far starts at byte `offset`.
    pub fn within(self, text: &str, offset: usize) -> Self {
        let span = self.span.start + offset..self.span.end + offset;
        Self {
            text: text.to_owned(),
            span,
            ..self
        }
    }
}

/// Columns of context shown on either side of the error.
const CONTEXT: usize = 30;

impl fmt::Display for InputError {
    /// The sentence, then the text with carets below the error; of a long text only the surroundings.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        let line_start = self
            .text
            .get(..self.span.start)
            .and_then(|s| s.rfind('\n'))
            .map_or(0, |i| i + 1);
        let line = self
            .text
            .get(line_start..)
            .unwrap_or("")
            .lines()
            .next()
            .unwrap_or("");
        if line.is_empty() {
            return Ok(());
        }
        let column = |byte: usize| {
            line.char_indices()
                .take_while(|(i, _)| line_start + i < byte)
                .count()
        };
        let (from, to) = (column(self.span.start), column(self.span.end));
        let skipped = from.saturating_sub(CONTEXT);
        let length = (to - skipped + CONTEXT).min(4 * CONTEXT);
        let shown: String = line.chars().skip(skipped).take(length).collect();
        let (before, after) = (
            if skipped > 0 { "…" } else { "" },
            if line.chars().count() > skipped + shown.chars().count() {
                "…"
            } else {
                ""
            },
        );
        let indent = " ".repeat(from - skipped + before.chars().count());
        let carets = "^".repeat((to - from).clamp(1, 3 * CONTEXT));
        write!(f, "\n  {before}{shown}{after}\n  {indent}{carets}")
    }
}

impl std::error::Error for InputError {}

/// How a game's positions and moves are written. `parse(show(p)) = p`, a property every game keeps.
pub trait Notation: Game {
    /// Reads a position of this game.
    ///
    /// # Errors
    /// If the text is not a position, or not a legal one.
    fn parse(&self, text: &str) -> Result<Self::Position, InputError>;

    /// Writes a position.
    fn show(&self, at: &Self::Position) -> String;

    /// Writes a position, unless that takes more than `longest` bytes.
    fn show_within(&self, at: &Self::Position, longest: usize) -> Option<String> {
        Some(self.show(at)).filter(|text| text.len() <= longest)
    }

    /// Writes a move made at `at`; no two moves at a position are written alike.
    fn show_move(&self, at: &Self::Position, mv: &Self::Move) -> String;

    /// The same move in words, like "cut the 4×9 cake after column 4"; `None` where [`Notation::show_move`] reads well by itself.
    fn move_in_words(&self, _at: &Self::Position, _mv: &Self::Move) -> Option<String> {
        None
    }

    /// In a sum, the component that a move is made in, counted from 0.
    fn component(&self, _mv: &Self::Move) -> Option<usize> {
        None
    }

    /// The characters that any cell of the board may hold; none for games without such a board.
    fn signs(&self) -> Vec<char> {
        Vec::new()
    }

    /// The position whose cells are the digits of a number: the base is the number of signs, each digit is the sign of a
    /// cell in written order, and the first cell is the highest digit. `None` if cells are set only by text, and for numbers
    /// without a board.
    fn with_board(&self, _at: &Self::Position, _number: u64) -> Option<Self::Position> {
        None
    }

    /// The number of a position's cells; `None` also if it needs more than 64 bits.
    fn board_number(&self, _at: &Self::Position) -> Option<u64> {
        None
    }

    /// The move at `at` with the alternative name `text`, in lower case; it need not be legal.
    fn move_called(&self, _at: &Self::Position, _text: &str) -> Option<Self::Move> {
        None
    }
}

/// Reads a position that is one number.
///
/// ```
/// use bouton_core::notation::parse_number;
/// assert_eq!(parse_number::<u8>(" 21 "), Ok(21));
/// assert_eq!(parse_number::<u8>("300").unwrap_err().message(), "expected a number of type u8, found \"300\"");
/// ```
///
/// # Errors
/// If the text is not a number of this type.
pub fn parse_number<N: std::str::FromStr>(text: &str) -> Result<N, InputError> {
    text.trim().parse().map_err(|_| {
        let number = std::any::type_name::<N>();
        InputError::whole(
            format!("expected a number of type {number}, found {text:?}"),
            text,
        )
    })
}

/// The most moves that are tried to find one by its name: a large heap has more moves than can be listed.
pub(crate) const MOST_LOOKED_AT: usize = 100_000;

/// The move at `at` that `text` names: as [`Notation::show_move`] or [`Notation::move_in_words`] writes it (spaces and letter
/// case aside), or as the position it leads to. Of the moves in the game's own order, only the first hundred thousand are tried.
pub fn parse_move<G: Alternating + Notation>(
    game: &G,
    at: &G::Position,
    text: &str,
) -> Option<G::Move> {
    let wanted = plain(text);
    // One search for all ways to say it: it is compiled for every game.
    let first = |is_it: &dyn Fn(&G::Move) -> bool| {
        let mut moves = game.moves(at).take(MOST_LOOKED_AT);
        moves.find(|mv| is_it(mv))
    };
    let also_named = || {
        let called = game.move_called(at, &wanted)?;
        first(&|mv| *mv == called)
    };
    let is = |words: &str| plain(words) == wanted;
    first(&|mv| is(&game.show_move(at, mv)))
        .or_else(also_named)
        .or_else(|| first(&|mv| is(&game.show(&game.play(at, mv)))))
        .or_else(|| first(&|mv| game.move_in_words(at, mv).is_some_and(|words| is(&words))))
}

fn plain(text: &str) -> String {
    let words: Vec<_> = text.split_whitespace().collect();
    words.join(" ").to_lowercase().replace('×', "x")
}

/// The comma-separated items of a list with the byte range of each, spaces around them left out.
/// The empty text is the empty list.
pub fn items(text: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    let mut start = 0;
    let parts = if text.trim().is_empty() {
        None
    } else {
        Some(text.split(','))
    };
    parts.into_iter().flatten().map(move |part| {
        let lead = part.len() - part.trim_start().len();
        let from = start + lead;
        let item = part.trim();
        start += part.len() + 1;
        (from..from + item.len(), item)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_know_their_places() {
        let found: Vec<_> = items(" 12, x ,3").collect();
        assert_eq!(found, [(1..3, "12"), (5..6, "x"), (8..9, "3")]);
        assert_eq!(items("  ").count(), 0);
        assert_eq!(
            items(",").map(|(span, _)| span).collect::<Vec<_>>(),
            [0..0, 1..1]
        );
    }

    #[test]
    fn the_caret_stands_below_the_place() {
        let error = InputError::new("expected a number, found \"x\"", "12,x,3", 3..4);
        assert_eq!(
            error.to_string(),
            "expected a number, found \"x\"\n  12,x,3\n     ^"
        );
    }

    #[test]
    fn long_texts_are_shown_around_the_place() {
        let text = format!("{}x{}", "1,".repeat(500), ",1".repeat(500));
        let shown = InputError::new("m", text, 1000..1001).to_string();
        let lines: Vec<_> = shown.lines().collect();
        assert!(lines[1].chars().count() < 80);
        assert_eq!(
            lines[1].chars().nth(lines[2].chars().count() - 1),
            Some('x')
        );
    }
}
