//! The analysis of a parsed graph: whether play ends, and which player moves at each position.

use bouton_core::{Limits, Meter, StopReason};

use crate::graph::{Course, Lists, Node};

/// Not visited yet.
const NEW: u32 = u32::MAX;
/// On the current line.
const ON_LINE: u32 = u32::MAX - 1;

/// Counts work within limits, while this many bytes are held elsewhere.
pub(crate) struct Metered<'l> {
    limits: &'l Limits,
    meter: Meter<'l>,
    held: u64,
}

impl<'l> Metered<'l> {
    pub(crate) fn of(limits: &'l Limits, held: u64) -> Self {
        Self {
            limits,
            meter: limits.meter(),
            held,
        }
    }

    /// Counts steps, and checks the limits from time to time.
    pub(crate) fn spend(&mut self, steps: usize) -> Result<(), StopReason> {
        self.meter.spend(steps)
    }

    fn hold(&self, bytes: usize) -> Result<(), StopReason> {
        self.limits.afford(self.held + bytes as u64)
    }
}

/// Whether play ends: depth first, so that a position gets its number after all positions that follow it.
pub(crate) fn course(
    lists: &Lists,
    nodes: usize,
    work: &mut Metered<'_>,
) -> Result<Course, StopReason> {
    let size = size_of::<u32>() * nodes;
    work.hold(size)?;
    let mut heights = vec![NEW; nodes];
    let (mut line, mut height) = (Vec::<(Node, usize)>::new(), 0);
    for root in 0..nodes as Node {
        if heights[root as usize] != NEW {
            continue;
        }
        heights[root as usize] = ON_LINE;
        line.push((root, 0));
        while let Some((node, next)) = line.last_mut() {
            work.spend(1)?;
            let Some(&to) = lists.after(*node).get(*next) else {
                heights[*node as usize] = height;
                height += 1;
                line.pop();
                continue;
            };
            *next += 1;
            match heights[to as usize] {
                NEW => {
                    heights[to as usize] = ON_LINE;
                    if line.len() == line.capacity() {
                        work.hold(size + 3 * size_of_val(&line[..]))?;
                    }
                    line.push((to, 0));
                }
                ON_LINE => {
                    let nodes = line.iter().map(|(node, _)| *node);
                    return Ok(Course::Cycle(
                        nodes.skip_while(|node| *node != to).collect(),
                    ));
                }
                _ => {}
            }
        }
    }
    Ok(Course::Ends(heights))
}

/// If players alternate: the players that can be to move at each position, as bits. Player 0 begins at the start, and at
/// positions that cannot be reached from those before them.
pub(crate) fn movers(
    lists: &Lists,
    start: Node,
    nodes: usize,
    work: &mut Metered<'_>,
) -> Result<Vec<u8>, StopReason> {
    work.hold(nodes)?;
    let mut movers = vec![0_u8; nodes];
    let mut open = Vec::new();
    for root in std::iter::once(start).chain(0..nodes as Node) {
        if movers[root as usize] != 0 {
            continue;
        }
        movers[root as usize] = 1;
        open.push((root, 0_u8));
        while let Some((node, mover)) = open.pop() {
            for &to in lists.after(node) {
                work.spend(1)?;
                let (next, seen) = (1 - mover, &mut movers[to as usize]);
                if *seen & (1 << next) != 0 {
                    continue;
                }
                *seen |= 1 << next;
                if open.len() == open.capacity() {
                    work.hold(nodes + 3 * size_of_val(&open[..]))?;
                }
                open.push((to, next));
            }
        }
    }
    Ok(movers)
}
