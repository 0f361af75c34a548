//! The process that waits for a confined child, and tells what it could not tell itself.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, IsTerminal, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

use crate::child::Child;
use crate::interruption;
use crate::status::Status;

/// What an interrupted child has to come to its end.
const GRACE: Duration = Duration::from_secs(3);

/// Answers by a child that is given the arguments and may take `memory` bytes.
pub(crate) fn answer(child: &Child, memory: u64, arguments: &[OsString]) -> anyhow::Result<Status> {
    let mut command = Command::new(&child.program);
    command.args(&child.arguments);
    command.arg("--within").arg(memory.to_string());
    command.args(arguments);
    if !std::io::stderr().is_terminal() {
        command.stderr(Stdio::piped());
    }
    let mut child = command.spawn()?;
    let relay = relay(&mut child);
    let (over, is_over) = channel();
    let _handling = interruption::handle(interrupt(&child, is_over));
    let status = child.wait()?;
    drop(over);
    // Should the thread have failed, it has nothing to tell.
    let overflowed = relay.is_some_and(|relay| relay.join().unwrap_or_default());
    Ok(told(status, overflowed))
}

/// What passes an interruption on to the child, the first time, and kills it if it is not over soon.
fn interrupt(child: &std::process::Child, is_over: Receiver<()>) -> impl FnMut() + Send + use<> {
    let child = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    let mut first = child.map(|child| (child, is_over));
    move || {
        let Some((child, is_over)) = first.take() else {
            return;
        };
        let _ = kill_process(child, Signal::INT);
        std::thread::spawn(move || {
            if is_over.recv_timeout(GRACE) == Err(RecvTimeoutError::Timeout) {
                let _ = kill_process(child, Signal::KILL);
            }
        });
    }
}

/// Copies what the child says on standard error, but for the last words of the runtime: ours are clearer. Tells in the end
/// whether these were of a stack that overflowed.
fn relay(child: &mut std::process::Child) -> Option<JoinHandle<bool>> {
    let lines = BufReader::new(child.stderr.take()?).split(b'\n');
    Some(std::thread::spawn(move || {
        let mut out = std::io::stderr();
        let mut overflowed = false;
        for line in lines.map_while(Result::ok) {
            let text = String::from_utf8_lossy(&line);
            overflowed |= text.contains("has overflowed its stack");
            let is_last_word = text.is_empty()
                || text.starts_with("memory allocation of ")
                || text.starts_with("fatal runtime error: stack overflow")
                || text.contains("has overflowed its stack");
            if !is_last_word {
                // A closed pipe is no error.
                let _ = out.write_all(&line).and_then(|()| out.write_all(b"\n"));
            }
        }
        overflowed
    }))
}

/// How the child ended, told if it could not tell itself.
fn told(status: ExitStatus, overflowed: bool) -> Status {
    if interruption::happened() {
        return Status::Interrupted;
    }
    let signal = status.signal().and_then(Signal::from_named_raw);
    match (status.code(), signal) {
        (Some(code), _) if Status::of(code).is_some() => {
            Status::of(code).unwrap_or(Status::BadInput)
        }
        (_, Some(Signal::INT | Signal::TERM)) => Status::Interrupted,
        (_, Some(Signal::SEGV | Signal::BUS)) => {
            eprintln!(
                "bouton: stopped: the interpreter of rule files broke down at something it cannot do, most likely for want of memory"
            );
            Status::Stopped
        }
        (_, Some(Signal::XCPU)) => {
            eprintln!("bouton: stopped: the question took more processor time than it may");
            Status::Stopped
        }
        (_, Some(Signal::XFSZ)) => {
            eprintln!(
                "bouton: stopped: the answer is longer than a file may be that a confined process writes"
            );
            Status::Stopped
        }
        (_, Some(_)) if overflowed => {
            eprintln!(
                "bouton: the rule file needs more stack than there is: does something nest without end?"
            );
            Status::BadInput
        }
        (_, Some(Signal::ABORT | Signal::KILL)) => {
            eprintln!(
                "bouton: stopped: the rules and the tables of the question need more memory than they may take (--memory gives more)"
            );
            Status::Stopped
        }
        _ => {
            eprintln!("bouton: the process that reads the rule file ended unexpectedly ({status})");
            Status::BadInput
        }
    }
}
