//! What the search sees of a position at a glance: the game's own hints, or nothing.

use bouton_core::Score;
use bouton_core::game::{Alternating, Glance, Hinted};

/// How a position is looked at before it is searched.
pub trait Sight<G: Alternating>: Send + Sync + 'static {
    /// Whether the game's order of moves is good enough not to be improved by what cut elsewhere.
    const HINTED: bool;
    /// Bounds and moves of a position where play is not over.
    fn glance<'g>(
        game: &'g G,
        at: &G::Position,
    ) -> Glance<G::Score, impl Iterator<Item = (G::Move, i32)> + use<'g, G, Self>>;
}

/// Nothing is known but the rules.
#[derive(Debug)]
pub struct Plain;

/// The game's own hints.
#[derive(Debug)]
pub struct Hints;

impl<G: Alternating> Sight<G> for Plain {
    const HINTED: bool = false;
    fn glance<'g>(
        game: &'g G,
        at: &G::Position,
    ) -> Glance<G::Score, impl Iterator<Item = (G::Move, i32)> + use<'g, G>> {
        Glance {
            low: G::Score::worst(),
            high: -G::Score::worst(),
            moves: game.moves(at).map(|mv| (mv, 0)),
        }
    }
}

impl<G: Hinted> Sight<G> for Hints {
    const HINTED: bool = true;
    #[inline]
    fn glance<'g>(
        game: &'g G,
        at: &G::Position,
    ) -> Glance<G::Score, impl Iterator<Item = (G::Move, i32)> + use<'g, G>> {
        game.glance(at)
    }
}
