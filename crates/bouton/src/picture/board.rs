//! `board` and `line`: a position as it lies on the table, and best play as a film strip.

use bouton_core::scene::{Cell, Edge, EdgeKind, Figure, Point, Scene, Side};
use num_traits::ToPrimitive;

use super::DrawError;
use super::canvas::{Anchor, Canvas, SMALL, TEXT, shortened, width};
use super::legend::frame;
use super::states::short;
use crate::session::{How, Session};

/// Side of a cell of a board.
const CELL: f64 = 44.0;
/// A higher heap is drawn as a number.
const HIGHEST: u32 = 20;
/// A longer row is cut.
const LONGEST: usize = 200;
/// A film strip has so many frames.
const FRAMES: usize = 40;

/// Draws the scene with its upper left corner near the origin; each part is a group of its own.
pub(crate) fn scene(canvas: &mut Canvas, scene: &Scene) {
    match &scene.figure {
        Figure::Words(words) => words_on(canvas, words),
        Figure::Heaps(heaps) => heaps_on(canvas, heaps),
        Figure::Coins(coins) => coins_on(canvas, coins),
        Figure::Cards(cards) => cards_on(canvas, cards),
        Figure::Board(rows) => board_on(canvas, rows),
        Figure::Net { points, edges } => net_on(canvas, points, edges),
    }
    if !scene.note.is_empty() {
        let [left, _, _, bottom] = canvas.bounds();
        canvas.text(
            (left, bottom + 20.0),
            Anchor::Start,
            TEXT,
            "faint",
            &scene.note,
        );
    }
}

fn words_on(canvas: &mut Canvas, words: &str) {
    let words = if words.is_empty() { "(empty)" } else { words };
    canvas.text(
        (0.0, 20.0),
        Anchor::Start,
        18.0,
        "ink",
        &shortened(words, 80),
    );
}

/// Heaps as columns of tokens with the size below; very high ones as one bar.
fn heaps_on(canvas: &mut Canvas, heaps: &[num_bigint::BigUint]) {
    if heaps.is_empty() {
        return words_on(canvas, "no heap");
    }
    let mut x = 0.0;
    for (n, heap) in heaps.iter().take(LONGEST).enumerate() {
        let size = shortened(&heap.to_string(), 24);
        let wide = (width(&size, TEXT) + 14.0).max(50.0);
        let middle = x + wide / 2.0;
        canvas.open_part(n, &format!("heap {}: {size}", n + 1));
        match heap.to_u32().filter(|heap| *heap <= HIGHEST) {
            Some(tokens) => {
                for token in 0..tokens {
                    let y = -f64::from(token) * 15.0 - 12.0;
                    canvas.open("token", None, &format!("{} of {size}", token + 1));
                    canvas.rect([middle - 17.0, y, 34.0, 12.0], 6.0, "coin");
                    canvas.close();
                }
            }
            None => {
                let high = f64::from(HIGHEST + 4) * 15.0;
                canvas.rect([middle - 17.0, -high, 34.0, high], 6.0, "coin");
            }
        }
        canvas.line((x + 4.0, 2.0), (x + wide - 4.0, 2.0), "axis");
        canvas.text((middle, 19.0), Anchor::Middle, TEXT, "ink", &size);
        canvas.close();
        x += wide;
    }
}

fn coins_on(canvas: &mut Canvas, coins: &[Vec<String>]) {
    if coins.is_empty() {
        return words_on(canvas, "no coin left");
    }
    let widest = coins
        .iter()
        .take(LONGEST)
        .flatten()
        .map(|value| width(value, TEXT))
        .fold(0.0, f64::max);
    let wide = (widest + 18.0).max(38.0);
    for (n, values) in coins.iter().take(LONGEST).enumerate() {
        let x = (n % 20) as f64 * (wide + 6.0);
        let high = 38.0 + 18.0 * (values.len() as f64 - 1.0);
        let y = (n / 20) as f64 * (high + 10.0);
        canvas.open_part(n, &format!("coin {}: {}", n + 1, values.join(" / ")));
        canvas.rect([x, y, wide, high], 19.0, "coin");
        for (k, value) in values.iter().enumerate() {
            let class = match (values.len(), k) {
                (1, _) => "ink",
                (_, 0) => "first strong",
                _ => "second",
            };
            let baseline = y + 24.0 + 18.0 * k as f64;
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

fn cards_on(canvas: &mut Canvas, cards: &[String]) {
    if cards.is_empty() {
        return words_on(canvas, "no card laid yet");
    }
    for (n, card) in cards.iter().enumerate() {
        let (x, y) = ((n % 12) as f64 * 46.0, (n / 12) as f64 * 66.0);
        canvas.open_part(n, &format!("card {}: {card}", n + 1));
        canvas.rect([x, y, 40.0, 58.0], 6.0, "plain");
        canvas.text((x + 20.0, y + 36.0), Anchor::Middle, 20.0, "ink", card);
        canvas.close();
    }
}

fn board_on(canvas: &mut Canvas, rows: &[Vec<Cell>]) {
    for (n, (r, c, cell)) in rows
        .iter()
        .enumerate()
        .flat_map(|(r, row)| row.iter().enumerate().map(move |(c, cell)| (r, c, cell)))
        .enumerate()
    {
        if *cell == Cell::Hole {
            continue;
        }
        let (x, y) = (c as f64 * CELL, r as f64 * CELL);
        let what = match cell {
            Cell::Piece(_, mark) => mark.as_str(),
            _ => "empty",
        };
        canvas.open_part(n, &format!("row {}, column {}: {what}", r + 1, c + 1));
        canvas.rect([x + 1.0, y + 1.0, CELL - 2.0, CELL - 2.0], 0.0, "plain");
        if let Cell::Piece(side, mark) = cell {
            let class = piece_class(*side);
            let size = (26.0 * 28.0 / width(mark, 26.0)).min(26.0);
            canvas.text(
                (x + CELL / 2.0, y + CELL / 2.0 + size * 0.36),
                Anchor::Middle,
                size,
                class,
                mark,
            );
        }
        canvas.close();
    }
}

/// Width and height of a net.
const NET: f64 = 320.0;
/// Radius of a point of a net with something on it.
const DISC: f64 = 13.0;

fn net_on(canvas: &mut Canvas, points: &[Point], edges: &[Edge]) {
    let place = |point: &Point| {
        (
            f64::from(point.x) / 1000.0 * NET,
            f64::from(point.y) / 1000.0 * NET,
        )
    };
    for (n, edge) in edges.iter().enumerate() {
        let (Some(from), Some(to)) = (points.get(edge.from), points.get(edge.to)) else {
            continue;
        };
        canvas.open_part(n, &edge_name(edge, from, to));
        edge_on(canvas, edge, place(from), place(to));
        canvas.close();
    }
    for (n, point) in points.iter().enumerate() {
        canvas.open_part(edges.len() + n, &point.label);
        point_on(canvas, point, place(point));
        canvas.close();
    }
}

fn edge_name(edge: &Edge, from: &Point, to: &Point) -> String {
    match (edge.label.as_str(), from.label.as_str()) {
        ("", "") => "line".to_owned(),
        ("", name) => format!("{name} to {}", to.label),
        (label, _) => label.to_owned(),
    }
}

fn edge_on(canvas: &mut Canvas, edge: &Edge, from: (f64, f64), to: (f64, f64)) {
    let class = match edge.kind {
        EdgeKind::Of(Side::First) => "winline",
        EdgeKind::Of(Side::Second) => "lossline",
        EdgeKind::Of(Side::Neutral) | EdgeKind::OneWay => "best",
        EdgeKind::Free => "cut",
    };
    // A wide line that is not seen makes the edge easy to point at.
    canvas.line(from, to, "reach");
    canvas.line(from, to, class);
    if edge.kind == EdgeKind::OneWay {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = dx.hypot(dy).max(1.0);
        let (ux, uy) = (dx / length, dy / length);
        let tip = (to.0 - ux * DISC, to.1 - uy * DISC);
        let back = |aside: f64| {
            (
                tip.0 - ux * 11.0 - uy * aside,
                tip.1 - uy * 11.0 + ux * aside,
            )
        };
        canvas.polygon(&[tip, back(5.0), back(-5.0)], "besthead");
    }
    if !edge.label.is_empty() {
        let middle = ((from.0 + to.0) / 2.0 + 8.0, (from.1 + to.1) / 2.0 + 4.0);
        canvas.text(middle, Anchor::Start, SMALL, "faint", &edge.label);
    }
}

/// A point, or the disc that stands on it, with the name outside of the figure.
fn point_on(canvas: &mut Canvas, point: &Point, (x, y): (f64, f64)) {
    match &point.cell {
        Cell::Piece(side, mark) => {
            canvas.circle(x, y, DISC, "plain");
            let class = piece_class(*side);
            canvas.text((x, y + 5.0), Anchor::Middle, TEXT, class, mark);
        }
        Cell::Empty => canvas.circle(x, y, 5.0, "ink"),
        Cell::Hole => canvas.circle(x, y, 3.0, "plain"),
    }
    if point.label.is_empty() {
        return;
    }
    let (dx, dy) = (x - NET / 2.0, y - NET / 2.0);
    let length = dx.hypot(dy);
    let (ux, uy) = if length < 1.0 {
        (0.7, -0.7)
    } else {
        (dx / length, dy / length)
    };
    let far = DISC + 6.0 + width(&point.label, SMALL) / 2.0 * ux.abs();
    let at = (x + ux * far, y + uy * far + 4.0);
    let class = if point.cell == Cell::Hole {
        "faint"
    } else {
        "ink"
    };
    canvas.text(at, Anchor::Middle, SMALL, class, &point.label);
}

/// The letters of a piece, by whose it is.
fn piece_class(side: Side) -> &'static str {
    match side {
        Side::First => "first strong",
        Side::Second => "second strong",
        Side::Neutral => "ink strong",
    }
}

/// Draws the position.
pub(crate) fn draw(session: &dyn Session, bare: bool) -> Canvas {
    let mut canvas = Canvas::default();
    scene(&mut canvas, &session.scene());
    if bare {
        return canvas;
    }
    let position = shortened(&session.position(), 60);
    let shown = if position.is_empty() {
        "(empty)"
    } else {
        &position
    };
    frame(&mut canvas, &format!("{}: {shown}", session.game()), &[]);
    canvas
}

/// One frame of a film strip.
#[derive(Clone, Debug, serde::Serialize)]
pub(crate) struct Frame {
    /// The move that led here; `None` at the start.
    #[serde(rename = "move")]
    name: Option<String>,
    position: String,
    outcome: &'static str,
}

/// Draws the positions along the principal line, one below the other move by move.
pub(crate) fn line(
    session: &mut dyn Session,
    how: &How,
) -> Result<(Canvas, Vec<Frame>), DrawError> {
    let start = session.position();
    let (mut canvas, mut frames) = (Canvas::default(), Vec::<Frame>::new());
    let mut corner = (0.0, 0.0);
    let mut row_bottom = 0.0f64;
    let mut name: Option<String> = None;
    loop {
        let answer = session.solve(how)?;
        let value = session.value(how)??;
        let frame = frame_of(session, name.as_deref(), &short(&value));
        let [left, top, right, bottom] = frame.bounds();
        if corner.0 > 0.0 && corner.0 + right - left > 1000.0 {
            corner = (0.0, row_bottom + 26.0);
        }
        let position = session.position();
        canvas.place(&frame, (corner.0 - left, corner.1 - top), &position);
        corner.0 += right - left + 26.0;
        row_bottom = row_bottom.max(corner.1 + bottom - top);
        frames.push(Frame {
            name: name.take(),
            position,
            outcome: value.outcome.word(),
        });
        let Some(best) = answer.preferred.filter(|_| frames.len() <= FRAMES) else {
            break;
        };
        name = Some(session.play(&best.name)?.name);
    }
    let over = session.is_over();
    session.go(&start)?;
    let note = if over {
        String::new()
    } else {
        format!(" (the first {FRAMES} moves)")
    };
    let heading = format!(
        "{}: best play from {}{note}",
        session.game(),
        shortened(&start, 60)
    );
    frame(&mut canvas, &heading, &[]);
    Ok((canvas, frames))
}

fn frame_of(session: &dyn Session, name: Option<&str>, value: &str) -> Canvas {
    let mut canvas = Canvas::default();
    scene(&mut canvas, &session.scene());
    let [left, top, right, bottom] = canvas.bounds();
    let caption = format!("{} ({value})", name.unwrap_or("start"));
    let wide = (right - left).max(width(&caption, TEXT));
    let area = [left - 10.0, top - 30.0, wide + 20.0, bottom - top + 40.0];
    canvas.rect(area, 4.0, "outline");
    canvas.text((left, top - 14.0), Anchor::Start, TEXT, "ink", &caption);
    canvas
}
