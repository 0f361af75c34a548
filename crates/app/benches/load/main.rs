//! `bouton serve` under load: 200 clients at once with small questions, two impossible questions a second, some of them as
//! large as may be, and 600 forms that are sent a byte at a time. Then six clients with rule files that multiply big integers, beside four
//! with small questions about rule files and four with small questions about games of the catalogue.
//!
//! `cargo bench -p bouton-cli --bench load`, or for this many seconds: `… --bench load -- 10`. `BOUTON` names a program that
//! is built already.

mod run;
#[allow(dead_code, reason = "the tests use the rest")]
#[path = "../../tests/server.rs"]
mod server;

fn main() {
    let seconds = std::env::args()
        .find_map(|text| text.parse().ok())
        .unwrap_or(60.0);
    let program = std::env::var_os("BOUTON");
    let program = program.unwrap_or_else(|| env!("CARGO_BIN_EXE_bouton").into());
    let server = server::Server::of(&program, &[]);
    println!("{}", run::load(&server, 200, seconds));
    drop(server);
    let server = server::Server::of(program, &["--public", "--public-rules"]);
    let [rules, catalogue] = run::mixed(&server, 4, seconds);
    println!(
        "\nbeside hostile rule files, about rule files:\n{rules}\n\nabout the catalogue:\n{catalogue}"
    );
}
