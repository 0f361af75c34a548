//! Sums, negatives, order, degrees and varieties of loopy values.

use bouton_core::hashing::FastMap;
use bouton_core::{Meter, Side, StopReason};

use super::Loopy;
use super::graph::{Graph, Place};
use crate::arena::Arena;

impl Loopy {
    /// The value with Left and Right exchanged.
    pub fn negated(&self) -> Self {
        Self {
            onside: self.offside.negated(),
            offside: self.onside.negated(),
        }
    }
}

impl Arena {
    /// Whether G ≤ H: on both sides.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn loopy_le(
        &mut self,
        g: &Loopy,
        h: &Loopy,
        meter: &mut Meter,
    ) -> Result<bool, StopReason> {
        Ok(self.at_most(&g.onside, &h.onside, meter)?
            && self.at_most(&g.offside, &h.offside, meter)?)
    }

    /// G + H. `None` if no stoppers were found for its sides.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn loopy_add(
        &mut self,
        g: &Loopy,
        h: &Loopy,
        meter: &mut Meter,
    ) -> Result<Option<Loopy>, StopReason> {
        let onside = self.sum_of_graphs(&g.onside, &h.onside, meter)?;
        let offside = self.sum_of_graphs(&g.offside, &h.offside, meter)?;
        self.of_sides(&onside, &offside, meter)
    }

    /// The graph of pairs of positions. A number is only added, because a move in a number is worse than any other move.
    fn sum_of_graphs(
        &mut self,
        g: &Graph,
        h: &Graph,
        meter: &mut Meter,
    ) -> Result<Graph, StopReason> {
        let mut pairs: Vec<(Place, Place)> = Vec::new();
        let mut numbers = FastMap::default();
        let mut meet =
            |arena: &mut Self, pairs: &mut Vec<_>, pair: (Place, Place), meter: &mut Meter| {
                if let (Place::Short(v), Place::Short(w)) = pair {
                    return arena.add(v, w, meter).map(Place::Short);
                }
                let number = *numbers.entry(pair).or_insert(pairs.len() as u32);
                if number as usize == pairs.len() {
                    pairs.push(pair);
                }
                Ok(Place::Node(number))
            };
        let root = meet(self, &mut pairs, (g.root, h.root), meter)?;
        let mut nodes: Vec<[Vec<Place>; 2]> = Vec::new();
        while let Some(&(p, q)) = pairs.get(nodes.len()) {
            meter.spend(1)?;
            meter.afford(self.bytes() + 200 * pairs.len() as u64)?;
            let mut node = [Vec::new(), Vec::new()];
            for (options, side) in node.iter_mut().zip([Side::Left, Side::Right]) {
                let is_number =
                    |arena: &Self, place| matches!(place, Place::Short(v) if arena.is_number(v));
                if !is_number(self, p) {
                    for option in self.moves_of(g, p, side, meter)? {
                        options.push(meet(self, &mut pairs, (option, q), meter)?);
                    }
                }
                if !is_number(self, q) {
                    for option in self.moves_of(h, q, side, meter)? {
                        options.push(meet(self, &mut pairs, (p, option), meter)?);
                    }
                }
            }
            meter.spend(node[0].len() + node[1].len())?;
            nodes.push(node);
        }
        Ok(Graph { nodes, root })
    }

    /// The degree: the onside of G − G.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn degree(&mut self, g: &Loopy, meter: &mut Meter) -> Result<Option<Loopy>, StopReason> {
        let difference = self.loopy_add(g, &g.negated(), meter)?;
        Ok(difference.map(|difference| both(&difference.onside)))
    }

    /// The variety of a stopper of degree D: the onside of G + (the offside of −G − D), if that equals the offside of G +
    /// (the onside of −G + D); otherwise `None`.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn variety(&mut self, g: &Loopy, meter: &mut Meter) -> Result<Option<Loopy>, StopReason> {
        let Some(degree) = self.degree(g, meter)? else {
            return Ok(None);
        };
        let minus = g.negated();
        let Some(down) = self.loopy_add(&minus, &degree.negated(), meter)? else {
            return Ok(None);
        };
        let Some(up) = self.loopy_add(&minus, &degree, meter)? else {
            return Ok(None);
        };
        let upper = self.loopy_add(g, &both(&down.offside), meter)?;
        let lower = self.loopy_add(g, &both(&up.onside), meter)?;
        let (Some(upper), Some(lower)) = (upper, lower) else {
            return Ok(None);
        };
        let [upper, lower] = [both(&upper.onside), both(&lower.offside)];
        let same = self.loopy_le(&upper, &lower, meter)? && self.loopy_le(&lower, &upper, meter)?;
        Ok(same.then_some(upper))
    }
}

/// The value of a stopper, whose sides are equal.
fn both(side: &Graph) -> Loopy {
    Loopy {
        onside: side.clone(),
        offside: side.clone(),
    }
}
