//! The look of a variant, and its positions as heaps: those of the game itself.

use std::sync::Arc;

use bouton_core::Side;
use bouton_core::erased::Place;
use bouton_core::scene::{Deed, Scene, Set};
use smallvec::SmallVec;

use super::{Known, Varied, Way};
use crate::experimenting::Heaped;
use crate::looking::{Look, Looks, Plain};

/// The look of a variant.
pub(super) struct Seen<S: Known> {
    pub(super) game: Arc<Varied<S>>,
    /// The look of the game itself.
    pub(super) own: Looks,
    pub(super) plain: Plain,
}

impl<S: Known> Seen<S> {
    pub(super) fn look(self) -> Look {
        let seen = Arc::new(self);
        let one = seen.clone();
        Look {
            scene: Box::new(move |at| one.scene(at)),
            deed: Box::new(move |at, mv| seen.deed(at, mv)),
            family: None,
            slopes: Vec::new(),
        }
    }

    fn scene(&self, at: &Place) -> Scene {
        let game = &self.game;
        let (at, count) = game.bare(at);
        let mut scene = self.own.scene(&game.game, &at, self.plain);
        if let Some(unit) = game.way.unit(count) {
            let left = format!("{count} {unit} left");
            scene.note = match scene.note.is_empty() {
                true => left,
                false => format!("{}; {left}", scene.note),
            };
        }
        match (game.way, game.side(&at)) {
            (Way::Impartial, _) => scene.to_move(""),
            (Way::Negative, Side::Left) => scene.to_move("Right is to move"),
            (Way::Negative, Side::Right) => scene.to_move("Left is to move"),
            _ => scene,
        }
    }

    fn deed(&self, at: &Place, mv: &[u64]) -> Option<Deed> {
        let own = self.own.0.as_ref()?;
        let words = SmallVec::from_slice(mv);
        if self.game.is_pass(&words) {
            return None;
        }
        let (at, words, _) = self.game.made(at, words);
        (own.deed)(&at, &words)
    }
}

/// The positions of a variant of a game of heaps.
pub(super) struct Heaps<S: Known> {
    pub(super) game: Arc<Varied<S>>,
    pub(super) own: Box<dyn Heaped>,
}

impl<S: Known> Heaps<S> {
    fn start(&self, at: Place) -> Place {
        let most = self.game.way.counted().map_or(0, |(_, most)| most);
        self.game.start(at, most)
    }
}

impl<S: Known> Heaped for Heaps<S> {
    fn shape(&self) -> Option<(Option<usize>, bool)> {
        self.own.shape()
    }
    fn with_heaps(&self, heaps: &[u64]) -> Option<Place> {
        self.own.with_heaps(heaps).map(|at| self.start(at))
    }
    fn listed(&self, up_to: u64) -> Option<Vec<Place>> {
        let listed = self.own.listed(up_to)?.into_iter();
        Some(listed.map(|at| self.start(at)).collect())
    }
    fn drawn_with(&self) -> Set {
        self.own.drawn_with()
    }
}
