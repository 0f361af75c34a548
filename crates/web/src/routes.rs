//! The routes of the API: one table from which both the router and its description are made.

pub(crate) mod parameters;

use bouton::How;
use bouton::calculus::Show;
use bouton::questions::{
    Ask, Atlas, Compare, Find, Law, Losing, Parameter, Pattern, Puzzles, Question, Quotient,
    Refute, Review, Sequence, Values,
};
use bouton_pictures::Draw;

#[cfg(feature = "api")]
use crate::forms;
use crate::last_game::LastGame;
use crate::query::Query;
use crate::refusal::Refusal;
use crate::reply::Reply;
use crate::{calculus, certificates, draw, laws, play, position, puzzles, tables};

use parameters::{
    ANY, AT, BRIEF, COUNTED, Calculated, Certificate, Certified, FAMILY, Filed, OPENED, Played,
    Sheeted, VALUED, Written, shared,
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
    pub(crate) takes: fn() -> Vec<Parameter>,
    pub(crate) answerer: Answerer,
    /// The form of the answer.
    #[cfg(feature = "api")]
    pub(crate) schema: fn(&mut schemars::SchemaGenerator) -> schemars::Schema,
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
    /// As events: the progress, then the answer.
    Events,
}

impl Route {
    /// The route of this path.
    pub fn of(path: &str) -> Option<&'static Self> {
        let mut routes = ROUTES.iter().chain([&CARD]);
        routes.find(|route| route.path == path)
    }

    /// Reads the parameters of a question.
    pub(crate) fn read(&self, text: &[u8]) -> Result<Query, Refusal> {
        Query::of(text, &self.parameters())
    }

    /// The question about a game of this name.
    pub(crate) fn about(&self, game: &str) -> Result<Query, Refusal> {
        Query::checked([("game", game)].into_iter().collect(), &self.parameters())
    }

    /// All parameters that it takes.
    pub fn parameters(&self) -> Vec<Parameter> {
        let takes = (self.takes)().into_iter();
        takes.map(Parameter::served).collect()
    }
}

/// Routes: the path, the answerer, the shared parameters that it takes and those of questions, the type of the answer, how the
/// answer goes out, and the question in a sentence.
macro_rules! routes {
    ($($(#[$condition:meta])* $path:literal $answerer:ident::$by:ident [$($shared:expr),*; $($takes:ident),*] $answer:ident
        $delivery:ident $about:literal)*) => {
        &[$($(#[$condition])* Route {
            path: $path,
            about: $about,
            takes: || [shared(&[$($shared),*]), $($takes::parameters()),*].concat(),
            answerer: $answerer::$by,
            #[cfg(feature = "api")]
            schema: |generator| generator.subschema_for::<forms::$answer>(),
            delivery: Delivery::$delivery,
        }),*]
    };
}

/// The query about a game whose name is part of the address.
pub(crate) static CARD: Route = Route {
    path: "games/{name}",
    about: "All about one game",
    takes: || shared(&["game"]),
    answerer: position::card,
    #[cfg(feature = "api")]
    schema: |generator| generator.subschema_for::<forms::Game>(),
    delivery: Delivery::Whole,
};

/// Every other question.
pub static ROUTES: &[Route] = routes! {
    "position" position::view [ANY, AT; Review] View Whole
        "All that a page needs to show and play a position, without solving it"
    "card" position::card ["game rules";] Game Whole
        "All about one game; of a rule file, its own description"
    "rules" position::rules ["game";] Text Whole
        "The rules of a game of the catalogue as a rule file, with the parameters of its name"
    #[cfg(feature = "rules")]
    "check" position::check [OPENED;] Checked Whole
        "The mistakes in a rule file, and a line of play"
    "solve" position::solve [ANY, AT;] Answer Whole
        "Who wins, by how much, every best move, the one to prefer, and why"
    "solve/stream" position::solve [ANY, AT;] Answer Events
        "The same as events, with progress; leaving stops the work"
    "moves" position::moves [ANY, AT;] Moves Whole
        "Every legal move with the value it leads to, best first"
    "levels" play::levels [ANY, AT;] Levels Whole
        "How the program can play the game, from the weakest to the strongest, and in other manners: what `reply` takes for a level"
    "reply" play::reply [ANY, AT; Played] MoveMade Whole
        "The move that the program makes at a level"
    "review" position::replay [ANY, AT; Review] Review Whole
        "A line of play: the value before and after each move, where it turned"
    "analyze" position::census [COUNTED;] Analysis Whole
        "All positions that can be reached, counted by outcome and remoteness"
    "analyze/stream" position::census [COUNTED;] Analysis Events
        "The same as events, with progress; leaving stops the work"
    "losing" tables::lost [ANY, "lines"; Losing] FoundPositions Whole
        "The positions lost for the player to move"
    "find" tables::found [ANY, AT, "lines"; Find] FoundPositions Whole
        "The positions that meet a condition"
    "atlas" tables::smallest [BRIEF; Atlas] Atlas Whole
        "The smallest position of each game that has a value, over ranges of sizes"
    "puzzles" puzzles::puzzles [ANY, AT; Puzzles] Puzzles Whole
        "Positions in which a single move wins, or saves the draw, the hardest first"
    "puzzles/sheet" puzzles::sheet [ANY, AT; Puzzles, Sheeted] Picture Picture
        "The same as a sheet to print"
    "values" tables::table [ANY; Values] Values Whole
        "A table of outcomes or Grundy values: one heap a line, two heaps a grid"
    "value" calculus::of_position [VALUED; Show] GameValue Whole
        "The value of a position of Left and Right in the calculus of partizan games, and of each move"
    "compare" calculus::order [VALUED; Compare] Order Whole
        "Which of two positions is better in every sum, in a game of points of Left and Right or where the last to move loses"
    "bidding" calculus::price [VALUED;] Bidding Whole
        "The price of a position where the players bid for each move: the part of all money with which Left wins"
    "calc" calculus::calculate [BRIEF; Calculated, Show] Calculation Whole
        "The answer to an expression of values, like {2|-1} + ^*"
    "sequence" tables::sequence [BRIEF; Sequence] Sequence Whole
        "The Grundy sequence of a heap game, and its period"
    "quotient" tables::quotient [OPENED; Quotient] MisereQuotient Whole
        "The misère quotient of a game: who wins any sum of heaps, or of parts that play can reach, when the last to move loses"
    "law" laws::law [FAMILY; Law] Law Whole
        "The law of a family of positions for all sizes, found and proved from the rules; of a pattern, its values"
    "ask" laws::ask [FAMILY; Ask] Asked Whole
        "Whether a formula about the law of a game is true, and the smallest numbers that show why"
    "refute" tables::hunt [ANY; Refute] Refutation Whole
        "The smallest position where a strategy is not best"
    "refute/stream" tables::hunt [ANY; Refute] Refutation Events
        "The same as events, with the count; leaving stops the work"
    "certificate" certificates::certificate ["game rules misere time piles", AT; Certified, Pattern] Certificate File
        "A certificate of an answer, as a text"
    "verify" certificates::check [BRIEF; Certificate] Verified Whole
        "Whether a certificate proves what it claims, by code that is independent of the solvers"
    "draw" draw::draw [ANY, AT; Draw, Written] Picture Picture
        "A picture; for strip, grid, plot and spectrum the position is the largest heap"
    "download/losing" tables::lost [ANY, "lines"; Losing, Filed] FoundPositions File
        "Lost positions as a file"
    "download/values" tables::table [ANY; Values, Filed] Values File
        "A table of values as a file"
    "download/sequence" tables::sequence [BRIEF; Sequence, Filed] Sequence File
        "A sequence as a file"
    "download/review" position::replay [ANY, AT; Review, Filed] Review File
        "A reviewed line as a file"
};
