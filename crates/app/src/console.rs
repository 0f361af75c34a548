//! [`Console`]: the streams and interruptions of a run.

use std::cell::RefCell;
use std::ffi::OsString;
use std::io::{self, BufRead, IsTerminal, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::interruption::Interruption;

/// The streams and interruptions of a run. A clone is of the same run.
///
/// ```
/// # #[derive(Clone, Default)]
/// # struct Kept(std::sync::Arc<std::sync::Mutex<Vec<u8>>>);
/// # impl std::io::Write for Kept {
/// #     fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
/// #         self.0.lock().unwrap().write(bytes)
/// #     }
/// #     fn flush(&mut self) -> std::io::Result<()> {
/// #         Ok(())
/// #     }
/// # }
/// // `Kept` is a writer that keeps the bytes.
/// let (out, error) = (Kept::default(), Kept::default());
/// let console = bouton_cli::Console::of("3,4,5\n".as_bytes(), out.clone(), error, Default::default());
/// let words = ["calc", "1/2 + 1/2"].map(Into::into);
/// assert_eq!(bouton_cli::run(words, &console), 0);
/// assert!(out.0.lock().unwrap().starts_with(b"1"));
/// ```
#[derive(Clone)]
pub struct Console(Arc<Parts>);

struct Parts {
    streams: Streams,
    interruption: Interruption,
    /// The texts of the command line, which errors repeat only in part.
    given: Mutex<Vec<Arc<str>>>,
    /// The default limit of memory of the command.
    most: AtomicU64,
    /// The chosen fields of its JSON answer, and when it began.
    fields: Mutex<Option<(String, Instant)>>,
}

enum Streams {
    /// Those of the process.
    Process,
    Given {
        input: Mutex<Box<dyn BufRead + Send>>,
        output: Mutex<Box<dyn Write + Send>>,
        error: Mutex<Box<dyn Write + Send>>,
    },
}

thread_local! {
    /// The console of the command that this thread runs.
    static HERE: RefCell<Option<Console>> = const { RefCell::new(None) };
}

/// The console of the command that this thread runs; that of the process in other threads.
pub(crate) fn here() -> Console {
    let here = HERE.with_borrow(Clone::clone);
    here.unwrap_or_else(Console::process)
}

impl Console {
    /// The streams of this process, and its interruptions: Ctrl-C and SIGTERM.
    pub fn process() -> Self {
        static PROCESS: LazyLock<Console> =
            LazyLock::new(|| Console::new(Streams::Process, Interruption::of_process()));
        PROCESS.clone()
    }

    /// Other streams, so that several commands can run at the same time. None of them counts as a terminal.
    pub fn of(
        input: impl BufRead + Send + 'static,
        output: impl Write + Send + 'static,
        error: impl Write + Send + 'static,
        interruption: Interruption,
    ) -> Self {
        let streams = Streams::Given {
            input: Mutex::new(Box::new(input)),
            output: Mutex::new(Box::new(output)),
            error: Mutex::new(Box::new(error)),
        };
        Self::new(streams, interruption)
    }

    fn new(streams: Streams, interruption: Interruption) -> Self {
        Self(Arc::new(Parts {
            streams,
            interruption,
            given: Mutex::default(),
            most: AtomicU64::new(u64::MAX),
            fields: Mutex::default(),
        }))
    }

    /// Runs a command whose words and answers use this console.
    pub(crate) fn during<T>(&self, arguments: &[OsString], command: impl FnOnce() -> T) -> T {
        /// Restores the console of this thread, also if the command panics.
        struct Before(Option<Console>);
        impl Drop for Before {
            fn drop(&mut self) {
                HERE.set(self.0.take());
            }
        }
        *lock(&self.0.given) = arguments
            .iter()
            .map(|argument| argument.to_string_lossy().into())
            .collect();
        self.hold_to(u64::MAX);
        self.choose(None);
        let _before = Before(HERE.replace(Some(self.clone())));
        command()
    }

    pub(crate) fn interruption(&self) -> &Interruption {
        &self.0.interruption
    }

    /// Sets the default limit of memory of the command.
    pub(crate) fn hold_to(&self, most: u64) {
        self.0.most.store(most, Ordering::Relaxed);
    }

    /// The default limit of memory of the command, if it has one of its own.
    pub(crate) fn is_held_to(&self) -> Option<u64> {
        Some(self.0.most.load(Ordering::Relaxed)).filter(|most| *most < u64::MAX)
    }

    /// Chooses fields of the command's JSON answer.
    pub(crate) fn choose(&self, fields: Option<String>) {
        *lock(&self.0.fields) = fields.map(|fields| (fields, Instant::now()));
    }

    /// The chosen fields of the command's JSON answer, and when it began.
    pub(crate) fn fields(&self) -> Option<(String, Instant)> {
        lock(&self.0.fields).clone()
    }

    /// Reads standard input.
    pub(crate) fn input<T>(&self, read: impl FnOnce(&mut dyn BufRead) -> T) -> T {
        match &self.0.streams {
            Streams::Process => read(&mut io::stdin().lock()),
            Streams::Given { input, .. } => read(&mut *lock(input)),
        }
    }

    /// Writes to standard output.
    pub(crate) fn output<T>(&self, write: impl FnOnce(&mut dyn Write) -> T) -> T {
        match &self.0.streams {
            Streams::Process => write(&mut io::stdout().lock()),
            Streams::Given { output, .. } => write(&mut *lock(output)),
        }
    }

    /// Writes to standard error.
    pub(crate) fn error<T>(&self, write: impl FnOnce(&mut dyn Write) -> T) -> T {
        match &self.0.streams {
            Streams::Process => write(&mut io::stderr().lock()),
            Streams::Given { error, .. } => write(&mut *lock(error)),
        }
    }

    pub(crate) fn reads_a_terminal(&self) -> bool {
        matches!(self.0.streams, Streams::Process) && io::stdin().is_terminal()
    }

    pub(crate) fn writes_to_a_terminal(&self) -> bool {
        matches!(self.0.streams, Streams::Process) && io::stdout().is_terminal()
    }

    /// Whether progress can be shown.
    pub(crate) fn shows_progress(&self) -> bool {
        matches!(self.0.streams, Streams::Process) && io::stderr().is_terminal()
    }

    /// The texts of the command line.
    pub(crate) fn given(&self) -> Vec<Arc<str>> {
        lock(&self.0.given).clone()
    }

    /// Records a text that was read from a file on the command line.
    pub(crate) fn is_also_given(&self, text: &str) {
        lock(&self.0.given).push(text.into());
    }
}

fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
