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

/// The size of a position with its place in the table and the moves to it, in bytes.
const BYTES: usize = size_of::<Position>() + 2 * size_of::<(Pair, usize)>() + 96;

/// The pairs of more places are looked at one by one.
const MOST_PLACES: usize = 1024;

/// The pairs that Left holds, moving second.
#[derive(Default)]
pub(super) struct Order {
    numbers: FastMap<Pair, usize>,
    held: Vec<bool>,
}

impl Order {
    /// Whether G⁺ ≤ H⁺ for two places; `None` if their pair was not looked at.
    pub(super) fn at_most(&self, g: Place, h: Place) -> Option<bool> {
        let number = self.numbers.get(&(h, g, false))?;
        Some(self.held[*number])
    }
}

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
        let order = self.order(g, h, &[[g.root, h.root]], meter)?;
        Ok(order.held[0])
    }

    /// The order of the nodes of a graph and the values that are options, but for its root, node 0. One search answers for all
    /// pairs: that for one pair looks at most of the others, too.
    pub(super) fn order_within(
        &mut self,
        graph: &Graph,
        meter: &mut Meter,
    ) -> Result<Order, StopReason> {
        meter.spend(2 * graph.size())?;
        let is_short = |place: &&Place| matches!(place, Place::Short(_));
        let short = graph.nodes.iter().flatten().flatten().filter(is_short);
        let nodes = (1..graph.nodes.len()).map(|n| Place::Node(n as u32));
        let mut places: Vec<Place> = nodes.collect();
        let (count, mut met) = (places.len(), FastMap::default());
        places.extend(short.filter(|place| met.insert(**place, ()).is_none()));
        if places.len() > MOST_PLACES {
            return Ok(Order::default());
        }
        meter.afford(self.bytes() + (places.len().pow(2) * BYTES) as u64)?;
        let mut pairs = Vec::new();
        for (m, a) in places.iter().enumerate() {
            // The arena has the order of short values.
            let others = if m < count {
                &places[..]
            } else {
                &places[..count]
            };
            meter.spend(others.len())?;
            pairs.extend(others.iter().filter(|b| *b != a).map(|b| [*a, *b]));
        }
        self.order(graph, graph, &pairs, meter)
    }

    /// Whether G⁺ ≤ H⁺ for these places of G and H, and those that play from them reaches.
    pub(super) fn order(
        &mut self,
        g: &Graph,
        h: &Graph,
        pairs: &[[Place; 2]],
        meter: &mut Meter,
    ) -> Result<Order, StopReason> {
        let first = pairs.iter().map(|[g, h]| (*h, *g, false));
        let (positions, numbers) = self.pairs([g, h], first.collect(), meter)?;
        let mut before: Vec<Vec<(u32, bool)>> = vec![Vec::new(); positions.len()];
        for (n, position) in positions.iter().enumerate() {
            for (to, in_h) in &position.moves {
                before[*to].push((n as u32, *in_h));
            }
        }
        let mut held = vec![true; positions.len()];
        let steps = positions.iter().map(|at| 2 + 2 * at.moves.len()).sum();
        loop {
            meter.spend(steps)?;
            let reached = returning(&positions, &before, &held);
            if reached == held {
                return Ok(Order { numbers, held });
            }
            held = reached;
        }
    }

    /// All positions that can be reached from these, which come first, with their numbers.
    fn pairs(
        &mut self,
        [g, h]: [&Graph; 2],
        mut pairs: Vec<Pair>,
        meter: &mut Meter,
    ) -> Result<(Vec<Position>, FastMap<Pair, usize>), StopReason> {
        let mut numbers: FastMap<Pair, usize> = pairs.iter().copied().zip(0..).collect();
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
        Ok((positions, numbers))
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

/// The held positions from which Left reaches, with moves in G in between, a move in H to a held one; or an end that Left wins.
/// They are found backwards, so that each move is looked at once.
fn returning(positions: &[Position], before: &[Vec<(u32, bool)>], held: &[bool]) -> Vec<bool> {
    let mut reached = vec![false; positions.len()];
    // For Right, the moves that are not known to be good for Left; Left needs one good move.
    let mut open: Vec<usize> = Vec::with_capacity(positions.len());
    let mut new = Vec::new();
    for (n, position) in positions.iter().enumerate() {
        let good = position
            .moves
            .iter()
            .filter(|(to, in_h)| *in_h && held[*to]);
        let good = good.count();
        open.push(match position.left_moves {
            true => usize::from(good == 0),
            false => position.moves.len() - good,
        });
        let holds = position.known.unwrap_or(open[n] == 0);
        if held[n] && holds {
            reached[n] = true;
            new.push(n);
        }
    }
    while let Some(n) = new.pop() {
        for &(from, in_h) in &before[n] {
            let from = from as usize;
            // A move in H to a held position was counted before.
            if (in_h && held[n]) || reached[from] || !held[from] {
                continue;
            }
            open[from] -= 1;
            if open[from] == 0 {
                reached[from] = true;
                new.push(from);
            }
        }
    }
    reached
}
