//! Connections: a bounded number, each with a bounded time to say what it wants and to take the answer, until the program is
//! told to stop.

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
use tokio::net::TcpListener;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::time::{sleep, timeout};

use super::hurried::Hurried;

/// Connections held at once; more wait in the system's queue.
const CONNECTIONS: usize = 512;
/// The time to send the head of a request, from the end of the one before.
const PATIENCE: Duration = Duration::from_secs(10);
/// The time to take what was sent.
const TAKING: Duration = Duration::from_secs(30);
/// A head is no longer than this.
const LONGEST_HEAD: usize = 64 << 10;
/// Work under way is given this long to end.
const GRACE: Duration = Duration::from_secs(1);

/// Who asks, as an extension of each request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) SocketAddr);

/// Answers until Ctrl-C, then lets what is under way end. Where no place is free for somebody who comes, `crowd` hears of it.
pub(crate) async fn listen(listener: TcpListener, app: Router, crowd: &Notify) {
    let graceful = GracefulShutdown::new();
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    let mut stop = std::pin::pin!(told_to_stop());
    loop {
        let accepted = async {
            let accepted = listener.accept().await;
            (accepted, place(&places, crowd).await)
        };
        let ((stream, peer), place) = tokio::select! {
            () = &mut stop => break,
            (accepted, place) = accepted => match accepted {
                Ok(accepted) => (accepted, place),
                // The system has no more files, or the client is gone already.
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
            .serve_connection(TokioIo::new(Hurried::new(stream, TAKING)), answer);
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            // A connection that breaks concerns nobody else.
            let _ = connection.await;
            drop(place);
        });
    }
    let _ = timeout(GRACE, graceful.shutdown()).await;
}

/// A place for a connection, as soon as one is free. It is not closed while somebody waits for it.
async fn place(places: &Arc<Semaphore>, crowd: &Notify) -> Option<OwnedSemaphorePermit> {
    if let Ok(place) = places.clone().try_acquire_owned() {
        return Some(place);
    }
    crowd.notify_one();
    places.clone().acquire_owned().await.ok()
}

/// Ends at Ctrl-C, and where there is such a thing at the signal to terminate.
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
