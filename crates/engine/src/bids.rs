//! [`Bids`]: the price of a position where the players bid for the right to move, by the names of moves.

use bouton_core::erased::Place;
use bouton_core::{Erased, Limits, Notation, Score, Side, StopReason};
use bouton_solvers::bidding::{Number, Prices, Turned};

/// The price of a position, and those after all moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bids {
    /// Left wins with more than this part of all money.
    pub price: Number,
    /// Every move of both players, with the price after it.
    pub moves: Vec<(Side, String, Number)>,
    /// The number of positions whose prices were computed.
    pub positions: u64,
}

/// The price of a position of a game in which a player who cannot move loses.
pub(crate) fn bids<S: Score>(
    game: &Erased<S>,
    at: &Place,
    turned: Turned<'_, Place>,
    limits: &Limits,
) -> Result<Bids, StopReason> {
    let mut prices = Prices::of(game, turned);
    let price = prices.price(at, limits)?;
    let named = |(side, at, mv, price)| (side, game.show_move(&at, &mv), price);
    let moves = prices.moves(at, limits)?.into_iter().map(named).collect();
    let positions = prices.positions();
    Ok(Bids {
        price,
        moves,
        positions,
    })
}
