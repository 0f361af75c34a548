//! [`Face`]: an opened game of any type, behind an object-safe trait.

use std::any::Any;
use std::sync::Arc;

use bouton_core::entry::OpenError;
use bouton_core::scene::{Scene, Slope};
use bouton_core::solver::About;
use bouton_core::strategy::{StrategyCard, Trial};
use bouton_core::take_and_break::Code;
use bouton_core::{InputError, Limits, Origin, Outcome, Side, StopReason};
use bouton_laws::LawStrategy;
use bouton_solvers::atoms::{Apart, Listed};
use bouton_solvers::retrograde::Symmetric;
use bouton_solvers::{Chapter, Tables};
use bouton_values::ScoringGames;

use crate::bids::Bids;
use crate::experimenting::RowStrategy;
use crate::explored::Explore;
use crate::playing::{Choice, Played};
use crate::scoring::ScoredForm;
use crate::searching::{FullValue, SearchResult, Stop, ValuedMove};
use crate::short::{KeptParts, Ply, ShortVisit};
use crate::surveying::{ShowLayers, ShowWhole};

/// A game of an unknown type, opened at a position: its rules, and the questions that it can be asked.
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
    /// Whether the rules can fail: those of a rule file or of a Python game.
    fn can_fail(&self) -> bool;
    /// Sets the limits of the next query, for rules that can fail.
    fn begin(&self, limits: &Limits);
    /// A sentence with the reason why a query may have reached a limit, if the rules know one.
    fn growth(&self) -> Option<String>;

    // The position, its moves, and going on from it.

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
    /// The result for the player to move, with the points if they count, where play is over.
    fn end(&self) -> Option<(Outcome, Option<i128>)>;
    /// In a game of points: the sum of both players' points still to come, where play cannot change it.
    fn at_stake(&self) -> Option<i128>;
    /// Legal moves in the game's own order, at most this many.
    fn choices(&self, most: usize) -> Vec<Choice>;
    /// The number of legal moves.
    fn width(&self) -> usize;
    /// Makes the move with this name, or the move to this position; `None` if there is none.
    fn play(&mut self, text: &str) -> Option<Played>;

    // Solvers and their results. `n` is a solver's place on the menu, best first, below the number of `solvers`.

    /// The solvers that serve the game, best first.
    fn solvers(&self) -> Vec<&'static About>;
    /// Whether a solver can answer here.
    ///
    /// # Errors
    /// A sentence with the reason, if it cannot.
    fn accepts(&self, n: usize, limits: &Limits) -> Result<(), String>;
    /// Whether to choose this solver here if none is named.
    fn offers_itself(&self, n: usize, limits: &Limits) -> bool;
    /// Whether to ask this solver here before all others.
    fn leads(&self, n: usize) -> bool;
    /// The size of the largest position that fits in memory, if a solver knows it.
    fn would_fit(&self, n: usize, limits: &Limits) -> Option<String>;
    /// The estimated number of positions that play can reach; see [`bouton_solvers::predicted`].
    fn predicted(&self, each: usize, limits: &Limits) -> Option<f64>;
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
    /// Answers from these tables if they contain the position. The caller guarantees that they belong to these rules.
    fn answer_from(&mut self, tables: Tables);
    /// Answers the first plies from these values, which belong to these rules.
    fn open_book(&mut self, chapter: Chapter);
    /// Drops all results of the solvers.
    fn forget(&mut self);
    /// Drops the results of one solver.
    fn forget_one(&mut self, n: usize);

    // The look of the position.

    /// The look of the position.
    fn scene(&self) -> Scene;
    /// The name of a family of positions with equal play, if the game defines one.
    fn family(&self) -> Option<String>;
    /// The lines along which lost pairs of heaps lie, if the game knows them.
    fn slopes(&self) -> Vec<Slope>;

    // Positions to try, and strategies to try there.

    /// For a game of heaps: their number, if fixed, and whether their order does not matter.
    fn heaps(&self) -> Option<(Option<usize>, bool)>;
    /// Goes to the position with these heaps; false if there is none.
    fn set_heaps(&mut self, heaps: &[u64]) -> bool;
    /// The number of positions up to a bound, in a game that lists them itself.
    fn list(&mut self, up_to: u64) -> Option<usize>;
    /// Goes to one of the positions that were listed last, counted from 0; false if there is none.
    fn set_listed(&mut self, nth: usize) -> bool;
    /// The characters that may be in any cell of a board; none for other games.
    fn signs(&self) -> Vec<char>;
    /// The strategies that are known for the game.
    fn strategies(&self) -> Vec<StrategyCard<'_>>;
    /// The positions at which they are tried.
    fn trial(&self) -> Trial;
    /// Whether the game has a strategy of this name; `None` if it has none at all.
    fn check_strategy(&self, strategy: &str) -> Option<Result<(), InputError>>;
    /// The moves that a strategy allows here; `None` if the game has no strategies.
    fn allowed(&self, strategy: &str) -> Option<Result<Vec<String>, InputError>>;
    /// The ends of any row that a strategy allows, if the game's strategies depend on nothing else.
    fn row_strategy(&self, strategy: &str) -> Option<Result<RowStrategy, InputError>>;

    // All positions: counted, explored, numbered.

    /// Counts all reachable positions; `None` for games that are not won, lost or drawn.
    fn census(&self, limits: &Limits) -> Option<Result<Symmetric, StopReason>>;
    /// Whether reachable positions can be counted: every line of play ends, or endless play is a draw.
    fn is_countable(&self) -> bool;
    /// Passes all reachable positions to `work`.
    fn explore(&self, work: Explore<'_>);
    /// Passes the full space of numbered positions to `work`, or with a total all positions with at most that many tokens;
    /// false if they are not numbered in this way.
    fn whole(&self, total: Option<u64>, work: ShowWhole<'_>) -> bool;
    /// Passes the layers from here on to `work`; false if positions do not lie in layers.
    fn layers(&self, work: ShowLayers<'_>) -> bool;

    // Values other than who wins: partizan values, scoring games, prices.

    /// Passes the position to `work`, which computes its partizan value; false if it has none. The numbers of parts stay the
    /// same as long as the same parts are kept.
    fn short(&self, kept: &mut KeptParts, work: ShortVisit<'_>) -> bool;
    /// The position after these moves as a sum of scoring games, with either player to move; as one game if it is not taken `apart`.
    /// `None` if it is neither a scoring game of Left and Right nor lost by the last to move, and `None` within if a player moves twice
    /// in a row somewhere. The same parts are kept as long as the same games are.
    fn scoring(
        &self,
        path: &[Ply],
        apart: bool,
        kept: &mut KeptParts,
        games: &mut ScoringGames,
        limits: &Limits,
    ) -> Option<Result<Option<ScoredForm>, StopReason>>;
    /// The price where the players bid for the right to move; `None` unless a player who cannot move loses.
    ///
    /// # Errors
    /// If a limit is reached.
    fn bids(&self, limits: &Limits) -> Option<Result<Bids, StopReason>>;

    // Facts from which theorems about a full family follow.

    /// The proved law of the game's family; `None` if its rules are not known as formulas.
    fn law(&self, limits: &Limits) -> Option<Result<Arc<LawStrategy>, String>>;
    /// Whether the rules are known as formulas, which a law requires.
    fn has_formulas(&self) -> bool;
    /// The text of the rules as formulas, for positions with this many numbers; `None` if they are not known as formulas.
    fn formulas(&self, numbers: usize) -> Option<Result<String, String>>;
    /// The take-and-break code that every heap follows, if there is one.
    fn code(&self) -> Option<Code>;
    /// The parts reachable from here, with their options, and those of other positions. `None` unless both players have the
    /// same moves, every line of play ends and the last to move loses.
    fn atoms(&self, others: &[String], limits: &Limits) -> Option<Result<Listed, Apart>>;
}
