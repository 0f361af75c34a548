//! [`Typed`]: a game of a known type behind the [`Face`].
//!
//! This code is compiled once for every type of game. Work that does not need the type is done above the face, where it is
//! compiled once.

use std::any::Any;

use bouton_core::entry::{OpenError, Opened};
use bouton_core::{Alternating, Declares, Game, Impartial, Limits, Misere, Origin, Powers, Score};
use bouton_solvers::Tables;

use crate::abilities::Abilities;
use crate::error::Error;
use crate::face::Face;
use crate::menu::Menu;

/// Opens the same game, with the same parameters, at another position, if that takes more than reading the position.
pub type Opener<G> = Box<dyn Fn(&str) -> Result<Opened<G>, OpenError> + Send>;

/// An opened game that is to be put behind the face.
pub struct Opening<G: Game> {
    /// The name with which the game was opened.
    pub name: String,
    /// The rules and the position.
    pub opened: Opened<G>,
    /// Opens it at another position; `None` if the rules read the position.
    pub again: Option<Opener<G>>,
}

/// Puts an opened game behind the face, for normal or misère play.
///
/// # Errors
/// If the game has no misère form.
pub fn open<G: Declares + Alternating>(
    opening: Opening<G>,
    misere: bool,
) -> Result<Box<dyn Face>, Error> {
    if !misere {
        return Ok(open_normal(opening));
    }
    let mut form = MisereForm(None);
    opening.opened.0.declare(&mut form);
    match form.0 {
        Some(open) => Ok(open(opening)),
        None => Err(no_misere(&opening.name)),
    }
}

/// The error for a game without a misère form.
pub fn no_misere(name: &str) -> Error {
    Error::Unfit(format!(
        "{name} has no misère form: --misere does not apply there"
    ))
}

/// Puts an opened game behind the face, for normal play.
pub fn open_normal<G: Declares + Alternating>(opening: Opening<G>) -> Box<dyn Face> {
    open_as(opening, false)
}

/// Puts an opened game, which already has the requested form, behind the face.
pub fn open_as<G: Declares + Alternating>(opening: Opening<G>, misere: bool) -> Box<dyn Face> {
    Box::new(Typed::new(opening, misere))
}

/// Opens the misère form of a game, if it declares one: otherwise the type of that form is not compiled.
struct MisereForm<G: Game>(Option<OpenForm<G>>);

type OpenForm<G> = fn(Opening<G>) -> Box<dyn Face>;

impl<G: Declares + Alternating> Powers<G> for MisereForm<G> {
    fn impartial(&mut self)
    where
        G: Impartial,
    {
        self.0 = Some(open_misere);
    }
    fn misere(&mut self)
    where
        G: Alternating<Score: Score<Gain = ()>>,
    {
        self.0 = Some(open_misere);
    }
}

fn open_misere<G>(opening: Opening<G>) -> Box<dyn Face>
where
    G: Declares + Alternating<Score: Score<Gain = ()>>,
{
    let Opening {
        name,
        opened: (game, at),
        again,
    } = opening;
    let again = again.map(|again| -> Opener<Misere<G>> {
        Box::new(move |text| again(text).map(|(game, at)| (Misere(game), at)))
    });
    let opened = (Misere(game), at);
    Box::new(Typed::new(
        Opening {
            name,
            opened,
            again,
        },
        true,
    ))
}

/// A game of a known type, opened at a position.
pub(crate) struct Typed<G: Declares + Alternating> {
    name: String,
    pub(crate) game: G,
    pub(crate) at: G::Position,
    misere: bool,
    pub(crate) abilities: Abilities<G>,
    pub(crate) menu: Menu<G>,
    pub(crate) again: Option<Opener<G>>,
    /// The positions listed last.
    pub(crate) listed: Vec<G::Position>,
    pub(crate) tables: Option<Tables>,
}

impl<G: Declares + Alternating> Typed<G> {
    fn new(opening: Opening<G>, misere: bool) -> Self {
        let Opening {
            name,
            opened: (game, at),
            again,
        } = opening;
        let abilities = Abilities::of(&game);
        Self {
            menu: Menu::of(&game, &abilities, None),
            abilities,
            name,
            game,
            at,
            misere,
            again,
            listed: Vec::new(),
            tables: None,
        }
    }
}

impl<G: Declares + Alternating> Face for Typed<G> {
    fn name(&self) -> &str {
        &self.name
    }

    fn is_misere(&self) -> bool {
        self.misere
    }

    fn origins(&self) -> Vec<Origin> {
        self.game.origins()
    }

    fn has_rules_of(&self, other: &dyn Face) -> bool {
        let other = (other as &dyn Any).downcast_ref::<Self>();
        other.is_some_and(|other| self.game == other.game)
    }

    fn can_fail(&self) -> bool {
        self.game.oracle().is_some()
    }

    fn begin(&self, limits: &Limits) {
        if let Some(oracle) = self.game.oracle() {
            oracle.begin(limits);
        }
    }

    fn growth(&self) -> Option<String> {
        self.game.oracle()?.growth()
    }
}
