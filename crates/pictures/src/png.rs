//! Pictures as pixels, with an embedded font so that they are equal everywhere.

use std::fmt::Write;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use skrifa::charmap::Charmap;
use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::GlyphMetrics;
use skrifa::outline::{DrawSettings, OutlineGlyphCollection, OutlinePen};
use skrifa::{FontRef, GlyphId, MetadataProvider};

use bouton_core::Limits;

use super::DrawError;
use super::canvas::unescaped;

/// DejaVu Sans, the characters that pictures use (its licence is in the same folder).
const FONT: &[u8] = include_bytes!("../assets/DejaVuSans.ttf");
/// The most pixels in each direction.
const MOST_PIXELS: f32 = 16_384.0;

/// A pixel of the renderer, and a pixel of the file.
const BYTES_A_PIXEL: u64 = 8;
/// The character for a byte of a document.
const BYTES_A_SIGN: u64 = 8;

/// The document as a PNG file, `scale` pixels to each of its own.
///
/// # Errors
/// If the picture is too large, or a limit is reached.
pub(crate) fn png(svg: &str, scale: f32, limits: &Limits) -> Result<Vec<u8>, DrawError> {
    Ok(pixels(svg, scale, limits)?
        .encode_png()
        .expect("invariant: pixels in memory can be encoded"))
}

/// The duration of a frame, in hundredths of a second, and of the last one.
const FRAME: u16 = 110;
const LAST: u16 = 300;
/// From 1, the best colours, to 30, the fastest.
const HASTE: i32 = 10;

/// Documents of one size as a GIF file that repeats.
///
/// # Errors
/// If the pictures are too large, or a limit is reached.
pub(crate) fn gif(frames: &[String], scale: f32, limits: &Limits) -> Result<Vec<u8>, DrawError> {
    let mut file = Vec::new();
    let mut encoder: Option<gif::Encoder<&mut Vec<u8>>> = None;
    let count = frames.len();
    let mut out = Some(&mut file);
    for (n, svg) in frames.iter().enumerate() {
        let mut pixels = pixels(svg, scale, limits)?;
        let (wide, high) = (pixels.width() as u16, pixels.height() as u16);
        let mut frame = gif::Frame::from_rgba_speed(wide, high, pixels.data_mut(), HASTE);
        frame.delay = if n + 1 == count { LAST } else { FRAME };
        if let Some(out) = out.take() {
            let written = gif::Encoder::new(out, wide, high, &[]);
            let mut fresh = written.expect("invariant: memory can be written to");
            let repeat = fresh.set_repeat(gif::Repeat::Infinite);
            repeat.expect("invariant: memory can be written to");
            encoder = Some(fresh);
        }
        if let Some(encoder) = &mut encoder {
            let written = encoder.write_frame(&frame);
            written.expect("invariant: memory can be written to");
        }
    }
    drop(encoder);
    Ok(file)
}

/// The document as pixels.
fn pixels(svg: &str, scale: f32, limits: &Limits) -> Result<Pixmap, DrawError> {
    limits.check()?;
    let read = BYTES_A_SIGN * svg.len() as u64;
    limits.afford(read)?;
    let tree = Tree::from_str(&outlined(svg), &Options::default())
        .expect("invariant: our own pictures are well-formed");
    let (wide, high) = (tree.size().width() * scale, tree.size().height() * scale);
    if wide.max(high) > MOST_PIXELS {
        return Err(DrawError::Unfit(format!(
            "the picture would have {wide:.0} × {high:.0} pixels; at most {MOST_PIXELS} each way are drawn"
        )));
    }
    let (wide, high) = (wide.ceil() as u32, high.ceil() as u32);
    limits.check()?;
    limits.afford(read + BYTES_A_PIXEL * u64::from(wide) * u64::from(high))?;
    let mut pixels = Pixmap::new(wide, high).expect("invariant: a picture has at least a margin");
    resvg::render(
        &tree,
        Transform::from_scale(scale, scale),
        &mut pixels.as_mut(),
    );
    Ok(pixels)
}

/// The document with each line of text, in the form of [`Canvas::text`](crate::canvas::Canvas::text), replaced by the
/// outlines of its letters.
fn outlined(svg: &str) -> String {
    let font = Font::own();
    let mut parts = svg.split("<text ");
    let mut drawn = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (line, rest) = part
            .split_once("</text>")
            .expect("invariant: our own texts end");
        let (attributes, text) = line
            .split_once('>')
            .expect("invariant: our own texts have attributes");
        Line::read(&font, attributes).draw(&unescaped(text), &mut drawn);
        drawn.push_str(rest);
    }
    drawn
}

/// The embedded font: its letters, their widths, and their outlines, in units of which there are `units` to an em.
struct Font {
    letters: Charmap<'static>,
    metrics: GlyphMetrics<'static>,
    outlines: OutlineGlyphCollection<'static>,
    units: f32,
}

impl Font {
    fn own() -> Self {
        let font = FontRef::new(FONT).expect("invariant: our own font can be read");
        let (size, place) = (Size::unscaled(), LocationRef::default());
        Self {
            letters: font.charmap(),
            metrics: font.glyph_metrics(size, place),
            outlines: font.outline_glyphs(),
            units: f32::from(font.metrics(size, place).units_per_em),
        }
    }

    /// The picture of a letter, or the one for letters that the font lacks.
    fn glyph(&self, letter: char) -> GlyphId {
        self.letters.map(letter).unwrap_or_default()
    }

    fn advance(&self, glyph: GlyphId) -> f32 {
        self.metrics.advance_width(glyph).unwrap_or_default()
    }

    fn draw(&self, glyph: GlyphId, pen: &mut Pen) {
        let settings = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
        if let Some(outline) = self.outlines.get(glyph) {
            let drawn = outline.draw(settings, pen);
            drawn.expect("invariant: the outlines of our own font can be read");
        }
    }
}

/// The place and size of a line of text.
struct Line<'t> {
    font: &'t Font,
    class: &'t str,
    anchor: &'t str,
    x: f32,
    y: f32,
    size: f32,
}

impl<'t> Line<'t> {
    fn read(font: &'t Font, attributes: &'t str) -> Self {
        let value = |name: &str| {
            let (_, rest) = attributes.split_once(&format!("{name}=\""))?;
            Some(rest.split_once('"')?.0)
        };
        let number = |name| value(name).and_then(|value| value.parse().ok());
        Self {
            font,
            class: value("class").unwrap_or_default(),
            anchor: value("text-anchor").unwrap_or_default(),
            x: number(" x").unwrap_or_default(),
            y: number(" y").unwrap_or_default(),
            size: number("font-size").unwrap_or_default(),
        }
    }

    fn draw(&self, text: &str, drawn: &mut String) {
        let font = self.font;
        let scale = self.size / font.units;
        let glyphs = text.chars().map(|c| font.glyph(c));
        let advance = |glyph| font.advance(glyph) * scale;
        let wide: f32 = glyphs.clone().map(advance).sum();
        let mut pen = Pen {
            x: match self.anchor {
                "middle" => self.x - wide / 2.0,
                "end" => self.x - wide,
                _ => self.x,
            },
            y: self.y,
            scale,
            path: String::new(),
        };
        for glyph in glyphs {
            font.draw(glyph, &mut pen);
            pen.x += advance(glyph);
        }
        let (class, path) = (self.class, pen.path);
        write!(drawn, "<path class=\"{class}\" d=\"{path}\"/>")
            .expect("invariant: a string takes all");
    }
}

/// Draws letters as a path of a document, whose y axis points down.
struct Pen {
    x: f32,
    y: f32,
    scale: f32,
    path: String,
}

impl Pen {
    fn put(&mut self, command: char, points: &[(f32, f32)]) {
        self.path.push(command);
        for (x, y) in points {
            let (x, y) = (self.x + x * self.scale, self.y - y * self.scale);
            write!(self.path, "{x:.3} {y:.3} ").expect("invariant: a string takes all");
        }
    }
}

impl OutlinePen for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.put('M', &[(x, y)]);
    }
    fn line_to(&mut self, x: f32, y: f32) {
        self.put('L', &[(x, y)]);
    }
    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.put('Q', &[(x1, y1), (x, y)]);
    }
    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.put('C', &[(x1, y1), (x2, y2), (x, y)]);
    }
    fn close(&mut self) {
        self.path.push('Z');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_text_becomes_its_letters() {
        let text = |attributes: &str, text: &str| {
            outlined(&format!(
                "<g><text class=\"t\" {attributes}>{text}</text></g>"
            ))
        };
        let drawn = text(
            "x=\"10\" y=\"20\" font-size=\"13\" text-anchor=\"start\"",
            "l&lt;",
        );
        // The left stem of an l is 193 of 2048 units to the right of the letter's origin.
        let stem = 10.0 + 13.0 * 193.0 / 2048.0;
        assert!(
            drawn.starts_with(&format!("<g><path class=\"t\" d=\"M{stem:.3} ")),
            "{drawn}"
        );
        assert!(drawn.ends_with("Z\"/></g>"));
        let end = text(
            "x=\"10\" y=\"20\" font-size=\"13\" text-anchor=\"end\"",
            "l&lt;",
        );
        assert_ne!(drawn, end);
        assert_eq!(unescaped("&amp;lt;"), "&lt;");
    }
}
