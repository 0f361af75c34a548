//! `bouton --version --verbose`: the parts of this build.

use std::env::consts::{ARCH, OS};

/// The features of this build.
const FEATURES: [(&str, bool); 4] = [
    ("cluster", cfg!(feature = "cluster")),
    ("png", cfg!(feature = "png")),
    ("rules", cfg!(feature = "rules")),
    ("serve", cfg!(feature = "serve")),
];

/// All of it, a line each.
pub(super) fn verbose() -> String {
    let features = FEATURES.iter().filter(|(_, is_built)| *is_built);
    let features: Vec<_> = features.map(|(name, _)| *name).collect();
    let features = match &*features {
        [] => "none".to_owned(),
        features => features.join(", "),
    };
    let libc = match () {
        () if cfg!(target_env = "musl") => ", static with musl",
        () => "",
    };
    let memory = crate::memory::most() as f64 / f64::from(1 << 30);
    let lines = [
        format!("bouton {}", env!("CARGO_PKG_VERSION")),
        format!("built for: {OS} {ARCH}{libc}"),
        format!("features: {features}"),
        format!("memory of a question: {memory:.1} GB"),
    ];
    lines.join("\n")
}
