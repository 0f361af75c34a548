//! [`Picture`]: a drawing with its data, and the files that it is written to.

#[cfg(feature = "png")]
use bouton_core::Limits;
use serde_json::Value;

#[cfg(feature = "png")]
use crate::DrawError;
use crate::canvas::Canvas;
#[cfg(feature = "png")]
use crate::png;
use crate::theme::Theme;
use crate::tikz::tikz;

/// A drawing with its data.
#[derive(Debug)]
pub struct Picture {
    pub(crate) title: String,
    pub(crate) canvas: Canvas,
    pub(crate) data: Value,
    pub(crate) dot: Option<String>,
    /// The frames of a film, which only GIF files show.
    #[cfg_attr(not(feature = "png"), allow(dead_code))]
    pub(crate) frames: Vec<Canvas>,
}

impl Picture {
    /// As an SVG document.
    pub fn svg(&self, theme: Theme) -> String {
        self.canvas.document(&self.title, theme)
    }

    /// Its data as JSON.
    pub fn json(&self) -> &Value {
        &self.data
    }

    /// In the DOT language; `None` if it is not a graph.
    pub fn dot(&self) -> Option<&str> {
        self.dot.as_deref()
    }

    /// In the language of TikZ, for LaTeX, on light paper.
    pub fn tex(&self) -> String {
        tikz(&self.svg(Theme::Light))
    }

    /// As a GIF file, a frame for each move of a line of play.
    ///
    /// # Errors
    /// If the picture is not a line of play, or is too large, or a limit is reached.
    #[cfg(feature = "png")]
    pub fn gif(&self, theme: Theme, scale: f32, limits: &Limits) -> Result<Vec<u8>, DrawError> {
        if self.frames.is_empty() {
            let message = "only a line of play can be written as .gif: draw it with --as line";
            return Err(DrawError::Unfit(message.into()));
        }
        let whole = self.frames.iter().map(Canvas::bounds);
        let whole = whole.reduce(|a, b| {
            [
                a[0].min(b[0]),
                a[1].min(b[1]),
                a[2].max(b[2]),
                a[3].max(b[3]),
            ]
        });
        let frame = |canvas: &Canvas| {
            let whole = whole.unwrap_or_else(|| canvas.bounds());
            canvas.reaching(whole).document(&self.title, painted(theme))
        };
        let frames: Vec<String> = self.frames.iter().map(frame).collect();
        png::gif(&frames, scale, limits)
    }

    /// As a PNG file, `scale` pixels to each of its own; [`Theme::Auto`] is light.
    ///
    /// # Errors
    /// If the picture is too large, or a limit is reached.
    #[cfg(feature = "png")]
    pub fn png(&self, theme: Theme, scale: f32, limits: &Limits) -> Result<Vec<u8>, DrawError> {
        png::png(&self.svg(painted(theme)), scale, limits)
    }
}

/// The theme of a file that cannot follow the reader's.
#[cfg(feature = "png")]
fn painted(theme: Theme) -> Theme {
    match theme {
        Theme::Dark => theme,
        _ => Theme::Light,
    }
}
