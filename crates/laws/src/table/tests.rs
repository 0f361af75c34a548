//! Compares tables filled backwards from the lost positions with a full search of the options.

use bouton_automata::Theory;
use bouton_core::Limits;

use super::*;
use crate::choices::Choices;
use crate::family::family;
use crate::reader::read;

fn relations(text: &str, system: &str, side: u64, forgets: bool) -> Vec<Tuples> {
    let theory = Theory::new(system.parse().unwrap(), Limits::default()).unwrap();
    let mut instance = Instance::new(read(text).unwrap(), theory).unwrap();
    if forgets {
        instance
            .choices
            .iter_mut()
            .for_each(Choices::forget_origins);
    }
    let mut table = Table::new(1 << 20);
    for side in [side / 3, side] {
        table.grow(&instance, side).unwrap();
    }
    let mut relations = table.relations(&instance, side - 1).unwrap();
    for (_, width, tuples) in &mut relations {
        let mut sorted: Vec<&[u64]> = tuples.chunks(*width).collect();
        sorted.sort();
        *tuples = sorted.concat();
    }
    relations
}

#[test]
fn repeated_moves_reach_what_playing_them_reaches() {
    let euclid = include_str!("../../rules/euclid.game");
    let games = [
        (euclid, true),
        (
            "game Steps of 2 or 3\nvariables a, b\nrank a + b\nrepeat k | 2 <= k <= 3 & k <= a & b >= 1 -> a - k, b - 1\n\
             move | b >= 1 -> a, b - 1\n",
            true,
        ),
        (
            "game No repetition past a wall\nvariables a, b\ndomain b <= a + 2\nrank a + b\n\
             repeat k | 1 <= k <= a & k <= b & a != 5 -> a - k, b - k\n",
            true,
        ),
        (
            "game Carried over\nvariables a, b\nrank 3*a + b\nrepeat | a >= 1 & b <= 7 -> a - 1, b + 2\n\
             move | b >= 1 -> a, b - 1\n",
            false,
        ),
    ];
    for (text, backwards) in games {
        for system in ["base 2", "zeckendorf"] {
            let theory = Theory::new(system.parse().unwrap(), Limits::default()).unwrap();
            let instance = Instance::new(read(text).unwrap(), theory).unwrap();
            assert_eq!(instance.choices[0].origins().is_some(), backwards, "{text}");
            let fast = relations(text, system, 14, false);
            assert!(fast[1].2.len() > 20, "{text}: {fast:?}");
            assert_eq!(fast, relations(text, system, 14, true), "{text}");
        }
    }
}

#[test]
fn positions_marked_as_won_are_those_with_a_lost_option() {
    for (game, misere) in [
        ("nim", false),
        ("subtraction:1,4,6", true),
        ("staircase", false),
        ("nim-pass", false),
    ] {
        let text = family(game, 3, misere).unwrap();
        for system in ["base 2", "zeckendorf"] {
            let fast = relations(&text, system, 14, false);
            assert!(fast[0].2.len() > 20, "{text}: {fast:?}");
            assert_eq!(fast, relations(&text, system, 14, true), "{text}");
        }
    }
}

/// A table of this many numbers and the lesson from it; returns the number of limit checks in each stage.
fn stages(text: &str, side: u64, limits: &Limits) -> Result<[u64; 3], TableStop> {
    let unbounded = Limits {
        last_look: None,
        ..limits.clone()
    };
    let theory = Theory::new("base 2".parse().unwrap(), unbounded).unwrap();
    let mut instance = Instance::new(read(text).unwrap(), theory).unwrap();
    let looks = || limits.spent.looks();
    let begun = looks();
    instance.theory.set_limits(Limits {
        last_look: limits.last_look.map(|last| begun + last),
        ..limits.clone()
    });
    let mut table = Table::new(1 << 20);
    table.grow(&instance, side)?;
    let grown = looks();
    let relations = table.relations(&instance, side)?;
    let told = looks();
    for (_, arity, tuples) in &relations {
        let sample = crate::learner::Sample {
            numeration: instance.theory.numeration(),
            length: side.ilog2() as usize,
            arity: *arity,
            tuples,
            limits: instance.theory.limits(),
        };
        sample.learn()?;
    }
    Ok([grown - begun, told - grown, looks() - told])
}

/// No loop runs long without a check of the limit: the number of checks is proportional to the work, and a stage ends at
/// the first check that fails.
#[test]
fn the_limit_is_asked_in_every_loop() {
    let euclid = include_str!("../../rules/euclid.game");
    let nim = family("nim", 2, false).unwrap();
    let grundy = family("grundy-nim", 2, false).unwrap_or(nim.clone());
    for text in [euclid, &nim, &grundy] {
        let side = 512;
        let looks = stages(text, side, &Limits::default()).unwrap();
        let strides = side * side / bouton_core::limits::STEPS as u64;
        let [grown, told, learned] = looks;
        assert!(
            grown >= 32 * strides && told >= strides / 2 && learned > 0,
            "{looks:?}"
        );
        let all: u64 = looks.iter().sum();
        for last in [1, grown / 2, grown, grown + told / 2, grown + told + 1, all] {
            let limits = Limits::of_looks(last);
            let stop = stages(text, side, &limits);
            assert_eq!(
                stop.err(),
                Some(TableStop::Stopped(StopReason::Time)),
                "look {last} of {looks:?}"
            );
            let made = limits.spent.looks();
            assert!(made > 0);
        }
    }
}
