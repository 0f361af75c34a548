//! `bouton serve` under load: 200 clients at once with small questions, two impossible questions a second.
//!
//! `cargo bench -p bouton-app --bench load`, or for so many seconds: `… --bench load -- 10`.

mod run;
#[allow(dead_code, reason = "the tests use the rest")]
#[path = "../../tests/serve/server.rs"]
mod server;

fn main() {
    let seconds = std::env::args()
        .find_map(|text| text.parse().ok())
        .unwrap_or(60.0);
    let server = server::Server::start(&[]);
    println!("{}", run::load(&server, 200, seconds));
}
