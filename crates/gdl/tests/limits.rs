//! Descriptions that take long, to read or to play, stop soon after their time.

use std::fmt::Write;
use std::time::Duration;

use bouton_core::{Limits, Oracle, RuleError, Side, StopReason, asked};
use bouton_external::ExternalRules;
use bouton_gdl::{Opened, Refusal, open};

#[cfg(target_os = "linux")]
#[path = "../../core/testing/late.rs"]
mod late;
#[cfg(target_os = "linux")]
use late::{MOST, computed_late};

/// A game of this many cells, each side, which are marked: as many moves as cells, and a few instances of rules for each.
fn many(side: usize) -> String {
    let mut text = String::from("(role a) (role b) (init (control a))");
    for n in 0..side {
        write!(text, "(num {n})").unwrap();
    }
    text + "
    (<= (legal ?r (m ?x ?y)) (true (control ?r)) (num ?x) (num ?y) (not (true (cell ?x ?y))))
    (<= (legal ?r noop) (role ?r) (not (true (control ?r))))
    (<= (next (cell ?x ?y)) (does ?r (m ?x ?y)))
    (<= (next (cell ?x ?y)) (true (cell ?x ?y)))
    (<= (next (control ?q)) (role ?q) (not (true (control ?q))))
    (<= terminal (true (cell 0 0)))
    (<= (goal ?r 0) (true (control ?r)))
    (<= (goal ?r 100) (role ?r) (not (true (control ?r))))"
}

/// A game with a fluent of its own name for each of this many moves, which is what a role that may move there needs: who
/// moves is looked for among them.
fn named(count: usize) -> String {
    let mut text = String::from("(role a) (role b) (init (control a))");
    for n in 0..count {
        write!(
            text,
            "(init (f{n} a))(<= (legal ?r (m {n})) (true (control ?r)) (true (f{n} ?r)))"
        )
        .unwrap();
        write!(
            text,
            "(<= (next (f{n} ?r)) (true (f{n} ?r)) (not (does ?r (m {n}))))"
        )
        .unwrap();
        write!(
            text,
            "(<= (next (f{n} ?q)) (does ?r (m {n})) (role ?q) (distinct ?q ?r))"
        )
        .unwrap();
    }
    text + "
    (<= (legal ?r noop) (role ?r) (not (true (control ?r))))
    (<= (legal ?r pass) (true (control ?r)))
    (<= (next (control ?q)) (role ?q) (not (true (control ?q))))
    (<= (next over) (does ?r pass))
    (<= terminal (true over))
    (<= (goal ?r 0) (true (control ?r)))
    (<= (goal ?r 100) (role ?r) (not (true (control ?r))))"
}

/// Whatever reading is at when it is to stop.
#[test]
#[cfg(target_os = "linux")]
fn little_is_read_once_it_is_too_late() {
    for (what, text) in [("many", many(150)), ("named", named(1500))] {
        let late = computed_late(|limits| {
            let read = open("g.kif", &text, None, limits);
            let is_stopped = matches!(read, Err(Refusal::Stopped(StopReason::Cancelled)));
            assert!(is_stopped || read.is_ok(), "{what}: {:?}", read.err());
        });
        assert!(late <= MOST, "{what}: {late:?}");
    }
}

#[test]
fn large_positions_hear_of_limits_themselves() {
    let Ok(Opened::Words(game)) = open("g.kif", &many(40), None, &Limits::default()) else {
        panic!("a large position");
    };
    let oracle = game.oracle().unwrap();
    let start = game.first();
    let wander = || {
        for mv in game.moves(&start, Side::Left) {
            game.end(&game.play(&start, &mv));
        }
    };
    Oracle::begin(oracle, &Limits::default());
    assert_eq!(asked(wander), Ok(()));
    Oracle::begin(oracle, &Limits::within(Duration::ZERO));
    assert_eq!(asked(wander), Err(RuleError::Stopped(StopReason::Time)));
}
