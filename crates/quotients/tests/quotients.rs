//! Quotients against plain play, and against published ones.

use std::collections::HashMap;

use bouton_core::take_and_break::Code;
use bouton_core::{Limits, StopReason};
use bouton_quotients::{Class, Coded, Position, Presentation, Quotient, Search, period};

#[cfg(target_os = "linux")]
#[path = "../../core/testing/late.rs"]
mod late;

/// The results of the moves of a heap.
fn options(code: &Code, heap: u32) -> Vec<Position> {
    let options = code.options(heap.into());
    options
        .map(|option| option.left.iter().map(|&left| left as u32).collect())
        .collect()
}

fn search(code: &Code, heaps: u32) -> Search {
    let mut search = Search::default();
    for heap in 1..=heaps {
        search.add(options(code, heap), &Limits::default()).unwrap();
    }
    search
}

fn quotient(text: &str, heaps: u32) -> Quotient {
    search(&text.parse().unwrap(), heaps).quotient().clone()
}

/// Who wins by the rules alone.
#[derive(Default)]
struct Play(HashMap<Vec<u32>, bool>);

impl Play {
    fn is_lost(&mut self, code: &Code, heaps: &[u32]) -> bool {
        if let Some(&lost) = self.0.get(heaps) {
            return lost;
        }
        let mut any = false;
        let mut wins = false;
        for index in 0..heaps.len() {
            for left in options(code, heaps[index]) {
                let mut next = heaps.to_vec();
                next.remove(index);
                next.extend(left);
                next.sort_unstable();
                any = true;
                wins |= self.is_lost(code, &next);
            }
        }
        let lost = any && !wins;
        self.0.insert(heaps.to_vec(), lost);
        lost
    }
}

/// All sums of heaps 1 to `largest` with this total at most.
fn sums(largest: u32, total: u32) -> Vec<Vec<u32>> {
    let mut all = vec![vec![]];
    for heap in 1..=largest {
        for index in 0..all.len() {
            let mut sum: Vec<u32> = all[index].clone();
            while sum.iter().sum::<u32>() + heap <= total {
                sum.push(heap);
                all.push(sum.clone());
            }
        }
    }
    all
}

/// The outcome of every sum is that of plain play, every class has a sum, and any two are told apart by a third.
fn check(code: &Code, heaps: u32, total: u32) {
    let quotient = search(code, heaps).quotient().clone();
    let mut play = Play::default();
    for sum in sums(heaps, total) {
        let class = quotient.class_of(sum.iter().copied());
        assert_eq!(
            quotient.is_lost(class),
            play.is_lost(code, &sum),
            "{code} {sum:?}"
        );
    }
    for one in 0..quotient.order() as Class {
        assert_eq!(
            quotient.class_of(quotient.representative(one).iter().copied()),
            one
        );
        for two in 0..one {
            let differs = |third: Class| {
                quotient.is_lost(quotient.times(one, third))
                    != quotient.is_lost(quotient.times(two, third))
            };
            assert!(
                (0..quotient.order() as Class).any(differs),
                "{code}: {one} and {two}"
            );
        }
    }
}

#[test]
fn all_octal_codes_of_two_digits_are_as_in_play() {
    for first in 0..8 {
        for second in 1..8 {
            check(&Code::octal(&format!("0.{first}{second}")).unwrap(), 9, 17);
        }
    }
}

#[test]
fn other_codes_are_as_in_play() {
    for text in [
        "0.8",
        "0.3F",
        "0.137F",
        "4.0",
        "4.31",
        "0.123",
        "0.4107",
        "4!.0",
        "0.4=7",
        "couples-are-forever",
        "subtraction:2,3",
        "0.[3]",
    ] {
        check(&text.parse().unwrap(), 10, 16);
    }
}

/// Orders, lost elements, periods and preperiods in Plambeck and Siegel, *Misère quotients for impartial games: supplementary material* (2007);
/// Kayles in W. L. Sibert and J. H. Conway, *Mathematical Kayles*, Int. J. Game Theory 20 (1992).
#[test]
fn published_quotients() {
    for (text, order, lost, p, from) in [
        ("0.77", 40, 9, 12, 71),
        ("0.123", 20, 5, 5, 5),
        ("0.15", 42, 12, 10, 66),
        ("0.71", 36, 9, 6, 3),
        ("0.72", 24, 5, 4, 16),
        ("0.75", 8, 2, 2, 8),
        ("0.53", 16, 3, 9, 21),
        ("0.34", 12, 3, 8, 7),
    ] {
        let code = Code::octal(text).unwrap();
        let quotient = quotient(text, 180);
        assert_eq!(
            (quotient.order(), quotient.lost().count()),
            (order, lost),
            "{text}"
        );
        let parts = code.most_heaps().unwrap() as usize;
        let taken = code.most_taken().unwrap() as usize;
        let found = period(quotient.pretending(), parts, taken).unwrap();
        assert_eq!((found.period, found.preperiod), (p, from), "{text}");
    }
}

/// Orders of the partial quotients of Kayles, in the same paper.
#[test]
fn kayles_grows_seven_times() {
    let mut search = Search::default();
    let mut orders = Vec::new();
    for heap in 1..=30 {
        search
            .add(
                options(&Code::octal("0.77").unwrap(), heap),
                &Limits::default(),
            )
            .unwrap();
        orders.push(search.quotient().order());
    }
    orders.dedup();
    assert_eq!(orders, [2, 6, 12, 18, 24, 32, 40]);
}

/// Orders and lost elements of the partial quotients of Dawson's Kayles, in the same paper.
#[test]
fn dawsons_kayles_grows_past_heap_24() {
    let mut search = search(&Code::octal("0.07").unwrap(), 24);
    let mut found = |heap| {
        let options = options(&Code::octal("0.07").unwrap(), heap);
        search.add(options, &Limits::default()).unwrap();
        let quotient = search.quotient();
        (quotient.order(), quotient.lost().count())
    };
    assert_eq!(
        [25, 26, 27].map(&mut found),
        [(144, 23), (144, 23), (176, 28)]
    );
}

/// Nim with heaps to 2ⁿ − 1 has the quotient 𝒯ₙ of order 2ⁿ + 2.
#[test]
fn nim_is_tame_and_kayles_is_not() {
    for (heaps, order) in [
        (0, 1),
        (1, 2),
        (2, 6),
        (3, 6),
        (4, 10),
        (7, 10),
        (8, 18),
        (16, 34),
    ] {
        let quotient = quotient("0.[3]", heaps);
        assert_eq!(quotient.order(), order);
        assert!(quotient.is_tame(), "{heaps}");
    }
    assert!(quotient("0.77", 4).is_tame());
    assert!(!quotient("0.77", 5).is_tame());
    assert!(!quotient("0.75", 20).is_tame());
}

#[test]
fn a_presentation_is_that_of_the_quotient() {
    let text = |quotient: &Quotient| {
        let presentation = Presentation::of(quotient);
        let relations: Vec<String> = presentation
            .relations
            .iter()
            .map(ToString::to_string)
            .collect();
        let lost: Vec<String> = quotient
            .lost()
            .map(|class| presentation.forms[class as usize].to_string())
            .collect();
        (
            presentation.generators,
            relations.join(", "),
            lost.join(" "),
        )
    };
    let nim = text(&quotient("0.[3]", 2));
    assert_eq!(nim, (vec![1, 2], "a^2 = 1, b^3 = b".into(), "a b^2".into()));
    // Plambeck and Siegel, of 0.75.
    let (generators, relations, lost) = text(&quotient("0.75", 20));
    assert_eq!(generators, [1, 2, 5]);
    assert_eq!(relations, "a^2 = 1, bc = ab, c^2 = b^2, b^3 = b");
    assert_eq!(lost, "a b^2");
}

/// A period needs what the theorem asks for, and not a heap less.
#[test]
fn a_period_is_claimed_as_soon_as_it_is_proved() {
    let pretending = quotient("0.77", 180).pretending().to_vec();
    assert_eq!(period(&pretending[..=2 * (71 + 12) + 1], 2, 2), None);
    assert!(period(&pretending[..=2 * (71 + 12) + 2], 2, 2).is_some());
    assert_eq!(period(&[], 2, 2), None);
    assert_eq!(period(&[0], 2, usize::MAX), None);
}

/// A stop leaves what was proved before, and the search can go on.
#[test]
fn a_stop_loses_nothing() {
    let code = Code::octal("0.77").unwrap();
    let mut search = search(&code, 26);
    let before = search.quotient().clone();
    let few = Limits {
        memory: Some(1000),
        ..Limits::default()
    };
    assert_eq!(
        search.add(options(&code, 27), &few),
        Err(StopReason::Memory)
    );
    assert_eq!(*search.quotient(), before);
    search.add(options(&code, 27), &Limits::default()).unwrap();
    assert_eq!(search.quotient().order(), 40);
}

#[cfg(target_os = "linux")]
#[test]
fn little_is_done_once_it_is_too_late() {
    for code in ["0.57", "0.26", "4.31", "0.3F7"] {
        let late = late::computed_late(|limits| {
            let mut coded = Coded::new(code.parse().unwrap());
            let _ = coded.reach(1_000_000, limits);
        });
        assert!(late <= late::MOST, "{code}: {late:?}");
    }
}
