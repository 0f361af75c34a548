//! File endings that only the feature `rules` reads, and the error without that feature.

#[cfg(not(feature = "rules"))]
use std::sync::Arc;

#[cfg(not(feature = "rules"))]
use bouton_engine::Error;

#[cfg(not(feature = "rules"))]
use super::{Named, Terms};

/// Of rule files.
pub(super) const RULE_FILES: [&str; 2] = [".py", ".star"];
/// Of GDL files.
pub(super) const DESCRIPTIONS: [&str; 2] = [".kif", ".gdl"];
/// Of graphs.
pub(super) const GRAPHS: [&str; 3] = [".jsonl", ".jsonl.gz", ".jsonl.zst"];

/// Refuses a name that the feature `rules` would read.
#[cfg(not(feature = "rules"))]
pub(super) fn read(text: &str, _: &Terms) -> Option<Result<Arc<dyn Named>, Error>> {
    Some(Err(Error::Unfit(needs(text)?)))
}

/// The error for a name that needs the feature `rules`.
#[cfg(any(test, not(feature = "rules")))]
fn needs(text: &str) -> Option<String> {
    let is_one = |ending: &&str| text.ends_with(*ending) || text.contains(&format!("{ending}:"));
    let kinds = [
        ("rule files", &RULE_FILES[..]),
        ("files in the Game Description Language", &DESCRIPTIONS),
        ("graphs in files", &GRAPHS),
    ];
    let mut kinds = kinds.into_iter();
    let (kind, _) = kinds.find(|(_, endings)| endings.iter().any(is_one))?;
    Some(format!(
        "{text}: {kind} need the feature `rules`, with which this was not built; in Cargo.toml: features = [\"rules\"]"
    ))
}

#[cfg(test)]
mod tests {
    use super::needs;

    /// "It said that no game is called x.star."
    #[test]
    fn files_of_rules_name_the_feature_that_they_need() {
        for name in ["x.star", "x.py", "a/x.star:3,4", "x.kif", "x.jsonl.gz"] {
            let told = needs(name).unwrap();
            assert!(
                told.starts_with(name) && told.contains("features = [\"rules\"]"),
                "{told}"
            );
        }
        for name in ["nim", "subtraction:1,2,3", "my.game", "my.law"] {
            assert_eq!(needs(name), None);
        }
    }
}
