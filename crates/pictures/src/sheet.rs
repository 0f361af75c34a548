//! A sheet of puzzles, to be printed: boards in two columns, the solutions below, upside down.

use bouton::answers::{Puzzle, Puzzles};
use bouton::{Outcome, Session};

use super::canvas::{Anchor, Canvas, SMALL, TEXT, shortened};
use super::scenes::{caption, scene};
use super::{DrawError, named};

/// What a puzzle has of the sheet.
const PLACE: [f64; 2] = [360.0, 250.0];
/// A board is at most this wide and high, and not more than so many times its size.
const BOARD: [f64; 2] = [300.0, 170.0];
const LARGEST: f64 = 1.6;
/// Puzzles beside each other.
const COLUMNS: usize = 2;

/// Draws the puzzles; the session stands as before.
pub(crate) fn draw(session: &mut Session, puzzles: &Puzzles) -> Result<Canvas, DrawError> {
    let start = session.position()?;
    let mut canvas = Canvas::default();
    let wide = PLACE[0] * COLUMNS as f64;
    canvas.text(
        (0.0, -34.0),
        Anchor::Start,
        20.0,
        "ink strong",
        &named(session),
    );
    let words = "One move holds what there is to hold. Which?";
    canvas.text((0.0, -12.0), Anchor::Start, TEXT, "faint", words);
    canvas.line((0.0, 0.0), (wide, 0.0), "axis");
    for (n, puzzle) in puzzles.puzzles.iter().enumerate() {
        let (column, row) = (n % COLUMNS, n / COLUMNS);
        let corner = (PLACE[0] * column as f64, PLACE[1] * row as f64 + 16.0);
        place(&mut canvas, session, puzzle, (n + 1, corner))?;
    }
    session.go(&start)?;
    let rows = puzzles.puzzles.len().div_ceil(COLUMNS);
    solutions(&mut canvas, puzzles, PLACE[1] * rows as f64 + 30.0);
    Ok(canvas)
}

fn place(
    canvas: &mut Canvas,
    session: &mut Session,
    puzzle: &Puzzle,
    (number, (x, y)): (usize, (f64, f64)),
) -> Result<(), DrawError> {
    session.go(&puzzle.position)?;
    let position = session.scene()?;
    let mut board = Canvas::default();
    scene(&mut board, &position);
    let [left, top, right, bottom] = board.bounds();
    let (wide, high) = ((right - left).max(1.0), (bottom - top).max(1.0));
    let scale = (BOARD[0] / wide).min(BOARD[1] / high).min(LARGEST);
    let aside = (PLACE[0] - wide * scale) / 2.0;
    let task = match (puzzle.outcome, puzzle.remoteness) {
        (Outcome::Win, Some(plies)) => format!("wins in {}", plies.div_ceil(2)),
        (Outcome::Win, None) => "wins".to_owned(),
        _ => "saves the draw".to_owned(),
    };
    let who = caption(&position, false);
    let head = format!("{number}.");
    canvas.text((x, y + 16.0), Anchor::Start, 16.0, "ink strong", &head);
    let told = shortened(&format!("One move {task}. {who}"), 50);
    canvas.text(
        (x + 30.0, y + 16.0),
        Anchor::Start,
        TEXT - 1.0,
        "ink",
        &told,
    );
    canvas.open("puzzle", Some(&puzzle.position), &told);
    canvas.place(
        &board,
        (x + aside - left * scale, y + 34.0 - top * scale),
        scale,
    );
    canvas.close();
    Ok(())
}

/// All solutions, turned so that nobody reads them by accident.
fn solutions(canvas: &mut Canvas, puzzles: &Puzzles, y: f64) {
    let wide = PLACE[0] * COLUMNS as f64;
    canvas.line((0.0, y), (wide, y), "axis");
    let mut turned = Canvas::default();
    for (n, puzzle) in puzzles.puzzles.iter().enumerate() {
        let words = shortened(&format!("{}. {}", n + 1, puzzle.name), 44);
        let (column, row) = (n % COLUMNS, n / COLUMNS);
        let at = (PLACE[0] * column as f64, 14.0 * row as f64);
        turned.text(at, Anchor::Start, SMALL, "faint", &words);
    }
    let rows = puzzles.puzzles.len().div_ceil(COLUMNS);
    canvas.place_turned(&turned, (wide, y + 14.0 * rows as f64 + 6.0));
}
