//! Connections: a bounded number, each with a bounded time to send a request and to receive the answer, until the server
//! stops.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpSocket};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

use super::write_deadline::WriteDeadline;

/// The connections held at once; more wait in the system's queue. One that says nothing takes little, and no longer than
/// [`PATIENCE`]: thousands of them leave places for others.
const CONNECTIONS: usize = 4096;
/// Files that are open besides.
const FILES: u64 = 256;
/// The number of connections that wait there. Beyond it a new client is not accepted and tries again a second later.
const QUEUE: u32 = 4096;
/// The time to send the head of a request, from the end of the one before.
const PATIENCE: Duration = Duration::from_secs(10);
/// The time to receive the data that was sent.
const TAKING: Duration = Duration::from_secs(30);
pub(crate) const LONGEST_HEAD: usize = 64 << 10;
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

/// Lets this process open a file for each connection, of which many systems allow few unless they are asked.
#[cfg(unix)]
fn allow_connections() {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let wanted = CONNECTIONS as u64 + FILES;
    let mut limit = getrlimit(Resource::Nofile);
    let most = limit.maximum.map_or(wanted, |most| most.min(wanted));
    if limit.current.is_some_and(|now| now < most) {
        limit.current = Some(most);
        // Otherwise fewer connections are held.
        let _ = setrlimit(Resource::Nofile, limit);
    }
}

/// Answers until Ctrl-C, then lets running work end.
pub(crate) async fn listen(listener: TcpListener, app: Router) {
    #[cfg(unix)]
    allow_connections();
    let graceful = GracefulShutdown::new();
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    let mut stop = std::pin::pin!(told_to_stop());
    loop {
        let accepted = async {
            let place = places.clone().acquire_owned().await;
            (listener.accept().await, place)
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
        let answer = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(Peer(peer));
            app.call(request)
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(PATIENCE)
            .max_buf_size(LONGEST_HEAD)
            .serve_connection(TokioIo::new(WriteDeadline::new(stream, TAKING)), answer);
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            // A broken connection affects no other.
            let _ = connection.await;
            drop(place);
        });
    }
    let _ = timeout(GRACE, graceful.shutdown()).await;
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
