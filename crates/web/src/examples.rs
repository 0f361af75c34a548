//! The rule files of `examples/`, for the page on which rules are written. (`rule-files` is a link to that folder, so that
//! they are packaged with the crate.)

use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Files of the folder, each with its name.
macro_rules! files {
    ($($name:literal,)*) => {
        &[$(($name, include_str!(concat!("../rule-files/", $name, ".star")))),*]
    };
}

pub(crate) const FILES: &[(&str, &str)] = files![
    "backsliding-toads",
    "berzerk",
    "calendar",
    "can-i-win",
    "candy-piles",
    "cat-and-mouse",
    "cutcake",
    "decrementing",
    "divisor-game",
    "dodgem",
    "domineering-strip",
    "even-if-not-all",
    "flip-game",
    "forward-clobber",
    "fox-and-cards",
    "game-tree",
    "hex",
    "hot-coins",
    "interesting-game",
    "knight",
    "l-game",
    "laskers-nim",
    "lieges",
    "madmax",
    "multiplication",
    "nimstring",
    "notakto",
    "ordinary-game",
    "palindrome",
    "remove-pairs",
    "remove-pieces",
    "ruler",
    "silver-dollar",
    "square-stones",
    "stone-game-ix",
    "stone-game-viii",
    "stones",
    "strings-and-coins",
    "sylver-coinage",
    "tapatan",
    "three-piles",
    "tic-tac-toe",
    "ticket",
    "toads-and-frogs",
    "token",
    "tree-game",
    "turning-corners",
    "turning-turtles",
    "weighted-tic-tac-toe",
    "welter",
    "wild-tic-tac-toe",
    "word-game",
];

/// The contents of each, by name, as JSON.
pub(crate) fn examples() -> &'static str {
    static EXAMPLES: OnceLock<String> = OnceLock::new();
    EXAMPLES.get_or_init(|| {
        let texts: BTreeMap<_, _> = FILES.iter().copied().collect();
        // Texts can always be serialised.
        serde_json::to_string(&texts).unwrap_or_default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_is_inside() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/rule-files");
        let names = std::fs::read_dir(folder).unwrap().filter_map(|entry| {
            let name = entry.unwrap().file_name().into_string().unwrap();
            name.strip_suffix(".star").map(str::to_owned)
        });
        let mut there: Vec<_> = names.collect();
        there.sort();
        let inside: Vec<_> = FILES.iter().map(|(name, _)| *name).collect();
        assert_eq!(inside, there);
        assert!(examples().contains("def moves"));
    }
}
