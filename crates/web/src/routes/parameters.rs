//! The parameters of the routes: one list for each thing that is asked for.

use crate::certificates;
use crate::draw::KINDS;
use crate::query::{Kind, Parameter};

pub(super) const GAME: Parameter = Parameter::new(
    "game",
    Kind::Text,
    "the game, `name` or `name:parameters`, or a sum like `nim 3,4 + kayles 5`",
)
.needed();

pub(super) const RULES: Parameter = Parameter::new(
    "rules",
    Kind::Rules,
    "the text of the file, if the game is one: named like `mine.star`, `mine.star:parameters`, `mine.kif` (GDL) or `mine.jsonl` (a graph)",
);

pub(super) const WORDS: Parameter = Parameter::new(
    "words",
    Kind::Flag,
    "answer as the command line does, not as JSON",
);

/// The parameters that name a game and its limits.
pub(super) const ANY: &[Parameter] = &[
    GAME,
    RULES,
    MISERE,
    Parameter::new("solver", Kind::Text, "the solver to use"),
    TIME,
    WORDS,
];

pub(super) const MISERE: Parameter =
    Parameter::new("misere", Kind::Flag, "play for the opposite aim");

pub(super) const TIME: Parameter = Parameter::new(
    "time",
    Kind::Time,
    "stop after this time: seconds, or like 2s, 50ms; the server has a bound of its own",
);

pub(super) const BRIEF: Parameter = Parameter::new(
    "time",
    Kind::Time,
    "stop after this time: seconds, or like 2s, 50ms",
);

/// A position of a game whose value is asked for: no solver finds it, and it is the same for both players to move.
pub(super) const VALUED: &[Parameter] = &[GAME, RULES, MISERE, TIME, POSITION, WORDS];

pub(super) const OTHER: &[Parameter] =
    &[Parameter::new("other", Kind::Text, "the position to compare with").needed()];

pub(super) const POSITION: Parameter = Parameter::new(
    "position",
    Kind::Text,
    "the position in the game's notation; the usual start if there is none",
);

/// A position of it.
pub(super) const AT: &[Parameter] = &[
    POSITION,
    Parameter::new(
        "right",
        Kind::Flag,
        "let Right move first, where Left and Right play differently",
    ),
];

pub(super) const LINE: &[Parameter] =
    &[Parameter::new("move", Kind::Text, "a move of the line, in order").many()];

pub(super) const UP_TO: &[Parameter] = &[
    Parameter::new("up_to", Kind::Whole(0, 1_000_000), "the largest heap").needed(),
    PILES,
];

pub(super) const PILES: Parameter = Parameter::new(
    "piles",
    Kind::Whole(1, 20),
    "how many heaps, where the game has any number of them",
);

pub(super) const TOTAL: &[Parameter] = &[Parameter::new(
    "total",
    Kind::Text,
    "only positions with a total in this range, like 20..30",
)];

pub(super) const VALUES: &[Parameter] = &[Parameter::new(
    "kind",
    Kind::Word(&["outcome", "grundy"]),
    "what to show; outcomes by default",
)];

pub(super) const SEQUENCE: &[Parameter] = &[
    GAME,
    Parameter::new(
        "heaps",
        Kind::Whole(0, 100_000_000),
        "the last heap to compute; 1000 by default",
    ),
    Parameter::new("values", Kind::Flag, "tell the values of all heaps"),
    Parameter::new(
        "misere",
        Kind::Flag,
        "outcomes of single heaps when the last to move loses",
    ),
    BRIEF,
    WORDS,
];

pub(super) const CALC: &[Parameter] = &[
    Parameter::new(
        "expression",
        Kind::Text,
        "what to calculate: an expression or statements",
    )
    .needed(),
    Parameter::new(
        "before",
        Kind::Text,
        "an expression or statements whose names are known in it, in order",
    )
    .many(),
    BRIEF,
    WORDS,
];

pub(super) const QUOTIENT: &[Parameter] = &[
    GAME,
    RULES,
    POSITION,
    Parameter::new(
        "heaps",
        Kind::Whole(0, 10_000),
        "the last heap to look at, or how many parts; 500 by default",
    ),
    BRIEF,
    WORDS,
];

pub(super) const REFUTE: &[Parameter] = &[
    Parameter::new("strategy", Kind::Text, "the strategy, by its name").needed(),
    Parameter::new(
        "by",
        Kind::Word(&["outcome", "margin"]),
        "what a best move is measured by; the outcome by default",
    ),
    Parameter::new(
        "promise",
        Kind::Word(&["best-always", "never-loses"]),
        "its requirement; by default, that every move is best",
    ),
    Parameter::new(
        "prescribes",
        Kind::Flag,
        "hold it to the first of the moves that it allows",
    ),
    Parameter::new("even", Kind::Flag, "on a row: only even lengths"),
    Parameter::new(
        "values",
        Kind::Text,
        "on a row: the values, 1..9 by default",
    ),
    Parameter::new(
        "length",
        Kind::Text,
        "on a row: the lengths, ..8 by default",
    ),
    Parameter::new(
        "up_to",
        Kind::Whole(0, 1_000_000),
        "with heaps: the largest; 20 by default",
    ),
    PILES,
];

pub(super) const LAW: &[Parameter] = &[GAME, PATTERN, PILES, MISERE, BRIEF, WORDS];

pub(super) const PATTERN: Parameter = Parameter::new(
    "pattern",
    Kind::Text,
    "the value of positions of this pattern for all exponents, like `t^a . t^b . f`",
);

pub(super) const EXPLAIN: &[Parameter] = &[Parameter::new(
    "explain",
    Kind::Flag,
    "of a pattern: tell the proof step by step",
)];

pub(super) const FORMULA: &[Parameter] = &[Parameter::new(
    "formula",
    Kind::Text,
    "a first-order formula, like `A a: E b: P(a,b)`",
)
.needed()];

pub(super) const CERTIFIED: &[Parameter] = &[
    GAME,
    RULES,
    MISERE,
    TIME,
    Parameter::new(
        "of",
        Kind::Word(&certificates::CERTIFIED),
        "which answer is certified; that of `solve` by default",
    ),
    Parameter::new(
        "heaps",
        Kind::Whole(0, 1_000_000),
        "of a sequence or a quotient: the last heap to look at",
    ),
    PILES,
    PATTERN,
];

pub(super) const CERTIFICATE: &[Parameter] = &[
    Parameter::new(
        "certificate",
        Kind::Certificate,
        "the text of the certificate",
    )
    .needed(),
    TIME,
    WORDS,
];

pub(super) const DRAW: &[Parameter] = &[
    Parameter::new(
        "as",
        Kind::Word(&KINDS),
        "what to draw; the board by default",
    ),
    Parameter::new(
        "format",
        Kind::Word(&["svg", "png", "dot", "json"]),
        "how it is written; SVG by default",
    ),
    Parameter::new(
        "show",
        Kind::Word(&["total", "margin"]),
        "what a triangle or a tree shows",
    ),
    Parameter::new(
        "best_only",
        Kind::Flag,
        "in a graph or a tree, only what best moves reach",
    ),
    Parameter::new("grundy", Kind::Flag, "Grundy values in a strip or a grid"),
    Parameter::new(
        "levels",
        Kind::Word(&["distance", "remoteness"]),
        "how a graph is put into levels",
    ),
    Parameter::new(
        "most",
        Kind::Whole(1, 1000),
        "the most positions in a graph; 300 by default",
    ),
    Parameter::new(
        "last",
        Kind::Whole(0, 40),
        "of a family, whose pattern is given as the position: the last exponent; 8 by default",
    ),
    Parameter::new(
        "theme",
        Kind::Word(&["auto", "light", "dark"]),
        "the paper; as the reader prefers by default",
    ),
    Parameter::new(
        "scale",
        Kind::Whole(1, 4),
        "pixels of a PNG to each of the picture; 2 by default",
    ),
    Parameter::new("bare", Kind::Flag, "a board without a heading"),
    Parameter::new(
        "title",
        Kind::Text,
        "what stands above the picture; the game and what is drawn of it by default, nothing if empty",
    ),
    Parameter::new(
        "with",
        Kind::Text,
        "a value whose thermograph is drawn beside",
    )
    .many(),
    Parameter::new(
        "turned",
        Kind::Flag,
        "a board as the player who does not move sees it",
    ),
    Parameter::new("download", Kind::Flag, "as a file to be saved"),
];

pub(super) const LEVEL: &[Parameter] = &[
    Parameter::new(
        "level",
        Kind::Text,
        "how the program plays: one of `levels`, `perfect` by default; `looks-3` looks three plies ahead (up to 40)",
    ),
    Parameter::new(
        "lead",
        Kind::Whole(-1_000_000_000, 1_000_000_000),
        "the points of who is to move minus those of the other so far; 0 by default",
    ),
    Parameter::new(
        "seed",
        Kind::Whole(0, 1_000_000_000),
        "what chance depends on, for levels that need it; 1 by default",
    ),
    Parameter::new(
        "before",
        Kind::Text,
        "a position that play came through, in order",
    )
    .many(),
];

pub(super) const PUZZLES: &[Parameter] = &[
    Parameter::new(
        "count",
        Kind::Whole(1, 30),
        "how many; 10 by default, one for a date",
    ),
    Parameter::new(
        "date",
        Kind::Text,
        "the puzzles of the day, like 2026-11-22",
    ),
];

pub(super) const SHEET: &[Parameter] = &[
    Parameter::new(
        "format",
        Kind::Word(&["svg", "png", "json"]),
        "how it is written; SVG by default",
    ),
    Parameter::new("download", Kind::Flag, "as a file to be saved"),
];

pub(super) const FIND: &[Parameter] = &[
    Parameter::new(
        "where",
        Kind::Text,
        "what the positions are to meet, like `loss & total in 20..30`",
    )
    .needed(),
    Parameter::new(
        "up_to",
        Kind::Whole(0, 1_000_000),
        "look at all positions with heaps up to this",
    ),
    PILES,
    Parameter::new("all", Kind::Flag, "look at every way to fill the board"),
    Parameter::new(
        "first",
        Kind::Whole(1, 10_000),
        "stop when so many are found; 1000 by default",
    ),
];

pub(super) const ATLAS: &[Parameter] = &[
    Parameter::new("value", Kind::Text, "the value, like `^` or `{2|-1}`").needed(),
    Parameter::new(
        "games",
        Kind::Text,
        "games of the catalogue with ranges of sizes, separated by spaces, like `clobber:1..3,1..4 nogo:1..2,1..3`",
    ),
    Parameter::new(
        "up_to",
        Kind::Whole(0, 10_000),
        "in games of heaps, search heaps up to this; 100 by default",
    ),
    TIME,
    WORDS,
];

pub(super) const FORMAT: &[Parameter] = &[Parameter::new(
    "format",
    Kind::Word(&["csv", "json"]),
    "how the file is written",
)
.needed()];
