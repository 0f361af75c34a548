//! Pictures as pixels, with a font of our own so that they come out alike everywhere.

use std::sync::{Arc, OnceLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

use super::DrawError;

/// DejaVu Sans, the characters that pictures use (its licence stands beside it).
const FONT: &[u8] = include_bytes!("../assets/DejaVuSans.ttf");
/// A picture may have so many pixels each way.
const MOST_PIXELS: f32 = 16_384.0;

/// The document as a PNG file, `scale` pixels to each of its own.
///
/// # Errors
/// A picture that is too large.
pub(crate) fn png(svg: &str, scale: f32) -> Result<Vec<u8>, DrawError> {
    static FONTS: OnceLock<Arc<fontdb::Database>> = OnceLock::new();
    let fonts = FONTS.get_or_init(|| {
        let mut fonts = fontdb::Database::new();
        fonts.load_font_data(FONT.to_vec());
        fonts.set_sans_serif_family("DejaVu Sans");
        Arc::new(fonts)
    });
    let options = Options {
        fontdb: fonts.clone(),
        ..Options::default()
    };
    let tree = Tree::from_str(svg, &options).expect("invariant: our own pictures are well-formed");
    let (wide, high) = (tree.size().width() * scale, tree.size().height() * scale);
    if wide.max(high) > MOST_PIXELS {
        return Err(DrawError::Unfit(format!(
            "the picture would have {wide:.0} × {high:.0} pixels; at most {MOST_PIXELS} each way are drawn"
        )));
    }
    let mut pixels = Pixmap::new(wide.ceil() as u32, high.ceil() as u32)
        .expect("invariant: a picture has at least a margin");
    resvg::render(
        &tree,
        Transform::from_scale(scale, scale),
        &mut pixels.as_mut(),
    );
    Ok(pixels
        .encode_png()
        .expect("invariant: pixels in memory can be encoded"))
}
