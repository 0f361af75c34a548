//! Pictures of laws: the automaton, and the set of lost pairs.

use std::fmt::Write as _;

use bouton_automata::Automaton;
use num_bigint::BigUint;

use crate::law::Law;

/// The distance of two states in a picture.
const STEP: f64 = 110.0;
const RADIUS: f64 = 20.0;

impl Law {
    /// The main automaton as an SVG: states in layers by their distance from the start, accepting ones
    /// with a double ring, each arrow with the columns of digits that take it. The dead state is left out.
    pub fn automaton_svg(&self) -> String {
        draw(self.automaton())
    }

    /// The lost pairs below the side (at most 4096) of a law of two numbers, as an SVG; `None` for
    /// other laws.
    pub fn scatter_svg(&self, side: u64) -> Option<String> {
        if self.automaton().variables().len() != 2 || side > 4096 {
            return None;
        }
        let words: Vec<Vec<u32>> = (0..side)
            .map(|n| self.system().word(&BigUint::from(n)))
            .collect();
        let mut svg = header(side as f64, side as f64);
        for (x, first) in words.iter().enumerate() {
            for (y, second) in words.iter().enumerate() {
                if self.automaton().accepts(&[first.clone(), second.clone()]) {
                    push(
                        &mut svg,
                        format_args!(
                            "<rect x=\"{x}\" y=\"{}\" width=\"1\" height=\"1\"/>",
                            side as usize - 1 - y
                        ),
                    );
                }
            }
        }
        svg.push_str("</svg>\n");
        Some(svg)
    }
}

fn header(width: f64, height: f64) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"11\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n"
    )
}

fn push(svg: &mut String, line: std::fmt::Arguments<'_>) {
    writeln!(svg, "{line}").expect("invariant: writing to a string succeeds");
}

fn draw(automaton: &Automaton) -> String {
    let places = places(automaton);
    let shown: Vec<(f64, f64)> = places.iter().flatten().copied().collect();
    let largest = |of: fn(&(f64, f64)) -> f64| shown.iter().map(of).fold(0.0, f64::max);
    let mut svg = header(largest(|p| p.0) + STEP, largest(|p| p.1) + STEP);
    svg.push_str(
        "<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\">\
         <path d=\"M0 0L8 4L0 8z\"/></marker></defs>\n",
    );
    for (from, place) in places.iter().enumerate() {
        let Some(place) = place else { continue };
        for (to, labels) in arrows(automaton, from as u32) {
            if let Some(target) = places[to as usize] {
                arrow(&mut svg, *place, target, &labels);
            }
        }
    }
    for (state, place) in places.iter().enumerate() {
        let Some((x, y)) = place else { continue };
        push(
            &mut svg,
            format_args!(
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{RADIUS}\" fill=\"#eef\" stroke=\"black\"/>"
            ),
        );
        if automaton.accepts_at(state as u32) {
            push(
                &mut svg,
                format_args!(
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"none\" stroke=\"black\"/>",
                    RADIUS - 4.0
                ),
            );
        }
        push(
            &mut svg,
            format_args!(
                "<text x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{state}</text>",
                y + 4.0
            ),
        );
    }
    svg.push_str("</svg>\n");
    svg
}

/// Where each state stands: a column for each distance from the start; nothing for the dead state.
fn places(automaton: &Automaton) -> Vec<Option<(f64, f64)>> {
    let dead = automaton.dead();
    let mut places = vec![None; automaton.states()];
    let mut layer = vec![0u32];
    let mut seen = vec![false; automaton.states()];
    seen[0] = true;
    let mut depth = 0.0;
    while !layer.is_empty() {
        let mut next = Vec::new();
        for (row, &state) in layer.iter().enumerate() {
            // Every other layer is lower, so that arrows between layers do not hide each other.
            let shift = if (depth as u64).is_multiple_of(2) {
                0.0
            } else {
                STEP / 3.0
            };
            places[state as usize] = (Some(state) != dead)
                .then_some((STEP * (depth + 0.6), STEP * (row as f64 + 0.8) + shift));
            for column in 0..automaton.columns() {
                let target = automaton.step(state, column);
                if !std::mem::replace(&mut seen[target as usize], true) {
                    next.push(target);
                }
            }
        }
        next.retain(|&state| Some(state) != dead);
        layer = next;
        depth += 1.0;
    }
    places
}

/// The states an arrow leads to, each with the columns that take it, as text.
fn arrows(automaton: &Automaton, from: u32) -> Vec<(u32, String)> {
    let digits = automaton.digits();
    let arity = automaton.variables().len() as u32;
    let mut arrows: Vec<(u32, String)> = Vec::new();
    for column in 0..automaton.columns() {
        let target = automaton.step(from, column);
        let label: Vec<String> = (0..arity)
            .rev()
            .map(|at| (column / digits.pow(at) % digits).to_string())
            .collect();
        match arrows.iter_mut().find(|(known, _)| *known == target) {
            Some((_, labels)) => {
                labels.push(' ');
                labels.push_str(&label.concat());
            }
            None => arrows.push((target, label.concat())),
        }
    }
    arrows
}

fn arrow(svg: &mut String, (x, y): (f64, f64), (to_x, to_y): (f64, f64), labels: &str) {
    let (dx, dy) = (to_x - x, to_y - y);
    let length = dx.hypot(dy);
    let (path, label_x, label_y) = if length < 1.0 {
        let top = y - RADIUS;
        (
            format!(
                "M{} {top}C{} {} {} {} {} {top}",
                x - 8.0,
                x - 25.0,
                top - 32.0,
                x + 25.0,
                top - 32.0,
                x + 8.0
            ),
            x,
            top - 27.0,
        )
    } else {
        let (ux, uy) = (dx / length, dy / length);
        let bend = 18.0 + length / 12.0;
        let (mid_x, mid_y) = (x + dx / 2.0 - uy * bend, y + dy / 2.0 + ux * bend);
        let (start_x, start_y) = (x + ux * RADIUS, y + uy * RADIUS);
        let (end_x, end_y) = (to_x - ux * RADIUS, to_y - uy * RADIUS);
        (
            format!("M{start_x:.1} {start_y:.1}Q{mid_x:.1} {mid_y:.1} {end_x:.1} {end_y:.1}"),
            mid_x,
            mid_y,
        )
    };
    push(
        svg,
        format_args!("<path d=\"{path}\" fill=\"none\" stroke=\"#555\" marker-end=\"url(#tip)\"/>"),
    );
    push(
        svg,
        format_args!(
            "<text x=\"{label_x:.1}\" y=\"{label_y:.1}\" text-anchor=\"middle\" fill=\"#a00\">{labels}</text>"
        ),
    );
}
