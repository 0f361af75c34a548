//! [`Layers`]: the layers of a game of any type, with methods that take many keys at a time.

use bouton_core::{Game, Layered, Outcome, Score};

/// No key (there is no move), or no rank.
pub const NONE: u64 = u64::MAX;

/// Positions in layers, by their keys. Each method takes many keys at once, so that its loop is compiled for the game.
pub trait Layers: Sync {
    /// Whether it is a game of points.
    fn counts_points(&self) -> bool;
    /// The number of layers.
    fn layers(&self) -> u32;
    /// The number of kinds of moves.
    fn kinds(&self) -> u32;
    /// The layer and the key of the position where play begins.
    fn first(&self) -> (u32, u64);
    /// Appends the key that a move of a kind leads to from each of these positions, where play is not over; [`NONE`] if
    /// there is no such move.
    fn onwards(&self, layer: u32, kind: u32, keys: &[u64], to: &mut Vec<u64>);
    /// Appends the rank of each of these positions; `None` if play is not over.
    fn ranks(&self, layer: u32, keys: &[u64], ranks: &mut Vec<Option<i64>>);
}

/// The layers of a game, from a position on.
#[derive(Clone, Copy, Debug)]
pub struct InLayers<'g, G: Game> {
    game: &'g G,
    first: &'g G::Position,
}

impl<'g, G: Game> InLayers<'g, G> {
    /// Layers from this position on.
    pub fn from(game: &'g G, first: &'g G::Position) -> Self {
        Self { game, first }
    }
}

impl<G: Layered> Layers for InLayers<'_, G> {
    fn counts_points(&self) -> bool {
        G::Score::plain(Outcome::Win).is_none()
    }
    fn layers(&self) -> u32 {
        self.game.layers()
    }
    fn kinds(&self) -> u32 {
        self.game.kinds()
    }
    fn first(&self) -> (u32, u64) {
        self.game.place(self.first)
    }
    fn onwards(&self, layer: u32, kind: u32, keys: &[u64], to: &mut Vec<u64>) {
        let onwards = |key: &u64| self.game.onwards(layer, *key, kind).unwrap_or(NONE);
        to.extend(keys.iter().map(onwards));
    }
    fn ranks(&self, layer: u32, keys: &[u64], ranks: &mut Vec<Option<i64>>) {
        let rank = |key: &u64| {
            let score = self.game.score(&self.game.of_key(layer, *key))?;
            Some(score.rank() as i64)
        };
        ranks.extend(keys.iter().map(rank));
    }
}
