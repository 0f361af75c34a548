//! The memory of a process when a space is solved slice by slice: a test alone in its process.

use std::ops::Range;

use crate::web::status;
use bouton_core::{Alternating, Game, Indexed, Limits, Outcome, Slice, Sliced, WinDrawLoss};
use bouton_reference::alone;
use bouton_solvers::Keeper;
use bouton_solvers::retrograde::solve_slices;
use bouton_tables::{Entry, TableValue};

/// Numbers in a slice.
const SIZE: u64 = 1 << 20;
const SLICES: u64 = 24;

/// A place in a slice leads to a third of it, and to the same place of the slice before; the first places of the first slice are lost.
struct Thirds;

impl Game for Thirds {
    type Position = u64;
    type Move = u64;
}

impl Alternating for Thirds {
    type Score = WinDrawLoss;
    fn moves<'g>(&'g self, at: &u64) -> impl Iterator<Item = u64> + use<'g> {
        let (slice, place) = (at / SIZE, at % SIZE);
        let stays = (place > 0).then_some(slice * SIZE + place / 3);
        let is_open = slice > 0 || place > 2;
        let leaves = (slice > 0).then(|| (slice - 1) * SIZE + place);
        stays.into_iter().chain(leaves).filter(move |_| is_open)
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
    fn position(&self, number: u64) -> Option<u64> {
        Some(number)
    }
}

impl Sliced for Thirds {
    fn slices(&self) -> Vec<Slice> {
        let slice = |nth: u64| Slice {
            numbers: nth * SIZE..(nth + 1) * SIZE,
            total: nth,
            feeds: nth
                .checked_sub(1)
                .map(|feed| feed as usize)
                .into_iter()
                .collect(),
        };
        (0..SLICES).map(slice).collect()
    }
    fn total(&self, at: &u64) -> u64 {
        at / SIZE
    }
    fn moves_out(&self, numbers: &Range<u64>, at: &u64, tell: &mut impl FnMut(u64)) -> u32 {
        let leaves = |to: &u64| !numbers.contains(to);
        self.moves(at).filter(leaves).for_each(&mut *tell);
        self.moves(at).filter(|to| numbers.contains(to)).count() as u32
    }
    fn take_back(&self, numbers: &Range<u64>, number: u64, tell: &mut impl FnMut(u64)) {
        let place = number - numbers.start;
        let from = (3 * place..3 * place + 3).filter(|from| *from > 0 && *from < SIZE);
        let from = from.map(|from| numbers.start + from);
        from.filter(|from| *from > 2).for_each(tell);
    }
}

/// Who wins and in how many plies, from what the moves lead to.
fn worth(options: &[(Outcome, u32)]) -> (Outcome, u32) {
    let wins = options
        .iter()
        .filter(|(outcome, _)| *outcome == Outcome::Loss);
    match wins.map(|(_, plies)| plies + 1).min() {
        Some(plies) => (Outcome::Win, plies),
        None => (
            Outcome::Loss,
            options
                .iter()
                .map(|(_, plies)| plies + 1)
                .max()
                .unwrap_or(0),
        ),
    }
}

#[test]
fn one_slice_and_what_it_feeds_are_held() {
    alone(
        "memory_by_slices::one_slice_and_what_it_feeds_are_held",
        || {
            const MEMORY: u64 = 4 << 20;
            let folder = tempfile::tempdir().unwrap();
            let mut limits = Limits {
                memory: Some(1 << 20),
                threads: Some(2),
                ..Limits::default()
            };
            let mut keeper = Keeper::at(&folder.path().join("waves"));
            // Not even one slice.
            assert!(solve_slices(&Thirds, &Thirds.slices(), &limits, &mut keeper).is_err());
            limits.memory = Some(MEMORY);
            let before = status("VmRSS");
            let files = solve_slices(&Thirds, &Thirds.slices(), &limits, &mut keeper).unwrap();
            let held = status("VmHWM") - before;
            // Beside it what packs the files, buffers, threads, and code that is read in.
            assert!(held < MEMORY + (4 << 20), "{held}");
            assert_eq!(files.count(), SIZE * SLICES);
            let (mut last, mut number) = (Vec::new(), 0);
            let mut here = Vec::<(Outcome, u32)>::new();
            let told = files.each(&mut |place| {
                let own = (number % SIZE) as usize;
                let before = last.get(own).copied();
                let mut options: Vec<_> = before.into_iter().collect();
                if own > 0 && (number > 2) {
                    options.push(here[own / 3]);
                }
                let wanted = worth(&options);
                let found = Entry::Value(TableValue::Outcome(wanted.0, Some(wanted.1)));
                assert_eq!(files.entries()[place], found, "{number}");
                here.push(wanted);
                number += 1;
                if number.is_multiple_of(SIZE) {
                    last = std::mem::take(&mut here);
                }
                Ok(())
            });
            told.unwrap();
            keeper.remove().unwrap();
            assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        },
    );
}
