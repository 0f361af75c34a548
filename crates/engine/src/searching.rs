//! [`Searching`]: the solvers of a game, and what they find.

use bouton_core::packed::packed;
use bouton_core::rules::Listed;
use bouton_core::solver::{About, Best, Evaluation, Solution, Stopped, value_of_move};
use bouton_core::{
    Alternating, Erased, Limits, Notation, Outcome, Reason, Score, Side, StopReason,
};
use bouton_solvers::{Chapter, Tables, predicted};
use num_bigint::BigUint;

use crate::menu::Menu;
use crate::playing::Playing;
use crate::typed::Behind;

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

/// The longest position, in bytes, that is written out in answers.
pub const LONGEST_POSITION: usize = 10_000;

/// Questions that solvers answer. `n` is a solver's place on the menu, best first, below the number of [`solvers`](Self::solvers).
pub trait Searching {
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
}

impl<S: Score> Behind<S> {
    /// A best move; with the position after it only if `is_short`, which says whether this position can be written out.
    fn best_move(&self, mv: &Listed<S>, is_short: bool) -> BestMove {
        let to = is_short.then(|| self.game.play(&self.at, mv));
        BestMove {
            name: self.game.show_move(&self.at, mv),
            words: self.game.move_in_words(&self.at, mv),
            to: to.and_then(|to| self.game.show_within(&to, LONGEST_POSITION)),
            component: self.game.component(mv),
        }
    }

    fn is_short(&self) -> bool {
        self.show_within(LONGEST_POSITION).is_some()
    }

    fn names(&self, line: &[Listed<S>]) -> Vec<String> {
        let mut at = self.at.clone();
        let mut names = Vec::with_capacity(line.len());
        for mv in line {
            names.push(self.game.show_move(&at, mv));
            at = self.game.play(&at, mv);
        }
        names
    }

    fn found(&self, solution: Solution<Erased<S>>) -> SearchResult {
        let Solution {
            value,
            best,
            line,
            reason,
        } = solution;
        let Best {
            moves,
            preferred,
            count,
            stopped,
        } = best;
        let is_short = self.is_short();
        let mut best = Vec::with_capacity(moves.len());
        for mv in &moves {
            best.push(self.best_move(mv, is_short));
        }
        SearchResult {
            worth: worth(value),
            best,
            preferred: preferred.map(|mv| self.best_move(&mv, is_short)),
            count,
            stopped,
            line: line.map(|line| self.names(&line)),
            reason,
        }
    }
}

fn worth<S: Score>(value: Evaluation<S>) -> FullValue {
    FullValue {
        outcome: value.score.outcome(),
        margin: value.score.margin(),
        remoteness: value.remoteness,
        grundy: value.grundy,
        loony: value.loony,
    }
}

/// A bound as a number: the margin, or 1, 0, -1 for a win, a draw, a loss.
fn bound(score: impl Score) -> i128 {
    score.margin().unwrap_or(score.outcome() as i128 - 1)
}

fn stop<S: Score>(stopped: Stopped<S>) -> Stop {
    Stop {
        reason: stopped.reason,
        bounds: stopped.bounds.map(|(low, high)| [bound(low), bound(high)]),
    }
}

impl<S: Score> Searching for Behind<S> {
    fn solvers(&self) -> Vec<&'static About> {
        let solvers = self.menu.solvers.iter();
        solvers.map(|solver| solver.about()).collect()
    }

    fn accepts(&self, n: usize, limits: &Limits) -> Result<(), String> {
        self.menu.solvers[n].accepts(&self.game, &self.at, limits)
    }

    fn offers_itself(&self, n: usize, limits: &Limits) -> bool {
        self.menu.solvers[n].offers_itself(&self.game, &self.at, limits)
    }

    fn leads(&self, n: usize) -> bool {
        self.menu.solvers[n].leads(&self.game, &self.at)
    }

    fn would_fit(&self, n: usize, limits: &Limits) -> Option<String> {
        self.menu.solvers[n].would_fit(&self.game, &self.at, limits)
    }

    fn predicted(&self, each: usize, limits: &Limits) -> Option<f64> {
        predicted(self.game.words(), &packed(&self.at), each, limits)
    }

    fn visited(&self, n: usize) -> u64 {
        self.menu.solvers[n].visited()
    }

    fn solve(&mut self, n: usize, limits: &Limits) -> Result<SearchResult, Stop> {
        match self.menu.solvers[n].solve(&self.game, &self.at, limits) {
            Ok(solution) => Ok(self.found(solution)),
            Err(stopped) => Err(stop(stopped)),
        }
    }

    fn evaluate(
        &mut self,
        n: usize,
        side: Option<Side>,
        limits: &Limits,
    ) -> Result<FullValue, StopReason> {
        let turned = match (side, &self.abilities.plays.with_side) {
            (Some(side), Some(with_side)) => Some(with_side(&self.at, side)),
            _ => None,
        };
        let at = turned.as_ref().unwrap_or(&self.at);
        match self.menu.solvers[n].evaluate(&self.game, at, limits) {
            Ok(value) => Ok(worth(value)),
            Err(stopped) => Err(stopped.reason),
        }
    }

    fn valued_moves(&mut self, n: usize, limits: &Limits) -> Result<Vec<ValuedMove>, StopReason> {
        let (mut valued, is_short) = (Vec::new(), self.is_short());
        for mv in self.game.moves(&self.at) {
            limits.check()?;
            limits.afford(4 * size_of_val(&valued[..]) as u64)?;
            let to = self.game.play(&self.at, &mv);
            let after = self.menu.solvers[n].evaluate(&self.game, &to, limits);
            let after = after.map_err(|stopped| stopped.reason)?;
            valued.push(ValuedMove {
                worth: worth(value_of_move(&self.game, &self.at, &mv, after)),
                mv: self.best_move(&mv, is_short),
            });
        }
        Ok(valued)
    }

    fn answer_from(&mut self, tables: Tables) {
        self.tables = Some(tables);
        self.forget();
    }

    fn open_book(&mut self, chapter: Chapter) {
        self.book = Some(chapter);
        self.forget();
    }

    fn forget(&mut self) {
        self.menu = self.new_menu();
    }

    fn forget_one(&mut self, n: usize) {
        let mut new = self.new_menu();
        self.menu.solvers[n] = new.solvers.swap_remove(n);
    }
}

impl<S: Score> Behind<S> {
    fn new_menu(&self) -> Menu<S> {
        let offers = self.source.clone().offers(self.tables.as_ref());
        let tables = self
            .tables
            .as_ref()
            .map(|tables| (tables, &self.abilities.surveys.namer));
        Menu::of(offers, tables, self.book)
    }
}
