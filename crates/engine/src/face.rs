//! [`Face`]: an opened game of any type, behind an object-safe trait.

use std::any::Any;
use std::sync::Arc;

use bouton_core::entry::OpenError;
use bouton_core::rows::AllowedEnds;
use bouton_core::scene::{Scene, Slope};
use bouton_core::solver::About;
use bouton_core::strategy::{StrategyCard, Trial};
use bouton_core::take_and_break::Code;
use bouton_core::{InputError, Limits, Origin, Outcome, Reason, Side, StopReason};
use bouton_laws::LawStrategy;
use bouton_solvers::Tables;
use bouton_solvers::layers::Layers;
use bouton_solvers::retrograde::Symmetric;
use bouton_solvers::whole::Whole;
use bouton_values::ScoringGames;
use num_bigint::BigUint;

use crate::bids::Bids;
use crate::explored::Explore;
use crate::scoring::ScoredForm;
use crate::short::{Kept, ShortVisit};
use bouton_solvers::atoms::{Apart, Listed};

/// The value of a position, to the player to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FullValue {
    /// The outcome: a win, a draw or a loss.
    pub outcome: Outcome,
    /// Mover's points minus the other's, in a game of points.
    pub margin: Option<i128>,
    /// Plies to the end.
    pub remoteness: Option<u32>,
    /// The Grundy value.
    pub grundy: Option<BigUint>,
    /// Whether it is loony; see [`Evaluation::loony`](bouton_core::Evaluation::loony).
    pub loony: bool,
}

impl FullValue {
    /// A number that orders the values of a game: the margin, or 1, 0, -1 for a win, a draw, a loss.
    pub fn rank(&self) -> i128 {
        self.margin.unwrap_or(self.outcome as i128 - 1)
    }
}

/// A best move, with the position it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestMove {
    /// The move in the game's notation.
    pub name: String,
    /// The move in words, if its notation is hard to read.
    pub words: Option<String>,
    /// The position as the next player faces it; `None` if it, or the one before it, is longer than [`LONGEST_POSITION`].
    pub to: Option<String>,
    /// In a sum, the component of the move, counted from 0.
    pub component: Option<usize>,
}

/// The result of a solver at a position: the value, and the best moves known when a limit was reached.
#[derive(Clone, Debug)]
pub struct SearchResult {
    /// The value.
    pub worth: FullValue,
    /// Every best move in the game's own order, or none if there are too many to list.
    pub best: Vec<BestMove>,
    /// The preferred one among them, also if they are not listed.
    pub preferred: Option<BestMove>,
    /// The number of best moves, if it is known without listing them.
    pub count: Option<BigUint>,
    /// The limit because of which some best moves may be missing.
    pub stopped: Option<StopReason>,
    /// Best play as moves, where it was computed.
    pub line: Option<Vec<String>>,
    /// The reason for the value.
    pub reason: Reason,
}

/// The reason why a solver did not find the value, with the proved bounds: margins, or 1, 0, -1 for a win, a draw, a loss.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop {
    /// The limit that was reached.
    pub reason: StopReason,
    /// The value lies between these, both included.
    pub bounds: Option<[i128; 2]>,
}

impl From<StopReason> for Stop {
    fn from(reason: StopReason) -> Self {
        Self {
            reason,
            bounds: None,
        }
    }
}

/// A legal move with its value for the player who makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValuedMove {
    /// The move, with the position after it.
    pub mv: BestMove,
    /// Its value; the Grundy value is that of the position after it.
    pub worth: FullValue,
}

/// A move that was made.
///
/// ```
/// # use bouton_core::Entry;
/// # use bouton_engine::{Opening, open_normal};
/// # use bouton_games::rows::RowEnds;
/// let opened = <RowEnds>::open(None, Some("4,5,3")).unwrap();
/// let mut face = open_normal(Opening { name: "row-ends".into(), opened, again: None });
/// let played = face.play("L").unwrap();
/// assert_eq!((played.name.as_str(), played.gain), ("L", Some(4)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The move as the game writes it.
    pub name: String,
    /// The move in words, if its notation is hard to read.
    pub words: Option<String>,
    /// The points that it earned, in a game of points.
    pub gain: Option<i128>,
    /// Whether the same player moves again.
    pub keeps_turn: bool,
}

impl Played {
    /// The move for a reader: in words, otherwise in the game's notation.
    pub fn said(&self) -> &str {
        self.words.as_deref().unwrap_or(&self.name)
    }
}

/// A legal move, not valued.
///
/// ```
/// # use bouton_core::Entry;
/// # use bouton_engine::{Opening, open_normal};
/// # use bouton_games::rows::RowEnds;
/// let opened = <RowEnds>::open(None, Some("4,5,3")).unwrap();
/// let face = open_normal(Opening { name: "row-ends".into(), opened, again: None });
/// let right = &face.choices(10)[1];
/// assert_eq!((right.played.name.as_str(), right.to.as_str()), ("R", "4,5"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The name of the move and the points it earns.
    pub played: Played,
    /// The position as the next player faces it.
    pub to: String,
    /// The parts of this position's scene that the move changes, counted from 0.
    pub changes: Vec<usize>,
}

/// The ends that a strategy allows to take from a row of two values or more.
///
/// ```
/// # use bouton_core::Entry;
/// # use bouton_engine::{Opening, open_normal};
/// # use bouton_games::rows::RowEnds;
/// let opened = <RowEnds>::open(None, Some("4,5,3")).unwrap();
/// let face = open_normal(Opening { name: "row-ends".into(), opened, again: None });
/// let larger_end = face.row_strategy("larger-end").unwrap().unwrap();
/// let allowed = larger_end(&[4, 5, 3]);
/// assert!(allowed.left && !allowed.right);
/// ```
pub type RowStrategy = Box<dyn Fn(&[i64]) -> AllowedEnds + Send>;

/// A callback that receives a full space.
pub type ShowWhole<'w> = &'w mut dyn FnMut(&dyn Whole);
/// A callback that receives layers.
pub type ShowLayers<'w> = &'w mut dyn FnMut(&dyn Layers);

/// The longest position, in bytes, that is written out in answers.
pub const LONGEST_POSITION: usize = 10_000;

/// A game of an unknown type, opened at a position. `n` is a solver's place on the menu, best first, below the number of
/// [`Face::solvers`].
///
/// Calls that ask the rules may unwind with a [`RuleError`](bouton_core::RuleError); then [`Face::forget`] drops the
/// unfinished data of the solvers.
pub trait Face: Any + Send {
    /// The game, as named in the query.
    fn name(&self) -> &str;
    /// Whether it is in misère play.
    fn is_misere(&self) -> bool;
    /// The files that the rules were read from; none for built-in rules.
    fn origins(&self) -> Vec<Origin>;
    /// Whether another game has the same rules and parameters. Rules from files are equal only if they come from the same
    /// reading.
    fn has_rules_of(&self, other: &dyn Face) -> bool;
    /// Sets the limits of the next query, for rules that can fail.
    fn begin(&self, limits: &Limits);
    /// A sentence with the reason why a query may have reached a limit, if the rules know one.
    fn growth(&self) -> Option<String>;
    /// The size of the largest position that fits in memory, if a solver knows it.
    fn would_fit(&self, n: usize, limits: &Limits) -> Option<String>;
    /// Drops all results of the solvers.
    fn forget(&mut self);

    /// The position in the game's notation.
    fn show(&self) -> String;
    /// The same, unless it takes more than this many bytes.
    fn show_within(&self, longest: usize) -> Option<String>;
    /// Goes to another position. Learned results are kept if the rules stay the same.
    ///
    /// # Errors
    /// If the game has no such position.
    fn go(&mut self, position: &str) -> Result<(), OpenError>;
    /// The side to move here, in a game in which Left and Right have different moves.
    fn side(&self) -> Option<Side>;
    /// Lets a side move here, in a game in which Left and Right have different moves; false in others.
    fn set_side(&mut self, side: Side) -> bool;
    /// The canonical representative up to symmetry.
    fn canonical(&self) -> String;
    /// The canonical representative for people, as in [`Game::merged`](bouton_core::Game::merged).
    fn merged(&self) -> String;
    /// Whether play is over.
    fn is_over(&self) -> bool;
    /// In a game of points: the sum of both players' points still to come, where play cannot change it.
    fn at_stake(&self) -> Option<i128>;
    /// Legal moves in the game's own order, at most this many.
    fn choices(&self, most: usize) -> Vec<Choice>;
    /// Makes the move with this name, or the move to this position; `None` if there is none.
    fn play(&mut self, text: &str) -> Option<Played>;

    /// The solvers that serve the game, best first.
    fn solvers(&self) -> Vec<&'static About>;
    /// Whether a solver can answer here.
    ///
    /// # Errors
    /// A sentence with the reason, if it cannot.
    fn accepts(&self, n: usize, limits: &Limits) -> Result<(), String>;
    /// Whether to choose this solver here if none is named.
    fn offers_itself(&self, n: usize, limits: &Limits) -> bool;
    /// Positions that a solver has visited so far.
    fn visited(&self, n: usize) -> u64;
    /// The value, best moves and reason, by a solver that accepts the position.
    ///
    /// # Errors
    /// If a limit is reached.
    fn solve(&mut self, n: usize, limits: &Limits) -> Result<SearchResult, Stop>;
    /// The value alone; with a side, of the same position with that side to move.
    ///
    /// # Errors
    /// If a limit is reached.
    fn evaluate(
        &mut self,
        n: usize,
        side: Option<Side>,
        limits: &Limits,
    ) -> Result<FullValue, StopReason>;
    /// Every legal move with its value, in the game's own order.
    ///
    /// # Errors
    /// If a limit is reached.
    fn valued_moves(&mut self, n: usize, limits: &Limits) -> Result<Vec<ValuedMove>, StopReason>;

    /// The proved law of the game's family; `None` if its rules are not known as formulas.
    fn law(&self, limits: &Limits) -> Option<Result<Arc<LawStrategy>, String>>;
    /// Whether the rules are known as formulas, which a law requires.
    fn has_formulas(&self) -> bool;
    /// The text of the rules as formulas, for positions with this many numbers; `None` if they are not known as formulas.
    fn formulas(&self, numbers: usize) -> Option<Result<String, String>>;
    /// The take-and-break code that every heap follows, if there is one.
    fn code(&self) -> Option<Code>;
    /// Counts all reachable positions; `None` for games that are not won, lost or drawn.
    fn census(&self, limits: &Limits) -> Option<Result<Symmetric, StopReason>>;
    /// The price where the players bid for the right to move; `None` unless a player who cannot move loses.
    ///
    /// # Errors
    /// If a limit is reached.
    fn bids(&self, limits: &Limits) -> Option<Result<Bids, StopReason>>;
    /// The strategies that are known for the game.
    fn strategies(&self) -> Vec<StrategyCard<'_>>;
    /// The positions at which they are tried.
    fn trial(&self) -> Trial;
    /// The moves that a strategy allows here; `None` if the game has no strategies.
    fn allowed(&self, strategy: &str) -> Option<Result<Vec<String>, InputError>>;
    /// The ends of any row that a strategy allows, if the game's strategies depend on nothing else.
    fn row_strategy(&self, strategy: &str) -> Option<Result<RowStrategy, InputError>>;
    /// The look of the position.
    fn scene(&self) -> Scene;
    /// The name of a family of positions with equal play, if the game defines one.
    fn family(&self) -> Option<String>;
    /// The lines along which lost pairs of heaps lie, if the game knows them.
    fn slopes(&self) -> Vec<Slope>;
    /// For a game of heaps: their number, if fixed, and whether their order does not matter.
    fn heaps(&self) -> Option<(Option<usize>, bool)>;
    /// Goes to the position with these heaps; false if there is none.
    fn set_heaps(&mut self, heaps: &[u64]) -> bool;
    /// Passes all reachable positions to `work`.
    fn explore(&self, work: Explore<'_>);
    /// Passes the full space of numbered positions to `work`, or with a total all positions with at most that many tokens;
    /// false if they are not numbered in this way.
    fn whole(&self, total: Option<u64>, work: ShowWhole<'_>) -> bool;
    /// Passes the layers from here on to `work`; false if positions do not lie in layers.
    fn layers(&self, work: ShowLayers<'_>) -> bool;
    /// Whether reachable positions can be counted: every line of play ends, or endless play is a draw.
    fn is_countable(&self) -> bool;
    /// Answers from these tables if they contain the position. The caller guarantees that they belong to these rules.
    fn answer_from(&mut self, tables: Tables);
    /// The position among scoring games, with either player to move; `None` if it is not a scoring game of Left and Right, and `None`
    /// within if a player moves twice in a row somewhere.
    fn scoring(
        &self,
        games: &mut ScoringGames,
        limits: &Limits,
    ) -> Option<Result<Option<ScoredForm>, StopReason>>;
    /// Passes the position to `work`, which computes its partizan value; false if it has none. The numbers of parts stay the
    /// same as long as the same parts are kept.
    fn short(&self, kept: &mut Kept, work: ShortVisit<'_>) -> bool;
    /// The parts reachable from here, with their options, and those of other positions. `None` unless both players have the
    /// same moves, every line of play ends and the last to move loses.
    fn atoms(&self, others: &[String], limits: &Limits) -> Option<Result<Listed, Apart>>;
    /// The characters that may be in any cell of a board; none for other games.
    fn signs(&self) -> Vec<char>;
    /// The number of positions up to a bound, in a game that lists them itself.
    fn list(&mut self, up_to: u64) -> Option<usize>;
    /// Goes to one of the positions that were listed last, counted from 0; false if there is none.
    fn set_listed(&mut self, nth: usize) -> bool;
}
