//! All rule files, here and in CPython: their functions at some positions that play reaches.

use std::path::{Path, PathBuf};

use bouton_language::Limits;

use crate::common::{here, in_python};

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
            moves = _plain(list(function(at)))
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
    for folder in "examples docs testdata crates/app/tests/fuzz crates/rules/benches".split(' ') {
        add(&root.join("../..").join(folder), &mut found);
    }
    // Games that people asked about, where they are at hand.
    if let Ok(folder) = std::env::var("RULES") {
        add(Path::new(&folder), &mut found);
    }
    found.sort();
    found
}

fn add(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        match path.extension().and_then(|end| end.to_str()) {
            Some("star" | "py") => found.push(path),
            _ => add(&path, found),
        }
    }
}

/// A file with calls of its functions.
fn program(text: &str) -> Option<String> {
    let has = |start: &str| text.lines().any(|line| line.starts_with(start));
    let names = |wanted: &[&str]| {
        let pairs = wanted.iter().filter(|name| has(&format!("def {name}(")));
        let pairs: String = pairs.map(|name| format!("({name:?}, {name}), ")).collect();
        format!("[{pairs}]")
    };
    let moves = names(&["moves", "left", "right"]);
    let others = "outcome score turn plies_left summands negative canonical show draw";
    let others = names(&others.split(' ').collect::<Vec<_>>());
    let start = match has("start") {
        true => "start",
        false if has("def positions(") => "list(positions(3))[-1]",
        false => return None,
    };
    let text = text.trim_start_matches('\u{feff}');
    Some(format!(
        "{text}\n_START = {start}\n_MOVES = {moves}\n_OTHERS = {others}\n{DRIVER}"
    ))
}

#[test]
fn rule_files_are_the_same_in_python() {
    let texts = files().into_iter().map(|path| {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        Some((path.display().to_string(), program(&text)?))
    });
    let (paths, programs): (Vec<String>, Vec<String>) = texts.flatten().unzip();
    assert!(paths.len() > 100, "{} files", paths.len());
    let python = in_python(&programs);
    let (mut wrong, mut failing) = (Vec::new(), Vec::new());
    for ((path, program), python) in paths.iter().zip(&programs).zip(&python) {
        match here(program, &Limits::default()) {
            Ok(text) if text == *python => {}
            Ok(text) => {
                let same = text
                    .chars()
                    .zip(python.chars())
                    .take_while(|(a, b)| a == b)
                    .count();
                let part = |text: &str| {
                    text.chars()
                        .skip(same.saturating_sub(40))
                        .take(120)
                        .collect::<String>()
                };
                wrong.push(format!("{path}:\n  {}\n  {}", part(&text), part(python)));
            }
            Err(error) if python.starts_with('!') => {
                failing.push(format!("{path}: {error} / {python}"))
            }
            // It counts calls outside of its functions: that is what it shows.
            Err(_) if path.ends_with("docs/count.star") => {}
            Err(error) => wrong.push(format!("{path}: {error}")),
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {}:\n{}",
        wrong.len(),
        paths.len(),
        wrong.join("\n")
    );
    println!(
        "{} files; these fail in both:\n{}",
        paths.len(),
        failing.join("\n")
    );
    assert!(failing.len() <= 8, "{}", failing.join("\n"));
}
