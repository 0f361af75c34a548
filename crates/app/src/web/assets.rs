//! The pages and all they are made of, inside the program.

use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

use super::refusal::Refusal;

#[derive(RustEmbed)]
#[folder = "assets/"]
struct Assets;

/// The style sheet for pictures inside a page, which comes from the code that draws them.
const PICTURE_STYLE: &str = "picture.css";

/// `/assets/…`.
pub(crate) async fn asset(Path(path): Path<String>, headers: HeaderMap) -> Response {
    if path == PICTURE_STYLE {
        let kind = [(header::CONTENT_TYPE, "text/css; charset=utf-8")];
        return (kind, bouton_pictures::page_style()).into_response();
    }
    file(&path, &headers)
}

/// A page.
pub(crate) fn page(
    name: &'static str,
) -> impl Fn(HeaderMap) -> std::future::Ready<Response> + Clone {
    move |headers| std::future::ready(file(name, &headers))
}

fn file(path: &str, headers: &HeaderMap) -> Response {
    let Some(file) = Assets::get(path) else {
        return missing();
    };
    let hash: String = (file.metadata.sha256_hash().iter())
        .take(8)
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let tag = format!("\"{hash}\"");
    let known = headers.get(header::IF_NONE_MATCH);
    let tagged = [(header::ETAG, tag.clone())];
    if known.is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, tagged).into_response();
    }
    let kind = [(header::CONTENT_TYPE, mime(file.metadata.mimetype()))];
    (tagged, kind, file.data.into_owned()).into_response()
}

/// Text is UTF-8.
fn mime(kind: &str) -> String {
    if kind.starts_with("text/") {
        format!("{kind}; charset=utf-8")
    } else {
        kind.to_owned()
    }
}

/// The answer where there is nothing.
pub(crate) fn missing() -> Response {
    Refusal::new(StatusCode::NOT_FOUND, "there is nothing at this address").into_response()
}
