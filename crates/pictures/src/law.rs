//! `scatter` and `automaton`: what a proved law holds, and what reads it.

use bouton_automata::Automaton;
use bouton_laws::Law;
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use serde_json::{Value, json};

use super::canvas::{Anchor, Canvas, SMALL, TEXT};
use super::legend::{Sign, frame};
use super::names::Names;

/// Width and height of the area of a scatter, in pixels.
const AREA: f64 = 800.0;
/// A scatter goes up to this.
pub(crate) const MOST_SIDE: u64 = 4096;
/// Automata with more states than this are no picture any more.
pub(crate) const MOST_STATES: usize = 120;

/// The pairs of numbers up to a bound that the law's main set holds, lost positions or a heap with its value, and lines
/// at the place values of its system: the set repeats itself from one to the next. Nothing for laws of other numbers.
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
    let words = if is_value {
        "a position and its Grundy value"
    } else {
        "a lost position"
    };
    let legend = [
        (Sign::Dot("lossmark"), words.to_owned()),
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

/// The frame, and lines at place values as long as they stand apart.
fn places(canvas: &mut Canvas, law: &Law, up_to: u64, scale: f64) {
    let places = law.system().places().map_while(|place| place.to_u64());
    let shown = places.take_while(|&place| place <= up_to);
    canvas.rect([0.0, 0.0, AREA, AREA], 0.0, "edge");
    for place in shown.filter(|&place| place as f64 * scale >= 24.0) {
        let at = place as f64 * scale;
        canvas.line((at, 0.0), (at, AREA), "axis");
        canvas.line((0.0, AREA - at), (AREA, AREA - at), "axis");
        let label = place.to_string();
        canvas.text((at, AREA + 16.0), Anchor::Middle, SMALL, "faint", &label);
        canvas.text((-8.0, AREA - at + 4.0), Anchor::End, SMALL, "faint", &label);
    }
}

/// The distance of two states, and the radius of one.
const STEP: f64 = 120.0;
const RADIUS: f64 = 20.0;

/// The states in columns by their distance from the start; the dead state is left out.
pub(crate) fn automaton(law: &Law) -> (Canvas, Value) {
    let automaton = law.automaton();
    let places = standing(automaton);
    let mut canvas = Canvas::default();
    let mut names = Names::default();
    for &place in places.iter().flatten() {
        names.take(place, RADIUS);
    }
    let mut links = Vec::new();
    for (from, place) in places.iter().enumerate() {
        let Some(place) = place else { continue };
        for (to, columns) in arrows(automaton, from as u32) {
            if let Some(target) = places[to as usize] {
                let path = arrow(&mut canvas, *place, target);
                let free = names.first_free(&columns, HALFWAY.map(|t| on(path, t)));
                if let Some(at) = free {
                    canvas.text(at, Anchor::Middle, SMALL, "raytext halo", &columns);
                }
                links.push(json!({"from": from, "to": to, "columns": columns}));
            }
        }
    }
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
    let legend = [
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
    let heading = format!(
        "{}: the automaton of {set}, {} states",
        law.rules().name,
        automaton.states()
    );
    frame(&mut canvas, &heading, &legend);
    (
        canvas,
        json!({"states": automaton.states(), "links": links, "automaton": automaton.to_text()}),
    )
}

/// Where each state stands; nothing for the dead one.
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
            // Every other column is lower, so that arrows between columns do not hide each other.
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

/// The states that arrows lead to, each with the columns of digits that take it.
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

/// An arrow, bent to its right side so that there and back are apart, further where it passes a column.
fn arrow(canvas: &mut Canvas, from: (f64, f64), to: (f64, f64)) -> [(f64, f64); 4] {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy);
    let along = |(x, y): (f64, f64), (ux, uy): (f64, f64), by: f64| (x + ux * by, y + uy * by);
    let (path, tip) = if length < 1.0 {
        let (left, right) = ((-0.45, -0.9), (0.45, -0.9));
        let (start, end) = (along(from, left, RADIUS), along(from, right, RADIUS));
        let path = [
            start,
            along(start, left, 34.0),
            along(end, right, 34.0),
            end,
        ];
        (path, (-right.0, -right.1))
    } else {
        let (ux, uy) = (dx / length, dy / length);
        let bend = 12.0 + length / if length < 1.5 * STEP { 9.0 } else { 2.8 };
        let middle = |by: f64| along(along(from, (ux, uy), length * by), (-uy, ux), bend);
        let (first, second) = (middle(0.3), middle(0.7));
        let toward = |a: (f64, f64), b: (f64, f64)| {
            let far = (b.0 - a.0).hypot(b.1 - a.1);
            ((b.0 - a.0) / far, (b.1 - a.1) / far)
        };
        let (out, back) = (toward(from, first), toward(to, second));
        let path = [
            along(from, out, RADIUS),
            first,
            second,
            along(to, back, RADIUS),
        ];
        (path, (-back.0, -back.1))
    };
    canvas.curve(path, "edge");
    let end = path[3];
    let wing = |side: f64| along(along(end, tip, -8.0), (-tip.1, tip.0), side);
    canvas.polygon(&[end, wing(3.5), wing(-3.5)], "edgehead");
    path
}

/// Where on its way an arrow is named, the first that is free.
const HALFWAY: [f64; 5] = [0.5, 0.4, 0.6, 0.3, 0.7];

/// The baseline of a name on a cubic curve after the share `t`.
fn on([a, b, c, d]: [(f64, f64); 4], t: f64) -> (f64, f64) {
    let s = 1.0 - t;
    let mix = |a: f64, b: f64, c: f64, d: f64| {
        s * s * s * a + 3.0 * s * s * t * b + 3.0 * s * t * t * c + t * t * t * d
    };
    (mix(a.0, b.0, c.0, d.0), mix(a.1, b.1, c.1, d.1) + 4.0)
}
