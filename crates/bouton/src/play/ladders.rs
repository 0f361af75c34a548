//! The levels of each game, from the weakest to the strongest: for games of the catalogue the measured ones (`ladders.tsv`),
//! for other games all possible ones.

use bouton_engine::Error;
use bouton_names::Name;

use super::greed;
use super::level::Level;
use crate::session::Session;

/// A game on each line: its name, the position where play began, and its levels, each with its points against the one below
/// in a hundred games. Written by `cargo test -p bouton --test all ladders:: -- --ignored`.
const MEASURED: &str = include_str!("ladders.tsv");

/// The measured level on a line: its name, and its points.
fn rung(cell: &'static str) -> (&'static str, Option<f64>) {
    match cell.rsplit_once(' ') {
        Some((name, points)) => (name, points.parse().ok()),
        None => (cell, None),
    }
}

/// The measured levels of the session's game.
fn measured(session: &Session) -> Option<Vec<(&'static str, Option<f64>)>> {
    if session.is_misere() {
        return None;
    }
    let family = session.game().split(':').next()?;
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
    if !family.chars().all(is_plain) {
        return None;
    }
    let card = Name::read(family).ok()?.card().ok()?;
    let mut lines = MEASURED.lines().map(|line| line.split('\t'));
    let mut line = lines.find(|line| line.clone().next() == Some(&card.name))?;
    line.nth(1)?;
    Some(line.map(rung).collect())
}

/// The names of the levels of a game, from the weakest to the strongest.
pub(super) fn names(session: &Session) -> Result<Vec<String>, Error> {
    if let Some(measured) = measured(session) {
        return Ok(measured
            .iter()
            .map(|(name, _)| (*name).to_owned())
            .collect());
    }
    let levels = candidates(session)?;
    Ok(levels.iter().map(ToString::to_string).collect())
}

/// The points that a level made in a hundred games against the one below.
pub(super) fn points(session: &Session, name: &str) -> Option<f64> {
    let measured = measured(session)?;
    let rung = measured.into_iter().find(|(other, _)| *other == name)?;
    rung.1
}

/// All levels that the game can have besides its own strategies, roughly from the weakest to the strongest.
pub(super) fn candidates(session: &Session) -> Result<Vec<Level>, Error> {
    let greedy = greed::can_take(session)?.then_some(Level::Greedy);
    let looks = [1, 2, 4].map(Level::Looks);
    let levels = [Level::Random].into_iter().chain(greedy).chain(looks);
    Ok(levels.chain([Level::Slips, Level::Perfect]).collect())
}
