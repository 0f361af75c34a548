//! [`Face`]: an opened game of any type, object-safe.

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
use num_bigint::BigUint;

use crate::explored::Explore;
use crate::short::{Kept, ShortVisit};
use bouton_solvers::atoms::{Apart, Listed};

/// The value of a position, to the player to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FullValue {
    /// Who wins.
    pub outcome: Outcome,
    /// Mover's points minus the other's, in a game of points.
    pub margin: Option<i128>,
    /// Plies to the end.
    pub remoteness: Option<u32>,
    /// The Grundy value.
    pub grundy: Option<BigUint>,
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
    /// The move in words, where its notation would puzzle a reader.
    pub words: Option<String>,
    /// The position as the next player faces it; `None` when that, or the one before it, is longer than [`LONGEST_POSITION`].
    pub to: Option<String>,
    /// In a sum, the component that it is made in, counted from 0.
    pub component: Option<usize>,
}

/// The result of a solver at a position: the value, and the best moves known when a limit was reached.
#[derive(Clone, Debug)]
pub struct SearchResult {
    /// The value.
    pub worth: FullValue,
    /// Every best move in the game's own order, or none where there are too many to list.
    pub best: Vec<BestMove>,
    /// The preferred one among them, also if they are not listed.
    pub preferred: Option<BestMove>,
    /// How many best moves there are, if that is known without listing them.
    pub count: Option<BigUint>,
    /// Why some of the best moves may be missing.
    pub stopped: Option<StopReason>,
    /// Best play as moves, where it was computed.
    pub line: Option<Vec<String>>,
    /// Why.
    pub reason: Reason,
}

/// Why a solver did not find the value, with the bounds that it had proved: margins, or 1, 0, -1 for a win, a draw, a loss.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop {
    /// Why it stopped.
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
    /// The move, and where it leads.
    pub mv: BestMove,
    /// Its worth; the Grundy value is that of the position after it.
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
    /// The move in words, where its notation would puzzle a reader.
    pub words: Option<String>,
    /// The points that it earned, in a game of points.
    pub gain: Option<i128>,
    /// Whether the same player moves again.
    pub keeps_turn: bool,
}

impl Played {
    /// The move for a reader: in words, or else as the game writes it.
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
    /// The parts of this position's scene that it changes, counted from 0.
    pub changes: Vec<usize>,
}

/// Which ends of a row of two values or more a strategy allows to take.
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
/// Calls that ask the rules may unwind with a [`RuleError`](bouton_core::RuleError); then [`Face::forget`] drops what the solvers
/// were in the middle of.
pub trait Face: Any + Send {
    /// The game, as it was named.
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
    /// Why a query may have reached a limit, if the rules know.
    fn growth(&self) -> Option<String>;
    /// The size of the largest position that fits in memory, if a solver knows it.
    fn would_fit(&self, n: usize, limits: &Limits) -> Option<String>;
    /// Drops all that the solvers learned.
    fn forget(&mut self);

    /// The position in the game's notation.
    fn show(&self) -> String;
    /// The same, unless it takes more than this many bytes.
    fn show_within(&self, longest: usize) -> Option<String>;
    /// Goes to another position. Learned results are kept if the rules stay the same.
    ///
    /// # Errors
    /// A position that the game does not have.
    fn go(&mut self, position: &str) -> Result<(), OpenError>;
    /// Who moves here, in a game in which Left and Right have different moves.
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
    /// A sentence that says why not.
    fn accepts(&self, n: usize, limits: &Limits) -> Result<(), String>;
    /// Whether to choose this solver here if none is named.
    fn offers_itself(&self, n: usize, limits: &Limits) -> bool;
    /// Positions that a solver has visited so far.
    fn visited(&self, n: usize) -> u64;
    /// The value, best moves and reason, by a solver that accepts the position.
    ///
    /// # Errors
    /// Where a limit is reached.
    fn solve(&mut self, n: usize, limits: &Limits) -> Result<SearchResult, Stop>;
    /// The value alone; with a side, of the same position with that side to move.
    ///
    /// # Errors
    /// Where a limit is reached.
    fn evaluate(
        &mut self,
        n: usize,
        side: Option<Side>,
        limits: &Limits,
    ) -> Result<FullValue, StopReason>;
    /// Every legal move with its value, in the game's own order.
    ///
    /// # Errors
    /// Where a limit is reached.
    fn valued_moves(&mut self, n: usize, limits: &Limits) -> Result<Vec<ValuedMove>, StopReason>;

    /// The proved law of the game's family; `None` where its rules are not known as formulas.
    fn law(&self, limits: &Limits) -> Option<Result<Arc<LawStrategy>, String>>;
    /// Whether the rules are known as formulas, which a law requires.
    fn has_formulas(&self) -> bool;
    /// The text of the rules as formulas, of positions with this many numbers; `None` where they are not known so.
    fn formulas(&self, numbers: usize) -> Option<Result<String, String>>;
    /// The take-and-break code that every heap follows, where one does.
    fn code(&self) -> Option<Code>;
    /// Counts all reachable positions; `None` for games that are not won, lost or drawn.
    fn census(&self, limits: &Limits) -> Option<Result<Symmetric, StopReason>>;
    /// The strategies that are known for the game.
    fn strategies(&self) -> Vec<StrategyCard<'_>>;
    /// The positions that they are tried at.
    fn trial(&self) -> Trial;
    /// The moves that a strategy allows here; `None` where the game has no strategies.
    fn allowed(&self, strategy: &str) -> Option<Result<Vec<String>, InputError>>;
    /// The ends of any row that a strategy allows, if the game's strategies depend on nothing else.
    fn row_strategy(&self, strategy: &str) -> Option<Result<RowStrategy, InputError>>;
    /// The look of the position.
    fn scene(&self) -> Scene;
    /// The name of a family of positions with equal play, if the game defines one.
    fn family(&self) -> Option<String>;
    /// The lines along which lost pairs of heaps lie, where the game knows them.
    fn slopes(&self) -> Vec<Slope>;
    /// For a game of heaps: how many, if fixed, and whether their order does not matter.
    fn heaps(&self) -> Option<(Option<usize>, bool)>;
    /// Goes to the position with these heaps; false if there is none.
    fn set_heaps(&mut self, heaps: &[u64]) -> bool;
    /// Passes all reachable positions to `work`.
    fn explore(&self, work: Explore<'_>);
    /// Passes the full space of numbered positions to `work`, or with a total all positions with at most that many tokens;
    /// false if they are not numbered so.
    fn whole(&self, total: Option<u64>, work: ShowWhole<'_>) -> bool;
    /// Passes the layers from here on to `work`; false if positions do not lie in layers.
    fn layers(&self, work: ShowLayers<'_>) -> bool;
    /// Whether reachable positions can be counted: every line of play ends, or endless play is a draw.
    fn is_countable(&self) -> bool;
    /// Answers from these tables if they contain the position. The caller guarantees that they belong to these rules.
    fn answer_from(&mut self, tables: Tables);
    /// Passes the position to `work`, which computes its partizan value; false if it has none. The numbers of parts stay the
    /// same as long as the same parts are kept.
    fn short(&self, kept: &mut Kept, work: ShortVisit<'_>) -> bool;
    /// The parts reachable from here, with their options, and those of other positions. `None` unless both players have the
    /// same moves, every line of play ends and the last to move loses.
    fn atoms(&self, others: &[String], limits: &Limits) -> Option<Result<Listed, Apart>>;
    /// The signs that may stand on any cell of a board; none for other games.
    fn signs(&self) -> Vec<char>;
    /// How many positions up to a bound there are, in a game that lists them itself.
    fn list(&mut self, up_to: u64) -> Option<usize>;
    /// Goes to one of the positions that were listed last, counted from 0; false if there is none.
    fn set_listed(&mut self, nth: usize) -> bool;
}
