//! With `autotests = false` a file of tests that nobody names is not compiled, and nothing says so: every one is named.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

pub(crate) const CRATES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

pub(crate) fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
}

/// The files of Rust in a folder and the folders in it.
pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let mut files = Vec::new();
    for path in entries.map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            files.extend(self::files(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
    files
}

/// The modules that a file names, as files beside it or in a folder of its name.
fn modules(path: &Path) -> Vec<PathBuf> {
    let is_root = path.file_stem().is_some_and(|stem| stem == "main");
    let folder = match is_root {
        true => path.parent().unwrap().to_owned(),
        false => path.with_extension(""),
    };
    let text = text(path);
    let mut lines = text.lines();
    let mut modules = Vec::new();
    while let Some(line) = lines.next() {
        // A file that stands elsewhere is named by its path.
        if line.starts_with("#[path") {
            lines.next();
            continue;
        }
        let line = line.strip_prefix("pub(crate) ").unwrap_or(line);
        let name = line
            .strip_prefix("mod ")
            .and_then(|rest| rest.strip_suffix(';'));
        modules.extend(name.map(|name| folder.join(format!("{name}.rs"))));
    }
    modules
}

/// The test programs of a crate, of each the file that it begins with: those that the manifest names, and every file of the folder where it
/// does not say otherwise.
fn programs(manifest: &str, tests: &Path) -> Vec<PathBuf> {
    let mut programs = match manifest.contains("\nautotests = false\n") {
        true => Vec::new(),
        false => files(tests),
    };
    programs.retain(|file| file.parent() == Some(tests));
    for section in manifest
        .split("\n[")
        .filter(|part| part.starts_with("[test]]"))
    {
        let word = |name: &str| {
            let mut lines = section.lines();
            let value = lines.find_map(|line| line.strip_prefix(name)?.trim().strip_prefix('='));
            value.map(|value| value.trim().trim_matches('"').to_owned())
        };
        let file = match word("path") {
            Some(path) => tests.parent().unwrap().join(path),
            None => tests.join(format!("{}.rs", word("name").unwrap())),
        };
        programs.push(file);
    }
    programs
}

/// The files of tests of a crate that no test program reaches.
fn forgotten(of_crate: &Path) -> Vec<PathBuf> {
    let tests = of_crate.join("tests");
    let mut open = programs(&text(&of_crate.join("Cargo.toml")), &tests);
    let mut reached = BTreeSet::new();
    while let Some(file) = open.pop() {
        open.extend(modules(&file));
        reached.insert(file);
    }
    let mut files = files(&tests);
    files.retain(|file| !reached.contains(file));
    files
}

#[test]
fn every_file_of_tests_is_named() {
    let (mut crates, mut wrong) = (0, Vec::new());
    for entry in std::fs::read_dir(CRATES).unwrap() {
        let path = entry.unwrap().path();
        if path.join("Cargo.toml").is_file() {
            crates += 1;
            wrong.extend(forgotten(&path));
        }
    }
    assert!(crates > 15, "{crates}");
    assert!(wrong.is_empty(), "named by no main.rs: {wrong:#?}");
}

/// The test finds what is forgotten.
#[test]
fn a_forgotten_file_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let tests = folder.path().join("tests");
    std::fs::create_dir_all(tests.join("named")).unwrap();
    let manifest =
        "[package]\nautotests = false\n\n[[test]]\nname = \"all\"\npath = \"tests/main.rs\"\n";
    for (name, text) in [
        ("Cargo.toml", manifest),
        ("tests/main.rs", "mod named;\n"),
        ("tests/named.rs", "pub(crate) mod inner;\n"),
        ("tests/named/inner.rs", ""),
        ("tests/named/left.rs", ""),
        ("tests/alone.rs", ""),
    ] {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let mut found = forgotten(folder.path());
    found.sort();
    assert_eq!(found, [tests.join("alone.rs"), tests.join("named/left.rs")]);
}
