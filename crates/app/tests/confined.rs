//! Every command with every kind of name: the confined process answers a question as one with `--trusted` does, writes the
//! same files, and can continue its work.
#![cfg(all(unix, feature = "rules"))]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Output;

use serde_json::Value;

use crate::support::{ROOT, none, program};

/// A kind of name: a game and a position, as they are typed. A name without a position contains one, or has a usual start.
struct Kind {
    game: &'static str,
    position: &'static str,
}

/// The named files, and their sources.
const FILES: &[(&str, &str)] = &[
    ("heaps.star", "docs/subtraction.star"),
    ("frogs.star", "docs/frogs.star"),
    ("coins.star", "docs/coins.star"),
    ("nim.kif", "testdata/kif/nim_2_2.kif"),
    ("hill.jsonl", "docs/hill.jsonl"),
    ("plain", "docs/deal.jsonl"),
    ("thief.game", "docs/thief.game"),
    ("wythoff.law", "docs/wythoff.law"),
    ("ruler.star", "examples/ruler.star"),
];

/// Questions, of which `GAME` and `POSITION` stand for a kind of name; the words before `<` are a line of standard input each. They are
/// asked one after the other in one folder, so that one may read what another one wrote.
const QUESTIONS: &[&str] = &[
    "games GAME",
    "solve GAME POSITION --json",
    "solve GAME POSITION --json --certificate solved",
    "verify solved",
    "solve GAME POSITION --solver all",
    "solve GAME @position --json",
    "POSITION POSITION < solve GAME -",
    "moves GAME POSITION --json --certificate moves.gz",
    "verify moves.gz",
    "POSITION < moves GAME -",
    "losing GAME --up-to 4 --json",
    "find GAME POSITION --where win --json",
    "find GAME --up-to 3 --where win --csv",
    "puzzles GAME POSITION --count 1 --json --sheet sheet.svg",
    "values GAME --up-to 4 --json",
    "value GAME POSITION --json --certificate value",
    "verify value",
    "refute GAME first.star:first --up-to 3 --json --certificate refuted",
    "verify refuted",
    "review GAME POSITION --json",
    "draw GAME POSITION --as graph -o drawn.svg",
    "draw GAME POSITION --as tree -o drawn.png",
    "draw GAME POSITION --as board -o -",
    "solve GAME POSITION --json --certificate /dev/null",
    "draw GAME POSITION --as graph -o link.svg",
    "draw GAME POSITION --as graph -o nowhere/drawn.svg",
    "draw GAME POSITION --as graph -o .",
    "moves quit < play GAME POSITION",
    "analyze GAME POSITION --json",
    "graph GAME POSITION -o written.jsonl.gz --json",
    "solve written.jsonl.gz --json",
    "graph GAME POSITION -o -",
    "tabulate GAME POSITION -o table.tb --json",
    "tabulate GAME POSITION -o table.tb --best --json",
    "tabulate GAME POSITION -o nowhere/table.tb",
    "tabulate GAME POSITION -o .",
    "info table.tb",
    "verify table.tb --json",
    "solve GAME POSITION --table table.tb --json",
    "solve GAME POSITION --table . --json",
    "moves GAME POSITION --table table.tb --json",
    "review GAME POSITION --table table.tb --json",
    "POSITION < solve GAME - --table .",
    "hint quit < play GAME POSITION --table table.tb",
    "law GAME --json --certificate law --svg law.svg --time 10m",
    "verify law",
    "ask law P(1,2)",
    "sequence GAME --heaps 20 --json",
    "sequence GAME --heaps 20 --json -o values.csv --certificate period",
    "sequence GAME --heaps 20 --json --checkpoint kept",
    "verify period",
    "quotient GAME POSITION --heaps 3 --json --certificate quotient",
    "verify quotient",
    "check GAME POSITION",
    "cluster GAME --hosts hosts --me 0 --checkpoint kept -o cluster.tb --json",
];

/// A folder with all named files.
fn folder(kind: &Kind) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    for (name, from) in FILES {
        fs::copy(Path::new(ROOT).join(from), path(name)).unwrap();
    }
    fs::write(path("position"), kind.position).unwrap();
    fs::write(path("first.star"), "def first(position): return []\n").unwrap();
    fs::write(path("hosts"), "127.0.0.1:1\n").unwrap();
    fs::write(path("there.svg"), "before").unwrap();
    std::os::unix::fs::symlink("there.svg", path("link.svg")).unwrap();
    folder
}

/// Asks a question, confined unless `more` says otherwise.
fn ask(folder: &Path, kind: &Kind, question: &str, more: &[&str]) -> Output {
    let (input, words) = question.split_once(" < ").unwrap_or(("", question));
    let word = |word: &str| match word {
        "GAME" => kind.game.to_owned(),
        "POSITION" => kind.position.to_owned(),
        word => word.to_owned(),
    };
    let lines: Vec<String> = input.split_whitespace().map(word).collect();
    let words = words.split(' ').map(word).filter(|word| !word.is_empty());
    fs::write(folder.join("input"), lines.join("\n")).unwrap();
    program(more)
        .args(words)
        .current_dir(folder)
        .stdin(fs::File::open(folder.join("input")).unwrap())
        .output()
        .unwrap()
}

fn without_times(answer: &mut Value) {
    match answer {
        Value::Object(fields) => {
            fields.remove("seconds");
            fields.values_mut().for_each(without_times);
        }
        Value::Array(parts) => parts.iter_mut().for_each(without_times),
        _ => {}
    }
}

/// The output without times.
fn told(text: &[u8]) -> String {
    let line = |line: &str| match serde_json::from_str(line) {
        Ok(mut answer @ Value::Object(_)) => {
            without_times(&mut answer);
            answer.to_string()
        }
        // Seconds have six decimals, and no other number has.
        _ => {
            let is_no_time = |word: &&str| {
                word.split_once('.')
                    .is_none_or(|(_, digits)| digits.len() != 6)
            };
            let words: Vec<_> = line.split_whitespace().filter(is_no_time).collect();
            words.join(" ")
        }
    };
    let text = String::from_utf8_lossy(text);
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// All files of a folder, with their contents.
fn files(folder: &Path) -> BTreeMap<String, Option<Vec<u8>>> {
    let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
    entries
        .map(|entry| {
            let name = entry.file_name().into_string().unwrap();
            (name, fs::read(entry.path()).ok())
        })
        .collect()
}

/// Asks all questions of one kind of name, confined and trusted.
fn walk(game: &'static str, position: &'static str) {
    let kind = Kind { game, position };
    let folders = [folder(&kind), folder(&kind)];
    let (mut faults, mut answered) = (Vec::new(), 0);
    for question in QUESTIONS {
        let [confined, trusted] = [(0, &[][..]), (1, &["--trusted"])]
            .map(|(place, more)| ask(folders[place].path(), &kind, question, more));
        let ending = |output: &Output| {
            (
                output.status.code(),
                told(&output.stdout),
                told(&output.stderr),
            )
        };
        answered += usize::from(confined.status.success());
        // A command that runs no rule files refuses the option.
        let applies = !told(&trusted.stderr).contains("--trusted does not apply");
        if applies && ending(&confined) != ending(&trusted) {
            faults.push(format!(
                "{question}\n  confined {:?}\n  trusted {:?}",
                ending(&confined),
                ending(&trusted)
            ));
        }
        let [here, there] = [0, 1].map(|place| files(folders[place].path()));
        let names = |files: &BTreeMap<String, _>| files.keys().cloned().collect::<Vec<_>>();
        if names(&here) != names(&there) {
            faults.push(format!(
                "{question}: {:?}, trusted {:?}",
                names(&here),
                names(&there)
            ));
        }
        for (name, bytes) in &here {
            if there.get(name).is_some_and(|other| other != bytes) {
                faults.push(format!("{question}: {name} is not the same"));
            }
        }
        let left = here
            .keys()
            .find(|name| name.ends_with(".part") || name.ends_with(".work"));
        faults.extend(left.map(|left| format!("{question}: {left} is left")));
    }
    // At least a quarter of them apply to every kind of name.
    assert!(answered > QUESTIONS.len() / 4, "{answered} are answered");
    none(&faults);
}

/// A test for each kind of name.
macro_rules! kinds {
    ($($name:ident: $game:literal $position:literal,)*) => {
        $(
            #[test]
            fn $name() {
                walk($game, $position);
            }
        )*
    };
}

kinds! {
    a_game_of_the_catalogue: "tic-tac-toe" "XOX/OX./...",
    a_game_of_heaps: "nim" "1,2",
    a_game_of_left_and_right: "domineering:2,3" ".../...",
    a_sum: "sum" "nim 3 + kayles 2",
    a_sum_with_a_rule_file: "sum" "ruler.star 5 + nim 2",
    a_sum_that_is_a_name: "ruler.star 5 + nim 2" "",
    a_rule_file: "heaps.star" "5",
    a_rule_file_of_left_and_right: "frogs.star" "L.R",
    a_rule_file_of_points: "coins.star" "4,5,1",
    a_description: "nim.kif" "",
    a_graph: "hill.jsonl" "",
    a_graph_by_another_name: "graph:plain" "",
    formulas: "thief.game" "3,4",
    a_law: "wythoff.law" "3,5",
    a_code: "octal:0.77" "7",
    an_expression: "{2|-1}" "",
}
