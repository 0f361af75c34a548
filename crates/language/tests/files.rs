//! All rule files, here and in CPython: their functions at some positions that play reaches.

use std::path::{Path, PathBuf};

use crate::common::{here, in_python};
use bouton_language::Limits;

/// Calls the functions of a file at its first positions, and lists what they return.
const DRIVER: &str = r#"
def _plain(value):
    if isinstance(value, list) or isinstance(value, tuple):
        return tuple([_plain(item) for item in value])
    return value

def _next(move, first):
    if not isinstance(move, tuple):
        return move
    if not isinstance(first, tuple):
        return move[1] if len(move) > 1 else move
    if len(move) > 1 and isinstance(move[0], str) and isinstance(move[1], tuple):
        return move[1]
    return move

def result():
    first = _plain(_START)
    todo = [first]
    known = {first: 1}
    out = []
    while todo and len(out) < 400:
        at = todo.pop(0)
        for name, function in _OTHERS:
            out.append((name, _plain(function(at))))
        for name, function in _MOVES:
            moves = _plain(function(at))
            out.append((name, at, moves))
            for move in moves:
                then = _next(move, first)
                if then not in known and len(known) < 100:
                    known[then] = 1
                    todo.append(then)
    return out
"#;

pub(crate) fn files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    for folder in [
        "../../examples",
        "../../docs",
        "../../testdata",
        "../app/tests/fuzz",
        "../rules/benches",
        "testdata",
    ] {
        add(&root.join(folder), &mut found);
    }
    found.sort();
    found
}

fn add(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            add(&path, found);
        } else if path
            .extension()
            .is_some_and(|end| end == "star" || end == "py")
        {
            found.push(path);
        }
    }
}

/// A file with calls of its functions.
fn program(text: &str) -> Option<String> {
    let names = |wanted: &[&str]| {
        let is_there = |name: &&&str| {
            text.lines()
                .any(|line| line.starts_with(&format!("def {name}(")))
        };
        let pairs = wanted
            .iter()
            .filter(is_there)
            .map(|name| format!("({name:?}, {name}), "));
        format!("[{}]", pairs.collect::<String>())
    };
    let moves = names(&["moves", "left", "right"]);
    let others = names(&[
        "outcome",
        "plies_left",
        "summands",
        "negative",
        "canonical",
        "show",
        "draw",
    ]);
    let start = match text.lines().any(|line| line.starts_with("start")) {
        true => "start".to_owned(),
        false if text.contains("def positions(") => "positions(3)[-1]".to_owned(),
        false => return None,
    };
    let text = text.trim_start_matches('\u{feff}');
    Some(format!(
        "{text}\n_START = {start}\n_MOVES = {moves}\n_OTHERS = {others}\n{DRIVER}"
    ))
}

#[test]
fn rule_files_are_the_same_in_python() {
    let files = files();
    let named: Vec<(String, String)> = files
        .iter()
        .filter_map(|path| {
            Some((
                path.display().to_string(),
                program(&std::fs::read_to_string(path).ok()?)?,
            ))
        })
        .collect();
    assert!(named.len() > 100, "{} files", named.len());
    let programs: Vec<String> = named.iter().map(|(_, program)| program.clone()).collect();
    let python = in_python(&programs);
    let (mut wrong, mut failing) = (Vec::new(), Vec::new());
    for ((path, program), python) in named.iter().zip(&python) {
        let limits = Limits {
            garbage: 0,
            ..Limits::default()
        };
        match here(program, &limits) {
            Ok(text) if text == *python => {}
            Err(error) if python.starts_with('!') => {
                failing.push(format!("{path}: {error} / {python}"))
            }
            Ok(text) => {
                let at = text
                    .bytes()
                    .zip(python.bytes())
                    .take_while(|(a, b)| a == b)
                    .count();
                let part = |text: &str| {
                    text.chars()
                        .skip(at.saturating_sub(40))
                        .take(120)
                        .collect::<String>()
                };
                wrong.push(format!("{path}:\n  {}\n  {}", part(&text), part(python)));
            }
            // It counts calls outside of its functions: that is what it shows.
            Err(error)
                if path.ends_with("docs/count.star")
                    && error.message().starts_with("this cannot be changed") => {}
            Err(error) => wrong.push(format!("{path}: {error}")),
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {}:\n{}",
        wrong.len(),
        named.len(),
        wrong.join("\n")
    );
    println!(
        "{} files, {} fail in both:\n{}",
        named.len(),
        failing.len(),
        failing.join("\n")
    );
    assert!(failing.len() <= 8, "{}", failing.join("\n"));
}
