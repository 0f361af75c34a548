//! `bouton serve`: the API against the contract and its own description, and against hostile clients.
#![cfg(feature = "serve")]

mod abuse;
mod api;
mod attacks;
#[cfg(feature = "rules")]
mod rules;
#[path = "../benches/load/run.rs"]
mod run;
mod schema;

use crate::server::{Response, Server};

/// Three seconds of the load run: nothing fails, small questions are answered beside long ones, and memory is bounded.
#[test]
fn the_server_holds_under_load() {
    let server = Server::start(&["--time", "5s", "--memory", "128M"]);
    let report = run::load(&server, 200, 3.0);
    assert!(report.errors.is_empty(), "{report}");
    // How many depends on the machine.
    assert!(report.answered > 0, "{report}");
    // Six questions of 128 MB with what they take beside, and the program itself.
    assert!(report.most_memory < 1600 << 20, "{report}");
}

/// The message of a refusal.
fn refusal(response: &Response) -> String {
    let told = response.json()["error"]["message"].clone();
    told.as_str().unwrap().to_owned()
}

/// Fails unless there is an answer, or a refusal in words.
#[cfg(feature = "rules")]
fn is_told(response: &Response, what: &str) {
    let is_told = response.status == 200 || response.json()["error"]["message"].is_string();
    assert!(
        is_told && response.status != 500,
        "{what}: {} {}",
        response.status,
        response.text()
    );
}
