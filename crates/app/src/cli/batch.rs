//! `-` for a position: one a line from standard input, one JSON line for each, in order.

use bouton::answers::{End, Unanswered};

use super::options::without_mark;
use super::output::{fault_of, object, own, refusal};
use super::watch::Watch;
use super::{reason_of, status_of};
use crate::console::here;
use crate::status::Status;

/// Reports why a position has no answer.
fn unanswered(position: &str, error: &anyhow::Error) -> anyhow::Result<()> {
    object(&Unanswered {
        position: refusal(position, position),
        error: fault_of(error).brief([position]),
        stopped: reason_of(error),
    })
}

/// Lets `answer` write the line of each position; returns the worst status of all.
pub(crate) fn batch(
    mut answer: impl FnMut(&str) -> anyhow::Result<Status>,
) -> anyhow::Result<Status> {
    let mut worst = Status::Answered;
    for nth in 0.. {
        let mut line = Vec::new();
        if here().input(|input| input.read_until(b'\n', &mut line))? == 0 {
            end(nth)?;
            break;
        }
        line.pop_if(|byte| *byte == b'\n');
        let position = String::from_utf8_lossy(&line);
        let position = position.trim_end_matches('\r');
        let position = match nth {
            0 => without_mark(position),
            _ => position,
        };
        let answered = match std::str::from_utf8(&line) {
            Ok(_) if position.starts_with('@') => Err(anyhow::anyhow!(
                "expected a position, found {position:?}: files are read where the command line names them"
            )),
            Ok(_) => answer(position),
            Err(_) => Err(anyhow::anyhow!("the line is not text in UTF-8")),
        };
        let status = answered.or_else(|error| {
            let status = status_of(&error);
            unanswered(position, &error)?;
            anyhow::Ok(status)
        })?;
        let is_cut = matches!(status, Status::Stopped | Status::Interrupted);
        if is_cut && Watch::status() == Status::Interrupted {
            return Ok(Status::Interrupted);
        }
        worst = worse(worst, status);
    }
    Ok(worst)
}

/// The last line of a batch of chosen fields; each line says itself whether it was stopped.
fn end(count: u64) -> anyhow::Result<()> {
    let Some((_, begun)) = here().fields() else {
        return Ok(());
    };
    let end = End {
        count,
        stopped: None,
        progress: None,
        seconds: begun.elapsed().as_secs_f64(),
    };
    own(end.line().trim_end())
}

/// Bad input outranks a reached limit, which outranks an answer.
fn worse(a: Status, b: Status) -> Status {
    let rank = |status| match status {
        Status::Answered => 0,
        Status::Stopped => 1,
        _ => 2,
    };
    if rank(b) > rank(a) { b } else { a }
}
