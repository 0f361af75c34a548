//! [`Entry`]: a game of the catalogue.

use crate::game::{Alternating, Game};
use crate::notation::InputError;
use crate::partizan::{Side, split_side};
use crate::powers::Declares;

/// The kind of a game: what its positions consist of.
///
/// ```
/// use bouton_core::entry::Kind;
/// assert_eq!(Kind::named("rows"), Some(Kind::Rows));
/// assert_eq!(Kind::Sides.title(), "Left and Right (partizan games)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Heaps of tokens.
    Heaps,
    /// Rows of numbers.
    Rows,
    /// Boards.
    Boards,
    /// Cards.
    Cards,
    /// Graphs.
    Graphs,
    /// Games in which Left and Right have different moves, on anything.
    Sides,
}

impl Kind {
    /// Every kind, in the order in which games are listed.
    pub const ALL: [Self; 6] = [
        Self::Heaps,
        Self::Rows,
        Self::Boards,
        Self::Graphs,
        Self::Cards,
        Self::Sides,
    ];

    /// The kind of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Heaps => "heaps",
            Self::Rows => "rows",
            Self::Boards => "boards",
            Self::Cards => "cards",
            Self::Graphs => "graphs",
            Self::Sides => "sides",
        }
    }

    /// Its heading in a list of games.
    pub fn title(self) -> &'static str {
        match self {
            Self::Heaps => "Heaps",
            Self::Rows => "Rows of numbers",
            Self::Boards => "Boards",
            Self::Cards => "Cards",
            Self::Graphs => "Graphs",
            Self::Sides => "Left and Right (partizan games)",
        }
    }
}

/// The catalogue's description of a game.
#[derive(Clone, Copy, Debug)]
pub struct Card {
    /// The name it is opened by.
    pub name: &'static str,
    /// The kind of game, for lists.
    pub kind: Kind,
    /// Other names for the game, each with the parameters that it implies.
    pub aliases: &'static [(&'static str, &'static str)],
    /// The parameters after the colon, with an example; "" if there are none.
    pub parameters: &'static str,
    /// The rules, as a rule file. The first paragraph of its opening comment tells them in a sentence or two.
    pub text: &'static str,
    /// How a position is written.
    pub notation: &'static str,
    /// A position to try, with parameters where it needs them: `3` or `1,2,3 21`.
    pub example: Example,
    /// The publications that the game and its theorems are from.
    pub sources: &'static [&'static str],
}

impl Card {
    /// The rules, in a sentence or two.
    pub fn rules(&self) -> String {
        let lines = self.text.lines().map(|line| line.strip_prefix("# "));
        let lines: Vec<_> = lines.map_while(|line| line).collect();
        lines.join(" ")
    }
}

/// Parameters with a position that fits them.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// Parameters, or "".
    pub parameters: &'static str,
    /// A position.
    pub position: &'static str,
}

impl Example {
    /// A position with the parameters that it needs.
    pub const fn new(parameters: &'static str, position: &'static str) -> Self {
        Self {
            parameters,
            position,
        }
    }

    /// A position that needs no parameters.
    pub const fn at(position: &'static str) -> Self {
        Self::new("", position)
    }
}

/// A game with its parameters read and a position in it.
pub type Opened<G> = (G, <G as Game>::Position);

/// A visitor of the types of games.
pub trait Visitor {
    /// Called once for each game.
    fn game<E: Entry<Game: Alternating>>(&mut self);
}

/// A game of the catalogue.
pub trait Entry {
    /// The type it opens as, usually itself. Games with similar positions can share a type, which is compiled with the
    /// solvers only once.
    type Game: Declares;

    /// Its description.
    const CARD: Card;

    /// Opens the game with the parameters after its name (`None`: no colon) at `position` (`None`: its usual start).
    ///
    /// # Errors
    /// If the game has no such parameters or position; the error names the place in the text.
    fn open(
        parameters: Option<&str>,
        position: Option<&str>,
    ) -> Result<Opened<Self::Game>, OpenError>;

    /// The parameters to use if none are given and the position does not imply them.
    const USUAL: Option<&'static str> = None;

    /// A good position to begin play at, where the example of the card serves another purpose.
    const TO_PLAY: Option<Example> = None;

    /// The position that play usually starts from; `None` where there is no usual one.
    fn start(&self) -> Option<<Self::Game as Game>::Position> {
        None
    }

    /// Passes the same game for heaps beyond 64 bits, where there is one, to a visitor.
    fn beyond_64_bits(_visitor: &mut impl Visitor) {}
}

/// The reason why a game could not be opened, and which of the two texts is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    /// The text after the game's name.
    #[error("{0}")]
    Parameters(InputError),
    /// The position.
    #[error("{0}")]
    Position(InputError),
}

impl OpenError {
    /// An error about the parameters as a whole.
    pub fn parameters(text: Option<&str>, message: impl Into<String>) -> Self {
        let text = text.unwrap_or("");
        Self::Parameters(InputError::whole(message, text))
    }
}

/// For [`Entry::open`] of a game without parameters.
///
/// # Errors
/// If there are parameters; also as for [`at_position`].
pub fn plain<G: Entry<Game = G> + Declares + Default>(
    parameters: Option<&str>,
    position: Option<&str>,
) -> Result<Opened<G>, OpenError> {
    no_parameters(parameters)?;
    at_position(G::default(), position)
}

/// For [`Entry::open`] of a game whose rules do not depend on the position.
///
/// # Errors
/// If the game has no such position, or if none is given and there is no usual start.
pub fn at_position<G: Entry<Game = G> + Declares>(
    game: G,
    position: Option<&str>,
) -> Result<Opened<G>, OpenError> {
    let at = match (position, game.start()) {
        (None, Some(start)) => start,
        (text, _) => game
            .parse(needed(text, G::CARD.notation)?)
            .map_err(OpenError::Position)?,
    };
    Ok((game, at))
}

/// For [`Entry::open`] of a game without parameters: refuses any parameters.
///
/// # Errors
/// If there are parameters.
pub fn no_parameters(parameters: Option<&str>) -> Result<(), OpenError> {
    match parameters {
        None => Ok(()),
        Some(text) => Err(OpenError::Parameters(InputError::whole(
            "this game takes no parameters",
            text,
        ))),
    }
}

/// For [`Entry::open`] of a game without a usual start: requires a position.
///
/// # Errors
/// If there is no position.
pub fn needed<'t>(position: Option<&'t str>, notation: &str) -> Result<&'t str, OpenError> {
    position.ok_or_else(|| {
        OpenError::Position(InputError::new(
            format!("this game has no usual start: give a position ({notation})"),
            "",
            0..0,
        ))
    })
}

/// Other readings of a text that is not a position as written: without the brackets around it; with spaces instead of the
/// commas between numbers or of the separators between rows, which may also be line ends; without spaces, or without commas
/// between digits.
///
/// ```
/// use bouton_core::entry::otherwise;
/// assert!(otherwise("(3, 5)").contains(&"3, 5".to_owned()));
/// assert!(otherwise("3 4 5").contains(&"3,4,5".to_owned()));
/// assert!(otherwise("X.O\n.X.\nO..").contains(&"X.O/.X./O..".to_owned()));
/// assert!(otherwise("1,2,1").contains(&"121".to_owned()));
/// ```
pub fn otherwise(text: &str) -> Vec<String> {
    let (board, side) = split_side(text.trim());
    let pairs = [('(', ')'), ('[', ']'), ('{', '}')];
    let within = |(open, close)| board.strip_prefix(open)?.strip_suffix(close);
    let bare = pairs.into_iter().find_map(within).unwrap_or(board).trim();
    let words =
        |text: &str, between: &str| text.split_whitespace().collect::<Vec<_>>().join(between);
    let mut meant = vec![bare.to_owned()];
    if bare.contains(char::is_whitespace) {
        meant.push(words(bare, ","));
        let lines = bare.lines().filter(|line| !line.trim().is_empty());
        let rows: Vec<_> = lines.map(|line| words(line, "")).collect();
        if rows.len() > 1 {
            meant.push(rows.join("/"));
        }
        if !bare.contains(|sign: char| sign.is_ascii_digit()) {
            meant.push(words(bare, "/"));
        }
        meant.push(words(bare, ""));
    }
    let digits: Option<String> = bare.split(',').map(digit).collect();
    meant.extend(digits.filter(|_| bare.contains(',')));
    if side == Side::Right {
        meant.iter_mut().for_each(|text| *text += " R");
    }
    meant
}

/// The digit that the text consists of, if it is a single digit.
fn digit(text: &str) -> Option<char> {
    let mut signs = text.trim().chars();
    let digit = signs.next().filter(char::is_ascii_digit);
    digit.filter(|_| signs.next().is_none())
}
