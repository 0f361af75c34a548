//! [`Bidding`]: the price of a position where the players bid for the right to move.

use std::fmt;

use bouton_core::{Side, StopReason};
use derive_where::derive_where;
use serde::Serialize;

use super::columns::Columns;

/// The price of a position where the players bid for the right to move: Left wins with a larger part of all money, Right
/// if Left has less. Prices are exact, as texts.
#[derive_where(PartialEq)]
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Bidding {
    /// The game, as named in the query.
    pub game: String,
    /// The position.
    pub position: String,
    /// The part of all money that Left needs; `None` only if it stopped early.
    pub price: Option<String>,
    /// The part of all money that both bid for the next move.
    pub bid: Option<String>,
    /// The legal moves of both, Left's first.
    pub moves: Vec<PricedMove>,
    /// The number of positions whose prices were computed.
    #[derive_where(skip(EqHashOrd))]
    pub visited: u64,
    /// Seconds that it took.
    #[derive_where(skip(EqHashOrd))]
    pub seconds: f64,
    /// The limit that stopped it early.
    pub stopped: Option<StopReason>,
}

/// A move with the price of the position after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PricedMove {
    /// The move.
    #[serde(rename = "move")]
    pub name: String,
    /// The player.
    pub side: Side,
    /// The price after it.
    pub price: String,
    /// Whether it is a best move of this player: of Left's one with the lowest price, of Right's one with the highest.
    pub best: bool,
}

/// The most moves shown as text.
const SHOWN: usize = 12;

impl fmt::Display for Bidding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(price) = &self.price else {
            return match self.stopped {
                Some(why) => write!(f, "not found: {why}"),
                None => f.write_str("not found"),
            };
        };
        write!(
            f,
            "price {price}: Left wins with more than {price} of the money, Right if Left has less"
        )?;
        if let Some(bid) = &self.bid {
            write!(f, "\n  both bid {bid}")?;
        }
        if self.moves.is_empty() {
            return Ok(());
        }
        let row = |mv: &PricedMove| {
            let best = if mv.best { "best" } else { "" };
            let side = format!("{:?}", mv.side);
            vec![side, mv.name.clone(), mv.price.clone(), best.to_owned()]
        };
        let head = ["side", "move", "price", ""].map(str::to_owned).to_vec();
        let rows = std::iter::once(head).chain(self.moves.iter().take(SHOWN).map(row));
        write!(f, "\n{}", Columns::from_iter(rows))?;
        if self.moves.len() > SHOWN {
            write!(f, "\n… ({} moves)", self.moves.len())?;
        }
        Ok(())
    }
}
