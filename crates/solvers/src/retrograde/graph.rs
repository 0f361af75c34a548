//! The positions that can be reached from one, numbered in the order in which they are found, with their moves reversed.

use bouton_core::{Limits, Outcome, StopReason};

use super::outbox::Sender;
use super::space::{Look, Space};
use crate::interned::{Expansion, Fold, GO_ON, Interned, Number, Told};
use crate::parallel::threads;

/// The approximate number of moves that are listed at a time.
const BATCH: usize = 1 << 16;
/// Bytes of positions between two checks of the limits.
const LARGE: u64 = 1 << 20;
/// Moves between two checks of the limits.
const STRIDE: usize = 1 << 12;
/// The bit of an edge whose move keeps the turn.
const KEEPS_TURN: u32 = 1 << 31;

/// The moves between reachable positions, reversed.
pub(super) struct Graph {
    looks: Vec<Look>,
    /// The index of the first source of each number, and the end.
    starts: Vec<u64>,
    sources: Vec<u32>,
    keeps_turn: bool,
}

/// Stores every position that can be reached from `at`, or its representative; nothing is stored yet.
pub(super) fn reach(
    game: &mut dyn Interned,
    at: Number,
    fold: Fold,
    limits: &Limits,
) -> Result<Graph, StopReason> {
    game.store(at, fold);
    let threads = threads(limits);
    let (mut looks, mut targets, mut looked) = (Vec::new(), Vec::new(), 0);
    while looks.len() < game.stored() {
        limits.check()?;
        let held = check_size(game, &targets, limits)?;
        limits.progress.set(looks.len() as u64, 0);
        let from = looks.len();
        let to = game.stored().min(from + batch(from, targets.len()));
        let how = Expansion {
            fold,
            threads,
            held,
            limits,
        };
        game.expand(from as Number..to as Number, &how, &mut |game, told| {
            match told {
                Told::Over(rank) => looks.push(Look::Over(Outcome::of_margin(rank))),
                Told::Open(moves) => looks.push(Look::open(moves)),
                Told::Step(step) => {
                    targets.push(step.to | if step.keeps_turn { KEEPS_TURN } else { 0 });
                    if targets.len().is_multiple_of(STRIDE) || game.spilled() - looked > LARGE {
                        looked = game.spilled();
                        limits.check()?;
                        check_size(game, &targets, limits)?;
                    }
                }
            }
            GO_ON
        })?;
    }
    Ok(Graph::inverted(looks, &targets))
}

/// The number of positions to examine next, if those so far had this many moves together.
fn batch(positions: usize, moves: usize) -> usize {
    (BATCH * positions / moves.max(1)).clamp(1, BATCH / 16)
}

/// Bytes held. Numbers must leave the bit [`KEEPS_TURN`] free, and the graph must fit in memory: each edge is held twice
/// for a while.
fn check_size(game: &dyn Interned, targets: &[u32], limits: &Limits) -> Result<u64, StopReason> {
    let stored = game.stored();
    if limits.nodes.is_some_and(|nodes| stored as u64 > nodes) {
        return Err(StopReason::Nodes);
    }
    if stored + (1 << 24) >= KEEPS_TURN as usize {
        return Err(StopReason::Memory);
    }
    let each = size_of::<Look>() + size_of::<u64>() + 1;
    let graph = stored * each + targets.len() * 8;
    let held = game.bytes() + game.spilled() + graph as u64;
    limits.afford(held)?;
    Ok(held)
}

impl Graph {
    /// The graph whose edges lead to `targets`, which are grouped by position, in order.
    fn inverted(looks: Vec<Look>, targets: &[u32]) -> Self {
        let mut starts = vec![0u64; looks.len() + 1];
        for target in targets {
            starts[(target & !KEEPS_TURN) as usize + 1] += 1;
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
                let place = &mut next[(target & !KEEPS_TURN) as usize];
                sources[*place as usize] = from as u32 | (target & KEEPS_TURN);
                *place += 1;
            }
        }
        Self {
            looks,
            starts,
            sources,
            keeps_turn: targets.iter().any(|target| target & KEEPS_TURN != 0),
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
    fn take_back(&self, first: u64, places: &[u32], to: &mut Sender<'_>) {
        for place in places {
            let number = first as usize + *place as usize;
            let [begin, end] = [number, number + 1].map(|n| self.starts[n] as usize);
            for source in &self.sources[begin..end] {
                to.tell(u64::from(source & !KEEPS_TURN), source & KEEPS_TURN != 0);
            }
        }
    }
}
