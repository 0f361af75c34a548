//! Parameters of routes besides the fields of a question: the game, the position, and how the answer is written.

use std::time::Duration;

use bouton::question;
use bouton::questions::{Kind, Parameter, Question, Quotient, Sequence};
use bouton_pictures::Draw;

use crate::certificates;

question! {
    /// The game, and the limit of time
    Named {
        /// the game, `name` or `name:parameters`, or a sum like `nim 3,4 + kayles 5`
        game: String,
        /// the text of the file, if the game is one: named like `mine.py` or `mine.star`, `mine.py:parameters`, `mine.kif` (GDL) or `mine.jsonl` (a graph)
        rules: Option<String>,
        /// play for the opposite aim
        misere: bool,
        /// stop after this time: seconds, or like 2s, 50ms; the server has a bound of its own
        time: Option<Duration>,
    }
}

question! {
    /// An answer in words
    Worded {
        /// answer as the command line does, not as JSON
        words: bool,
    }
}

question! {
    /// A solver
    Solved {
        /// the solver to use
        solver: Option<String>,
    }
}

question! {
    /// A position
    Placed {
        /// the position in the game's notation; the usual start if there is none
        position: Option<String>,
    }
}

question! {
    /// The player to move
    Moved {
        /// let Right move first, where Left and Right play differently
        right: bool,
    }
}

question! {
    /// A list
    Listed {
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
    /// The number of heaps
    Piled {
        /// how many heaps, where the game has any number of them
        piles: Option<usize> { kind: Kind::Whole(1, 20) },
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
        /// stop after this time: seconds, or like 2s, 50ms
        time: Option<Duration>,
    }
}

question! {
    /// How a picture is written
    Written {
        /// how it is written; SVG by default
        format: String { kind: Kind::Word(&["svg", "png", "dot", "json"]), default: Some("svg") },
        /// the paper; as the reader prefers by default
        theme: String { kind: Kind::Word(&["auto", "light", "dark"]), default: Some("auto") },
        /// pixels of a PNG to each of the picture; 2 by default
        scale: u64 { kind: Kind::Whole(1, 4), default: Some("2") },
        /// as a file to be saved
        download: bool,
    }
}

question! {
    /// A sheet of puzzles
    Sheeted {
        /// how it is written; SVG by default
        format: String { kind: Kind::Word(&["html", "svg", "png", "json"]), default: Some("svg") },
        /// the paper; A4 by default
        paper: String { kind: Kind::Word(&["a4", "letter"]), default: Some("a4") },
        /// as a file to be saved
        download: bool,
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

/// The parameters that name a game and its limits.
pub(super) fn any() -> Vec<Parameter> {
    [
        Named::parameters(),
        Solved::parameters(),
        Worded::parameters(),
    ]
    .concat()
}

/// A position, and who is to move.
pub(super) fn at() -> Vec<Parameter> {
    [Placed::parameters(), Moved::parameters()].concat()
}

/// A position whose value is asked for: no solver finds it, and it is the same for both players to move.
pub(super) fn valued() -> Vec<Parameter> {
    [
        Named::parameters(),
        Placed::parameters(),
        Worded::parameters(),
    ]
    .concat()
}

/// The game, with the rules that come with it.
pub(super) fn card() -> Vec<Parameter> {
    only(&["game", "rules"])
}

/// A rule file and a position that is looked at.
#[cfg_attr(not(feature = "rules"), allow(dead_code))]
pub(super) fn checked() -> Vec<Parameter> {
    let named = only(&["game", "rules", "time"]);
    [named, Placed::parameters(), Worded::parameters()].concat()
}

/// A position from which all are counted, by no certain solver.
pub(super) fn counted() -> Vec<Parameter> {
    [Named::parameters(), Worded::parameters(), at()].concat()
}

/// The game alone.
pub(super) fn game() -> Vec<Parameter> {
    only(&["game"])
}

/// The game, the aim and the time of a law.
pub(super) fn law() -> Vec<Parameter> {
    let named = only(&["game", "misere", "time"]);
    [named, Piled::parameters(), Worded::parameters()].concat()
}

/// The game, the position and the time of a misère quotient.
pub(super) fn quotient() -> Vec<Parameter> {
    let named = only(&["game", "rules", "time"]);
    let heaps = at_most(Quotient::parameters(), "heaps", 10_000);
    [named, Placed::parameters(), heaps, Worded::parameters()].concat()
}

/// The game and the time of a sequence.
pub(super) fn sequence() -> Vec<Parameter> {
    let heaps = at_most(Sequence::parameters(), "heaps", 100_000_000);
    [heaps, only(&["time"]), Worded::parameters()].concat()
}

/// The limit of time of a question about no game.
pub(super) fn brief() -> Vec<Parameter> {
    [only(&["time"]), Worded::parameters()].concat()
}

/// The game and the aim.
pub(super) fn aimed() -> Vec<Parameter> {
    only(&["game", "misere"])
}

fn only(names: &[&str]) -> Vec<Parameter> {
    let mut all = Named::parameters();
    all.retain(|parameter| names.contains(&parameter.name));
    all
}

/// A picture.
pub(super) fn drawn() -> Vec<Parameter> {
    at_most(bounded::<Draw>(), "most", 1000)
}

/// The parameters of a question about many positions, each within what a server gives; the command line takes more.
pub(super) fn bounded<Q: Question>() -> Vec<Parameter> {
    let bounds = [
        ("up_to", 1_000_000),
        ("piles", 20),
        ("first", 10_000),
        ("count", 30),
    ];
    let each = bounds.into_iter();
    each.fold(Q::parameters(), |all, (name, most)| {
        at_most(all, name, most)
    })
}

fn at_most(mut all: Vec<Parameter>, name: &str, bound: i128) -> Vec<Parameter> {
    for parameter in &mut all {
        if let (true, Kind::Whole(least, most)) = (parameter.name == name, parameter.kind) {
            parameter.kind = Kind::Whole(least, most.min(bound));
        }
    }
    all
}
