//! The drawing of a position in graphs and trees: the outcome by colour and by shape.

use bouton_core::Outcome;

use super::canvas::{Anchor, Canvas, SMALL, TEXT, shortened, width};
use super::states::{State, class, long, short};

/// The longest label of a node, in characters.
const LONGEST: usize = 22;
/// From the baseline of a line of text to the next.
const LEADING: f64 = 16.0;

/// A node ready to be drawn.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) lines: Vec<String>,
    /// The width of a letter, if the lines are the rows of a board.
    pitch: Option<f64>,
    /// In smaller letters below the lines.
    pub(crate) small: String,
    pub(crate) outcome: Outcome,
    pub(crate) position: String,
    pub(crate) title: String,
    /// Whether play begins here, if its place does not show it.
    is_start: bool,
}

impl Node {
    /// The node of a state, with its value and the text in `more`.
    pub(crate) fn of(state: &State, more: &str) -> Self {
        let lines = if state.board {
            let empty = |row: &str| row.replace('.', "·");
            state.label.split('/').map(empty).collect()
        } else if state.label.is_empty() {
            vec!["(empty)".into()]
        } else {
            vec![shortened(&state.label, LONGEST)]
        };
        let letters = |line: &String| line.chars().count();
        let even = lines.iter().all(|line| letters(line) == letters(&lines[0]));
        let widest = |c: char| width(c.encode_utf8(&mut [0; 4]), TEXT);
        let pitch = lines.iter().flat_map(|line| line.chars()).map(widest);
        Self {
            pitch: (state.board && lines.len() > 1 && even)
                .then(|| pitch.fold(0.0, f64::max) + 1.0),
            lines,
            small: format!("{}{more}", short(&state.value)),
            outcome: state.value.outcome,
            position: state.position.clone(),
            title: format!("{}: {}", state.label, long(&state.value)),
            is_start: false,
        }
    }

    /// Marks it as the node where play begins.
    pub(crate) fn mark_start(&mut self) {
        self.is_start = true;
        self.small = format!("start · {}", self.small);
    }

    /// Width and height.
    pub(crate) fn size(&self) -> (f64, f64) {
        let lines = self.lines.iter().map(|line| match self.pitch {
            Some(pitch) => pitch * line.chars().count() as f64,
            None => width(line, TEXT),
        });
        let wide = lines.fold(width(&self.small, SMALL), f64::max);
        let high = LEADING * self.lines.len() as f64 + 15.0;
        ((wide + 22.0).max(40.0), high + 8.0)
    }

    /// Draws it with the middle of its upper edge at `x`, `y`.
    pub(crate) fn draw(&self, canvas: &mut Canvas, x: f64, y: f64) {
        let (w, h) = self.size();
        canvas.open("node", Some(&self.position), &self.title);
        if self.is_start {
            let area = [x - w / 2.0 - 5.0, y - 5.0, w + 10.0, h + 10.0];
            canvas.rect(area, 10.0, "startring");
        }
        shape(canvas, self.outcome, [x - w / 2.0, y, w, h]);
        for (n, line) in self.lines.iter().enumerate() {
            let baseline = y + 17.0 + LEADING * n as f64;
            self.line(canvas, (x, baseline), line);
        }
        canvas.note((x, y + h - 7.0), Anchor::Middle, &self.small);
        canvas.close();
    }
}

impl Node {
    /// A line of text, or a row of a board letter by letter.
    fn line(&self, canvas: &mut Canvas, (x, y): (f64, f64), line: &str) {
        let Some(pitch) = self.pitch else {
            return canvas.text((x, y), Anchor::Middle, TEXT, "ink", line);
        };
        let left = x - pitch * (line.chars().count() as f64 - 1.0) / 2.0;
        for (n, letter) in line.chars().enumerate() {
            let place = (left + pitch * n as f64, y);
            canvas.text(
                place,
                Anchor::Middle,
                TEXT,
                "ink",
                letter.encode_utf8(&mut [0; 4]),
            );
        }
    }
}

/// The outline of an outcome: won is round, lost a double rectangle, drawn a hexagon.
pub(crate) fn shape(canvas: &mut Canvas, outcome: Outcome, [x, y, w, h]: [f64; 4]) {
    match outcome {
        Outcome::Win => canvas.rect([x, y, w, h], (h / 2.0).min(16.0), class(outcome)),
        Outcome::Loss => {
            canvas.rect([x, y, w, h], 0.0, class(outcome));
            canvas.rect([x + 3.0, y + 3.0, w - 6.0, h - 6.0], 0.0, "inner");
        }
        Outcome::Draw => {
            let (dent, middle) = (9.0f64.min(w / 4.0), y + h / 2.0);
            let top = [(x, middle), (x + dent, y), (x + w - dent, y)];
            let bottom = [(x + w, middle), (x + w - dent, y + h), (x + dent, y + h)];
            canvas.polygon(&[top, bottom].concat(), class(outcome));
        }
    }
}
