//! Finds the smallest position where a strategy breaks its promise.

mod follow;
mod places;
mod rows;
mod strategy;
mod sums;

use bouton_answers::{By, Counterexample, Guarantee, Move, Promise, Refutation};
use bouton_core::oracle::asked;
use bouton_core::strategy::Trial as Places;
use bouton_core::{Limits, StopReason};

use follow::{Follow, told};
pub use strategy::Strategy;

use crate::play::Temperate;
use crate::session::{How, Session};
use bouton_engine::Error;

/// The rows that are tried: by length, then largest value, then sum, then the row itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rows {
    /// The smallest and the largest value, both included.
    pub values: (i64, i64),
    /// The smallest and the largest length, both included.
    pub lengths: (usize, usize),
    /// Only even lengths.
    pub even: bool,
}

impl Default for Rows {
    /// All rows of up to 8 values from 1 to 9.
    fn default() -> Self {
        Self {
            values: (1, 9),
            lengths: (1, 8),
            even: false,
        }
    }
}

/// The positions of a heap game that are tried: by total, then the heaps themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heaps {
    /// The largest heap.
    pub up_to: u64,
    /// The most heaps, in a game with any number of them.
    pub piles: usize,
}

impl Default for Heaps {
    /// Up to 3 heaps of up to 20.
    fn default() -> Self {
        Self {
            up_to: 20,
            piles: 3,
        }
    }
}

/// The promise, and the bounds of the search.
#[derive(Clone, Debug, Default)]
pub struct Search {
    /// The measure of a best move.
    pub by: By,
    /// The rows to try in a game on a row.
    pub rows: Rows,
    /// The positions to try in a heap game.
    pub heaps: Heaps,
    /// Whether to try the positions reachable from the session's position, in other games.
    pub reachable: bool,
    /// The promise of the strategy.
    pub promise: Promise,
    /// Whether a position counts only if no move that the strategy allows is best there.
    pub strict: bool,
    /// Whether only the first move that it allows is tested, in the game's own order: the left end of a row, the first heap.
    /// Otherwise all of them are tested.
    pub prescribes: bool,
}

/// The bounds of a [`Search`] that apply to a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heeded {
    /// [`Search::rows`].
    pub rows: bool,
    /// [`Heaps::up_to`].
    pub up_to: bool,
    /// [`Heaps::piles`].
    pub piles: bool,
}

impl Heeded {
    /// The bounds for the session's game.
    ///
    /// ```
    /// let heeded = bouton::experiment::Heeded::of(&mut bouton::open("wythoff", "1,2")?)?;
    /// assert!(heeded.up_to && !heeded.rows && !heeded.piles);
    /// # Ok::<(), bouton::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the rules fail.
    pub fn of(session: &mut Session) -> Result<Self, Error> {
        let (heaps, lists) = (session.heaps(), session.list(0)?.is_some());
        // A game of rows with ends to take reports an unknown strategy; other games do not know rows.
        let is_on_rows = session.row_strategy("").is_err();
        Ok(Self {
            rows: is_on_rows || session.trial() == Places::TwoRows,
            up_to: !is_on_rows && (lists || heaps.is_some()),
            piles: session.game() == "expression" || !lists && matches!(heaps, Some((None, _))),
        })
    }
}

/// Finds the smallest position at which `strategy` breaks its promise: it allows a move that is not best, or always
/// following it loses a game that could be held. A position where all moves that it allows fail is preferred to one where
/// some do, which is a tie that the strategy leaves open: it is looked for a while longer.
///
/// A strategy by temperatures is tried on random sums of values, as a strategy of `expression`: see [`Temperate`].
///
/// Rows are tried at some 10⁷ a second, other positions one by one with a solver of the menu.
///
/// ```
/// use bouton::{How, experiment::{Search, refute}};
/// let mut session = bouton::open("row-ends", "1")?;
/// let found = refute(&mut session, "larger-end", &Search::default(), &How::default())?;
/// assert!(!found.counterexample.unwrap().is_tie());
/// # Ok::<(), bouton::Error>(())
/// ```
///
/// # Errors
/// If the game has no such strategy, bounds do not apply, or the game's positions have no order.
pub fn refute(
    session: &mut Session,
    strategy: impl Into<Strategy>,
    search: &Search,
    how: &How,
) -> Result<Refutation, Error> {
    let strategy = strategy.into();
    if let ("expression", Some(temperate)) = (session.game(), Temperate::named(strategy.name())) {
        return sums::refute(temperate, search, how);
    }
    let mut trial = Trial {
        strategy: &strategy,
        search,
        how,
        follow: Follow::new(&strategy, search.prescribes),
        tried: 0,
        tie: None,
        guarantee: Guarantee {
            promise: search.promise,
            holds: Some(true),
            worst: None,
            position: None,
            line: None,
        },
        counterexample: None,
    };
    let done = match strategy.on_rows(session, &how.limits)? {
        Some(allows) => trial.rows(session, &*allows),
        None => trial.each_place(session),
    };
    let stopped = match done {
        Ok(()) => None,
        Err(Error::Stopped(why)) => Some(why),
        Err(error) => return Err(error),
    };
    trial.settle(session)?;
    if stopped.is_some() && trial.counterexample.is_none() {
        trial.guarantee.holds = None;
    }
    Ok(Refutation {
        refuted: trial.guarantee.holds == Some(false),
        game: session.game().to_owned(),
        strategy: strategy.name().to_owned(),
        by: search.by,
        visited: trial.tried,
        counterexample: trial.counterexample,
        guarantee: trial.guarantee,
        stopped,
    })
}

/// A strategy under test.
struct Trial<'t> {
    strategy: &'t Strategy,
    search: &'t Search,
    how: &'t How,
    follow: Follow<'t>,
    tried: u64,
    /// The first position where the strategy allows best moves and others, and the number tried by then.
    tie: Option<(Counterexample, u64)>,
    guarantee: Guarantee,
    counterexample: Option<Counterexample>,
}

/// The positions of a game, and the rows, that are tried for a strict counterexample after a tie was found.
const AFTER_A_TIE: u64 = 1_000;
const ROWS_AFTER_A_TIE: u64 = 1_000_000;

impl Trial<'_> {
    /// Tries the positions of a game one by one.
    fn each_place(&mut self, session: &mut Session) -> Result<(), Error> {
        // An unknown strategy is refused before the search.
        self.allowed(session)?;
        let mut next = places::places(session, self.search)?;
        let mut place = 0;
        while let Some(counts) = next(session)? {
            look(&self.how.limits, place)?;
            place += 1;
            if counts && !session.is_over()? {
                self.judge(session)?;
            }
            let is_enough = |(_, tried): &(_, u64)| self.tried - tried >= AFTER_A_TIE;
            if self.counterexample.is_some() || self.tie.as_ref().is_some_and(is_enough) {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Takes a tie for the counterexample if there is no other.
    fn settle(&mut self, session: &mut Session) -> Result<(), Error> {
        match self.tie.take().filter(|_| self.counterexample.is_none()) {
            Some((tie, tried)) => {
                self.tried = tried;
                session.go(&tie.position)?;
                match self.refuted(session, tie) {
                    Err(Error::Stopped(_)) => Ok(()),
                    told => told,
                }
            }
            None => Ok(()),
        }
    }

    /// Tells the counterexample, which is the session's position.
    fn refuted(&mut self, session: &mut Session, found: Counterexample) -> Result<(), Error> {
        self.counterexample = Some(found);
        self.guarantee.holds = Some(false);
        self.tell_worst(session)
    }

    /// Tries rows by their table, and checks a counterexample again with the solvers of the menu.
    fn rows(&mut self, session: &mut Session, allows: &rows::Allows) -> Result<(), Error> {
        let hunt = || rows::hunt(allows, self.search, &self.how.limits);
        let found = asked(hunt)??;
        self.tried = found.tried;
        let place = |session: &mut Session, row: &[i64]| {
            let row: Vec<_> = row.iter().map(i64::to_string).collect();
            session.go(&row.join(","))
        };
        match found.end {
            Some(rows::End::Stopped(why)) => return Err(Error::Stopped(why)),
            Some(rows::End::Found(row)) => {
                place(session, &row)?;
                self.judge(session)?;
                self.tried = found.tried;
                self.tie
                    .iter_mut()
                    .for_each(|(_, tried)| *tried = found.tried);
                assert!(
                    self.counterexample.is_some() || self.tie.is_some(),
                    "invariant: the solvers of the menu say what the table of the hunt says"
                );
            }
            None => {
                if let Some((_, row)) = found.worst {
                    place(session, &row)?;
                    self.judge(session)?;
                    self.tried = found.tried;
                }
            }
        }
        Ok(())
    }

    fn allowed(&self, session: &mut Session) -> Result<Vec<String>, Error> {
        let (strategy, limits) = (self.strategy, &self.how.limits);
        strategy.allowed(session, self.search.prescribes, limits)
    }

    /// Tests the promise of the strategy at the session's position, if it applies there.
    fn judge(&mut self, session: &mut Session) -> Result<(), Error> {
        let allowed = self.allowed(session)?;
        if allowed.is_empty() {
            return Ok(());
        }
        match self.search.promise {
            Promise::BestAlways => self.judge_moves(session, allowed),
            Promise::NeverLoses => self.judge_play(session),
        }
    }

    /// Checks whether each allowed move is best.
    fn judge_moves(&mut self, session: &mut Session, allowed: Vec<String>) -> Result<(), Error> {
        let best = self.best(session)?;
        self.tried += 1;
        let Some(name) = allowed.iter().find(|name| !best.contains(name)) else {
            return Ok(());
        };
        let found = Counterexample {
            position: session.position()?,
            name: name.clone(),
            allowed,
            best,
        };
        if !found.is_tie() {
            return self.refuted(session, found);
        }
        if self.tie.is_none() && !self.search.strict {
            self.tie = Some((found, self.tried));
        }
        Ok(())
    }

    /// The result of following the strategy from the counterexample on, if it is found quickly.
    fn tell_worst(&mut self, session: &mut Session) -> Result<(), Error> {
        let limits = Limits {
            nodes: Some(SOON),
            ..self.how.limits.clone()
        };
        let how = How {
            limits,
            ..self.how.clone()
        };
        let worst = match self.follow.worst(session, &how) {
            Ok(worst) => worst,
            Err(Error::Stopped(_) | Error::Unfit(_)) => return Ok(()),
            Err(error) => return Err(error),
        };
        let is_margin = session.value(self.how)?.margin.is_some();
        let position = session.position()?;
        self.guarantee.worst = Some(told(worst, is_margin));
        self.guarantee.line = Some(self.follow.line(&position));
        self.guarantee.position = Some(position);
        Ok(())
    }

    /// Checks whether following the strategy from here on keeps the value.
    fn judge_play(&mut self, session: &mut Session) -> Result<(), Error> {
        let value = session.value(self.how)?;
        if value.outcome == bouton_core::Outcome::Loss {
            return Ok(());
        }
        let worst = self.follow.worst(session, self.how)?;
        self.tried += 1;
        let position = session.position()?;
        let told = told(worst, value.margin.is_some());
        if self
            .guarantee
            .worst
            .is_none_or(|least| is_less(told, least))
        {
            self.guarantee.worst = Some(told);
            self.guarantee.line = Some(self.follow.line(&position));
            self.guarantee.position = Some(position.clone());
        }
        if worst >= 0 {
            return Ok(());
        }
        let mut best = Vec::new();
        let slip = self.follow.slip(session, &position, &mut |session, name| {
            best = best_moves(session, self.search.by, self.how)?;
            Ok(best.iter().any(|best| best == name))
        })?;
        let (position, name) =
            slip.expect("invariant: a move that is not best loses a position that was not lost");
        session.go(&position)?;
        self.counterexample = Some(Counterexample {
            allowed: self.allowed(session)?,
            position,
            name,
            best,
        });
        self.guarantee.holds = Some(false);
        Ok(())
    }

    fn best(&self, session: &mut Session) -> Result<Vec<String>, Error> {
        best_moves(session, self.search.by, self.how)
    }
}

/// The best moves at the session's position.
fn best_moves(session: &mut Session, by: By, how: &How) -> Result<Vec<String>, Error> {
    let moves = session.moves(how)?.moves;
    let top = moves.first().map(|mv| mv.outcome);
    let is_best = |mv: &Move| match by {
        By::Outcome => Some(mv.outcome) == top,
        By::Margin => mv.best,
    };
    let best = moves.into_iter().filter(is_best);
    Ok(best.map(|mv| mv.name).collect())
}

/// Whether a result is worse than another of the same game.
fn is_less(one: bouton_answers::PositionValue, other: bouton_answers::PositionValue) -> bool {
    use bouton_answers::PositionValue::{Margin, Outcome};
    match (one, other) {
        (Margin(one), Margin(other)) => one < other,
        (Outcome(one), Outcome(other)) => one < other,
        _ => unreachable!("invariant: a game counts points or does not"),
    }
}

/// Positions searched for the result of following a refuted strategy.
const SOON: u64 = 10_000;
/// Positions between two readings of the clock.
const STRIDE: u64 = 1 << 12;

/// Reports progress; an error if a limit is reached.
fn look(limits: &Limits, tried: u64) -> Result<(), StopReason> {
    if !tried.is_multiple_of(STRIDE) {
        return Ok(());
    }
    limits.progress.set(tried, 0);
    limits.check()
}
