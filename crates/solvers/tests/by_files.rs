//! Backward analysis with cells in files, against a slow reference.

use std::path::Path;

use crate::web::{Web, reference, web};
use bouton_core::{Limits, Outcome, StopReason};
use bouton_solvers::Keeper;
use bouton_solvers::retrograde::filed_outcomes;
use bouton_tables::{Entry, Worth};

fn within(memory: u64) -> Limits {
    Limits {
        memory: Some(memory),
        ..Limits::default()
    }
}

/// What a slow reference says of every number.
fn wanted(game: &Web) -> Vec<Entry> {
    let known = reference(game).into_iter();
    let known = known.map(|(outcome, plies)| Entry::Worth(Worth::Outcome(outcome, plies)));
    // The first numbers are those of no positions.
    let holes = std::iter::repeat_n(Entry::Hole, 3);
    holes.chain(known).collect()
}

fn by_files(game: &Web, folder: &Path, limits: &Limits) -> Result<Vec<Entry>, StopReason> {
    let mut keeper = Keeper::at(&folder.join("waves"));
    let filed = filed_outcomes(game, limits, &mut keeper)?;
    let (entries, mut found) = (filed.entries(), Vec::new());
    let told = filed.each(&mut |place| {
        found.push(entries[place]);
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
            assert_eq!(found, wanted(&game), "{seed} {memory}");
        }
    }
}

#[test]
fn values_that_do_not_fit_in_a_byte_are_found_by_files() {
    let edges = (0..1000u32).map(|at| at.checked_sub(1).map(|to| (to, false)));
    let corridor = Web {
        edges: edges.map(|edge| edge.into_iter().collect()).collect(),
        ends: vec![Outcome::Loss; 1000],
    };
    let folder = tempfile::tempdir().unwrap();
    let found = by_files(&corridor, folder.path(), &within(20 << 10)).unwrap();
    assert_eq!(found, wanted(&corridor));
    let few = by_files(&corridor, folder.path(), &within(100));
    assert_eq!(few, Err(StopReason::Memory));
}
