//! A net whose edges stand on the ground.

use super::{Cell, Edge, Figure, Point};

/// A point on a path up from the ground.
struct Stem {
    point: usize,
    /// The index of the stem that it was reached from.
    below: usize,
    height: usize,
}

impl Figure {
    /// The figure of edges that stand on the ground, which is the first of the points; each end of an edge there is drawn as a
    /// separate point. `None` if an edge is not joined to the ground.
    ///
    /// ```
    /// use bouton_core::scene::{Edge, EdgeKind, Figure};
    /// let edge = |from, to| Edge { from, to, kind: EdgeKind::Free, label: String::new() };
    /// let names = ["0", "1", "2"].map(String::from);
    /// let stalk = Figure::standing(&names, vec![edge(0, 1), edge(1, 2)]);
    /// assert!(matches!(stalk, Some(Figure::Net { points, .. }) if points[1].y == 0 && points[2].y == 1000));
    /// assert!(Figure::standing(&names, vec![edge(1, 2)]).is_none());
    /// ```
    pub fn standing(names: &[String], mut edges: Vec<Edge>) -> Option<Self> {
        let stems = stems(names.len(), &edges);
        let x = across(&stems);
        let highest = stems.iter().map(|stem| stem.height).max();
        let highest = highest.unwrap_or(0).max(1);
        let point = |(n, stem): (usize, &Stem)| Point {
            x: x[n],
            y: (1000 - 1000 * stem.height / highest) as u16,
            label: names[stem.point].clone(),
            cell: Cell::Empty,
        };
        let mut points: Vec<Point> = stems.iter().enumerate().skip(1).map(point).collect();
        let mut place = vec![None; names.len()];
        for (n, stem) in stems.iter().enumerate() {
            place[stem.point] = Some(n);
        }
        for edge in &mut edges {
            let (from, to) = (place[edge.from]?, place[edge.to]?);
            // One end on the ground is the lower one.
            let (from, to) = if to == 0 { (to, from) } else { (from, to) };
            edge.from = match from {
                0 => foot(&mut points, x[to], &names[0]),
                from => from - 1,
            };
            edge.to = to.saturating_sub(1);
        }
        Some(Self::Net { points, edges })
    }
}

/// The points in the order in which they are reached from the ground, which is the first.
fn stems(count: usize, edges: &[Edge]) -> Vec<Stem> {
    let mut ways = vec![Vec::new(); count];
    for edge in edges {
        ways[edge.from].push(edge.to);
        ways[edge.to].push(edge.from);
    }
    let mut seen = vec![false; count];
    let mut stems = Vec::new();
    let mut reach = |point: usize, below: usize, height: usize, stems: &mut Vec<Stem>| {
        if !std::mem::replace(&mut seen[point], true) {
            stems.push(Stem {
                point,
                below,
                height,
            });
        }
    };
    if count > 0 {
        reach(0, 0, 0, &mut stems);
    }
    let mut next = 0;
    while let Some(Stem { point, height, .. }) = stems.get(next) {
        let (point, above) = (*point, height + 1);
        for &end in &ways[point] {
            reach(end, next, above, &mut stems);
        }
        next += 1;
    }
    stems
}

/// The horizontal place of each stem, in thousandths of the width: each is centred over its share.
fn across(stems: &[Stem]) -> Vec<u16> {
    let mut share = vec![0usize; stems.len()];
    for n in (1..stems.len()).rev() {
        share[n] = share[n].max(1);
        share[stems[n].below] += share[n];
    }
    let all = share.first().map_or(1, |all| (*all).max(1));
    let mut free = vec![0; stems.len()];
    let mut x = vec![0; stems.len()];
    for n in 1..stems.len() {
        let left = free[stems[n].below];
        free[stems[n].below] += share[n];
        free[n] = left;
        x[n] = (1000 * (2 * left + share[n]) / (2 * all)) as u16;
    }
    x
}

/// The index of the point on the ground at `x`, which is added if it does not exist.
fn foot(points: &mut Vec<Point>, x: u16, label: &str) -> usize {
    let foot = Point {
        x,
        y: 1000,
        label: label.to_owned(),
        cell: Cell::Empty,
    };
    let known = points.iter().position(|point| *point == foot);
    known.unwrap_or_else(|| {
        points.push(foot);
        points.len() - 1
    })
}
