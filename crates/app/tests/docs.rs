//! What the README and `docs/` show is what the program really prints.

use std::process::Command;

#[test]
fn commands_in_the_docs_print_what_they_show() {
    // The commands in `docs/` read files that stand beside them.
    std::env::set_current_dir("../../docs").unwrap();
    trycmd::TestCases::new().case("../README.md").case("*.md");
}

/// Every `bouton …` between backquotes in a table of the README answers.
#[test]
fn commands_in_the_tables_of_the_readme_answer() {
    let readme = include_str!("../../../README.md");
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
    let shown = include_str!("../../../docs/rule-files.md");
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs");
    for (name, most) in [
        ("subtraction", 4),
        ("tic-tac-toe", 24),
        ("coins", 12),
        ("frogs", 20),
        ("hasty", 10),
        ("halves", 28),
    ] {
        let file = std::fs::read_to_string(format!("{folder}/{name}.star")).unwrap();
        assert!(shown.contains(&format!("```python\n{file}```")), "{name}");
        assert!(file.lines().count() <= most, "{name}");
    }
}
