//! A line of play, replayed against best play.

use bouton_core::{Outcome, StopReason};
use serde::{Serialize, Serializer};

use crate::answer::Whole;
use crate::error::Error;
use crate::session::{How, Session, Value};

/// What a position was worth to the player who moved: the margin in a game of points, else the outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// Mover's points minus the other's, from here on.
    Margin(i128),
    /// Who wins.
    Outcome(Outcome),
}

impl Worth {
    fn of(value: &Value) -> Self {
        value
            .margin
            .map_or(Self::Outcome(value.outcome), Self::Margin)
    }

    fn is_worse_outcome_than(self, other: Self, tally: i128) -> bool {
        let outcome = |worth| match worth {
            Self::Margin(margin) => (tally + margin).signum(),
            Self::Outcome(outcome) => outcome as i128,
        };
        outcome(self) < outcome(other)
    }
}

impl std::fmt::Display for Worth {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Margin(margin) => write!(f, "{margin:+}"),
            Self::Outcome(outcome) => f.write_str(outcome.word()),
        }
    }
}

impl Serialize for Worth {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Margin(margin) => Whole::of(margin).serialize(serializer),
            Self::Outcome(outcome) => serializer.serialize_str(outcome.word()),
        }
    }
}

/// One move of the line. Both values are those of the player who made it, gained points included.
#[derive(Clone, Debug, Serialize)]
pub struct Step {
    /// The move.
    #[serde(rename = "move")]
    pub name: String,
    /// What best play would have got.
    pub before: Worth,
    /// What best play gets after this move.
    pub after: Worth,
    /// The best moves there were.
    pub best: Vec<String>,
    /// Whether it was one of them.
    #[serde(skip)]
    pub is_best: bool,
    /// Whether the player who moved first in the line made it.
    #[serde(skip)]
    pub first_to_move: bool,
}

/// A replayed line.
#[derive(Clone, Debug, Serialize)]
pub struct Review {
    /// The game, as it was named.
    pub game: String,
    /// The moves, in order.
    pub moves: Vec<Step>,
    /// The last move, counted from 1, after which its maker's outcome was worse than before it.
    pub turning_point: Option<usize>,
    /// Points of the player who moved first and of the other, what is left being played best.
    pub totals: Option<[Whole; 2]>,
}

/// Replays `moves` from the session's position; the reason for stopping, if a limit was reached.
///
/// # Errors
/// A move that is not legal where it stands, or a solver that does not serve the game.
pub fn review(
    session: &mut dyn Session,
    moves: &[String],
    how: &How,
) -> Result<Result<Review, StopReason>, Error> {
    let mut review = Review {
        game: session.game().to_owned(),
        moves: Vec::new(),
        turning_point: None,
        totals: None,
    };
    let mut tally = [0i128; 2];
    let mut first = true;
    let mut value = match session.value(how)? {
        Ok(value) => value,
        Err(why) => return Ok(Err(why)),
    };
    for mv in moves {
        let options = match session.moves(how)? {
            Ok(options) => options,
            Err(why) => return Ok(Err(why)),
        };
        let played = session.play(mv)?;
        let before = Worth::of(&value);
        let lead = if first {
            tally[0] - tally[1]
        } else {
            tally[1] - tally[0]
        };
        value = match session.value(how)? {
            Ok(value) => value,
            Err(why) => return Ok(Err(why)),
        };
        let after = seen_by_mover(&value, &played);
        if after.is_worse_outcome_than(before, lead) {
            review.turning_point = Some(review.moves.len() + 1);
        }
        let best: Vec<_> = options
            .into_iter()
            .filter(|option| option.best)
            .map(|option| option.name)
            .collect();
        let is_best = best.contains(&played.name);
        review.moves.push(Step {
            name: played.name,
            before,
            after,
            best,
            is_best,
            first_to_move: first,
        });
        tally[usize::from(!first)] += played.gain.unwrap_or(0);
        first ^= !played.keeps_turn;
    }
    review.totals = totals(session, tally, &value, first);
    Ok(Ok(review))
}

fn seen_by_mover(value: &Value, played: &crate::session::Played) -> Worth {
    let turned = |worth: i128| if played.keeps_turn { worth } else { -worth };
    match value.margin {
        Some(margin) => Worth::Margin(turned(margin) + played.gain.unwrap_or(0)),
        None => Worth::Outcome(if played.keeps_turn {
            value.outcome
        } else {
            -value.outcome
        }),
    }
}

/// What both have, and what best play of the rest adds.
fn totals(
    session: &dyn Session,
    tally: [i128; 2],
    value: &Value,
    first: bool,
) -> Option<[Whole; 2]> {
    let (margin, stake) = (value.margin?, session.at_stake()?);
    let mover = (stake + margin) / 2;
    let rest = if first {
        [mover, stake - mover]
    } else {
        [stake - mover, mover]
    };
    Some([
        Whole::of(&(tally[0] + rest[0])),
        Whole::of(&(tally[1] + rest[1])),
    ])
}
