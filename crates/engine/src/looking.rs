//! The look of a position.

use bouton_core::erased::Place;
use bouton_core::packed::unpacked;
use bouton_core::rules::Listed;
use bouton_core::scene::{Deed, Drawn, Scene, Set, Slope};
use bouton_core::{Alternating, Erased, Game, Notation, Powers, Score};

use crate::abilities::Collect;

/// The look of a game, if it says more than its notation.
#[derive(Default)]
pub(crate) struct Looks(pub(crate) Option<Look>);

/// How a position is drawn that is known only by its notation.
#[derive(Clone, Copy)]
pub(crate) struct Plain {
    pub(crate) is_heaps: bool,
    pub(crate) set: Set,
}

/// The look of a [`Drawn`] game, on words.
pub(crate) struct Look {
    pub(crate) scene: Box<dyn Fn(&Place) -> Scene + Send + Sync>,
    pub(crate) deed: DeedOf,
    /// The name of a family of positions with equal play; `None` if other positions are lost than in the game.
    pub(crate) family: Option<Family>,
    pub(crate) slopes: Vec<Slope>,
}

/// The change that a move makes; its words are given.
pub(crate) type DeedOf = Box<dyn Fn(&Place, &[u64]) -> Option<Deed> + Send + Sync>;

/// The name of the family of a position.
pub(crate) type Family = Box<dyn Fn(&Place) -> Option<String> + Send + Sync>;

impl Looks {
    /// The look of a position; `plain` where it says no more than the notation.
    pub(crate) fn scene<S: Score>(&self, game: &Erased<S>, at: &Place, plain: Plain) -> Scene {
        match &self.0 {
            Some(own) => (own.scene)(at),
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
        let told = self.0.as_ref().and_then(|own| (own.deed)(at, &mv.words));
        told.unwrap_or_else(|| {
            let after = self.scene(game, &game.play(at, mv), plain);
            let seen = if mv.keeps_turn { after } else { after.turned() };
            before.deed(&seen, &game.show_move(at, mv))
        })
    }

    /// The same where other positions are lost: no families, no lines of lost positions.
    pub(crate) fn without_losses(self) -> Self {
        Self(self.0.map(|look| Look {
            family: None,
            slopes: Vec::new(),
            ..look
        }))
    }
}

impl<G: Game + 'static> Powers<G> for Collect<G, Looks> {
    fn look(&mut self)
    where
        G: Drawn,
    {
        let [scene, deed, family] = [(); 3].map(|()| self.game.clone());
        self.found = Looks(Some(Look {
            scene: Box::new(move |at| scene.scene(&at.position())),
            deed: Box::new(move |at, mv| deed.deed(&at.position(), &unpacked(mv))),
            family: Some(Box::new(move |at| family.family(&at.position()))),
            slopes: self.game.slopes(),
        }));
    }
}
