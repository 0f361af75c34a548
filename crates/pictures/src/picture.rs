//! [`Picture`]: a drawing with its data, and the files that it is written to.

#[cfg(feature = "png")]
use bouton_core::Limits;
use serde_json::Value;

#[cfg(feature = "png")]
use crate::Error;
use crate::canvas::{Canvas, escaped};
#[cfg(feature = "png")]
use crate::png;
use crate::sheet::Paper;
use crate::theme::Theme;
use crate::tikz::tikz;

/// A drawing with its data.
#[derive(Debug)]
pub struct Picture {
    pub(crate) title: String,
    pub(crate) canvas: Canvas,
    pub(crate) data: Value,
    pub(crate) dot: Option<String>,
    /// The frames of a film, which only GIF files show, or the pages of a sheet.
    pub(crate) frames: Vec<Canvas>,
    /// The paper of the pages.
    pub(crate) paper: Paper,
}

impl Picture {
    /// As an SVG document.
    pub fn svg(&self, theme: Theme) -> String {
        self.canvas.document(&self.title, theme)
    }

    /// A page to print, in HTML: each page of a sheet on its own.
    pub fn html(&self) -> String {
        let title = escaped(&self.title);
        let paper = self.paper.name();
        let pages = match &self.frames[..] {
            [] => std::slice::from_ref(&self.canvas),
            pages => pages,
        };
        let pages: String = pages
            .iter()
            .map(|page| page.document(&self.title, Theme::Light))
            .collect();
        format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n<style>\n\
             @page {{ size: {paper}; margin: 12mm }}\nbody {{ margin: 0 }}\n\
             svg {{ display: block; width: 100%; height: auto; max-height: 100vh; break-inside: avoid; break-after: page }}\n\
             svg:last-of-type {{ break-after: auto }}\n\
             @media screen {{ svg {{ max-width: 48rem; max-height: none; margin: 1rem auto }} }}\n\
             </style>\n</head>\n<body>\n{pages}</body>\n</html>\n"
        )
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
    pub fn gif(&self, theme: Theme, scale: f32, limits: &Limits) -> Result<Vec<u8>, Error> {
        if self.frames.is_empty() {
            let message = "only a line of play can be written as .gif: draw it with --as line";
            return Err(Error::Unfit(message.into()));
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
    pub fn png(&self, theme: Theme, scale: f32, limits: &Limits) -> Result<Vec<u8>, Error> {
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
