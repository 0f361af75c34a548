//! Notation: positions as a board plus other fluents, as all fluents, or as the moves from the start; moves as their terms.

use std::ops::Range;

use bouton_core::{InputError, Limits, Side};
use bouton_external::ExternalRules;

use crate::expression::{Expression, Form, read};
use crate::fault::{Source, shortened};
use crate::game::Gdl;
use crate::layout::{Board, HOLE, Layout};
use crate::machine::Machine;
use crate::packed::Packed;
use crate::term::Term;

impl<P: Packed> Gdl<P> {
    pub(crate) fn position(&self, text: &str) -> Result<P, InputError> {
        let machine = &self.machine;
        if text.trim().is_empty() {
            return Ok(self.first());
        }
        if let Layout::Board(board) = &machine.layout
            && let Some(rows) = rows(text, board)
        {
            return machine
                .on_board(text, (board, rows))
                .map(|at| P::of_words(&at));
        }
        if !text.contains(',')
            && let Some(expressions) = expressions(text)
            && machine.are_fluents(&expressions)
        {
            return machine
                .holding(text, expressions)
                .map(|at| P::of_words(&at));
        }
        self.after(text)
    }

    /// The move with this text; brackets do not matter.
    pub(crate) fn called(&self, at: &P, text: &str) -> Option<u32> {
        let asked = plain(text);
        let mut moves = self.moves(at, Side::Left);
        moves.find(|mv| plain(&self.label(at, mv)) == asked)
    }

    /// The position after moves from the start, separated by commas.
    fn after(&self, text: &str) -> Result<P, InputError> {
        let mut at = self.first();
        let mut start = 0;
        for item in text.split(',') {
            let span = start..start + item.len();
            start = span.end + 1;
            at = self.step(&at, text, span)?;
        }
        Ok(at)
    }

    fn step(&self, at: &P, text: &str, span: Range<usize>) -> Result<P, InputError> {
        let error = |message: String, span| InputError::new(message, text, span);
        let asked = plain(&text[span.clone()]);
        let lead = text[span.clone()].len() - text[span.clone()].trim_start().len();
        let span = span.start + lead..span.start + text[span.clone()].trim_end().len().max(lead);
        if self.end(at).is_some() {
            let message = "play is over before this move".to_owned();
            return Err(error(message, span));
        }
        let mut known = Vec::new();
        for mv in self.moves(at, Side::Left) {
            let name = self.label(at, &mv);
            if plain(&name) == asked {
                return Ok(self.play(at, &mv));
            }
            known.push(name);
        }
        let role = self.roles()[self.mover(at)].clone();
        let found = shortened(&asked, 40);
        let message = format!(
            "{role} has no such move {found:?}; expected a move such as {}, or all that holds, such as {}",
            shortened(&known.join(", "), 80),
            shortened(&self.show(&self.first()), 120)
        );
        Err(error(message, span))
    }
}

/// A move in lower case without outer brackets, with single spaces for white space and underscores.
fn plain(text: &str) -> String {
    let text = text
        .to_lowercase()
        .replace('_', " ")
        .replace('(', " ( ")
        .replace(')', " ) ");
    let mut words: Vec<_> = text.split_whitespace().collect();
    if let ["(", inner @ .., ")"] = &words[..] {
        words = inner.to_vec();
    }
    words.join(" ")
}

/// The expressions of a text, if it has no mistake.
fn expressions(text: &str) -> Option<Vec<Expression>> {
    let source = Source {
        name: "".into(),
        text: text.into(),
    };
    // No limits: the text of a position is short.
    let limits = Limits::default();
    let mut expressions = read(&source, &mut limits.meter()).ok()?;
    // `()` means that nothing holds.
    expressions.retain(|expression| expression.form != Form::List(Vec::new()));
    Some(expressions)
}

/// The rows at the beginning of a text, as many as the board has, and the rest.
fn rows<'t>(text: &'t str, board: &Board) -> Option<(Vec<&'t str>, &'t str)> {
    let trimmed = text.trim_start();
    let end = trimmed.find(char::is_whitespace).unwrap_or(trimmed.len());
    let (head, rest) = trimmed.split_at(end);
    let is_board = head.contains('/') && !head.contains(['(', ',']);
    (is_board && board.rows.len() > 1).then(|| (head.split('/').collect(), rest))
}

impl Machine {
    /// The term of an expression, if the term is known.
    fn term(&self, expression: &Expression) -> Option<Term> {
        let terms = &self.network.terms;
        let items = match &expression.form {
            Form::Word(word) => return terms.known(terms.known_symbol(word)?, &[]),
            Form::List(items) => items,
        };
        let (head, rest) = items.split_first()?;
        let arguments: Option<Vec<_>> = rest.iter().map(|argument| self.term(argument)).collect();
        terms.known(terms.known_symbol(head.word()?)?, &arguments?)
    }

    fn fluent(&self, expression: &Expression) -> Option<usize> {
        let term = self.term(expression)?;
        self.fluent_of.get(&term).copied()
    }

    /// Whether a text lists fluents: it contains a fluent, or begins like one.
    fn are_fluents(&self, expressions: &[Expression]) -> bool {
        let names = || {
            self.network
                .fluents
                .iter()
                .map(|fluent| self.network.terms.symbol_of(*fluent))
        };
        let is_named = |expression: &Expression| {
            let symbol = expression
                .headed()
                .and_then(|(name, _)| self.network.terms.known_symbol(name));
            symbol.is_some_and(|symbol| names().any(|name| name == symbol))
        };
        let lists = expressions
            .iter()
            .all(|expression| expression.word().is_none());
        expressions
            .iter()
            .all(|expression| self.fluent(expression).is_some())
            || lists && expressions.iter().any(is_named)
    }

    /// The position in which exactly the listed fluents hold.
    fn holding(&self, text: &str, expressions: Vec<Expression>) -> Result<Vec<u64>, InputError> {
        let mut holds = vec![false; self.network.fluents.len()];
        self.hold(text, 0, &expressions, &mut holds)?;
        self.whole(text, &holds)
    }

    /// Collects the listed fluents; `text` is the part of the full text that begins at `offset`.
    fn hold(
        &self,
        text: &str,
        offset: usize,
        expressions: &[Expression],
        holds: &mut [bool],
    ) -> Result<(), InputError> {
        for expression in expressions {
            let span = expression.span.start + offset..expression.span.end + offset;
            let by_role = expression.word().and_then(|word| self.turn_called(word));
            let Some(fluent) = by_role.or_else(|| self.fluent(expression)) else {
                let message = "this never holds in the game: expected what may hold, such as ";
                let start = shortened(&self.fluents(&self.start()), 120);
                return Err(InputError::new(format!("{message}{start}"), text, span));
            };
            holds[fluent] = true;
        }
        Ok(())
    }

    fn whole(&self, text: &str, holds: &[bool]) -> Result<Vec<u64>, InputError> {
        self.packed(holds).map_err(|members| {
            let show = |member: &usize| self.network.terms.show(self.network.fluents[*member]);
            let names: Vec<_> = members.iter().map(show).collect();
            let names = shortened(&names.join(", "), 120);
            let held = members.iter().any(|member| holds[*member]);
            let message = match held {
                true => format!("no two of these hold at once: {names}"),
                false => format!("one of these has to hold: {names}"),
            };
            InputError::whole(message, text)
        })
    }

    /// The position given by rows of a board, with the fluents outside of it.
    fn on_board(
        &self,
        text: &str,
        (board, (rows, rest)): (&Board, (Vec<&str>, &str)),
    ) -> Result<Vec<u64>, InputError> {
        let at = |part: &str| part.as_ptr() as usize - text.as_ptr() as usize;
        let error = |message: String, span: Range<usize>| Err(InputError::new(message, text, span));
        let mut holds = vec![false; self.network.fluents.len()];
        if rows.len() != board.rows.len() {
            let message = format!("expected {} rows, found {}", board.rows.len(), rows.len());
            return error(message, at(rows[0])..at(rest));
        }
        for (row, cells) in rows.iter().zip(&board.rows) {
            if row.chars().count() != cells.len() {
                let message = format!(
                    "expected {} cells in this row, found {}",
                    cells.len(),
                    row.chars().count()
                );
                return error(message, at(row)..at(row) + row.len());
            }
            for ((place, letter), field) in row.char_indices().zip(cells) {
                let span = at(row) + place..at(row) + place + letter.len_utf8();
                match self.marked(board, letter, *field) {
                    Ok(Some(member)) => holds[member] = true,
                    Ok(None) => {}
                    Err(letters) => {
                        return error(format!("expected one of {letters}, found {letter}"), span);
                    }
                }
            }
        }
        let Some(expressions) = expressions(rest) else {
            return error(
                "expected what else holds, in brackets".into(),
                at(rest)..text.len(),
            );
        };
        self.hold(text, at(rest), &expressions, &mut holds)?;
        self.whole(text, &holds)
    }

    /// The fluent that a letter means in a field; none if the letter means that no fluent holds.
    fn marked(
        &self,
        board: &Board,
        letter: char,
        field: Option<usize>,
    ) -> Result<Option<usize>, String> {
        let Some(field) = field else {
            return if letter == HOLE {
                Ok(None)
            } else {
                Err(HOLE.to_string())
            };
        };
        let field = &self.fields[field];
        let member = field
            .members
            .iter()
            .find(|member| board.marks[*member].letter == letter);
        match member {
            Some(member) => Ok(Some(*member)),
            None if !field.exact && letter == board.absent => Ok(None),
            None => {
                let letters = field
                    .members
                    .iter()
                    .map(|member| board.marks[member].letter);
                let absent = Some(board.absent).filter(|_| !field.exact);
                let letters: Vec<_> = letters.chain(absent).map(String::from).collect();
                Err(letters.join(" "))
            }
        }
    }

    /// The text of a position.
    pub(crate) fn show(&self, words: &[u64]) -> String {
        let Layout::Board(board) = &self.layout else {
            let held = self.fluents(words);
            return if held.is_empty() { "()".into() } else { held };
        };
        let row = |row: &Vec<Option<usize>>| -> String {
            row.iter()
                .map(|field| self.letter(board, *field, words))
                .collect()
        };
        let mut text = board.rows.iter().map(row).collect::<Vec<_>>().join("/");
        for other in self.others(board, words) {
            text.push(' ');
            text += &other;
        }
        text
    }

    pub(crate) fn letter(&self, board: &Board, field: Option<usize>, words: &[u64]) -> char {
        let Some(field) = field else { return HOLE };
        let field = &self.fields[field];
        let member = field.member(words);
        member.map_or(board.absent, |member| {
            board.marks[&field.members[member]].letter
        })
    }

    /// The fluents outside of a board.
    pub(crate) fn others(&self, board: &Board, words: &[u64]) -> Vec<String> {
        let held = self
            .held(words)
            .filter(|fluent| !board.marks.contains_key(fluent));
        let mut held: Vec<_> = held.collect();
        held.sort_unstable();
        let show = |fluent: usize| {
            let short = self.turn_names.iter().find(|(_, member)| *member == fluent);
            short.map_or_else(
                || self.network.terms.show(self.network.fluents[fluent]),
                |short| short.0.clone(),
            )
        };
        held.into_iter().map(show).collect()
    }

    fn turn_called(&self, word: &str) -> Option<usize> {
        let named = self.turn_names.iter().find(|(name, _)| name == word);
        named.map(|(_, fluent)| *fluent)
    }
}

impl<P: Packed> Gdl<P> {
    /// A description of the notation.
    pub fn notation(&self) -> String {
        let start = shortened(&self.show(&self.first()), 200);
        let first = self.moves(&self.first(), Side::Left).next();
        let first = first.map(|mv| self.label(&self.first(), &mv));
        match first {
            Some(mv) => format!("as its start, {start}, or as moves from there, such as {mv}"),
            None => format!("as its start, {start}"),
        }
    }
}
