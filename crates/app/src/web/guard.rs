//! Who may ask, how long an address may be, and what browsers are told to forbid.

use std::net::IpAddr;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::refusal::Refusal;

/// Longer addresses are refused; longer positions can be sent as a form.
const LONGEST_ADDRESS: usize = 16 << 10;

/// Whether only this machine may ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// Requests must be for this machine by a name of its own, so that no foreign page that had its name pointed here
    /// (DNS rebinding) can ask.
    Loopback,
    /// Requests for any name.
    Public,
}

/// Scripts, styles and pictures come from here alone, and no page may stand inside another one.
const POLICY: &str = "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// A picture brings its own style and nothing else.
pub(crate) const PICTURE_POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

/// Headers of every response that does not set them itself.
const HEADERS: [(HeaderName, &str); 7] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::CACHE_CONTROL, "no-cache"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
];

/// Stands before everything.
pub(crate) async fn guard(State(reach): State<Reach>, request: Request, next: Next) -> Response {
    let mut response = match admit(reach, &request) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    };
    for (name, value) in HEADERS {
        let headers = response.headers_mut();
        headers
            .entry(name)
            .or_insert(HeaderValue::from_static(value));
    }
    response
}

fn admit(reach: Reach, request: &Request) -> Result<(), Refusal> {
    let address = request.uri().path_and_query();
    if address.is_some_and(|address| address.as_str().len() > LONGEST_ADDRESS) {
        return Err(Refusal::new(
            StatusCode::URI_TOO_LONG,
            format!("the address is longer than {LONGEST_ADDRESS} characters: send a form instead"),
        ));
    }
    if reach == Reach::Loopback && !is_for_us(request.headers()) {
        return Err(Refusal::new(
            StatusCode::MISDIRECTED_REQUEST,
            "this server answers only requests for this machine, by the name localhost or its address",
        ));
    }
    let site = request.headers().get("sec-fetch-site");
    let foreign = site.is_some_and(|site| site == "cross-site");
    if foreign && request.uri().path().starts_with("/api/") {
        return Err(Refusal::new(
            StatusCode::FORBIDDEN,
            "the pages of other sites may not ask this server",
        ));
    }
    Ok(())
}

/// Whether the request names this machine itself.
fn is_for_us(headers: &HeaderMap) -> bool {
    let host = headers
        .get(header::HOST)
        .and_then(|host| host.to_str().ok());
    host.map(without_port).is_some_and(|name| {
        let address = name.trim_start_matches('[').trim_end_matches(']');
        name.eq_ignore_ascii_case("localhost")
            || address
                .parse()
                .is_ok_and(|address: IpAddr| address.is_loopback())
    })
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|digit| digit.is_ascii_digit()) => name,
        _ => host,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_pass() {
        let passes = |host: &str| {
            let host = HeaderValue::from_str(host).unwrap();
            is_for_us(&HeaderMap::from_iter([(header::HOST, host)]))
        };
        for host in [
            "localhost",
            "LOCALHOST:80",
            "127.0.0.1:8000",
            "127.1.2.3",
            "[::1]:9",
            "[::1]",
        ] {
            assert!(passes(host), "{host}");
        }
        for host in [
            "",
            "evil.example",
            "localhost.evil.example:8000",
            "10.0.0.1",
            "127.0.0.1.evil",
        ] {
            assert!(!passes(host), "{host}");
        }
        assert!(!is_for_us(&HeaderMap::new()));
    }
}
