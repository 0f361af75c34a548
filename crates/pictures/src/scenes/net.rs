//! Points and the edges between them, with their names if they fit.

use std::collections::{HashMap, HashSet};

use bouton_core::scene::{Cell, Edge, EdgeKind, Figure, Owner, Point, Set};

use super::super::canvas::{Anchor, Canvas, SMALL, TEXT};
use super::super::names::Names;
use super::ground::ground;
use super::laid::Men;
use super::men::stone;
use super::{piece_class, whose};

/// The least distance of two points, unless the picture would exceed its bounds.
const APART: f64 = 44.0;
/// Width and height of a net: at least and at most.
const SIDES: [f64; 2] = [120.0, 1400.0];
/// Radius of an occupied point.
const DISC: f64 = 14.0;
/// Radius of an empty point.
const DOT: f64 = 7.0;
/// Radius of the clickable area of a point.
const TOUCH: f64 = 20.0;
/// The class of lines that belong to both players.
pub(super) const GREEN: &str = "greenline";
/// The distance between two dots of boxes.
const PITCH: f64 = 58.0;
/// The bend of edges with the same ends away from each other.
const BEND: f64 = 26.0;

type Place = (f64, f64);

/// A net as it was at the start, with some parts removed.
pub(super) struct Ghosts {
    points: Vec<Point>,
    edges: Vec<Edge>,
    /// The present index of each edge as a part of the scene; `None` if it is removed.
    edge_parts: Vec<Option<usize>>,
    /// The present index of each point.
    point_parts: Vec<Option<usize>>,
}

/// The name of a part that is removed.
fn gone(label: &str) -> String {
    match label {
        "" => String::new(),
        label => format!("{label}: gone"),
    }
}

impl Ghosts {
    /// A net in relation to the one at the start, by the names of edges and points; nothing if both have the same parts, or
    /// if there are new parts.
    pub(super) fn of(start: &Figure, (points, edges): (&[Point], &[Edge])) -> Option<Self> {
        let Figure::Net {
            points: all,
            edges: ways,
        } = start
        else {
            return None;
        };
        if all.len() == points.len() && ways.len() == edges.len() {
            return None;
        }
        let first = edges.len();
        let named = |points: &[Point], n: usize| {
            let label = points.get(n).map(|point| point.label.clone());
            label.filter(|label| !label.is_empty())
        };
        let name = |points: &[Point], edge: &Edge| match edge.label.as_str() {
            "" => Some((named(points, edge.from)?, Some(named(points, edge.to)?))),
            label => Some((label.to_owned(), None)),
        };
        // Of equal edges the first counts.
        let known = edges.iter().enumerate().rev();
        let known = known.filter_map(|(n, edge)| Some((name(points, edge)?, n)));
        let known: HashMap<_, _> = known.collect();
        let part = |way: &Edge| known.get(&name(all, way)?).copied();
        let edge_parts: Vec<_> = ways.iter().map(part).collect();
        let stands = |point: usize| {
            let ends = ways
                .iter()
                .zip(&edge_parts)
                .filter(|(way, _)| way.from == point || way.to == point);
            let mut there = ends.filter_map(|(way, part)| part.map(|part| (way, part)));
            there.next().map(|(way, part)| {
                first
                    + if way.from == point {
                        edges[part].from
                    } else {
                        edges[part].to
                    }
            })
        };
        // A point without edges, if no other has its name.
        let lone = |n: usize| {
            let alike = |points: &[Point]| {
                let mut alike = (0..points.len()).filter(|&m| points[m].label == all[n].label);
                alike.next().filter(|_| alike.next().is_none())
            };
            let is_one = !all[n].label.is_empty() && alike(all).is_some();
            alike(points).filter(|_| is_one).map(|m| first + m)
        };
        let place = |n| stands(n).or_else(|| lone(n));
        let point_parts: Vec<_> = (0..all.len()).map(place).collect();
        let mut points_now = all.clone();
        for (point, part) in points_now.iter_mut().zip(&point_parts) {
            if let Some(now) = part.and_then(|part| points.get(part - first)) {
                point.cell = now.cell.clone();
            }
        }
        let found = edge_parts.iter().flatten().count();
        let there: HashSet<_> = point_parts.iter().flatten().collect();
        (found == edges.len() && there.len() == points.len()).then(|| Self {
            points: points_now,
            edges: ways.clone(),
            edge_parts,
            point_parts,
        })
    }

    pub(super) fn draw(mut self, canvas: &mut Canvas, set: Set, men: &Men) {
        for (edge, part) in self.edges.iter_mut().zip(&self.edge_parts) {
            if part.is_none() {
                edge.kind = EdgeKind::Free;
            }
        }
        for (point, part) in self.points.iter_mut().zip(&self.point_parts) {
            if part.is_none() {
                point.cell = Cell::Hole;
            }
        }
        let parts = (&self.edge_parts[..], &self.point_parts[..]);
        numbered(canvas, (&self.points, &self.edges), parts, set, men);
    }
}

/// Draws a net; its parts are the edges, then the points.
pub(super) fn net(canvas: &mut Canvas, points: &[Point], edges: &[Edge], set: Set, men: &Men) {
    let all: Vec<_> = (0..edges.len() + points.len()).map(Some).collect();
    let parts = all.split_at(edges.len());
    numbered(canvas, (points, edges), parts, set, men);
}

/// Draws a net whose edges and points have the given part indexes; removed ones have none.
fn numbered(
    canvas: &mut Canvas,
    (points, edges): (&[Point], &[Edge]),
    (edge_parts, point_parts): (&[Option<usize>], &[Option<usize>]),
    set: Set,
    men: &Men,
) {
    let places = places(points, set);
    match set {
        Set::Ground if !edges.is_empty() => {
            let x = |least: bool| {
                let all = places.iter().map(|place| place.0);
                if least {
                    all.fold(f64::MAX, f64::min)
                } else {
                    all.fold(f64::MIN, f64::max)
                }
            };
            let low = places.iter().map(|place| place.1).fold(f64::MIN, f64::max);
            ground(canvas, x(true), x(false), low);
        }
        Set::Boxes => boxes(canvas, points, edges, &places),
        _ => {}
    }
    let arcs: Vec<Option<Arc>> = (0..edges.len())
        .map(|n| Arc::of(edges, n, &places))
        .collect();
    let mut names = Names::default();
    for (point, &place) in points.iter().zip(&places) {
        names.take(place, reach(point, set));
    }
    for arc in arcs.iter().flatten() {
        arc.trace().for_each(|place| names.avoid(place));
    }
    let middle = centre(&places);
    let beside: Vec<_> = points
        .iter()
        .zip(&places)
        .map(|(point, &place)| names.around(&point.label, place, DISC, middle))
        .collect();
    for (n, (edge, arc)) in edges.iter().zip(&arcs).enumerate() {
        let Some(arc) = arc else { continue };
        match edge_parts[n] {
            Some(part) => {
                canvas.open_part(part, &edge_name(edge, &points[edge.from], &points[edge.to]));
            }
            None => canvas.open("gone", None, &gone(&edge.label)),
        }
        arc.draw(canvas, edge.kind, set);
        // A page has the names in its list of moves.
        if let (Some(_), false) = (edge_parts[n], canvas.keyed)
            && let Some(at) = names.along(&edge.label, arc.along(), arc.ways())
        {
            canvas.text(at, Anchor::Middle, SMALL, "faint halo", &edge.label);
        }
        canvas.close();
    }
    for (n, point) in points.iter().enumerate() {
        match point_parts[n] {
            Some(part) => canvas.open_held(part, &point.label, whose(&point.cell)),
            None => canvas.open("gone", None, &gone(&point.label)),
        }
        let chosen = men.chosen.iter().find(|(place, _)| *place == n);
        if let Some((_, owner)) = chosen {
            stone(canvas, places[n], DISC * 0.8, *owner);
        }
        stand(
            canvas,
            &point.cell,
            places[n],
            set,
            men.here.get(n).copied().flatten(),
        );
        if let Some(at) = beside[n] {
            let faint = point.cell == Cell::Hole;
            let class = if faint { "faint halo" } else { "ink halo" };
            canvas.text(at, Anchor::Middle, SMALL, class, &point.label);
        }
        canvas.close();
    }
}

/// The squares between four lines: closed ones are filled. The page knows their owners.
fn boxes(canvas: &mut Canvas, points: &[Point], edges: &[Edge], places: &[Place]) {
    let lines: HashMap<_, _> = edges.iter().map(|e| ((e.from, e.to), e.kind)).collect();
    let along = |from: usize, level: bool| {
        let ends = edges.iter().filter(|edge| edge.from == from);
        let mut to = ends.map(|edge| edge.to);
        to.find(|&to| (points[to].y == points[from].y) == level)
    };
    let mut count = 0;
    for corner in 0..points.len() {
        let (Some(right), Some(below)) = (along(corner, true), along(corner, false)) else {
            continue;
        };
        let Some(far) = along(below, true) else {
            continue;
        };
        let sides = [(corner, right), (corner, below), (right, far), (below, far)];
        let drawn = |ends| matches!(lines.get(ends), Some(EdgeKind::Of(_)));
        let full = sides.iter().all(drawn);
        let ((x, y), (u, v)) = (places[corner], places[far]);
        canvas.open(&format!("box n{count}"), None, "");
        let class = if full { "fullbox" } else { "openbox" };
        canvas.rect([x, y, u - x, v - y], 0.0, class);
        canvas.close();
        count += 1;
    }
}

/// The coordinates at a scale that separates the nearest two points.
fn places(points: &[Point], set: Set) -> Vec<Place> {
    let plain = |point: &Point| (f64::from(point.x) / 1000.0, f64::from(point.y) / 1000.0);
    let plain: Vec<Place> = points.iter().map(plain).collect();
    let mut nearest = 1.0f64;
    for (n, a) in plain.iter().enumerate() {
        for b in &plain[..n] {
            let far = (a.0 - b.0).hypot(a.1 - b.1);
            nearest = nearest.min(far.max(1e-3));
        }
    }
    let roomy = 90.0 * (points.len() as f64).sqrt();
    let side = match set {
        Set::Boxes => (PITCH / nearest).min(SIDES[1]),
        _ => (APART / nearest).max(roomy).clamp(SIDES[0], SIDES[1]),
    };
    plain.iter().map(|(x, y)| (x * side, y * side)).collect()
}

fn centre(places: &[Place]) -> Place {
    let sum = |at: fn(&Place) -> f64| places.iter().map(at).sum::<f64>();
    let count = places.len().max(1) as f64;
    (sum(|p| p.0) / count, sum(|p| p.1) / count)
}

fn edge_name(edge: &Edge, from: &Point, to: &Point) -> String {
    match (edge.label.as_str(), from.label.as_str()) {
        ("", "") => "line".to_owned(),
        ("", name) => format!("{name} to {}", to.label),
        (label, _) => label.to_owned(),
    }
}

/// The radius of a piece on a point: names stay where they are when a piece is added or removed.
fn reach(point: &Point, set: Set) -> f64 {
    match (&point.cell, set) {
        (Cell::Piece(..), _) => DISC,
        (_, Set::Boxes | Set::Ground) => DOT,
        _ => DISC,
    }
}

/// The stone or disc on a point, or a dot.
fn stand(canvas: &mut Canvas, cell: &Cell, (x, y): Place, set: Set, key: Option<usize>) {
    if set != Set::Boxes && set != Set::Ground {
        canvas.circle(x, y, TOUCH, "hit");
    }
    match cell {
        Cell::Piece(side, mark) if matches!(mark.as_str(), "X" | "O") => {
            canvas.circle(x, y, DOT, "vertex");
            canvas.open_man(key);
            stone(canvas, (x, y), DISC, *side);
            canvas.close_man();
        }
        Cell::Piece(side, mark) => {
            let ground = match (mark.as_str(), side) {
                ("L", _) => "win",
                ("R", _) => "loss",
                _ => "coin",
            };
            canvas.circle(x, y, DISC, ground);
            let class = piece_class(*side);
            canvas.text((x, y + 5.0), Anchor::Middle, TEXT, class, mark);
        }
        Cell::Empty if set == Set::Boxes => canvas.circle(x, y, 4.5, "ink"),
        Cell::Empty if set == Set::Ground => canvas.circle(x, y, 3.5, "ink"),
        Cell::Empty => canvas.circle(x, y, DOT, "vertex"),
        Cell::Hole => canvas.circle(x, y, 3.0, "plain"),
    }
}

/// The path of an edge: straight, or bent if other edges have the same ends.
struct Arc {
    from: Place,
    to: Place,
    /// The offset of the middle from the straight line, to the right.
    aside: f64,
}

impl Arc {
    /// The path of the `n`th edge; nothing if an end is not among the points.
    fn of(edges: &[Edge], n: usize, places: &[Place]) -> Option<Self> {
        let edge = &edges[n];
        let (before, all) = Edge::among(edges, n);
        let aside = (before as f64 - (all as f64 - 1.0) / 2.0) * BEND;
        Some(Self {
            from: *places.get(edge.from)?,
            to: *places.get(edge.to)?,
            aside: if edge.from <= edge.to { aside } else { -aside },
        })
    }

    /// The direction of the straight line, of length 1.
    fn along(&self) -> Place {
        let (dx, dy) = (self.to.0 - self.from.0, self.to.1 - self.from.1);
        let length = dx.hypot(dy).max(1.0);
        (dx / length, dy / length)
    }

    /// The point at parameter `t` of the path.
    fn at(&self, t: f64) -> Place {
        let (ux, uy) = self.along();
        let aside = self.aside * 4.0 * t * (1.0 - t);
        let between = |a: f64, b: f64| a + (b - a) * t;
        (
            between(self.from.0, self.to.0) - uy * aside,
            between(self.from.1, self.to.1) + ux * aside,
        )
    }

    /// Points along the path, close to each other.
    fn trace(&self) -> impl Iterator<Item = Place> {
        let length = (self.to.0 - self.from.0).hypot(self.to.1 - self.from.1);
        let steps = (length / 4.0).ceil().max(1.0);
        (0..=steps as usize).map(move |n| self.at(n as f64 / steps))
    }

    /// Places for its label next to it, starting from the middle, on the outer side first.
    fn ways(&self) -> impl Iterator<Item = (Place, f64)> {
        let outer = if self.aside < 0.0 { -1.0 } else { 1.0 };
        let places = [0.5, 0.38, 0.62, 0.26, 0.74].into_iter();
        places.flat_map(move |t| [(self.at(t), outer), (self.at(t), -outer)])
    }

    fn draw(&self, canvas: &mut Canvas, kind: EdgeKind, set: Set) {
        let class = match kind {
            EdgeKind::Of(Owner::Neutral) if set == Set::Ground => GREEN,
            EdgeKind::Of(Owner::Neutral) if set == Set::Boxes => "drawnline",
            EdgeKind::Free if set == Set::Boxes => "freeline",
            EdgeKind::Of(Owner::First) => "winline",
            EdgeKind::Of(Owner::Second) => "lossline",
            EdgeKind::Of(Owner::Neutral) | EdgeKind::OneWay => "best",
            EdgeKind::Free => "cut",
        };
        // A wide invisible line makes the edge easy to click.
        for class in ["reach", class] {
            if self.aside == 0.0 {
                canvas.line(self.from, self.to, class);
            } else {
                canvas.curve(self.handles(), &format!("bow {class}"));
            }
        }
        if kind == EdgeKind::OneWay {
            self.head(canvas);
        }
    }

    /// The parabola through the ends and the middle as a cubic curve.
    fn handles(&self) -> [Place; 4] {
        let (ux, uy) = self.along();
        let handle = |t: f64| {
            let (x, y) = (
                self.from.0 + (self.to.0 - self.from.0) * t,
                self.from.1 + (self.to.1 - self.from.1) * t,
            );
            let aside = self.aside * 4.0 / 3.0;
            (x - uy * aside, y + ux * aside)
        };
        [self.from, handle(1.0 / 3.0), handle(2.0 / 3.0), self.to]
    }

    /// The head of an arrow, before the disc that may be at its end.
    fn head(&self, canvas: &mut Canvas) {
        let before = self.at(0.8);
        let (dx, dy) = (self.to.0 - before.0, self.to.1 - before.1);
        let length = dx.hypot(dy).max(1.0);
        let (ux, uy) = (dx / length, dy / length);
        let tip = (self.to.0 - ux * DISC, self.to.1 - uy * DISC);
        let back = |aside: f64| {
            (
                tip.0 - ux * 11.0 - uy * aside,
                tip.1 - uy * 11.0 + ux * aside,
            )
        };
        canvas.polygon(&[tip, back(5.0), back(-5.0)], "besthead");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edge(from: usize, to: usize) -> Edge {
        Edge {
            from,
            to,
            kind: EdgeKind::Free,
            label: String::new(),
        }
    }

    #[test]
    fn edges_with_the_same_ends_are_apart() {
        let places = [(0.0, 0.0), (100.0, 0.0)];
        let edges = [edge(0, 1), edge(1, 0), edge(0, 1)];
        let middles = [0, 1, 2].map(|n| Arc::of(&edges, n, &places).unwrap().at(0.5).1);
        assert_eq!(middles, [-BEND, 0.0, BEND]);
        assert_eq!(Arc::of(&edges[..1], 0, &places).unwrap().aside, 0.0);
        assert!(Arc::of(&[edge(0, 7)], 0, &places).is_none());
    }
}
