//! Texts from files are shown escaped, by every command.

use bouton::text::is_plain;

use super::{Place, Said};
use crate::support::commands;

/// Every text that a rule file can pass to the terminal.
const HOSTILE: &str = r#"
name = "forged\x1b[2J\nname: forged"
rules = "Take.\x1b]0;title\x07\nwin: forged"
source = "nowhere\x9b2J\nwin: forged"
start = "a\n"
def moves(p):
    if p == "a\n":
        return [("\x1b[2J\nwin: forged\n  (proved by god)", "b\x1b]0;title\x07"), ("two\u202e", "c\u009b2J")]
    return [("down\r", "d\x7f\u2028")] if p.startswith("c") else []
def plies_left(p): return {"a": 2, "c": 1}.get(p[0], 0)
strategies = {"best\x1b[1m\nwin: forged": lambda p: moves(p)[:1]}
"#;

/// Rules that fail with messages of their own.
const BROKEN: &str = r#"
start = "a\x1b[2J"
def moves(p):
    fail("no\x1b[2J\nwin: forged\nbouton: forged")
"#;

const GRAPH: &str = r#"{"id":"a\n","to":[["\u001b[2J\nwin: forged","b\u001b]0;title\u0007"],["x\u202e","c\u009b"]]}
{"id":"b\u001b]0;title\u0007","to":[]}
{"id":"c\u009b","to":[["\r","b\u001b]0;title\u0007"]]}
"#;

const RULES: &str = "(role a\u{1b}[2J) (role b) (init (at \u{9b}one)) (init (control a\u{1b}[2J))
(<= (legal ?p (go \u{202e}x)) (true (control ?p)))
(<= (legal a\u{1b}[2J noop) (true (control b)))
(<= (legal b noop) (true (control a\u{1b}[2J)))
(<= (next (at two)) (does ?p (go ?x)))
(<= terminal (true (at two)))
(<= (goal a\u{1b}[2J 100) (true (at two)))
(<= (goal b 0) (true (at two)))
";

const FILES: [(&str, &str); 5] = [
    (
        "esc.star",
        include_str!("../../../../testdata/forged/esc.star"),
    ),
    ("hostile.star", HOSTILE),
    ("broken.star", BROKEN),
    ("hostile.jsonl", GRAPH),
    ("hostile.kif", RULES),
];

/// Each command that shows something of a game, with a question about the game `G`.
const COMMANDS: &str = include_str!("shown.txt");

/// Commands that show nothing of a file.
const SILENT: &[&str] = &["serve", "cluster", "completions", "man", "help"];

/// Fails if a text contains control characters, or can be mistaken for a line of the program.
fn check(words: &str, said: &Said) {
    // Lines of a table for spreadsheets end with both.
    for shown in [&said.out, &said.error].map(|shown| shown.replace("\r\n", "\n")) {
        let hidden = shown.chars().find(|c| *c != '\n' && !is_plain(*c));
        assert_eq!(hidden, None, "{words}: {shown:?}");
        let mut lines = shown.lines();
        let forged = lines.find(|line| {
            let forms = [
                "win: forged",
                "name: forged",
                "bouton: forged",
                "  (proved by god)",
            ];
            forms.iter().any(|form| line.starts_with(form))
        });
        assert_eq!(forged, None, "{words}: {shown:?}");
    }
}

#[test]
fn nothing_from_a_file_reaches_a_terminal_as_it_is() {
    let place = Place::with(&FILES);
    let input = "moves\nhint\nwhy\nhistory\nwhy \u{1b}[2J\nno\u{1b}[2J\u{202e}\nreview\nquit\n";
    for (game, _) in FILES {
        let mut shown = String::new();
        for command in COMMANDS.lines() {
            let mut words: Vec<&str> = command.split(' ').collect();
            for word in &mut words {
                *word = match *word {
                    "G" => game,
                    "MOVE" => "b\u{1b}]0;title\u{7}",
                    word => word,
                };
            }
            // A line of play begins at a position.
            if words[0] == "review" {
                words.insert(2, "a\n");
            }
            for as_json in [false, true] {
                if as_json {
                    words.push("--json");
                }
                let said = place.ask_with(&words, input);
                check(&words.join(" "), &said);
                shown += &said.all();
            }
        }
        // The text was printed, and is visible.
        assert!(shown.contains("\\u{1b}"), "{game}");
    }
}

#[test]
fn a_position_and_a_label_are_shown_escaped() {
    let place = Place::with(&FILES);
    let said = place.ask(&["solve", "esc.star"]);
    assert!(
        said.out
            .contains(r"\u{1b}[2J\nwin: forged\n  (proved by god)"),
        "{said:?}"
    );
    let said = place.ask(&["moves", "esc.star"]);
    assert!(said.out.contains(r"b\u{1b}]0;title\u{7}"), "{said:?}");
    // JSON is the text itself.
    let told = place.ask(&["moves", "esc.star", "--json"]).json();
    assert_eq!(told["moves"][0]["to"], "b\u{1b}]0;title\u{7}");
    assert_eq!(told["position"], "a\n");
}

#[test]
fn what_is_typed_is_shown_escaped_too() {
    let place = Place::with(&[]);
    for words in [
        &["solve", "nim\u{1b}[2J"][..],
        &["solve", "nim", "3,\u{1b}[2J,\u{202e}4"],
        &["solve", "nim", "3", "--solver", "\u{1b}[2J\nwin: forged"],
        &["solve", "nim", "3", "--time", "\u{1b}[2J"],
        &["solve", "nim", "@\u{1b}[2J"],
        &["find", "nim", "--up-to", "3", "--where", "\u{1b}[2J"],
        &["calc", "\u{9b}2J"],
        &["ask", "wythoff", "\u{1b}[2J"],
        &["\u{1b}[2J"],
        &["solve", "--\u{1b}[2J"],
        &["verify", "\u{1b}[2J"],
    ] {
        let said = place.ask(words);
        assert!(!said.error.is_empty(), "{words:?}");
        check(&words.join(" "), &said);
    }
}

/// A new command needs a question here.
#[test]
fn every_command_is_asked() {
    for name in commands() {
        let asked = COMMANDS
            .lines()
            .any(|command| command.split(' ').next() == Some(&*name));
        assert!(asked || SILENT.contains(&&*name), "{name}");
    }
}

/// Only `cli/output.rs` writes to the terminal. Files that write to another process are listed here.
#[test]
fn nobody_else_writes_to_the_terminal() {
    const ALLOWED: &[&str] = &[
        "cli/output.rs",
        "web/log.rs",
        // A graph, which is JSON.
        "cli/graph.rs",
    ];
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
    let mut folders = vec![std::path::PathBuf::from(root)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path
                .strip_prefix(root)
                .unwrap()
                .to_string_lossy()
                .into_owned();
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            let text = text.split("mod tests {").next().unwrap();
            let writes = [
                "println!",
                "print!(",
                "stdout().",
                "stderr().write",
                "stderr(),",
                "stdout(),",
            ];
            let found = writes.iter().find(|write| text.contains(**write));
            let is_question = text.contains("is_terminal") && found == Some(&"stdout().");
            assert!(
                found.is_none() || is_question || ALLOWED.contains(&&*name),
                "{name} has {found:?}: use cli/output.rs"
            );
        }
    }
}
