//! The routes of the API: one table from which both the router and its description are made.

mod parameters;

use bouton::How;

use crate::draw::draw;
use crate::last_game::LastGame;
use crate::query::{Parameter, Query};
use crate::refusal::Refusal;
use crate::reply::Reply;
use crate::{calculus, certificates, laws, play, position, puzzles, tables};

use parameters::{
    ANY, AT, ATLAS, CALC, CERTIFICATE, CERTIFIED, DRAW, EXPLAIN, FIND, FORMAT, FORMULA, GAME, LAW,
    LEVEL, LINE, MISERE, OTHER, PUZZLES, QUOTIENT, REFUTE, RULES, SEQUENCE, SHEET, TOTAL, UP_TO,
    VALUED, VALUES,
};

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
