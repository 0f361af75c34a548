//! The child: it is confined permanently, and ends if a call of the rules, or the full query, takes too long.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use bouton::Patience;

use super::link::Supervisor;
use super::seal::{Files, seal};
use super::{bounds, named};
use crate::cli::Subject;
use crate::cli::output::complain;
use crate::console::here;
use crate::status::Status;
use crate::{memory, watchdog};

/// The grace period of a query after its time limit.
const GRACE: Duration = Duration::from_secs(1);
/// Processor time for one call of the rules, most of which take microseconds.
const PATIENCE: Duration = Duration::from_secs(10);

/// The parent's settings for this process.
pub(crate) struct Within<'w> {
    /// The memory limit.
    pub(crate) memory: u64,
    /// The file descriptors for talking to the parent.
    pub(crate) link: Option<&'w str>,
    /// The temporary output file.
    pub(crate) part: Option<&'w Path>,
}

/// Confines this process, which is a child without other threads: to this much memory, to the files in its arguments, to
/// its own threads. A call of the rules, or reading a file, may take [`PATIENCE`], or the time limit of the query if that
/// is shorter.
pub(crate) fn confine(
    within: &Within<'_>,
    subject: &Subject<'_>,
    arguments: &[OsString],
) -> anyhow::Result<()> {
    bounds::end_with_parent();
    join(within, subject)?;
    if subject.memory.is_none() {
        memory::hold_to(within.memory);
    }
    // In a batch the time limit is that of each line.
    let time = subject.time.filter(|_| !subject.is_batch());
    let files = open_to(subject, arguments, within.part);
    bounds::bound(within.memory, time, files.count())?;
    seal(&files);
    let time = subject.time.unwrap_or(PATIENCE);
    let patience = Patience {
        reading: time.min(PATIENCE),
        // Later than the watchdog, which reports the limit.
        call: time.saturating_add(2 * GRACE).min(PATIENCE),
        step: PATIENCE,
    };
    let status = if time < PATIENCE {
        Status::Stopped
    } else {
        Status::BadInput
    };
    bouton::watch(patience, watchdog::spent, move |fault| {
        complain(fault);
        std::process::exit(status as i32);
    });
    Ok(())
}

/// Connects this process to its parent, which publishes its file and removes its work folder.
fn join(within: &Within<'_>, subject: &Subject<'_>) -> std::io::Result<()> {
    let Some(numbers) = within.link else {
        here().interruption().leave_to_parent(|_| {});
        return Ok(());
    };
    let supervisor = Arc::new(Supervisor::open(numbers)?);
    if let Some((part, path)) = within.part.zip(subject.output) {
        let supervisor = supervisor.clone();
        bouton_files::delegate_file(path, part, move || supervisor.publish());
    }
    if let Some(work) = subject.work() {
        bouton_files::delegate_folder(&work);
    }
    here()
        .interruption()
        .leave_to_parent(move |is_telling| supervisor.tell(is_telling));
    Ok(())
}

/// The files that a query may open: the named ones, and those for its answer.
fn open_to(subject: &Subject<'_>, arguments: &[OsString], part: Option<&Path>) -> Files {
    let mut read = named::files(arguments);
    if let Some(table) = subject.checked {
        read.extend(named::by_table(table));
    }
    let tables = subject.tables();
    // A folder that cannot be read is reported when it is opened.
    let at = |path: &PathBuf| bouton::tables::files_at(path).unwrap_or_default();
    read.extend(tables.iter().flat_map(at));
    read.sort();
    read.dedup();
    if subject.names_files_later() {
        // Each line may name another file: all can be read, and none written.
        read.push("/".into());
    }
    let folder = |file: &Path| match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => ".".into(),
    };
    if subject.rereads {
        // Most editors replace the file that they change.
        let folders: Vec<_> = read.iter().map(|file| folder(file)).collect();
        read.extend(folders);
    }
    // A device or a pipe is written to directly.
    let device = subject.output.filter(|path| is_device(path));
    Files {
        read,
        list: tables.into_iter().filter(|path| path.is_dir()).collect(),
        write: part.or(device).map(PathBuf::from).into_iter().collect(),
        work: subject.work().into_iter().collect(),
    }
}

fn is_device(path: &Path) -> bool {
    path.metadata()
        .is_ok_and(|about| !about.is_file() && !about.is_dir())
}
