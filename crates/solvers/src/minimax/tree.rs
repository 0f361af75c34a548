//! The size of the game tree: its nodes, counted by position.

use crate::interned::{BYTES_A_STEP, ENOUGH, Fold, GO_ON, Interned, Number, Put};

/// Trees with more nodes than this are refused.
pub const LARGEST: u64 = 50_000_000;
/// Trees with more distinct positions are refused, since counting their nodes takes time itself.
pub(super) const MOST_POSITIONS: usize = 1 << 18;
/// The most steps that counting takes for large positions.
const MOST_STEPS: usize = 1 << 21;
/// A position with more bytes than this counts as several.
const LARGE_POSITION: u64 = 64;

/// The positions that are stored; long ones count as several.
fn held(game: &dyn Interned) -> usize {
    game.stored().max((game.bytes() / LARGE_POSITION) as usize)
}

/// A position whose options are being counted.
struct Frame {
    number: Number,
    /// The index of its first move among the targets, and of the next one to be examined.
    first: usize,
    next: usize,
    /// The nodes of the options counted so far, and of itself.
    nodes: u64,
}

/// A count in progress.
struct Count<'c> {
    game: &'c mut dyn Interned,
    /// The targets of the moves of positions on the line; those of one position are contiguous.
    targets: Vec<Number>,
    /// Moves listed so far; each is a node.
    moves: u64,
    /// Further steps that counting took, for large positions.
    steps: usize,
    /// The nodes below each stored position, including itself; 0 if unknown.
    nodes: Vec<u64>,
}

impl Count<'_> {
    /// Lists the moves of a position; `None` if the limits are exceeded.
    fn open(&mut self, number: Number) -> Option<Frame> {
        let first = self.targets.len();
        if self.game.end(number).is_none() {
            self.list(number);
        }
        let held = held(self.game);
        let is_small = held <= MOST_POSITIONS && self.moves <= LARGEST && self.steps <= MOST_STEPS;
        is_small.then_some(Frame {
            number,
            first,
            next: first,
            nodes: 1,
        })
    }

    fn list(&mut self, number: Number) {
        let each = self.game.beside(number) / BYTES_A_STEP;
        let (targets, moves, steps) = (&mut self.targets, &mut self.moves, &mut self.steps);
        let (fold, store) = (Fold::Symmetric, true);
        let told = self
            .game
            .steps(number, Put { fold, store }, &mut |game, step| {
                targets.push(step.to);
                *moves += 1;
                *steps += each;
                if held(game) > MOST_POSITIONS || *moves > LARGEST || *steps > MOST_STEPS {
                    ENOUGH
                } else {
                    GO_ON
                }
            });
        told.expect("invariant: listing asks for no limit");
    }

    fn close(&mut self, frame: &Frame) {
        let number = frame.number as usize;
        if self.nodes.len() <= number {
            self.nodes.resize(number + 1, 0);
        }
        self.nodes[number] = frame.nodes;
        self.targets.truncate(frame.first);
    }

    fn known(&self, number: Number) -> u64 {
        self.nodes.get(number as usize).copied().unwrap_or(0)
    }
}

/// The nodes of the tree below `at`, including itself; `None` beyond [`LARGEST`] nodes or [`MOST_POSITIONS`].
pub(super) fn nodes(game: &mut dyn Interned, at: Number) -> Option<u64> {
    let root = game.store(at, Fold::Symmetric);
    let mut count = Count {
        game,
        targets: Vec::new(),
        moves: 0,
        steps: 0,
        nodes: Vec::new(),
    };
    let mut stack = vec![count.open(root)?];
    loop {
        // If a position repeats, the line has no end although few positions are stored.
        let is_deep = stack.len() > MOST_POSITIONS;
        let frame = stack.last_mut()?;
        if is_deep || frame.nodes > LARGEST {
            return None;
        }
        if let Some(to) = count.targets.get(frame.next).copied() {
            frame.next += 1;
            match count.known(to) {
                0 => stack.push(count.open(to)?),
                more => frame.nodes += more,
            }
            continue;
        }
        let frame = stack.pop()?;
        count.close(&frame);
        match stack.last_mut() {
            Some(above) => above.nodes += frame.nodes,
            None => return Some(frame.nodes),
        }
    }
}
