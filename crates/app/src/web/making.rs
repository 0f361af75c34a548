//! [`Making`]: games are solved into tables, one at a time, where the pages of this machine ask for it. Each is made by `bouton tabulate`
//! in a confined process, which ends when the client leaves and goes on from where it was when it is asked again; when the table is
//! there, all workers answer from it.

use std::convert::Infallible;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::{Arc, PoisonError};
use std::time::Instant;

use axum::Json;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Response};
use bouton_web::{Refusal, to_tabulate};
use futures_util::stream::{self, unfold};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader, Lines};
use tokio::process::{ChildStderr, ChildStdout, Command};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::Service;
use super::process::Tables;
use super::reply::refused;
use crate::child::Child;

/// So much is read of what a process says on standard error.
const WORDS: u64 = 4 << 10;

/// The maker of tables.
pub(crate) struct Making {
    child: Child,
    folder: PathBuf,
    memory: u64,
    tables: Tables,
    /// One is made at a time.
    place: Arc<Semaphore>,
}

impl Making {
    pub(crate) fn new(child: &Child, folder: &Path, memory: u64, tables: Tables) -> Self {
        Self {
            child: child.clone(),
            folder: folder.to_owned(),
            memory,
            tables,
            place: Arc::new(Semaphore::new(1)),
        }
    }

    /// The file of a game's table.
    fn file(&self, game: &str, misere: bool) -> PathBuf {
        let plain = |c: char| match c.is_ascii_alphanumeric() || ".-".contains(c) {
            true => c,
            false => '-',
        };
        let name: String = game.chars().map(plain).collect();
        let end = if misere { "-misere.tb" } else { ".tb" };
        self.folder.join(name + end)
    }

    /// Lets all workers answer from a table.
    fn add(&self, file: &Path) {
        // Nothing panics while it is held.
        let mut tables = self.tables.write().unwrap_or_else(PoisonError::into_inner);
        if !tables.iter().any(|table| table == file) {
            tables.push(file.to_owned());
        }
    }

    fn start(&self, game: &str, misere: bool, file: &Path) -> io::Result<tokio::process::Child> {
        bouton_files::create_folder(&self.folder)?;
        let mut command = Command::new(&self.child.program);
        command.args(&self.child.arguments);
        command.arg("tabulate").arg(game).arg("-o").arg(file);
        let memory = OsString::from(self.memory.to_string());
        command.args(["--json", "--served", "--memory"]).arg(memory);
        if misere {
            command.arg("--misere");
        }
        // Ctrl-C at a terminal is for the server, which ends it.
        #[cfg(unix)]
        command.process_group(0);
        command.stdin(Stdio::null());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command.kill_on_drop(true).spawn()
    }
}

/// Whether tables are made here.
pub(crate) async fn may(State(service): State<Arc<Service>>) -> Json<Value> {
    let busy = |making: &Making| making.place.available_permits() == 0;
    Json(json!({
        "makes": service.making.is_some(),
        "busy": service.making.as_ref().is_some_and(busy),
    }))
}

/// Makes the table of a game, told as events: how far it is, then what was written.
pub(crate) async fn make(State(service): State<Arc<Service>>, request: Request) -> Response {
    let made = async {
        let Some(making) = &service.making else {
            let why = "this server makes no tables";
            return Err(Refusal::new(StatusCode::FORBIDDEN, why));
        };
        let (game, misere) = to_tabulate(&Service::form(request).await?)?;
        let place = making.place.clone().try_acquire_owned();
        let place = place.map_err(|_| {
            let why = "another table is being made: one is made at a time";
            Refusal::new(StatusCode::CONFLICT, why)
        })?;
        let file = making.file(&game, misere);
        if file.is_file() {
            making.add(&file);
            return Ok(None);
        }
        let child = making.start(&game, misere, &file);
        let mut child = child.map_err(|error| {
            let why = format!("cannot make {}: {error}", file.display());
            Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, why)
        })?;
        let (Some(out), Some(errors)) = (child.stdout.take(), child.stderr.take()) else {
            return Err(Refusal::busy(1));
        };
        Ok(Some(TableJob {
            service: service.clone(),
            file,
            child,
            told: BufReader::new(out).lines(),
            errors,
            begun: Instant::now(),
            last: String::new(),
            _place: place,
        }))
    };
    match made.await {
        Ok(Some(work)) => work.events(),
        // It was made before.
        Ok(None) => {
            let made = Event::default().event("answer").data("{}");
            Sse::new(stream::iter([Ok::<_, Infallible>(made)])).into_response()
        }
        Err(refusal) => refused(refusal),
    }
}

/// A table in the making. Dropped when the client leaves, which ends the process.
struct TableJob {
    service: Arc<Service>,
    file: PathBuf,
    child: tokio::process::Child,
    told: Lines<BufReader<ChildStdout>>,
    errors: ChildStderr,
    begun: Instant,
    /// The last line of its output.
    last: String,
    _place: OwnedSemaphorePermit,
}

impl TableJob {
    fn events(self) -> Response {
        let events = unfold(Some(self), |work| async move {
            let (event, rest) = work?.next().await;
            Some((Ok::<_, Infallible>(event), rest))
        });
        Sse::new(events).into_response()
    }

    /// The next event, and what is left to tell.
    async fn next(mut self) -> (Event, Option<Self>) {
        while let Ok(Some(line)) = self.told.next_line().await {
            let told: Value = serde_json::from_str(&line).unwrap_or_default();
            let Some(done) = told.get("done") else {
                self.last = line;
                continue;
            };
            let progress = json!({
                "visited": done,
                "total": told.get("total").filter(|total| total.as_u64() != Some(0)),
                "seconds": self.begun.elapsed().as_secs_f64(),
            });
            let event = Event::default().event("progress");
            return (event.data(progress.to_string()), Some(self));
        }
        (self.end().await, None)
    }

    /// The last event: the report of the table, or the reason why there is none.
    async fn end(mut self) -> Event {
        let mut words = String::new();
        // Words that cannot be read are left out.
        let _ = self.errors.take(WORDS).read_to_string(&mut words).await;
        let is_made = self.child.wait().await.is_ok_and(|status| status.success());
        let making = self.service.making.as_ref();
        if let Some(making) = making.filter(|_| is_made) {
            making.add(&self.file);
            return Event::default().event("answer").data(self.last);
        }
        let why = words.trim().trim_start_matches("bouton: ");
        let why = match why.is_empty() {
            true => "the table was not finished",
            false => why,
        };
        let refusal = json!({ "error": why });
        Event::default().event("refusal").data(refusal.to_string())
    }
}
