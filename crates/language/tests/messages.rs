//! The messages about mistakes: `messages.txt`. A case is a file behind `> `; below stand the places that were running and the
//! sentence. `WRITE_GOLDEN=1` writes them.

use bouton_language::{Limits, Module};

use crate::common::Defaults;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/messages.txt");

/// The message about a file, and about `moves(start)` if it has both.
fn told(text: &str) -> String {
    let limits = Limits::default();
    let done = Module::parse(text, &["parameter"]).and_then(|module| {
        let program = module.run(&mut Defaults, &limits)?;
        let mut machine = program.machine();
        machine.begin(&limits);
        match (program.global("moves"), program.global("start")) {
            (Some(moves), Some(start)) => machine.call(moves, &[start], &mut Defaults).map(|_| ()),
            _ => Ok(()),
        }
    });
    match done {
        Ok(()) => "fine".into(),
        Err(error) => {
            let callers = error
                .callers()
                .iter()
                .filter(|caller| !caller.function.is_empty());
            let callers: String = callers
                .map(|caller| format!(" in {}:{}", caller.function, caller.line))
                .collect();
            let marked = &text[error.span()];
            format!(
                "{error}  [{}]{callers}",
                marked.lines().next().unwrap_or("")
            )
        }
    }
}

#[test]
fn mistakes_are_told_at_their_places() {
    let golden = std::fs::read_to_string(FILE).unwrap();
    let mut cases: Vec<(String, String)> = Vec::new();
    let mut is_open = false;
    for line in golden.lines() {
        if let Some(line) = line.strip_prefix("> ").or((line == ">").then_some("")) {
            if !is_open {
                cases.push(Default::default());
            }
            let (text, _) = cases.last_mut().unwrap();
            text.push_str(line);
            text.push('\n');
            is_open = true;
        } else {
            if !line.is_empty() {
                cases.last_mut().unwrap().1 = line.to_owned();
            }
            is_open = false;
        }
    }
    let mut written = String::new();
    let mut wrong = Vec::new();
    for (text, expected) in &cases {
        let told = told(text);
        for line in text.lines() {
            written.push_str(&format!("> {line}\n"));
        }
        written.push_str(&format!("{told}\n\n"));
        if told != *expected {
            wrong.push(format!("{text}  {told}\n  expected {expected}"));
        }
    }
    if std::env::var("WRITE_GOLDEN").is_ok() {
        std::fs::write(FILE, written).unwrap();
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
