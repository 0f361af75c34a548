//! The simplest graph of an onside: dominated moves are dropped, reversible ones bypassed, equal positions merged, and
//! nodes whose play must end made short values, until nothing changes. A move of Right that Left can revert to the position
//! before it is dropped: repeating it forever is lost for Right.
//!
//! Components between whose nodes play can go back and forth are simplified one after the other, from the bottom, each above
//! what is left of those below it.

use std::collections::{HashMap, HashSet};

use bouton_core::{Meter, Side, StopReason};

use super::graph::{Graph, Place};
use super::order::Order;
use crate::arena::{Arena, Options};

/// The most rounds: some graphs have no side that is a stopper.
const MOST_ROUNDS: usize = 200;

impl Arena {
    /// A graph with the same onside; `None` if it does not stabilise.
    pub(super) fn simplified(
        &mut self,
        graph: &Graph,
        meter: &mut Meter,
    ) -> Result<Option<Graph>, StopReason> {
        let graph = graph.reached();
        let mut simple = Graph {
            nodes: Vec::new(),
            root: graph.root,
        };
        // The places of the nodes in the simple graph.
        let mut places: Vec<Option<Place>> = vec![None; graph.nodes.len()];
        let mut known = HashMap::new();
        for component in graph.components() {
            let local = above(&graph, &component, &simple, &places);
            let Some(local) = self.settled(local.reached(), meter)? else {
                return Ok(None);
            };
            for (n, place) in component.iter().zip(&local.nodes[0][0]) {
                places[*n as usize] =
                    Some(self.kept(&mut simple, &mut known, &local.from(*place), meter)?);
            }
        }
        let root = match graph.root {
            Place::Node(n) => places[n as usize].unwrap_or(graph.root),
            short => short,
        };
        // Equal nodes of different components are merged at last.
        let mut all = Graph {
            nodes: vec![Default::default()],
            root: Place::Node(0),
        };
        let root = all.take(&simple.from(root));
        all.nodes[0][0] = vec![root];
        let settled = self.settled(all.reached(), meter)?;
        Ok(settled.map(|graph| graph.from(graph.nodes[0][0][0]).reached()))
    }

    /// The place of a graph's root in a graph of simple nodes, to which it is added unless an equal one is there. Most are
    /// found among the `known` as they are written, without a comparison of play.
    fn kept(
        &mut self,
        simple: &mut Graph,
        known: &mut HashMap<Graph, Place>,
        found: &Graph,
        meter: &mut Meter,
    ) -> Result<Place, StopReason> {
        let Place::Node(_) = found.root else {
            return Ok(found.root);
        };
        let found = found.reached();
        if let Some(place) = known.get(&found) {
            return Ok(*place);
        }
        let mut equal = None;
        for n in 0..simple.nodes.len() {
            let place = Place::Node(n as u32);
            if self.equal(&simple.from(place).reached(), &found, meter)? {
                equal = Some(place);
                break;
            }
        }
        let place = equal.unwrap_or_else(|| simple.take(&found));
        known.insert(found, place);
        Ok(place)
    }

    /// Simplifies the nodes of a graph; its root, node 0, only holds the positions that are looked for, as Left's options, and
    /// stays as it is. `None` if it does not stabilise.
    fn settled(
        &mut self,
        mut graph: Graph,
        meter: &mut Meter,
    ) -> Result<Option<Graph>, StopReason> {
        for _ in 0..MOST_ROUNDS {
            meter.spend(2 * graph.size())?;
            let before = graph.clone();
            self.make_short(&mut graph, meter)?;
            self.merge(&mut graph, meter)?;
            // No step changes the value of a node, nor the order.
            let order = self.order_within(&graph, meter)?;
            for n in 1..graph.nodes.len() {
                for side in [Side::Left, Side::Right] {
                    self.bypass(&mut graph, &order, n, side, meter)?;
                    self.drop_worse(&mut graph, &order, n, side, meter)?;
                }
            }
            graph = graph.reached();
            if graph == before {
                return Ok(Some(graph));
            }
        }
        Ok(None)
    }

    /// Replaces nodes that lead only to short values by short values.
    fn make_short(&mut self, graph: &mut Graph, meter: &mut Meter) -> Result<(), StopReason> {
        loop {
            meter.spend(2 * graph.size())?;
            let is_short = |node: &[Vec<Place>; 2]| {
                let mut all = node.iter().flatten();
                all.all(|place| matches!(place, Place::Short(_)))
            };
            let Some(n) = graph.nodes.iter().skip(1).position(is_short) else {
                return Ok(());
            };
            let n = n + 1;
            let values = |side: &Vec<Place>| -> Options {
                let value = |place: &Place| match place {
                    Place::Short(v) => Some(*v),
                    Place::Node(_) => None,
                };
                side.iter().filter_map(value).collect()
            };
            let [left, right] = graph.nodes[n].each_ref().map(values);
            let value = self.make(&left, &right, meter)?;
            replace(graph, Place::Node(n as u32), Place::Short(value));
            *graph = graph.reached();
        }
    }

    /// Merges equal nodes until none are left: all at once, or one after the other if that changes a value.
    fn merge(&mut self, graph: &mut Graph, meter: &mut Meter) -> Result<(), StopReason> {
        let mut equal = self.equal_nodes(graph, meter)?;
        if equal.is_empty() {
            return Ok(());
        }
        let mut merged = graph.clone();
        for &[old, new] in &equal {
            meter.spend(graph.size())?;
            replace(&mut merged, Place::Node(old), Place::Node(new));
        }
        let merged = merged.reached();
        if self.stays(&merged, graph, meter)? {
            *graph = merged;
            return Ok(());
        }
        'merged: loop {
            for nodes in equal {
                if self.merge_two(graph, nodes, meter)? {
                    // The numbers of nodes may have changed.
                    equal = self.equal_nodes(graph, meter)?;
                    continue 'merged;
                }
            }
            return Ok(());
        }
    }

    /// Nodes, each with one before it that is equal.
    fn equal_nodes(
        &mut self,
        graph: &Graph,
        meter: &mut Meter,
    ) -> Result<Vec<[u32; 2]>, StopReason> {
        let order = self.order_within(graph, meter)?;
        let mut equal = Vec::new();
        for n in 2..graph.nodes.len() as u32 {
            for m in 1..n {
                meter.spend(1)?;
                let [a, b] = [n, m].map(Place::Node);
                if self.is_as_good(graph, &order, [a, b], Side::Left, meter)?
                    && self.is_as_good(graph, &order, [b, a], Side::Left, meter)?
                {
                    equal.push([n, m]);
                }
            }
        }
        Ok(equal)
    }

    /// Replaces one of two equal nodes by the other without creating a new cycle; if each leads to the other, only if
    /// everything stays equal. Returns whether it was done.
    fn merge_two(
        &mut self,
        graph: &mut Graph,
        nodes: [u32; 2],
        meter: &mut Meter,
    ) -> Result<bool, StopReason> {
        let [a, b] = nodes.map(Place::Node);
        meter.spend(4 * graph.size())?;
        let [a_leads, b_leads] = [(a, b), (b, a)].map(|(from, to)| graph.leads(from, to));
        for (old, new, makes_way) in [(a, b, b_leads), (b, a, a_leads)] {
            let mut merged = graph.clone();
            replace(&mut merged, old, new);
            let merged = merged.reached();
            if !makes_way || self.stays(&merged, graph, meter)? {
                *graph = merged;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the positions that are looked for are worth the same in both graphs.
    fn stays(&mut self, a: &Graph, b: &Graph, meter: &mut Meter) -> Result<bool, StopReason> {
        let both = a.nodes[0][0].iter().zip(&b.nodes[0][0]);
        let pairs: Vec<_> = both.map(|(m, n)| [*m, *n]).collect();
        let turned: Vec<_> = pairs.iter().map(|[m, n]| [*n, *m]).collect();
        meter.spend(2 * (a.size() + b.size()))?;
        let (below, above) = (
            self.order(a, b, &pairs, meter)?,
            self.order(b, a, &turned, meter)?,
        );
        let mut all = pairs.iter();
        Ok(all.all(|[m, n]| {
            below.at_most(*m, *n) == Some(true) && above.at_most(*n, *m) == Some(true)
        }))
    }

    fn equal(&mut self, a: &Graph, b: &Graph, meter: &mut Meter) -> Result<bool, StopReason> {
        Ok(self.at_most(a, b, meter)? && self.at_most(b, a, meter)?)
    }

    /// Whether a is at least as good for `side` as b.
    fn is_as_good(
        &mut self,
        graph: &Graph,
        order: &Order,
        [a, b]: [Place; 2],
        side: Side,
        meter: &mut Meter,
    ) -> Result<bool, StopReason> {
        let [less, more] = match side {
            Side::Left => [b, a],
            Side::Right => [a, b],
        };
        match (order.at_most(less, more), less, more) {
            (Some(known), ..) => Ok(known),
            _ if less == more => Ok(true),
            (_, Place::Short(less), Place::Short(more)) => self.le(less, more, meter),
            _ => self.at_most(&graph.from(less), &graph.from(more), meter),
        }
    }

    fn drop_worse(
        &mut self,
        graph: &mut Graph,
        order: &Order,
        n: usize,
        side: Side,
        meter: &mut Meter,
    ) -> Result<(), StopReason> {
        let options = options_of(graph, n, side).clone();
        let mut kept: Vec<Place> = Vec::new();
        'options: for (i, &option) in options.iter().enumerate() {
            for &other in kept.iter().chain(&options[i + 1..]) {
                if self.is_as_good(graph, order, [other, option], side, meter)? {
                    continue 'options;
                }
            }
            kept.push(option);
        }
        *options_of(graph, n, side) = kept;
        Ok(())
    }

    /// Replaces a reversible move.
    fn bypass(
        &mut self,
        graph: &mut Graph,
        order: &Order,
        n: usize,
        side: Side,
        meter: &mut Meter,
    ) -> Result<(), StopReason> {
        let here = Place::Node(n as u32);
        let other = match side {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        };
        let mut through = Vec::new();
        for option in options_of(graph, n, side).clone() {
            let mut reply = None;
            for place in self.moves_of(graph, option, other, meter)? {
                if self.is_as_good(graph, order, [place, here], other, meter)? {
                    reply = Some(place);
                    // Preferably a position elsewhere.
                    if place != here {
                        break;
                    }
                }
            }
            match reply {
                None => through.push(option),
                Some(place) if place == here => {
                    through.extend((side == Side::Left).then_some(option));
                }
                Some(place) => through.extend(self.moves_of(graph, place, side, meter)?),
            }
        }
        let mut once: Vec<Place> = Vec::new();
        for place in through {
            meter.spend(1 + once.len())?;
            if !once.contains(&place) {
                once.push(place);
            }
        }
        *options_of(graph, n, side) = once;
        Ok(())
    }
}

/// The graph of a component above the simple nodes of those below it, behind a root with Left's options to each of its nodes.
fn above(graph: &Graph, component: &[u32], simple: &Graph, places: &[Option<Place>]) -> Graph {
    let mut local = Graph {
        nodes: vec![Default::default()],
        root: Place::Node(0),
    };
    let numbers: HashMap<u32, u32> = component.iter().copied().zip(1..).collect();
    let base = 1 + component.len() as u32;
    let place = |place: &Place| match *place {
        Place::Node(n) => match (numbers.get(&n), places[n as usize]) {
            (Some(number), _) => Place::Node(*number),
            (None, Some(Place::Node(n))) => Place::Node(n + base),
            (None, Some(short)) => short,
            (None, None) => unreachable!("invariant: components below come first"),
        },
        short => short,
    };
    for n in component {
        let sides = graph.nodes[*n as usize].each_ref();
        local.nodes.push(sides.map(|side| {
            let mut options: Vec<Place> = side.iter().map(place).collect();
            let mut met = HashSet::new();
            options.retain(|option| met.insert(*option));
            options
        }));
    }
    local.nodes[0][0] = (1..base).map(Place::Node).collect();
    local.take(simple);
    local
}

fn options_of(graph: &mut Graph, n: usize, side: Side) -> &mut Vec<Place> {
    &mut graph.nodes[n][usize::from(side == Side::Right)]
}

/// Replaces one place by another everywhere.
fn replace(graph: &mut Graph, old: Place, new: Place) {
    for place in graph.nodes.iter_mut().flatten().flatten() {
        if *place == old {
            *place = new;
        }
    }
    if graph.root == old {
        graph.root = new;
    }
}
