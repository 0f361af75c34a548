//! [`Entry`]: a game as the catalogue knows it.

use crate::game::{Alternating, Game};
use crate::notation::InputError;
use crate::powers::Declares;

/// What the catalogue tells about a game.
#[derive(Clone, Copy, Debug)]
pub struct Card {
    /// The name it is opened by.
    pub name: &'static str,
    /// Other names for it, each with the parameters it stands for.
    pub aliases: &'static [(&'static str, &'static str)],
    /// What may follow the name after a colon, with an example, or "" if nothing may.
    pub parameters: &'static str,
    /// The rules, in a sentence or two.
    pub rules: &'static str,
    /// How a position is written.
    pub notation: &'static str,
    /// A position to try, with parameters where it needs them: `3` or `1,2,3 21`.
    pub example: Example,
    /// Where the game and its theorems are from.
    pub sources: &'static [&'static str],
}

/// Parameters and a position that go well together.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// Parameters, or "".
    pub parameters: &'static str,
    /// A position.
    pub position: &'static str,
}

/// A game with its parameters read and a position in it.
pub type Opened<G> = (G, <G as Game>::Position);

/// Somebody who wants to see the types of games.
pub trait Visitor {
    /// Called once for each game.
    fn game<E: Entry<Game: Alternating>>(&mut self);
}

/// A game of the catalogue.
pub trait Entry {
    /// What it opens as: mostly itself; games whose positions are alike can share a type, which is compiled with the solvers
    /// once for all of them.
    type Game: Declares;

    /// What the catalogue tells about it.
    const CARD: Card;

    /// Opens the game with the parameters after its name (`None`: no colon) at `position` (`None`: its usual start).
    ///
    /// # Errors
    /// Parameters or a position that the game does not have, with the place in the text.
    fn open(
        parameters: Option<&str>,
        position: Option<&str>,
    ) -> Result<Opened<Self::Game>, OpenError>;

    /// The position that play usually starts from; `None` where there is no usual one.
    fn start(&self) -> Option<<Self::Game as Game>::Position> {
        None
    }

    /// Shows the same game for heaps beyond 64 bits, where there is one.
    fn beyond_64_bits(_visitor: &mut impl Visitor) {}
}

/// Why a game could not be opened: which of the two texts is wrong, and how.
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
    /// The parameters as a whole do not do.
    pub fn parameters(text: Option<&str>, message: impl Into<String>) -> Self {
        let text = text.unwrap_or("");
        Self::Parameters(InputError::new(message, text, 0..text.len()))
    }
}

/// For [`Entry::open`] of a game without parameters.
///
/// # Errors
/// When there are parameters; as for [`at_position`].
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
/// A position that the game does not have, or none where it has no usual start.
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

/// For [`Entry::open`] of a game without parameters: refuses any.
///
/// # Errors
/// When there are parameters.
pub fn no_parameters(parameters: Option<&str>) -> Result<(), OpenError> {
    match parameters {
        None => Ok(()),
        Some(text) => Err(OpenError::Parameters(InputError::new(
            "this game takes no parameters",
            text,
            0..text.len(),
        ))),
    }
}

/// For [`Entry::open`] of a game without a usual start: a position is needed.
///
/// # Errors
/// When there is no position.
pub fn needed<'t>(position: Option<&'t str>, notation: &str) -> Result<&'t str, OpenError> {
    position.ok_or_else(|| {
        OpenError::Position(InputError::new(
            format!("this game has no usual start: give a position ({notation})"),
            "",
            0..0,
        ))
    })
}
