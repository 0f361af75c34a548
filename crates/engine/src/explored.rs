//! [`Explored`]: the positions that play can reach, numbered and named, behind one object-safe trait.

use std::io;
use std::path::Path;

use bouton_core::{Alternating, Game, Notation};
use bouton_solvers::interned::{Fold, Interned, Namer, Number, Positions, Record, View, Words};

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

/// The reached positions of a game of a known type.
struct Reached<'g, G: Alternating> {
    game: &'g G,
    view: View<'g, G>,
}

impl<G: Alternating + Notation> Explored for Reached<'_, G> {
    fn positions(&mut self) -> &mut dyn Interned {
        &mut self.view
    }
    fn show(&self, at: Number) -> String {
        self.game.show(&self.view.at(at))
    }
    fn record(&mut self, path: &Path) -> io::Result<()> {
        let words = Words {
            show: G::show,
            read: |game: &G, text| game.parse(text).ok(),
        };
        self.view.record(Record::open(path)?, words);
        Ok(())
    }
    fn is_resumed(&self) -> bool {
        self.view.is_resumed()
    }
    fn moves(&self, at: Number, hear: &mut dyn FnMut(String) -> bool) {
        let at = &self.view.at(at);
        for mv in self.game.moves(at) {
            if !hear(self.game.show_move(at, &mv)) {
                break;
            }
        }
    }
}

/// Passes the positions that play can reach to `work`; the start is stored first.
pub(crate) fn explore<G: Alternating + Notation>(
    game: &G,
    at: &<G as Game>::Position,
    namer: Namer<G>,
    work: Explore<'_>,
) {
    let mut positions = Positions::default();
    let mut view = View::new(game, &mut positions).named(namer);
    let stacked = view.stack(at.clone());
    view.store(stacked, Fold::Nothing);
    work(&mut Reached { game, view });
}
