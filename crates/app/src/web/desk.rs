//! [`Desk`]: where a worker answers; the game that was asked about last stays open on it.

use bouton::Session;
use bouton::catalogue::{example, names_a_file};

use super::query::Query;
use super::refusal::Refusal;

/// What is open on a desk: the same game is not opened anew, and what its solvers learned is kept.
#[derive(Default)]
pub(crate) struct Desk(Option<Open>);

struct Open {
    game: String,
    misere: bool,
    session: Session,
}

/// A game in a file may be a program of its own, and reading files is not for whoever can reach the server. The position
/// of a sum names games, too.
///
/// # Errors
/// A text that would open one.
pub(crate) fn no_file(text: &str) -> Result<(), Refusal> {
    if names_a_file(text) {
        return Err(Refusal::bad(
            "games in files are opened on the command line, not here",
        ));
    }
    Ok(())
}

impl Desk {
    /// The game of a question at its position, or at its usual start.
    ///
    /// # Errors
    /// A game or a position that there is not.
    pub(crate) fn open(&mut self, query: &Query) -> Result<&mut Session, Refusal> {
        self.open_at(query, query.text("position"))
    }

    /// The game of a question at any position: where none is needed to answer.
    ///
    /// # Errors
    /// A game that there is not.
    pub(crate) fn open_anywhere(&mut self, query: &Query) -> Result<&mut Session, Refusal> {
        self.open_at(query, example(query.text("game").unwrap_or_default()))
    }

    fn open_at(
        &mut self,
        query: &Query,
        position: Option<&str>,
    ) -> Result<&mut Session, Refusal> {
        let game = query.text("game").unwrap_or_default();
        let misere = query.flag("misere");
        no_file(game)?;
        no_file(position.unwrap_or_default())?;
        let kept = self.0.take();
        let kept = kept.filter(|open| open.game == game && open.misere == misere);
        let went = kept.and_then(|mut open| open.session.go(position?).is_ok().then_some(open));
        let mut open = match went {
            Some(open) => open,
            None => Open {
                game: game.to_owned(),
                misere,
                session: bouton::open(game, position, misere)?,
            },
        };
        if query.flag("right") {
            open.session.right_first()?;
        }
        Ok(&mut *self.0.insert(open).session)
    }

    /// Clears the desk.
    pub(crate) fn clear(&mut self) {
        self.0 = None;
    }
}
