//! `bouton serve`: the pages and the JSON API that they use. Every query has limits of time and memory, a place in a bounded
//! queue, and a thread of a bounded pool; if a client leaves, the work on its query ends.

mod assets;
mod client;
mod guard;
mod listen;
mod log;
mod making;
mod pool;
mod queue;
mod reply;
mod stream;
mod write_deadline;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::body::HttpBody;
use axum::extract::{DefaultBodyLimit, FromRequest, RawForm, Request, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};
use bouton::tables::TableFiles;
use bouton_web::{Delivery, FIXED, PAGES, Question, ROUTES, Refusal, Reply};
use bytes::Bytes;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;
use tower_http::compression::CompressionLayer;

pub(crate) use guard::Reach;
pub(crate) use pool::Budget;

use client::Client;
use guard::guard;
use listen::Peer;
use making::Making;
use pool::{Pool, Ticket};
use reply::{refused, response};

use crate::STACK;

/// The most bytes of a form.
const LONGEST_FORM: usize = 1 << 20;
/// Longer forms arrive one beside so many others: they are held in memory until they are complete.
const SHORT_FORM: u64 = 16 << 10;
const LONG_FORMS: usize = 128;
/// The time in which a form must arrive.
const SENDING: Duration = Duration::from_secs(10);
/// The most bytes of answers that are being sent at once.
const ON_THE_WAY: usize = 64 << 20;
/// Shorter answers, which the system takes over at once, do not wait until those who read slowly have theirs.
const SHORT_ANSWER: usize = 64 << 10;

/// The options of a server.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) address: SocketAddr,
    pub(crate) reach: Reach,
    /// Whether each request is logged on standard error.
    pub(crate) log: bool,
    /// Tables to answer from.
    pub(crate) tables: TableFiles,
    /// The folder in which more tables are made, if the pages may request that.
    pub(crate) makes: Option<PathBuf>,
    pub(crate) budget: Budget,
}

/// The data shared by the routes.
struct Service {
    pool: Arc<Pool>,
    /// The place where tables are made.
    making: Option<Making>,
    /// A permit for each long form that is arriving.
    long_forms: Semaphore,
    /// A permit for each kilobyte of short answers that are being sent, and of long ones.
    on_the_way: [Arc<Semaphore>; 2],
}

/// Serves until the program receives a signal to stop; `ready` receives the address with the port.
///
/// # Errors
/// If the address cannot be listened at.
pub(crate) fn serve(
    plan: &Plan,
    ready: impl FnOnce(SocketAddr) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        // One more makes a table.
        .max_blocking_threads(plan.budget.at_once + 1)
        .thread_stack_size(STACK)
        .enable_all()
        .build()?;
    let served = runtime.block_on(async {
        let listener = listen::at(plan.address)
            .map_err(|error| anyhow::anyhow!("cannot listen at {}: {error}", plan.address))?;
        let makes = plan.makes.as_deref();
        let service = Arc::new(Service {
            pool: Arc::new(Pool::new(plan.budget, plan.tables.clone())),
            making: makes.map(|folder| Making::new(folder, plan.budget.memory)),
            long_forms: Semaphore::new(LONG_FORMS),
            on_the_way: [ON_THE_WAY / 4, ON_THE_WAY]
                .map(|bytes| Arc::new(Semaphore::new(bytes >> 10))),
        });
        ready(listener.local_addr()?)?;
        listen::listen(listener, app(service, plan)).await;
        Ok(())
    });
    // Dropping the rest ends the work on it.
    runtime.shutdown_background();
    served
}

fn app(service: Arc<Service>, plan: &Plan) -> Router {
    let mut app = Router::new().route("/assets/{*path}", get(assets::asset));
    for path in ["/book/", "/book/{*path}"] {
        app = app.route(path, get(assets::book_page));
    }
    for (path, page) in PAGES {
        app = app.route(path, get(assets::page(page)));
    }
    for (path, text) in FIXED {
        app = app.route(path, get(async || json(text())));
    }
    app = app
        .route("/api/games/{name}", get(ask))
        .route("/api/tabulate", get(making::may).post(making::make));
    for route in ROUTES {
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

/// Puts a question to the pool and waits for what comes of it. When the client leaves, this is dropped, and with it the
/// ticket, which ends the work.
async fn ask(
    State(service): State<Arc<Service>>,
    Extension(Peer(peer)): Extension<Peer>,
    request: Request,
) -> Response {
    let asked = async {
        let path = request.uri().path().to_owned();
        let question = Question::read(&path, &service.form(request).await?)?;
        let delivery = question.route.delivery;
        let ticket = service.pool.ask(Client::at(peer), question)?;
        match delivery {
            Delivery::Events => Ok(stream::events(ticket)),
            _ => service.whole(ticket).await,
        }
    };
    asked.await.unwrap_or_else(refused)
}

impl Service {
    /// The parameters, of the address or of a form.
    async fn form(&self, mut request: Request) -> Result<Bytes, Refusal> {
        // A HEAD request is treated like a GET request.
        if request.method() == Method::HEAD {
            *request.method_mut() = Method::GET;
        }
        let is_short = |most| most <= SHORT_FORM;
        let is_long = !request.body().size_hint().upper().is_some_and(is_short);
        let form = async {
            let _place = match is_long {
                true => Some(self.long_forms.acquire().await),
                false => None,
            };
            RawForm::from_request(request, &()).await
        };
        match timeout(SENDING, form).await {
            Ok(Ok(RawForm(form))) => Ok(form),
            Ok(Err(error)) => Err(Refusal::new(error.status(), error.body_text())),
            Err(_) => {
                let seconds = SENDING.as_secs();
                let error = format!("expected the whole form within {seconds} seconds");
                Err(Refusal::new(StatusCode::REQUEST_TIMEOUT, error))
            }
        }
    }

    /// The complete answer, when it is ready.
    async fn whole(&self, ticket: Ticket) -> Result<Response, Refusal> {
        let mut ticket = ticket;
        let reply = (&mut ticket.answered).await.map_err(|_| Refusal::busy(1))?;
        let place = self.place(reply.bytes.len())?;
        Ok(sent(reply, place))
    }

    /// Memory for an answer that is being sent, held until the last byte is sent.
    fn place(&self, bytes: usize) -> Result<OwnedSemaphorePermit, Refusal> {
        let kilobytes = u32::try_from(bytes.div_ceil(1024)).unwrap_or(u32::MAX);
        let places = &self.on_the_way[usize::from(bytes > SHORT_ANSWER)];
        let place = places.clone().try_acquire_many_owned(kilobytes);
        place.map_err(|_| Refusal::busy(1))
    }
}

/// Bytes that hold their permits until they are sent.
struct PermittedBytes {
    bytes: Vec<u8>,
    _place: OwnedSemaphorePermit,
}

impl AsRef<[u8]> for PermittedBytes {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

fn sent(reply: Reply, place: OwnedSemaphorePermit) -> Response {
    let Reply { head, bytes } = reply;
    let bytes = Bytes::from_owner(PermittedBytes {
        bytes,
        _place: place,
    });
    response(head, bytes)
}
