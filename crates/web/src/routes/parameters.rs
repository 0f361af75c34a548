//! The parameters of the routes: one list for each thing that is asked for.

use crate::certificates;
use crate::draw::KINDS;
use crate::query::{Kind, Parameter};

/// A parameter: its name, what it takes, and what it is.
macro_rules! parameter {
    ($name:literal $kind:ident$(($($of:expr),*))? $about:literal $($is:ident)*) => {
        Parameter::new($name, Kind::$kind$(($($of),*))?, $about)$(.$is())*
    };
}

pub(super) const GAME: Parameter = parameter!("game" Text "the game, `name` or `name:parameters`, or a sum like `nim 3,4 + kayles 5`" needed);

pub(super) const RULES: Parameter = parameter!("rules" Rules "the text of the file, if the game is one: named like `mine.py` or `mine.star`, `mine.py:parameters`, `mine.kif` (GDL) or `mine.jsonl` (a graph)");

pub(super) const WORDS: Parameter =
    parameter!("words" Flag "answer as the command line does, not as JSON");

/// The parameters that name a game and its limits.
pub(super) const ANY: &[Parameter] = &[
    GAME,
    RULES,
    MISERE,
    parameter!("solver" Text "the solver to use"),
    TIME,
    WORDS,
];

pub(super) const MISERE: Parameter = parameter!("misere" Flag "play for the opposite aim");

pub(super) const TIME: Parameter = parameter!("time" Time "stop after this time: seconds, or like 2s, 50ms; the server has a bound of its own");

pub(super) const BRIEF: Parameter =
    parameter!("time" Time "stop after this time: seconds, or like 2s, 50ms");

/// A position of a game whose value is asked for: no solver finds it, and it is the same for both players to move.
pub(super) const VALUED: &[Parameter] = &[GAME, RULES, MISERE, TIME, POSITION, WORDS];

pub(super) const OTHER: &[Parameter] =
    &[parameter!("other" Text "the position to compare with" needed)];

pub(super) const POSITION: Parameter = parameter!("position" Text "the position in the game's notation; the usual start if there is none");

/// A position of it.
pub(super) const AT: &[Parameter] = &[
    POSITION,
    parameter!("right" Flag "let Right move first, where Left and Right play differently"),
];

pub(super) const LINE: &[Parameter] =
    &[parameter!("move" Text "a move of the line, in order" many)];

pub(super) const UP_TO: &[Parameter] = &[
    parameter!("up_to" Whole(0, 1_000_000) "the largest heap" needed),
    PILES,
];

pub(super) const PILES: Parameter =
    parameter!("piles" Whole(1, 20) "how many heaps, where the game has any number of them");

pub(super) const LIST: &[Parameter] = &[
    parameter!("total" Text "only positions with a total in this range, like 20..30"),
    parameter!("ordered" Flag "every order of heaps; otherwise interchangeable heaps are in ascending order, once each"),
    parameter!("fields" Text "only these fields of each row, like position,outcome; each row is then a line of its own"),
    parameter!("lines" Flag "each row on a line of its own, and a last line `end`"),
];

pub(super) const VALUES: &[Parameter] =
    &[parameter!("kind" Word(&["outcome", "grundy"]) "what to show; outcomes by default")];

pub(super) const SEQUENCE: &[Parameter] = &[
    GAME,
    parameter!("heaps" Whole(0, 100_000_000) "the last heap to compute; 1000 by default"),
    parameter!("values" Flag "tell the values of all heaps"),
    parameter!("misere" Flag "outcomes of single heaps when the last to move loses"),
    BRIEF,
    WORDS,
];

pub(super) const CALC: &[Parameter] = &[
    parameter!("expression" Text "what to calculate: an expression or statements" needed),
    parameter!("before" Text "an expression or statements whose names are known in it, in order" many),
    BRIEF,
    WORDS,
];

pub(super) const QUOTIENT: &[Parameter] = &[
    GAME,
    RULES,
    POSITION,
    parameter!("heaps" Whole(0, 10_000) "the last heap to look at, or how many parts; 500 by default"),
    BRIEF,
    WORDS,
];

pub(super) const REFUTE: &[Parameter] = &[
    parameter!("strategy" Text "the strategy, by its name" needed),
    parameter!("by" Word(&["outcome", "margin"]) "what a best move is measured by; the outcome by default"),
    parameter!("promise" Word(&["best-always", "never-loses"]) "its requirement; by default, that every move is best"),
    parameter!("strict" Flag "only where no move that it allows is best"),
    parameter!("prescribes" Flag "hold it to the first of the moves that it allows"),
    parameter!("even" Flag "on a row: only even lengths"),
    parameter!("values" Text "on a row: the values, 1..9 by default"),
    parameter!("length" Text "on a row: the lengths, ..8 by default"),
    parameter!("up_to" Whole(0, 1_000_000) "with heaps: the largest; 20 by default"),
    PILES,
];

pub(super) const LAW: &[Parameter] = &[GAME, PATTERN, PILES, MISERE, BRIEF, WORDS];

pub(super) const PATTERN: Parameter = parameter!("pattern" Text "the value of positions of this pattern for all exponents, like `t^a . t^b . f`");

pub(super) const EXPLAIN: &[Parameter] =
    &[parameter!("explain" Flag "of a pattern: tell the proof step by step")];

pub(super) const FORMULA: &[Parameter] = &[
    parameter!("formula" Text "a first-order formula, like `A a: E b: P(a,b)`" needed),
    parameter!("count" Text "of a formula with free variables: the number of solutions with every variable at most this"),
];

pub(super) const CERTIFIED: &[Parameter] = &[
    GAME,
    RULES,
    MISERE,
    TIME,
    parameter!("of" Word(&certificates::CERTIFIED) "which answer is certified; that of `solve` by default"),
    parameter!("heaps" Whole(0, 1_000_000) "of a sequence or a quotient: the last heap to look at"),
    PILES,
    PATTERN,
];

pub(super) const CERTIFICATE: &[Parameter] = &[
    parameter!("certificate" Certificate "the text of the certificate" needed),
    TIME,
    WORDS,
];

pub(super) const DRAW: &[Parameter] = &[
    parameter!("as" Word(&KINDS) "what to draw; the board by default"),
    parameter!("format" Word(&["svg", "png", "dot", "json"]) "how it is written; SVG by default"),
    parameter!("show" Word(&["total", "margin"]) "what a triangle or a tree shows"),
    parameter!("best_only" Flag "in a graph or a tree, only what best moves reach"),
    parameter!("grundy" Flag "Grundy values in a strip or a grid"),
    parameter!("levels" Word(&["distance", "remoteness"]) "how a graph is put into levels"),
    parameter!("most" Whole(1, 1000) "the most positions in a graph; 300 by default"),
    parameter!("last" Whole(0, 40) "of a family, whose pattern is given as the position: the last exponent; 8 by default"),
    parameter!("theme" Word(&["auto", "light", "dark"]) "the paper; as the reader prefers by default"),
    parameter!("scale" Whole(1, 4) "pixels of a PNG to each of the picture; 2 by default"),
    parameter!("bare" Flag "a board without a heading"),
    parameter!("title" Text "what stands above the picture; the game and what is drawn of it by default, nothing if empty"),
    parameter!("with" Text "a value whose thermograph is drawn beside" many),
    parameter!("turned" Flag "a board as the player who does not move sees it"),
    parameter!("download" Flag "as a file to be saved"),
];

pub(super) const LEVEL: &[Parameter] = &[
    parameter!("level" Text "how the program plays: one of `levels`, `perfect` by default; `looks-3` looks three plies ahead (up to 40)"),
    parameter!("lead" Whole(-1_000_000_000, 1_000_000_000) "the points of who is to move minus those of the other so far; 0 by default"),
    parameter!("seed" Whole(0, 1_000_000_000) "what chance depends on, for levels that need it; 1 by default"),
    parameter!("before" Text "a position that play came through, in order" many),
];

pub(super) const PUZZLES: &[Parameter] = &[
    parameter!("count" Whole(1, 30) "how many; 10 by default, one for a date"),
    parameter!("date" Text "the puzzles of the day, like 2026-11-22"),
    parameter!("seed" Whole(0, 1_000_000_000) "other puzzles of the same kind; the same number gives the same ones"),
];

pub(super) const SHEET: &[Parameter] = &[
    parameter!("format" Word(&["html", "svg", "png", "json"]) "how it is written; SVG by default"),
    parameter!("paper" Word(&["a4", "letter"]) "what it is printed on; A4 by default"),
    parameter!("download" Flag "as a file to be saved"),
];

pub(super) const FIND: &[Parameter] = &[
    parameter!("where" Text "what the positions are to meet, like `loss & total in 20..30`; all by default"),
    parameter!("sort" Text "the field to sort by, like `temperature`, or `-temperature` for the largest first"),
    parameter!("count" Flag "count the positions in place of listing them"),
    parameter!("sum" Text "the field whose sum over the positions is the answer, in place of a list"),
    parameter!("group_by" Text "count the positions for each value of these fields, like outcome,remoteness"),
    parameter!("up_to" Whole(0, 1_000_000) "look at all positions with heaps up to this"),
    PILES,
    parameter!("all" Flag "look at every way to fill the board"),
    parameter!("reachable" Flag "look at all positions that play can reach"),
    parameter!("first" Whole(1, 10_000) "stop when so many are found; 1000 by default"),
];

pub(super) const ATLAS: &[Parameter] = &[
    parameter!("value" Text "the value, like `^` or `{2|-1}`" needed),
    parameter!("games" Text "games of the catalogue with ranges of sizes, separated by spaces, like `clobber:1..3,1..4 nogo:1..2,1..3`"),
    parameter!("up_to" Whole(0, 10_000) "in games of heaps, search heaps up to this; 100 by default"),
    TIME,
    WORDS,
];

pub(super) const FORMAT: &[Parameter] =
    &[parameter!("format" Word(&["csv", "json"]) "how the file is written" needed)];
