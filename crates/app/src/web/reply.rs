//! Answers and refusals as responses.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bouton_web::{Head, Refusal, Reply};

use super::guard::PICTURE_POLICY;

pub(crate) fn response(head: Head, bytes: impl IntoResponse) -> Response {
    let status = StatusCode::from_u16(head.status);
    let status = status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = (status, bytes).into_response();
    let is_drawn = head.mime == "image/svg+xml";
    let policy = is_drawn.then_some(HeaderValue::from_static(PICTURE_POLICY));
    let saved = head
        .file
        .map(|file| format!("attachment; filename=\"{file}\""));
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::try_from(head.mime).ok()),
        (header::CONTENT_SECURITY_POLICY, policy),
        (
            header::CONTENT_DISPOSITION,
            saved.and_then(|saved| saved.try_into().ok()),
        ),
        (header::RETRY_AFTER, head.retry.map(HeaderValue::from)),
    ];
    for (name, value) in headers {
        value.map(|value| response.headers_mut().insert(name, value));
    }
    response
}

/// The response that says why there is no answer.
pub(crate) fn refused(refusal: Refusal) -> Response {
    let Reply { head, bytes } = refusal.into();
    response(head, bytes)
}
