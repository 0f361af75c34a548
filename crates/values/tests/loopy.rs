//! Loopy values against play itself: beside every short game of day two, what the sides promise is what a retrograde search finds.

use std::collections::HashMap;

use crate::common::born_by;
use bouton_core::{Limits, Meter};
use bouton_values::{Answer, Arena, Graph, Loopy, Names, Place, Value};
use fastrand::Rng;

fn both(side: &Graph) -> Loopy {
    Loopy {
        onside: side.clone(),
        offside: side.clone(),
    }
}

/// A graph of a few nodes, which lead to each other and to 0, 1, −1, * and ↑.
fn graph(random: &mut Rng, ends: &[Value]) -> Graph {
    let nodes = random.usize(1..=4);
    let mut side = || {
        let mut options = Vec::new();
        for _ in 0..random.usize(..3) {
            let place = match random.usize(..2) {
                0 => Place::Node(random.usize(..nodes) as u32),
                _ => Place::Short(ends[random.usize(..ends.len())]),
            };
            if !options.contains(&place) {
                options.push(place);
            }
        }
        options
    };
    let nodes = (0..nodes).map(|_| [side(), side()]).collect();
    let root = Place::Node(0);
    Graph { nodes, root }
}

/// The player who can force a win of G + X when Left begins, and when Right begins: for each beginner whether Left can,
/// whether Right can. Plain retrograde search: positions lost at once, then those that lead there, until nothing is added.
fn forced(arena: &mut Arena, graph: &Graph, x: Value, meter: &mut Meter) -> [[bool; 2]; 2] {
    let mut positions = vec![(graph.root, x)];
    let mut moves: Vec<[Vec<usize>; 2]> = Vec::new();
    let mut numbers = HashMap::from([((graph.root, x), 0)]);
    while let Some(&(place, x)) = positions.get(moves.len()) {
        let own = match place {
            Place::Node(n) => graph.nodes[n as usize].clone(),
            Place::Short(v) => {
                let options = arena.options(v, meter).unwrap();
                options.map(|side| side.iter().map(|o| Place::Short(*o)).collect())
            }
        };
        let other = arena.options(x, meter).unwrap();
        let mut to = [Vec::new(), Vec::new()];
        for side in 0..2 {
            let in_own = own[side].iter().map(|o| (*o, x));
            for next in in_own.chain(other[side].iter().map(|o| (place, *o))) {
                let number = *numbers.entry(next).or_insert(positions.len());
                if number == positions.len() {
                    positions.push(next);
                }
                to[side].push(number);
            }
        }
        moves.push(to);
    }
    // wins[n][mover][winner]
    let mut wins = vec![[[false; 2]; 2]; positions.len()];
    loop {
        let before = wins.clone();
        for n in 0..positions.len() {
            for mover in 0..2 {
                for winner in 0..2 {
                    let mut next = moves[n][mover]
                        .iter()
                        .map(|to| before[*to][1 - mover][winner]);
                    wins[n][mover][winner] = if mover == winner {
                        next.any(|wins| wins)
                    } else {
                        next.all(|wins| wins)
                    };
                }
            }
        }
        if wins == before {
            return wins[0];
        }
    }
}

#[test]
fn sides_promise_what_play_keeps() {
    let limits = Limits::default();
    let (mut arena, meter) = (Arena::new(), &mut limits.meter());
    let mut random = Rng::with_seed(7);
    let ends = ["0", "1", "-1", "*", "^"].map(|text| arena.read(text, meter).unwrap());
    let others = born_by(&mut arena, 2, meter);
    let (mut sided, mut stoppers, mut none) = (0, 0, 0);
    for _ in 0..600 {
        let graph = graph(&mut random, &ends);
        let Some(value) = arena.loopy(&graph, meter).unwrap() else {
            none += 1;
            continue;
        };
        if value.is_stopper() {
            stoppers += 1;
        } else {
            sided += 1;
        }
        for &x in &others {
            let found = forced(&mut arena, &graph, x, meter);
            let (minus, on, off) = (Loopy::from(-x), both(&value.onside), both(&value.offside));
            let mut at_most = |a: &Loopy, b: &Loopy| arena.loopy_le(a, b, meter).unwrap();
            // Left is sure to win where G⁻ + X is won, Right where G⁺ + X is.
            let left = [!at_most(&off, &minus), at_most(&minus, &off)];
            let right = [at_most(&on, &minus), !at_most(&minus, &on)];
            assert_eq!(found.map(|wins| wins[0]), left, "{graph:?} {x:?}");
            assert_eq!(found.map(|wins| wins[1]), right, "{graph:?} {x:?}");
        }
    }
    assert!(
        stoppers > 100 && sided > 50 && none < 30,
        "{stoppers} {sided} {none}"
    );
}

#[test]
fn what_is_written_reads_back_and_negates() {
    let limits = Limits::default();
    let (mut arena, meter) = (Arena::new(), &mut limits.meter());
    let mut random = Rng::with_seed(8);
    let ends = ["0", "1", "-1", "*", "^"].map(|text| arena.read(text, meter).unwrap());
    let mut read = 0;
    for _ in 0..300 {
        let graph = graph(&mut random, &ends);
        let Some(value) = arena.loopy(&graph, meter).unwrap() else {
            continue;
        };
        if value.as_short().is_some() {
            continue;
        }
        let text = arena.loopy_text(&value, meter).unwrap();
        let again = arena
            .calculate(&text, &mut Names::default(), meter)
            .unwrap();
        let Answer::Loopy(again) = again else {
            panic!("{text} is no loopy value")
        };
        assert_eq!(arena.loopy_text(&again, meter).unwrap(), text);
        assert!(arena.loopy_le(&value, &again, meter).unwrap(), "{text}");
        assert!(arena.loopy_le(&again, &value, meter).unwrap(), "{text}");
        let back = arena.loopy_text(&value.negated().negated(), meter).unwrap();
        assert_eq!(back, text);
        read += 1;
    }
    assert!(read > 100, "{read}");
}
