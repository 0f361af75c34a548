//! Games made from games: `impartial(domineering:2,3)`, `passes(nim; 1)`, `conjunctive(nim 3,4; kayles 7)`, `nim with start 3,4,5`.
//!
//! Arguments are separated by semicolons. They are names, which may be made from games themselves, and numbers.

use std::sync::Arc;

use bouton_core::InputError;
use bouton_engine::{Component, Error, Untyped, Way};

use super::sums::{files_of, rules_of};
use super::{Card, Files, Name, Named, Terms};
use crate::compound::{self, How};

/// A game, played another way.
struct Variant {
    text: String,
    base: Name,
    way: Played,
    rules: &'static str,
}

/// A way to play a game.
#[derive(Clone, Copy)]
enum Played {
    Misere,
    Varied(Way),
}

/// A function of one game.
enum Function {
    /// Of the game alone.
    Alone(Played),
    /// Of the game and a number.
    Counted(fn(u64) -> Way),
}

/// A game with its usual start.
struct Started {
    text: String,
    base: Name,
    start: String,
}

/// Games played at once: their text, or none if the position contains it.
struct Compound {
    how: How,
    text: Option<String>,
    terms: Terms,
}

/// Functions of one game, each with the rules that it changes.
const VARIANTS: [(&str, Function, &str); 6] = [
    (
        "impartial",
        Function::Alone(Played::Varied(Way::Impartial)),
        "Both players have the moves of both.",
    ),
    (
        "misere",
        Function::Alone(Played::Misere),
        "The player who makes the last move, or the line, loses.",
    ),
    (
        "negative",
        Function::Alone(Played::Varied(Way::Negative)),
        "Left and Right are exchanged.",
    ),
    (
        "dicotic",
        Function::Alone(Played::Varied(Way::Dicotic)),
        "A move is legal only while both players can move.",
    ),
    (
        "passes",
        Function::Counted(Way::Passes),
        "The players may pass so many times in all, but not when play is over.",
    ),
    (
        "bounded",
        Function::Counted(Way::Bounded),
        "After so many plies play is over: a draw, or no further points.",
    ),
];

/// The text between a game and its usual start.
const START: &str = " with start ";

pub(super) fn read(text: &str, terms: &Terms) -> Option<Result<Arc<dyn Named>, Error>> {
    if let Some(start) = start_in(text) {
        if is_deep(text) || text.matches(START).count() > DEEPEST {
            return Some(Err(too_deep(START.trim())));
        }
        let (game, position) = (&text[..start], &text[start + START.len()..]);
        return Some(Name::read_for(game, terms).map(|base| {
            Arc::new(Started {
                text: text.to_owned(),
                base,
                start: position.trim().to_owned(),
            }) as _
        }));
    }
    if let Some(how) = How::named(text) {
        let (text, terms) = (None, terms.clone());
        return Some(Ok(Arc::new(Compound { how, text, terms })));
    }
    let (function, inside) = call(text)?;
    if is_deep(text) {
        return Some(Err(too_deep(function)));
    }
    if let Some(how) = How::named(function) {
        let (text, terms) = (Some(inside.to_owned()), terms.clone());
        return Some(Ok(Arc::new(Compound { how, text, terms })));
    }
    let (_, made, rules) = VARIANTS.iter().find(|(name, ..)| *name == function)?;
    Some(read_variant(text, inside, made, terms).map(|(base, way)| {
        let text = text.to_owned();
        Arc::new(Variant {
            text,
            base,
            way,
            rules,
        }) as _
    }))
}

/// The function and what stands in its parentheses, if the text is one call.
fn call(text: &str) -> Option<(&str, &str)> {
    let (function, inside) = text.strip_suffix(')')?.split_once('(')?;
    let is_name = !function.is_empty() && function.bytes().all(|c| c.is_ascii_lowercase());
    // The last parenthesis closes the first.
    let mut depth = 0_i64;
    let is_one = inside.chars().all(|c| {
        depth += i64::from(c == '(') - i64::from(c == ')');
        depth >= 0
    });
    (is_name && is_one && depth == 0).then_some((function, inside))
}

/// The most parentheses in one another: names are read one in another.
const DEEPEST: usize = 64;

fn too_deep(function: &str) -> Error {
    let message = format!("expected at most {DEEPEST} games made from games in one another");
    Error::whole("game", function, message)
}

fn is_deep(text: &str) -> bool {
    let mut depth = 0_usize;
    text.chars().any(|c| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth > DEEPEST
    })
}

/// Where the usual start begins that is given to the whole of a text.
fn start_in(text: &str) -> Option<usize> {
    let start = text.rfind(START)?;
    let is_whole = compound::arguments(&text[start..]).len() == 1 && is_balanced(&text[..start]);
    (is_whole && !text[..start].contains(" + ")).then_some(start)
}

fn is_balanced(text: &str) -> bool {
    text.matches('(').count() == text.matches(')').count()
}

/// The game that a function is of, and the way to play it.
fn read_variant(
    text: &str,
    inside: &str,
    made: &Function,
    terms: &Terms,
) -> Result<(Name, Played), Error> {
    let start = text.len() - inside.len() - 1;
    let function = &text[..start - 1];
    let wrong = |message: String| {
        let span = start..text.len() - 1;
        Error::input("game", InputError::new(message, text, span))
    };
    let arguments = compound::arguments(inside);
    let way = match (made, &arguments[..]) {
        (Function::Alone(way), [_]) => *way,
        (Function::Counted(way), [_, number]) => match number.parse() {
            Ok(number) => Played::Varied(way(number)),
            Err(_) => {
                let message = format!("expected a number of plies or passes, found {number:?}");
                return Err(wrong(message));
            }
        },
        (Function::Alone(_), _) => {
            let message = format!("expected one game: {function}(domineering:2,3)");
            return Err(wrong(message));
        }
        (Function::Counted(_), _) => {
            let message = format!("expected a game and a number: {function}(nim; 2)");
            return Err(wrong(message));
        }
    };
    Ok((Name::read_for(arguments[0], terms)?, way))
}

impl Variant {
    fn played(&self, game: Untyped, way: Way, count: Option<u64>) -> Result<Untyped, Error> {
        Ok(game.played(way, count)?.called(self.text.clone()))
    }
}

impl Named for Variant {
    fn open(&self, position: Option<&str>, misere: bool) -> Result<Untyped, Error> {
        let base = &self.base.named;
        let way = match self.way {
            // The name of the game itself says all, beside the word misère.
            Played::Misere if misere => return base.open(position, true)?.misere(),
            Played::Misere => return base.open(position, true),
            Played::Varied(way) => way,
        };
        let game = match position {
            None => self.played(base.open(None, false)?, way, None)?,
            Some(text) => {
                let split = way.split(text);
                let (inner, count) = split.map_err(|error| Error::input("position", error))?;
                self.played(base.open(Some(&inner), false)?, way, Some(count))?
            }
        };
        match misere {
            true => game.misere(),
            false => Ok(game),
        }
    }

    fn open_anywhere(&self, misere: bool) -> Result<Untyped, Error> {
        let base = &self.base.named;
        match self.way {
            Played::Misere => base.open_anywhere(true),
            Played::Varied(way) => {
                let game = self.played(base.open_anywhere(false)?, way, None)?;
                if misere { game.misere() } else { Ok(game) }
            }
        }
    }

    fn card(&self) -> Result<Card, Error> {
        let base = self.base.card()?;
        let [_, position] = base.example;
        Ok(Card {
            name: self.text.clone(),
            rules: format!("{} {}", self.rules, base.rules),
            notation: base.notation,
            example: [self.text.clone(), position],
            sources: base.sources,
            ..Card::default()
        })
    }

    fn files(&self, position: Option<&str>) -> Files {
        self.base.named.files(position)
    }

    fn has_position(&self) -> bool {
        self.base.has_position()
    }
}

impl Named for Started {
    fn open(&self, position: Option<&str>, misere: bool) -> Result<Untyped, Error> {
        let position = position.unwrap_or(&self.start);
        self.base.named.open(Some(position), misere)
    }

    fn component(&self, position: Option<&str>) -> Result<(Box<dyn Component>, u32), Error> {
        let position = position.unwrap_or(&self.start);
        self.base.named.component(Some(position))
    }

    fn card(&self) -> Result<Card, Error> {
        let base = self.base.card()?;
        Ok(Card {
            name: self.text.clone(),
            example: [self.text.clone(), self.start.clone()],
            to_play: None,
            ..base
        })
    }

    fn files(&self, position: Option<&str>) -> Files {
        self.base.named.files(position)
    }
}

impl Named for Compound {
    fn open(&self, position: Option<&str>, misere: bool) -> Result<Untyped, Error> {
        let how = self.how;
        match (self.text.as_deref(), position) {
            (None, Some(text)) | (Some(text), None) => {
                let game = compound::open(how, text, &self.terms)?;
                if misere { game.misere() } else { Ok(game) }
            }
            (None, None) => Err(Error::Unfit(format!(
                "expected games with their positions, like \"{}(nim 3,4; kayles 7)\"",
                how.name()
            ))),
            (Some(_), Some(beside)) => Err(Error::Unfit(format!(
                "expected no position besides the games, which contain theirs; found {beside:?}"
            ))),
        }
    }

    fn card(&self) -> Result<Card, Error> {
        let text = self.text.as_deref().unwrap_or("nim 3,4; kayles 7");
        let parts = self.text.iter().flat_map(|text| compound::arguments(text));
        let each = rules_of(parts, &self.terms)?;
        Ok(Card {
            name: self.how.name().to_owned(),
            rules: format!("{} {each}", self.how.rules()).trim_end().to_owned(),
            notation: "games and their positions with ; between them".into(),
            example: [self.how.name().into(), text.to_owned()],
            sources: vec![self.how.source().to_owned()],
            ..Card::default()
        })
    }

    fn files(&self, position: Option<&str>) -> Files {
        let text = self.text.as_deref().or(position).unwrap_or_default();
        files_of(compound::arguments(text), &self.terms)
    }

    fn has_position(&self) -> bool {
        self.text.is_some()
    }
}
