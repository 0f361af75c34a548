//! [`Explanation`]: the effect of a move, compared with the best.

use bouton_answers::{Move, Standing, Whole};
use bouton_core::Outcome;

use bouton_engine::Error;

use super::{listed, solved};
use bouton_engine::Played;

use crate::session::{How, Session, Value};

/// The effect of a move, for the player who makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The move, in the form for readers.
    pub name: String,
    /// The standing in the full game after it.
    pub worth: Standing,
    /// The nearest rival and its standing: the best move, or for a best move the nearest that is worse. `None` if all moves
    /// lead to the same, or if their values are not known.
    pub rival: Option<(String, Standing)>,
    /// Whether no move is better.
    pub is_best: bool,
    /// The position after it.
    pub to: String,
    /// The reason for the value of that position, for the player to move there.
    pub why: Option<String>,
    /// The other's best reply.
    pub reply: Option<String>,
}

impl std::fmt::Display for Explanation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{}.",
            beside(&self.name, &self.worth, self.rival.as_ref(), self.is_best)
        )?;
        if !self.to.is_empty() {
            write!(f, " It leaves {}", self.to)?;
            if let Some(why) = &self.why {
                write!(f, " ({why})")?;
            }
            f.write_str(".")?;
        }
        if let Some(reply) = &self.reply {
            write!(f, " The best reply is {reply}.")?;
        }
        Ok(())
    }
}

/// A move beside its nearest rival: `7 keeps you 3 ahead; 4 would leave you 1 behind`.
pub(super) fn beside(
    name: &str,
    worth: &Standing,
    rival: Option<&(String, Standing)>,
    is_best: bool,
) -> String {
    match (rival, is_best) {
        (Some((rival, other)), true) => {
            format!("{}; {}", worth.after(name), other.after_too(rival))
        }
        (Some((best, other)), false) => format!("{}; {}", worth.after_too(name), other.after(best)),
        (None, _) => format!("{}; no move is better", worth.after(name)),
    }
}

/// Of moves sorted from the best, the nearest that is worse than the first: by its result, or else by its plies.
pub(super) fn rival(moves: &[Move]) -> Option<&Move> {
    let (first, others) = moves.split_first()?;
    let result = |mv: &Move| (mv.outcome, mv.margin.clone());
    let worse = others.iter().find(|mv| result(mv) != result(first));
    worse.or_else(|| others.iter().find(|mv| mv.remoteness != first.remoteness))
}

/// The standing of the mover, `lead` points ahead so far, with a value.
fn standing(lead: i128, value: &Value) -> Standing {
    let margin = value.margin.map(Whole::from);
    Standing::new(lead, value.outcome, margin.as_ref(), value.remoteness)
}

/// Explains a move of a player who is `lead` points ahead so far, at the session's position. Afterwards the session is at
/// the position after the move.
pub(super) fn explain(
    session: &mut Session,
    text: &str,
    lead: i128,
    how: &How,
) -> Result<Explanation, Error> {
    let best = solved(session, how)?;
    let value = session.value(how)?;
    // The other moves are valued where that is quick.
    let moves = listed(session).and_then(|()| session.moves(how));
    let moves = moves.map(|moves| moves.moves).unwrap_or_default();
    let played = session.play(text)?;
    let value_after = after(&session.value(how)?, &played);
    let is_best = (value_after.outcome, value_after.margin) == (value.outcome, value.margin);
    let told = |mv: &Move| {
        let standing = Standing::new(lead, mv.outcome, mv.margin.as_ref(), mv.remoteness);
        (mv.said().to_owned(), standing)
    };
    let preferred = best.preferred.filter(|_| !is_best);
    let rival = match preferred {
        Some(best) => Some((best.said().to_owned(), standing(lead, &value))),
        None => rival(&moves).map(told),
    };
    let to = session.position()?;
    let (why, reply) = if session.is_over()? {
        (Some("play is over".to_owned()), None)
    } else {
        let next = solved(session, how)?;
        (
            next.why,
            next.preferred.map(|reply| reply.said().to_owned()),
        )
    };
    Ok(Explanation {
        worth: standing(lead, &value_after),
        rival,
        is_best,
        name: played.said().to_owned(),
        to,
        why,
        reply,
    })
}

/// The value after a move, for the player who made it.
fn after(value: &Value, played: &Played) -> Value {
    let turned = |worth: i128| if played.keeps_turn { worth } else { -worth };
    let margin = value
        .margin
        .map(|margin| turned(margin) + played.gain.unwrap_or(0));
    let outcome = match margin {
        Some(margin) => Outcome::of_margin(margin),
        None if played.keeps_turn => value.outcome,
        None => -value.outcome,
    };
    Value {
        outcome,
        margin,
        remoteness: value.remoteness.map(|plies| plies + 1),
        grundy: value.grundy.clone(),
        loony: value.loony,
    }
}
