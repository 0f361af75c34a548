//! [`External`]: opens rules that are not built in, from any source.

use std::marker::PhantomData;

use bouton_core::entry::{OpenError, Opened as Placed};
use bouton_core::oracle::asked;
use bouton_core::partizan::Turn;
use bouton_core::{Alternating, Decides, Declares, Game, InputError, Side, Sided};
use bouton_engine::{Error, Opener, Opening, Untyped};
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
    pub fn open(self, position: Option<&str>, misere: bool) -> Result<Untyped, Error> {
        let Self { name, rules, again } = self;
        // The constants keep the compiler from making solvers for games that no rules of the source describe.
        let game = match open(rules) {
            Opened::Impartial(game) if R::IMPARTIAL => opened(game, name, again, position),
            Opened::Points(game) => opened(game, name, again, position),
            Opened::Partizan(game) if R::PARTIZAN => opened(game, name, again, position),
            Opened::PartizanPoints(game) if R::PARTIZAN => opened(game, name, again, position),
            Opened::Outcome(game) => opened(game, name, again, position),
            _ => Err(Error::Unfit(format!(
                "{name} is of a kind that rules of this source do not have"
            ))),
        }?;
        match misere {
            true => game.misere(),
            false => Ok(game),
        }
    }
}

/// A type of game that external rules open as.
trait Form: Declares + Alternating {
    type Rules: Opens;
    fn of(rules: Self::Rules) -> Self;
    /// The game at its usual start.
    fn start(&self) -> Result<Self::Position, InputError>;
    /// The game for a query about this position.
    fn asked_at(self, at: &Self::Position) -> Self;
}

impl<R: Opens, S: FromEnd> Form for ExternalGame<R, S> {
    type Rules = R;
    fn of(rules: R) -> Self {
        Self::of(rules)
    }
    fn start(&self) -> Result<R::Position, InputError> {
        self.rules().start()
    }
    fn asked_at(self, at: &R::Position) -> Self {
        self.asked_at(at)
    }
}

impl<R: Opens, D: Decides<ExternalSides<R>>> Form for Sided<ExternalSides<R>, D>
where
    Self: Declares + Game<Position = Turn<R::Position>>,
{
    type Rules = R;
    fn of(rules: R) -> Self {
        Self(ExternalSides(rules), PhantomData)
    }
    fn start(&self) -> Result<Turn<R::Position>, InputError> {
        let side = Side::Left;
        self.0.0.start().map(|at| Turn { side, at })
    }
    fn asked_at(self, at: &Turn<R::Position>) -> Self {
        Self(ExternalSides(self.0.0.asked_at(&at.at)), PhantomData)
    }
}

/// The position with this text, or the usual start.
fn place<G: Form>(game: G, position: Option<&str>) -> Result<Placed<G>, Error> {
    let at = asked(|| position.map_or_else(|| game.start(), |text| game.parse(text)))?;
    let at = at.map_err(|error| Error::input("position", error))?;
    Ok((asked(|| game.asked_at(&at))?, at))
}

fn opened<G: Form>(
    game: G,
    name: String,
    again: Option<Again<G::Rules>>,
    position: Option<&str>,
) -> Result<Untyped, Error> {
    let again = again.map(|again| -> Opener<G> {
        Box::new(move |text| {
            let wrong = |message| OpenError::Position(InputError::new(message, "", 0..0));
            let game = G::of(again().map_err(wrong)?);
            let at = game.parse(text).map_err(OpenError::Position)?;
            Ok((game, at))
        })
    });
    let opened = place(game, position)?;
    Ok(Untyped::of(Opening {
        name,
        opened,
        again,
    }))
}
