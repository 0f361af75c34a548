//! The child itself: it is confined for good, and ends when a call of the rules, or the whole question, goes on for too long.

use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

use bouton::Patience;

use super::seal::{Files, seal};
use super::{bounds, named};
use crate::cli::Subject;
use crate::status::Status;
use crate::{guard, interruption, memory};

/// What a question has beyond its time to come to its end.
const GRACE: Duration = Duration::from_secs(1);
/// Processor time for one call of the rules, most of which take microseconds.
const PATIENCE: Duration = Duration::from_secs(10);

/// Confines this process, which is a child and has no other thread yet: to `most` bytes, to the files that its arguments
/// name, to its own threads. A call of the rules may go on for [`PATIENCE`], or for as long as the whole question, if less
/// is asked for it, and so may the reading of a file.
pub(crate) fn confine(
    most: u64,
    subject: &Subject<'_>,
    arguments: &[OsString],
) -> anyhow::Result<()> {
    interruption::leave_to_parent();
    if subject.memory.is_none() {
        memory::hold_to(most);
    }
    seal(&open_to(subject, arguments));
    // A batch has its time for each line.
    bounds::bound(most, subject.time.filter(|_| !subject.is_batch()))?;
    let time = subject.time.unwrap_or(PATIENCE);
    let patience = Patience {
        reading: time.min(PATIENCE),
        // Later than the guard, which tells of the limit.
        call: time.saturating_add(2 * GRACE).min(PATIENCE),
    };
    let status = if time < PATIENCE {
        Status::Stopped
    } else {
        Status::BadInput
    };
    bouton::watch(patience, guard::spent, move |fault| {
        eprintln!("bouton: {fault}");
        std::process::exit(status as i32);
    });
    Ok(())
}

/// What is open to a question: the files that are named, and the folder in which its answer is written.
fn open_to(subject: &Subject<'_>, arguments: &[OsString]) -> Files {
    let mut read = named::files(arguments);
    if subject.names_files_later() {
        // Each line may name another file: all can be read, and none written.
        read.push("/".into());
    }
    let folder = |file: &Path| match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => ".".into(),
    };
    if subject.rereads {
        // Most editors put another file in the place of the one that they change.
        let folders: Vec<_> = read.iter().map(|file| folder(file)).collect();
        read.extend(folders);
    }
    let write = subject.output.map(folder);
    Files {
        read,
        write: write.into_iter().collect(),
    }
}
