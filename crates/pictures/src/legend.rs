//! The heading above a picture and the legend below it.

use bouton_core::Outcome;

use super::canvas::{Anchor, BOLD, Canvas, Heading, SMALL, TEXT, width};
use super::node::shape;
use super::theme::HEATS;

/// A sign of the legend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    /// The shape and colour of an outcome.
    Outcome(Outcome),
    /// A line of this class.
    Line(&'static str),
    /// A square of this class.
    Square(&'static str),
    /// A small dot of this class.
    Dot(&'static str),
    /// The steps of the heat map.
    Heat,
    /// Only words.
    Words,
}

/// The height of a line of the legend.
const LINE: f64 = 20.0;
/// The most width of headings and legends over a narrow picture.
const NARROWEST: f64 = 420.0;

/// Writes the heading above a drawing: `title`, or the drawing's own; no heading if the title is empty.
pub(crate) fn entitle(canvas: &mut Canvas, title: Option<&str>) {
    let Some(heading) = canvas.take_heading() else {
        return;
    };
    let text = title.unwrap_or(&heading.text);
    if text.trim().is_empty() {
        return;
    }
    let (left, top) = heading.corner;
    let mut above = Canvas::default();
    let lines = wrapped(text, TEXT * BOLD, heading.wide);
    for (n, line) in lines.iter().rev().enumerate() {
        let y = top - 14.0 - 18.0 * n as f64;
        above.text((left, y), Anchor::Start, TEXT, "ink strong", line);
    }
    canvas.begin_with(above);
}

/// Keeps `heading` for the top of the drawing, and writes `legend` below it.
pub(crate) fn frame(canvas: &mut Canvas, heading: &str, legend: &[(Sign, String)]) {
    let [left, top, right, bottom] = canvas.bounds();
    let wide = (right - left).max(NARROWEST);
    canvas.headed(Heading {
        text: heading.to_owned(),
        corner: (left, top),
        wide,
    });
    let (mut x, mut y) = (left, bottom + 28.0);
    for (sign, words) in legend {
        for (n, words) in wrapped(words, SMALL, wide - 40.0).iter().enumerate() {
            let needed = sign.width() + width(words, SMALL) + 18.0;
            if x > left && (n > 0 || x + needed > left + wide) {
                (x, y) = (left, y + LINE);
            }
            let sign = if n == 0 { sign } else { &Sign::Words };
            sign.draw(canvas, x, y);
            canvas.note((x + sign.width(), y), Anchor::Start, words);
            x += needed;
        }
    }
}

/// The text in lines no wider than `wide` in letters of this size, broken at spaces.
pub(crate) fn wrapped(text: &str, size: f64, wide: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if width(line, size) + width(word, size) + 5.0 <= wide => {
                *line = format!("{line} {word}");
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

impl Sign {
    fn width(&self) -> f64 {
        match self {
            Self::Heat => 16.0 * HEATS as f64 + 8.0,
            Self::Words => 0.0,
            Self::Dot(_) => 16.0,
            _ => 36.0,
        }
    }

    fn draw(&self, canvas: &mut Canvas, x: f64, y: f64) {
        match self {
            Self::Outcome(outcome) => shape(canvas, *outcome, [x, y - 12.0, 28.0, 16.0]),
            Self::Line(class) => canvas.line((x, y - 4.0), (x + 28.0, y - 4.0), class),
            Self::Square(class) => canvas.rect([x + 6.0, y - 12.0, 16.0, 16.0], 0.0, class),
            Self::Dot(class) => canvas.circle(x + 5.0, y - 4.0, 4.0, class),
            Self::Heat => {
                for step in 0..HEATS {
                    let x = x + 16.0 * step as f64;
                    canvas.rect([x, y - 12.0, 16.0, 16.0], 0.0, &format!("heat{step}"));
                }
            }
            Self::Words => {}
        }
    }
}

/// The legend of the outcomes that occur.
pub(crate) fn outcomes(occurring: impl Iterator<Item = Outcome>) -> Vec<(Sign, String)> {
    let mut there: Vec<Outcome> = occurring.collect();
    there.sort_unstable();
    there.dedup();
    let words = |outcome: &Outcome| match outcome {
        Outcome::Win => "won for the player to move",
        Outcome::Draw => "drawn",
        Outcome::Loss => "lost for the player to move",
    };
    let entry = |outcome: &Outcome| (Sign::Outcome(*outcome), words(outcome).to_owned());
    there.iter().rev().map(entry).collect()
}
