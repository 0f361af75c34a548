//! Random games with cycles, and a slow reference for them.

use bouton_core::{Alternating, Game, Indexed, Outcome, Reversible, WinDrawLoss};
use bouton_reference::{Contents, Move, Slow};
use bouton_tables::{Entry, TableValue};

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
    fn index(&self, at: &u32) -> Option<u64> {
        Some(u64::from(*at) + 3)
    }
    fn position(&self, index: u64) -> Option<u32> {
        index.checked_sub(3).map(|at| at as u32)
    }
}

impl Reversible for Web {
    fn count(&self) -> u64 {
        self.edges.len() as u64 + 3
    }
    fn predecessors<'g>(&'g self, at: &u32) -> impl Iterator<Item = u32> + use<'g> {
        let at = *at;
        let from = move |(from, edges): (usize, &Vec<(u32, bool)>)| {
            let times = edges.iter().filter(|(to, _)| *to == at).count();
            std::iter::repeat_n(from as u32, times)
        };
        self.edges.iter().enumerate().flat_map(from)
    }
}

/// A random game of `count` positions with up to `most` moves each, some of which keep the turn if `keeps`.
pub(crate) fn web(seed: u64, count: u64, most: u64, keeps: bool) -> Web {
    let mut random = fastrand::Rng::with_seed(seed);
    let edge =
        |random: &mut fastrand::Rng| (random.u64(..count) as u32, keeps && random.u8(..4) == 0);
    let edges = (0..count)
        .map(|_| {
            let moves = random.u64(..=most);
            (0..moves).map(|_| edge(&mut random)).collect()
        })
        .collect();
    let all = [Outcome::Loss, Outcome::Loss, Outcome::Draw, Outcome::Win];
    let ends = (0..count).map(|_| all[random.usize(..4)]).collect();
    Web { edges, ends }
}

/// An outcome and the plies to the end.
pub(crate) type Known = (Outcome, Option<u32>);

/// The value of every position, by the slow solver.
pub(crate) fn reference(web: &Web) -> Vec<Known> {
    let mut slow = Slow::new(false, |at: &u32| {
        let edges = &web.edges[*at as usize];
        let step = |(to, again): &(u32, bool)| Move {
            to: *to,
            gain: 0,
            again: *again,
        };
        match edges.is_empty() {
            true => Contents::Over(web.ends[*at as usize] as i64 - 1),
            false => Contents::Open(edges.iter().map(step).collect()),
        }
    });
    let value = |at| {
        let value = slow.value(&at);
        (Outcome::of_margin(value.score.into()), value.plies)
    };
    (0..web.edges.len() as u32).map(value).collect()
}

/// The same as the entry of every number.
pub(crate) fn entries(web: &Web) -> Vec<Entry> {
    let known = reference(web).into_iter();
    let known = known.map(|(outcome, plies)| Entry::Value(TableValue::Outcome(outcome, plies)));
    // The first numbers are those of no positions.
    std::iter::repeat_n(Entry::Hole, 3).chain(known).collect()
}

/// The outcome of a move for the player who makes it.
pub(crate) fn outcome_of(web: &Web, known: &[Known], at: u32, mv: usize) -> Outcome {
    let (to, keeps) = web.edges[at as usize][mv];
    let (outcome, _) = known[to as usize];
    if keeps { outcome } else { -outcome }
}

/// A line of `count` positions, each of which leads to the one before it: everything from 0 to `count - 1` plies.
pub(crate) fn corridor(count: u32) -> Web {
    let edges = (0..count).map(|at| at.checked_sub(1).map(|to| (to, false)));
    Web {
        edges: edges.map(|edge| edge.into_iter().collect()).collect(),
        ends: vec![Outcome::Loss; count as usize],
    }
}

/// One position with `moves` moves, each of which ends the play.
pub(crate) fn fan(moves: u32) -> Web {
    let mut edges = vec![Vec::new(); moves as usize + 1];
    edges[0] = (1..=moves).map(|to| (to, false)).collect();
    let ends = vec![Outcome::Win; edges.len()];
    Web { edges, ends }
}

/// A line of `/proc/self/status`, in bytes.
#[cfg(target_os = "linux")]
pub(crate) fn status(word: &str) -> u64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap();
    let mut lines = text.lines();
    let line = lines.find_map(|line| line.strip_prefix(word)).unwrap();
    let kilobytes = line.trim_matches(&[':', '\t', ' ', 'k', 'B'][..]);
    kilobytes.parse::<u64>().unwrap() << 10
}
