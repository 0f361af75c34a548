//! The coordinates of a graph's points: on two rings if it has that shape, otherwise by forces between all points.
//!
//! The forces are those of Kamada and Kawai (Information Processing Letters 31, 1989): between any two points a spring as
//! long as the path between them, relaxed by majorization (Gansner, Koren, North, Graph Drawing 2004). The same graph is
//! always drawn in the same way.

use std::f64::consts::TAU;

/// The neighbours of each point in both directions, in order.
type Around = Vec<Vec<usize>>;

type Place = (f64, f64);

/// The rounds of relaxation after which a graph of 64 points no longer moves visibly.
const ROUNDS: usize = 200;

/// More points are put on a circle: the forces between all pairs take too long.
const MOST: usize = 256;

/// Searching for rings ends after so many steps: in a graph that has none it could take exponential time.
const STEPS: usize = 100_000;

/// The coordinates of so many points with these edges, in thousandths from the left and from the top.
pub fn of(count: usize, edges: impl Iterator<Item = (usize, usize)>) -> Vec<(u16, u16)> {
    if count > MOST {
        let on_circle = (0..count).map(|n| on_circle(n, count, 1.0));
        return fitted(&on_circle.collect::<Vec<_>>());
    }
    let mut around = vec![Vec::new(); count];
    for (a, b) in edges.filter(|(a, b)| a != b) {
        around[a].push(b);
        around[b].push(a);
    }
    for next in &mut around {
        next.sort_unstable();
        next.dedup();
    }
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

fn on_circle(n: usize, count: usize, radius: f64) -> Place {
    let (sin, cos) = (n as f64 / count.max(1) as f64 * TAU).sin_cos();
    (radius * sin, -radius * cos)
}

/// An outer cycle without chords and one inner point for each of its points, as in prisms and Petersen's graph; or a cycle
/// alone.
fn rings(around: &Around) -> Option<Vec<Place>> {
    let count = around.len();
    let mut steps = STEPS;
    let mut cycle =
        |length: usize| (0..count).find_map(|start| chordless(around, start, length, &mut steps));
    let mut places = vec![(0.0, 0.0); count];
    if count > 2 && around.iter().all(|next| next.len() == 2) {
        for (n, point) in cycle(count)?.into_iter().enumerate() {
            places[point] = on_circle(n, count, 1.0);
        }
        return Some(places);
    }
    let half = count / 2;
    if half < 3 || !count.is_multiple_of(2) || around.iter().any(|next| next.len() != 3) {
        return None;
    }
    let outer = cycle(half)?;
    let mut met = outer.clone();
    for (n, &point) in outer.iter().enumerate() {
        let inner = *around[point].iter().find(|next| !outer.contains(next))?;
        met.push(inner);
        places[point] = on_circle(n, half, 1.0);
        places[inner] = on_circle(n, half, 0.5);
    }
    met.sort_unstable();
    met.dedup();
    (met.len() == count).then_some(places)
}

/// A cycle of this many points through `start`, without other edges between its points, if it is found in so many steps.
fn chordless(
    around: &Around,
    start: usize,
    length: usize,
    steps: &mut usize,
) -> Option<Vec<usize>> {
    fn go(around: &Around, path: &mut Vec<usize>, length: usize, steps: &mut usize) -> bool {
        let (first, last) = (path[0], path[path.len() - 1]);
        if path.len() == length {
            return around[last].contains(&first);
        }
        let closes = path.len() + 1 == length;
        for &point in &around[last] {
            if *steps == 0 {
                return false;
            }
            *steps -= 1;
            let barred = &path[usize::from(closes)..path.len() - 1];
            if path.contains(&point) || barred.iter().any(|on| around[point].contains(on)) {
                continue;
            }
            path.push(point);
            if go(around, path, length, steps) {
                return true;
            }
            path.pop();
        }
        false
    }
    let mut path = vec![start];
    go(around, &mut path, length, steps).then_some(path)
}

/// The lengths of the shortest paths; between unconnected parts, one more than the longest.
fn distances(around: &Around) -> Vec<Vec<f64>> {
    let count = around.len();
    let mut ways = vec![vec![0usize; count]; count];
    let mut longest = 1;
    for (start, row) in ways.iter_mut().enumerate() {
        let (mut seen, mut edge) = (vec![false; count], vec![start]);
        seen[start] = true;
        let mut far = 0;
        while !edge.is_empty() {
            longest = longest.max(far);
            let mut beyond = Vec::new();
            for point in edge {
                row[point] = far;
                for &next in &around[point] {
                    if !std::mem::replace(&mut seen[next], true) {
                        beyond.push(next);
                    }
                }
            }
            edge = beyond;
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

fn relaxed(around: &Around) -> Vec<Place> {
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

    fn places(edges: &[(usize, usize)]) -> Vec<(u16, u16)> {
        let count = edges.iter().map(|(a, b)| a.max(b) + 1).max().unwrap_or(0);
        of(count, edges.iter().copied())
    }

    /// Petersen's graph: an outer pentagon, spokes, and a star inside.
    #[test]
    fn petersens_graph_is_a_star_in_a_pentagon() {
        let edge = |n| [(n, (n + 1) % 5), (n, n + 5), (n + 5, (n + 2) % 5 + 5)];
        let edges: Vec<_> = (0..5).flat_map(edge).collect();
        let places = places(&edges);
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
        let places = places(&edges);
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
        assert_eq!(of(1, std::iter::empty()), [(500, 500)]);
    }

    /// A cubic graph of 240 points without two rings: a search without a limit would not end.
    #[test]
    fn the_search_for_rings_ends() {
        let edge = |n| [(n, (n + 1) % 240), (n, (n + 120) % 240)];
        let edges: Vec<_> = (0..240).flat_map(edge).collect();
        assert_eq!(places(&edges).len(), 240);
    }
}
