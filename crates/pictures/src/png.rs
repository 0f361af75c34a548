//! Pictures as pixels, with letters of its own so that they are equal everywhere.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::LazyLock;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use bouton_core::Limits;

use super::Error;
use super::canvas::unescaped;

/// The letters of DejaVu Sans that pictures use. A line has the code of a letter, its width and its outline: the commands of
/// a path, with the y axis up. The first line is for letters that are missing. An outline is a copy from the font, which
/// takes no crate to read it. (The font and its licence are in the same folder.)
const LETTERS: &str = include_str!("../assets/letters.txt");
/// The units of widths and outlines in the size of a letter.
const UNITS: f32 = 2048.0;
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
pub(crate) fn png(svg: &str, scale: f32, limits: &Limits) -> Result<Vec<u8>, Error> {
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
pub(crate) fn gif(frames: &[String], scale: f32, limits: &Limits) -> Result<Vec<u8>, Error> {
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
fn pixels(svg: &str, scale: f32, limits: &Limits) -> Result<Pixmap, Error> {
    limits.check()?;
    let read = BYTES_A_SIGN * svg.len() as u64;
    limits.afford(read)?;
    let tree = Tree::from_str(&outlined(svg), &Options::default())
        .expect("invariant: our own pictures are well-formed");
    let (wide, high) = (tree.size().width() * scale, tree.size().height() * scale);
    if wide.max(high) > MOST_PIXELS {
        return Err(Error::Unfit(format!(
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
    let mut parts = svg.split("<text ");
    let mut drawn = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (line, rest) = part
            .split_once("</text>")
            .expect("invariant: our own texts end");
        let (attributes, text) = line
            .split_once('>')
            .expect("invariant: our own texts have attributes");
        Line::read(attributes).draw(&unescaped(text), &mut drawn);
        drawn.push_str(rest);
    }
    drawn
}

/// A letter, in [`UNITS`].
#[derive(Clone, Copy)]
struct Letter {
    width: f32,
    outline: &'static str,
}

/// The letter of a character, or the one for characters that are missing.
fn letter(character: char) -> Letter {
    static KNOWN: LazyLock<HashMap<&str, Letter>> =
        LazyLock::new(|| LETTERS.lines().map(read).collect());
    let code = format!("{:04X}", u32::from(character));
    KNOWN.get(&*code).copied().unwrap_or_else(|| KNOWN["-"])
}

fn read(line: &'static str) -> (&'static str, Letter) {
    let mut words = line.splitn(3, ' ');
    let mut word = || words.next().unwrap_or_default();
    let (code, width) = (word(), word().parse());
    let width = width.expect("invariant: each of our letters has a width");
    let outline = word();
    (code, Letter { width, outline })
}

/// The place and size of a line of text.
struct Line<'t> {
    class: &'t str,
    anchor: &'t str,
    x: f32,
    y: f32,
    size: f32,
}

impl<'t> Line<'t> {
    fn read(attributes: &'t str) -> Self {
        let value = |name: &str| {
            let (_, rest) = attributes.split_once(&format!("{name}=\""))?;
            Some(rest.split_once('"')?.0)
        };
        let number = |name| value(name).and_then(|value| value.parse().ok());
        Self {
            class: value("class").unwrap_or_default(),
            anchor: value("text-anchor").unwrap_or_default(),
            x: number(" x").unwrap_or_default(),
            y: number(" y").unwrap_or_default(),
            size: number("font-size").unwrap_or_default(),
        }
    }

    fn draw(&self, text: &str, drawn: &mut String) {
        let scale = self.size / UNITS;
        let letters = text.chars().map(letter);
        let wide = letters
            .clone()
            .map(|letter| letter.width * scale)
            .sum::<f32>();
        let mut x = match self.anchor {
            "middle" => self.x - wide / 2.0,
            "end" => self.x - wide,
            _ => self.x,
        };
        let mut path = String::new();
        for letter in letters {
            let mut is_x = true;
            for word in letter.outline.split_ascii_whitespace() {
                let Ok(units) = word.parse::<f32>() else {
                    path.push_str(word);
                    continue;
                };
                let place = match is_x {
                    true => x + units * scale,
                    // In a picture the y axis points down.
                    false => self.y - units * scale,
                };
                is_x = !is_x;
                write!(path, "{place:.3} ").expect("invariant: a string takes all");
            }
            x += letter.width * scale;
        }
        let class = self.class;
        write!(drawn, "<path class=\"{class}\" d=\"{path}\"/>")
            .expect("invariant: a string takes all");
    }
}

#[cfg(test)]
mod tests {
    use skrifa::instance::{LocationRef, Size};
    use skrifa::outline::{DrawSettings, OutlinePen};
    use skrifa::{FontRef, GlyphId, MetadataProvider};

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

    /// The commands of a path.
    #[derive(Default)]
    struct Outline(String);

    impl Outline {
        fn put(&mut self, command: char, points: &[f32]) {
            write!(self.0, " {command}").unwrap();
            points
                .iter()
                .for_each(|at| write!(self.0, " {at}").unwrap());
        }
    }

    impl OutlinePen for Outline {
        fn move_to(&mut self, x: f32, y: f32) {
            self.put('M', &[x, y]);
        }
        fn line_to(&mut self, x: f32, y: f32) {
            self.put('L', &[x, y]);
        }
        fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
            self.put('Q', &[x1, y1, x, y]);
        }
        fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
            self.put('C', &[x1, y1, x2, y2, x, y]);
        }
        fn close(&mut self) {
            self.put('Z', &[]);
        }
    }

    /// `WRITE_GOLDEN=1 cargo test -p bouton-pictures --features png letters` writes the letters of another font.
    #[test]
    fn letters_are_those_of_the_font() {
        const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/");
        let font = std::fs::read(format!("{FOLDER}DejaVuSans.ttf")).unwrap();
        let font = FontRef::new(&font).unwrap();
        let (size, place) = (Size::unscaled(), LocationRef::default());
        assert_eq!(f32::from(font.metrics(size, place).units_per_em), UNITS);
        let mut lines = String::new();
        let missing = ("-".to_owned(), GlyphId::default());
        let codes = font.charmap().mappings();
        let codes = codes.map(|(code, glyph)| (format!("{code:04X}"), glyph));
        for (code, glyph) in std::iter::once(missing).chain(codes) {
            let mut outline = Outline::default();
            let settings = DrawSettings::unhinted(size, place);
            let glyphs = font.outline_glyphs();
            glyphs
                .get(glyph)
                .unwrap()
                .draw(settings, &mut outline)
                .unwrap();
            let width = font.glyph_metrics(size, place).advance_width(glyph);
            writeln!(lines, "{code} {}{}", width.unwrap(), outline.0).unwrap();
        }
        if std::env::var_os("WRITE_GOLDEN").is_some() {
            std::fs::write(format!("{FOLDER}letters.txt"), &lines).unwrap();
        }
        assert!(lines == LETTERS, "other letters than in letters.txt");
    }
}
