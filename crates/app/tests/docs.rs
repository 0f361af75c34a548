//! The README and `docs/` show what the program prints, and they form one book without a broken link.

mod book;
mod parameters;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use bouton_reference::alone;

use crate::golden::{steady, words};
use crate::support::{ROOT, answer, answer_in};

/// Readers run the commands in the root of a clone. The test runs them in a folder with links to the same files, so files
/// that they write are not created in the clone. `WRITE_DOCS=1` writes the answers into the pages again.
#[test]
#[cfg(unix)]
fn commands_in_the_docs_print_what_they_show() {
    alone("docs::commands_in_the_docs_print_what_they_show", || {
        let root = std::fs::canonicalize(ROOT).unwrap();
        let clone = tempfile::tempdir().unwrap();
        for folder in ["docs", "examples", "testdata", "crates"] {
            std::os::unix::fs::symlink(root.join(folder), clone.path().join(folder)).unwrap();
        }
        let pages = pages(&root);
        let (next, wrong) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        let each = || {
            while let Some(page) = pages.get(next.fetch_add(1, Ordering::Relaxed)) {
                let faults = hold(page, clone.path());
                let mut wrong = wrong.lock().unwrap_or_else(PoisonError::into_inner);
                wrong.extend(faults);
            }
        };
        std::thread::scope(|scope| {
            let threads = std::thread::available_parallelism().map_or(2, usize::from);
            (0..threads).for_each(|_| drop(scope.spawn(each)));
        });
        let wrong = wrong.into_inner().unwrap();
        assert!(
            wrong.is_empty(),
            "{} answers differ\n{}",
            wrong.len(),
            wrong.join("\n")
        );
    });
}

/// The pages with commands.
fn pages(root: &Path) -> Vec<PathBuf> {
    let docs = std::fs::read_dir(root.join("docs")).unwrap();
    let docs = docs.map(|page| page.unwrap().path());
    let mut pages: Vec<_> = docs
        .filter(|page| page.extension().is_some_and(|end| end == "md"))
        .collect();
    pages.extend(["README.md", "crates/app/README.md"].map(|page| root.join(page)));
    pages
}

/// The commands of a page whose answers differ from those that it shows.
fn hold(page: &Path, folder: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(page).unwrap();
    let (mut now, mut wrong) = (String::new(), Vec::new());
    let mut lines = text.lines().peekable();
    let mut in_console = false;
    while let Some(line) = lines.next() {
        now += line;
        now.push('\n');
        in_console = match line {
            "```console" => true,
            "```" => false,
            _ => in_console,
        };
        let Some(command) = line.strip_prefix("$ ").filter(|_| in_console) else {
            continue;
        };
        let mut shown = String::new();
        while let Some(line) = lines.next_if(|line| !line.starts_with("$ ") && *line != "```") {
            writeln!(shown, "{line}").unwrap();
        }
        let printed = printed(command, folder);
        match is_shown(&shown, &printed) {
            true => now += &shown,
            false => {
                wrong.push(format!("{}: $ {command}\n{printed}", page.display()));
                // An empty line parts an answer from the next command.
                now += printed.trim_end();
                now += if lines.peek() == Some(&"```") {
                    "\n"
                } else {
                    "\n\n"
                };
            }
        }
    }
    if std::env::var_os("WRITE_DOCS").is_some() {
        std::fs::write(page, now).unwrap();
        return Vec::new();
    }
    wrong
}

/// Whether a page shows the answer, up to times and empty lines at its end.
fn is_shown(shown: &str, printed: &str) -> bool {
    let [shown, printed] = [shown, printed].map(|text| steady(text.trim_end()));
    let [shown, printed]: [Vec<_>; 2] = [&shown, &printed].map(|text| text.lines().collect());
    are_lines(&shown, &printed)
}

/// A line `…` stands for lines that are left out.
fn are_lines(shown: &[&str], printed: &[&str]) -> bool {
    match (shown, printed) {
        (["…", rest @ ..], _) => (0..=printed.len()).any(|cut| are_lines(rest, &printed[cut..])),
        ([line, rest @ ..], [first, after @ ..]) => line == first && are_lines(rest, after),
        _ => shown.is_empty() && printed.is_empty(),
    }
}

/// All that a command prints.
fn printed(command: &str, folder: &Path) -> String {
    let words = words(command);
    let (_, out, error) = match words[0].as_str() {
        "bouton" => answer_in(folder, &words[1..], ""),
        "cat" => (
            Some(0),
            std::fs::read(folder.join(&words[1])).unwrap(),
            Vec::new(),
        ),
        other => panic!("{other} is no command of the docs"),
    };
    [out, error]
        .map(|text| String::from_utf8(text).unwrap())
        .concat()
}

#[test]
fn parts_of_an_answer_may_be_left_out_and_no_more() {
    for (shown, printed, is_so) in [
        ("a\nb\n\n", "a\nb\n", true),
        ("a\n", "a\nb\n", false),
        ("a\n…\n", "a\nb\n", true),
        ("a\n…\nd\n", "a\nb\nc\nd\n", true),
        ("a\n…\nc\n", "a\nb\nc\nd\n", false),
        ("b\n…\n", "a\nb\n", false),
        ("a …\n", "a …\n", true),
        ("a …\n", "a …\nb\n", false),
        ("3 heaps in 0.5 s\n", "3 heaps in 1.5 s\n", true),
    ] {
        assert_eq!(is_shown(shown, printed), is_so, "{shown:?} {printed:?}");
    }
}

/// A file of the workspace, by its path from the root.
fn text(path: &str) -> String {
    std::fs::read_to_string(format!("{ROOT}/{path}")).unwrap()
}

/// The library's example is a test in the library's own README.
#[test]
fn the_docs_show_the_library_as_its_own_readme_does() {
    let shown = text("docs/rust.md");
    let own = text("crates/bouton/README.md");
    let example = own.split("```").nth(1).unwrap();
    assert!(example.starts_with("rust\n") && shown.contains(example));
}

/// Every `bouton …` between backquotes in a table of the README and of the list of commands answers.
#[test]
fn commands_in_the_tables_answer() {
    let pages = text("README.md") + &text("docs/commands.md");
    let rows = pages.lines().filter(|line| line.starts_with('|'));
    let commands: Vec<_> = rows
        .flat_map(|row| row.split('`'))
        .filter_map(|code| code.strip_prefix("bouton "))
        .collect();
    assert!(commands.len() > 30);
    for command in commands {
        let words: Vec<_> = command.split(' ').collect();
        let (code, _, error) = answer(&words, "");
        assert_eq!(
            code,
            Some(0),
            "{command}: {}",
            String::from_utf8_lossy(&error)
        );
    }
}

/// `docs/your-own-game.md` shows the rule files of docs word for word, and gives their lengths.
#[test]
fn rule_files_in_the_docs_are_shown_as_they_are() {
    let shown = text("docs/your-own-game.md");
    for (name, most) in [
        ("subtraction", 4),
        ("tic-tac-toe", 24),
        ("coins", 12),
        ("frogs", 20),
        ("hasty", 10),
        ("halves", 28),
    ] {
        let file = text(&format!("docs/{name}.star"));
        assert!(shown.contains(&format!("```python\n{file}```")), "{name}");
        assert!(file.lines().count() <= most, "{name}");
    }
    let mirror = text("docs/mirror.star");
    assert!(text("docs/strategies.md").contains(&format!("```python\n{mirror}```")));
}

/// `docs/pictures.md` shows the results of its commands (`WRITE_GOLDEN=1` draws them again; look at each before it is committed).
#[test]
fn pictures_in_the_docs_are_what_their_commands_draw() {
    let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs");
    let page = text("docs/pictures.md");
    let drawn = tempfile::tempdir().unwrap();
    let mut count = 0;
    for line in page
        .lines()
        .filter_map(|line| line.strip_prefix("bouton draw "))
    {
        let (command, file) = line.split_once(" -o docs/").unwrap();
        assert!(page.contains(&format!("]({file})")), "{file} is not shown");
        let (shown, name) = (format!("{docs}/{file}"), file.replace('/', "-"));
        let target = match std::env::var_os("WRITE_GOLDEN") {
            Some(_) => shown.clone().into(),
            None => drawn.path().join(name),
        };
        let mut words = words(&format!("draw {command} -o"));
        words.push(target.to_str().unwrap().to_owned());
        let (code, _, error) = answer(&words, "");
        assert_eq!(
            code,
            Some(0),
            "{command}: {}",
            String::from_utf8_lossy(&error)
        );
        let found = std::fs::read(&target).unwrap();
        assert!(
            found == std::fs::read(&shown).unwrap_or_default(),
            "{file} has changed"
        );
        count += 1;
    }
    assert!(count > 10);
}

/// The number of packages that a crate of the workspace builds with these features, regardless of the environment.
#[cfg(target_os = "linux")]
fn packages(package: &str, features: &[&str]) -> usize {
    let output = Command::new(env!("CARGO"))
        .args([
            "tree",
            "--locked",
            "--offline",
            "-e",
            "normal,build",
            "--prefix",
            "none",
            "-p",
            package,
        ])
        .args(features)
        .env_remove("CARGO_RESOLVER_FEATURE_UNIFICATION")
        .current_dir(ROOT)
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let listed = String::from_utf8(output.stdout).unwrap();
    let names = listed.lines().filter(|line| !line.is_empty());
    let names: std::collections::BTreeSet<_> =
        names.map(|line| line.trim_end_matches(" (*)")).collect();
    names.len()
}

/// The packages that a feature needs, as the page on Rust, the guide of the library and the benchmarks list them.
#[test]
#[cfg(target_os = "linux")]
fn features_build_as_many_packages_as_the_pages_say() {
    let pages = [
        "docs/rust.md",
        "crates/bouton/src/lib.rs",
        "docs/benchmarks.md",
    ]
    .map(text);
    let row = |name: &str, count: usize| {
        let is_row = |line: &&str| {
            let line = line.trim_start_matches("//! ");
            line.starts_with("| ") && line.contains(name) && line.contains(&format!("| {count} |"))
        };
        pages
            .iter()
            .filter(|page| page.lines().any(|line| is_row(&line)))
            .count()
    };
    for (feature, name) in [
        ("", "| – |"),
        ("rules", "| `rules` |"),
        ("cluster", "| `cluster` |"),
    ] {
        let features = ["--features", feature];
        let count = packages("bouton", if feature.is_empty() { &[] } else { &features });
        assert!(row(name, count) >= 2, "{feature}: {count} packages");
        let own = if feature.is_empty() { "none" } else { name };
        assert!(
            pages[2].lines().any(|line| {
                line.starts_with("| `bouton` |")
                    && line.contains(own)
                    && line.contains(&format!("| {count} |"))
            }),
            "{feature}: {count} packages"
        );
    }
    for feature in ["", "rules", "png", "serve", "cluster"] {
        let mut features = vec!["--no-default-features"];
        if !feature.is_empty() {
            features.extend(["--features", feature]);
        }
        let count = packages("bouton-cli", &features);
        let name = if feature.is_empty() {
            "none".to_owned()
        } else {
            format!("`{feature}`")
        };
        assert!(
            pages[2].contains(&format!("| `bouton-cli` | {name} | {count} |")),
            "{feature}: {count} packages"
        );
    }
    let all = packages("bouton-cli", &[]);
    assert!(
        text("docs/install.md").contains(&format!(
            "compiles {all} packages and takes 5 to 8 minutes on two cores"
        )),
        "{all}"
    );
    assert!(
        pages[2].contains(&format!("| all but `cluster`, as by default | {all} |")),
        "{all}"
    );
}
