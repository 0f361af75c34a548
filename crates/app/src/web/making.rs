//! [`Making`]: games are solved into tables, one at a time, where the pages of this machine ask for it. The work ends when the
//! client leaves, and goes on from where it was when it is asked for again; all questions are then answered from the table.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::Json;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use bouton_web::{Limits, Refusal, Reply, tabulated, to_tabulate};
use serde_json::{Value, json};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use super::pool::Ticket;
use super::reply::refused;
use super::{Service, stream};

/// The maker of tables.
pub(crate) struct Making {
    folder: PathBuf,
    memory: u64,
    /// One is made at a time.
    place: Arc<Semaphore>,
}

impl Making {
    pub(crate) fn new(folder: &Path, memory: u64) -> Self {
        Self {
            folder: folder.to_owned(),
            memory,
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
        let (game, misere) = to_tabulate(&service.form(request).await?)?;
        let place = making.place.clone().try_acquire_owned();
        let place = place.map_err(|_| {
            let why = "another table is being made: one is made at a time";
            Refusal::new(StatusCode::CONFLICT, why)
        })?;
        let file = making.file(&game, misere);
        bouton_files::create_folder(&making.folder).map_err(|error| {
            let why = format!("cannot make {}: {error}", file.display());
            Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, why)
        })?;
        let limits = Limits::of_memory(making.memory);
        let (ticket, answer) = Ticket::of(&limits);
        let service = service.clone();
        spawn_blocking(move || {
            let _place = place;
            let _overrun = service.pool.held(&limits);
            let made = tabulated(&game, misere, &file, &limits);
            let made = made.and_then(|reply| {
                service.pool.add(&file)?;
                Ok(reply)
            });
            // The client may have left.
            let _ = answer.send(made.unwrap_or_else(Reply::from));
        });
        Ok(stream::events(ticket))
    };
    made.await.unwrap_or_else(refused)
}
