//! [`Layers`]: the layers of a game of any type, asked for many keys at a time.

use bouton_core::{Game, Layered, Outcome, Score};

/// Where no move leads to, and what is not a rank.
pub const NONE: u64 = u64::MAX;

/// Positions in layers, by their keys. What is asked is asked of many keys at once, so that the loops are compiled for the game.
pub trait Layers: Sync {
    /// Whether it is a game of points.
    fn counts_points(&self) -> bool;
    /// How many layers there are.
    fn layers(&self) -> u32;
    /// How many kinds of moves there are.
    fn kinds(&self) -> u32;
    /// The layer and the key of the position that play begins from.
    fn first(&self) -> (u32, u64);
    /// Puts where a move of a kind leads to from each of these positions, where play is not over; [`NONE`] where there is none.
    fn onwards(&self, layer: u32, kind: u32, keys: &[u64], to: &mut Vec<u64>);
    /// Puts the rank of each of these positions; `None` where play is not over.
    fn ranks(&self, layer: u32, keys: &[u64], ranks: &mut Vec<Option<i64>>);
}

/// The layers of a game, from a position on.
#[derive(Clone, Copy, Debug)]
pub struct InLayers<'g, G: Game> {
    game: &'g G,
    first: &'g G::Position,
}

impl<'g, G: Game> InLayers<'g, G> {
    /// From this position on.
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
