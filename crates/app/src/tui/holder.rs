//! [`Holder`]: the owner of the game: the screen or the solver thread.

use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::{Duration, Instant};

use bouton::answers::Review;
use bouton::play::{Chosen, Level, Play, ValuedMoves};
use bouton::{Error, How, Limits};

/// Long-running jobs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Job {
    /// The program's move.
    Answer,
    /// The value of every move.
    Values,
    /// The best move, named.
    Hint,
    /// The reason for the position's value.
    Why,
    /// The effect of a move.
    Explain(String),
    /// The value of the position for the history, in the background.
    Appraise,
    /// The game so far against best play.
    Review,
}

/// The result.
#[derive(Debug)]
pub(super) enum Done {
    Moved(Chosen),
    Values(ValuedMoves),
    Said(String),
    Appraised,
    Review(Review),
}

/// The message of a thread: the game, and the result of the job.
type Parcel = (Box<Play>, Result<Done, Error>);

/// A thread at work on the game.
pub(super) struct Running {
    pub(super) job: Job,
    pub(super) limits: Limits,
    pub(super) since: Instant,
    back: Receiver<Parcel>,
}

/// The owner of the game.
pub(super) enum Holder {
    Here(Box<Play>),
    Away(Running),
    /// The thread that owned the game failed.
    Lost,
}

/// The time limit for a background value of the history.
pub(super) const GLANCE: Duration = Duration::from_secs(2);

/// The way a position is valued before the program moves: thoroughly if the move depends on the value anyway.
fn glance(play: &Play, how: &How) -> How {
    let mut how = how.clone();
    if !matches!(play.level(), Level::Perfect | Level::Chances) {
        at_most(&mut how.limits, GLANCE);
    }
    how
}

fn at_most(limits: &mut Limits, time: Duration) {
    let end = Instant::now().checked_add(time);
    limits.deadline = [end, limits.deadline].into_iter().flatten().min();
}

impl Job {
    fn run(&self, play: &mut Play, how: &How) -> Result<Done, Error> {
        Ok(match self {
            Self::Answer => {
                // The value that the program finds for its own position belongs in the history.
                let _ = play.appraise(&glance(play, how));
                Done::Moved(play.answer(how)?)
            }
            Self::Values => Done::Values(play.moves(how)?),
            Self::Hint => {
                let hint = play.hint(how)?;
                Done::Said(format!("Hint: {} ({}).", hint.name, hint.remark))
            }
            Self::Why => Done::Said(play.why(how)?.join(" ")),
            Self::Explain(mv) => Done::Said(play.explain(mv, how)?.to_string()),
            Self::Appraise => play.appraise(how).map(|_| Done::Appraised)?,
            Self::Review => Done::Review(play.review(how)?),
        })
    }
}

impl Running {
    /// Asks the thread to stop.
    pub(super) fn cancel(&self) {
        self.limits.cancel.store(true, Ordering::Relaxed);
    }

    /// Its progress in words.
    pub(super) fn progress(&self) -> String {
        let (done, total) = self.limits.progress.get();
        let seconds = self.since.elapsed().as_secs();
        match total {
            0 => format!("{done} positions, {seconds} s"),
            _ => format!("{} %, {seconds} s", 100 * done / total),
        }
    }
}

impl Holder {
    /// Passes the game, if it is here, to a thread that does the job.
    pub(super) fn start(&mut self, job: Job, mut how: How) {
        if job == Job::Appraise {
            at_most(&mut how.limits, GLANCE);
        }
        let mut play = match std::mem::replace(self, Self::Lost) {
            Self::Here(play) => play,
            away => return *self = away,
        };
        let (send, back) = channel();
        let (limits, task) = (how.limits.clone(), job.clone());
        std::thread::spawn(move || {
            let result = task.run(&mut play, &how);
            // There is no receiver after the person has left.
            let _ = send.send((play, result));
        });
        *self = Self::Away(Running {
            job,
            limits,
            since: Instant::now(),
            back,
        });
    }

    /// The result that a thread has sent, if there is one; `wait`: waits for it.
    pub(super) fn collect(&mut self, wait: bool) -> Option<(Job, Result<Done, Error>)> {
        let Self::Away(work) = self else { return None };
        let parcel = if wait {
            work.back.recv().map_err(|_| TryRecvError::Disconnected)
        } else {
            work.back.try_recv()
        };
        let job = work.job.clone();
        match parcel {
            Ok((play, result)) => {
                *self = Self::Here(play);
                Some((job, result))
            }
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => {
                *self = Self::Lost;
                None
            }
        }
    }
}
