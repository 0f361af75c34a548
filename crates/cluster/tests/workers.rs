//! Workers that meet over 127.0.0.1, as threads of one process.

use std::net::TcpListener;
use std::path::Path;
use std::sync::Mutex;
use std::thread::scope;
use std::time::Duration;

use bouton_cluster::{ClusterError, Hosts, Job, Meeting, Peers, Timely, meet};
use bouton_core::Limits;
use bouton_games::boards::Krk;
use bouton_solvers::retrograde::{Share, Talk, outcomes_of_numbers, shared_outcomes};

/// So many workers at ports that are free.
fn hosts(workers: usize) -> Hosts {
    let ports = (0..workers).map(|_| TcpListener::bind("127.0.0.1:0").unwrap());
    let ports: Vec<_> = ports.collect();
    let lines = ports
        .iter()
        .map(|port| format!("{}\n", port.local_addr().unwrap()));
    Hosts::read(&lines.collect::<String>(), "hosts").unwrap()
}

fn job(rules: &str) -> Job {
    Job {
        version: "1".into(),
        rules: rules.into(),
    }
}

fn met(hosts: &Hosts, me: usize, job: &Job, note: &dyn Fn(&str)) -> Result<Peers, ClusterError> {
    let meeting = Meeting {
        hosts,
        me,
        job,
        listen: None,
        patience: Duration::from_secs(20),
        note,
    };
    meet(&meeting, &Limits::default())
}

/// Connections hear of it when one of them is gone, and that in the whole process: one test at a time.
static ALONE: Mutex<()> = Mutex::new(());

fn share(hosts: &Hosts, me: usize, folder: &Path) -> Share {
    let peers = met(hosts, me, &job("krk"), &|_| ()).unwrap();
    let (mut mesh, limits) = (Timely::over(peers, hosts).unwrap(), Limits::default());
    let mut talk = Talk::over(&mut mesh, &limits);
    let share = shared_outcomes(&Krk, &mut talk, folder, 12, &limits).unwrap();
    // One who says nothing hears as much as the others.
    let heard = talk.say(0..1, &[me as u8; 70_000]).unwrap();
    let lengths: Vec<_> = heard.iter().map(Vec::len).collect();
    assert_eq!(
        lengths,
        vec![if me == 0 { 70_000 } else { 0 }; hosts.count()]
    );
    assert_eq!(talk.sum(&[1, me as u64]).unwrap()[0], hosts.count() as u64);
    let word = (me == 0).then(|| b"done".to_vec());
    assert_eq!(mesh.end(word, &limits).unwrap(), b"done");
    share
}

#[test]
fn workers_find_together_what_one_does() {
    let _alone = ALONE.lock().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let alone = outcomes_of_numbers(&Krk, &Limits::default(), None).unwrap();
    for workers in 1..4 {
        let hosts = hosts(workers);
        let shares: Vec<_> = scope(|scope| {
            let start = |me| {
                scope.spawn({
                    let (hosts, folder) = (&hosts, folder.path());
                    move || share(hosts, me, folder)
                })
            };
            let threads: Vec<_> = (0..workers).map(start).collect();
            threads.into_iter().map(|one| one.join().unwrap()).collect()
        });
        let (mut number, mut places) = (0, Vec::new());
        for part in 0..shares[0].parts() as usize {
            let share = &shares[part % workers];
            places.clear();
            share.places(part / workers, &mut places);
            for place in &places {
                let wanted = alone.entries()[alone.place(number)];
                assert_eq!(share.entries()[*place], wanted, "{number} of {workers}");
                number += 1;
            }
        }
        assert_eq!(number, alone.count());
        for entry in std::fs::read_dir(folder.path()).unwrap() {
            std::fs::remove_file(entry.unwrap().path()).unwrap();
        }
    }
}

#[test]
fn who_works_on_something_else_is_sent_away() {
    let _alone = ALONE.lock().unwrap();
    let (hosts, notes) = (hosts(2), Mutex::new(Vec::new()));
    scope(|scope| {
        let first = scope.spawn(|| {
            let note = |sentence: &str| notes.lock().unwrap().push(sentence.to_owned());
            met(&hosts, 0, &job("krk"), &note)
        });
        let other = met(&hosts, 1, &job("teeko"), &|_| ())
            .unwrap_err()
            .to_string();
        assert!(
            other.contains("has another game, or other rules"),
            "{other}"
        );
        let newer = Job {
            version: "2".into(),
            ..job("krk")
        };
        let newer = met(&hosts, 1, &newer, &|_| ()).unwrap_err().to_string();
        assert!(newer.contains("has version 1, and this one 2"), "{newer}");
        assert_eq!(met(&hosts, 1, &job("krk"), &|_| ()).unwrap().len(), 2);
        assert!(first.join().unwrap().is_ok());
    });
    assert_eq!(notes.into_inner().unwrap().len(), 2);
}

/// A number is one worker's, as long as that is there.
#[test]
fn a_number_is_taken_once() {
    let _alone = ALONE.lock().unwrap();
    let hosts = hosts(3);
    scope(|scope| {
        let first = scope.spawn(|| met(&hosts, 0, &job("krk"), &|_| ()));
        let second = scope.spawn(|| met(&hosts, 2, &job("krk"), &|_| ()));
        // Worker 2 calls worker 0, and waits for worker 1.
        std::thread::sleep(Duration::from_millis(500));
        let elsewhere = Meeting {
            hosts: &hosts,
            me: 2,
            job: &job("krk"),
            listen: Some("127.0.0.1:0".parse().unwrap()),
            patience: Duration::from_secs(20),
            note: &|_| (),
        };
        let twice = meet(&elsewhere, &Limits::default())
            .unwrap_err()
            .to_string();
        assert!(twice.contains("has met another worker 2"), "{twice}");
        assert!(met(&hosts, 1, &job("krk"), &|_| ()).is_ok());
        assert!(first.join().unwrap().is_ok() && second.join().unwrap().is_ok());
    });
}
