//! [`Untyped`]: a game that is opened at a position and has lost its type. It goes behind the [`Face`], becomes a part of a sum, or is
//! played another way.
//!
//! Of each type of game only a [`Source`] is compiled: what its properties say. All else is compiled for the few types of scores.

use std::any::Any;
use std::sync::Arc;

use bouton_core::entry::{OpenError, Opened};
use bouton_core::erased::{Place, Written};
use bouton_core::{Alternating, Declares, Erased, Game, Payoff, Score, WinDrawLoss, WinLoss};
use bouton_solvers::Tables;

use crate::abilities::{Abilities, collected};
use crate::behind::Behind;
use crate::component::Role;
use crate::error::Error;
use crate::face::Face;
use crate::menu::{Menu, Offers};
use crate::misere::{Form, Lost};

/// Opens the same game, with the same parameters, at another position, if that takes more than reading the position.
pub type Opener<G> = Box<dyn Fn(&str) -> Result<Opened<G>, OpenError> + Send>;

/// An opened game of a known type.
pub struct Opening<G: Game> {
    /// The name with which the game was opened.
    pub name: String,
    /// The rules and the position.
    pub opened: Opened<G>,
    /// Opens it at another position; `None` if the rules read the position.
    pub again: Option<Opener<G>>,
}

/// A game that is opened at a position, of any type.
pub struct Untyped {
    pub(crate) name: String,
    pub(crate) is_misere: bool,
    /// A [`Bare`] game.
    pub(crate) bare: Box<dyn Any>,
}

/// A game with this type of score, opened at a position.
pub(crate) struct Bare<S: Score> {
    pub(crate) source: Arc<dyn Source<S>>,
    pub(crate) at: Place,
    pub(crate) again: Option<Again<S>>,
}

/// As [`Opener`].
pub(crate) type Again<S> =
    Box<dyn Fn(&str) -> Result<(Arc<dyn Source<S>>, Place), OpenError> + Send>;

impl Untyped {
    /// A game of a known type.
    pub fn of<G: Declares + Alternating>(opening: Opening<G>) -> Self {
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
        let bare = Bare::<G::Score> {
            source: Arc::new(game),
            at: Place::of(&at),
            again,
        };
        Self {
            name,
            is_misere: false,
            bare: Box::new(bare),
        }
    }

    /// The same game with another name.
    #[must_use]
    pub fn called(self, name: String) -> Self {
        Self { name, ..self }
    }

    /// The same game in misère play.
    ///
    /// # Errors
    /// If the game has no misère form.
    pub fn misere(self) -> Result<Self, Error> {
        let ways = [
            misere::<WinLoss>,
            misere::<WinDrawLoss>,
            misere::<Payoff<i64>>,
            misere::<Payoff<i8>>,
        ];
        first(self, &ways).unwrap_or_else(|other| Err(no_misere(&other.name)))
    }

    /// The game behind the face. If nothing promises that play ends, endless play is a draw.
    pub fn face(self) -> Box<dyn Face> {
        by_score(self.with_endless_draws(), &each_score!(face))
    }

    /// The bare game, if it has this type of score.
    pub(crate) fn bare<S: Score>(self) -> Result<(String, bool, Bare<S>), Self> {
        let Self {
            name,
            is_misere,
            bare,
        } = self;
        match bare.downcast::<Bare<S>>() {
            Ok(bare) => Ok((name, is_misere, *bare)),
            Err(bare) => Err(Self {
                name,
                is_misere,
                bare,
            }),
        }
    }
}

/// The error for a game without a misère form.
fn no_misere(name: &str) -> Error {
    Error::Unfit(format!(
        "{name} has no misère form: --misere does not apply there"
    ))
}

/// A game of any type with this type of score, from which its solvers and all that can be asked of it are made.
pub(crate) trait Source<S: Score>: Send + Sync {
    /// Its rules, with names.
    fn written(self: Arc<Self>) -> Arc<dyn Written<S>>;
    fn abilities(self: Arc<Self>) -> Abilities<S>;
    fn offers(self: Arc<Self>, tables: Option<&Tables>) -> Offers<S>;
    /// Its role in a sum.
    fn role(self: Arc<Self>) -> Role<S>;
    /// The additions of its type to its misère form; `None` if it has none.
    fn misere(self: Arc<Self>) -> Option<Form<S>>;
}

impl<G: Declares + Alternating> Source<G::Score> for G {
    fn written(self: Arc<Self>) -> Arc<dyn Written<G::Score>> {
        self
    }
    fn abilities(self: Arc<Self>) -> Abilities<G::Score> {
        Abilities::of(&self)
    }
    fn offers(self: Arc<Self>, tables: Option<&Tables>) -> Offers<G::Score> {
        Offers::of(&self, tables)
    }
    fn role(self: Arc<Self>) -> Role<G::Score> {
        collected(&self)
    }
    fn misere(self: Arc<Self>) -> Option<Form<G::Score>> {
        collected(&self)
    }
}

/// A function for each type of score. Such a list stands only in functions that are not generic, so that all that is generic in the score
/// is compiled in this crate, and not again in each that opens games.
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

/// A result for a game with one type of score; the game itself if it has another.
type Way<T> = fn(Untyped) -> Result<T, Untyped>;

/// The result of the function for the type of score of a game, if it is among them.
fn first<T>(mut game: Untyped, ways: &[Way<T>]) -> Result<T, Untyped> {
    for way in ways {
        match way(game) {
            Ok(result) => return Ok(result),
            Err(other) => game = other,
        }
    }
    Err(game)
}

/// The result of the function for the type of score of a game.
pub(crate) fn by_score<T>(game: Untyped, ways: &[Way<T>; 8]) -> T {
    first(game, ways)
        .unwrap_or_else(|_| unreachable!("invariant: each type of score has a function"))
}

fn face<S: Score>(game: Untyped) -> Result<Box<dyn Face>, Untyped> {
    let (name, misere, Bare { source, at, again }) = game.bare::<S>()?;
    Ok(Box::new(Behind {
        game: Erased::of(source.clone().written()),
        menu: Menu::of(source.clone().offers(None), None, None),
        abilities: source.clone().abilities(),
        name,
        source,
        at,
        misere,
        again,
        listed: Vec::new(),
        tables: None,
        book: None,
    }))
}

fn misere<S: Score<Gain = ()>>(game: Untyped) -> Result<Result<Untyped, Error>, Untyped> {
    let (name, _, Bare { source, at, again }) = game.bare::<S>()?;
    if source.clone().misere().is_none() {
        return Ok(Err(no_misere(&name)));
    }
    let again = again.map(|again| -> Again<S> {
        Box::new(move |text| {
            let (source, at) = again(text)?;
            Ok((Arc::new(Lost(source)) as _, at))
        })
    });
    let bare = Bare::<S> {
        source: Arc::new(Lost(source)),
        at,
        again,
    };
    Ok(Ok(Untyped {
        name,
        is_misere: true,
        bare: Box::new(bare),
    }))
}
