//! `scatter` and `automaton`: the set of a proved law, and its automaton.

use bouton_automata::Automaton;
use bouton_laws::Law;
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use serde_json::{Value, json};

use super::canvas::{Anchor, Canvas, SMALL, TEXT, width};
use super::legend::{Sign, frame};
use super::names::Names;
use super::plot::titles;

/// Width and height of the area of a scatter, in pixels.
const AREA: f64 = 800.0;
/// The largest number in a scatter.
pub(crate) const MOST_SIDE: u64 = 4096;
/// Automata with more states than this are not drawn.
pub(crate) const MOST_STATES: usize = 120;

/// The pairs of numbers up to a bound in the law's main set (lost positions, or a heap with its value), and lines at the
/// place values of its system: the set is self-similar from one to the next. Nothing for laws of other numbers.
pub(crate) fn scatter(law: &Law, up_to: u64) -> Option<(Canvas, Value)> {
    let automaton = law.automaton();
    if automaton.variables().len() != 2 {
        return None;
    }
    let words: Vec<Vec<u32>> = (0..=up_to)
        .map(|n| law.system().word(&BigUint::from(n)))
        .collect();
    let held = |x: &usize, y: &usize| automaton.accepts(&[words[*x].clone(), words[*y].clone()]);
    let numbers = 0..words.len();
    let pairs: Vec<[usize; 2]> = numbers
        .clone()
        .flat_map(|x| numbers.clone().map(move |y| [x, y]))
        .filter(|[x, y]| held(x, y))
        .collect();
    let scale = AREA / (up_to + 1) as f64;
    let side = scale.max(2.0);
    let mut canvas = Canvas::default();
    places(&mut canvas, law, up_to, scale);
    let corner = |&[x, y]: &[usize; 2]| {
        let middle = |n: usize| (n as f64 + 0.5) * scale;
        (middle(x) - side / 2.0, AREA - middle(y) - side / 2.0)
    };
    canvas.dots(pairs.iter().map(corner), side, "lossmark");
    let is_value = law.sets()[0].0 == "G";
    let [across, upwards] = match is_value {
        true => ["size of the heap", "Grundy value"],
        false => ["the first number", "the second number"],
    };
    let ends = [-30.0, -12.0, AREA, AREA + 34.0];
    titles(&mut canvas, across, upwards, ends);
    let words = if is_value {
        "a position and its Grundy value"
    } else {
        "a lost position"
    };
    let legend = [
        (Sign::Square("lossmark"), words.to_owned()),
        (
            Sign::Line("axis"),
            format!("place values of {}", law.system()),
        ),
    ];
    let heading = format!(
        "{}: {words}, up to {up_to}; proved for all sizes",
        law.rules().name
    );
    frame(&mut canvas, &heading, &legend);
    Some((canvas, json!({"pairs": pairs})))
}

/// The frame, and lines at place values that are far enough apart.
fn places(canvas: &mut Canvas, law: &Law, up_to: u64, scale: f64) {
    let places = law.system().places().map_while(|place| place.to_u64());
    let shown = places.take_while(|&place| place <= up_to);
    canvas.rect([0.0, 0.0, AREA, AREA], 0.0, "edge");
    for place in shown.filter(|&place| place as f64 * scale >= 24.0) {
        let at = place as f64 * scale;
        canvas.line((at, 0.0), (at, AREA), "axis");
        canvas.line((0.0, AREA - at), (AREA, AREA - at), "axis");
        let label = place.to_string();
        canvas.note((at, AREA + 16.0), Anchor::Middle, &label);
        canvas.note((-8.0, AREA - at + 4.0), Anchor::End, &label);
    }
}

/// The distance of two states, and the radius of one.
const STEP: f64 = 120.0;
const RADIUS: f64 = 20.0;

/// The states in columns by their distance from the start; the dead state is left out.
pub(crate) fn automaton(law: &Law) -> (Canvas, Value, String) {
    let automaton = law.automaton();
    let places = standing(automaton);
    let mut canvas = Canvas::default();
    let mut names = Names::default();
    for &place in places.iter().flatten() {
        names.take(place, RADIUS);
    }
    let mut ways = Vec::new();
    for (from, place) in places.iter().enumerate() {
        let Some(place) = place else { continue };
        for (to, columns) in arrows(automaton, from as u32) {
            if let Some(target) = places[to as usize] {
                let path = clear_of(*place, target, &places);
                trace(path).for_each(|point| names.avoid(point));
                ways.push((from, to, columns, path));
            }
        }
    }
    for (_, _, _, path) in &ways {
        draw_arrow(&mut canvas, *path);
    }
    let mut links = Vec::new();
    for (from, to, columns, path) in &ways {
        let beside = HALFWAY.into_iter().flat_map(|t| aside(*path, t, columns));
        let over = HALFWAY.map(|t| on(*path, t));
        if let Some(at) = names.first_free(columns, beside.chain(over)) {
            canvas.text(at, Anchor::Middle, SMALL, "raytext halo", columns);
        }
        links.push(json!({"from": from, "to": to, "columns": columns}));
    }
    let dot = dot(automaton, &ways, &places);
    for (state, place) in (0u32..).zip(&places) {
        let Some((x, y)) = *place else { continue };
        let accepts = automaton.accepts_at(state);
        canvas.circle(x, y, RADIUS, if accepts { "loss" } else { "plain" });
        if accepts {
            canvas.circle(x, y, RADIUS - 4.0, "inner");
        }
        let label = state.to_string();
        canvas.text((x, y + 4.5), Anchor::Middle, TEXT, "ink", &label);
    }
    let (set, names) = (&law.sets()[0].0, law.rules().variables.join(", "));
    let mut legend = vec![
        (
            Sign::Words,
            format!(
                "0 is the start; an arrow is taken by the digits of {names} in {}, the most significant first",
                law.system()
            ),
        ),
        (
            Sign::Words,
            "a double ring: the numbers read so far are in the set".to_owned(),
        ),
    ];
    if let Some(dead) = automaton.dead() {
        let words = format!(
            "digits without an arrow lead to state {dead}, which is not drawn: from there nothing is in the set"
        );
        legend.push((Sign::Words, words));
    }
    let dead = if automaton.dead().is_some() {
        ", one of them dead"
    } else {
        ""
    };
    let heading = format!(
        "{}: the automaton of {set}, {} states{dead}",
        law.rules().name,
        automaton.states()
    );
    frame(&mut canvas, &heading, &legend);
    (
        canvas,
        json!({"states": automaton.states(), "links": links, "automaton": automaton.to_text()}),
        dot,
    )
}

type Way = (usize, u32, String, Path);

/// The drawn states and the arrows between them, in the DOT language of Graphviz.
fn dot(automaton: &Automaton, ways: &[Way], places: &[Option<(f64, f64)>]) -> String {
    let mut text = String::from("digraph automaton {\n  rankdir=LR;\n");
    for state in (0..places.len()).filter(|state| places[*state].is_some()) {
        let accepts = automaton.accepts_at(state as u32);
        let shape = if accepts { "doublecircle" } else { "circle" };
        text += &format!("  {state} [shape={shape}];\n");
    }
    for (from, to, columns, _) in ways {
        text += &format!("  {from} -> {to} [label=\"{columns}\"];\n");
    }
    text + "}\n"
}

/// The coordinates of each state; nothing for the dead one.
fn standing(automaton: &Automaton) -> Vec<Option<(f64, f64)>> {
    let dead = automaton.dead();
    let mut places = vec![None; automaton.states()];
    let mut seen = vec![false; automaton.states()];
    seen[0] = true;
    let mut layer = vec![0u32];
    let mut depth = 0u32;
    while !layer.is_empty() {
        let mut next = Vec::new();
        for (row, &state) in layer.iter().enumerate() {
            // Every second column is lower, so that arrows between columns do not hide each other.
            let lower = f64::from(depth % 2) * STEP / 3.0;
            places[state as usize] = (Some(state) != dead)
                .then_some((STEP * f64::from(depth), STEP * row as f64 + lower));
            let targets = (0..automaton.columns()).map(|column| automaton.step(state, column));
            next.extend(targets.filter(|&to| !std::mem::replace(&mut seen[to as usize], true)));
        }
        next.retain(|&state| Some(state) != dead);
        layer = next;
        depth += 1;
    }
    places
}

/// The states that arrows lead to, each with the columns of digits of the arrow.
fn arrows(automaton: &Automaton, from: u32) -> Vec<(u32, String)> {
    let digits = automaton.digits();
    let arity = automaton.variables().len() as u32;
    let mut arrows: Vec<(u32, String)> = Vec::new();
    for column in 0..automaton.columns() {
        let target = automaton.step(from, column);
        let digit = |at: u32| (column / digits.pow(at) % digits).to_string();
        let label = (0..arity).rev().map(digit).collect::<Vec<_>>().concat();
        match arrows.iter_mut().find(|(known, _)| *known == target) {
            Some((_, labels)) => *labels = format!("{labels} {label}"),
            None => arrows.push((target, label)),
        }
    }
    arrows
}

/// A cubic curve through its two handles.
type Path = [(f64, f64); 4];

/// The bend of an arrow to its right, as shares of its length, plus a constant; the first is used if there is an opposite
/// arrow.
const BENDS: [f64; 8] = [0.11, -0.11, 0.36, -0.36, 0.55, -0.55, 0.8, -0.8];
/// The least distance of an arrow from states that it does not join.
const CLEAR: f64 = RADIUS + 7.0;

/// The path of an arrow that passes behind no other state, if one of its bends does.
fn clear_of(from: (f64, f64), to: (f64, f64), places: &[Option<(f64, f64)>]) -> Path {
    let others = || {
        let others = places.iter().flatten();
        others.filter(move |place| **place != from && **place != to)
    };
    let room = |path: &Path| {
        let far = |point: (f64, f64)| {
            let away = others().map(|place| (place.0 - point.0).hypot(place.1 - point.1));
            away.fold(f64::MAX, f64::min)
        };
        trace(*path).map(far).fold(f64::MAX, f64::min)
    };
    let paths = BENDS.map(|bend| way(from, to, bend));
    let clear = paths.iter().find(|path| room(path) >= CLEAR);
    let widest = || paths.iter().max_by(|a, b| room(a).total_cmp(&room(b)));
    *clear.or_else(widest).unwrap_or(&paths[0])
}

/// Points along a curve.
fn trace(path: Path) -> impl Iterator<Item = (f64, f64)> {
    (1..24).map(move |n| point(path, f64::from(n) / 24.0))
}

/// The path of an arrow; a loop is above its state.
fn way(from: (f64, f64), to: (f64, f64), bend: f64) -> Path {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy);
    if length < 1.0 {
        let up = if bend < 0.0 { 0.9 } else { -0.9 };
        let (left, right) = ((-0.45, up), (0.45, up));
        let (start, end) = (along(from, left, RADIUS), along(from, right, RADIUS));
        return [
            start,
            along(start, left, 34.0),
            along(end, right, 34.0),
            end,
        ];
    }
    let (ux, uy) = (dx / length, dy / length);
    let bend = 12.0f64.copysign(bend) + length * bend;
    let middle = |by: f64| along(along(from, (ux, uy), length * by), (-uy, ux), bend);
    let (first, second) = (middle(0.3), middle(0.7));
    let toward = |a: (f64, f64), b: (f64, f64)| {
        let far = (b.0 - a.0).hypot(b.1 - a.1);
        ((b.0 - a.0) / far, (b.1 - a.1) / far)
    };
    let (out, back) = (toward(from, first), toward(to, second));
    [
        along(from, out, RADIUS),
        first,
        second,
        along(to, back, RADIUS),
    ]
}

fn along((x, y): (f64, f64), (ux, uy): (f64, f64), by: f64) -> (f64, f64) {
    (x + ux * by, y + uy * by)
}

fn draw_arrow(canvas: &mut Canvas, path: Path) {
    canvas.curve(path, "edge");
    let (end, before) = (path[3], path[2]);
    let far = (end.0 - before.0).hypot(end.1 - before.1).max(1e-6);
    let tip = ((end.0 - before.0) / far, (end.1 - before.1) / far);
    let wing = |side: f64| along(along(end, tip, -8.0), (-tip.1, tip.0), side);
    canvas.polygon(&[end, wing(3.5), wing(-3.5)], "edgehead");
}

/// The first free place for an arrow's name.
const HALFWAY: [f64; 7] = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8];

/// The point of a cubic curve at parameter `t`.
fn point([a, b, c, d]: Path, t: f64) -> (f64, f64) {
    let s = 1.0 - t;
    let mix = |a: f64, b: f64, c: f64, d: f64| {
        s * s * s * a + 3.0 * s * s * t * b + 3.0 * s * t * t * c + t * t * t * d
    };
    (mix(a.0, b.0, c.0, d.0), mix(a.1, b.1, c.1, d.1))
}

/// The baseline of a name on the curve.
fn on(path: Path, t: f64) -> (f64, f64) {
    let (x, y) = point(path, t);
    (x, y + 4.0)
}

/// The baselines of a name on either side of the curve.
fn aside(path: Path, t: f64, name: &str) -> [(f64, f64); 2] {
    let ((x, y), (u, v)) = (point(path, t), point(path, t + 0.05));
    let far = (u - x).hypot(v - y).max(1e-6);
    let (ux, uy) = ((u - x) / far, (v - y) / far);
    let off = width(name, SMALL) / 2.0 * uy.abs() + SMALL / 2.0 * ux.abs() + 4.0;
    [1.0, -1.0].map(|side| (x - uy * off * side, y + ux * off * side + 4.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No arrow passes behind a state, and every arrow that can be named is.
    #[test]
    fn arrows_keep_off_states() {
        for (game, position) in [
            ("fibonacci-nim", "20"),
            ("euclid", "20,13"),
            ("wythoff", "1,2"),
        ] {
            let session = bouton::open(game, position).unwrap();
            let law = session.law(&bouton::Limits::default()).unwrap();
            let automaton = law.law().automaton();
            let places = standing(automaton);
            for (from, place) in places.iter().enumerate() {
                let Some(place) = place else { continue };
                for (to, _) in arrows(automaton, from as u32) {
                    let Some(target) = places[to as usize] else {
                        continue;
                    };
                    let path = clear_of(*place, target, &places);
                    for point in trace(path) {
                        for other in places.iter().flatten() {
                            let apart = (other.0 - point.0).hypot(other.1 - point.1);
                            let joined = other == place || *other == target;
                            assert!(joined || apart > RADIUS, "{game}: {from} to {to}");
                        }
                    }
                }
            }
            let (_, _, dot) = super::automaton(law.law());
            assert!(dot.starts_with("digraph") && dot.contains("doublecircle"));
        }
    }
}
