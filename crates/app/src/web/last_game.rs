//! [`LastGame`]: the game that a worker was asked about last stays open.

use bouton::tables::TableFiles;
use bouton::{Name, Open, Session};

use super::query::Query;
use super::refusal::Refusal;

/// The game that a worker was asked about last: the same game is not opened anew, and what its solvers learned is kept.
pub(crate) struct LastGame {
    held: Option<Held>,
    /// Those that every game may be answered from.
    tables: TableFiles,
}

struct Held {
    game: String,
    misere: bool,
    session: Session,
}

/// Reading files is not for whoever can reach the server, and a game in a file may be a program of its own.
///
/// # Errors
/// A name that would open one, at that position.
pub(crate) fn no_file(name: &Name, position: Option<&str>) -> Result<(), Refusal> {
    if name.reads_files(position) {
        return Err(Refusal::bad(
            "games in files are opened on the command line, not here",
        ));
    }
    Ok(())
}

impl LastGame {
    /// None yet.
    pub(crate) fn with(tables: TableFiles) -> Self {
        Self { held: None, tables }
    }

    /// The game of a question at its position, or at its usual start.
    ///
    /// # Errors
    /// A game or a position that there is not.
    pub(crate) fn open(&mut self, query: &Query) -> Result<&mut Session, Refusal> {
        let position = query.text("position");
        let kept = self.kept(query, position)?;
        let went = kept.and_then(|mut held| held.session.go(position?).is_ok().then_some(held));
        self.hold(query, went, |open| open.position(position).session())
    }

    /// The game of a question at any position: where none is needed to answer.
    ///
    /// # Errors
    /// A game that there is not.
    pub(crate) fn open_anywhere(&mut self, query: &Query) -> Result<&mut Session, Refusal> {
        let kept = self.kept(query, None)?;
        self.hold(query, kept, |open| open.anywhere())
    }

    /// What is open, if it is the game of the question.
    fn kept(&mut self, query: &Query, position: Option<&str>) -> Result<Option<Held>, Refusal> {
        let game = query.text("game").unwrap_or_default();
        no_file(&Name::read(game)?, position)?;
        let held = self.held.take();
        Ok(held.filter(|held| held.game == game && held.misere == query.flag("misere")))
    }

    fn hold(
        &mut self,
        query: &Query,
        kept: Option<Held>,
        open: impl FnOnce(Open<'_>) -> Result<Session, bouton::Error>,
    ) -> Result<&mut Session, Refusal> {
        let (game, misere) = (query.text("game").unwrap_or_default(), query.flag("misere"));
        let mut held = match kept {
            Some(held) => held,
            None => {
                let mut session = open(Open::game(game).misere(misere))?;
                self.tables.attach(&mut session)?;
                Held {
                    game: game.to_owned(),
                    misere,
                    session,
                }
            }
        };
        if query.flag("right") {
            held.session.right_first()?;
        }
        Ok(&mut self.held.insert(held).session)
    }

    /// Forgets it.
    pub(crate) fn clear(&mut self) {
        self.held = None;
    }
}
