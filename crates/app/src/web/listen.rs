//! Connections: a bounded number, each with a bounded time to send a request and to receive the answer, until the server
//! stops. If all places are taken, a new connection replaces the one that has been idle longest.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use hyper::body::{Body, Incoming};
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpSocket};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{sleep, timeout};

use super::connections::{Connection, Connections};
use super::write_deadline::WriteDeadline;

/// The connections held at once; more wait in the system's queue.
const CONNECTIONS: usize = 512;
/// The number of connections that wait there. Beyond it a new client is not accepted and tries again a second later.
const QUEUE: u32 = 4096;
/// The time to send the head of a request, from the end of the one before.
const PATIENCE: Duration = Duration::from_secs(10);
/// The time to receive the data that was sent.
const TAKING: Duration = Duration::from_secs(30);
/// The longest head.
pub(crate) const LONGEST_HEAD: usize = 64 << 10;
/// The time in which a connection to be closed can still receive a message.
const PARTING: Duration = Duration::from_millis(100);
/// The time for running work to end.
const GRACE: Duration = Duration::from_secs(1);

/// The client, as an extension of each request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) SocketAddr);

/// The address, ready for connections.
pub(crate) fn at(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4(),
        SocketAddr::V6(_) => TcpSocket::new_v6(),
    }?;
    // On other systems it would let two programs listen at one address.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(QUEUE)
}

/// Answers until Ctrl-C, then lets running work end.
pub(crate) async fn listen(listener: TcpListener, app: Router) {
    let connections = Arc::new(Connections::default());
    let graceful = GracefulShutdown::new();
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    let mut stop = std::pin::pin!(told_to_stop());
    loop {
        let accepted = async {
            let accepted = listener.accept().await;
            (accepted, place(&places, &connections).await)
        };
        let ((stream, peer), place) = tokio::select! {
            () = &mut stop => break,
            (accepted, place) = accepted => match accepted {
                Ok(accepted) => (accepted, place),
                // The system has no more files, or the client has already disconnected.
                Err(_) => {
                    sleep(Duration::from_millis(50)).await;
                    continue;
                }
            },
        };
        // Answers are small: waiting to fill a packet only delays them.
        let _ = stream.set_nodelay(true);
        let app = TowerToHyperService::new(app.clone());
        let client = Connection::welcome(&connections);
        let asking = client.clone();
        let answer = service_fn(move |mut request: Request<Incoming>| {
            asking.asks();
            if request.body().is_end_stream() {
                asking.waits_no_more();
            }
            request.extensions_mut().insert(Peer(peer));
            request.extensions_mut().insert(asking.clone());
            let (answer, asking) = (app.call(request), asking.clone());
            async move {
                let answer = answer.await?;
                Ok::<_, Infallible>(answer.map(|body| asking.until_sent(body)))
            }
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(PATIENCE)
            .max_buf_size(LONGEST_HEAD)
            .serve_connection(TokioIo::new(WriteDeadline::new(stream, TAKING)), answer);
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            served(connection, &client).await;
            client.waits_no_more();
            drop(place);
        });
    }
    let _ = timeout(GRACE, graceful.shutdown()).await;
}

/// Ends with the connection, or when it is asked to close.
async fn served(connection: impl Future, client: &Connection) {
    let mut connection = std::pin::pin!(connection);
    tokio::select! {
        // A broken connection affects no other.
        _ = &mut connection => {}
        () = client.told_to_leave() => {
            if client.is_asking() {
                let _ = timeout(PARTING, connection).await;
            }
        }
    }
}

/// A place for a connection, as soon as one is free. It is not closed while another waits for it.
async fn place(places: &Arc<Semaphore>, connections: &Connections) -> Option<OwnedSemaphorePermit> {
    if let Ok(place) = places.clone().try_acquire_owned() {
        return Some(place);
    }
    let mut place = std::pin::pin!(places.clone().acquire_owned());
    tokio::select! {
        place = &mut place => return place.ok(),
        () = connections.make_room() => {}
    }
    place.await.ok()
}

/// Ends at Ctrl-C, and at the signal to terminate, if the system has it.
async fn told_to_stop() {
    let interrupt = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    tokio::select! {
        () = interrupt => {}
        () = terminated() => {}
    }
}

#[cfg(unix)]
async fn terminated() {
    use tokio::signal::unix::{SignalKind, signal};
    match signal(SignalKind::terminate()) {
        Ok(mut signal) => {
            signal.recv().await;
        }
        Err(_) => std::future::pending().await,
    }
}

#[cfg(not(unix))]
async fn terminated() {
    std::future::pending().await
}
