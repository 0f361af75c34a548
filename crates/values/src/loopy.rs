//! Loopy values: games in which play can return to an earlier position.
//!
//! A graph has positions with moves of Left and of Right; some positions are short values. Play that does not end is a
//! draw. Counted as a win for Left, it turns a game G into its *onside* G⁺; counted as a win for Right, into its *offside*
//! G⁻. A *stopper* is a graph in which no alternating play goes on forever: it equals both of its sides, it has a canonical
//! form, and short values are stoppers. For other graphs each side is simplified by the order of that side (*sidling*,
//! [`simplify`]); if both become stoppers s and t, the value is `s & t`. The order then checks s = G⁺ and t = G⁻,
//! independently of the simplification.
//!
//! Sources: J. H. Conway, *Loopy games* (1978); *Winning Ways* ch. 11; A. N. Siegel, *Coping with cycles* (2009), *Combinatorial Game
//! Theory* (2013) ch. VI.

mod algebra;
mod graph;
mod notation;
mod order;
mod simplify;

pub use graph::{Graph, Place};

use bouton_core::{Meter, StopReason};

use crate::arena::{Arena, Value};

/// A stopper-sided value in canonical form: onside and offside, which are the same graph for a stopper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loopy {
    /// The graph with endless play won for Left.
    pub onside: Graph,
    /// The graph with endless play won for Right.
    pub offside: Graph,
}

impl Loopy {
    /// The short value, if it is one.
    pub fn as_short(&self) -> Option<Value> {
        match (self.onside.root, self.offside.root) {
            (Place::Short(v), Place::Short(w)) if v == w => Some(v),
            _ => None,
        }
    }

    /// Whether both sides are the same.
    pub fn is_stopper(&self) -> bool {
        self.onside == self.offside
    }
}

impl From<Value> for Loopy {
    fn from(v: Value) -> Self {
        let side = Graph::short(v);
        Self {
            onside: side.clone(),
            offside: side,
        }
    }
}

impl Arena {
    /// The value of a graph. `None` if no stoppers were found for its sides.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn loopy(&mut self, graph: &Graph, meter: &mut Meter) -> Result<Option<Loopy>, StopReason> {
        self.of_sides(graph, graph, meter)
    }

    /// The value with these graphs as its sides, before they are simplified.
    pub(crate) fn of_sides(
        &mut self,
        onside: &Graph,
        offside: &Graph,
        meter: &mut Meter,
    ) -> Result<Option<Loopy>, StopReason> {
        let Some(onside) = self.onside(onside, meter)? else {
            return Ok(None);
        };
        let Some(offside) = self.onside(&offside.negated(), meter)? else {
            return Ok(None);
        };
        let offside = offside.negated();
        let same =
            self.at_most(&onside, &offside, meter)? && self.at_most(&offside, &onside, meter)?;
        let offside = if same { onside.clone() } else { offside };
        Ok(Some(Loopy { onside, offside }))
    }

    /// The stopper that is the onside of a graph, if one is found.
    fn onside(&mut self, graph: &Graph, meter: &mut Meter) -> Result<Option<Graph>, StopReason> {
        let Some(simple) = self.simplified(graph, meter)? else {
            return Ok(None);
        };
        let is_side = simple.is_stopper()
            && self.at_most(&simple, graph, meter)?
            && self.at_most(graph, &simple, meter)?;
        Ok(is_side.then_some(simple))
    }
}
