//! A batch, line by line: if the child ends during a line, that line is answered with an error, and another child continues
//! with the next.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::supervised::{End, Supervised, Words};
use crate::cli::batch::{unanswered, worse};
use crate::console::here;
use crate::status::Status;

/// Lines that are read before they are answered.
const AHEAD: usize = 64;

/// Answers every line of standard input with a child process, and starts another one after each that ended.
pub(crate) fn answer(command: impl Fn() -> Command) -> anyhow::Result<Status> {
    let lines = Arc::new(Lines::default());
    let reader = lines.clone();
    // A reader that waits for a missing line is not joined.
    let console = here();
    std::thread::spawn(move || console.input(|input| reader.read(input)));
    let mut worst = Status::Answered;
    loop {
        let (has_begun, end) = one(&lines, command())?;
        let lost = lines.answered();
        let is_over = !has_begun || end.status == Status::Interrupted;
        match lost.filter(|_| !is_over) {
            Some(line) => {
                let line = String::from_utf8_lossy(&line);
                let stopped = end.limit();
                let words = end.words.unwrap_or_else(|| {
                    "stopped: the process that was to answer ended, as told on standard error"
                        .into()
                });
                unanswered(line.trim_end_matches('\r'), &words, stopped)?;
                worst = worse(worst, end.status);
            }
            None => {
                let status = end.told();
                if is_over {
                    return Ok(status);
                }
                worst = worse(worst, status);
                if lines.are_over() {
                    return Ok(worst);
                }
            }
        }
    }
}

/// The part of one child: whether it started to answer, and how it ended.
fn one(lines: &Arc<Lines>, mut command: Command) -> anyhow::Result<(bool, End)> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut supervised = Supervised::start(command, Words::Kept, None)?;
    let mut has_begun = false;
    if let Some((input, output)) = supervised.pipes() {
        let (feeder, child) = (lines.clone(), lines.begin());
        std::thread::spawn(move || feeder.feed(child, input));
        let mut output = BufReader::new(output);
        let console = here();
        let mut line = Vec::new();
        // A line without an end is incomplete.
        has_begun = output.read_until(b'\n', &mut line)? > 0 && line.ends_with(b"\n");
        loop {
            let answers = match has_begun {
                true => whole_lines(&mut output)?,
                false => Vec::new(),
            };
            if answers.is_empty() {
                break;
            }
            let write = |out: &mut dyn Write| out.write_all(&answers);
            console.interruption().uncut(|| console.output(write))?;
            answers
                .iter()
                .filter(|byte| **byte == b'\n')
                .for_each(|_| drop(lines.answered()));
        }
    }
    Ok((has_begun, supervised.end()?))
}

/// All whole lines that have come, at least one; none at the end, where a line without an end is dropped.
fn whole_lines(from: &mut BufReader<impl Read>) -> std::io::Result<Vec<u8>> {
    let mut lines = Vec::new();
    loop {
        let before = lines.len();
        from.read_until(b'\n', &mut lines)?;
        if !lines.ends_with(b"\n") {
            lines.truncate(before);
            return Ok(lines);
        }
        if !from.buffer().contains(&b'\n') {
            return Ok(lines);
        }
    }
}

/// The lines between standard input and the child.
///
/// To wake a thread takes as long as an easy answer: so lines are read and sent many at a time.
#[derive(Default)]
struct Lines {
    held: Mutex<Queue>,
    /// Some are to be sent, or the child is another one.
    to_send: Condvar,
    /// There is room for half of those that are read ahead.
    room: Condvar,
}

#[derive(Default)]
struct Queue {
    /// Lines without an answer yet, the oldest first.
    waiting: VecDeque<Vec<u8>>,
    /// The number of these that the child has received.
    sent: usize,
    /// The number of the child.
    child: usize,
    /// Whether no more lines come.
    is_over: bool,
}

/// Waits while something is true.
fn wait<'l>(
    changed: &Condvar,
    held: MutexGuard<'l, Queue>,
    while_so: impl Fn(&Queue) -> bool,
) -> MutexGuard<'l, Queue> {
    let held = changed.wait_while(held, |held| while_so(held));
    held.unwrap_or_else(PoisonError::into_inner)
}

impl Lines {
    fn held(&self) -> MutexGuard<'_, Queue> {
        // No code panics while the lock is held.
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes all lines, at once those that have come together.
    fn read(&self, input: impl Read) {
        let mut input = BufReader::new(input);
        let mut come = Vec::new();
        let mut line = Vec::new();
        // A read error counts as the end of the input, as without a child.
        while input
            .read_until(b'\n', &mut line)
            .is_ok_and(|read| read > 0)
        {
            line.pop_if(|byte| *byte == b'\n');
            come.push(std::mem::take(&mut line));
            if come.len() < AHEAD / 2 && input.buffer().contains(&b'\n') {
                continue;
            }
            let room = |held: &Queue| held.waiting.len() > AHEAD / 2;
            wait(&self.room, self.held(), room)
                .waiting
                .extend(come.drain(..));
            self.to_send.notify_all();
        }
        self.held().is_over = true;
        self.to_send.notify_all();
    }

    /// A new child without a line.
    fn begin(&self) -> usize {
        let mut held = self.held();
        held.sent = 0;
        held.child += 1;
        self.to_send.notify_all();
        held.child
    }

    /// Sends a child its lines, as long as it accepts them.
    fn feed(&self, child: usize, mut input: ChildStdin) {
        loop {
            let mut held = self.held();
            held = wait(&self.to_send, held, |held| {
                held.child == child && held.sent == held.waiting.len() && !held.is_over
            });
            if held.child != child {
                return;
            }
            let unsent = held.waiting.iter().skip(held.sent);
            let lines: Vec<u8> = unsent
                .flat_map(|line| line.iter().chain(b"\n"))
                .copied()
                .collect();
            held.sent = held.waiting.len();
            drop(held);
            if lines.is_empty() || input.write_all(&lines).is_err() {
                return;
            }
        }
    }

    /// Whether no more lines come.
    fn are_over(&self) -> bool {
        self.held().is_over
    }

    /// Removes the oldest line, which is answered.
    fn answered(&self) -> Option<Vec<u8>> {
        let mut held = self.held();
        held.sent = held.sent.saturating_sub(1);
        let line = held.waiting.pop_front();
        if held.waiting.len() == AHEAD / 2 {
            self.room.notify_all();
        }
        line
    }
}
