//! Answers to the first questions of the pages, computed when the site is made: the board appears, and the first move can be
//! made, before the program itself has arrived over a slow line. The games for newcomers are prepared to their ends.

use std::collections::{HashMap, VecDeque};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use bouton_web::{FILES, LastGame, Limits, Question};
use serde_json::{Map, Value, json};

use crate::{Site, packed};

/// Games with more first moves prepare only the first of them.
const MOVES: usize = 64;
/// A file with more bytes is no help on a slow line; nor is one of a game to its end with more.
const LONGEST: [usize; 2] = [60_000, 160_000];
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
    let newcomers = newcomers()?;
    for (game, position) in newcomers.clone() {
        let name = game.split(':').next().unwrap_or(&game).to_owned();
        home.board(&game, &position, &[])?;
        if all.iter().all(|(other, ..)| *other != name) {
            all.push((name, game, position));
        }
    }
    for (name, game, position) in all {
        home.board(&game, &position, &[])?;
        let to_the_end = newcomers.contains(&(game.clone(), position.clone()));
        let [start, all] = beginning(&name, &game, &position, to_the_end)?;
        let all = packed(all.as_bytes())?;
        let fits = all.len() <= LONGEST[usize::from(to_the_end)];
        ensure!(
            fits || !to_the_end,
            "{game}: {} bytes of answers",
            all.len()
        );
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

/// Where a game stands after a line of moves, before the person's move.
struct Stand {
    line: Vec<String>,
    at: Value,
    /// The lead of the program.
    lead: i64,
}

/// The questions of a game's page with their answers: until the first move is made; and those after each of the person's
/// moves, the program's replies and the hint before and after them: of the first move, or of all to the end.
fn beginning(
    name: &str,
    game: &str,
    position: &str,
    to_the_end: bool,
) -> anyhow::Result<[String; 2]> {
    let mut answers = Answers::default();
    answers.ask(&format!("/api/games/{name}"), &[])?;
    // An address can name the game alone; the games without a start of their own refuse that.
    let _refused = answers.reply("/api/position", &[("game", name)])?.err();
    let here = [("game", game), ("position", position)];
    let first = answers.ask("/api/position", &here)?;
    let typed = text_of(&first, "position").unwrap_or_else(|| position.to_owned());
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
    let mut stands = VecDeque::from([Stand {
        line: Vec::new(),
        at: first,
        lead: 0,
    }]);
    while let Some(Stand { line, at, lead }) = stands.pop_front() {
        for mv in moves_of(&at).take(MOVES) {
            let Some(name) = text_of(mv, "move") else {
                continue;
            };
            let lead = lead - mv["gain"].as_i64().unwrap_or(0);
            let made: Vec<_> = line.iter().cloned().chain([name]).collect();
            let Stand { line: made, at, .. } = answers.after(game, &typed, made, lead)?.0;
            if at["over"] == true || mv["keeps_turn"] == true {
                continue;
            }
            let mut replies = Vec::new();
            let next = text_of(&at, "position").unwrap_or_default();
            let solved = is_solved && begun.elapsed() < HINTS;
            if solved {
                answers.solve(game, &next)?;
                replies.extend(answers.preferred.take());
            }
            for seed in SEEDS.iter().filter(|_| level.is_some()) {
                let lead = lead.to_string();
                let mut query = vec![
                    ("game", game),
                    ("position", &*next),
                    ("time", SOON),
                    ("level", level.unwrap_or_default()),
                    ("seed", seed),
                    ("lead", &lead),
                ];
                // No position of these comes back: the ones before do not matter.
                if !to_the_end {
                    query.push(("before", &typed));
                }
                let told = answers.reply("/api/reply", &query)?;
                replies.extend(told.ok().and_then(|told| text_of(&told, "move")));
            }
            replies.sort();
            replies.dedup();
            for reply in replies {
                let gain = moves_of(&at).find(|mv| mv["move"] == *reply);
                let lead = lead + gain.and_then(|mv| mv["gain"].as_i64()).unwrap_or(0);
                let line: Vec<_> = made.iter().cloned().chain([reply]).collect();
                let (stand, is_new) = answers.after(game, &typed, line, lead)?;
                if stand.at["over"] == true {
                    continue;
                }
                if solved {
                    answers.solve(game, &text_of(&stand.at, "position").unwrap_or_default())?;
                }
                if to_the_end && is_new {
                    stands.push_back(stand);
                }
            }
        }
    }
    let mut all = answers.found;
    if to_the_end {
        all.insert("same".to_owned(), json!(answers.same));
    }
    Ok([start, Value::Object(all).to_string()])
}

fn text_of(answer: &Value, field: &str) -> Option<String> {
    answer[field].as_str().map(str::to_owned)
}

fn moves_of(at: &Value) -> impl Iterator<Item = &Value> {
    at["moves"].as_array().into_iter().flatten()
}

/// The address of a question, and the kind and the text of its answer; or the sentence that refuses it.
type Answered = Result<(String, [String; 2]), String>;

/// Answers by their addresses, each with its kind.
#[derive(Default)]
struct Answers {
    found: Map<String, Value>,
    /// Lines of moves after which the page shows and asks the same as after another line, and that line.
    same: Map<String, Value>,
    /// The first such line, by the answers after it and the lead of the program.
    lines: HashMap<(String, String, i64, usize), Vec<String>>,
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
        let (address, answer) = match self.answer(path, query)? {
            Ok(answered) => answered,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let value: Value = serde_json::from_str(&answer[1]).unwrap_or_default();
        if !value["stopped"].is_string() {
            self.found.insert(address, json!(answer));
        }
        Ok(Ok(value))
    }

    /// Answers a question, and keeps nothing.
    fn answer(&mut self, path: &str, query: &[(&str, &str)]) -> anyhow::Result<Answered> {
        // By their names; moves stay in their order.
        let mut pairs = query.to_vec();
        pairs.sort_by_key(|(name, _)| *name);
        let parameters = form_urlencoded::Serializer::new(String::new())
            .extend_pairs(pairs)
            .finish();
        let question = Question::read(path, parameters.as_bytes())
            .map_err(|refusal| anyhow::anyhow!("{path}?{parameters}: {}", refusal.error.message))?;
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
        let address = match parameters.is_empty() {
            true => path.to_owned(),
            false => format!("{path}?{parameters}"),
        };
        Ok(Ok((address, [reply.head.mime.to_string(), text])))
    }

    /// Solves a position, as a hint and a perfect player do; whether it was solved in the time that a page gives it.
    fn solve(&mut self, game: &str, position: &str) -> anyhow::Result<bool> {
        let query = [("game", game), ("position", position), ("time", SOON)];
        let told = self.reply("/api/solve", &query)?.unwrap_or_default();
        self.preferred = told["preferred"]["move"].as_str().map(str::to_owned);
        Ok(!told["outcome"].is_null())
    }

    /// The position after these moves, and its board; and whether no other line of moves led to the same before.
    fn after(
        &mut self,
        game: &str,
        position: &str,
        line: Vec<String>,
        lead: i64,
    ) -> anyhow::Result<(Stand, bool)> {
        let mut query = vec![("game", game), ("position", position)];
        query.extend(line.iter().map(|mv| ("move", &**mv)));
        let at = self.answer("/api/position", &query)?;
        query.extend([("as", "board"), ("bare", "1")]);
        let board = self.answer("/api/draw", &query)?;
        let (at, board) = (
            at.map_err(anyhow::Error::msg)?,
            board.map_err(anyhow::Error::msg)?,
        );
        let value = serde_json::from_str(&at.1[1])?;
        // Not each position says who is to move.
        let shown = (at.1[1].clone(), board.1[1].clone(), lead, line.len() % 2);
        let first = self
            .lines
            .entry(shown)
            .or_insert_with(|| line.clone())
            .clone();
        let is_new = first == line;
        if is_new {
            self.found
                .extend([at, board].map(|(address, answer)| (address, json!(answer))));
        } else {
            self.same.insert(line.join("\n"), json!(first));
        }
        let stand = Stand {
            line: first,
            at: value,
            lead,
        };
        Ok((stand, is_new))
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
        let [_, text] = beginning("wythoff", "wythoff", "5,8", false).unwrap();
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
            let [text, _] = beginning(name, game, position, false).unwrap();
            let answers: Map<String, Value> = serde_json::from_str(&text).unwrap();
            answers.contains_key(&format!("/api/position?game={name}"))
        };
        assert!(has("tic-tac-toe", "tic-tac-toe", ".../.../..."));
        assert!(!has("nim", "nim", "3,4,5"));
    }

    #[test]
    fn moves_keep_their_order() {
        let [_, text] = beginning("tic-tac-toe", "mnk:1,2,2", "..", false).unwrap();
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

    /// Walks all games of a person against the program's replies, as `transport.js` looks them up; the number of ends.
    fn walk(answers: &Map<String, Value>, game: &str, start: &str, line: &[String]) -> usize {
        let same = answers["same"].as_object().unwrap();
        let folded = line.iter().fold(Vec::new(), |mut before, mv| {
            before.push(mv.clone());
            let first = same.get(&before.join("\n"));
            first.map_or(before, |first| {
                serde_json::from_value(first.clone()).unwrap()
            })
        });
        let parameters = form_urlencoded::Serializer::new(String::new())
            .append_pair("game", game)
            .extend_pairs(folded.iter().map(|mv| ("move", mv)))
            .append_pair("position", start)
            .finish();
        let told = answers[&format!("/api/position?{parameters}")][1].as_str();
        assert!(answers.contains_key(&format!("/api/draw?as=board&bare=1&{parameters}")));
        let at: Value = serde_json::from_str(told.unwrap()).unwrap();
        if at["over"] == true {
            return 1;
        }
        let after = |mv: String| walk(answers, game, start, &[line, &[mv]].concat());
        if line.len().is_multiple_of(2) {
            return moves_of(&at)
                .map(|mv| after(text_of(mv, "move").unwrap()))
                .sum();
        }
        let next = form_urlencoded::byte_serialize(at["position"].as_str().unwrap().as_bytes());
        let next = format!("&position={}&", next.collect::<String>());
        let replies = answers
            .iter()
            .filter(|(address, _)| address.starts_with("/api/reply?") && address.contains(&next));
        let mut names: Vec<_> = replies
            .map(|(_, told)| serde_json::from_str::<Value>(told[1].as_str().unwrap()).unwrap())
            .map(|told| text_of(&told, "move").unwrap())
            .collect();
        names.sort();
        names.dedup();
        assert!(!names.is_empty(), "{next}");
        names.into_iter().map(after).sum()
    }

    #[test]
    fn a_game_to_its_end_has_an_answer_to_every_move() {
        for (name, game, start, ends) in [
            ("row-ends", "row-ends", "4,5,3,1,2,7", 26),
            ("subtraction", "subtraction:1,2,3", "15", 73),
            ("tic-tac-toe", "tic-tac-toe", ".../.../...", 657),
        ] {
            let [_, text] = beginning(name, game, start, true).unwrap();
            let answers: Map<String, Value> = serde_json::from_str(&text).unwrap();
            assert_eq!(walk(&answers, game, start, &[]), ends, "{game}");
        }
    }

    #[test]
    fn newcomers_are_those_of_the_pages() {
        assert_eq!(newcomers().unwrap()[1].0, "tic-tac-toe");
    }
}
