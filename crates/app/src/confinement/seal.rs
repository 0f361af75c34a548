//! The sandbox: this thread, and every thread that it starts, can no longer open files that were not named, use a network,
//! or start a program. The system enforces this, so it holds even if a rule file breaks its interpreter.

use std::path::PathBuf;
use std::sync::OnceLock;

/// The files that stay accessible in the sandbox.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Files {
    /// Readable files, and folders with all their contents.
    pub(crate) read: Vec<PathBuf>,
    /// Folders that can be listed.
    pub(crate) list: Vec<PathBuf>,
    /// Existing files that can be written.
    pub(crate) write: Vec<PathBuf>,
    /// Folders in which files can be created, read, written and removed.
    pub(crate) work: Vec<PathBuf>,
}

impl Files {
    /// The number of paths.
    #[cfg(feature = "rules")]
    pub(crate) fn count(&self) -> u64 {
        let all = [&self.read, &self.list, &self.write, &self.work];
        all.iter().map(|paths| paths.len() as u64).sum()
    }
}

static LACKING: OnceLock<Vec<&'static str>> = OnceLock::new();

/// The parts of the sandbox that the system lacks, in words.
#[cfg(feature = "rules")]
pub(crate) fn lacking() -> &'static [&'static str] {
    LACKING.get().map_or(&[], Vec::as_slice)
}

/// Seals this thread and those that it will start. Parts that the system lacks are left out and reported.
pub(crate) fn seal(files: &Files) {
    let _ = LACKING.set(Seal::close(files).lacking());
}

/// The system's means that confine a sealed thread.
struct Seal {
    /// The version of Landlock, which closes files.
    landlock: Option<i32>,
    /// Whether seccomp closes system calls.
    seccomp: bool,
}

impl Seal {
    #[cfg(target_os = "linux")]
    fn close(files: &Files) -> Self {
        Self {
            landlock: linux::close_files(files),
            seccomp: linux::close_calls(),
        }
    }

    #[cfg(not(target_os = "linux"))]
    fn close(_: &Files) -> Self {
        Self {
            landlock: None,
            seccomp: false,
        }
    }

    fn lacking(&self) -> Vec<&'static str> {
        if cfg!(windows) {
            return vec!["files and networks are closed to rule files on Linux alone"];
        }
        if !cfg!(target_os = "linux") {
            return vec![
                "files, networks and other programs are closed to rule files on Linux alone",
            ];
        }
        let mut lacking = Vec::new();
        if self.landlock.is_none() {
            lacking.push("this system has no Landlock: other files are not closed to rule files");
        }
        if !self.seccomp {
            lacking.push(
                "this system has no seccomp: networks and other programs are not closed to rule files",
            );
        }
        lacking
    }
}

/// The means that close files, networks and other programs on this system, found by sealing a thread.
pub(crate) fn described() -> [(&'static str, String); 2] {
    let seal = std::thread::spawn(|| Seal::close(&Files::default()));
    // A thread that fails has sealed nothing.
    let (landlock, seccomp) = seal
        .join()
        .map_or((None, false), |seal| (seal.landlock, seal.seccomp));
    let open = || "open".to_owned();
    let calls = match seccomp {
        true => "closed by seccomp".to_owned(),
        false if cfg!(windows) => "programs closed by a job object, networks open".to_owned(),
        false => open(),
    };
    [
        (
            "other files",
            landlock.map_or_else(open, |level| format!("closed by Landlock {level}")),
        ),
        ("networks and programs", calls),
    ]
}

#[cfg(target_os = "linux")]
mod linux {
    use std::collections::BTreeMap;
    use std::path::Path;

    use landlock::{
        ABI, Access, AccessFs, AccessNet, BitFlags, LandlockStatus, Ruleset, RulesetAttr,
        RulesetCreated, RulesetCreatedAttr, RulesetError, RulesetStatus, Scope, path_beneath_rules,
    };
    use seccompiler::{
        BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
        SeccompRule, apply_filter,
    };

    use super::Files;

    /// System files about memory and processors, from which the limits are computed.
    const FACTS: [&str; 4] = [
        "/proc/meminfo",
        "/proc/self/cgroup",
        "/proc/self/mountinfo",
        "/sys/fs/cgroup",
    ];
    /// The terminal.
    const TERMINAL: [&str; 1] = ["/dev/tty"];

    /// Denies all files except some, and ports and abstract sockets. The version of Landlock that does, if the system has it.
    pub(super) fn close_files(files: &Files) -> Option<i32> {
        let closed = || {
            let write = AccessFs::WriteFile | AccessFs::Truncate;
            let terminal = AccessFs::ReadFile | AccessFs::WriteFile | AccessFs::IoctlDev;
            let look = AccessFs::ReadFile | AccessFs::ReadDir;
            let make = AccessFs::MakeReg | AccessFs::RemoveFile;
            let ruleset = Ruleset::default()
                .handle_access(AccessFs::from_all(ABI::V5))?
                .handle_access(AccessNet::from_all(ABI::V5))?
                .scope(Scope::from_all(ABI::V6))?
                .create()?;
            open(&ruleset, &FACTS, look);
            open(&ruleset, &TERMINAL, terminal);
            open(&ruleset, &files.read, AccessFs::ReadFile.into());
            open(&ruleset, &files.list, AccessFs::ReadDir.into());
            open(&ruleset, &files.write, write);
            open(&ruleset, &files.work, look | write | make);
            ruleset.restrict_self()
        };
        let closed: Result<_, RulesetError> = closed();
        let closed = closed.ok()?;
        match closed.landlock {
            LandlockStatus::Available { effective_abi, .. }
                if closed.ruleset != RulesetStatus::NotEnforced =>
            {
                Some(effective_abi as i32)
            }
            _ => None,
        }
    }

    /// Opens paths one by one: a path without a rule, such as an unnamed pipe, must not leave all others unrestricted. (It
    /// needs no rule.)
    /// none.)
    fn open<P: AsRef<Path>>(ruleset: &RulesetCreated, paths: &[P], access: BitFlags<AccessFs>) {
        for rule in path_beneath_rules(paths, access) {
            let _ = ruleset
                .try_clone()
                .map(|ruleset| rule.map(|rule| ruleset.add_rule(rule)));
        }
    }

    /// Denies all system calls except those for reading, computing and writing. Other calls fail as unknown, and libraries
    /// then use an older way. False if the system has no such feature.
    pub(super) fn close_calls() -> bool {
        let program = || -> Option<BpfProgram> {
            let rules = rules()?;
            let filter = SeccompFilter::new(
                rules,
                SeccompAction::Errno(libc::ENOSYS.unsigned_abs()),
                SeccompAction::Allow,
                std::env::consts::ARCH.try_into().ok()?,
            );
            filter.ok()?.try_into().ok()
        };
        program().is_some_and(|program| apply_filter(&program).is_ok())
    }

    #[allow(
        clippy::unnecessary_cast,
        reason = "some C libraries number terminals with an int"
    )]
    fn rules() -> Option<BTreeMap<i64, Vec<SeccompRule>>> {
        let own = u64::from(std::process::id());
        let is =
            |nth, op, value: u64| SeccompCondition::new(nth, SeccompCmpArgLen::Dword, op, value);
        let thread = libc::CLONE_THREAD.unsigned_abs().into();
        let only = [
            // A thread, not a process. (`clone3`, which would hide its flags behind a pointer, is not allowed.)
            (
                libc::SYS_clone,
                vec![is(0, SeccompCmpOp::MaskedEq(thread), thread)],
            ),
            // Signals to this process only, for example to end it.
            (libc::SYS_tgkill, vec![is(0, SeccompCmpOp::Eq, own)]),
            (libc::SYS_kill, vec![is(0, SeccompCmpOp::Eq, own)]),
            // Limits of this process only.
            (libc::SYS_prlimit64, vec![is(0, SeccompCmpOp::Eq, 0)]),
            // Pairs of sockets within this process.
            (
                libc::SYS_socketpair,
                vec![is(0, SeccompCmpOp::Eq, libc::AF_UNIX.unsigned_abs().into())],
            ),
            // All operations on a terminal except typing into it.
            (
                libc::SYS_ioctl,
                vec![
                    is(1, SeccompCmpOp::Ne, libc::TIOCSTI as u64),
                    is(1, SeccompCmpOp::Ne, libc::TIOCLINUX as u64),
                ],
            ),
        ];
        let mut rules: BTreeMap<_, _> = CALLS.iter().map(|call| (*call, Vec::new())).collect();
        for (call, conditions) in only {
            let conditions: Result<Vec<_>, _> = conditions.into_iter().collect();
            rules.insert(call, vec![SeccompRule::new(conditions.ok()?).ok()?]);
        }
        Some(rules)
    }

    /// Calls that are allowed with any arguments.
    const CALLS: &[i64] = &[
        // Files that are already open, or that Landlock allows.
        libc::SYS_read,
        libc::SYS_write,
        libc::SYS_readv,
        libc::SYS_writev,
        libc::SYS_pread64,
        libc::SYS_pwrite64,
        libc::SYS_lseek,
        libc::SYS_close,
        libc::SYS_fstat,
        libc::SYS_newfstatat,
        libc::SYS_statx,
        libc::SYS_openat,
        libc::SYS_readlinkat,
        libc::SYS_faccessat,
        libc::SYS_faccessat2,
        libc::SYS_getcwd,
        libc::SYS_getdents64,
        libc::SYS_fcntl,
        libc::SYS_flock,
        libc::SYS_ftruncate,
        libc::SYS_fsync,
        libc::SYS_fdatasync,
        libc::SYS_fchmod,
        libc::SYS_renameat,
        libc::SYS_renameat2,
        libc::SYS_unlinkat,
        libc::SYS_copy_file_range,
        libc::SYS_sendfile,
        libc::SYS_dup,
        libc::SYS_dup3,
        libc::SYS_pipe2,
        // Waiting, and communication within the process.
        libc::SYS_ppoll,
        libc::SYS_pselect6,
        libc::SYS_epoll_create1,
        libc::SYS_epoll_ctl,
        libc::SYS_epoll_pwait,
        libc::SYS_eventfd2,
        libc::SYS_sendto,
        libc::SYS_recvfrom,
        // Memory.
        libc::SYS_mmap,
        libc::SYS_munmap,
        libc::SYS_mprotect,
        libc::SYS_mremap,
        libc::SYS_madvise,
        libc::SYS_brk,
        libc::SYS_membarrier,
        // Threads.
        libc::SYS_futex,
        libc::SYS_set_robust_list,
        libc::SYS_get_robust_list,
        libc::SYS_rseq,
        libc::SYS_sched_yield,
        libc::SYS_sched_getaffinity,
        libc::SYS_sched_getparam,
        libc::SYS_sched_getscheduler,
        libc::SYS_getcpu,
        libc::SYS_prctl,
        libc::SYS_exit,
        libc::SYS_exit_group,
        // Signals.
        libc::SYS_rt_sigaction,
        libc::SYS_rt_sigprocmask,
        libc::SYS_rt_sigreturn,
        libc::SYS_rt_sigsuspend,
        libc::SYS_rt_sigtimedwait,
        libc::SYS_sigaltstack,
        libc::SYS_restart_syscall,
        // Clocks.
        libc::SYS_nanosleep,
        libc::SYS_clock_nanosleep,
        libc::SYS_clock_gettime,
        libc::SYS_clock_getres,
        libc::SYS_gettimeofday,
        libc::SYS_times,
        libc::SYS_getrusage,
        // Identity, environment, and randomness.
        libc::SYS_getpid,
        libc::SYS_gettid,
        libc::SYS_getppid,
        libc::SYS_getuid,
        libc::SYS_geteuid,
        libc::SYS_getgid,
        libc::SYS_getegid,
        libc::SYS_getpriority,
        libc::SYS_setpriority,
        libc::SYS_uname,
        libc::SYS_sysinfo,
        libc::SYS_getrandom,
        // Older calls for the same purposes, which libraries still use.
        #[cfg(target_arch = "x86_64")]
        libc::SYS_open,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_stat,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_lstat,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_access,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_readlink,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_unlink,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_rename,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_poll,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_select,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_pipe,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_dup2,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_epoll_wait,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_arch_prctl,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_time,
    ];
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::fs::File;
    use std::io::{Read, Write};
    use std::net::{TcpListener, TcpStream, UdpSocket};
    use std::os::unix::net::UnixStream;
    use std::process::Command;

    use super::*;

    /// The operations that a sealed thread can still do; if the system has no sandbox, the test prints that and does
    /// nothing.
    fn sealed<T: Send + 'static>(
        files: Files,
        closed: fn(&Files) -> bool,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let work = std::thread::spawn(move || closed(&files).then(work)).join();
        let done = work.unwrap();
        if done.is_none() {
            eprintln!(
                "SKIPPED: this system has neither Landlock nor seccomp, or lacks one of them"
            );
        }
        done
    }

    fn closes_files(files: &Files) -> bool {
        linux::close_files(files).is_some()
    }

    #[test]
    fn what_is_described_is_what_is_closed() {
        let [files, calls] = described().map(|(_, how)| how.starts_with("closed by "));
        let closed = |closes: fn(&Files) -> bool| {
            std::thread::spawn(move || closes(&Files::default())).join()
        };
        assert_eq!(closed(closes_files).unwrap(), files);
        assert_eq!(closed(|_| linux::close_calls()).unwrap(), calls);
        // It sealed a thread of its own.
        assert!(File::open("/proc/self/exe").is_ok() && Command::new("true").status().is_ok());
    }

    #[test]
    fn no_file_but_those_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        for name in ["listed", "work"] {
            std::fs::create_dir(path(name)).unwrap();
        }
        for name in ["named", "other", "listed/other", "part"] {
            std::fs::write(path(name), name).unwrap();
        }
        let files = Files {
            read: vec![path("named")],
            list: vec![path("listed")],
            write: vec![path("part")],
            work: vec![path("work")],
        };
        let [named, other, listed, part, work] =
            ["named", "other", "listed", "part", "work"].map(path);
        let beside = path("beside");
        sealed(files, closes_files, move || {
            let mut text = String::new();
            File::open(&named)
                .unwrap()
                .read_to_string(&mut text)
                .unwrap();
            assert_eq!(text, "named");
            assert!(File::open(&other).is_err());
            assert!(File::open("/etc/passwd").is_err());
            assert!(std::fs::read_dir("/").is_err());
            assert!(File::options().append(true).open(&named).is_err());
            assert!(File::create(beside).is_err());
            assert!(std::fs::remove_file(&other).is_err());
            // A file that is written cannot be read or renamed, and no file can be created next to it.
            File::create(&part).unwrap().write_all(b"new").unwrap();
            assert!(File::open(&part).is_err());
            assert!(std::fs::rename(&part, &other).is_err());
            assert!(std::fs::remove_file(&part).is_err());
            assert_eq!(std::fs::read_dir(&listed).unwrap().count(), 1);
            assert!(File::open(listed.join("other")).is_err());
            assert!(File::create(listed.join("new")).is_err());
            // Unfinished work is saved in its folder, and cannot be moved out of it.
            let [kept, first] = ["kept", ".kept.part"].map(|name| work.join(name));
            std::fs::write(&first, "work").unwrap();
            std::fs::rename(&first, &kept).unwrap();
            assert!(File::open(&kept).unwrap().try_lock().is_ok());
            assert_eq!(std::fs::read(&kept).unwrap(), b"work");
            assert!(std::fs::rename(&kept, &other).is_err());
            assert_eq!(std::fs::read_dir(&work).unwrap().count(), 1);
            std::fs::remove_file(&kept).unwrap();
            assert!(std::fs::remove_dir(&work).is_err());
            assert!(std::fs::create_dir(work.join("beneath")).is_err());
            // A thread inherits the following.
            assert!(
                std::thread::spawn(move || File::open(&other).is_err())
                    .join()
                    .unwrap()
            );
        });
    }

    /// A path without a rule, such as a pipe, does not affect the others.
    #[test]
    fn a_pipe_that_is_named_opens_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let other = folder.path().join("other");
        std::fs::write(&other, "other").unwrap();
        let (mut reader, mut writer) = std::io::pipe().unwrap();
        writer.write_all(b"piped").unwrap();
        drop(writer);
        let pipe = format!("/dev/fd/{}", std::os::fd::AsRawFd::as_raw_fd(&reader));
        let files = Files {
            read: vec![pipe.into()],
            ..Files::default()
        };
        sealed(files, closes_files, move || {
            assert!(File::open(&other).is_err());
            let mut text = String::new();
            reader.read_to_string(&mut text).unwrap();
            assert_eq!(text, "piped");
        });
    }

    #[test]
    fn no_network_and_no_program() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        sealed(
            Files::default(),
            |_| linux::close_calls(),
            move || {
                assert!(TcpStream::connect(address).is_err());
                assert!(TcpListener::bind("127.0.0.1:0").is_err());
                assert!(UdpSocket::bind("127.0.0.1:0").is_err());
                assert!(
                    UnixStream::connect("/nowhere")
                        .is_err_and(|e| e.raw_os_error() == Some(libc::ENOSYS))
                );
                assert!(Command::new("/bin/true").spawn().is_err());
                let other = rustix::process::getppid().unwrap();
                assert!(rustix::process::test_kill_process(other).is_err());
                // Threads, memory, files and pairs of sockets are allowed.
                assert_eq!(
                    std::thread::spawn(|| vec![1; 1 << 24].len())
                        .join()
                        .unwrap(),
                    1 << 24
                );
                assert!(File::open("/proc/meminfo").is_ok());
                assert!(UnixStream::pair().is_ok());
            },
        );
    }
}
