//! The parts that misère play is computed from.

use bouton_core::{Entry, Limits, Misere};
use bouton_games::heaps::Octal;
use bouton_solvers::atoms;

/// Heaps of Kayles are the parts of a heap of Kayles.
#[test]
fn parts_of_a_heap_are_the_smaller_heaps() {
    let (game, at) = <Octal>::open(Some("0.77"), Some("9")).unwrap();
    let game = Misere::of(game);
    let listed = atoms::listed(&game, &at, &[], &Limits::default()).unwrap();
    let mut names = listed.names.clone();
    names.sort_unstable();
    assert_eq!(names, ["", "1", "2", "3", "4", "5", "6", "7", "8", "9"]);
    for (number, options) in listed.options.iter().enumerate() {
        assert!(
            options
                .iter()
                .flatten()
                .all(|part| (*part as usize) < number)
        );
    }
}
