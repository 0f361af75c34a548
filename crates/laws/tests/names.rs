//! The names that [`bouton_laws::family`] reads, and the page that tells them.

use bouton_laws::{FamilyError, family, names};

const PAGE: &str = include_str!("../../../docs/laws.md");

/// The first columns of the rows of the page's table of names.
fn told() -> Vec<&'static str> {
    let (_, table) = PAGE
        .split_once("## Names of rules as formulas")
        .expect("the heading stands there");
    let rows = table.lines().filter_map(|line| line.strip_prefix("| `"));
    rows.filter_map(|row| row.split('`').next()).collect()
}

#[test]
fn every_name_that_is_read_is_told() {
    for name in names() {
        let with = |told: &&&str| told.split(':').next() == Some(name);
        let told: Vec<_> = told().into_iter().collect();
        let rows: Vec<_> = told.iter().filter(with).collect();
        assert!(!rows.is_empty(), "docs/laws.md has no {name}");
        for row in &rows {
            assert!(family(row, 2, false).is_ok(), "{row}");
        }
        // The page shows parameters where a name takes them.
        let takes = matches!(
            family(&format!("{name}:?"), 2, false),
            Err(FamilyError::Parameters { .. })
        );
        let shown = rows.iter().any(|row| row.contains(':'));
        assert_eq!(takes, shown, "{name}");
    }
}

/// The page has codes, too, in each form that is read.
#[test]
fn codes_whose_digits_repeat_are_told() {
    for code in ["octal:0.[7]", "hex:0.[7]"] {
        assert!(
            family(code, 1, false).is_ok()
                || code.parse::<bouton_core::take_and_break::Code>().is_ok()
        );
        assert!(PAGE.contains(&format!("`{code}`")), "{code}");
    }
}
