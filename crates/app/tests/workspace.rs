//! The workspace follows the rules that `ARCHITECTURE.md` states about its files.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

const CRATES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// The words between backquotes in the sentence of the crate's docs that gives the order of its files.
fn told_order(docs: &str) -> Option<Vec<String>> {
    let docs: Vec<&str> = docs
        .lines()
        .filter_map(|line| line.strip_prefix("//!"))
        .collect();
    let docs = docs.join(" ");
    let (_, told) = docs.split_once("imports from those before it in this order:")?;
    let (told, _) = told.split_once(". ").unwrap_or((told, ""));
    Some(
        told.split('`')
            .skip(1)
            .step_by(2)
            .map(str::to_owned)
            .collect(),
    )
}

/// The Rust files of a folder and its subfolders.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}

/// A file's code without comments and without the module of its tests.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let text = text.split("#[cfg(test)]\nmod ").next().unwrap();
    let lines = text.lines().map(|line| line.split("//").next().unwrap());
    lines.collect::<Vec<_>>().join("\n")
}

/// The modules of its own crate that a file names: after `crate::`, or in the braces that follow.
fn named(code: &str) -> Vec<&str> {
    let word = |text: &'_ str| {
        text.find(|c: char| !c.is_alphanumeric() && c != '_')
            .unwrap_or(text.len())
    };
    let mut names = Vec::new();
    for rest in code.split("crate::").skip(1) {
        match rest
            .strip_prefix('{')
            .and_then(|rest| rest.split_once("};"))
        {
            Some((inner, _)) => {
                names.extend(inner.split(|c: char| !c.is_alphanumeric() && c != '_'))
            }
            None => names.push(&rest[..word(rest)]),
        }
    }
    names
}

#[test]
fn files_import_in_the_order_that_their_crate_tells() {
    let mut told = Vec::new();
    for entry in fs::read_dir(CRATES).unwrap() {
        let src = entry.unwrap().path().join("src");
        let docs = fs::read_to_string(src.join("lib.rs")).unwrap_or_default();
        let Some(order) = told_order(&docs) else {
            continue;
        };
        let places: HashMap<&str, usize> = order
            .iter()
            .enumerate()
            .map(|(place, name)| (name.as_str(), place))
            .collect();
        for path in files(&src) {
            let inside = path
                .strip_prefix(&src)
                .unwrap()
                .components()
                .next()
                .unwrap();
            let module = inside.as_os_str().to_str().unwrap().trim_end_matches(".rs");
            if module == "lib" {
                continue;
            }
            let Some(own) = places.get(module) else {
                panic!(
                    "{}: {module} is not in the order that lib.rs tells",
                    path.display()
                );
            };
            for name in named(&code(&path)) {
                let later = places.get(name).is_some_and(|place| place > own);
                assert!(
                    !later,
                    "{} imports {name}, which stands after {module}",
                    path.display()
                );
            }
        }
        told.push(src);
    }
    assert!(told.len() >= 3, "{told:?}");
}
