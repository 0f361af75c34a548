//! The information that the search gets about a position without looking ahead: the game's hints, or nothing.

use bouton_core::Score;
use bouton_core::game::{Alternating, Glance, Hinted};

/// A source of bounds and of an order of moves, used before a position is searched.
pub trait Sight<G: Alternating>: Send + Sync + 'static {
    /// Whether the game's order of moves is too good to be improved by cuts elsewhere.
    const HINTED: bool;
    /// Bounds and moves of a position where play is not over.
    fn glance<'g>(
        game: &'g G,
        at: &G::Position,
    ) -> Glance<G::Score, impl Iterator<Item = (G::Move, i32)> + use<'g, G, Self>>;
}

/// No hints: only the rules.
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
