//! Coins in a row, and cards.

use super::super::canvas::{Anchor, Canvas, SMALL, TEXT, width};
use super::laid::Row;
use super::words_on;

/// A longer row is cut.
const LONGEST: usize = 200;
/// The number of coins after which a row continues below.
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

/// A row of coins as at the start; `row` gives the remaining ones.
pub(super) struct Coins<'c> {
    all: &'c [Vec<String>],
    wide: f64,
    high: f64,
}

impl<'c> Coins<'c> {
    pub(super) fn of(all: &'c [Vec<String>]) -> Self {
        let shown = || all.iter().take(LONGEST);
        let widest = shown()
            .flatten()
            .map(|value| width(value, TEXT))
            .fold(0.0, f64::max);
        let values = shown().map(Vec::len).max().unwrap_or(1).max(1);
        Self {
            all,
            wide: (widest + 22.0).max(42.0),
            high: 42.0 + 18.0 * (values as f64 - 1.0),
        }
    }

    /// The upper left corner of a place in the row.
    fn corner(&self, place: usize) -> (f64, f64) {
        let x = (place % ROW) as f64 * (self.wide + 6.0);
        (x, (place / ROW) as f64 * (self.high + 10.0))
    }

    /// Draws the row alone, without places for taken coins.
    pub(super) fn draw(&self, canvas: &mut Canvas) {
        if self.all.is_empty() {
            return words_on(canvas, "no coin left");
        }
        for n in 0..self.all.len().min(LONGEST) {
            self.coin(canvas, (n, n), self.corner(n));
        }
        if self.all.len() > LONGEST {
            let [left, _, _, bottom] = canvas.bounds();
            let words = format!("… {} coins in all", self.all.len());
            canvas.note((left, bottom + 18.0), Anchor::Start, &words);
        }
    }

    /// Draws the remaining coins of the row in their places, and the taken ones below it: the first player's from the left,
    /// the second's from the right.
    pub(super) fn laid(&self, canvas: &mut Canvas, row: &Row) {
        let places = self.all.len().min(LONGEST);
        let left = row.left.iter().enumerate();
        for taken in (0..places).filter(|place| !row.left.contains(place)) {
            let (x, y) = self.corner(taken);
            canvas.rect([x, y, self.wide, self.high], 21.0, "bitten");
        }
        for (part, &place) in left.filter(|(_, place)| **place < places) {
            self.coin(canvas, (part, place), self.corner(place));
        }
        let end = (places.min(ROW) as f64 * (self.wide + 6.0) - 6.0).max(0.0);
        let below = self.corner(places.saturating_sub(1)).1 + self.high + 14.0;
        // Half as large, so that all coins fit in a row.
        let step = self.wide / 2.0 + 2.0;
        canvas.line((0.0, below - 6.0), (end, below - 6.0), "axis");
        for (second, taken) in row.taken.iter().enumerate() {
            let who = ["first", "second"][second];
            for (n, &place) in taken.iter().filter(|place| **place < places).enumerate() {
                let (along, down) = ((n % ROW) as f64 * step, (n / ROW) as f64 * self.high / 2.0);
                let x = if second == 0 {
                    along
                } else {
                    end - step - along
                };
                let mut coin = Canvas::default();
                self.face(&mut coin, place, (0.0, 0.0));
                let value = self.all[place].join(" / ");
                canvas.open("tray", None, &format!("{value}, taken by the {who} player"));
                canvas.open_man(Some(place));
                canvas.place(&coin, (x, below + down), 0.5);
                canvas.close_man();
                canvas.close();
            }
        }
        canvas.rect([0.0, below, end, self.high / 2.0], 0.0, "hit");
    }

    /// A coin as a part of the scene.
    fn coin(&self, canvas: &mut Canvas, (part, place): (usize, usize), corner: (f64, f64)) {
        let values = &self.all[place];
        canvas.open_part(part, &format!("coin {}: {}", part + 1, values.join(" / ")));
        canvas.open_man(Some(place));
        self.face(canvas, place, corner);
        canvas.close_man();
        canvas.close();
    }

    /// Coins with a value for each player show both, the first player's above.
    fn face(&self, canvas: &mut Canvas, place: usize, (x, y): (f64, f64)) {
        let (wide, high, values) = (self.wide, self.high, &self.all[place]);
        canvas.rect([x, y, wide, high], 21.0, "coin");
        canvas.rect([x + 4.0, y + 4.0, wide - 8.0, high - 8.0], 17.0, "coinrim");
        for (k, value) in values.iter().enumerate() {
            let class = match (values.len(), k) {
                (1, _) => "ink strong",
                (_, 0) => "first strong",
                _ => "second",
            };
            let at = (x + wide / 2.0, y + 26.0 + 18.0 * k as f64);
            canvas.text(at, Anchor::Middle, TEXT, class, value);
        }
    }
}

/// The distances: from one pile of cards to the next, from one card of a pile to the next, from one laid card to the next.
const PILE: f64 = 58.0;
const COPY: f64 = 15.0;
const LAID: f64 = 22.0;

/// Draws the piles, with all their cards visible, and below them the laid cards, in order.
pub(super) fn cards(canvas: &mut Canvas, laid: &[String], piles: &[(String, usize)]) {
    let count = |kind: &str| laid.iter().filter(|card| *card == kind).count();
    let most = piles.iter().map(|(kind, left)| left + count(kind)).max();
    let most = most.unwrap_or(0);
    let key = |pile: usize, copy: usize| Some(pile * most + copy);
    for (n, (kind, left)) in piles.iter().enumerate() {
        let x = n as f64 * PILE;
        canvas.open_part(n, &format!("cards {kind}: {left} left"));
        for copy in 0..left + count(kind) {
            let y = copy as f64 * COPY;
            if copy < *left {
                canvas.open_man(key(n, copy));
                card(canvas, kind, (x, y));
                canvas.close_man();
            } else if copy == 0 {
                canvas.rect([x, y, 46.0, 70.0], 6.0, "bitten");
            }
        }
        canvas.close();
    }
    let below = most.saturating_sub(1) as f64 * COPY + 70.0 + 18.0;
    canvas.line(
        (0.0, below - 9.0),
        (piles.len() as f64 * PILE - 12.0, below - 9.0),
        "axis",
    );
    canvas.rect([0.0, below, 46.0, 70.0], 6.0, "bitten");
    for (n, kind) in laid.iter().enumerate() {
        // A card that is of no pile comes from nowhere.
        let pile = piles.iter().position(|(other, _)| other == kind);
        let before = laid[..n].iter().filter(|other| *other == kind).count();
        canvas.open("tray", None, &format!("card {}: {kind}", n + 1));
        canvas.open_man(pile.and_then(|pile| key(pile, most - 1 - before)));
        card(canvas, kind, (n as f64 * LAID, below));
        canvas.close_man();
        canvas.close();
    }
}

/// The face of a card with this corner.
fn card(canvas: &mut Canvas, kind: &str, (x, y): (f64, f64)) {
    canvas.rect([x, y, 46.0, 70.0], 6.0, "cardface");
    let (corner, size) = ((x + 8.0, y + 15.0), SMALL + 2.0);
    canvas.text(corner, Anchor::Middle, size, "ink strong", kind);
    let value: Option<usize> = kind.parse().ok();
    match value.and_then(|value| PIPS.get(value.wrapping_sub(1))) {
        Some(pips) => {
            for (dx, dy) in *pips {
                canvas.circle(x + 25.0 + dx * 22.0, y + 38.0 + dy * 38.0, 4.2, "lossmark");
            }
        }
        None => canvas.text((x + 23.0, y + 44.0), Anchor::Middle, 20.0, "ink", kind),
    }
}
