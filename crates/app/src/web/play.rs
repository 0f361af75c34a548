//! The program as a player: the levels that it has, and the move that it makes at one.

use bouton::How;
use bouton::play::Level;
use serde_json::json;

use super::last_game::LastGame;
use super::query::Query;
use super::reply::Reply;
use super::routes::Answered;

/// Words for levels that no strategy's card has.
const KNOWN: [(&str, &str); 5] = [
    ("perfect", "the best move, always"),
    (
        "chances",
        "keeps what it has won, slowly and by no more than needed, and holds out when it is lost",
    ),
    ("hotstrat", "moves in the hottest part"),
    (
        "thermostrat",
        "moves where the thermograph of a part is widest",
    ),
    ("sentestrat", "answers threats where they are made"),
];

pub(crate) fn levels(last: &mut LastGame, query: &Query, _how: &How) -> Answered {
    let session = last.open(query)?;
    let cards = session.strategies();
    let plays = |name: &str| {
        let known = KNOWN.iter().find(|(other, _)| *other == name);
        let card = cards.iter().find(|card| card.name == name);
        known
            .map(|(_, plays)| *plays)
            .or(card.map(|card| card.plays))
            .unwrap_or_default()
            .to_owned()
    };
    let levels: Vec<_> = Level::names(session)
        .into_iter()
        .map(|name| json!({"level": name, "plays": plays(&name)}))
        .collect();
    let answer = json!({"game": session.game(), "levels": levels});
    Reply::json(&answer, None)
}

pub(crate) fn reply(last: &mut LastGame, query: &Query, how: &How) -> Answered {
    let session = last.open(query)?;
    let level = query.text("level").unwrap_or("perfect");
    let lead = query.number("lead").unwrap_or(0);
    let before = query.all("before");
    let before: Vec<_> = before.iter().map(String::as_str).collect();
    let chosen = Level::named(level, session)?.reply(session, lead, &before, how)?;
    let position = session.position()?;
    let answer = json!({
        "game": session.game(), "position": position, "level": level, "move": chosen,
    });
    Reply::json(&answer, None)
}
