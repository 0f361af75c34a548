//! [`Follow`]: the result of always following a strategy, against all replies.

use std::collections::HashMap;

use bouton_answers::PositionValue;
use bouton_core::{Limits, Outcome, StopReason};

use super::strategy::Strategy;
use crate::session::{How, Session};
use bouton_engine::Error;

/// A state of play: the position, and whether the follower of the strategy is to move.
type Place = (String, bool);

/// The result for a state: the value for the player to move, and the move that reaches it.
type StateValue = (i128, Option<Move>);

/// A move, with the position after it, its gain, and whether the turn is kept.
#[derive(Clone, Debug)]
struct Move {
    name: String,
    to: Place,
    gain: i128,
    keeps_turn: bool,
}

/// A state whose moves are being searched.
struct Frame {
    place: Place,
    moves: std::vec::IntoIter<Move>,
    now: Option<Move>,
    best: Option<(i128, Move)>,
}

/// Follows a strategy from positions of one game, with a cache.
pub(super) struct Follow<'s> {
    strategy: &'s Strategy,
    /// Whether only the first of the allowed moves is made.
    prescribes: bool,
    known: HashMap<Place, StateValue>,
}

/// The most moves of a position.
const MOST_MOVES: usize = 100_000;
/// Bytes of each known state without its text.
const EACH: usize = 200;

impl<'s> Follow<'s> {
    pub(super) fn new(strategy: &'s Strategy, prescribes: bool) -> Self {
        Self {
            strategy,
            prescribes,
            known: HashMap::new(),
        }
    }

    /// The worst result for the follower from the session's position on, as a margin or as 1, 0, -1; the session keeps its
    /// position. If the strategy does not apply, any move may be made.
    pub(super) fn worst(&mut self, session: &mut Session, how: &How) -> Result<i128, Error> {
        let start = session.position()?;
        let worst = self.explore(session, (start.clone(), true), how);
        session.go(&start)?;
        worst
    }

    /// The line of play to the worst result, once known.
    pub(super) fn line(&self, start: &str) -> Vec<String> {
        let (mut place, mut line) = ((start.to_owned(), true), Vec::new());
        while let Some((_, Some(mv))) = self.known.get(&place) {
            line.push(mv.name.clone());
            place = mv.to.clone();
        }
        line
    }

    /// The first position on that line where the strategy makes a move, with that move, that is not among the best.
    pub(super) fn slip(
        &self,
        session: &mut Session,
        start: &str,
        is_best: &mut dyn FnMut(&mut Session, &str) -> Result<bool, Error>,
    ) -> Result<Option<(String, String)>, Error> {
        let mut place = (start.to_owned(), true);
        while let Some((_, Some(mv))) = self.known.get(&place) {
            session.go(&place.0)?;
            if place.1 && !is_best(session, &mv.name)? {
                return Ok(Some((place.0, mv.name.clone())));
            }
            place = mv.to.clone();
        }
        Ok(None)
    }

    fn explore(&mut self, session: &mut Session, place: Place, how: &How) -> Result<i128, Error> {
        let mut stack: Vec<Frame> = Vec::new();
        let mut next = Some(place.clone());
        let mut open = std::collections::HashSet::new();
        loop {
            if let Some(at) = next.take() {
                look(&how.limits, self.known.len() + stack.len(), &at.0)?;
                if !open.insert(at.clone()) {
                    let message = format!(
                        "play need not end: {} comes back while the strategy is followed",
                        at.0
                    );
                    return Err(Error::Unfit(message));
                }
                session.go(&at.0)?;
                if session.is_over()? {
                    let end = end(session, how)?;
                    open.remove(&at);
                    self.known.insert(at, (end, None));
                } else {
                    let moves = self.moves(session, &at, how)?.into_iter();
                    let (now, best) = (None, None);
                    let place = at;
                    stack.push(Frame {
                        place,
                        moves,
                        now,
                        best,
                    });
                }
            }
            let Some(frame) = stack.last_mut() else {
                return Ok(self.known[&place].0);
            };
            if let Some(mv) = frame.now.take() {
                let (below, _) = &self.known[&mv.to];
                let worth = mv.gain + if mv.keeps_turn { *below } else { -below };
                // The follower gets the worst of the allowed moves, the other player the best of all moves.
                let is_better = |best: i128| {
                    if frame.place.1 {
                        worth < best
                    } else {
                        worth > best
                    }
                };
                if frame.best.as_ref().is_none_or(|(best, _)| is_better(*best)) {
                    frame.best = Some((worth, mv));
                }
            }
            match frame.moves.next() {
                Some(mv) => {
                    if !self.known.contains_key(&mv.to) {
                        next = Some(mv.to.clone());
                    }
                    frame.now = Some(mv);
                }
                None => {
                    let done = stack.pop().expect("invariant: it was the last");
                    open.remove(&done.place);
                    let (worth, mv) = done.best.expect("invariant: play is not over there");
                    self.known.insert(done.place, (worth, Some(mv)));
                }
            }
        }
    }

    /// The moves that may be made at the session's position.
    fn moves(
        &self,
        session: &mut Session,
        (position, follows): &Place,
        how: &How,
    ) -> Result<Vec<Move>, Error> {
        let allowed = match follows {
            true => self
                .strategy
                .allowed(session, self.prescribes, &how.limits)?,
            false => Vec::new(),
        };
        let choices = session.choices(MOST_MOVES + 1)?;
        if choices.len() > MOST_MOVES {
            let message = format!("{position} has too many moves to follow a strategy");
            return Err(Error::Unfit(message));
        }
        let may_be_made = |name: &String| allowed.is_empty() || allowed.contains(name);
        let choices = choices
            .into_iter()
            .filter(|choice| may_be_made(&choice.played.name));
        let moves = choices.map(|choice| Move {
            to: (choice.to, *follows == choice.played.keeps_turn),
            name: choice.played.name,
            gain: choice.played.gain.unwrap_or(0),
            keeps_turn: choice.played.keeps_turn,
        });
        Ok(moves.collect())
    }
}

/// The score of the end for the player to move.
fn end(session: &mut Session, how: &How) -> Result<i128, Error> {
    let value = session.value(how)?;
    Ok(value.margin.unwrap_or(value.outcome as i128 - 1))
}

fn look(limits: &Limits, places: usize, at: &str) -> Result<(), StopReason> {
    limits.check()?;
    if limits.nodes.is_some_and(|nodes| places as u64 > nodes) {
        return Err(StopReason::Nodes);
    }
    limits.afford((places * (EACH + 2 * at.len())) as u64)
}

/// The value as reported: a margin in games of points.
pub(super) fn told(worth: i128, is_margin: bool) -> PositionValue {
    match is_margin {
        true => PositionValue::Margin(worth),
        false => PositionValue::Outcome(match worth.signum() {
            1 => Outcome::Win,
            0 => Outcome::Draw,
            _ => Outcome::Loss,
        }),
    }
}
