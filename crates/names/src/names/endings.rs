//! The endings of names of files that only the feature `rules` reads; without it, what is said of such a name.

#[cfg(not(feature = "rules"))]
use std::sync::Arc;

#[cfg(not(feature = "rules"))]
use bouton_engine::Error;

#[cfg(not(feature = "rules"))]
use super::{Named, Terms};

/// Of rule files.
pub(super) const RULE_FILES: [&str; 1] = [".star"];
/// Of descriptions in the Game Description Language.
pub(super) const DESCRIPTIONS: [&str; 2] = [".kif", ".gdl"];
/// Of graphs.
pub(super) const GRAPHS: [&str; 3] = [".jsonl", ".jsonl.gz", ".jsonl.zst"];

/// Refuses a name that the feature `rules` would read.
#[cfg(not(feature = "rules"))]
pub(super) fn read(text: &str, _: &Terms) -> Option<Result<Arc<dyn Named>, Error>> {
    let is_one = |ending: &&str| text.ends_with(*ending) || text.contains(&format!("{ending}:"));
    let kinds = [
        ("rule files", &RULE_FILES[..]),
        ("files in the Game Description Language", &DESCRIPTIONS),
        ("graphs in files", &GRAPHS),
    ];
    let mut kinds = kinds.into_iter();
    let (kind, _) = kinds.find(|(_, endings)| endings.iter().any(is_one))?;
    Some(Err(Error::Unfit(format!(
        "{text}: {kind} need the feature `rules`, with which this was not built; in Cargo.toml: features = [\"rules\"]"
    ))))
}
