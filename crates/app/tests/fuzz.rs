//! Every reader of untrusted text, on random changes of the texts of `corpus/`. Nothing may panic, run
//! forever, or be read in two ways.
//!
//! A short run is part of the tests, always the same. A long one, each target for ten minutes, from a seed of its own:
//! `FUZZ_SECONDS=600 cargo test -p bouton-cli --test all fuzz:: -- --test-threads 1`. A failing input is left in `target/tmp`; it
//! becomes a file of the corpus once the fault is fixed.
#![cfg(all(feature = "serve", feature = "rules"))]

mod mutation;

use std::io::{BufReader, Read, Write};
use std::net::Shutdown;
use std::time::Duration;

use crate::server::Server;
use bouton::{Limits, Name, Open};
use mutation::fuzz;

/// The lines of a text up to the first, and the rest.
fn first_line(text: &str) -> (&str, &str) {
    text.split_once('\n').unwrap_or((text, ""))
}

/// The reader under test.
#[test]
#[should_panic = "a fault"]
fn a_fault_is_found() {
    fuzz("formulas", |text| {
        assert!(!text.contains('\u{1b}'), "a fault")
    });
}

/// A game in the first line, a position of it in the rest.
#[test]
fn positions() {
    fuzz("positions", |text| {
        let (game, position) = first_line(text);
        let Ok(name) = Name::read(game) else { return };
        if name.reads_files(Some(position)) {
            return;
        }
        let Ok(mut session) = Open::game(game).at(position).session() else {
            return;
        };
        let shown = session.position().unwrap();
        let gone = session.go(&shown);
        assert!(
            gone.is_ok(),
            "shown as {shown:?}, which is not read: {gone:?}"
        );
        assert_eq!(session.position().unwrap(), shown);
        // Another one is refused or becomes current, and the state stays consistent.
        let _ = session.play(position);
        session.position().unwrap();
    });
}

#[test]
fn rule_files() {
    fuzz("rule-files", |text| {
        // A rule file may compute up to its limits, but it has no access to files or a clock.
        if let Ok(file) = bouton_rules::RuleFile::of("fuzz.star", text, None) {
            let start = file.start().map(|_| file.kind());
            assert_eq!(start.is_some(), file.start().is_some());
        }
    });
}

/// Games given as lists of positions and moves.
#[test]
fn graphs() {
    use bouton_external::ExternalRules;
    use bouton_graphs::read;
    fuzz("graphs", |text| {
        let limits = Limits::of_memory(32 << 20);
        if let Ok(graph) = read("fuzz.jsonl", text.as_bytes(), &limits) {
            let start = graph.first();
            assert_eq!(graph.read(&graph.show(&start)), Ok(start));
            let report = graph.check(&limits).unwrap();
            assert!(report.positions > 0);
        }
    });
}

/// Rules as formulas.
#[test]
fn laws() {
    fuzz("laws", |text| {
        let _ = bouton_laws::read(text);
    });
}

#[test]
fn formulas() {
    fuzz("formulas", |text| {
        if let Ok(formula) = bouton_automata::parse(text) {
            formula.free_variables();
            formula.negated().predicates();
        }
    });
}

/// Certificates, by the checker and by the program's own reader.
#[test]
fn certificates() {
    fuzz("certificates", |text| {
        let bounds = bouton_verify::Bounds {
            memory: 64 << 20,
            time: Some(Duration::from_millis(50)),
            ..bouton_verify::Bounds::default()
        };
        if let Some(Err(refusal)) = bouton_verify::check(text, &bounds) {
            assert!(!refusal.to_string().contains('\u{1b}'));
        }
        let _ = bouton_laws::Certificate::read(text);
    });
}

/// Small questions from start to end: the result is an answer or a message.
#[test]
fn questions() {
    fuzz("positions", |text| {
        let (game, position) = first_line(text);
        let is_file = Name::read(game).is_ok_and(|name| name.reads_files(Some(position)));
        if is_file || text.len() > 200 {
            return;
        }
        let Ok(mut session) = Open::game(game).at(position).session() else {
            return;
        };
        let how = bouton::How {
            limits: Limits {
                memory: Some(32 << 20),
                nodes: Some(2000),
                threads: Some(1),
                ..Limits::within(Duration::from_millis(100))
            },
            ..bouton::How::default()
        };
        let answer = session.solve(&how);
        if let Ok(answer) = answer {
            assert!(answer.outcome.is_some() || answer.stopped.is_some());
        }
    });
}

/// Requests in the form in which they are received.
#[test]
fn requests() {
    let server = Server::start(&["--time", "100ms", "--memory", "64M"]);
    fuzz("requests", |text| {
        let mut stream = server.connect();
        // The body of a request that is refused early is not read.
        let _ = stream.write_all(text.as_bytes());
        let _ = stream.shutdown(Shutdown::Write);
        let mut told = Vec::new();
        let _ = BufReader::new(stream).take(1 << 20).read_to_end(&mut told);
        let told = String::from_utf8_lossy(&told);
        assert!(told.is_empty() || told.starts_with("HTTP/1."), "{told}");
        assert!(!told.starts_with("HTTP/1.1 500"), "{told}");
    });
    assert_eq!(server.get("/api/solve?game=nim&position=3,4,5").status, 200);
}
