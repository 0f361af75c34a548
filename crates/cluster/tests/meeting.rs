//! Workers connect to each other, and to nobody else.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::thread::{scope, sleep};
use std::time::Duration;

use bouton_cluster::{ClusterError, Hosts, Job, Meeting, Peers, Secret, meet};
use bouton_core::{Limits, StopReason};
use bouton_reference::message;

use crate::support::{hosts, job, meeting, met};

/// The error with the numbers of the workers in place of their addresses.
fn told(error: &ClusterError, hosts: &Hosts) -> String {
    let named = |told: String, n| told.replace(hosts.name(n), &format!("host {n}"));
    (0..hosts.count()).fold(error.to_string(), named)
}

fn secret(text: &str) -> Secret {
    Secret::of(text.as_bytes(), "secret").unwrap()
}

/// A worker with a secret, or without one.
fn sealed(
    hosts: &Hosts,
    me: usize,
    secret: Option<&Secret>,
    note: &dyn Fn(&str),
) -> Result<Peers, ClusterError> {
    let job = job("krk");
    let meeting = Meeting {
        secret,
        ..meeting(hosts, me, &job, note)
    };
    meet(&meeting, &Limits::default())
}

#[test]
fn who_works_on_something_else_is_sent_away() {
    let (hosts, notes) = (hosts(2), Mutex::new(Vec::new()));
    scope(|scope| {
        let first = scope.spawn(|| {
            let note = |sentence: &str| notes.lock().unwrap().push(sentence.to_owned());
            met(&hosts, 0, &job("krk"), &note)
        });
        let other = met(&hosts, 1, &job("teeko"), &|_| ()).unwrap_err();
        message("a worker of another game", told(&other, &hosts));
        let newer = Job {
            version: "2".into(),
            ..job("krk")
        };
        let newer = met(&hosts, 1, &newer, &|_| ()).unwrap_err();
        message("a worker of another version", told(&newer, &hosts));
        assert_eq!(met(&hosts, 1, &job("krk"), &|_| ()).unwrap().len(), 2);
        assert!(first.join().unwrap().is_ok());
    });
    assert_eq!(notes.into_inner().unwrap().len(), 2);
}

/// A number is one worker's, as long as that is there.
#[test]
fn a_number_is_taken_once() {
    let hosts = hosts(3);
    scope(|scope| {
        let first = scope.spawn(|| met(&hosts, 0, &job("krk"), &|_| ()));
        // Two with the number 2 call worker 0 and wait for worker 1, which comes when one of them is refused.
        let (refuse, refused) = channel();
        let twins = [None, Some("127.0.0.1:0".parse().unwrap())].map(|listen| {
            let (refuse, hosts) = (refuse.clone(), &hosts);
            scope.spawn(move || {
                let job = job("krk");
                let meeting = Meeting {
                    listen,
                    ..meeting(hosts, 2, &job, &|_| ())
                };
                let found = meet(&meeting, &Limits::default());
                found.map_err(|error| refuse.send(error).unwrap()).is_ok()
            })
        });
        message(
            "a worker of the same number",
            told(&refused.recv().unwrap(), &hosts),
        );
        assert!(met(&hosts, 1, &job("krk"), &|_| ()).is_ok());
        assert!(first.join().unwrap().is_ok());
        let [one, other] = twins.map(|twin| twin.join().unwrap());
        assert!(one != other);
    });
}

/// The opening of a worker and the beginning of a long hello, of which an unknown client sends a byte from time to time.
fn slow_words() -> Vec<u8> {
    let mut words = b"BOUTONC2\0".to_vec();
    words.extend([7; 32]);
    words.extend(1_000_000_u32.to_le_bytes());
    words
}

/// Speaks slowly to a worker until something is over, and calls again when it is refused; whether it saw the end, which it looks for at
/// each call too: the port of a meeting that is over is closed. It gives up after more words than any meeting here waits for.
fn speak_slowly(to: &str, is_over: &AtomicBool) -> bool {
    let mut left = 1200;
    while left > 0 {
        if is_over.load(Ordering::Relaxed) {
            return true;
        }
        left -= 1;
        sleep(Duration::from_millis(50));
        let Ok(mut stream) = TcpStream::connect(to) else {
            continue;
        };
        let mut words = slow_words().into_iter();
        while left > 0 && stream.write_all(&[words.next().unwrap_or(0)]).is_ok() {
            if is_over.load(Ordering::Relaxed) {
                return true;
            }
            left -= 1;
            sleep(Duration::from_millis(50));
        }
    }
    false
}

#[test]
fn slow_strangers_hold_up_no_worker() {
    let (hosts, is_over, job) = (hosts(3), AtomicBool::new(false), job("krk"));
    scope(|scope| {
        let strangers: Vec<_> = (0..3)
            .map(|worker| {
                let (name, is_over) = (hosts.name(worker), &is_over);
                scope.spawn(move || speak_slowly(name, is_over))
            })
            .collect();
        // The unknown clients come first.
        sleep(Duration::from_millis(200));
        let workers: Vec<_> = (0..3)
            .map(|me| {
                let (hosts, job) = (&hosts, &job);
                scope.spawn(move || met(hosts, me, job, &|_| ()))
            })
            .collect();
        for worker in workers {
            assert!(worker.join().unwrap().is_ok());
        }
        is_over.store(true, Ordering::Relaxed);
        for stranger in strangers {
            assert!(stranger.join().unwrap(), "an unknown client gave up first");
        }
    });
}

/// An unknown client at the port of the called worker does not delay a worker.
#[test]
fn slow_strangers_do_not_outlast_a_meeting() {
    let hosts = hosts(2);
    for patience in [1, 60] {
        for me in 0..2 {
            let limits = match patience {
                1 => Limits::default(),
                _ => Limits::within(Duration::from_secs(1)),
            };
            let is_over = AtomicBool::new(false);
            let silent = (me == 1).then(|| TcpListener::bind(hosts.name(0)).unwrap());
            scope(|scope| {
                let stranger = scope.spawn(|| speak_slowly(hosts.name(me), &is_over));
                if let Some(listener) = &silent {
                    let is_over = &is_over;
                    scope.spawn(move || answer_slowly(listener, is_over));
                }
                let job = job("krk");
                let meeting = Meeting {
                    patience: Duration::from_secs(patience),
                    ..meeting(&hosts, me, &job, &|_| ())
                };
                let error = meet(&meeting, &limits).unwrap_err();
                is_over.store(true, Ordering::Relaxed);
                let as_wanted = match patience {
                    1 => matches!(error, ClusterError::Lost(_)),
                    _ => matches!(error, ClusterError::Stopped(StopReason::Time)),
                };
                assert!(as_wanted, "{error}");
                assert!(stranger.join().unwrap(), "the unknown client gave up first");
            });
        }
    }
}

/// Answers the first that calls a byte now and then.
fn answer_slowly(listener: &TcpListener, is_over: &AtomicBool) {
    let (mut stream, _) = listener.accept().unwrap();
    for byte in slow_words().into_iter().chain(std::iter::repeat(0)) {
        if is_over.load(Ordering::Relaxed) || stream.write_all(&[byte]).is_err() {
            return;
        }
        sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_crowd_of_silent_strangers_makes_room() {
    let hosts = hosts(2);
    scope(|scope| {
        let first = scope.spawn(|| met(&hosts, 0, &job("krk"), &|_| ()));
        let crowd: Vec<_> = (0..200).filter_map(|_| connected(hosts.name(0))).collect();
        assert!(crowd.len() > 100);
        assert!(met(&hosts, 1, &job("krk"), &|_| ()).is_ok());
        assert!(first.join().unwrap().is_ok());
    });
}

/// A connection to a worker, which may not listen yet.
fn connected(to: &str) -> Option<TcpStream> {
    for _ in 0..200 {
        match TcpStream::connect(to) {
            Ok(stream) => return Some(stream),
            Err(_) => sleep(Duration::from_millis(20)),
        }
    }
    None
}

/// One sentence for each end, and the workers that know the secret meet.
#[test]
fn a_secret_keeps_strangers_out() {
    let (right, wrong) = (secret("sixteen letters!"), secret("sixteen letters?"));
    for (ours, theirs, told, noted) in [
        (
            Some(&right),
            Some(&wrong),
            "has another secret",
            "does not know the secret: refused",
        ),
        (
            Some(&right),
            None,
            "has a secret, and this one has none: all need the same one",
            "has no secret, and this one has one: refused",
        ),
        (
            None,
            Some(&right),
            "has no secret, and this one has one: all need the same one",
            "has a secret, and this one has none: refused",
        ),
    ] {
        let (hosts, notes) = (hosts(2), Mutex::new(Vec::new()));
        scope(|scope| {
            let first = scope.spawn(|| {
                let note = |sentence: &str| notes.lock().unwrap().push(sentence.to_owned());
                sealed(&hosts, 0, ours, &note)
            });
            let stranger = sealed(&hosts, 1, theirs, &|_| ()).unwrap_err();
            let wanted = format!("worker 0 ({}) {told}", hosts.name(0));
            assert_eq!(stranger.to_string(), wanted);
            assert!(sealed(&hosts, 1, ours, &|_| ()).is_ok());
            assert!(first.join().unwrap().is_ok());
        });
        let notes = notes.into_inner().unwrap();
        assert!(notes.len() == 1 && notes[0].ends_with(noted), "{notes:?}");
    }
}

/// A client that recorded a worker's handshake and replays it is refused.
#[test]
fn what_was_recorded_opens_nothing() {
    let (hosts, secret) = (hosts(2), secret("sixteen letters!"));
    let behind = TcpListener::bind("127.0.0.1:0").unwrap();
    let elsewhere = behind.local_addr().unwrap();
    drop(behind);
    let notes = Mutex::new(Vec::new());
    // Worker 0 listens elsewhere; at its line somebody listens in.
    let first = || {
        let job = job("krk");
        let note = |sentence: &str| notes.lock().unwrap().push(sentence.to_owned());
        let meeting = Meeting {
            secret: Some(&secret),
            listen: Some(elsewhere),
            ..meeting(&hosts, 0, &job, &note)
        };
        meet(&meeting, &Limits::default())
    };
    let line = TcpListener::bind(hosts.name(0)).unwrap();
    let recorded = scope(|scope| {
        let recorded = scope.spawn(|| record(&line, &elsewhere.to_string()));
        let worker = scope.spawn(|| sealed(&hosts, 1, Some(&secret), &|_| ()));
        let peers = first().unwrap();
        drop((peers, worker.join().unwrap().unwrap()));
        recorded.join().unwrap()
    });
    assert!(recorded.starts_with(b"BOUTONC2\x01"));
    assert_eq!(notes.lock().unwrap().len(), 0);
    scope(|scope| {
        let first = scope.spawn(first);
        let mut replayed = connected(&elsewhere.to_string()).unwrap();
        replayed.write_all(&recorded).unwrap();
        // An opening, and the reply that the secret is wrong.
        let mut heard = [0; 42];
        replayed.read_exact(&mut heard).unwrap();
        assert_eq!(heard[41], 3);
        // Worker 0 says nothing of itself.
        assert_eq!(replayed.read(&mut heard).unwrap(), 0);
        scope.spawn(|| record(&line, &elsewhere.to_string()));
        assert!(sealed(&hosts, 1, Some(&secret), &|_| ()).is_ok());
        assert!(first.join().unwrap().is_ok());
    });
    let notes = notes.into_inner().unwrap();
    assert!(
        notes.len() == 1 && notes[0].ends_with("does not know the secret: refused"),
        "{notes:?}"
    );
}

/// Passes on what one caller and the worker that is called say; all that the caller said.
fn record(line: &TcpListener, to: &str) -> Vec<u8> {
    let (caller, _) = line.accept().unwrap();
    let called = connected(to).unwrap();
    scope(|scope| {
        let back = scope.spawn(|| pass(&called, &caller));
        let said = pass(&caller, &called);
        back.join().unwrap();
        said
    })
}

fn pass(mut from: &TcpStream, mut to: &TcpStream) -> Vec<u8> {
    let (mut said, mut bytes) = (Vec::new(), [0; 1024]);
    while let Ok(length @ 1..) = from.read(&mut bytes) {
        said.extend_from_slice(&bytes[..length]);
        if to.write_all(&bytes[..length]).is_err() {
            break;
        }
    }
    let _ = to.shutdown(Shutdown::Write);
    said
}
