//! `bouton serve`: the pages and the JSON API they use. Every question has a budget of time and memory, a place in a
//! bounded queue, and is answered by a process that can be ended; a client that leaves ends the work on its question.

mod assets;
mod calculus;
mod client;
mod connections;
mod draw;
#[cfg(feature = "rules")]
mod examples;
mod guard;
mod last_game;
mod laws;
mod listen;
mod log;
mod making;
mod met;
mod openapi;
mod play;
mod pool;
mod position;
mod process;
mod puzzles;
mod query;
mod queue;
mod refusal;
mod reply;
mod routes;
mod stream;
mod tables;
mod warm;
mod wire;
mod worker;
mod write_deadline;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::extract::rejection::RawFormRejection;
use axum::extract::{DefaultBodyLimit, FromRequest, Path, RawForm, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};
use bytes::Bytes;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::sleep;
use tower_http::compression::CompressionLayer;

pub(crate) use guard::Reach;
pub(crate) use pool::{Budget, RulesBudget};
pub(crate) use worker::work;

use client::Client;
use connections::Connection;
use guard::{PICTURE_POLICY, guard};
use listen::Peer;
use making::Making;
use pool::{Pool, Ticket};
use process::Tables;
use query::Query;
use refusal::Refusal;
use reply::Reply;
use routes::{CARD, Delivery, ROUTES, Route};
use wire::Head;

use crate::child::Child;

/// A form is no longer than this.
const LONGEST_FORM: usize = 1 << 20;
/// A form is here within this time, however slowly it is sent.
const SENDING: Duration = Duration::from_secs(10);
/// Bytes of answers that are on their way to clients at once.
const ON_THE_WAY: usize = 64 << 20;

/// What a server is to be.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) address: SocketAddr,
    pub(crate) reach: Reach,
    /// Whether each request is logged on standard error.
    pub(crate) log: bool,
    /// Tables to answer from.
    pub(crate) tables: Vec<PathBuf>,
    /// The folder in which more of them are made, if the pages may ask for that.
    pub(crate) makes: Option<PathBuf>,
    /// For questions that are answered in a moment.
    pub(crate) quick: Budget,
    /// For all others.
    pub(crate) long: Budget,
    /// For those with a rule file, if such are answered.
    pub(crate) rules: Option<RulesBudget>,
}

/// What the routes share.
struct Service {
    pool: Pool,
    /// Where tables are made.
    making: Option<Making>,
    /// A permit for each kilobyte of answers that are on their way.
    on_the_way: Arc<Semaphore>,
}

/// Serves until the program receives a signal to stop, with `child` as workers; `ready` receives the address with the port.
///
/// # Errors
/// The address cannot be listened at.
pub(crate) fn serve(
    plan: &Plan,
    child: &Child,
    ready: impl FnOnce(SocketAddr) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()?;
    let served = runtime.block_on(async {
        let listener = listen::at(plan.address)
            .map_err(|error| anyhow::anyhow!("cannot listen at {}: {error}", plan.address))?;
        let tables = Tables::new(plan.tables.clone().into());
        let makes = plan.makes.as_deref();
        let service = Arc::new(Service {
            pool: Pool::start(child, &tables, plan.quick, plan.long, plan.rules)?,
            making: makes.map(|folder| Making::new(child, folder, plan.long.memory, tables)),
            on_the_way: Arc::new(Semaphore::new(ON_THE_WAY >> 10)),
        });
        ready(listener.local_addr()?)?;
        listen::listen(listener, app(service, plan)).await;
        Ok(())
    });
    // Dropping what is left ends the work on it.
    runtime.shutdown_background();
    served
}

fn app(service: Arc<Service>, plan: &Plan) -> Router {
    let mut app = Router::new()
        .route("/", get(assets::page("index.html")))
        .route("/game", get(assets::page("game.html")))
        .route("/lab", get(assets::page("lab.html")))
        .route("/calculator", get(assets::page("calculator.html")))
        .route("/puzzles", get(assets::page("puzzles.html")))
        .route("/reference", get(assets::page("reference.html")))
        .route("/rules", get(assets::page("rules.html")))
        .route("/assets/{*path}", get(assets::asset))
        .route("/assets/examples.json", get(|| async { json(examples()) }))
        .route("/api", get(|| async { json(openapi::description()) }))
        .route("/api/games", get(|| async { json(catalogue()) }))
        .route("/api/games/{name}", get(game))
        .route("/api/tabulate", get(making::may).post(making::make));
    for route in ROUTES {
        let ask = move |state, peer, request| ask(state, peer, route, request);
        app = app.route(&format!("/api/{}", route.path), get(ask).post(ask));
    }
    let app = app
        .fallback(async |headers: HeaderMap| assets::nothing(&headers))
        .layer(DefaultBodyLimit::max(LONGEST_FORM))
        .layer(CompressionLayer::new())
        .layer(from_fn_with_state(plan.reach, guard));
    let app = if plan.log {
        app.layer(from_fn(log::log))
    } else {
        app
    };
    app.with_state(service)
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

/// Rule files to begin with.
fn examples() -> &'static str {
    #[cfg(feature = "rules")]
    return examples::examples();
    #[cfg(not(feature = "rules"))]
    "{}"
}

async fn game(
    State(service): State<Arc<Service>>,
    Extension(Peer(peer)): Extension<Peer>,
    Path(name): Path<String>,
) -> Response {
    let asked = async {
        let query = Query::about(&name, &CARD.parameters())?;
        service
            .whole(service.pool.ask(Client::at(peer), &CARD, query)?)
            .await
    };
    asked.await.unwrap_or_else(Refusal::into_response)
}

/// Puts a question to the pool and waits for what comes of it. When the client leaves, this is dropped, and with it the
/// ticket, which ends the work.
async fn ask(
    State(service): State<Arc<Service>>,
    Extension(Peer(peer)): Extension<Peer>,
    route: &'static Route,
    request: Request,
) -> Response {
    let asked = async {
        let query = Query::read(&Service::form(request).await?, &route.parameters())?;
        let ticket = service.pool.ask(Client::at(peer), route, query)?;
        match route.delivery {
            Delivery::Events(unit) => Ok(stream::events(ticket, unit)),
            _ => service.whole(ticket).await,
        }
    };
    asked.await.unwrap_or_else(Refusal::into_response)
}

impl Service {
    /// The parameters, of the address or of a form.
    async fn form(mut request: Request) -> Result<Bytes, Refusal> {
        // Of a HEAD the same is asked as of a GET.
        if request.method() == Method::HEAD {
            *request.method_mut() = Method::GET;
        }
        let connection = request.extensions().get::<Connection>().cloned();
        let leave = async {
            match &connection {
                Some(connection) => connection.told_to_leave().await,
                None => std::future::pending().await,
            }
        };
        let form: Result<_, RawFormRejection> = tokio::select! {
            biased;
            form = RawForm::from_request(request, &()) => form,
            () = leave => return Err(Refusal::busy(1)),
            () = sleep(SENDING) => {
                let seconds = SENDING.as_secs();
                let error = format!("the form was not here within {seconds} seconds");
                return Err(Refusal::new(StatusCode::REQUEST_TIMEOUT, error));
            }
        };
        connection.inspect(Connection::waits_no_more);
        let form = form.map_err(|error| Refusal::new(error.status(), error.body_text()))?;
        Ok(form.0)
    }

    /// The whole answer, when it is there.
    async fn whole(&self, ticket: Ticket) -> Result<Response, Refusal> {
        let mut ticket = ticket;
        let reply = (&mut ticket.answered).await.map_err(|_| Refusal::busy(1))?;
        let place = self.place(reply.bytes.len())?;
        Ok(sent(reply, place))
    }

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
    let Reply { head, bytes } = reply;
    let bytes = Bytes::from_owner(Held {
        bytes,
        _place: place,
    });
    head.of(bytes)
}

impl Head {
    /// The response with these bytes.
    fn of(self, bytes: impl IntoResponse) -> Response {
        let status = StatusCode::from_u16(self.status);
        let status = status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = (status, bytes).into_response();
        let is_drawn = self.mime == "image/svg+xml";
        let policy = is_drawn.then_some(HeaderValue::from_static(PICTURE_POLICY));
        let saved = self
            .file
            .map(|file| format!("attachment; filename=\"{file}\""));
        let headers = [
            (header::CONTENT_TYPE, HeaderValue::try_from(self.mime).ok()),
            (header::CONTENT_SECURITY_POLICY, policy),
            (
                header::CONTENT_DISPOSITION,
                saved.and_then(|saved| saved.try_into().ok()),
            ),
            (header::RETRY_AFTER, self.retry.map(HeaderValue::from)),
        ];
        for (name, value) in headers {
            value.map(|value| response.headers_mut().insert(name, value));
        }
        response
    }
}

impl IntoResponse for Reply {
    fn into_response(self) -> Response {
        self.head.of(self.bytes)
    }
}
