//! The allowed requests, the longest address, and the headers that restrict browsers.

use std::net::IpAddr;

use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;

use bouton_web::Refusal;

use super::listen::LONGEST_HEAD;
use super::reply::refused;

/// Longer addresses are refused; longer positions can be sent as a form.
const LONGEST_ADDRESS: usize = 16 << 10;

/// The names for which requests are accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// Only names of this machine, so that no foreign page whose name was redirected here (DNS rebinding) can send
    /// requests.
    Loopback,
    /// Requests for any name.
    Public,
}

/// Scripts, styles and pictures come only from this server, and no page may be embedded in another.
const POLICY: &str = "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// A picture contains its own style and loads nothing.
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

/// Checks every request first.
pub(crate) async fn guard(State(reach): State<Reach>, request: Request, next: Next) -> Response {
    let mut response = match admit(reach, &request) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refused(refusal),
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
    let fields = request.headers().iter();
    let head: usize = fields
        .map(|(name, value)| name.as_str().len() + value.len() + 4)
        .sum();
    // The library that reads requests stops only somewhere beyond it.
    if head > LONGEST_HEAD {
        return Err(Refusal::new(
            StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE,
            format!("the headers of the request have more than {LONGEST_HEAD} bytes"),
        ));
    }
    if request.headers().get_all(header::HOST).iter().count() > 1 {
        return Err(Refusal::bad(
            "the request names two hosts: expected one Host header",
        ));
    }
    if reach == Reach::Loopback && !is_for_us(request) {
        return Err(Refusal::new(
            StatusCode::MISDIRECTED_REQUEST,
            "this server answers only requests for this machine, by the name localhost or its address",
        ));
    }
    if request.uri().path().starts_with("/api") && is_from_elsewhere(request.headers()) {
        return Err(Refusal::new(
            StatusCode::FORBIDDEN,
            "the pages of other sites may not ask this server",
        ));
    }
    Ok(())
}

/// Whether a page of another site sent the request. Browsers name the site with every request that is not a plain visit.
fn is_from_elsewhere(headers: &HeaderMap) -> bool {
    let host = headers.get(header::HOST).map(HeaderValue::as_bytes);
    let is_ours = |origin: &HeaderValue| {
        let origin = origin.as_bytes();
        let name = [&b"http://"[..], b"https://"];
        let name = name.iter().find_map(|scheme| origin.strip_prefix(*scheme));
        name.is_some() && name == host
    };
    let site = headers.get("sec-fetch-site");
    site.is_some_and(|site| site != "same-origin" && site != "none")
        || !headers.get_all(header::ORIGIN).iter().all(is_ours)
}

/// Whether the request names this machine itself, also in the address of the request if that contains a name.
fn is_for_us(request: &Request) -> bool {
    let host = request.headers().get(header::HOST);
    let host = host.and_then(|host| host.to_str().ok());
    let address = request.uri().authority().map(Authority::as_str);
    host.is_some_and(is_ours) && address.is_none_or(is_ours)
}

fn is_ours(host: &str) -> bool {
    let name = without_port(host);
    let address = name.trim_start_matches('[').trim_end_matches(']');
    name.eq_ignore_ascii_case("localhost")
        || address
            .parse()
            .is_ok_and(|address: IpAddr| address.is_loopback())
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
    fn pages_of_this_server_may_ask() {
        let headers = |origin| {
            let host = (header::HOST, HeaderValue::from_static("localhost:8000"));
            let origin = (header::ORIGIN, HeaderValue::from_static(origin));
            HeaderMap::from_iter([host, origin])
        };
        assert!(!is_from_elsewhere(&HeaderMap::new()));
        for origin in ["http://localhost:8000", "https://localhost:8000"] {
            assert!(!is_from_elsewhere(&headers(origin)), "{origin}");
        }
        for origin in [
            "null",
            "",
            "localhost:8000",
            "http://localhost:8001",
            "http://localhost",
            "http://evil.example",
            "file://localhost:8000",
        ] {
            assert!(is_from_elsewhere(&headers(origin)), "{origin}");
        }
    }

    #[test]
    fn only_names_of_this_machine_pass() {
        for host in "localhost LOCALHOST:80 127.0.0.1:8000 127.1.2.3 [::1]:9 [::1]".split(' ') {
            assert!(is_ours(host), "{host}");
        }
        for host in [
            "",
            "evil.example",
            "localhost.evil.example:8000",
            "10.0.0.1",
            "127.0.0.1.evil",
        ] {
            assert!(!is_ours(host), "{host}");
        }
        assert!(!is_for_us(&Request::default()));
    }
}
