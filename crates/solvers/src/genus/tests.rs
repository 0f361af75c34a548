use std::collections::HashMap;

use bouton_core::{Alternating, Game};
use smallvec::SmallVec;

use super::*;

/// Nodes whose options are sums of smaller ones; a position is a sum of nodes.
struct Nodes {
    options: Vec<Vec<Vec<u8>>>,
    /// Whether the parts leave out pairs of equal nodes, as if such a pair were zero.
    cancels: bool,
}

impl Game for Nodes {
    type Position = Vec<u8>;
    type Move = Vec<u8>;
    fn canonical(&self, mut at: Vec<u8>) -> Vec<u8> {
        at.sort_unstable();
        at
    }
}

impl Alternating for Nodes {
    type Score = WinLoss;
    fn moves<'g>(&'g self, at: &Vec<u8>) -> impl Iterator<Item = Vec<u8>> + use<'g> {
        let mut moves = Vec::new();
        for place in 0..at.len() {
            for option in &self.options[at[place] as usize] {
                let mut to = at.clone();
                to.remove(place);
                to.extend(option);
                moves.push(to);
            }
        }
        moves.into_iter()
    }
    fn play(&self, _at: &Vec<u8>, mv: &Vec<u8>) -> Vec<u8> {
        mv.clone()
    }
    fn score(&self, at: &Vec<u8>) -> Option<WinLoss> {
        self.moves(at).next().is_none().then_some(WinLoss::Win)
    }
}

impl MisereParts for Nodes {
    fn summed(&self, at: &Vec<u8>) -> SmallVec<[Vec<u8>; 2]> {
        let times = |node: u8| at.iter().filter(|other| **other == node).count();
        let kept = at
            .iter()
            .filter(|node| !self.cancels || times(**node) % 2 == 1);
        kept.map(|node| vec![*node]).collect()
    }
}

/// The winner, by a search of the full game; each position once.
fn searched(game: &Nodes, at: &[u8], known: &mut HashMap<Vec<u8>, WinLoss>) -> WinLoss {
    let at = game.canonical(at.to_vec());
    if let Some(score) = known.get(&at) {
        return *score;
    }
    let mut moves = game.moves(&at).peekable();
    let is_won =
        moves.peek().is_none() || moves.any(|to| searched(game, &to, known) == WinLoss::Loss);
    let score = if is_won { WinLoss::Win } else { WinLoss::Loss };
    known.insert(at, score);
    score
}

/// All sums of at most three nodes.
fn sums(nodes: u8) -> Vec<Vec<u8>> {
    let mut sums = vec![Vec::new()];
    for a in 0..nodes {
        sums.push(vec![a]);
        for b in a..nodes {
            sums.push(vec![a, b]);
            sums.extend((b..nodes).map(|c| vec![a, b, c]));
        }
    }
    sums
}

/// Random games of five nodes: if the solver answers, its answer and best moves agree with the full search.
#[test]
fn sums_of_tame_parts_are_won_as_play_says() {
    let (mut state, mut told, mut refused) = (0x9e37_79b9_7f4a_7c15_u64, 0, 0);
    let mut below = |bound: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) % bound
    };
    for _ in 0..100 {
        let mut options: Vec<Vec<Vec<u8>>> = vec![Vec::new()];
        for node in 1..5 {
            let option = |below: &mut dyn FnMut(u64) -> u64| {
                let parts = below(3);
                (0..parts).map(|_| below(node) as u8).collect()
            };
            let count = below(4);
            options.push((0..count).map(|_| option(&mut below)).collect());
        }
        let game = Nodes {
            options,
            cancels: false,
        };
        let mut solver = ByGenus::default();
        let mut known = HashMap::new();
        for at in sums(5) {
            let limits = Limits::default();
            if solver.accepts(&game, &at, &limits).is_err() {
                refused += 1;
                continue;
            }
            told += 1;
            let expected = searched(&game, &at, &mut known);
            let solution = solver.solve(&game, &at, &limits).unwrap();
            assert_eq!(solution.value.score, expected, "{:?} {at:?}", game.options);
            let mut wins = |to: &Vec<u8>| {
                expected == WinLoss::Loss || searched(&game, to, &mut known) == WinLoss::Loss
            };
            let best: Vec<_> = game.moves(&at).filter(|to| wins(to)).collect();
            assert_eq!(solution.best.moves, best, "{:?} {at:?}", game.options);
        }
    }
    assert!(told > 2000 && refused > 20, "{told} {refused}");
}

/// Heaps of Nim up to 5 as nodes, each with moves to all smaller ones.
fn nim(cancels: bool) -> Nodes {
    let options = (0..6_u8).map(|heap| (0..heap).map(|left| vec![left]).collect());
    Nodes {
        options: options.collect(),
        cancels,
    }
}

#[test]
fn heaps_of_nim_have_the_genus_that_is_known() {
    let game = nim(false);
    let solver = ByGenus::default();
    let told: Vec<String> = (0..6)
        .map(|heap| {
            let parts = solver
                .parts(&game, &vec![heap], &Limits::default())
                .unwrap();
            total(&parts).to_string()
        })
        .collect();
    assert_eq!(told, ["0^1", "1^0", "2^2", "3^3", "4^4", "5^5"]);
    // 0^0 and 1^1 are firm: 2 + 2 and 2 + 3 are not heaps.
    for (heaps, genus) in [([2, 2], "0^0"), ([2, 3], "1^1"), ([1, 1], "0^1")] {
        let parts = solver
            .parts(&game, &heaps.to_vec(), &Limits::default())
            .unwrap();
        assert_eq!(total(&parts).to_string(), genus);
    }
}

/// A game whose moves lead to {2 + 2, …}: {2+2, 3} is neither fickle nor firm.
#[test]
fn wild_parts_are_refused() {
    let mut game = nim(false);
    game.options.push(vec![vec![2, 2], vec![1]]);
    let why = ByGenus::default()
        .accepts(&game, &vec![6], &Limits::default())
        .unwrap_err();
    assert!(why.contains("wild"), "{why}");
}

/// In misère play two equal heaps are not zero: a game that leaves them out of its parts is detected.
#[test]
fn parts_that_are_no_sum_are_refused() {
    let mut game = nim(true);
    game.options.push(vec![vec![1, 2], vec![2]]);
    for at in [vec![2, 3], vec![6]] {
        let why = ByGenus::default()
            .accepts(&game, &at, &Limits::default())
            .unwrap_err();
        assert!(why.contains("not those of its parts"), "{why}");
    }
    let why = ByGenus::default().accepts(&nim(false), &vec![5; 12], &Limits::default());
    assert_eq!(why, Ok(()));
}
