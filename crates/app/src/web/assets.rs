//! The pages and all their files, embedded in the program.

use std::hash::{DefaultHasher, Hasher};

use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::refusal::Refusal;

/// Files of the folder `assets`, each with its name.
macro_rules! files {
    ($($name:literal,)*) => {
        &[$(($name, include_bytes!(concat!("../../assets/", $name)))),*]
    };
}

const FILES: &[(&str, &[u8])] = files![
    "api.js",
    "boxes.js",
    "calculator.css",
    "calculator.html",
    "calculator.js",
    "catalogue.js",
    "chart.js",
    "choice.js",
    "dom.js",
    "drawing.js",
    "editor.js",
    "experiments.js",
    "explorer.js",
    "game.html",
    "game.js",
    "handling.js",
    "icon.svg",
    "index.html",
    "lab.html",
    "lab.js",
    "line.js",
    "marks.js",
    "missing.html",
    "movelist.js",
    "moving.js",
    "newgame.js",
    "panels.js",
    "pictures.js",
    "play.js",
    "puzzles.html",
    "puzzles.js",
    "readout.js",
    "reference.html",
    "reference.js",
    "review.js",
    "rules.css",
    "rules.html",
    "rules.js",
    "ruletext.js",
    "saves.js",
    "sizes.js",
    "starts.js",
    "study.js",
    "style.css",
    "table.js",
    "waiting.js",
    "winning.js",
    "words.js",
    "worth.js",
    "zoom.js",
];

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
    let Some((name, bytes)) = FILES.iter().find(|(name, _)| *name == path) else {
        return missing();
    };
    let tag = tag(bytes);
    let known = headers.get(header::IF_NONE_MATCH);
    let tagged = [(header::ETAG, tag.clone())];
    if known.is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, tagged).into_response();
    }
    (tagged, [(header::CONTENT_TYPE, mime(name))], *bytes).into_response()
}

/// A tag that changes when a file changes.
fn tag(bytes: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    format!("\"{:016x}\"", hasher.finish())
}

/// The content type of a file, by the ending of its name.
fn mime(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    }
}

/// The answer for an unknown path: a page for people, a sentence for programs.
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
    Refusal::new(StatusCode::NOT_FOUND, "there is nothing at this address").into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_folder_is_inside_and_of_a_known_kind() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/assets");
        let folder = std::fs::read_dir(folder).unwrap();
        let name = |entry: std::fs::DirEntry| entry.file_name().into_string().unwrap();
        let mut there: Vec<_> = folder.map(|entry| name(entry.unwrap())).collect();
        there.sort();
        let inside: Vec<_> = FILES.iter().map(|(name, _)| *name).collect();
        assert_eq!(inside, there);
        for name in inside {
            assert_ne!(mime(name), "application/octet-stream", "{name}");
        }
    }
}
