//! Heaps: tokens, pins, strips of cells, the steps of a stair, balls in boxes, the sides of a rectangle.

use bouton_core::scene::{Owner, Set};
use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};

use super::super::canvas::{Anchor, Canvas, TEXT, shortened, width};
use super::super::figures::figure;
use super::laid::{Run, Runs};
use super::words_on;

/// A larger heap is drawn as a bar, and all others to the same scale.
const HIGHEST: u32 = 20;
/// A longer list is cut.
const LONGEST: usize = 200;
/// The height of a pile of tokens, which a larger heap makes wider.
const PILE: u32 = 10;
/// The highest bar.
const BAR: f64 = 300.0;

/// Draws heaps in the style of the set; if they do not fit, as tokens or bars. The scale is that of the heaps at the start.
pub(super) fn heaps(canvas: &mut Canvas, sizes: &[BigUint], set: Set, start: &[BigUint]) {
    if sizes.is_empty() {
        return words_on(canvas, "no heap");
    }
    let small: Option<Vec<u32>> = sizes.iter().map(ToPrimitive::to_u32).collect();
    let up_to = |most: u32| {
        small
            .as_ref()
            .filter(|sizes| sizes.iter().all(|n| *n <= most))
    };
    let in_rows = matches!(set, Set::Pins | Set::Strips | Set::Rows);
    if let Some(sizes) = small.clone().filter(|_| in_rows) {
        let standing = Runs::standing(sizes);
        if fit(&standing) {
            return runs(canvas, &standing, set);
        }
    }
    match set {
        Set::Stairs if up_to(HIGHEST).is_some() && sizes.len() <= 12 => {
            stairs(canvas, up_to(HIGHEST).map_or(&[], Vec::as_slice), start)
        }
        Set::Balls if up_to(60).is_some() && sizes.len() <= 4 => {
            boxes(canvas, up_to(60).map_or(&[], Vec::as_slice), start)
        }
        Set::Rectangle if sizes.len() == 2 => rectangle(canvas, sizes, start),
        _ => columns(canvas, sizes, start),
    }
}

fn title(n: usize, size: &str) -> String {
    format!("heap {}: {size}", n + 1)
}

/// Piles of tokens, row upon row, with the size below; if one is too high, all as bars to one scale.
fn columns(canvas: &mut Canvas, sizes: &[BigUint], start: &[BigUint]) {
    let tallest = sizes.iter().chain(start).max().cloned().unwrap_or_default();
    let as_bars = tallest > BigUint::from(HIGHEST);
    let mut x = 0.0;
    for (n, heap) in sizes.iter().take(LONGEST).enumerate() {
        let size = shortened(&heap.to_string(), 24);
        let tokens = heap.to_u32().filter(|_| !as_bars).unwrap_or(0);
        // A heap that shrinks keeps its width.
        let first = start
            .get(n)
            .filter(|_| start.len() == sizes.len() && !as_bars);
        let first = first.and_then(ToPrimitive::to_u32).unwrap_or(0);
        let across = tokens.max(first).div_ceil(PILE).max(1);
        let wide = (width(&size, TEXT) + 14.0).max(f64::from(across) * 38.0 + 14.0);
        let left = x + wide / 2.0 - f64::from(across) * 19.0;
        canvas.open_part(n, &title(n, &size));
        for token in 0..tokens {
            let beside = f64::from(token % across) * 38.0;
            let y = -f64::from(token / across) * 17.0 - 15.0;
            canvas.open("token", None, &format!("{} of {size}", token + 1));
            canvas.rect([left + beside + 1.0, y, 36.0, 15.0], 7.5, "coin");
            canvas.close();
        }
        if as_bars {
            let share = share(heap, &tallest);
            if !heap.is_zero() {
                let high = (share * BAR).max(3.0);
                canvas.rect([left + 1.0, -high, 36.0, high], 5.0, "coin");
            }
        } else if tokens == 0 {
            canvas.rect([left + 1.0, -15.0, 36.0, 15.0], 7.5, "bitten");
        }
        canvas.line((x + 4.0, 2.0), (x + wide - 4.0, 2.0), "axis");
        canvas.text((x + wide / 2.0, 19.0), Anchor::Middle, TEXT, "ink", &size);
        canvas.close();
        x += wide;
    }
}

/// The share of a number, of any size, in `all`.
fn share(part: &BigUint, all: &BigUint) -> f64 {
    let fine = part * 100_000u32 / all.max(&BigUint::from(1u32));
    fine.to_f64().unwrap_or(0.0) / 100_000.0
}

/// Whether the rows fit.
pub(super) fn fit(runs: &Runs) -> bool {
    runs.rows.len() <= 20 && runs.rows.iter().all(|len| *len <= 40)
}

/// Draws rows with gaps: each remaining run is a heap in its place, and removed things leave a mark.
pub(super) fn runs(canvas: &mut Canvas, runs: &Runs, set: Set) {
    let (pitch, leading, high) = match set {
        Set::Pins => (28.0, 46.0, 44.0),
        Set::Rows => (34.0, 58.0, 34.0),
        _ => (34.0, 42.0, 34.0),
    };
    let mut y = 0.0;
    for (row, &all) in runs.rows.iter().enumerate() {
        let here = |place: u32| {
            let (line, column) = (place / ROW, place % ROW);
            (f64::from(column) * pitch, y + f64::from(line) * leading)
        };
        if set != Set::Rows {
            let at = (-10.0, y + 26.0);
            canvas.text(at, Anchor::End, TEXT, "ink", &all.to_string());
        }
        for (x, top) in (0..all).map(here) {
            match set {
                Set::Pins => canvas.circle(x + 14.0, top + 38.0, 4.0, "bitten"),
                Set::Rows => canvas.circle(x + 17.0, top + 19.0, 4.0, "bitten"),
                _ => canvas.rect([x, top + 2.0, pitch, high], 0.0, "bitten"),
            }
        }
        let left = runs.left.iter().enumerate();
        for (part, run) in left.filter(|(_, run)| run.row == row && run.len > 0) {
            canvas.open_part(part, &title(part, &run.len.to_string()));
            if set == Set::Rows {
                tray(canvas, run, here, pitch, high);
            }
            for k in 0..run.len {
                let (x, top) = here(run.start + k);
                let (thing, key) = match set {
                    Set::Pins => ("pin", run.start + k),
                    Set::Rows => ("token", run.start + k),
                    _ => ("cell", run.start + k),
                };
                canvas.open("token", None, &format!("{thing} {} of {}", k + 1, run.len));
                canvas.open_man(Some(row * 100 + key as usize));
                match set {
                    Set::Pins => {
                        canvas.rect([x, top, pitch, high], 4.0, "hit");
                        canvas.figure(&figure("pin", ""), (x - 8.0, top), high, false);
                    }
                    Set::Rows => {
                        canvas.rect([x, top + 2.0, pitch, high], 0.0, "hit");
                        canvas.rect([x + 4.0, top + 6.0, 26.0, 26.0], 13.0, "coin");
                    }
                    _ => canvas.rect([x, top + 2.0, pitch, high], 0.0, "plain"),
                }
                canvas.close_man();
                canvas.close();
            }
            canvas.close();
        }
        for (_, place, owner) in runs.crosses.iter().filter(|cross| cross.0 == row) {
            let (x, top) = here(*place);
            let class = if *owner == Owner::Second {
                "secondcross"
            } else {
                "cross"
            };
            let (l, t, r, b) = (x + 9.0, top + 11.0, x + pitch - 9.0, top + high - 7.0);
            canvas.line((l, t), (r, b), class);
            canvas.line((l, b), (r, t), class);
        }
        y += lines_of(all) * leading + 12.0;
    }
}

/// The number of things in a row.
const ROW: u32 = 20;

fn lines_of(size: u32) -> f64 {
    f64::from(size.div_ceil(ROW).max(1))
}

/// The tray that a heap of a divided row lies in, with its size below.
fn tray(canvas: &mut Canvas, run: &Run, here: impl Fn(u32) -> (f64, f64), pitch: f64, high: f64) {
    let end = run.start + run.len;
    let mut from = run.start;
    while from < end {
        let to = (from / ROW * ROW + ROW).min(end);
        let ((x, top), wide) = (here(from), f64::from(to - from) * pitch);
        canvas.rect([x + 1.0, top + 2.0, wide - 2.0, high], 17.0, "wood");
        let at = (x + wide / 2.0, top + high + 16.0);
        if from == run.start {
            canvas.text(at, Anchor::Middle, TEXT - 1.0, "ink", &run.len.to_string());
        }
        from = to;
    }
}

/// Chips on steps that go down to the left, to the ground.
fn stairs(canvas: &mut Canvas, sizes: &[u32], start: &[BigUint]) {
    let (wide, rise) = (64.0, 20.0);
    // All may come to lie on one step; few are as thick as a finger needs.
    let all: f64 = start.iter().filter_map(ToPrimitive::to_f64).sum();
    let thick = (240.0 / all.max(1.0)).clamp(10.0, 26.0);
    let bottom = 0.0;
    canvas.line((-60.0, bottom), (0.0, bottom), "axis");
    canvas.text(
        (-30.0, bottom - 6.0),
        Anchor::Middle,
        TEXT,
        "faint",
        "ground",
    );
    for (n, &chips) in sizes.iter().enumerate() {
        let (x, top) = (n as f64 * wide, bottom - (n as f64 + 1.0) * rise);
        canvas.open_part(n, &format!("step {}: {chips}", n + 1));
        canvas.rect([x, top, wide, bottom - top], 0.0, "wood");
        for chip in 0..chips {
            let (stack, level) = (chip / PILE, chip % PILE);
            let left = x + wide / 2.0 - 14.0 + 16.0 * f64::from(stack);
            let y = top - thick * (f64::from(level) + 1.0);
            canvas.open("token", None, &format!("{} of {chips}", chip + 1));
            canvas.rect([left, y, 28.0, thick - 1.0], 4.5, "coin");
            canvas.close();
        }
        let shown = chips.to_string();
        canvas.text(
            (x + wide / 2.0, bottom - 5.0),
            Anchor::Middle,
            TEXT,
            "onwood strong",
            &shown,
        );
        canvas.close();
    }
}

/// Balls in boxes.
fn boxes(canvas: &mut Canvas, sizes: &[u32], start: &[BigUint]) {
    let across = 6;
    let first = start.iter().filter_map(ToPrimitive::to_u32);
    let most = sizes.iter().copied().chain(first).max().unwrap_or(1);
    let rows = most.div_ceil(across).max(2);
    let (pitch, high) = (20.0, f64::from(rows) * 20.0 + 12.0);
    for (n, &balls) in sizes.iter().enumerate() {
        let x = n as f64 * (f64::from(across) * pitch + 36.0);
        canvas.open_part(n, &format!("box {}: {balls} balls", n + 1));
        canvas.rect(
            [x, -high, f64::from(across) * pitch + 12.0, high],
            4.0,
            "wood",
        );
        for ball in 0..balls {
            let (row, column) = (ball / across, ball % across);
            let (cx, cy) = (
                x + 16.0 + f64::from(column) * pitch,
                -16.0 - f64::from(row) * pitch,
            );
            canvas.open("token", None, &format!("{} of {balls}", ball + 1));
            let side = pitch / 2.0;
            canvas.rect([cx - side, cy - side, pitch, pitch], 0.0, "hit");
            canvas.circle(cx, cy, 8.5, "coin");
            canvas.close();
        }
        let middle = x + f64::from(across) * pitch / 2.0 + 6.0;
        canvas.text(
            (middle, 18.0),
            Anchor::Middle,
            TEXT,
            "ink",
            &balls.to_string(),
        );
        canvas.close();
    }
}

/// A rectangle with the squares that the shorter side cuts off; its sides are the heaps.
fn rectangle(canvas: &mut Canvas, sizes: &[BigUint], start: &[BigUint]) {
    let longest = sizes.iter().chain(start).max().cloned().unwrap_or_default();
    let side = |n: usize| match sizes[n].is_zero() {
        true => 0.0,
        false => (share(&sizes[n], &longest) * BAR).max(16.0),
    };
    let (wide, high) = (side(0), side(1));
    if let [across, down] = start {
        let [across, down] = [across, down].map(|size| share(size, &longest) * BAR);
        canvas.rect([0.0, 0.0, across, down], 0.0, "bitten");
    }
    canvas.rect([0.0, 0.0, wide, high], 0.0, "meadow");
    // By the sizes: a side that is drawn longer than it is must not hide a square.
    let (one, other) = (&sizes[0], &sizes[1]);
    let (less, more) = (one.min(other), one.max(other));
    let squares = match less.is_zero() {
        true => 0,
        false => (more / less).to_usize().unwrap_or(usize::MAX),
    };
    let short = match squares {
        0 => 0.0,
        _ => wide.max(high) * share(less, more),
    };
    for n in 1..=squares.min(40) {
        let at = short * n as f64;
        if wide >= high && at < wide - 1.0 {
            canvas.line((at, 0.0), (at, high), "cut");
        }
        if high > wide && at < high - 1.0 {
            canvas.line((0.0, at), (wide, at), "cut");
        }
    }
    for (n, size) in sizes.iter().enumerate() {
        let size = shortened(&size.to_string(), 24);
        canvas.open_part(n, &title(n, &size));
        // Each square of the longer side can be clicked: it and those before it are cut off.
        let longer = if n == 0 { wide >= high } else { high > wide };
        for square in (0..squares.min(40)).filter(|_| longer) {
            let at = short * square as f64;
            canvas.open("token", None, &format!("{} off", square + 1));
            let square = match n {
                0 => [at, 0.0, short, high],
                _ => [0.0, at, wide, short],
            };
            canvas.rect(square, 0.0, "hit");
            canvas.close();
        }
        if n == 0 {
            canvas.rect([0.0, high + 6.0, wide.max(24.0), 24.0], 5.0, "coin");
            canvas.text(
                (wide / 2.0, high + 23.0),
                Anchor::Middle,
                TEXT,
                "ink strong",
                &size,
            );
        } else {
            let room = (width(&size, TEXT) * 1.2 + 12.0).max(24.0);
            canvas.rect([-6.0 - room, 0.0, room, high.max(24.0)], 5.0, "coin");
            canvas.text(
                (-6.0 - room / 2.0, high.max(24.0) / 2.0 + 5.0),
                Anchor::Middle,
                TEXT,
                "ink strong",
                &size,
            );
        }
        canvas.close();
    }
}
