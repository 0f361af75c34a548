//! [`Name`]: a parsed name of a game.

mod code;
mod code_in_words;
#[cfg(feature = "rules")]
mod description;
mod endings;
pub(crate) mod expression;
mod family;
mod formulas;
mod functions;
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
use bouton_core::entry::Kind;
use bouton_core::take_and_break::Code;
use bouton_engine::{Component, Error, Face, Untyped};
#[cfg(feature = "rules")]
use bouton_external::Report;

pub use listed::{cards, full_name};
#[cfg(feature = "rules")]
pub use rule_file::{StrategyFile, growth};
pub use terms::Terms;

/// Reads a text as a name of one kind; `None` if it is not a name of that kind.
type Reader = fn(&str, &Terms) -> Option<Result<Arc<dyn Named>, Error>>;

/// The kinds of names: the first one that recognises a text is used. Expressions come last.
const KINDS: &[Reader] = &[
    functions::read,
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

/// Whether a text names a game that is not an expression.
fn is_game(text: &str) -> bool {
    let (_, games) = KINDS.split_last().expect("invariant: there are kinds");
    games
        .iter()
        .any(|read| read(text, &Terms::default()).is_some())
}

/// A game by its name, with the operations of its kind of names.
pub(crate) trait Named: Send + Sync {
    /// Opens the game at a position, or at its usual start.
    fn open(&self, position: Option<&str>, misere: bool) -> Result<Untyped, Error>;

    /// Opens it at any position, if the query does not need a certain one.
    fn open_anywhere(&self, misere: bool) -> Result<Untyped, Error> {
        self.open(None, misere)
    }

    /// Opens it as a component of a sum, with the number of its position there.
    fn component(&self, position: Option<&str>) -> Result<(Box<dyn Component>, u32), Error> {
        self.open(position, false)?.component()
    }

    /// The description of the game.
    fn card(&self) -> Result<Card, Error>;

    /// The code that its heaps follow, if it is known without opening the game.
    fn code(&self) -> Option<Result<Code, Error>> {
        None
    }

    /// The code that its rules are proved to follow, although they are written in another form.
    fn covering(&self) -> Result<Option<Code>, Error> {
        Ok(None)
    }

    /// Its rules as formulas, or the certificate of its law, if known without opening the game.
    fn formulas(&self, _heaps: usize) -> Option<Result<String, Error>> {
        None
    }

    /// The rewritings of Left and of Right in its file; `None` if its rules are none.
    fn rewritings(&self) -> Option<Result<[Vec<[String; 2]>; 2], Error>> {
        None
    }

    /// The mistakes and notes about its file; `None` if the name is not that of a file.
    #[cfg(feature = "rules")]
    fn check(&self, _positions: &[String], _limits: &Limits) -> Option<Result<Checked, Error>> {
        None
    }

    /// Whether the objective can be chosen.
    #[cfg(feature = "rules")]
    fn has_aim(&self) -> bool {
        false
    }

    /// The files that are read to open it at a position.
    fn files(&self, _position: Option<&str>) -> Files {
        Files::None
    }

    /// The rules of a game of the catalogue as a rule file, with the parameters of the name.
    fn rule_text(&self) -> Option<Result<String, Error>> {
        None
    }

    /// The text of its rule file; `None` if the name is not that of a rule file.
    fn source(&self) -> Option<Result<Source, Error>> {
        None
    }

    /// Whether the name contains its position.
    fn has_position(&self) -> bool {
        false
    }
}

/// The language of a rule file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// A part of Python: a rule file.
    Rules,
    /// A list of positions and moves, a line of JSON each.
    Graph,
}

/// The text of a rule file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The path of the file as typed, with its prefix.
    pub path: String,
    /// Its language.
    pub language: Language,
    /// The text after it: a colon and the parameters, or "".
    pub parameters: String,
    /// The text of the file.
    pub text: String,
}

/// The files that opening a game reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Files {
    /// No files.
    None,
    /// Files that are read but not run.
    Data,
    /// Rules that are programs, or text of unbounded size.
    Program,
}

/// The result of checking a file.
#[cfg(feature = "rules")]
#[derive(Clone, Debug)]
pub struct Checked {
    /// The name of the game.
    pub name: String,
    /// The report.
    pub report: Report,
}

/// Checks a rule file for mistakes, from its start and from some positions.
///
/// # Errors
/// If the file does not describe a game or cannot read a position, or a limit is reached.
#[cfg(feature = "rules")]
pub fn check(game: &str, positions: &[String], terms: &Terms) -> Result<Checked, Error> {
    let no_file = || {
        let message = "expected the path of a rule file, which ends in .py, .star, .kif or .jsonl";
        Error::whole("file", game, message)
    };
    let name = Name::read_for(game, terms).map_err(|error| match error {
        Error::Input { .. } => no_file(),
        error => error,
    })?;
    let found = name.named.check(positions, &terms.limits);
    found.unwrap_or_else(|| Err(no_file()))
}

/// The name of a game whose file contains no name: the file name without its ending.
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

/// The description of a game.
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
    /// The usual name of the game with these parameters, such as `kayles` for `octal:0.77`.
    pub called: Option<String>,
    /// The kind of game, if the catalogue lists it.
    pub kind: Option<Kind>,
    /// Other names for it.
    pub aliases: Vec<String>,
    /// The parameters after the colon, or "".
    pub parameters: String,
    /// The rules, in a sentence or two.
    pub rules: String,
    /// How a position is written.
    pub notation: String,
    /// A name to open it by, with parameters if it needs them, and a position to try.
    pub example: [String; 2],
    /// A name to open it by, and a good position to begin play at, if that is neither the usual start nor the example.
    pub to_play: Option<[String; 2]>,
    /// Sources of the game and its theorems.
    pub sources: Vec<String>,
}

/// A parsed name of a game.
///
/// ```
/// use bouton_names::Name;
/// let kayles = Name::read("kayles")?;
/// assert_eq!(kayles.code()?.to_string(), "0.77");
/// assert!(!kayles.reads_files(None));
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
    /// Parses a name. Files are not read before the game is opened.
    ///
    /// # Errors
    /// If the text names no game; the error has the nearest names.
    pub fn read(text: &str) -> Result<Self, Error> {
        Self::read_for(text, &Terms::default())
    }

    /// Parses a name, with options for the file that it names, if it names one.
    ///
    /// # Errors
    /// As for [`Name::read`]; also if an option does not apply to the game.
    pub fn read_for(text: &str, terms: &Terms) -> Result<Self, Error> {
        let known = |text: &str| KINDS.iter().find_map(|read| read(text, terms));
        let (mut name, mut text) = (known(text), text.to_owned());
        let end = text.find(':').unwrap_or(text.len());
        if name.is_none() && !text[..end].contains(['.', '/']) {
            // Names are in lower case with hyphens: `naughts and crosses` is converted. Parameters and files keep their
            // case.
            let small = text[..end].trim().to_lowercase().replace([' ', '_'], "-") + &text[end..];
            name = known(&small);
            text = if name.is_some() { small } else { text };
        }
        let named = name.unwrap_or_else(|| Err(listed::unknown(&text)))?;
        #[cfg(feature = "rules")]
        if terms.aim.is_some() && !named.has_aim() {
            return Err(Error::Unfit(format!(
                "{text}: --aim does not apply here; it sets the objective in a .kif game that is not zero-sum"
            )));
        }
        Ok(Self { text, named })
    }

    /// The typed text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Opens the game at a position, or at its usual start, for misère play or normal.
    ///
    /// # Errors
    /// If the game has no such parameters or position, a file cannot be read, or there is no misère form.
    pub fn open(&self, position: Option<&str>, misere: bool) -> Result<Box<dyn Face>, Error> {
        Ok(self.named.open(position, misere)?.face())
    }

    /// Opens the game at any position, for queries that do not need a certain one.
    ///
    /// # Errors
    /// As for [`Name::open`].
    pub fn open_anywhere(&self, misere: bool) -> Result<Box<dyn Face>, Error> {
        Ok(self.named.open_anywhere(misere)?.face())
    }

    /// Opens the game at a good position to begin play at, for a game without a usual start.
    ///
    /// # Errors
    /// As for [`Name::open`]; also if no such position is known.
    pub fn open_to_play(&self, misere: bool) -> Result<Box<dyn Face>, Error> {
        let card = self.card()?;
        let [_, position] = card.to_play.unwrap_or(card.example);
        if position.is_empty() {
            let message = format!("{} has no usual start: give a position", self.text);
            return Err(Error::Unfit(message));
        }
        self.open(Some(&position), misere)
    }

    /// Opens the game as a component of a sum, with the number of its position there.
    ///
    /// # Errors
    /// As for [`Name::open`]; also if the game cannot be a part of a sum.
    pub(crate) fn component(
        &self,
        position: Option<&str>,
    ) -> Result<(Box<dyn Component>, u32), Error> {
        self.named.component(position)
    }

    /// The description of the game.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn card(&self) -> Result<Card, Error> {
        self.named.card()
    }

    /// The take-and-break code that each heap of the game follows.
    ///
    /// # Errors
    /// If the heaps of the game follow no code.
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
        let face = self.open_of_sizes()?.ok_or_else(none)?;
        face.code().ok_or_else(none)
    }

    /// The name with a number in place of its parameter `n`, which stands for the sizes of a board; `None` for other names. A
    /// file is read with these options.
    ///
    /// ```
    /// let boards = bouton_names::Name::read("cram:3,n")?;
    /// let board = boards.with_size(12, &Default::default());
    /// assert_eq!(board.unwrap().text(), "cram:3,12");
    /// assert!(boards.open(None, false).is_err());
    /// # Ok::<(), bouton_engine::Error>(())
    /// ```
    pub fn with_size(&self, n: u64, terms: &Terms) -> Option<Self> {
        let (game, parameters) = self.text.rsplit_once(':')?;
        let mut all: Vec<_> = parameters.split(',').map(str::to_owned).collect();
        let mut sizes = all.iter_mut().filter(|parameter| parameter.trim() == "n");
        let first = sizes.next()?;
        sizes.chain([first]).for_each(|size| *size = n.to_string());
        Self::read_for(&format!("{game}:{}", all.join(",")), terms).ok()
    }

    /// Whether a parameter `n` stands for the sizes of a board.
    pub fn has_sizes(&self) -> bool {
        self.with_size(1, &Terms::default()).is_some()
    }

    /// The game at any position; `None` if the name is one of boards of all sizes.
    fn open_of_sizes(&self) -> Result<Option<Box<dyn Face>>, Error> {
        match self.open_anywhere(false) {
            Err(Error::Input { .. }) if self.has_sizes() => Ok(None),
            opened => opened.map(Some),
        }
    }

    /// The take-and-break code that is proved equivalent to rules written as formulas: theorems about codes hold for them.
    ///
    /// # Errors
    /// If a file cannot be read or is wrong.
    pub fn covering(&self) -> Result<Option<Code>, Error> {
        self.named.covering()
    }

    /// The rules of the game as formulas, for this many heaps if the game allows any number; or the certificate of a law,
    /// if the name is that of one.
    ///
    /// # Errors
    /// If the rules of the game are not known as formulas.
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
        let face = self.open_of_sizes()?.ok_or_else(none)?;
        let text = face.formulas(heaps).ok_or_else(none)?;
        text.map_err(Error::Unfit)
    }

    /// The rewritings of Left and of Right, as pairs of words, if its rules are a rule file of such; `None` for every other
    /// game.
    ///
    /// # Errors
    /// If the name is that of a rule file that cannot be read, or that has other rules.
    pub fn rewritings(&self) -> Option<Result<[Vec<[String; 2]>; 2], Error>> {
        self.named.rewritings()
    }

    /// The rules of a game of the catalogue as a rule file, with the parameters of the name as its defaults.
    ///
    /// # Errors
    /// The name is not one of the catalogue, or the game does not take its parameters.
    ///
    /// ```
    /// let text = bouton_names::Name::read("kayles")?.rule_text()?;
    /// assert!(text.starts_with("# Take ") && text.contains("\"0.77\""));
    /// # Ok::<(), bouton_engine::Error>(())
    /// ```
    pub fn rule_text(&self) -> Result<String, Error> {
        let message = "the rules that can be shown as a text are those of the catalogue: `bouton games` lists it";
        let text = self.named.rule_text();
        text.unwrap_or_else(|| Err(Error::Unfit(message.into())))
    }

    /// The text of its rule file; `None` if the name is not that of a rule file.
    ///
    /// # Errors
    /// If the file cannot be read, or is not text.
    pub fn source(&self) -> Option<Result<Source, Error>> {
        self.named.source()
    }

    /// Whether the name contains its position, as that of a sum does.
    pub fn has_position(&self) -> bool {
        self.named.has_position()
    }

    /// Whether opening the game at a position reads a file.
    pub fn reads_files(&self, position: Option<&str>) -> bool {
        self.named.files(position) > Files::None
    }

    /// Whether opening the game at a position runs a rule file.
    pub fn runs_program(&self, position: Option<&str>) -> bool {
        self.named.files(position) == Files::Program
    }
}
