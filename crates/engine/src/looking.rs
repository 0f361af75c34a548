//! [`Looking`]: the look of a position.

use bouton_core::scene::{Deed, Drawn, Scene, Slope};
use bouton_core::{Alternating, Declares, Game, Powers};
use derive_where::derive_where;

use crate::experimenting::Experimenting;
use crate::playing::Played;
use crate::typed::Typed;

/// Questions about the look of a position.
pub trait Looking {
    /// The look of the position.
    fn scene(&self) -> Scene;
    /// The name of a family of positions with equal play, if the game defines one.
    fn family(&self) -> Option<String>;
    /// The lines along which lost pairs of heaps lie, if the game knows them.
    fn slopes(&self) -> Vec<Slope>;
}

/// The change that a move makes to a position's scene, where the game says so.
type DeedOf<G> = fn(&G, &<G as Game>::Position, &<G as Game>::Move) -> Option<Deed>;

/// The look of a game, if it says more than its notation.
#[derive_where(Default)]
pub(crate) struct Looks<G: Game>(Option<Own<G>>);

struct Own<G: Game> {
    scene: fn(&G, &G::Position) -> Scene,
    deed: DeedOf<G>,
    family: fn(&G, &G::Position) -> Option<String>,
    slopes: fn(&G) -> Vec<Slope>,
}

impl<G: Game> Powers<G> for Looks<G> {
    fn look(&mut self)
    where
        G: Drawn,
    {
        self.0 = Some(Own {
            scene: G::scene,
            deed: G::deed,
            family: G::family,
            slopes: G::slopes,
        });
    }
}

impl<G: Declares + Alternating> Typed<G> {
    fn scene_at(&self, at: &G::Position) -> Scene {
        match &self.abilities.looks.0 {
            Some(own) => (own.scene)(&self.game, at),
            None => {
                let scene = Scene::of_notation(&self.game.show(at), self.heaps().is_some());
                scene.with(self.abilities.experiments.drawn_with(&self.game))
            }
        }
    }

    /// The change that a move makes to the scene before it.
    pub(crate) fn deed(&self, before: &Scene, mv: &G::Move, played: &Played) -> Deed {
        let own = self.abilities.looks.0.as_ref();
        let told = own.and_then(|own| (own.deed)(&self.game, &self.at, mv));
        told.unwrap_or_else(|| {
            let after = self.scene_at(&self.game.play(&self.at, mv));
            let seen = if played.keeps_turn {
                after
            } else {
                after.turned()
            };
            before.deed(&seen, &played.name)
        })
    }
}

impl<G: Declares + Alternating> Looking for Typed<G> {
    fn scene(&self) -> Scene {
        self.scene_at(&self.at)
    }

    fn family(&self) -> Option<String> {
        (self.abilities.looks.0.as_ref()?.family)(&self.game, &self.at)
    }

    fn slopes(&self) -> Vec<Slope> {
        let own = self.abilities.looks.0.as_ref();
        own.map_or_else(Vec::new, |own| (own.slopes)(&self.game))
    }
}
