//! Work that a confined process delegates: another process publishes its file and removes its folder.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::disk::File;
use crate::whole::fill;

/// Moves a finished file to its place.
type Publish = Box<dyn FnMut() -> io::Result<()> + Send>;

struct Delegated {
    path: PathBuf,
    /// The temporary file with its contents.
    part: PathBuf,
    publish: Publish,
}

static FILE: Mutex<Option<Delegated>> = Mutex::new(None);
static FOLDER: Mutex<Option<PathBuf>> = Mutex::new(None);

/// From now on, a file is [written](crate::write()) to `part`, which exists, and `publish` asks the other process to move
/// it to its place. That process [began](crate::Draft) it.
pub fn delegate_file(
    path: &Path,
    part: &Path,
    publish: impl FnMut() -> io::Result<()> + Send + 'static,
) {
    *lock(&FILE) = Some(Delegated {
        path: path.to_owned(),
        part: part.to_owned(),
        publish: Box::new(publish),
    });
}

/// From now on another process does the [removal](crate::remove_folder) of a folder.
pub fn delegate_folder(path: &Path) {
    *lock(&FOLDER) = Some(path.to_owned());
}

/// Whether another process moves that file to its place.
pub(crate) fn is_file(path: &Path) -> bool {
    let delegated = lock(&FILE);
    delegated
        .as_ref()
        .is_some_and(|delegated| delegated.path == path)
}

/// Whether another process removes that folder.
pub(crate) fn is_folder(path: &Path) -> bool {
    lock(&FOLDER).as_deref() == Some(path)
}

/// Writes the file, once.
pub(crate) fn write(content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let delegated = lock(&FILE).take();
    let mut delegated = delegated.ok_or(io::ErrorKind::NotFound)?;
    let mut file = File::open_device(&delegated.part)?;
    file.cut(0)?;
    fill(file, content)?.sync()?;
    (delegated.publish)()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
