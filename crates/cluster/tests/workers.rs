//! Workers that have met make a table together.

use std::path::Path;
use std::sync::Mutex;
use std::thread::scope;

use bouton_cluster::{Hosts, Timely};
use bouton_core::Limits;
use bouton_games::boards::Krk;
use bouton_solvers::retrograde::{Exchange, Share, outcomes_of_numbers, shared_outcomes};

use crate::support::{hosts, job, met};

/// Connections notice a lost worker, and that in the full process: one test at a time.
static ALONE: Mutex<()> = Mutex::new(());

fn share(hosts: &Hosts, me: usize, folder: &Path) -> Share {
    let peers = met(hosts, me, &job("krk"), &|_| ()).unwrap();
    let (mut mesh, limits) = (Timely::over(peers, hosts).unwrap(), Limits::default());
    let mut talk = Exchange::over(&mut mesh, &limits);
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
