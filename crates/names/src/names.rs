//! [`Name`]: what a person typed as a game, read.

mod code;
#[cfg(feature = "rules")]
mod description;
mod endings;
pub(crate) mod expression;
mod family;
mod formulas;
#[cfg(feature = "rules")]
mod graph;
mod listed;
#[cfg(feature = "rules")]
mod rule_file;
mod sums;
mod terms;
mod wide;

use std::sync::Arc;

#[cfg(feature = "rules")]
use bouton_core::Limits;
use bouton_core::take_and_break::Code;
use bouton_engine::{Component, Error, Face};
#[cfg(feature = "rules")]
use bouton_external::Report;

pub use listed::{cards, full_name};
#[cfg(feature = "rules")]
pub use rule_file::{Patience, StrategyFile, growth, watch};
pub use terms::Terms;

/// Reads a text as a name of one kind; `None` if it is no name of that kind.
type Reader = fn(&str, &Terms) -> Option<Result<Arc<dyn Named>, Error>>;

/// The kinds of names: the first that knows a text has it. Expressions come last.
const KINDS: &[Reader] = &[
    sums::read,
    #[cfg(feature = "rules")]
    rule_file::read,
    #[cfg(feature = "rules")]
    description::read,
    #[cfg(feature = "rules")]
    graph::read,
    #[cfg(not(feature = "rules"))]
    endings::read,
    formulas::read,
    listed::read,
    code::read,
    family::read,
    expression::read,
];

/// Whether a text names a game that is no expression.
fn is_game(text: &str) -> bool {
    let (_, games) = KINDS.split_last().expect("invariant: there are kinds");
    games
        .iter()
        .any(|read| read(text, &Terms::default()).is_some())
}

/// A game by its name, with what a kind of names can do for it.
pub(crate) trait Named: Send + Sync {
    /// Opens the game at a position, or at its usual start.
    fn open(&self, position: Option<&str>, misere: bool) -> Result<Box<dyn Face>, Error>;

    /// Opens it at some position, where none is needed to answer.
    fn open_anywhere(&self, misere: bool) -> Result<Box<dyn Face>, Error> {
        self.open(None, misere)
    }

    /// Opens it as a component of a sum, with the number of its position there.
    fn component(&self, position: Option<&str>) -> Result<(Box<dyn Component>, u32), Error>;

    /// What is told about it.
    fn card(&self) -> Result<Card, Error>;

    /// The code that its heaps follow, where that is known without opening it.
    fn code(&self) -> Option<Result<Code, Error>> {
        None
    }

    /// The code that its rules are proved to come to, though they are written otherwise.
    fn covering(&self) -> Result<Option<Code>, Error> {
        Ok(None)
    }

    /// Its rules as formulas, or the certificate of its law, where that is known without opening it.
    fn formulas(&self, _heaps: usize) -> Option<Result<String, Error>> {
        None
    }

    /// What is wrong with the file that it is the name of, or worth to be told; `None` where it is the name of none.
    #[cfg(feature = "rules")]
    fn check(&self, _positions: &[String], _limits: &Limits) -> Option<Result<Checked, Error>> {
        None
    }

    /// Whether it can be said what players aim at.
    #[cfg(feature = "rules")]
    fn has_aim(&self) -> bool {
        false
    }

    /// The files that are read to open it at a position.
    fn files(&self, _position: Option<&str>) -> Files {
        Files::None
    }

    /// The rules as they stand in the file that it is the name of; `None` where it is the name of none.
    fn source(&self) -> Option<Result<Source, Error>> {
        None
    }

    /// Whether the name holds its position.
    fn has_position(&self) -> bool {
        false
    }
}

/// What rules in a file are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Starlark: a rule file.
    Starlark,
    /// A list of positions and moves, a line of JSON each.
    Graph,
}

/// Rules as they stand in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The path of the file, as it was typed, with what stood before it.
    pub path: String,
    /// What it is written in.
    pub language: Language,
    /// What stands after it: the parameters, with a colon before, or "".
    pub parameters: String,
    /// The text of the file.
    pub text: String,
}

/// What opening a game reads beside its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Files {
    /// Nothing.
    None,
    /// Text that is read and never run.
    Data,
    /// Rules that are a program of their own, or text without a bound.
    Program,
}

/// What was found in a file.
#[cfg(feature = "rules")]
#[derive(Clone, Debug)]
pub struct Checked {
    /// The name of the game.
    pub name: String,
    /// What looking through it found.
    pub report: Report,
}

/// Looks for mistakes in a rule file, from its start and from some positions.
///
/// # Errors
/// A file that does not describe a game, or a position that it cannot read; a limit reached meanwhile.
#[cfg(feature = "rules")]
pub fn check(game: &str, positions: &[String], terms: &Terms) -> Result<Checked, Error> {
    let no_file = || {
        let message = "expected the path of a rule file, which ends in .star, .kif or .jsonl";
        Error::whole("file", game, message)
    };
    let name = Name::read_for(game, terms).map_err(|error| match error {
        Error::Input { .. } => no_file(),
        error => error,
    })?;
    let found = name.named.check(positions, &terms.limits);
    found.unwrap_or_else(|| Err(no_file()))
}

/// The name of a game, which its file gives nowhere else: the file's own, up to its ending.
#[cfg(feature = "rules")]
fn title(path: &str) -> String {
    let file = std::path::Path::new(path).file_name();
    let name = file.map_or_else(|| path.into(), |name| name.to_string_lossy());
    name.split('.')
        .next()
        .filter(|name| !name.is_empty())
        .unwrap_or(path)
        .to_owned()
}

/// What is told about a game that has a name.
///
/// ```
/// let card = bouton_names::Name::read("dawson-chess")?.card()?;
/// assert_eq!((card.name.as_str(), card.notation.as_str()), ("octal", "heap sizes, like 10,7"));
/// # Ok::<(), bouton_engine::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Card {
    /// Its own name.
    pub name: String,
    /// Other names for it.
    pub aliases: Vec<String>,
    /// What may follow the name after a colon, or "".
    pub parameters: String,
    /// The rules, in a sentence or two.
    pub rules: String,
    /// How a position is written.
    pub notation: String,
    /// A name to open it by, with parameters where it needs them, and a position to try.
    pub example: [String; 2],
    /// Where it and its theorems are from.
    pub sources: Vec<String>,
}

/// What a person typed as a game, read.
///
/// ```
/// use bouton_names::Name;
/// let treblecross = Name::read("treblecross")?;
/// assert_eq!(treblecross.code()?.to_string(), "0.007");
/// assert!(!treblecross.reads_files(None));
/// assert!(Name::read("nim 3,4 + kayles 5")?.has_position());
/// # Ok::<(), bouton_engine::Error>(())
/// ```
#[derive(Clone)]
pub struct Name {
    text: String,
    named: Arc<dyn Named>,
}

impl std::fmt::Debug for Name {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Name").field(&self.text).finish()
    }
}

impl Name {
    /// Reads what was typed. Files are not read before the game is opened.
    ///
    /// # Errors
    /// A text that names no game, with the nearest names.
    pub fn read(text: &str) -> Result<Self, Error> {
        Self::read_for(text, &Terms::default())
    }

    /// Reads what was typed, with what is said of the file that it names, if it names one.
    ///
    /// # Errors
    /// As for [`Name::read`]; something said that means nothing for the game.
    pub fn read_for(text: &str, terms: &Terms) -> Result<Self, Error> {
        let known = |text: &str| KINDS.iter().find_map(|read| read(text, terms));
        let (mut name, mut text) = (known(text), text.to_owned());
        let end = text.find(':').unwrap_or(text.len());
        if name.is_none() && !text[..end].contains(['.', '/']) {
            // Names are written small; parameters and files may tell case.
            let small = text[..end].to_lowercase() + &text[end..];
            name = known(&small);
            text = if name.is_some() { small } else { text };
        }
        let named = name.unwrap_or_else(|| Err(listed::unknown(&text)))?;
        #[cfg(feature = "rules")]
        if terms.aim.is_some() && !named.has_aim() {
            return Err(Error::Unfit(format!(
                "{text}: --aim means nothing here; it says what is meant in a .kif whose players are not strictly opposed"
            )));
        }
        Ok(Self { text, named })
    }

    /// The text that was typed.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Opens the game at a position, or at its usual start, for misère play or normal.
    ///
    /// # Errors
    /// Parameters or a position that the game does not have, a file that cannot be read, no misère form.
    pub fn open(&self, position: Option<&str>, misere: bool) -> Result<Box<dyn Face>, Error> {
        self.named.open(position, misere)
    }

    /// Opens the game at some position of it: where none is needed to answer.
    ///
    /// # Errors
    /// As for [`Name::open`].
    pub fn open_anywhere(&self, misere: bool) -> Result<Box<dyn Face>, Error> {
        self.named.open_anywhere(misere)
    }

    /// Opens the game as a component of a sum, with the number of its position there.
    ///
    /// # Errors
    /// As for [`Name::open`]; a game that cannot be added to others.
    pub(crate) fn component(
        &self,
        position: Option<&str>,
    ) -> Result<(Box<dyn Component>, u32), Error> {
        self.named.component(position)
    }

    /// What is told about the game.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn card(&self) -> Result<Card, Error> {
        self.named.card()
    }

    /// The take-and-break code that each heap of the game follows.
    ///
    /// # Errors
    /// A game whose heaps follow none.
    pub fn code(&self) -> Result<Code, Error> {
        if let Some(code) = self.named.code() {
            return code;
        }
        let none = || {
            Error::Unfit(format!(
                "{} has no code: a sequence is that of single heaps that follow one, such as octal:0.77",
                self.text
            ))
        };
        self.open_anywhere(false)?.code().ok_or_else(none)
    }

    /// The take-and-break code that rules which are written as formulas are proved to come to: what is known of codes
    /// holds for them.
    ///
    /// # Errors
    /// A file that cannot be read, or that is wrong.
    pub fn covering(&self) -> Result<Option<Code>, Error> {
        self.named.covering()
    }

    /// The rules of the game as formulas, of positions with so many heaps where it has any number of them; or the
    /// certificate of a law that its name is the file of.
    ///
    /// # Errors
    /// A game whose rules are not known as formulas.
    pub fn formulas(&self, heaps: usize) -> Result<String, Error> {
        if let Some(text) = self.named.formulas(heaps) {
            return text;
        }
        let none = || {
            Error::Unfit(format!(
                "the rules of {} are not known as formulas",
                self.text
            ))
        };
        let face = self.open_anywhere(false)?;
        let text = face.formulas(heaps).ok_or_else(none)?;
        text.map_err(Error::Unfit)
    }

    /// The rules as they stand in the file that this is the name of; `None` where it is the name of none.
    ///
    /// # Errors
    /// A file that cannot be read, or that is no text.
    pub fn source(&self) -> Option<Result<Source, Error>> {
        self.named.source()
    }

    /// Whether the name holds its position, as that of a sum does.
    pub fn has_position(&self) -> bool {
        self.named.has_position()
    }

    /// Whether opening the game at a position reads a file.
    pub fn reads_files(&self, position: Option<&str>) -> bool {
        self.named.files(position) > Files::None
    }

    /// Whether opening the game at a position runs a program that somebody wrote: a rule file.
    pub fn runs_program(&self, position: Option<&str>) -> bool {
        self.named.files(position) == Files::Program
    }
}
