//! All positions that can be reached, counted by outcome and remoteness.

use bouton_answers::{Analysis, Counts, RemotenessRow};
use bouton_solvers::retrograde::{Census, Tally};

use crate::session::{How, Session};
use bouton_engine::Error;

fn counts(census: &Census) -> Counts {
    let Tally { win, loss, draw } = census.ending();
    let row = |(remoteness, tally): (usize, &Tally)| RemotenessRow {
        remoteness,
        win: tally.win,
        loss: tally.loss,
        draw: tally.draw,
    };
    Counts {
        positions: census.positions(),
        win,
        loss,
        draw,
        endless: census.endless,
        by_remoteness: census.by_plies.iter().enumerate().map(row).collect(),
    }
}

/// Counts the positions that can be reached from the session's.
///
/// ```
/// use bouton::{How, experiment::analyze};
/// let session = bouton::Open::game("tic-tac-toe").session()?;
/// let analysis = analyze(&session, &How::default())?;
/// assert_eq!(analysis.all.positions, 5478);
/// # Ok::<(), bouton::Error>(())
/// ```
///
/// # Errors
/// If the game cannot be counted, a solver is named (all positions are counted in the same way), or a limit is reached.
pub fn analyze(session: &Session, how: &How) -> Result<Analysis, Error> {
    if how.solver.is_some() {
        let message = "analyze has a method of its own: --solver does not apply there";
        return Err(Error::Unfit(message.into()));
    }
    let census = session.census(&how.limits)?;
    Ok(Analysis {
        game: session.game().to_owned(),
        position: session.named_position()?,
        all: counts(&census.all),
        up_to_symmetry: census.folded.as_ref().map(counts),
    })
}
