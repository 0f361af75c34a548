//! The routes of the API: one table from which both the router and its description are made.

use bouton::How;

use crate::draw::{KINDS, draw};
use crate::last_game::LastGame;
use crate::query::{Kind, Parameter, Query};
use crate::refusal::Refusal;
use crate::reply::Reply;
use crate::{calculus, certificates, laws, play, position, puzzles, tables};

/// The result of a query.
pub(crate) type Answered = Result<Reply, Refusal>;

/// Answers queries of one kind.
type Answerer = fn(&mut LastGame, &Query, &How) -> Answered;

/// A question that can be asked.
#[derive(Debug)]
pub struct Route {
    /// The path after `/api/`.
    pub path: &'static str,
    /// The question in a sentence.
    pub about: &'static str,
    pub(crate) takes: &'static [&'static [Parameter]],
    pub(crate) answerer: Answerer,
    /// The name of the answer's description.
    pub(crate) schema: &'static str,
    /// How the answer goes out.
    pub delivery: Delivery,
}

/// The form of the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delivery {
    /// At once.
    Whole,
    /// As a picture.
    Picture,
    /// As a download.
    File,
    /// As events: the progress, counted in this unit, then the answer.
    Events(&'static str),
}

impl Route {
    /// The route of this path.
    pub fn of(path: &str) -> Option<&'static Self> {
        let mut routes = ROUTES.iter().chain([&CARD]);
        routes.find(|route| route.path == path)
    }

    /// Reads the parameters of a question.
    pub(crate) fn read(&self, text: &[u8]) -> Result<Query, Refusal> {
        Query::read(text, &self.parameters())
    }

    /// The question about a game of this name.
    pub(crate) fn about(&self, game: &str) -> Result<Query, Refusal> {
        Query::about(game, &self.parameters())
    }

    /// The parameters that name a game.
    pub(crate) fn of_game() -> [Parameter; 2] {
        [GAME, MISERE]
    }

    /// All parameters that it takes.
    pub(crate) fn parameters(&self) -> Vec<Parameter> {
        self.takes.concat()
    }
}

const GAME: Parameter = Parameter::new(
    "game",
    Kind::Text,
    "the game, `name` or `name:parameters`, or a sum like `nim 3,4 + kayles 5`",
)
.needed();

const RULES: Parameter = Parameter::new(
    "rules",
    Kind::Rules,
    "the text of the file, if the game is one: named like `mine.star`, `mine.star:parameters`, `mine.kif` (GDL) or `mine.jsonl` (a graph)",
);

const WORDS: Parameter = Parameter::new(
    "words",
    Kind::Flag,
    "answer as the command line does, not as JSON",
);

/// The parameters that name a game and its limits.
const ANY: &[Parameter] = &[
    GAME,
    RULES,
    MISERE,
    Parameter::new("solver", Kind::Text, "the solver to use"),
    TIME,
    WORDS,
];

const MISERE: Parameter = Parameter::new("misere", Kind::Flag, "play for the opposite aim");

const TIME: Parameter = Parameter::new(
    "time",
    Kind::Time,
    "stop after this time: seconds, or like 2s, 50ms; the server has a bound of its own",
);

/// A position of a game whose value is asked for: no solver finds it, and it is the same for both players to move.
const VALUED: &[Parameter] = &[GAME, RULES, MISERE, TIME, POSITION, WORDS];

const OTHER: &[Parameter] =
    &[Parameter::new("other", Kind::Text, "the position to compare with").needed()];

const POSITION: Parameter = Parameter::new(
    "position",
    Kind::Text,
    "the position in the game's notation; the usual start if there is none",
);

/// A position of it.
const AT: &[Parameter] = &[
    POSITION,
    Parameter::new(
        "right",
        Kind::Flag,
        "let Right move first, where Left and Right play differently",
    ),
];

const LINE: &[Parameter] =
    &[Parameter::new("move", Kind::Text, "a move of the line, in order").many()];

const UP_TO: &[Parameter] = &[
    Parameter::new("up_to", Kind::Whole(0, 1_000_000), "the largest heap").needed(),
    PILES,
];

const PILES: Parameter = Parameter::new(
    "piles",
    Kind::Whole(1, 20),
    "how many heaps, where the game has any number of them",
);

const TOTAL: &[Parameter] = &[Parameter::new(
    "total",
    Kind::Text,
    "only positions with a total in this range, like 20..30",
)];

const VALUES: &[Parameter] = &[Parameter::new(
    "kind",
    Kind::Word(&["outcome", "grundy"]),
    "what to show; outcomes by default",
)];

const SEQUENCE: &[Parameter] = &[
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
    Parameter::new(
        "time",
        Kind::Time,
        "stop after this time: seconds, or like 2s, 50ms",
    ),
    WORDS,
];

const CALC: &[Parameter] = &[
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
    Parameter::new(
        "time",
        Kind::Time,
        "stop after this time: seconds, or like 2s, 50ms",
    ),
    WORDS,
];

const QUOTIENT: &[Parameter] = &[
    GAME,
    RULES,
    POSITION,
    Parameter::new(
        "heaps",
        Kind::Whole(0, 10_000),
        "the last heap to look at, or how many parts; 500 by default",
    ),
    Parameter::new(
        "time",
        Kind::Time,
        "stop after this time: seconds, or like 2s, 50ms",
    ),
    WORDS,
];

const REFUTE: &[Parameter] = &[
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

const LAW: &[Parameter] = &[
    GAME,
    PATTERN,
    PILES,
    Parameter::new("misere", Kind::Flag, "play for the opposite aim"),
    Parameter::new(
        "time",
        Kind::Time,
        "stop after this time: seconds, or like 2s, 50ms",
    ),
    WORDS,
];

const PATTERN: Parameter = Parameter::new(
    "pattern",
    Kind::Text,
    "the value of positions of this pattern for all exponents, like `t^a . t^b . f`",
);

const EXPLAIN: &[Parameter] = &[Parameter::new(
    "explain",
    Kind::Flag,
    "of a pattern: tell the proof step by step",
)];

const FORMULA: &[Parameter] = &[Parameter::new(
    "formula",
    Kind::Text,
    "a first-order formula, like `A a: E b: P(a,b)`",
)
.needed()];

const CERTIFIED: &[Parameter] = &[
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

const CERTIFICATE: &[Parameter] = &[
    Parameter::new(
        "certificate",
        Kind::Certificate,
        "the text of the certificate",
    )
    .needed(),
    TIME,
    WORDS,
];

const DRAW: &[Parameter] = &[
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

const LEVEL: &[Parameter] = &[
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

const PUZZLES: &[Parameter] = &[
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

const SHEET: &[Parameter] = &[
    Parameter::new(
        "format",
        Kind::Word(&["svg", "png", "json"]),
        "how it is written; SVG by default",
    ),
    Parameter::new("download", Kind::Flag, "as a file to be saved"),
];

const FIND: &[Parameter] = &[
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

const ATLAS: &[Parameter] = &[
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

const FORMAT: &[Parameter] = &[Parameter::new(
    "format",
    Kind::Word(&["csv", "json"]),
    "how the file is written",
)
.needed()];

const fn route(
    path: &'static str,
    answerer: Answerer,
    takes: &'static [&'static [Parameter]],
    schema: &'static str,
    about: &'static str,
) -> Route {
    Route {
        path,
        about,
        takes,
        answerer,
        schema,
        delivery: Delivery::Whole,
    }
}

const fn delivered(route: Route, delivery: Delivery) -> Route {
    Route { delivery, ..route }
}

/// The query about a game whose name is part of the address.
pub(crate) static CARD: Route = route(
    "games/{name}",
    position::card,
    &[&[GAME]],
    "Game",
    "All about one game",
);

/// Every other question.
pub static ROUTES: &[Route] = &[
    route(
        "position",
        position::view,
        &[ANY, AT, LINE],
        "Position",
        "What a page needs to show and play a position, without solving it",
    ),
    route(
        "card",
        position::card,
        &[&[GAME, RULES]],
        "Game",
        "All about one game; of a rule file, its own description",
    ),
    #[cfg(feature = "rules")]
    route(
        "check",
        position::check,
        &[ANY, AT],
        "Checked",
        "What is wrong with a rule file, and a line of play",
    ),
    route(
        "solve",
        position::solve,
        &[ANY, AT],
        "Answer",
        "Who wins, by how much, every best move, the one to prefer, and why",
    ),
    delivered(
        route(
            "solve/stream",
            position::solve,
            &[ANY, AT],
            "Answer",
            "The same as events, with progress; leaving stops the work",
        ),
        Delivery::Events("visited"),
    ),
    route(
        "moves",
        position::moves,
        &[ANY, AT],
        "Moves",
        "Every legal move with the value it leads to, best first",
    ),
    route(
        "levels",
        play::levels,
        &[ANY, AT],
        "Levels",
        "How the program can play the game, from the weakest to the strongest, and in other manners: what `reply` takes for a level",
    ),
    route(
        "reply",
        play::reply,
        &[ANY, AT, LEVEL],
        "MoveMade",
        "The move that the program makes at a level",
    ),
    route(
        "review",
        position::replay,
        &[ANY, AT, LINE],
        "Review",
        "A line of play: the value before and after each move, where it turned",
    ),
    route(
        "analyze",
        position::census,
        &[ANY, AT],
        "Analysis",
        "All positions that can be reached, counted by outcome and remoteness",
    ),
    delivered(
        route(
            "analyze/stream",
            position::census,
            &[ANY, AT],
            "Analysis",
            "The same as events, with progress; leaving stops the work",
        ),
        Delivery::Events("visited"),
    ),
    route(
        "losing",
        tables::lost,
        &[ANY, UP_TO, TOTAL],
        "Losing",
        "The positions lost for the player to move",
    ),
    route(
        "find",
        tables::found,
        &[ANY, AT, FIND],
        "Found",
        "The positions that meet a condition",
    ),
    route(
        "atlas",
        tables::smallest,
        &[ATLAS],
        "Atlas",
        "The smallest position of each game that has a value, over ranges of sizes",
    ),
    route(
        "puzzles",
        puzzles::puzzles,
        &[ANY, AT, PUZZLES],
        "Puzzles",
        "Positions in which a single move wins, or saves the draw, the hardest first",
    ),
    delivered(
        route(
            "puzzles/sheet",
            puzzles::sheet,
            &[ANY, AT, PUZZLES, SHEET],
            "Picture",
            "The same as a sheet to print",
        ),
        Delivery::Picture,
    ),
    route(
        "values",
        tables::table,
        &[ANY, UP_TO, VALUES],
        "Values",
        "A table of outcomes or Grundy values: one heap a line, two heaps a grid",
    ),
    route(
        "value",
        calculus::of_position,
        &[VALUED],
        "GameValue",
        "What a position of Left and Right is worth in the calculus of partizan games, and what each move makes of it",
    ),
    route(
        "compare",
        calculus::order,
        &[VALUED, OTHER],
        "Order",
        "Which of two positions of a game of points of Left and Right is better in every sum",
    ),
    route(
        "bidding",
        calculus::price,
        &[VALUED],
        "Bidding",
        "The price of a position where the players bid for each move: the part of all money with which Left wins",
    ),
    route(
        "calc",
        calculus::calculate,
        &[CALC],
        "Calculation",
        "The answer to an expression of values, like {2|-1} + ^*",
    ),
    route(
        "sequence",
        tables::sequence,
        &[SEQUENCE],
        "Sequence",
        "The Grundy sequence of a heap game, and its period",
    ),
    route(
        "quotient",
        tables::quotient,
        &[QUOTIENT],
        "MisereQuotient",
        "The misère quotient of a game: who wins any sum of heaps, or of parts that play can reach, when the last to move loses",
    ),
    route(
        "law",
        laws::law,
        &[LAW, EXPLAIN],
        "Law",
        "The law of a family of positions for all sizes, found and proved from the rules; of a pattern, its values",
    ),
    route(
        "ask",
        laws::ask,
        &[LAW, FORMULA],
        "Asked",
        "Whether a formula about the law of a game is true, and the smallest numbers that show why",
    ),
    route(
        "refute",
        tables::hunt,
        &[ANY, REFUTE],
        "Refutation",
        "The smallest position where a strategy is not best",
    ),
    delivered(
        route(
            "refute/stream",
            tables::hunt,
            &[ANY, REFUTE],
            "Refutation",
            "The same as events, with the count; leaving stops the work",
        ),
        Delivery::Events("tried"),
    ),
    delivered(
        route(
            "certificate",
            certificates::certificate,
            &[CERTIFIED, AT],
            "Certificate",
            "A certificate of an answer, as a text",
        ),
        Delivery::File,
    ),
    route(
        "verify",
        certificates::check,
        &[CERTIFICATE],
        "Verified",
        "Whether a certificate proves what it claims, by code that is independent of the solvers",
    ),
    delivered(
        route(
            "draw",
            draw,
            &[ANY, AT, LINE, DRAW],
            "Picture",
            "A picture; for strip, grid, plot and spectrum the position is the largest heap",
        ),
        Delivery::Picture,
    ),
    delivered(
        route(
            "download/losing",
            tables::lost,
            &[ANY, UP_TO, TOTAL, FORMAT],
            "Losing",
            "Lost positions as a file",
        ),
        Delivery::File,
    ),
    delivered(
        route(
            "download/values",
            tables::table,
            &[ANY, UP_TO, VALUES, FORMAT],
            "Values",
            "A table of values as a file",
        ),
        Delivery::File,
    ),
    delivered(
        route(
            "download/sequence",
            tables::sequence,
            &[SEQUENCE, FORMAT],
            "Sequence",
            "A sequence as a file",
        ),
        Delivery::File,
    ),
    delivered(
        route(
            "download/review",
            position::replay,
            &[ANY, AT, LINE, FORMAT],
            "Review",
            "A reviewed line as a file",
        ),
        Delivery::File,
    ),
];
