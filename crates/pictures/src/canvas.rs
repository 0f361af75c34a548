//! [`Canvas`]: a small SVG writer that knows the bounds of its content.

use std::collections::HashSet;
use std::fmt::Write;

use bouton::text::is_plain;

use super::theme::Theme;

/// Letter height of labels, in pixels.
pub(crate) const TEXT: f64 = 13.0;
/// Letter height of second lines and legends.
pub(crate) const SMALL: f64 = 11.0;
/// Free space around everything.
const MARGIN: f64 = 16.0;

/// Advance widths of the characters from space to tilde in DejaVu Sans, in thousandths of the letter height; the
/// other families that a page may fall back to are narrower.
const ADVANCE: [u16; 95] = [
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337, 636, 636, 636,
    636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632,
    575, 775, 752, 295, 295, 656, 557, 863, 748, 787, 603, 787, 695, 635, 611, 732, 684, 989, 685,
    611, 685, 390, 337, 390, 838, 500, 500, 613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579,
    278, 974, 634, 612, 635, 635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838,
];

/// The largest factor by which bold letters are wider, in a line of several words.
pub(crate) const BOLD: f64 = 1.18;

/// The most width of a line of text, in pixels.
pub(crate) fn width(text: &str, size: f64) -> f64 {
    let advance = |c: char| {
        let place = (c as usize).checked_sub(32);
        match place.and_then(|n| ADVANCE.get(n)) {
            Some(advance) => *advance,
            None if c == '·' => 318,
            None => 1000,
        }
    };
    text.chars().map(|c| f64::from(advance(c))).sum::<f64>() * size / 1000.0
}

/// The text, or its beginning and its end where it is longer than `most` characters.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    let count = text.chars().count();
    if count <= most {
        return text.to_owned();
    }
    let half = (most - 1) / 2;
    let head: String = text.chars().take(half).collect();
    let tail: String = text.chars().skip(count - half).collect();
    format!("{head}…{tail}")
}

/// The anchor of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// The heading above a drawing.
#[derive(Clone, Debug)]
pub(crate) struct Heading {
    pub(crate) text: String,
    /// The lower left corner of its place.
    pub(crate) corner: (f64, f64),
    /// The most width.
    pub(crate) wide: f64,
}

/// A drawing to which elements are added.
#[derive(Clone, Debug, Default)]
pub(crate) struct Canvas {
    body: String,
    /// Left, top, right and bottom of the drawing so far.
    bounds: Option<[f64; 4]>,
    /// The heading, until it is written.
    heading: Option<Heading>,
    /// Whether moving elements are groups with a key, by which a page recognises them in the next drawing.
    pub(crate) keyed: bool,
    /// Of a game that is drawn beside others: its place among them, and the number of the parts of those before it.
    game: Option<(usize, usize)>,
    /// The rectangles of all texts, so that tests can detect collisions.
    #[cfg(test)]
    pub(crate) labels: Vec<[f64; 4]>,
}

impl Canvas {
    /// The smallest rectangle around the drawing: left, top, right, bottom.
    pub(crate) fn bounds(&self) -> [f64; 4] {
        self.bounds.unwrap_or_default()
    }

    /// An empty drawing of a game beside others: its place among them, and the number of the parts of those before it.
    pub(crate) fn for_game(&self, place: usize, first: usize) -> Self {
        Self {
            keyed: self.keyed,
            game: Some((place, first)),
            ..Self::default()
        }
    }

    /// Whether the drawing is empty.
    pub(crate) fn is_empty(&self) -> bool {
        self.bounds.is_none()
    }

    /// Sets the heading.
    pub(crate) fn headed(&mut self, heading: Heading) {
        self.heading = Some(heading);
    }

    /// The heading that is still to be written.
    pub(crate) fn take_heading(&mut self) -> Option<Heading> {
        self.heading.take()
    }

    /// Puts another drawing before all elements so far.
    pub(crate) fn begin_with(&mut self, other: Self) {
        let after = std::mem::replace(self, other);
        if let Some([left, top, right, bottom]) = after.bounds {
            self.reach(left, top, right, bottom);
        }
        self.body.push_str(&after.body);
        self.heading = after.heading;
        #[cfg(test)]
        self.labels.extend(after.labels);
    }

    fn reach(&mut self, left: f64, top: f64, right: f64, bottom: f64) {
        let [a, b, c, d] = self.bounds.unwrap_or([left, top, right, bottom]);
        self.bounds = Some([a.min(left), b.min(top), c.max(right), d.max(bottom)]);
    }

    fn write(&mut self, text: std::fmt::Arguments<'_>) {
        self.body
            .write_fmt(text)
            .expect("invariant: writing to a string does not fail");
    }

    /// Begins a group; `position`, if any, is the position that a click on it opens.
    pub(crate) fn open(&mut self, class: &str, position: Option<&str>, title: &str) {
        self.write(format_args!("<g"));
        if !class.is_empty() {
            self.write(format_args!(" class=\"{class}\""));
        }
        if let Some(position) = position {
            self.write(format_args!(" data-position=\"{}\"", escaped(position)));
        }
        self.write(format_args!(">"));
        if !title.is_empty() {
            self.write(format_args!("<title>{}</title>", escaped(title)));
        }
    }

    /// Marks the next group as a part of the scene that can be clicked, by its index.
    pub(crate) fn open_part(&mut self, part: usize, title: &str) {
        self.open_held(part, title, "");
    }

    /// The same for a part with a piece on it, with the owner of the piece.
    pub(crate) fn open_held(&mut self, part: usize, title: &str, whose: &str) {
        self.open_as("part", part, title, whose);
    }

    /// The same for men that are not on the board, but in hand.
    pub(crate) fn open_hand(&mut self, part: usize, title: &str, whose: &str) {
        self.open_as("part hand", part, title, whose);
    }

    fn open_as(&mut self, class: &str, part: usize, title: &str, whose: &str) {
        let part = part + self.game.map_or(0, |(_, first)| first);
        self.write(format_args!("<g class=\"{class}\" data-part=\"{part}\""));
        if !whose.is_empty() {
            self.write(format_args!(" data-whose=\"{whose}\""));
        }
        self.write(format_args!("><title>{}</title>", escaped(title)));
    }

    /// Begins the group of an element that keeps its key from drawing to drawing.
    pub(crate) fn open_man(&mut self, man: Option<usize>) {
        match man {
            _ if !self.keyed => {}
            Some(man) => {
                let of = self
                    .game
                    .map_or_else(String::new, |(game, _)| format!("{game}."));
                self.write(format_args!("<g class=\"man\" data-man=\"{of}{man}\">"));
            }
            None => self.write(format_args!("<g class=\"man\">")),
        }
    }

    /// Ends the group.
    pub(crate) fn close_man(&mut self) {
        if self.keyed {
            self.write(format_args!("</g>"));
        }
    }

    /// Extends the bounds to those of another drawing, which is not drawn.
    pub(crate) fn reach_as(&mut self, other: &Self) {
        if let Some([left, top, right, bottom]) = other.bounds {
            self.reach(left, top, right, bottom);
        }
    }

    /// A figure in the square from 0 to 100, scaled to `side` pixels; mirrored if `back`.
    pub(crate) fn figure(
        &mut self,
        strokes: &[(&str, &str)],
        (x, y): (f64, f64),
        side: f64,
        back: bool,
    ) {
        self.reach(x, y, x + side, y + side);
        let scale = side / 100.0;
        let (from, mirror) = if back { (x + side, "-") } else { (x, "") };
        self.write(format_args!(
            "<g transform=\"translate({} {}) scale({mirror}{scale:.3} {scale:.3})\">",
            Number(from),
            Number(y)
        ));
        for (class, outline) in strokes {
            self.write(format_args!("<path class=\"{class}\" d=\"{outline}\"/>"));
        }
        self.write(format_args!("</g>"));
    }

    /// Ends a group.
    pub(crate) fn close(&mut self) {
        self.write(format_args!("</g>\n"));
    }

    /// A rectangle with corners rounded by `round`.
    pub(crate) fn rect(&mut self, [x, y, w, h]: [f64; 4], round: f64, class: &str) {
        self.reach(x, y, x + w, y + h);
        let round = if round > 0.0 {
            format!(" rx=\"{}\"", Number(round))
        } else {
            String::new()
        };
        self.write(format_args!(
            "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{round}/>",
            Number(x),
            Number(y),
            Number(w),
            Number(h)
        ));
    }

    pub(crate) fn circle(&mut self, x: f64, y: f64, radius: f64, class: &str) {
        self.reach(x - radius, y - radius, x + radius, y + radius);
        self.write(format_args!(
            "<circle class=\"{class}\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>",
            Number(x),
            Number(y),
            Number(radius)
        ));
    }

    /// A closed polygon.
    pub(crate) fn polygon(&mut self, points: &[(f64, f64)], class: &str) {
        let mut shown = String::new();
        for &(x, y) in points {
            self.reach(x, y, x, y);
            let _ = write!(shown, "{},{} ", Number(x), Number(y));
        }
        self.write(format_args!(
            "<polygon class=\"{class}\" points=\"{}\"/>",
            shown.trim_end()
        ));
    }

    /// A straight line.
    pub(crate) fn line(&mut self, from: (f64, f64), to: (f64, f64), class: &str) {
        self.reach(
            from.0.min(to.0),
            from.1.min(to.1),
            from.0.max(to.0),
            from.1.max(to.1),
        );
        self.write(format_args!(
            "<line class=\"{class}\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>",
            Number(from.0),
            Number(from.1),
            Number(to.0),
            Number(to.1)
        ));
    }

    /// A cubic curve through its two handles.
    pub(crate) fn curve(&mut self, points: [(f64, f64); 4], class: &str) {
        for (x, y) in points {
            self.reach(x, y, x, y);
        }
        let [a, b, c, d] = points.map(|(x, y)| format!("{},{}", Number(x), Number(y)));
        self.write(format_args!(
            "<path class=\"{class}\" d=\"M{a}C{b} {c} {d}\"/>"
        ));
    }

    /// Many small squares of `side` pixels as one shape.
    pub(crate) fn dots(
        &mut self,
        corners: impl Iterator<Item = (f64, f64)>,
        side: f64,
        class: &str,
    ) {
        let mut path = String::new();
        for (x, y) in corners {
            self.reach(x, y, x + side, y + side);
            let side = Number(side);
            let _ = write!(path, "M{},{}h{side}v{side}h-{side}z", Number(x), Number(y));
        }
        self.write(format_args!("<path class=\"{class}\" d=\"{path}\"/>"));
    }

    /// Lines from each point to the next, where they differ.
    pub(crate) fn lines(&mut self, points: impl Iterator<Item = (f64, f64)>, class: &str) {
        let points: Vec<_> = points.collect();
        for pair in points.windows(2).filter(|pair| pair[0] != pair[1]) {
            self.line(pair[0], pair[1], class);
        }
    }

    /// A small faint text, such as a number at an axis.
    pub(crate) fn note(&mut self, at: (f64, f64), anchor: Anchor, text: &str) {
        self.text(at, anchor, SMALL, "faint", text);
    }

    /// A line of text with the baseline at `y`.
    pub(crate) fn text(
        &mut self,
        (x, y): (f64, f64),
        anchor: Anchor,
        size: f64,
        class: &str,
        text: &str,
    ) {
        let bold = if class.contains("strong") { BOLD } else { 1.0 };
        let wide = width(text, size) * bold;
        let (left, word) = match anchor {
            Anchor::Start => (x, "start"),
            Anchor::Middle => (x - wide / 2.0, "middle"),
            Anchor::End => (x - wide, "end"),
        };
        self.reach(left, y - size * 0.8, left + wide, y + size * 0.25);
        #[cfg(test)]
        self.labels
            .push([left, y - size * 0.75, left + wide, y + size * 0.2]);
        self.write(format_args!(
            "<text class=\"{class}\" x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"{word}\">{}</text>",
            Number(x),
            Number(y),
            Number(size),
            escaped(text)
        ));
    }

    /// Draws another drawing, `scale` times as large and moved by `by`.
    pub(crate) fn place(&mut self, other: &Self, by: (f64, f64), scale: f64) {
        let [left, top, right, bottom] = other.bounds().map(|edge| edge * scale);
        self.reach(left + by.0, top + by.1, right + by.0, bottom + by.1);
        #[cfg(test)]
        self.labels
            .extend(other.labels.iter().map(|[left, top, right, bottom]| {
                let (x, y) = by;
                [
                    left * scale + x,
                    top * scale + y,
                    right * scale + x,
                    bottom * scale + y,
                ]
            }));
        let larger = if scale == 1.0 {
            String::new()
        } else {
            format!(" scale({:.3})", scale)
        };
        self.write(format_args!(
            "<g transform=\"translate({} {}){larger}\">{}</g>",
            Number(by.0),
            Number(by.1),
            other.body
        ));
    }

    /// Draws another drawing to the right, the tops in line.
    pub(crate) fn beside(&mut self, other: &Self) {
        let ([_, top, right, _], [left, other_top, ..]) = (self.bounds(), other.bounds());
        let by = (right + 48.0 - left, top - other_top);
        self.place(other, by, 1.0);
    }

    /// The same, with these bounds.
    pub(crate) fn reaching(&self, [left, top, right, bottom]: [f64; 4]) -> Self {
        let mut all = self.clone();
        all.reach(left, top, right, bottom);
        all
    }

    /// The CSS classes of the drawing.
    fn classes(&self) -> HashSet<&str> {
        let mut classes = HashSet::from(["paper"]);
        for part in self.body.split("class=\"").skip(1) {
            let names = part.split('"').next().unwrap_or("");
            classes.extend(names.split(' '));
        }
        classes
    }

    /// The drawing as an SVG document named `title`.
    pub(crate) fn document(&self, title: &str, theme: Theme) -> String {
        let [left, top, right, bottom] = self.bounds();
        let (x, y) = (left - MARGIN, top - MARGIN);
        let (w, h) = (right - left + 2.0 * MARGIN, bottom - top + 2.0 * MARGIN);
        let [x, y, w, h] = [x.floor(), y.floor(), w.ceil(), h.ceil()].map(Number);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{x} {y} {w} {h}\" width=\"{w}\" height=\"{h}\" \
             role=\"img\" font-family=\"DejaVu Sans, Verdana, Helvetica, Arial, sans-serif\">\
             <title>{}</title>\n<style>{}</style>\n\
             <rect class=\"paper\" x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\"/>\n{}</svg>\n",
            escaped(title),
            theme.style(&self.classes()),
            self.body
        )
    }
}

/// A coordinate with at most one decimal.
#[derive(Clone, Copy)]
struct Number(f64);

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Adding zero turns minus zero into zero.
        let tenths = (self.0 * 10.0).round() / 10.0 + 0.0;
        write!(f, "{tenths}")
    }
}

/// Text, escaped for a document or an attribute.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\r' | '\t' => out.push(' '),
            c if is_plain(c) => out.push(c),
            // XML allows few of them, and some would turn the text.
            c => out.extend(c.escape_unicode()),
        }
    }
    out
}

/// Decodes the entities that [`Canvas`](crate::canvas::Canvas) writes; the ampersand last.
pub(crate) fn unescaped(text: &str) -> String {
    text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&#39;", "'")
        .replace("&amp;", "&")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_typed_can_leave_its_text() {
        let mut canvas = Canvas::default();
        canvas.open("", Some("\"><script>"), "</title>&\u{1}");
        canvas.text((0.0, 0.0), Anchor::Start, TEXT, "t", "<b>'");
        canvas.close();
        let svg = canvas.document("<x>\u{fffe}\u{ffff}\u{202e}", Theme::Light);
        assert!(!svg.contains("<script") && !svg.contains("<b>") && !svg.contains("<x>"));
        assert!(svg.contains("&lt;b&gt;&#39;") && svg.contains("\\u{fffe}"));
        assert!(!svg.contains(['\u{1}', '\u{fffe}', '\u{ffff}', '\u{202e}']));
    }

    #[test]
    fn the_document_holds_all_that_was_drawn() {
        let mut canvas = Canvas::default();
        canvas.circle(-10.0, 5.0, 4.0, "t");
        canvas.line((0.0, 0.0), (30.04, 2.0), "t");
        assert_eq!(canvas.bounds(), [-14.0, 0.0, 30.04, 9.0]);
        assert!(
            canvas
                .document("", Theme::Light)
                .contains("viewBox=\"-30 -16 77 41\"")
        );
    }
}
