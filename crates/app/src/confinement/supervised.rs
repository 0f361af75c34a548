//! The supervisor: the parent process that waits for the child and reports what the child cannot.

use std::ffi::OsString;
use std::io::{BufRead, BufReader};
use std::process::{ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use bouton::StopReason;

use super::link::Link;
use super::outputs::Outputs;
use super::process::{Cause, Process};
use crate::child::Child;
use crate::cli::output::complain;
use crate::console::here;
use crate::interruption::Handling;
use crate::status::Status;

/// The grace period of an interrupted child.
const GRACE: Duration = Duration::from_secs(3);
/// The prefix of the program's sentences on standard error.
const NAME: &str = "bouton: ";

/// Answers with a child that is confined with these arguments, and with prepared outputs.
pub(crate) fn answer(
    child: &Child,
    confined: &[OsString],
    outputs: &Outputs,
    arguments: &[OsString],
) -> anyhow::Result<Status> {
    let link = Link::new()?;
    let (linked, outputs_told) = (link.arguments(), outputs.arguments());
    let before = confined.iter().chain(&linked).chain(&outputs_told);
    let mut command = command(child, before.chain(arguments));
    if !here().is_process() {
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
    }
    let mut supervised = Supervised::start(command, Words::PassedOn, Some((link, outputs)))?;
    if let Some((mut input, mut output)) = supervised.pipes() {
        let console = here();
        // The child may end before it has read everything.
        std::thread::spawn(move || console.input(|from| std::io::copy(from, &mut input)));
        here().output(|out| std::io::copy(&mut output, out))?;
    }
    Ok(supervised.end()?.told())
}

/// A root without `/proc` does not tell a program where it is, and has no names for inherited pipes.
fn cannot_start(error: std::io::Error) -> std::io::Error {
    let hint = if cfg!(target_os = "linux") {
        "; it needs /proc, and --trusted needs no process"
    } else {
        ""
    };
    std::io::Error::new(
        error.kind(),
        format!("no separate process can be started for rules: {error}{hint}"),
    )
}

/// The command of a child with these arguments.
pub(crate) fn command<'a>(child: &Child, arguments: impl Iterator<Item = &'a OsString>) -> Command {
    let mut command = Command::new(&child.program);
    command.args(&child.arguments).args(arguments);
    // Its last message becomes part of the program's message.
    command.env("RUST_BACKTRACE", "0");
    command
}

/// A running child.
pub(super) struct Supervised {
    child: std::process::Child,
    relay: Option<JoinHandle<Last>>,
    over: Sender<()>,
    _handling: Handling,
}

/// The treatment of the sentences on a child's standard error.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Words {
    PassedOn,
    /// The last sentence is kept for its [`End`].
    Kept,
}

/// How a child ended.
pub(super) struct End {
    pub(super) status: Status,
    /// The message that is still to be reported.
    pub(super) words: Option<String>,
}

/// The last message of a child.
#[derive(Default)]
struct Last {
    kept: Vec<u8>,
    overflowed: bool,
}

impl Supervised {
    pub(super) fn start(
        mut command: Command,
        words: Words,
        link: Option<(Link, &Outputs)>,
    ) -> std::io::Result<Self> {
        if !here().shows_progress() {
            command.stderr(Stdio::piped());
        }
        let mut child = command.spawn().map_err(cannot_start)?;
        let relay = relay(&mut child, words);
        let (over, is_over) = channel();
        let is_telling = link.map(|(link, outputs)| link.serve(outputs.publisher()));
        let is_telling = is_telling.unwrap_or_default();
        let handling = here()
            .interruption()
            .handle(interrupt(&child, is_over, is_telling));
        Ok(Self {
            child,
            relay,
            over,
            _handling: handling,
        })
    }

    /// The program's ends of its standard input and output, if these are pipes.
    pub(super) fn pipes(&mut self) -> Option<(ChildStdin, ChildStdout)> {
        self.child.stdin.take().zip(self.child.stdout.take())
    }

    /// Waits for its end.
    pub(super) fn end(mut self) -> std::io::Result<End> {
        let status = self.child.wait()?;
        drop(self.over);
        // If the thread failed, there is no message.
        let last = self.relay.and_then(|relay| relay.join().ok());
        Ok(End::of(status, &last.unwrap_or_default()))
    }
}

impl End {
    fn of(status: ExitStatus, last: &Last) -> Self {
        let told = status.code().and_then(Status::of);
        let (status, words) = match (told, Cause::of(status)) {
            _ if here().interruption().happened() => (Status::Interrupted, None),
            (Some(status), _) => {
                let kept = String::from_utf8_lossy(&last.kept);
                let kept = kept.trim_end().strip_prefix(NAME).map(str::to_owned);
                return Self {
                    status,
                    words: kept,
                };
            }
            (_, Some(Cause::Interruption)) => (Status::Interrupted, None),
            (_, Some(Cause::Fault)) => (
                Status::Stopped,
                Some(
                    "stopped: the interpreter of rule files broke down at something it cannot do, most likely because memory ran out",
                ),
            ),
            (_, Some(Cause::ProcessorTime)) => (
                Status::Stopped,
                Some("stopped: the question took more processor time than it may"),
            ),
            #[cfg(unix)]
            (_, Some(Cause::FileSize)) => (
                Status::Stopped,
                Some(
                    "stopped: the answer is longer than a file may be that a confined process writes",
                ),
            ),
            (_, Some(_)) if last.overflowed => (
                Status::Stopped,
                Some(
                    "stopped: the rule file needs more stack than there is: does something nest without end?",
                ),
            ),
            (_, Some(Cause::Killed)) => (
                Status::Stopped,
                Some(
                    "stopped: the rules and the tables of the question need more memory than they may take (--memory gives more; `bouton check` looks for a bound that is missing)",
                ),
            ),
            _ => {
                let words =
                    format!("the process that reads the rule file ended unexpectedly ({status})");
                return Self {
                    status: Status::BadInput,
                    words: Some(words),
                };
            }
        };
        Self {
            status,
            words: words.map(str::to_owned),
        }
    }

    /// The limit that ended it, if there was one. Sentences about time name it, or seconds; those about memory and sizes say so.
    pub(super) fn limit(&self) -> Option<StopReason> {
        let words = self.words.as_deref().unwrap_or_default();
        let is_size = words.contains("memory")
            || words.contains("stack")
            || words.contains("longer than a file may be");
        (self.status == Status::Stopped).then(|| match is_size && !words.contains("time") {
            true => StopReason::Memory,
            false => StopReason::Time,
        })
    }

    /// Reports the remaining message.
    pub(super) fn told(self) -> Status {
        if let Some(words) = self.words {
            complain(words);
        }
        self.status
    }
}

/// Passes the first interruption on to the child, and kills it if it does not end soon and is not writing its answer.
fn interrupt(
    child: &std::process::Child,
    is_over: Receiver<()>,
    is_telling: Arc<AtomicBool>,
) -> impl FnMut() + Send + use<> {
    let mut first = Process::of(child).map(|child| (child, is_over, is_telling));
    move || {
        let Some((child, is_over, is_telling)) = first.take() else {
            return;
        };
        child.interrupt();
        std::thread::spawn(move || {
            while is_over.recv_timeout(GRACE) == Err(RecvTimeoutError::Timeout) {
                if !is_telling.load(Ordering::Relaxed) {
                    child.kill();
                    return;
                }
            }
        });
    }
}

/// Copies the child's standard error, except the last message of the runtime: the program's own message is clearer.
fn relay(child: &mut std::process::Child, words: Words) -> Option<JoinHandle<Last>> {
    let lines = BufReader::new(child.stderr.take()?).split(b'\n');
    let console = here();
    Some(std::thread::spawn(move || {
        let mut last = Last::default();
        for mut line in lines.map_while(Result::ok) {
            let text = String::from_utf8_lossy(&line);
            let overflowed = text.contains("has overflowed its stack");
            last.overflowed |= overflowed;
            if overflowed
                || text.is_empty()
                || text.starts_with("memory allocation of ")
                || text.starts_with("note: run with `RUST_BACKTRACE=1`")
                || text.starts_with("fatal runtime error: stack overflow")
            {
                continue;
            }
            let begins = text.starts_with(NAME);
            line.push(b'\n');
            let passed = match words {
                Words::PassedOn => line,
                Words::Kept if begins => std::mem::replace(&mut last.kept, line),
                Words::Kept if last.kept.is_empty() => line,
                Words::Kept => {
                    last.kept.append(&mut line);
                    continue;
                }
            };
            // A closed pipe is not an error.
            let _ = console.error(|out| out.write_all(&passed));
        }
        last
    }))
}
