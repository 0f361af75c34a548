//! [`Explored`]: the positions that play can reach, numbered and named, behind one object-safe trait.

use std::io;
use std::path::Path;

use bouton_core::erased::Place;
use bouton_core::{Alternating, Erased, Notation, Score};
use bouton_solvers::interned::{Fold, Interned, Namer, Number, Positions, Record, View};

/// Positions by number, with their names and those of their moves. The first is the start.
pub trait Explored {
    /// The positions and the moves between them.
    fn positions(&mut self) -> &mut dyn Interned;
    /// A position in the game's notation.
    fn show(&self, at: Number) -> String;
    /// Saves the positions and moves in a file, or continues from that file.
    ///
    /// # Errors
    /// If there is an I/O error.
    fn record(&mut self, path: &Path) -> io::Result<()>;
    /// Whether saved work was used.
    fn is_resumed(&self) -> bool;
    /// Reports the name of every move of a position, in the game's own order, until the callback returns `false`.
    fn moves(&self, at: Number, hear: &mut dyn FnMut(String) -> bool);
}

/// A callback that receives the reached positions.
pub type Explore<'w> = &'w mut dyn FnMut(&mut dyn Explored);

/// The reached positions of a game.
struct Reached<'g, S: Score> {
    game: &'g Erased<S>,
    view: View<'g, S>,
}

impl<S: Score> Explored for Reached<'_, S> {
    fn positions(&mut self) -> &mut dyn Interned {
        &mut self.view
    }
    fn show(&self, at: Number) -> String {
        self.game.show(&self.view.at(at))
    }
    fn record(&mut self, path: &Path) -> io::Result<()> {
        self.view.record(Record::open(path)?, self.game.written());
        Ok(())
    }
    fn is_resumed(&self) -> bool {
        self.view.is_resumed()
    }
    fn moves(&self, at: Number, hear: &mut dyn FnMut(String) -> bool) {
        let at = self.view.at(at);
        for mv in self.game.moves(&at) {
            if !hear(self.game.show_move(&at, &mv)) {
                break;
            }
        }
    }
}

/// Passes the positions that play can reach to `work`; the start is stored first.
pub(crate) fn explore<S: Score>(
    game: &Erased<S>,
    at: &Place,
    namer: &Namer<Erased<S>>,
    work: Explore<'_>,
) {
    let mut positions = Positions::default();
    let names = |at: &[u64], naming| namer(game, &Place(at.into()), naming);
    let mut view = View::new(game.words(), &mut positions).named(&names);
    let stacked = view.stack(at);
    view.store(stacked, Fold::Nothing);
    work(&mut Reached { game, view });
}
