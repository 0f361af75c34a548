//! Descriptions that take long, to read or to play, stop soon after their time.

use std::fmt::Write;
use std::time::{Duration, Instant};

use bouton_core::{Alternating, Limits, Mishap, Oracle, StopReason, asked};
use bouton_gdl::{Opened, Refusal, open};

/// A game of so many cells, each side, which are marked: as many moves as cells, and a few instances of rules for each.
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

/// How long reading went on beyond its time; `None` if it was done in time.
fn late(text: &str, time: Duration) -> Option<Duration> {
    let begun = Instant::now();
    match open("g.kif", text, None, &Limits::within(time)) {
        Ok(_) => None,
        Err(Refusal::Stopped(StopReason::Time)) => Some(begun.elapsed().saturating_sub(time)),
        Err(other) => panic!("{other}"),
    }
}

#[test]
fn reading_stops_at_its_time_whatever_it_is_at() {
    let text = many(150);
    let mut time = Duration::from_millis(20);
    // A generous bound for a busy machine; the whole takes many times as long.
    while let Some(late) = late(&text, time) {
        assert!(late < Duration::from_secs(5), "{late:?} beyond {time:?}");
        time *= 2;
    }
}

#[test]
fn large_positions_hear_of_limits_themselves() {
    let Ok(Opened::Outcome(game)) = open("g.kif", &many(40), None, &Limits::default()) else {
        panic!("a large position");
    };
    let oracle = bouton_core::Game::oracle(&game).unwrap();
    let start = game.start();
    let wander = || {
        for mv in game.moves(&start) {
            game.score(&game.play(&start, &mv));
        }
    };
    Oracle::begin(oracle, &Limits::default());
    assert_eq!(asked(wander), Ok(()));
    Oracle::begin(oracle, &Limits::within(Duration::ZERO));
    assert_eq!(asked(wander), Err(Mishap::Stopped(StopReason::Time)));
}
