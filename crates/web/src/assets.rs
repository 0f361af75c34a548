//! The pages and all they are made of, inside the program.

use std::sync::LazyLock;

use crate::frame::framed;

/// Files of the folder `assets`, each with its name.
macro_rules! files {
    ($($name:literal,)*) => {
        &[$(($name, include_bytes!(concat!("../assets/", $name)))),*]
    };
}

/// All of them, each with its name; a page stands in its frame.
pub static FILES: LazyLock<Vec<(&str, &[u8])>> = LazyLock::new(|| {
    let whole = |(name, bytes): (&'static str, &'static [u8])| {
        let page = PAGES.iter().find(|(_, file)| *file == name);
        match page
            .map(|(here, _)| *here)
            .or_else(|| name.strip_suffix(".html"))
        {
            None => (name, bytes),
            Some(here) => {
                let text = framed(&String::from_utf8_lossy(bytes), here, "page");
                (name, text.leak().as_bytes())
            }
        }
    };
    SOURCES.iter().copied().map(whole).collect()
});

const SOURCES: &[(&str, &[u8])] = files![
    "aims.js",
    "api.js",
    "book.css",
    "book.js",
    "boxes.js",
    "calculator.css",
    "calculator.html",
    "calculator.js",
    "catalogue.js",
    "chart.js",
    "choice.js",
    "command.js",
    "daily.js",
    "dom.js",
    "drawing.js",
    "editor.js",
    "experiments.js",
    "explorer.js",
    "fit.js",
    "game.html",
    "game.js",
    "handling.js",
    "icon.svg",
    "index.html",
    "lab.html",
    "lab.js",
    "lately.js",
    "line.js",
    "marks.js",
    "missing.html",
    "movelist.js",
    "moving.js",
    "near.js",
    "newgame.js",
    "panels.js",
    "pictures.js",
    "play.js",
    "plot.js",
    "proof.js",
    "puzzles.html",
    "puzzles.js",
    "readout.js",
    "reference.html",
    "reference.js",
    "review.js",
    "rules.css",
    "rules.html",
    "rules.js",
    "ruletext.js",
    "runs.js",
    "saves.js",
    "sizes.js",
    "solving.js",
    "starts.js",
    "statements.js",
    "study.js",
    "style.css",
    "table.js",
    "tables.js",
    "tabs.js",
    "together.js",
    "transport.js",
    "waiting.js",
    "winning.js",
    "words.js",
    "worth.js",
    "zoom.js",
];

/// The pages, each by its address and its file.
pub const PAGES: &[(&str, &str)] = &[
    ("/", "index.html"),
    ("/game", "game.html"),
    ("/lab", "lab.html"),
    ("/calculator", "calculator.html"),
    ("/puzzles", "puzzles.html"),
    ("/reference", "reference.html"),
    ("/rules", "rules.html"),
];

/// The style sheet for pictures inside a page, which comes from the code that draws them.
pub const PICTURE_STYLE: &str = "picture.css";

/// The kind of a file, by the ending of its name.
pub fn mime(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("json") => "application/json",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_folder_is_inside_and_of_a_known_kind() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/assets");
        let folder = std::fs::read_dir(folder).unwrap();
        let name = |entry: std::fs::DirEntry| entry.file_name().into_string().unwrap();
        let mut there: Vec<_> = folder.map(|entry| name(entry.unwrap())).collect();
        there.sort();
        let inside: Vec<_> = FILES.iter().map(|(name, _)| *name).collect();
        assert_eq!(inside, there);
        for name in inside {
            assert_ne!(mime(name), "application/octet-stream", "{name}");
        }
    }
}
