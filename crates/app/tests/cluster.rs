//! `bouton cluster`: workers on this machine, killed at random, make the same table as one process, and errors are reported.
#![cfg(all(unix, feature = "cluster"))]

use std::fs::read;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Output};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::thread::{scope, sleep};
use std::time::{Duration, Instant};

use bouton_reference::messages;

use crate::support::{Said, piped, program};

/// Another worker is gone.
const LOST: i32 = 75;

fn bouton(folder: &Path) -> Command {
    let mut command = program::<&str>(&[]);
    command.current_dir(folder);
    command
}

/// A hosts file with this many workers, at ports that are free.
fn hosts(folder: &Path, name: &str, workers: usize) -> Vec<String> {
    let listeners = (0..workers).map(|_| TcpListener::bind("127.0.0.1:0").unwrap());
    let listeners: Vec<_> = listeners.collect();
    let lines = listeners
        .iter()
        .map(|one| one.local_addr().unwrap().to_string());
    let lines: Vec<_> = lines.collect();
    std::fs::write(folder.join(name), lines.join("\n")).unwrap();
    lines
}

fn worker(folder: &Path, game: &str, hosts: &str, me: usize, more: &[&str]) -> Child {
    let mut command = bouton(folder);
    command
        .args(["cluster", game, "--hosts", hosts, "--me", &me.to_string()])
        .args(["-o", "made.tb"])
        .args(more);
    if !more.contains(&"--checkpoint") {
        command.args(["--checkpoint", "work"]);
    }
    piped(&mut command)
}

fn told(output: Output) -> (Option<i32>, String) {
    let said = Said::from(output);
    (said.code, said.all())
}

fn table(folder: &Path, game: &str) -> Vec<u8> {
    let made = bouton(folder)
        .args(["tabulate", game, "-o", "whole.tb"])
        .output();
    assert!(made.unwrap().status.success());
    read(folder.join("whole.tb")).unwrap()
}

/// Restarts a worker while another one is missing, or after a kill, as a supervisor does; returns the number of starts.
fn supervise(folder: &Path, me: usize, current: &Mutex<Option<u32>>) -> u32 {
    for started in 1..100 {
        let child = worker(folder, "krk", "hosts.txt", me, &[]);
        *current.lock().unwrap() = Some(child.id());
        let (code, text) = told(child.wait_with_output().unwrap());
        *current.lock().unwrap() = None;
        match code {
            Some(0) => return started,
            // Killed at the moment at which the table was complete: the others have ended.
            _ if folder.join("made.tb").exists() => return started,
            Some(LOST) => assert!(
                text.contains("is gone") || text.contains("cannot speak"),
                "{text}"
            ),
            None => {}
            Some(other) => panic!("worker {me} ended with {other}: {text}"),
        }
    }
    panic!("worker {me} came to no end");
}

/// Waits until some worker has saved something.
fn await_work(folder: &Path) {
    let begun = Instant::now();
    let is_kept = || {
        let files = std::fs::read_dir(folder.join("work")).into_iter().flatten();
        let mut names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
        names.any(|name| name.starts_with("shard"))
    };
    while !is_kept() {
        assert!(begun.elapsed() < Duration::from_secs(60));
        sleep(Duration::from_millis(1));
    }
}

fn kill(process: u32) {
    let killed = Command::new("kill")
        .args(["-9", &process.to_string()])
        .status();
    // It may have ended normally.
    let _ = killed.unwrap();
}

/// The number of kills; more for a longer check.
fn kills() -> u32 {
    let asked = std::env::var("KILLS").ok();
    asked.and_then(|kills| kills.parse().ok()).unwrap_or(4)
}

#[test]
fn workers_that_are_killed_make_the_same_table() {
    let mut random = fastrand::Rng::with_seed(5);
    for workers in [2, 4] {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let wanted = table(folder, "krk");
        hosts(folder, "hosts.txt", workers);
        let current: Vec<_> = (0..workers).map(|_| Mutex::new(None)).collect();
        let (ended, starts) = (AtomicU32::new(0), AtomicU32::new(0));
        scope(|scope| {
            for (me, current) in current.iter().enumerate() {
                let (ended, starts) = (&ended, &starts);
                scope.spawn(move || {
                    starts.fetch_add(supervise(folder, me, current), Relaxed);
                    ended.fetch_add(1, Relaxed);
                });
            }
            for nth in 0..kills() {
                match nth {
                    // Once some work is saved.
                    0 => await_work(folder),
                    _ => sleep(Duration::from_millis(random.u64(50..900))),
                }
                // A finished worker does not wait for one that starts again.
                let is_over = ended.load(Relaxed) > 0 || folder.join("made.tb").exists();
                let process = *current[random.usize(..workers)].lock().unwrap();
                if let Some(process) = process.filter(|_| !is_over) {
                    kill(process);
                }
            }
        });
        assert!(starts.into_inner() as usize > workers);
        assert_eq!(read(folder.join("made.tb")).unwrap(), wanted, "{workers}");
    }
}

#[test]
fn a_single_worker_and_a_small_game_do() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    hosts(folder, "one.txt", 1);
    hosts(folder, "three.txt", 3);
    for (hosts, workers) in [("one.txt", 1), ("three.txt", 3)] {
        let wanted = table(folder, "mu-torere");
        let all = (0..workers).map(|me| worker(folder, "mu-torere", hosts, me, &["--json"]));
        let all: Vec<_> = all.collect();
        for one in all {
            let (code, text) = told(one.wait_with_output().unwrap());
            assert!(
                code == Some(0) && text.contains("\"positions\":630"),
                "{text}"
            );
        }
        assert_eq!(read(folder.join("made.tb")).unwrap(), wanted);
        assert_eq!(std::fs::read_dir(folder.join("work")).unwrap().count(), 0);
    }
}

#[test]
fn what_will_not_do_is_told_before_work_begins() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let lines = hosts(folder, "hosts.txt", 2);
    std::fs::write(
        folder.join("nowhere.txt"),
        "127.0.0.1:7\nno.such.host.invalid:7\n",
    )
    .unwrap();
    std::fs::write(folder.join("bad.txt"), "127.0.0.1\n").unwrap();
    std::fs::write(folder.join("twice.txt"), "127.0.0.1:7\n127.0.0.1:7\n").unwrap();
    let ends = |game: &str, hosts: &str, me: usize, more: &[&str]| {
        told(
            worker(folder, game, hosts, me, more)
                .wait_with_output()
                .unwrap(),
        )
    };
    let other = lines.join("\n") + "\n127.0.0.1:9";
    std::fs::write(folder.join("other.txt"), other).unwrap();
    // The exit code, and the sentence with names in place of addresses.
    let told = |asked: &str| {
        let words: Vec<_> = asked.split(' ').collect();
        let [game, hosts, me] = words[..3] else {
            panic!("{asked}")
        };
        let (code, text) = ends(game, hosts, me.parse().unwrap(), &words[3..]);
        assert_eq!(text.lines().count(), 1, "{text}");
        let text = text.replace(&lines[0], "HOST0").replace(&lines[1], "HOST1");
        // The rest is the system's.
        let text = text.split(": failed to lookup").next().unwrap();
        format!("{} {text}", code.unwrap())
    };
    messages("workers that cannot begin", told);
    let mut first = worker(folder, "krk", "hosts.txt", 0, &["--checkpoint", "other"]);
    wait_for(&lines[0]);
    messages("workers beside worker 0", told);
    first.kill().unwrap();
    first.wait().unwrap();
}

/// Waits until a process listens there.
fn wait_for(line: &str) {
    let begun = Instant::now();
    while TcpStream::connect(line).is_err() {
        assert!(begun.elapsed() < Duration::from_secs(30));
        sleep(Duration::from_millis(20));
    }
}

/// Another program that connects to the port is refused with a message, and the work goes on.
#[test]
fn strangers_are_sent_away() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let lines = hosts(folder, "hosts.txt", 2);
    let first = worker(folder, "mu-torere", "hosts.txt", 0, &[]);
    wait_for(&lines[0]);
    for words in [
        &b"GET / HTTP/1.1\r\n\r\n"[..],
        &[0; 64],
        // A worker may send messages of its full length, and a hello of any length.
        &[&b"BOUTONC2"[..], &[0; 33], &[0xff; 8]].concat(),
    ] {
        let mut stranger = TcpStream::connect(&lines[0]).unwrap();
        stranger.write_all(words).unwrap();
        // The connection is closed, with a message or without.
        let _ = stranger.read_to_end(&mut Vec::new());
    }
    let second = worker(folder, "mu-torere", "hosts.txt", 1, &[]);
    let (code, text) = told(second.wait_with_output().unwrap());
    assert_eq!(code, Some(0), "{text}");
    let (code, text) = told(first.wait_with_output().unwrap());
    assert_eq!(code, Some(0), "{text}");
    let sentences = text.matches("that is no worker's was closed").count();
    assert!(sentences >= 3, "{text}");
    assert_eq!(
        read(folder.join("made.tb")).unwrap(),
        table(folder, "mu-torere")
    );
}

/// Workers with the same secret make the table; the file is checked first.
#[test]
fn workers_with_a_secret_make_the_same_table() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let lines = hosts(folder, "hosts.txt", 2);
    for (name, text, mode) in [
        ("secret", "a long and random text\n", 0o600),
        ("other", "another text, as long\n", 0o400),
        ("short", "1234\n", 0o600),
        ("open", "a long and random text\n", 0o640),
    ] {
        std::fs::write(folder.join(name), text).unwrap();
        let mode = std::fs::Permissions::from_mode(mode);
        std::fs::set_permissions(folder.join(name), mode).unwrap();
    }
    let sealed = |me, secret: &[&str]| worker(folder, "mu-torere", "hosts.txt", me, secret);
    let refused = |me, words: &str| {
        let words: Vec<_> = words.split_whitespace().collect();
        let (code, text) = told(sealed(me, &words).wait_with_output().unwrap());
        assert_eq!(code, Some(2), "{text}");
        text.replace(&lines[0], "HOST0")
    };
    messages("files that are no secret", |words| refused(0, words));
    let first = sealed(0, &["--secret", "secret"]);
    wait_for(&lines[0]);
    messages("workers without the secret", |words| refused(1, words));
    let second = sealed(1, &["--secret", "secret"]);
    for one in [first, second] {
        let (code, text) = told(one.wait_with_output().unwrap());
        assert_eq!(code, Some(0), "{text}");
    }
    assert_eq!(
        read(folder.join("made.tb")).unwrap(),
        table(folder, "mu-torere")
    );
}
