//! Backward analysis with cells in files, against a slow reference.

use std::path::Path;

use crate::web::{Web, corridor, entries, web};
use bouton_core::{Limits, StopReason};
use bouton_solvers::Keeper;
use bouton_solvers::retrograde::{filed_outcomes, outcomes_of_numbers};
use bouton_tables::{Entry, NumberWriter};

fn within(memory: u64) -> Limits {
    Limits::of_memory(memory)
}

fn by_files(game: &Web, folder: &Path, limits: &Limits) -> Result<Vec<Entry>, StopReason> {
    let mut keeper = Keeper::at(&folder.join("waves"));
    let filed = filed_outcomes(game, limits, &mut keeper)?;
    let (all, mut found) = (filed.entries(), Vec::new());
    let told = filed.each(&mut |place| {
        found.push(all[place]);
        Ok(())
    });
    told.unwrap();
    keeper.remove().unwrap();
    assert_eq!(std::fs::read_dir(folder).unwrap().count(), 0);
    Ok(found)
}

#[test]
fn files_have_what_memory_has() {
    let folder = tempfile::tempdir().unwrap();
    for seed in 0..12 {
        let count = 2 + seed * 137 % 900;
        let game = web(seed, count, 1 + seed % 4, false);
        for memory in [6 << 10, 1 << 20] {
            let found = by_files(&game, folder.path(), &within(memory)).unwrap();
            assert_eq!(found, entries(&game), "{seed} {memory}");
        }
    }
}

#[test]
fn values_that_do_not_fit_in_a_byte_are_found_by_files() {
    let corridor = corridor(1000);
    let folder = tempfile::tempdir().unwrap();
    let found = by_files(&corridor, folder.path(), &within(20 << 10)).unwrap();
    assert_eq!(found, entries(&corridor));
    let few = by_files(&corridor, folder.path(), &within(100));
    assert_eq!(few, Err(StopReason::Memory));
}

/// Writes numbers as an earlier version of the program kept them.
fn keep_numbers(path: &Path, count: u64) {
    bouton_files::write(path, |out| {
        let mut numbers = NumberWriter::begin(out)?;
        (1..=count).try_for_each(|number| numbers.put(number))?;
        numbers.finish().map(drop)
    })
    .unwrap();
}

#[test]
fn work_of_an_earlier_version_is_begun_anew() {
    let folder = tempfile::tempdir().unwrap();
    let game = web(7, 300, 3, false);
    let [state, waves] = ["files", "waves"].map(|name| folder.path().join(name));
    for count in [14, 100] {
        keep_numbers(&state, count);
        let found = by_files(&game, folder.path(), &within(1 << 20)).unwrap();
        assert_eq!(found, entries(&game));
        keep_numbers(&waves, count);
        let mut keeper = Keeper::at(&waves);
        let found = outcomes_of_numbers(&game, &Limits::default(), Some(&mut keeper)).unwrap();
        let all = found.entries();
        let found: Vec<_> = (0..found.count()).map(|n| all[found.place(n)]).collect();
        assert!(found == entries(&game) && !keeper.resumed);
        keeper.remove().unwrap();
    }
}
