//! Backward analysis by several workers, threads that speak over channels, against a slow reference.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Barrier};
use std::time::Duration;

use crate::web::{Web, corridor, entries, fan, web};
use bouton_core::{Limits, StopReason};
use bouton_solvers::retrograde::{Exchange, Mesh, Receive, remove_share, shared_outcomes};
use bouton_tables::Entry;

type Letter = (u64, Vec<u8>);

/// Workers of one process. Some are slower than others, so that these are ahead.
struct Channels {
    me: usize,
    others: Vec<Sender<Letter>>,
    letters: Receiver<Letter>,
    all: Arc<Barrier>,
    settled: u64,
    /// It stops at this barrier.
    stops_at: Option<u64>,
}

impl Channels {
    fn hear(&self, hear: Receive<'_>) {
        let come: VecDeque<_> = self.letters.try_iter().collect();
        come.iter().for_each(|(tag, bytes)| hear(*tag, bytes));
    }
}

impl Mesh for Channels {
    fn me(&self) -> usize {
        self.me
    }
    fn workers(&self) -> usize {
        self.others.len()
    }
    fn send(&mut self, to: usize, tag: u64, bytes: Vec<u8>) {
        // Nobody listens any more where work was stopped.
        let _ = self.others[to].send((tag, bytes));
    }
    fn round(&mut self, _: &Limits, hear: Receive<'_>) -> Result<(), StopReason> {
        self.hear(hear);
        Ok(())
    }
    fn settle(&mut self, _: &Limits, hear: Receive<'_>) -> Result<(), StopReason> {
        self.settled += 1;
        if self.stops_at == Some(self.settled) {
            return Err(StopReason::Cancelled);
        }
        self.all.wait();
        if (self.settled as usize + self.me).is_multiple_of(5) {
            std::thread::sleep(Duration::from_micros(300));
        }
        self.hear(hear);
        Ok(())
    }
}

/// The joined results of all workers; `None` where they were stopped.
fn shared(
    game: &Web,
    folder: &Path,
    workers: usize,
    part: u32,
    stops_at: Option<u64>,
) -> Option<(Vec<Entry>, bool)> {
    let all = Arc::new(Barrier::new(workers));
    let (senders, receivers): (Vec<_>, Vec<_>) = (0..workers).map(|_| channel()).unzip();
    let meshes = receivers
        .into_iter()
        .enumerate()
        .map(|(me, letters)| Channels {
            me,
            others: senders.clone(),
            letters,
            all: all.clone(),
            settled: 0,
            stops_at,
        });
    let work = |mut mesh: Channels| {
        let limits = Limits::default();
        let mut talk = Exchange::over(&mut mesh, &limits);
        shared_outcomes(game, &mut talk, folder, part, &limits).ok()
    };
    let shares: Option<Vec<_>> = std::thread::scope(|scope| {
        let threads: Vec<_> = meshes.map(|mesh| scope.spawn(|| work(mesh))).collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .collect()
    });
    let (shares, mut found) = (shares?, Vec::new());
    for part in 0..shares[0].parts() as usize {
        let (share, mut places) = (&shares[part % workers], Vec::new());
        share.places(part / workers, &mut places);
        let all = share.entries();
        found.extend(places.into_iter().map(|place| all[place]));
    }
    let own: usize = shares.iter().map(|share| share.own()).sum();
    assert_eq!(own as u64, shares[0].parts());
    let resumed = shares.iter().all(|share| share.resumed);
    (0..workers).for_each(|me| remove_share(folder, me, workers).unwrap());
    assert_eq!(std::fs::read_dir(folder).unwrap().count(), 0);
    Some((found, resumed))
}

#[test]
fn workers_find_together_what_one_does() {
    let folder = tempfile::tempdir().unwrap();
    for seed in 0..40 {
        let game = web(seed, 2 + seed * 37 % 700, 1 + seed % 4, false);
        let expected = entries(&game);
        for (workers, part) in [(1, 4), (2, 4), (3, 5), (4, 16)] {
            let (found, resumed) = shared(&game, folder.path(), workers, part, None).unwrap();
            assert!(found == expected && !resumed, "{seed} {workers}");
        }
    }
}

#[test]
fn all_widen_their_cells_at_the_same_wave() {
    let folder = tempfile::tempdir().unwrap();
    for game in [corridor(700), fan(300)] {
        let (found, _) = shared(&game, folder.path(), 3, 4, None).unwrap();
        assert_eq!(found, entries(&game));
    }
}

#[test]
fn workers_that_were_stopped_go_on_together() {
    let folder = tempfile::tempdir().unwrap();
    let game = web(11, 650, 3, false);
    let (expected, mut went_on) = (entries(&game), 0);
    for stops_at in 1..30 {
        if shared(&game, folder.path(), 3, 4, Some(stops_at)).is_none() {
            let (found, resumed) = shared(&game, folder.path(), 3, 4, None).unwrap();
            assert_eq!(found, expected, "{stops_at}");
            went_on += u32::from(resumed);
        }
    }
    assert!(went_on > 3, "{went_on}");
}

#[test]
fn shares_of_an_earlier_version_are_begun_anew() {
    let folder = tempfile::tempdir().unwrap();
    let game = web(5, 300, 3, false);
    for me in 0..3 {
        let name = format!("shard-{me}-of-3.1-7");
        std::fs::write(folder.path().join(name), [0; 4096]).unwrap();
    }
    let (found, resumed) = shared(&game, folder.path(), 3, 4, None).unwrap();
    assert!(found == entries(&game) && !resumed);
}
