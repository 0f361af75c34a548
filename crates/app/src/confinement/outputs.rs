//! [`Outputs`]: the outputs of a confined process, prepared by its parent. The child may write to one empty file that
//! exists, and within one folder; the supervisor publishes the file.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use bouton_files::Draft;

use crate::cli::Subject;

/// The prepared outputs of one child.
#[derive(Default)]
pub(crate) struct Outputs {
    /// The temporary file. It is removed when the last reference is dropped.
    draft: Arc<Mutex<Option<Draft>>>,
    /// The folder of unfinished work.
    work: Option<PathBuf>,
}

impl Outputs {
    /// Prepares the outputs of a query. Outputs that cannot be prepared are left to the child, which reports the error.
    pub(crate) fn of(subject: &Subject<'_>) -> Self {
        let draft = subject
            .output
            .and_then(|path| Draft::begin(path).ok().flatten());
        let work = subject.work().filter(|work| can_be_made(work));
        if let Some(work) = &work {
            let _ = bouton_files::create_folder(work);
        }
        Self {
            draft: Arc::new(Mutex::new(draft)),
            work,
        }
    }

    /// The arguments about them for the child.
    pub(crate) fn arguments(&self) -> Vec<OsString> {
        let draft = self.draft.lock().unwrap_or_else(PoisonError::into_inner);
        let part = draft.as_ref().map(|draft| draft.part().into());
        part.map_or_else(Vec::new, |part| vec!["--part".into(), part])
    }

    /// Publishes the file, once.
    pub(super) fn publisher(&self) -> impl FnMut() -> io::Result<()> + Send + use<> {
        let draft = self.draft.clone();
        move || {
            let draft = draft.lock().unwrap_or_else(PoisonError::into_inner).take();
            draft.ok_or(io::ErrorKind::NotFound)?.publish()
        }
    }
}

/// Whether the folder above exists.
fn can_be_made(folder: &Path) -> bool {
    match folder.parent() {
        Some(above) if above != Path::new("") => above.is_dir(),
        _ => true,
    }
}

impl Drop for Outputs {
    fn drop(&mut self) {
        self.draft
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        if let Some(work) = &self.work {
            // Unfinished work stays.
            let _ = bouton_files::remove_folder(work);
        }
    }
}
