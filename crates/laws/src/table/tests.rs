//! Tables filled back from the lost positions, against looking at every option.

use bouton_automata::{Budget, Theory};

use super::*;
use crate::choices::Choices;
use crate::family::family;
use crate::reader::read;

fn relations(text: &str, system: &str, side: u64, forgets: bool) -> Vec<Tuples> {
    let theory = Theory::new(system.parse().unwrap(), Budget::default()).unwrap();
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
    let mut relations = table.relations(&instance, side - 1);
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
            let theory = Theory::new(system.parse().unwrap(), Budget::default()).unwrap();
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
