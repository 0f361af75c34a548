//! The pages form one book: every link has a target, every page is in the index and the summary, names its readers,
//! and uses the words of the project.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use super::text;
use crate::support::ROOT;

/// The Markdown files of a folder and its subfolders, except built and hidden ones.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let foreign = ["target", "node_modules"].contains(&&*name) || name.starts_with('.');
        if path.is_dir() && !foreign {
            found.extend(pages(&path));
        } else if name.ends_with(".md") {
            found.push(path);
        }
    }
    found
}

/// The lines of a page outside of code blocks, without the code in them.
fn prose(page: &str) -> Vec<String> {
    let mut in_code = false;
    let mut lines = Vec::new();
    for line in page.lines() {
        if line.trim_start().starts_with("```") {
            in_code = !in_code;
        } else if !in_code {
            lines.push(line.split('`').step_by(2).collect::<Vec<_>>().join("`"));
        }
    }
    lines
}

/// The targets of the links and pictures of a page.
fn links(page: &str) -> Vec<String> {
    let lines = prose(page);
    let parts = lines.iter().flat_map(|line| line.split("](").skip(1));
    parts
        .filter_map(|part| part.split_once(')'))
        .map(|(target, _)| target.to_owned())
        .collect()
}

/// The anchors of a page, as GitHub and mdbook make them of its headings.
fn anchors(page: &str) -> BTreeSet<String> {
    let mut seen = BTreeMap::new();
    let mut found = BTreeSet::new();
    let mut in_code = false;
    for line in page.lines() {
        in_code ^= line.starts_with("```");
        let Some(heading) = line.strip_prefix('#').filter(|_| !in_code) else {
            continue;
        };
        let heading = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = |c: &char| c.is_alphanumeric() || " -_".contains(*c);
        let anchor = heading.chars().filter(kept).collect::<String>();
        let anchor = anchor.replace(' ', "-");
        let count = seen.entry(anchor.clone()).or_insert(0);
        found.insert(match *count {
            0 => anchor,
            again => format!("{anchor}-{again}"),
        });
        *count += 1;
    }
    found
}

/// The fault of a link on a page.
fn broken(page: &Path, target: &str) -> Option<String> {
    if target.contains("://") || target.starts_with("mailto:") {
        return None;
    }
    let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
    let path = match file {
        "" => page.to_owned(),
        file => page.parent().unwrap().join(file),
    };
    if !path.exists() {
        return Some(format!("{}: {target}: no such file", page.display()));
    }
    if !anchor.is_empty() && !anchors(&std::fs::read_to_string(&path).unwrap()).contains(anchor) {
        return Some(format!("{}: {target}: no such heading", page.display()));
    }
    None
}

#[test]
fn every_relative_link_and_anchor_leads_somewhere() {
    let pages = pages(Path::new(ROOT));
    assert!(pages.len() > 40);
    let wrong: Vec<_> = pages
        .iter()
        .flat_map(|page| {
            let links = links(&std::fs::read_to_string(page).unwrap());
            links
                .into_iter()
                .filter_map(move |target| broken(page, &target))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn links_to_nothing_are_found() {
    let page = Path::new(ROOT).join("docs/README.md");
    assert_eq!(broken(&page, "games.md#nim"), None);
    assert_eq!(broken(&page, "https://example.org/nothing"), None);
    assert!(broken(&page, "no-such-page.md").is_some());
    assert!(broken(&page, "games.md#no-such-game").is_some());
    assert_eq!(links("a `[b](c)` [d](e#f)\n```\n[g](h)\n```\n"), ["e#f"]);
    let found = anchors("# A & B\n## `C`: d\n## A & B\n");
    assert_eq!(found, ["a--b", "a--b-1", "c-d"].map(str::to_owned).into());
}

/// The pages of `docs/`, by name.
fn names() -> BTreeSet<String> {
    let names = std::fs::read_dir(Path::new(ROOT).join("docs")).unwrap();
    names
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".md") && name != "README.md" && name != "SUMMARY.md")
        .collect()
}

#[test]
fn the_index_and_the_summary_list_every_page_once() {
    for list in ["docs/README.md", "docs/SUMMARY.md"] {
        let mut listed = links(&text(list));
        listed.retain(|target| {
            target.ends_with(".md") && !target.contains('/') && target != "README.md"
        });
        let set: BTreeSet<_> = listed.iter().cloned().collect();
        assert_eq!(set, names(), "{list}");
        assert_eq!(listed.len(), set.len(), "{list} lists a page twice");
    }
}

#[test]
fn every_page_says_first_for_whom_it_is() {
    for name in names() {
        let page = text(&format!("docs/{name}"));
        let lines = prose(&page);
        let first = lines
            .iter()
            .find(|line| !line.is_empty() && !line.starts_with('#'));
        let first = first.unwrap();
        assert!(
            first.starts_with("This page is for "),
            "docs/{name}: {first}"
        );
    }
}

#[test]
fn pages_that_are_read_at_one_sitting_stay_short() {
    for (page, most) in [
        ("README.md", 150),
        ("ARCHITECTURE.md", 200),
        ("docs/benchmarks.md", 300),
    ] {
        let lines = text(page).lines().count();
        assert!(
            lines <= most,
            "{page} has {lines} lines, at most {most} are meant"
        );
    }
}

/// The lines that the diffs of a page add to a file, each with the file and its line in the page.
fn added(page: &str) -> Vec<(String, String)> {
    let mut file = String::new();
    let mut lines = Vec::new();
    for block in page.split("```diff\n").skip(1) {
        for line in block.split("```").next().unwrap().lines() {
            match line.strip_prefix("+++ b/") {
                Some(path) => path.clone_into(&mut file),
                None => lines.push((file.clone(), line.strip_prefix('+').unwrap().to_owned())),
            }
        }
    }
    lines
}

/// The walk through adding a game is the diff of an existing game.
#[test]
fn the_diff_in_contributing_is_in_the_code() {
    let lines = added(&text("CONTRIBUTING.md"));
    assert!(lines.len() > 30);
    for (file, line) in lines {
        let code = text(&file);
        assert!(
            code.lines().any(|found| found == line),
            "{file} has no line {line}"
        );
    }
}

/// Runs `.ci/words.py`; does nothing without Python.
fn words(arguments: &[&Path]) -> Option<Output> {
    let script = Path::new(ROOT).join(".ci/words.py");
    let output = Command::new("python3").arg(script).args(arguments).output();
    if output.is_err() {
        eprintln!("skipped: no python3");
    }
    output.ok()
}

#[test]
fn the_pages_keep_to_the_words_of_the_project() {
    let Some(output) = words(&[]) else { return };
    let found = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{found}");
}

#[test]
fn words_that_are_not_the_projects_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page.md");
    std::fs::write(
        &page,
        format!("A game.\n\nIt answers {} asks.\n", "whoever"),
    )
    .unwrap();
    let Some(output) = words(&[&page]) else {
        return;
    };
    let found = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{found}");
    assert!(
        found.contains("page.md:3") && found.contains("whoever"),
        "{found}"
    );
}
