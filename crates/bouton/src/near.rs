//! A move for positions that are too much to solve: what a few plies ahead show.

use bouton_answers::Near;
use bouton_core::{Limits, Outcome};
use bouton_engine::{Choice, Error};

use crate::session::{How, Session};

/// More moves of one position are not looked at.
const WIDEST: usize = 400;
/// Nothing is worth more than a win, which counts the plies that are left below it.
const WIN: i128 = 1 << 100;
/// Beyond this a score tells a win or a loss.
const SURE: i128 = 1 << 99;

/// The move that a search of at most `depth` plies prefers, deeper and deeper until a limit is reached. Among moves that
/// look the same it takes one from the middle of the list, which on most boards is the middle of the board.
///
/// ```
/// let mut session = bouton::open("connect:6,7,4", "1122334")?;
/// let near = bouton::near(&mut session, 4, &bouton::How::default())?;
/// assert_eq!(near.outcome, Some(bouton::Outcome::Loss));
/// let mut session = bouton::open("tic-tac-toe", "XX./OO./...")?;
/// let near = bouton::near(&mut session, 2, &bouton::How::default())?;
/// assert_eq!(near.name.as_deref(), Some("c1"));
/// # Ok::<(), bouton::Error>(())
/// ```
///
/// # Errors
/// Rules that fail. A limit that is reached is told in the answer.
pub fn near(session: &mut Session, depth: u32, how: &How) -> Result<Near, Error> {
    let start = session.position()?;
    let mut near = Near {
        game: session.game().to_owned(),
        position: start.clone(),
        name: None,
        depth: 0,
        outcome: None,
        visited: 0,
        stopped: None,
    };
    let mut choices = session.choices(WIDEST)?;
    if session.is_over()? {
        near.outcome = Some(session.value(how)?.outcome);
        return Ok(near);
    }
    from_the_middle(&mut choices);
    near.name = choices.first().map(|choice| choice.played.name.clone());
    let mut looking = Looking {
        session,
        limits: &how.limits,
        visited: 0,
        cut: false,
    };
    for plies in 1..=depth {
        looking.cut = false;
        match looking.best(&mut choices, plies) {
            Ok((name, score)) => {
                near.name = Some(name);
                near.depth = plies;
                near.outcome = match score {
                    score if score > SURE => Some(Outcome::Win),
                    score if score < -SURE => Some(Outcome::Loss),
                    score if !looking.cut => Some(sign(score)),
                    _ => None,
                };
                if near.outcome.is_some() {
                    break;
                }
            }
            Err(Error::Stopped(reason)) => {
                near.stopped = Some(reason);
                break;
            }
            Err(error) => return Err(error),
        }
    }
    near.visited = looking.visited;
    session.go(&start)?;
    Ok(near)
}

fn sign(score: i128) -> Outcome {
    match score.signum() {
        1 => Outcome::Win,
        0 => Outcome::Draw,
        _ => Outcome::Loss,
    }
}

/// The choices so that those in the middle of the list come first.
fn from_the_middle(choices: &mut [Choice]) {
    let mut order: Vec<usize> = (0..choices.len()).collect();
    let last = choices.len().saturating_sub(1);
    order.sort_by_key(|n| (2 * n).abs_diff(last));
    let sorted: Vec<Choice> = order.iter().map(|n| choices[*n].clone()).collect();
    choices.clone_from_slice(&sorted);
}

struct Looking<'s> {
    session: &'s mut Session,
    limits: &'s Limits,
    visited: u64,
    /// Whether some line was not looked at to its end.
    cut: bool,
}

impl Looking<'_> {
    /// The best of the choices, which is put first, and what it is worth.
    fn best(&mut self, choices: &mut [Choice], plies: u32) -> Result<(String, i128), Error> {
        let (mut best, mut found) = (0, -WIN - 1);
        for (n, choice) in choices.iter().enumerate() {
            let score = self.after(choice, plies, found, WIN + 1)?;
            if score > found {
                (best, found) = (n, score);
            }
        }
        choices[..=best].rotate_right(1);
        Ok((choices[0].played.name.clone(), found))
    }

    /// What a move is worth to the player who makes it.
    fn after(&mut self, choice: &Choice, plies: u32, low: i128, high: i128) -> Result<i128, Error> {
        let gain = choice.played.gain.unwrap_or(0);
        let (low, high) = (low - gain, high - gain);
        let score = match choice.played.keeps_turn {
            true => self.score(&choice.to, plies - 1, low, high)?,
            false => -self.score(&choice.to, plies - 1, -high, -low)?,
        };
        // Of two wins the sooner is the better one.
        let later = match score {
            score if score > SURE => score - 1,
            score if score < -SURE => score + 1,
            score => score,
        };
        Ok(gain + later)
    }

    /// What a position is worth to the player to move, as far as so many plies tell.
    fn score(&mut self, position: &str, plies: u32, low: i128, high: i128) -> Result<i128, Error> {
        self.limits.check()?;
        self.visited += 1;
        self.session.go(position)?;
        if self.session.is_over()? {
            let value = self.session.value(&How {
                solver: None,
                limits: self.limits.clone(),
            })?;
            return Ok(match (value.margin, value.outcome) {
                (Some(margin), _) => margin,
                (None, Outcome::Win) => WIN,
                (None, Outcome::Draw) => 0,
                (None, Outcome::Loss) => -WIN,
            });
        }
        if plies == 0 {
            self.cut = true;
            return Ok(0);
        }
        let mut choices = self.session.choices(WIDEST)?;
        from_the_middle(&mut choices);
        let mut best = -WIN - 1;
        for choice in &choices {
            best = best.max(self.after(choice, plies, low.max(best), high)?);
            if best >= high {
                break;
            }
        }
        Ok(best)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Looked at to its end, a position is worth what solvers say.
    #[test]
    fn what_is_seen_to_the_end_is_true() {
        for (game, position) in [
            ("tic-tac-toe", "X.O/.../..."),
            ("tic-tac-toe", "XO./.X./..."),
            ("nim", "1,2,3"),
            ("nim", "2,3"),
            ("hexapawn:3,3", "OOO/.../XXX"),
            ("dots-and-boxes:1,2", "../.../.."),
            ("row-ends", "4,5,3,1,2"),
        ] {
            let mut session = bouton_open(game, position);
            let near = near(&mut session, 40, &How::default()).unwrap();
            let answer = session.solve(&How::default()).unwrap();
            assert_eq!(near.outcome, answer.outcome, "{game} {position}");
            assert_eq!(session.position().unwrap(), near.position);
            if near.outcome == Some(Outcome::Win) {
                let best = answer.best.iter().map(|best| &best.name);
                assert!(
                    best.into_iter()
                        .any(|name| Some(name) == near.name.as_ref()),
                    "{game}"
                );
            }
        }
    }

    fn bouton_open(game: &str, position: &str) -> Session {
        crate::open(game, position).unwrap()
    }

    #[test]
    fn nothing_is_claimed_of_what_was_not_seen() {
        let mut session = bouton_open("connect:6,7,4", "");
        let near = near(&mut session, 2, &How::default()).unwrap();
        assert_eq!((near.outcome, near.depth), (None, 2));
        assert_eq!(near.name.as_deref(), Some("4"));
    }
}
