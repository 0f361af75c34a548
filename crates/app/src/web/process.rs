//! [`Process`]: a worker, as the server holds it. It answers in time, or it is ended.

use std::io;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use serde::de::DeserializeOwned;
use tokio::io::{AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{ChildStdin, ChildStdout, Command};
use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until, timeout_at};

use super::reply::Reply;
use super::wire::{Asked, Order, Report, checked, put};
use crate::child::Child;

/// Time between two looks at how far a worker is.
const BEAT: Duration = Duration::from_millis(150);
/// Somebody who hears that nobody waits any more has this long to lay a question aside, and keeps what was learned.
const HEARING: Duration = Duration::from_millis(300);

/// How workers are started.
#[derive(Clone, Debug)]
pub(crate) struct Launch {
    pub(crate) child: Child,
    /// Bytes that one may take.
    pub(crate) memory: u64,
    /// Whether others go first.
    pub(crate) yields: bool,
    /// Tables that it answers from.
    pub(crate) tables: Vec<PathBuf>,
    /// Whether what it says on standard error is for nobody.
    pub(crate) quiet: bool,
}

/// A worker, which ends with what holds it.
pub(crate) struct Process {
    child: tokio::process::Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

/// A worker did not answer: it was too slow to hear, or is no longer alive. It is to be ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lost {
    /// It went on beyond its time.
    Deaf,
    /// It ended by itself, as a rule for want of memory.
    Ended,
}

impl Process {
    /// Starts one, which costs some milliseconds.
    ///
    /// # Errors
    /// The system starts no more of them.
    pub(crate) fn start(launch: &Launch) -> io::Result<Self> {
        let mut command = Command::new(&launch.child.program);
        command.args(&launch.child.arguments);
        command.arg("worker").arg(launch.memory.to_string());
        if launch.yields {
            command.arg("--yields");
        }
        for table in &launch.tables {
            command.arg("--table").arg(table);
        }
        // Ctrl-C at a terminal is for the server, which ends its workers.
        #[cfg(unix)]
        command.process_group(0);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        if launch.quiet {
            command.stderr(Stdio::null());
        }
        let mut child = command.kill_on_drop(true).spawn()?;
        let (Some(to), Some(from)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        Ok(Self {
            child,
            to,
            from: BufReader::new(from),
        })
    }

    /// What it answers until `end`. When `left` happens before, nobody wants to know, and it may lay the question aside.
    ///
    /// # Errors
    /// It did not, and is to be ended.
    pub(crate) async fn answer(
        &mut self,
        asked: Asked,
        end: Instant,
        progress: Option<&watch::Sender<(u64, u64)>>,
        left: impl Future<Output = ()>,
    ) -> Result<Reply, Lost> {
        let Self { to, from, .. } = self;
        let sent = timeout_at(end, order(to, &Order::Answer(asked))).await;
        sent.map_err(|_| Lost::Deaf)?.map_err(|_| Lost::Ended)?;
        let reply = reply(from, progress);
        let over = sleep_until(end);
        let (mut reply, mut over, mut left) = (
            std::pin::pin!(reply),
            std::pin::pin!(over),
            std::pin::pin!(left),
        );
        let mut beat = interval(BEAT);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut is_left = false;
        loop {
            let told = tokio::select! {
                biased;
                reply = &mut reply => return reply.map_err(|_| Lost::Ended),
                () = &mut over => return Err(Lost::Deaf),
                () = &mut left, if !is_left => {
                    is_left = true;
                    over.as_mut().reset(end.min(Instant::now() + HEARING));
                    order(to, &Order::Stop).await
                }
                _ = beat.tick(), if progress.is_some() => order(to, &Order::Tell).await,
            };
            told.map_err(|_| Lost::Ended)?;
        }
    }

    /// Ends it, whatever it is at.
    pub(crate) async fn end(mut self) {
        // It may have ended by itself.
        let _ = self.child.kill().await;
    }
}

async fn order(to: &mut ChildStdin, order: &Order) -> io::Result<()> {
    let mut frame = Vec::new();
    put(order, &mut frame)?;
    to.write_all(&frame).await
}

/// The answer, and on the way to it how far it is.
async fn reply(
    from: &mut BufReader<ChildStdout>,
    progress: Option<&watch::Sender<(u64, u64)>>,
) -> io::Result<Reply> {
    loop {
        match message(from).await? {
            Report::Answer(head) => {
                let bytes = frame(from).await?;
                return Ok(Reply { head, bytes });
            }
            Report::Progress(done, total) => {
                progress.inspect(|progress| {
                    progress.send_replace((done, total));
                });
            }
        }
    }
}

async fn message<T: DeserializeOwned>(from: &mut BufReader<ChildStdout>) -> io::Result<T> {
    Ok(serde_json::from_slice(&frame(from).await?)?)
}

async fn frame(from: &mut BufReader<ChildStdout>) -> io::Result<Vec<u8>> {
    let length = checked(from.read_u32_le().await?)?;
    let mut bytes = vec![0; length as usize];
    from.read_exact(&mut bytes).await?;
    Ok(bytes)
}
