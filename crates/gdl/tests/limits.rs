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

/// How long reading takes, and whether it was stopped by its time.
fn read(text: &str, limits: &Limits) -> (Duration, bool) {
    let begun = Instant::now();
    let stopped = match open("g.kif", text, None, limits) {
        Ok(_) => false,
        Err(Refusal::Stopped(StopReason::Time)) => true,
        Err(other) => panic!("{other}"),
    };
    (begun.elapsed(), stopped)
}

#[test]
fn reading_stops_at_its_time_whatever_it_is_at() {
    let text = many(150);
    let (whole, _) = read(&text, &Limits::default());
    for part in [32, 8, 4, 2] {
        let time = whole / part;
        // The quickest: others use the machine as well.
        let tries = (0..4).map(|_| read(&text, &Limits::within(time)));
        let (took, stopped) = tries.min().unwrap();
        assert!(stopped || took < time, "{took:?} of {time:?}");
        assert!(took < time + whole / 4, "{took:?} of {time:?}, {whole:?}");
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
