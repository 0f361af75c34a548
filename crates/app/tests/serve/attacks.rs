//! Attacks that once stopped all answers, took all memory, or continued after the caller had left.

use std::io::{BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use bouton_reference::message;

use super::refusal;
use super::run::most_memory;
use crate::server::{Response, Server, request};
use crate::support::{piped, program};

/// Whether a small question is answered. Without a free worker, the client's patience ends first.
fn is_answered(server: &Server) -> bool {
    server.get("/api/solve?game=nim&position=3,4,5").status == 200
}

#[test]
fn heaps_of_a_million_digits_stop_nobody() {
    let server = Server::start(&[]);
    let form = format!("game=fibonacci-nim&position={}", "9".repeat(1_000_000));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let answer = server.post("/api/solve", &form);
                assert_eq!(answer.status, 413, "{}", answer.text());
                let told = answer.json();
                assert_eq!(told["error"]["where"]["what"], "position");
                assert_eq!(
                    told["error"]["message"],
                    "position: a number has at most 1000 digits here, found one of 1000000; the command line takes more"
                );
            });
        }
        assert!(is_answered(&server));
    });
    let form = format!("game=fibonacci-nim&position={}", "9".repeat(1000));
    assert_eq!(server.post("/api/solve", &form).status, 200);
}

/// A client learns nothing of the files of the machine: an existing path and a missing one are refused alike.
#[test]
fn a_refusal_does_not_say_which_files_there_are() {
    let server = Server::start(&[]);
    for (there, absent) in [
        ("/etc/passwd", "/etc/passwe"),
        ("Cargo.toml", "Carga.toml"),
        (
            "testdata/forged/mu-torere.forged.tb",
            "testdata/forged/mu-torero.forged.tb",
        ),
        ("docs/wythoff.law", "docs/wythofx.law"),
        ("docs/thief.game", "docs/thiex.game"),
        ("docs/frogs.star", "docs/frogx.star"),
        ("docs/hill.jsonl", "docs/hilx.jsonl"),
        ("testdata/kif/mnk_3x3x3.kif", "testdata/kif/mnk_3x3x4.kif"),
    ] {
        for question in ["solve", "moves", "law", "sequence"] {
            let [said, other] = [there, absent].map(|name| {
                let answer = server.get(&format!("/api/{question}?game={name}&position=1"));
                let told = answer.json()["error"]["message"].to_string();
                (answer.status, told.replace(name, "NAME"))
            });
            assert_eq!(said, other, "{question} {there}");
            assert_ne!(said.0, 200, "{question} {there}");
        }
    }
}

#[test]
fn positions_are_capped_and_so_is_what_they_take() {
    let server = Server::start(&["--time", "2s", "--memory", "200M"]);
    let analyze = |heaps: usize| {
        let heaps = vec!["3"; heaps].join(",");
        server.post("/api/analyze", &format!("game=crosses&position={heaps}"))
    };
    let answer = analyze(200_000);
    assert_eq!(answer.status, 413);
    message("a position of too many heaps", refusal(&answer));
    let answer = analyze(20_000);
    assert_eq!(answer.status, 504, "{}", answer.text());
    assert!(is_answered(&server));
    // The bound of a question is 200 MB, an eighth of that, and 64 MB; code and stacks come on top.
    let most = most_memory(server.id());
    assert!((1 << 20..360 << 20).contains(&most), "{most}");
}

/// A chain of edges, whose moves took a time cubic in its length without checking a limit.
#[test]
fn chains_go_on_no_longer_than_they_may() {
    let server = Server::start(&["--time", "1s", "--workers", "1"]);
    let edges: Vec<_> = (0..4000).map(|n| format!("{n}g{}", n + 1)).collect();
    // A second and two of grace for each; without a limit it took minutes, which no client waits.
    for question in ["solve", "moves", "position"] {
        let form = format!("game=hackenbush&position={}", edges.join(","));
        let answer = server.post(&format!("/api/{question}"), &form);
        assert!(
            [200, 413, 504].contains(&answer.status),
            "{}",
            answer.text()
        );
    }
}

/// A position beyond 64 bits has no table; the next question, which has no position, is not asked there.
#[test]
fn a_position_of_huge_heaps_leaves_nothing_behind() {
    let server = Server::start(&["--workers", "1"]);
    let table = "/api/values?game=wythoff&up_to=3";
    let lost = "/api/losing?game=wythoff&up_to=9";
    let answer = |path| {
        let mut answer = server.get(path).json();
        answer.as_object_mut().unwrap().remove("seconds");
        answer
    };
    let whole = [table, lost].map(answer);
    for _ in 0..3 {
        for (path, whole) in [table, lost].iter().zip(&whole) {
            let huge = "/api/solve?game=wythoff&position=99999999999999999999,5";
            assert_eq!(server.get(huge).status, 200);
            assert_eq!(&answer(path), whole, "{path}");
        }
    }
}

/// A question that was put aside because its client left is asked again; the kept state is sound.
#[test]
fn a_game_that_was_left_answers_as_before() {
    let server = Server::start(&["--workers", "1", "--time", "60s"]);
    let question = "/api/moves?game=domineering:4,5";
    let whole = server.get(question).json();
    for wait in [5, 20, 60, 150, 400] {
        let mut stream = server.connect();
        let head = "GET /api/moves?game=domineering:6,6 HTTP/1.1\r\nHost: localhost\r\n\r\n";
        let head = if wait % 20 == 0 {
            head.replace("6,6", "4,5")
        } else {
            head.to_owned()
        };
        stream.write_all(head.as_bytes()).unwrap();
        std::thread::sleep(Duration::from_millis(wait));
        drop(stream);
        assert_eq!(server.get(question).json(), whole, "{wait}");
    }
}

#[test]
fn slow_forms_are_given_up() {
    let server = Server::start(&[]);
    let slow = |length: usize| {
        let mut stream = server.connect();
        let head = format!(
            "POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n\
             Content-Type: application/x-www-form-urlencoded\r\n\r\ngame=nim"
        );
        stream.write_all(head.as_bytes()).unwrap();
        stream
    };
    let mut first = slow(1000);
    let answer = Response::read(&mut BufReader::new(&mut first)).unwrap();
    assert_eq!(answer.status, 408);
    message("a request that comes too slowly", refusal(&answer));
    // Nothing follows on such a connection.
    assert_eq!(first.read(&mut [0; 1]).unwrap_or(0), 0);
    // Many of them leave places for others.
    let mut crowd: Vec<TcpStream> = (0..600).map(|_| slow(1000)).collect();
    for _ in 0..20 {
        assert_eq!(server.get("/api/solve?game=nim&position=3,4,5").status, 200);
    }
    // A long form waits only until theirs are given up.
    let heaps = "3,".repeat(10_000);
    let form = format!("game=nim&position={heaps}3");
    assert_eq!(server.post("/api/solve", &form).status, 200);
    let mut answer = BufReader::new(&mut crowd[0]);
    assert_eq!(Response::read(&mut answer).unwrap().status, 408);
}

/// Clients that do not read their long answers, until no other long answer may be on the way.
#[test]
fn slow_readers_keep_nobody_waiting() {
    let server = Server::start(&[]);
    let mut slow = Vec::new();
    loop {
        let mut stream = server.connect();
        let question = request("/api/moves?game=nim&position=60000");
        stream.write_all(question.as_bytes()).unwrap();
        let mut status = [0; 12];
        stream.read_exact(&mut status).unwrap();
        match &status {
            b"HTTP/1.1 200" => slow.push(stream),
            status => break assert_eq!(status, b"HTTP/1.1 503"),
        }
    }
    assert!((1..20).contains(&slow.len()), "{}", slow.len());
    for _ in 0..20 {
        assert!(is_answered(&server));
    }
}

#[test]
fn the_head_alone_is_told_where_it_is_asked_for() {
    let server = Server::start(&[]);
    for path in "/ /assets/api.js /api /api/games /api/games/nim /api/solve?game=nim&position=3,4,5"
        .split(' ')
    {
        let mut stream = server.connect();
        let head = format!("HEAD {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        stream.write_all(head.as_bytes()).unwrap();
        let mut told = String::new();
        stream.read_to_string(&mut told).unwrap();
        assert!(told.starts_with("HTTP/1.1 200 "), "{path}: {told}");
        assert!(told.ends_with("\r\n\r\n"), "{path}: {told}");
        assert!(
            told.to_lowercase().contains("\r\ncontent-type: "),
            "{path}: {told}"
        );
    }
}

#[test]
fn two_hosts_and_foreign_origins_are_refused() {
    let server = Server::start(&[]);
    let status = |path: &str, headers: &str| {
        server
            .say(&format!("GET {path} HTTP/1.1\r\n{headers}\r\n\r\n"))
            .status
    };
    assert_eq!(status("/", "Host: localhost\r\nHost: localhost"), 400);
    assert_eq!(status("/", "Host: localhost\r\nHost: evil.example"), 400);
    assert_eq!(status("http://evil.example/", "Host: localhost"), 421);
    assert_eq!(status("/", "X: y"), 421);
    let question = "/api/solve?game=nim&position=1";
    let from = |origin: &str| {
        status(
            question,
            &format!("Host: localhost:8000\r\nOrigin: {origin}"),
        )
    };
    assert_eq!(from("http://localhost:8000"), 200);
    for origin in "null http://evil.example http://localhost:3000 http://127.0.0.1:8000".split(' ')
    {
        assert_eq!(from(origin), 403, "{origin}");
    }
    let site = |site: &str| {
        status(
            question,
            &format!("Host: localhost\r\nSec-Fetch-Site: {site}"),
        )
    };
    assert_eq!(
        [site("same-origin"), site("none"), site("same-site")],
        [200, 200, 403]
    );
}

#[test]
fn requests_are_told_of_where_that_is_asked_for() {
    let mut child = piped(&mut program(&["serve", "--port", "0", "--log"]));
    let log = child.stderr.take().unwrap();
    let server = Server::running(child);
    server.get("/api/solve?game=nim&position=3,4,5");
    server.get(&format!("/nothing/{}", "x".repeat(500)));
    server.say("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n");
    let mut lines = std::io::BufRead::lines(BufReader::new(log)).map(Result::unwrap);
    for expected in [
        "GET /api/solve?game=nim&position=3,4,5 200 ",
        "… 404 ",
        "GET / 421 ",
    ] {
        let line = lines.next().unwrap();
        assert!(
            line.contains(expected) && line.contains(" 127.0.0.1:"),
            "{line}"
        );
        assert!(line.ends_with(" ms") && line.len() < 500, "{line}");
    }
}
