//! The coordinates of a graph's points: on two rings if it has that shape, otherwise by forces between all points.
//!
//! The forces are those of Kamada and Kawai (Information Processing Letters 31, 1989): between any two points a spring as
//! long as the path between them, relaxed by majorization (Gansner, Koren, North, Graph Drawing 2004). The same graph is
//! always drawn in the same way.

use std::f64::consts::TAU;

/// A set of points.
type Points = u64;

type Place = (f64, f64);

/// The rounds of relaxation after which a graph of 64 points no longer moves visibly.
const ROUNDS: usize = 200;

/// The members of a set, lowest first.
pub fn members(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let point = (set != 0).then(|| set.trailing_zeros())?;
        set &= set - 1;
        Some(point as usize)
    })
}

/// The coordinates of so many points with these edges. More than 64 are put on a circle: neighbours are sets of 64 bits.
pub fn of(count: usize, edges: impl Iterator<Item = (usize, usize)>) -> Vec<(u16, u16)> {
    if count > 64 {
        let on_circle = (0..count).map(|n| on_circle(n, count, 1.0));
        return fitted(&on_circle.collect::<Vec<_>>());
    }
    let mut next = vec![0; count];
    let between = edges.filter(|(from, to)| from != to);
    between.for_each(|(from, to)| next[from] |= 1 << to);
    places(&next)
}

/// The coordinates of points with these neighbours, at most 64, in thousandths from the left and from the top.
pub fn places(next: &[Points]) -> Vec<(u16, u16)> {
    let around = joined(next);
    let places = rings(&around).unwrap_or_else(|| relaxed(&around));
    fitted(&places)
}

/// The coordinates of places in any unit, in thousandths of the longer side.
pub fn scaled(places: &[(i32, i32)]) -> Vec<(u16, u16)> {
    let least = |at: fn(&(i32, i32)) -> i32| i64::from(places.iter().map(at).min().unwrap_or(0));
    let (left, top) = (least(|p| p.0), least(|p| p.1));
    let moved = |(x, y): &(i32, i32)| (i64::from(*x) - left, i64::from(*y) - top);
    let moved: Vec<_> = places.iter().map(moved).collect();
    let side = moved
        .iter()
        .map(|(x, y)| *x.max(y))
        .max()
        .unwrap_or(0)
        .max(1);
    let part = |n: i64| (n * 1000 / side) as u16;
    moved.into_iter().map(|(x, y)| (part(x), part(y))).collect()
}

/// The neighbours in both directions.
fn joined(next: &[Points]) -> Vec<Points> {
    let mut around = next.to_vec();
    for (a, set) in next.iter().enumerate() {
        members(*set).for_each(|b| around[b] |= 1 << a);
    }
    around
}

fn on_circle(n: usize, count: usize, radius: f64) -> Place {
    let (sin, cos) = (n as f64 / count.max(1) as f64 * TAU).sin_cos();
    (radius * sin, -radius * cos)
}

/// An outer cycle without chords and one inner point for each of its points, as in prisms and Petersen's graph; or a cycle
/// alone.
fn rings(around: &[Points]) -> Option<Vec<Place>> {
    let count = around.len();
    let cycle = |length: usize| (0..count).find_map(|start| chordless(around, start, length));
    if count > 2 && around.iter().all(|next| next.count_ones() == 2) {
        let outer = cycle(count)?;
        let mut places = vec![(0.0, 0.0); count];
        for (n, &point) in outer.iter().enumerate() {
            places[point] = on_circle(n, count, 1.0);
        }
        return Some(places);
    }
    let half = count / 2;
    if half < 3 || !count.is_multiple_of(2) || around.iter().any(|next| next.count_ones() != 3) {
        return None;
    }
    let outer = cycle(half)?;
    let ring: Points = outer.iter().map(|point| 1 << point).sum();
    let mut places = vec![(0.0, 0.0); count];
    let mut met: Points = 0;
    for (n, &point) in outer.iter().enumerate() {
        let inner = around[point] & !ring;
        met |= inner;
        places[point] = on_circle(n, half, 1.0);
        places[inner.trailing_zeros() as usize] = on_circle(n, half, 0.5);
    }
    (met.count_ones() as usize == half).then_some(places)
}

/// A cycle of this many points through `start`, without other edges between its points.
fn chordless(around: &[Points], start: usize, length: usize) -> Option<Vec<usize>> {
    fn go(around: &[Points], path: &mut Vec<usize>, length: usize) -> bool {
        let (first, last) = (path[0], path[path.len() - 1]);
        if path.len() == length {
            return around[last] >> first & 1 == 1;
        }
        let inside: Points = path[..path.len() - 1].iter().map(|point| 1 << point).sum();
        let closes = path.len() + 1 == length;
        let barred = if closes {
            inside & !(1 << first)
        } else {
            inside
        };
        for point in members(around[last] & !inside) {
            if around[point] & barred == 0 {
                path.push(point);
                if go(around, path, length) {
                    return true;
                }
                path.pop();
            }
        }
        false
    }
    let mut path = vec![start];
    go(around, &mut path, length).then_some(path)
}

/// The lengths of the shortest paths; between unconnected parts, one more than the longest.
fn distances(around: &[Points]) -> Vec<Vec<f64>> {
    let count = around.len();
    let mut ways = vec![vec![0usize; count]; count];
    let mut longest = 1;
    for (start, row) in ways.iter_mut().enumerate() {
        let (mut seen, mut edge, mut far): (Points, Points, usize) = (1 << start, 1 << start, 0);
        while edge != 0 {
            members(edge).for_each(|point| row[point] = far);
            longest = longest.max(far);
            edge = members(edge).fold(0, |set, point| set | around[point]) & !seen;
            seen |= edge;
            far += 1;
        }
    }
    let way = |a: usize, b: usize| match ways[a][b] {
        0 if a != b => longest as f64 + 1.0,
        far => far as f64,
    };
    (0..count)
        .map(|a| (0..count).map(|b| way(a, b)).collect())
        .collect()
}

fn relaxed(around: &[Points]) -> Vec<Place> {
    let (count, far) = (around.len(), distances(around));
    // Not exactly on a circle: otherwise a symmetric start cannot separate.
    let start = |n: usize| on_circle(n, count, 1.0 + 0.07 * (n * n % 7) as f64);
    let mut places: Vec<Place> = (0..count).map(start).collect();
    for _ in 0..ROUNDS {
        for n in 0..count {
            let (mut x, mut y, mut weight) = (0.0, 0.0, 0.0);
            for m in (0..count).filter(|m| *m != n) {
                let (dx, dy) = (places[n].0 - places[m].0, places[n].1 - places[m].1);
                let (way, now) = (far[n][m], dx.hypot(dy).max(1e-6));
                let pull = 1.0 / (way * way);
                x += pull * (places[m].0 + dx * way / now);
                y += pull * (places[m].1 + dy * way / now);
                weight += pull;
            }
            if weight > 0.0 {
                places[n] = (x / weight, y / weight);
            }
        }
    }
    places
}

/// The coordinates in a square of a thousand, scaled equally in both directions.
fn fitted(places: &[Place]) -> Vec<(u16, u16)> {
    let span = |at: fn(&Place) -> f64| {
        let least = places.iter().map(at).fold(f64::MAX, f64::min);
        let most = places.iter().map(at).fold(f64::MIN, f64::max);
        (least, most - least)
    };
    let ((left, wide), (top, high)) = (span(|p| p.0), span(|p| p.1));
    let side = wide.max(high).max(1e-9);
    let part = |from: f64, extent: f64| ((from + (side - extent) / 2.0) / side * 1000.0).round();
    let place = |(x, y): &Place| (part(x - left, wide) as u16, part(y - top, high) as u16);
    places.iter().map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(edges: &[(usize, usize)]) -> Vec<Points> {
        let count = edges.iter().map(|(a, b)| a.max(b) + 1).max().unwrap_or(0);
        let mut next = vec![0; count];
        edges.iter().for_each(|(a, b)| next[*a] |= 1 << b);
        next
    }

    /// Petersen's graph: an outer pentagon, spokes, and a star inside.
    #[test]
    fn petersens_graph_is_a_star_in_a_pentagon() {
        let edge = |n| [(n, (n + 1) % 5), (n, n + 5), (n + 5, (n + 2) % 5 + 5)];
        let edges: Vec<_> = (0..5).flat_map(edge).collect();
        let places = places(&graph(&edges));
        let far = |&(x, y): &(u16, u16)| (f64::from(x) - 500.0).hypot(f64::from(y) - 500.0);
        let mut radii: Vec<_> = places.iter().map(far).collect();
        radii.sort_by(f64::total_cmp);
        assert!(radii[4] < 320.0 && radii[5] > 450.0, "{radii:?}");
    }

    #[test]
    fn neighbours_are_near_and_all_points_apart() {
        let grid = |n: usize| {
            [
                (n % 4 < 3).then(|| (n, n + 1)),
                (n < 12).then(|| (n, n + 4)),
            ]
        };
        let edges: Vec<_> = (0..16).flat_map(grid).flatten().collect();
        let places = places(&graph(&edges));
        let far = |a: usize, b: usize| {
            let ((x, y), (u, v)) = (places[a], places[b]);
            (f64::from(x) - f64::from(u)).hypot(f64::from(y) - f64::from(v))
        };
        let longest = edges.iter().map(|(a, b)| far(*a, *b)).fold(0.0, f64::max);
        assert!(longest < 420.0, "{longest}");
        for a in 0..16 {
            for b in 0..a {
                assert!(far(a, b) > 120.0, "{a} {b}");
            }
        }
    }

    #[test]
    fn graphs_of_no_and_of_one_point_have_places() {
        assert_eq!(places(&[]), []);
        assert_eq!(places(&[0]), [(500, 500)]);
    }
}
