//! `board` and `line`: a position, and best play as a film strip.

use bouton_core::scene::{Figure, Scene, Seat};

use super::canvas::{Anchor, Canvas, TEXT, shortened, width};
use super::legend::frame;
use super::scenes::{self, key, scene, table};
use super::states::short;
use super::{DrawError, Wish, named, placed, scene_of};
use bouton::{Course, How, Session};

/// The most frames of a film strip.
const FRAMES: usize = 40;

/// Draws the position after the requested line, on the board of the start. `bare`: without a heading and a note, for a
/// page; `turned`: as the player who does not move sees it.
pub(crate) fn draw(session: &mut Session, wish: &Wish) -> Result<Canvas, DrawError> {
    let start = session.position()?;
    let course = Course::follow(session, &wish.line);
    let drawn = course
        .map_err(DrawError::from)
        .and_then(|course| laid(session, course, wish));
    if !wish.line.is_empty() {
        session.go(&start)?;
    }
    drawn
}

fn laid(session: &Session, course: Course, wish: &Wish) -> Result<Canvas, DrawError> {
    let mut canvas = Canvas::default();
    let mut shown = scene_of(session)?;
    let words = matches!(course.start().figure, Figure::Words(_));
    if !words && (!wish.line.is_empty() || wish.bare && !wish.turned) {
        shown = course.now().clone();
        canvas.keyed = wish.bare;
        table(&mut canvas, &course);
    } else {
        if wish.turned {
            shown = shown.turned();
        }
        scene(&mut canvas, &shown);
    }
    if wish.bare {
        return Ok(canvas);
    }
    caption(&mut canvas, &scenes::caption(&shown, session.is_over()?));
    let legend = key(&shown);
    let position = shortened(&placed(session, &session.position()?), 60);
    let position = if position.is_empty() {
        "(empty)"
    } else {
        &position
    };
    let heading = format!("{}: {position}", named(session));
    frame(&mut canvas, &heading, &legend);
    Ok(canvas)
}

/// Writes the note below the drawing.
fn caption(canvas: &mut Canvas, words: &str) {
    if !words.is_empty() {
        let [left, _, _, bottom] = canvas.bounds();
        let at = (left, bottom + 20.0);
        canvas.text(at, Anchor::Start, TEXT, "faint", words);
    }
}

/// One frame of a film strip.
#[derive(Clone, Debug, serde::Serialize)]
pub(crate) struct Frame {
    /// The move that leads to this frame; `None` at the start.
    #[serde(rename = "move")]
    name: Option<String>,
    position: String,
    outcome: &'static str,
}

/// A line of play, frame by frame.
pub(crate) struct Film {
    /// All frames side by side.
    pub(crate) strip: Canvas,
    pub(crate) frames: Vec<Frame>,
    /// Each frame on its own.
    pub(crate) drawn: Vec<Canvas>,
}

/// Draws the positions along the principal line, one below the other move by move.
pub(crate) fn line(session: &mut Session, how: &How) -> Result<Film, DrawError> {
    let start = session.position()?;
    let (mut strip, mut frames) = (Strip::default(), Vec::<Frame>::new());
    let mut name: Option<String> = None;
    let mut course = Course::of(session.scene()?);
    let end = loop {
        let answer = session.solve(how)?;
        if let (Some(reason), None) = (answer.stopped, &answer.preferred) {
            return Err(DrawError::Stopped(reason));
        }
        let value = session.value(how)?;
        let position = session.position()?;
        let caption = format!("{} ({})", name.as_deref().unwrap_or("start"), short(&value));
        let shown = scene_of(session)?;
        strip.add(&course, (&shown, session.is_over()?), &caption, &position);
        frames.push(Frame {
            name: name.take(),
            position,
            outcome: value.outcome.word(),
        });
        let Some(best) = answer.preferred else {
            break String::new();
        };
        if frames.len() > FRAMES {
            break format!(" (the first {FRAMES} plies)");
        }
        let played = course.now().called(&best.name);
        course.play(session, &best.name)?;
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
        shortened(&placed(session, &start), 60)
    );
    frame(&mut strip.canvas, &heading, &[]);
    Ok(Film {
        strip: strip.canvas,
        frames,
        drawn: strip.drawn,
    })
}

/// Frames side by side, a row below the other.
#[derive(Default)]
struct Strip {
    canvas: Canvas,
    drawn: Vec<Canvas>,
    /// The upper left corner of the next frame.
    corner: (f64, f64),
    row_bottom: f64,
    /// The last note below a figure, so that it is not repeated.
    note: String,
}

/// The most width of a row of frames.
const ROW: f64 = 1000.0;
/// The most width and height of a figure in a frame.
const FIGURE: [f64; 2] = [200.0, 220.0];

impl Strip {
    /// `shown`: the scene, with the components of a sum as they are written.
    fn add(
        &mut self,
        course: &Course,
        (shown, over): (&Scene, bool),
        caption: &str,
        position: &str,
    ) {
        let mut scene = course.now().clone();
        if scene.seat != Seat::Table {
            scene.turn.clear();
        }
        let mut note = scene.caption(over);
        if note == self.note {
            note.clear();
        } else {
            self.note.clone_from(&note);
        }
        let mut figure = Canvas::default();
        match shown.figure {
            Figure::Words(_) => self::scene(&mut figure, shown),
            _ => table(&mut figure, course),
        }
        let frame = framed(&figure, &note, caption);
        let [left, top, right, bottom] = frame.bounds();
        if self.corner.0 > 0.0 && self.corner.0 + right - left > ROW {
            self.corner = (0.0, self.row_bottom + 26.0);
        }
        self.canvas.open("frame", Some(position), caption);
        let by = (self.corner.0 - left, self.corner.1 - top);
        self.canvas.place(&frame, by, 1.0);
        self.canvas.close();
        self.drawn.push(frame);
        self.corner.0 += right - left + 26.0;
        self.row_bottom = self.row_bottom.max(self.corner.1 + bottom - top);
    }
}

fn framed(figure: &Canvas, note: &str, above: &str) -> Canvas {
    let mut canvas = Canvas::default();
    let [left, top, right, bottom] = figure.bounds();
    let scale = (FIGURE[0] / (right - left))
        .min(FIGURE[1] / (bottom - top))
        .min(1.0);
    canvas.place(figure, (0.0, 0.0), scale);
    caption(&mut canvas, note);
    let [left, top, right, bottom] = canvas.bounds();
    let wide = (right - left).max(width(above, TEXT));
    let area = [left - 10.0, top - 30.0, wide + 20.0, bottom - top + 40.0];
    canvas.rect(area, 4.0, "outline");
    canvas.text((left, top - 14.0), Anchor::Start, TEXT, "ink", above);
    canvas
}
