//! `docs/parameters.md`: the parameters of every question, by each of its names.

use std::fmt::Write as _;

use bouton::questions::{Kind, Parameter};
use bouton_web::{ROUTES, Route};

use crate::support::{ROOT, answer};

/// The first words of the page.
const HEAD: &str = "# Parameters

This page is for people who know a question in one form and ask it in another: a test writes it, from the structs that every form reads.

A question is asked by a command, at `/api/NAME`, and by `bouton.NAME` in Python. A parameter has one name over HTTP and in Python; the
option of the command has `-` for `_`. Words in capitals stand for arguments without a name, in their order. A parameter that may be given
many times is a list in Python. A range in Python is a pair of numbers.

## Of most questions

";

/// Parameters that stand on the page once.
const SHARED: [&str; 9] = [
    "game", "rules", "misere", "time", "solver", "words", "position", "right", "lines",
];

/// Parameters of a route that its command has not: the route, and how the command says it.
const ELSEWHERE: [(&str, &str, &str); 12] = [
    ("check", "position", "POSITIONS"),
    ("review", "move", "MOVE"),
    ("calc", "expression", "EXPRESSION"),
    ("calc", "before", "EXPRESSION, one after the other"),
    ("draw", "format", "the ending of the file"),
    ("draw", "download", "--output"),
    ("puzzles/sheet", "format", "the ending of the file"),
    ("puzzles/sheet", "download", "--sheet"),
    ("download/", "format", "--csv, --json"),
    ("ask", "pattern", "PATTERN"),
    ("verify", "certificate", "FILE"),
    ("sequence", "words", ""),
];

/// The option of a command, or the word for an argument, by its help.
fn option(route: &Route, parameter: &Parameter, help: &str) -> Option<String> {
    let special = ELSEWHERE
        .iter()
        .find(|(path, name, _)| route.path.starts_with(path) && *name == parameter.name);
    if let Some((.., said)) = special {
        return Some((*said).to_owned());
    }
    let option = format!("--{}", parameter.option());
    let upper = parameter.name.to_uppercase();
    let has = |word: &str| {
        help.split([' ', '\n', ',', '<', '>', '[', ']'])
            .any(|it| it == word)
    };
    match has(&option) {
        true => Some(option),
        false => has(&upper).then_some(upper),
    }
}

fn row(parameter: &Parameter, option: &str) -> String {
    let takes = match parameter.kind {
        Kind::Flag => "yes or no".to_owned(),
        kind => kind.words().replace("a text", "text"),
    };
    let many = if parameter.many { ", many times" } else { "" };
    let default = match parameter.default {
        _ if parameter.is_needed() => "needed",
        None | Some("") => "",
        Some(default) => default,
    };
    let about = parameter.about().replace('|', "\\|");
    let option = match option {
        "" => String::new(),
        option if option.starts_with("--") && !option.contains(' ') => format!("`{option}`"),
        option => option.to_owned(),
    };
    format!(
        "| `{}` | {option} | {takes}{many} | {default} | {about} |\n",
        parameter.name
    )
}

const TABLE: &str = "| name | command | takes | default | meaning |\n|---|---|---|---|---|\n";

#[test]
fn every_parameter_stands_on_the_page_and_in_the_command() {
    let (mut page, mut shared) = (String::new(), Vec::<Parameter>::new());
    let mut missing = Vec::new();
    for route in ROUTES {
        if route.path.ends_with("/stream") {
            continue;
        }
        let command = match route.path {
            "bidding" => "value",
            path => path
                .trim_start_matches("download/")
                .split('/')
                .next()
                .unwrap(),
        };
        let (code, out, _) = answer(&[command, "--help"], "");
        let help = (code == Some(0)).then(|| String::from_utf8(out).unwrap());
        let mut rows = String::new();
        for parameter in route.parameters() {
            if SHARED.contains(&parameter.name) {
                if shared.iter().all(|other| other.name != parameter.name) {
                    shared.push(parameter);
                }
                continue;
            }
            let option = help.as_deref().map(|help| option(route, &parameter, help));
            if option == Some(None) {
                missing.push(format!("{} has no {}", route.path, parameter.name));
            }
            rows += &row(&parameter, &option.flatten().unwrap_or_default());
        }
        let about = route.about;
        if rows.is_empty() {
            continue;
        }
        write!(page, "\n## {}\n\n{about}.\n\n{TABLE}{rows}", route.path).unwrap();
    }
    assert!(missing.is_empty(), "{missing:#?}");
    let mut whole = format!("{HEAD}{TABLE}");
    for parameter in &shared {
        let option = match parameter.name {
            "game" | "position" => parameter.name.to_uppercase(),
            "rules" => "GAME is the file".to_owned(),
            "words" => "without `--json`".to_owned(),
            name => format!("--{name}"),
        };
        whole += &row(parameter, &option);
    }
    whole += &page;
    let path = format!("{ROOT}/docs/parameters.md");
    if std::env::var_os("WRITE_DOCS").is_some() {
        std::fs::write(&path, &whole).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(found == whole, "{path} is not as WRITE_DOCS=1 writes it");
}
