//! Parts whose graphs are isomorphic, so that one of them is evaluated for all.
//!
//! Vertices are coloured by their neighbours' colours a few times (Weisfeiler, Leman 1968). The colours make a hash; two graphs with
//! one hash are compared vertex by vertex, with the colours as a guide. A comparison that would take long ends as if the graphs
//! differed: then a part is evaluated twice.

use bouton_core::Shape;
use smallvec::SmallVec;

use crate::index::{Index, mixed};

/// How often the colours are refined: more rounds tell no two shapes of 3 × 6 apart but one pair.
const ROUNDS: usize = 3;

/// The vertices tried in a comparison.
const TRIES: u32 = 1 << 10;

/// A graph, its colours refined. Exchanging Left and Right negates every colour, and the sum of all.
#[derive(Debug, Default)]
pub(super) struct Refined {
    shape: Shape,
    colours: SmallVec<[u64; 24]>,
    hash: u64,
    /// Whether the sum of the colours has a negative sign: the graph stands for its negative.
    is_negative: bool,
}

fn members(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let member = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(member)
    })
}

/// A hash that is odd: that of −x is minus that of x.
#[inline]
fn odd(x: u64) -> u64 {
    x.wrapping_mul(even(x) | 1)
}

/// A hash that is even: that of −x is that of x.
#[inline]
fn even(x: u64) -> u64 {
    mixed(x.wrapping_mul(x))
}

impl Refined {
    pub(super) fn new(shape: Shape) -> Self {
        const LEFT: u64 = 0x9E37_79B9_7F4A_7C15;
        let first = |v| match shape.right >> v & 1 {
            0 => LEFT,
            _ => LEFT.wrapping_neg(),
        };
        let mut colours: SmallVec<[u64; 24]> = (0..shape.vertices).map(first).collect();
        let mut around = colours.clone();
        for _ in 0..ROUNDS {
            around.fill(0);
            for [u, v] in shape.edges.iter().map(|edge| edge.map(usize::from)) {
                around[u] = around[u].wrapping_add(colours[v]);
                around[v] = around[v].wrapping_add(colours[u]);
            }
            for (colour, around) in colours.iter_mut().zip(&around) {
                *colour = odd(colour.wrapping_mul(LEFT).wrapping_add(*around));
            }
        }
        let sum = colours.iter().copied().fold(0, u64::wrapping_add);
        let evens = colours.iter().copied().map(even);
        let evens = evens.fold(0, u64::wrapping_add);
        Self {
            hash: mixed(evens ^ sum.min(sum.wrapping_neg())),
            is_negative: sum > sum.wrapping_neg(),
            shape,
            colours,
        }
    }

    /// The colour of a vertex in the graph or its negative, the same for both.
    #[inline]
    fn colour(&self, v: usize) -> u64 {
        match self.is_negative {
            true => self.colours[v].wrapping_neg(),
            false => self.colours[v],
        }
    }

    fn vertices(&self) -> u64 {
        match self.colours.len() {
            0 => 0,
            count => u64::MAX >> (64 - count),
        }
    }

    /// Whether an isomorphism was found, that keeps the colours if both or none stand for their negatives, and exchanges them
    /// otherwise.
    fn is_like(&self, other: &Self) -> bool {
        if self.hash != other.hash || self.colours.len() != other.colours.len() {
            return false;
        }
        let graphs = [self, other];
        let mut matching = Matching {
            graphs,
            neighbours: graphs.map(|graph| neighbours(&graph.shape)),
            images: [0; 64],
            placed: [0, 0],
            tries: TRIES,
        };
        matching.completes()
    }
}

/// The neighbours of each vertex.
fn neighbours(shape: &Shape) -> SmallVec<[u64; 24]> {
    let mut all = SmallVec::from_elem(0, shape.vertices);
    for [u, v] in shape.edges.iter().map(|edge| edge.map(usize::from)) {
        all[u] |= 1 << v;
        all[v] |= 1 << u;
    }
    all
}

/// A partial isomorphism.
struct Matching<'g> {
    graphs: [&'g Refined; 2],
    neighbours: [SmallVec<[u64; 24]>; 2],
    images: [u8; 64],
    placed: [u64; 2],
    tries: u32,
}

impl Matching<'_> {
    /// Places the rest of the vertices, next to those that are placed where there are any.
    fn completes(&mut self) -> bool {
        let [g, h] = self.graphs;
        let left = g.vertices() & !self.placed[0];
        if left == 0 {
            return true;
        }
        let beside = members(left).find(|v| self.neighbours[0][*v] & self.placed[0] != 0);
        let v = beside.unwrap_or(left.trailing_zeros() as usize);
        let around = self.images_of(self.neighbours[0][v] & self.placed[0]);
        let candidates = match around {
            0 => h.vertices(),
            _ => self.neighbours[1][around.trailing_zeros() as usize],
        };
        for w in members(candidates & !self.placed[1]) {
            let fits =
                g.colour(v) == h.colour(w) && self.neighbours[1][w] & self.placed[1] == around;
            if !fits {
                continue;
            }
            if self.tries == 0 {
                return false;
            }
            self.tries -= 1;
            self.images[v] = w as u8;
            self.placed = [self.placed[0] | 1 << v, self.placed[1] | 1 << w];
            if self.completes() {
                return true;
            }
            self.placed = [self.placed[0] & !(1 << v), self.placed[1] & !(1 << w)];
        }
        false
    }

    fn images_of(&self, set: u64) -> u64 {
        members(set).fold(0, |images, v| images | 1 << self.images[v])
    }
}

/// Parts by their shapes, one of each.
#[derive(Debug)]
pub(super) struct Shapes(Index);

impl Default for Shapes {
    fn default() -> Self {
        // Hashes are computed again when it grows.
        Self(Index::growing_rarely())
    }
}

impl Shapes {
    /// A part met before with the same shape, and whether it is the negative; if there is none, this one is entered.
    pub(super) fn twin(
        &mut self,
        number: usize,
        shape: Shape,
        shape_of: impl Fn(usize) -> Shape,
    ) -> (usize, bool) {
        let refined = Refined::new(shape);
        let mut is_negative = false;
        let found = self.0.find(refined.hash, |other| {
            let other = Refined::new(shape_of(other));
            is_negative = other.is_negative != refined.is_negative;
            refined.is_like(&other)
        });
        match found {
            Some(found) => (found, is_negative),
            None => {
                let hash_of = |n| Refined::new(shape_of(n)).hash;
                self.0.insert(number, refined.hash, hash_of);
                (number, false)
            }
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        self.0.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(random: &mut fastrand::Rng, vertices: usize) -> Shape {
        let mut shape = Shape {
            vertices,
            right: random.u64(..) & ((1 << vertices) - 1),
            ..Shape::default()
        };
        let thin = random.u8(1..4);
        for (u, v) in (0..vertices).flat_map(|v| (0..v).map(move |u| (u, v))) {
            if random.u8(..4) < thin {
                shape.edges.push([u as u8, v as u8]);
            }
        }
        shape
    }

    /// The same graph with its vertices in another order, and its colours exchanged or not.
    fn renamed(shape: &Shape, names: &[usize], exchanged: bool) -> Shape {
        let right = (0..shape.vertices).filter(|v| (shape.right >> v & 1 == 1) != exchanged);
        let edges = shape.edges.iter().map(|edge| {
            let mut edge = edge.map(|v| names[usize::from(v)] as u8);
            edge.sort_unstable();
            edge
        });
        let mut edges: SmallVec<[[u8; 2]; 32]> = edges.collect();
        edges.sort_unstable_by_key(|[u, v]| (*v, *u));
        Shape {
            vertices: shape.vertices,
            right: right.fold(0, |right, v| right | 1 << names[v]),
            edges,
        }
    }

    fn orders(count: usize) -> Vec<Vec<usize>> {
        let Some(less) = count.checked_sub(1) else {
            return vec![Vec::new()];
        };
        let with = |order: Vec<usize>| {
            (0..count).map(move |place| {
                let mut order = order.clone();
                order.insert(place, less);
                order
            })
        };
        orders(less).into_iter().flat_map(with).collect()
    }

    /// Twins are the graphs that trying all orders of the vertices finds alike, with the right sign.
    #[test]
    fn twins_are_isomorphic() {
        let mut random = fastrand::Rng::with_seed(5);
        let (mut shapes, mut all) = (Shapes::default(), Vec::<Shape>::new());
        let orders: Vec<_> = (0..=5).map(orders).collect();
        let (mut twins, mut negatives) = (0, 0);
        for number in 0..600 {
            let vertices = random.usize(1..=5);
            let shape = graph(&mut random, vertices);
            let like = |other: &Shape, exchanged| {
                orders[vertices]
                    .iter()
                    .any(|names| renamed(&shape, names, exchanged) == *other)
            };
            let (twin, is_negative) = shapes.twin(number, shape.clone(), |n| all[n].clone());
            if twin == number {
                let before = all
                    .iter()
                    .any(|other| like(other, false) || like(other, true));
                assert!(!before, "{shape:?}");
            } else {
                assert!(like(&all[twin], is_negative), "{shape:?} {:?}", all[twin]);
                twins += 1;
                negatives += usize::from(is_negative);
            }
            all.push(shape);
        }
        assert!(twins > 100 && negatives > 50, "{twins} {negatives}");
    }

    /// Large graphs in another order are twins, too.
    #[test]
    fn large_graphs_are_found_again() {
        let mut random = fastrand::Rng::with_seed(6);
        for vertices in (8..=64).chain(8..=64) {
            let mut shape = graph(&mut random, vertices.min(63));
            if 2 * shape.right.count_ones() as usize == shape.vertices {
                // It could be its own negative.
                shape.right ^= 1;
            }
            let mut names: Vec<_> = (0..shape.vertices).collect();
            random.shuffle(&mut names);
            let exchanged = random.bool();
            let other = renamed(&shape, &names, exchanged);
            let mut shapes = Shapes::default();
            assert_eq!(
                shapes.twin(0, shape.clone(), |_| unreachable!()),
                (0, false)
            );
            let twin = shapes.twin(1, other, |_| shape.clone());
            assert_eq!(twin, (0, exchanged), "{shape:?}");
        }
    }
}
