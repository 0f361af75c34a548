//! A search ends soon after its limit: whichever look at it is the first that says so, few are made afterwards, and no more than a
//! stride of steps lies between two.

use bouton_core::Limits;
use bouton_laws::{Search, family, read};

/// Looks after the one that says that it is too late: each system that is tried is reported once or twice.
const MOST_LATE: u64 = 40;

#[test]
fn little_is_done_once_it_is_too_late() {
    for (game, heaps, misere) in [
        ("wythoff", 2, false),
        ("subtraction:1,3,4", 2, false),
        ("nim", 3, true),
    ] {
        let rules = read(&family(game, heaps, misere).unwrap()).unwrap();
        let limits = Limits::default();
        let search = Search {
            limits: limits.clone(),
            ..Search::default()
        };
        search.run(&rules).unwrap();
        let all = limits.spent.looks();
        assert!(all > 100, "{game}: {all}");
        for last in (1..12).map(|part| 1 + all * part / 12) {
            let limits = Limits::of_looks(last);
            let search = Search {
                limits: limits.clone(),
                ..Search::default()
            };
            // Either is an answer: no law within the limit, or none of the rules.
            let found = search.run(&rules);
            assert!(
                found.is_err() || found.unwrap().law.is_none(),
                "{game} at {last} of {all}"
            );
            let late = limits.spent.looks() - last;
            assert!(
                late <= MOST_LATE,
                "{game}: {late} looks after {last} of {all}"
            );
        }
    }
}
