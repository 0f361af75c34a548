//! Two rows of pits with seeds, and the stores at their ends, each at its owner's right hand.

use bouton_core::scene::{Cell, Owner, Scene};

use super::super::canvas::{Anchor, Canvas, SMALL, TEXT};
use super::whose;

/// The distance between two pits.
const PITCH: f64 = 62.0;
/// Radius of a pit.
const PIT: f64 = 26.0;
/// If there are more seeds, only their number is shown.
const SEEDS: u32 = 24;
/// Half the turn from one seed to the next, after the golden angle.
const TURN: f64 = 2.399_963;

/// Draws the board; the seeds in the stores are not part of a position: the page writes them.
pub(super) fn pits(canvas: &mut Canvas, scene: &Scene, rows: &[Vec<Cell>]) {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let (wide, high) = (columns as f64 * PITCH, 2.0 * PITCH + 20.0);
    canvas.rect([-64.0, -20.0, wide + 128.0, high + 20.0], 26.0, "wood");
    // The lower player's store is on the right; the lower one is the first player's unless the board is turned.
    for (x, store, owner) in [(-56.0, "second", "upper"), (wide + 10.0, "first", "lower")] {
        canvas.open(
            &format!("store {store}"),
            None,
            &format!("{owner} player's store"),
        );
        canvas.rect([x, 0.0, 46.0, high - 20.0], 22.0, "pit");
        canvas.close();
    }
    let count: usize = rows.iter().map(Vec::len).sum();
    let mut n = 0;
    for (r, row) in rows.iter().enumerate() {
        for (c, cell) in row.iter().enumerate() {
            let part = if scene.turned { count - 1 - n } else { n };
            n += 1;
            let Cell::Piece(owner, seeds) = cell else {
                continue;
            };
            // Each row is numbered towards its owner's store.
            let house = if r == 0 { columns - c } else { c + 1 };
            let who = if *owner == Owner::First {
                "first"
            } else {
                "second"
            };
            let title = format!("{who} player's house {house}: {seeds} seeds");
            canvas.open_held(part, &title, whose(cell));
            let (x, y) = ((c as f64 + 0.5) * PITCH, (r as f64 + 0.5) * PITCH);
            pit(canvas, (x, y), *owner, seeds);
            canvas.close();
            let outside = if r == 0 { -5.0 } else { 2.0 * PITCH + 13.0 };
            let number = house.to_string();
            canvas.text((x, outside), Anchor::Middle, SMALL, "onwood", &number);
        }
    }
}

/// A pit with its seeds and their number next to it.
fn pit(canvas: &mut Canvas, (x, y): (f64, f64), owner: Owner, seeds: &str) {
    canvas.circle(x, y, PIT, "pit");
    let count = seeds.parse().unwrap_or(0u32);
    let class = if owner == Owner::First {
        "firststone"
    } else {
        "secondstone"
    };
    if count > SEEDS {
        return canvas.text((x, y + 7.0), Anchor::Middle, 20.0, "onwood strong", seeds);
    }
    for seed in 0..count {
        let far = if count == 1 {
            0.0
        } else {
            (PIT - 7.0) * ((f64::from(seed) + 0.5) / f64::from(count)).sqrt()
        };
        let (sin, cos) = (f64::from(seed) * TURN).sin_cos();
        canvas.circle(x + far * cos, y + far * sin, 4.6, class);
    }
    // In the corner next to the pit, where nothing else is.
    let beside = (x + PIT - 3.0, y - PIT + 6.0);
    canvas.circle(beside.0, beside.1, 9.0, "badge");
    canvas.text(
        (beside.0, beside.1 + 4.5),
        Anchor::Middle,
        TEXT - 1.0,
        "ink strong",
        seeds,
    );
}
