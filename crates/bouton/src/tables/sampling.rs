//! The rules in Rust, by which a table is checked, held against the text of the game on a sample of its positions.

use std::collections::BTreeSet;

use bouton_core::Limits;
use bouton_engine::Error;
use bouton_verify::Refusal;
use bouton_verify::reference::{Position, Reference};

use crate::certificates::{played, rank, unfit};
use crate::random::Random;
use crate::session::Session;

/// Positions of a table that are compared: all of a smaller one, and at least every [`LONGEST_STEP`]th.
const WANTED: u64 = 2_000;
const LONGEST_STEP: u64 = 10_000;

/// The step from one compared position to the next, of so many.
pub(super) fn step(count: u64) -> u64 {
    count.div_ceil(WANTED).clamp(1, LONGEST_STEP)
}

/// Positions of pseudo-random play from the session's position, as many as are compared, each once.
pub(super) fn played_to(session: &mut Session, limits: &Limits) -> Result<Vec<String>, Error> {
    let (start, mut random) = (session.position()?, Random::of("positions"));
    let mut found = BTreeSet::from([start.clone()]);
    for _ in 0..4 * WANTED {
        limits.check().map_err(Error::Stopped)?;
        let choices = session.choices(usize::MAX)?;
        let to = match choices.is_empty() || session.is_over()? {
            true => start.clone(),
            false => choices[random.below(choices.len())].to.clone(),
        };
        session.go(&to)?;
        found.insert(to);
        if found.len() as u64 >= WANTED {
            break;
        }
    }
    Ok(found.into_iter().collect())
}

/// The first of these positions at which the game in Rust has other moves or another end than its text; `None` if there is none.
///
/// # Errors
/// If the text cannot be evaluated, or a limit is reached.
pub(super) fn differing(
    session: &mut Session,
    positions: &[String],
    limits: &Limits,
) -> Result<Option<String>, Error> {
    let Some(first) = positions.first() else {
        return Ok(None);
    };
    let failed = |why: Refusal| unfit(&why);
    let text = Reference::open(&played(session)?, first).map_err(failed)?;
    for position in positions {
        limits.check().map_err(Error::Stopped)?;
        session.go(position)?;
        let at = text.read(position).map_err(failed)?;
        let end = session
            .end()?
            .map(|(outcome, margin)| margin.unwrap_or_else(|| rank(outcome)));
        let same_end = end == text.end(&at).map_err(failed)?.map(i128::from);
        let mut ours: Vec<(Position, i128, bool)> = Vec::new();
        let mut theirs = Vec::new();
        if end.is_none() {
            for choice in session.choices(usize::MAX)? {
                let (to, played) = (text.read(&choice.to).map_err(failed)?, choice.played);
                ours.push((to, played.gain.unwrap_or(0), played.keeps_turn));
            }
            let steps = text.steps(&at).map_err(failed)?.into_iter();
            theirs.extend(steps.map(|step| (step.to, i128::from(step.gain), step.again)));
        }
        for moves in [&mut ours, &mut theirs] {
            moves.sort_unstable();
            moves.dedup();
        }
        if !same_end || ours != theirs {
            return Ok(Some(position.clone()));
        }
    }
    Ok(None)
}
