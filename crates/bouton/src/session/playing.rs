//! Questions of a session: the position, its moves, and going on from it.

use bouton_answers::text::escaped;
use bouton_core::entry::OpenError;
use bouton_core::{InputError, Limits, Outcome, Side};
use bouton_engine::{Choice, Error, Played};

use super::Session;

/// The number of legal moves that an error lists.
const SHOWN_MOVES: usize = 6;

impl Session {
    /// The position in the game's notation.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn position(&self) -> Result<String, Error> {
        self.look(|face| face.show())
    }

    /// Lets answers name the position here as it was typed.
    ///
    /// ```
    /// let mut session = bouton::open("nim", "03,4")?;
    /// session.name_position("03,4")?;
    /// assert_eq!(session.solve(&bouton::How::default())?.position, "03,4");
    /// # Ok::<(), bouton::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the rules fail.
    pub fn name_position(&mut self, typed: impl Into<String>) -> Result<(), Error> {
        self.typed = Some([typed.into(), self.position()?]);
        Ok(())
    }

    /// The position as answers name it: as typed, or else in the game's notation.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn named_position(&self) -> Result<String, Error> {
        let here = self.position()?;
        Ok(match &self.typed {
            Some([typed, there]) if *there == here => typed.clone(),
            _ => here,
        })
    }

    /// Goes to another position. Learned results are kept if the rules stay the same.
    ///
    /// # Errors
    /// If the game has no such position, or the rules fail.
    pub fn go(&mut self, position: &str) -> Result<(), Error> {
        let gone = self.ask(&Limits::default(), |face| face.go(position))?;
        gone.map_err(|error| {
            let (OpenError::Position(error) | OpenError::Parameters(error)) = error;
            Error::input("position", error)
        })
    }

    /// Lets Right move first here, in a game in which Left and Right have different moves.
    ///
    /// # Errors
    /// If both players have the same moves.
    pub fn right_first(&mut self) -> Result<(), Error> {
        if self.face.set_side(Side::Right) {
            return Ok(());
        }
        Err(Error::Unfit(format!(
            "both players have the same moves in {}: --right does not apply there",
            self.game()
        )))
    }

    /// The side to move here, in a game in which Left and Right have different moves.
    pub fn side(&self) -> Option<Side> {
        self.face.side()
    }

    /// Makes a move, named as in answers or by the position it leads to.
    ///
    /// # Errors
    /// If there is no such move, or the rules fail.
    pub fn play(&mut self, text: &str) -> Result<Played, Error> {
        let played = self.ask(&Limits::default(), |face| face.play(text))?;
        let Some(played) = played else {
            let (position, legal) = (self.position()?, self.some_moves()?);
            let position = escaped(&position);
            let message = format!("no legal move at {position} is called {text:?}: {legal}");
            let error = InputError::whole(message, text);
            return Err(Error::input("move", error));
        };
        Ok(played)
    }

    /// The first few legal moves, as part of a sentence.
    fn some_moves(&self) -> Result<String, Error> {
        let choices = self.choices(SHOWN_MOVES + 1)?;
        let names: Vec<_> = choices.iter().take(SHOWN_MOVES).collect();
        let names: Vec<_> = names
            .iter()
            .map(|choice| escaped(&choice.played.name))
            .collect();
        Ok(match names.len() {
            0 => "play is over".into(),
            1 => format!("the only move is {}", names[0]),
            _ if choices.len() > SHOWN_MOVES => format!("moves are {}; …", names.join("; ")),
            _ => format!("moves are {}", names.join("; ")),
        })
    }

    /// In a game of points: the sum of both players' points still to come, where play cannot change it.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn at_stake(&self) -> Result<Option<i128>, Error> {
        self.look(|face| face.at_stake())
    }

    /// Whether play is over.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn is_over(&self) -> Result<bool, Error> {
        Ok(self.end()?.is_some())
    }

    /// The result for the player to move by the rules alone, with the points if they count; `None` while play goes on.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn end(&self) -> Result<Option<(Outcome, Option<i128>)>, Error> {
        self.look(|face| face.end())
    }

    /// Legal moves in the game's own order, at most this many.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn choices(&self, most: usize) -> Result<Vec<Choice>, Error> {
        self.look(|face| face.choices(most))
    }

    /// The number of legal moves.
    pub(crate) fn width(&self) -> Result<usize, Error> {
        self.look(|face| face.width())
    }

    /// The canonical representative up to symmetry, in the game's notation.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn canonical(&self) -> Result<String, Error> {
        self.look(|face| face.canonical())
    }

    /// The canonical representative for people, in the game's notation: heaps in ascending order if their order does not
    /// matter.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn merged(&self) -> Result<String, Error> {
        self.look(|face| face.merged())
    }
}
