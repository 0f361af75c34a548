//! `strip` and `grid`: the values of one heap as a strip, of two heaps as a map.

use bouton_core::Outcome;

use super::DrawError;
use super::canvas::{Anchor, Canvas, SMALL, TEXT, width};
use super::legend::{Sign, frame};
use super::theme::{HEATS, HOT};
use crate::experiment::{Cell, Kind, Table, values};
use crate::session::{How, Session};

/// A strip may have so many heaps.
const LONGEST: u64 = 5000;
/// A grid may have so many heaps each way.
const WIDEST: u64 = 200;
/// A period is looked for up to this length, seen whole at least twice.
const MIN_TURNS: usize = 2;

/// The values of one heap up to a bound.
pub(crate) fn line(
    session: &mut dyn Session,
    how: &How,
    up_to: u64,
    kind: Kind,
) -> Result<Vec<Cell>, DrawError> {
    match values(session, up_to, Some(1), kind, how)?? {
        Table::Line(cells) => Ok(cells),
        Table::Grid(_) => Err(DrawError::Unfit(
            "this game has two heaps: draw a grid".into(),
        )),
    }
}

/// Draws the values of one heap of 0 to `up_to`.
pub(crate) fn strip(
    session: &mut dyn Session,
    how: &How,
    up_to: u64,
    kind: Kind,
) -> Result<(Canvas, Vec<Cell>), DrawError> {
    bounded(up_to, LONGEST, "a strip")?;
    let cells = line(session, how, up_to, kind)?;
    let period = period(&cells);
    let texts: Vec<String> = cells.iter().map(text).collect();
    let widest = texts
        .iter()
        .map(|text| width(text, TEXT))
        .fold(12.0, f64::max);
    let side = (widest + 8.0).max(24.0);
    let columns = columns(period.map(|(_, period)| period), cells.len());
    let most = most(cells.iter());
    let mut canvas = Canvas::default();
    for (n, cell) in cells.iter().enumerate() {
        let (x, y) = (
            (n % columns) as f64 * side,
            (n / columns) as f64 * (side + 20.0),
        );
        canvas.open("node", Some(&n.to_string()), &format!("{n}: {}", texts[n]));
        square(&mut canvas, cell, [x, y, side, side], most, Some(&texts[n]));
        canvas.close();
        if n % columns == 0 || n % 5 == 0 || side >= 34.0 {
            canvas.text(
                (x + side / 2.0, y + side + 13.0),
                Anchor::Middle,
                SMALL,
                "faint",
                &n.to_string(),
            );
        }
    }
    let mut legend = key(kind, &cells);
    if let Some((preperiod, period)) = period {
        mark(&mut canvas, preperiod, period, columns, side, cells.len());
        let words = format!("period {period} from heap {preperiod} on, as far as drawn");
        legend.push((Sign::Line("ray"), words));
    }
    let heading = format!(
        "{}: {} of one heap of 0 to {up_to}",
        session.game(),
        what(kind)
    );
    frame(&mut canvas, &heading, &legend);
    Ok((canvas, cells))
}

/// A line above the first whole period.
fn mark(
    canvas: &mut Canvas,
    preperiod: usize,
    period: usize,
    columns: usize,
    side: f64,
    count: usize,
) {
    for n in preperiod..(preperiod + period).min(count) {
        let (x, y) = (
            (n % columns) as f64 * side,
            (n / columns) as f64 * (side + 20.0) - 3.0,
        );
        canvas.line((x + 1.0, y), (x + side - 1.0, y), "ray");
    }
}

/// The preperiod and the least period that the values show, seen at least twice.
fn period(cells: &[Cell]) -> Option<(usize, usize)> {
    let n = cells.len();
    (1..=n / MIN_TURNS).find_map(|period| {
        let agree = (0..n - period)
            .rev()
            .take_while(|&i| cells[i] == cells[i + period])
            .count();
        let preperiod = n - period - agree;
        (agree >= period * (MIN_TURNS - 1) && agree >= 4 && preperiod * 2 <= n)
            .then_some((preperiod, period))
    })
}

/// Cells to a row, so that a period stands below itself where it fits.
fn columns(period: Option<usize>, count: usize) -> usize {
    match period {
        Some(period) if period <= 40 => (40 / period * period).min(count),
        _ => count.min(25),
    }
}

/// Draws the values of two heaps of 0 to `up_to`, the first heap downwards.
pub(crate) fn grid(
    session: &mut dyn Session,
    how: &How,
    up_to: u64,
    kind: Kind,
) -> Result<(Canvas, Vec<Vec<Cell>>), DrawError> {
    bounded(up_to, WIDEST, "a grid")?;
    let Table::Grid(rows) = values(session, up_to, Some(2), kind, how)?? else {
        return Err(DrawError::Unfit(
            "this game has one heap: draw a strip".into(),
        ));
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
    let mut canvas = Canvas::default();
    for (a, row) in rows.iter().enumerate() {
        for (b, cell) in row.iter().enumerate() {
            let (x, y) = (b as f64 * side, a as f64 * side);
            canvas.open(
                "node",
                Some(&format!("{a},{b}")),
                &format!("{a},{b}: {}", text(cell)),
            );
            square(
                &mut canvas,
                cell,
                [x, y, side, side],
                most,
                shown.then(|| text(cell)).as_deref(),
            );
            canvas.close();
        }
    }
    axes(&mut canvas, up_to, side);
    let mut legend = key(kind, &rows.concat());
    legend.push((
        Sign::Words,
        "rows: the first heap, columns: the second".into(),
    ));
    let slopes = session.slopes();
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
        session.game(),
        what(kind)
    );
    frame(&mut canvas, &heading, &legend);
    Ok((canvas, rows))
}

/// Numbers along the upper and the left edge, as many as have room.
fn axes(canvas: &mut Canvas, up_to: u64, side: f64) {
    let room = width(&up_to.to_string(), SMALL) + 6.0;
    let step = [1, 2, 5, 10, 20, 50, 100]
        .into_iter()
        .find(|step| *step as f64 * side >= room)
        .unwrap_or(100);
    for n in (0..=up_to).step_by(step) {
        let middle = (n as f64 + 0.5) * side;
        canvas.text(
            (middle, -6.0),
            Anchor::Middle,
            SMALL,
            "faint",
            &n.to_string(),
        );
        canvas.text(
            (-6.0, middle + 4.0),
            Anchor::End,
            SMALL,
            "faint",
            &n.to_string(),
        );
    }
}

/// A line from the origin to the edge, named behind it.
fn ray(canvas: &mut Canvas, slope: &bouton_core::scene::Slope, up_to: u64, side: f64) {
    let far = up_to as f64 + 0.5;
    let (first, second) = if slope.rise >= 1.0 {
        (far / slope.rise, far)
    } else {
        (far, far * slope.rise)
    };
    let at = |first: f64, second: f64| ((second + 0.5) * side, (first + 0.5) * side);
    let end = at(first, second);
    canvas.line(at(0.0, 0.0), end, "ray");
    let place = if slope.rise >= 1.0 {
        (end.0 + 8.0, end.1 + 4.0)
    } else {
        (end.0, end.1 + 16.0)
    };
    let anchor = if slope.rise >= 1.0 {
        Anchor::Start
    } else {
        Anchor::Middle
    };
    canvas.text(place, anchor, SMALL, "raytext", slope.label);
}

/// A cell: an outcome by colour and mark, a Grundy value by its step of the heat map.
fn square(canvas: &mut Canvas, cell: &Cell, area: [f64; 4], most: f64, label: Option<&str>) {
    let [x, y, w, h] = area;
    let (class, ink) = match cell {
        Cell::None => return,
        Cell::Outcome(Outcome::Win) => ("win", "ink"),
        Cell::Outcome(Outcome::Draw) => ("draw", "ink"),
        Cell::Outcome(Outcome::Loss) => ("lossmark", "onhot"),
        Cell::Number(number) => {
            let value: f64 = number.to_string().parse().unwrap_or(0.0);
            // The root keeps small values apart.
            let step = ((value / most).sqrt() * (HEATS - 1) as f64).round() as usize;
            (
                STEPS[step.min(HEATS - 1)],
                if step >= HOT { "onhot" } else { "oncold" },
            )
        }
    };
    let inset = if w >= 12.0 { 1.0 } else { 0.0 };
    let class = match class {
        // Without their outlines small neighbours do not run into each other.
        "win" if w < 12.0 => "heat1",
        "draw" if w < 12.0 => "drawmark",
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

const STEPS: [&str; HEATS] = [
    "heat0", "heat1", "heat2", "heat3", "heat4", "heat5", "heat6", "heat7", "heat8",
];

fn text(cell: &Cell) -> String {
    match cell {
        Cell::None => String::new(),
        Cell::Outcome(outcome) => outcome.letter().into(),
        Cell::Number(number) => number.to_string(),
    }
}

fn what(kind: Kind) -> &'static str {
    match kind {
        Kind::Outcome => "who wins",
        Kind::Grundy => "Grundy values",
    }
}

fn key(kind: Kind, cells: &[Cell]) -> Vec<(Sign, String)> {
    if kind == Kind::Grundy {
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

fn bounded(up_to: u64, most: u64, what: &str) -> Result<(), DrawError> {
    if up_to <= most {
        return Ok(());
    }
    Err(DrawError::Unfit(format!(
        "{what} goes up to {most}, found {up_to}"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn periods_are_seen() {
        let cells = |text: &str| -> Vec<Cell> {
            text.chars()
                .map(|c| Cell::Number(crate::Whole::of(&c)))
                .collect()
        };
        assert_eq!(period(&cells("0123012301230123")), Some((0, 4)));
        assert_eq!(period(&cells("9501230123012301")), Some((2, 4)));
        assert_eq!(period(&cells("0123456789")), None);
    }
}
