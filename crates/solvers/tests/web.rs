//! Random games with cycles, and a slow reference for them.

use bouton_core::{Alternating, Game, Indexed, Outcome, Reversible, WinDrawLoss};

/// Positions are numbers, moves are edges; a position without edges is over.
pub(crate) struct Web {
    pub(crate) edges: Vec<Vec<(u32, bool)>>,
    pub(crate) ends: Vec<Outcome>,
}

impl Game for Web {
    type Position = u32;
    type Move = usize;
}

impl Alternating for Web {
    type Score = WinDrawLoss;
    fn moves<'g>(&'g self, at: &u32) -> impl Iterator<Item = usize> + use<'g> {
        0..self.edges[*at as usize].len()
    }
    fn play(&self, at: &u32, mv: &usize) -> u32 {
        self.edges[*at as usize][*mv].0
    }
    fn keeps_turn(&self, at: &u32, mv: &usize) -> bool {
        self.edges[*at as usize][*mv].1
    }
    fn score(&self, at: &u32) -> Option<WinDrawLoss> {
        self.edges[*at as usize]
            .is_empty()
            .then(|| self.ends[*at as usize].into())
    }
}

impl Indexed for Web {
    fn count(&self) -> u64 {
        self.edges.len() as u64 + 3
    }
    fn index(&self, at: &u32) -> u64 {
        u64::from(*at) + 3
    }
    fn position(&self, index: u64) -> Option<u32> {
        index.checked_sub(3).map(|at| at as u32)
    }
}

impl Reversible for Web {
    fn predecessors<'g>(&'g self, at: &u32) -> impl Iterator<Item = u32> + use<'g> {
        let at = *at;
        let from = move |(from, edges): (usize, &Vec<(u32, bool)>)| {
            let times = edges.iter().filter(|(to, _)| *to == at).count();
            std::iter::repeat_n(from as u32, times)
        };
        self.edges.iter().enumerate().flat_map(from)
    }
}

struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) % bound
    }
}

/// A random game of `count` positions with up to `most` moves each, some of which keep the turn if `keeps`.
pub(crate) fn web(seed: u64, count: u64, most: u64, keeps: bool) -> Web {
    let mut random = Random(0x9e37_79b9_7f4a_7c15 ^ (seed * 1_000_003 + 1));
    let edge = |random: &mut Random| (random.below(count) as u32, keeps && random.below(4) == 0);
    let edges = (0..count)
        .map(|_| {
            let moves = random.below(most + 1);
            (0..moves).map(|_| edge(&mut random)).collect()
        })
        .collect();
    let all = [Outcome::Loss, Outcome::Loss, Outcome::Draw, Outcome::Win];
    let ends = (0..count).map(|_| all[random.below(4) as usize]).collect();
    Web { edges, ends }
}

/// An outcome and the plies to the end.
pub(crate) type Known = (Outcome, Option<u32>);

/// Sweeps over all positions until nothing changes: first wins and losses, in the order of plies, then draws.
pub(crate) fn reference(web: &Web) -> Vec<Known> {
    let mut known: Vec<Option<(Outcome, u32)>> = web
        .edges
        .iter()
        .zip(&web.ends)
        .map(|(edges, end)| edges.is_empty().then_some((*end, 0)))
        .collect();
    let seen = |known: &[Option<(Outcome, u32)>], (to, keeps): (u32, bool)| {
        known[to as usize].map(|(outcome, plies)| (if keeps { outcome } else { -outcome }, plies))
    };
    for decides in [true, false] {
        for plies in 1..=web.edges.len() as u32 {
            let before = known.clone();
            for (at, edges) in web
                .edges
                .iter()
                .enumerate()
                .filter(|(at, _)| before[*at].is_none())
            {
                let options: Vec<_> = edges.iter().map(|edge| seen(&before, *edge)).collect();
                let any = |wanted| {
                    options
                        .iter()
                        .flatten()
                        .any(|(outcome, _)| *outcome == wanted)
                };
                let all_lost = options
                    .iter()
                    .all(|o| o.is_some_and(|(outcome, _)| outcome == Outcome::Loss));
                known[at] = match decides {
                    true if any(Outcome::Win) => Some((Outcome::Win, plies)),
                    true if all_lost => Some((Outcome::Loss, plies)),
                    false if any(Outcome::Draw) => Some((Outcome::Draw, plies)),
                    _ => None,
                };
            }
            if known == before {
                break;
            }
        }
    }
    let value = |known: Option<(Outcome, u32)>| match known {
        Some((outcome, plies)) => (outcome, Some(plies)),
        None => (Outcome::Draw, None),
    };
    known.into_iter().map(value).collect()
}
