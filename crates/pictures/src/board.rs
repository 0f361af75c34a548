//! `board` and `line`: a position as it lies on the table, and best play as a film strip.

use bouton_core::scene::{Cell, EdgeKind, Figure, Owner, Scene};
use num_traits::ToPrimitive;

use super::canvas::{Anchor, Canvas, SMALL, TEXT, shortened, width};
use super::legend::{Sign, frame};
use super::net::net;
use super::states::short;
use super::{DrawError, named};
use bouton::{How, Session};

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
        Figure::Net { points, edges } => net(canvas, points, edges),
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
            None => broken(canvas, middle),
        }
        canvas.line((x + 4.0, 2.0), (x + wide - 4.0, 2.0), "axis");
        canvas.text((middle, 19.0), Anchor::Middle, TEXT, "ink", &size);
        canvas.close();
        x += wide;
    }
}

/// A column that is higher than drawn: it has a gap.
fn broken(canvas: &mut Canvas, middle: f64) {
    let high = f64::from(HIGHEST + 4) * 15.0;
    canvas.rect([middle - 17.0, -high, 34.0, 100.0], 6.0, "coin");
    for dot in [110.0, 120.0, 130.0] {
        canvas.circle(middle, dot - high, 2.0, "ink");
    }
    canvas.rect(
        [middle - 17.0, 140.0 - high, 34.0, high - 140.0],
        6.0,
        "coin",
    );
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
            Cell::Piece(_, mark) if mark.is_empty() => "filled",
            Cell::Piece(_, mark) => mark.as_str(),
            _ => "empty",
        };
        canvas.open_part(n, &format!("row {}, column {}: {what}", r + 1, c + 1));
        canvas.rect([x + 1.0, y + 1.0, CELL - 2.0, CELL - 2.0], 0.0, "plain");
        if let Cell::Piece(side, mark) = cell
            && !mark.is_empty()
        {
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

/// The letters of a piece, by whose it is.
pub(crate) fn piece_class(side: Owner) -> &'static str {
    match side {
        Owner::First => "first strong",
        Owner::Second => "second strong",
        Owner::Neutral => "ink strong",
    }
}

/// Draws the position.
pub(crate) fn draw(session: &Session, bare: bool) -> Result<Canvas, DrawError> {
    let mut canvas = Canvas::default();
    scene(&mut canvas, &session.scene()?);
    if bare {
        return Ok(canvas);
    }
    let position = shortened(&session.position()?, 60);
    let shown = if position.is_empty() {
        "(empty)"
    } else {
        &position
    };
    let heading = format!("{}: {shown}", named(session));
    frame(&mut canvas, &heading, &key(&session.scene()?.figure));
    Ok(canvas)
}

/// What letters do not tell: whose edges are whose, which value of a coin is whose.
fn key(figure: &Figure) -> Vec<(Sign, String)> {
    let owners = [
        (Owner::First, "winline", "Left's"),
        (Owner::Second, "lossline", "Right's"),
        (Owner::Neutral, "best", "everybody's"),
    ];
    match figure {
        Figure::Net { edges, .. } => {
            let owned = |side| edges.iter().any(|edge| edge.kind == EdgeKind::Of(side));
            let told = owned(Owner::First) || owned(Owner::Second);
            let there = owners.into_iter().filter(|(side, ..)| told && owned(*side));
            there
                .map(|(_, class, whose)| (Sign::Line(class), whose.to_owned()))
                .collect()
        }
        Figure::Coins(coins) if coins.iter().any(|coin| coin.len() > 1) => {
            let words = "above: its value to the player to move, below: to the other";
            vec![(Sign::Words, words.to_owned())]
        }
        _ => Vec::new(),
    }
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
pub(crate) fn line(session: &mut Session, how: &How) -> Result<(Canvas, Vec<Frame>), DrawError> {
    let start = session.position()?;
    let (mut strip, mut frames) = (Strip::default(), Vec::<Frame>::new());
    let mut name: Option<String> = None;
    let end = loop {
        let answer = session.solve(how)?;
        let value = session.value(how)?;
        let position = session.position()?;
        let caption = format!("{} ({})", name.as_deref().unwrap_or("start"), short(&value));
        strip.add(session.scene()?, &caption, &position);
        frames.push(Frame {
            name: name.take(),
            position,
            outcome: value.outcome.word(),
        });
        let Some(best) = answer.preferred else {
            break String::new();
        };
        if frames.len() > FRAMES {
            break format!(" (the first {FRAMES} moves)");
        }
        let played = session.play(&best.name)?.name;
        let next = session.position()?;
        if let Some(n) = frames.iter().position(|frame| frame.position == next) {
            break format!(" (then {played}, and again as after move {n})");
        }
        name = Some(played);
    };
    session.go(&start)?;
    let heading = format!(
        "{}: best play from {}{end}",
        named(session),
        shortened(&start, 60)
    );
    frame(&mut strip.canvas, &heading, &[]);
    Ok((strip.canvas, frames))
}

/// Frames side by side, a row below the other.
#[derive(Default)]
struct Strip {
    canvas: Canvas,
    /// The upper left corner of the next frame.
    corner: (f64, f64),
    row_bottom: f64,
    /// What was last written below a figure: it is not written again.
    note: String,
}

/// A row of frames is at most this wide.
const ROW: f64 = 1000.0;
/// A figure in a frame is at most this wide and high.
const FIGURE: [f64; 2] = [200.0, 220.0];

impl Strip {
    fn add(&mut self, mut scene: Scene, caption: &str, position: &str) {
        if scene.note == self.note {
            scene.note.clear();
        } else {
            self.note.clone_from(&scene.note);
        }
        let frame = framed(&scene, caption);
        let [left, top, right, bottom] = frame.bounds();
        if self.corner.0 > 0.0 && self.corner.0 + right - left > ROW {
            self.corner = (0.0, self.row_bottom + 26.0);
        }
        self.canvas.open("frame", Some(position), caption);
        let by = (self.corner.0 - left, self.corner.1 - top);
        self.canvas.place(&frame, by, 1.0);
        self.canvas.close();
        self.corner.0 += right - left + 26.0;
        self.row_bottom = self.row_bottom.max(self.corner.1 + bottom - top);
    }
}

fn framed(position: &Scene, caption: &str) -> Canvas {
    let (mut figure, mut canvas) = (Canvas::default(), Canvas::default());
    scene(&mut figure, position);
    let [left, top, right, bottom] = figure.bounds();
    let scale = (FIGURE[0] / (right - left))
        .min(FIGURE[1] / (bottom - top))
        .min(1.0);
    canvas.place(&figure, (0.0, 0.0), scale);
    let [left, top, right, bottom] = canvas.bounds();
    let wide = (right - left).max(width(caption, TEXT));
    let area = [left - 10.0, top - 30.0, wide + 20.0, bottom - top + 40.0];
    canvas.rect(area, 4.0, "outline");
    canvas.text((left, top - 14.0), Anchor::Start, TEXT, "ink", caption);
    canvas
}
