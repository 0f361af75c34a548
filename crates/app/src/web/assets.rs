//! The pages and all they are made of, as responses.

use std::hash::{DefaultHasher, Hasher};

use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bouton_web::{FILES, PICTURE_STYLE, Refusal, book, mime};

use super::reply::refused;

/// `/assets/…`.
pub(crate) async fn asset(Path(path): Path<String>, headers: HeaderMap) -> Response {
    if path == PICTURE_STYLE {
        let kind = [(header::CONTENT_TYPE, "text/css; charset=utf-8")];
        return (kind, bouton_pictures::page_style()).into_response();
    }
    file(&path, &headers)
}

pub(crate) fn page(
    name: &'static str,
) -> impl Fn(HeaderMap) -> std::future::Ready<Response> + Clone {
    move |headers| std::future::ready(file(name, &headers))
}

/// `/book/…`: a page of help, or one of its pictures.
pub(crate) async fn book_page(path: Option<Path<String>>, headers: HeaderMap) -> Response {
    let name = path.as_ref().map_or("index.html", |path| &***path);
    match book().get(name) {
        Some(bytes) => sent(name, bytes, &headers),
        None => nothing(&headers),
    }
}

fn file(path: &str, headers: &HeaderMap) -> Response {
    match FILES.iter().find(|(name, _)| *name == path) {
        Some((name, bytes)) => sent(name, bytes, headers),
        None => missing(),
    }
}

fn sent(name: &str, bytes: &'static [u8], headers: &HeaderMap) -> Response {
    let tag = tag(bytes);
    let known = headers.get(header::IF_NONE_MATCH);
    let tagged = [(header::ETAG, tag.clone())];
    if known.is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, tagged).into_response();
    }
    (tagged, [(header::CONTENT_TYPE, mime(name))], bytes).into_response()
}

/// A tag that changes when a file changes.
fn tag(bytes: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    format!("\"{:016x}\"", hasher.finish())
}

/// The answer where there is nothing: a page for people, a sentence for programs.
pub(crate) fn nothing(headers: &HeaderMap) -> Response {
    let accepted = headers.get(header::ACCEPT).map(|kinds| kinds.as_bytes());
    let wants_page = accepted.is_some_and(|kinds| kinds.starts_with(b"text/html"));
    if !wants_page {
        return missing();
    }
    let mut page = file("missing.html", &HeaderMap::new());
    *page.status_mut() = StatusCode::NOT_FOUND;
    page
}

fn missing() -> Response {
    refused(Refusal::nothing())
}
