//! The calls of Windows that no safe crate makes: memory and processor time of a process, job objects, and pipes that a child
//! inherits. On that system all unsafe code of the program is here.

use std::fs::File;
use std::io;
use std::os::windows::io::{
    AsHandle, AsRawHandle, BorrowedHandle, FromRawHandle, OwnedHandle, RawHandle,
};
use std::time::Duration;

use windows_sys::Win32::Foundation::{FILETIME, HANDLE_FLAG_INHERIT, SetHandleInformation};
use windows_sys::Win32::Storage::FileSystem::{FILE_TYPE_PIPE, GetFileType};
use windows_sys::Win32::System::JobObjects::{
    AssignProcessToJobObject, CreateJobObjectW, JOB_OBJECT_LIMIT_ACTIVE_PROCESS,
    JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION, JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE,
    JOB_OBJECT_LIMIT_PROCESS_MEMORY, JOB_OBJECT_LIMIT_PROCESS_TIME,
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION, JobObjectExtendedLimitInformation,
    SetInformationJobObject, TerminateJobObject,
};
use windows_sys::Win32::System::ProcessStatus::{K32GetProcessMemoryInfo, PROCESS_MEMORY_COUNTERS};
use windows_sys::Win32::System::SystemInformation::{GlobalMemoryStatusEx, MEMORYSTATUSEX};
use windows_sys::Win32::System::Threading::{
    BELOW_NORMAL_PRIORITY_CLASS, GetCurrentProcess, GetProcessTimes, OpenProcess,
    PROCESS_QUERY_LIMITED_INFORMATION, SetPriorityClass,
};

/// The bytes that this process holds.
pub(crate) fn held() -> Option<u64> {
    let mut counters = PROCESS_MEMORY_COUNTERS::default();
    let size = size_of_val(&counters) as u32;
    // SAFETY: the structure is ours and has the size that is passed.
    let told = unsafe { K32GetProcessMemoryInfo(GetCurrentProcess(), &raw mut counters, size) };
    (told != 0).then_some(counters.WorkingSetSize as u64)
}

/// The bytes of the machine's memory that are available now.
pub(crate) fn available() -> Option<u64> {
    let mut status = MEMORYSTATUSEX {
        dwLength: size_of::<MEMORYSTATUSEX>() as u32,
        ..Default::default()
    };
    // SAFETY: the structure is ours, and says its size.
    let told = unsafe { GlobalMemoryStatusEx(&raw mut status) };
    (told != 0).then_some(status.ullAvailPhys)
}

/// The processor time of this process.
#[cfg(any(feature = "rules", feature = "serve"))]
pub(crate) fn spent() -> Option<Duration> {
    // SAFETY: the call takes nothing and answers with a constant.
    times(unsafe { BorrowedHandle::borrow_raw(GetCurrentProcess()) })
}

/// The processor time of another process.
#[cfg(feature = "serve")]
pub(crate) fn spent_by(process: u32) -> Option<Duration> {
    // SAFETY: the call takes numbers, and a handle that is not null is new and ours.
    let process = unsafe {
        let process = OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, 0, process);
        (!process.is_null()).then(|| OwnedHandle::from_raw_handle(process))
    };
    times(process?.as_handle())
}

fn times(process: BorrowedHandle<'_>) -> Option<Duration> {
    let [mut begun, mut ended, mut kernel, mut user] = [FILETIME::default(); 4];
    // SAFETY: the handle is open, and the four structures are ours.
    let told = unsafe {
        GetProcessTimes(
            process.as_raw_handle(),
            &raw mut begun,
            &raw mut ended,
            &raw mut kernel,
            &raw mut user,
        )
    };
    let ticks =
        |time: FILETIME| u64::from(time.dwHighDateTime) << 32 | u64::from(time.dwLowDateTime);
    // A tick is a tenth of a microsecond.
    (told != 0).then(|| Duration::from_nanos((ticks(kernel) + ticks(user)).saturating_mul(100)))
}

/// Lowers the priority of this process.
#[cfg(feature = "serve")]
pub(crate) fn yield_to_others() {
    // SAFETY: the handle of this process is always valid. If the call fails, the priority stays as it is.
    unsafe { SetPriorityClass(GetCurrentProcess(), BELOW_NORMAL_PRIORITY_CLASS) };
}

/// A job object: processes with common limits.
#[cfg(any(feature = "rules", feature = "serve"))]
#[derive(Debug)]
pub(crate) struct Job(OwnedHandle);

#[cfg(any(feature = "rules", feature = "serve"))]
impl Job {
    /// A job whose processes end when this value is dropped.
    pub(crate) fn ending() -> io::Result<Self> {
        let mut limits = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
        limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
        Self::with(&limits)
    }

    /// A job of one process, which cannot start another, with these limits of memory and processor time. It ends at a
    /// fault without a window that waits for an answer.
    pub(crate) fn bounded(memory: u64, time: Option<Duration>) -> io::Result<Self> {
        let mut limits = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
        let basic = &mut limits.BasicLimitInformation;
        basic.LimitFlags = JOB_OBJECT_LIMIT_ACTIVE_PROCESS
            | JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION
            | JOB_OBJECT_LIMIT_PROCESS_MEMORY;
        basic.ActiveProcessLimit = 1;
        if let Some(time) = time {
            basic.LimitFlags |= JOB_OBJECT_LIMIT_PROCESS_TIME;
            let ticks = i64::try_from(time.as_nanos() / 100);
            basic.PerProcessUserTimeLimit = ticks.unwrap_or(i64::MAX);
        }
        limits.ProcessMemoryLimit = usize::try_from(memory).unwrap_or(usize::MAX);
        Self::with(&limits)
    }

    fn with(limits: &JOBOBJECT_EXTENDED_LIMIT_INFORMATION) -> io::Result<Self> {
        // SAFETY: both arguments may be null, and a handle that is not null is new and ours.
        let job = unsafe {
            let job = CreateJobObjectW(std::ptr::null(), std::ptr::null());
            if job.is_null() {
                return Err(io::Error::last_os_error());
            }
            Self(OwnedHandle::from_raw_handle(job))
        };
        // SAFETY: the handle is open, and the structure is the one for this class, with its size.
        done(unsafe {
            SetInformationJobObject(
                job.0.as_raw_handle(),
                JobObjectExtendedLimitInformation,
                std::ptr::from_ref(limits).cast(),
                size_of_val(limits) as u32,
            )
        })?;
        Ok(job)
    }

    /// Adds a process.
    #[cfg(feature = "rules")]
    pub(crate) fn hold(&self, process: BorrowedHandle<'_>) -> io::Result<()> {
        // SAFETY: both handles are open.
        done(unsafe { AssignProcessToJobObject(self.0.as_raw_handle(), process.as_raw_handle()) })
    }

    /// Adds this process permanently: a job exists as long as its processes.
    pub(crate) fn hold_this(self) -> io::Result<()> {
        // SAFETY: both handles are open.
        done(unsafe { AssignProcessToJobObject(self.0.as_raw_handle(), GetCurrentProcess()) })
    }

    /// Ends its processes.
    #[cfg(feature = "rules")]
    pub(crate) fn end(&self) {
        // SAFETY: the handle is open. A process that has ended by itself is none to be ended.
        unsafe { TerminateJobObject(self.0.as_raw_handle(), 1) };
    }
}

#[cfg(any(feature = "rules", feature = "serve"))]
fn done(answer: i32) -> io::Result<()> {
    match answer {
        0 => Err(io::Error::last_os_error()),
        _ => Ok(()),
    }
}

/// Lets children inherit a pipe.
#[cfg(feature = "rules")]
pub(crate) fn let_inherit(pipe: impl AsHandle) -> io::Result<()> {
    let pipe = pipe.as_handle().as_raw_handle();
    // SAFETY: the handle is open, and stays what it is.
    done(unsafe { SetHandleInformation(pipe, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT) })
}

/// The number of a pipe, for the child that inherits it.
#[cfg(feature = "rules")]
pub(crate) fn number(pipe: impl AsHandle) -> String {
    pipe.as_handle().as_raw_handle().addr().to_string()
}

/// Another handle of the pipe with this number, which this process inherited.
#[cfg(feature = "rules")]
pub(crate) fn inherited(number: &str) -> io::Result<File> {
    let number: usize = number.parse().map_err(io::Error::other)?;
    let pipe: RawHandle = std::ptr::without_provenance_mut(number);
    // SAFETY: the call reads no memory of ours, whatever the number.
    if pipe.is_null() || unsafe { GetFileType(pipe) } != FILE_TYPE_PIPE {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    // SAFETY: it is open, and nothing closes it: no value in this process owns what was inherited.
    let pipe = unsafe { BorrowedHandle::borrow_raw(pipe) };
    Ok(File::from(pipe.try_clone_to_owned()?))
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::process::{Command, Stdio};
    use std::time::Instant;

    use super::*;

    #[test]
    fn memory_and_time_are_told() {
        let block = std::hint::black_box(vec![1u8; 256 << 20]);
        assert!(held().unwrap() >= block.len() as u64);
        assert!(available().unwrap() > 0);
        let before = spent().unwrap();
        while spent().unwrap() < before + Duration::from_millis(50) {
            std::hint::black_box((0..10_000u64).sum::<u64>());
        }
        assert!(spent_by(std::process::id()).unwrap() > before);
        assert_eq!(spent_by(u32::MAX), None);
    }

    /// A program that waits for its input.
    fn waiting() -> std::process::Child {
        let mut command = Command::new("cmd");
        command.stdin(Stdio::piped()).stdout(Stdio::null());
        command.spawn().unwrap()
    }

    #[test]
    fn processes_end_with_their_job() {
        let job = Job::ending().unwrap();
        let mut child = waiting();
        job.hold(child.as_handle()).unwrap();
        assert!(child.try_wait().unwrap().is_none());
        drop(job);
        child.wait().unwrap();
        let job = Job::ending().unwrap();
        let mut child = waiting();
        job.hold(child.as_handle()).unwrap();
        job.end();
        let begun = Instant::now();
        assert_eq!(child.wait().unwrap().code(), Some(1), "{begun:?}");
    }

    #[test]
    fn a_pipe_is_opened_by_its_number() {
        let (mut from, to) = std::io::pipe().unwrap();
        let_inherit(&to).unwrap();
        inherited(&number(&to)).unwrap().write_all(b"text").unwrap();
        drop(to);
        let mut text = String::new();
        from.read_to_string(&mut text).unwrap();
        assert_eq!(text, "text");
        for number in ["", "0", "1", "text", "99999996"] {
            assert!(inherited(number).is_err(), "{number}");
        }
    }
}
