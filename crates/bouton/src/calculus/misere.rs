//! Values where the last to move loses: canonical form and genus of any impartial position, outcome classes of Left and Right.

use bouton_answers::{Class, GameValue, Part, Sides, ValuedMove};
use bouton_core::{Limits, StopReason};
use bouton_engine::Error;
use bouton_values::{MisereGame, MisereGames, ScoringGames};

use super::{LISTED, Show, cut};
use crate::scoring::{class, formed};
use crate::session::Session;

/// The value of the session's position, without what it is of.
pub(super) fn value(session: &Session, show: Show, limits: &Limits) -> Result<GameValue, Error> {
    if session.side().is_some() {
        return outcomes(session, limits);
    }
    let at = session.position()?;
    let listed = match session.atoms(&[at], limits) {
        Err(Error::Stopped(why)) => return Ok(cut(why)),
        listed => listed?,
    };
    let mut games = MisereGames::default();
    let parts = &listed.sums[0];
    let names = |part: &u32| listed.names[*part as usize].clone();
    let told = forms(&mut games, &listed.options, limits).and_then(|forms| {
        let parts: Vec<_> = parts
            .iter()
            .map(|part| (names(part), forms[*part as usize]))
            .collect();
        told(&mut games, &parts, show, limits)
    });
    Ok(GameValue {
        visited: listed.options.len() as u64 - 1,
        held: games.count() as u64,
        bytes: games.bytes(),
        ..told.unwrap_or_else(cut)
    })
}

/// The outcome class of a position of Left and Right, and those after its moves; and its universe, as the kind.
fn outcomes(session: &Session, limits: &Limits) -> Result<GameValue, Error> {
    let mut games = ScoringGames::default();
    let told = formed(session, &mut games, limits)?.map(|form| {
        let moves = form.moves.into_iter().map(|mv| ValuedMove {
            name: mv.name,
            side: mv.side,
            value: class(&games, mv.to).to_string(),
            sensible: false,
            mean: None,
            temperature: String::new(),
            orthodox: false,
            part: None,
        });
        let game = form.parts[0].1;
        let class = class(&games, game);
        GameValue {
            value: Some(class.to_string()),
            kind: games.universe([game]).map(|universe| universe.to_string()),
            class: Some(class),
            moves: moves.collect(),
            ..GameValue::default()
        }
    });
    Ok(GameValue {
        visited: games.len() as u64,
        held: games.len() as u64,
        bytes: games.bytes(),
        ..told.unwrap_or_else(cut)
    })
}

/// The form of each part, from those of its options.
fn forms(
    games: &mut MisereGames,
    options: &[Vec<bouton_quotients::Position>],
    limits: &Limits,
) -> Result<Vec<MisereGame>, StopReason> {
    let meter = &mut limits.meter();
    let mut forms = Vec::with_capacity(options.len());
    for options in options {
        let mut found = Vec::with_capacity(options.len());
        for option in options {
            let parts = option.iter().map(|part| forms[*part as usize]);
            found.push(sum(games, parts, limits)?);
        }
        forms.push(games.make(found, meter)?);
    }
    Ok(forms)
}

fn sum(
    games: &mut MisereGames,
    mut parts: impl Iterator<Item = MisereGame>,
    limits: &Limits,
) -> Result<MisereGame, StopReason> {
    let meter = &mut limits.meter();
    parts.try_fold(MisereGame::ZERO, |sum, part| games.add(sum, part, meter))
}

fn told(
    games: &mut MisereGames,
    parts: &[(String, MisereGame)],
    show: Show,
    limits: &Limits,
) -> Result<GameValue, StopReason> {
    let form = sum(games, parts.iter().map(|(_, form)| *form), limits)?;
    let meter = &mut limits.meter();
    let text = games.text(form, show.width, meter)?;
    let mut shown = Vec::new();
    for (position, form) in parts.iter().filter(|_| parts.len() > 1) {
        shown.push(Part {
            position: position.clone(),
            value: games.text(*form, show.width, meter)?.text,
            mean: None,
            temperature: String::new(),
            sente: None,
        });
    }
    let sides = |options: Vec<String>| Sides {
        left: options.clone(),
        right: options,
    };
    let Sides { left, right } = sides(text.options);
    let shortened = text.shortened.into_iter().take(LISTED);
    Ok(GameValue {
        value: Some(text.text),
        left,
        right,
        kind: Some(if games.is_tame(form) { "tame" } else { "wild" }.to_owned()),
        class: Some(if games.wins(form) { Class::N } else { Class::P }),
        birthday: Some(games.birthday(form).to_string()),
        genus: Some(games.genus(form).to_string()),
        parts: shown,
        values: shortened
            .map(|(id, options)| (id, sides(options)))
            .collect(),
        ..GameValue::default()
    })
}
