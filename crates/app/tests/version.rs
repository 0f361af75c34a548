//! `bouton --version --verbose`: it reports the features of this build.

use crate::support::bouton;

fn verbose() -> String {
    let said = bouton(&["--version", "--verbose"]);
    assert!(said.is_well() && said.error.is_empty(), "{said:?}");
    said.out
}

/// The text about a subject.
fn of(text: &str, subject: &str) -> Option<String> {
    let mut lines = text.lines();
    let line = lines.find_map(|line| line.trim().strip_prefix(&format!("{subject}: ")));
    line.map(str::to_owned)
}

#[test]
fn the_parts_of_the_build_are_told() {
    let text = verbose();
    let short = bouton(&["--version"]).out;
    assert!(text.starts_with(&short) && text != short, "{text}");
    assert_eq!(
        bouton(&["--verbose", "--version"]).out.lines().next(),
        text.lines().next()
    );
    let built = [
        ("cluster", cfg!(feature = "cluster")),
        ("png", cfg!(feature = "png")),
        ("rules", cfg!(feature = "rules")),
        ("serve", cfg!(feature = "serve")),
    ];
    let features = of(&text, "features").unwrap();
    let told: Vec<_> = features
        .split(", ")
        .filter(|name| *name != "none")
        .collect();
    let built = built.iter().filter(|(_, is_built)| *is_built);
    assert_eq!(told, built.map(|(name, _)| *name).collect::<Vec<_>>());
}

#[test]
fn it_is_a_part_of_the_version_alone() {
    assert!(bouton(&["--verbose", "solve", "nim", "3"]).is_refusal());
}
