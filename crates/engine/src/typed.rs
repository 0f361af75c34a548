//! [`open`]: a game of a known type becomes [`Behind`], a game of a type of score behind the [`Face`].
//!
//! Of each type of game only a [`Source`] is compiled: what its properties say. All else is compiled for the few types of scores.

use std::any::Any;
use std::sync::Arc;

use bouton_core::entry::{OpenError, Opened};
use bouton_core::erased::{Place, Written};
use bouton_core::{
    Alternating, Declares, Erased, Game, Impartial, Limits, Misere, Origin, Powers, Score,
};
use bouton_solvers::Tables;

use crate::abilities::{Abilities, collected};
use crate::component::Role;
use crate::error::Error;
use crate::face::Face;
use crate::menu::{Menu, Offers};

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
    let Opening {
        name,
        opened: (game, at),
        again,
    } = opening;
    let again = again.map(|again| -> Again<G::Score> {
        Box::new(move |text| {
            let (game, at) = again(text)?;
            Ok((Arc::new(game) as _, Place::of(&at)))
        })
    });
    faced(Unfaced {
        name,
        source: Arc::new(game),
        at: Place::of(&at),
        misere,
        again,
    })
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
    open_as(
        Opening {
            name,
            opened,
            again,
        },
        true,
    )
}

/// A game of any type with this type of score, from which its solvers and all that can be asked of it are made.
pub(crate) trait Source<S: Score>: Written<S> {
    fn abilities(self: Arc<Self>) -> Abilities<S>;
    fn offers(self: Arc<Self>, tables: Option<&Tables>) -> Offers<S>;
    /// Its role in a sum.
    fn role(self: Arc<Self>) -> Role<S>;
}

impl<G: Declares + Alternating> Source<G::Score> for G {
    fn abilities(self: Arc<Self>) -> Abilities<G::Score> {
        Abilities::of(&self)
    }
    fn offers(self: Arc<Self>, tables: Option<&Tables>) -> Offers<G::Score> {
        Offers::of(&self, tables)
    }
    fn role(self: Arc<Self>) -> Role<G::Score> {
        collected(&self)
    }
}

/// A game behind the face, opened at a position.
pub(crate) struct Behind<S: Score> {
    name: String,
    pub(crate) source: Arc<dyn Source<S>>,
    pub(crate) game: Erased<S>,
    pub(crate) at: Place,
    misere: bool,
    pub(crate) abilities: Abilities<S>,
    pub(crate) menu: Menu<S>,
    pub(crate) again: Option<Again<S>>,
    /// The positions listed last.
    pub(crate) listed: Vec<Place>,
    pub(crate) tables: Option<Tables>,
}

/// As [`Opener`].
pub(crate) type Again<S> =
    Box<dyn Fn(&str) -> Result<(Arc<dyn Source<S>>, Place), OpenError> + Send>;

/// A game that is opened, not behind the face yet.
struct Unfaced<S: Score> {
    name: String,
    source: Arc<dyn Source<S>>,
    at: Place,
    misere: bool,
    again: Option<Again<S>>,
}

/// Puts it behind the face.
fn faced<S: Score>(unfaced: Unfaced<S>) -> Box<dyn Face> {
    by_score(Box::new(unfaced))
}

/// Not generic, so that all that is generic in the score is compiled in this crate, and not again in each that opens games.
fn by_score(unfaced: Box<dyn Any>) -> Box<dyn Face> {
    first(unfaced, each_score!(face))
}

/// A function for each type of score.
macro_rules! each_score {
    ($function:ident) => {
        [
            $function::<bouton_core::WinLoss>,
            $function::<bouton_core::WinDrawLoss>,
            $function::<bouton_core::Margin>,
            $function::<bouton_core::Margin<i64>>,
            $function::<bouton_core::Margin<i16>>,
            $function::<bouton_core::Margin<i8>>,
            $function::<bouton_core::Payoff<i64>>,
            $function::<bouton_core::Payoff<i8>>,
        ]
    };
}
pub(crate) use each_score;

/// The result, or the value if it is of another type of score.
pub(crate) type OfScore<T> = Result<T, Box<dyn Any>>;

type Way<T> = fn(Box<dyn Any>) -> OfScore<T>;

/// The result of the function for the type of score of a value.
pub(crate) fn first<T>(mut value: Box<dyn Any>, ways: [Way<T>; 8]) -> T {
    for way in ways {
        match way(value) {
            Ok(result) => return result,
            Err(other) => value = other,
        }
    }
    unreachable!("invariant: each type of score has a function")
}

/// The game behind the face, if it has this type of score.
fn face<S: Score>(unfaced: Box<dyn Any>) -> OfScore<Box<dyn Face>> {
    let Unfaced {
        name,
        source,
        at,
        misere,
        again,
    } = *unfaced.downcast::<Unfaced<S>>()?;
    Ok(Box::new(Behind {
        game: Erased::of(source.clone()),
        menu: Menu::of(source.clone().offers(None), None),
        abilities: source.clone().abilities(),
        name,
        source,
        at,
        misere,
        again,
        listed: Vec::new(),
        tables: None,
    }))
}

impl<S: Score> Face for Behind<S> {
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
