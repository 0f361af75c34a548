//! Games of pieces that are cut, taken from or split.

use std::collections::{HashMap, HashSet};

use bouton_core::{Disjunctive, Entry, Loopfree, Notation, Partizan, Side};
use bouton_games::sides::*;

use super::held::*;
use super::slow;

type Piece = (usize, usize);

/// Every position that play can reach from some pieces has the value that the slow rules give it.
fn pieces_against<E: Entry<Game: Disjunctive>>(
    parameters: Option<&str>,
    pieces: &[Piece],
    show: fn(&Piece) -> String,
    options: impl Fn(&Piece, Side) -> Vec<Vec<Piece>>,
) {
    let all = |at: &Vec<Piece>, side: Side| -> Vec<Vec<Piece>> {
        let mut next = vec![];
        for (n, piece) in at.iter().enumerate() {
            for into in options(piece, side) {
                let mut to = [&at[..n], &at[n + 1..], &into].concat();
                to.retain(|piece| piece.0 * piece.1 > 0);
                to.sort();
                next.push(to);
            }
        }
        next.sort();
        next.dedup();
        next
    };
    let mut todo = vec![pieces.to_vec()];
    let (mut seen, mut known) = (HashSet::new(), HashMap::new());
    let text = |at: &Vec<Piece>| at.iter().map(show).collect::<Vec<_>>().join(",");
    let (game, _) = E::open(parameters, Some(&text(&pieces.to_vec()))).unwrap();
    let mut held = Held::of(game);
    while let Some(at) = todo.pop() {
        if !seen.insert(at.clone()) {
            continue;
        }
        let position = held.game.0.parse(&text(&at)).unwrap();
        assert_eq!(held.game.0.show(&position), text(&at));
        for side in Side::BOTH {
            let expected = slow::wins(&at, side, &all, &mut known);
            assert_eq!(held.wins(&position, side), expected, "{at:?} {side:?}");
            let game = &held.game.0;
            let play = |mv| game.play(&position, side, &mv);
            let next: Vec<_> = game.moves(&position, side).map(play).collect();
            let found: HashSet<_> = next.iter().map(|to| game.show(to)).collect();
            let expected: HashSet<_> = all(&at, side).iter().map(text).collect();
            assert_eq!(
                (found.len(), found),
                (next.len(), expected),
                "{at:?} {side:?}"
            );
            assert!(
                next.iter()
                    .all(|to| game.height(to) < game.height(&position))
            );
            todo.extend(all(&at, side));
        }
    }
}

/// What becomes of a length.
type Knife = fn(usize) -> Vec<Vec<usize>>;

/// What cutting a length in two, in equal parts, or around one that is eaten makes of it.
const KNIVES: [Knife; 3] = [
    |all| (1..all).map(|a| vec![a, all - a]).collect(),
    |all| {
        (1..all)
            .filter(|a| all.is_multiple_of(*a))
            .map(|a| vec![a; all / a])
            .collect()
    },
    |all| (0..all).map(|a| vec![a, all - 1 - a]).collect(),
];

fn cakes<E: Entry<Game: Disjunctive>>(knife: usize, cakes: &[Piece]) {
    let options = |(rows, columns): &Piece, side: Side| -> Vec<Vec<Piece>> {
        let (all, left) = match side {
            Side::Left => (*columns, true),
            Side::Right => (*rows, false),
        };
        let cake = |n: &usize| if left { (*rows, *n) } else { (*n, *columns) };
        let lengths = KNIVES[knife](all);
        lengths
            .iter()
            .map(|cut| cut.iter().map(cake).collect())
            .collect()
    };
    pieces_against::<E>(None, cakes, |(a, b)| format!("{a}x{b}"), options);
}

#[test]
fn all_cakes() {
    for pieces in [&[(3, 4)][..], &[(2, 5)], &[(2, 2), (5, 1)], &[(1, 6)]] {
        cakes::<Cutcake>(0, pieces);
        cakes::<Eatcake>(2, pieces);
    }
    for pieces in [&[(6, 4)][..], &[(4, 9)], &[(2, 3), (3, 4)], &[(12, 2)]] {
        cakes::<MaundyCake>(1, pieces);
    }
}

#[test]
fn partizan_heaps() {
    for (sets, left, right) in [
        ("1,3/2,3", vec![1, 3], vec![2, 3]),
        ("2,4/1,3", vec![2, 4], vec![1, 3]),
        ("1/2", vec![1], vec![2]),
        ("/1,2", vec![], vec![1, 2]),
    ] {
        let options = |(_, heap): &Piece, side: Side| -> Vec<Vec<Piece>> {
            let set = if side == Side::Left { &left } else { &right };
            let fit = set.iter().filter(|taken| *taken <= heap);
            fit.map(|taken| vec![(1, heap - taken)]).collect()
        };
        pieces_against::<PartizanSubtraction>(
            Some(sets),
            &[(1, 5), (1, 7)],
            |heap| heap.1.to_string(),
            options,
        );
    }
}

/// Left may take one and split the rest; Right may take one or two and leave one heap, or split without taking.
#[test]
fn partizan_octal_games() {
    let split = |rest: usize| (1..rest).map(move |a| vec![(1, a), (1, rest - a)]);
    let options = |(_, heap): &Piece, side: Side| -> Vec<Vec<Piece>> {
        let mut options: Vec<Vec<Piece>> = vec![];
        match side {
            Side::Left => {
                options.push(vec![(1, heap - 1)]);
                options.extend(split(heap - 1));
            }
            Side::Right => {
                let more = (1..=2).filter(|taken| taken < heap);
                options.extend(more.map(|taken| vec![(1, heap - taken)]));
                options.extend(split(*heap));
            }
        }
        options
    };
    for heaps in [&[(1, 7)][..], &[(1, 3), (1, 5)]] {
        pieces_against::<PartizanOctal>(
            Some("0.7/4.22"),
            heaps,
            |heap| heap.1.to_string(),
            options,
        );
    }
}
