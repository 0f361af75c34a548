//! Snort and Col on graphs.

use std::collections::HashMap;

use bouton_core::{Disjunctive, Entry, Notation, Side};
use bouton_games::sides::*;

use super::held::*;
use super::slow;

/// Graphs with points that one player alone may colour: what is left to Left and to Right is written out.
fn coloured_graph<E: Entry<Game: Disjunctive>>(random: &mut Random, takes_own: bool) {
    type Left = [Vec<usize>; 2];
    let count = 1 + random.below(7) as usize;
    let pairs = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b)));
    let edges: Vec<(usize, usize)> = pairs.filter(|_| random.below(3) == 0).collect();
    let given: Vec<u64> = (0..count).map(|_| random.below(4)).collect();
    let of = |kinds: [u64; 3]| -> Vec<usize> {
        (0..count).filter(|p| kinds.contains(&given[*p])).collect()
    };
    let names = |points: Vec<usize>| {
        points
            .iter()
            .map(|p| format!("p{p}"))
            .collect::<Vec<_>>()
            .join(",")
    };
    let shown: Vec<_> = edges.iter().map(|(a, b)| format!("p{a}-p{b}")).collect();
    let all = [names((0..count).collect()), shown.join(",")].join(",");
    let text = format!(
        "{}/{}/{}",
        all.trim_end_matches(','),
        names(of([2; 3])),
        names(of([3; 3]))
    );
    let joined = |a: usize, b: usize| edges.contains(&(a, b)) || edges.contains(&(b, a));
    let options = |at: &Left, side: Side| -> Vec<Left> {
        let me = side as usize;
        let colour = |point: &usize| {
            let mut to = at.clone();
            to.iter_mut().for_each(|left| left.retain(|p| p != point));
            to[if takes_own { me } else { 1 - me }].retain(|p| !joined(*p, *point));
            to
        };
        at[me].iter().map(colour).collect()
    };
    let (game, at) = E::open(None, Some(&text)).unwrap_or_else(|e| panic!("{text}: {e}"));
    let again = game.parse(&game.show(&at)).unwrap();
    assert_eq!(again, at, "{text}");
    let mut held = Held::of(game);
    for side in Side::BOTH {
        let left: Left = [of([0, 1, 2]), of([0, 1, 3])];
        let expected = slow::wins(&left, side, &options, &mut HashMap::new());
        assert_eq!(held.wins(&at, side), expected, "{text} {side:?}");
    }
}

#[test]
fn snort_and_col_on_random_graphs() {
    let mut random = Random(31);
    for _ in 0..200 {
        coloured_graph::<Snort>(&mut random, false);
        coloured_graph::<Col>(&mut random, true);
    }
}
