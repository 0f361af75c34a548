//! Looking for the smallest position where a strategy allows a move that is not best.

mod heaps;
mod rows;
mod sums;

use bouton_answers::{By, Counterexample, Move, Refutation};
use bouton_core::{Limits, StopReason};

use crate::session::{How, Session};
use crate::temperate::Temperate;
use bouton_engine::Error;

/// Which rows are tried: by length, then largest value, then sum, then the row itself.
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

/// Which positions of a heap game are tried: by total, then the heaps themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heaps {
    /// The largest heap.
    pub up_to: u64,
    /// The most heaps, where the game has any number of them.
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

/// What to look for, and where.
#[derive(Clone, Debug, Default)]
pub struct Search {
    /// What a best move is measured by.
    pub by: By,
    /// Where to look in a game on a row.
    pub rows: Rows,
    /// Where to look in a heap game.
    pub heaps: Heaps,
}

/// Looks for the smallest position at which `strategy` allows a move that is not best.
///
/// A strategy by temperatures is tried on random sums of values, asked as one of `expression`: see [`Temperate`].
///
/// Rows are tried at some 10⁷ a second, heap positions one by one with a solver of the menu.
///
/// ```
/// use bouton::{How, experiment::{Search, refute}};
/// let mut session = bouton::open("row-ends", "1")?;
/// let found = refute(&mut session, "larger-end", &Search::default(), &How::default())?;
/// assert_eq!(found.counterexample.unwrap().position, "1,1,2,1");
/// # Ok::<(), bouton::Error>(())
/// ```
///
/// # Errors
/// A strategy that the game does not have, bounds that mean nothing, or a game whose positions have no order to try.
pub fn refute(
    session: &mut Session,
    strategy: &str,
    search: &Search,
    how: &How,
) -> Result<Refutation, Error> {
    if let ("expression", Some(strategy)) = (session.game(), Temperate::named(strategy)) {
        return sums::refute(strategy, search.heaps.piles, how);
    }
    let hunted = match session.row_strategy(strategy)? {
        None => heaps::refute(session, strategy, search, how)?,
        Some(allows) => {
            let (end, tried) = rows::hunt(&*allows, search.by, &search.rows, &how.limits)?;
            match end {
                Some(rows::End::Found(row)) => shown(session, strategy, search, how, &row, tried)?,
                Some(rows::End::Stopped(why)) => Hunted::stopped(tried, why),
                None => Hunted::stands(tried),
            }
        }
    };
    Ok(Refutation {
        game: session.game().to_owned(),
        strategy: strategy.to_owned(),
        by: search.by,
        tried: hunted.tried,
        counterexample: hunted.counterexample,
        stopped: hunted.stopped,
    })
}

/// The counterexample that a row is, by the solvers of the menu.
fn shown(
    session: &mut Session,
    strategy: &str,
    search: &Search,
    how: &How,
    row: &[i64],
    tried: u64,
) -> Result<Hunted, Error> {
    let row: Vec<_> = row.iter().map(i64::to_string).collect();
    session.go(&row.join(","))?;
    Ok(match judge(session, strategy, search.by, how)? {
        Judged::Wrong(counterexample) => Hunted::found(tried, counterexample),
        Judged::Stopped(why) => Hunted::stopped(tried, why),
        Judged::Silent | Judged::Fine => {
            unreachable!("invariant: the solvers of the menu say what the table of the hunt says")
        }
    })
}

/// What a hunt for a counterexample came to.
struct Hunted {
    counterexample: Option<Counterexample>,
    tried: u64,
    stopped: Option<StopReason>,
}

impl Hunted {
    fn found(tried: u64, counterexample: Counterexample) -> Self {
        Self {
            counterexample: Some(counterexample),
            tried,
            stopped: None,
        }
    }

    fn stands(tried: u64) -> Self {
        Self {
            counterexample: None,
            tried,
            stopped: None,
        }
    }

    fn stopped(tried: u64, why: StopReason) -> Self {
        Self {
            stopped: Some(why),
            ..Self::stands(tried)
        }
    }
}

/// What a strategy does at one position.
enum Judged {
    /// It has nothing to say.
    Silent,
    /// It allows best moves only.
    Fine,
    /// It allows a move that is not best.
    Wrong(Counterexample),
    /// A limit was reached.
    Stopped(StopReason),
}

/// Compares what `strategy` allows at the session's position with the best moves.
fn judge(session: &mut Session, strategy: &str, by: By, how: &How) -> Result<Judged, Error> {
    let allowed = session.allowed(strategy)?;
    if allowed.is_empty() {
        return Ok(Judged::Silent);
    }
    let moves = match session.moves(how) {
        Ok(moves) => moves.moves,
        Err(Error::Stopped(why)) => return Ok(Judged::Stopped(why)),
        Err(error) => return Err(error),
    };
    let top = moves.first().map(|mv| mv.outcome);
    let is_best = |mv: &Move| match by {
        By::Outcome => Some(mv.outcome) == top,
        By::Margin => mv.best,
    };
    let best: Vec<_> = moves
        .into_iter()
        .filter(is_best)
        .map(|mv| mv.name)
        .collect();
    let wrong = allowed.into_iter().find(|name| !best.contains(name));
    Ok(match wrong {
        None => Judged::Fine,
        Some(name) => Judged::Wrong(Counterexample {
            position: session.position()?,
            name,
            best,
        }),
    })
}

/// Positions between two looks at the clock.
const STRIDE: u64 = 1 << 12;

/// Says how far the search is; an error when a limit is reached.
fn look(limits: &Limits, tried: u64) -> Result<(), StopReason> {
    if !tried.is_multiple_of(STRIDE) {
        return Ok(());
    }
    limits.progress.set(tried, 0);
    limits.check()
}
