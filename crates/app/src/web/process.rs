//! [`Process`]: a worker process as seen by the server. It answers in time, or it is killed.

use std::io;
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use bouton_web::Reply;
use serde::de::DeserializeOwned;
use tokio::io::{AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{ChildStdin, ChildStdout, Command};
use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until, timeout_at};

use super::wire::{Order, Report, TimedQuery, checked, put};
use crate::child::Child;

/// The time between two checks of a worker's progress.
const BEAT: Duration = Duration::from_millis(150);
/// The number of times that a worker which has hardly computed, because the machine is busy, gets as much time again.
const MORE: u32 = 4;
/// The time in which a worker whose client has left can stop and keep its results.
const HEARING: Duration = Duration::from_millis(300);

/// The tables from which all workers of some lanes answer.
pub(crate) type Tables = Arc<RwLock<Vec<PathBuf>>>;

/// The way workers are started.
#[derive(Clone, Debug)]
pub(crate) struct Launch {
    pub(crate) child: Child,
    /// The memory limit of a worker.
    pub(crate) memory: u64,
    /// Whether it runs with low priority.
    pub(crate) yields: bool,
    /// Tables from which it answers; more can be added.
    pub(crate) tables: Tables,
    /// Whether its standard error is discarded.
    pub(crate) quiet: bool,
}

/// A worker process, which is killed when this is dropped.
pub(crate) struct Process {
    child: tokio::process::Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    /// How many tables it has.
    tables: usize,
}

impl Launch {
    fn tables(&self) -> Vec<PathBuf> {
        // Nothing panics while it is held.
        let tables = self.tables.read().unwrap_or_else(PoisonError::into_inner);
        tables.clone()
    }
}

/// A worker did not answer: it did not react in time, or has ended. It must be killed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Lost {
    /// It continued beyond its time.
    Deaf,
    /// It ended by itself, usually for lack of memory.
    Ended,
    /// It ended by itself, with a reason.
    Told(String),
}

impl Process {
    /// Starts a worker, which takes some milliseconds.
    ///
    /// # Errors
    /// If the system cannot start another process.
    pub(crate) fn start(launch: &Launch) -> io::Result<Self> {
        let mut command = Command::new(&launch.child.program);
        command.args(&launch.child.arguments);
        command.arg("worker").arg(launch.memory.to_string());
        if launch.yields {
            command.arg("--yields");
        }
        let tables = launch.tables();
        for table in &tables {
            command.arg("--table").arg(table);
        }
        // Ctrl-C at a terminal is for the server, which ends its workers.
        #[cfg(unix)]
        command.process_group(0);
        #[cfg(windows)]
        command.creation_flags(windows_sys::Win32::System::Threading::CREATE_NEW_PROCESS_GROUP);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        if launch.quiet {
            command.stderr(Stdio::null());
        }
        let mut child = command.kill_on_drop(true).spawn()?;
        let (Some(to), Some(from)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        Ok(Self {
            tables: tables.len(),
            child,
            to,
            from: BufReader::new(from),
        })
    }

    /// Whether tables were made since it was started.
    pub(crate) fn is_dated(&self, launch: &Launch) -> bool {
        self.tables != launch.tables().len()
    }

    /// The answer within the time limit of the query plus `grace`, or later if the worker had hardly computed by then. If
    /// `left` completes before, the client has left, and the worker may drop the query.
    ///
    /// # Errors
    /// If it did not answer, and must be killed.
    pub(crate) async fn answer(
        &mut self,
        asked: TimedQuery,
        grace: Duration,
        progress: Option<&watch::Sender<(u64, u64)>>,
        left: impl Future<Output = ()>,
    ) -> Result<Reply, Lost> {
        let Self {
            child, to, from, ..
        } = self;
        let (end, enough) = (
            Instant::now() + asked.time + grace,
            (asked.time + grace) / 2,
        );
        let (worker, mut more) = (child.id(), 0);
        let before = computed(worker);
        let has_computed = || {
            computed(worker)
                .zip(before)
                .is_none_or(|(now, before)| now >= before + enough)
        };
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
                reply = &mut reply => return reply,
                () = &mut over => {
                    if is_left || more == MORE || has_computed() {
                        return Err(Lost::Deaf);
                    }
                    more += 1;
                    over.as_mut().reset(Instant::now() + grace);
                    Ok(())
                }
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

    /// Kills it at once.
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

/// The answer, and before it the progress.
async fn reply(
    from: &mut BufReader<ChildStdout>,
    progress: Option<&watch::Sender<(u64, u64)>>,
) -> Result<Reply, Lost> {
    loop {
        match message(from).await.map_err(|_| Lost::Ended)? {
            Report::Answer(head) => {
                let bytes = frame(from).await.map_err(|_| Lost::Ended)?;
                return Ok(Reply { head, bytes });
            }
            Report::Progress(done, total) => {
                progress.inspect(|progress| {
                    progress.send_replace((done, total));
                });
            }
            Report::Ends(sentence) => return Err(Lost::Told(sentence)),
        }
    }
}

/// Linux reports times in this many ticks a second, whatever it uses itself.
#[cfg(target_os = "linux")]
const TICKS: u32 = 100;

/// The processor time of a worker, if the system reports it.
#[cfg(target_os = "linux")]
fn computed(worker: Option<u32>) -> Option<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", worker?)).ok()?;
    ticks(&stat).map(|ticks| Duration::from_secs(ticks) / TICKS)
}

#[cfg(windows)]
fn computed(worker: Option<u32>) -> Option<Duration> {
    crate::windows::spent_by(worker?)
}

#[cfg(not(any(target_os = "linux", windows)))]
fn computed(_: Option<u32>) -> Option<Duration> {
    None
}

/// Ticks of processor time in a line of `/proc/…/stat`: the fourteenth and the fifteenth field. The second is a name in
/// brackets, which may contain spaces.
#[cfg(target_os = "linux")]
fn ticks(stat: &str) -> Option<u64> {
    let (_, fields) = stat.rsplit_once(')')?;
    let mut fields = fields.split_whitespace().skip(11);
    let mut next = || fields.next()?.parse::<u64>().ok();
    Some(next()? + next()?)
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

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn what_a_process_has_computed_is_read() {
        let stat = "12 (a) b) S 1 2 3 4 5 6 7 8 9 10 700 42 0 0 20 0 1 0";
        assert_eq!(ticks(stat), Some(742));
        assert_eq!(ticks("12 (a) S 1 2"), None);
        assert!(computed(Some(std::process::id())).is_some());
        assert_eq!(computed(None), None);
    }
}
