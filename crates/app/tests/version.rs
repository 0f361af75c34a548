//! `bouton --version --verbose`: it reports the features of this build, and the confinement of the processes of rule files.

use crate::support::{ROOT, bouton};

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
        ("tui", cfg!(feature = "tui")),
    ];
    let features = of(&text, "features").unwrap();
    let told: Vec<_> = features
        .split(", ")
        .filter(|name| *name != "none")
        .collect();
    let built = built.iter().filter(|(_, is_built)| *is_built);
    assert_eq!(told, built.map(|(name, _)| *name).collect::<Vec<_>>());
}

/// `bouton check` runs in such a process, and reports what it found open there.
#[test]
#[cfg(all(target_os = "linux", feature = "rules"))]
fn what_is_closed_to_rule_files_is_told() {
    let text = verbose();
    let checked = bouton(&["check", &format!("{ROOT}/docs/coins.star")]);
    let said = checked.out + &checked.error;
    for (subject, lack) in [
        ("other files", "Landlock"),
        ("networks and programs", "seccomp"),
    ] {
        let how = of(&text, subject).unwrap();
        assert_eq!(
            how == "open",
            said.contains(&format!("this system has no {lack}")),
            "{text}"
        );
        assert!(how == "open" || how.contains(lack), "{text}");
    }
    for subject in ["memory", "processor time", "size of files"] {
        assert_eq!(of(&text, subject).unwrap(), "bounded by a resource limit");
    }
}

#[test]
fn it_is_a_part_of_the_version_alone() {
    assert!(bouton(&["--verbose", "solve", "nim", "3"]).is_refusal());
}
