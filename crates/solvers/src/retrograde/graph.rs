//! The positions that can be reached from one, numbered as they are found, with their moves taken back.

use bouton_core::{Alternating, Limits, Score, StopReason};
use rayon::prelude::*;

use super::space::{Look, Space};
use crate::store::Store;

/// Moves that are listed at a time, about.
const BATCH: usize = 1 << 16;
/// Moves of one position between two looks at the limits.
const STRIDE: usize = 1 << 12;
/// In an edge: the move keeps the turn.
const KEEPS: u32 = 1 << 31;

/// Positions by number.
pub(super) type Numbers<P> = Store<P, ()>;

/// The moves between reachable positions, taken back.
pub(super) struct Graph {
    looks: Vec<Look>,
    /// Where the sources of each number start, and their end.
    starts: Vec<u64>,
    sources: Vec<u32>,
    keeps_turn: bool,
}

/// What a position leads to.
struct Expanded<P> {
    look: Look,
    options: Vec<(P, bool)>,
}

/// Finds every position that can be reached from `at`, the same by symmetry as one if `fold` says so.
pub(super) fn reach<G: Alternating>(
    game: &G,
    at: &G::Position,
    fold: bool,
    limits: &Limits,
) -> Result<(Numbers<G::Position>, Graph), StopReason> {
    let one = |at: G::Position| if fold { game.canonical(at) } else { at };
    let mut numbers = Numbers::default();
    numbers.insert(one(at.clone()), ());
    let mut spilled = 0;
    let (mut looks, mut targets) = (Vec::new(), Vec::new());
    while looks.len() < numbers.len() {
        limits.check()?;
        let held = check_size(&numbers, spilled, &targets, limits)?;
        limits.progress.set(looks.len() as u64, 0);
        let batch = looks.len()
            ..numbers
                .len()
                .min(looks.len() + batch(looks.len(), targets.len()));
        let expand = |number| expand(game, numbers.key(number), &one, held, limits);
        let expanded: Result<Vec<_>, _> = batch.into_par_iter().map(expand).collect();
        for Expanded { look, options } in expanded? {
            looks.push(look);
            for (to, keeps) in options {
                let number = numbers.number(&to).unwrap_or_else(|| {
                    spilled += game.spilled(&to);
                    numbers.insert(to, ())
                });
                targets.push(number as u32 | if keeps { KEEPS } else { 0 });
                if targets.len().is_multiple_of(STRIDE) {
                    check_size(&numbers, spilled, &targets, limits)?;
                }
            }
        }
    }
    Ok((numbers, Graph::inverted(looks, &targets)))
}

/// How many positions to look at next, if those so far had so many moves together.
fn batch(positions: usize, moves: usize) -> usize {
    (BATCH * positions / moves.max(1)).clamp(1, BATCH / 16)
}

/// Bytes held. Numbers must fit beside [`KEEPS`], and the graph into the memory: each edge is held twice for a while.
fn check_size<P: Eq + std::hash::Hash>(
    numbers: &Numbers<P>,
    spilled: usize,
    targets: &[u32],
    limits: &Limits,
) -> Result<u64, StopReason> {
    if limits
        .nodes
        .is_some_and(|nodes| numbers.len() as u64 > nodes)
    {
        return Err(StopReason::Nodes);
    }
    if numbers.len() + (1 << 24) >= KEEPS as usize {
        return Err(StopReason::Memory);
    }
    let each = size_of::<Look>() + size_of::<u64>() + 1;
    let graph = spilled + numbers.len() * each + targets.len() * 8;
    let held = numbers.bytes() + graph as u64;
    limits.afford(held)?;
    Ok(held)
}

/// The moves of a position, while `held` bytes are held already.
fn expand<G: Alternating>(
    game: &G,
    at: &G::Position,
    one: &impl Fn(G::Position) -> G::Position,
    held: u64,
    limits: &Limits,
) -> Result<Expanded<G::Position>, StopReason> {
    let (mut options, mut spilled) = (Vec::new(), 0);
    if let Some(score) = game.score(at) {
        let look = Look::Over(score.outcome());
        return Ok(Expanded { look, options });
    }
    for mv in game.moves(at) {
        let to = one(game.play(at, &mv));
        spilled += game.spilled(&to);
        options.push((to, game.keeps_turn(at, &mv)));
        if options.len().is_multiple_of(STRIDE) {
            limits.check()?;
            limits.afford(held + (2 * size_of_val(&options[..]) + spilled) as u64)?;
        }
    }
    Ok(Expanded {
        look: Look::Open(options.len() as u32),
        options,
    })
}

impl Graph {
    /// The graph whose edges lead to `targets`, each position's after those of the one before it.
    fn inverted(looks: Vec<Look>, targets: &[u32]) -> Self {
        let mut starts = vec![0u64; looks.len() + 1];
        for target in targets {
            starts[(target & !KEEPS) as usize + 1] += 1;
        }
        for number in 1..starts.len() {
            starts[number] += starts[number - 1];
        }
        let mut sources = vec![0; targets.len()];
        let mut next = starts.clone();
        let mut edges = targets.iter();
        for (from, look) in looks.iter().enumerate() {
            let Look::Open(moves) = look else { continue };
            for target in edges.by_ref().take(*moves as usize) {
                let place = &mut next[(target & !KEEPS) as usize];
                sources[*place as usize] = from as u32 | (target & KEEPS);
                *place += 1;
            }
        }
        Self {
            looks,
            starts,
            sources,
            keeps_turn: targets.iter().any(|target| target & KEEPS != 0),
        }
    }
}

impl Space for Graph {
    fn keeps_turn(&self) -> bool {
        self.keeps_turn
    }
    fn count(&self) -> u64 {
        self.looks.len() as u64
    }
    fn look(&self, number: u64) -> Look {
        self.looks[number as usize]
    }
    fn each_predecessor(&self, number: u64, mut tell: impl FnMut(u64, bool)) {
        let [from, to] = [number, number + 1].map(|n| self.starts[n as usize] as usize);
        for source in &self.sources[from..to] {
            tell((source & !KEEPS).into(), source & KEEPS != 0);
        }
    }
}
