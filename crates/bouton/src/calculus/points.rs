//! Positions in which points of Left and Right decide: scores, mean and temperature (Milnor 1953, Hanner 1959).

use bouton_answers::{Class, GameValue, Walls, Whole};
use bouton_core::{Limits, Meter, StopReason};
use bouton_engine::{Error, KeptParts, Ply, ScoredMove};
use bouton_solvers::values::Valuer;
use bouton_values::{Number, ScoringGames, Value};

use super::orthodox::{After, Move, Play, accounting, warmth};
use super::{Show, Teller, corners};
use crate::session::Session;

/// The scoring games of a session's position and of those after it, with their values.
struct Scored<'s> {
    session: &'s Session,
    kept: KeptParts,
    games: ScoringGames,
    values: Vec<Value>,
    limits: &'s Limits,
}

impl Scored<'_> {
    /// The position after some moves; `None` if points of Left and Right do not decide.
    fn play(&mut self, path: &[Ply], valuer: &mut Valuer) -> Result<Option<Play>, Error> {
        let Self {
            session,
            kept,
            games,
            values,
            ..
        } = self;
        let limits = &self.limits.less(games.len() as u64);
        let formed =
            session.look_within(limits, |face| face.scoring(path, true, kept, games, limits))?;
        let form = match formed.transpose()? {
            None => return Ok(None),
            Some(None) => {
                return Err(Error::Unfit(
                    "a move keeps the turn: games have temperatures in which players take turns"
                        .into(),
                ));
            }
            Some(Some(form)) => form,
        };
        let fault = [
            (form.outside, "a player gains by being unable to move"),
            (form.zugzwang, "a player would rather not move"),
        ];
        for (at, why) in fault {
            if let Some(at) = at {
                return Err(Error::Unfit(format!(
                    "temperatures are those of games without zugzwang, and at {at} {why}: `bouton solve` has the scores"
                )));
            }
        }
        let (arena, meter) = (&mut valuer.arena, &mut limits.meter());
        arena.hold_elsewhere(games.bytes());
        games.values(values, arena, meter)?;
        let mut moves = Vec::new();
        for ScoredMove {
            name,
            side,
            part,
            to,
            gain,
        } in form.moves
        {
            let gain = Number::ratio(gain, 0);
            let points = arena.number(&gain, meter)?;
            let after = arena.add(values[to.number()], points, meter)?;
            let to = After::Part(part, after);
            moves.push(Move {
                name,
                side,
                to,
                gain,
            });
        }
        let parts = form.parts.into_iter();
        let parts = parts.map(|(shown, game)| (shown, values[game.number()]));
        Ok(Some(Play {
            parts: parts.collect(),
            moves,
        }))
    }
}

/// The answer about the session's position; `None` if points of Left and Right do not decide.
///
/// # Errors
/// If the game has no temperatures, or its rules fail. A limit that is reached is part of the answer.
pub(super) fn value(
    session: &Session,
    valuer: &mut Valuer,
    show: Show,
    limits: &Limits,
) -> Result<Option<GameValue>, Error> {
    let mut scored = Scored {
        session,
        kept: KeptParts::default(),
        games: ScoringGames::default(),
        values: Vec::new(),
        limits,
    };
    let mut told = GameValue::default();
    let found = scored.play(&[], valuer).and_then(|play| match play {
        None => Ok(false),
        Some(play) => {
            tell(play, &mut scored, valuer, show, &mut told)?;
            Ok(true)
        }
    });
    match found {
        Ok(false) => return Ok(None),
        Err(Error::Stopped(why)) => told.stopped = Some(why),
        found => drop(found?),
    }
    told.visited = scored.games.len() as u64;
    Ok(Some(told))
}

fn tell(
    play: Play,
    scored: &mut Scored<'_>,
    valuer: &mut Valuer,
    show: Show,
    told: &mut GameValue,
) -> Result<(), Error> {
    let limits = scored.limits;
    let meter = &mut limits.meter();
    let parts: Vec<Value> = play.parts.iter().map(|(_, part)| *part).collect();
    let mut teller = Teller::new(&mut valuer.arena, show);
    let total = teller.within(limits, |arena, meter| {
        let mut total = Value::ZERO;
        for part in &parts {
            let sum = arena.add(total, *part, meter)?;
            total = arena.reduced(sum, meter)?;
        }
        Ok(total)
    })?;
    match total {
        Some(total) => of_total(total, &mut teller, told, meter)?,
        None => told.left_out = vec!["value".to_owned(), "scores".to_owned()],
    }
    told.accounting = accounting(&play, valuer, meter, |path, valuer| {
        let play = scored.play(path, valuer)?;
        Ok(play.expect("invariant: the game is one of points"))
    })?;
    play.tell(None, &mut valuer.arena, show, told, meter)?;
    Ok(())
}

/// Adds the facts that follow from the value.
fn of_total(
    total: Value,
    teller: &mut Teller<'_>,
    told: &mut GameValue,
    meter: &mut Meter,
) -> Result<(), StopReason> {
    *told = teller.tell(total, meter);
    if let Some(why) = told.stopped {
        return Err(why);
    }
    let stops = teller.arena.stops(total);
    told.class = Some(Class::of_scores(
        stops.each_ref().map(|stop| stop.sign() as i128),
    ));
    told.scores = Some(stops.map(|stop| Whole::from(stop.parts().0)));
    (told.left_stop, told.right_stop, told.birthday) = (None, None, None);
    told.uptimal = None;
    told.temperature = Some(warmth(teller.arena, total, true, meter)?.to_string());
    let walls = teller.arena.thermograph(total, meter)?;
    let [left, right] = [&walls.left, &walls.right].map(|wall| corners(&wall.above(&Number::ZERO)));
    told.thermograph = Some(Walls { left, right });
    Ok(())
}
