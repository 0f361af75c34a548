//! The order of onsides: G⁺ ≤ H⁺ if Left, moving second, holds H − G. Play that goes on forever in G alone is lost for
//! Left; play that goes on forever in H, or in both, is not. For stoppers this is the order of games.
//!
//! Positions are pairs with a side to move. Left holds a position from which Left always has a move and can return to H
//! again and again: the greatest set of positions from each of which Left reaches, with moves in G in between, a move in H
//! into the set.

use bouton_core::hashing::FastMap;
use bouton_core::{Meter, Side, StopReason};

use super::graph::{Graph, Place};
use crate::arena::Arena;

/// A pair with the side to move, and the known facts about it.
struct Position {
    left_moves: bool,
    /// Whether Left holds it, if the order of short values decides.
    known: Option<bool>,
    /// The targets of the moves, each with whether the move is in H.
    moves: Vec<(usize, bool)>,
}

type Pair = (Place, Place, bool);

/// The size of a position with its place in the table, in bytes.
const BYTES: usize = size_of::<Position>() + 2 * size_of::<(Pair, usize)>() + 64;

impl Arena {
    /// Whether G⁺ ≤ H⁺.
    pub(crate) fn at_most(
        &mut self,
        g: &Graph,
        h: &Graph,
        meter: &mut Meter,
    ) -> Result<bool, StopReason> {
        if let (Place::Short(g), Place::Short(h)) = (g.root, h.root) {
            return self.le(g, h, meter);
        }
        // Both were copied, and are traversed now.
        meter.spend(2 * (g.size() + h.size()))?;
        let positions = self.pairs(g, h, meter)?;
        // Play that ends is resolved backwards from its end.
        let order: Vec<_> = (0..positions.len()).rev().collect();
        let mut held = vec![true; positions.len()];
        let steps = positions.iter().map(|at| 1 + at.moves.len()).sum();
        loop {
            let mut reached = vec![false; positions.len()];
            loop {
                meter.spend(steps)?;
                let mut grown = false;
                for &n in order.iter().filter(|n| held[**n]) {
                    let position = &positions[n];
                    let good = |&(to, in_h): &(usize, bool)| reached[to] || in_h && held[to];
                    let holds = position.known.unwrap_or_else(|| match position.left_moves {
                        true => position.moves.iter().any(good),
                        false => position.moves.iter().all(good),
                    });
                    grown |= holds && !reached[n];
                    reached[n] |= holds;
                }
                if !grown {
                    break;
                }
            }
            if reached == held {
                return Ok(held[0]);
            }
            held = reached;
        }
    }

    /// All positions that can be reached from H − G with Right to move, which comes first.
    fn pairs(
        &mut self,
        g: &Graph,
        h: &Graph,
        meter: &mut Meter,
    ) -> Result<Vec<Position>, StopReason> {
        let root = (h.root, g.root, false);
        let (mut pairs, mut numbers) = (vec![root], FastMap::from_iter([(root, 0)]));
        let mut positions = Vec::new();
        while let Some(&(in_h, in_g, left_moves)) = pairs.get(positions.len()) {
            meter.spend(1)?;
            meter.afford(self.bytes() + (pairs.len() * BYTES) as u64)?;
            let mut position = Position {
                left_moves,
                known: None,
                moves: Vec::new(),
            };
            if let (Place::Short(v), Place::Short(w)) = (in_h, in_g) {
                position.known = Some(match left_moves {
                    false => self.le(w, v, meter)?,
                    true => !self.le(v, w, meter)?,
                });
                positions.push(position);
                continue;
            }
            // Left moves in H as Left, and in −G as Right does in G.
            let [own, other] = match left_moves {
                true => [Side::Left, Side::Right],
                false => [Side::Right, Side::Left],
            };
            let in_other = self.moves_of(g, in_g, other, meter)?;
            let to_g = in_other
                .into_iter()
                .map(|o| ((in_h, o, !left_moves), false));
            let in_own = self.moves_of(h, in_h, own, meter)?;
            let to_h = in_own.into_iter().map(|o| ((o, in_g, !left_moves), true));
            for (pair, is_in_h) in to_g.chain(to_h) {
                let number = *numbers.entry(pair).or_insert(pairs.len());
                if number == pairs.len() {
                    pairs.push(pair);
                }
                position.moves.push((number, is_in_h));
            }
            meter.spend(position.moves.len())?;
            positions.push(position);
        }
        Ok(positions)
    }

    /// The options of a side.
    pub(super) fn moves_of(
        &mut self,
        graph: &Graph,
        place: Place,
        side: Side,
        meter: &mut Meter,
    ) -> Result<Vec<Place>, StopReason> {
        let side = usize::from(side == Side::Right);
        match place {
            Place::Node(n) => Ok(graph.nodes[n as usize][side].clone()),
            Place::Short(v) => {
                let options = &self.options(v, meter)?[side];
                Ok(options.iter().map(|o| Place::Short(*o)).collect())
            }
        }
    }
}
