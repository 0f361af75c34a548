//! Every limit ends every kind of work with its reason, and the arena stays valid.

use std::sync::atomic::Ordering;
use std::time::Duration;

use bouton_core::{Limits, StopReason};
use bouton_values::{Arena, Fault, Names, Value};

#[cfg(target_os = "linux")]
#[path = "../../core/testing/late.rs"]
mod late;

/// Work of every kind that would go on for hours.
const LONG: [&str; 9] = [
    "followers(1000000000)",
    "*2000000 + ^",
    "3000.(^ + {1|{0|-2}}) + 1000.{2|0|||{1*|-1}||-3}",
    "^[10000000]",
    "let g = {3||2|1}; let h = {2|*||-1}; 60.g + 61.h + 100.{g|-h} + 100.{h|{g|-3}}",
    "overheat(255/256, {1|*}, {2|-1}) + norton({4095/4096|*2}, {2|*}) + norton(1/4096+^*, {3|{2*|^}})",
    "1:1000000000",
    "cool({1000000000||3|1/1024}:100000000, 1/32)",
    "stop_count(100.{3||2|1} + 77.{4|{1|0}} + 55.{^|-3})",
];

fn stopped(arena: &mut Arena, text: &str, limits: &Limits) -> Option<StopReason> {
    match arena.calculate(text, &mut Names::default(), &mut limits.meter()) {
        Err(Fault::Stopped(why)) => Some(why),
        other => panic!("{text}: {other:?}"),
    }
}

fn is_good(arena: &mut Arena) {
    let limits = Limits::default();
    let meter = &mut limits.meter();
    assert_eq!(
        arena.read("{1|-1} + {1|-1} + ^ + v", meter),
        Ok(Value::ZERO)
    );
    let v = arena.read("4.{3||2|1}", meter).unwrap();
    assert_eq!(arena.text(v, meter).unwrap(), "9 + Tiny({3|2,{2|1}||1})");
}

#[test]
fn every_work_is_ended_by_memory() {
    for text in LONG {
        let limits = Limits::of_memory(3_000_000);
        let mut arena = Arena::new();
        assert_eq!(stopped(&mut arena, text, &limits), Some(StopReason::Memory));
        assert!(arena.bytes() <= 3_000_000, "{text}");
        is_good(&mut arena);
    }
}

#[test]
fn every_work_is_ended_by_time_and_by_a_wish() {
    for text in LONG {
        let mut arena = Arena::new();
        let limits = Limits {
            memory: Some(1 << 30),
            ..Limits::within(Duration::ZERO)
        };
        assert_eq!(stopped(&mut arena, text, &limits), Some(StopReason::Time));
        let limits = Limits::of_memory(1 << 30);
        limits.cancel.store(true, Ordering::Relaxed);
        assert_eq!(
            stopped(&mut arena, text, &limits),
            Some(StopReason::Cancelled)
        );
        is_good(&mut arena);
    }
}

/// With every bound of memory, the work either ends as without, or stops and can be done again.
#[test]
fn wherever_memory_ends_the_work_can_be_done_again() {
    let work = "let g = {3||2|1}+{^|-2}; let h = cool(heat(3.g - {2|1/3072|||0}, *2), 1/2); aw({^3|vv}) + rcf(h) + norton(1/2, {h|*}) + h";
    let work = work.replace("1/3072", "1/1073741824");
    let free = Limits::default();
    let text = |arena: &mut Arena, limits: &Limits| -> Result<String, Fault> {
        let meter = &mut limits.meter();
        let answer = arena.calculate(&work, &mut Names::default(), meter)?;
        Ok(arena.answer_text(&answer, meter)?)
    };
    let mut whole = Arena::new();
    let wanted = text(&mut whole, &free).unwrap();
    let mut stops = 0;
    for memory in (0..2 * whole.bytes()).step_by(997) {
        let limits = Limits::of_memory(memory);
        let mut arena = Arena::new();
        match text(&mut arena, &limits) {
            Ok(found) => assert_eq!(found, wanted),
            Err(why) => {
                assert_eq!(why, Fault::Stopped(StopReason::Memory));
                stops += 1;
            }
        }
        assert_eq!(text(&mut arena, &free).as_ref(), Ok(&wanted));
    }
    assert!(stops > 50, "{stops}");
}

#[test]
fn what_the_caller_holds_counts_too() {
    let limits = Limits::of_memory(1_000_000);
    let mut arena = Arena::new();
    assert!(arena.read("3.{3||2|1}", &mut limits.meter()).is_ok());
    arena.hold_elsewhere(999_999);
    let stopped = arena.read("3.{4||2|1}", &mut limits.meter());
    assert_eq!(stopped, Err(Fault::Stopped(StopReason::Memory)));
}

#[test]
fn an_arena_begins_small() {
    assert!(Arena::new().bytes() < 100_000);
}

/// Work whose steps are of every kind: long lists of options, thermographs of many breaks, graphs in which play comes back.
#[cfg(target_os = "linux")]
const WIDE: [&str; 6] = [
    "*4000",
    "let g = {1|{0|-2}}; let h = {3||2|1}; thermograph(40.g + 40.h + {5|-5} + {9|{1|-9}})",
    "let g = {{5|3},{4|2}|{{1|-2},{0|-4}}}; mean(9.g + 8.{g|-7}) + temperature(7.g + 9.{9|g})",
    "aw(20.{^3|vv} + 20.{^^|{0|v4}} + 9.{^*||0|v3})",
    "let a = a{0||a|0}; a + a + a + a + a + a",
    "let a = a{1||b{a|0}|*}; let c = upon + ^<on> + a; c + c + c",
];

#[cfg(target_os = "linux")]
#[test]
fn little_is_done_once_it_is_too_late() {
    for text in LONG.into_iter().chain(WIDE) {
        let late = late::computed_late(|limits| {
            let mut arena = Arena::new();
            // Stopped, or an answer, or none that there is.
            let answer = arena.calculate(text, &mut Names::default(), &mut limits.meter());
            if let Ok(answer) = answer {
                let _ = arena.answer_text(&answer, &mut limits.meter());
            }
        });
        assert!(late <= late::MOST, "{text}: {late:?}");
    }
}
