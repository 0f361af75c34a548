//! A line of play, replayed against best play.

use bouton_answers::{Player, PositionValue, Review, Step, Whole};

use bouton_engine::Error;
use bouton_engine::Played;

use crate::session::{How, Session, Value};

/// The value in the form of answers.
fn worth(value: &Value) -> PositionValue {
    value
        .margin
        .map_or(PositionValue::Outcome(value.outcome), PositionValue::Margin)
}

/// Replays `moves` from the session's position.
///
/// ```
/// use bouton::{How, experiment::review};
/// let mut session = bouton::open("nim", "1,2")?;
/// let line = ["take 2 from the second", "take 1 from the first"].map(str::to_owned);
/// let review = review(&mut session, &line, &How::default())?;
/// assert_eq!(review.turning_point, Some(1));
/// # Ok::<(), bouton::Error>(())
/// ```
///
/// # Errors
/// If a move is not legal at its position, a solver does not serve the game, or a limit is reached.
pub fn review(session: &mut Session, moves: &[String], how: &How) -> Result<Review, Error> {
    let mut review = Review {
        game: session.game().to_owned(),
        line: Vec::new(),
        turning_points: Vec::new(),
        turning_point: None,
        totals: None,
    };
    let mut tally = [0i128; 2];
    let mut player = Player::First;
    let mut value = session.value(how)?;
    for mv in moves {
        let options = session.moves(how)?.moves;
        let best: Vec<_> = options.iter().filter(|mv| mv.best).collect();
        let is_worded = best.iter().any(|mv| mv.words.is_some());
        let names = best.iter().map(|mv| mv.name.clone()).collect();
        let words = || best.iter().map(|mv| mv.said().to_owned()).collect();
        let words = is_worded.then(words);
        let played = session.play(mv)?;
        let before = worth(&value);
        value = session.value(how)?;
        let after = seen_by_mover(&value, &played);
        let step = Step {
            name: played.name,
            words: played.words,
            before,
            after,
            best: names,
            best_in_words: words,
            lead: value.margin.map(|_| lead(tally, player)),
            player: Some(player),
        };
        let [whole_before, whole_after] = step.whole().map(PositionValue::outcome);
        review.line.push(step);
        if whole_after < whole_before {
            review.turning_points.push(review.line.len());
        }
        tally[player as usize] += played.gain.unwrap_or(0);
        if !played.keeps_turn {
            player = player.other();
        }
    }
    review.turning_point = review.turning_points.last().copied();
    review.totals = totals(session, tally, &value, player)?;
    Ok(review)
}

/// Points of the player so far minus those of the other player.
fn lead([first, second]: [i128; 2], player: Player) -> i128 {
    match player {
        Player::First => first - second,
        Player::Second => second - first,
    }
}

fn seen_by_mover(value: &Value, played: &Played) -> PositionValue {
    let turned = |worth: i128| if played.keeps_turn { worth } else { -worth };
    match value.margin {
        Some(margin) => PositionValue::Margin(turned(margin) + played.gain.unwrap_or(0)),
        None => PositionValue::Outcome(if played.keeps_turn {
            value.outcome
        } else {
            -value.outcome
        }),
    }
}

/// The points of both players with best play of the rest; `player` is to move.
fn totals(
    session: &Session,
    tally: [i128; 2],
    value: &Value,
    player: Player,
) -> Result<Option<[Whole; 2]>, Error> {
    let (Some(margin), Some(stake)) = (value.margin, session.at_stake()?) else {
        return Ok(None);
    };
    let mover = (stake + margin) / 2;
    let rest = match player {
        Player::First => [mover, stake - mover],
        Player::Second => [stake - mover, mover],
    };
    Ok(Some([0, 1].map(|n| Whole::from(tally[n] + rest[n]))))
}
