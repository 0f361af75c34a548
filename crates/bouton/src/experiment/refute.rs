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
use crate::questions::Refute;
use crate::session::{How, Session};
use bouton_engine::Error;

/// The rows that are tried: by length, then largest value, then sum, then the row itself.
#[derive(Clone, Copy, PartialEq)]
struct Rows {
    /// The smallest and the largest value, both included.
    values: (i64, i64),
    /// The smallest and the largest length, both included.
    lengths: (usize, usize),
    /// Only even lengths.
    even: bool,
}

impl Default for Rows {
    fn default() -> Self {
        Refute::default().rows()
    }
}

impl Refute {
    fn rows(&self) -> Rows {
        Rows {
            values: self.values.unwrap_or((1, 9)),
            lengths: self.length.unwrap_or((1, 8)),
            even: self.even,
        }
    }

    /// The positions of heaps are tried by total, then by the heaps themselves.
    fn largest_heap(&self) -> u64 {
        self.up_to.unwrap_or(20)
    }

    fn most_heaps(&self) -> usize {
        self.piles.unwrap_or(3)
    }

    /// Refuses what does not apply to the session's game.
    fn check(&self, session: &mut Session) -> Result<(), Error> {
        let is_of_best = self.promise == Promise::BestAlways;
        if self.strict && !is_of_best {
            let why = "--strict goes with --promise best-always";
            return Err(Error::Unfit(why.into()));
        }
        let (heaps, lists) = (session.heaps(), session.list(0)?.is_some());
        // A game of rows with ends to take reports an unknown strategy; other games do not know rows.
        let is_on_rows = session.row_strategy("").is_err();
        let of_rows = is_on_rows || session.trial() == Places::TwoRows;
        let of_heaps = !is_on_rows && (lists || heaps.is_some());
        let of_piles = session.game() == "expression" || !lists && matches!(heaps, Some((None, _)));
        for (option, is_asked, is_heeded) in [
            ("values", self.values.is_some(), of_rows),
            ("length", self.length.is_some(), of_rows),
            ("even", self.even, of_rows),
            ("up-to", self.up_to.is_some(), of_heaps),
            ("piles", self.piles.is_some(), of_piles),
        ] {
            if is_asked && !is_heeded {
                return Err(Error::Unfit(format!(
                    "--{option} does not apply to the positions of {} that are tried",
                    session.game()
                )));
            }
        }
        Ok(())
    }

    /// The smallest position at which the strategy breaks its promise: it allows a move that is not best, or always following it
    /// loses a game that could be held. A position where all moves that it allows fail is preferred to one where some do, which is
    /// a tie that the strategy leaves open: it is looked for a while longer. `reachable`: whether to try, in games that are neither
    /// of heaps nor of rows, the positions that play can reach from the session's.
    ///
    /// A strategy by temperatures is tried on random sums of values, as a strategy of `expression`: see [`Temperate`].
    ///
    /// Rows are tried at some 10⁷ a second, other positions one by one with a solver of the menu.
    ///
    /// ```
    /// use bouton::questions::{Question, Refute};
    /// let mut session = bouton::open("row-ends", "1")?;
    /// let asked = Refute::asked([("strategy", "larger-end")])?;
    /// let found = asked.answer(&mut session, None, false, &bouton::How::default())?;
    /// assert!(!found.counterexample.unwrap().is_tie());
    /// # Ok::<(), bouton::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the game has no such strategy, bounds do not apply, or the game's positions have no order.
    pub fn answer(
        &self,
        session: &mut Session,
        strategy: Option<Strategy>,
        reachable: bool,
        how: &How,
    ) -> Result<Refutation, Error> {
        self.check(session)?;
        let strategy = strategy.unwrap_or_else(|| Strategy::from(self.strategy.as_str()));
        let temperate = Temperate::named(strategy.name());
        if let ("expression", Some(temperate)) = (session.game(), temperate) {
            return sums::refute(temperate, self, how);
        }
        let mut trial = Trial {
            strategy: &strategy,
            asked: self,
            reachable,
            how,
            follow: Follow::new(&strategy, self.prescribes),
            tried: 0,
            tie: None,
            guarantee: Guarantee {
                promise: self.promise,
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
            by: self.by,
            visited: trial.tried,
            counterexample: trial.counterexample,
            guarantee: trial.guarantee,
            stopped,
        })
    }
}

/// A strategy under test.
struct Trial<'t> {
    strategy: &'t Strategy,
    asked: &'t Refute,
    reachable: bool,
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
        let mut next = places::places(session, self.asked, self.reachable)?;
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
        let hunt = || rows::hunt(allows, self.asked, &self.how.limits);
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
        strategy.allowed(session, self.asked.prescribes, limits)
    }

    /// Tests the promise of the strategy at the session's position, if it applies there.
    fn judge(&mut self, session: &mut Session) -> Result<(), Error> {
        let allowed = self.allowed(session)?;
        if allowed.is_empty() {
            return Ok(());
        }
        match self.asked.promise {
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
        if self.tie.is_none() && !self.asked.strict {
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
            best = best_moves(session, self.asked.by, self.how)?;
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
        best_moves(session, self.asked.by, self.how)
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
