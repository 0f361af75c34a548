//! Teeko solved by one process and by several over 127.0.0.1, in processor seconds.
//!
//! `cargo bench -p bouton-cluster --bench workers` takes two workers, `-- 4` four.

use std::net::TcpListener;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use bouton_cluster::{Hosts, Job, Meeting, Timely, meet};
use bouton_core::{Limits, Reversible};
use bouton_games::boards::Teeko;
use bouton_solvers::Keeper;
use bouton_solvers::retrograde::{Exchange, outcomes_of_numbers, part_of, shared_outcomes};
use cpu_time::ProcessTime;

fn main() {
    let arguments: Vec<_> = std::env::args()
        .skip(1)
        .filter(|argument| argument != "--bench")
        .collect();
    if let [me, folder] = &arguments[..] {
        return work(me.parse().unwrap(), Path::new(folder));
    }
    let workers = arguments
        .first()
        .map_or(2, |workers| workers.parse().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let (begun, limits) = (ProcessTime::now(), Limits::default());
    let mut keeper = Keeper::at(&folder.path().join("waves"));
    let alone = outcomes_of_numbers(&Teeko::default(), &limits, Some(&mut keeper));
    println!(
        "one process: {:.2} processor s",
        begun.elapsed().as_secs_f64()
    );
    drop(alone);
    let ports = (0..workers).map(|_| TcpListener::bind("127.0.0.1:0").unwrap());
    let ports: Vec<_> = ports.collect();
    let lines = ports
        .iter()
        .map(|port| port.local_addr().unwrap().to_string());
    let lines: Vec<_> = lines.collect();
    drop(ports);
    std::fs::write(folder.path().join("hosts"), lines.join("\n")).unwrap();
    let start = |me: usize| {
        Command::new(std::env::current_exe().unwrap())
            .arg(me.to_string())
            .arg(folder.path())
            .spawn()
            .unwrap()
    };
    let all: Vec<_> = (0..workers).map(start).collect();
    all.into_iter()
        .for_each(|mut one| assert!(one.wait().unwrap().success()));
}

/// Bytes that came and went over the loopback interface of the whole machine.
fn loopback() -> u64 {
    let text = std::fs::read_to_string("/proc/net/dev").unwrap_or_default();
    let line = text
        .lines()
        .find_map(|line| line.trim().strip_prefix("lo:"));
    let first = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
    first.unwrap_or(0)
}

fn work(me: usize, folder: &Path) {
    let (begun, clock, sent) = (ProcessTime::now(), Instant::now(), loopback());
    let (game, limits) = (Teeko::default(), Limits::default());
    let hosts = Hosts::open(&folder.join("hosts")).unwrap();
    let job = Job {
        version: String::new(),
        rules: String::new(),
    };
    let meeting = Meeting {
        hosts: &hosts,
        me,
        job: &job,
        secret: None,
        listen: None,
        patience: Duration::from_secs(60),
        note: &|sentence| eprintln!("{sentence}"),
    };
    let mut mesh = Timely::over(meet(&meeting, &limits).unwrap(), &hosts).unwrap();
    let part = part_of(game.count(), hosts.count());
    let mut talk = Exchange::over(&mut mesh, &limits);
    let share = shared_outcomes(&game, &mut talk, folder, part, &limits).unwrap();
    let mut counts = vec![0u64; share.entries().len()];
    let mut places = Vec::new();
    for own in 0..share.own() {
        places.clear();
        share.places(own, &mut places);
        places.iter().for_each(|place| counts[*place] += 1);
    }
    let all = talk.sum(&counts).unwrap();
    let word = (me == 0).then(|| b"done".to_vec());
    assert_eq!(mesh.end(word, &limits).unwrap(), b"done");
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status
        .lines()
        .find(|line| line.starts_with("VmHWM"))
        .unwrap_or("");
    println!(
        "worker {me} of {}: {:.2} processor s, {:.1} s elapsed, {peak}; {:.2} bytes a number over loopback; {} entries of {} numbers",
        hosts.count(),
        begun.elapsed().as_secs_f64(),
        clock.elapsed().as_secs_f64(),
        (loopback() - sent) as f64 / game.count() as f64,
        all.iter().filter(|count| **count > 0).count(),
        all.iter().sum::<u64>(),
    );
}
