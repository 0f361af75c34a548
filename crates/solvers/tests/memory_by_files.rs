//! The memory of a process when the cells are in files: a test alone in its process.

use crate::web::status;
use bouton_core::{Alternating, Game, Indexed, Limits, Outcome, Reversible, WinDrawLoss};
use bouton_reference::alone;
use bouton_solvers::Keeper;
use bouton_solvers::retrograde::{filed_outcomes, outcomes_of_numbers};

/// A number leads to a third of it, or to a third of the one before it; numbers below three are lost.
struct Thirds(u64);

impl Game for Thirds {
    type Position = u64;
    type Move = u64;
}

impl Alternating for Thirds {
    type Score = WinDrawLoss;
    fn moves<'g>(&'g self, at: &u64) -> impl Iterator<Item = u64> + use<'g> {
        let at = *at;
        [at / 3, (at - 1) / 3]
            .into_iter()
            .take(if at.is_multiple_of(3) { 2 } else { 1 })
    }
    fn play(&self, _: &u64, mv: &u64) -> u64 {
        *mv
    }
    fn score(&self, at: &u64) -> Option<WinDrawLoss> {
        (*at < 3).then(|| Outcome::Loss.into())
    }
}

impl Indexed for Thirds {
    fn index(&self, at: &u64) -> Option<u64> {
        Some(*at)
    }
    fn position(&self, index: u64) -> Option<u64> {
        (index < self.0).then_some(index)
    }
}

impl Reversible for Thirds {
    fn count(&self) -> u64 {
        self.0
    }
    fn predecessors<'g>(&'g self, at: &u64) -> impl Iterator<Item = u64> + use<'g> {
        // The last is a multiple of three whose other move leads here.
        (3 * at..=3 * at + 3).filter(|from| (3..self.0).contains(from))
    }
}

#[test]
fn no_more_is_held_than_was_allowed() {
    alone("memory_by_files::no_more_is_held_than_was_allowed", || {
        const MEMORY: u64 = 3 << 20;
        let game = Thirds(24 << 20);
        let folder = tempfile::tempdir().unwrap();
        let limits = Limits {
            memory: Some(MEMORY),
            threads: Some(1),
            ..Limits::default()
        };
        let before = status("VmRSS");
        let mut keeper = Keeper::at(&folder.path().join("waves"));
        let filed = filed_outcomes(&game, &limits, &mut keeper).unwrap();
        let (entries, mut by_files) = (filed.entries(), vec![0u64; filed.entries().len()]);
        let told = filed.each(&mut |place| {
            by_files[place] += 1;
            Ok(())
        });
        told.unwrap();
        let held = status("VmHWM") - before;
        // Beside it what packs the state, buffers, and code that is read in.
        assert!(held < MEMORY + (6 << 20), "{held}");
        let found = outcomes_of_numbers(&game, &Limits::default(), None).unwrap();
        for (entry, count) in entries.iter().zip(by_files) {
            let place = found.entries().iter().position(|its| its == entry);
            let counted = (0..found.count()).filter(|number| Some(found.place(*number)) == place);
            assert_eq!(counted.count() as u64, count, "{entry}");
        }
        assert!(status("VmHWM") - before > 24 << 20);
    });
}
