//! Answers to the first questions of the pages, computed when the site is made: the board appears, and the first move can be
//! made, before the program itself has arrived over a slow line.

use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use bouton_web::{FILES, LastGame, Limits, Question};
use serde_json::{Map, Value, json};

use crate::{Site, packed};

/// Games with more first moves prepare only the first of them.
const MOVES: usize = 64;
/// A file with more bytes is no help on a slow line.
const LONGEST: usize = 60_000;
/// The level that a first visit begins with, and those below it, where a game has none such (`newgame.js`).
const LEVELS: [&str; 4] = ["looks-2", "looks-1", "greedy", "random"];
/// The first reply at that level has one of these seeds (`game.js`).
const SEEDS: [&str; 3] = ["1", "2", "3"];
/// So many seconds a page waits for a value (`game.js`).
const SOON: &str = "3";
/// So long an answer may take here.
const QUICK: Duration = Duration::from_secs(1);
/// So long the hints of a game may take together.
const HINTS: Duration = Duration::from_secs(10);
/// So many bytes an answer may hold.
const MEMORY: u64 = 1 << 30;

/// Writes a file for the home page and one for each game, and gives their names.
pub(crate) fn write(site: &mut Site) -> anyhow::Result<Vec<String>> {
    let (mut home, mut names) = (Answers::default(), vec!["home".to_owned()]);
    let mut all = Vec::new();
    for card in bouton_web::catalogue()? {
        let [game, position] = card.to_play.unwrap_or(card.example);
        all.push((card.name, game, position));
    }
    for (game, position) in newcomers()? {
        let name = game.split(':').next().unwrap_or(&game).to_owned();
        home.board(&game, &position, &[])?;
        if all.iter().all(|(other, ..)| *other != name) {
            all.push((name, game, position));
        }
    }
    for (name, game, position) in all {
        home.board(&game, &position, &[])?;
        let [start, all] = beginning(&name, &game, &position)?;
        let all = packed(all.as_bytes())?;
        let fits = all.len() <= LONGEST;
        site.put(
            &file(&name),
            if fits { all } else { packed(start.as_bytes())? },
        )?;
        names.push(name);
    }
    site.put(&file("home"), packed(home.text().as_bytes())?)?;
    Ok(names)
}

fn file(name: &str) -> String {
    format!("prepared/{name}.json.gz")
}

/// The questions of a game's page with their answers: until the first move is made; and those after each first move, the
/// program's replies and the hint before and after them.
fn beginning(name: &str, game: &str, position: &str) -> anyhow::Result<[String; 2]> {
    let mut answers = Answers::default();
    answers.ask(&format!("/api/games/{name}"), &[])?;
    // An address can name the game alone; the games without a start of their own refuse that.
    let _refused = answers.reply("/api/position", &[("game", name)])?.err();
    let here = [("game", game), ("position", position)];
    let first = answers.ask("/api/position", &here)?;
    let typed = first["position"].as_str().unwrap_or(position).to_owned();
    let levels = answers.ask("/api/levels", &[("game", game), ("position", &typed)])?;
    answers.board(game, &typed, &[])?;
    let start = answers.text();
    let has = |level: &&&str| {
        let all = levels["levels"].as_array().into_iter().flatten();
        all.clone().any(|one| one["level"] == **level)
    };
    let level = LEVELS.iter().find(has).copied();
    // A game that is not solved at the start is not solved after a move or two: then only the replies at a level are prepared.
    let begun = Instant::now();
    let is_solved = answers.solve(game, &typed)?;
    let moves = first["moves"].as_array().cloned().unwrap_or_default();
    for mv in moves.iter().take(MOVES) {
        let Some(name) = mv["move"].as_str() else {
            continue;
        };
        let at = answers.after(game, &typed, &[name])?;
        if at["over"] == true || mv["keeps_turn"] == true {
            continue;
        }
        let mut replies = Vec::new();
        let next = at["position"].as_str().unwrap_or_default();
        let solved = is_solved && begun.elapsed() < HINTS;
        if solved {
            answers.solve(game, next)?;
            replies.extend(answers.preferred.take());
        }
        let lead = mv["gain"].as_i64().map_or(0, |gain| -gain).to_string();
        for seed in SEEDS.iter().filter(|_| level.is_some()) {
            let query = [
                ("game", game),
                ("position", next),
                ("time", SOON),
                ("level", level.unwrap_or_default()),
                ("seed", seed),
                ("lead", &lead),
                ("before", &typed),
            ];
            let told = answers.reply("/api/reply", &query)?;
            replies.extend(
                told.ok()
                    .and_then(|told| Some(told["move"].as_str()?.to_owned())),
            );
        }
        replies.sort();
        replies.dedup();
        for reply in &replies {
            let at = answers.after(game, &typed, &[name, reply])?;
            if solved && at["over"] != true {
                answers.solve(game, at["position"].as_str().unwrap_or_default())?;
            }
        }
    }
    Ok([start, answers.text()])
}

/// Answers by their addresses, each with its kind.
#[derive(Default)]
struct Answers {
    found: Map<String, Value>,
    last: LastGame,
    /// The move that the last solved position prefers.
    preferred: Option<String>,
}

impl Answers {
    /// Answers a question; an answer that is not JSON is null here.
    fn ask(&mut self, path: &str, query: &[(&str, &str)]) -> anyhow::Result<Value> {
        self.reply(path, query)?.map_err(anyhow::Error::msg)
    }

    /// The same for a question that may be refused, with the sentence that refuses it.
    fn reply(
        &mut self,
        path: &str,
        query: &[(&str, &str)],
    ) -> anyhow::Result<Result<Value, String>> {
        // By their names; moves stay in their order.
        let mut pairs = query.to_vec();
        pairs.sort_by_key(|(name, _)| *name);
        let parameters = form_urlencoded::Serializer::new(String::new())
            .extend_pairs(pairs)
            .finish();
        let question = Question::read(path, parameters.as_bytes())
            .map_err(|refusal| anyhow::anyhow!("{path}?{parameters}: {}", refusal.error))?;
        let limits = Limits {
            memory: Some(MEMORY),
            ..Limits::within(QUICK)
        };
        let reply = question.answer(&mut self.last, limits);
        let text = String::from_utf8(reply.bytes).context("an answer in text")?;
        let told = format!("{path}?{parameters}: {text}");
        if [400, 504].contains(&reply.head.status) {
            return Ok(Err(told));
        }
        ensure!(reply.head.status == 200, told);
        let value: Value = serde_json::from_str(&text).unwrap_or_default();
        if value["stopped"].is_string() {
            return Ok(Ok(value));
        }
        let address = match parameters.is_empty() {
            true => path.to_owned(),
            false => format!("{path}?{parameters}"),
        };
        self.found.insert(address, json!([reply.head.mime, text]));
        Ok(Ok(value))
    }

    /// Solves a position, as a hint and a perfect player do; whether it was solved in the time that a page gives it.
    fn solve(&mut self, game: &str, position: &str) -> anyhow::Result<bool> {
        let query = [("game", game), ("position", position), ("time", SOON)];
        let told = self.reply("/api/solve", &query)?.unwrap_or_default();
        self.preferred = told["preferred"]["move"].as_str().map(str::to_owned);
        Ok(!told["outcome"].is_null())
    }

    /// The position after these moves, and its board.
    fn after(&mut self, game: &str, position: &str, moves: &[&str]) -> anyhow::Result<Value> {
        let mut query = vec![("game", game), ("position", position)];
        query.extend(moves.iter().map(|mv| ("move", *mv)));
        let at = self.ask("/api/position", &query)?;
        self.board(game, position, moves)?;
        Ok(at)
    }

    /// Draws the board after these moves.
    fn board(&mut self, game: &str, position: &str, moves: &[&str]) -> anyhow::Result<()> {
        let mut query = vec![("game", game), ("position", position)];
        query.extend(moves.iter().map(|mv| ("move", *mv)));
        query.extend([("as", "board"), ("bare", "1")]);
        self.ask("/api/draw", &query).map(drop)
    }

    fn text(&self) -> String {
        Value::Object(self.found.clone()).to_string()
    }
}

/// The games for newcomers, with their parameters and positions, as `starts.js` has them.
fn newcomers() -> anyhow::Result<Vec<(String, String)>> {
    let script = FILES.iter().find(|(name, _)| *name == "starts.js");
    let script = std::str::from_utf8(script.context("starts.js")?.1)?;
    let quoted = |line: &str, key: &str| {
        let (_, value) = line.split_once(key)?;
        Some(value.split_once('"')?.1.split_once('"')?.0.to_owned())
    };
    let found: Vec<_> = script
        .lines()
        .filter(|line| line.contains("{ game: \""))
        .filter_map(|line| Some((quoted(line, "game: ")?, quoted(line, "position: ")?)))
        .collect();
    ensure!(found.len() >= 3, "starts.js is not as expected");
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_begins_with_what_was_prepared() {
        let [_, text] = beginning("wythoff", "wythoff", "5,8").unwrap();
        let answers: Map<String, Value> = serde_json::from_str(&text).unwrap();
        for address in [
            "/api/solve?game=wythoff&position=5%2C8&time=3",
            "/api/reply?before=5%2C8&game=wythoff&lead=0&level=looks-2&position=4%2C7&seed=2&time=3",
            "/api/games/wythoff",
            "/api/position?game=wythoff&position=5%2C8",
            "/api/levels?game=wythoff&position=5%2C8",
            "/api/draw?as=board&bare=1&game=wythoff&position=5%2C8",
            "/api/position?game=wythoff&move=take+1+from+both&position=5%2C8",
        ] {
            assert!(
                answers.contains_key(address),
                "{address} of {:?}",
                answers.keys()
            );
        }
    }

    #[test]
    fn a_game_with_a_start_of_its_own_can_be_named_alone() {
        let has = |name: &str, game, position| {
            let [text, _] = beginning(name, game, position).unwrap();
            let answers: Map<String, Value> = serde_json::from_str(&text).unwrap();
            answers.contains_key(&format!("/api/position?game={name}"))
        };
        assert!(has("tic-tac-toe", "tic-tac-toe", ".../.../..."));
        assert!(!has("nim", "nim", "3,4,5"));
    }

    #[test]
    fn moves_keep_their_order() {
        let [_, text] = beginning("tic-tac-toe", "mnk:1,2,2", "..").unwrap();
        let answers: Map<String, Value> = serde_json::from_str(&text).unwrap();
        for (moves, board) in [("a1&move=b1", "XO"), ("b1&move=a1", "OX")] {
            let address = format!("/api/position?game=mnk%3A1%2C2%2C2&move={moves}&position=..");
            let answer = answers[&address][1].as_str().unwrap();
            assert!(
                answer.contains(&format!("\"position\":\"{board}\"")),
                "{answer}"
            );
        }
    }

    #[test]
    fn newcomers_are_those_of_the_pages() {
        assert_eq!(newcomers().unwrap()[1].0, "tic-tac-toe");
    }
}
