//! The theory of figures in which every part above the ground is either green, or blue and red without a cycle: a part of
//! the first kind is a nim heap, a part of the second kind a number.
//!
//! - **Green**: points on a cycle can be fused (the fusion principle), which turns each edge of a cycle into a loop, worth
//!   1. The figure on a point is then a heap, and an edge below it increases it by one (the colon principle).
//! - **Blue and red**: the value of a blue edge with a number x on it is the simplest suitable number
//!   ([`Dyadic::on_blue`]); that of a red edge is the negative of a blue one with -x on it. The values of edges at one
//!   point are added.
//!
//! A cut changes the value of one branch at each point below it. So the value that the branch needs for the cut to win is
//! passed up from the ground, once for all cuts.
//!
//! Time: linear in the edges, with numbers counted by their length; each edge of a green cycle that could be the winning
//! cut takes one more walk around the points fused with it.
//!
//! Source: E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways (1982), ch. 1, 3 and 7.

use std::cmp::Ordering;

use bouton_core::{Reason, Side};

use super::dyadic::Dyadic;
use super::joined::{Joined, Reached};
use super::{Colour, Edge};

/// The longest cycles that are tried, in steps of the walks around them.
const MOST_STEPS: u64 = 1 << 28;
/// The largest numbers that are computed, in bits of all of them together.
const MOST_BITS: u64 = 1 << 28;

/// The known facts about a figure.
pub(super) struct FigureFacts {
    /// For each edge, whether cutting it wins.
    pub(super) wins: Vec<bool>,
    pub(super) reason: Reason,
}

/// A figure as seen by a walk from the ground.
struct Figure<'f> {
    edges: &'f [Edge],
    joined: Joined,
    reached: Vec<Reached>,
    /// For each edge, whether it is the only path from its lower point to its upper one.
    is_bridge: Vec<bool>,
    /// For each point: the first point above the ground of its part (for the ground itself, the ground).
    part: Vec<usize>,
    /// For each point: the first point of the walk among those fused with it.
    fused: Vec<usize>,
}

/// The bridges, from a depth-first walk.
fn bridges(
    joined: &Joined,
    reached: &[Reached],
    without: Option<usize>,
    edges: usize,
) -> Vec<bool> {
    let mut place = vec![usize::MAX; joined.names.len()];
    for (n, Reached { point, .. }) in reached.iter().enumerate() {
        place[*point] = n;
    }
    // The earliest point that an edge from here or from above leads back to.
    let mut back: Vec<usize> = (0..reached.len()).collect();
    let mut is_bridge = vec![false; edges];
    for n in (0..reached.len()).rev() {
        let Reached { point, from } = reached[n];
        let own = from.map(|(_, edge)| edge);
        let others = joined.ways[point].iter();
        let others = others.filter(|(edge, _)| own != Some(*edge) && without != Some(*edge));
        let seen = others.map(|(_, end)| place[*end]).min();
        back[n] = back[n].min(seen.unwrap_or(n));
        if let Some((below, edge)) = from {
            is_bridge[edge] = back[n] == n;
            let below = place[below];
            back[below] = back[below].min(back[n]);
        }
    }
    is_bridge
}

impl<'f> Figure<'f> {
    fn of(edges: &'f [Edge]) -> Self {
        let joined = Joined::of(edges);
        let reached = joined.in_depth(0, None);
        let is_bridge = bridges(&joined, &reached, None, edges.len());
        let mut part = vec![0; joined.names.len()];
        let mut fused: Vec<usize> = (0..joined.names.len()).collect();
        for Reached { point, from } in &reached {
            let Some((below, edge)) = *from else { continue };
            part[*point] = if below == 0 { *point } else { part[below] };
            if !is_bridge[edge] {
                fused[*point] = fused[below];
            }
        }
        Self {
            edges,
            joined,
            reached,
            is_bridge,
            part,
            fused,
        }
    }

    fn ends(&self, edge: usize) -> [usize; 2] {
        let Edge { a, b, .. } = self.edges[edge];
        [a, b].map(|name| self.joined.number(name))
    }

    /// The part of an edge; a loop on the ground belongs to none.
    fn part_of(&self, edge: usize) -> usize {
        let [a, b] = self.ends(edge).map(|point| self.part[point]);
        a.max(b)
    }

    fn is_green(&self, edge: usize) -> bool {
        self.edges[edge].colour == Colour::Green
    }

    /// Whether an edge is in a cycle; loops are left out, since they are equivalent to edges with a free end.
    fn is_in_cycle(&self, edge: usize) -> bool {
        let Edge { a, b, .. } = self.edges[edge];
        a != b && !self.is_bridge[edge]
    }

    /// Whether an edge is green and part of a cycle, or a loop.
    fn is_fused(&self, edge: usize) -> bool {
        self.is_green(edge) && !self.is_bridge[edge]
    }

    /// Blue and red edges from a point to itself, each with the point.
    fn coloured_loops(&self) -> impl Iterator<Item = (usize, usize)> {
        let edges = self.edges.iter().enumerate();
        let loops = edges.filter(|(_, edge)| edge.a == edge.b && edge.colour != Colour::Green);
        loops.map(|(place, edge)| (place, self.joined.number(edge.a)))
    }

    /// The reason why the theory does not cover the figure, if it does not.
    fn fault(&self) -> Option<&'static str> {
        let mut kinds = vec![[false; 3]; self.joined.names.len()];
        for edge in 0..self.edges.len() {
            let kind = &mut kinds[self.part_of(edge)];
            // Loops on the ground are separate parts, each of one colour.
            if self.ends(edge) != [0, 0] {
                kind[usize::from(self.is_green(edge))] = true;
                kind[2] |= self.is_in_cycle(edge);
            }
        }
        if kinds.iter().any(|[coloured, green, _]| *coloured && *green) {
            return Some("a part of the figure has green edges beside blue or red ones");
        }
        if kinds.iter().any(|[coloured, _, cycle]| *coloured && *cycle) {
            return Some("a blue and red part of the figure has a cycle");
        }
        if self.bits() > MOST_BITS {
            return Some("the blue and red part of the figure is too high: its number is too long");
        }
        (self.steps() > MOST_STEPS).then_some("the green cycles of the figure are too long")
    }

    /// An upper bound of the bits of the numbers on the points: each edge above adds at most one.
    fn bits(&self) -> u64 {
        let mut above = vec![1u64; self.joined.names.len()];
        for Reached { point, from } in self.reached.iter().rev() {
            if let Some((below, edge)) = *from
                && !self.is_green(edge)
            {
                above[below] = above[below].saturating_add(above[*point]);
            }
        }
        above.iter().fold(0, |sum, bits| sum.saturating_add(*bits))
    }

    /// An upper bound of the steps of the walks that try the edges of green cycles.
    fn steps(&self) -> u64 {
        let mut sizes = vec![0u64; self.joined.names.len()];
        for edge in (0..self.edges.len()).filter(|edge| self.is_in_cycle(*edge)) {
            sizes[self.fused[self.ends(edge)[0]]] += 1;
        }
        let squares = sizes.iter().map(|size| size.saturating_mul(*size));
        squares.fold(0, u64::saturating_add)
    }
}

/// The reason why the theory does not cover a figure, if it does not.
pub(super) fn fault(edges: &[Edge]) -> Option<&'static str> {
    Figure::of(edges).fault()
}

/// The value of a figure in the notation of the calculator, if the theory covers it.
pub(super) fn value(edges: &[Edge]) -> Option<String> {
    let figure = Figure::of(edges);
    if figure.fault().is_some() {
        return None;
    }
    let heap = Green::of(&figure).stands[0];
    let numbers = Numbers::of(&figure, Side::Left);
    let number = &numbers.stands[0];
    Some(match (number.sign(), heap) {
        (_, 0) => number.in_full(),
        (Ordering::Equal, _) => format!("*{heap}"),
        _ => format!("{}*{heap}", number.in_full()),
    })
}

/// The result of the theory for a figure that it covers, with `side` to move.
pub(super) fn told(edges: &[Edge], side: Side) -> FigureFacts {
    let figure = Figure::of(edges);
    let green = Green::of(&figure);
    let numbers = Numbers::of(&figure, side);
    let heap = green.stands[0];
    let number = &numbers.stands[0];
    let wins = match number.sign() {
        Ordering::Less => vec![false; edges.len()],
        Ordering::Equal => green.cuts_to_nothing(&figure),
        Ordering::Greater => (0..edges.len()).map(|edge| figure.is_green(edge)).collect(),
    };
    let cuts = numbers.cuts(&figure, heap > 0);
    let wins = wins
        .into_iter()
        .zip(cuts)
        .map(|(green, blue)| green || blue);
    let number = match side {
        Side::Left => number.clone(),
        Side::Right => -number.clone(),
    };
    let worth = match (number.sign(), heap) {
        (_, 0) => format!("the figure is worth {number}"),
        (Ordering::Equal, _) => format!("the figure is worth as much as a heap of {heap} in nim"),
        _ => format!("the figure is worth {number} and a heap of {heap} in nim"),
    };
    FigureFacts {
        wins: wins.collect(),
        reason: Reason::Law(worth),
    }
}

/// The heap on each point of a green figure, without the points fused with it: the first of the fused points in the walk
/// gets all. `own`: the heap on each point in addition to the edges of the figure.
fn heaps(edges: &[Edge], reached: &[Reached], is_bridge: &[bool], mut own: Vec<u64>) -> Vec<u64> {
    for Reached { point, from } in reached.iter().rev() {
        let Some((below, edge)) = *from else { continue };
        if edges[edge].colour == Colour::Green {
            let stands = own[*point];
            own[below] ^= if is_bridge[edge] { 1 + stands } else { stands };
        }
    }
    own
}

/// The green parts as heaps.
struct Green {
    /// The heap on each point, as computed by [`heaps`].
    stands: Vec<u64>,
}

impl Green {
    fn of(figure: &Figure<'_>) -> Self {
        let mut own = vec![0; figure.joined.names.len()];
        for edge in (0..figure.edges.len()).filter(|edge| figure.is_fused(*edge)) {
            own[figure.ends(edge)[0]] ^= 1;
        }
        Self {
            stands: heaps(figure.edges, &figure.reached, &figure.is_bridge, own),
        }
    }

    /// For each edge, whether the sum of all heaps is zero after it is cut.
    fn cuts_to_nothing(&self, figure: &Figure<'_>) -> Vec<bool> {
        let mut wins = vec![false; figure.edges.len()];
        // For each first fused point: the heap that would be needed there.
        let mut needed: Vec<Option<u64>> = vec![None; figure.joined.names.len()];
        needed[0] = Some(0);
        for Reached { point, from } in &figure.reached {
            let Some((below, edge)) = *from else { continue };
            let first = figure.fused[below];
            if let Some(needed_below) = needed[first]
                && figure.is_green(edge)
                && figure.is_bridge[edge]
            {
                let branch = needed_below ^ self.stands[first] ^ (1 + self.stands[*point]);
                wins[edge] = branch == 0;
                needed[*point] = branch.checked_sub(1);
            }
        }
        let mut rings: Vec<Option<Ring>> = figure.joined.names.iter().map(|_| None).collect();
        for edge in (0..figure.edges.len()).filter(|edge| figure.is_fused(*edge)) {
            let first = figure.fused[figure.ends(edge)[0]];
            // Removing one edge turns an even heap into an odd one, and an odd heap into an even one.
            let odd = needed[first].filter(|needed| (needed ^ self.stands[first]) & 1 == 1);
            wins[edge] = odd.is_some_and(|needed| {
                if !figure.is_in_cycle(edge) {
                    return needed == self.stands[first] ^ 1;
                }
                let ring = rings[first].get_or_insert_with(|| Ring::of(figure, self, first));
                needed == ring.without(edge)
            });
        }
        wins
    }
}

/// Points that are fused, with the edges between them.
struct Ring {
    /// The edges with new numbers of points, the first point being the ground.
    edges: Vec<Edge>,
    joined: Joined,
    /// The indexes of the edges in the figure, in order.
    places: Vec<usize>,
    /// For each point, by its new number: the heap there in addition to these edges.
    own: Vec<u64>,
}

impl Ring {
    fn of(figure: &Figure<'_>, green: &Green, first: usize) -> Self {
        let is_here = |point: usize| figure.fused[point] == first;
        let all = 0..figure.edges.len();
        let here = all.filter(|edge| figure.is_fused(*edge) && is_here(figure.ends(*edge)[0]));
        let (places, loops): (Vec<_>, Vec<_>) = here.partition(|edge| figure.is_in_cycle(*edge));
        let name = |point: usize| if point == first { 0 } else { point as u32 + 1 };
        let renamed = |place: &usize| {
            let [a, b] = figure.ends(*place).map(name);
            let colour = Colour::Green;
            Edge { a, b, colour }
        };
        let edges: Vec<Edge> = places.iter().map(renamed).collect();
        let joined = Joined::of(&edges);
        let mut own = vec![0; joined.names.len()];
        for edge in loops {
            own[joined.number(name(figure.ends(edge)[0]))] ^= 1;
        }
        for Reached { point, from } in &figure.reached {
            if let Some((below, edge)) = *from
                && is_here(below)
                && figure.is_green(edge)
                && figure.is_bridge[edge]
            {
                own[joined.number(name(below))] ^= 1 + green.stands[*point];
            }
        }
        Self {
            edges,
            joined,
            places,
            own,
        }
    }

    /// The heap on the first point after the edge at this index of the figure is cut.
    fn without(&self, place: usize) -> u64 {
        let cut = self.places.binary_search(&place);
        let cut = cut.expect("invariant: the edge is one of these");
        let reached = self.joined.in_depth(0, Some(cut));
        let is_bridge = bridges(&self.joined, &reached, Some(cut), self.edges.len());
        let mut own = self.own.clone();
        for (edge, ends) in self.edges.iter().enumerate() {
            if edge != cut && !is_bridge[edge] {
                own[self.joined.number(ends.a)] ^= 1;
            }
        }
        heaps(&self.edges, &reached, &is_bridge, own)[0]
    }
}

/// The blue and red parts as numbers, as the player to move sees them, with that player's edges blue.
struct Numbers {
    /// For each point: the number there.
    stands: Vec<Dyadic>,
    side: Side,
}

/// The value that a branch needs after a cut in it.
enum Least {
    Any,
    /// At least this, or more than this if equality is not enough.
    From(Dyadic),
    Never,
}

impl Numbers {
    fn of(figure: &Figure<'_>, side: Side) -> Self {
        let mut numbers = Self {
            stands: vec![Dyadic::default(); figure.joined.names.len()],
            side,
        };
        let (nothing, loops) = (Dyadic::default(), figure.coloured_loops());
        for (edge, point) in loops {
            numbers.add(point, numbers.worth(figure, edge, &nothing));
        }
        for Reached { point, from } in figure.reached.iter().rev() {
            if let Some((below, edge)) = *from
                && !figure.is_green(edge)
            {
                let worth = numbers.worth(figure, edge, &numbers.stands[*point]);
                numbers.add(below, worth);
            }
        }
        numbers
    }

    fn add(&mut self, point: usize, worth: Dyadic) {
        let there = std::mem::take(&mut self.stands[point]);
        self.stands[point] = there + worth;
    }

    fn is_own(&self, figure: &Figure<'_>, edge: usize) -> bool {
        figure.edges[edge].colour.is_cut_by(self.side)
    }

    /// The value of an edge with this number on it.
    fn worth(&self, figure: &Figure<'_>, edge: usize, above: &Dyadic) -> Dyadic {
        match self.is_own(figure, edge) {
            true => above.on_blue(),
            false => -(-above.clone()).on_blue(),
        }
    }

    /// The value that an edge with this value, on a point, would need.
    fn branch(&self, least: &Least, point: usize, worth: Dyadic) -> Least {
        match least {
            Least::Any => Least::Any,
            Least::Never => Least::Never,
            Least::From(number) => Least::From(number.clone() - self.stands[point].clone() + worth),
        }
    }

    /// For each edge, whether the number after cutting it is at least 0, or more than 0 if `more`.
    fn cuts(&self, figure: &Figure<'_>, more: bool) -> Vec<bool> {
        let mut wins = vec![false; figure.edges.len()];
        let mut least: Vec<Least> = figure.joined.names.iter().map(|_| Least::Never).collect();
        least[0] = Least::From(Dyadic::default());
        let can_be_nothing = |least: &Least| match least {
            Least::Any => true,
            Least::Never => false,
            Least::From(number) => match number.sign() {
                Ordering::Less => true,
                Ordering::Equal => !more,
                Ordering::Greater => false,
            },
        };
        for Reached { point, from } in &figure.reached {
            let Some((below, edge)) = *from else { continue };
            if figure.is_green(edge) {
                continue;
            }
            let worth = self.worth(figure, edge, &self.stands[*point]);
            let branch = self.branch(&least[below], below, worth);
            let is_own = self.is_own(figure, edge);
            wins[edge] = is_own && can_be_nothing(&branch);
            least[*point] = above(branch, is_own);
        }
        for (edge, point) in figure.coloured_loops() {
            let worth = self.worth(figure, edge, &Dyadic::default());
            let branch = self.branch(&least[point], point, worth);
            wins[edge] = self.is_own(figure, edge) && can_be_nothing(&branch);
        }
        wins
    }
}

/// The number needed on an edge for a sufficient value: an edge of the player to move is always worth more than 0, one of
/// the other's less.
fn above(branch: Least, is_own: bool) -> Least {
    match branch {
        Least::From(number) => match (is_own, number.sign()) {
            (true, Ordering::Greater) => Least::From(number.off_blue()),
            (true, _) => Least::Any,
            (false, Ordering::Less) => Least::From(-(-number).off_blue()),
            (false, _) => Least::Never,
        },
        other => other,
    }
}
