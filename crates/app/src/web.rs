//! `bouton serve`: the pages and the JSON API they use. Every question has a budget of time and memory and a place in a
//! bounded queue; a client that leaves ends the work on its question.

mod assets;
mod draw;
mod guard;
mod last_game;
mod listen;
mod openapi;
mod pool;
mod position;
mod query;
mod refusal;
mod reply;
mod routes;
mod stream;
mod tables;

use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};

use axum::Router;
use axum::extract::rejection::RawFormRejection;
use axum::extract::{DefaultBodyLimit, Path, RawForm, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use bytes::Bytes;
use tokio::net::TcpListener;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tower_http::compression::CompressionLayer;

pub(crate) use guard::Reach;
pub(crate) use pool::Budget;

use guard::{PICTURE_POLICY, guard};
use pool::Pool;
use query::Query;
use refusal::Refusal;
use reply::Reply;
use routes::{Delivery, ROUTES, Route};

/// A form is no longer than this.
const LONGEST_FORM: usize = 1 << 20;
/// Bytes of answers that are on their way to clients at once.
const ON_THE_WAY: usize = 64 << 20;

/// What a server is to be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    pub(crate) address: SocketAddr,
    pub(crate) reach: Reach,
    /// For questions that are answered in a moment.
    pub(crate) quick: Budget,
    /// For all others.
    pub(crate) long: Budget,
}

/// What the routes share.
struct Service {
    pool: Pool,
    /// A permit for each kilobyte of answers that are on their way.
    on_the_way: Arc<Semaphore>,
}

/// Serves until the program is told to stop; `ready` hears the address, with the port that was taken.
///
/// # Errors
/// The address cannot be listened at.
pub(crate) fn serve(
    plan: &Plan,
    ready: impl FnOnce(SocketAddr) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let service = Arc::new(Service {
        pool: Pool::start(plan.quick, plan.long)?,
        on_the_way: Arc::new(Semaphore::new(ON_THE_WAY >> 10)),
    });
    let app = app(service, plan.reach);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()?;
    let served = runtime.block_on(async {
        let listener = TcpListener::bind(plan.address)
            .await
            .map_err(|error| anyhow::anyhow!("cannot listen at {}: {error}", plan.address))?;
        ready(listener.local_addr()?)?;
        listen::listen(listener, app).await;
        Ok(())
    });
    // Dropping what is left ends the work on it.
    runtime.shutdown_background();
    served
}

fn app(service: Arc<Service>, reach: Reach) -> Router {
    let mut app = Router::new()
        .route("/", get(assets::page("index.html")))
        .route("/game", get(assets::page("game.html")))
        .route("/lab", get(assets::page("lab.html")))
        .route("/assets/{*path}", get(assets::asset))
        .route("/api", get(|| async { json(openapi::description()) }))
        .route("/api/games", get(|| async { json(catalogue()) }))
        .route("/api/games/{name}", get(game));
    for route in ROUTES {
        let ask = move |state, form| ask(state, route, form);
        app = app.route(&format!("/api/{}", route.path), get(ask).post(ask));
    }
    app.fallback(async || assets::missing())
        .layer(DefaultBodyLimit::max(LONGEST_FORM))
        .layer(CompressionLayer::new())
        .layer(from_fn_with_state(reach, guard))
        .with_state(service)
}

fn json(text: &'static str) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], text).into_response()
}

/// All games, as JSON; they do not change while the program runs.
fn catalogue() -> &'static str {
    static CATALOGUE: OnceLock<String> = OnceLock::new();
    CATALOGUE.get_or_init(|| {
        let games = crate::games::catalogue().unwrap_or_default();
        serde_json::to_string(&games).unwrap_or_default()
    })
}

async fn game(Path(name): Path<String>) -> Response {
    match told(&name) {
        Ok(game) => axum::Json(game).into_response(),
        Err(refusal) => Refusal {
            status: StatusCode::NOT_FOUND,
            ..refusal
        }
        .into_response(),
    }
}

fn told(name: &str) -> Result<bouton::answers::Game, Refusal> {
    let name = bouton::Name::read(name)?;
    if name.has_position() {
        return Err(Refusal::bad("the catalogue tells of single games"));
    }
    last_game::no_file(&name, None)?;
    Ok(crate::games::describe(&name)?)
}

/// Puts a question to the pool and waits for what comes of it. When the client leaves, this is dropped, and with it the
/// ticket, which ends the work.
async fn ask(
    State(service): State<Arc<Service>>,
    route: &'static Route,
    form: Result<RawForm, RawFormRejection>,
) -> Response {
    match answer(&service, route, form).await {
        Ok(response) => response,
        Err(refusal) => refusal.into_response(),
    }
}

async fn answer(
    service: &Service,
    route: &Route,
    form: Result<RawForm, RawFormRejection>,
) -> Result<Response, Refusal> {
    let RawForm(text) = form.map_err(|error| Refusal::new(error.status(), error.body_text()))?;
    let query = Query::read(&text, &route.parameters())?;
    let mut ticket = service.pool.ask(route.answerer, query)?;
    if let Delivery::Events(unit) = route.delivery {
        return Ok(stream::events(ticket, unit));
    }
    let answered = (&mut ticket.answered).await;
    let reply = answered.unwrap_or_else(|_| Err(Refusal::busy(1)))?;
    let place = service.place(reply.bytes.len())?;
    Ok(sent(reply, place))
}

impl Service {
    /// Room for an answer on its way, held until the last byte is out.
    fn place(&self, bytes: usize) -> Result<OwnedSemaphorePermit, Refusal> {
        let kilobytes = u32::try_from(bytes.div_ceil(1024)).unwrap_or(u32::MAX);
        let place = self.on_the_way.clone().try_acquire_many_owned(kilobytes);
        place.map_err(|_| Refusal::busy(1))
    }
}

/// Bytes that keep their place until they are gone.
struct Held {
    bytes: Vec<u8>,
    _place: OwnedSemaphorePermit,
}

impl AsRef<[u8]> for Held {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

fn sent(reply: Reply, place: OwnedSemaphorePermit) -> Response {
    let bytes = Bytes::from_owner(Held {
        bytes: reply.bytes,
        _place: place,
    });
    let mut response = ([(header::CONTENT_TYPE, reply.mime)], bytes).into_response();
    let headers = response.headers_mut();
    if reply.mime == "image/svg+xml" {
        headers.insert(
            header::CONTENT_SECURITY_POLICY,
            HeaderValue::from_static(PICTURE_POLICY),
        );
    }
    let disposition = reply
        .file
        .map(|file| format!("attachment; filename=\"{file}\""));
    if let Some(Ok(disposition)) = disposition.map(HeaderValue::try_from) {
        headers.insert(header::CONTENT_DISPOSITION, disposition);
    }
    response
}
