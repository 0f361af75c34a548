//! [`Process`]: a child that can be interrupted and killed from another thread; [`Cause`]: the reason why one ended.

use std::process::{Child, ExitStatus};

/// The reason why a process ended, unless it ended normally.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cause {
    Interruption,
    /// It accessed invalid memory.
    Fault,
    ProcessorTime,
    #[cfg(unix)]
    FileSize,
    /// It ran out of memory and stopped itself, or the system stopped it.
    Killed,
    Other,
}

#[cfg(unix)]
mod system {
    use std::os::unix::process::ExitStatusExt;

    use rustix::process::{Pid, Signal, kill_process};

    use super::{Cause, Child, ExitStatus};

    pub(in super::super) struct Process(Pid);

    impl Process {
        pub(in super::super) fn of(child: &Child) -> Option<Self> {
            let number = i32::try_from(child.id()).ok()?;
            Pid::from_raw(number).map(Self)
        }

        // A process that has ended cannot be signalled, and need not be.
        pub(in super::super) fn interrupt(&self) {
            let _ = kill_process(self.0, Signal::INT);
        }

        pub(in super::super) fn kill(&self) {
            let _ = kill_process(self.0, Signal::KILL);
        }
    }

    impl Cause {
        pub(in super::super) fn of(status: ExitStatus) -> Option<Self> {
            Some(match Signal::from_named_raw(status.signal()?) {
                Some(Signal::INT | Signal::TERM) => Self::Interruption,
                Some(Signal::SEGV | Signal::BUS) => Self::Fault,
                Some(Signal::XCPU) => Self::ProcessorTime,
                Some(Signal::XFSZ) => Self::FileSize,
                Some(Signal::ABORT | Signal::KILL) => Self::Killed,
                _ => Self::Other,
            })
        }
    }
}

#[cfg(windows)]
mod system {
    use std::os::windows::io::AsHandle;

    use super::{Cause, Child, ExitStatus};
    use crate::windows::Job;

    /// Its job, with which it ends: also if this process is killed.
    pub(in super::super) struct Process(Job);

    impl Process {
        pub(in super::super) fn of(child: &Child) -> Option<Self> {
            let job = Job::ending().ok()?;
            job.hold(child.as_handle()).ok()?;
            Some(Self(job))
        }

        /// The console sends Ctrl-C to each of its processes.
        pub(in super::super) fn interrupt(&self) {}

        pub(in super::super) fn kill(&self) {
            self.0.end();
        }
    }

    impl Cause {
        pub(in super::super) fn of(status: ExitStatus) -> Option<Self> {
            use windows_sys::Win32::Foundation as codes;
            const NO_QUOTA: i32 = codes::ERROR_NOT_ENOUGH_QUOTA.cast_signed();
            Some(match status.code()? {
                codes::STATUS_CONTROL_C_EXIT => Self::Interruption,
                codes::STATUS_ACCESS_VIOLATION | codes::STATUS_IN_PAGE_ERROR => Self::Fault,
                NO_QUOTA => Self::ProcessorTime,
                // The codes of a Rust program that aborts, and of one whose stack overflows.
                codes::STATUS_STACK_BUFFER_OVERRUN
                | codes::STATUS_STACK_OVERFLOW
                | codes::STATUS_NO_MEMORY => Self::Killed,
                code if code < 0 => Self::Other,
                _ => return None,
            })
        }
    }
}

pub(super) use system::Process;

#[cfg(all(test, unix))]
mod tests {
    use std::process::Command;
    use std::time::Duration;

    use super::*;

    #[test]
    fn what_ended_a_process_is_told() {
        let ended = |process: fn(&Process)| {
            // A shell starts what runs in the background with interruptions ignored.
            let mut command = Command::new("env");
            command.args(["--default-signal=INT", "sleep", "600"]);
            let mut child = command.spawn().unwrap();
            let handle = Process::of(&child).unwrap();
            loop {
                // Again if the signal came before `env` let it through.
                process(&handle);
                std::thread::sleep(Duration::from_millis(20));
                if let Some(status) = child.try_wait().unwrap() {
                    break Cause::of(status);
                }
            }
        };
        assert_eq!(ended(Process::interrupt), Some(Cause::Interruption));
        assert_eq!(ended(Process::kill), Some(Cause::Killed));
        let by_itself = Command::new("false").status().unwrap();
        assert_eq!(Cause::of(by_itself), None);
    }
}
