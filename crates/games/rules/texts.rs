//! The text of each game of the catalogue: `NAME.py` has its rules, in the language of `docs/rule-files.md`.
//!
//! `bouton rules NAME` prints it, the tests compare the game in Rust with it, and certificates are checked by it. It is a crate of its
//! own because `games` and `verify`, which share nothing else, both read it.

macro_rules! texts {
    ($($name:literal)*) => {
        /// The name of each game, and its text.
        pub const TEXTS: &[(&str, &str)] = &[$(($name, include_str!(concat!($name, ".py")))),*];
    };
}

texts! {
    "amazons"
    "arc-kayles"
    "backsliding-toads-and-frogs"
    "box"
    "cat-and-mouse"
    "chomp"
    "clobber"
    "coin-turning"
    "col"
    "connect"
    "cram"
    "crosses"
    "cutcake"
    "divisors"
    "dobutsu-shogi"
    "domineering"
    "dots-and-boxes"
    "eatcake"
    "elephants-and-rhinos"
    "end-nim"
    "euclid"
    "fibonacci-nim"
    "fission"
    "fox-and-geese"
    "geography"
    "grossman-euclid"
    "grundy"
    "hackenbush"
    "hex"
    "hexapawn"
    "kalah"
    "konane"
    "krk"
    "maundy-cake"
    "mnk"
    "moore"
    "mu-torere"
    "nim"
    "nimstring"
    "nine-mens-morris"
    "node-kayles"
    "nogo"
    "northcott"
    "octal"
    "partizan-octal"
    "partizan-subtraction"
    "pong-hau-k-i"
    "poset"
    "push"
    "r-wythoff"
    "row-doubling"
    "row-ends"
    "row-front"
    "row-rest"
    "shove"
    "six-mens-morris"
    "snort"
    "staircase"
    "subtraction"
    "teeko"
    "thirty-one"
    "three-mens-morris"
    "toads-and-frogs"
    "top-entails"
    "toppling-dominoes"
    "two-values"
    "wythoff"
}

/// The text of a game.
///
/// # Panics
/// If the catalogue has no such game; for a constant, when it is compiled.
pub const fn text(name: &str) -> &'static str {
    let mut n = 0;
    while n < TEXTS.len() {
        if is_same(TEXTS[n].0.as_bytes(), name.as_bytes()) {
            return TEXTS[n].1;
        }
        n += 1;
    }
    panic!("no game of the catalogue has this name")
}

const fn is_same(one: &[u8], other: &[u8]) -> bool {
    let mut n = 0;
    while n < one.len() && n < other.len() && one[n] == other[n] {
        n += 1;
    }
    n == one.len() && n == other.len()
}
