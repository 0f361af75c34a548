//! The log of requests: a line for each on standard error, if `--log` is given.

use std::io::Write;
use std::sync::OnceLock;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::time::{Instant, SystemTime};

use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;
use httpdate::fmt_http_date;

use super::listen::Peer;

/// The most lines that wait to be written; more are dropped.
const WAITING: usize = 1024;
/// The number of bytes of an address that are logged.
const LONGEST: usize = 300;

/// Logs a request when its answer begins to be sent: time, client, request, status, milliseconds.
pub(crate) async fn log(request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<Peer>();
    let peer = peer.map_or_else(String::new, |peer| peer.0.to_string());
    let what = told(request.method().as_str(), &request.uri().to_string());
    let began = Instant::now();
    let response = next.run(request).await;
    let when = fmt_http_date(SystemTime::now());
    let status = response.status().as_u16();
    let took = began.elapsed().as_secs_f64() * 1000.0;
    // A slow reader misses some lines; no request waits for the log.
    let _ = writer().try_send(format!("{when} {peer} {what} {status} {took:.1} ms\n"));
    response
}

/// An address contains no control characters, which HTTP does not allow, but may be long.
fn told(method: &str, address: &str) -> String {
    let short = address.get(..LONGEST).unwrap_or(address);
    let more = if short.len() < address.len() {
        "…"
    } else {
        ""
    };
    format!("{method} {short}{more}")
}

/// A separate thread writes, since a terminal may be slow.
fn writer() -> &'static SyncSender<String> {
    static WRITER: OnceLock<SyncSender<String>> = OnceLock::new();
    WRITER.get_or_init(|| {
        let (line, lines) = sync_channel::<String>(WAITING);
        std::thread::spawn(move || {
            for line in lines {
                // If nobody reads the log, nothing is written.
                let _ = std::io::stderr().write_all(line.as_bytes());
            }
        });
        line
    })
}
