//! Parameters of routes besides the fields of a question: the game, the position, and how the answer is written.

use std::time::Duration;

use bouton::question;
use bouton::questions::{Kind, Parameter, Question};
use bouton_pictures::{Painted, Printed};

use crate::certificates;

question! {
    /// The game, and the position
    Named {
        /// the game, `name` or `name:parameters`, or a sum like `nim 3,4 + kayles 5`
        game: String,
        /// the text of the file, if the game is one: named like `mine.py` or `mine.star`, `mine.py:parameters`, `mine.kif` (GDL) or `mine.jsonl` (a graph)
        rules: Option<String>,
        /// play for the opposite aim
        misere: bool,
        /// how many heaps, where the game has any number of them
        piles: Option<usize> { kind: Kind::Whole(1, 20) },
        /// the position in the game's notation; the usual start if there is none
        position: Option<String>,
        /// let Right move first, where Left and Right play differently
        right: bool,
    }
}

question! {
    /// How the answer is found, and written
    Told {
        /// stop after this time: seconds, or like 2s, 50ms; the server has a bound of its own
        time: Option<Duration>,
        /// the solver to use
        solver: Option<String>,
        /// answer as the command line does, not as JSON
        words: bool,
        /// each row on a line of its own, and a last line `end`
        lines: bool,
    }
}

question! {
    /// A file
    Filed {
        /// how the file is written
        format: String { kind: Kind::Word(&["csv", "json"]) },
    }
}

question! {
    /// An expression of values
    Calculated {
        /// an expression or statements to calculate
        expression: String,
        /// an expression or statements whose names are known in it, in order
        before: Vec<String>,
    }
}

question! {
    /// A certified answer
    Certified {
        /// which answer is certified; that of `solve` by default
        of: String { kind: Kind::Word(&certificates::CERTIFIED), default: Some("solve") },
        /// of a sequence or a quotient: the last heap to look at
        heaps: Option<u64> { kind: Kind::Whole(0, 1_000_000) },
    }
}

question! {
    /// A certificate
    Certificate {
        /// the text of the certificate
        certificate: String,
    }
}

question! {
    /// How a picture is written
    Written {
        /// how it is written; SVG by default
        format: String { kind: Kind::Word(&["svg", "png", "dot", "json"]), default: Some("svg") },
        /// pixels of a PNG to each of the picture; 2 by default
        scale: u64 { kind: Kind::Whole(1, 4), default: Some("2") },
        /// as a file to be saved
        download: bool,
        use painted: Painted,
    }
}

question! {
    /// A sheet of puzzles
    Sheeted {
        /// how it is written; SVG by default
        format: String { kind: Kind::Word(&["html", "svg", "png", "json"]), default: Some("svg") },
        /// as a file to be saved
        download: bool,
        use printed: Printed,
    }
}

question! {
    /// A level of the program
    Played {
        /// how the program plays: one of `levels`, `perfect` by default; `looks-3` looks three plies ahead (up to 40)
        level: String { default: Some("perfect") },
        /// the points of who is to move minus those of the other so far; 0 by default
        lead: i64 { kind: Kind::Whole(-1_000_000_000, 1_000_000_000), default: Some("0") },
        /// the seed of chance, for levels that need it; 1 by default
        seed: u64 { kind: Kind::Whole(0, 1_000_000_000), default: Some("1") },
        /// a position that play came through, in order
        before: Vec<String>,
    }
}

/// The game, the aim, and what every such question may say.
pub(super) const ANY: &str = "game rules misere time solver words";
/// A position, and the player to move.
pub(super) const AT: &str = "position right";
/// A position from which all are counted, by no certain solver.
pub(super) const COUNTED: &str = "game rules misere time words position right";
/// A position whose value is asked for: no solver finds it, and it is the same for both players to move.
pub(super) const VALUED: &str = "game rules misere time position words";
/// A game without an aim, whose start may be given.
pub(super) const OPENED: &str = "game rules time position words";
/// A family of positions.
pub(super) const FAMILY: &str = "game misere time piles words";
/// A game that is solved into a table.
pub(crate) const AIMED: &str = "game misere";
/// A question about no game.
pub(super) const BRIEF: &str = "time words";

/// The parameters of these names.
pub(crate) fn shared(names: &[&str]) -> Vec<Parameter> {
    let all = [Named::parameters(), Told::parameters()].concat();
    let names = names.iter().flat_map(|names| names.split(' '));
    let named = |name| all.iter().find(move |parameter| parameter.name == name);
    names.filter_map(named).copied().collect()
}
