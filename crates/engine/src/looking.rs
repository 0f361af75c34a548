//! The look of a position.

use std::sync::Arc;

use bouton_core::erased::Place;
use bouton_core::packed::unpacked;
use bouton_core::rules::Listed;
use bouton_core::scene::{Deed, Drawn, Scene, Set, Slope};
use bouton_core::{Alternating, Erased, Game, Notation, Powers, Score};

use crate::abilities::Collect;

/// The look of a game, if it says more than its notation.
#[derive(Default)]
pub(crate) struct Looks(pub(crate) Option<Box<dyn Look>>);

/// How a position is drawn that is known only by its notation.
#[derive(Clone, Copy)]
pub(crate) struct Plain {
    pub(crate) is_heaps: bool,
    pub(crate) set: Set,
}

/// A [`Drawn`] game.
pub(crate) trait Look: Send {
    fn scene(&self, at: &Place) -> Scene;
    /// The change that a move makes; its words are given.
    fn deed(&self, at: &Place, mv: &[u64]) -> Option<Deed>;
    fn family(&self, at: &Place) -> Option<String>;
    fn slopes(&self) -> Vec<Slope>;
}

impl<G: Drawn> Look for Arc<G> {
    fn scene(&self, at: &Place) -> Scene {
        (**self).scene(&at.position())
    }
    fn deed(&self, at: &Place, mv: &[u64]) -> Option<Deed> {
        (**self).deed(&at.position(), &unpacked(mv))
    }
    fn family(&self, at: &Place) -> Option<String> {
        (**self).family(&at.position())
    }
    fn slopes(&self) -> Vec<Slope> {
        (**self).slopes()
    }
}

impl Looks {
    /// The look of a position; `plain` where it says no more than the notation.
    pub(crate) fn scene<S: Score>(&self, game: &Erased<S>, at: &Place, plain: Plain) -> Scene {
        match &self.0 {
            Some(own) => own.scene(at),
            None => Scene::of_notation(&game.show(at), plain.is_heaps).with(plain.set),
        }
    }

    /// The change that a move makes to the scene before it.
    pub(crate) fn deed<S: Score>(
        &self,
        game: &Erased<S>,
        (at, before): (&Place, &Scene),
        mv: &Listed<S>,
        plain: Plain,
    ) -> Deed {
        let told = self.0.as_ref().and_then(|own| own.deed(at, &mv.words));
        told.unwrap_or_else(|| {
            let after = self.scene(game, &game.play(at, mv), plain);
            let seen = if mv.keeps_turn { after } else { after.turned() };
            before.deed(&seen, &game.show_move(at, mv))
        })
    }

    /// The same where other positions are lost: no families, no lines of lost positions.
    pub(crate) fn without_losses(self) -> Self {
        Self(self.0.map(|look| Box::new(Bare(look)) as _))
    }
}

/// A look that says nothing of lost positions.
struct Bare(Box<dyn Look>);

impl Look for Bare {
    fn scene(&self, at: &Place) -> Scene {
        self.0.scene(at)
    }
    fn deed(&self, at: &Place, mv: &[u64]) -> Option<Deed> {
        self.0.deed(at, mv)
    }
    fn family(&self, _: &Place) -> Option<String> {
        None
    }
    fn slopes(&self) -> Vec<Slope> {
        Vec::new()
    }
}

impl<G: Game + 'static> Powers<G> for Collect<G, Looks> {
    fn look(&mut self)
    where
        G: Drawn,
    {
        self.found = Looks(Some(Box::new(self.game.clone())));
    }
}
