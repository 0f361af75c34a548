//! All positions that can be reached, counted by outcome and remoteness.

use bouton_core::StopReason;
use bouton_solvers::retrograde::{Census, Tally};
use serde::Serialize;

use crate::error::Error;
use crate::session::{How, Session};

/// The positions won, lost and drawn in so many plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    /// Plies to the end.
    pub remoteness: usize,
    /// Won for the player to move.
    pub win: u64,
    /// Lost for the player to move.
    pub loss: u64,
    /// Drawn at the end of play.
    pub draw: u64,
}

/// How many positions there are of each kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// In all.
    pub positions: u64,
    /// Won for the player to move.
    pub win: u64,
    /// Lost for the player to move.
    pub loss: u64,
    /// Drawn at the end of play.
    pub draw: u64,
    /// Drawn since nobody can force an end.
    pub endless: u64,
    /// Those that end, by plies to the end; in games of points only those that have ended.
    pub by_remoteness: Vec<Row>,
}

impl Counts {
    fn of(census: &Census) -> Self {
        let Tally { win, loss, draw } = census.ending();
        let row = |(remoteness, tally): (usize, &Tally)| Row {
            remoteness,
            win: tally.win,
            loss: tally.loss,
            draw: tally.draw,
        };
        Self {
            positions: census.positions(),
            win,
            loss,
            draw,
            endless: census.endless,
            by_remoteness: census.by_plies.iter().enumerate().map(row).collect(),
        }
    }
}

/// The positions that can be reached from one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Analysis {
    /// The game, as it was named.
    pub game: String,
    /// The position.
    pub position: String,
    /// One by one.
    #[serde(flatten)]
    pub all: Counts,
    /// Each once for all that are the same by symmetry; `None` where no two are.
    pub up_to_symmetry: Option<Counts>,
}

/// Counts the positions that can be reached from the session's; the reason for stopping, if a limit was reached.
///
/// # Errors
/// A game that cannot be counted, or a solver asked for by name: every position is looked at in one way only.
pub fn analyze(session: &dyn Session, how: &How) -> Result<Result<Analysis, StopReason>, Error> {
    if how.solver.is_some() {
        let message =
            "analyze looks at every position in its own way: --solver means nothing there";
        return Err(Error::Unfit(message.into()));
    }
    Ok(session.census(&how.limits)?.map(|census| Analysis {
        game: session.game().to_owned(),
        position: session.position(),
        all: Counts::of(&census.all),
        up_to_symmetry: census.folded.as_ref().map(Counts::of),
    }))
}
