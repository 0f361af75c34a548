//! Literals of the host's values, read by the lexer itself: `{1|0}`, `^`, `*2`, `0.5`.

use crate::error::Error;
use crate::token::{KEYWORDS, Lexer, Token};

/// What a text may contain beside the language.
#[derive(Clone, Copy, Default)]
pub(crate) struct Dialect<'d> {
    pub(crate) values: Option<&'d Words<'d>>,
}

/// How literals of values are read.
pub struct Words<'w> {
    /// Whether a word, such as `v3`, is a literal by itself.
    pub is_literal: &'w dyn Fn(&str) -> bool,
    /// Whether earlier texts gave a value to a name.
    pub is_defined: &'w dyn Fn(&str) -> bool,
}

pub(crate) fn word(lexer: &mut Lexer<'_>, _words: &Words<'_>, end: usize) -> Result<(), Error> {
    let word = &lexer.rest()[..end];
    let token = match KEYWORDS.iter().find(|keyword| **keyword == word) {
        Some(&"load") => Token::Name("load".into()),
        Some(keyword) => Token::Word(keyword),
        None => Token::Name(word.to_owned()),
    };
    lexer.push(token, end);
    Ok(())
}

pub(crate) fn number(_lexer: &mut Lexer<'_>, _words: &Words<'_>) -> Result<bool, Error> {
    Ok(false)
}

pub(crate) fn sign(_lexer: &mut Lexer<'_>, _words: &Words<'_>) -> Result<bool, Error> {
    Ok(false)
}
