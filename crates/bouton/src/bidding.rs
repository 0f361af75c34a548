//! The price of a position where the players bid for the right to move (Richman games).

use bouton_answers::{Bidding, PricedMove};
use bouton_core::{Limits, Side};
use bouton_engine::{Bids, Error};
use bouton_solvers::bidding::Number;
use web_time::Instant;

use crate::session::Session;

/// The price of the session's position: before each move both players bid, the higher bidder pays the bid to the other and
/// decides who moves next, and a player who must move and cannot loses.
///
/// ```
/// use bouton::Limits;
/// let mut session = bouton::open("domineering", "../..")?;
/// let answer = bouton::bidding(&mut session, &Limits::default())?;
/// assert_eq!((answer.price.as_deref(), answer.bid.as_deref()), (Some("1/2"), Some("1/4")));
/// # Ok::<(), bouton::Error>(())
/// ```
///
/// # Errors
/// If a player who cannot move does not lose, play can go on forever, or the rules fail. A limit that is reached is
/// reported in the answer.
pub fn bidding(session: &mut Session, limits: &Limits) -> Result<Bidding, Error> {
    let begun = Instant::now();
    let (found, stopped) = match session.look_within(limits, |face| face.bids(limits)) {
        Ok(Some(Ok(found))) => (Some(found), None),
        Ok(Some(Err(why))) | Err(Error::Stopped(why)) => (None, Some(why)),
        Ok(None) => {
            return Err(Error::Unfit(format!(
                "{} has no price under bidding: expected a game that ends, in normal play, in which a player who cannot move loses",
                session.game()
            )));
        }
        Err(error) => return Err(error),
    };
    let best = Side::BOTH.map(|side| found.as_ref().and_then(|found| best(found, side)));
    let bid = found.as_ref().map(|_| {
        // A player who must move and cannot loses.
        let low = best[0].clone().unwrap_or(Number::from(1));
        let high = best[1].clone().unwrap_or(Number::ZERO);
        (&high - &low).abs().half().to_string()
    });
    let visited = found.as_ref().map_or(0, |found| found.positions);
    let (price, moves) = found.map_or((None, Vec::new()), |found| (Some(found.price), found.moves));
    let told = |(side, name, price): (Side, String, Number)| PricedMove {
        best: best[side as usize].as_ref() == Some(&price),
        price: price.to_string(),
        name,
        side,
    };
    Ok(Bidding {
        game: session.game().to_owned(),
        position: session.position()?,
        price: price.map(|price| price.to_string()),
        bid,
        moves: moves.into_iter().map(told).collect(),
        visited,
        seconds: begun.elapsed().as_secs_f64(),
        stopped,
    })
}

/// The price after a best move of this player.
fn best(found: &Bids, side: Side) -> Option<Number> {
    let prices = found.moves.iter().filter(|(mover, ..)| *mover == side);
    let prices = prices.map(|(.., price)| price.clone());
    match side {
        Side::Left => prices.min(),
        Side::Right => prices.max(),
    }
}
