//! Greedy play: taking points, tokens or pieces at once.

use bouton_core::scene::{Cell, Figure, Owner, Scene};
use bouton_engine::{Choice, Error};
use num_bigint::BigInt;

use crate::session::Session;

/// The amount that each choice takes, in a game whose moves can take something; `None` in other games.
pub(super) fn taken(
    session: &mut Session,
    choices: &[Choice],
) -> Result<Option<Vec<BigInt>>, Error> {
    let gain = |choice: &Choice| BigInt::from(choice.played.gain.unwrap_or(0));
    let gains: Vec<_> = choices.iter().map(gain).collect();
    if gains.iter().any(|gain| *gain != BigInt::ZERO) || session.at_stake()?.is_some() {
        return Ok(Some(gains));
    }
    if let Some(removed) = removed(session, choices.len())? {
        return Ok(Some(removed));
    }
    let Some(before) = pieces(&session.scene()?) else {
        return Ok(None);
    };
    let start = session.position()?;
    let mut taken = Vec::new();
    for choice in choices {
        session.go(&choice.to)?;
        let after = pieces(&session.scene()?).unwrap_or(before);
        taken.push(BigInt::from(before) - BigInt::from(after));
    }
    session.go(&start)?;
    Ok(Some(taken))
}

/// The tokens that each of the first moves takes.
fn removed(session: &Session, most: usize) -> Result<Option<Vec<BigInt>>, Error> {
    use bouton_solvers::interned::{ENOUGH, Fold, GO_ON, Put};
    let put = Put {
        fold: Fold::Nothing,
        store: false,
    };
    let mut removed = None;
    let mut told = Ok(());
    session.explore(&Default::default(), &mut |game| {
        let positions = game.positions();
        let Some(before) = positions.tokens(0).map(BigInt::from) else {
            return;
        };
        let mut all = Vec::new();
        told = positions.steps(0, put, &mut |positions, step| {
            let after = positions.tokens(step.to).map(BigInt::from);
            all.push(&before - after.unwrap_or_default());
            if all.len() < most { GO_ON } else { ENOUGH }
        });
        removed = Some(all);
    })?;
    told?;
    Ok(removed)
}

/// The number of the players' pieces on a board.
pub(crate) fn pieces(scene: &Scene) -> Option<usize> {
    let owned = |cell: &&Cell| matches!(cell, Cell::Piece(Owner::First | Owner::Second, _));
    match &scene.figure {
        Figure::Board(rows) => Some(rows.iter().flatten().filter(owned).count()),
        Figure::Net { points, .. } => {
            Some(points.iter().map(|point| &point.cell).filter(owned).count())
        }
        _ => None,
    }
}

/// Whether moves can take something in the game, as far as the position shows.
pub(super) fn can_take(session: &Session) -> Result<bool, Error> {
    let choices = session.choices(MOST_LOOKED_AT)?;
    let earns = |choice: &Choice| choice.played.gain.is_some_and(|gain| gain != 0);
    Ok(choices.iter().any(earns)
        || session.at_stake()?.is_some()
        || removed(session, 1)?.is_some()
        || pieces(&session.scene()?).is_some_and(|pieces| pieces > 0))
}

/// The number of moves that are checked for points.
const MOST_LOOKED_AT: usize = 100;
