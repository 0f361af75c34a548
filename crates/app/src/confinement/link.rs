//! The protocol between a confined process and its parent, on a pair of pipes. The confined process can ask to publish its
//! file, and says when it writes an answer. It can ask for nothing else.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Writing an answer begins.
const TELLS: u8 = b'<';
/// Writing an answer ended.
const TOLD: u8 = b'>';
/// The file is flushed and ready to publish. The reply is the number of the system error, or 0, in four bytes.
const PUBLISH: u8 = b'!';
/// No meaning: it only tests whether the pipe still has a reader.
const HERE: u8 = b'.';

/// The end of the supervisor.
pub(super) struct Link {
    requests: PipeReader,
    replies: PipeWriter,
    /// The ends of the child.
    theirs: (PipeReader, PipeWriter),
}

impl Link {
    /// Makes the pipes, of which a child inherits its ends.
    pub(super) fn new() -> io::Result<Self> {
        let (requests, to_us) = io::pipe()?;
        let (from_us, replies) = io::pipe()?;
        system::let_inherit(&to_us)?;
        system::let_inherit(&from_us)?;
        Ok(Self {
            requests,
            replies,
            theirs: (from_us, to_us),
        })
    }

    /// The argument that passes the file descriptors to the child.
    pub(super) fn arguments(&self) -> [OsString; 2] {
        let (read, write) = &self.theirs;
        let numbers = format!("{},{}", system::number(read), system::number(write));
        ["--link".into(), numbers.into()]
    }

    /// Answers requests until the child ends; true while an answer is being written.
    pub(super) fn serve(
        self,
        mut publish: impl FnMut() -> io::Result<()> + Send + 'static,
    ) -> Arc<AtomicBool> {
        let Self {
            requests,
            mut replies,
            theirs,
        } = self;
        drop(theirs);
        let is_telling = Arc::new(AtomicBool::new(false));
        let told = is_telling.clone();
        std::thread::spawn(move || {
            for request in io::BufReader::new(requests).bytes().map_while(Result::ok) {
                match request {
                    TELLS => told.store(true, Ordering::Relaxed),
                    TOLD => told.store(false, Ordering::Relaxed),
                    PUBLISH => {
                        let number = publish().map_or_else(|error| number_of(&error), |()| 0);
                        if replies.write_all(&number.to_le_bytes()).is_err() {
                            return;
                        }
                    }
                    // All other messages are ignored.
                    _ => {}
                }
            }
        });
        is_telling
    }
}

/// The number of a system error, if it has one.
fn number_of(error: &io::Error) -> i32 {
    error.raw_os_error().unwrap_or(system::UNKNOWN)
}

/// The end of the confined process.
pub(crate) struct Supervisor(Mutex<(File, File)>);

impl Supervisor {
    /// Opens it by the numbers of its two files, before any file is closed.
    ///
    /// # Errors
    /// If they are invalid, or the supervisor was killed before this process would have ended with it.
    pub(crate) fn open(numbers: &str) -> io::Result<Self> {
        let (read, write) = numbers.split_once(',').ok_or(io::ErrorKind::InvalidInput)?;
        let replies = system::inherited_to_read(read)?;
        let mut requests = system::inherited_to_write(write)?;
        requests.write_all(&[HERE])?;
        Ok(Self(Mutex::new((replies, requests))))
    }

    /// Reports that writing an answer begins or ended.
    pub(crate) fn tell(&self, is_telling: bool) {
        let byte = if is_telling { TELLS } else { TOLD };
        let mut pipes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // Without a supervisor, no process would end this one.
        let _ = pipes.1.write_all(&[byte]);
    }

    /// Requests that the file is published.
    pub(crate) fn publish(&self) -> io::Result<()> {
        let mut pipes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        pipes.1.write_all(&[PUBLISH])?;
        let mut number = [0; 4];
        pipes.0.read_exact(&mut number)?;
        match i32::from_le_bytes(number) {
            0 => Ok(()),
            number => Err(io::Error::from_raw_os_error(number)),
        }
    }
}

#[cfg(unix)]
mod system {
    use std::fs::File;
    use std::io;
    use std::os::fd::{AsFd, AsRawFd};

    use rustix::io::{Errno, FdFlags, fcntl_setfd};

    pub(super) const UNKNOWN: i32 = Errno::IO.raw_os_error();

    pub(super) fn let_inherit(pipe: impl AsFd) -> io::Result<()> {
        Ok(fcntl_setfd(pipe, FdFlags::empty())?)
    }

    pub(super) fn number(pipe: impl AsFd) -> String {
        pipe.as_fd().as_raw_fd().to_string()
    }

    pub(super) fn inherited_to_read(number: &str) -> io::Result<File> {
        File::open(format!("/dev/fd/{number}"))
    }

    pub(super) use bouton_files::open_inherited as inherited_to_write;
}

#[cfg(windows)]
mod system {
    pub(super) const UNKNOWN: i32 = windows_sys::Win32::Foundation::ERROR_IO_DEVICE.cast_signed();

    pub(super) use crate::windows::{
        inherited as inherited_to_read, inherited as inherited_to_write, let_inherit, number,
    };
}
