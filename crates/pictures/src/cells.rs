//! `strip` and `grid`: the values of one heap as a strip, of two heaps as a map.

use bouton_core::Outcome;

use super::canvas::{Anchor, Canvas, SMALL, TEXT, width};
use super::heaps::{Heaps, Repeat};
use super::legend::{Sign, frame};
use super::theme::{HEATS, HOT};
use super::{Error, named};
use bouton::answers::{Cell, CellKind, Table};
use bouton::questions::Values;
use bouton::{How, Session};

/// The most heaps of a strip.
const LONGEST: u64 = 5000;
/// The most heaps of a grid in each direction.
const WIDEST: u64 = 200;

/// Draws the values of one heap of 0 to `up_to`.
pub(crate) fn strip(
    session: &mut Session,
    how: &How,
    up_to: u64,
    kind: CellKind,
) -> Result<(Canvas, Heaps), Error> {
    bounded(up_to, LONGEST, "a strip")?;
    let heaps = Heaps::of(session, how, up_to, kind)?;
    let (cells, repeat) = (&heaps.cells, &heaps.repeat);
    let texts: Vec<String> = cells.iter().map(text).collect();
    let widest = texts
        .iter()
        .map(|text| width(text, TEXT))
        .fold(12.0, f64::max);
    let side = (widest + 8.0).max(24.0);
    let columns = columns(repeat.as_ref(), cells.len());
    let most = most(cells.iter());
    let room = width(&up_to.to_string(), SMALL) + 6.0;
    let mut canvas = Canvas::default();
    for (n, cell) in cells.iter().enumerate() {
        let (x, y) = (
            (n % columns) as f64 * side,
            (n / columns) as f64 * (side + 20.0),
        );
        canvas.open("node", Some(&n.to_string()), &format!("{n}: {}", texts[n]));
        square(&mut canvas, cell, [x, y, side, side], most, Some(&texts[n]));
        canvas.close();
        let first = n % columns;
        if first == 0 || side >= 34.0 || (n % 5 == 0 && first as f64 * side >= room) {
            canvas.note(
                (x + side / 2.0, y + side + 13.0),
                Anchor::Middle,
                &n.to_string(),
            );
        }
    }
    let mut legend = key(kind, cells);
    if let Some(repeat) = repeat {
        mark(&mut canvas, repeat, columns, side, cells.len());
        legend.push((Sign::Line("ray"), repeat.to_string()));
    }
    let heading = format!(
        "{}: {} of one heap of 0 to {up_to}",
        named(session),
        what(kind)
    );
    frame(&mut canvas, &heading, &legend);
    Ok((canvas, heaps))
}

/// A line above the first full period.
fn mark(canvas: &mut Canvas, repeat: &Repeat, columns: usize, side: f64, count: usize) {
    for n in repeat.preperiod..(repeat.preperiod + repeat.period).min(count) {
        let (x, y) = (
            (n % columns) as f64 * side,
            (n / columns) as f64 * (side + 20.0) - 3.0,
        );
        canvas.line((x + 1.0, y), (x + side - 1.0, y), "ray");
    }
}

/// Cells in a row, such that periods are aligned if they fit.
fn columns(repeat: Option<&Repeat>, count: usize) -> usize {
    match repeat.map(|repeat| repeat.period) {
        Some(period) if period <= 40 && 2 * period <= count => (40 / period * period).min(count),
        _ => count.min(25),
    }
}

/// Draws the values of two heaps of 0 to `up_to`, the first heap downwards.
pub(crate) fn grid(
    session: &mut Session,
    how: &How,
    up_to: u64,
    kind: CellKind,
) -> Result<(Canvas, Vec<Vec<Cell>>), Error> {
    bounded(up_to, WIDEST, "a grid")?;
    let mut asked = Values::default();
    (asked.up_to, asked.piles, asked.kind) = (up_to, Some(2), kind);
    let Table::Grid(rows) = asked.answer(session, how)?.values else {
        return Err(Error::Unfit("this game has one heap: draw a strip".into()));
    };
    let shown = up_to <= 30;
    let widest = rows
        .iter()
        .flatten()
        .map(|cell| width(&text(cell), SMALL))
        .fold(8.0, f64::max);
    let side = if shown {
        (widest + 8.0).max(20.0)
    } else {
        (900.0 / (up_to + 1) as f64).max(4.0).floor()
    };
    let most = most(rows.iter().flatten());
    let slopes = session.slopes();
    let mut canvas = Canvas::default();
    let draw = |canvas: &mut Canvas, lost: bool| {
        for (a, row) in rows.iter().enumerate() {
            for (b, cell) in row.iter().enumerate() {
                let is_lost = *cell == Cell::Outcome(Outcome::Loss);
                if is_lost != lost {
                    continue;
                }
                let title = format!("{a},{b}: {}", text(cell));
                // Only lost positions are labelled: a line through letters could be read as part of them.
                let lettered = shown && (slopes.is_empty() || is_lost || kind == CellKind::Grundy);
                // Letters are drawn last, over lines.
                let later = kind == CellKind::Grundy && !slopes.is_empty();
                let label = (lettered && !later).then(|| text(cell));
                let area = [b as f64 * side, a as f64 * side, side, side];
                canvas.open("node", Some(&format!("{a},{b}")), &title);
                square(canvas, cell, area, most, label.as_deref());
                canvas.close();
            }
        }
    };
    draw(&mut canvas, false);
    for slope in &slopes {
        canvas.line(corner(0.0, 0.0, side), ray_end(slope, up_to, side), "ray");
    }
    draw(&mut canvas, true);
    if shown && kind == CellKind::Grundy && !slopes.is_empty() {
        for (a, row) in rows.iter().enumerate() {
            for (b, cell) in row.iter().enumerate() {
                let (x, y) = corner(a as f64, b as f64, side);
                let ink = ink(step(cell, most));
                let class = format!("{ink} letters");
                let size = SMALL.min(side);
                canvas.text((x, y + 4.5), Anchor::Middle, size, &class, &text(cell));
            }
        }
    }
    axes(&mut canvas, up_to, side);
    let mut legend = key(kind, &rows.concat());
    legend.push((
        Sign::Words,
        "rows: the first heap, columns: the second".into(),
    ));
    for slope in &slopes {
        ray(&mut canvas, slope, up_to, side);
    }
    if !slopes.is_empty() {
        legend.push((
            Sign::Line("ray"),
            "the lines that the lost pairs follow".into(),
        ));
    }
    let heading = format!(
        "{}: {} of two heaps of 0 to {up_to}",
        named(session),
        what(kind)
    );
    frame(&mut canvas, &heading, &legend);
    Ok((canvas, rows))
}

/// Numbers along the upper and the left edge, as many as fit.
fn axes(canvas: &mut Canvas, up_to: u64, side: f64) {
    let room = width(&up_to.to_string(), SMALL) + 6.0;
    let step = [1, 2, 5, 10, 20, 50, 100]
        .into_iter()
        .find(|step| *step as f64 * side >= room)
        .unwrap_or(100);
    for n in (0..=up_to).step_by(step) {
        let middle = (n as f64 + 0.5) * side;
        canvas.note((middle, -6.0), Anchor::Middle, &n.to_string());
        canvas.note((-6.0, middle + 4.0), Anchor::End, &n.to_string());
    }
}

/// The middle of the cell of these heaps.
fn corner(first: f64, second: f64, side: f64) -> (f64, f64) {
    ((second + 0.5) * side, (first + 0.5) * side)
}

/// The point where a line from the origin meets the edge.
fn ray_end(slope: &bouton_core::scene::Slope, up_to: u64, side: f64) -> (f64, f64) {
    let far = up_to as f64 + 0.5;
    if slope.rise >= 1.0 {
        corner(far / slope.rise, far, side)
    } else {
        corner(far, far * slope.rise, side)
    }
}

/// The end of a line beyond the edge, with its name.
fn ray(canvas: &mut Canvas, slope: &bouton_core::scene::Slope, up_to: u64, side: f64) {
    let end = ray_end(slope, up_to, side);
    let (dx, dy) = (slope.rise, 1.0);
    let along = 14.0 / dx.max(dy);
    let tip = (end.0 + dx * along, end.1 + dy * along);
    canvas.line(end, tip, "ray");
    if slope.rise >= 1.0 {
        let place = (tip.0 + 6.0, tip.1 + 4.0);
        canvas.text(place, Anchor::Start, SMALL, "raytext", slope.label);
    } else {
        let place = (tip.0, tip.1 + 14.0);
        canvas.text(place, Anchor::Middle, SMALL, "raytext", slope.label);
    }
}

/// A cell: an outcome by colour and mark, a Grundy value by its step of the heat map.
fn square(canvas: &mut Canvas, cell: &Cell, area: [f64; 4], most: f64, label: Option<&str>) {
    let [x, y, w, h] = area;
    let (class, ink) = match cell {
        Cell::None => return,
        Cell::Outcome(Outcome::Win) => ("win", "ink"),
        Cell::Outcome(Outcome::Draw) => ("draw", "ink"),
        Cell::Outcome(Outcome::Loss) => ("lossmark", "onhot"),
        Cell::Loony => (STEPS[0], ink(0)),
        Cell::Number(_) => {
            let step = step(cell, most);
            (STEPS[step], ink(step))
        }
    };
    let inset = if w >= 12.0 { 1.0 } else { 0.0 };
    let class = match class {
        // Outlines separate small neighbours.
        "win" if w < 12.0 => "win flat",
        "draw" if w < 12.0 => "draw flat",
        class => class,
    };
    canvas.rect(
        [x + inset, y + inset, w - 2.0 * inset, h - 2.0 * inset],
        0.0,
        class,
    );
    if let Some(label) = label {
        canvas.text(
            (x + w / 2.0, y + h / 2.0 + 4.5),
            Anchor::Middle,
            SMALL.min(w),
            ink,
            label,
        );
    }
}

/// The step of the heat map; the root distinguishes small values.
fn step(cell: &Cell, most: f64) -> usize {
    let value: f64 = text(cell).parse().unwrap_or(0.0);
    let step = ((value / most).sqrt() * (HEATS - 1) as f64).round() as usize;
    step.min(HEATS - 1)
}

fn ink(step: usize) -> &'static str {
    if step >= HOT { "onhot" } else { "oncold" }
}

const STEPS: [&str; HEATS] = [
    "heat0", "heat1", "heat2", "heat3", "heat4", "heat5", "heat6", "heat7", "heat8",
];

fn text(cell: &Cell) -> String {
    match cell {
        Cell::None => String::new(),
        Cell::Outcome(outcome) => outcome.letter().into(),
        Cell::Loony => cell.to_string(),
        Cell::Number(number) => number.to_string(),
    }
}

fn what(kind: CellKind) -> &'static str {
    match kind {
        CellKind::Outcome => "who wins",
        CellKind::Grundy => "Grundy values",
    }
}

fn key(kind: CellKind, cells: &[Cell]) -> Vec<(Sign, String)> {
    if kind == CellKind::Grundy {
        return vec![(
            Sign::Heat,
            format!("Grundy value 0 to {}", most(cells.iter())),
        )];
    }
    let there = |outcome| cells.contains(&Cell::Outcome(outcome));
    let entry = |outcome, class, words: &str| {
        there(outcome).then(|| (Sign::Square(class), words.to_owned()))
    };
    [
        entry(Outcome::Win, "win", "W: won for the player to move"),
        entry(Outcome::Draw, "draw", "D: drawn"),
        entry(Outcome::Loss, "lossmark", "L: lost for the player to move"),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// The largest number, at least 1.
fn most<'c>(cells: impl Iterator<Item = &'c Cell>) -> f64 {
    let number = |cell: &Cell| match cell {
        Cell::Number(number) => number.to_string().parse().unwrap_or(0.0),
        _ => 0.0,
    };
    cells.map(number).fold(1.0, f64::max)
}

fn bounded(up_to: u64, most: u64, what: &str) -> Result<(), Error> {
    if up_to <= most {
        return Ok(());
    }
    Err(Error::Unfit(format!(
        "{what}: expected at most {most}, found {up_to}"
    )))
}
