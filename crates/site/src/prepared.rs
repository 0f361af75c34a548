//! Answers to the first questions of the pages, computed when the site is made: the board appears, and the first move can be
//! made, before the program itself has arrived over a slow line.

use anyhow::{Context, ensure};
use bouton_web::{FILES, LastGame, Limits, Question};
use serde_json::{Map, Value, json};

use crate::{Site, packed};

/// Games with more first moves prepare only the first of them.
const MOVES: usize = 64;
/// A file with more bytes is no help on a slow line.
const LONGEST: usize = 600_000;

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
        let answers = beginning(&name, &game, &position)?;
        site.put(&file(&name), packed(answers.as_bytes())?)?;
        names.push(name);
    }
    site.put(&file("home"), packed(home.text().as_bytes())?)?;
    Ok(names)
}

fn file(name: &str) -> String {
    format!("prepared/{name}.json.gz")
}

/// The questions of a game's page until the first move is made, with their answers.
fn beginning(name: &str, game: &str, position: &str) -> anyhow::Result<String> {
    let mut answers = Answers::default();
    answers.ask(&format!("/api/games/{name}"), &[])?;
    // An address can name the game alone; the games without a start of their own refuse that.
    let _refused = answers.reply("/api/position", &[("game", name)])?.err();
    let here = [("game", game), ("position", position)];
    let first = answers.ask("/api/position", &here)?;
    let typed = first["position"].as_str().unwrap_or(position).to_owned();
    answers.ask("/api/levels", &[("game", game), ("position", &typed)])?;
    answers.board(game, &typed, &[])?;
    let moves = first["moves"].as_array().cloned().unwrap_or_default();
    let start = answers.text();
    for mv in moves
        .iter()
        .take(MOVES)
        .filter_map(|mv| mv["move"].as_str())
    {
        let query = [("game", game), ("position", &typed), ("move", mv)];
        answers.ask("/api/position", &query)?;
        answers.board(game, &typed, &[mv])?;
    }
    let all = answers.text();
    Ok(if all.len() > LONGEST { start } else { all })
}

/// Answers by their addresses, each with its kind.
#[derive(Default)]
struct Answers {
    found: Map<String, Value>,
    last: LastGame,
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
        let pair = |(name, value): &(&str, &str)| {
            let mut pair = form_urlencoded::Serializer::new(String::new());
            pair.append_pair(name, value).finish()
        };
        let mut pairs: Vec<String> = query.iter().map(pair).collect();
        pairs.sort();
        let parameters = pairs.join("&");
        let question = Question::read(path, parameters.as_bytes())
            .map_err(|refusal| anyhow::anyhow!("{path}?{parameters}: {}", refusal.error))?;
        let reply = question.answer(&mut self.last, Limits::default());
        let text = String::from_utf8(reply.bytes).context("an answer in text")?;
        let told = format!("{path}?{parameters}: {text}");
        if reply.head.status == 400 {
            return Ok(Err(told));
        }
        ensure!(reply.head.status == 200, told);
        let value = serde_json::from_str(&text).unwrap_or_default();
        let address = match parameters.is_empty() {
            true => path.to_owned(),
            false => format!("{path}?{parameters}"),
        };
        self.found.insert(address, json!([reply.head.mime, text]));
        Ok(Ok(value))
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
        let text = beginning("wythoff", "wythoff", "5,8").unwrap();
        let answers: Map<String, Value> = serde_json::from_str(&text).unwrap();
        for address in [
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
            let text = beginning(name, game, position).unwrap();
            let answers: Map<String, Value> = serde_json::from_str(&text).unwrap();
            answers.contains_key(&format!("/api/position?game={name}"))
        };
        assert!(has("tic-tac-toe", "tic-tac-toe", ".../.../..."));
        assert!(!has("nim", "nim", "3,4,5"));
    }

    #[test]
    fn newcomers_are_those_of_the_pages() {
        assert_eq!(newcomers().unwrap()[1].0, "tic-tac-toe");
    }
}
