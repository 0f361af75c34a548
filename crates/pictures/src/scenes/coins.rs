//! Coins in a row, and cards.

use super::super::canvas::{Anchor, Canvas, SMALL, TEXT, width};
use super::words_on;

/// A longer row is cut.
const LONGEST: usize = 200;
/// A row goes on below after so many.
const ROW: usize = 20;
/// The pips of the cards 1 to 6, in fractions of half a width and half a height from the middle.
const PIPS: [&[(f64, f64)]; 6] = [
    &[(0.0, 0.0)],
    &[(0.0, -0.5), (0.0, 0.5)],
    &[(0.0, -0.6), (0.0, 0.0), (0.0, 0.6)],
    &[(-0.4, -0.55), (0.4, -0.55), (-0.4, 0.55), (0.4, 0.55)],
    &[
        (-0.4, -0.55),
        (0.4, -0.55),
        (0.0, 0.0),
        (-0.4, 0.55),
        (0.4, 0.55),
    ],
    &[
        (-0.4, -0.6),
        (0.4, -0.6),
        (-0.4, 0.0),
        (0.4, 0.0),
        (-0.4, 0.6),
        (0.4, 0.6),
    ],
];

/// Draws coins; those with a value for each player show both, the mover's above.
pub(super) fn coins(canvas: &mut Canvas, coins: &[Vec<String>]) {
    if coins.is_empty() {
        return words_on(canvas, "no coin left");
    }
    let shown = || coins.iter().take(LONGEST);
    let widest = shown()
        .flatten()
        .map(|value| width(value, TEXT))
        .fold(0.0, f64::max);
    let wide = (widest + 22.0).max(42.0);
    for (n, values) in shown().enumerate() {
        let x = (n % ROW) as f64 * (wide + 6.0);
        let high = 42.0 + 18.0 * (values.len() as f64 - 1.0);
        let y = (n / ROW) as f64 * (high + 10.0);
        canvas.open_part(n, &format!("coin {}: {}", n + 1, values.join(" / ")));
        canvas.rect([x, y, wide, high], 21.0, "coin");
        canvas.rect([x + 4.0, y + 4.0, wide - 8.0, high - 8.0], 17.0, "coinrim");
        for (k, value) in values.iter().enumerate() {
            let class = match (values.len(), k) {
                (1, _) => "ink strong",
                (_, 0) => "first strong",
                _ => "second",
            };
            let baseline = y + 26.0 + 18.0 * k as f64;
            canvas.text(
                (x + wide / 2.0, baseline),
                Anchor::Middle,
                TEXT,
                class,
                value,
            );
        }
        canvas.close();
    }
    if coins.len() > LONGEST {
        let [left, _, _, bottom] = canvas.bounds();
        let words = format!("… {} coins in all", coins.len());
        canvas.text((left, bottom + 18.0), Anchor::Start, SMALL, "faint", &words);
    }
}

/// Draws cards in the order in which they were laid, one half over the next as in a hand.
pub(super) fn cards(canvas: &mut Canvas, cards: &[String]) {
    if cards.is_empty() {
        canvas.rect([0.0, 0.0, 46.0, 70.0], 6.0, "bitten");
        let at = (60.0, 40.0);
        return canvas.text(at, Anchor::Start, TEXT, "faint", "no card laid yet");
    }
    for (n, card) in cards.iter().enumerate() {
        let (x, y) = ((n % 12) as f64 * 50.0, (n / 12) as f64 * 78.0);
        canvas.open_part(n, &format!("card {}: {card}", n + 1));
        canvas.rect([x, y, 46.0, 70.0], 6.0, "cardface");
        canvas.text(
            (x + 8.0, y + 15.0),
            Anchor::Middle,
            SMALL + 2.0,
            "ink strong",
            card,
        );
        let value: Option<usize> = card.parse().ok();
        match value.and_then(|value| PIPS.get(value.wrapping_sub(1))) {
            Some(pips) => {
                for (dx, dy) in *pips {
                    canvas.circle(x + 25.0 + dx * 22.0, y + 38.0 + dy * 38.0, 4.2, "lossmark");
                }
            }
            None => canvas.text((x + 23.0, y + 44.0), Anchor::Middle, 20.0, "ink", card),
        }
        canvas.close();
    }
}
