//! `board` and `line`: a position, and a line of play as a film strip.

use bouton_core::scene::{Scene, Seat};
use bouton_core::{Outcome, StopReason};

use super::canvas::{Anchor, Canvas, TEXT, shortened, width};
use super::legend::{Sign, frame, wrapped};
use super::scenes::{self, key, scene, table};
use super::{Draw, named, placed};
use bouton::answers::plies_in_words;
use bouton::{Course, Error, How, Session, Value};

/// The most frames of a film strip.
const FRAMES: usize = 40;

/// Draws the position after the requested line, on the board of the start. `bare`: without a heading and a note, for a
/// page; `turned`: as the player who does not move sees it.
pub(crate) fn draw(session: &mut Session, asked: &Draw) -> Result<Canvas, Error> {
    let start = session.position()?;
    let moves = asked.moves(session)?;
    let course = Course::follow(session, &moves);
    let drawn = course.and_then(|course| laid(session, course, asked));
    if !asked.line.is_empty() {
        session.go(&start)?;
    }
    drawn
}

fn laid(session: &Session, course: Course, asked: &Draw) -> Result<Canvas, Error> {
    let mut canvas = Canvas::default();
    let mut shown = session.scene()?;
    if !asked.line.is_empty() || asked.bare && !asked.turned {
        shown = course.now().clone();
        canvas.keyed = asked.bare;
        table(&mut canvas, &course);
    } else {
        if asked.turned {
            shown = shown.turned();
        }
        scene(&mut canvas, &shown);
    }
    if asked.bare {
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
    /// For the player to move; `None` in a line that was asked for, if a limit stopped the search.
    outcome: Option<&'static str>,
}

/// A line of play, frame by frame.
pub(crate) struct Film {
    /// All frames side by side.
    pub(crate) strip: Canvas,
    pub(crate) frames: Vec<Frame>,
    /// Each frame on its own.
    pub(crate) drawn: Vec<Canvas>,
}

/// Draws the positions along the line that is asked for, otherwise along best play.
pub(crate) fn line(session: &mut Session, asked: &Draw, how: &How) -> Result<Film, Error> {
    let start = session.position()?;
    let filmed = film(session, asked, how);
    session.go(&start)?;
    filmed
}

fn film(session: &mut Session, asked: &Draw, how: &How) -> Result<Film, Error> {
    let start = shortened(&placed(session, &session.position()?), 60);
    let line = asked.moves(session)?;
    let is_given = !line.is_empty();
    let mut course = Course::of(session.scene()?);
    let (mut shots, mut frames) = (Vec::new(), Vec::<Frame>::new());
    let (mut lead, mut name, mut done) = (0, None, "start".to_owned());
    let mut counts = false;
    let end = loop {
        let (value, next) = if is_given {
            (known(session, how)?, line.get(frames.len()).cloned())
        } else {
            let answer = session.solve(how)?;
            if let (Some(reason), None) = (answer.stopped, &answer.preferred) {
                return Err(Error::Stopped(reason));
            }
            let best = answer.preferred.map(|best| best.name);
            (Some(session.value(how)?), best)
        };
        let position = session.position()?;
        let over = session.is_over()?;
        counts |= value.as_ref().is_some_and(|value| value.margin.is_some());
        let result = value
            .as_ref()
            .map(|value| result(&course, value, lead, over));
        let caption = [done, result.unwrap_or_default()];
        shots.push(Shot::of(&course, over, caption, &position));
        frames.push(Frame {
            name: name.take(),
            position,
            outcome: value.map(|value| value.outcome.word()),
        });
        let Some(next) = next else {
            break String::new();
        };
        if frames.len() > FRAMES {
            break format!(" (the first {FRAMES} plies)");
        }
        let who = mover(&course);
        let called = course.now().called(&next);
        let scene = course.now().clone();
        let ply = course.play(session, &next)?;
        let words = ply.words.as_ref().map(|words| scene.called(words));
        let gain = ply.gain.unwrap_or(0);
        lead += if ply.second { -gain } else { gain };
        let position = session.position()?;
        if !is_given && let Some(n) = frames.iter().position(|frame| frame.position == position) {
            break format!(" (then {called}, and again as after move {n})");
        }
        done = format!("{who}: {}", words.as_ref().unwrap_or(&called));
        name = Some(called);
    };
    let what = if is_given { "a line" } else { "best play" };
    let heading = format!("{}: {what} from {start}{end}", named(session));
    let mut strip = Strip::of(shots);
    let legend = match (counts, frames.iter().any(|frame| frame.outcome.is_some())) {
        (true, _) => {
            let who = match first(&course) {
                name if name == BY_TURN[0] => format!("the {name}"),
                name => name,
            };
            format!("below each move: the points of the whole game, as {who} sees them, if both play best from here on")
        }
        (false, true) => "below each move: the result if both play best from here on; a ply is one move of one player".into(),
        (false, false) => "the results are not known within the limits".to_owned(),
    };
    frame(&mut strip.canvas, &heading, &[(Sign::Words, legend)]);
    Ok(Film {
        strip: strip.canvas,
        frames,
        drawn: strip.drawn,
    })
}

/// The value; `None` if a limit was reached. A reader who cancels wants no picture.
fn known(session: &mut Session, how: &How) -> Result<Option<Value>, Error> {
    match session.value(how) {
        Err(Error::Stopped(reason)) if reason != StopReason::Cancelled => Ok(None),
        value => Ok(Some(value?)),
    }
}

/// The player to move, by the pieces that are drawn or by turn.
fn mover(course: &Course) -> String {
    who(course.now(), course.is_second_to_move())
}

/// The player who began.
fn first(course: &Course) -> String {
    who(course.start(), false)
}

/// The players where no piece tells them apart.
const BY_TURN: [&str; 2] = ["first player", "second player"];

fn who(scene: &Scene, is_second: bool) -> String {
    let turn = scenes::turn(scene);
    let name = turn.split_once(" is to move").map(|(name, _)| name);
    name.filter(|name| !name.is_empty())
        .unwrap_or(BY_TURN[usize::from(is_second)])
        .to_owned()
}

/// The meaning of a position's value in the whole game: in points, as the first player sees them, of whom `lead` were
/// made so far; otherwise for the player to move.
fn result(course: &Course, value: &Value, lead: i128, is_over: bool) -> String {
    if let Some(margin) = value.margin {
        let rest = if course.is_second_to_move() {
            -margin
        } else {
            margin
        };
        let who = first(course);
        return match lead + rest {
            0 => format!("{who} ends level"),
            total if total > 0 => format!("{who} ends {total} ahead"),
            total => format!("{who} ends {} behind", -total),
        };
    }
    let does = match (value.outcome, is_over) {
        (Outcome::Draw, true) => return "a draw".to_owned(),
        (Outcome::Draw, false) => "draws",
        (Outcome::Win, true) => "has won",
        (Outcome::Win, false) => "wins",
        (Outcome::Loss, true) => "has lost",
        (Outcome::Loss, false) => "loses",
    };
    let plies = value
        .remoteness
        .filter(|_| !is_over && value.outcome != Outcome::Draw);
    let plies = plies.map(|plies| format!(" in {}", plies_in_words(plies)));
    let now = if course.plies().next().is_some() && !is_over {
        "now "
    } else {
        ""
    };
    format!("{} {now}{does}{}", mover(course), plies.unwrap_or_default())
}

/// A frame before it is laid out.
struct Shot {
    figure: Canvas,
    /// The note below the figure.
    note: String,
    /// The move, and the result.
    caption: [String; 2],
    position: String,
}

impl Shot {
    fn of(course: &Course, over: bool, caption: [String; 2], position: &str) -> Self {
        let mut scene = course.now().clone();
        if scene.seat != Seat::Table {
            scene.turn.clear();
        }
        let mut figure = Canvas::default();
        table(&mut figure, course);
        Self {
            figure,
            note: scene.caption(over),
            caption,
            position: position.to_owned(),
        }
    }

    /// The lines above the figure.
    fn lines(&self) -> Vec<String> {
        let wrap = |words: &String| wrapped(words, TEXT, CAPTION);
        let lines = self.caption.iter().flat_map(wrap);
        lines.filter(|line| !line.is_empty()).collect()
    }
}

/// Frames side by side, a row below the other.
#[derive(Default)]
struct Strip {
    canvas: Canvas,
    drawn: Vec<Canvas>,
}

/// The most width of a row of frames.
const ROW: f64 = 1000.0;
/// The most width and height of a figure in a frame.
const FIGURE: [f64; 2] = [200.0, 220.0];
/// The most width of a line above a figure, and the distance of two.
const CAPTION: f64 = 230.0;
const LEADING: f64 = 17.0;
/// Free space between frames.
const GAP: f64 = 26.0;

impl Strip {
    fn of(shots: Vec<Shot>) -> Self {
        let mut strip = Self::default();
        let most = shots
            .iter()
            .map(|shot| shot.lines().len())
            .max()
            .unwrap_or(0);
        // The upper left corner of the next frame, and the end of its row.
        let (mut corner, mut row_bottom) = ((0.0, 0.0), 0.0_f64);
        let mut noted = String::new();
        for mut shot in shots {
            // A note is not repeated.
            if shot.note == noted {
                shot.note.clear();
            } else {
                noted.clone_from(&shot.note);
            }
            let frame = framed(&shot, most);
            let [left, top, right, bottom] = frame.bounds();
            if corner.0 > 0.0 && corner.0 + right - left > ROW {
                corner = (0.0, row_bottom + GAP);
            }
            let told = shot.caption.join("; ");
            strip.canvas.open("frame", Some(&shot.position), &told);
            let by = (corner.0 - left, corner.1 - top);
            strip.canvas.place(&frame, by, 1.0);
            strip.canvas.close();
            strip.drawn.push(frame);
            corner.0 += right - left + GAP;
            row_bottom = row_bottom.max(corner.1 + bottom - top);
        }
        strip
    }
}

/// The figure with its lines above, in room for `most`.
fn framed(shot: &Shot, most: usize) -> Canvas {
    let mut canvas = Canvas::default();
    let [left, top, right, bottom] = shot.figure.bounds();
    let scale = (FIGURE[0] / (right - left))
        .min(FIGURE[1] / (bottom - top))
        .min(1.0);
    canvas.place(&shot.figure, (0.0, 0.0), scale);
    caption(&mut canvas, &shot.note);
    let [left, top, right, bottom] = canvas.bounds();
    let lines = shot.lines();
    let widest = lines.iter().map(|line| width(line, TEXT));
    let wide = widest.fold(right - left, f64::max);
    let above = 13.0 + LEADING * most as f64;
    let area = [
        left - 10.0,
        top - above,
        wide + 20.0,
        bottom - top + above + 10.0,
    ];
    canvas.rect(area, 4.0, "outline");
    for (n, line) in lines.iter().enumerate() {
        let y = top - above + LEADING * (n + 1) as f64;
        canvas.text((left, y), Anchor::Start, TEXT, "ink", line);
    }
    canvas
}
