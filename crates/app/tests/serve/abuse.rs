//! Hostile clients, and careless ones.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::Command;

use bouton_reference::{message, messages};

use crate::server::{Response, Server, form_of, request, waits};
use crate::support::bouton;
use crate::until::until;

/// A query that takes longer than any test.
const ENDLESS: &str = "/api/solve?game=connect:6,8,4";

#[test]
fn what_is_too_long_is_refused() {
    let server = Server::start(&[]);
    let long = server.get(&format!(
        "/api/solve?game=nim&position={}",
        "1,".repeat(10_000)
    ));
    assert_eq!(
        (long.status, long.json()["error"]["message"].is_string()),
        (414, true)
    );
    assert!([414, 431].contains(&server.get(&format!("/{}", "x".repeat(100_000))).status));
    let with_header = |length| {
        let header = "x".repeat(length);
        format!("GET / HTTP/1.1\r\nHost: localhost\r\nX: {header}\r\n\r\n")
    };
    assert!(is_refused(&server, &with_header(1 << 20), 431));
    assert!(is_refused(&server, &with_header((64 << 10) + 1), 431));
    assert!(is_refused(&server, &with_header(100_000), 431));
    assert!(!is_refused(&server, &with_header(60_000), 431));
    let form = format!("game=nim&position={}", "1".repeat(2 << 20));
    assert!(is_refused(&server, &form_of("/api/solve", &form), 413));
    // A query that is too long for an address can be sent as a form.
    let row = vec!["7"; 20_000].join(",");
    let posted = server.post("/api/solve", &format!("game=row-front:3&position={row}"));
    assert_eq!(
        (posted.status, &posted.json()["outcome"]),
        (200, &"win".into())
    );
    let odd =
        server.say("POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}");
    assert_eq!(
        (odd.status, odd.json()["error"]["message"].is_string()),
        (415, true)
    );
    assert_eq!(server.say("\0\u{1}\r\n\r\n").status, 400);
    assert_eq!(server.get("/api/games").status, 200);
}

/// Whether the request is refused with this status, or cut off in the middle.
fn is_refused(server: &Server, request: &str, status: u16) -> bool {
    let mut stream = server.connect();
    let _ = stream.write_all(request.as_bytes());
    let response = Response::read(&mut BufReader::new(stream));
    response.map_or(true, |response| response.status == status)
}

#[test]
fn nothing_typed_comes_back_as_a_page() {
    let server = Server::start(&[]);
    let script = "%3Cscript%3Ealert(1)%3C/script%3E";
    for path in [
        format!("/api/solve?game={script}"),
        format!("/api/solve?game=nim&position={script}"),
        format!("/api/draw?game=nim&position={script}"),
        format!("/api/draw?game=nim+3+%2B+{script}&as=graph"),
        format!("/api/solve?game=nim&{script}=1"),
        format!("/api/games/{script}"),
        format!("/{script}"),
        format!("/assets/{script}"),
    ] {
        let response = server.get(&path);
        assert!([400, 404].contains(&response.status), "{path}");
        assert_eq!(
            response.header("content-type"),
            Some("application/json"),
            "{path}"
        );
        assert_eq!(
            response.header("x-content-type-options"),
            Some("nosniff"),
            "{path}"
        );
        assert!(response.json()["error"]["message"].is_string(), "{path}");
    }
    // Pages do not depend on what is typed: scripts of their own put it in as text.
    assert_eq!(
        server.get(&format!("/game?game={script}")).body,
        server.get("/game").body
    );
}

#[test]
fn files_are_not_for_those_who_ask() {
    let server = Server::start(&[]);
    for question in "game=nim&position=@/etc/hostname game=/etc/hostname.star&position=1 game=docs/thief.game&position=1 game=docs/wythoff.law&position=1,2 game=nim+3+%2B+docs/wythoff.law+1,2 game=nim+3+%2B+/tmp/x.star+1 game=sum&position=nim+3+%2B+/tmp/x.star+1".split(' ') {
        let response = server.get(&format!("/api/solve?{question}"));
        assert_eq!(response.status, 400, "{question}: {}", response.text());
    }
    assert_eq!(server.get("/api/games/%2Ftmp%2Fx.star").status, 404);
}

#[test]
fn only_this_machine_may_ask_and_by_its_own_name() {
    let server = Server::start(&[]);
    let named = |host: &str| {
        server
            .say(&format!("GET / HTTP/1.1\r\nHost: {host}\r\n\r\n"))
            .status
    };
    assert_eq!(named("localhost:1234"), 200);
    assert_eq!(named("127.0.0.1"), 200);
    assert_eq!(named("evil.example"), 421);
    let from = |site: &str, path: &str| {
        let head =
            format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: {site}\r\n\r\n");
        server.say(&head).status
    };
    assert_eq!(from("cross-site", "/api/solve?game=tic-tac-toe"), 403);
    assert_eq!(from("same-origin", "/api/solve?game=tic-tac-toe"), 200);
    assert_eq!(from("cross-site", "/game?game=nim"), 200);
    let refused = serve(&["--port", "0", "--address", "0.0.0.0"]);
    assert_eq!(refused.0, Some(2));
    message("a server that all may reach", refused.1);
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let refused = serve(&["--port", &port]);
    assert_eq!(refused.0, Some(2));
    message(
        "a server at a port that is taken",
        refused.1.replace(&port, "PORT"),
    );
}

/// The exit code and the message of a server that does not start.
fn serve(options: &[&str]) -> (Option<i32>, String) {
    let said = bouton(&[&["serve"], options].concat());
    (said.code, said.error)
}

#[test]
fn limits_hold_where_nothing_is_searched() {
    let server = Server::start(&["--memory", "32M"]);
    let moves = server.get("/api/moves?game=nim&position=1000000000000000,1000000000000000");
    assert_eq!(
        (moves.status, &moves.json()["stopped"]),
        (504, &"memory".into())
    );
    let review = server.get("/api/review?game=nim&position=1000000000000000&move=nonsense");
    assert_eq!(review.status, 504);
    messages("questions beyond the limits of a server", |path| {
        let response = server.get(&format!("/api/{path}"));
        assert_eq!(response.status, 400, "{path}");
        response.json()["error"]["message"]
            .as_str()
            .unwrap()
            .to_owned()
    });
    let stopped = server.get("/api/solve?game=connect:6,8,4&time=0.2");
    assert_eq!(
        (stopped.status, &stopped.json()["stopped"]),
        (200, &"time".into())
    );
}

#[test]
fn a_full_queue_is_told_and_leaving_empties_it() {
    let server = Server::start(&["--public", "--workers", "2", "--time", "60s"]);
    let send = |_| {
        let mut stream = server.connect();
        stream.write_all(request(ENDLESS).as_bytes()).unwrap();
        stream
    };
    // One is being answered, 64 wait.
    let mut crowd: Vec<TcpStream> = (0..72).map(send).collect();
    for stream in &crowd {
        stream.set_nonblocking(true).unwrap();
    }
    let refused = |crowd: &[TcpStream]| {
        let has_answer = |stream: &&TcpStream| stream.peek(&mut [0]).is_ok();
        crowd.iter().filter(has_answer).count()
    };
    until(|| refused(&crowd) >= 72 - 65);
    // Another client does not wait behind them; the greedy one gives up a place for it.
    let mut other = BufReader::new(server.connect_as(2));
    for _ in 0..3 {
        let small = request("/api/solve?game=nim&position=3,4,5");
        other.get_mut().write_all(small.as_bytes()).unwrap();
        assert_eq!(Response::read(&mut other).unwrap().status, 200);
    }
    assert!(refused(&crowd) <= 72 - 65 + 3);
    for stream in &mut crowd {
        if stream.peek(&mut [0]).is_err() {
            continue;
        }
        stream.set_nonblocking(false).unwrap();
        let response = Response::read(&mut BufReader::new(stream)).unwrap();
        assert_eq!(response.status, 503);
        assert!(response.header("retry-after").is_some());
        message(
            "a server that is busy",
            response.json()["error"]["message"].as_str().unwrap(),
        );
    }
    // A client that disconnects ends the work and frees its place.
    drop(crowd);
    let answer = server.get(&format!("{ENDLESS}&time=0.5"));
    assert_eq!(
        (answer.status, &answer.json()["stopped"]),
        (200, &"time".into())
    );
}

/// Small questions are answered beside long ones of the same client.
#[test]
fn long_questions_leave_threads_for_small_ones() {
    let server = Server::start(&["--workers", "4", "--time", "60s"]);
    let long = |_| {
        let mut stream = server.connect();
        stream.write_all(request(ENDLESS).as_bytes()).unwrap();
        stream
    };
    let _crowd: Vec<TcpStream> = (0..3).map(long).collect();
    assert_eq!(server.get("/api/solve?game=nim&position=3,4,5").status, 200);
}

#[test]
fn leaving_a_stream_ends_its_work() {
    let server = Server::start(&["--workers", "1", "--time", "60s"]);
    let mut stream = server.connect();
    stream
        .write_all(request("/api/solve/stream?game=connect:6,8,4").as_bytes())
        .unwrap();
    let mut lines = BufReader::new(stream).lines();
    assert!(lines.any(|line| line.unwrap().contains("\"waiting\":false")));
    drop(lines);
    // The only thread would have continued for a minute.
    let answer = server.get(&format!("{ENDLESS}&time=0.5"));
    assert_eq!(answer.json()["stopped"], "time");
}

#[test]
fn those_who_say_nothing_keep_nobody_waiting() {
    let server = Server::start(&[]);
    let mut silent: Vec<_> = (0..100).map(|_| server.connect()).collect();
    for stream in &mut silent[..50] {
        stream.write_all(b"GET / HT").unwrap();
    }
    assert_eq!(server.get("/api/solve?game=nim&position=1").status, 200);
}

/// Many requests at one moment wait in the queue: a client that finds it full tries again, but only after a second.
#[test]
fn nobody_of_a_burst_has_to_try_again() {
    let capped = std::fs::read_to_string("/proc/sys/net/core/somaxconn");
    if capped.is_ok_and(|cap| cap.trim().parse::<u32>().unwrap() < 1000) {
        return;
    }
    let server = Server::start(&[]);
    let signal = |name: &str| {
        let kill = Command::new("kill")
            .args([name, server.id().to_string().as_str()])
            .status();
        assert!(kill.unwrap().success());
    };
    // The server accepts no client meanwhile: all of them wait, or this connection waits until the system gives up.
    signal("-STOP");
    let crowd: Vec<_> = (0..1000).map(|_| server.connect()).collect();
    signal("-CONT");
    drop(crowd);
    assert_eq!(server.get("/api/solve?game=nim&position=1").status, 200);
}

/// Connections that begin no request, or never end its head, leave places for others, and are closed.
#[test]
fn those_who_say_nothing_are_closed() {
    let server = Server::start(&[]);
    let silent = |n: usize| {
        let mut stream = server.connect();
        if n.is_multiple_of(2) {
            stream.write_all(b"GET / HT").unwrap();
        }
        stream
    };
    let mut crowd: Vec<TcpStream> = (0..600).map(silent).collect();
    let mut spoken = server.connect();
    let mut say = || {
        spoken
            .write_all(request("/api/solve?game=nim&position=1").as_bytes())
            .unwrap();
        Response::read(&mut BufReader::new(&mut spoken))
            .unwrap()
            .status
    };
    assert_eq!(say(), 200);
    crowd.extend((0..1200).map(silent));
    assert_eq!(say(), 200);
    for _ in 0..100 {
        assert_eq!(server.get("/api/solve?game=nim&position=1").status, 200);
        assert_eq!(say(), 200);
    }
    // The youngest can still send its request.
    let last = crowd.last_mut().unwrap();
    last.write_all(request("/api/solve?game=nim&position=1").as_bytes())
        .unwrap();
    assert_eq!(
        Response::read(&mut BufReader::new(last)).unwrap().status,
        200
    );
    assert_eq!(crowd[0].read(&mut [0; 1]).unwrap_or(0), 0);
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_it_cleanly_whatever_is_under_way() {
    for signal in ["-INT", "-TERM"] {
        let server = Server::start(&["--time", "600s"]);
        let mut stream = server.connect();
        stream.write_all(request(ENDLESS).as_bytes()).unwrap();
        assert_eq!(server.get("/").status, 200);
        let kill = Command::new("kill")
            .args([signal, &server.id().to_string()])
            .status();
        assert!(kill.unwrap().success());
        assert_eq!(server.wait().code(), Some(0), "{signal}");
    }
}

/// A client that asks for many long things at once leaves a thread for the next one.
#[cfg(target_os = "linux")]
#[test]
fn a_client_does_not_hold_all_threads() {
    let server = Server::start(&["--public", "--workers", "2", "--time", "600s"]);
    let asks = |client: u8| {
        let mut stream = server.connect_as(client);
        stream
            .write_all(request("/api/solve/stream?game=connect:6,8,4").as_bytes())
            .unwrap();
        BufReader::new(stream)
    };
    let mut crowd: Vec<_> = (0..8).map(|_| asks(2)).collect();
    let at_work = crowd
        .iter_mut()
        .filter_map(|stream| (!waits(stream)).then_some(()));
    assert_eq!(at_work.count(), 1);
    // The earlier ones wait; a client from elsewhere does not.
    assert!(!waits(&mut asks(3)));
}
