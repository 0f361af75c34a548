//! What the README and `docs/` show is what the program really prints.

use std::process::Command;

#[test]
fn commands_in_the_docs_print_what_they_show() {
    // The commands in `docs/` read files that stand beside them.
    std::env::set_current_dir("../../docs").unwrap();
    trycmd::TestCases::new()
        .case("../README.md")
        .case("../crates/app/README.md")
        .case("*.md");
}

/// A file of the workspace, by its path from the root.
fn text(path: &str) -> String {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    std::fs::read_to_string(format!("{root}/{path}")).unwrap()
}

/// The library's example, which is a test where its own README has it.
#[test]
fn the_readme_shows_the_library_as_its_own_does() {
    let shown = text("README.md");
    let own = text("crates/bouton/README.md");
    let example = own.split("```").nth(1).unwrap();
    assert!(example.starts_with("rust\n") && shown.contains(example));
}

/// Every `bouton …` between backquotes in a table of the README answers.
#[test]
fn commands_in_the_tables_of_the_readme_answer() {
    let readme = text("README.md");
    let rows = readme.lines().filter(|line| line.starts_with('|'));
    let commands: Vec<_> = rows
        .flat_map(|row| row.split('`'))
        .filter_map(|code| code.strip_prefix("bouton "))
        .collect();
    assert!(commands.len() > 15);
    for command in commands {
        let output = Command::new(env!("CARGO_BIN_EXE_bouton"))
            .args(command.split(' '))
            .output()
            .unwrap();
        assert!(
            output.status.success(),
            "{command}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
}

/// The files that `docs/rule-files.md` shows stand beside it, word for word, and are as short as it says.
#[test]
fn rule_files_in_the_docs_are_shown_as_they_are() {
    let shown = text("docs/rule-files.md");
    for (name, most) in [
        ("subtraction", 4),
        ("tic-tac-toe", 24),
        ("coins", 12),
        ("frogs", 20),
        ("hasty", 10),
        ("halves", 28),
        ("nogo", 48),
    ] {
        let file = text(&format!("docs/{name}.star"));
        assert!(shown.contains(&format!("```python\n{file}```")), "{name}");
        assert!(file.lines().count() <= most, "{name}");
    }
    let mirror = text("docs/mirror.star");
    assert!(text("docs/strategies.md").contains(&format!("```python\n{mirror}```")));
}

/// `docs/pictures.md` shows what its commands draw (`WRITE_GOLDEN=1` draws them anew; look at each before it is
/// committed).
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
        let (command, file) = line.split_once(" -o ").unwrap();
        assert!(page.contains(&format!("]({file})")), "{file} is not shown");
        let (shown, name) = (format!("{docs}/{file}"), file.replace('/', "-"));
        let target = match std::env::var_os("WRITE_GOLDEN") {
            Some(_) => shown.clone().into(),
            None => drawn.path().join(name),
        };
        let output = Command::new(env!("CARGO_BIN_EXE_bouton"))
            .arg("draw")
            .args(command.split(' ').map(|word| word.trim_matches('\'')))
            .arg("-o")
            .arg(&target)
            .output()
            .unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command}: {error}");
        let found = std::fs::read(&target).unwrap();
        assert!(
            found == std::fs::read(&shown).unwrap_or_default(),
            "{file} has changed"
        );
        count += 1;
    }
    assert!(count > 10);
}
