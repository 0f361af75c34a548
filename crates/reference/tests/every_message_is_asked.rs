//! A heading of a `tests/messages.txt` that no test names would stand there unread: every one is named.

use std::path::Path;

use crate::every_test_is_run::{CRATES, files, text};

/// The headings of a crate's file that are not quoted in the crate's tests, which are in its code, too.
fn unasked(of_crate: &Path) -> Vec<String> {
    let tests = of_crate.join("tests");
    let messages = std::fs::read_to_string(tests.join("messages.txt")).unwrap_or_default();
    let folders = [tests, of_crate.join("src")].into_iter();
    let code: String = folders
        .flat_map(|folder| files(&folder))
        .map(|file| text(&file))
        .collect();
    let headings = messages.lines().filter_map(|line| line.strip_prefix("## "));
    let unasked = headings.filter(|heading| !code.contains(&format!("\"{heading}\"")));
    unasked.map(str::to_owned).collect()
}

#[test]
fn every_heading_is_named_by_a_test() {
    for entry in std::fs::read_dir(CRATES).unwrap() {
        let path = entry.unwrap().path();
        assert_eq!(unasked(&path), Vec::<String>::new(), "{}", path.display());
    }
}

#[test]
fn a_heading_that_no_test_names_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let tests = folder.path().join("tests");
    std::fs::create_dir_all(&tests).unwrap();
    std::fs::write(tests.join("messages.txt"), "## one\n  a\n\n## two\n  b\n").unwrap();
    std::fs::write(tests.join("main.rs"), "fn a() { message(\"two\", 1) }\n").unwrap();
    assert_eq!(unasked(folder.path()), ["one"]);
}
