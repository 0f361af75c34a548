//! [`Outputs`]: what a confined process is to write, made ready by the one that starts it. The child may write to one file that is
//! there and is nothing yet, and within one folder; its supervisor puts the file in its place.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use bouton_files::Draft;

use crate::cli::Subject;

/// What is made ready for one child.
#[derive(Default)]
pub(crate) struct Outputs {
    /// What becomes the file. It is removed with the last of these.
    draft: Arc<Mutex<Option<Draft>>>,
    /// The folder of unfinished work.
    work: Option<PathBuf>,
}

impl Outputs {
    /// Makes ready what a question is to write. What cannot be made ready is left to the child, which tells why.
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

    /// What the child is told of them.
    pub(crate) fn arguments(&self) -> Vec<OsString> {
        let draft = self.draft.lock().unwrap_or_else(PoisonError::into_inner);
        let part = draft.as_ref().map(|draft| draft.part().into());
        part.map_or_else(Vec::new, |part| vec!["--part".into(), part])
    }

    /// What puts the file in its place, once.
    pub(super) fn publisher(&self) -> impl FnMut() -> io::Result<()> + Send + use<> {
        let draft = self.draft.clone();
        move || {
            let draft = draft.lock().unwrap_or_else(PoisonError::into_inner).take();
            draft.ok_or(io::ErrorKind::NotFound)?.publish()
        }
    }
}

/// Whether the folder above is there.
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
