//! [`External`]: opens rules that are not built in, from any source.

use std::marker::PhantomData;

use bouton_core::entry::{OpenError, Opened as Placed};
use bouton_core::oracle::asked;
use bouton_core::partizan::Turn;
use bouton_core::{
    Alternating, Decides, Declares, Game, InputError, LastMove, Points, Scored, Side, Sided,
};
use bouton_engine::{Component, Error, Face, Opener, Opening, component, no_misere, open_as};
use bouton_external::{ExternalGame, ExternalSides, FromEnd, Opened, Opens, open};

/// Reads the rules again if their file has changed; a message if the new rules cannot be used.
pub type Again<R> = Box<dyn Fn() -> Result<R, String> + Send>;

/// Rules that are not built in, to be opened.
pub struct External<R> {
    /// The name of the game.
    pub name: String,
    /// The rules.
    pub rules: R,
    /// Reads the rules again; `None` if they never change.
    pub again: Option<Again<R>>,
}

impl<R: Opens> External<R> {
    /// Opens the game at a position, or at its usual start.
    ///
    /// # Errors
    /// If the game has no such position, no start, or no misère form.
    pub fn open(self, position: Option<&str>, misere: bool) -> Result<Box<dyn Face>, Error> {
        let Self { name, rules, again } = self;
        // The constants keep the compiler from making solvers for games that no rules of the source describe.
        match open(rules, misere) {
            Opened::Impartial(game) if R::IMPARTIAL => face((game, misere), name, again, position),
            Opened::Points(_) if misere => Err(no_misere(&name)),
            Opened::Points(game) => face((game, misere), name, again, position),
            Opened::Partizan(game) if R::PARTIZAN => face((game, misere), name, again, position),
            Opened::PartizanPoints(_) if misere => Err(no_misere(&name)),
            Opened::PartizanPoints(game) if R::PARTIZAN => {
                face((game, misere), name, again, position)
            }
            Opened::Outcome(game) => face((game, misere), name, again, position),
            _ => Err(unforeseen(&name)),
        }
    }

    /// Opens it as a component of a sum, with the number of its position there.
    ///
    /// # Errors
    /// As for [`External::open`]; also if the game cannot be a part of a sum.
    pub fn component(self, position: Option<&str>) -> Result<(Box<dyn Component>, u32), Error> {
        let name = &self.name;
        match open(self.rules, false) {
            Opened::Impartial(game) if R::IMPARTIAL => component_of(game, name, position),
            Opened::Points(game) => component_of(game, name, position),
            Opened::Partizan(game) if R::PARTIZAN => component_of(game, name, position),
            Opened::PartizanPoints(game) if R::PARTIZAN => component_of(game, name, position),
            Opened::Outcome(game) => component_of(game, name, position),
            _ => Err(unforeseen(name)),
        }
    }
}

fn unforeseen(name: &str) -> Error {
    Error::Unfit(format!(
        "{name} is of a kind that rules of this source do not have"
    ))
}

/// A type of game that external rules open as.
trait Form: Declares + Alternating {
    type Rules: Opens;
    fn of(rules: Self::Rules, misere: bool) -> Self;
    /// The game at its usual start.
    fn start(&self) -> Result<Self::Position, InputError>;
    /// The game for a query about this position.
    fn asked_at(self, at: &Self::Position) -> Self;
    /// Puts it behind the face.
    fn face(opening: Opening<Self>, misere: bool) -> Result<Box<dyn Face>, Error>;
}

impl<R: Opens, S: FromEnd> Form for ExternalGame<R, S> {
    type Rules = R;
    fn of(rules: R, misere: bool) -> Self {
        Self::of(rules, misere)
    }
    fn start(&self) -> Result<R::Position, InputError> {
        self.rules().start()
    }
    fn asked_at(self, at: &R::Position) -> Self {
        self.asked_at(at)
    }
    fn face(opening: Opening<Self>, misere: bool) -> Result<Box<dyn Face>, Error> {
        Ok(open_as(opening, misere))
    }
}

/// A form of games of Left and Right: how it is put behind the face.
trait Shown<R: Opens>: Decides<ExternalSides<R>> {
    fn face(
        opening: Opening<Sided<ExternalSides<R>, Self>>,
        misere: bool,
    ) -> Result<Box<dyn Face>, Error>;
}

impl<R: Opens> Shown<R> for LastMove {
    fn face(
        opening: Opening<Sided<ExternalSides<R>>>,
        misere: bool,
    ) -> Result<Box<dyn Face>, Error> {
        bouton_engine::open(opening, misere)
    }
}

impl<R: Opens> Shown<R> for Points {
    fn face(
        opening: Opening<Scored<ExternalSides<R>>>,
        misere: bool,
    ) -> Result<Box<dyn Face>, Error> {
        Ok(open_as(opening, misere))
    }
}

impl<R: Opens, D: Shown<R>> Form for Sided<ExternalSides<R>, D>
where
    Self: Declares + Game<Position = Turn<R::Position>>,
{
    type Rules = R;
    fn of(rules: R, _misere: bool) -> Self {
        Self(ExternalSides(rules), PhantomData)
    }
    fn start(&self) -> Result<Turn<R::Position>, InputError> {
        let side = Side::Left;
        self.0.0.start().map(|at| Turn { side, at })
    }
    fn asked_at(self, at: &Turn<R::Position>) -> Self {
        Self(ExternalSides(self.0.0.asked_at(&at.at)), PhantomData)
    }
    fn face(opening: Opening<Self>, misere: bool) -> Result<Box<dyn Face>, Error> {
        D::face(opening, misere)
    }
}

/// The position with this text, or the usual start.
fn place<G: Form>(game: G, position: Option<&str>) -> Result<Placed<G>, Error> {
    let at = asked(|| position.map_or_else(|| game.start(), |text| game.parse(text)))?;
    let at = at.map_err(|error| Error::input("position", error))?;
    Ok((asked(|| game.asked_at(&at))?, at))
}

fn face<G: Form>(
    (game, misere): (G, bool),
    name: String,
    again: Option<Again<G::Rules>>,
    position: Option<&str>,
) -> Result<Box<dyn Face>, Error> {
    let again = again.map(|again| -> Opener<G> {
        Box::new(move |text| {
            let wrong = |message| OpenError::Position(InputError::new(message, "", 0..0));
            let game = G::of(again().map_err(wrong)?, misere);
            let at = game.parse(text).map_err(OpenError::Position)?;
            Ok((game, at))
        })
    });
    let opened = place(game, position)?;
    let opening = Opening {
        name,
        opened,
        again,
    };
    G::face(opening, misere)
}

fn component_of<G: Form>(
    game: G,
    name: &str,
    position: Option<&str>,
) -> Result<(Box<dyn Component>, u32), Error> {
    let opened = place(game, position)?;
    asked(|| component(name, opened))?
}
