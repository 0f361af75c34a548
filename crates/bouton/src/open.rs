//! [`Open`]: a request to open a game.

use std::borrow::Cow;

use bouton_core::{Alternating, Declares, Game};
use bouton_engine::{Error, Opening};
use bouton_names::{Name, Terms};

use crate::book;
use crate::session::Session;

/// A request to open a game at a position.
///
/// ```
/// use bouton::{How, Open, Outcome};
/// let mut session = Open::game("nim").at("1,1,1").misere(true).session()?;
/// assert_eq!(session.solve(&How::default())?.outcome, Some(Outcome::Loss));
/// # Ok::<(), bouton::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Open<'o> {
    pub(crate) game: Cow<'o, str>,
    pub(crate) position: Option<Cow<'o, str>>,
    misere: bool,
    right: bool,
    pub(crate) terms: Terms,
}

impl<'o> Open<'o> {
    /// The game of this name, at its usual start, in normal play. The name is read when the game is opened.
    pub fn game(name: impl Into<Cow<'o, str>>) -> Self {
        Self {
            game: name.into(),
            position: None,
            misere: false,
            right: false,
            terms: Terms::default(),
        }
    }

    /// At this position.
    pub fn at(self, position: impl Into<Cow<'o, str>>) -> Self {
        self.position(Some(position))
    }

    /// At this position if there is one, otherwise at the usual start.
    pub fn position(self, position: Option<impl Into<Cow<'o, str>>>) -> Self {
        Self {
            position: position.map(Into::into),
            ..self
        }
    }

    /// Whether it is in misère play: the last to move loses, the player who makes the line loses.
    pub fn misere(self, misere: bool) -> Self {
        Self { misere, ..self }
    }

    /// Whether Right moves first, in a game in which Left and Right have different moves.
    pub fn right(self, right: bool) -> Self {
        Self { right, ..self }
    }

    /// The limits of reading its file, and the objective of the players.
    pub fn on(self, terms: Terms) -> Self {
        Self { terms, ..self }
    }

    /// Opens it.
    ///
    /// # Errors
    /// If no game has the name, or the game does not have the parameters, the position, the form or the side.
    pub fn session(self) -> Result<Session, Error> {
        let name = Name::read_for(&self.game, &self.terms)?;
        let face = name.open(self.position.as_deref(), self.misere)?;
        self.with_side(Session::of(face))
    }

    /// Opens it at any position, for queries that need none; a given position is ignored. A parameter `n` in place of a number,
    /// as in `cram:3,n`, opens the boards of all sizes, which are asked for as heaps.
    ///
    /// # Errors
    /// As for [`Open::session`].
    pub fn anywhere(self) -> Result<Session, Error> {
        let name = Name::read_for(&self.game, &self.terms)?;
        let session = match name.open_anywhere(self.misere) {
            Err(Error::Input { .. }) if name.has_sizes() => {
                Session::of_boards(name, self.misere, &self.terms)?
            }
            opened => Session::of(opened?),
        };
        self.with_side(session)
    }

    /// Opens it at a good position to begin play at, for a game that has no usual start.
    ///
    /// ```
    /// assert_eq!(bouton::Open::game("wythoff").to_play()?.position()?, "5,8");
    /// # Ok::<(), bouton::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Open::session`]; also if no such position is known.
    pub fn to_play(self) -> Result<Session, Error> {
        let face = Name::read_for(&self.game, &self.terms)?.open_to_play(self.misere)?;
        self.with_side(Session::of(face))
    }

    fn with_side(self, session: Session) -> Result<Session, Error> {
        let mut session = session.on(self.terms);
        if let Some(chapter) = book::chapter(&session) {
            session.open_book(chapter);
        }
        if self.right {
            session.right_first()?;
        }
        Ok(session)
    }
}

/// Opens a game of the catalogue, a sum or a file by its name, at a position; see also [`Open`].
///
/// ```
/// let session = bouton::open("wythoff", "75,90")?;
/// assert_eq!(session.position()?, "75,90");
/// # Ok::<(), bouton::Error>(())
/// ```
///
/// # Errors
/// As for [`Open::session`].
pub fn open(game: &str, position: &str) -> Result<Session, Error> {
    Open::game(game).at(position).session()
}

/// Opens a game of your own, at a position; the properties that it declares select its solvers. See the front page of this
/// library.
pub fn session<G: Declares + Alternating>(game: G, position: <G as Game>::Position) -> Session {
    session_called(short_name::<G>(), game, position)
}

/// The same, for a game with its own name.
pub fn session_called<G: Declares + Alternating>(
    name: impl Into<String>,
    game: G,
    position: <G as Game>::Position,
) -> Session {
    Session::of(bouton_engine::Untyped::of(opening(name, game, position)).face())
}

/// Opens external rules, at a position or at their usual start, for their own objective or the opposite one.
///
/// # Errors
/// If the rules have no such position, no start, or no opposite objective.
#[cfg(feature = "rules")]
pub fn session_of_rules<R: bouton_external::Opens>(
    name: impl Into<String>,
    rules: R,
    position: Option<&str>,
    misere: bool,
) -> Result<Session, Error> {
    let external = bouton_names::External {
        name: name.into(),
        rules,
        again: None,
    };
    Ok(Session::of(external.open(position, misere)?.face()))
}

fn opening<G: Game>(name: impl Into<String>, game: G, position: G::Position) -> Opening<G> {
    Opening {
        name: name.into(),
        opened: (game, position),
        again: None,
    }
}

/// The name of a type without its path.
fn short_name<G>() -> String {
    let whole = std::any::type_name::<G>();
    let path = whole.split('<').next().unwrap_or(whole);
    path.rsplit("::").next().unwrap_or(path).to_owned()
}
